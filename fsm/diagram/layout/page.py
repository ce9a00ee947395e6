"""The page around a picture: its title above, its legend below, and pills on borders."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .geometry import LINE, MARGIN, Pill, Rect, Text
from .metrics import PHASE, SMALL, Run, line_width, text_width, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..model import Box, Note, Picture, Tile
    from .geometry import PillTone
    from .metrics import Line, Tone

TITLE_HEIGHT, TITLE_LINE, TITLE_GAP = 32.0, 20.0, 12.0
TITLE_LINES, SUBTITLE_LINES, LEGEND_LINES = 2, 4, 8
LEGEND_GAP, LEGEND_WIDTH = 16.0, 560.0
LEAST_WIDTH = 320.0
"""How narrow a page may get: the title of an edition fits into one line of it."""

PILL_HEIGHT, PILL_PADDING, PILL_RISE = 16.0, 6.0, 4.0
"""Its size, and how far above a tile's border its middle stands, so that it leaves the name alone."""


def head(picture: Picture, width: float) -> tuple[tuple[Text, ...], float]:
    """Place the title and, on its line if there is room, the subtitle; gives also the height that this takes."""
    room = width - 2 * MARGIN
    title = Run(picture.title, PHASE, "ink", bold=True)
    subtitle = Run(f"  {picture.subtitle}" if picture.subtitle else "")
    if line_width((title, subtitle)) <= room:
        return (Text("title", Rect(MARGIN, MARGIN - 4, room, TITLE_LINE), ((title, subtitle),)),), TITLE_HEIGHT
    lines = wrap((title,), room, TITLE_LINES)
    texts = [Text("title", Rect(MARGIN, MARGIN - 4, room, TITLE_LINE * len(lines)), lines)]
    lines = wrap((Run(picture.subtitle),), room, SUBTITLE_LINES) if picture.subtitle else ()
    if lines:
        texts.append(Text("subtitle", Rect(MARGIN, texts[0].rect.bottom, room, LINE * len(lines)), lines))
    return tuple(texts), texts[-1].rect.bottom - MARGIN + TITLE_GAP


def foot(notes: Iterable[Note], left: float, width: float, top: float) -> tuple[Text, ...]:
    """Place remarks under a picture, one under the other."""
    texts: list[Text] = []
    y = top + LEGEND_GAP
    for number, note in enumerate(notes, 1):
        lines = note_lines(note, min(width, LEGEND_WIDTH), LEGEND_LINES)
        texts.append(
            Text(f"legend-{number}", Rect(left, y, min(width, LEGEND_WIDTH), LINE * len(lines)), lines, note.tooltip)
        )
        y = texts[-1].rect.bottom + 3
    return tuple(texts)


def bottom_of(texts: Iterable[Text], least: float) -> float:
    """Find the y below texts, and below what ends there otherwise."""
    return max((text.rect.bottom for text in texts), default=least)


def tone_of(part: Box | Tile, usual: Tone | None = None) -> Tone:
    """Find the tone of what is written on a part, if it is neither skipped, to come nor inserted the usual one."""
    tone = usual or ("accent" if part.accent else part.hue)
    return "dim" if part.future else "ghost" if part.skipped and not usual else tone  # type: ignore[return-value]


def tile_pills(tile: Tile, rect: Rect, rise: float = PILL_RISE) -> Iterator[Pill]:
    """Place the pills on a tile's border: above what it is and that play is here, below what ended here."""
    if tile.pill or tile.mark:
        tone: PillTone = "extra" if tile.pill else "mark"
        yield pill(f"pill-{tile.id}", tile.pill or tile.mark, rect.right - 6, rect.y - rise, tone)
    if tile.ended:
        # right of the path of play, which goes on from the middle
        right = max(rect.right - 6, rect.cx + 6 + pill_width(tile.ended))
        yield pill(f"ended-{tile.id}", tile.ended, right, rect.bottom + rise, "plain")
    if tile.here:
        yield pill(f"here-{tile.id}", "here", rect.x + 50, rect.y - rise, "here")


def pill(id: str, text: str, right: float, cy: float, tone: PillTone = "extra") -> Pill:
    """Place a pill by its right end and the height of its middle."""
    width = pill_width(text)
    return Pill(id, Rect(right - width, cy - PILL_HEIGHT / 2, width, PILL_HEIGHT), text, tone)


def pill_width(text: str) -> float:
    """Measure a pill."""
    return text_width(text, SMALL, bold=True) + 2 * PILL_PADDING


NOTE_LINES = 3
"""How many lines a note under a phase takes at most, without the number of its rule."""


@lru_cache(maxsize=1 << 12)
def note_lines(note: Note, width: float, most: int) -> tuple[Line, ...]:
    """Break a note into as few lines as it takes, at most so many for its text; its rule number is never cut off."""
    lead = Run(note.lead, tone="accent", bold=True)
    text = Run(f" {note.text}" if note.lead else note.text)
    lines = wrap((lead, text), width, most)
    rule = Run(f"  {note.rule}" if lines else note.rule, bold=True)
    if not note.rule:
        return lines
    if lines and line_width((*lines[-1], rule)) <= width:
        return (*lines[:-1], (*lines[-1], rule))
    return (*lines, (Run(note.rule, bold=True),))
