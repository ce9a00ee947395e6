"""What may change a turn under way: rewrites by rules and by effects, told by the trace or not.

A trace tells of a rewrite by its marks, one event for each part that is inserted or skipped. The first mark names the
possible rewrites; the others are owed: they have to come next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from ..edition.model import AT_NEED
from ..errors import FsmError
from ..game.state.rewriting import new_marks
from ..turn import REWRITES, TurnGraph, anchors, end_turn_first, follow, skip
from ..turn.following import guards_at, inserts, is_by_rules
from ..turn.graph import ROOT
from ..turn.pattern import ONLY
from ..turn.rules import staying
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
    if not is_stop(graph, node) or graph.edition.step(graph.node(node).kind).priority not in AT_NEED:
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


def added(graph: TurnGraph, node: str, level: str, kind: str, by: str, phase: str | None, more: bool) -> list[Change]:
    """A part is added where effects add it, by each rule that inserts, the likeliest first.

    ``phase``: only in the phase with that address. ``more``: the last event added a phase; the effect may add another
    one after that.
    """
    stop, after_second = None if node == ROOT else node, staying()
    last = [
        (one.id, one.inserted.topic) for one in graph.inserted[-1:] if more and one.inserted and one.inserted.by == by
    ]
    inserting = [one for one in REWRITES.values() if one.when is None and level in one.takes and inserts(one)]
    found: list[Change] = []
    for rule, topic in [(one, topic) for one in inserting for topic in dict.fromkeys(("", one.stays))]:
        stays = topic in after_second
        ranks = {id: 0 for id, known in last if (known in after_second) == stays}
        places = anchors(rule, graph, stop, kind, topic)
        near = (id for id in places if phase in (None, graph.address(graph.phase_of(id))))
        ranks |= dict.fromkeys(islice(near, MOST_ANCHORS), 1 + stays)
        given = graph.edition.kinds.steps_of[kind] if ONLY in rule.puts else (kind,)
        found += [Change(rule.apply(graph, id, (k,), by, topic), rank=ranks[id]) for id, k in product(ranks, given)]
    return sorted(found, key=lambda change: change.rank)


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
        yield from added(graph, node, "phase", kind, by or UNTOLD, None, more)
    if letter == "step.insert" and by:
        yield from added(graph, node, "step", kind, by, phase, False)
