"""The errors of this room."""

from __future__ import annotations

from ..errors import FsmError


class DiagramError(FsmError):
    """A diagram cannot be made, drawn or written; the text says why, and how to fix it.

    >>> from fsm import base_turn
    >>> base_turn("cr2026").diagram(level="steps")
    Traceback (most recent call last):
    fsm.diagram.errors.DiagramError: there is no level 'steps' (did you mean "step"?); there are: phase, step, machine
    """


class NoGraphviz(DiagramError):
    """Neither pygraphviz nor a program of Graphviz is installed, so nothing can be drawn."""
