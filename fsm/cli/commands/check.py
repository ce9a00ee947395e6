"""``fsm test``, ``check`` and ``trace diff``: scenarios with pytest; traces of any engine, judged and compared."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError
from ...words import shown
from ..common import EDITION, JSON, Group, option, scenarios
from ..streams import echo, echo_json
from ..values import FILE, SCENARIO, TESTED

if TYPE_CHECKING:
    from ...check.observed import Observed
    from ...check.reading import Header, Lines
    from ...check.verdict import Verdict
    from ...edition import Edition


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("arguments", metavar="[PATH | OPTION OF PYTEST]...", nargs=-1, type=TESTED)
def test(arguments: tuple[str, ...]) -> None:
    """Check the expectations of scenario files with pytest.

    The default are the files in scenarios/. A PATH may also be the name of a scenario of the package, or of a topic;
    --corpus checks them all. Options of pytest may come anywhere: -k extra, -x, --lf, -n 2.
    --limit N multiplies the usual limits of events, objects, work and memory by N. --edition ID runs only the
    scenarios of that edition; an edition of your own, mine.toml, runs those of the edition that it extends, and
    shows which expectations it changes. --pdb opens the debugger where a scenario fails, --turn-player DIR writes
    its page, --turn-update writes golden traces.
    """
    from .test import run_pytest

    sys.exit(run_pytest(arguments))


@click.command()
@click.argument("trace", type=FILE)
@EDITION
@option("--scenario -s FILE", "Compare with the run of this scenario.", SCENARIO, name="file")
@option("--map -m MAP", "Read another program's log, as this mapping (TOML) says.", FILE, name="mapping")
@option("--players NAMES", "The players in turn order: Ann,Bob.")
@option("--silent KINDS", "Phases and steps that the trace never tells of: untap,cleanup.")
@click.option(
    "--effects",
    type=click.Choice(["told", "unknown", "none"]),
    default="told",
    show_default=True,
    help="Which effects may change turns: those the trace tells of, any, or none.",
)
@option("--bound N", "How many ways to try between two events.", click.IntRange(10, 100_000))
@JSON
def check(
    trace: str, edition: str | None, file: str | None, mapping: str | None, players: str | None, silent: str | None,
    effects: str, bound: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Check whether a TRACE is a possible game.

    The TRACE may be of any engine, and the game is one under an edition. The answer names the first impossible event,
    the rules that it breaks, and what could have come instead. The trace may leave out what it likes:
    docs/CHECKING.md describes what is judged. The exit code is 1 if it is impossible.
    """
    from msgspec.structs import replace

    from ...check.judge import BOUND, check_trace, setup_of
    from ...check.reading import opened
    from ...check.scripted import compare_with
    from ...edition import playable
    from ...scenario import choose_scenario, run_scenario

    with opened(trace) as lines:
        events, header, notes = _events(lines, mapping)
        id = edition or str(header["edition"])
        if not id:
            raise InputError("the trace names no edition; add --edition cr2026, or another one", lines.file, 1)
        rules = playable(id)
        expected = run_scenario(choose_scenario(scenarios(file, rules.id), ""), rules.id) if file else None
        told = {"players": _listed(players), "silent": _listed(silent)}
        given: dict[str, Any] = {name: names for name, names in told.items() if names}
        setup = replace(setup_of(header), **given, effects=effects, bound=bound or BOUND)
        with _progress() as tick:
            if expected is None:
                verdict = check_trace(events, rules, setup, lines.file, tick)
            else:
                verdict = compare_with(events, expected, setup, lines.file, tick)
    _answer(verdict, rules, notes(), as_json)


def _answer(verdict: Verdict, rules: Edition, notes: list[str], as_json: bool) -> None:
    from msgspec.structs import replace

    if not verdict.events and verdict.possible:
        raise InputError("the trace tells of no event, and there is nothing to check", verdict.file)
    verdict = replace(verdict, notes=(*verdict.notes, *notes))
    if as_json:
        echo_json(verdict.data())
    else:
        echo("\n".join(verdict.lines(rules)))
    sys.exit(0 if verdict.possible else 1)


def _events(lines: Lines, mapping: str | None) -> tuple[Iterable[Observed], Header, Callable[[], list[str]]]:
    """The events of a trace, its header, and its notes, which are known once all are read."""
    if mapping is None:
        from ...check.reading import TraceReader

        reader = TraceReader(lines)
        return reader, reader.header, lambda: reader.notes
    from ...check.mapping import read_mapping

    mapped = read_mapping(mapping).reader(lines)
    return mapped, mapped.header, lambda: mapped.notes


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


@contextmanager
def _progress() -> Iterator[Callable[[int], None] | None]:
    """Tells on a terminal how many events were read."""

    def tell(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield lambda number: tell(f"\r{number:,} events")
    finally:
        tell("\r\x1b[K")


@click.group(cls=Group)
def trace() -> None:
    """Work with traces."""


@trace.command()
@click.argument("one", type=FILE)
@click.argument("other", type=FILE)
@option("--kinds KINDS", "Compare only events of these kinds: turn.begin,step.begin.")
@option("--fields FIELDS", "Compare only these fields: active,phase,step.")
@JSON
def diff(one: str, other: str, kinds: str | None, fields: str | None, as_json: bool) -> None:
    """Compare two traces: the first difference with its context, and the lengths of both.

    The exit code is 1 if they differ.
    """
    import msgspec

    from ...check.comparing import Comparison, Difference, compare, lines, rows_of
    from ...check.reading import TraceReader, opened

    if one == other == "-":
        raise InputError("both traces are standard input; name a file for one of them")
    comparison = Comparison(frozenset(_listed(kinds)) or None, frozenset(_listed(fields)) or None)
    with opened(one) as left, opened(other) as right:
        found = compare(rows_of(TraceReader(left)), rows_of(TraceReader(right)), comparison)
    same = not isinstance(found, Difference)
    if as_json:
        echo_json({"same": same, "difference": None if same else msgspec.to_builtins(found)}, indent=None)
    elif isinstance(found, Difference):
        echo("\n".join(lines(found, shown(left.file), shown(right.file))))
    else:
        echo(f"{shown(left.file)} and {shown(right.file)} are the same: {found:,} events")
    sys.exit(0 if same else 1)
