"""Declaring attackers: several players, restrictions, requirements and costs; what is refused changes nothing."""

from __future__ import annotations

import sys
from itertools import combinations, product
from typing import Any

import pytest
from cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import (
    Attack,
    Block,
    Card,
    Choose,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    Options,
    Player,
    Priority,
    legal_actions,
    step,
)
from fsm.game.combat.requirements import least_attack
from fsm.game.decisions.costs.combat import most_to_pay
from fsm.game.decisions.table import why_not
from fsm.game.state.players.who import defenders
from fsm.game.state.state import LastingEffect, set_standing
from fsm.shape import ShapeError

EVERY = pytest.mark.parametrize("edition", edition_ids())
MULTIPLE = Options(attack="multiple")
TAP_FOR_MANA: list[Any] = [{"do": [{"mana": 1}], "tap": True, "mana_ability": True}]
BEAR = card("Bear", type="creature", power=2, toughness=2)
EAGER = card("Eager", type="creature", power=1, toughness=1, keywords=["attacks each combat if able"])
FOREST = card("Forest", type="land", abilities=TAP_FOR_MANA)
ELF = card("Elf", type="creature", power=1, toughness=1, abilities=TAP_FOR_MANA)
GUARD = card("Guard", type="creature", power=1, toughness=1, keywords=["vigilance"], abilities=TAP_FOR_MANA)
PRISON = card("Prison", type="enchantment", static=[{"attack_cost": 2}])
STILL = card("Still", type="enchantment", static=[{"cannot": "activate", "player": "each"}])


def attacking(edition: str, players: int, *battlefield: tuple[int, Card], options: Options = MULTIPLE) -> Playing:
    """A game in which the first player is asked for attackers."""
    game = Playing(edition, players, battlefield, options=options)
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    return game


def asked(game: Playing) -> DeclareAttackers:
    assert isinstance(game.state.decision, DeclareAttackers)
    return game.state.decision


def of_names(game: Playing, kind: str) -> list[Any]:
    """The names in the events of a kind."""
    return [event.get("name") for event in game.of_kind(kind)]


def refused(game: Playing, action: Attack | Block, says: str) -> None:
    """The action is not possible, for that reason; the state is what it was."""
    before = game.state
    with pytest.raises(IllegalAction, match=says):
        game.do(action)
    assert game.state is before
    assert action not in legal_actions(before)


@EVERY
def test_all_opponents_may_be_attacked_and_nobody_is_chosen(edition: str) -> None:
    game = attacking(edition, 4, (0, BEAR))
    assert "ChooseDefender" not in {type(event.state.decision).__name__ for event in game.events}
    assert asked(game).defenders == defenders(game.state) == (1, 2, 3)


@EVERY
def test_one_opponent_is_chosen_without_the_option(edition: str) -> None:
    game = Playing(edition, 3, [(0, BEAR)])
    game.until(lambda state: type(state.decision).__name__ == "ChooseDefender")
    game.do(Choose(0, 1))
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    assert asked(game).defenders == defenders(game.state) == (2,)
    refused(game, Attack(0, (1,), (1,)), r"Bob cannot be attacked now \((508\.1b|602\.3)\)")
    game.do(Attack(0, (1,), (2,)))
    assert game.state.combat is not None
    assert game.state.combat.attackers[0].defender == 2


@EVERY
def test_every_way_to_share_out_the_attackers_is_listed(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR), (0, BEAR))
    listed = set(legal_actions(game.state))
    one = {Attack(0, (id,), (seat,)) for id in (1, 2) for seat in (1, 2)}
    both = {Attack(0, (1, 2), whom) for whom in product((1, 2), repeat=2)}
    assert listed == {Attack(0), *one, *both}
    for action in listed:
        step(game.state, action)


@EVERY
def test_what_is_no_declaration_is_refused(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR), (0, BEAR))
    refused(game, Attack(0, (1, 1), (1, 2)), "named twice")
    refused(game, Attack(0, (1, 2), (1,)), "2 attackers and 1 players")
    refused(game, Attack(0, (1,), (0,)), "Ann cannot be attacked now")
    refused(game, Attack(0, (1,), (9,)), "no such player cannot be attacked now")
    refused(game, Attack(0, (9,), (1,)), "what is not on the battlefield cannot attack now")
    refused(game, Attack(0, (1,), (1,), (2,)), "costs nothing, and no mana is made for it")


