"""``fsm drive`` and ``fsm vectors``: the scenarios as tests of other rules engines."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from ...errors import InputError
from ...files import output_name, write_file
from ...words import listed, nearest, shown
from ..common import edition_id, option
from ..streams import echo, echo_error, echo_json
from ..values import EDITION, FILE, SCENARIOS

if TYPE_CHECKING:
    from ...driving import Corpus, Recorder, Report, WireEngine
    from ...recording import Seen

COUNT = click.IntRange(1, 1_000_000)

FROM = option(
    "--from PATH", "Take these scenario files, vectors or folders of them (default: all scenarios of this package).",
    SCENARIOS, name="paths", multiple=True,
)  # fmt: skip


class _WithCommand(click.Command):
    """A command whose arguments after ``--`` are another program's."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        ctx.meta["command"] = tuple(args[at + 1 :])
        return super().parse_args(ctx, args[:at])


@click.command(cls=_WithCommand, options_metavar="[OPTIONS]")
@click.argument("engine", required=False, metavar="MODULE:CLASS | -- COMMAND...")
@option("--edition -e ID", "Play by this edition only (default: those that the engine names, or cr2026).", EDITION)
@FROM
@option("--only -k TEXT", "Only scenarios with this text in their id.", name="part", default="")
@option("--random N", "Play up to N random games instead, and show the plainest one that differs.", COUNT, name="games")
@option("--seed S", "Which random games these are (1): the same number gives the same games.", click.INT, default=1)
@option("--save OUT", "Also write that game to a scenario file.", FILE)
@option("--counts", "Count the sequences of steps of small positions instead, and compare the numbers.")
@option("--first -x", "Stop at the first difference or failure.")
@option("--all -a", "Show every difference, not only the plainest of each cause.", name="every")
@option(
    "--timeout SECONDS", "How long an answer may take (10); that with which a Python module is imported may take 20.",
    click.FloatRange(0.01, 3600), default=10.0,
)  # fmt: skip
@option("--json", "Print the report as JSON.", name="as_json")
@option("--tolerate NUMBERS", "Follow differences under these rules, such as 103.8a,508.8, and judge what comes after.")
@option("--known PATH", "A file of what the engine is known to do otherwise: only what is not in it fails.", FILE)
@option("--update-known", "Write what the engine does otherwise into the --known file.", name="update")
@option("--transcript OUT", "Also write each line asked (>) and answered (<) to this file.", FILE)
@option("--junitxml OUT", "Also write the report as JUnit XML to this file.", FILE)
@option("--markdown OUT", "Also write it as Markdown, with tables by rule and by capability.", FILE)
@option("--badge OUT", "Also write the result as a badge, an SVG.", FILE)
@click.pass_context
def drive(
    context: click.Context, engine: str | None, edition: str | None, paths: tuple[str, ...], part: str,
    games: int | None, seed: int, save: str | None, counts: bool, first: bool, every: bool, timeout: float,
    as_json: bool, tolerate: str | None, known: str | None, update: bool, transcript: str | None, junitxml: str | None,
    markdown: str | None, badge: str | None,
) -> None:  # fmt: skip
    """Test another rules engine with the scenarios.

    Its turns, phases and steps have to come in the same order. The engine is a Python class
    (fsm drive my_engine:Engine) or a program that answers lines of JSON (fsm drive -- ./my_engine). It names its
    abilities, and gets the scenarios that need no others. One that crashes, hangs or answers nonsense fails that
    scenario, and begins the next one anew. The exit code is 0 if everything is as expected, 1 if something differs or
    fails, 2 if the engine cannot be used, or fails in one scenario after another. docs/ENGINES.md explains it; fsm
    schema engine prints the JSON Schema of the lines.
    """
    from ...driving import drive as drive_engine
    from ...driving import drive_random, known_text, read_known, report_json, report_lines, with_known
    from ...edition import DEFAULT

    others = (games, known, tolerate, transcript, junitxml, markdown, badge)
    if counts and (paths or part or first or every or as_json or any(one is not None for one in others)):
        raise click.UsageError(
            "--counts prints numbers of its own positions: leave out all but --edition and --timeout"
        )
    _check_together(games, save, update, known, bool(paths or part or first or every))
    expected = read_known(known) if known is not None and (not update or Path(known).exists()) else {}
    scenario = ""
    files = {"transcript": transcript, "junitxml": junitxml, "markdown": markdown, "badge": badge, "save": save}
    outputs = {what: output_name(name) for what, name in files.items() if name is not None}
    with ExitStack() as stack:
        one = _engine(engine, context.meta["command"], timeout, stack)
        one.transcript = [] if "transcript" in outputs else None
        editions = [edition_id(edition)] if edition else list(one.hello().editions) or [DEFAULT]
        tolerated = _rules(tolerate, editions)
        if counts:
            sys.exit(_compare_counts(one, editions))
        if games is None:
            report = drive_engine(one, _corpus(paths, editions, part).vectors, first, tolerated)
        else:
            report, scenario = drive_random(one, games, seed, editions, tolerated)
    report = with_known(report, expected)
    if as_json:
        echo_json(report_json(report))
    else:
        plainest = ["", "The plainest game that shows it, a scenario:", "", scenario] if scenario else []
        echo("\n".join([*report_lines(report, every), *plainest]))
    if not scenario and "save" in outputs:
        del outputs["save"]
        echo_error("no game differs, so none was written")
    for what, name in outputs.items():
        write_file(name, scenario.encode() if what == "save" else _written(what, report, one))
    if update and known is not None:
        write_file(known, known_text(report, expected).encode())
        echo_error(f"Wrote {len(report.otherwise)} known differences to {shown(known)}")
    if report.ended:
        echo_error(f"the engine was given up: {shown(report.ended)}")
    sys.exit(2 if report.ended else 1 if report.news and not update else 0)


