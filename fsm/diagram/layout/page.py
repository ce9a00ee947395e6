"""The page around a picture: the title above it, the legend below it, and pills on borders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec
from msgspec.structs import replace

from ..look import ARTICLE, ASPECTS, LEGIBLE, Look, known
from ..model import Box, Note, Picture, Tile
from .geometry import LINE, MARGIN, Layout, Pill, PillTone, Rect, Text
from .metrics import PHASE, SMALL, Line, Run, Tone, balanced, line_width, text_width, wrap

TITLE_HEIGHT, TITLE_LINE, TITLE_GAP = 32.0, 20.0, 12.0
CAPTION_LINE = 18.0
TITLE_LINES, SUBTITLE_LINES, CAPTION_LINES, LEGEND_LINES = 2, 4, 6, 8
LEGEND_GAP, LEGEND_WIDTH = 16.0, 560.0
LEAST_WIDTH = 320.0
"""The least width of a page: the title of an edition fits into one line."""
SLIDE = 1280 * SMALL / 18
"""The width of a page whose small text has 18 pixels on a slide that is 1280 wide."""

PILL_HEIGHT, PILL_PADDING, PILL_RISE = 16.0, 6.0, 4.0
"""The size of a pill, and the distance of its middle above a tile's border, so that it does not cover the name."""


def on_page(layout: Layout, look: Look) -> Layout:
    """Put a picture on a page of the aspect that is wanted, if there is one."""
    if look.aspect:
        return replace(layout, page=centred(layout, ASPECTS[look.aspect]))
    return layout if layout.page or not look.sized else replace(layout, page=Rect(0, 0, layout.width, layout.height))


def centred(layout: Layout, ratio: float) -> Rect:
    """A page of a ratio with a picture in the middle of its width, and at its top."""
    page = layout.page or Rect(0, 0, layout.width, layout.height)
    width, height = max(page.width, page.height * ratio), max(page.height, page.width / ratio)
    return Rect(page.x - (width - page.width) / 2, page.y, width, height)


PAPERS = {"a4": 210.0, "a3": 297.0, "a2": 420.0}
"""The widths of sheets of paper, upright, in millimetres."""
POINTS = 72 / 25.4
"""The points of a millimetre."""


def known_sheet(paper: str) -> str:
    """The name of a sheet of ``PAPERS``; ``DiagramError`` if there is none such."""
    return known("paper", paper.lower() if isinstance(paper, str) else paper, PAPERS)


def on_sheet(layout: Layout, sheet: str) -> Layout:
    """Put a picture on a sheet of paper, in whose size it is shown."""
    page = centred(layout, ASPECTS["page"])
    return replace(layout, page=page, magnified=PAPERS[sheet] * POINTS / page.width)


def head(
    picture: Picture, width: float, size: float = PHASE, most: int = TITLE_LINES
) -> tuple[tuple[Text, ...], float]:
    """Place the title, in a size, and the subtitle, on one line if there is room; return them and their height.

    Otherwise the title has at most ``most`` lines. The caption, if there is one, stands below them.
    """
    room, each = width - 2 * MARGIN, TITLE_LINE * size / PHASE
    title = Run(picture.title, size, "ink", bold=True)
    subtitle = Run(f"  {picture.subtitle}" if picture.subtitle else "")
    if line_width((title, subtitle)) <= room:
        texts = [Text("title", Rect(MARGIN, MARGIN - 4, room, each), ((title, subtitle),))]
        height = TITLE_HEIGHT + each - TITLE_LINE
    else:
        lines = wrap((title,), room, most)
        texts = [Text("title", Rect(MARGIN, MARGIN - 4, room, each * len(lines)), lines)]
        lines = wrap((Run(picture.subtitle),), room, SUBTITLE_LINES) if picture.subtitle else ()
        if lines:
            texts.append(Text("subtitle", Rect(MARGIN, texts[0].rect.bottom, room, LINE * len(lines)), lines))
        height = texts[-1].rect.bottom - MARGIN + TITLE_GAP
    if picture.caption:
        lines = balanced((Run(picture.caption, PHASE, "accent", bold=True),), room, CAPTION_LINES)
        texts.append(Text("caption", Rect(MARGIN, texts[-1].rect.bottom + 2, room, CAPTION_LINE * len(lines)), lines))
        height = texts[-1].rect.bottom - MARGIN + TITLE_GAP
    return tuple(texts), height


