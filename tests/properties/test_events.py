"""Events, over the whole corpus and in random games: each tells once, and what its kind says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from random_games import play_random_game

from fsm.game import Event
from fsm.scenario import parse_scenarios, run_scenario

CHANGES = ("phase.insert", "phase.skip", "step.insert", "step.skip")


def check(events: Iterable[Event], where: str) -> None:
    """No part of a turn is inserted twice, or skipped twice."""
    told: Counter[tuple[int, str, str]] = Counter()
    for event in events:
        if event.kind in CHANGES:
            told[event.state.turn, event.kind, event.node] += 1
    assert [change for change, times in told.items() if times > 1] == [], where


def test_events_of_the_corpus(corpus: tuple[Path, ...]) -> None:
    for path in corpus:
        for scenario in parse_scenarios(path.read_text(encoding="utf-8"), str(path)):
            for edition in scenario.editions:
                check((frame.event for frame in run_scenario(scenario, edition)), f"{path} ({edition})")
