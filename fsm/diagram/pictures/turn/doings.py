"""What happens in a step, in a few words: its turn-based actions, and what players may do there."""

from __future__ import annotations

from dataclasses import replace

from ....edition import Edition
from ....edition.kinds import MAINS
from ....edition.written import Priority
from ....turn import TurnGraph
from ...model import Detail, Note
from ..naming import clean, rule_text
from .notes import GUARD_WORDS

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
