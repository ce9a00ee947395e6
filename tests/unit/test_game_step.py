"""The engine: a pure step, legal actions, and illegal ones that change nothing."""

from __future__ import annotations

import copy
import pickle

import msgspec
import pytest
from cases import crossed, joined
from playing import NAMES, Playing, card, spell, unknown

from fsm.edition import edition_ids
from fsm.errors import IllegalAction, SetupError
from fsm.game import (
    NO_OPTIONS,
    Activate,
    Assign,
    Attack,
    Block,
    Cast,
    Choose,
    Concede,
    DiscardCards,
    Order,
    Pass,
    Player,
    PlayLand,
    Priority,
    legal_actions,
    pile_of,
    play,
    start_game,
    step,
)
from fsm.scenario import default_action

EVERY = pytest.mark.parametrize("edition", edition_ids())
BEAR = card("Bear", type="creature", power=2, toughness=2)
LAND = card("Forest", type="land", abilities=[{"do": [{"mana": 1}], "tap": True, "mana_ability": True}])


@EVERY
def test_a_game_starts_in_the_first_upkeep(edition: str) -> None:
    state, events = start_game(edition, ["Ann", "Bob"])
    assert state.address == "T1.beginning.upkeep"
    assert state.decision == Priority(0)
    assert [e.kind for e in events] == [
        *(
            "game.begin",
            "turn.begin",
            "step.skip",
            "phase.begin",
            "step.begin",
            "step.end",
            "step.begin",
            "priority.get",
        )
    ]
    assert all(player.life == 20 for player in state.players)


@pytest.mark.parametrize(
    "names", [[], ["Ann"], list("abcdefghi"), ["Ann", "Ann"]], ids=["none", "one", "nine", "twice"]
)
def test_two_to_eight_players_of_different_names(names: list[str]) -> None:
    with pytest.raises(SetupError, match="player"):
        start_game("cr2026", names)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_first_draw_is_skipped_by_two_players_only(players: int) -> None:
    """101.5a and 101.5b, later 103.7a and 103.8a."""
    game = Playing(players=players)
    game.to("T1.precombat_main")
    assert ("T1.beginning.draw" in game.begun()) == (players != 2)


def test_any_seat_may_begin() -> None:
    game = Playing(players=3, first=2)
    game.until(lambda state: state.turn == 4)
    assert game.turns() == ["Cat", "Ann", "Bob", "Cat"]


@EVERY
def test_a_step_is_pure(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, BEAR), (1, BEAR)])
    game.to("T1.precombat_main")
    game.cast(0, {"extra_turn": "you"}, {"extra_phases": ["combat"]}, name="Much")
    before = game.state
    kept = copy.deepcopy(msgspec.structs.asdict(before)["players"]), before.address, before.agenda, before.stack
    first, events = step(before, Pass(0))
    again, same = step(before, Pass(0))
    assert (first, events) == (again, same)
    assert kept == (msgspec.structs.asdict(before)["players"], before.address, before.agenda, before.stack)
    assert first != before


@EVERY
def test_stepping_back_is_keeping_the_old_value(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, BEAR)])
    states = [game.state]
    actions = []
    while game.state.turn < 3:
        actions.append(default_action(game.state))
        states.append(game.do(actions[-1]))
    for at, action in reversed(list(enumerate(actions))):
        after, _ = step(states[at], action)
        assert after == states[at + 1]
        assert hash(after) == hash(states[at + 1])


@EVERY
def test_playing_without_a_log_gives_the_same_states(edition: str) -> None:
    game = Playing(edition, players=3, battlefield=[(0, BEAR), (1, LAND)])
    quiet = game.state
    game.to("T1.precombat_main")
    while quiet != game.state:
        quiet = play(quiet, default_action(quiet))
    cast = Cast(0, spell({"mana": 2}, {"extra_phases": ["combat", "main"]}, {"token": "Bear"}, name="All"))
    quiet = play(quiet, cast)
    game.do(cast)
    while game.state.turn < 4:
        action = default_action(game.state)
        game.do(action)
        quiet = play(quiet, action)
        assert quiet == game.state


ILLEGAL = [
    (Pass(1), "Bob is not asked now: it is Ann"),
    (Pass(9), "there is no seat 9, expected one from 0 to 1"),
    (Pass(-1), "there is no seat -1"),
    (Cast(0, card("Divination", type="sorcery")), "may be cast only in a main phase; this is T1.beginning.upkeep"),
    (Cast(0, LAND), "is a land: it is played, not cast"),
    (Cast(0, card("Costly", cost=3)), "costs 3 and Ann has 0 mana"),
    (Cast(0, card("Shock", targets="player")), "needs a player as its target"),
    (Cast(0, card("Shock", targets="player"), 7), "needs a player as its target"),
    (Cast(0, card("Murder", targets="permanent"), 99), "needs a permanent as its target"),
    (Cast(0, spell({"life": 1}), 1), "has no target"),
    (PlayLand(0, LAND), "a land is played during your own main phase"),
    (PlayLand(0, BEAR), "is not a land"),
    (Activate(0, 99), "controls no such permanent"),
    (Activate(0, 1, 5), "has 0 activated abilities"),
    (Activate(0, 2), "controls no such permanent"),
    (Attack(0, (1,)), "waits for Pass or Cast"),
    (Block(0), "waits for Pass or Cast"),
    (Order(0, (0,)), "waits for Pass or Cast"),
    (Assign(0, (1,)), "waits for Pass or Cast"),
    (DiscardCards(0, ("x",)), "waits for Pass or Cast"),
    (Choose(0, 0), "waits for Pass or Cast"),
]


