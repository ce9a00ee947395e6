"""Whatever players do, turns, phases and steps nest, and their order is the graph's and the rotation's."""

from __future__ import annotations

import contextlib
from functools import cache
from random import Random

import pytest
from cases import case, joined
from hypothesis import given
from hypothesis import strategies as st
from invariants import of
from random_games import RandomGame, Teams

from fsm.edition import edition_ids
from fsm.errors import LimitReached

Setting = tuple[str, int, list[int], Teams]

NUMBERS = st.lists(st.integers(0, 2_000), min_size=20, max_size=150)
TEAMS: list[Teams] = [((0, 1), (2, 3)), ((0, 1), (2, 3), (4, 5)), ((2, 1, 0), (3,), (4, 5))]
IN_TEAMS = st.sampled_from(TEAMS).map(lambda teams: (sum(map(len, teams)), teams))
SEEDS = 60
ALONE = st.integers(2, 5).map(lambda players: (players, ()))


def settings(seated: st.SearchStrategy[tuple[int, Teams]]) -> st.SearchStrategy[Setting]:
    return st.builds(
        lambda edition, seats, numbers: (edition, seats[0], numbers, seats[1]),
        st.sampled_from(edition_ids()),
        seated,
        NUMBERS,
    )


def played(edition: str, players: int, numbers: list[int], teams: Teams) -> RandomGame:
    game = RandomGame(edition, players, [], teams)
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.play(numbers)
        game.finish(turns=2)
    return game


@cache
def seeded(seed: int) -> RandomGame:
    """A game in which more happens than in those that Hypothesis likes, the same for the same seed."""
    random = Random(seed)  # noqa: S311  # any games, the same each time
    numbers = [random.randrange(2_001) for _ in range(random.randrange(20, 150))]
    teams = random.choice([(), (), (), *TEAMS])
    return played(random.choice(edition_ids()), sum(map(len, teams)) or random.randrange(2, 6), numbers, teams)


def check(game: RandomGame) -> None:
    for holds in of(game):
        with case(holds.__name__):
            holds(game)


@given(setting=settings(ALONE | IN_TEAMS))
def test_what_holds_of_every_game(setting: Setting) -> None:
    check(played(*setting))


@joined(range(SEEDS // 2), seeded)
def test_what_holds_of_every_seeded_game(game: RandomGame) -> None:
    check(game)


@pytest.mark.slow
@joined(range(SEEDS // 2, 4 * SEEDS), seeded)
def test_what_holds_of_many_seeded_games(game: RandomGame) -> None:
    check(game)


HAPPENS = {
    *("mana.burn", "mana.empty", "mana.pay", "life.change", "damage", "combat.block", "card.draw", "permanent.leave"),
    *("turn.insert", "turn.skip", "phase.insert", "phase.skip", "step.insert", "step.skip", "order.reverse"),
    *("control.begin", "game.restart", "player.leave", "cleanup_priority", "second_damage"),
}
"""Kinds of events, and topics of rewrites, without which some of the properties would say nothing."""


def test_what_the_properties_speak_of_happens() -> None:
    missing = set(HAPPENS)
    for seed in range(SEEDS):
        game = seeded(seed)
        missing -= {event.kind for event in game.events}
        missing -= {topic for event in game.events for topic in event.state.graph.root.topics}
    assert not missing
