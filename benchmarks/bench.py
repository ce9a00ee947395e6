"""Speeds, each as a ratio to a reference measured in the same run; absolute times say little.

``python benchmarks/bench.py`` prints, for each figure, what was measured, the goal and
whether it holds. Nothing here is a test: a busy machine may miss a goal.
"""

from __future__ import annotations

import gc
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

from packed import INSTANTS, search
from transitions.extensions import HierarchicalMachine

from fsm.check import check_trace
from fsm.check.judge import Setup
from fsm.check.reading import Lines, TraceReader
from fsm.debugger import Session
from fsm.diagram import scenario_diagram, turn_diagram
from fsm.diagram.drawing.dot import to_dot
from fsm.diagram.drawing.render import draw
from fsm.diagram.drawing.theme import TOKENS
from fsm.edition import load_edition
from fsm.exploring import explore
from fsm.game import play, read_card, start_game, step
from fsm.game.state.decision import PASS
from fsm.game.state.state import replace
from fsm.recording import trace_lines
from fsm.scenario import Scenario, default_action, parse_scenarios, read_scenarios, run_scenario
from fsm.testing import CAPABILITIES, Vector, corpus_folder, drive, read_corpus
from fsm.testing.words import Answer, Ask, Expected, Hello
from fsm.turn import TurnGraph, TurnMachine, add_turn, base_turn, insert_phases, next_turn, skip, start_rotation
from fsm.turn.machine import SlashState

ROUNDS = 9
PLAYERS = Setup(players=("Ann", "Bob"))
AGAIN = {"when": "end_of_combat", "nth": 0, "do": [{"extra_phases": ["combat"]}]}
"""A trigger that adds a combat at the end of each."""


class Reference(HierarchicalMachine):
    """The reference: turn > phase > step on ``transitions``, two guards on each of twelve moves."""

    state_cls = SlashState


class Willing:
    """A model whose guards always hold."""

    def stack_empty(self) -> bool:
        """It is."""
        return True

    def all_passed(self) -> bool:
        """They have."""
        return True


def reference_model() -> Willing:
    """A model on the reference machine: separator, no auto transitions, all moves at the root."""
    phases = [(p.kind, [s.kind for s in p.steps]) for p in load_edition("cr2026").phases]
    states = [{"name": p, "children": s, "initial": s[0]} if s else p for p, s in phases]
    paths = [f"turn/{p}/{s}" if s else f"turn/{p}" for p, steps in phases for s in steps or [""]]
    model = Willing()
    machine = Reference(
        model,
        states=[{"name": "turn", "children": states, "initial": "beginning"}],
        initial=paths[0],
        auto_transitions=False,
    )
    for here, there in zip(paths, paths[1:] + paths[:1], strict=True):
        machine.add_transition("advance", here, there, conditions=["stack_empty", "all_passed"])
    return model


def per_call(work: Callable[[], object], count: int) -> float:
    """Seconds for one of ``count`` calls."""
    start = time.perf_counter()
    for _ in range(count):
        work()
    return (time.perf_counter() - start) / count


def recorded(passes: int) -> float:
    """Seconds a pass through the public ``step``, every event and its state kept."""
    state, events = start_game("cr2026", ["Ann", "Bob"])
    kept = list(events)
    start = time.perf_counter()
    for _ in range(passes):
        state, happened = step(state, PASS[state.decision.player])  # type: ignore[union-attr]
        kept += happened
    return (time.perf_counter() - start) / passes


def unrecorded(passes: int) -> float:
    """Seconds a pass through ``play`` without a log."""
    state, _ = start_game("cr2026", ["Ann", "Bob"])
    start = time.perf_counter()
    for _ in range(passes):
        state = play(state, PASS[state.decision.player])  # type: ignore[union-attr]
    return (time.perf_counter() - start) / passes


def turns(count: int) -> float:
    """Seconds for that many turns of an empty game, nothing recorded."""
    state, _ = start_game("cr2026", ["Ann", "Bob"])
    start = time.perf_counter()
    while state.turn <= count:
        state = play(state, PASS[state.decision.player])  # type: ignore[union-attr]
    return time.perf_counter() - start


