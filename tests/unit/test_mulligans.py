"""Mulligans: who is asked, what may be answered, what others see of it, and which traces of them are possible."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from checking import entries, judged
from playing import NAMES

from fsm.edition import edition_ids
from fsm.errors import FsmError, IllegalAction
from fsm.game import (
    UNKNOWN,
    Choose,
    ChooseBottom,
    ChooseMulligan,
    Concede,
    Deck,
    Order,
    Pass,
    Pile,
    State,
    default_action,
    legal_actions,
    start_game,
    step,
    view,
    why_not,
)
from fsm.recording import Frame, Recording
from fsm.scenario import ActRef, parse_scenarios, run_scenario
from fsm.scenario.running.actions import action_of
from fsm.scenario.writing.script import written
from fsm.shape import read

KEEP, TAKE = 0, 1
SEVEN = ("Opt", "Opt", "Island", "Shock", "Forest", "Swamp", "Plains")


def opening(edition: str = "cr2026", *mulligans: int, shuffled: tuple[tuple[str, ...], ...] = ()) -> State:
    """A game in which each player has a deck of forty cards, and would take so many mulligans."""
    decks = [Deck(Pile.of((UNKNOWN, 40)), count, shuffled) for count in mulligans or (0, 0)]
    return start_game(edition, NAMES[: len(decks)], decks=decks)[0]


def answers(state: State, *actions: Any) -> State:
    """The state after these actions."""
    for action in actions:
        state, _ = step(state, action)
    return state


def hands(state: State) -> list[int]:
    """How many cards each player has in hand."""
    return [player.hand.count for player in state.players]


def asked(state: State) -> int | None:
    """Who is asked about a mulligan, if anybody is."""
    return state.decision.player if isinstance(state.decision, ChooseMulligan) else None


@pytest.mark.parametrize("edition", edition_ids())
def test_the_first_player_is_asked_before_the_first_turn(edition: str) -> None:
    state = opening(edition)
    assert (state.address, state.turn, asked(state)) == ("T0", 0, 0)
    assert list(legal_actions(state)) == [Choose(0, KEEP), Choose(0, TAKE)]
    assert default_action(state) == Choose(0, KEEP)
    state = answers(state, Choose(0, KEEP), Choose(1, KEEP))
    assert (state.address, hands(state), state.agenda) == ("T1.beginning.upkeep", [7, 7], ())


@pytest.mark.parametrize(("edition", "then"), [("cr2006", 0), ("cr2008", 0), ("cr2011", 1), ("cr2026", 1)])
def test_up_to_2008_a_player_is_asked_until_they_keep(edition: str, then: int) -> None:
    assert asked(answers(opening(edition), Choose(0, TAKE))) == then


def test_who_wants_a_mulligan_takes_it_when_all_have_said() -> None:
    said = answers(opening("cr2011", 0, 0, 0), Choose(0, TAKE), Choose(1, KEEP))
    assert hands(said) == [7, 7, 7]
    taken = answers(said, Choose(2, TAKE))
    assert (hands(taken), asked(taken)) == ([7, 7, 7], 0)  # with three players the first one is free
    again = answers(taken, Choose(0, TAKE), Choose(2, KEEP))
    assert (hands(again), asked(again)) == ([6, 7, 7], 0)


def test_a_player_who_has_no_deck_is_not_asked() -> None:
    state, _ = start_game("cr2026", NAMES[:2], decks=[None, Deck(Pile.of((UNKNOWN, 40)))])
    assert asked(state) == 1


def test_nobody_else_may_answer_and_nothing_else() -> None:
    state = opening()
    for action in (Choose(1, KEEP), Choose(0, 2), Pass(0), Order(0, ())):
        assert why_not(state, action) is not None
        with pytest.raises(IllegalAction):
            step(state, action)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("edition", edition_ids())
def test_a_hand_without_cards_is_kept(edition: str, players: int) -> None:
    state, taken = opening(edition, *(0,) * players), 0
    while (seat := asked(state)) is not None:
        state, taken = answers(state, Choose(seat, int(seat == 0))), taken + (seat == 0)
    assert (hands(state)[0], taken) == (0, 7 if players == 2 or edition == "cr2006" else 8)


def test_a_player_takes_as_many_as_their_deck_says() -> None:
    state = opening("cr2006", 2, 0)
    while asked(state) is not None:
        state = answers(state, default_action(state))
    assert hands(state) == [5, 7]


def test_who_concedes_takes_none_and_the_next_player_goes_first() -> None:
    state = answers(opening("cr2026", 0, 0, 0), Choose(0, TAKE), Concede(0))
    assert asked(state) == 1
    state = answers(state, Choose(1, KEEP), Choose(2, KEEP))
    assert (state.turn, state.active, hands(state)[1:]) == (1, 1, [7, 7])


def test_who_concedes_before_they_are_asked_is_not_asked() -> None:
    state = answers(opening("cr2026", 0, 0, 0), Concede(1), Choose(0, KEEP))
    assert asked(state) == 2


def test_who_concedes_while_choosing_cards_for_the_bottom_puts_none_there() -> None:
    state = opening("cr2026", 0, 0, 0, shuffled=(SEVEN,) * 2)
    state = answers(state, Choose(0, TAKE), *(Choose(seat, KEEP) for seat in (1, 2)), Choose(0, TAKE))
    assert isinstance(state.decision, ChooseBottom)
    state, events = step(state, Concede(0))
    assert (state.turn, state.active) == (1, 1)
    assert "hand.bottom" not in [event.kind for event in events]


def bottom(*, times: int = 1) -> State:
    """A game in which a player has just taken mulligans, and has these seven cards."""
    state = answers(opening("cr2026", 0, 0, shuffled=(SEVEN,) * times), Choose(0, TAKE), Choose(1, KEEP))
    for _ in range(times - 1):
        state = answers(state, default_action(state), Choose(0, TAKE))
    return state


def test_each_choice_of_cards_for_the_bottom_is_listed_once() -> None:
    assert len(list(legal_actions(bottom()))) == len(set(SEVEN))
    two = bottom(times=2)
    assert isinstance(two.decision, ChooseBottom)
    assert two.decision.count == 2
    orders = [tuple(two.decision.hand[at] for at in action.order) for action in legal_actions(two)]  # type: ignore[attr-defined]
    assert len(orders) == len(set(orders)) == 6 * 5 + 1  # two Opts are one way
    assert all(action in legal_actions(two) for action in legal_actions(two))


def test_the_first_card_named_is_the_lowest() -> None:
    state = bottom(times=2)
    act = {"order": ["Swamp", "Opt"]}
    action = action_of(state, 0, read(ActRef, act))
    assert written(state, action) == act
    after = answers(state, action)
    assert list(after.players[0].library)[:2] == [("Swamp", 1), ("Opt", 1)]
    assert sorted(name for name, count in after.players[0].hand for _ in range(count)) == [
        "Forest", "Island", "Opt", "Plains", "Shock",
    ]  # fmt: skip


@pytest.mark.parametrize("order", [(), (0, 1, 2), (0, 0), (0, 7), (-1, 0)])
def test_other_cards_than_so_many_of_the_hand_are_refused(order: tuple[int, ...]) -> None:
    state = bottom(times=2)
    assert why_not(state, Order(0, order)) is not None


def test_others_do_not_see_the_hand_nor_what_is_still_to_come() -> None:
    state = bottom()
    seen, own = view(state, 1), view(state, 0)
    assert isinstance(seen.decision, ChooseBottom)
    assert set(seen.decision.hand) == {UNKNOWN}
    assert own.decision == state.decision
    assert "Opt" not in repr(seen.agenda) + repr(seen.players[0])
    none, three = (view(opening("cr2026", count, 0), 1) for count in (0, 3))
    assert (none.players, none.agenda, none.decision) == (three.players, three.agenda, three.decision)


WRONG = [
    ("{deck: 3, mulligans: [[Opt, Opt, Opt, Opt]]}", "found 4 cards, and the deck has 3"),
    ("{deck: [Opt, Forest], mulligans: [[Forest], [Opt, Opt]]}", 'found "Opt" 2 times, in the deck 1 times'),
    ("{deck: [Opt, Forest], mulligans: [[Forrest]]}", 'did you mean "Forest"?'),
    ("{mulligans: [[Opt]]}", "are for a player with a deck"),
]


@pytest.mark.parametrize(("setup", "says"), WRONG)
def test_a_mulligan_finds_only_the_cards_of_the_deck(setup: str, says: str) -> None:
    with pytest.raises(FsmError) as found:
        parse_scenarios(f"players: {{Ann: {setup}, Bob: {{}}}}\nuntil: T1", "f")
    assert says in str(found.value).replace("'", '"')


def test_an_unknown_card_of_the_deck_may_be_any() -> None:
    (scenario,) = parse_scenarios(
        "players: {Ann: {deck: [a card, Opt], mulligans: [[Forest, Opt]]}, Bob: {}}\nuntil: T0"
    )
    drawn = next(frame for frame in run_scenario(scenario) if frame.event.kind == "mulligan")
    assert {name for name, _ in drawn.event.state.players[0].hand} == {"Forest", "Opt"}


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("seed", range(6))
def test_what_anybody_may_answer_gives_a_possible_trace(edition: str, seed: int) -> None:
    random = Random(seed)  # noqa: S311  # any answers, the same each time
    decks = [Deck(Pile.of((UNKNOWN, 40)), 0, (SEVEN,) * 8)] * random.choice((2, 3, 4))
    state, events = start_game(edition, NAMES[: len(decks)], decks=decks, first=random.randrange(len(decks)))
    while state.turn == 0:
        state, more = step(state, random.choice(list(islice(legal_actions(state), 50))))
        events += more
    recording = Recording(tuple(Frame(number, event) for number, event in enumerate(events, 1)), "any")
    assert judged(entries(recording)).finding is None
    assert all(player.hand.count + player.library.count == 40 for player in state.players)


C, M, B = "choice", "mulligan", "hand.bottom"
TURN = ("turn.begin", "Ann", None)
POSSIBLE: list[tuple[str, int, list[tuple[str, str, Any]]]] = [
    ("cr2026", 2, [(C, "Ann", "mulligan"), (C, "Bob", "mulligan"), (M, "Ann", 7), (M, "Bob", 7), (B, "Ann", 1),
                   (B, "Bob", 1), (C, "Ann", "keep"), (C, "Bob", "keep"), TURN]),
    ("cr2026", 2, [(M, "Ann", None), (M, "Bob", None), (M, "Ann", None), TURN]),
    ("cr2026", 2, [(M, "Ann", None), (M, "Ann", None), (B, "Ann", 2), TURN]),
    ("cr2006", 2, [(M, "Ann", 6), (M, "Ann", 5), (M, "Bob", 6), TURN]),
    ("cr2008", 3, [(M, "Ann", 7), (M, "Ann", 6), TURN]),
    ("cr2006", 2, [(C, "Ann", "keep"), (C, "Bob", "mulligan"), (M, "Bob", 6), (C, "Bob", "keep"), TURN]),
]  # fmt: skip
IMPOSSIBLE: list[tuple[str, int, list[tuple[str, str, Any]], str]] = [
    ("cr2026", 2, [(C, "Ann", "keep"), (C, "Bob", "keep"), (M, "Ann", 7)], "Ann has kept a hand"),
    ("cr2026", 2, [(C, "Ann", "keep"), TURN, (M, "Ann", 7)], "the first turn has begun"),
    ("cr2026", 2, [(M, "Ann", None), (M, "Ann", None), (M, "Bob", None)], "Bob let others take a mulligan"),
    ("cr2006", 2, [(M, "Ann", 6), (M, "Bob", 6), (M, "Ann", 5)], "Ann let others take a mulligan"),
    ("cr2006", 2, [(M, "Ann", 7)], "has 6 cards, not 7"),
    ("cr2006", 3, [(M, "Ann", 7)], "has 6 cards, not 7"),
    ("cr2006", 2, [(M, "Ann", 6), (B, "Ann", 1)], "none go to the bottom"),
    ("cr2026", 2, [(M, "Ann", 7), (B, "Ann", 2)], "puts at most 1"),
    ("cr2026", 2, [(M, "Ann", 7), (B, "Ann", 1), (B, "Ann", 1)], "has taken no mulligan for which"),
    ("cr2026", 2, [(C, "Bob", "keep"), (C, "Ann", "keep")], "in turn order"),
    ("cr2026", 2, [(C, "Ann", "mulligan"), (C, "Ann", "mulligan")], "has said so already"),
    ("cr2026", 2, [(M, "Ann", None)] * 8, "no card would be left"),
    ("cr2026", 2, [(C, "Ann", "scry")], "and not scry"),
]


def trace(edition: str, players: int, told: list[tuple[str, str, Any]]) -> list[dict[str, Any]]:
    """A trace that tells these events after the game has begun."""
    events = [{"kind": "game.begin", "player": "Ann"}]
    for kind, player, said in told:
        more = {"name": "the opening hand", "option": said} if kind == C else {} if said is None else {"amount": said}
        events.append({"kind": kind, "active" if kind == "turn.begin" else "player": player, **more})
    return [{"type": "header", "edition": edition, "players": list(NAMES[:players])}, *events]


@pytest.mark.parametrize(("edition", "players", "told"), POSSIBLE)
def test_a_trace_may_tell_of_mulligans(edition: str, players: int, told: list[tuple[str, str, Any]]) -> None:
    verdict = judged(trace(edition, players, told))
    assert verdict.finding is None


@pytest.mark.parametrize(("edition", "players", "told", "says"), IMPOSSIBLE)
def test_a_mulligan_that_nobody_could_take_is_found(
    edition: str, players: int, told: list[tuple[str, str, Any]], says: str
) -> None:
    finding = judged(trace(edition, players, told)).finding
    assert finding is not None
    assert says in finding.why
    assert finding.rules
    assert finding.line == len(told) + 2
