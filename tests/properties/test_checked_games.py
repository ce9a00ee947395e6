"""Traces of random games are possible games at every level, and what changes one of their events is found."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from cases import case
from checking import CHANGES, LEVELS, STRUCTURE, Entry, at_level, changed, entries, judged, random_trace
from witness import PLAY, Search, cast_game

from fsm.edition import MAINS, edition_ids
from fsm.recording import Recording
from fsm.scenario import read_scenarios, run_scenario

FEW, MANY, AT_ONCE = 4, int(os.environ.get("GAMES", "600")), 50
"""Games of each edition: in the everyday tests, in all (`make games` takes more), and in one test of the slow ones."""

THOROUGH = 2_500
"""Up to which seed a game is checked at every level; later ones at full level and at one other, by turns."""
COARSE = ("structure", "begins", "steps", "turns")


def check(seed: int, edition: str) -> None:
    trace = random_trace(seed, edition)
    for level, (_, effects) in LEVELS.items():
        if effects == "unknown" and seed % 50:
            continue  # a search, which takes longer
        if seed >= THOROUGH and level in COARSE and level != COARSE[seed % len(COARSE)]:
            continue
        with case(f"random_trace({seed}, {edition!r}) at level {level}"):
            verdict = judged(at_level(trace, level), effects)
            assert verdict.possible, verdict.finding


@pytest.mark.parametrize("edition", edition_ids())
def test_random_games_are_possible_at_every_level(edition: str) -> None:
    for seed in range(FEW):
        check(seed, edition)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_many_random_games_are_possible_at_every_level(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        for edition in edition_ids():
            check(seed, edition)


@pytest.mark.slow
def test_the_corpus_is_possible(recordings: tuple[Recording, ...]) -> None:
    for number, recording in enumerate(recordings):
        if number % 6 == 0:
            with case(f"{recording.file} {recording.edition.id}"):
                verdict = judged(entries(recording))
                assert verdict.possible, verdict.finding
                assert not verdict.bounded


def test_nobody_gets_priority_before_a_step_begins() -> None:
    """Here the cleanup step of the turn before might have had priority, and the untap step is skipped."""
    file = (
        Path(__file__).parents[2]
        / "scenarios"
        / "11-skipped-steps-and-phases"
        / "12-two-skips-of-one-untap-step.turn.yaml"
    )
    (scenario,) = read_scenarios(file)
    trace = at_level(entries(run_scenario(scenario, "cr2026")), "without ends")
    assert judged(trace).possible
    skip = max(at for at, one in enumerate(trace) if (one.get("kind"), one.get("step")) == ("step.skip", "untap"))
    begins, gets = trace[skip + 1 : skip + 3]
    assert (begins["kind"], gets["kind"]) == ("step.begin", "priority.get")
    assert judged([*trace[: skip + 1], begins, gets]).possible
    assert not judged([*trace[: skip + 1], gets, begins]).possible


SOME, TIMES = 5, 6
"""How many games are changed at each level in the everyday tests, and in how many ways each."""

CHANGED = {
    "full": range(200),
    "without ends": range(200, 300),
    "structure": range(200, 400),
    "begins": range(200, 300),
    "steps": range(200, 300),
    "turns": range(200, 700),
}
"""The levels at which traces are changed, and the seeds of the games in the slow tests."""


def _is_beyond_the_search(trace: list[Entry], other: list[Entry]) -> bool:
    """Whether a change tells of what cards can do, and of which the search knows none.

    A spell reverses the turn order twice, or changes the turn in two ways; an ability triggers as something resolves.
    Or one sort of phases is not told of any more, and may be skipped unseen.
    """
    before, after = _of_several_effects(trace), _of_several_effects(other)
    lost = {(one["kind"], one["phase"] in MAINS) for one in trace if one.get("kind") in CHANGES}
    lost -= {(one["kind"], one["phase"] in MAINS) for one in other if one.get("kind") in CHANGES}
    return bool(lost) or any(now > then for then, now in zip(before, after, strict=True))


def _of_several_effects(trace: list[Entry]) -> tuple[int, int, int]:
    """How often the turn order is reversed, something triggers as something resolves, an effect changes the turn."""
    kinds = [event["kind"] for event in trace if event.get("kind") in STRUCTURE | PLAY]
    asked = ("priority.get", "step.begin", "phase.begin")
    triggered = sum(now == "stack.push" and then not in asked for then, now in pairwise(kinds))
    by = [event.get("by") for event in trace if event.get("kind") in STRUCTURE]
    return kinds.count("order.reverse"), triggered, sum(now is not None and now != then for then, now in pairwise(by))


def change(seed: int, level: str) -> Counter[str]:
    """Changes a trace: what a game gives is not called wrong, and what is said to be possible, a game gives exactly."""
    random = Random(seed)  # noqa: S311  # any changes, the same each time
    trace = cast_game(random, random.choice(edition_ids()), level)
    answers: Counter[str] = Counter()
    with case(f"cast_game({seed}) at level {level}"):
        assert judged(trace).possible, judged(trace).finding
    if not Search(trace, level).found():  # the search knows few ways to cast; what it cannot rebuild proves nothing
        return answers
    answers["rebuilt"] += 1
    for _ in range(TIMES):
        what, other = changed(trace, random)
        if other == trace:
            continue
        with case(f"cast_game({seed}) at level {level}, {what}"):
            verdict = judged(other)
            is_a_game = Search(other, level, whole=not verdict.possible).found()
            if verdict.possible and not is_a_game and _is_beyond_the_search(trace, other):
                continue
            assert verdict.possible == is_a_game, verdict.finding or "said to be possible, and no game gives it"
        answers["possible" if is_a_game else "found"] += 1
    return answers


@pytest.mark.parametrize("level", CHANGED)
def test_a_change_is_found_or_a_game_gives_exactly_it(level: str) -> None:
    answers = sum((change(seed, level) for seed in range(SOME)), Counter[str]())
    assert answers["found"] > 3 * SOME
    assert answers["rebuilt"] >= SOME - 1


@pytest.mark.slow
@pytest.mark.parametrize(("level", "first"), [(level, n) for level, seeds in CHANGED.items() for n in seeds[::AT_ONCE]])
def test_many_changes_are_found_or_a_game_gives_exactly_them(level: str, first: int) -> None:
    answers = sum((change(seed, level) for seed in range(first, first + AT_ONCE)), Counter[str]())
    assert answers["found"] > 3 * AT_ONCE
    assert answers["rebuilt"] > 0.8 * AT_ONCE
