"""What a player may see of a state, while a spell is being cast and otherwise."""

from __future__ import annotations

import pytest
from playing import Playing, card

from fsm.errors import IllegalAction
from fsm.game import (
    UNKNOWN,
    Activate,
    CardId,
    Cast,
    ChooseDiscards,
    Order,
    Pass,
    Player,
    State,
    legal_actions,
    pile_of,
    view,
)
from fsm.game.objects.cards.moving import cover, is_covered, take_card
from fsm.game.state.revealed import revealed_tops

SPHERE = card(
    "Sphere", type="artifact", abilities=[{"tap": True, "mana_ability": True, "do": [{"mana": 1}, {"draw": 1}]}]
)
CHOOSER = card(
    "Chooser", type="artifact", abilities=[{"mana_ability": True, "do": [{"mana": 1}, {"may": [{"life": 1}]}]}]
)
ENDER = card("Ender", type="artifact", abilities=[{"mana_ability": True, "do": [{"mana": 1}, "end_turn"]}])
TOWER = card("Tower", type="land", abilities=[{"mana": 1, "do": [{"life": 2}]}])
CALM = card("Calm", cost=1, effects=[{"life": 1}], on_cast=[{"life": 1}])


def shows(**how: object) -> Playing:
    """A game in which Ann's library is shown, with a card to cast and a Sphere (3) that makes mana for it."""
    oracle = card("Oracle", type="enchantment", static=[{"shows": "top", **how}])
    own = Player(hand=pile_of([UNKNOWN, UNKNOWN, "Calm"]), library=pile_of(["Island", "Swamp", "Opt"]))
    board = [(0, card("Rock", type="artifact")), (0, oracle), (0, SPHERE), (0, TOWER), (0, CHOOSER), (0, ENDER)]
    return Playing("cr2026", setups=[own, Player()], battlefield=board)


def top(state: State, seat: int | None) -> str:
    *_, (name, _) = view(state, seat).players[0].library
    return str(name)


@pytest.mark.parametrize(
    ("how", "seats"), [({}, (0, 1, None)), ({"looks": "you"}, (0,)), ({"looks": "opponents"}, (1,))]
)
def test_a_top_card_is_seen_by_whom_it_is_shown(how: dict[str, object], seats: tuple[int | None, ...]) -> None:
    game = shows(**how)
    assert [seat for seat in (0, 1, None) if top(game.state, seat) == "Opt"] == [*seats]


@pytest.mark.parametrize("action", [Cast(0, CALM, mana=(3,)), Activate(0, 4, mana=(3,))])
@pytest.mark.parametrize("how", [{}, {"looks": "you"}])
def test_a_new_top_card_and_a_drawn_card_wait(how: dict[str, object], action: Cast | Activate) -> None:
    game = shows(**how)
    before = len(game.events)
    game.do(action)
    events = game.events[before:]
    kinds = [event.kind for event in events]
    drawn, paid = kinds.index("card.draw"), kinds.index("mana.pay")
    assert drawn < paid
    for event in events[: drawn if kinds[0] == "stack.push" else 0]:
        assert top(event.state, 0) == "Opt"
    for event in events[drawn : paid + 1]:
        assert top(event.state, 0) == "a card"
        assert "Opt" not in dict(view(event.state, 0).players[0].hand)
    assert top(game.state, 0) == "Swamp"
    assert "Opt" in dict(view(game.state, 0).players[0].hand)
    assert (game.state.standing.playing, game.state.standing.covered) == (None, ())


@pytest.mark.parametrize(
    ("mana", "numbers", "why"),
    [
        ((1,), (), "Rock cannot make mana now"),
        ((3, 3), (), "Sphere cannot make mana now"),
        ((6,), (), "would move play elsewhere"),
        ((3,), (0, 0), "1 permanents and 2 abilities"),
    ],
)
def test_what_cannot_make_mana_meanwhile(mana: tuple[int, ...], numbers: tuple[int, ...], why: str) -> None:
    for action in (Cast(0, CALM, mana=mana, mana_abilities=numbers), Activate(0, 4, 0, None, mana, numbers)):
        game = shows()
        before = game.state
        with pytest.raises(IllegalAction, match=why):
            game.do(action)
        assert game.state is before
        assert action not in legal_actions(before)


def test_a_mana_ability_needs_no_other() -> None:
    with pytest.raises(IllegalAction, match="needs no other"):
        shows().do(Activate(0, 5, mana=(3,)))


def test_what_triggers_on_casting_has_a_number_of_its_own() -> None:
    game = shows()
    game.do(Cast(0, CALM, mana=(3,)))
    objects = [thing.id for thing in game.state.stack]
    assert len({*objects, *(permanent.id for permanent in game.state.battlefield)}) == len(objects) + 6
    game.resolve()
    game.resolve()
    assert game.state.players[0].life == 22


def test_a_top_card_that_is_revealed_again_has_another_number() -> None:
    game = shows()
    (first,) = game.state.standing.revealed
    game.cast(0, {"flicker": "Oracle"}, name="Flash")
    game.resolve()
    (again,) = game.state.standing.revealed
    assert game.state.players[0].library.runs[-1].name == "Opt"
    assert again.number > first.number
    assert game.state.standing.concealed == ()


