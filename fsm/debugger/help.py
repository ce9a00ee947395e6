"""The texts of the command ``h``: the usage of each command, and what it does."""

from __future__ import annotations

GROUPS: dict[str, dict[str, str]] = {
    "Forwards": {
        "s": "[COUNT]: goes to the next event, also inside steps and resolving objects.",
        "n": "[COUNT]: goes to the next event at this level: over a step, a phase or a turn that begins here.",
        "r": "[COUNT]: goes to the first event after this step, phase or turn.",
        "c": "[COUNT]: runs to the next breakpoint, or to the end.",
        "until": "[PLACE]: runs to the next stop at a line, address, step, rule, event or card; without PLACE like n.",
        "j": "EVENT | PLACE | start | end: jumps to an event by its number, or to the next stop at a place.",
    },
    "Backwards": {
        "rs": "[COUNT]: goes back to the previous event.",
        "rn": "[COUNT]: goes back to the previous event at this level.",
        "rr": "[COUNT]: goes back to the beginning of this step, phase or turn (reverse-finish).",
        "rc": "[COUNT]: runs back to the previous breakpoint, or to the start.",
        "restart": ": reads the file again, runs it and goes to its start; breakpoints stay.",
    },
    "Where to stop": {
        "b": "[PLACE [, CONDITION]]: stops at a line, address, step, rule, kind of event or card; alone lists them.",
        "tbreak": "PLACE [, CONDITION]: stops there only once.",
        "watch": "EXPRESSION: stops when a value changes, such as watch Ann.life.",
        "catch": "[NAME [, CONDITION]]: stops at failures, refusals, skips, insertions or turns; again: no longer.",
        "cl": "[NUMBER...]: removes breakpoints; alone all of them.",
        "enable": "NUMBER...: lets breakpoints stop again.",
        "disable": "NUMBER...: keeps breakpoints, but does not stop at them.",
        "condition": "NUMBER [EXPRESSION]: stops there only if the expression holds; without one always.",
        "ignore": "NUMBER COUNT: passes the breakpoint that often before it stops.",
        "hit": "NUMBER [3 | >= 3 | % 3]: stops only at that hit of the breakpoint.",
        "commands": "[NUMBER]: runs the lines up to end at this breakpoint; with silent, nothing else is printed.",
    },
    "What is": {
        "w": ": lists the frames: game, turn, phase, step, and what resolves; the innermost last.",
        "u": "[COUNT]: goes to an outer frame; questions are then about the state as it began.",
        "d": "[COUNT]: goes to an inner frame.",
        "l": "[FIRST [, LAST] | .]: shows lines of the scenario around this one; again: the next; l . starts over.",
        "ll": ": shows the whole scenario.",
        "p": "[EXPRESSION]: prints a value, such as p Ann.life, p stack, p len(Bob.hand); alone lists the names.",
        "pp": "EXPRESSION: prints a value over several lines.",
        "display": "[EXPRESSION]: shows a value whenever it has changed at a stop; alone lists them.",
        "undisplay": "[EXPRESSION]: shows a value no longer; alone none of them.",
        "changed": ": shows what this event changed, with the values before and after.",
        "turn": ": shows this turn in notation, with this place marked.",
        "diagram": "[FILE]: draws this turn with this place marked; the suffix of FILE names the format.",
    },
    "Why, and what else": {
        "why": ": explains this event: its rules in words, what inserted its step or phase, the line of the script.",
        "schedule": ": shows what is still to come, and which effects changed it.",
        "legal": ": lists the legal actions of the player who decides next.",
        "whatif": "ACTION: begins another run, in which the player who decides next does this; back returns.",
        "back": ": returns from a what-if run to the run before.",
        "save": "FILE: writes this run as a scenario that reproduces it.",
    },
    "The session": {
        "h": "[COMMAND]: explains a command; alone lists them.",
        "q": ": ends the session.",
    },
}
"""The commands in groups: the arguments of each, and what it does."""

HELP = {name: text for group in GROUPS.values() for name, text in group.items()}

INSTEAD = {
    "info": "b lists the breakpoints, display what is displayed, w the frames",
    "frame": "w shows the frames, u and d go to another one",
    "a": "p lists the names, p Ann shows what a player has",
    "args": "p lists the names, p Ann shows what a player has",
    "source": "ll shows the scenario",
    "whatis": "p prints a value",
    "ptype": "p prints a value",
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
