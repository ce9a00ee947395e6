"""What stands beside the river: bands of answers, the numbers of rules, and years."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ...model import Band, Box, Picture, River, Span
from ..geometry import LINE, Part, PlacedBox, Point, Rect, Ribbon, Text, joined
from ..metrics import SMALL, STEP, Line, Run, line_width, text_width, wrap
from .streams import Axis, coloured, line

ROW, INSET, GAP, CLOSE = 18.0, 5.0, 3.5, 12.0
"""The height of a band of one line, the room beside its words, that between two bands, and the height of a line."""
MOST_LINES, TICKS = 2, 10.0
"""How many lines a band has at most, and the height of one without words."""


def name_width(river: River) -> float:
    """The room that the names of the bands take."""
    return max((text_width(band.name, STEP, bold=True) for band in river.bands), default=0.0)


SHORT = 0.13
"""A last answer of less than this part of the time may have no room for its words."""


def beside_width(river: River) -> float:
    """The room right of the bands for last answers that have none in them."""
    last = [band.spans[-1] for band in river.bands]
    short = [one for one in last if one.end - one.start < SHORT * (river.last - river.first)]
    return max((text_width(one.text, SMALL) + INSET for one in short), default=0.0)


def band_rows(river: River, axis: Axis, left: float, top: float) -> Part:
    """The bands one below the other, each with its name on the left, from a place down."""
    parts: list[Part] = []
    y = top
    for band in river.bands:
        parts.append(_band(band, axis, left, y))
        y = parts[-1].bottom + GAP
    return joined(parts)


def _band(band: Band, axis: Axis, left: float, y: float, *, beside: bool = True) -> Part:
    """A band; what its last answer has no room for stands beside it."""
    said = [_words(span, axis) for span in band.spans]
    height = ROW + max(0, max(map(len, said)) - 1) * (CLOSE - 1)
    name = coloured(band.name, band.hue, STEP)
    texts = [Text(band.id, Rect(left, y + (height - LINE) / 2, name.width, LINE), ((name,),))]
    boxes: list[PlacedBox] = []
    for number, (span, lines) in enumerate(zip(band.spans, said, strict=True), 1):
        rect = Rect(axis.at(span.start), y, _length(span, axis), height)
        boxes.append(_frame(f"{band.id}.{number}", span, band.hue, rect))
        outside = not lines and beside and span is band.spans[-1]
        shown = ((Run(span.text, SMALL, "ink"),),) if outside else lines
        if shown:
            tall = CLOSE * len(shown)
            x = axis.at(span.end) if outside else rect.x
            place = Rect(x + INSET, y + (height - tall) / 2, max(map(line_width, shown)), tall)
            texts.append(Text(f"{band.id}-{number}", place, shown, span.tooltip))
    return Part(y + height, boxes=tuple(boxes), texts=tuple(texts))


def _frame(id: str, span: Span, hue: str, rect: Rect) -> PlacedBox:
    when = date.fromordinal(span.start)
    tip = f"Since {when.day} {when:%B %Y}: {span.text} {span.rule}".strip()
    return PlacedBox(Box(id, span.text, span.rule, hue, (), tip, kind="lane"), rect)


def _words(span: Span, axis: Axis) -> tuple[Line, ...]:
    """What a span says, in one or two lines, if there is room, with the number of its rule."""
    room = axis.at(span.end) - axis.at(span.start) - 2 * INSET - 1.5
    text = Run(span.text, SMALL, "ink")
    runs = (text, Run(f"\u00a0 {span.rule}".replace(" ", "\u00a0"), SMALL)) if span.rule else (text,)
    for wanted, most in ((runs, 1), ((text,), 1), ((text,), MOST_LINES)):
        if line_width(wanted) <= room:
            return (wanted,)
        if most > 1 and max(text_width(word, SMALL) for word in span.text.split()) <= room:
            lines = wrap(wanted, room, most + 1)
            return lines if len(lines) <= most else ()
    return ()


def band_lists(river: River, left: float, width: float, top: float) -> Part:
    """The bands on a narrow page: each with its answers in words below it, and the years since when they hold."""
    axis = Axis(((river.first, left), (river.last, left + width)))
    parts: list[Part] = []
    y = top
    for band in river.bands:
        frames = tuple(
            _frame(
                f"{band.id}.{number}",
                span,
                band.hue,
                Rect(axis.at(span.start), y + LINE + 2, _length(span, axis), TICKS),
            )
            for number, span in enumerate(band.spans, 1)
        )
        name = coloured(band.name, band.hue, STEP)
        lines = wrap(tuple(_since(band)), width, 6)
        low = y + LINE + 2 + TICKS + 1
        texts = (
            Text(band.id, Rect(left, y, name.width, LINE), ((name,),)),
            Text(f"{band.id}-said", Rect(left, low, width, CLOSE * len(lines)), lines),
        )
        parts.append(Part(low + CLOSE * len(lines), boxes=frames, texts=texts))
        y = parts[-1].bottom + 2 * GAP
    return joined([Part(top), *parts])


def _since(band: Band) -> Iterator[Run]:
    for number, span in enumerate(band.spans):
        yield Run(f"{' ' if number else ''}{date.fromordinal(span.start).year}", SMALL, "ink", bold=True)
        yield Run(f" {span.text}{'' if number == len(band.spans) - 1 else ','}", SMALL, "ink")


def signs(picture: Picture, title: Text, right: float) -> Iterator[Text]:
    """What the signs of marks mean, at the end of the line of the title, if there is room."""
    runs: list[Run] = []
    for number, note in enumerate(picture.legend):
        runs += [Run(f"{'   ' if number else ''}{note.lead}", SMALL, "ink", bold=True), Run(f" {note.text}")]
    wide = line_width(tuple(runs))
    taken = title.rect.x + max(map(line_width, title.lines))
    if runs and taken + 2 * INSET <= right - wide:
        yield Text("signs", Rect(right - wide, title.rect.bottom - LINE - 4, wide, LINE), (tuple(runs),))


STEPS = (1, 2, 5, 10, 20)


def years(river: River, axis: Axis, apart: float) -> Iterator[tuple[int, float]]:
    """The years to name, and where each begins: at least so far apart, if time passes evenly."""
    first, last = date.fromordinal(river.first).year, date.fromordinal(river.last - 1).year
    each = (axis.at(river.last) - axis.at(river.first)) * 365.25 / max(1, river.last - river.first)
    step = next((step for step in STEPS if step * each >= apart), STEPS[-1])
    for year in range(first, last + 1):
        if year % step == 0 or year == first:
            place = axis.at(date(year, 1, 1).toordinal())
            yield year, place


def year_row(river: River, axis: Axis, y: float) -> tuple[Text, ...]:
    """The years above the river, each at its beginning."""
    found: list[Text] = []
    wide = text_width("0000", SMALL) + 4
    for year, x in years(river, axis, wide + 8):
        if found and x < found[-1].rect.right + 2:
            continue
        found.append(Text(f"year-{year}", Rect(x, y, wide, LINE), ((Run(str(year)),),)))
    return tuple(found)


def year_lines(river: River, axis: Axis, top: float, bottom: float) -> Iterator[Ribbon]:
    """A faint line at the beginning of each named year."""
    for year, x in years(river, axis, text_width("0000", SMALL) + 12):
        yield line(f"line-{year}", Point(x, top), Point(x, bottom))


def edition_rows(river: River, axis: Axis, left: float, y: float) -> Part:
    """The hundreds in which the rules of the turn have their numbers, and the editions, each as long as it counted."""
    parts: list[Part] = []
    if river.numbers:
        band = Band("numbers", "Rule numbers", "other", river.numbers)
        parts.append(_band(band, axis, left, y, beside=False))
        y = parts[-1].bottom + GAP
    frames = tuple(
        _frame(f"edition-{number}", one, "other", Rect(axis.at(one.start), y + 2, _length(one, axis), TICKS))
        for number, one in enumerate(river.editions, 1)
    )
    name = coloured("Editions", "other", STEP)
    texts = (Text("editions", Rect(left, y, name.width, LINE), ((name,),)),) if frames else ()
    return joined([*parts, Part(y + LINE, boxes=frames, texts=texts)])


def _length(span: Span, axis: Axis) -> float:
    return max(1.5, axis.at(span.end) - axis.at(span.start) - 1.5)
