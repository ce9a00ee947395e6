"""The layout of two editions in columns: what matters most, the phases with their steps in pairs, and the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from ..look import ASPECTS, one_direction
from ..model import Detail, Note, Picture
from .contrast import lay_out_contrast
from .geometry import Layout, Part, Rect, Text, on_own_page
from .metrics import SMALL, STEP, Line, Run, text_width, wrap
from .page import Columns, Sized, close_head, page_of, pill_width, room_of, split_evenly, stacked
from .pairs import ASIDE, CLOSE, PASSED, SPINE, Sizes, pair_box, pair_paths
from .tiles import FRAME

LESSER, LEFT = "Smaller differences", "Not listed: {} smaller ones"

COLUMNS = Columns(margin=9.0, gutter=18.0)
GAP, NAME, STORY = 7.0, 16.0, 16.0
"""The heights between the parts of a column, and of a line of the names of the editions and of the headline."""
WIDTHS = range(190, 520, 6)
"""The widths of columns that are tried for a page."""
LEAST, BETWEEN = 300.0, 26.0
"""The least width of a column, where a width is given, and the least room between the two tiles of a pair."""
NOTE_LINES = 12
MOST_SLACK = 14.0
"""By how much the gaps of a column grow at most, so that it fills a page."""
TOLD: dict[Detail, int] = {"names": 0, "actions": 12, "rules": sys.maxsize}
"""How many differences a picture of a detail tells of at most, with those of the headline."""


def lay_out_pairs(
    picture: Picture, direction: str = "", aspect: str = "", width: int = 0, detail: Detail | None = None
) -> Layout:
    """Place two editions, for a page of an aspect, or for a width; by default at most twelve differences are told.

    A page that is not upright has no turn; by default it tells only of what matters most.
    """
    one_direction(direction)
    ratio = ASPECTS.get(aspect, 0.0)
    if ratio >= 1:
        return lay_out_contrast(picture, ratio, max(0, TOLD[detail or "names"] - len(picture.headline)))
    few = _with_most(picture, TOLD[detail or "actions"])
    if not aspect:
        room = room_of(width)
        count = COLUMNS.fitting(room, LEAST)
        return replace(_page(few, *_columns(few, COLUMNS.each(count, room)), count).make(), picture=picture)
    every = [_columns(few, each) for each in WIDTHS]
    least = _least(few)
    columns = [column for column in every if column[0].each >= least] or every[-1:]
    tried = [_page(few, *column, count, ratio) for count in (1, 2, 3) for column in columns]
    return replace(page_of(tried, ratio), picture=picture)


def _least(picture: Picture) -> float:
    """The least width of a tile in which no word of a name is broken."""
    tiles = [
        text_width(word, STEP, bold=True) + FRAME for b in picture.boxes for t in b.tiles for word in t.name.split()
    ]
    heads = [text_width(word, SMALL, bold=True) for b in picture.boxes for name, _ in b.heads for word in name.split()]
    names = [text_width(word, STEP, bold=True) for name, _ in picture.captions for word in name.split()]
    return max([*tiles, *(width + SPINE + ASIDE for width in (*heads, *names))])


def _with_most(picture: Picture, most: int) -> Picture:
    """A picture that tells of at most so many differences, and says how many are left."""
    rest = max(0, most - len(picture.headline))
    left = len(picture.aside) - rest
    more = (Note(LEFT.format(left)),) if left > 0 and most else ()
    return replace(picture, aside=(*picture.aside[:rest], *more))


def _list(notes: tuple[Note, ...], place: Rect, gap: float, most: int) -> tuple[Text, ...]:
    """Place all other differences as a list in a place, whose height is that of the list's name."""
    name = Text("aside", replace(place, height=18), ((Run(LESSER, STEP, "ink", bold=True),),))
    return (name, *stacked("aside", notes, replace(place, y=place.bottom), gap, most))


def _columns(picture: Picture, each: float) -> tuple[Sizes, tuple[Part, ...]]:
    """What stands in columns of a width, each part at the origin, and the measures of its boxes."""
    marks = [", ".join(note.lead for note in box.notes) for box in picture.boxes]
    marks += [tile.mark for box in picture.boxes for tile in box.tiles]
    passed = any(tile.skipped for box in picture.boxes for tile in box.tiles)
    sizes = Sizes(each, max(BETWEEN, *(pill_width(mark) + 4 for mark in marks)), PASSED if passed else CLOSE)
    return sizes, tuple(_parts(picture, sizes))


