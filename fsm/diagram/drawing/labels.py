"""HTML labels for Graphviz: text on a fixed grid, escaped, so that no name can leave its place."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from ..layout.geometry import CHIPS, STEPS
from ..layout.metrics import SMALL, STEP, CardLine, Line, Run, Tone, cut
from ..model import CHECK

if TYPE_CHECKING:
    from ..layout.geometry import Tile
    from ..model import Card
    from .theme import Theme

_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" FIXEDSIZE="TRUE"'
GUARD = "\u2060"
"""Stands after each backslash, unseen: Graphviz has escapes of its own, even in HTML."""

_NAME_HEIGHT = 20
_LOWER = 3


@lru_cache(maxsize=1 << 13)
def text_label(lines: tuple[Line, ...], width: float, height: float, theme: Theme) -> str:
    """Lines of text, each in a row of its own, from the left."""
    each = height / max(len(lines), 1)
    rows = (f"<TR>{_cell(line, width, each, theme)}</TR>" for line in lines)
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{"".join(rows)}</TABLE>>'


def card_label(card: Card, rows: tuple[CardLine, ...], size: tuple[float, float], theme: Theme) -> str:
    """Write a card as its kind wants it, and its further lines under that."""
    width, height = size[0] - 4, size[1] - 4
    said = "".join(_row(row, width, theme) for row in rows)
    rest = height - sum(row.height for row in rows)
    if card.kind == "turn":  # it is all lines, with room for its chips under them
        label = said + _row(CardLine(rest, ()), width, theme)
    else:
        writers = {"stop": _stop, "chip": _chip, "state": _state, "plain": _plain}
        label = writers[card.kind](card, width, rest, theme) + said
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{label}</TABLE>>'


def _stop(card: Card, width: float, height: float, theme: Theme) -> str:
    """Write its number in the order of play, its name, and its rule under it."""
    column = STEPS.number
    left = _cell(_number(card), column, height, theme, 'ROWSPAN="2" ALIGN="CENTER"')
    above, below = _name_and_detail(card, width - column, height, theme)
    return f"<TR>{left}{above}</TR><TR>{below}</TR>"


def _plain(card: Card, width: float, height: float, theme: Theme) -> str:
    """Write its name, and its detail under it."""
    edge = _cell((), 8, height, theme, 'ROWSPAN="2"')
    above, below = _name_and_detail(card, width - 8, height, theme)
    return f"<TR>{edge}{above}</TR><TR>{below}</TR>"


def _name_and_detail(card: Card, width: float, height: float, theme: Theme) -> tuple[str, str]:
    detail = f"{CHECK}{card.detail}" if card.past else card.detail
    above = _cell(
        (_name(card, card.name, width - 1, STEP),), width, _NAME_HEIGHT, theme, 'ALIGN="LEFT" VALIGN="BOTTOM"'
    )
    line = (Run(cut(detail, width - 1, SMALL), tone=_tone(card, "muted")),)
    return above, _cell(line, width, height - _NAME_HEIGHT, theme)


def _chip(card: Card, width: float, height: float, theme: Theme) -> str:
    """Write its number and its name side by side."""
    column = CHIPS.number
    name = _name(card, f"{CHECK}{card.name}" if card.past else card.name, width - column - 1, SMALL)
    left = _cell(_number(card, SMALL), column, height, theme, 'ALIGN="CENTER"')
    return f"<TR>{left}{_cell((name,), width - column, height, theme)}</TR>"


def _state(card: Card, width: float, height: float, theme: Theme) -> str:
    """Write its name in the middle."""
    name = _name(card, card.name, width, SMALL)
    cell = _cell((name,), width, height, theme, 'ALIGN="CENTER"')
    return f"<TR>{cell}</TR>"


def _number(card: Card, size: float = SMALL + 1) -> Line:
    return (Run(str(card.order) if card.order else "–", size, _tone(card, "muted")),)


def _name(card: Card, name: str, room: float, size: float) -> Run:
    tone: Tone = "ghost" if card.skipped else _tone(card, "ink")
    bold = not card.skipped and card.kind != "chip"
    return Run(cut(name, room, size, bold=card.kind != "chip"), size, tone, bold=bold, strike=card.skipped)


def _tone(card: Card, usual: Tone) -> Tone:
    return "dim" if card.future and not card.skipped else usual


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
