"""Shared by all commands: their group, common options, the scenarios of a file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..files import STANDARD, read_text
from . import values
from .streams import UNUSABLE, echo_error, exit_code

if TYPE_CHECKING:
    from ..recording import Recording
    from ..scenario import Scenario

FILE = click.argument("file", type=values.SCENARIO)
"""The argument of every command that reads a scenario: a file, or the name of a scenario of the package."""

EDITION = click.option(
    "--edition",
    "-e",
    type=values.EDITION,
    metavar="ID",
    help="The edition of the rules, such as cr2006 or cr2026, or the file of one of your own: mine.toml.",
)
LIMIT = click.option(
    "--limit",
    "limit",
    type=click.IntRange(1, 1000),
    default=1,
    metavar="N",
    help="Multiply the usual limits of events, objects, work and memory by N.",
)


LONGEST = 1000
"""The longest sentence that a list of commands has whole."""

AS = click.option(
    "--as",
    "viewer",
    type=values.VIEWER,
    metavar="PLAYER",
    help="Show only what this player may see, or nobody in particular: nobody.",
)


class Group(click.Group):
    """A group that lists its commands in order of definition, and reports an error on one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """List the commands in order of definition."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List each command with the whole first sentence of its help."""
        named = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        seen = [(name, command) for name, command in named if command and not command.hidden]
        rows = [(name, command.get_short_help_str(LONGEST)) for name, command in seen]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Print the help if there is no command, which is unusable input; what click does then differs by version."""
        if not args and not ctx.resilient_parsing:
            echo_error(ctx.get_help())
            ctx.exit(UNUSABLE)
        return super().parse_args(ctx, args)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command line; an input or output error is reported on one line, with exit code 2."""
        run: Callable[[], Any] = partial(super().main, *args, standalone_mode=False, **extra)
        return sys.exit(exit_code(run)) if standalone_mode else run()


def scenarios(file: str, edition: str | None = None) -> list[Scenario]:
    """All scenarios of a file; they may also name the phases and steps of the given edition."""
    return scenarios_of(script(file), file, edition)


def scenarios_of(text: str, file: str, edition: str | None = None) -> list[Scenario]:
    """All scenarios of the text of a file."""
    from ..edition import load_edition, naming
    from ..scenario import parse_scenarios

    with naming([load_edition(edition).kinds] if edition else []):
        return parse_scenarios(text, "<stdin>" if file == STANDARD else file)


def script(file: str) -> str:
    """The text of a scenario file."""
    from ..scenario.reading.yaml import MAX_BYTES

    return read_text(file, MAX_BYTES)


def edition_id(id: str | None) -> str:
    """The id of the edition that a user names."""
    from ..edition import load_edition

    return load_edition(str(id)).id


def as_seen(recording: Recording, viewer: str | None) -> Recording:
    """The recording as the player sees it whom a user names, or nobody in particular; whole, if they name nobody."""
    return recording if viewer is None else recording.seen_by(viewer)
