"""HTML labels for Graphviz: escaped text on a fixed grid, so that no name can break out of its cell."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from msgspec.structs import replace

from ..layout.geometry import CHIPS, STEPS, Badge
from ..layout.metrics import SMALL, STEP, Line, Run, TileLine, Tone, cut
from ..layout.tiles import detail_of, indent_of, is_beside
from ..model import CHECK, Tile
from .theme import Theme

_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" FIXEDSIZE="TRUE"'
GUARD = "\u2060"
"""An invisible character after each backslash, since Graphviz has escapes of its own, even in HTML."""

FRAME = 4
"""What the border of a tile takes of its size."""
_NAME_HEIGHT = 20
_LOWER = 3
AHEAD = 2
"""The room left of a number of two digits on a chip."""
UNNUMBERED = 8
"""The room left of the name of a tile without a number."""


@lru_cache(maxsize=1 << 13)
def text_label(lines: tuple[Line, ...], width: float, height: float, theme: Theme) -> str:
    """Write lines of text, each in its own row, from the left."""
    each = height / max(len(lines), 1)
    rows = (f"<TR>{_cell(line, width, each, theme)}</TR>" for line in lines)
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{"".join(rows)}</TABLE>>'


def tile_label(tile: Tile, rows: tuple[TileLine, ...], size: tuple[float, float], theme: Theme) -> str:
    """Write a tile by its kind, and its further lines below."""
    width, height = size[0] - FRAME, size[1] - FRAME
    said = "".join(_row(row, width, theme) for row in rows)
    rest = height - sum(row.height for row in rows)
    if tile.kind in ("turn", "lines"):  # a turn has room for its chips below its lines
        label = said + _row(TileLine(rest, ()), width, theme)
    else:
        writers = {"stop": _stop, "entry": _entry, "chip": _chip, "state": _state, "plain": _stop}
        label = writers[tile.kind](tile, width, rest, theme) + said
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{label}</TABLE>>'


def _stop(tile: Tile, width: float, height: float, theme: Theme) -> str:
    """Write a stop: its number in the order of play, its name, and its rule below the name; a plain tile has none."""
    numbered = tile.kind == "stop"
    column = STEPS.number if numbered else UNNUMBERED
    align = 'ROWSPAN="2" ALIGN="CENTER"' if numbered else 'ROWSPAN="2"'
    left = _cell(_number(tile) if numbered else (), column, height, theme, align)
    room = width - column
    name = _name(tile, tile.name, room - 1, STEP)
    above = _cell((name,), room, _NAME_HEIGHT, theme, 'ALIGN="LEFT" VALIGN="BOTTOM"')
    detail = cut(f"{CHECK}{tile.detail}" if tile.past else tile.detail, room - 1, SMALL)
    below = _cell((Run(detail, tone=_tone(tile, "muted")),), room, height - _NAME_HEIGHT, theme)
    return f"<TR>{left}{above}</TR><TR>{below}</TR>"


def _entry(tile: Tile, width: float, height: float, theme: Theme) -> str:
    """Write an entry: its number, its name, and its rule beside the name."""
    before = indent_of(tile)
    left = _cell(_number(tile) if tile.order or tile.skipped else (), before, height, theme, 'ALIGN="CENTER"')
    detail = detail_of(tile)
    beside = replace(detail, text=f" {detail.text}" if detail.text and is_beside(tile, width + FRAME) else "")
    room = width - before - 1
    name = (_name(tile, tile.name, room - beside.width, STEP), beside)
    return f"<TR>{left}{_cell(name, room, height, theme)}</TR>"


def _chip(tile: Tile, width: float, height: float, theme: Theme) -> str:
    """Write a small tile: its number and its name side by side."""
    column = CHIPS.number
    name = _name(tile, f"{CHECK}{tile.name}" if tile.past else tile.name, width - column - 1, SMALL)
    if tile.order > 9:  # from the left, so that no font lets it touch the name
        left = _cell((), AHEAD, height, theme) + _cell(_number(tile, SMALL), column - AHEAD, height, theme)
    else:
        left = _cell(_number(tile, SMALL), column, height, theme, 'ALIGN="CENTER" COLSPAN="2"')
    return f"<TR>{left}{_cell((name,), width - column, height, theme)}</TR>"


def _state(tile: Tile, width: float, height: float, theme: Theme) -> str:
    """Write a state: its name, centred."""
    name = _name(tile, tile.name, width, SMALL)
    cell = _cell((name,), width, height, theme, 'ALIGN="CENTER"')
    return f"<TR>{cell}</TR>"


def _number(tile: Tile, size: float = SMALL + 1) -> Line:
    """Its number; two digits are smaller, so that no font lets them touch the name."""
    size = min(size, SMALL) if tile.order > 9 else size
    return (Run(str(tile.order) if tile.order else "–", size, _tone(tile, "muted")),)


def _name(tile: Tile, name: str, room: float, size: float) -> Run:
    tone: Tone = "ghost" if tile.skipped else _tone(tile, "ink")
    bold = not tile.skipped and tile.kind != "chip"
    return Run(cut(name, room, size, bold=tile.kind != "chip"), size, tone, bold=bold, strike=tile.skipped)


def _tone(tile: Tile, usual: Tone) -> Tone:
    return "dim" if tile.future and not tile.skipped else usual


def _row(row: TileLine, width: float, theme: Theme) -> str:
    """Write a line on a tile, as a table, since each line has its own indent."""
    before = _cell((), row.indent, row.height, theme) if row.indent else ""
    size = f'WIDTH="{width:.0f}" HEIGHT="{row.height:.0f}"'
    line = f"{before}{_cell(row.line, width - row.indent, row.height, theme)}"
    return f'<TR><TD COLSPAN="2">{_TABLE} {size}><TR>{line}</TR></TABLE></TD></TR>'


LOW = 2
"""How much lower than a chip a badge is in which a word is as Graphviz places it."""


def badge_label(badge: Badge, theme: Theme) -> str:
    """Write the word of a badge, a little lower than Graphviz would, so that capitals are centred."""
    run = Run(badge.text, SMALL, "ink", bold=not badge.dashed, strike=badge.dashed)
    width = badge.rect.width - 4
    lower = _LOWER if badge.rect.height >= CHIPS.height - LOW else 0
    above = f'<TD FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{lower}"></TD>'
    word = _cell((run,), width, badge.rect.height - 4 - lower, theme, 'ALIGN="CENTER"', badge.ink)
    size = f'WIDTH="{width:.0f}" HEIGHT="{badge.rect.height - 4:.0f}"'
    return f"<{_TABLE} {size}><TR>{above}</TR><TR>{word}</TR></TABLE>>"


def plain(text: str) -> str:
    """Escape a text for a label, so that it has no HTML and no escapes of Graphviz."""
    return escape(text).replace("\\", f"\\{GUARD}")


def _cell(line: Line, width: float, height: float, theme: Theme, align: str = 'ALIGN="LEFT"', role: str = "") -> str:
    text = "".join(_run(run, theme, role) for run in line if run.text)  # Graphviz drops a label with an empty tag
    return f'<TD {align} FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{text}</TD>'


def _run(run: Run, theme: Theme, role: str = "") -> str:
    role = role or ("ghost_ink" if run.tone == "ghost" else run.tone)
    text = plain(run.text)
    for tag, wanted in (("S", run.strike), ("B", run.bold)):
        text = f"<{tag}>{text}</{tag}>" if wanted else text
    return f'<FONT POINT-SIZE="{run.size:g}" COLOR="{theme[role]}">{text}</FONT>'
