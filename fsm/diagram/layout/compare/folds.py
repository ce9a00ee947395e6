"""Two editions in short: steps about which the headline says nothing share a tile, and the list counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...model import Box, Edge, Note, Picture, Tile


def fold_pairs(picture: Picture) -> Picture:
    """Join neighbouring steps about which the headline says nothing, and count the smaller differences by place.

    Tiles that say the same of both editions keep the id of the first one.
    """
    boxes = tuple(short for box in picture.boxes if (short := _short(box)).tiles)
    counts: dict[str, int] = {}
    for note in picture.aside:
        counts[note.lead] = counts.get(note.lead, 0) + 1
    named = ", ".join(f"{name}\u00a0({count})" if count > 1 else name for name, count in counts.items())
    aside = (Note(named),) if named else ()
    return replace(picture, boxes=boxes, edges=tuple(_edges(picture, boxes)), aside=aside, legend=())


def is_shared(pair: tuple[Tile, Tile]) -> bool:
    """Whether two tiles are joined ones that say the same."""
    one, other = ([(note.lead, note.text) for note in tile.does] for tile in pair)
    return bool(one) and one == other


def _short(box: Box) -> Box:
    """Join the tiles of a phase, and its two names if they are the same."""
    (name, rule), (other, number) = box.heads
    if name and name == other and not box.notes:
        rules = ", ".join(dict.fromkeys(part for part in (rule, number) if part))
        return replace(box, tiles=tuple(_folded(box)), heads=((name, rules), ("", "")))
    named = any(tile.order for tile in box.tiles) or bool(box.notes)  # tiles that are no steps say where they belong
    return replace(box, tiles=tuple(_folded(box)), heads=box.heads if named else (("", ""), ("", "")))


def _folded(box: Box) -> Iterator[Tile]:
    run: list[tuple[Tile, Tile]] = []
    for pair in zip(box.tiles[::2], box.tiles[1::2], strict=True):
        if not (pair[0].mark or pair[0].order or pair[1].order):
            continue  # no step, and no story is about it
        if pair[0].mark or pair[0].skipped or pair[1].skipped:
            yield from _joined(run)
            run = []
            yield from pair
        else:
            run.append(pair)
    yield from _joined(run)


def _joined(run: list[tuple[Tile, Tile]]) -> Iterator[Tile]:
    """One tile a side, with the names of all steps of a run."""
    for side in (0, 1) if run else ():
        tiles = [pair[side] for pair in run]
        does = tuple(Note(tile.name, lead=str(tile.order), tooltip=tile.tooltip) for tile in tiles)
        tooltip = ", ".join(tile.name for tile in tiles)
        yield replace(tiles[0], name="", detail="", order=0, does=does, tooltip=tooltip)


def _edges(picture: Picture, boxes: tuple[Box, ...]) -> Iterator[Edge]:
    """The path of play from tile to tile, each way once."""
    whole = {box.id: box for box in picture.boxes}
    stands = {id: tile for short in boxes for id, tile in _homes(whole[short.id], short)}
    known: set[tuple[str, str]] = set()
    for edge in picture.edges:
        ends = (stands[edge.source], stands[edge.target])
        if ends[0] != ends[1] and ends not in known:
            known.add(ends)
            yield replace(edge, source=ends[0], target=ends[1])


def _homes(box: Box, short: Box) -> Iterator[tuple[str, str]]:
    """The tile on which each tile of a phase stands."""
    pairs = list(zip(short.tiles[::2], short.tiles[1::2], strict=True))
    for side in (0, 1):
        kept = {pair[side].id: pair[0 if is_shared(pair) else side].id for pair in pairs}
        at = ""
        for tile in box.tiles[side::2]:
            at = kept.get(tile.id, at)
            yield tile.id, at