def close_head(
    picture: Picture, page: float, margin: float, size: float = PHASE, most: int = TITLE_LINES
) -> tuple[tuple[Text, ...], float]:
    """Place the title and the subtitle on a page of a width that has another margin; return them and their height."""
    texts, height = head(picture, page - 2 * margin + 2 * MARGIN, size, most)
    shift = margin - MARGIN
    return tuple(replace(text, rect=text.rect.moved(shift, shift)) for text in texts), height + shift


def foot(
    notes: Iterable[Note], left: float, width: float, top: float, gap: float = LEGEND_GAP, first: int = 1
) -> tuple[Text, ...]:
    """Place remarks below a picture, one below the other; ``first`` is the number of the first one."""
    return stacked("legend", notes, Rect(left, top + gap, min(width, LEGEND_WIDTH), 0), 3, LEGEND_LINES, first)


def bottom_of(texts: Iterable[Text], least: float) -> float:
    """The y below all texts; ``least`` if there are none."""
    return max((text.rect.bottom for text in texts), default=least)


def tone_of(part: Box | Tile, usual: Tone | None = None) -> Tone:
    """The tone of the text on a part: that of future, skipped or inserted parts, otherwise the usual tone."""
    tone = usual or ("accent" if part.accent else part.hue)
    return "dim" if part.future else "ghost" if part.skipped and not usual else tone  # type: ignore[return-value]


def tile_pills(tile: Tile, rect: Rect, rise: float = PILL_RISE) -> Iterator[Pill]:
    """Place the pills of a tile: on its upper border its kind and "here", on its lower border what ended here."""
    yield from kind_pill(tile, rect.right - 6, rect.y - rise)
    if tile.ended:
        # right of the path of play, which goes on from the middle
        right = max(rect.right - 6, rect.cx + 6 + pill_width(tile.ended))
        yield pill(f"ended-{tile.id}", tile.ended, right, rect.bottom + rise, "plain")
    if tile.here:
        yield pill(f"here-{tile.id}", "here", rect.x + 50, rect.y - rise, "here")


def kind_pill(tile: Tile, right: float, cy: float) -> Iterator[Pill]:
    """Place the pill that says what kind of tile it is, if there is one."""
    if tile.pill or tile.mark:
        yield pill(f"pill-{tile.id}", tile.pill or tile.mark, right, cy, "extra" if tile.pill else "mark")


def pill(id: str, text: str, right: float, cy: float, tone: PillTone = "extra") -> Pill:
    """Place a pill by its right end and the y of its middle."""
    width = pill_width(text)
    return Pill(id, Rect(right - width, cy - PILL_HEIGHT / 2, width, PILL_HEIGHT), text, tone)


def pill_width(text: str) -> float:
    """Measure a pill."""
    return text_width(text, SMALL, bold=True) + 2 * PILL_PADDING


NOTE_LINES = 3
"""The largest number of lines of a note below a phase, without the number of its rule."""


def stacked(
    name: str, notes: Iterable[Note], place: Rect, gap: float, most: int = NOTE_LINES, first: int = 1
) -> tuple[Text, ...]:
    """Place remarks one below the other, from the top of a place; ``first`` is the number of the first one."""
    texts: list[Text] = []
    y = place.y
    for number, note in enumerate(notes, first):
        lines = note_lines(note, place.width, most)
        texts.append(Text(f"{name}-{number}", Rect(place.x, y, place.width, LINE * len(lines)), lines, note.tooltip))
        y = texts[-1].rect.bottom + gap
    return tuple(texts)


