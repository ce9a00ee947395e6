"""Random scripts in neutral words: our engine and the reference engine, which share no code, see the same."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import Any

import pytest
from cases import joined
from engines.own import Own
from engines.random_scripts import Script, setup
from engines.reference import Engine

from fsm.edition import edition_ids

FEW, MANY, AT_ONCE, MOVES = 50, 20_100, 500, 60
Said = dict[str, Any]


def told(answer: Said) -> tuple[list[Said], bool]:
    """An answer without what is empty; what ends at the same time by name."""
    seen = [{key: value for key, value in one.items() if value} for one in answer["seen"]]
    ordered: list[Said] = []
    for _, together in groupby(seen, key=lambda one: "ends" in one):
        ordered += sorted(together, key=lambda one: str(one.get("ends", "")))
    return ordered, answer["over"]


def play(seed: int) -> list[Said]:
    """One random script in both engines, the same for the same seed; what was done, up to a difference."""
    random = Random(seed)  # noqa: S311  # any scripts, the same each time
    begun = setup(random, random.choice(edition_ids()))
    script, done = Script(random, begun), [begun]
    ours, other = Own(), Engine()
    answers = told(ours.start(begun)), told(other.start(begun))
    active, place = "", begun
    for _ in range(MOVES):
        assert answers[0] == answers[1], (seed, done)
        seen, over = answers[0]
        if over:
            break
        active = next((one["active"] for one in reversed(seen) if one.get("begins") == "turn"), active)
        place = next((one for one in reversed(seen) if one.get("begins")), place)
        if random.random() < 0.75:
            done.append({"pass": place})
            answers = told(ours.pass_()), told(other.pass_())
        else:
            act = script.act(place, active)
            done.append(act)
            answers = told(ours.act(act)), told(other.act(act))
    return done


@joined(range(FEW))
def test_the_same_is_seen(seed: int) -> None:
    play(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_the_same_is_seen_in_many(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        play(seed)
