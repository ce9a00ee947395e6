"""The command line for pictures: ``fsm diagram``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..files import STANDARD, output_name
from ..words import nearest
from .common import EDITION, LIMIT, Group, edition_id, scenarios

if TYPE_CHECKING:
    from ..edition import Edition
    from ..recording import Recording


class Kinds(Group):
    """The kinds of pictures; one that there is not is answered by those that there are."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command of a kind; ``InputError`` lists the kinds."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            kinds = ", ".join(self.commands)
            raise InputError(f"there is no kind {args[0][:40]!r}{nearest(args[0], self.commands)}; there are: {kinds}")
        return super().resolve_command(ctx, args)


@click.group(cls=Kinds)
def diagram() -> None:
    """Draw turns, from the same graph that the game runs on."""


OUTPUT = click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    help="The file; its suffix names the format: .svg .png .pdf .dot .mmd .puml .scxml .json .graphml .markup.json."
    " Or - for standard output.",
)
FORMAT = click.option("--format", "format", metavar="NAME", help="The format, without the dot; with - dot otherwise.")
LEVEL = click.option(
    "--level", metavar="LEVEL", default="step", help="How much of it: phase, step (the default) or machine."
)
AT = click.option("--at", metavar="ADDRESS", help="Mark this place, such as T1.upkeep, and dim what is still to come.")


@diagram.command("turn")
@EDITION
@LEVEL
@AT
@OUTPUT
@FORMAT
def diagram_turn(edition: str | None, level: str, at: str | None, output: str, format: str | None) -> None:
    """Draw the regular turn of an edition."""
    from ..diagram import turn_diagram
    from ..edition import DEFAULT, load_edition
    from ..turn import base_turn

    rules = load_edition(edition or DEFAULT)
    _save(turn_diagram(base_turn(rules), title="A turn", level=level, at=at), output, format)


@diagram.command("scenario")
@click.argument("file")
@click.option(
    "--turn", "turn", type=click.IntRange(1), metavar="N", help="Which turn; default: the one that was rewritten most."
)
@click.option("--events", is_flag=True, help="Tell on each card what happened in that step.")
@EDITION
@LIMIT
@LEVEL
@AT
@OUTPUT
@FORMAT
def diagram_scenario(file: str, turn: int | None, at: str | None, output: str, format: str | None, **how: Any) -> None:
    """Draw a turn of a scenario FILE as it was rewritten."""
    from ..diagram import scenario_diagram

    recording = _recording(file, how.pop("edition"), how.pop("limit"))
    chosen = recording.turn(_turn_of(at, turn, recording.edition))
    _save(scenario_diagram(chosen, at=at, **how), output, format, file)


def _turn_of(at: str | None, turn: int | None, edition: Edition) -> int | None:
    """The turn that is asked for, by its number or by an address in it; a state of the machine names none."""
    from ..turn import parse_address

    named = parse_address(at, edition.kinds).turn if at and "/" not in at else None
    if named and turn and named != turn:
        raise InputError(f"--at {at} is in turn {named}, and --turn says {turn}")
    return turn or named


@diagram.command("timeline")
@click.argument("file")
@EDITION
@LIMIT
@OUTPUT
@FORMAT
def diagram_timeline(file: str, edition: str | None, limit: int, output: str, format: str | None) -> None:
    """Draw all turns of a scenario FILE: a lane for each player, extra and skipped turns in their places."""
    _save(_recording(file, edition, limit).timeline(), output, format, file)


def _recording(file: str, edition: str | None, limit: int) -> Recording:
    """The run of the first scenario of a file, by so many times the usual limits."""
    from ..game import LIMITS
    from ..scenario import run_scenario

    return run_scenario(scenarios(file, edition)[0], edition_id(edition) if edition else None, LIMITS.times(limit))


@diagram.command("rule")
@click.argument("which", metavar="NUMBER")
@EDITION
@OUTPUT
@FORMAT
def diagram_rule(which: str, edition: str | None, output: str, format: str | None) -> None:
    """Draw a rewrite rule, before and after, by its NUMBER in an edition or by its name, such as insert_phases."""
    from ..diagram import rule_diagram

    _save(rule_diagram(which, edition), output, format)


@diagram.command("compare")
@click.argument("one")
@click.argument("other")
@OUTPUT
@FORMAT
def diagram_compare(one: str, other: str, output: str, format: str | None) -> None:
    """Draw the turn in two editions, ONE and OTHER, side by side, and say what differs."""
    from ..diagram import compare_diagram

    _save(compare_diagram(one, other), output, format)


def _save(picture: Any, output: str, format: str | None, *sources: str) -> None:
    """Write a diagram in a format, or in the one that the file's suffix names; to standard output as DOT."""
    output = output_name(output, *sources)
    picture.save(output, format=format or ("dot" if output == STANDARD else ""))
