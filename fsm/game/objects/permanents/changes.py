"""What effects change, what that does to combat (306.2, later 506.4), and how long they last.

"Until end of turn" ends in the cleanup step (cr2006 314.2, later 514.2); "until end of combat" as the combat phase
ends, not as its last step begins (300.4, 500.5, 500.5a).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

import msgspec

from ....cards.terms import WHILE
from ....edition import obeys
from ...state.agenda import Task, do_next, push
from ...state.attackers import NOTHING, without
from ...state.event import Log, emit
from ...state.objects import place_of
from ...state.state import (
    DelayedAbility,
    LastingEffect,
    Permanent,
    SkipEffect,
    StackObject,
    State,
    replace,
    set_permanent,
    set_standing,
)
from ..cards.moving import show_tops
from ..cards.replacing import owner_of
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


@obeys("typeless")
def settle(state: State, log: Log, ids: Iterable[int | None], topics: str) -> State:
    """After such effects have begun or ended: the permanents get the controllers and types that the others leave.

    Of several effects the newest counts. Without one a permanent is controlled by the player under whose control it
    entered. What has no type any more stays on the battlefield. What is phased out waits until it phases in: until then
    it belongs to who controlled it as it phased out (302.1, 502.1).
    """
    for id in dict.fromkeys(ids):
        at = place_of(state.battlefield, id) if id is not None else None
        if at is not None:
            there = state.battlefield[at]
            state = state if there.phased_out else settle_permanent(state, log, there.id, topics)
        elif any(spell.id == id for spell in state.stack):
            state = _settle_spell(state, log, id, topics)
    return state


@obeys("spell_control")
def _settle_spell(state: State, log: Log, id: int | None, topics: str) -> State:
    """A spell is controlled by who has gained control of it, or else by its owner (110.2b)."""
    (spell,) = [one for one in state.stack if one.id == id]
    owner = owner_of(spell)
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


class PhaseIn(Task, frozen=True):
    """Permanents phase in at once: until now an effect kept them out. Each with how it comes."""

    those: tuple[tuple[int | None, str], ...]


@obeys("controller_default", "departed_control", "departed_default", "both_attacked")
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
    if state.combat is None:
        return state
    # What is no creature any more, or becomes a battle, does not fight; other types cannot be attacked (506.4).
    fights, attacked = can_fight(state, permanent), goes_on_being_attacked(state, permanent)
    return state if fights and attacked else remove_from_combat(state, log, permanent.id, fights, attacked)


Enduring = LastingEffect | SkipEffect | DelayedAbility
"""An effect with a duration."""

E = TypeVar("E", LastingEffect, SkipEffect, DelayedAbility)

NEXT_TURN = "end_of_your_next_turn"
"""The duration until the end of its controller's next turn; until the end of this turn, once that has begun."""

ITS_NEXT_UNTAP = "end_of_its_next_untap"
"""The duration of an effect that keeps a permanent tapped through the next untap step of the permanent's controller."""

YOUR_NEXT_UNTAP = "end_of_your_next_untap"
"""The duration of an effect that keeps permanents tapped through the next untap step of the effect's controller."""

WHILE_CONTROLLED = "while_controlled"
"""The duration of a suspended creature's haste: until its controller loses control of the spell or the permanent."""


def enduring(state: State) -> tuple[int, ...]:
    """The numbers of all effects that last or skip something, and of all abilities that wait."""
    known = state.standing
    return (*(e.id for e in known.lasting), *(e.id for e in known.skips), *(d.id for d in known.delayed))


def ends_with_turn(until: str) -> bool:
    """Whether a duration ends in the cleanup step.

    The rules are silent on "until end of combat" of an effect created outside combat: it ends
    with the next combat phase of the turn, or with the turn if there is none.
    """
    return until in ("end_of_turn", "end_of_combat")


@obeys("until_end_of", "until_end_of_combat")
def end_of(state: State, log: Log, kind: str) -> State:
    """Ends effects that last until the end of a step or phase of a kind."""
    until = f"end_of_{kind}"
    topics = "until_end_of_combat" if kind == "combat" else "until_end_of"
    return expire(state, log, lambda effect: effect.until == until, topics)


@obeys("until")
def beginning_of(state: State, log: Log, kind: str) -> State:
    """Ends effects that last until the next step, phase or turn of a kind, or until their controller's next one."""

    def over(effect: Enduring) -> bool:
        own = effect.until == f"your_next_{kind}" and state.is_active(effect.controller)
        return own or effect.until == f"next_{kind}"

    return expire(state, log, over, "until")


def is_until_next_turn(until: str) -> bool:
    """Whether an effect lasts until its controller's next turn, or until a point in it (800.4m)."""
    return until.startswith("your_next_") or until in (NEXT_TURN, YOUR_NEXT_UNTAP)


