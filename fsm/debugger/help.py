"""The commands of the terminal, as help tells them: how each is written, and what it does."""

from __future__ import annotations

GROUPS: dict[str, dict[str, str]] = {
    "Forwards": {
        "s": "[COUNT]: to the next event, into steps and what resolves.",
        "n": "[COUNT]: to the next event no deeper: over a step, a phase or a turn that begins here.",
        "r": "[COUNT]: out of this step, phase or turn, to what comes after it.",
        "c": "[COUNT]: on to the next breakpoint, or to the end.",
        "until": "PLACE: on to the next stop of a line, address, step, rule, event or card; without PLACE as n.",
        "j": "EVENT | PLACE | start | end: jumps to the event of that number, or to the next stop of a place.",
    },
    "Backwards": {
        "rs": "[COUNT]: back to the event before.",
        "rn": "[COUNT]: back to the last event no deeper.",
        "rr": "[COUNT]: back to the beginning of this step, phase or turn (reverse-finish).",
        "rc": "[COUNT]: back to the last breakpoint, or to the start.",
        "restart": ": reads the file again, runs it and goes to its start; breakpoints stay.",
    },
    "Where to stop": {
        "b": "[PLACE [, CONDITION]]: stops at a line, address, step, rule, kind of event or card; alone it lists.",
        "tbreak": "PLACE [, CONDITION]: stops there once.",
        "watch": "EXPRESSION: stops when its value changes, such as watch Ann.life.",
        "catch": "[NAME [, CONDITION]]: stops at what is failed, refused, skipped, inserted, or a turn; again: not.",
        "cl": "[NUMBER...]: removes breakpoints; alone all of them.",
        "enable": "NUMBER...: breakpoints stop again.",
        "disable": "NUMBER...: breakpoints stay, and do not stop.",
        "condition": "NUMBER [EXPRESSION]: stops there only if it holds; without one always.",
        "ignore": "NUMBER COUNT: passes over it so many times.",
        "hit": "NUMBER [3 | >= 3 | % 3]: stops only when it is reached that often.",
        "commands": "[NUMBER]: lines until end that are done when it is reached; with silent, nothing else is said.",
    },
    "What is": {
        "w": ": the frames: game, turn, phase, step, and what resolves; the innermost last.",
        "u": "[COUNT]: to an outer frame; what is asked there is about the state as it began.",
        "d": "[COUNT]: to an inner frame.",
        "l": "[FIRST [, LAST] | .]: lines of the scenario around this one; again: those after them; l . begins anew.",
        "ll": ": the whole scenario.",
        "p": "EXPRESSION: its value, such as p Ann.life, p stack, p len(Bob.hand); p alone lists what can be asked.",
        "pp": "EXPRESSION: its value over several lines.",
        "display": "[EXPRESSION]: shows its value whenever it has changed at a stop; alone lists them.",
        "undisplay": "[EXPRESSION]: shows it no more; alone none.",
        "changed": ": what this event changed, with the values before and after.",
        "turn": ": this turn in notation, this place marked.",
        "diagram": "[FILE]: the picture of this turn with this place lit; the suffix of FILE names the format.",
    },
    "Why, and what else": {
        "why": ": the rules behind this event in words, what put its place there, and the script's line.",
        "schedule": ": what is still to come, and who put it there.",
        "legal": ": what the player who decides next may do.",
        "whatif": "ACTION: a run in which the player who decides next does this; legal lists actions; back returns.",
        "back": ": from a what-if run to the one before.",
        "save": "FILE: writes this run as a scenario that reproduces it.",
    },
    "The session": {
        "h": "[COMMAND]: what a command does; alone lists them.",
        "q": ": ends the session.",
    },
}
"""The commands in groups: what stands after the name of each, and what it does."""

HELP = {name: text for group in GROUPS.values() for name, text in group.items()}

INSTEAD = {
    "info": "b lists the breakpoints, display what is displayed, w the frames",
    "frame": "w shows the frames, u and d go to another one",
    "a": "p lists the names, p Ann shows what a player has",
    "args": "p lists the names, p Ann shows what a player has",
    "source": "ll shows the scenario",
    "whatis": "p prints a value",
    "x": "p prints a value",
    "set": "nothing can be set; whatif tries another action",
    "interact": "p prints a value; nothing can be set",
    "start": "restart and j start go to the start",
    "stepi": "s goes to the next event",
    "nexti": "s goes to the next event",
    "kill": "q ends the session",
}
"""Commands of pdb and gdb that are not here: what to type instead."""


def usage(name: str) -> str:
    """How a command is written, and what it does."""
    text = HELP[name]
    return f"{name}{text}" if text.startswith(":") else f"{name} {text}"
