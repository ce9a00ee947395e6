"""Notebooks: values show themselves as pictures, and as text where there is no Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import DiagramError

if TYPE_CHECKING:
    from collections.abc import Callable

    from .diagram import Diagram


def svg(make: Callable[[], Diagram]) -> str | None:
    """Draw the picture as SVG; None if it cannot be drawn here: showing a value must never fail."""
    try:
        return make().svg()
    except (DiagramError, ImportError):
        return None


def bundle(value: object, drawn: str | None) -> dict[str, str]:
    """Give what a notebook chooses from, by media type: the text always, the picture if there is one."""
    shown = {"text/plain": repr(value)}
    return shown | {"image/svg+xml": drawn} if drawn else shown
