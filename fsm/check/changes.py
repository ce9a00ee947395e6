"""What may change a turn under way: rewrites by rules and by effects, told by the trace or not.

A trace tells of a rewrite by its marks, one event for each part that is inserted or skipped. The first mark names the
possible rewrites; the others are owed: they have to come next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..edition import MAINS
from ..errors import FsmError
from ..game.state.rewriting import new_marks
from ..turn import (
    TurnGraph,
    end_turn_first,
    follow,
    insert_phases,
    insert_step_after_phase,
    insert_steps,
    insert_steps_before,
    skip,
)
from ..turn.following import guards_at, is_by_rules
from ..turn.graph import ROOT
from ..turn.rewrite import AFTER_SECOND_MAIN
from .regular import is_stop, kinds_of, letter_of, may_resolve, onward

NOTES = {"ends_turn": "the turn is ended", "ends_combat": "the combat phase is ended"}
"""What an effect has done where a guard holds."""

UNTOLD = "an effect the trace does not tell of"
MOST_ANCHORS = 64
"""How many places of a turn are tried for one inserted step."""


class Change(NamedTuple):
    """A rewritten turn; ``ends``: the step that play is in ends at once; ``rank``: the lower, the more likely."""

    graph: TurnGraph
    ends: bool = False
    cost: int = 0
    note: str = ""
    rank: int = 0


class MarkEvent(NamedTuple):
    """An event that tells of a part inserted or skipped: its letter, the part, and the effect."""

    letter: str
    address: str
    phase: str | None
    step: str | None
    by: str = ""


@lru_cache(maxsize=2048)
def marks(before: TurnGraph, after: TurnGraph) -> tuple[MarkEvent, ...]:
    """The events that tell of a rewrite, in order of play."""
    return tuple(
        MarkEvent(
            f"{letter_of(after.part(node))}.{kind.partition('.')[2]}",
            after.address(node),
            *kinds_of(after, node),
            mark.by,
        )
        for kind, node, mark in new_marks(before, after)
        if node != ROOT
    )


@lru_cache(maxsize=2048)
def by_rules(graph: TurnGraph, node: str) -> tuple[Change, ...]:
    """The rewrites that the rules themselves make at a stop."""
    return () if node == ROOT or not is_stop(graph, node) else _by_rules(graph, node)


@lru_cache(maxsize=2048)
def of_skipped(graph: TurnGraph, node: str) -> tuple[Change, ...]:
    """The rewrites that the rules make as a later step of this phase is skipped: without attackers, no blockers."""
    skipped = () if node == ROOT else [step for step in _later(graph, node) if graph.node(step).skipped]
    return tuple(change for step in skipped for change in _by_rules(graph, step, "ending"))


def _by_rules(graph: TurnGraph, stop: str, *states: str) -> tuple[Change, ...]:
    """The rewrites that the rules make at a stop, in these states of it or in all, each once."""
    turns = dict.fromkeys(follow(graph, stop, guard) for guard in guards_at(graph, stop, states))
    return tuple(Change(after) for after in turns if after is not graph)


def in_need(graph: TurnGraph, node: str, unseen: bool) -> TurnGraph | None:
    """The turn in which an effect happens at a stop: if players get priority there only at need, the step comes again.

    ``unseen``: nothing tells of steps that are added. None if this one should come again, and does not (514.3a).
    """
    if not is_stop(graph, node) or graph.edition.step(graph.node(node).kind).priority != "if_needed":
        return graph
    before = graph.stops.index(node) - 1
    if any(map(is_by_rules, map(graph.node, _later(graph, node)[:1]))) or graph.is_skipped(graph.stops[before]):
        return graph
    return _by_rules(graph, node, "priority")[0].graph if unseen else None


def _later(graph: TurnGraph, node: str) -> tuple[str, ...]:
    """The steps of a phase after one of them, or all."""
    steps = graph.children(graph.phase_of(node))
    return steps[steps.index(node) + 1 :] if node in steps else steps


def skips(graph: TurnGraph, node: str, over: bool, by: str) -> Iterator[Change]:
    """What would begin next is skipped (500.11)."""
    for move in onward(graph, node, over):
        if move.letter.endswith(".begin"):
            yield Change(skip(graph, move.node, by), cost=1, note=f"{move.address} is skipped")


def endings(graph: TurnGraph, node: str, by: str) -> Iterator[Change]:
    """The turn or the combat phase is ended (724), at a stop or before the first one."""
    if node == ROOT:
        after = end_turn_first(graph, by)
        if after is not graph:
            yield Change(after, cost=1, note="the turn is ended")
        return
    for guard in guards_at(graph, node, maker="effect") if is_stop(graph, node) else ():
        yield Change(follow(graph, node, guard, by), True, 1, NOTES.get(guard, guard))


def _second_main(graph: TurnGraph) -> str | None:
    mains = [p for p in graph.children() if graph.node(p).kind in MAINS and not graph.is_skipped(p)]
    return mains[1] if len(mains) > 1 else None


def added_phases(graph: TurnGraph, node: str, kind: str, by: str, more: bool) -> Iterator[Change]:
    """A phase is added: after this phase, the second main phase, or, if one effect adds ``more``, its last phase."""
    here = graph.phase_of(node if node != ROOT else graph.following() or graph.children()[0])
    ids = graph.children()
    second = _second_main(graph)
    newest = graph.inserted[-1] if graph.inserted else None
    anchors: dict[str, bool] = {}
    if more and newest and newest.level == "phase" and newest.inserted and newest.inserted.by == by:
        anchors[newest.id] = newest.inserted.topic == AFTER_SECOND_MAIN
    anchors.setdefault(here, False)
    ways = [(anchor, tied) for anchor, tied in anchors.items() if ids.index(anchor) >= ids.index(here)]
    if second is not None and ids.index(second) >= ids.index(here):
        ways.append((second, True))
    for rank, (anchor, tied) in enumerate(ways):
        after = insert_phases(graph, anchor, (kind,), by, tied)
        yield Change(after, cost=1, note=f"an extra {kind} phase", rank=rank)
        for step in graph.edition.phase(kind).steps if not tied else ():
            after = insert_step_after_phase(graph, anchor, step.kind, by)
            yield Change(after, cost=1, note=f"an extra {step.kind} step", rank=rank)


def added_steps(graph: TurnGraph, node: str, kind: str, by: str, phase: str | None) -> Iterator[Change]:
    """A step is added: after this step, or before a later one; ``phase``: only in the phase with that address."""
    stops = graph.stops
    here = graph.following() if node == ROOT else node
    if here is not None and not is_stop(graph, here):
        here = next(iter(graph.children(here)), None)
    if here is None or here not in stops:
        return
    held = [phase for phase, steps in graph.edition.kinds.steps_of.items() if kind in steps]
    at = stops.index(here)
    if "/" in here and graph.node(graph.phase_of(here)).kind in held:
        yield Change(insert_steps(graph, here, (kind,), by), cost=1, note=f"an extra {kind} step")
    later = stops[at:] if node == ROOT else stops[at + 1 :]
    anchors = (s for s in later if "/" in s and not graph.is_skipped(s))
    tried = 0
    for stop in anchors:
        own = graph.phase_of(stop)
        if graph.node(own).kind in held and phase in (None, graph.address(own)):
            tried += 1
            yield Change(insert_steps_before(graph, stop, (kind,), by), cost=1, note=f"an extra {kind} step")
            if tried >= MOST_ANCHORS:
                return


def told(
    graph: TurnGraph, node: str, over: bool, letter: str, kind: str, by: str | None, phase: str | None,
    more: bool = False, ending: bool = False,
) -> list[Change]:  # fmt: skip
    """The rewrites whose first mark may be an event: ``kind`` is that of the part, ``phase`` an address.

    ``more``: the last event was of a phase that was added, too; ``ending``: the step is not over, but about to end.
    """
    name = by or ""
    found: list[Change] = []
    try:
        if not by and letter.endswith("skip"):
            found += of_skipped(graph, node)
        if by and letter.endswith("skip"):
            found += skips(graph, node, over, name)
        if not over and not ending and may_resolve(graph, node):
            found += _told_under_way(graph, node, letter, kind, name, phase, more)
    except FsmError:
        pass  # a part that this turn cannot have
    return found


def _told_under_way(
    graph: TurnGraph, node: str, letter: str, kind: str, by: str, phase: str | None, more: bool
) -> Iterator[Change]:
    """The rewrites that happen while play is at a stop, or as a turn has begun."""
    if not by:
        yield from by_rules(graph, node)
    if by or letter.endswith("insert"):
        yield from endings(graph, node, by or UNTOLD)
    if letter in ("phase.insert", "main.insert"):
        yield from added_phases(graph, node, kind, by or UNTOLD, more)
    if letter == "step.insert" and by:
        yield from added_steps(graph, node, kind, by, phase)
