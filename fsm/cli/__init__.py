"""The command line: ``fsm``. Exit codes: 0 yes, 1 no, 2 unusable input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..files import STANDARD, output_name
from ..version import __version__
from ..words import COLOURS
from .cards import cards
from .check import check, trace
from .common import AS, EDITION, FILE, LIMIT, Group, as_seen, edition_id, scenarios_of, script
from .completion import completion
from .dap import dap
from .debug import debug
from .diagram import diagram
from .drive import drive, vectors
from .examples import with_examples
from .explain import explain
from .explore import explore
from .library import docs, scenarios
from .new import new
from .player import player
from .quiz import quiz
from .rules import rules
from .streams import coloured, tell, tell_error
from .traces import Traces
from .values import FILE as OUTPUT
from .values import PLACE, TESTED
from .watch import watch

if TYPE_CHECKING:
    from ..recording import Recording
    from ..scenario import Scenario


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="fsm")
def main() -> None:
    """The turn structure of Magic: The Gathering as a state machine you can run, draw and test.

    The exit code is 0 for yes, 1 for no, and 2 if something cannot be used, or for an error of this program itself:
    that is told on one line, and with FSM_TRACEBACK=1 in the environment also where it came up.
    """


@main.command()
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
    from ..game import LIMITS
    from ..recording import play_by_play, trace_lines
    from ..scenario import run_scenario

    if trace_schedule and trace_file is None:
        raise InputError("--trace-schedule needs a trace; add --trace OUT")
    traces = Traces(trace_file, file) if trace_file is not None else None
    player_file = _page_name(page, file) if page is not None else None
    failed, limits = False, LIMITS.times(limit)
    text, recordings = script(file), []
    for scenario in scenarios_of(text, file, edition):
        for id in [edition_id(edition)] if edition else scenario.editions:
            whole = run_scenario(scenario, id, limits)
            recording, limits = as_seen(whole, viewer), whole.left
            if player_file:
                recordings.append(recording)
            if traces:
                traces.write(trace_lines(recording, trace_schedule))
            if not (traces and traces.only):
                lines = _notations(recording) if notation else play_by_play(recording, verbose, coloured())
                tell("\n".join(_schedule(recording, schedule) if schedule else lines), COLOURS)
            failed |= viewer is None and not _holds(scenario, recording)
    if traces:
        traces.close()
    if player_file:
        _write_player(recordings, "" if viewer else text, player_file)
    sys.exit(1 if failed else 0)


def _holds(scenario: Scenario, recording: Recording) -> bool:
    """Whether the expectations hold, if they are about the edition of the run; prints those that do not."""
    from ..scenario import judge

    failures = judge(scenario, recording) if scenario.stands_for(recording.edition) else []
    for failure in failures:
        tell_error(str(failure))
    return not failures


def _page_name(page: str, file: str) -> str:
    """The file that a page is written to."""
    name = output_name(page, file)
    if name == STANDARD:
        raise InputError("standard output takes the play-by-play; name a file, or use fsm player FILE -o -")
    return name


def _write_player(recordings: list[Recording], text: str, file: str) -> None:
    from ..player import Player

    Player(recordings, text).save(file)


def _schedule(recording: Recording, place: str) -> Iterator[str]:
    """The schedule when a player last got priority at a place (or as play left it)."""
    from ..recording import told_schedule
    from ..turn import parse_address

    frame = recording.leaving(parse_address(place, recording.edition.kinds))
    if frame is None:
        raise InputError(f"{place} did not begin in this run", recording.file)
    return told_schedule(frame.state)


def _notations(recording: Recording) -> list[str]:
    from ..words import shown

    names = dict(recording.turns)
    return [f"T{n} {shown(names[n])}: {graph.notation()}" for n, graph in recording.graphs.items()]


@main.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
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
    from .test import check

    sys.exit(check(arguments))


main.add_command(new)
main.add_command(watch)
main.add_command(explain)
main.add_command(quiz)
main.add_command(debug)
main.add_command(dap)
main.add_command(diagram)
main.add_command(player)
main.add_command(explore)
main.add_command(drive)
main.add_command(vectors)
main.add_command(check)
main.add_command(trace)
main.add_command(rules)
main.add_command(scenarios)
main.add_command(docs)
main.add_command(completion)
main.add_command(cards)


@main.command()
@click.argument("what", type=click.Choice(["scenario", "trace", "engine", "vector"]))
@EDITION
def schema(what: str, edition: str | None) -> None:
    """Print a JSON Schema.

    scenario is for scenario files, trace for traces, engine for the lines to and from engines that fsm
    drive tests, and vector for test vectors. An edition of your own adds its phases and steps to scenarios and
    traces.
    """
    from ..edition import DEFAULT, load_edition, naming
    from ..recording import trace_schema
    from ..scenario import scenario_schema
    from ..scenario.schema.folding import readable
    from ..testing import engine_schema, vector_schema

    makers: dict[str, Callable[[], dict[str, Any]]] = {
        "scenario": scenario_schema,
        "trace": trace_schema,
        "engine": engine_schema,
        "vector": vector_schema,
    }
    with naming([load_edition(edition or DEFAULT).kinds]):
        tell(readable(makers[what]()))


with_examples(main, "")

if __name__ == "__main__":
    main()
