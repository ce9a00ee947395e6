"""HTML labels for Graphviz: text on a fixed grid, escaped, so that no name can leave its place."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from .geometry import CARD_HEIGHT, CARD_WIDTH, NUMBER_WIDTH
from .metrics import SMALL, STEP, CardLine, Line, Run, Tone, cut

if TYPE_CHECKING:
    from .geometry import Tile
    from .model import Card
    from .theme import Theme

_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" FIXEDSIZE="TRUE"'
GUARD = "\u2060"
"""Stands after each backslash, unseen: Graphviz has escapes of its own, even in HTML."""

_ROOM = CARD_WIDTH - NUMBER_WIDTH - 5
_NAME_HEIGHT = 20
_LOWER = 3


@lru_cache(maxsize=1 << 13)
def text_label(lines: tuple[Line, ...], width: float, height: float, theme: Theme) -> str:
    """Lines of text, each in a row of its own, from the left."""
    each = height / max(len(lines), 1)
    rows = (f"<TR>{_cell(line, width, each, theme)}</TR>" for line in lines)
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{"".join(rows)}</TABLE>>'


def card_label(card: Card, rows: tuple[CardLine, ...], height: float, theme: Theme) -> str:
    """Write a card: its number in the order of play, its name, its rule under it, and its further lines."""
    number = (Run(str(card.order) if card.order else "–", SMALL + 1),)
    tone: Tone = "ghost" if card.skipped else "ink"
    name = (Run(cut(card.name, _ROOM, STEP, bold=True), STEP, tone, bold=not card.skipped, strike=card.skipped),)
    detail = (Run(cut(card.detail, _ROOM, SMALL)),)
    left = _cell(number, NUMBER_WIDTH, CARD_HEIGHT - 4, theme, 'ROWSPAN="2" ALIGN="CENTER"')
    above = _cell(name, CARD_WIDTH - NUMBER_WIDTH - 4, _NAME_HEIGHT, theme, 'ALIGN="LEFT" VALIGN="BOTTOM"')
    below = _cell(detail, CARD_WIDTH - NUMBER_WIDTH - 4, CARD_HEIGHT - 4 - _NAME_HEIGHT, theme)
    said = "".join(_row(row, CARD_WIDTH - 4, theme) for row in rows)
    size = f'WIDTH="{CARD_WIDTH - 4:.0f}" HEIGHT="{height - 4:.0f}"'
    return f"<{_TABLE} {size}><TR>{left}{above}</TR><TR>{below}</TR>{said}</TABLE>>"


def turn_label(rows: tuple[CardLine, ...], size: tuple[float, float], theme: Theme) -> str:
    """Write the card of a whole turn: its lines, and under them room for its chips."""
    width, height = size[0] - 4, size[1] - 4
    rest = CardLine(height - sum(row.height for row in rows), ())
    said = "".join(_row(row, width, theme) for row in (*rows, rest))
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{said}</TABLE>>'


def _row(row: CardLine, width: float, theme: Theme) -> str:
    """Write a line on a card; a table of its own, since lines begin at different places."""
    before = _cell((), row.indent, row.height, theme) if row.indent else ""
    size = f'WIDTH="{width:.0f}" HEIGHT="{row.height:.0f}"'
    line = f"{before}{_cell(row.line, width - row.indent, row.height, theme)}"
    return f'<TR><TD COLSPAN="2">{_TABLE} {size}><TR>{line}</TR></TABLE></TD></TR>'


def tile_label(tile: Tile, theme: Theme) -> str:
    """Write the word of a tile, a little lower than Graphviz would, so that capitals stand in the middle."""
    run = Run(tile.text, SMALL, "ink", bold=not tile.dashed, strike=tile.dashed)
    width = tile.rect.width - 4
    above = f'<TD FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{_LOWER}"></TD>'
    word = _cell((run,), width, tile.rect.height - 4 - _LOWER, theme, 'ALIGN="CENTER"', tile.ink)
    size = f'WIDTH="{width:.0f}" HEIGHT="{tile.rect.height - 4:.0f}"'
    return f"<{_TABLE} {size}><TR>{above}</TR><TR>{word}</TR></TABLE>>"


def plain(text: str) -> str:
    """Escape a text for a label: it is neither HTML nor holds escapes of Graphviz."""
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
