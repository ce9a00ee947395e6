"""Blockers that were not declared: what enters blocking, and what an effect lets block (cr2011 509.6, later 509.4).

Earlier editions have no such rules and are read in the same way.
"""

from __future__ import annotations

from ...edition import obeys
from ..objects.permanents.loyalty import can_fight
from ..state.agenda import Choice, Task, push, task
from ..state.attackers import NO_COMBAT, Attacker
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.state import Permanent, State, replace
from .banding import blocked_together
from .damage_orders import blockers_of, creature_name
from .triggers import BlockNews, blocks_added


class PlaceBlocker(Choice, frozen=True):
    """The active player says where a new blocker stands among those of an attacker: last, or before one of them."""

    blocker: int
    attacker: int
    others: tuple[int, ...]


class AddBlockers(Task, frozen=True):
    """These creatures are still to block an attacker; each finds its place before the next one comes."""

    blockers: tuple[int, ...]
    attacker: int
    entering: bool = False


@task(AddBlockers)
def add_next(state: State, log: Log, adding: AddBlockers) -> State:
    """The first of these creatures blocks the attacker, if it can."""
    first, *rest = adding.blockers
    if rest:
        state = push(state, AddBlockers(tuple(rest), adding.attacker, adding.entering))
    blocker = state.permanent(first)
    return state if blocker is None else add_blocker(state, log, blocker, adding.attacker, adding.entering)


@obeys("put_block_free", "put_block_gone", "put_block_other")
def add_blocker(state: State, log: Log, blocker: Permanent, attacker: int, entering: bool) -> State:
    """A creature blocks an attacker without having been declared; what ``entering`` blocks has never blocked.

    It blocks nothing if the attacker is not attacking any more, or, for what enters, attacks another player.
    Restrictions and requirements do not apply.
    """
    combat = state.combat or NO_COMBAT
    attacking = next((a for a in combat.attackers if a.id == attacker), None)
    if attacking is None or not can_fight(state, blocker) or (blocker.id, attacker) in combat.blocks:
        return state
    if entering and blocker.controller not in state.team(attacking.defender):
        return state
    together = blocked_together(combat, ((blocker.id, attacker),))
    return _added(state, log, blocker, attacking, together, entering)


@obeys("block_added", "put_blocking")
def _added(
    state: State,
    log: Log,
    blocker: Permanent,
    attacker: Attacker,
    together: tuple[tuple[int, int], ...],
    entering: bool,
) -> State:
    combat = state.combat or NO_COMBAT
    others = blockers_of(combat, attacker.id)
    blocked = {id for _, id in together}
    became = tuple(a.id for a in combat.attackers if a.id in blocked and not a.blocked)
    attackers = tuple(replace(a, blocked=True) if a.id in blocked else a for a in combat.attackers)
    state = replace(state, combat=replace(combat, attackers=attackers, blocks=combat.blocks + together))
    topics, name = "put_blocking" if entering else "block_added", blocker.card.name
    whom = creature_name(state, attacker.id)
    emit(log, "combat.add", state, topics, blocker.controller, name=name, object=blocker.id, attacker=whom)
    declared = () if entering else ((blocker.id, attacker.id),)
    state = blocks_added(state, log, BlockNews(declared, together, became))
    if not others or state.edition.choices["damage_order"] != ("announced",):
        return state
    return _ask_place(state, PlaceBlocker(blocker.id, attacker.id, others))


def _ask_place(state: State, place: PlaceBlocker) -> State:
    """The active player is asked for the place of a new blocker in the damage order (cr2011 509.6, 509.7)."""
    if state.active not in state.rotation.seats:
        return state
    options = ("last", *(f"before {creature_name(state, id)}" for id in place.others))
    decision = ChooseOption(state.active, creature_name(state, place.blocker), options)
    return replace(push(state, place), decision=decision)


@task(PlaceBlocker)
def _placed(state: State, log: Log, place: PlaceBlocker) -> State:
    combat = state.combat
    if combat is None or not place.option:
        return state
    new, before = (place.blocker, place.attacker), (place.others[place.option - 1], place.attacker)
    blocks = [pair for pair in combat.blocks if pair != new]
    if before in blocks and len(blocks) < len(combat.blocks):
        blocks.insert(blocks.index(before), new)
        state = replace(state, combat=replace(combat, blocks=tuple(blocks)))
    return state