def test_a_top_card_that_is_not_revealed_any_more_may_leave() -> None:
    game = shows()
    game.cast(0, {"move": "Oracle"}, name="Break")
    game.resolve()
    assert (game.state.standing.revealed, game.state.standing.concealed) == ((), (CardId(0, "library", 2),))
    game.cast(0, {"mill": 1}, {"put": "Oracle"}, name="Grind")
    game.resolve()
    assert (game.state.standing.revealed, game.state.standing.concealed) == ((CardId(0, "library", 1),), ())


def test_a_card_is_face_down_only_where_it_lies() -> None:
    game = Playing("cr2011", setups=[Player(exile=pile_of(["Opt", "Opt", "Shock"])), Player()])
    state = cover(game.state, CardId(0, "exile", 1), (1,))
    assert tuple(view(state, 0).players[0].exile) == (("Opt", 1), (UNKNOWN, 1), ("Shock", 1))
    assert tuple(view(state, 1).players[0].exile) == (("Opt", 2), ("Shock", 1))
    assert is_covered(state, CardId(0, "exile", 1))
    assert take_card(state, CardId(0, "exile", 1)).standing.covered == ()
    assert take_card(state, CardId(0, "exile", 0)).standing.covered == state.standing.covered


@pytest.mark.parametrize(
    ("effect", "orders", "told"),
    [
        ({"gain_control": {"what": "Oracle", "player": "Bob", "until": "game"}}, (), [(1, "Shock")]),
        ({"move": {"what": "Rock", "to": "library"}}, (), [(0, "Rock")]),
        ({"move": {"what": "top", "out_of": "graveyard", "amount": 2, "to": "library"}}, (1, 0), [(0, "A"), (0, "B")]),
        ({"move": {"what": "top", "out_of": "library", "to": "hand"}}, (), [(0, "Swamp")]),
    ],
)
def test_each_new_top_card_is_told_of(
    effect: dict[str, object], orders: tuple[int, ...], told: list[tuple[int, str]]
) -> None:
    oracle, rock = card("Oracle", type="enchantment", static=[{"shows": "top"}]), card("Rock", type="artifact")
    own = Player(hand=pile_of([UNKNOWN]), library=pile_of(["Swamp", "Opt"]), graveyard=pile_of(["A", "B"]))
    game = Playing("cr2026", setups=[own, Player(library=pile_of(["Shock"]))], battlefield=[(0, oracle), (0, rock)])
    game.cast(0, effect)
    game.do(Pass(0), Pass(1), *([Order(0, orders)] if orders else []))
    reveals = [(event.player, event.get("card")) for event in game.events if event.kind == "card.reveal"]
    assert reveals[0] == (0, "Opt")
    assert reveals[-len(told) :] == told
    assert game.state.standing.revealed == revealed_tops(game.state)


def test_what_has_phased_out_reveals_nothing() -> None:
    oracle = card("Oracle", type="creature", keywords=["phasing"], static=[{"shows": "top"}])
    own = Player(library=pile_of(["Swamp", "Opt"]))
    game = Playing("cr2006", setups=[own, Player()], battlefield=[(0, oracle)])
    assert (game.state.standing.revealed, top(game.state, 1)) == ((), "a card")
    assert [event.kind for event in game.events].count("card.reveal") == 1


def test_only_who_discards_sees_what_may_be_discarded() -> None:
    own = Player(hand=pile_of([UNKNOWN, "Swamp", "Opt", "Shock"]))
    game = Playing("cr2026", setups=[own, Player()])
    game.to("T1.precombat_main")
    game.cast(0, {"discard": 1})
    game.do(Pass(0), Pass(1))
    for seat, seen in ((0, {"Swamp", "Opt", "Shock"}), (1, {"a card"}), (None, {"a card"})):
        decision = view(game.state, seat).decision
        assert isinstance(decision, ChooseDiscards)
        assert {str(name) for name in decision.hand} == seen


def test_all_see_what_a_permanent_is_attached_to() -> None:
    ring = card("Ring", type="artifact", subtypes=["Equipment"], abilities=[{"do": ["attach"], "targets": "creature"}])
    game = Playing("cr2008", battlefield=[(0, ring), (1, card("Bear", type="creature", toughness=1))])
    game.do(Activate(0, 1, target=2))
    game.resolve()
    assert [view(game.state, seat).battlefield[0].attached for seat in (0, 1, None)] == [2, 2, 2]


@pytest.mark.parametrize("edition", ["cr2006", "cr2008", "cr2026"])
def test_only_its_controller_knows_what_is_phased_out_face_down(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, card("Mist", type="artifact"))])
    pump = {"what": "creatures", "keywords": ["phasing"], "until": "game"}
    game.cast(0, {"turn_face_down": "Mist"}, {"pump": pump})
    game.to("T3.beginning.upkeep")
    seen = [view(game.state, seat).battlefield[0] for seat in (0, 1, None)]
    assert [(one.phased_out, one.printed is not None) for one in seen] == [(True, True), (True, False), (True, False)]
