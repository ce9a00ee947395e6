"""``fsm run``: a scenario's play-by-play, its notation, its trace, and its page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ...errors import InputError
from ...files import STANDARD, output_name
from ...words import COLOURS
from ..common import AS, EDITION, FILE, LIMIT, as_seen, edition_id, scenarios_of, script
from ..streams import coloured, echo, echo_error
from ..traces import Traces
from ..values import FILE as OUTPUT
from ..values import PLACE

if TYPE_CHECKING:
    from ...recording import Recording
    from ...scenario import Scenario


@click.command()
@FILE
@EDITION
@click.option(
    "--trace",
    "trace_file",
    type=OUTPUT,
    metavar="OUT",
    help="Write the trace (JSON Lines) to this file; - is standard output.",
)
@click.option("--verbose", "-v", is_flag=True, help="Show priority, passes and endings too.")
@click.option("--notation", is_flag=True, help="Print only one line for each turn.")
@click.option(
    "--schedule",
    type=PLACE,
    metavar="ADDRESS",
    help="Print what is still to come at a place, and which effects changed it.",
)
@click.option(
    "--player", "page", type=OUTPUT, metavar="OUT", help="Write a page to step through the run in a browser (HTML)."
)
@AS
@LIMIT
@click.option("--trace-schedule", is_flag=True, help="Add to the trace what is still to come, whenever it changes.")
def run(
    file: str,
    edition: str | None,
    limit: int,
    trace_file: str | None,
    verbose: bool,
    notation: bool,
    schedule: str | None,
    trace_schedule: bool,
    page: str | None,
    viewer: str | None,
) -> None:
    """Run a scenario FILE and print its play-by-play.

    Each line has its rule number. The exit code is 1 if an expectation of the scenario does not hold; they are not
    judged with --as, as they may tell what that player does not see.
    """
    from ...game import LIMITS
    from ...recording import play_by_play, trace_lines
    from ...scenario import run_scenario

    if trace_schedule and trace_file is None:
        raise InputError("--trace-schedule needs a trace; add --trace OUT")
    traces = Traces(trace_file, file) if trace_file is not None else None
    page_file = _page_name(page, file) if page is not None else None
    failed, limits = False, LIMITS.times(limit)
    text, recordings = script(file), []
    for scenario in scenarios_of(text, file, edition):
        for id in [edition_id(edition)] if edition else scenario.editions:
            whole = run_scenario(scenario, id, limits)
            recording, limits = as_seen(whole, viewer), whole.left
            if page_file:
                recordings.append(recording)
            if traces:
                traces.write(trace_lines(recording, trace_schedule))
            if not (traces and traces.only):
                lines = _notations(recording) if notation else play_by_play(recording, verbose, coloured())
                echo("\n".join(_schedule(recording, schedule) if schedule else lines), COLOURS)
            failed |= viewer is None and not _holds(scenario, recording)
    if traces:
        traces.close()
    if page_file:
        _write_page(recordings, "" if viewer else text, page_file)
    sys.exit(1 if failed else 0)


def _holds(scenario: Scenario, recording: Recording) -> bool:
    """Whether the expectations hold, if they are about the edition of the run; prints those that do not."""
    from ...scenario import judge

    failures = judge(scenario, recording) if scenario.stands_for(recording.edition) else []
    for failure in failures:
        echo_error(str(failure))
    return not failures


def _page_name(page: str, file: str) -> str:
    """The file that a page is written to."""
    name = output_name(page, file)
    if name == STANDARD:
        raise InputError("standard output takes the play-by-play; name a file, or use fsm player FILE -o -")
    return name


def _write_page(recordings: list[Recording], text: str, file: str) -> None:
    from ...webpage import Page

    Page(recordings, text).save(file)


def _schedule(recording: Recording, place: str) -> Iterator[str]:
    """The schedule when a player last got priority at a place (or as play left it)."""
    from ...recording import schedule_lines
    from ...turn import parse_address

    frame = recording.leaving(parse_address(place, recording.edition.kinds))
    if frame is None:
        raise InputError(f"{place} did not begin in this run", recording.file)
    return schedule_lines(frame.state)


def _notations(recording: Recording) -> list[str]:
    from ...words import shown

    names = dict(recording.turns)
    return [f"T{n} {shown(names[n])}: {graph.notation()}" for n, graph in recording.graphs.items()]
