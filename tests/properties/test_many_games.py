"""Many random games with random cards of the whole vocabulary: what holds of every game holds of these."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from invariants import of
from random_cards import random_cards
from random_games import CARDS, RandomGame, Teams

from fsm.edition import edition_ids
from fsm.errors import LimitReached

FEW, MANY, AT_ONCE = 15, 5_000, 100
TEAMS: tuple[Teams, ...] = (((0, 1), (2, 3)), ((2, 1, 0), (3, 4)), ((0, 1), (2,), (3, 4)))


def game(seed: int) -> RandomGame:
    """One game, the same for the same seed."""
    random = Random(seed)  # noqa: S311  # any games, the same each time
    teams = random.choice(TEAMS) if random.random() < 0.3 else ()
    players = sum(map(len, teams)) or random.randrange(2, 6)
    numbers = [random.randrange(2_001) for _ in range(random.randrange(20, 120))]
    cards = random_cards(random, 30)
    own = (*cards, *cards, *CARDS) if random.random() < 0.3 else cards
    played = RandomGame(random.choice(edition_ids()), players, [], teams, own)
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        played.play(numbers)
        played.finish(turns=2)
    return played


def check(seed: int) -> None:
    """Plays a game, and looks at all of it."""
    try:
        played = game(seed)
        for holds in of(played):
            holds(played)
    except Exception as error:
        raise AssertionError(f"test_many_games.game({seed}): {type(error).__name__}: {error}") from error


@pytest.mark.parametrize("seed", range(FEW))
def test_what_holds_of_every_game(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_what_holds_of_many_games(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        check(seed)


def test_cards_are_of_the_whole_vocabulary() -> None:
    from fsm.cards.terms import parts
    from fsm.cards.vocabulary import EFFECTS

    random, found = Random(1), set[type]()  # noqa: S311  # the same each time
    for _ in range(50):
        found |= {type(part) for card in random_cards(random, 100) for part, _ in parts(card)}
        if found >= set(EFFECTS.values()):
            return
    assert set(EFFECTS.values()) - found == set()
