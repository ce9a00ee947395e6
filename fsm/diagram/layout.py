"""The layout: gives every part of a picture its place by a few additions, always the same ones.

Time runs down inside a phase and right across phases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .columns import LABEL, LOOP_LABEL, Column, Row, drops, make_rows
from .created import created_ways
from .geometry import (
    CARD_WIDTH,
    DOT,
    GUTTER,
    HEADER,
    LINE,
    MARGIN,
    PADDING,
    RING,
    Layout,
    Path,
    Pill,
    PillTone,
    PlacedBox,
    PlacedCard,
    Rect,
    Text,
)
from .metrics import PHASE, SMALL, Run, cut, line_width, text_width
from .model import END, START, Card, Edge, Picture
from .routes import Stop, route
from .said import said_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

PILL_HEIGHT, PILL_PADDING, PILL_RISE = 16.0, 6.0, 4.0
"""Its size, and how far above a card's border its middle stands, so that it leaves the name alone."""
TITLE_HEIGHT = 32.0


def lay_out(picture: Picture) -> Layout:
    """Places everything."""
    rows = make_rows(picture, MARGIN + TITLE_HEIGHT)
    columns = [column for row in rows for column in row.columns]
    width = max(row.columns[-1].rect.right for row in rows) + GUTTER + MARGIN
    stops = _stops(picture, rows)
    texts = (title_text(picture, width), *_texts(picture, columns))
    pills = tuple(pill for column in columns for pill in _pills(column))
    ways = [Path(e, route(e, stops[e.source], stops[e.target], rows)) for e in picture.edges if e.kind != "created"]
    obstacles = [*(text.rect for text in texts), *(pill.rect for pill in pills)]
    return Layout(
        picture=picture,
        width=max(width, stops[END].rect.right + MARGIN),
        height=rows[-1].bottom + MARGIN,
        boxes=tuple(PlacedBox(column.box, column.rect) for column in columns),
        cards=tuple(
            PlacedCard(c, col.cards[c.id], col.box.hue, said_rows(c)) for col in columns for c in col.box.cards
        ),
        texts=texts,
        pills=pills,
        paths=(*ways, *created_ways(picture, rows, stops, obstacles, ways)),
        start=stops[START].rect,
        end=stops[END].rect,
    )


def _stops(picture: Picture, rows: tuple[Row, ...]) -> dict[str, Stop]:
    """Where each card stands, and the start and the end beside the cards that play begins and ends with."""
    stops = {card: Stop(c.row, c.at, rect) for row in rows for c in row.columns for card, rect in c.cards.items()}
    main = [edge for edge in picture.edges if edge.kind == "main"]
    first, last = stops.get(main[0].target), stops.get(main[-1].source)
    home, end = rows[0].columns[0], rows[-1].columns[-1]
    top = first.rect.cy if first and (first.row, first.at) == (0, 0) else _first_card(home).cy
    beside = last and (last.row, last.at) == (end.row, end.at)
    bottom = last.rect.cy if last and beside else _first_card(end).cy
    stops[START] = Stop(0, -1, Rect(MARGIN, top - DOT / 2, DOT, DOT))
    stops[END] = Stop(end.row, end.at + 1, Rect(end.rect.right + GUTTER - 8, bottom - RING / 2, RING, RING))
    return stops


def _first_card(column: Column) -> Rect:
    return next(iter(column.cards.values()))


def title_text(picture: Picture, width: float) -> Text:
    """Write the title across the top."""
    room = width - 2 * MARGIN
    title = Run(cut(picture.title, room * 0.6 if picture.subtitle else room, PHASE, bold=True), PHASE, "ink", bold=True)
    subtitle = Run(cut(f"  {picture.subtitle}" if picture.subtitle else "", room - title.width, SMALL))
    return Text("title", Rect(MARGIN, MARGIN - 4, room, 20), ((title, subtitle),))


def _texts(picture: Picture, columns: list[Column]) -> Iterator[Text]:
    for column in columns:
        yield _heading(column)
        yield from _notes(column)
        ids = [card.id for card in column.box.cards]
        labelled = (edge for edge in picture.edges if edge.label and edge.source in ids)
        for edge in labelled:
            yield _label(edge, column, ids)


def _heading(column: Column) -> Text:
    box, rect = column.box, column.rect
    rule = Run(f" {box.rule}")
    pill = text_width(box.pill, SMALL, bold=True) + 2 * PILL_PADDING + 4 if box.pill else 0
    room = CARD_WIDTH - rule.width - pill
    tone = "ghost" if box.skipped else "accent" if box.accent else box.hue
    name = Run(cut(box.name, room, PHASE, bold=True), PHASE, tone, bold=True, strike=box.skipped)  # type: ignore[arg-type]
    place = Rect(rect.x + PADDING, rect.y + 5, CARD_WIDTH - pill, HEADER - 8)
    return Text(f"heading-{box.id}", place, ((name, rule),), box.tooltip)


def _notes(column: Column) -> Iterator[Text]:
    for number, placed in enumerate(column.notes, 1):
        yield Text(f"note-{column.box.id}-{number}", placed.rect, placed.lines, placed.note.tooltip)


def _label(edge: Edge, column: Column, ids: list[str]) -> Text:
    """Place the text beside a way within a phase: its guard, and under it the rule."""
    lines = ((Run(edge.label),), (Run(edge.rule, bold=True),))
    source, target = column.cards[edge.source], column.cards[edge.target]
    width = max(line_width(line) for line in lines)
    if drops(edge, ids):
        place = Rect(source.right + LOOP_LABEL, source.cy + 4, width, 2 * LINE)
    else:
        # beside the first card that is passed; a loop has only its own
        y = source.cy if source == target else column.cards[ids[ids.index(edge.source) + 1]].cy
        place = Rect(source.right + LABEL, y - LINE, width, 2 * LINE)
    return Text(f"label-{edge.id}", place, lines, edge.tooltip)


def _pills(column: Column) -> Iterator[Pill]:
    box, right = column.box, column.rect.x + PADDING + CARD_WIDTH
    if box.pill:
        yield _pill(f"pill-{box.id}", box.pill, right, column.rect.y + HEADER / 2 + 1)
    if box.here:
        yield _pill(f"here-{box.id}", "here", column.rect.right - 12, column.rect.y, "here")
    for card in box.cards:
        rect = column.cards[card.id]
        if card.pill:
            yield _pill(f"pill-{card.id}", card.pill, rect.right - 6, rect.y - PILL_RISE)
        if card.ended:
            yield _pill(f"ended-{card.id}", card.ended, _ended_right(card, rect), rect.bottom + PILL_RISE, "plain")
        if card.here:
            yield _pill(f"here-{card.id}", "here", rect.x + 50, rect.y - PILL_RISE, "here")


def _ended_right(card: Card, rect: Rect) -> float:
    """Find the right side of the pill under a card: right of the path of play, which goes on from the middle."""
    width = text_width(card.ended, SMALL, bold=True) + 2 * PILL_PADDING
    return max(rect.right - 6, rect.cx + 6 + width)


def _pill(id: str, text: str, right: float, cy: float, tone: PillTone = "extra") -> Pill:
    width = text_width(text, SMALL, bold=True) + 2 * PILL_PADDING
    rect = Rect(right - width, cy - PILL_HEIGHT / 2, width, PILL_HEIGHT)
    return Pill(id, rect, text, tone)
