"""Piles: each card has a number of its own; cards that are alike are counted together, the top last."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random

import pytest
import yaml

from fsm.errors import SetupError
from fsm.game import ENDLESS, NO_CARDS, UNKNOWN, DiscardCards, Pile, Player, pile_of, start_game
from fsm.game.state.piles import blocks as blocks_module
from fsm.game.state.piles import pile as pile_module
from fsm.game.state.piles.blocks import BLOCK, EXTENT
from fsm.game.state.piles.pile import (
    alike,
    has,
    holds,
    names,
    put,
    put_under,
    remove,
    run_of,
    size,
    take,
    take_top,
    topmost,
)
from fsm.scenario.writing.script import written


def test_equal_neighbours_are_counted_together() -> None:
    assert tuple(pile_of(["a", "a", "b", "a"])) == (("a", 2), ("b", 1), ("a", 1))
    assert tuple(put(pile_of(["a"]), "a", 3)) == (("a", 4),)
    assert len(put(pile_of(["a"]), "a", 3).runs) == 1
    assert [*reversed(pile_of("aab"))] == [("b", 1), ("a", 2)]
    assert alike(pile_of("aa"))
    assert not alike(pile_of("ab"))
    assert not alike(NO_CARDS)


def test_taking_from_the_top() -> None:
    name, rest = take_top(pile_of(["a", "b", "b"]))
    assert (name, tuple(rest)) == ("b", (("a", 1), ("b", 1)))
    assert not take_top(pile_of(["a"]))[1]
    with pytest.raises(IndexError):
        take_top(NO_CARDS)


def test_removing_takes_the_topmost_and_joins_what_is_left() -> None:
    assert tuple(remove(pile_of(["a", "b", "a"]), "b")) == (("a", 2),)
    assert tuple(remove(pile_of(["a", "b", "a"]), "a")) == (("a", 1), ("b", 1))
    assert tuple(remove(pile_of(["a", "a"]), "a")) == (("a", 1),)
    with pytest.raises(KeyError):
        remove(pile_of(["a"]), "b")


def name_of(pile: Pile, number: int) -> str | None:
    run = run_of(pile, number)
    return run.name if run is not None else None


def test_a_card_that_comes_back_has_another_number() -> None:
    pile = pile_of(["a", "b", "a", "a"])
    assert [name_of(pile, number) for number in range(5)] == ["a", "b", "a", "a", None]
    rest = take(pile, 2)
    assert (name_of(rest, 2), name_of(rest, 3)) == (None, "a")
    back = put(rest, "a")
    assert (name_of(back, 2), topmost(back, "a")) == (None, 4)
    assert (topmost(take_top(back)[1], "a"), topmost(back, "b")) == (3, 1)
    with pytest.raises(KeyError):
        take(back, 2)


def test_numbers_stay_when_cards_are_put_below() -> None:
    pile = put_under(put_under(Pile.of((UNKNOWN, 3)), "low"), "second", above=2)
    assert tuple(pile) == (("low", 1), (UNKNOWN, 1), ("second", 1), (UNKNOWN, 2))
    assert tuple(put_under(pile, "x", above=0)) == (*pile, ("x", 1))
    assert tuple(put_under(pile, "x", above=3)) == (("low", 1), (UNKNOWN, 1), ("x", 1), ("second", 1), (UNKNOWN, 2))
    assert tuple(put_under(pile, "x", above=5)) == (("x", 1), *pile)
    assert tuple(put_under(pile, "x", above=9)) == (("x", 1), *pile)
    assert [name_of(pile, number) for number in (0, 2, 3, 4)] == [UNKNOWN, UNKNOWN, "low", "second"]


def plain(pile: Pile) -> list[tuple[str, int]]:
    """The cards of a pile with their numbers, bottom to top."""
    return [(run.name, run.first + n) for block in pile.blocks for run in block for n in range(run.count)]


@pytest.mark.parametrize("seed", range(20))
def test_a_pile_is_a_list_of_cards_with_numbers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any moves, also in a pile of many blocks and extents, do what they do to a list."""
    random, (block, extent) = Random(seed), ((BLOCK, EXTENT), (3, 2), (1, 1))[seed % 3]  # noqa: S311  # no secret
    for module in (pile_module, blocks_module):
        monkeypatch.setattr(module, "BLOCK", block)
        monkeypatch.setattr(module, "EXTENT", extent)
    pile = pile_of(random.choice("abc") for _ in range(random.choice((0, 3, 700))))
    cards, arrived = plain(pile), pile.arrived
    for _ in range(1500):
        name, what = random.choice("abc"), random.choice(("put", "under", "top", "take", "remove"))
        if what == "put":
            pile, cards = put(pile, name), [*cards, (name, arrived)]
        elif what == "under":
            above = random.choice((0, 1, random.randrange(800), None))
            at = 0 if above is None else max(0, len(cards) - above)
            pile, cards = put_under(pile, name, above), [*cards[:at], (name, arrived), *cards[at:]]
        elif cards and what == "top":
            (_, pile), cards = take_top(pile), cards[:-1]
        elif cards and what == "take":
            card = random.choice(cards)
            assert name_of(pile, card[1]) == card[0]
            pile, cards = take(pile, card[1]), [other for other in cards if other != card]
        elif cards and what == "remove" and has(pile, name):
            at = max(n for n, card in enumerate(cards) if card[0] == name)
            pile, cards = remove(pile, name), [*cards[:at], *cards[at + 1 :]]
        arrived += what in ("put", "under")
        assert (size(pile), pile.arrived, bool(pile)) == (len(cards), arrived, bool(cards))
    assert plain(pile) == cards
    assert tuple(reversed(pile)) == tuple(pile)[::-1]
    assert all(0 < len(runs) <= 2 * block for runs in pile.blocks) or not cards
    assert all(0 < len(there.blocks) <= 2 * extent for there in pile.below)
    assert [there.first for there in pile.below] == [there.blocks[0].runs[0].first for there in pile.below]


