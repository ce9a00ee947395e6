"""Folding: many equal parts in a row become one part with a count.

The first and the last part stay, and the second stands for all between them. So the picture
of a turn with a hundred inserted steps or phases stays readable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from ..model import Box, Edge, Picture, Tile

MOST_ALIKE = 6
"""The largest number of equal parts in a row that are not folded."""
LONGEST_BLOCK = 4
"""The largest number of parts in a block that repeats."""

P = TypeVar("P", "Box", "Tile")
Ids = dict[str, str]
"""The id of the part that stands for each part that is left out, by its id."""


def fold(picture: Picture) -> Picture:
    """Fold parts that repeat; edges of a part that is left out join the part that stands for it."""
    instead: Ids = {}
    boxes = tuple(replace(box, tiles=_folded(box.tiles, _tile_key, _times, instead)) for box in picture.boxes)
    boxes = _folded(boxes, _box_key, _box_times, instead)
    return replace(picture, boxes=boxes, edges=_edges(picture, boxes, instead)) if instead else picture


def _folded(
    parts: Sequence[P], key: Callable[[P], object], times: Callable[[P, int], P], instead: Ids
) -> tuple[P, ...]:
    """The parts without those for which an equal part before them stands."""
    if len(parts) <= MOST_ALIKE:
        return tuple(parts)
    keys = [key(part) for part in parts]
    kept: list[P] = []
    at = 0
    while at < len(parts):
        size, count = _repeated(keys, at)
        if count <= MOST_ALIKE:
            kept.append(parts[at])
            at += 1
            continue
        last = at + (count - 1) * size
        kept += parts[at : at + size]
        for n in range(at + size, at + 2 * size):
            left_out = range(n + size, last, size)
            for other in left_out:
                _stand_for(parts[n], parts[other], instead)
            kept.append(times(parts[n], len(left_out) + 1))
        kept += parts[last : last + size]
        at = last + size
    return tuple(kept)


def _repeated(keys: list[object], at: int) -> tuple[int, int]:
    """The size of the block that covers the most parts from an index on, and how often it stands in a row."""
    best = (1, 1)
    for size in range(1, LONGEST_BLOCK + 1):
        block, count = keys[at : at + size], 1
        while len(block) == size and keys[at + count * size : at + (count + 1) * size] == block:
            count += 1
        if (count > MOST_ALIKE) and count * size > best[0] * best[1]:
            best = (size, count)
    return best


def _stand_for(kept: P, left_out: P, instead: Ids) -> None:
    instead[left_out.id] = kept.id
    for one, other in zip(getattr(kept, "tiles", ()), getattr(left_out, "tiles", ()), strict=True):
        instead[other.id] = one.id


def _tile_key(tile: Tile) -> object:
    """A key that is equal for tiles that may stand for each other: everything but their numbers."""
    return replace(tile, id="", order=bool(tile.order))


def _box_key(box: Box) -> object:
    bare = replace(box, id="", name=_stem(box.name), tiles=(), notes=())
    return bare, *map(_tile_key, box.tiles), *(note.text for note in box.notes)


def _stem(name: str) -> str:
    """The name of a phase without its number."""
    return re.sub(r" [0-9]+$", "", name)


def _times(first: Tile, count: int) -> Tile:
    return replace(first, pill=f"× {count}")


def _box_times(first: Box, count: int) -> Box:
    """A phase that stands for several; when each of them was made is not said."""
    notes = tuple(replace(note, lead=note.lead.partition(",")[0]) for note in first.notes)
    return replace(first, name=_stem(first.name), pill=f"× {count}", notes=notes)


def _edges(picture: Picture, boxes: tuple[Box, ...], instead: Ids) -> tuple[Edge, ...]:
    """The edges between the parts that stay, each once; no edge leads from a folded part back to itself."""
    place = {tile.id: n for n, tile in enumerate(tile for box in boxes for tile in box.tiles)}
    kept: dict[tuple[str, str, str], Edge] = {}
    for edge in picture.edges:
        source, target = instead.get(edge.source, edge.source), instead.get(edge.target, edge.target)
        moved = source != edge.source or target != edge.target
        back = moved and edge.kind != "created" and place.get(source, -1) >= place.get(target, len(place))
        if not (back or (moved and source == target)):
            kept.setdefault((source, target, edge.kind), replace(edge, source=source, target=target))
    return tuple(kept.values())
