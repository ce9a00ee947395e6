"""What is told of a phase and its steps in a few words: as notes, and as a chip, which is a letter on a whole turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...edition import HUES, Edition
from ...edition.kinds import MAINS
from ...edition.model import AT_NEED, Priority
from ...turn import REWRITES, Mark, Node, TurnGraph
from ...turn.chart import stop_transitions
from ...words import ordinal
from ..model import Chip, Detail, Note
from .naming import EXTRA, clean, element_id, made_by, rule_text, stop_name

if TYPE_CHECKING:
    from ...recording import RecordedTurn

_ASKED = [(rule.topic, rule.when) for rule in REWRITES.values() if rule.when is not None]

GUARD_WORDS = {topic: when.guard.words for topic, when in _ASKED if when.maker == "rule"}
"""The condition of an edge, by the topic of its rule; what waits in a cleanup is a trigger or a state-based action."""

REVERSED = "phases in reverse"

_REASONS = {topic: when.guard.words for topic, when in _ASKED} | {
    "extra_step_after_phase": "other steps skipped",
    "first_draw": "first turn of two players",
    "teams_first_draw": "first turn of the teams",
}


def in_terms(edition: Edition, words: str) -> str:
    """The words of a guard, with the edition's name of state-based actions."""
    return words.replace("state-based action", edition.term("state-based action"))


def has_stack(edition: Edition) -> bool:
    """Whether spells and abilities wait on a stack."""
    return "stack" in edition.zones


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
    return [_note(graph.edition, mark, _which(graph, serials), made_by(mark)) for mark, serials in groups.items()]


def _which(graph: TurnGraph, serials: list[int]) -> str:
    """How many parts of a phase are extra, and when they were made, if what was made later comes before something."""
    made = _made(graph)
    ranks = list(dict.fromkeys(made[serial] for serial in serials if serial in made))
    many = EXTRA if len(serials) == 1 else f"{len(serials)} {EXTRA}"
    if len(ranks) > 1:
        return f"{many}, the newest first," if ranks == sorted(ranks, reverse=True) else many
    return f"{many}, made {ordinal(ranks[0])}," if ranks else many


@lru_cache(maxsize=256)
def _made(graph: TurnGraph) -> Mapping[int, int]:
    """How many effects had inserted something once each part was inserted; empty if parts come in that order."""
    units: list[list[Node]] = []
    for node in graph:
        if (
            node.inserted
            and units
            and (units[-1][-1].serial + 1, units[-1][-1].inserted) == (node.serial, node.inserted)
        ):
            units[-1].append(node)
        elif node.inserted:
            units.append([node])
    firsts = sorted(units, key=lambda unit: unit[0].serial)
    return {} if firsts == units else {node.serial: rank for rank, unit in enumerate(firsts, 1) for node in unit}


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
    return Note(text.strip(), mark.rule, lead if text else lead.removesuffix(","), tooltip)


def _parts(graph: TurnGraph, phase: str) -> list[Node]:
    return [graph.node(part) for part in (phase, *graph.children(phase))]


WORDS = {
    "phasing": "permanents phase in and out",
    "day_night": "it may become day or night",
    "untap": "untap your permanents",
    "draw": "draw a card",
    "draw_as_trigger": "the draw of a card triggers",
    "draw_on_stack": "the draw of a card goes on the stack",
    "scheme": "set a scheme in motion",
    "lore_counters": "a lore counter on each of your Sagas",
    "attractions": "roll to visit your Attractions",
    "combat": "one attack, if you like:",
    "choose_defender": "choose the opponent to attack",
    "declare_attackers": "declare attackers, tap them",
    "declare_blockers": "the defender blocks",
    "order_blockers": "order the blockers",
    "order_attackers": "order the attackers of a blocker",
    "assign_damage": "assign combat damage",
    "damage_on_stack": "damage goes on the stack",
    "deal_damage": "deal all damage at once",
    "discard": "discard down to hand size",
    "wear_off": "damage and effects wear off",
}
"""What happens, by the topic of a turn-based action."""

DETAILS_ONLY = (
    *("phasing", "day_night", "scheme", "lore_counters", "attractions", "choose_defender"),
    *("order_attackers", "assign_damage"),
)
"""Topics that few games come to, or that another action implies; only a picture with rules names them."""

