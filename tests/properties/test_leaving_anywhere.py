"""Whoever leaves, whenever he does: the game goes on without him, and what has begun comes to its end.

Games are played in which every kind of decision comes up, in turns of every kind. At the telling
moments of them each player in turn concedes, and the game is played on for two turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from playing import NAMES, card

from fsm.edition import edition_ids
from fsm.game import (
    ENDLESS,
    UNKNOWN,
    Action,
    AssignDamage,
    Attack,
    Block,
    Card,
    Cast,
    ChooseDefender,
    ChooseDiscards,
    ChooseSkip,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    Event,
    OrderDamage,
    OrderTriggers,
    Pile,
    Player,
    Priority,
    State,
    replace,
    start_game,
    step,
)
from fsm.scenario import default_action

_LATER = ("cr2008", "cr2011")
"""Editions that differ here from those before and after them in what they cite only: proved with the slower proofs."""

EVERY = pytest.mark.parametrize(
    "edition", [pytest.param(id, marks=pytest.mark.slow) if id in _LATER else id for id in edition_ids()]
)
GAMES = [(3, False), (4, True)]
"""How many play, and whether the phases of each turn come in reverse."""
PLAYERS = pytest.mark.parametrize(("players", "turned"), GAMES)
LEVELS = ("turn", "phase", "step")
TURNS = 9
PATIENCE = 5_000

CREATURES = [
    card("Bear", type="creature", power=3, toughness=3, keywords=["haste", "vigilance"]),
    card("Knight", type="creature", power=2, toughness=4, keywords=["first strike", "vigilance"]),
    card("Wall", type="creature", toughness=4, keywords=["defender"]),
    card("Vault", type="artifact", static=[{"skip": "turn", "optional": True}]),
]
BELLS = card(
    "Bells",
    type="enchantment",
    triggers=[
        {"when": "upkeep", "do": [{"life": 1}], "name": "ding"},
        {"when": "upkeep", "do": [{"life": 2}], "name": "dong"},
    ],
)
DAWN, DUSK = (
    card(name, type="enchantment", static=[{"skip": "draw", "player": NAMES[0]}]) for name in ("Dawn", "Dusk")
)
TURVY = card("Topsy Turvy", type="enchantment", static=[{"reverse_phases": True}])
EACH_UPKEEP = {"skip": {"what": "upkeep", "player": "each"}}
STEP_AFTER = {"extra_steps": {"step": "upkeep", "where": "after_this_phase"}}
EACH_DISCARDS = {"discard": {"amount": 2, "player": "each"}}
PLAYER = Player(life=200, hand=Pile.of(("Opt", 1), ("Shock", 1), (UNKNOWN, 15)), library=Pile.of((UNKNOWN, ENDLESS)))


def _spell(name: str, *effects: Any) -> Card:
    return card(name, effects=list(effects))


SPELLS: dict[tuple[int, str], tuple[Card, ...]] = {
    (1, "precombat_main"): (_spell("Turns", {"extra_turn": "each"}), _spell("Reins", {"control_turn": "each"})),
    (1, "combat.declare_attackers"): (_spell("Again", {"extra_phases": ["combat", "main"]}),),
    (1, "combat.combat_damage"): (_spell("One step", STEP_AFTER),),
    (1, "ending.end"): (_spell("Fog", EACH_UPKEEP), _spell("Mist", EACH_UPKEEP)),
    (2, "precombat_main"): (
        _spell("Sink", {"draw": {"amount": 2, "player": "each"}}, {"discard": {"player": "each"}}),
    ),
    (2, "combat.declare_blockers"): (_spell("Loot", EACH_DISCARDS),),
    (3, "precombat_main"): (
        _spell("Late", {"delayed": {"at": "end", "do": [{"mana": 2}]}}),
        _spell("Mark", {"lasting": {"name": "mark", "until": "your_next_turn"}}),
        _spell("Crown", {"monarch": "you"}, {"initiative": "you"}),
    ),
    (3, "combat.beginning_of_combat"): (
        _spell("Wait", {"life": 1}),
        _spell("Mana", {"mana": {"amount": 2, "player": "each"}}),
    ),
    (4, "precombat_main"): (_spell("Swap", "reverse_turn_order"), _spell("Ready", {"control_turn": "each"})),
    (5, "combat.declare_attackers"): (_spell("Stop", "end_turn"),),
    (6, "precombat_main"): (_spell("Anew", "restart_game", EACH_DISCARDS),),
    (7, "precombat_main"): (_spell("Host", *({"token": {"name": "Bear", "player": "each"}} for _ in "ab")),),
}
"""At these places whoever first has priority casts them, one after the other."""


def policy(state: State) -> Action:
    """Everybody attacks and blocks with all he has; all else is done by default."""
    decision = state.decision
    if isinstance(decision, DeclareAttackers):
        return Attack(decision.player, decision.candidates)
    if isinstance(decision, DeclareBlockers):
        return Block(decision.player, tuple((id, decision.attackers[0]) for id in decision.candidates))
    return default_action(state)


class Moment(NamedTuple):
    """A state in which somebody has to decide, and the turn, phase and step that are under way."""

    state: State
    under_way: tuple[str, ...]


@cache
def moments(edition: str, players: int, turned: bool) -> tuple[Moment, ...]:
    """The states of a game in which somebody has to decide; of those that are alike, the first."""
    board = [(seat, permanent) for seat in range(players) for permanent in CREATURES]
    board += [(0, BELLS), (1, BELLS), (1, DAWN), (2, DUSK), *([(0, TURVY)] if turned else [])]
    setups = [replace(PLAYER, hand_size=7 if seat == 1 else 20) for seat in range(players)]
    state, events = start_game(edition, NAMES[:players], setups, board)
    left = {place: list(spells) for place, spells in SPELLS.items()}
    found: list[Moment] = []
    known: set[object] = set()
    under_way: tuple[str, ...] = ()
    while state.turn <= TURNS and state.outcome is None:
        under_way = followed(under_way, events)
        if sort_of(state) not in known:
            known.add(sort_of(state))
            found.append(Moment(state, under_way))
        spells = left.get((state.turn, state.at.address), [])
        assert state.decision is not None
        cast = spells and isinstance(state.decision, Priority)
        state, events = step(state, Cast(state.decision.player, spells.pop(0)) if cast else policy(state))
    assert state.outcome is None
    return tuple(found)


def sort_of(state: State) -> object:
    """What makes one moment unlike another: what is asked where, in which kind of turn, of whom."""
    decision = state.decision
    assert decision is not None
    kind = "extra" if state.extra else "normal"
    passed, stacked = min(state.passes, 1), bool(state.stack)
    own, controlled = decision.player == state.active, state.ahead.controlled_by is not None
    floating = any(player.mana for player in state.players)
    return type(decision), state.at.node.kind, kind, passed, stacked, own, controlled, floating


def played_on(state: State, seat: int) -> Iterator[tuple[State, list[Event]]]:
    """The states after a player concedes, each with what led to it, until two more turns have begun."""
    last = state.turn + 2
    action: Action = Concede(seat)
    for _ in range(PATIENCE):
        state, events = step(state, action)
        yield state, list(events)
        if state.outcome is not None or state.turn > last:
            return
        action = policy(state)
    raise AssertionError(f"no end: play is at {state.address}")


def check(state: State, events: list[Event], gone: int) -> None:
    """Who has left is asked nothing, has nothing, begins nothing; what there is to choose from is there."""
    seats = state.rotation.seats
    assert gone not in seats
    assert {p.owner for p in state.battlefield} <= set(seats)
    assert gone not in {o.controller for o in (*state.stack, *state.waiting) if o.kind != "damage"}
    assert gone not in {d.controller for d in state.delayed}
    assert gone not in {skip.player for skip in state.skips}
    assert gone not in {state.ahead.controlled_by, *(c.player for c in state.ahead.controls)}
    assert gone not in {c.controller for c in state.ahead.controls}
    assert gone not in {turn.player for turn in state.rotation.pending}
    for event in events:
        if event.kind in ("turn.begin", "priority.get", "priority.pass", "card.draw", "damage", "life.change"):
            assert event.player != gone, f"{event.kind} of a player who has left, at {event.state.address}"
    if state.outcome is None:
        assert gone not in {holder for _, holder in state.designations.titles}
        assert state.decision is not None
        assert state.decision.player in seats
        assert state.decider in seats
        check_offered(state)
    if state.combat is not None:
        there = {p.id for p in state.battlefield}
        assert {a.id for a in state.combat.attackers} | {blocker for blocker, _ in state.combat.blocks} <= there


def check_offered(state: State) -> None:
    """Nothing that is gone is offered."""
    decision, there = state.decision, {p.id for p in state.battlefield}
    if isinstance(decision, DeclareAttackers | DeclareBlockers):
        assert set(decision.candidates) <= there
    if isinstance(decision, DeclareBlockers):
        assert set(decision.attackers) <= there
    if isinstance(decision, OrderDamage):
        assert {decision.creature, *decision.others} <= there
        assert len(decision.others) > 1
    if isinstance(decision, AssignDamage):
        assert {decision.source, *decision.recipients} <= there
    if isinstance(decision, ChooseDefender):
        assert set(decision.options) <= set(state.rotation.seats)
    if isinstance(decision, OrderTriggers):
        assert list(decision.names) == [w.name for w in state.waiting if w.controller == decision.player]


def followed(under_way: tuple[str, ...], events: Iterable[Event]) -> tuple[str, ...]:
    """What is under way after these events: turns, phases and steps nest; a restart ends them all."""
    for event in events:
        level, _, what = event.kind.partition(".")
        if event.kind == "game.restart":
            under_way = ()
        elif level in LEVELS and what == "begin":
            assert len(under_way) == LEVELS.index(level)
            under_way = (*under_way, event.node)
        elif level in LEVELS and what == "end":
            assert under_way[-1] == event.node
            under_way = under_way[:-1]
    return under_way


SOME = 3
"""Every day somebody leaves at one of so many moments, and among the slower proofs at each."""


@pytest.mark.parametrize("edition", [id for id in edition_ids() if id not in _LATER])
def test_whoever_leaves_the_game_goes_on_without_them(edition: str) -> None:
    the_game_goes_on(*GAMES[0], edition, SOME)


@pytest.mark.slow
@pytest.mark.parametrize("edition", edition_ids())
@PLAYERS
def test_whoever_leaves_wherever_the_game_goes_on_without_them(edition: str, players: int, turned: bool) -> None:
    the_game_goes_on(players, turned, edition)


def the_game_goes_on(players: int, turned: bool, edition: str, every: int = 1) -> None:
    for moment, begun in moments(edition, players, turned)[::every]:
        for seat in moment.rotation.seats:
            under_way = begun
            for state, events in played_on(moment, seat):
                check(state, events, seat)
                under_way = followed(under_way, events)


@EVERY
@PLAYERS
def test_what_others_decide_stands_when_a_bystander_leaves(edition: str, players: int, turned: bool) -> None:
    """He is not asked, has no turn, defends nothing, and nothing of his has a part in it."""
    asked = set()
    for moment, _ in moments(edition, players, turned):
        decision, combat = moment.decision, moment.combat
        assert decision is not None
        part = {decision.player, moment.active, combat.defender if combat else None}
        for seat in moment.rotation.seats:
            if seat not in part and not isinstance(decision, ChooseSkip | ChooseDefender):
                assert step(moment, Concede(seat))[0].decision == decision
                asked.add(type(decision))
    assert asked >= {Priority, DeclareAttackers, DeclareBlockers, AssignDamage}


@EVERY
@PLAYERS
def test_all_but_one_may_leave_at_any_moment(edition: str, players: int, turned: bool) -> None:
    """The game ends at once with the last opponent, and nothing else happens."""
    for moment, _ in moments(edition, players, turned):
        for winner in moment.rotation.seats:
            state = moment
            for seat in moment.rotation.seats:
                if seat != winner:
                    state, events = step(state, Concede(seat))
            assert state.outcome is not None
            assert state.outcome.winner == winner
            assert [e.kind for e in events][-2:] == ["player.leave", "game.end"]


@EVERY
def test_every_kind_of_decision_comes_up(edition: str) -> None:
    states = [moment.state for players, turned in GAMES for moment in moments(edition, players, turned)]
    expected = {Priority, DeclareAttackers, DeclareBlockers, ChooseDefender, ChooseDiscards, ChooseSkip, OrderTriggers}
    ordered = {OrderDamage} if edition == "cr2011" else set()
    assert {type(state.decision) for state in states} == expected | {AssignDamage} | ordered
    kinds = {state.at.node.kind for state in states}
    assert kinds >= {"upkeep", "draw", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat", "end"}
    assert {bool(state.extra) for state in states} == {False, True}
    assert {state.ahead.controlled_by is None for state in states} == {False, True}
    assert {bool(state.stack) for state in states if any(p.mana for p in state.players)} == {False, True}
