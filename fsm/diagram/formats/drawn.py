"""The formats that Graphviz draws, and the DOT that it draws them from."""

from __future__ import annotations

from ..drawing.dot import to_dot
from ..drawing.render import POINTS, draw, titled
from ..drawing.svg import finish
from ..drawing.theme import THEMES, TOKENS, find_theme
from ..errors import DiagramError
from ..layout.geometry import Layout
from ..look import Look

PNG_SCALE = 2.0
"""How many pixels a PNG has for each point of the layout, if nobody says otherwise."""
MOST_PIXELS = 30_000
"""Graphviz draws no larger bitmaps."""
PIXELS = 96.0
"""The pixels per inch of a page of a PDF, as browsers count them."""


def dot(layout: Layout, look: Look) -> str:
    """Write a picture as DOT text."""
    return to_dot(layout, find_theme(look.theme))


def svg(layout: Layout, look: Look) -> str:
    """Draw a picture as SVG, in one theme, or light or dark as its reader prefers."""
    themes = (THEMES["light"], THEMES["dark"]) if look.theme == "auto" else (find_theme(look.theme),)
    factor = look.factor(_width(layout)) if look.sized else 0.0
    drawn = draw(to_dot(layout, TOKENS), "svg")
    page = layout.page is not None
    return finish(drawn, layout.picture.heading, layout.picture.description, themes, factor, page=page)


def png(layout: Layout, look: Look) -> bytes:
    """Draw a picture as PNG, unless a size is given at twice the size that it is laid out in."""
    factor = look.factor(_width(layout), PNG_SCALE * layout.magnified)
    highest = max(_width(layout), layout.page.height if layout.page else layout.height) * factor
    if highest > MOST_PIXELS:
        raise DiagramError(
            f"this PNG would be {highest:,.0f} pixels wide or high, and {MOST_PIXELS:,} is the most: give a smaller"
            " width or scale, or write svg or pdf"
        )
    return draw(dot(layout, look), "png", POINTS * factor)


def pdf(layout: Layout, look: Look) -> bytes:
    """Draw a picture as PDF, unless a size is given in the size that it is laid out in."""
    inches = look.width / PIXELS
    factor = inches * POINTS / _width(layout) if inches else (look.scale or 1.0) * layout.magnified
    return titled(draw(dot(layout, look), "pdf", POINTS * factor), layout.picture.heading)


def _width(layout: Layout) -> float:
    return layout.page.width if layout.page else layout.width