def memory_after(count: int) -> int:
    """Bytes that a game holds after that many turns."""
    state, _ = start_game("cr2026", ["Ann", "Bob"])
    while state.turn <= 10:
        state = play(state, PASS[state.decision.player])  # type: ignore[union-attr]
    tracemalloc.start()
    while state.turn <= count:
        state = play(state, PASS[state.decision.player])  # type: ignore[union-attr]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def taking_one_of(pending: int) -> Callable[[], object]:
    """Makes an extra turn and takes it, with so many pending."""
    rotation = start_rotation(2)
    for _ in range(pending):
        rotation = add_turn(rotation, 0, "Time Walk")
    return lambda: next_turn(add_turn(rotation, 1, "Time Walk"))


def turn_with_pending(pending: int) -> float:
    """Seconds for a whole turn of a game with so many extra turns pending."""
    state, _ = start_game("cr2026", ["Ann", "Bob"])
    rotation = state.rotation
    for _ in range(pending + 50):
        rotation = add_turn(rotation, 0, "Time Walk")
    state = replace(state, rotation=rotation)
    gc.collect()  # what was just made is looked at now, and not while turns are played
    start = time.perf_counter()
    while state.turn <= 50:
        state = play(state, PASS[state.decision.player])  # type: ignore[union-attr]
    return (time.perf_counter() - start) / 50


def process(*arguments: str) -> float:
    """Seconds of a whole process, the median of several."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def report(what: str, measured: str, goal: str, holds: bool) -> None:
    """One line of the report."""
    print(f"{what:<58}{measured:>22}   {goal:<26}{'holds' if holds else 'MISSED'}", flush=True)


def passes() -> None:
    """Passes a second against the reference's transitions a second, pair by pair."""
    model = reference_model()
    with_log, without, own = [], [], []
    for _ in range(2 * ROUNDS):
        one = per_call(model.advance, 800)  # type: ignore[attr-defined]
        own.append(one)
        with_log.append(one / recorded(12_000))
        without.append(one / unrecorded(12_000))
    print(f"reference: {1e6 * statistics.median(own):.0f} us a guarded transition (turn > phase > step)")
    ratio = statistics.median(with_log)
    report(
        "passes through step(), recording on, to the reference", f"{ratio:.1f} times", "at least 28 times", ratio >= 28
    )
    ratio = statistics.median(without)
    report(
        "passes through play(), nothing recorded, to the reference",
        f"{ratio:.1f} times",
        "at least 45 times",
        ratio >= 45,
    )


def long_games() -> None:
    """Ten times as many turns, and what they hold."""
    ratio = statistics.median(turns(100_000) / turns(10_000) for _ in range(3))
    report("100,000 turns to 10,000 turns", f"{ratio:.2f} times", "at most 11 times", ratio <= 11)
    few, many = memory_after(100), memory_after(5_000)
    measured = f"{few:,} to {many:,} B"
    report("memory held after 100 and after 5,000 turns", measured, "does not grow", many <= few + 4096)


def pending_turns() -> None:
    """The ten-thousandth extra turn against the first."""
    many, one = taking_one_of(10_000), taking_one_of(1)
    ratio = statistics.median(per_call(many, 2000) / per_call(one, 2000) for _ in range(10 * ROUNDS))
    report(
        "making and taking an extra turn, 10,000 pending to 1",
        f"{ratio:.2f} times",
        "the same (at most 1.2)",
        ratio <= 1.2,
    )
    ratio = statistics.median(turn_with_pending(10_000) / turn_with_pending(1) for _ in range(2 * ROUNDS))
    report("a whole turn, 10,000 pending to 1", f"{ratio:.2f} times", "the same (at most 1.2)", ratio <= 1.2)


