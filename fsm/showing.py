"""Values that show themselves as pictures, in notebooks and by their method ``diagram``.

The only module that imports from a higher layer, at run time: turns and recordings work without pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import FsmError

__all__ = ["DRAWN", "Diagram", "Page", "Showing", "diagram_of", "later", "page_of"]

if TYPE_CHECKING:
    from .diagram import Diagram
    from .recording import Recording
    from .webpage import Page


def later(room: str, name: str) -> str:
    """What a name of a room that is loaded on use stands for at run time, so that the types of arguments can be read.

    ``typing.get_type_hints`` reads a text as an annotation: this one loads the room.

    >>> later("recording", "Recording")
    "__import__('importlib').import_module('fsm.recording').Recording"
    """
    return f"__import__('importlib').import_module({__name__.removesuffix('showing') + room!r}).{name}"


if not TYPE_CHECKING:
    Diagram, Page, Recording = later("diagram", "Diagram"), later("webpage", "Page"), later("recording", "Recording")

DRAWN: dict[str, Callable[..., Diagram]] = {}
"""The functions that draw values, by the name of the value's class; ``fsm.diagram`` registers them."""


def diagram_of(value: object, **options: Any) -> Diagram:
    """The picture of a value; ``DiagramError`` or ``ImportError`` if it cannot be drawn."""
    from . import diagram  # noqa: F401  # registers its functions

    return DRAWN[type(value).__name__](value, **options)


def page_of(recordings: tuple[Recording, ...], source: str = "") -> Page:
    """One page to step through recordings; ``source`` is the text of their script."""
    from .webpage import Page

    return Page(recordings, source)


class Showing:
    """A value that notebooks show as a picture, or as text if no picture can be drawn."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        try:
            return diagram_of(self).svg()
        except (FsmError, ImportError):  # showing a value must never fail
            return None

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        try:
            drawn = diagram_of(self)._repr_mimebundle_()
        except (FsmError, ImportError):  # likewise
            drawn = {}
        return drawn | {"text/plain": repr(self)}
