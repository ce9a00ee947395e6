"""The tile of a whole turn: its size, and the positions of its lines, chips and tags."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Chip, Tile
from ..geometry import Badge, Pill, Rect
from ..lines import fill_evenly
from ..metrics import SMALL, STEP, Run, TileLine, Tone, cut, text_width, wrap

PADDING, INDENT = 11.0, 9.0
ABOVE, TITLE_LINE, DETAIL_LINE, BELOW = 5.0, 19.0, 13.0, 4.0
CHIP, CHIP_GAP, CHIP_LINE = 20.0, 3.0, 181.0
"""The size of a chip, the distance between chips, and the largest length of a line of chips."""
TAG, TAG_LINE = 16.0, 21.0
NARROWEST, WIDEST_TEXT = 112.0, 172.0
DETAIL_LINES = 2


@dataclass(frozen=True, slots=True)
class TurnTile:
    """The tile of a turn, not yet placed: its size, its lines with their heights, and its chips line by line."""

    tile: Tile
    width: float
    height: float
    rows: tuple[TileLine, ...]
    chips: tuple[tuple[Chip, ...], ...]


def turn_tile(tile: Tile) -> TurnTile:
    """Measure the tile of a turn."""
    chips = _chip_lines(tile.chips)
    tone: Tone = "ghost" if tile.skipped else "ink"
    title = Run(tile.name, STEP, tone, bold=not tile.skipped, strike=tile.skipped)
    pill = _pill_width(tile.pill) + 8 if tile.pill else 0.0
    wanted = [text_width(tile.detail, SMALL), *(_pill_width(tag.text) for tag in tile.tags)]
    room = max([NARROWEST, title.width + pill, *map(_line_width, chips), *(min(w, WIDEST_TEXT) for w in wanted)])
    detail = wrap((Run(tile.detail, SMALL, "accent" if tile.accent else "muted"),), room + 0.01, DETAIL_LINES)
    rows = [TileLine(ABOVE, ()), TileLine(TITLE_LINE, (title,), INDENT)]
    rows += [*(TileLine(DETAIL_LINE, line, INDENT) for line in detail if tile.detail), TileLine(BELOW, ())]
    below = len(chips) * (CHIP + CHIP_GAP) + len(tile.tags) * TAG_LINE
    height = sum(row.height for row in rows) + below + 7
    return TurnTile(tile, room + 2 * PADDING, height, tuple(rows), chips)


def chip_width(chip: Chip) -> float:
    """The width of a chip; with one letter it is a square."""
    return max(CHIP, text_width(chip.text, SMALL, bold=True) + 8)


def chip_badge(chip: Chip, x: float, y: float) -> Badge:
    """Place a chip by its upper left corner."""
    hidden = chip.skipped or chip.faded
    return Badge(
        id=f"chip-{chip.id}",
        rect=Rect(x, y, chip_width(chip), CHIP),
        text=chip.text,
        fill="ghost" if hidden else "accent_card" if chip.accent else f"{chip.hue}_tint",
        line="ghost_line" if hidden else "accent" if chip.accent else chip.hue,
        ink="ghost_ink" if hidden else "accent" if chip.accent else chip.hue,
        classes=" ".join(("chip", chip.hue, *(n for n in ("skipped", "faded") if getattr(chip, n)), *_extra(chip))),
        tooltip=chip.tooltip,
        pen=2.0 if chip.accent else 0.7 if chip.faded else 1.1,
        dashed=chip.skipped,
    )


def chip_badges(turn: TurnTile, rect: Rect) -> list[Badge]:
    """Place the chips of a turn, on its placed tile."""
    badges = []
    y = rect.y + sum(row.height for row in turn.rows)
    for line in turn.chips:
        x = rect.x + PADDING
        for chip in line:
            badges.append(chip_badge(chip, x, y))
            x += chip_width(chip) + CHIP_GAP
        y += CHIP + CHIP_GAP
    return badges


def turn_pills(turn: TurnTile, rect: Rect) -> list[Pill]:
    """Place the pill beside the title of a turn, and its tags below the chips."""
    tile = turn.tile
    pills = []
    if tile.pill:
        width = _pill_width(tile.pill)
        place = Rect(rect.right - PADDING + 3 - width, rect.y + ABOVE + (TITLE_LINE - TAG) / 2 + 1, width, TAG)
        pills.append(Pill(f"pill-{tile.id}", place, tile.pill, "extra", tile.tooltip))
    y = rect.y + sum(row.height for row in turn.rows) + len(turn.chips) * (CHIP + CHIP_GAP) + 4
    room = rect.width - 2 * PADDING
    for number, tag in enumerate(tile.tags, 1):
        text = cut(tag.text, room - 12, SMALL, bold=True)
        place = Rect(rect.x + PADDING, y, _pill_width(text), TAG)
        pills.append(Pill(f"tag-{tile.id}-{number}", place, text, "plain", tag.tooltip))
        y += TAG_LINE
    return pills


def _extra(chip: Chip) -> tuple[str, ...]:
    return ("extra",) if chip.accent else ()


def _chip_lines(chips: tuple[Chip, ...]) -> tuple[tuple[Chip, ...], ...]:
    """Break chips into as few lines as possible, of about the same length."""
    lines = fill_evenly([chip_width(chip) for chip in chips], CHIP_GAP, CHIP_LINE, NARROWEST, CHIP_GAP)
    return tuple(tuple(chips[at] for at in line) for line in lines if line)


def _line_width(chips: tuple[Chip, ...]) -> float:
    return sum(chip_width(chip) + CHIP_GAP for chip in chips) - CHIP_GAP


def _pill_width(text: str) -> float:
    return text_width(text, SMALL, bold=True) + 12