def rewrites() -> None:
    """A rewrite of a graph that was seen before."""
    turn = base_turn("cr2026")
    works: list[Callable[[], object]] = [
        lambda: insert_phases(turn, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault"),
        lambda: skip(turn, "beginning/draw", "Fatigue"),
    ]
    slowest = max(min(per_call(work, 20_000) for _ in range(ROUNDS)) for work in works)
    report("a rewrite of a graph seen before", f"{1e6 * slowest:.2f} us", "under 5 us", slowest < 5e-6)


def grown(count: int) -> tuple[TurnGraph, str]:
    """A turn with so many extra combats, each made in the one before, and the last of them."""
    graph, last = base_turn("cr2026"), "combat"
    for _ in range(count):
        graph = insert_phases(graph, last, ("combat",), "Aurelia")
        last = f"combat+{graph.insertions}"
    return graph, last


def inserting(graph: TurnGraph, last: str, by: str) -> float:
    """Seconds for a combat added to a turn, with the rows of the table by which play comes to it."""
    start = time.perf_counter()
    after = insert_phases(graph, last, ("combat",), by)
    for move in after.table[f"turn/{last}/end_of_combat/ending"].regular_moves:
        assert move.to.regular_moves
    return time.perf_counter() - start


def combats(count: int) -> float:
    """Seconds to play a turn with so many extra combats, every event and its state kept."""
    drum = read_card({"name": "Drum", "type": "artifact", "triggers": [AGAIN]})
    idle = read_card({"name": "Wall", "type": "creature", "toughness": 4})  # without any choice it would be a draw
    state, events = start_game("cr2026", ["Ann", "Bob"], battlefield=[(0, drum), (0, idle)])
    kept = list(events)
    start = time.perf_counter()
    while state.graph.insertions < count:
        state, happened = step(state, default_action(state))
        kept += happened
    return time.perf_counter() - start


def insertions() -> None:
    """Rewrites of a turn that were never made before, in a regular turn and in one of a thousand combats."""
    regular, large = grown(0), grown(999)
    firsts: list[float] = []
    thousandths: list[float] = []
    machines: list[float] = []
    for number in range(25 * ROUNDS):
        firsts.append(inserting(*regular, f"{number}"))
        thousandths.append(inserting(*large, f"{number}"))
        machines.append(per_call(lambda: TurnMachine(Willing(), regular[0]), 1) if number % 25 == 0 else machines[-1])
    ratio = statistics.median(machine / first for machine, first in zip(machines, firsts, strict=True))
    report(
        "building a turn's machine, to a fresh rewrite with its table", f"{ratio:.0f} times", "at least 50", ratio >= 50
    )
    ratio = statistics.median(thousandths) / statistics.median(firsts)
    report("the thousandth insertion to the first", f"{ratio:.2f} times", "at most twice", ratio <= 2)
    ratio = statistics.median(combats(1_000) / combats(100) for _ in range(5))
    report("a turn with 1,000 extra combats to one with 100", f"{ratio:.1f} times", "at most 15 times", ratio <= 15)


def starting() -> None:
    """``fsm run`` of a small scenario against the imports it cannot do without."""
    imports = process("-c", "import networkx, transitions")
    run = process("-m", "fsm", "run", "benchmarks/small.turn.yaml")
    report(
        "fsm run of a small scenario to importing its libraries",
        f"{run / imports:.2f} times",
        "at most 3 times",
        run <= 3 * imports,
    )


def drawing() -> None:
    """500 scenario turns as DOT against running them; as SVG against Graphviz alone."""
    files = sorted(Path("scenarios").glob("*/*.turn.yaml"))
    runs = [(scenario, edition) for file in files for scenario in read_scenarios(file) for edition in scenario.editions]
    some: list[tuple[Scenario, str]] = []
    turns = 0
    for scenario, edition in runs:
        some.append((scenario, edition))
        turns += len(run_scenario(scenario, edition).graphs)
        if turns >= 500:
            break
    ratios = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        recordings = [run_scenario(scenario, edition) for scenario, edition in some]
        ran = time.perf_counter()
        for recording in recordings:
            for number in recording.graphs:
                scenario_diagram(recording.turn(number)).dot()
        ratios.append((time.perf_counter() - ran) / (ran - start))
    ratio = statistics.median(ratios)
    report(f"{turns} scenario turns to DOT, to running them", f"{ratio:.2f} times", "at most twice", ratio <= 2)
    pictures = [turn_diagram(base_turn(id)) for id in ("cr2006", "cr2011", "cr2026")]
    texts = [to_dot(picture.layout, TOKENS) for picture in pictures]
    ratios = []
    for _ in range(2 * ROUNDS):
        start = time.perf_counter()
        for text in texts:
            draw(text, "svg")
        alone = time.perf_counter()
        for picture in pictures:
            picture.svg()
        ratios.append((time.perf_counter() - alone) / (alone - start))
    ratio = statistics.median(ratios)
    report("a turn to SVG, to Graphviz alone on that DOT", f"{ratio:.2f} times", "at most 1.5 times", ratio <= 1.5)


def debugging() -> None:
    """A session on a recording of more than 5,000 events, its slowest motion, and the memory of a recording."""
    text = "players: [Ann, Bob]\nuntil: T80\n"
    (scenario,) = parse_scenarios(text)
    start = time.perf_counter()
    recording = run_scenario(scenario)
    ran = time.perf_counter()
    session = Session(scenario, text)
    more = (time.perf_counter() - ran) - (ran - start)
    events = f"{len(recording):,} events"
    report(f"a session on {events}, besides the run", f"{more * 1000:.0f} ms", "under a second", more < 1)
    slowest = 0.0
    for name in ("over", "into", "out", "back_over", "back", "back_out"):
        session.go(len(session.tape) // 2)
        start = time.perf_counter()
        session.move(getattr(session.tape, name))
        slowest = max(slowest, time.perf_counter() - start)
    report(f"the slowest motion over {events}", f"{slowest * 1000:.1f} ms", "under 20 ms", slowest < 0.02)
    tracemalloc.start()
    kept = run_scenario(scenario)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    each = held / len(kept)
    report("memory of a recording, for each event", f"{each:.0f} B", "at most 1,000 B", each <= 1_000)


def collecting() -> None:
    """What the plugin adds to a pytest start in a project without scenarios: two starts, pair by pair."""
    pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "test_nothing.py")
    without = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    plugin = ("-p", "pytest_turn_structure")
    added = []
    with tempfile.TemporaryDirectory() as project:
        Path(project, "test_nothing.py").write_text("def test(): pass\n", encoding="utf-8")
        for _ in range(6 * ROUNDS):
            times = []
            for more in ((), plugin):
                start = time.perf_counter()
                command = [sys.executable, *pytest, *more]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=project, env=without)
                times.append(time.perf_counter() - start)
            added.append(times[1] - times[0])
    measured = statistics.median(added)
    report(
        "a pytest start without scenarios, with the plugin",
        f"{measured * 1000:.1f} ms more",
        "under 20 ms",
        measured < 0.02,
    )