def turn_begins(state: State, log: Log) -> State:
    """Ends effects that last until this turn; effects until its end, or that waited for it, last until end of turn."""
    state = beginning_of(state, log, "turn")
    team = state.team(state.active)
    enduring: tuple[Enduring, ...] = (*state.lasting, *state.skips, *state.delayed)
    if any(e.until == NEXT_TURN for e in enduring):
        state = set_standing(
            state,
            lasting=tuple(_until_its_end(e, team) for e in state.lasting),
            skips=tuple(_until_its_end(e, team) for e in state.skips),
            delayed=tuple(_until_its_end(e, team) for e in state.delayed),
        )
    if any(e.waits and e.player in team for e in state.skips):
        woken = tuple(
            replace(e, waits=False, until="end_of_turn") if e.waits and e.player in team else e for e in state.skips
        )
        state = set_standing(state, skips=woken)
    return state


def _until_its_end(effect: E, team: tuple[int, ...]) -> E:
    mine = effect.until == NEXT_TURN and effect.controller in team
    return msgspec.structs.replace(effect, until="end_of_turn") if mine else effect


def keeping(state: State) -> tuple[LastingEffect, ...]:
    """The effects that keep permanents tapped through this untap step, which is that of the player whom they mean."""
    found = tuple(e for e in state.lasting if e.keeps is not None)
    if not found:
        return ()
    own = {p.id for p in state.battlefield if state.is_active(p.controller)}
    return tuple(e for e in found if (e.affects in own if e.until == ITS_NEXT_UNTAP else state.is_active(e.controller)))


@obeys("untap")
def untap_step_over(state: State, log: Log) -> State:
    """Ends effects that kept permanents tapped through this untap step."""
    over = {effect.id for effect in keeping(state)}
    return expire(state, log, lambda e: e.id in over, "untap") if over else state


def still_lasts(state: State, effect: LastingEffect) -> bool:
    """Whether the permanent that an effect depends on is still there, and tapped if required (418.3d, 611.2b)."""
    if effect.until == WHILE_CONTROLLED:
        things: Iterator[Permanent | StackObject] = chain(state.battlefield, state.stack)
        return any((one.id, one.controller) == (effect.affects, effect.controller) for one in things)
    if effect.until not in WHILE:
        return True
    permanent = state.permanent(effect.source)
    there = place_of(state.battlefield, effect.source) if effect.source is not None else None
    if effect.until == "while_attached":
        return there is not None and state.battlefield[there].attached == effect.affects
    if effect.phases_in and effect.until == "while_there":  # a source that is phased out has not left (610.4)
        return there is not None
    return permanent is not None and (permanent.tapped or effect.until == "while_there")


@obeys("as_long_as")
def end_as_long_as(state: State, log: Log) -> State:
    """Ends effects that last "for as long as" a condition holds, if it no longer holds."""
    if not state.lasting or all(still_lasts(state, e) for e in state.lasting):
        return state
    return expire(state, log, lambda e: isinstance(e, LastingEffect) and not still_lasts(state, e), "as_long_as")


@obeys("no_duration")
def expire(state: State, log: Log, over: Callable[[Enduring], bool], topics: str) -> State:
    """Ends all effects that ``over`` accepts, at the same time."""
    lasting, skips, delayed = state.standing.lasting, state.standing.skips, state.standing.delayed
    if not lasting and not skips and not delayed:
        return state
    ended: list[Enduring] = [*filter(over, lasting), *filter(over, skips), *filter(over, delayed)]
    if not ended:
        return state
    state = set_standing(
        state,
        lasting=tuple(e for e in lasting if not over(e)),
        skips=tuple(e for e in skips if not over(e)),
        delayed=tuple(e for e in delayed if not over(e)),
    )
    for effect in ended:
        name = effect.by if isinstance(effect, SkipEffect) else effect.name
        emit(log, "effect.end", state, topics, effect.controller, name=name)
    back = tuple((e.affects, e.phases_in) for e in ended if isinstance(e, LastingEffect) and e.phases_in)
    state = do_next(push(state, PhaseIn(back)), log) if back else state  # at once, also while a cost is being paid
    changed = [e.affects for e in ended if isinstance(e, LastingEffect) and (e.gives, e.types) != (None, None)]
    return settle(state, log, changed, topics)


def unattach(state: State, log: Log, id: int, topics: str) -> State:
    """A permanent is attached to nothing any more, and stays on the battlefield."""
    permanent = next(p for p in state.battlefield if p.id == id)
    state = set_permanent(state, id, attached=None)
    emit(log, "permanent.unattach", state, topics, permanent.controller, name=permanent.card.name)
    return end_as_long_as(state, log)