def _compare_counts(engine: WireEngine, editions: list[str]) -> int:
    """Prints the counts of an engine, and which of them differ; the exit code."""
    from ...driving import compared

    differ = 0
    for edition in editions:
        for position, right, found in compared(engine, edition):
            differ += found != right
            expected = "" if found == right else f", expected {right}"
            echo(f"{edition}  {position.name:<28} {found}{expected}")
    return int(differ > 0)


def _check_together(games: int | None, save: str | None, update: bool, known: str | None, chosen: bool) -> None:
    """Refuses options that mean nothing together."""
    if games is not None and (chosen or known is not None):
        raise click.UsageError("--random plays games of its own: leave out --from, --only, --known, -x and -a")
    if save is not None and games is None:
        raise click.UsageError("--save writes the game that --random finds: fsm drive --random 500 --save OUT ...")
    if update and known is None:
        raise click.UsageError("--update-known writes the file that --known names: fsm drive --known known.txt ...")


def _written(what: str, report: Report, engine: WireEngine) -> bytes:
    """What a file has, by the option that names it."""
    from ...driving import badge, junit_xml, markdown

    if what == "transcript":
        return b"\n".join([*(engine.transcript or ()), b""])
    return junit_xml(report) if what == "junitxml" else {"markdown": markdown, "badge": badge}[what](report).encode()


def _rules(numbers: str | None, editions: list[str]) -> frozenset[str]:
    """The numbers of rules with commas between them; ``InputError`` if one is of none of the editions."""
    from ...edition import load_edition

    named = [number.strip() for number in (numbers or "").split(",") if number.strip()]
    known = {number for id in editions for number in load_edition(id).rules}
    if wrong := next((number for number in named if number not in known), None):
        raise InputError(f"no rule {wrong!r} in {listed(editions, 'or')}{nearest(wrong, known)}; fsm rules lists them")
    return frozenset(named)


def _terminated(number: int, frame: FrameType | None) -> Any:
    """Ends this process as usual, so that the engine's process ends too."""
    raise SystemExit(128 + number)


