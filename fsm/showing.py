"""Values that show themselves as pictures, in notebooks and when they are asked for their diagram.

The one module that reaches up, late and by name: turns and recordings are of use without pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import FsmError

__all__ = ["DRAWN", "Diagram", "Player", "Showing", "diagram_of", "player_of"]

if TYPE_CHECKING:
    from .diagram import Diagram
    from .player import Player
    from .recording import Recording

DRAWN: dict[str, Callable[..., Diagram]] = {}
"""What draws the values of a class, by the name of the class; ``fsm.diagram`` fills it."""


def diagram_of(value: object, **options: Any) -> Diagram:
    """The picture of a value; ``DiagramError`` or ``ImportError`` if it cannot be made here."""
    from . import diagram  # noqa: F401  # registers what it draws

    return DRAWN[type(value).__name__](value, **options)


def player_of(recordings: tuple[Recording, ...], source: str = "") -> Player:
    """One page to step through recordings; ``source`` is the text of their script."""
    from .player import Player as Page

    return Page(recordings, source)


class Showing:
    """A value that a notebook shows as its picture, or as text where no picture can be drawn."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        try:
            return diagram_of(self).svg()
        except (FsmError, ImportError):  # showing a value must never fail
            return None

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        drawn = self._repr_svg_()
        return {"text/plain": repr(self)} | ({"image/svg+xml": drawn} if drawn else {})