@EVERY
def test_each_player_blocks_only_what_attacks_him(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR), (0, BEAR), (1, BEAR), (2, BEAR))
    game.do(Attack(0, (1, 2), (2, 1)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    assert game.state.decision == DeclareBlockers(1, (3,), (2,))
    refused(game, Block(1, ((3, 1),)), "Bear attacks Cat, so only Cat's creatures can block it")
    refused(game, Block(1, ((4, 2),)), "Bear cannot block now")
    game.do(Block(1, ((3, 2),)))
    assert game.state.decision == DeclareBlockers(2, (4,), (1,))
    game.do(Block(2))
    game.to("T1.combat.end_of_combat")
    assert [player.life for player in game.state.players] == [20, 20, 18]


@EVERY
def test_a_second_declaration_in_one_combat_leaves_the_first_as_it_is(edition: str) -> None:
    game = attacking(edition, 2, (0, GUARD), (0, BEAR), (1, BEAR), (1, BEAR))
    game.do(Attack(0, (1,)))
    game.happen(0, {"extra_steps": "declare_attackers"})
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    assert asked(game).candidates == (2,)
    game.do(Attack(0, (2,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Block(1, ((3, 1),)))
    game.happen(0, {"extra_steps": "declare_blockers"})
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    assert game.state.decision == DeclareBlockers(1, (4,), (1, 2))
    game.do(Block(1))
    assert game.state.combat is not None
    assert [(a.id, a.blocked) for a in game.state.combat.attackers] == [(1, True), (2, False)]
    assert game.state.combat.blocks == ((3, 1),)


@EVERY
def test_a_player_who_leaves_is_not_attacked_any_more(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR))
    game.do(Concede(1))
    assert asked(game).defenders == (2,)
    refused(game, Attack(0, (1,), (1,)), "Bob cannot be attacked now")
    game.do(Attack(0, (1,)))
    game.to("T1.combat.end_of_combat")
    assert game.state.players[2].life == 18


@EVERY
def test_nobody_can_attack_once_the_one_defending_player_has_left(edition: str) -> None:
    game = attacking(edition, 3, (0, EAGER), options=Options())
    game.do(Concede(1))
    assert type(game.state.decision) is not DeclareAttackers
    game.until(lambda state: state.turn == 2)
    assert "T1.combat.declare_blockers" not in game.begun()


@EVERY
def test_the_one_defending_player_may_leave_before_attackers_are_declared(edition: str) -> None:
    game = Playing(edition, 3, [(0, BEAR)])
    game.to("T1.combat.beginning_of_combat")
    game.do(Concede(1))
    game.until(lambda state: state.turn == 2)
    assert "T1.combat.declare_blockers" not in game.begun()
    assert not game.of_kind("damage")


@pytest.mark.parametrize("edition", ["cr2006", "cr2008"])
def test_damage_on_the_stack_is_not_dealt_to_a_player_who_left(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR), (0, BEAR))
    game.do(Attack(0, (1, 2), (1, 2)))
    game.to("T1.combat.combat_damage")
    game.do(Concede(1))
    game.to("T1.combat.end_of_combat")
    assert [event.player for event in game.of_kind("damage")] == [2]


@EVERY
def test_attackers_leave_combat_with_their_player(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR), (1, BEAR))
    game.do(Attack(0, (1,), (1,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Concede(0))
    assert type(game.state.decision) is Priority
    assert [event.get("name") for event in game.of_kind("combat.remove")] == ["Bear"]


@EVERY
@pytest.mark.parametrize("last", ["blocks", "leaves"])
def test_abilities_trigger_once_the_last_player_has_declared_or_left(edition: str, last: str) -> None:
    when = ["becomes blocked", "attacks and is not blocked"]
    proud = card(
        "Proud", type="creature", power=1, toughness=1, triggers=[{"when": one, "name": one, "do": []} for one in when]
    )
    game = attacking(edition, 4, (0, proud), (0, proud), (1, BEAR), (2, BEAR))
    game.do(Attack(0, (1, 2), (1, 2)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Block(1, ((3, 1),)))
    assert not game.of_kind("trigger")
    game.do(Block(2, ((4, 2),)) if last == "blocks" else Concede(2))
    assert of_names(game, "trigger") == [when[0], when[last == "leaves"]]


@EVERY
def test_blockers_that_leave_with_their_player_leave_the_attacker_blocked(edition: str) -> None:
    game = attacking(edition, 3, (0, BEAR), (1, BEAR))
    game.do(Attack(0, (1,), (1,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Block(1, ((2, 1),)))
    game.do(Concede(1))
    assert game.state.combat is not None
    assert (game.state.combat.blocks, game.state.combat.attackers[0].blocked) == ((), True)


@EVERY
def test_a_creature_that_must_attack_is_named_with_the_rule(edition: str) -> None:
    game = attacking(edition, 2, (0, BEAR), (0, EAGER))
    refused(game, Attack(0), r"Eager must attack, since it is able to \((500\.2|508\.1d)\)")
    refused(game, Attack(0, (1,)), "Eager must attack")
    assert list(legal_actions(game.state)) == [Attack(0, (2,)), Attack(0, (1, 2))]


@EVERY
@pytest.mark.parametrize("word", ["can't attack", "defender"])
def test_what_cannot_attack_is_refused_with_the_rule(edition: str, word: str) -> None:
    still = card("Still", type="creature", power=1, toughness=1, keywords=[word, "attacks each combat if able"])
    game = attacking(edition, 2, (0, BEAR), (0, still))
    refused(game, Attack(0, (2,)), r"Still cannot attack now \((500\.2|508\.1c)\)")
    game.do(Attack(0))


@EVERY
def test_restrictions_on_the_whole_attack(edition: str) -> None:
    arbiter = card("Arbiter", type="artifact", static=[{"most_attackers": 1}])
    shy = card("Shy", type="creature", power=1, toughness=1, keywords=["can't attack alone"])
    game = attacking(edition, 2, (0, BEAR), (0, shy), (1, arbiter))
    refused(game, Attack(0, (1, 2)), r"no more than 1 can attack \((500\.2|508\.1c)\)")
    refused(game, Attack(0, (2,)), r"Shy can't attack alone \((500\.2|508\.1c)\)")
    assert list(legal_actions(game.state)) == [Attack(0), Attack(0, (1,))]


@EVERY
def test_nobody_is_asked_where_no_creature_can_attack(edition: str) -> None:
    peace = card("Peace", type="enchantment", static=[{"most_attackers": 0}])
    game = Playing(edition, 2, [(0, EAGER), (1, peace)])
    game.until(lambda state: state.turn == 2)
    assert "DeclareAttackers" not in {type(event.state.decision).__name__ for event in game.events}


@EVERY
def test_a_creature_that_cannot_block_is_not_asked_for(edition: str) -> None:
    coward = card("Coward", type="creature", power=1, toughness=1, keywords=["can't block"])
    game = attacking(edition, 2, (0, BEAR), (1, coward), (1, BEAR))
    game.do(Attack(0, (1,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    assert game.state.decision == DeclareBlockers(1, (3,), (1,))


def spring(*effects: Any) -> Card:
    """A permanent that makes a mana, and does more besides."""
    ability = {"do": [{"mana": 1}, *effects], "tap": True, "mana_ability": True}
    return card("Spring", type="artifact", abilities=[ability])


@EVERY
def test_what_asks_for_a_choice_makes_mana_for_an_attack(edition: str) -> None:
    asks = spring({"may": [{"life": 1}]})
    game = attacking(edition, 2, (0, BEAR), (0, asks), (0, FOREST), (0, FOREST), (1, PRISON))
    assert Attack(0, (1,), (), (2, 3)) in list(legal_actions(game.state))
    game.do(Attack(0, (1,), (), (2, 3)), Choose(0, 1))
    assert game.state.players[0].life == 21
    assert game.of_kind("combat.attack")[-1].get("attackers") == ["Bear"]


@EVERY
@pytest.mark.parametrize("effect", ["end_turn", {"lose_game": "you"}], ids=["end_turn", "lose_game"])
def test_nothing_comes_of_an_attack_if_play_goes_on_elsewhere(edition: str, effect: Any) -> None:
    game = attacking(edition, 3, (0, BEAR), (0, spring(effect)), (0, FOREST), (1, PRISON))
    game.do(Attack(0, (1,), (), (2, 3)))
    assert not game.of_kind("combat.attack") or not game.of_kind("combat.attack")[-1].get("attackers")
    assert game.state.address == ("T2.beginning.upkeep" if effect == "end_turn" else "T1.combat.declare_attackers")
    assert [p.tapped for p in game.state.permanents(0)] == ([True, True, False] if effect == "end_turn" else [])


@EVERY
def test_an_attack_that_is_not_paid_for_leaves_everything_as_it_was(edition: str) -> None:
    game = attacking(edition, 2, (0, ELF), (0, ELF), (0, FOREST), (1, PRISON))
    refused(game, Attack(0, (1,)), r"costs 2 mana, and Ann has 0 \((308\.2f|508\.1[ij])\)")
    refused(game, Attack(0, (1,), (), (3,)), "costs 2 mana, and Ann has 1")
    refused(game, Attack(0, (1,), (), (1, 3)), "Elf cannot make mana now")
    refused(game, Attack(0, (1,), (), (3, 3)), "Forest cannot make mana now")
    refused(game, Attack(0, (1,), (), (4, 3)), "Prison cannot make mana now")
    assert not any(permanent.tapped for permanent in game.state.battlefield)
    assert list(legal_actions(game.state)) == [Attack(0), Attack(0, (1,), (), (2, 3)), Attack(0, (2,), (), (1, 3))]


@EVERY
def test_an_attacker_that_does_not_tap_to_attack_may_pay(edition: str) -> None:
    game = attacking(edition, 2, (0, GUARD), (0, FOREST), (1, PRISON))
    game.do(Attack(0, (1,), (), (1, 2)))
    assert game.state.combat is not None
    assert [attacker.id for attacker in game.state.combat.attackers] == [1]
    assert all(permanent.tapped for permanent in game.state.permanents(0))


@EVERY
def test_prices_add_up_and_count_for_those_they_protect(edition: str) -> None:
    everybody = card("Tax", type="enchantment", static=[{"attack_cost": 1, "player": "each"}])
    game = attacking(edition, 3, (0, BEAR), (0, BEAR), (1, PRISON), (1, PRISON), (2, everybody))
    refused(game, Attack(0, (1, 2), (1, 2)), "costs 6 mana")
    refused(game, Attack(0, (1, 2), (2, 2)), "costs 2 mana")


@EVERY
def test_mana_in_the_pool_pays_and_what_is_too_much_stays(edition: str) -> None:
    game = Playing(edition, 2, [(0, BEAR), (0, FOREST), (1, PRISON)])
    game.to("T1.combat.beginning_of_combat")
    game.cast(0, {"mana": 2})
    game.resolve()
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    if game.state.players[0].mana == 2:  # where mana stays from step to step
        game.do(Attack(0, (1,), (), (2,)))
        assert game.state.players[0].mana == 1
    else:
        refused(game, Attack(0, (1,), (), (2,)), "costs 2 mana, and Ann has 1")


def test_a_price_below_zero_is_refused() -> None:
    with pytest.raises(ShapeError, match="found -1, expected a number from 0"):
        card("Bribe", type="enchantment", static=[{"attack_cost": -1}])
    with pytest.raises(ShapeError, match="found -1, expected a number from 0"):
        card("Nothing", type="enchantment", static=[{"most_attackers": -1}])


@EVERY
@pytest.mark.parametrize("until", ["end_of_turn", "your_next_turn", "game"])
def test_requirements_end_with_what_makes_them(edition: str, until: str) -> None:
    game = Playing(edition, 2, [(0, BEAR)])
    game.to("T1.precombat_main")
    game.happen(0, {"must_attack": {"what": "Bear", "until": until}})
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    refused(game, Attack(0), "Bear must attack")
    game.until(lambda state: state.turn == 3 and type(state.decision) is DeclareAttackers)
    assert (Attack(0) in legal_actions(game.state)) is (until != "game")


COUNTED = st.tuples(st.sampled_from([0, 1, 1, 2]), st.booleans(), st.sampled_from([False, False, True]))
"""A creature: how many requirements are on it, whether it can't attack alone, whether it can't attack."""


@settings(max_examples=examples(300))
@given(
    st.sampled_from(edition_ids()),
    st.lists(COUNTED, min_size=1, max_size=4),
    st.sampled_from([None, 1, 2, 3]),
    st.lists(st.sampled_from([False, False, True]), min_size=1, max_size=2),
)
def test_legal_attacks_are_those_of_the_definition(
    edition: str, creatures: list[tuple[int, bool, bool]], most: int | None, tolls: list[bool]
) -> None:
    """500.4 and cr2006 500.5, later 508.1c-d, looked at set by set: no price can be paid here."""
    words = ("attacks each combat if able", "attacks each turn if able")
    board: list[tuple[int, Card]] = []
    for count, shy, still in creatures:
        keywords = [*words[:count], *(["can't attack alone"] if shy else []), *(["can't attack"] if still else [])]
        board.append((0, card("Creature", type="creature", power=1, toughness=1, keywords=keywords)))
    board.append((0, BEAR))
    board += [(1 + n, PRISON) for n, toll in enumerate(tolls) if toll]
    if most is not None:
        board.append((0, card("Arbiter", type="artifact", static=[{"most_attackers": most}])))
    weights = {n: count for n, (count, _, still) in enumerate(creatures, 1) if not still} | {len(creatures) + 1: 0}
    shy_ones = {n for n, (_, shy, _) in enumerate(creatures, 1) if shy}
    free = [seat for seat in range(1, len(tolls) + 1) if not tolls[seat - 1]]

    def allowed(ids: tuple[int, ...]) -> bool:
        alone = len(ids) == 1 and ids[0] in shy_ones
        return not alone and (most is None or len(ids) <= most) and (not ids or bool(free))

    sets = [ids for size in range(len(weights) + 1) for ids in combinations(sorted(weights), size) if allowed(ids)]
    looked_at = sets if edition != "cr2006" else [ids for ids in sets if all(weights[id] for id in ids)]
    needed = max(sum(weights[id] for id in ids) for ids in looked_at)
    legal = {ids for ids in sets if sum(weights[id] for id in ids) >= needed}
    game = attacking(edition, len(tolls) + 1, *board)
    actions = [action for action in legal_actions(game.state) if isinstance(action, Attack)]
    assert {action.attackers for action in actions} == legal
    assert len(actions) == len(set(actions)) == sum(len(free) ** len(ids) for ids in legal)
    for ids in sets:
        action = Attack(0, ids, tuple(free[:1] * len(ids)) if len(tolls) > 1 else ())
        if ids in legal:
            step(game.state, action)
        else:
            refused(game, action, "must attack")
    least = least_attack(game.state, asked(game))
    assert least in actions
    assert len(least.attackers) == min(len(ids) for ids in legal)


Urged = tuple[set[int], int, bool, bool]


def urged_game(edition: str, creatures: list[Urged], players: list[str | int | None], most: int | None) -> Playing:
    """A game in which such creatures may attack; a player has a toll, or a number of creatures that may attack them."""
    words = ("attacks each combat if able", "can't attack alone")
    board: list[tuple[int, Card]] = []
    for _, _, eager, shy in creatures:
        keywords = [word for word, has in zip(words, (eager, shy), strict=True) if has]
        board.append((0, card("Creature", type="creature", power=1, toughness=1, keywords=keywords)))
    board.append((0, BEAR))
    for seat, said in enumerate(players, 1):
        if said == "toll":
            board.append((seat, PRISON))
        elif said is not None:
            board.append((seat, card("Crawlspace", type="artifact", static=[{"most_at_player": said}])))
    if most is not None:
        board.append((0, card("Arbiter", type="artifact", static=[{"most_attackers": most}])))
    game, effects = attacking(edition, len(players) + 1, *board), list[LastingEffect]()
    for id, (goaders, called, _, _) in enumerate(creatures, 1):
        effects += [LastingEffect(0, "Goad", by, "game", id, goads=True) for by in (*goaders, *goaders)]
        effects += [LastingEffect(0, "Call", 0, "game", id, attacks=called)] if called else []
    game.state = set_standing(game.state, lasting=tuple(effects))
    return game


URGED = st.tuples(st.sets(st.integers(1, 3)), st.integers(0, 3), st.booleans(), st.booleans())
"""A creature: who goaded it, whom it has to attack (0: nobody), whether it attacks each combat, and can't alone."""


@settings(max_examples=examples(300))
@given(
    st.sampled_from(edition_ids()),
    st.lists(URGED, min_size=1, max_size=3),
    st.lists(st.sampled_from([None, None, "toll", 0, 1]), min_size=1, max_size=3),
    st.sampled_from([None, 1, 2]),
)
def test_whom_creatures_have_to_attack_is_looked_at_attack_by_attack(
    edition: str, creatures: list[Urged], players: list[str | int | None], most: int | None
) -> None:
    """508.1d and 701.15: each attack for nothing is counted; some players let few or none attack them."""
    game, seats = urged_game(edition, creatures, players, most), range(1, len(players) + 1)

    def value(id: int, whom: int) -> int:
        goaders, called, eager, _ = creatures[id - 1] if id <= len(creatures) else (set(), 0, False, False)
        return len(goaders) + eager + sum(whom != by for by in goaders) + (whom == called)

    def allowed(attacks: dict[int, int]) -> bool:
        room = all(list(attacks.values()).count(n) <= int(said) for n, said in enumerate(players, 1) if said in (0, 1))
        alone = len(attacks) == 1 and any(id <= len(creatures) and creatures[id - 1][3] for id in attacks)
        return room and not alone and (most is None or len(attacks) <= most)

    free = [seat for seat in seats if players[seat - 1] != "toll"]
    ids = range(1, len(creatures) + 2)
    shares = product((0, *free), repeat=len(ids))
    all_ = [{id: seat for id, seat in zip(ids, share, strict=True) if seat} for share in shares]
    ways = [attacks for attacks in all_ if allowed(attacks)]
    has_one = {id for id in ids if any(value(id, seat) for seat in seats)}
    looked_at = ways if edition != "cr2006" else [way for way in ways if way.keys() <= has_one]
    needed = max(sum(map(value, way, way.values())) for way in looked_at)
    legal = {tuple(way.items()) for way in ways if sum(map(value, way, way.values())) >= needed}
    actions = [action for action in legal_actions(game.state) if isinstance(action, Attack)]
    found = [tuple(zip(a.attackers, a.defenders or (1,) * len(a.attackers), strict=True)) for a in actions]
    assert sorted(found) == sorted(legal)
    for way in ways:
        action = Attack(0, tuple(way), tuple(way.values()) if len(players) > 1 else ())
        if tuple(way.items()) in legal:
            step(game.state, action)
        else:
            refused(game, action, "must attack")
    least = least_attack(game.state, asked(game))
    assert least in actions


def calls_of_combat(creatures: int) -> int:
    """How many function calls a combat takes in which so many creatures have to attack."""
    game = Playing("cr2026", 2, [(0, EAGER)] * creatures, [Player(life=20), Player(life=10_000)])
    game.to("T1.precombat_main")
    calls = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        game.to("T1.postcombat_main")
    finally:
        sys.setprofile(None)
    return calls


def test_a_combat_of_many_creatures_costs_as_much_for_each_as_one_of_few() -> None:
    assert calls_of_combat(400) < 5 * calls_of_combat(100)


@EVERY
def test_mana_that_cannot_be_made_is_not_sought(edition: str) -> None:
    """Otherwise each of the many attacks is looked at for which that mana would be enough."""
    rock = card("Rock", type="artifact", abilities=[{"tap": True, "mana_ability": True, "do": [{"mana": 4}]}])
    board = [(1, PRISON), (0, rock), *[(0, BEAR)] * 2]
    may, game = attacking(edition, 2, *board), attacking(edition, 2, *board, (1, STILL))
    assert most_to_pay(0, replace(may.state, decision=None)) == 4
    assert most_to_pay(0, replace(game.state, decision=None)) == 0
    assert [action.attackers for action in legal_actions(game.state) if isinstance(action, Attack)] == [()]


@EVERY
def test_every_way_to_band_is_listed(edition: str) -> None:
    banding = card("Hero", type="creature", power=1, toughness=1, keywords=["banding"])
    game = attacking(edition, 2, (0, banding), (0, banding), (0, BEAR), (0, BEAR))
    listed = [action for action in legal_actions(game.state) if isinstance(action, Attack)]
    assert len(listed) == len(set(listed))
    for size in range(5):
        for ids in combinations((1, 2, 3, 4), size):
            found = {action.bands for action in listed if action.attackers == ids}
            assert found == set(bands_of(frozenset(ids), frozenset({1, 2})))
    for action in listed:
        step(game.state, action)
    refused(game, Attack(0, (1, 3), bands=((1, 2),)), r"a band has two or more attackers")
    refused(game, Attack(0, (1, 3, 4), bands=((1, 3), (1, 4))), r"each is in one band only")


@EVERY
def test_every_way_to_band_with_others_is_listed(edition: str) -> None:
    wolf = {"type": "creature", "subtypes": "Wolf", "power": 1, "toughness": 1}
    alpha = card("Alpha", **wolf, static=[{"bands_with": "Wolf"}])
    hero = card("Hero", type="creature", power=1, toughness=1, keywords=["banding"])
    board = [(0, alpha), (0, card("Mate", **wolf, static=[{"bands_with": "Wolf"}])), (0, card("Stray", **wolf))]
    game = attacking(edition, 2, *board, (0, hero), (0, BEAR))
    listed = [action for action in legal_actions(game.state) if isinstance(action, Attack)]
    assert len(listed) == len(set(listed))
    for size in range(2, 6):
        for ids in combinations((1, 2, 3, 4, 5), size):
            found = {tuple(sorted(action.bands)) for action in listed if action.attackers == ids}
            tried = [tuple(sorted(bands)) for bands in bands_of(frozenset(ids), frozenset(ids))]
            assert found == {bands for bands in tried if why_not(game.state, Attack(0, ids, bands=bands)) is None}


def bands_of(ids: frozenset[int], banding: frozenset[int]) -> list[tuple[tuple[int, ...], ...]]:
    """All sets of bands: any sets of two or more without a common creature, all but one of each with banding."""
    bands = [
        band
        for size in range(2, len(ids) + 1)
        for band in combinations(sorted(ids), size)
        if len(set(band) - banding) <= 1
    ]
    chosen = [some for size in range(3) for some in combinations(bands, size)]
    return [some for some in chosen if len(set().union(*some)) == sum(map(len, some))]


def test_nobody_is_asked_if_nothing_can_attack() -> None:
    moat = card("Moat", type="enchantment", static=[{"most_attackers": 0}])
    for board, asked in (([(0, BEAR)], True), ([(0, BEAR), (0, moat)], False)):
        game = Playing("cr2026", 2, board)
        game.until(lambda state: state.address in ("T1.combat.declare_attackers", "T1.combat.end_of_combat"))
        assert (type(game.state.decision) is DeclareAttackers) is asked


@EVERY
def test_what_enters_after_creatures_were_exerted_has_a_number_of_its_own(edition: str) -> None:
    hero = card("Hero", type="creature", power=2, toughness=2, keywords=["may be exerted as it attacks"])
    game = Playing(edition, battlefield=[(0, hero), (0, hero)])
    game.until(lambda state: isinstance(state.decision, DeclareAttackers))
    game.do(Attack(0, (1, 2), optional=(1, 2)))
    game.happen(0, {"token": {"name": "Bear", "power": 2, "toughness": 2}})
    ids = [permanent.id for permanent in game.state.battlefield]
    assert ids == sorted(set(ids))
    assert len(ids) == 3
