"""An example or more of every command, for its help and for the manual: each runs in any folder, one after another."""

from __future__ import annotations

from collections.abc import Iterator

import click

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (
        'fsm play -c "cast time walk" -c resolve -c "to T2" -c q',
        "fsm run relentless-assault --edition cr2006",
        "fsm find extra combat",
        "fsm diagram turn --edition cr2006 -o turn.svg",
        "fsm docs README",
    ),
    "run": (
        "fsm run relentless-assault --edition cr2006",
        "fsm run 12/02 --notation",
        "fsm run relentless-assault -e cr2026 --trace game.jsonl",
    ),
    "test": ("fsm test relentless-assault", "fsm test extra-phases -k cr2006"),
    "explain": ("fsm explain relentless-assault --edition cr2006", "fsm explain 09/09 --turn 1"),
    "new": (
        'fsm new "Whose turn is it?" --players Ann,Bob,Cleo',
        'fsm new "My Aurelia" --like aurelia -o mine.turn.yaml',
    ),
    "expect": ('fsm new "Two turns" --like 09/01 -o two.turn.yaml', "fsm expect two.turn.yaml --replace --yes"),
    "watch": ("fsm watch mine.turn.yaml", "fsm watch scenarios --quiet"),
    "quiz": ("fsm quiz", "fsm quiz extra combat --count 10 --seed 7", "fsm quiz aurelia -e 2026 --level easy"),
    "play": ('fsm play -c "cast Relentless Assault" -c resolve -c turn -c q',),
    "debug": (
        "fsm debug relentless-assault --stop-at T1.combat",
        'fsm debug 12/02 -c "b T1.combat#2" -c c -c why -c q',
    ),
    "dap": ("fsm dap",),
    "diagram": (
        "fsm diagram turn --edition cr2006 -o turn.svg",
        "fsm diagram scenario relentless-assault --events -o assault.png",
    ),
    "diagram turn": (
        "fsm diagram turn --edition cr2006 --at upkeep -o turn.svg",
        "fsm diagram turn --aspect 16:9 --width 1280 --theme dark -o talk/slide.png",
    ),
    "diagram poster": ("fsm diagram poster --edition cr2006 --theme print -o poster.pdf",),
    "diagram scenario": ("fsm diagram scenario relentless-assault --events -o assault.png",),
    "diagram timeline": ("fsm diagram timeline 09/20 -o game.svg",),
    "diagram rule": ("fsm diagram rule 300.7 -o rule.svg", "fsm diagram rule insert_phases -o rule.pdf"),
    "diagram compare": ("fsm diagram compare cr2006 cr2026 -o editions.svg",),
    "diagram history": (
        "fsm diagram history --aspect 16:9 -o history.svg",
        "fsm diagram history --from 2003 --to 2011 --paper a3 -o history.pdf",
        "fsm diagram history 45/01 --aspect 16:9 -o answers.svg",
    ),
    "diagram explored": ("fsm diagram explored 28/01 -o ways.svg",),
    "player": ("fsm player 02/04 -o mana.html",),
    "explore": ("fsm explore 28/01",),
    "drive": ("fsm drive my_engine:Engine --edition cr2026 --from extra-phases",),
    "record": ("fsm record my_engine:Engine -o game.jsonl --random 40", "fsm check game.jsonl --effects unknown"),
    "vectors": ("fsm vectors vectors --edition cr2026 --from extra-phases",),
    "check": ("fsm run relentless-assault -e cr2026 --trace game.jsonl", "fsm check game.jsonl"),
    "trace": ("fsm trace diff old.jsonl new.jsonl",),
    "trace diff": (
        "fsm run relentless-assault -e cr2006 --trace old.jsonl",
        "fsm run relentless-assault -e cr2026 --trace new.jsonl",
        "fsm trace diff old.jsonl new.jsonl --kinds step.begin --fields phase,step",
    ),
    "find": ("fsm find extra combat", 'fsm find "may I play another land"'),
    "rules": (
        "fsm rules 500.8",
        "fsm rules extra phase --edition cr2006",
        "fsm rules 500.8 --compare cr2006",
        "fsm rules 500.7 --history",
    ),
    "history": ("fsm history 45/01", "fsm history --from 2002 --to 2004", "fsm history 2009-07-11"),
    "scenarios": ("fsm scenarios", "fsm scenarios extra combat", "fsm scenarios 500.8 --paths"),
    "docs": ("fsm docs", "fsm docs FORMAT", "fsm docs breakpoint"),
    "completion": ("fsm completion bash",),
    "cards": ("fsm cards", 'fsm cards "Time Walk"', "fsm cards extra turn", "fsm cards 500.7"),
    "schema": ("fsm schema scenario",),
}
"""The examples by the name of the command, without ``fsm``."""


def told_examples(name: str) -> str | None:
    """The examples of a command, as the end of its help; None if there are none."""
    examples = EXAMPLES.get(name, ())
    lines = "\n".join(f"  {example}" for example in examples)
    return f"\b\nExample{'s' * (len(examples) > 1)}:\n{lines}" if examples else None


def with_examples(command: click.Command, name: str) -> click.Command:
    """The command, and those below it, with their examples at the end of their help."""
    command.epilog = told_examples(name)
    for below, one in command.commands.items() if isinstance(command, click.Group) else ():
        with_examples(one, f"{name} {below}")
    return command


def all_commands(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands below a group, with their names from there, in the order of the help."""
    context = click.Context(group, info_name=name)
    for below in group.list_commands(context):
        command, path = group.get_command(context, below), f"{name} {below}".strip()
        if command is not None and not command.hidden:
            yield path, command
            if isinstance(command, click.Group):
                yield from all_commands(command, path)
