"""What a game cannot begin with: too few players, seats that are not there, less than nothing of something."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playing import card

from fsm.errors import ArgumentError, IllegalAction, SetupError
from fsm.game import UNKNOWN, Cast, Concede, Options, Pass, Permanent, Pile, Player, start_game, step

ANN_AND_BOB = ["Ann", "Bob"]
BEAR = card("Bear", type="creature", power=2, toughness=2)


@pytest.mark.parametrize(
    ("names", "given", "says"),
    [
        (["Ann"], {}, "found 1 player, expected two to 8"),
        (["Ann", "Ann"], {}, "two players have the same name"),
        (ANN_AND_BOB, {"hand": -1}, "a hand of -1 cards"),
        (ANN_AND_BOB, {"first": 9}, "first: there is no seat 9; seats are 0 to 1"),
        (ANN_AND_BOB, {"first": -1}, "first: there is no seat -1"),
        (ANN_AND_BOB, {"battlefield": [(9, BEAR)]}, r"the battlefield \(Bear\): there is no seat 9"),
        (ANN_AND_BOB, {"battlefield": [(-1, BEAR)]}, "there is no seat -1"),
        (ANN_AND_BOB, {"battlefield": [Permanent(0, BEAR, 0, 9)]}, r"the battlefield \(Bear\): there is no seat 9"),
        (ANN_AND_BOB, {"players": [Player()]}, "2 names and 1 players"),
        (ANN_AND_BOB, {"players": []}, "2 names and 0 players"),
        (ANN_AND_BOB, {"players": [Player(mana=-5), Player()]}, "Ann: mana is -5, expected a number from 0"),
        (ANN_AND_BOB, {"players": [Player(), Player(hand_size=-1)]}, "Bob: hand_size is -1"),
        (
            ANN_AND_BOB,
            {"players": [Player(), Player(hand=Pile.of(("Time Wlak", 1)))]},
            r"Bob: hand: unknown card 'Time Wlak' \(did you mean \"Time Walk\"\?\); expected a card of catalogue\(\)",
        ),
        (
            ANN_AND_BOB,
            {"players": [Player(), Player(graveyard=Pile.of(("Baer", 1)))], "cards": [BEAR]},
            r"Bob: graveyard: unknown card 'Baer' \(did you mean \"Bear\"\?\)",
        ),
        (ANN_AND_BOB, {"options": Options(teams=((0,), (9,)))}, "each of the seats"),
    ],
)
def test_a_game_that_cannot_be_is_refused(names: list[str], given: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        start_game("cr2026", names, **given)


def test_permanents_are_as_they_are_said_to_be_before_the_first_event() -> None:
    stolen = Permanent(0, BEAR, 0, 1, tapped=True, counters=(("", 2),))
    _, events = start_game("cr2026", ANN_AND_BOB, battlefield=[(1, BEAR), stolen])
    first = events[0].state
    assert first.battlefield == (Permanent(1, BEAR, 1, 1, sick=False), replace(stolen, id=2, sick=False))
    untapped = [event for event in events if event.kind == "permanent.untap"]
    assert [event.get("object") for event in untapped] == [2]


@pytest.mark.parametrize("seat", [9, -1, 2])
def test_a_seat_that_is_not_there_does_nothing(seat: int) -> None:
    state, _ = start_game("cr2026", ANN_AND_BOB)
    for action in (Pass(seat), Cast(seat, card(effects=["draw"])), Concede(seat)):
        with pytest.raises(IllegalAction, match=r"there is no seat|not in the game"):
            step(state, action)


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (("Opt", -1), r"found \('Opt', -1\) \(tuple\), expected a name and how many: \('Forest', 4\)"),
        ("Opt", r"found 'Opt' \(str\), expected a name and how many"),
        (("Opt", None), "expected a name and how many"),
        (("Opt", 1, 2), "expected a name and how many"),
        ((BEAR, 1), "expected a name and how many: .*; the name of this card is 'Bear'"),
        (BEAR, "the name of this card is 'Bear'"),
    ],
)
def test_a_pile_is_made_of_names_and_numbers(pair: Any, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        Pile.of(pair)


def test_a_player_begins_with_a_hand_of_known_cards() -> None:
    ann = Player(hand=Pile.of(("Time Walk", 2), ("Bear", 1)), library=Pile.of((UNKNOWN, 40)))
    state, _ = start_game("cr2026", ANN_AND_BOB, [ann, Player()], cards=[BEAR])
    assert tuple(state.players[0].hand) == (("Time Walk", 2), ("Bear", 1))


def test_who_has_no_life_at_first_loses_at_once() -> None:
    state, _ = start_game("cr2026", ANN_AND_BOB, [Player(life=-3), Player()])
    assert state.outcome is not None
    assert state.outcome.winner == 1


def test_an_action_of_a_seat_that_is_not_there_says_which_are() -> None:
    state, _ = start_game("cr2026", ANN_AND_BOB)
    with pytest.raises(IllegalAction, match="there is no seat 7, expected one from 0 to 1: Ann has to decide"):
        step(state, Pass(7))


@pytest.mark.parametrize("given", [5, "Bear"])
def test_what_a_game_begins_with_is_a_list(given: Any) -> None:
    with pytest.raises(SetupError, match=r"found .*, expected a list of"):
        start_game("cr2026", ["Ann", "Bob"], battlefield=given)