@lru_cache(maxsize=1 << 12)
def note_lines(note: Note, width: float, most: int) -> tuple[Line, ...]:
    """Break a note into lines, at most ``most`` for its text; the number of its rule is never cut off."""
    lead = Run(note.lead, tone="accent", bold=True)
    text = Run(f" {note.text}" if note.lead else note.text)
    lines = wrap((lead, text), width, most)
    if not note.rule:
        return lines
    rule = Run(note.rule.replace(" ", "\u00a0"), bold=True)  # it stays with the last word
    whole = wrap((lead, text, replace(rule, text=f"\u00a0\u00a0{rule.text}") if lines else rule), width, most + 1)
    return whole if whole[-1][-1].text.endswith(rule.text[-1]) else (*lines, (rule,))


def fill_evenly(widths: Sequence[float], gap: float, room: float, least: float, step: float) -> list[list[int]]:
    """Fill rows with things of some widths, from the left and in their order: the places of the things in each row.

    The rows are as narrow as their number allows, in steps, but not narrower than ``least``.
    """
    best = _filled(widths, gap, room)
    while len(best) > 1 and room - step >= least:
        room -= step
        narrower = _filled(widths, gap, room)
        if len(narrower) > len(best):
            break
        best = narrower
    return best


def _filled(widths: Sequence[float], gap: float, room: float) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0.0
    for place, width in enumerate(widths):
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0.0
        rows[-1].append(place)
        used += width + gap
    return rows


def split_evenly(heights: Sequence[float], count: int, extra: Sequence[float]) -> tuple[float, tuple[int, ...]]:
    """Split blocks into columns in their order: the height of the highest, and where each column begins.

    ``extra`` is the room that a column needs once if a block is in it.
    """
    ways = ((0, *cuts) for cuts in combinations(range(1, len(heights)), count - 1))
    return min((max(_columns(heights, starts, extra)), starts) for starts in ways)


def _columns(heights: Sequence[float], starts: tuple[int, ...], extra: Sequence[float]) -> Iterator[float]:
    for start, end in zip(starts, (*starts[1:], len(heights)), strict=True):
        yield sum(heights[start:end]) + max(extra[start:end])


class Columns(msgspec.Struct, frozen=True):
    """Columns of one width side by side on a page: the room around them, and between two of them."""

    margin: float
    gutter: float

    def page(self, count: int, each: float) -> float:
        """The width of a page with so many columns of a width."""
        return 2 * self.margin + count * each + (count - 1) * self.gutter

    def each(self, count: int, page: float) -> float:
        """The width of the columns of a page, in whole points, as Graphviz draws the cells of texts."""
        return (page - 2 * self.margin - (count - 1) * self.gutter) // count

    def fitting(self, page: float, least: float) -> int:
        """How many columns of a width fit on a page: at least one."""
        return max(1, int((page - 2 * self.margin + self.gutter) // (least + self.gutter)))

    def left(self, at: int, each: float) -> float:
        """The x of the column with a number."""
        return self.margin + at * (each + self.gutter)


def room_of(width: int) -> float:
    """The width of a page in points whose small text can be read at a width in pixels, or in an article."""
    return (width or ARTICLE) * SMALL / LEGIBLE


class Sized(msgspec.Struct, frozen=True):
    """A layout that is not made yet: its size, and what makes it."""

    width: float
    height: float
    make: Callable[[], Layout]


def page_of(layouts: Sequence[Layout | Sized], ratio: float) -> Layout:
    """The layout with the largest text on a page of a ratio; only that one is made."""
    best = best_of(layouts, ratio)
    return best.make() if isinstance(best, Sized) else best


def best_of(layouts: Sequence[Layout | Sized], ratio: float) -> Layout | Sized:
    """The layout with the largest text on a page of a ratio; of equal ones, the first."""
    return min(layouts, key=lambda layout: round(max(layout.width, layout.height * ratio)))
