"""The search for legal blocks: what it does where there are too many ways to look at."""

from __future__ import annotations

from itertools import islice

import pytest

from fsm.errors import LimitReached
from fsm.game.combat.legal_blocks import Blocked, Blocker, Board, Search, declarations

ATTACKERS = tuple(Blocked(id, least=2) for id in range(3))
BLOCKERS = tuple(Blocker(id, able=(0, 1, 2)) for id in range(10, 14))


def test_without_requirements_too_many_ways_are_listed_all_the_same() -> None:
    board = Board(BLOCKERS, ATTACKERS)
    looked_at, not_looked_at = Search(board, 1_000_000), Search(board, 10)
    assert list(declarations(looked_at, 0, 0)) == list(declarations(not_looked_at, 0, 0))


def test_with_requirements_too_many_ways_reach_a_limit() -> None:
    board = Board((Blocker(9, able=(0, 1, 2), wants=1), *BLOCKERS), ATTACKERS)
    with pytest.raises(LimitReached, match="more than 10 ways to block"):
        Search(board, 10)


def test_the_first_of_very_many_blocks_come_at_once() -> None:
    many = Board(
        tuple(Blocker(id, able=tuple(range(200)), wants=1) for id in range(1_000, 1_200)),
        tuple(Blocked(id, wants=id == 7) for id in range(200)),
    )
    search = Search(many, 10_000_000)
    assert search.most_met == 201
    first = list(islice(declarations(search, 201, 0), 3))
    assert [len(pairs) for pairs in first] == [200, 200, 200]
    assert all((1_199, 7) in pairs for pairs in first[:1])
