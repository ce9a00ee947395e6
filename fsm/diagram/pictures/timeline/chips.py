"""Chips: the phases of a turn as letters on its tile, with marks for inserted and skipped steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....edition import HUES
from ....turn import Node, TurnGraph
from ...model import Chip, Note
from ..naming import clean, element_id, extras, made_by, rule_text
from ..turn.notes import reason

if TYPE_CHECKING:
    from ....recording import RecordedTurn

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
        text=spec.letter + ("" if skipped else _counts(graph, node)),
        hue=spec.hue,
        tooltip=_tooltip(graph, node),
        accent=node.inserted is not None and not skipped,
        skipped=skipped,
        faded=not skipped and node.id not in begun,
    )


def _counts(graph: TurnGraph, node: Node) -> str:
    """The numbers of steps that were inserted into a phase, and that an effect skipped, as text."""
    steps = [graph.node(step) for step in graph.children(node.id)]
    more = sum(1 for step in steps if step.inserted)
    less = sum(1 for step in steps if step.skipped and step.skipped.by and step.skipped != node.inserted)
    return (f"+{more}" if more else "") + (f"−{less}" if less else "")


def _tooltip(graph: TurnGraph, node: Node) -> str:
    parts = [f"{_name(graph, node)}. {rule_text(graph.edition, node.rule)}"]
    for part in (node, *map(graph.node, graph.children(node.id))):
        which = "" if part is node else f"{_name(graph, part)}: "
        if part.inserted:
            rule = rule_text(graph.edition, part.inserted.rule)
            parts.append(f"{which}{extras([part.serial])}{made_by(part.inserted)}. {rule}")
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
    notes = [_sample(letter, _meaning(hues[letter]), hues[letter]) for letter in letters]
    if any(chip.accent for chip in chips):
        notes.append(_sample("C", "inserted", "combat", accent=True))
    if any(chip.skipped for chip in chips):
        notes.append(_sample("C", "skipped", "combat", skipped=True))
    if any("+" in chip.text and chip.text[0] in hues for chip in chips):
        notes.append(_sample("B+1", "one step inserted", "beginning"))
    if any("−" in chip.text for chip in chips):
        notes.append(_sample("B−1", "one step skipped by an effect", "beginning"))
    if any(chip.faded for chip in chips):
        notes.append(_sample("E", "not reached", "ending", faded=True))
    return notes


def _meaning(hue: str) -> str:
    return "Another phase" if hue == "other" else hue.capitalize()


def _sample(
    text: str, meaning: str, hue: str, accent: bool = False, skipped: bool = False, faded: bool = False
) -> Note:
    id = f"legend-{meaning.lower().replace(' ', '-')}"
    return Note(meaning, sample=Chip(id, text, hue, meaning, accent, skipped, faded))
