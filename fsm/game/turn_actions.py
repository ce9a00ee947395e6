"""Turn-based actions by the topic that an edition lists them under.

They use no stack and happen before state-based actions, triggers and priority (cr2011
and cr2026 703; "game actions" in cr2006).
"""

from __future__ import annotations

from collections.abc import Callable

from . import combat, variants
from .durations import ends_with_turn, expire
from .event import Log, emit
from .mana import burn_mana, empty_pools
from .pile import size
from .state import State, replace
from .tasks import push, task
from .triggers import on_event
from .zones import choose_discards, draw

Action = Callable[[State, Log], State]


def phase_in_and_out(state: State, log: Log) -> State:
    """The active player's permanents with phasing phase out and his phased-out ones phase in, at once.

    cr2006 302.1, cr2011 and cr2026 502.1. Of an active team, here and below, it is each player's turn.
    """
    if not state.battlefield:
        return state
    team = state.team(state.active)
    own = [p for p in state.battlefield if p.controller in team]
    turned = {p.id: not p.phased_out for p in own if p.phased_out or state.has(p, "phasing")}
    if not turned:
        return state
    changed = tuple(replace(p, phased_out=turned.get(p.id, p.phased_out)) for p in state.battlefield)
    state = replace(state, battlefield=changed)
    for permanent in own:
        if permanent.id in turned:
            out = turned[permanent.id]
            emit(log, "permanent.phase", state, "phasing", permanent.controller, name=permanent.card.name, out=out)
    return state


def untap_all(state: State, log: Log) -> State:
    """The active player's permanents untap, all at once, but those that an effect keeps tapped.

    cr2006 302.2, cr2011 502.2, cr2026 502.3.
    """
    if not state.battlefield:
        return state
    kept = {static.no_untap for p in state.permanents() for static in p.card.static if static.no_untap}
    rising = [
        p
        for p in state.permanents()
        if p.tapped and state.is_active(p.controller) and not _kept_tapped(p.card.name, p.card.type, kept)
    ]
    if not rising:
        return state
    ids = {p.id for p in rising}
    state = replace(state, battlefield=tuple(replace(p, tapped=False) if p.id in ids else p for p in state.battlefield))
    for permanent in rising:
        name, who = permanent.card.name, permanent.controller
        emit(log, "permanent.untap", state, "untap", who, name=name, object=permanent.id)
    for permanent in rising:
        state = on_event(state, log, "untaps", permanent)
    return state


def _kept_tapped(name: str, types: tuple[str, ...], kept: set[str]) -> bool:
    return name in kept or any(type_ in kept for type_ in types)


def draw_card(state: State, log: Log) -> State:
    """The active player draws a card (cr2006 304.1, later 504.1)."""
    if state.game.options.teams:
        return _team_draws(state, log)
    return draw(state, log, state.active) if state.active in state.rotation.seats else state


def _team_draws(state: State, log: Log) -> State:
    """Each player of the active team draws (606.6, later 805.4b), the primary player first.

    In the first draw step of the starting team of cr2006 only the secondary player does (606.6b).
    """
    team, topics = state.team(state.active), "draw team_draw"
    first = state.turn == 1 and state.at.stop == "beginning/draw"
    if first and state.edition.choices["teams_first_draw"] == ("secondary",):
        team, topics = team[1:2], "draw teams_first_draw"
    for seat in team:
        if seat in state.rotation.seats:
            state = draw(state, log, seat, topics)
    return state


@task("discard_to_hand_size")
def discard_to_hand_size(state: State, log: Log, seat: int | None = None) -> State:
    """The active player, or each of an active team, discards down to his maximum hand size (314.1, later 514.1)."""
    if seat is None:
        seat = state.active
        if state.game.options.teams:
            for mate in reversed(state.team(seat)[1:]):
                state = push(state, "discard_to_hand_size", mate)
    player = state.players[seat]
    return choose_discards(state, log, seat, size(player.hand) - player.hand_size, "discard")


def wear_off(state: State, log: Log) -> State:
    """Damage is removed and "until end of turn" ends, both at once (cr2006 314.2, later 514.2)."""
    hurt = [p for p in state.battlefield if p.damage] if state.battlefield else None
    if hurt:
        state = replace(state, battlefield=tuple(replace(p, damage=0) for p in state.battlefield))
        for permanent in hurt:
            emit(log, "permanent.wear_off", state, "wear_off", name=permanent.card.name, damage=permanent.damage)
    if state.lasting or state.skips:
        state = expire(state, log, lambda effect: ends_with_turn(effect.until), "wear_off")
    if state.delayed and any(d.turn == state.turn for d in state.delayed):
        state = replace(state, delayed=tuple(d for d in state.delayed if d.turn != state.turn))
    return state


def nothing_to_do(state: State, _: Log) -> State:
    """An action for things this game does not hold: Attractions, orders of attackers."""
    return state


ACTIONS: dict[str, Action] = {
    "phasing": phase_in_and_out,
    "day_night": variants.check_daytime,
    "untap": untap_all,
    "draw": draw_card,
    "scheme": variants.scheme,
    "lore_counters": variants.lore_counters,
    "attractions": nothing_to_do,
    "choose_defender": combat.choose_defender,
    "declare_attackers": combat.declare_attackers,
    "declare_blockers": combat.declare_blockers,
    "order_blockers": combat.order_blockers,
    "order_attackers": nothing_to_do,
    "second_damage": combat.second_damage,
    "assign_damage": combat.assign_damage,
    "damage_on_stack": combat.damage_on_stack,
    "deal_damage": combat.deal_damage,
    "discard": discard_to_hand_size,
    "wear_off": wear_off,
}
"""What happens as a step or phase begins."""

LEAVING: dict[str, Action | None] = {
    "mana_empties": empty_pools,
    "mana_burn": burn_mana,
    "until_end_of": None,
}
"""What happens as every step or phase ends; None: the durations of that very step or phase."""

STEP_LEAVING: dict[str, Action] = {
    "declare_attackers": combat.without_attackers,
    "end_of_combat": combat.everything_leaves_combat,
}
"""What the rules do as a step of that kind ends."""
