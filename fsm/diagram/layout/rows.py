"""The rows of a timeline: turns with what stands beside them; of many regular ones, only the first and the last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ..model import Chip, Picture, Tile
from .geometry import Badge, Part, Pill, Rect, Text
from .metrics import SMALL, STEP, Line, Run, line_width, wrap
from .page import fill_evenly, pill, pill_width
from .strips import CHIP, CHIP_GAP, chip_badge, chip_width

NAME, DETAIL, BESIDE, MOST_LINES = 17.0, 13.0, 7.0, 40
WIDEST = 340.0
"""The width of what stands beside a turn that needs no more."""
DOT = "\u00a0·"
"""What stands between two remarks on a line."""
MOST_ALIKE = 6
"""The largest number of regular turns one after the other that have a row each."""


class Row(msgspec.Struct, frozen=True):
    """A turn, the index of its lane, and what stands beside it: a name, chips, and further words."""

    tile: Tile
    lane: int
    name: str
    said: Line = ()
    chips: tuple[Chip, ...] = ()


def make_rows(picture: Picture) -> tuple[Row, ...]:
    """The turns in order; of many regular ones after each other, one row stands for all but the first and the last."""
    labels = {edge.target: edge.label for edge in picture.edges if edge.kind == "created"}
    special = {edge.source for edge in picture.edges if edge.kind == "created"}
    special |= {note.at for box in picture.boxes for note in box.notes}
    turns = [(tile, lane) for lane, box in enumerate(picture.boxes) for tile in box.tiles]
    rows: list[Row] = []
    run: list[Row] = []
    for tile, lane in sorted(turns, key=lambda turn: turn[0].order):
        row = _row(picture, tile, lane, labels.get(tile.id, ""))
        if row.said or row.chips or tile.pill or tile.skipped or tile.id in special:
            rows += [*_folded(run), row]
            run = []
        else:
            run.append(row)
    return (*rows, *_folded(run))


def _row(picture: Picture, tile: Tile, lane: int, label: str) -> Row:
    parts = [Run(tile.detail, SMALL, "accent" if tile.accent else "muted"), Run(label, SMALL, "accent", bold=True)]
    parts += [Run(tag.text, SMALL, "ink", bold=True) for tag in tile.tags]
    notes = [(number, note) for number, box in enumerate(picture.boxes) for note in box.notes if note.at == tile.id]
    who = {number: "" if number == lane else f"{box.name} " for number, box in enumerate(picture.boxes)}
    parts += [Run(f"{who[number]}{note.text} {note.rule}", SMALL, "ink", bold=True) for number, note in notes]
    told = [run for run in parts if run.text]
    said = tuple(_joined(run, at == 0, at == len(told) - 1) for at, run in enumerate(told))
    return Row(tile, lane, picture.boxes[lane].name, said, tile.chips if any(map(_is_odd, tile.chips)) else ())


def _is_odd(chip: Chip) -> bool:
    return chip.accent or chip.skipped or chip.faded or len(chip.text) > 1


def _joined(run: Run, first: bool, last: bool) -> Run:
    """A remark between others: the dot after it stays on its line."""
    return replace(run, text=("" if first else " ") + run.text + ("" if last else DOT))


def _folded(run: list[Row]) -> Iterator[Row]:
    """Regular turns; of many, the first, one that stands for the next ones, and the last."""
    if len(run) <= MOST_ALIKE:
        yield from run
        return
    second, last = (run[at].tile.name.removeprefix("Turn ") for at in (1, -2))
    name, players = f"{second} to {last}", in_order([row.name for row in run[1:-1]])
    tile = replace(run[1].tile, name="…", chips=(), tooltip=f"{name}: {players}")
    yield from (run[0], replace(run[1], tile=tile, name=name, said=(Run(players),)), run[-1])


def in_order(players: list[str]) -> str:
    """Name the players of turns in a row, once around.

    >>> in_order(["Ann", "Bob", "Ann"]), in_order(["Ann", "Bob", "Cleo"])
    ('Ann, Bob, and so on', 'Ann, Bob, Cleo')
    """
    around = next(n for n in range(1, len(players) + 1) if players[n:] == players[:-n])
    return ", ".join([*players[:around], *(["and so on"] if around < len(players) else [])])


def beside_width(row: Row) -> float:
    """The width that a row would like to have beside the lanes, so that its words stand on one line."""
    head = _name(row).width + (BESIDE + pill_width(row.tile.pill) if row.tile.pill else 0.0)
    said = BESIDE + line_width(row.said) if row.said else 0.0
    return min(WIDEST, head + max(said, _width(row.chips) + BESIDE))


def _width(chips: tuple[Chip, ...]) -> float:
    return sum(chip_width(chip) + CHIP_GAP for chip in chips)


def _name(row: Row) -> Run:
    skipped = row.tile.skipped
    return Run(row.name, STEP, "ghost" if skipped else "ink", bold=not skipped, strike=skipped)


@lru_cache(maxsize=1 << 12)
def row_part(row: Row, room: float) -> Part:
    """Place what stands beside a turn, at the origin: on one line if there is room."""
    tile, run = row.tile, _name(row)
    names = wrap((run,), room, MOST_LINES)
    right, y = max(map(line_width, names), default=0.0), NAME * len(names)
    texts, pills = [Text(f"name-{tile.id}", Rect(0, 0, right, y), names, tile.tooltip)], list[Pill]()
    line = y - NAME / 2
    if tile.pill:
        if len(names) > 1 or right + BESIDE + pill_width(tile.pill) > room:
            right, line, y = -BESIDE, y + 1 + CHIP / 2, y + 2 + CHIP
        right += BESIDE + pill_width(tile.pill)
        pills.append(replace(pill(f"pill-{tile.id}", tile.pill, right, line), tooltip=tile.tooltip))
    badges: tuple[Badge, ...] = ()
    beside = bool(row.chips) and right + BESIDE + _width(row.chips) <= room
    if beside:
        badges = tuple(_chips(row.chips, room, Rect(right + BESIDE, line - CHIP / 2, 0, 0)))
        right, y = right + BESIDE + _width(row.chips), badges[0].rect.bottom + 1
    first = next(n for n in range(len(row.said), -1, -1) if right + BESIDE + line_width(row.said[:n]) <= room or not n)
    if first:
        last = row.said[first - 1]
        said = (*row.said[: first - 1], replace(last, text=last.text.removesuffix(DOT)))
        place = Rect(right + BESIDE, line - DETAIL / 2 + 0.5, line_width(said), DETAIL)
        texts.append(Text(f"said-{tile.id}", place, (said,), tile.tooltip))
    if lines := wrap(row.said[first:], room, MOST_LINES):
        place = Rect(0, y, max(map(line_width, lines)), DETAIL * len(lines))
        texts.append(Text(f"more-{tile.id}" if first else f"said-{tile.id}", place, lines, tile.tooltip))
        y = place.bottom
    if row.chips and not beside:
        badges = tuple(_chips(row.chips, room, Rect(0, y + 2, 0, 0)))
        y = badges[-1].rect.bottom + 1
    return Part(y, texts=tuple(texts), pills=tuple(pills), badges=badges)


def _chips(chips: tuple[Chip, ...], room: float, origin: Rect) -> Iterator[Badge]:
    """All chips on one line, or those that are not regular, if all have no room there."""
    shown = chips if _width(chips) <= room else tuple(filter(_is_odd, chips))
    widths = [chip_width(chip) for chip in shown]
    for number, line in enumerate(fill_evenly(widths, CHIP_GAP, room, room, CHIP_GAP)):
        x = origin.x
        for at in line:
            yield chip_badge(shown[at], x, origin.y + number * (CHIP + CHIP_GAP))
            x += widths[at] + CHIP_GAP
