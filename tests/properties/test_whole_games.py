"""Random games with decks of cards of the whole vocabulary: what holds of all games, and no hidden card is seen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from unittest import mock

import pytest
from cases import case
from invariants import of
from whole_games import hidden_cards_stay_hidden, whole_game

from fsm.edition import edition_ids
from fsm.game.state import view

FEW, MANY, AT_ONCE = 1, int(os.environ.get("GAMES", "600")) // 5, 20
"""Games of each edition: in the everyday tests, in all (`make games` takes more), and in one test of the slow ones."""


def check(edition: str, seed: int) -> None:
    """Plays a game, and looks at all of it, and at what one of its players, or everybody, sees of it."""
    with case(f"whole_game({edition!r}, {seed})"):
        game = whole_game(edition, seed)
        for holds in of(game):
            holds(game)
        hidden_cards_stay_hidden(game, Random(seed).choice((*range(game.players), None)))  # noqa: S311


@pytest.mark.parametrize("edition", edition_ids())
def test_what_holds_of_whole_games(edition: str) -> None:
    for seed in range(FEW):
        check(edition, seed)


@pytest.mark.parametrize("edition", ["cr2008", "cr2011"])
def test_what_is_attacked_anew_cites_a_rule_where_none_is_about_it(edition: str) -> None:
    check(edition, 719)


@pytest.mark.slow
@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_what_holds_of_many_random_games_with_decks(first: int, edition: str) -> None:
    for seed in range(first, min(MANY, first + AT_ONCE)):
        check(edition, seed)


@pytest.fixture
def no_views_kept() -> Iterator[None]:
    """Forgets what was made of a view before and after; a wrong one would be shown to the tests that follow."""
    kept = (view._players, view._player)
    for made in kept:
        made.cache_clear()
    yield
    for made in kept:
        made.cache_clear()


@pytest.mark.usefixtures("no_views_kept")
def test_a_hidden_card_that_is_shown_is_noticed() -> None:
    game = whole_game("cr2026", 1)
    with mock.patch.object(view, "_counted", lambda pile: pile), pytest.raises(AssertionError, match="sees"):
        hidden_cards_stay_hidden(game, 0)
