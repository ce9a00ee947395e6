"""Pictures of one turn: makes the intermediate representation from a turn graph."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import AddressError
from ..turn import parse_address
from ..words import nearest
from .errors import DiagramError
from .model import Box, Card, Edge, Note, Picture
from .naming import clean, element_id, extras, made_by, phase_names, rule_text, stop_name
from .notes import box_notes, reason
from .ways import all_edges

if TYPE_CHECKING:
    from ..turn import Node, TurnGraph

HUES = {
    "beginning": "beginning",
    "precombat_main": "main",
    "combat": "combat",
    "postcombat_main": "main",
    "ending": "ending",
}


def turn_picture(graph: TurnGraph, title: str = "", subtitle: str = "", highlight: str | None = None) -> Picture:
    """Say what a picture of the turn shows, at the level of steps."""
    here = _place(graph, highlight)
    order = {stop: number for number, stop in enumerate(graph.path, 1)}
    names = phase_names(graph)
    boxes = tuple(_box(graph, phase, names[phase], order, here) for phase in graph.children())
    edges = all_edges(graph)
    return Picture(
        title=clean(title) or "The turn",
        subtitle=_subtitle(graph, clean(title), clean(subtitle)),
        description=_description(graph, boxes),
        boxes=boxes,
        edges=edges,
        legend=_legend(graph, edges),
    )


def _place(graph: TurnGraph, highlight: str | None) -> str | None:
    """Find the node that a node id or an address names."""
    if highlight is None or highlight in graph.nodes:
        return highlight
    try:
        place = parse_address(highlight).locate(graph)
    except AddressError as error:
        raise DiagramError(f"cannot highlight {highlight[:80]!r}: {error}") from None
    if place is None:
        known = graph.addresses.values()
        raise DiagramError(f"this turn has no {highlight}{nearest(highlight, known)}; it has {', '.join(known)}")
    return place


def _box(graph: TurnGraph, id: str, name: str, order: dict[str, int], here: str | None) -> Box:
    node = graph.node(id)
    stops = graph.children(id) or (id,)
    return Box(
        id=element_id(id),
        name=name,
        rule=node.rule,
        hue=HUES.get(node.kind, "other"),
        cards=tuple(_card(graph, stop, order.get(stop, 0), here) for stop in stops),
        tooltip=_tooltip(graph, node),
        notes=box_notes(graph, id),
        pill=extras([node.serial]) if node.inserted else "",
        accent=node.inserted is not None,
        skipped=node.skipped is not None,
        here=here == id and bool(graph.children(id)),
    )


def _card(graph: TurnGraph, id: str, order: int, here: str | None) -> Card:
    node = graph.node(id)
    alone = node.level == "step" and node.inserted is not None
    return Card(
        id=element_id(id),
        name=stop_name(graph.edition, node.kind),
        detail=_detail(graph, node),
        order=order,
        tooltip=_tooltip(graph, node),
        pill=extras([node.serial]) if alone else "",
        accent=node.inserted is not None or graph.node(graph.phase_of(id)).inserted is not None,
        skipped=not order,
        here=here == id,
    )


def _detail(graph: TurnGraph, node: Node) -> str:
    """Word the line under a name: the rule, and what is special."""
    parts = [node.rule]
    if graph.is_skipped(node.id):
        parts.append("skipped")
    elif graph.edition.step(node.kind).priority != "always":
        parts.append("no priority")
    return " · ".join(part for part in parts if part)


def _tooltip(graph: TurnGraph, node: Node) -> str:
    parts = [rule_text(graph.edition, node.rule)]
    if node.inserted:
        parts.append(f"{extras([node.serial])}{made_by(node.inserted)}. {rule_text(graph.edition, node.inserted.rule)}")
    if node.skipped:
        parts.append(f"{reason(node.skipped)}. {rule_text(graph.edition, node.skipped.rule)}")
    return " · ".join(parts)


def _subtitle(graph: TurnGraph, title: str, subtitle: str) -> str:
    """Word the second part of the title: rule numbers depend on the edition, so each picture names its own."""
    edition = clean(graph.edition.title)
    named = edition in title or edition in subtitle
    return " · ".join(part for part in (subtitle, "" if named else edition) if part)


def _description(graph: TurnGraph, boxes: tuple[Box, ...]) -> str:
    """Put the picture into words, for those who cannot see it."""
    played = [f"{card.order} {card.name}" for box in boxes for card in box.cards if card.order]
    skipped = [card.name for box in boxes for card in box.cards if card.skipped]
    extra = [f"{box.name} ({box.pill})" for box in boxes if box.pill]
    extra += [f"{card.name} ({card.pill})" for box in boxes for card in box.cards if card.pill]
    turned = [f"yes{made_by(graph.reversed)}"] if graph.reversed else []
    parts = (("In order of play", played), ("Phases in reverse", turned), ("Inserted", extra), ("Skipped", skipped))
    return " ".join(f"{head}: {', '.join(names)}." for head, names in parts if names)


def _legend(graph: TurnGraph, edges: tuple[Edge, ...]) -> tuple[Note, ...]:
    number = graph.edition.number("step_ends")
    solid = Note("Solid: the stack is empty and every player passes in succession", number)
    notes = [replace(solid, tooltip=rule_text(graph.edition, number))]
    if any(edge.kind == "guard" for edge in edges):
        notes.append(Note("Dashed: only if its guard holds"))
    return (*notes, Note("Grey number: order of play"))
