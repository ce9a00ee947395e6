"""Speeds of what shows a run: pictures, the debugger, and players."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from pathlib import Path

from measuring import ROUNDS, report

from fsm.debugger import Session
from fsm.diagram import scenario_diagram, turn_diagram
from fsm.diagram.drawing.dot import to_dot
from fsm.diagram.drawing.render import draw
from fsm.diagram.drawing.theme import TOKENS
from fsm.scenario import Scenario, parse_scenarios, read_scenarios, run_scenario
from fsm.turn import base_turn

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


def pages() -> None:
    """Players of 20,000 events: their size, and the time to make them against the recorded run alone, nothing told."""
    for name, text in (("attacks", long_scenario(250)), ("passes alone", PASSES)):
        (scenario,) = parse_scenarios(text)
        ratios, size, events = [], 0, 0
        for _ in range(ROUNDS):
            start = time.perf_counter()
            recording = run_scenario(scenario)
            ran = time.perf_counter()
            size, events = len(recording.page(text).html().encode()), len(recording)
            ratios.append((time.perf_counter() - ran) / (ran - start))
        report(f"a player of {events:,} events, {name}", f"{size / 1e6:.2f} MB", "under 5 MB", size < 5_000_000)
        ratio = statistics.median(ratios)
        report("making it, to the recorded run alone", f"{ratio:.2f} times", "under 3 times", ratio < 3)
