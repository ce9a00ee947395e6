"""Whatever players do, turns, phases and steps nest, and their order is the graph's and the rotation's."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invariants import OF_ALL, OF_TEAMS, Invariant
from random_games import RandomGame, Teams

from fsm.edition import edition_ids
from fsm.errors import LimitReached

Setting = tuple[str, int, list[int], Teams]

NUMBERS = st.lists(st.integers(0, 2_000), min_size=20, max_size=150)
IN_TEAMS = st.sampled_from([((0, 1), (2, 3)), ((0, 1), (2, 3), (4, 5)), ((2, 1, 0), (3,), (4, 5))]).map(
    lambda teams: (sum(map(len, teams)), teams)
)
ALONE = st.integers(2, 5).map(lambda players: (players, ()))


def settings(seated: st.SearchStrategy[tuple[int, Teams]]) -> st.SearchStrategy[Setting]:
    return st.builds(
        lambda edition, seats, numbers: (edition, seats[0], numbers, seats[1]),
        st.sampled_from(edition_ids()),
        seated,
        NUMBERS,
    )


PLAYED = settings(ALONE | IN_TEAMS)
IN_TEAMS_PLAYED = settings(IN_TEAMS)


def played(setting: Setting) -> RandomGame:
    game = RandomGame(*setting)
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.finish(turns=2)
    return game


@pytest.mark.parametrize("holds", OF_ALL, ids=lambda holds: holds.__name__)
@given(setting=PLAYED)
def test_of_every_game(holds: Invariant, setting: Setting) -> None:
    holds(played(setting))


@pytest.mark.parametrize("holds", OF_TEAMS, ids=lambda holds: holds.__name__)
@given(setting=IN_TEAMS_PLAYED)
def test_of_every_game_between_teams(holds: Invariant, setting: Setting) -> None:
    holds(played(setting))
