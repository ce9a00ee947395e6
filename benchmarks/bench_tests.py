"""Speeds of commands and tests: starting, the pytest plugin, driving engines, checking traces, exploring."""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from bench_show import long_scenario
from measuring import ROUNDS, process, report
from packed import instants, search

from fsm.check import check_trace
from fsm.check.judge import Setup
from fsm.check.reading import Lines, TraceReader
from fsm.driving import CAPABILITIES, Vector, corpus_folder, drive, read_corpus
from fsm.driving.words import Answer, Ask, Expected, Hello
from fsm.edition import load_edition
from fsm.exploring import Bounds, Processes, explore
from fsm.recording import trace_lines
from fsm.scenario import Scenario, parse_scenarios, read_scenarios, run_scenario

PLAYERS = Setup(players=("Ann", "Bob"))


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


class Prompter:
    """An engine that is told what comes: it answers what is expected, and takes next to no time of its own."""

    name = "prompter"

    def __init__(self, vectors: tuple[Vector, ...]) -> None:
        self.coming = iter(vectors)
        self.batches: Iterator[Answer] = iter(())
        self.strays: list[str] = []

    def anew(self) -> None:
        """Nothing is to be done."""

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


MODELS = {"instants": 50_000, "creatures": 40_000, "extra_turns": 34_000, "triggers": 18_000}
"""The models that are explored, and how many states a second are the goal."""

STATES = 60_000


def model(name: str) -> Scenario:
    """A model of ``benchmarks/models``, or the one that is also hand-packed."""
    if name == "instants":
        return parse_scenarios(instants(7))[0]
    return read_scenarios(f"benchmarks/models/{name}.turn.yaml")[0]


def exploring() -> None:
    """States of each model that are explored in a second on one core, and two processes to one."""
    (small,) = parse_scenarios(instants(5))
    found = explore(small)
    assert search(5) == (found.counts, found.transitions)
    for name, goal in MODELS.items():
        rates = []
        for _ in range(ROUNDS // 3):
            start = time.process_time()
            found = explore(model(name), bounds=Bounds(states=STATES))
            rates.append(found.states / (time.process_time() - start))
        rate = statistics.median(rates)
        report(f"states of {name} explored a second", f"{rate:,.0f}", f"at least {goal:,}", rate >= goal)
    for name in MODELS:
        _sharing(name)


def _sharing(name: str) -> None:
    """Two processes against one; they are started before."""
    scenario, bounds = model(name), Bounds(states=STATES)
    with Processes(2) as processes:
        explore(scenario, bounds=Bounds(states=1_000), workers=processes)
        pairs = [
            (explore(scenario, bounds=bounds), explore(scenario, bounds=bounds, workers=processes))
            for _ in range(ROUNDS // 3)
        ]
    assert all(alone.counts == shared.counts for alone, shared in pairs)
    faster = statistics.median(alone.seconds / shared.seconds for alone, shared in pairs)
    report(f"two processes to one, exploring {name}", f"{faster:.2f} times", "at least 1.7 times", faster >= 1.7)
