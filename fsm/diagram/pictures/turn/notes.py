"""The notes below a phase: what was inserted and skipped, by which effect, under which rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ....edition import Edition
from ....turn import REWRITES, Mark, Node, TurnGraph
from ...model import Note
from ..naming import extras, made_by, rule_text, stop_name

_ASKED = [(rule.topic, rule.when) for rule in REWRITES.values() if rule.when is not None]

GUARD_WORDS = {topic: when.guard.words for topic, when in _ASKED if when.maker == "rule"}
"""The condition of an edge, by the topic of its rule; what waits in a cleanup is a trigger or a state-based action."""

REVERSED = "phases in reverse"

_REASONS = {topic: when.guard.words for topic, when in _ASKED} | {"extra_step_after_phase": "other steps skipped"}


def box_notes(graph: TurnGraph, phase: str) -> tuple[Note, ...]:
    """All notes of one phase: on the first phase that the turn is reversed, then what was inserted and skipped."""
    mark = graph.reversed
    turned = [_note(graph.edition, mark, REVERSED, made_by(mark))] if mark and phase == graph.children()[0] else []
    return (*turned, *_inserted(graph, phase), *_skipped(graph, phase))


def reason(mark: Mark) -> str:
    """Why something is skipped, in a few words and without the rule."""
    return _REASONS.get(mark.topic, "skipped") + made_by(mark)


def told_by_path(graph: TurnGraph, id: str) -> bool:
    """Whether the label of the edge past a skipped step says why, so that no note is needed."""
    mark = graph.node(id).skipped
    if mark is None or mark.topic != "no_attackers":
        return False
    steps = graph.children(graph.parent(id))
    return any(not graph.is_skipped(step) for step in steps[steps.index(id) :])


def _inserted(graph: TurnGraph, phase: str) -> list[Note]:
    groups: dict[Mark, list[int]] = {}
    for node in _parts(graph, phase):
        if node.inserted:
            groups.setdefault(node.inserted, []).append(node.serial)
    return [_note(graph.edition, mark, extras(sorted(serials)), made_by(mark)) for mark, serials in groups.items()]


def _skipped(graph: TurnGraph, phase: str) -> list[Note]:
    whole = graph.node(phase).skipped
    if whole:
        return [_note(graph.edition, whole, "", reason(whole))]
    groups: dict[Mark, list[str]] = {}
    for node in _parts(graph, phase):
        if node.skipped and not told_by_path(graph, node.id):
            groups.setdefault(node.skipped, []).append(stop_name(graph.edition, node.kind))
    if len(groups) == 1:  # the tiles show which steps
        return [replace(_note(graph.edition, m, "", reason(m)), subject=_counted(names)) for m, names in groups.items()]
    return [_note(graph.edition, mark, "", f"{_counted(names)}: {reason(mark)}") for mark, names in groups.items()]


def _counted(names: list[str]) -> str:
    """List names; one that occurs more than twice is listed once, with its count."""
    counts = Counter(names)
    few = (f"{name} × {count}" if count > 2 else ", ".join([name] * count) for name, count in counts.items())
    return ", ".join(few)


def _note(edition: Edition, mark: Mark, lead: str, text: str) -> Note:
    tooltip = f"{lead}{text}. {rule_text(edition, mark.rule)}".strip()
    return Note(text.strip(), mark.rule, lead, tooltip)


def _parts(graph: TurnGraph, phase: str) -> list[Node]:
    return [graph.node(part) for part in (phase, *graph.children(phase))]
