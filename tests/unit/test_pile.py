"""Piles: equal neighbours counted together, the top last."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
import yaml

from fsm.game import DiscardCards, Player, start_game
from fsm.game.state.pile import ENDLESS, UNKNOWN, holds, names, pile_of, put, remove, size, take_top
from fsm.scenario.writing import written


def test_equal_neighbours_are_counted_together() -> None:
    assert pile_of(["a", "a", "b", "a"]) == (("a", 2), ("b", 1), ("a", 1))
    assert put(pile_of(["a"]), "a", 3) == (("a", 4),)


def test_taking_from_the_top() -> None:
    assert take_top(pile_of(["a", "b", "b"])) == ("b", (("a", 1), ("b", 1)))
    assert take_top(pile_of(["a"])) == ("a", ())
    with pytest.raises(IndexError):
        take_top(())


def test_removing_takes_the_topmost_and_joins_what_is_left() -> None:
    assert remove(pile_of(["a", "b", "a"]), "b") == (("a", 2),)
    assert remove(pile_of(["a", "b", "a"]), "a") == (("a", 1), ("b", 1))
    assert remove(pile_of(["a", "a"]), "a") == (("a", 1),)
    with pytest.raises(KeyError):
        remove(pile_of(["a"]), "b")


def test_size_names_and_holding() -> None:
    pile = ((UNKNOWN, ENDLESS), ("Opt", 2))
    assert size(pile) == ENDLESS + 2
    assert names(pile) == ("Opt", "Opt")
    assert holds(pile, "Anything")
    assert holds(pile_of(["Opt"]), "Opt")
    assert not holds(pile_of(["Opt"]), "Shock")
    assert not holds((), "Opt")


def test_an_unknown_card_is_no_card_of_that_name() -> None:
    named = str(UNKNOWN)
    assert (named, f"{UNKNOWN}", json.dumps([UNKNOWN])) == ("a card", "a card", '["a card"]')
    assert named != UNKNOWN
    assert not named == UNKNOWN  # noqa: SIM201  # both ways to ask
    assert names(((UNKNOWN, 2), (named, 1))) == (named,)
    assert put(((UNKNOWN, 2),), named) == ((UNKNOWN, 2), (named, 1))
    assert remove(((UNKNOWN, 2), (named, 1)), UNKNOWN) == ((UNKNOWN, 1), (named, 1))
    assert holds(((UNKNOWN, 1),), "Opt")
    assert not holds(((named, 1),), "Opt")
    for copied in (pickle.loads(pickle.dumps(UNKNOWN)), copy.deepcopy(UNKNOWN)):  # noqa: S301  # made in the line itself
        assert copied is UNKNOWN


def test_an_unknown_card_is_written_as_scripts_say_it() -> None:
    state, _ = start_game("cr2026", ["Ann", "Bob"], [Player(hand=(("Opt", 1), (UNKNOWN, 8))), Player()])
    said = written(state, DiscardCards(0, (UNKNOWN, "Opt")))
    assert yaml.safe_load(yaml.safe_dump(said)) == {"discard": ["a card", "Opt"]}
