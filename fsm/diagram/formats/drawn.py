"""The formats that Graphviz draws, and the DOT that it draws them from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.dot import to_dot
from ..drawing.render import draw
from ..drawing.svg import finish
from ..drawing.theme import TOKENS

if TYPE_CHECKING:
    from ..drawing.theme import Theme
    from ..layout.geometry import Layout


def svg(layout: Layout, theme: Theme = TOKENS) -> str:
    """Draw a picture as SVG that is light or dark as its reader prefers, and not as ``theme`` says."""
    picture = layout.picture
    title = " · ".join(part for part in (picture.title, picture.subtitle) if part)
    return finish(draw(to_dot(layout, TOKENS), "svg"), title, picture.description)


def png(layout: Layout, theme: Theme) -> bytes:
    """Draw a picture as PNG, at twice the size that it is laid out in."""
    return draw(to_dot(layout, theme), "png")


def pdf(layout: Layout, theme: Theme) -> bytes:
    """Draw a picture as PDF."""
    return draw(to_dot(layout, theme), "pdf")