def _parts(picture: Picture, sizes: Sizes) -> Iterator[Part]:
    """The headline, the phases, the list of the smaller differences, and the legend."""
    place = Rect(0, 0, sizes.width, 0)
    for number, note in enumerate(picture.headline, 1):
        yield _text(_story(note, number, sizes.width))
    for box in picture.boxes:
        yield pair_box(box, sizes)
    if picture.aside:
        yield _text(*_list(picture.aside, replace(place, height=20), 4, NOTE_LINES))
    for text in stacked("legend", picture.legend, place, 0, NOTE_LINES):
        yield _text(replace(text, rect=replace(text.rect, y=0)))


def _text(*texts: Text) -> Part:
    return Part(texts[-1].rect.bottom, texts=texts)


def _story(note: Note, number: int, width: float) -> Text:
    """A line of the headline: what differs, and below it what each edition does."""
    lead = wrap((Run(note.lead, STEP, "accent", bold=True),), width, NOTE_LINES)
    rule = Run(f"\u00a0 {note.rule}".replace(" ", "\u00a0") if note.rule else "", bold=True)
    said = wrap((Run(note.text, STEP, "ink"), rule), width, NOTE_LINES)
    place = Rect(0, 0, width, STORY * (len(lead) + len(said)))
    return Text(f"headline-{number}", place, (*lead, *said), note.tooltip)


def _is_paired(part: Part) -> bool:
    """Whether a part has something of each edition, so that their names stand above it."""
    return bool(part.boxes) and len({tile.rect.x for tile in part.tiles}) > 1


def _page(picture: Picture, sizes: Sizes, parts: tuple[Part, ...], count: int, ratio: float = 0.0) -> Sized:
    """Find a place for all in a number of columns; on a page of a ratio, gaps are made larger to fill it."""
    count = min(count, len(parts))
    heights = [part.bottom + GAP for part in parts]
    captions = [(title, _caption(name, sizes)) for name, title in picture.captions]
    names_height = NAME * max(len(lines) for _, lines in captions) + 2
    extra = [names_height if _is_paired(part) else 0.0 for part in parts]
    page = COLUMNS.page(count, sizes.width)
    title, _ = close_head(picture, page, COLUMNS.margin, most=NOTE_LINES)
    top = title[-1].rect.bottom + 4
    highest, starts = split_evenly(heights, count, extra)
    total = max(page, (top + highest + COLUMNS.margin) * ratio) / ratio if ratio else 0.0
    names: list[tuple[Part, float, float]] = [(Part(0.0, texts=title), 0.0, 0.0)]
    places: list[tuple[Part, float, float]] = []
    bottom = top
    for column, (start, end) in enumerate(pairwise((*starts, len(parts)))):
        used = sum(heights[start:end]) + max(extra[start:end])
        slack = max(0.0, min(MOST_SLACK, (total - COLUMNS.margin - top - used) / max(1, end - start)))
        x, y, named = COLUMNS.left(column, sizes.width), top, False
        for part in parts[start:end]:
            if _is_paired(part) and not named:
                names.append((Part(0.0, texts=tuple(_names(captions, sizes, column))), x, y))
                y, named = y + names_height, True
            places.append((part, x, y))
            y += part.bottom + GAP + slack
        bottom = max(bottom, y - slack - GAP)
    size = Rect(0, 0, page, bottom + COLUMNS.margin)
    return Sized(
        size.width,
        size.height,
        lambda: on_own_page(
            picture, size, (part.moved(x, y) for part, x, y in (*names, *places)), partial(pair_paths, picture)
        ),
    )


def _caption(name: str, sizes: Sizes) -> tuple[Line, ...]:
    return wrap((Run(name, STEP, "ink", bold=True),), sizes.each - SPINE, NOTE_LINES)


def _names(captions: list[tuple[str, tuple[Line, ...]]], sizes: Sizes, column: int) -> Iterator[Text]:
    """The names of the two editions, above the phases of a column; the right end is free for the path of play."""
    for side, (title, lines) in enumerate(captions):
        place = Rect(sizes.lefts[side], 0, sizes.each - SPINE, NAME * len(lines))
        yield Text(f"caption-{side + 1}.{column + 1}", place, lines, title)
