"""HTML labels for Graphviz: text on a fixed grid, escaped, so that no name can leave its place."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from .geometry import CARD_HEIGHT, CARD_WIDTH, NUMBER_WIDTH
from .metrics import SMALL, STEP, Line, Run, Tone, cut

if TYPE_CHECKING:
    from .model import Card
    from .theme import Theme

_TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" FIXEDSIZE="TRUE"'
GUARD = "\u2060"
"""Stands after each backslash, unseen: Graphviz has escapes of its own, even in HTML."""

_ROOM = CARD_WIDTH - NUMBER_WIDTH - 5
_NAME_HEIGHT = 20


@lru_cache(maxsize=1 << 13)
def text_label(lines: tuple[Line, ...], width: float, height: float, theme: Theme) -> str:
    """Lines of text, each in a row of its own, from the left."""
    each = height / max(len(lines), 1)
    rows = (f"<TR>{_cell(line, width, each, theme)}</TR>" for line in lines)
    return f'<{_TABLE} WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{"".join(rows)}</TABLE>>'


def card_label(card: Card, theme: Theme) -> str:
    """Write a card: its number in the order of play, its name, and its rule under it."""
    number = (Run(str(card.order) if card.order else "–", SMALL + 1),)
    tone: Tone = "ghost" if card.skipped else "ink"
    name = (Run(cut(card.name, _ROOM, STEP, bold=True), STEP, tone, bold=not card.skipped, strike=card.skipped),)
    detail = (Run(cut(card.detail, _ROOM, SMALL)),)
    left = _cell(number, NUMBER_WIDTH, CARD_HEIGHT - 4, theme, 'ROWSPAN="2" ALIGN="CENTER"')
    above = _cell(name, CARD_WIDTH - NUMBER_WIDTH - 4, _NAME_HEIGHT, theme, 'ALIGN="LEFT" VALIGN="BOTTOM"')
    below = _cell(detail, CARD_WIDTH - NUMBER_WIDTH - 4, CARD_HEIGHT - 4 - _NAME_HEIGHT, theme)
    size = f'WIDTH="{CARD_WIDTH - 4:.0f}" HEIGHT="{CARD_HEIGHT - 4:.0f}"'
    return f"<{_TABLE} {size}><TR>{left}{above}</TR><TR>{below}</TR></TABLE>>"


def _cell(line: Line, width: float, height: float, theme: Theme, align: str = 'ALIGN="LEFT"') -> str:
    text = "".join(_run(run, theme) for run in line if run.text)  # Graphviz drops a label with an empty tag
    return f'<TD {align} FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{height:.0f}">{text}</TD>'


def _run(run: Run, theme: Theme) -> str:
    role = "ghost_ink" if run.tone == "ghost" else run.tone
    text = escape(run.text).replace("\\", f"\\{GUARD}")
    for tag, wanted in (("S", run.strike), ("B", run.bold)):
        text = f"<{tag}>{text}</{tag}>" if wanted else text
    return f'<FONT POINT-SIZE="{run.size:g}" COLOR="{theme[role]}">{text}</FONT>'
