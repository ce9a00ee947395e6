"""The layout of two editions: what matters most, the phases with their steps in pairs, and a list of the rest.

The list stands on the right of the phases; on a page of another shape everything stands in columns of one width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from ..look import ASPECTS, one_direction
from ..model import Note, Picture
from .geometry import LINE, MARGIN, Layout, Part, Rect, Text, joined, on_own_page
from .metrics import SMALL, STEP, Run, cut, text_width, wrap
from .page import Columns, Sized, bottom_of, close_head, foot, head, page_of, pill_width, room_of, split_evenly, stacked
from .pairs import NARROW, WIDE, Sizes, fold_pairs, pair_box, pair_paths

BESIDE, WORDS, BOX_GAP, CAPTION = 26.0, 330.0, 12.0, 38.0
"""The room before the list, the width of the list, and the heights between boxes and of the names of the editions."""
HEADLINE, HEADLINE_LINES = 18.0, 4
"""The height of a line of the headline and how many one may have."""
LESSER = "Smaller differences"

COLUMNS = Columns(margin=9.0, gutter=18.0)
GAP, NAMES, STORY = 7.0, 18.0, 16.0
"""The heights between the parts of a column, of the names of the editions, and of a line of the headline."""
WIDTHS = range(190, 520, 4)
"""The widths of columns that are tried for a page."""
LEAST = 300.0
"""The least width of a column, where a width is given."""
NOTE_LINES = 12
MOST_SLACK = 14.0
"""By how much the gaps of a column grow at most, so that it fills a page."""


def lay_out_pairs(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place two editions, for a page of an aspect, or for a width.

    On a page that is not upright, only the steps about which the headline speaks have their own tiles.
    """
    one_direction(direction)
    if aspect:
        ratio = ASPECTS[aspect]
        told = fold_pairs(picture) if ratio >= 1 else picture
        made = [_columns(told, each) for each in WIDTHS]
        tried = [_page(told, *columns, count, ratio) for count in (1, 2, 3) for columns in made]
        return replace(page_of(tried, ratio), picture=picture)
    usual, room = _with_list(picture), room_of(width)
    if usual.width <= room:
        return usual
    count = COLUMNS.fitting(room, LEAST)
    return _page(picture, *_columns(picture, COLUMNS.each(count, room)), count).make()


def _with_list(picture: Picture) -> Layout:
    """Place the phases one below the other, and the list on their right."""
    width = 2 * MARGIN + WIDE.width + (BESIDE + WORDS if picture.aside else 0)
    title, height = head(picture, width)
    headline = tuple(_headline(picture.headline, MARGIN + height, width - 2 * MARGIN))
    top = bottom_of(headline, MARGIN + height - BOX_GAP) + BOX_GAP
    aside = _list(picture.aside, Rect(MARGIN + WIDE.width + BESIDE, top, WORDS, 22), 5, 5)
    boxes: list[Part] = []
    y = top + CAPTION
    for box in picture.boxes:
        boxes.append(pair_box(box, WIDE).moved(MARGIN, y))
        y = boxes[-1].bottom + BOX_GAP
    whole = joined(boxes)
    legend = foot(picture.legend, MARGIN, WIDE.width, whole.bottom)
    return Layout(
        picture=picture,
        width=width,
        height=max(bottom_of(legend, y), bottom_of(aside, y)) + MARGIN,
        boxes=whole.boxes,
        tiles=whole.tiles,
        texts=(*title, *headline, *_captions(picture, top), *whole.texts, *aside, *legend),
        pills=whole.pills,
        paths=tuple(pair_paths(picture, WIDE, whole.tiles)),
    )


def _headline(notes: tuple[Note, ...], y: float, width: float) -> Iterator[Text]:
    """Place what matters most, in larger letters."""
    for number, note in enumerate(notes, 1):
        rule = (Run(f"  {note.rule}", bold=True),) if note.rule else ()
        runs = (Run(note.lead, STEP, "accent", bold=True), Run(f"  {note.text}", STEP, "ink"), *rule)
        lines = wrap(runs, width, HEADLINE_LINES)
        yield Text(f"headline-{number}", Rect(MARGIN, y, width, HEADLINE * len(lines)), lines, note.tooltip)
        y += HEADLINE * len(lines) + 4


def _list(notes: tuple[Note, ...], place: Rect, gap: float, most: int) -> tuple[Text, ...]:
    """Place all other differences as a list in a place, whose height is that of the list's name."""
    if not notes:
        return ()
    name = Text("aside", replace(place, height=18), ((Run(LESSER, STEP, "ink", bold=True),),))
    return (name, *stacked("aside", notes, replace(place, y=place.bottom), gap, most))


def _captions(picture: Picture, y: float) -> Iterator[Text]:
    """The names of the two editions, and below each its title."""
    for side, (name, title) in enumerate(picture.captions):
        left, room = MARGIN + WIDE.lefts[side], WIDE.each + (WIDE.padding + MARGIN if side else WIDE.between - 8)
        run = Run(cut(name, room, STEP, bold=True), STEP, "ink", bold=True)
        yield Text(f"caption-{side + 1}", Rect(left, y, room, 18), ((run,),))
        yield Text(f"title-{side + 1}", Rect(left, y + 18, room, LINE), ((Run(cut(title, room, SMALL)),),))


def _columns(picture: Picture, each: float) -> tuple[Sizes, tuple[Part, ...]]:
    """What stands in columns of a width, each part at the origin, and the measures of its boxes."""
    marks = [", ".join(note.lead for note in box.notes) for box in picture.boxes]
    marks += [tile.mark for box in picture.boxes for tile in box.tiles]
    between = max(NARROW.between, *(pill_width(mark) + 4 for mark in marks))
    sizes = replace(NARROW, width=each, between=between)
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
    rule = Run(f"  {note.rule}" if note.rule else "", bold=True)
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
    extra = [NAMES if _is_paired(part) else 0.0 for part in parts]
    page = COLUMNS.page(count, sizes.width)
    title, _ = close_head(picture, page, COLUMNS.margin)
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
                names.append((Part(0.0, texts=tuple(_names(picture, sizes, column))), x, y))
                y, named = y + NAMES, True
            places.append((part, x, y))
            y += part.bottom + GAP + slack
        bottom = max(bottom, y - slack - GAP)
    size = Rect(0, 0, page, bottom + COLUMNS.margin)
    return Sized(
        size.width,
        size.height,
        lambda: on_own_page(
            picture, size, (part.moved(x, y) for part, x, y in (*names, *places)), partial(pair_paths, picture, sizes)
        ),
    )


def _names(picture: Picture, sizes: Sizes, column: int) -> Iterator[Text]:
    """The names of the two editions, above the phases of a column; the right end is left free for the path of play."""
    for side, (name, title) in enumerate(picture.captions):
        room = sizes.each - sizes.spine
        size = STEP if text_width(name, STEP, bold=True) <= room else SMALL
        run = Run(cut(name, room, size, bold=True), size, "ink", bold=True)
        yield Text(f"caption-{side + 1}.{column + 1}", Rect(sizes.lefts[side], 0, room, 18), ((run,),), title)
