"""Turn-based actions by the topic that an edition lists them under.

They use no stack and happen before state-based actions, triggers and priority (cr2011
and cr2026 703; "game actions" in cr2006).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...cards import vocabulary as v
from ...edition import obey_by_name, obeys
from ..combat import damage, damage_orders, declaring
from ..objects.abilities.delayed import turn_over
from ..objects.abilities.triggers import triggers
from ..objects.permanents import variants
from ..objects.permanents.changes import ends_with_turn, expire
from ..objects.permanents.phasing import due, phase, stay_out
from ..objects.permanents.variants import roll_to_visit
from ..objects.players.drawing import Discarding, choose_discards, draw_card
from ..objects.players.entitled import most_cards
from ..objects.players.mana import burn_mana, empty_pools
from ..state.agenda import push
from ..state.event import Log, emit
from ..state.index import STIRRED_BY, Index
from ..state.piles.pile import size
from ..state.state import NOTHING_STANDS, StackObject, State, replace
from .untapping import untap_all

Action = Callable[[State, Log], State]


@obeys("phased_departed", "phased_effects", "phased_until", "phasing_skipped")
def phase_in_and_out(state: State, log: Log) -> State:
    """The active player's permanents with phasing phase out and their phased-out ones phase in, at once.

    cr2006 302.1, cr2011 and cr2026 502.1. Of an active team it is each player's turn.
    """
    if not state.battlefield or not (state.lasting or state.index.phasing):
        return state
    team = state.team(state.active)
    kept = stay_out(state) if state.lasting else ()
    own = [p for p in state.battlefield if due(p, team) and not (p.phased_out and p.id in kept)]
    direct = {p.id: not p.phased_out for p in own if p.phased_out or state.has(p, "phasing")}
    return phase(state, log, direct, "phasing phased_out_zone") if direct else state


def draw_on_stack(state: State, log: Log) -> State:
    """The draw goes on the stack on top of the step's triggers, and nobody controls it (304.1 from 2001 to 2003)."""
    if state.active not in state.rotation.seats:
        return state
    new = StackObject(state.serial + 1, "draw", "the draw", state.active)
    return replace(state, serial=new.id, waiting=(*state.waiting, new))


def draw_as_trigger(state: State, log: Log) -> State:
    """The draw is an ability of each player who draws, which triggers as the step begins (304.1 until 2001)."""
    seats = tuple(seat for seat in state.team(state.active) if seat in state.rotation.seats)
    for seat in seats:
        state = triggers(state, log, "draw_as_trigger", "the draw", seat, (v.Draw(),))
    return state


@obeys("apnap")
def discard_to_hand_size(state: State, log: Log) -> State:
    """The active player discards to their maximum hand size (314.1, later 514.1).

    The players of an active team do so at the same time: first each chooses, unseen (103.4, later 101.4).
    """
    if not state.game.options.teams:
        excess = _excess(state, state.active)
        return choose_discards(state, log, state.active, excess, "discard") if excess > 0 else state
    too_many = tuple((seat, excess) for seat in state.team(state.active) if (excess := _excess(state, seat)) > 0)
    if len(too_many) > 1:
        return push(state, Discarding(too_many, "discard apnap"))
    return choose_discards(state, log, *too_many[0], "discard") if too_many else state


def _excess(state: State, seat: int) -> int:
    """How many cards more than their maximum hand size a player has."""
    most = most_cards(state, seat)
    return 0 if most is None else size(state.players[seat].hand) - most


def wear_off(state: State, log: Log) -> State:
    """Damage is removed and "until end of turn" ends, both at once (cr2006 314.2, later 514.2)."""
    hurt = state.index.hurt if state.battlefield else None
    if hurt:
        state = replace(state, battlefield=tuple(replace(p, damage=0) if p.damage else p for p in state.battlefield))
        for permanent in hurt:
            emit(log, "permanent.wear_off", state, "wear_off", name=permanent.card.name, damage=permanent.damage)
    if state.standing is NOTHING_STANDS:
        return state
    return turn_over(expire(state, log, lambda effect: ends_with_turn(effect.until), "wear_off"))


class TurnBased(NamedTuple):
    """A turn-based action, and which permanents make it do something in a calm state (see ``macrosteps``).

    Without ``stirred_by`` it may do something in any state.
    """

    do: Action
    stirred_by: Callable[[Index], object] | None = None


def _none(_: Index) -> tuple[()]:
    return ()


ACTIONS = {
    "phasing": TurnBased(phase_in_and_out, lambda index: index.phasing),
    "day_night": TurnBased(variants.check_daytime, _none),
    "untap": TurnBased(untap_all, lambda index: index.tapped),
    "draw": TurnBased(draw_card),
    "draw_as_trigger": TurnBased(draw_as_trigger),
    "draw_on_stack": TurnBased(draw_on_stack),
    "scheme": TurnBased(variants.scheme, _none),
    "lore_counters": TurnBased(variants.lore_counters, lambda index: index.sagas),
    "attractions": TurnBased(roll_to_visit, lambda index: index.attractions),
    "choose_defender": TurnBased(declaring.choose_defender, _none),
    "declare_attackers": TurnBased(declaring.declare_attackers, lambda index: index.able),
    "declare_blockers": TurnBased(declaring.declare_blockers, _none),
    "order_blockers": TurnBased(damage_orders.order_blockers, _none),
    "order_attackers": TurnBased(damage_orders.order_attackers, _none),
    "second_damage": TurnBased(damage.first_damage, _none),
    "assign_damage": TurnBased(damage.assign_damage, _none),
    "damage_on_stack": TurnBased(damage.damage_on_stack, _none),
    "deal_damage": TurnBased(damage.deal_damage, _none),
    "discard": TurnBased(discard_to_hand_size),
    "wear_off": TurnBased(wear_off, lambda index: index.hurt),
}
"""What happens as a step or phase begins, by the topics that editions list."""
obey_by_name({topic: one.do for topic, one in ACTIONS.items()})

STIRRED_BY.update({topic: one.stirred_by for topic, one in ACTIONS.items() if one.stirred_by})

LEAVING: dict[str, Action | None] = {
    "mana_empties": empty_pools,
    "mana_burn": burn_mana,
    "until_end_of": None,
}
"""What happens as each step or phase ends; None stands for the durations of that step or phase."""

STEP_LEAVING: dict[str, Action] = {
    "end_of_combat": declaring.everything_leaves_combat,
}
"""The functions to call as a step of a kind ends."""
