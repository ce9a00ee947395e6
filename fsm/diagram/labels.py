"""HTML labels for Graphviz: text on a fixed grid, escaped, so that no name can leave its place."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .geometry import CHIPS, STEPS, PlacedCard, Rect
from .metrics import SMALL, STEP, Line, Run, Tone, cut

if TYPE_CHECKING:
    from .model import Card
    from .theme import Theme

_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" FIXEDSIZE="TRUE"'
GUARD = "\u2060"
"""Stands after each backslash, unseen: Graphviz has escapes of its own, even in HTML."""

CHECK = "✓ "
"""Stands before what is past."""

_NAME_HEIGHT = 20


def text_label(lines: tuple[Line, ...], rect: Rect, theme: Theme) -> str:
    """Lines of text, each in a row of its own, from the left."""
    height = rect.height / max(len(lines), 1)
    rows = (f"<TR>{_cell(line, rect.width, height, theme)}</TR>" for line in lines)
    return f'<{_TABLE} WIDTH="{rect.width:.0f}" HEIGHT="{rect.height:.0f}">{"".join(rows)}</TABLE>>'


def card_label(placed: PlacedCard, theme: Theme) -> str:
    """Write a card as its kind wants it."""
    writers = {"stop": _stop, "chip": _chip, "state": _state, "plain": _plain}
    width, height = placed.rect.width - 4, placed.rect.height - 4
    rows = writers[placed.card.kind](placed.card, width, height, theme)
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{rows}</TABLE>>'


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


def _cell(line: Line, width: float, height: float, theme: Theme, align: str = 'ALIGN="LEFT"') -> str:
    text = "".join(_run(run, theme) for run in line if run.text)  # Graphviz drops a label with an empty tag
    return f'<TD {align} FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{text}</TD>'


def _run(run: Run, theme: Theme) -> str:
    role = "ghost_ink" if run.tone == "ghost" else run.tone
    text = escape(run.text).replace("\\", f"\\{GUARD}")
    for tag, wanted in (("S", run.strike), ("B", run.bold)):
        text = f"<{tag}>{text}</{tag}>" if wanted else text
    return f'<FONT POINT-SIZE="{run.size:g}" COLOR="{theme[role]}">{text}</FONT>'