ATTACK = """  - at: T{turn}.declare_attackers
    {player}: {{attack: [Grizzly Bears]}}
"""


PASSES = "name: a game of passes\nplayers: [Ann, Bob]\nuntil: T310\n"


def long_scenario(turns: int) -> str:
    """A scenario of so many turns in which somebody attacks in each but the first two."""
    head = "name: a long game\nplayers:\n"
    head += "".join(f"  {name}: {{battlefield: [Grizzly Bears], life: 10000}}\n" for name in ("Ann", "Bob"))
    acts = (ATTACK.format(turn=turn, player=("Bob", "Ann")[turn % 2]) for turn in range(3, turns))
    return f"{head}script:\n{''.join(acts)}until: T{turns}\n"


def pages() -> None:
    """Players of 20,000 events: their size, and the time to make them against the recorded run alone, nothing told."""
    for name, text in (("attacks", long_scenario(250)), ("passes alone", PASSES)):
        (scenario,) = parse_scenarios(text)
        ratios, size, events = [], 0, 0
        for _ in range(ROUNDS):
            start = time.perf_counter()
            recording = run_scenario(scenario)
            ran = time.perf_counter()
            size, events = len(recording.player(text).html().encode()), len(recording)
            ratios.append((time.perf_counter() - ran) / (ran - start))
        report(f"a player of {events:,} events, {name}", f"{size / 1e6:.2f} MB", "under 5 MB", size < 5_000_000)
        ratio = statistics.median(ratios)
        report("making it, to the recorded run alone", f"{ratio:.2f} times", "under 3 times", ratio < 3)


