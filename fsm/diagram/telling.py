"""A picture in words, for those who cannot see it: all that it says, in the order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from .model import CHECK, Box, Edge, Note, Picture, Tile

EACH = "; "
"""Stands between the things that are said of one stop, or of several in a phase."""


def told(picture: Picture) -> str:
    """All that a picture says: its point, its phases and steps or its turns, each with what is said of it, its legend.

    >>> from fsm import base_turn
    >>> told(base_turn("cr2026").diagram(detail="names").layout.picture)[:60]
    'Beginning, 501: 1 Untap, 502, no priority; 2 Upkeep, 503; 3 '
    """
    tiles = {tile.id: tile.name for box in picture.boxes for tile in box.tiles}
    leads = {note.lead for box in picture.boxes for tile in box.tiles for note in tile.does}
    outer = {id: one.box for one in picture.outer_boxes for id in one.inside}
    parts = [
        picture.caption,
        *map(_difference, (*picture.headline, *picture.aside)),
        *(_lanes(picture.boxes) if _has_lanes(picture) else _boxes(picture, outer)),
        *(_edge(edge, tiles) for edge in picture.edges if edge.label and f"{edge.label}:" not in leads),
        *map(_note, picture.legend),
        picture.ends if picture.over and _has_lanes(picture) else "",
    ]
    return " ".join(_sentence(part) for part in parts if part)


def _has_lanes(picture: Picture) -> bool:
    return any(box.kind == "lane" for box in picture.boxes)


def _boxes(picture: Picture, outer: dict[str, Box]) -> Iterator[str]:
    before, group = None, ""
    for box in picture.boxes:
        around = outer.get(box.id)
        if around is not None and around is not before:
            yield _head(around)
        if box.group != group:
            yield box.group
        before, group = around, box.group
        inside = _each(map(_tile, box.tiles))
        yield f"{_head(box)}: {inside}" if inside else _head(box)
        yield from map(_note, box.notes)


def _lanes(boxes: tuple[Box, ...]) -> Iterator[str]:
    """The turns of all players in their order, each with whose it is."""
    turns = sorted(((tile, box) for box in boxes for tile in box.tiles), key=lambda one: one[0].order)
    yield from (_tile(tile, box.name) for tile, box in turns)
    yield from (_head(box) for box in boxes if not box.tiles)
    yield from map(_note, chain.from_iterable(box.notes for box in boxes))


def _head(box: Box) -> str:
    """What stands at the top of a phase: its name and rule, in both editions if there are two, and what it is."""
    heads = _each(_joined(*head) for head in box.heads) or _joined(box.name, box.rule)
    return _joined(heads, box.pill, *_marks(box))


def _tile(tile: Tile, of: str = "") -> str:
    """What a tile says, whose turn it is, and what stands beside it."""
    name = f"{tile.order} {tile.name}" if tile.order and tile.kind not in ("turn", "plain") else tile.name
    detail = tile.detail.removeprefix(CHECK).replace(" · ", ", ")
    head = _joined(name, of, detail, tile.pill or tile.mark, *_marks(tile))
    chips = " ".join(f"[{chip.text}]" if chip.skipped else chip.text for chip in tile.chips)
    notes = (*tile.does, *tile.tags, *tile.notes)
    said = [chips, *map(_note, notes), *tile.said, tile.ended]
    inside = ", ".join(filter(None, said))
    return f"{head}: {inside}" if inside else head


def _marks(part: Box | Tile) -> Iterator[str]:
    """What a picture shows by how a part looks: that play is there, that it is skipped, or that it is extra."""
    shown = part.pill if isinstance(part, Box) else f"{part.pill} {part.detail} {part.mark}"
    if part.here:
        yield "here"
    if part.skipped and "skipped" not in shown:
        yield "skipped"
    if part.accent and not part.skipped and not part.pill:
        yield "extra"


def _edge(edge: Edge, tiles: dict[str, str]) -> str:
    """Where play goes under a condition."""
    source, target = (tiles.get(id, "the end") for id in (edge.source, edge.target))
    goal = f"{source} again" if source == target else f"from {source} on to {target}"
    return f"{_joined(edge.label, edge.rule)}: {goal}"


def _difference(note: Note) -> str:
    return _joined(f"{note.lead}: {note.text}", note.rule)


def _note(note: Note) -> str:
    sample = f"{note.sample.text}:" if note.sample else ""
    return _joined(" ".join(filter(None, (sample, note.lead, note.text))).rstrip("."), note.rule)


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _each(parts: Iterable[str]) -> str:
    """Several things; what is the same in both editions, once."""
    return EACH.join(dict.fromkeys(filter(None, parts)))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