SORCERIES = "play a land, cast any spell"
BEGINNINGS = {"upkeep": "upkeep", "beginning_of_combat": "beginning_of_combat", "end": "end_step"}
"""The steps in which little happens but triggers, each with the topic of its rule."""
TRIGGERS = {True: "“at the beginning” triggers", False: "what permanents ask for each turn"}
"""What comes in such a step: with a stack, and without one."""
PRIORITY: dict[Priority, tuple[str, str]] = {
    "always": ("instants, abilities", "priority_active"),
    **dict.fromkeys(AT_NEED, ("normally nobody gets priority", "cleanup_none")),
    "if_attackers": ("with attackers: instants, abilities", "priority_active"),
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
    notes = [
        _doing(edition, WORDS.get(topic, clean(topic.replace("_", " "))), topic, spec.rule)
        for topic in topics
        if detail == "rules" or topic not in DETAILS_ONLY
    ]
    if node.kind in BEGINNINGS:
        notes.append(_doing(edition, TRIGGERS[has_stack(edition)], BEGINNINGS[node.kind], spec.rule))
    if node.kind in MAINS or node.kind == "main":
        notes.append(_doing(edition, SORCERIES, "sorcery_timing", spec.rule))
    # the line of the name says where there is none, and that of a guard when there is some all the same
    guarded = any(move.rewrites and move.topic in GUARD_WORDS for move in stop_transitions(graph, stop))
    usual = spec.priority in ("always", "if_attackers")
    if usual or (detail == "rules" and not (spec.priority in AT_NEED and guarded)):
        notes.append(_doing(edition, *PRIORITY[spec.priority], spec.rule))
    return tuple(notes) if detail == "rules" else tuple(replace(note, rule="") for note in notes)


def _as_phase_starts(graph: TurnGraph, stop: str) -> tuple[str, ...]:
    """The actions of a phase, if a stop is the first of it."""
    phase = graph.phase_of(stop)
    first = (graph.children(phase) or (phase,))[0]
    return graph.edition.phase(graph.node(phase).kind).actions if stop == first else ()


def _doing(edition: Edition, text: str, topic: str, step: str) -> Note:
    """A note with the rule of a topic: of several, one of the rules of the step."""
    numbers = edition.cite(topic)
    own = (number for number in numbers if number == step or number.startswith(f"{step}."))
    number = next(own, edition.number(topic))
    return Note(text, number)


MOST = 32
"""The largest number of chips on a tile; the last of them then says how many phases are left out."""


def chips_of(turn: RecordedTurn, id: str) -> tuple[Chip, ...]:
    """Make the chips of a turn, in order of play; of many, the first ones and the number of the others."""
    graph = turn.graph
    chips = tuple(_chip(graph, graph.node(phase), id, turn.begun) for phase in graph.children())
    if len(chips) <= MOST:
        return chips
    more = len(chips) - MOST + 1
    rest = Chip(f"{id}.more", f"+{more} more", "other", f"{more} further phases")
    return (*chips[: MOST - 1], rest)


def _chip(graph: TurnGraph, node: Node, id: str, begun: frozenset[str]) -> Chip:
    spec = graph.edition.phase(node.kind)
    steps = graph.children(node.id)
    skipped = graph.is_skipped(node.id) or (bool(steps) and all(graph.is_skipped(step) for step in steps))
    return Chip(
        id=f"{id}.{element_id(node.id)}",
        text=spec.letter + ("" if skipped else _changes(graph, node)),
        hue=spec.hue,
        tooltip=_chip_tooltip(graph, node),
        accent=node.inserted is not None and not skipped,
        skipped=skipped,
        faded=not skipped and node.id not in begun,
    )


def _changes(graph: TurnGraph, node: Node) -> str:
    """The steps that were inserted into a phase, and those that an effect skipped, in a few words."""
    steps = [graph.node(step) for step in graph.children(node.id)]
    more = [step for step in steps if step.inserted]
    less = [step for step in steps if step.skipped and step.skipped.by and step.skipped != node.inserted]
    said = [f"{word} {_few(graph, some)}" for word, some in (("+", more), ("no", less)) if some]
    return f" ({', '.join(said)})" if said else ""


def _few(graph: TurnGraph, steps: list[Node]) -> str:
    return stop_name(graph.edition, steps[0].kind).lower() if len(steps) == 1 else f"{len(steps)} steps"


def _chip_tooltip(graph: TurnGraph, node: Node) -> str:
    parts = [f"{_name(graph, node)}. {rule_text(graph.edition, node.rule)}"]
    for part in (node, *map(graph.node, graph.children(node.id))):
        which = "" if part is node else f"{_name(graph, part)}: "
        if part.inserted:
            rule = rule_text(graph.edition, part.inserted.rule)
            parts.append(f"{which}{EXTRA}{made_by(part.inserted)}. {rule}")
        if part.skipped and part.skipped != node.inserted:
            parts.append(f"{which}{reason(part.skipped)}. {rule_text(graph.edition, part.skipped.rule)}")
    return " · ".join(parts)


def _name(graph: TurnGraph, node: Node) -> str:
    spec = graph.edition.phase(node.kind) if node.level == "phase" else graph.edition.step(node.kind)
    name = clean(spec.name)
    return name[:1].upper() + name[1:]


def chips_legend(chips: list[Chip]) -> list[Note]:
    """Explain the given chips: each letter once, then the marks."""
    hues = {chip.text[0]: chip.hue for chip in chips if chip.text[0].isalpha()}
    letters = sorted(hues, key=lambda letter: HUES.index(hues[letter]))
    names: dict[str, str] = {hue: "Another phase" if hue == "other" else hue.capitalize() for hue in HUES}
    notes = [_sample(letter, names[hues[letter]], hues[letter]) for letter in letters]
    if any(chip.accent for chip in chips):
        notes.append(_sample("C", "inserted", "combat", accent=True))
    if any(chip.skipped for chip in chips):
        notes.append(_sample("C", "skipped", "combat", skipped=True))
    if any(chip.faded for chip in chips):
        notes.append(_sample("E", "not reached", "ending", faded=True))
    return notes


def _sample(
    text: str, meaning: str, hue: str, accent: bool = False, skipped: bool = False, faded: bool = False
) -> Note:
    id = f"legend-{meaning.lower().replace(' ', '-')}"
    return Note(meaning, sample=Chip(id, text, hue, meaning, accent, skipped, faded))
