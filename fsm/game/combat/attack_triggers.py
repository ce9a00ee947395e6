"""What triggers as attackers are declared: on creatures, on players who attack, on what is attacked (508.2, 508.3).

What enters attacking, or attacks by an effect, triggers nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...edition import obeys
from ..objects.abilities.conditions import attacks_on
from ..objects.abilities.triggers import on_creature, on_event, on_player, watchers
from ..state.attackers import Attacker
from ..state.event import Log
from ..state.state import Permanent, State
from ..state.tally import counted

Declared = Sequence[tuple[Permanent, Attacker]]
"""The declared attackers, each with what it attacks."""


def attacks_declared(state: State, log: Log, declared: Declared) -> State:
    """Abilities trigger on each attacker, on each player who attacks, and on each player and permanent attacked."""
    watching = watchers(state, "attacks")
    for permanent, attacker in declared:
        state = on_creature(state, log, "attacks", permanent, watching, attacker.defender)
    for seat in dict.fromkeys(permanent.controller for permanent, _ in declared):
        state = on_player(state, log, "attack", seat)
    return _permanents_attacked(_players_attacked(state, log, declared), log, declared)


@obeys("attacks_player", "is_attacked")
def _players_attacked(state: State, log: Log, declared: Declared) -> State:
    """Each player who attacks another one does so once, with however many creatures; attacks on permanents are none."""
    pairs = dict.fromkeys((p.controller, attacker.defender) for p, attacker in declared if attacker.attacked is None)
    for seat, whom in pairs:
        state, _ = counted(state, attacks_on(whom), seat)
        state = on_player(state, log, "attack a player", seat, whom=whom)
    for whom in dict.fromkeys(whom for _, whom in pairs):
        by = next(seat for seat, attacked in pairs if attacked == whom)
        state = on_player(state, log, "be attacked", whom, whom=by)
    return state


def _permanents_attacked(state: State, log: Log, declared: Declared) -> State:
    by = {attacker.attacked: permanent.controller for permanent, attacker in reversed(declared)}
    for id in dict.fromkeys(attacker.attacked for _, attacker in declared):
        permanent = state.permanent(id)
        if permanent is not None:
            state = on_event(state, log, "is attacked", permanent, by[id])
    return state
