"""The notes about a phase and its steps: what was inserted and skipped, and what happens there, in a few words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ....edition import Edition
from ....edition.kinds import MAINS
from ....edition.model import Priority
from ....turn import REWRITES, Mark, Node, TurnGraph
from ...model import Detail, Note
from ..naming import clean, extras, made_by, rule_text, stop_name

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


WORDS = {
    "phasing": "permanents phase in and out",
    "day_night": "it may become day or night",
    "untap": "untap your permanents",
    "draw": "draw a card",
    "scheme": "set a scheme in motion",
    "lore_counters": "a lore counter on each of your Sagas",
    "attractions": "roll to visit your Attractions",
    "choose_defender": "choose the opponent to attack",
    "declare_attackers": "declare attackers, tap them",
    "declare_blockers": "the defender blocks",
    "order_blockers": "order the blockers",
    "order_attackers": "order the attackers of a blocker",
    "assign_damage": "assign combat damage",
    "damage_on_stack": "damage goes on the stack",
    "deal_damage": "deal all damage at once",
    "discard": "discard down to hand size",
    "wear_off": "damage and “this turn” end",
}
"""What happens, by the topic of a turn-based action."""

DETAILS_ONLY = (
    *("phasing", "day_night", "scheme", "lore_counters", "attractions", "choose_defender"),
    *("order_attackers", "assign_damage"),
)
"""Topics that few games come to, or that another action implies; only a picture with rules names them."""

SORCERIES = "lands, non-instant spells: only\u00a0here"  # on one line
PRIORITY: dict[Priority, tuple[str, str]] = {
    "always": ("instants, abilities", "priority_active"),
    "if_needed": ("priority only if something waits", "cleanup_none"),
    "never": ("nobody gets priority", "untap_no_priority"),
}
"""What players may do in a step, by who gets priority there; and the topic of the rule."""


def doings(graph: TurnGraph, stop: str, detail: Detail) -> tuple[Note, ...]:
    """What happens at a stop, and what players may do there, with the rules if the picture shows them."""
    if detail == "names" or graph.is_skipped(stop):
        return ()
    edition, node = graph.edition, graph.node(stop)
    spec = edition.step(node.kind)
    topics = [topic for topic in (*_as_phase_starts(graph, stop), *spec.actions) if topic not in GUARD_WORDS]
    notes = [_action(edition, topic, spec.rule) for topic in topics if detail == "rules" or topic not in DETAILS_ONLY]
    if node.kind in MAINS:
        notes.append(_doing(edition, SORCERIES, "sorcery_timing", spec.rule))
    if detail == "rules" or spec.priority == "always":  # the line of the name says where there is none
        notes.append(_doing(edition, *PRIORITY[spec.priority], spec.rule))
    return tuple(notes) if detail == "rules" else tuple(replace(note, rule="") for note in notes)


def _as_phase_starts(graph: TurnGraph, stop: str) -> tuple[str, ...]:
    """The actions of a phase, if a stop is the first of it."""
    phase = graph.phase_of(stop)
    first = (graph.children(phase) or (phase,))[0]
    return graph.edition.phase(graph.node(phase).kind).actions if stop == first else ()


def _action(edition: Edition, topic: str, step: str) -> Note:
    return _doing(edition, WORDS.get(topic, clean(topic.replace("_", " "))), topic, step)


def _doing(edition: Edition, text: str, topic: str, step: str) -> Note:
    """A note with the rule of a topic: of several, one of the rules of the step."""
    numbers = edition.cite(topic)
    number = next((number for number in numbers if number.startswith(f"{step}.")), edition.number(topic))
    return Note(text, number, tooltip=rule_text(edition, number))
