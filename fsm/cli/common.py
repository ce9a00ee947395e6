"""Shared by all commands: their group, common options, the scenarios of a file."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..files import STANDARD, read_text
from . import values
from .streams import UNUSABLE, echo_error, exit_code

if TYPE_CHECKING:
    from ..errors import InputError
    from ..recording import Recording
    from ..scenario import Scenario

COMPLETES = "_FSM_COMPLETE"
"""The variable by which a shell asks this program for completions; click makes it from the program's name."""

LONGEST = 1000
"""The longest sentence that a list of commands has whole."""

F = TypeVar("F", bound="Callable[..., Any] | click.Command")


def option(shown: str, help: str, type: Any = None, **more: Any) -> Callable[[F], F]:
    """An option as help shows it, such as ``--limit N``: its names, and what it takes; without that it is a flag."""
    names = [word for word in shown.split(" ") if word.startswith("-")]
    takes = " ".join(shown.split(" ")[len(names) :])
    given = {"type": type, "metavar": takes} if takes else {"is_flag": True}
    return click.option(*names, *([more.pop("name")] if "name" in more else []), help=help, **given, **more)


FILE = click.argument("file", type=values.SCENARIO)
"""The argument of every command that reads a scenario: a file, or the name of a scenario of the package."""


def _only_one(_: click.Context, __: click.Parameter, said: tuple[str, ...]) -> str | None:
    """The edition that a user names; ``InputError`` if they name several, of which click would take the last."""
    from ..errors import InputError
    from ..words import listed, shown

    if len(said) > 1:
        named = listed(shown(one, 40) for one in said)
        raise InputError(f"--edition names {named}; name one, or all, which is each edition of a scenario")
    return next(iter(said), None)


EDITION = option(
    "--edition -e ID",
    "The edition of the rules: 2006, today, a day such as 2004-12-25, or the file of one of your own: mine.toml.",
    values.EDITION,
    multiple=True,
    callback=_only_one,
)
ALL = "all"
"""Named as the edition of runs: all those of a scenario."""
LIMIT = option(
    "--limit N", "Multiply the usual limits of events, objects, work and memory by N.", click.IntRange(1, 1000),
    default=1,
)  # fmt: skip
AS = option(
    "--as PLAYER", "Show only what this player may see, or nobody in particular: nobody.", values.VIEWER, name="viewer"
)
JSON = option("--json", "Print the answer as JSON.", name="as_json")


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one may be a word that somebody looks for."""
        if ctx.parent is None and args and args[0].isidentifier() and not self.get_command(ctx, args[0]):
            ctx.fail(f"No such command {args[0]!r}; fsm find {shlex.join(args)} looks for that word.")
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Print the help if there is no command, which is unusable input; what click does then differs by version."""
        if not args and not ctx.resilient_parsing:
            echo_error(ctx.get_help())
            ctx.exit(UNUSABLE)
        return super().parse_args(ctx, args)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command line; an input or output error is reported on one line, with exit code 2."""
        if COMPLETES in os.environ:
            from .commands import completion  # noqa: F401  # registers what it knows of shells
        run: Callable[[], Any] = partial(super().main, *args, standalone_mode=False, **extra)
        return sys.exit(exit_code(run)) if standalone_mode else run()


def scenarios(file: str, edition: str | None = None) -> list[Scenario]:
    """All scenarios of a file; they may also name the phases and steps of the given edition."""
    return scenarios_of(script(file), file, edition)


def scenarios_of(text: str, file: str, edition: str | None = None) -> list[Scenario]:
    """All scenarios of the text of a file, or the one whose title the user named."""
    from ..edition import naming, playable
    from ..library import Titled
    from ..scenario import choose_scenario, parse_scenarios

    with naming([playable(edition).kinds] if edition and edition != ALL else []):
        found = parse_scenarios(text, "<stdin>" if file == STANDARD else file)
    return [choose_scenario(found, file.scenario)] if isinstance(file, Titled) else found


def script(file: str) -> str:
    """The text of a scenario file."""
    from ..scenario.reading.yaml import MAX_BYTES

    return read_text(file, MAX_BYTES)


def edition_id(id: str | None) -> str:
    """The id of the edition that a user wants to play, with a word of what is not known about the rules of that day."""
    from ..edition import hole, playable

    if unknown := hole(str(id)):
        echo_error(f"fsm: {unknown}")
    return playable(str(id)).id


def chosen(scenario: Scenario, edition: str | None, every: bool = False) -> Sequence[str]:
    """The editions that a user means: the one that they name, or the newest of the scenario, or all of them."""
    if edition is None or edition == ALL:
        return scenario.editions[: None if every or edition else 1]
    return [edition_id(edition)]


def recorded(
    found: Iterable[Scenario], edition: str | None, limit: int = 1, viewer: str | None = None, every: bool = False
) -> Iterator[tuple[Scenario, Recording]]:
    """Each scenario with its runs, which share the limits; the error of one that cannot be done."""
    for scenario, recording, error in so_far(found, edition, limit, viewer, every):
        if error is not None:
            raise error
        yield scenario, recording


def so_far(
    found: Iterable[Scenario], edition: str | None, limit: int = 1, viewer: str | None = None, every: bool = False
) -> Iterator[tuple[Scenario, Recording, InputError | None]]:
    """Each scenario with its runs, which share the limits, up to an act that cannot be done, and its error.

    It runs under the edition that a user names; if they name none, under its newest one, or ``every`` one. They are as
    the player sees them whom a user names, or nobody in particular; whole, if they name nobody.
    """
    from ..errors import ScriptError
    from ..game import LIMITS
    from ..scenario import run_so_far

    limits = LIMITS.times(limit)
    for scenario in found:
        for id in chosen(scenario, edition, every):
            recording, error = run_so_far(scenario, id, limits)
            if error is not None and not isinstance(error, ScriptError):
                raise error
            limits = recording.left if error is None else limits
            yield scenario, recording if viewer is None else recording.seen_by(viewer), error
