"""Changes of control and of types, and what they do to combat: a creature is removed from it (306.2, later 506.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....edition import obeys
from ...state.agenda import Task, push
from ...state.attackers import NOTHING, without
from ...state.event import Log, emit
from ...state.state import LastingEffect, Permanent, State, place_of, replace, set_permanent
from ..cards.revealing import show_tops
from .loyalty import can_fight, goes_on_being_attacked


@obeys("both_in_combat", "order_kept", "removed_from_combat")
def remove_from_combat(state: State, log: Log, id: int, fights: bool = False, attacked: bool = False) -> State:
    """A creature stops attacking or blocking; what it blocked stays blocked, what blocked it still blocks (506.4).

    What attacks the permanent goes on attacking, and attacks nothing (506.4c). A permanent that still ``fights``, or is
    still ``attacked``, stays in combat (506.4d).
    """
    combat = state.combat
    if combat is None:
        return state
    attackers, blocks, bands, gone = combat.attackers, combat.blocks, combat.bands, combat.gone
    if not fights:
        gone += tuple(a for a in attackers if a.id == id)
        attackers = tuple(a for a in attackers if a.id != id)
        blocks = tuple(pair for pair in blocks if pair[0] != id)
        bands = without(bands, id) if bands else ()
    if not attacked:
        attackers = tuple(replace(a, attacked=NOTHING) if a.attacked == id else a for a in attackers)
    if (attackers, blocks) == (combat.attackers, combat.blocks):
        return state
    state = replace(state, combat=replace(combat, attackers=attackers, blocks=blocks, bands=bands, gone=gone))
    names = [p.card.name for p in state.battlefield if p.id == id]
    still_fights = any(id == a.id for a in attackers) or any(id == blocker for blocker, _ in blocks)
    still_attacked = any(id == a.attacked for a in attackers)
    fought = (len(attackers), blocks) != (len(combat.attackers), combat.blocks)
    lost: dict[str, Any] = {} if fought and not still_attacked else {"lost": "blocking" if fought else "attacked"}
    topic = "both_in_combat" if still_fights or still_attacked else "removed_from_combat"
    emit(log, "combat.remove", state, topic, name=names[0], object=id, **lost)
    return state


def changes_object(effect: LastingEffect) -> bool:
    """Whether an effect changes who controls a permanent, or its types."""
    return effect.gives is not None or effect.types is not None


@obeys("typeless")
def settle(state: State, log: Log, ids: Iterable[int | None], topics: str) -> State:
    """After such effects have begun or ended: the permanents get the controllers and types that the others leave.

    Of several effects the newest counts. Without one a permanent is controlled by the player under whose control it
    entered. What has no type any more stays on the battlefield. What is phased out waits until it phases in: until then
    it belongs to who controlled it as it phased out (302.1, 502.1).
    """
    for id in dict.fromkeys(ids):
        at = place_of(state.battlefield, id) if id is not None else None
        if at is not None and state.battlefield[at].phased_out:
            continue
        if at is not None:
            state = settle_permanent(state, log, state.battlefield[at].id, topics)
        elif any(spell.id == id for spell in state.stack):
            state = _settle_spell(state, log, id, topics)
    return state


@obeys("spell_control")
def _settle_spell(state: State, log: Log, id: int | None, topics: str) -> State:
    """A spell is controlled by who has gained control of it, or else by its owner (110.2b)."""
    (spell,) = [one for one in state.stack if one.id == id]
    owner = spell.controller if spell.owner is None else spell.owner
    given = [e.gives for e in state.lasting if e.affects == id and e.gives is not None]
    seat = given[-1] if given else owner
    if seat == spell.controller:
        return state
    changed = replace(spell, controller=seat, owner=owner)
    state = replace(state, stack=tuple(changed if one.id == id else one for one in state.stack))
    emit(log, "permanent.control", state, topics, seat, name=spell.name, object=spell.id)
    return state


class Stranded(Task, frozen=True):
    """A permanent is still to be exiled: its controller by default, to whom it would go back, has left the game."""

    id: int


@obeys("controller_default", "departed_control", "departed_default")
def settle_permanent(state: State, log: Log, id: int, topics: str) -> State:
    """As ``settle``, for one permanent, even if it is phased out.

    It does not go back to a player who has left: it stays as it is, or is exiled at once (800.4c).
    """
    permanent = next(p for p in state.battlefield if p.id == id)
    usual = permanent.controller if permanent.under is None else permanent.under
    given = [e.gives for e in state.lasting if e.affects == id and e.gives is not None]
    seat = given[-1] if given else usual
    if seat != permanent.controller and seat not in state.rotation.seats:
        return push(state, Stranded(id)) if state.edition.cite("departed_default") else state
    if seat != permanent.controller:
        state = set_permanent(state, id, controller=seat, under=usual, sick=True)
        emit(log, "permanent.control", state, topics, seat, name=permanent.card.name, object=id)
        state = show_tops(state, log) if permanent.card.static else state
        return remove_from_combat(state, log, id)
    return state if state.combat is None else _settle_combat(state, log, permanent)


@obeys("both_attacked")
def _settle_combat(state: State, log: Log, permanent: Permanent) -> State:
    """What is no creature any more, or becomes a battle, does not fight; other types cannot be attacked (506.4)."""
    fights, attacked = can_fight(state, permanent), goes_on_being_attacked(state, permanent)
    return state if fights and attacked else remove_from_combat(state, log, permanent.id, fights, attacked)