@joined(crossed(edition_ids(), ILLEGAL))
def test_an_illegal_action_says_why_and_changes_nothing(edition: str, action: Pass, message: str) -> None:
    game = Playing(edition, battlefield=[(0, BEAR), (1, LAND)])
    before = game.state
    fields = msgspec.structs.asdict(before)
    with pytest.raises(IllegalAction, match=message):
        step(game.state, action)
    assert msgspec.structs.asdict(before) == fields
    log: list[object] = []
    with pytest.raises(IllegalAction):
        play(before, action, log)  # type: ignore[arg-type]
    assert log == []
    assert action not in legal_actions(before)


@EVERY
def test_sorceries_wait_for_an_empty_stack_and_ones_own_turn(edition: str) -> None:
    game = Playing(edition)
    sorcery = card("Divination", type="sorcery")
    game.to("T1.precombat_main")
    game.cast(0)
    with pytest.raises(IllegalAction, match="only while the stack is empty"):
        game.do(Cast(0, sorcery))
    game.do(Pass(0))
    with pytest.raises(IllegalAction, match="only during your own turn; this is Ann's"):
        game.do(Cast(1, sorcery))


@EVERY
def test_one_land_a_turn_without_the_stack(edition: str) -> None:
    game = Playing(edition)
    game.to("T1.precombat_main")
    game.do(PlayLand(0, LAND))
    assert game.state.stack == ()
    assert game.state.decision == Priority(0)
    with pytest.raises(IllegalAction, match="has played a land this turn"):
        game.do(PlayLand(0, LAND))
    game.to("T3.precombat_main")
    game.do(PlayLand(0, LAND))
    assert len(game.state.battlefield) == 2


def test_legal_actions_are_a_lazy_view() -> None:
    hand = pile_of(["Time Walk", "Forest"])
    state, _ = start_game("cr2026", NAMES[:2], [Player(hand=hand), unknown()], [(0, LAND)], cards=[LAND])
    view = legal_actions(state)
    assert list(view) == [Pass(0), Activate(0, 1)]
    assert view.count() == 2
    assert view
    assert Pass(1) not in view
    assert repr(view).startswith("<LegalActions Pass(player=0), ")
    while state.address != "T1.precombat_main":
        state, _ = step(state, Pass(state.decision.player if state.decision else 0))
    names = {type(action).__name__ for action in legal_actions(state)}
    assert names == {"Pass", "Cast", "PlayLand", "Activate"}


@EVERY
def test_every_legal_answer_to_every_decision_is_accepted(edition: str) -> None:
    """Attackers, blockers, orders, damage, discards, defenders: what is listed may be done."""
    creatures = [(seat, BEAR) for seat in (0, 0, 2, 2)]
    game = Playing(edition, players=3, battlefield=creatures, setups=[unknown(), unknown(), unknown()])
    kinds = set()
    for _ in range(400):
        listed = list(legal_actions(game.state))
        kinds.add(type(game.state.decision).__name__)
        assert listed
        for action in listed:
            step(game.state, action)
        game.do(listed[-1])
        if game.state.outcome is not None or game.state.turn > 6:
            break
    assert {"Priority", "ChooseDefender", "DeclareAttackers", "DeclareBlockers"} <= kinds
    assert not legal_actions(msgspec.structs.replace(game.state, decision=None))


@EVERY
def test_a_game_that_is_over_takes_no_actions(edition: str) -> None:
    game = Playing(edition)
    game.do(Concede(1))
    assert game.state.outcome is not None
    assert game.state.outcome.winner == 0
    for action in (Pass(0), Concede(0), Attack(0)):
        with pytest.raises(IllegalAction, match="over"):
            game.do(action)
    assert legal_actions(game.state).count() == 0


@EVERY
def test_a_loop_of_mandatory_actions_is_a_draw(edition: str) -> None:
    """421.4, later 104.4b."""
    top = card("Top", type="artifact", triggers=[{"when": "untaps", "do": [{"tap": "self"}, {"untap": "self"}]}])
    game = Playing(edition, battlefield=[(0, top)])
    game.cast(0, {"tap": "Top"}, {"untap": "Top"})
    for _ in range(200):
        if game.state.outcome is not None:
            break
        game.do(default_action(game.state))
    assert game.state.outcome is not None
    assert game.state.outcome.winner is None
    assert game.state.outcome.rules
    assert game.kinds()[-1] == "game.end"
    assert not game.state.agenda


def test_a_game_without_options_is_played_the_quick_way() -> None:
    state, _ = start_game("cr2026", ["Ann", "Bob"])
    assert state.game.options is NO_OPTIONS, "fsm/game/flow/macrosteps.py asks for these very ones"


def test_states_are_equal_by_their_values() -> None:
    (one, _), (other, _) = (start_game("cr2026", ["Ann", "Bob"]) for _ in range(2))
    (played, _), (again, _) = (step(state, Pass(0)) for state in (one, other))
    assert one == other
    assert hash(one) == hash(other)
    assert played == again != one
    for same in (copy.deepcopy(played), pickle.loads(pickle.dumps(played))):  # noqa: S301  # our own
        assert same == played
    for different in (start_game("cr2011", ["Ann", "Bob"]), start_game("cr2026", ["Ann", "Cat"])):
        assert different[0] != one
    assert one.game != "a game"
