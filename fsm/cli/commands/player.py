"""``fsm player``: a scenario, or a trace, as one page to step through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...errors import InputError
from ...files import output_name, read_text
from ..common import AS, EDITION, FILE, LIMIT, as_seen, edition_id, scenarios_of
from ..values import FILE as OUTPUT

if TYPE_CHECKING:
    from ...webpage import Page


@click.command()
@FILE
@EDITION
@click.option("--scenario", "which", metavar="NAME", default="", help="The scenario of the file, by name or number.")
@click.option(
    "--output", "-o", type=OUTPUT, metavar="OUT", required=True, help="The page to write (HTML); - is standard output."
)
@AS
@LIMIT
def player(file: str, edition: str | None, which: str, output: str, viewer: str | None, limit: int) -> None:
    """Write a page to step through a run in a browser.

    FILE is a scenario file, or a trace, which begins with a header. The page needs no network and no other file. It
    shows all editions of the scenario side by side, at the same place; --edition chooses one. With --as it has neither
    the script nor anything else that the player may not see.
    """
    from ...recording.trace import MAX_BYTES, is_trace

    out = output_name(output, file)
    text = read_text(file, MAX_BYTES)
    if file.endswith((".jsonl", ".ndjson")) or is_trace(text):
        if edition or which or viewer:
            raise InputError("a trace has one run; --edition, --scenario and --as are for scenario files", file)
        made = _of_trace(text, file)
    else:
        made = _of_scenario(text, file, edition, which, viewer, limit)
    made.save(out)


def _of_trace(text: str, file: str) -> Page:
    """The page of a trace, which has events without states."""
    from ...recording import read_trace
    from ...webpage import Page

    trace = read_trace(text, file)
    if not trace.events:
        raise InputError("the trace has no events, so there is nothing to show", file)
    return Page((trace,))


def _of_scenario(text: str, file: str, edition: str | None, which: str, viewer: str | None, limit: int) -> Page:
    """The page of a scenario under one edition, or under all that it names."""
    from ...game import LIMITS
    from ...scenario import choose_scenario, run_scenario
    from ...scenario.reading.yaml import MAX_BYTES
    from ...webpage import Page

    if len(text) > MAX_BYTES:
        raise InputError(f"the file is larger than {MAX_BYTES:,} bytes, the maximum", file)
    scenario = choose_scenario(scenarios_of(text, file, edition), which)
    limits = LIMITS.times(limit)
    recordings = []
    for id in [edition_id(edition)] if edition else scenario.editions:
        recording = run_scenario(scenario, id, limits)
        recordings.append(as_seen(recording, viewer))
        limits = recording.left
    return Page(recordings, "" if viewer else text)
