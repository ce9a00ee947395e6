"""``fsm run``, ``fsm explain`` and ``fsm player``: a scenario is run, and the run told or written down."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import InputError
from ...files import STANDARD, is_device, output_name, read_text, write_file
from ...words import COLOURS, listed, shown
from ..common import AS, EDITION, FILE, LIMIT, option, recorded, scenarios, scenarios_of, script, so_far
from ..streams import coloured, echo, echo_error
from ..values import FILE as OUTPUT
from ..values import PLACE, TURN

if TYPE_CHECKING:
    from ...recording import Recording
    from ...scenario import Scenario

WIDEST = 100
"""Longer lines of a story are hard to read."""
MOST_NAMED = 6
"""Of more editions only the last and the first are named."""


@click.command()
@FILE
@EDITION
@option("--trace OUT", "Write the trace (JSON Lines) to this file; - is standard output.", OUTPUT, name="trace_file")
@option("--verbose -v", "Show priority, passes and endings too.")
@option("--notation", "Print only one line for each turn.")
@option("--schedule ADDRESS", "Print what is still to come at a place, and which effects changed it.", PLACE)
@option("--player OUT", "Write a page to step through the run in a browser (HTML).", OUTPUT, name="page")
@AS
@LIMIT
@option("--trace-schedule", "Add to the trace what is still to come, whenever it changes.")
def run(
    file: str, edition: str | None, limit: int, trace_file: str | None, verbose: bool, notation: bool,
    schedule: str | None, trace_schedule: bool, page: str | None, viewer: str | None,
) -> None:  # fmt: skip
    """Run a scenario FILE and print its play-by-play.

    Each line has its rule number. The exit code is 1 if an expectation of the scenario does not hold; they are not
    judged with --as, as they may tell what that player does not see.
    """
    from ...recording import play_by_play, trace_lines

    if trace_schedule and trace_file is None:
        raise InputError("--trace-schedule needs a trace; add --trace OUT")
    traces = Traces(trace_file, file) if trace_file is not None else None
    page_file = _page_name(page, file) if page is not None else None
    failed, text = False, script(file)
    found = scenarios_of(text, file, edition)
    silent = traces is not None and traces.only
    for scenario, recording, error in so_far(found, edition, limit, viewer):
        if not silent and not (error and schedule):
            lines = _notations(recording) if notation else play_by_play(recording, verbose, coloured())
            echo("\n".join(_schedule(recording, schedule) if schedule else lines), COLOURS)
        if error is not None:
            raise error
        if traces:
            traces.write(trace_lines(recording, trace_schedule))
        if not silent:
            for line in _after(scenario, recording, edition is None and not notation and not schedule):
                echo(line)
        failed |= viewer is None and not _holds(scenario, recording)
    if traces:
        traces.close()
    if page_file:
        from ...webpage import Page

        every = [recording for _, recording in recorded(found, edition, limit, viewer, every=True)]
        made = Page if edition else Page.of_scenario
        made(every, "" if viewer else text).save(page_file)
    sys.exit(1 if failed else 0)


def _holds(scenario: Scenario, recording: Recording) -> bool:
    """Whether the expectations hold, if they are about the edition of the run; prints those that do not."""
    from ...scenario import judge

    failures = judge(scenario, recording) if scenario.stands_for(recording.edition) else []
    for failure in failures:
        echo_error(str(failure))
    return not failures


def _after(scenario: Scenario, recording: Recording, of_newest: bool) -> Iterator[str]:
    """What is said after a run: where it stops, and that other editions have theirs."""
    from ...recording.text import where_it_stops

    if not scenario.expects and recording.final.outcome is None:
        yield where_it_stops(recording)
    if of_newest and len(scenario.editions) > 1:
        yield _also(scenario.editions[1:])


def _also(editions: Sequence[str]) -> str:
    """How to see the run under the other editions of a scenario."""
    many = ", or all of them with --edition all" if len(editions) > 1 else ""
    return f"The scenario is also for {_named(editions)}: see it with --edition {editions[0]}{many}"


def _named(editions: Sequence[str]) -> str:
    """Some editions of a scenario, the newest first: their names, or of many only the last and the first."""
    if len(editions) <= MOST_NAMED:
        return listed(editions)
    return f"{len(editions)} editions from {editions[-1]} to {editions[0]}"


def _page_name(page: str, file: str) -> str:
    """The file that a page is written to."""
    name = output_name(page, file)
    if name == STANDARD:
        raise InputError("standard output takes the play-by-play; name a file, or use fsm player FILE -o -")
    return name


def _schedule(recording: Recording, place: str) -> Iterable[str]:
    """The schedule when a player last got priority at a place (or as play left it)."""
    from ...recording import schedule_lines
    from ...turn import parse_address

    frame = recording.leaving(parse_address(place, recording.edition.kinds))
    if frame is None:
        raise InputError(f"{place} did not begin in this run", recording.file)
    return schedule_lines(frame.state)


def _notations(recording: Recording) -> list[str]:
    names = dict(recording.turns)
    return [f"T{n} {shown(names[n])}: {graph.notation()}" for n, graph in recording.graphs.items()]


def _elsewhere(scenario: Scenario, recording: Recording, limit: int, viewer: str | None) -> Iterator[str]:
    """Under which other editions a game goes the same way, and how to see the others."""
    from ...recording.differences import same_course

    def is_same(id: str) -> bool:
        try:
            return all(same_course(recording, other) for _, other in recorded([scenario], id, limit, viewer))
        except InputError:
            return False

    same = [id for id in scenario.editions[1:] if is_same(id)]
    if same:
        yield f"The game goes the same way under {_named(same)}"
    if apart := [id for id in scenario.editions[1:] if id not in same]:
        yield _also(apart)


@click.command()
@FILE
@EDITION
@option("--scenario NAME", "Only this scenario of the file: name or number.", name="which", default="")
@option("--turn N", "Tell only turn N.", TURN)
@AS
@LIMIT
def explain(file: str, edition: str | None, which: str, turn: int | None, viewer: str | None, limit: int) -> None:
    """Tell a scenario FILE as a judge would.

    Each turn is a paragraph, with rule numbers in brackets: what happened, and why the turn was not an ordinary one.
    What happens in every turn is left out. The text is Markdown; a terminal wraps it, a file gets a line for each
    paragraph. For every event on a line of its own, use fsm run. As there, the exit code is 1 if an expectation of the
    scenario does not hold.
    """
    from ...scenario import choose_scenario
    from ...story import game_story

    found = scenarios(file, edition)
    width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST) if sys.stdout.isatty() else 0
    before, failed = "", False
    for scenario, recording in recorded([choose_scenario(found, which)] if which else found, edition, limit, viewer):
        if turn is not None and turn not in {number for number, _ in recording.turns}:
            raise InputError(f"there is no turn {turn}; the run has {len(recording.turns)}", recording.file)
        echo(before + "\n".join(game_story(recording, turn or 0, width)))
        if edition is None and turn is None and len(scenario.editions) > 1:
            echo("\n" + "\n".join(_elsewhere(scenario, recording, limit, viewer)))
        before, failed = "\n", failed | (viewer is None and not _holds(scenario, recording))
    sys.exit(1 if failed else 0)


@click.command()
@FILE
@EDITION
@option("--scenario NAME", "The scenario of the file, by name or number.", name="which", default="")
@option("--output -o OUT", "The page to write (HTML); - is standard output.", OUTPUT, required=True)
@AS
@LIMIT
def player(file: str, edition: str | None, which: str, output: str, viewer: str | None, limit: int) -> None:
    """Write a page to step through a run in a browser.

    FILE is a scenario file, or a trace, which begins with a header. The page needs no network and no other file. It
    shows the newest edition of the scenario, and beside it one under which the game goes otherwise; of editions of
    neighbouring days under which it goes alike it has one. --edition chooses one, or all. With --as it has neither the
    script nor anything else that the player may not see.
    """
    from ...recording.trace import MAX_BYTES, is_trace, read_trace
    from ...scenario import choose_scenario
    from ...scenario.reading import yaml
    from ...webpage import Page
    from ...webpage.wrong import wrong_in

    out = output_name(output, file)
    text = read_text(file, MAX_BYTES)
    if file.endswith((".jsonl", ".ndjson")) or is_trace(text):
        if edition or which or viewer:
            raise InputError("a trace has one run; --edition, --scenario and --as are for scenario files", file)
        trace = read_trace(text, file)
        if not trace.events:
            raise InputError("the trace has no events, so there is nothing to show", file)
        Page((trace,)).save(out)
        return
    if len(text) > yaml.MAX_BYTES:
        raise InputError(f"the file is larger than {yaml.MAX_BYTES:,} bytes, the maximum", file)
    found = scenarios_of(text, file, edition)
    scenario = choose_scenario(found, which)
    if len(found) > 1 and not which:
        echo_error(f"1 of {len(found)} scenarios of this file; --scenario NAME or NUMBER is another one")
    runs = [*so_far([scenario], edition, limit, viewer, every=True)]
    wrong = [] if viewer else [[*wrong_in(*run)] for run in runs]
    made = Page if edition else Page.of_scenario
    made([recording for _, recording, _ in runs], "" if viewer else text, wrong).save(out)
    for error in (error for *_, error in runs if error is not None):
        raise error


_NUMBERED = re.compile(r"(.+)-([1-9][0-9]{0,8})\Z", re.DOTALL)


class Traces:
    """The traces of the runs of one scenario file.

    Files after the first get a number. Standard output gets each trace at once. A device or a
    pipe gets all traces at the end, since its reader leaves when it is closed.
    """

    def __init__(self, output: str, source: str) -> None:
        """Take the name of the output, and that of the input file, which is never overwritten."""
        self.output, self.source = output_name(output, source), source
        self.held: list[bytes] = []

    @property
    def only(self) -> bool:
        """Whether standard output is used for traces only."""
        return self.output == STANDARD

    def write(self, lines: Iterable[str]) -> None:
        """Write the trace of one run."""
        trace = "".join(f"{line}\n" for line in lines).encode()
        if not self.only and is_device(self.output):
            self.held.append(trace)
            return
        write_file(self.output, trace)
        if not self.only:
            self.output = output_name(following(self.output), self.source)

    def close(self) -> None:
        """Write the traces that were kept for the end."""
        if self.held:
            write_file(self.output, b"".join(self.held))


def following(name: str) -> str:
    """The name of the next file.

    >>> following("out.jsonl"), following("out-2.jsonl"), following("out-².jsonl")
    ('out-2.jsonl', 'out-3.jsonl', 'out-²-2.jsonl')
    """
    path = Path(name)
    match = _NUMBERED.match(path.stem)
    stem = f"{match[1]}-{int(match[2]) + 1}" if match else f"{path.stem}-2"
    return str(path.with_name(stem + path.suffix))
