"""Traces of random games are possible games at every level, and what changes one of their events is found."""

from __future__ import annotations

import pytest
from cases import case
from checking import LEVELS, at_level, entries, judged, random_trace

from fsm.edition import edition_ids
from fsm.recording import Recording

FEW, MANY, AT_ONCE = 15, 2_500, 50
"""Games of each edition: in the everyday tests, in all, and in one test of the slow ones."""


def check(seed: int, edition: str) -> None:
    trace = random_trace(seed, edition)
    for level, (_, effects) in LEVELS.items():
        if effects == "unknown" and seed % 50:
            continue  # a search, which takes longer
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


def test_the_corpus_is_possible(recordings: tuple[Recording, ...]) -> None:
    for number, recording in enumerate(recordings):
        if number % 6 == 0:
            with case(f"{recording.file} {recording.edition.id}"):
                verdict = judged(entries(recording))
                assert verdict.possible, verdict.finding
                assert not verdict.bounded
