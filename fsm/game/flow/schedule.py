"""The schedule: the turns, phases and steps to come, in order, with the effects that put or will remove them.

It assumes that no player acts and no ability triggers. Where players may decide (an optional
skip, one of several effects), it shows the first effect that would apply.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...edition import MAINS
from ...turn.graph import ROOT
from ..state.state import ControlEffect, SkipEffect, State
from .arrival import Arrive, ChoosePhaseSkip
from .skipping import standing_skips
from .turns import reversing


class Scheduled(msgspec.Struct, frozen=True):
    """A turn, phase or step to come, with the names of the effects that put it there and will remove it.

    ``address`` is that of a phase or step in this turn, and ``turn`` or ``extra turn N`` for later turns.
    ``reversed_by`` is the effect that reversed the order it comes in: that of this turn's phases, or of the
    players' turns. Of a turn, ``phases_reversed_by`` is the effect that will reverse its phases. ``controller`` is
    the seat of another player who will control it, and ``controlled_by`` the name of that effect.
    """

    level: str
    address: str
    player: int
    by: str = ""
    removed_by: str = ""
    reversed_by: str = ""
    phases_reversed_by: str = ""
    controller: int | None = None
    controlled_by: str = ""


def schedule(state: State) -> tuple[Scheduled, ...]:
    """The rest of this turn, then the extra turns, then one normal turn of each player or team.

    >>> from fsm.game import start_game
    >>> state, _ = start_game("cr2026", ["Ann", "Bob"])
    >>> [coming.address for coming in schedule(state)][:3]
    ['beginning.draw', 'precombat_main', 'combat']
    """
    if state.outcome is not None:
        return ()
    skips = _Skips(state)
    begun = state.turn >= state.rotation.first  # else this game's first turn is still to come
    return (*(_rest_of_turn(state, skips) if begun else ()), *_turns(state, skips))


class _Skips:
    """The current skips, used up one by one along the schedule."""

    def __init__(self, state: State) -> None:
        self.team = state.team
        self.left = [(effect, effect.left) for effect in standing_skips(state)]

    def takes(self, seat: int, *kinds: str) -> str:
        """Uses the first effect that would skip it once; returns the effect's name, or an empty text."""
        for at, (effect, left) in enumerate(self.left):
            if effect.player in self.team(seat) and not effect.optional and left != 0 and _means(effect, kinds):
                self.left[at] = (effect, None if left is None else left - 1)
                return effect.by
        return ""


def _means(effect: SkipEffect, kinds: tuple[str, ...]) -> bool:
    return effect.what in kinds or (effect.what == "main" and any(kind in MAINS for kind in kinds))


def _rest_of_turn(state: State, skips: _Skips) -> Iterator[Scheduled]:
    graph, here, current = state.graph, state.at.stop, state.at.phase
    if here == ROOT:  # the turn is over: all that was left of it is skipped
        return
    phases = graph.children()
    inside = graph.children(current)
    rest = inside[inside.index(here) + (0 if _is_to_come(state) else 1) :] if here in inside else ()
    controls = [control for control in state.ahead.controls if state.is_active(control.player)]
    yield from (_one(state, skips, step, "step") for step in rest)
    for phase in phases[phases.index(current) + 1 :]:
        whole = _phase_controlled(state, _one(state, skips, phase, "phase"), graph.node(phase).kind, controls)
        steps = () if whole.removed_by else tuple(_one(state, skips, s, "step") for s in graph.children(phase))
        yield whole
        yield from steps


def _is_to_come(state: State) -> bool:
    """Whether the current stop has not begun, because of a decision about its skip or the first things in the turn."""
    for task in state.agenda:
        match task:
            case Arrive(here=True) | ChoosePhaseSkip(arrival=Arrive(here=True)):
                return True
    return False


def _phase_controlled(state: State, coming: Scheduled, kind: str, controls: list[ControlEffect]) -> Scheduled:
    """The phase with its controller, by the newest effect that waits for it."""
    mine = [] if coming.removed_by else [control for control in controls if control.phase == kind]
    if not mine:
        return coming
    controls[:] = [control for control in controls if control not in mine]
    return msgspec.structs.replace(coming, controller=mine[-1].controller, controlled_by=mine[-1].by)


def _one(state: State, skips: _Skips, node: str, level: str) -> Scheduled:
    known = state.graph.node(node)
    by = known.inserted.by or known.inserted.rule if known.inserted else ""
    if known.skipped is not None:
        removed = known.skipped.by or known.skipped.rule
    else:
        removed = skips.takes(state.active, known.kind)
    turned = state.graph.reversed.by if state.graph.reversed and level == "phase" else ""
    return Scheduled(level, state.graph.addresses[node], state.active, by, removed, turned)


def _turns(state: State, skips: _Skips) -> Iterator[Scheduled]:
    rotation, turned = state.rotation, reversing(state)
    controls = [control for control in state.ahead.controls if not control.phase]
    for turn in rotation.pending:
        removed = skips.takes(turn.player, "turn", "extra_turn")
        taker = state.team(turn.player)[0]
        coming = Scheduled("turn", f"extra turn {turn.number}", taker, turn.by, removed, "", turned)
        yield _controlled(state, coming, controls)
    for seat in rotation.from_seat(rotation.due):
        if seat in rotation.takers:
            removed = skips.takes(seat, "turn")
            coming = Scheduled("turn", "turn", seat, "", removed, rotation.reversed_by, turned)
            yield _controlled(state, coming, controls)


def _controlled(state: State, coming: Scheduled, controls: list[ControlEffect]) -> Scheduled:
    """The turn with its controller, by the newest effect that waits for the next turn of that player or team."""
    team = state.team(coming.player)
    mine = [] if coming.removed_by else [control for control in controls if control.player in team]
    if not mine:
        return coming
    controls[:] = [control for control in controls if control.player not in team]
    last = mine[-1]
    return msgspec.structs.replace(coming, controller=last.controller, controlled_by=last.by)
