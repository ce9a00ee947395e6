"""The errors of this room."""

from __future__ import annotations

from ..errors import FsmError


class DiagramError(FsmError):
    """A diagram cannot be made, drawn or written; the text says why, and how to fix it."""


class NoGraphviz(DiagramError):
    """Neither pygraphviz nor a program of Graphviz is installed, so nothing can be drawn."""