def _engine(named: str | None, command: tuple[str, ...], timeout: float, stack: ExitStack) -> WireEngine:
    from ...driving import WireEngine, load_engine

    if (named is None) == (not command):
        raise click.UsageError("name one engine: module:Class, or -- and the command that starts it")
    stack.callback(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, _terminated))
    if hasattr(signal, "SIGPIPE"):  # an engine that closes its input is an error of the engine
        stack.callback(signal.signal, signal.SIGPIPE, signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    if named is not None:
        return stack.enter_context(load_engine(named, timeout))
    return stack.enter_context(WireEngine(command, timeout))


def _corpus(paths: tuple[str, ...], editions: list[str], part: str = "") -> Corpus:
    from ...driving import read_corpus
    from ...library import corpus_folder

    return read_corpus(paths or (corpus_folder(),), [edition_id(one) for one in editions], part)


@click.command()
@click.argument("folder", type=FILE, metavar="OUT/")
@option("--edition -e ID", "Only these editions (default: all of them).", EDITION, name="editions", multiple=True)
@FROM
def vectors(folder: str, editions: tuple[str, ...], paths: tuple[str, ...]) -> None:
    """Write the scenarios as test vectors into a folder.

    Vectors are JSON files for tests of engines in any language: OUT gets a file for each scenario and edition,
    index.json with their names, the smallest first, and schema.json. docs/ENGINES.md explains how to run them.
    """
    from ...driving import write_vectors
    from ...edition import edition_ids

    corpus = _corpus(paths, list(editions or edition_ids()))
    write_vectors(corpus, folder)
    echo(f"{len(corpus.vectors)} vectors in {folder}")
    if corpus.same:
        echo(f"{corpus.same} more scenarios are the same in neutral words")
    if corpus.unsaid:
        echo(f"{len(corpus.unsaid)} cannot be told in neutral words; index.json says why")


@click.command(cls=_WithCommand, options_metavar="[OPTIONS]")
@click.argument("engine", required=False, metavar="MODULE:CLASS | -- COMMAND...")
@option("--output -o OUT", "The file of the trace.", FILE, required=True)
@option("--edition -e ID", "The edition of the rules (default: cr2026, or the last that the engine names).", EDITION)
@option("--players NAMES", "The players in turn order: Ann,Bob. The first of them begins.", default="Ann,Bob")
@option("--random MOVES", "Play a random game of that many moves instead of reading them.", COUNT, name="moves")
@option("--seed S", "Which random game this is (1).", click.INT, default=1)
@option(
    "--timeout SECONDS", "How long an answer may take (10); that with which a Python module is imported may take 20.",
    click.FloatRange(0.01, 3600), default=10.0,
)  # fmt: skip
@click.pass_context
def record(
    context: click.Context, engine: str | None, output: str, edition: str | None, players: str, moves: int | None,
    seed: int, timeout: float,
) -> None:  # fmt: skip
    """Play a game with another engine, and write its trace.

    What happens is read line by line: pass, pass 5, or what the engine is told to do, such as extra_turn player=Ann
    (docs/ENGINES.md lists all of it). What begins is printed. The trace is written when the input ends, and as the
    engine fails; fsm check says whether it is a possible game.
    """
    from random import Random

    from ...driving import EngineError, Recorder, random_lines
    from ...driving.words import Setup
    from ...edition import DEFAULT

    out = output_name(output)
    names = tuple(name.strip() for name in players.split(","))
    if len(names) < 2 or len(set(names)) < len(names) or not all(names):
        raise InputError(f"found players {shown(players, 60)!r}, expected two or more different names: Ann,Bob")
    with ExitStack() as stack:
        one = _engine(engine, context.meta["command"], timeout, stack)
        hello = one.hello()
        known = DEFAULT in hello.editions or not hello.editions
        rules = edition_id(edition) if edition else DEFAULT if known else hello.editions[-1]
        recorder = Recorder(one, Setup(rules, names, names[0]))
        lines = sys.stdin if moves is None else random_lines(Random(seed), moves, hello.able)  # noqa: S311  # any game
        try:
            _show(recorder.start())
            for line in lines:
                if line.strip() and not recorder.over:
                    _show_done(recorder, line.strip())
        except EngineError as error:
            raise InputError(str(error)) from None
        finally:
            write_file(out, recorder.text().encode())


def _show(seen: Iterable[Seen]) -> None:
    for one in seen:
        echo(str(one))


def _show_done(recorder: Recorder, line: str) -> None:
    """Does what a line says; a line that says nothing is told, and nothing is lost."""
    try:
        _show(recorder.do(line))
    except InputError as error:
        echo_error(str(error))
