"""Speeds of play: passes, long games, turns that wait, and rewrites."""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable

from measuring import ROUNDS, per_call, report
from transitions.extensions import HierarchicalMachine

from fsm.edition import load_edition
from fsm.game import Card, Player, play, read_card, start_game, step
from fsm.game.objects.cards.replacing import move_card
from fsm.game.state.action import PASS
from fsm.game.state.piles.pile import UNKNOWN, CardId, Pile
from fsm.game.state.state import replace
from fsm.scenario import default_action
from fsm.turn import TurnGraph, TurnMachine, add_turn, base_turn, insert_phases, next_turn, skip, start_rotation
from fsm.turn.machine import SlashState

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


BEAR = read_card({"name": "Bear", "type": "creature", "power": 2, "toughness": 2})
ROCK = read_card({"name": "Rock", "type": "artifact"})
OMEN = read_card({"name": "Omen", "type": "artifact", "triggers": [{"when": "upkeep", "nth": 2, "do": ["draw"]}]})
"""It triggers in a second upkeep step, which the turns here do not have."""


def mean_step(*permanents: Card, players: tuple[Player, ...] | None = None) -> float:
    """Seconds for a step of a game in which nobody attacks, with these permanents, each player having every second."""
    there = [(n % 2, card) for n, card in enumerate(permanents)]
    state, _ = start_game("cr2026", ["Ann", "Bob"], players, there)
    steps, spent = 0, 0.0
    while state.turn <= 60:
        action = default_action(state)
        start = time.perf_counter()
        state = play(state, action)
        spent += time.perf_counter() - start
        steps += 1
    return spent / steps


def library_of(count: int) -> Player:
    """A player with a library of that many different cards."""
    return Player(hand=Pile.of((UNKNOWN, 7)), library=Pile.of(*((f"Card {n}", 1) for n in range(count))))


def moving(count: int) -> float:
    """Seconds to move a card from the middle of a library of that many different cards to exile, and back on top."""
    state, _ = start_game("cr2026", ["Ann", "Bob"], [library_of(count)] * 2)

    def there_and_back() -> None:
        moved, exiled = move_card(state, None, CardId(0, "library", count // 2), "exile", "zones")
        assert exiled is not None
        move_card(moved, None, exiled, "library", "zones")

    return per_call(there_and_back, 500)


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


def boards_and_zones() -> None:
    """Many permanents and many cards, of which nothing acts, against few."""
    boards = {
        "creatures": (BEAR,) * 400,
        "permanents, ten with a trigger of another step": (OMEN,) * 10 + (ROCK,) * 390,
    }
    for what, there in boards.items():
        ratio = statistics.median(mean_step(*there) / mean_step() for _ in range(2 * ROUNDS))
        report(f"a step with 400 {what}, to an empty game", f"{ratio:.2f} times", "under 4 times", ratio < 4)
    large, small = (library_of(100_000),) * 2, (library_of(40),) * 2
    ratio = statistics.median(mean_step(players=large) / mean_step(players=small) for _ in range(2 * ROUNDS))
    report("a step with libraries of 100,000 cards to 40", f"{ratio:.2f} times", "the same (at most 1.2)", ratio <= 1.2)
    ratio = statistics.median(moving(100_000) / moving(10) for _ in range(2 * ROUNDS))
    report("moving a card in a zone of 100,000 to 10", f"{ratio:.2f} times", "the same (at most 1.25)", ratio <= 1.25)


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
    for move in after.table[f"turn/{last}/end_of_combat/ending"].regular:
        assert move.target
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