class Prompter:
    """An engine that is told what comes: it answers what is expected, and takes next to no time of its own."""

    name = "prompter"

    def __init__(self, vectors: tuple[Vector, ...]) -> None:
        self.coming = iter(vectors)
        self.batches: Iterator[Answer] = iter(())

    def hello(self) -> Hello:
        """It can do all but go back in time."""
        return Hello(tuple(name for name in CAPABILITIES if name != "back"))

    def ask(self, ask: Ask) -> Answer:
        """What comes next, up to where a player has priority."""
        if ask.ask == "act":
            return Answer()
        if ask.ask == "start":
            self.batches = batches(next(self.coming))
        return next(self.batches)


def batches(vector: Vector) -> Iterator[Answer]:
    """What a right engine sees from pass to pass."""
    seen: list[Expected] = []
    for one in vector.expect:
        seen.append(one)
        if one.priority:
            yield Answer(tuple(seen))
            seen = []
    yield Answer(tuple(seen))


def driving() -> None:
    """What ``fsm drive`` adds to the time of an engine."""
    told = read_corpus([corpus_folder()], ["cr2026"]).vectors
    vectors = tuple(vector for vector in told if not vector.over)
    times, differ = [], 0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        differ += len(drive(Prompter(vectors), vectors).differences)
        times.append((time.perf_counter() - start) / len(vectors) * 1000)
    spent = statistics.median(times)
    report(
        f"driving an engine through {len(vectors)} scenarios, each",
        f"{spent:.2f} ms",
        "under 1 ms",
        spent < 1 and not differ,
    )


def checking() -> None:
    """Events of a full trace that are checked in a second, and the memory that is held at the end of it."""
    (scenario,) = parse_scenarios(long_scenario(250))
    lines = list(trace_lines(run_scenario(scenario)))
    edition = load_edition()
    rates, most = [], []
    for count in (len(lines) // 2, len(lines)):
        trace = "".join(f"{line}\n" for line in lines[:count]).encode()
        for _ in range(ROUNDS):
            start = time.perf_counter()
            reader = TraceReader(Lines(io.BytesIO(trace), "trace"))
            verdict = check_trace(reader, edition, PLAYERS)
            rates.append(verdict.events / (time.perf_counter() - start))
        tracemalloc.start()
        check_trace(TraceReader(Lines(io.BytesIO(trace), "trace")), edition, PLAYERS)
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    rate = statistics.median(rates)
    report(f"fsm check of {len(lines):,} events", f"{rate:,.0f} a second", "at least 50,000", rate >= 50_000)
    report(
        "memory of it, of all events to half of them",
        f"{most[1] / most[0]:.2f} times",
        "constant",
        most[1] < 1.1 * most[0],
    )


def exploring() -> None:
    """States a second of a turn with a stack of at most three, alone and to plain Python on hand-packed tuples."""
    (scenario,) = parse_scenarios(INSTANTS)
    rates, ratios = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = explore(scenario)
        ran = time.perf_counter()
        search()
        ratios.append((time.perf_counter() - ran) / (ran - start))
        rates.append(found.states / (ran - start))
    rate, ratio = statistics.median(rates), statistics.median(ratios)
    report("states explored a second, on one core", f"{rate:,.0f}", "at least 50,000", rate >= 50_000)
    report("to plain Python on tuples of the same model", f"{ratio:.3f} times", "at least 0.25 times", ratio >= 0.25)


if __name__ == "__main__":
    for part in (
        passes,
        long_games,
        pending_turns,
        rewrites,
        insertions,
        starting,
        drawing,
        debugging,
        pages,
        driving,
        checking,
        collecting,
        exploring,
    ):
        part()