def test_a_long_graveyard_of_unknown_cards_is_one_lot() -> None:
    hand, graveyard = Pile.of((UNKNOWN, 7)), NO_CARDS
    for _ in range(500):
        hand, graveyard = remove(put(hand, UNKNOWN), UNKNOWN), put(graveyard, UNKNOWN)
    assert (len(graveyard.runs), size(graveyard), tuple(hand)) == (1, 500, ((UNKNOWN, 7),))


@pytest.mark.parametrize("kinds", [1, 7, 100_000])
def test_moving_a_card_changes_few_blocks_of_a_large_pile(kinds: int) -> None:
    """Unlike cards too: a pile of 100,000 names is 1,600 blocks, and a move makes new ones of three at most."""
    large = pile_of(f"card {n % kinds}" for n in range(100_000))
    before = {id(block) for block in large.blocks}
    for after in (put(take_top(large)[1], "Opt"), put(take(large, 50_000), "Opt"), put(take(large, 0), "Opt")):
        changed = [block for block in after.blocks if id(block) not in before]
        assert len(changed) <= 3
        assert max(map(len, changed)) <= 2 * BLOCK


def test_size_names_and_holding() -> None:
    pile = Pile.of((UNKNOWN, ENDLESS), ("Opt", 2))
    assert size(pile) == ENDLESS + 2
    assert names(pile) == ("Opt", "Opt")
    assert holds(pile, "Anything")
    assert holds(pile_of(["Opt"]), "Opt")
    assert not holds(pile_of(["Opt"]), "Shock")
    assert not holds(NO_CARDS, "Opt")


def test_an_unknown_card_is_no_card_of_that_name() -> None:
    named = str(UNKNOWN)
    assert (named, f"{UNKNOWN}", json.dumps([UNKNOWN])) == ("a card", "a card", '["a card"]')
    assert named != UNKNOWN
    assert not named == UNKNOWN  # noqa: SIM201  # both ways to ask
    both = Pile.of((UNKNOWN, 2), (named, 1))
    assert names(both) == (named,)
    assert tuple(put(Pile.of((UNKNOWN, 2)), named)) == ((UNKNOWN, 2), (named, 1))
    assert tuple(remove(both, UNKNOWN)) == ((UNKNOWN, 1), (named, 1))
    assert holds(Pile.of((UNKNOWN, 1)), "Opt")
    assert not holds(Pile.of((named, 1)), "Opt")
    for copied in (pickle.loads(pickle.dumps(UNKNOWN)), copy.deepcopy(UNKNOWN)):  # noqa: S301  # made in the line itself
        assert copied is UNKNOWN


def test_an_unknown_card_is_written_as_scripts_say_it() -> None:
    state, _ = start_game("cr2026", ["Ann", "Bob"], [Player(hand=Pile.of(("Opt", 1), (UNKNOWN, 8))), Player()])
    said = written(state, DiscardCards(0, (UNKNOWN, "Opt")))
    assert yaml.safe_load(yaml.safe_dump(said)) == {"discard": ["a card", "Opt"]}


def test_what_is_no_pile_is_refused() -> None:
    with pytest.raises(SetupError, match=r"Ann: hand is .*, expected a pile; write Pile\.of"):
        start_game("cr2026", ["Ann", "Bob"], [Player(hand=(("Opt", 1),)), Player()])  # type: ignore[arg-type]
