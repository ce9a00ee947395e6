"""Attacking may cost mana: permanents make it as attackers are declared, and each controller pays it all, or nothing.

cr2006 308.2d-f, cr2011 508.1g-i, cr2026 508.1h-j.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..objects.mana import pay
from ..priority.activating import make_mana, mana_ability, most_mana
from ..state.decision import Attack
from ..state.event import Log
from ..state.refusal import Refusal, refuse
from ..state.state import State, replace
from .listing import subsets

Costs = dict[int, int]
"""The mana cost of an attack, by the seats of the players who pay it."""


def pay_to_attack(state: State, log: Log, action: Attack, costs: Costs) -> State | Refusal:
    """The state after an attack is paid for, with the mana in the pools and from permanents.

    The total is fixed before mana is made, also if permanents are sacrificed for mana. Each player of a team pays for
    their own attackers: they share no mana (606.5, later 810.5). If play moves elsewhere meanwhile, nothing is paid.
    """
    before, team = state, state.team(action.player)
    for id in action.mana:
        maker = state.permanent(id)
        seat = maker.controller if maker is not None and maker.controller in team else action.player
        made = make_mana(state, log, seat, id)
        if isinstance(made, Refusal) or elsewhere(before, made, action.player):
            return made
        state = made
    for seat, total in costs.items():
        have = state.players[seat].mana
        if have < total:
            return refuse(state, f"this attack costs {total} mana, and {state.name(seat)} has {have}", "attack_pay")
        state = pay(state, log, seat, total, "attack_cost attack_pay")
    return state


def elsewhere(before: State, after: State, seat: int) -> bool:
    """Whether a player who was declaring something has left, so that the declaration has no effect."""
    return _place(before, seat) != _place(after, seat)


def _place(state: State, seat: int) -> tuple[object, ...]:
    gone = state.outcome is not None or seat not in state.rotation.seats
    return state.rotation.first, state.turn, state.at.name, gone


def most_to_pay(state: State, seat: int) -> int:
    """An upper bound of the mana that a player and their team can pay for an attack."""
    team = state.team(seat)
    pools = sum(state.players[mate].mana for mate in team)
    return pools + sum(most_mana(permanent) for permanent in state.permanents() if permanent.controller in team)


def sources_for(state: State, action: Attack, costs: Costs) -> Iterator[tuple[int, ...]]:
    """Each set of permanents, in their order, whose mana pays for an attack; the attackers are tapped already."""
    team = state.team(action.player)
    able = [p for p in state.permanents() if p.controller in team and mana_ability(state, p.controller, p.id)]
    made, missing = [most_mana(p) for p in able], sum(max(0, n - state.players[s].mana) for s, n in costs.items())
    for size in range(len(able) + 1):
        for chosen in subsets(made, size, missing):
            sources = tuple(able[at].id for at in chosen)
            if not isinstance(pay_to_attack(state, None, replace(action, mana=sources), costs), Refusal):
                yield sources
