"""Effects on combat: what attacks or blocks without a declaration, what it attacks, and what leaves combat."""

from __future__ import annotations

from typing import Any

from ...cards import vocabulary as v
from ...edition import obeys
from ..combat.joining import AddBlockers, ChooseAnew, JoinAttack, add_next, targets_now
from ..objects.permanents.changes import NEXT_TURN, remove_from_combat
from ..state.agenda import push
from ..state.attackers import EACH_TURN
from ..state.event import Log
from ..state.state import Permanent, StackObject, State, replace
from .apply import applies, for_permanents, known_here, meant, named_by, permanent_meant, permanents_meant
from .lasting import lasts_on


@applies(v.MustAttack)
def _must_attack(state: State, log: Log, effect: v.MustAttack, source: StackObject) -> State:
    """Creatures have one more requirement, for a duration (500.1, 508.1d): named ones, or all that a player controls.

    What is said of a player's creatures is about those that come later too (cr2006 418.3b, later 611.2c).
    """
    urged: list[dict[str, Any]] = [{}]
    if effect.whom is not None:
        urged = [{"attacks": seat} for seat in meant(state, effect.whom, source)]
    elif effect.attacked is not None:
        attacked = permanent_meant(state, effect.attacked, source)
        urged = [{"attacks": -attacked.id}] if attacked is not None else []
    for does in urged:
        if effect.player is not None:
            state = _urge_all(state, log, effect, source, does)
            continue
        for permanent in named_by(state, effect, source):
            more = does or {"keywords": (EACH_TURN,)}
            state = lasts_on(state, log, source, effect.until, permanent, source=source.source, **more)
    return state


@obeys("later_too")
def _urge_all(state: State, log: Log, effect: v.MustAttack, source: StackObject, does: dict[str, Any]) -> State:
    """All creatures of some players have one more requirement, also those that come later."""
    for seat in meant(state, effect.player or "you", source):
        by, until = (replace(source, controller=seat), NEXT_TURN) if effect.next_turn else (source, effect.until)
        more = {"source": source.source, "urges": (seat, effect.of or ""), "waits": effect.next_turn, **does}
        state = lasts_on(state, log, by, until, on=state.name(seat), topics="instructions later_too", **more)
    return state


@applies(v.Goad)
@obeys("goad", "goaded")
def _goad(state: State, log: Log, effect: v.Goad, source: StackObject) -> State:
    """Goaded is neither an ability nor a keyword: a creature that has lost its abilities is goaded still (701.15b)."""
    for permanent in _creatures(state, effect, source) if known_here(state, log, "goad", source) else ():
        on, topics = source.source, "goad instructions"
        state = lasts_on(state, log, source, effect.until, permanent, topics=topics, source=on, goads=True)
    return state


def _creatures(state: State, effect: v.OnMany, source: StackObject) -> tuple[Permanent, ...]:
    """The creatures that an effect names; of a player, all that are creatures."""
    there = named_by(state, effect, source)
    return there if effect.player is None else tuple(filter(state.is_creature, there))


@for_permanents(v.RemoveFromCombat)
def _remove_from_combat(state: State, log: Log, _: v.RemoveFromCombat, __: StackObject, permanent: Permanent) -> State:
    return remove_from_combat(state, log, permanent.id)


@applies(v.LetBlock)
def _let_block(state: State, log: Log, effect: v.LetBlock, source: StackObject) -> State:
    attacker = permanent_meant(state, effect.attacker, source)
    blockers = tuple(p.id for p in permanents_meant(state, effect.what, source))
    if attacker is None or not blockers:
        return state
    return add_next(state, log, AddBlockers(blockers, attacker.id, effect.entering))


@applies(v.LetAttack)
def _let_attack(state: State, log: Log, effect: v.LetAttack, source: StackObject) -> State:
    """What is said to be attacked, and cannot be any more, is not attacked (508.4b)."""
    targets = targets_now(state)
    if effect.whom is not None:
        seats = meant(state, effect.whom, source)
        targets = tuple(target for target in targets if target[0] in seats and target[1] is None)
    elif effect.attacked is not None:
        attacked = permanent_meant(state, effect.attacked, source)
        targets = tuple(target for target in targets if attacked is not None and target[1] == attacked.id)
    for permanent in reversed(permanents_meant(state, effect.what, source)):
        state = push(state, JoinAttack(permanent.id, targets))
    return state


@applies(v.AttackAnew)
def _attack_anew(state: State, log: Log, effect: v.AttackAnew, source: StackObject) -> State:
    for permanent in reversed(permanents_meant(state, effect.what, source)):
        state = push(state, ChooseAnew(permanent.id, source.controller))
    return state
