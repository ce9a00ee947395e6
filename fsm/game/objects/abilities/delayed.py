"""Delayed triggered abilities: they wait for a step or phase to begin, in any turn or in a certain one.

cr2006 404.4, later 603.7. What is scheduled for a turn, phase or step that is skipped does not happen; what waits
for the next one waits for the first that is not skipped (419.6f, 614.10a).
"""

from __future__ import annotations

from typing import Any

from ....cards import vocabulary as v
from ....cards.kinds import PLAYERS
from ....edition import MAINS, obeys
from ...state.agenda import push_effects
from ...state.budget import check_count
from ...state.event import Log, emit
from ...state.objects import ObjectId
from ...state.piles.pile import CardId
from ...state.state import DelayedAbility, StackObject, State, replace, set_standing
from ..cards.moving import is_there


@obeys("delayed_controller")
def create(state: State, log: Log, effect: v.Delayed, source: StackObject, needs: bool = False) -> State:
    """Creates an ability that triggers later, unless its controller has left the game (800.4a, 800.4d)."""
    turn = state.turn if effect.this_turn else None
    new = DelayedAbility(
        state.serial + 1, effect.name or source.name, source.controller, effect.at, effect.do, effect.whose, turn,
        after=state.turn if effect.next_turn else 0, each=effect.each, needs=needs, until=effect.until, of=effect.of,
        while_=effect.while_, **_known_to(source),
    )  # fmt: skip
    return _created(state, log, new, effect.at)


def at_beginning_of(state: State, log: Log, node: str, do: v.Effects, source: StackObject) -> State:
    """An ability that will trigger at the beginning of one certain phase of this turn."""
    kind = state.graph.node(node).kind
    new = DelayedAbility(
        state.serial + 1, source.name, source.controller, kind, do, turn=state.turn, node=node, **_known_to(source)
    )
    return _created(state, log, new, kind)


@obeys("delayed_object")
def _known_to(source: StackObject) -> dict[str, Any]:
    """The players and permanents of the ability: those of its creator; a targeted player is the chosen one."""
    targets = source.kept if source.targets == "none" else source.targets
    to_player = source.chosen is None and targets in PLAYERS
    return {
        "source": source.source,
        "target": source.target,
        "targets": targets,
        "chosen": source.target if to_player else source.chosen,
        "chooser": source.chooser,
        "those": source.those,
        "that": source.that,
        "found": source.found,
        "gained": source.gained,
    }


@obeys("departed_creates", "delayed_trigger")
def _created(state: State, log: Log, new: DelayedAbility, at: str) -> State:
    if new.controller not in state.rotation.seats:
        return state
    check_count(state, len(state.delayed) + 1, "delayed triggered abilities", new.name)
    state = set_standing(replace(state, serial=new.id), delayed=(*state.delayed, new))
    detail: dict[str, object] = {"within": "next"} if new.after else {"within": "this"} if new.turn is not None else {}
    detail |= ({"whose": new.whose} if new.whose != "any" else {}) | ({"each": True} if new.each else {})
    detail |= ({"until": new.until} if new.until != "game" else {}) | ({"of": " ".join(new.of)} if new.of else {})
    emit(log, "trigger.delayed", state, "delayed_trigger", new.controller, name=new.name, at=at, **detail)
    return state


def turn_over(state: State) -> State:
    """Removes the abilities that could trigger only in this turn."""
    if all(d.turn is None for d in state.delayed):
        return state
    return set_standing(state, delayed=tuple(d for d in state.delayed if d.turn is None))


@obeys("delayed_later", "no_backup")
def due(state: State, kind: str, node: str) -> tuple[DelayedAbility, ...]:
    """The abilities that trigger as this step or phase begins."""
    team = state.team(state.active)
    return tuple(
        d
        for d in state.delayed
        if (d.at == kind or (d.at == "main" and kind in MAINS))
        and d.after < state.turn
        and d.turn in (None, state.turn)
        and d.node in ("", node)
        and (d.whose == "any" or (d.controller in team) == (d.whose == "you"))
        and not (d.needs and not any(isinstance(card, CardId) and is_there(state, card) for card in d.those))
    )


@obeys("delayed_later")
def awaiting(state: State, event: str, seat: int) -> tuple[DelayedAbility, ...]:
    """The abilities that wait for an event, which is about that player, or about a permanent of theirs."""
    own = event.startswith(("you ", "your "))
    return tuple(
        d
        for d in state.delayed
        if d.at == event
        and (
            d.controller == seat
            if own
            else d.whose == "any" or (seat in state.team(d.controller)) == (d.whose == "you")
        )
    )


@obeys("delayed_once")
def triggered(state: State, delayed: DelayedAbility, **event: Any) -> tuple[State, StackObject]:
    """The state without the ability, if it triggers only once, and the object that waits to be put on the stack.

    What the ``event`` is about replaces what its creator was about.
    """
    serial = state.serial + 1
    waiting = StackObject(
        serial, "ability", delayed.name, delayed.controller, delayed.do, source=delayed.source, target=delayed.target,
        kept=delayed.targets, chosen=delayed.chosen, chooser=delayed.chooser, those=delayed.those,
        that=delayed.that, found=delayed.found, gained=delayed.gained,
    )  # fmt: skip
    left = state.delayed if delayed.each else tuple(d for d in state.delayed if d.id != delayed.id)
    state = set_standing(replace(state, serial=serial), delayed=left)
    return state, replace(waiting, **event) if event else waiting


def then(state: State, effects: v.Effects, source: StackObject, made: tuple[ObjectId, ...]) -> State:
    """After an effect, carries out the effects on the objects that it created or moved."""
    return push_effects(state, effects, replace(source, those=made))
