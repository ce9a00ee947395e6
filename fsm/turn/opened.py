"""The ways of a chart that replace a rewrite of the turn.

The rules rewrite a turn during play if nobody attacks, for a second combat damage step, for a
repeated cleanup step, and if an effect ends the turn or the combat phase. In each such stop the
chart of the original turn has a way to the place where play continues.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .graph import TurnGraph
from .part import Part


class Opened(NamedTuple):
    """A way out of a state of a stop: to its ``ending``, to the beginning of another stop, or to the turn's end."""

    source: str
    target: str | None
    topic: str
    guards: tuple[tuple[str, bool], ...]


_LEFT = (("all_passed", True), ("stack_empty", True))
_PASSED_BY = ("declare_blockers", "combat_damage")
_ENDED = (("end_turn_cleanup", "ends_turn"), ("end_combat_phase", "ends_combat"))


def opened_ways(graph: TurnGraph, stop: str) -> Iterator[Opened]:
    """The ways out of a stop that replace a rewrite, in the order in which they are tried."""
    yield from _ended_at_once(graph, stop)
    yield from _ended(graph, stop)
    phase = graph.part(graph.phase_of(stop))
    kind = graph.node(stop).kind
    if kind == "cleanup":
        yield from _cleanup(graph, phase, stop)
    elif kind == "declare_attackers":
        yield from _no_attackers(graph, phase, stop)
    elif kind == "combat_damage":
        yield from _second_damage(graph, phase, stop)


def _applies(graph: TurnGraph, stop: str, topic: str) -> bool:
    """Whether an effect can end the turn, or the combat phase, in a stop under the edition."""
    inside = topic == "end_turn_cleanup" or graph.node(graph.phase_of(stop)).kind == "combat"
    return inside and bool(graph.edition.cite(topic))


def _ended_at_once(graph: TurnGraph, stop: str) -> Iterator[Opened]:
    """An effect that ends the turn or the combat phase ends the step at any moment (724.1, 724.2)."""
    gets = graph.edition.step(graph.node(stop).kind).priority
    sources = () if gets == "never" else ("beginning", "priority", "resolving")
    for source in sources:
        for topic, guard in _ENDED:
            if _applies(graph, stop, topic):
                yield Opened(source, "ending", topic, ((guard, True),))


def _ended(graph: TurnGraph, stop: str) -> Iterator[Opened]:
    """The ended step leads to the cleanup step, or to the next phase (724.1d, 724.2d)."""
    if _applies(graph, stop, "end_turn_cleanup"):
        in_cleanup = graph.node(stop).kind == "cleanup"
        again = in_cleanup and graph.edition.choices["cleanup_ended"] == ("new_cleanup",)
        cleanup = stop if again else last_cleanup(graph, stop)
        if cleanup is not None:
            there = None if cleanup == stop and not again else cleanup
            yield Opened("ending", there, "end_turn_cleanup", (("ends_turn", True),))
    if _applies(graph, stop, "end_combat_phase"):
        last = graph.part(graph.phase_of(stop)).ids[-1]
        yield Opened("ending", graph.following(last), "end_combat_phase", (("ends_combat", True),))


def last_cleanup(graph: TurnGraph, stop: str) -> str | None:
    """The last cleanup step of the turn that is not skipped, if it is the stop itself or comes after it."""
    phase_id = graph.phase_of(stop)
    for chunk in reversed(graph.root.chunks if graph.root.live else ()):
        for phase in reversed(chunk.parts):
            found = _cleanup_in(phase)
            if found is not None and phase.node.id == phase_id:
                return found if phase.find(found) >= phase.find(stop) else None
            if found is not None:
                return found if graph.root.find(phase.node.id) > graph.root.find(phase_id) else None
    return None


def _cleanup_in(phase: Part) -> str | None:
    if not phase.live:
        return None
    steps = (step for chunk in reversed(phase.chunks) for step in reversed(chunk.parts))
    return next((step.node.id for step in steps if step.live and step.node.kind == "cleanup"), None)


def _cleanup(graph: TurnGraph, phase: Part, stop: str) -> Iterator[Opened]:
    """Another cleanup step follows the last one of its phase, if players got priority in it (514.3a)."""
    if phase.ids[-1] == stop and graph.edition.cite("cleanup_priority"):
        yield Opened("ending", stop, "cleanup_priority", (("cleanup_repeats", True),))
    if graph.following(stop) is not None and _applies(graph, stop, "end_turn_cleanup"):
        yield Opened("ending", None, "end_turn_cleanup", (("turn_ended", True),))


def _no_attackers(graph: TurnGraph, phase: Part, stop: str) -> Iterator[Opened]:
    """Without attackers play skips blockers and damage (508.8), if that is still open."""
    steps = tuple(phase)
    at = phase.ids.index(stop)
    kinds = [step.node.kind for step in steps]
    to = next((n for n in range(at + 1, len(kinds)) if kinds[n] not in _PASSED_BY), 0)
    if "declare_attackers" in kinds[at + 1 :] or to <= at + 1 or set(kinds[to:]) & set(_PASSED_BY):
        return
    if all(step.live for step in steps[at : to + 1]) and not _is_known(steps) and graph.edition.cite("no_attackers"):
        yield Opened("ending", phase.ids[to], "no_attackers", (*_LEFT, ("no_attackers", True)))


def _is_known(steps: tuple[Part, ...]) -> bool:
    """Whether it is already decided if anybody attacks."""
    marks = [mark for step in steps for mark in (step.node.inserted, step.node.skipped) if mark]
    return any(mark.topic in ("no_attackers", "second_damage") for mark in marks)


def _second_damage(graph: TurnGraph, phase: Part, stop: str) -> Iterator[Opened]:
    """A second combat damage step follows the only one, for first strike and double strike (510.4)."""
    steps = tuple(phase)
    at = phase.ids.index(stop)
    alone = [step.node.kind for step in steps].count("combat_damage") == 1 and 0 < at < len(steps) - 1
    if alone and all(step.live for step in steps[at - 1 : at + 2]) and graph.edition.cite("second_damage"):
        yield Opened("ending", stop, "second_damage", (*_LEFT, ("second_damage", True)))
