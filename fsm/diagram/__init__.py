"""Diagrams of turns: one intermediate representation, a layout for each kind, a renderer for each format."""

from .diagram import (
    DIAGRAM_KINDS,
    Diagram,
    DiagramKind,
    compare_diagram,
    explored_diagram,
    poster_diagram,
    rule_diagram,
    scenario_diagram,
    timeline_diagram,
    turn_diagram,
)
from .drawing.theme import THEMES, Theme
from .errors import DiagramError
from .formats import FORMATS
from .look import ASPECTS, DIRECTIONS, SHOWN_THEMES, Look
from .pictures.drawn_turn import DrawnTurn

__all__ = [
    "ASPECTS",
    "DIAGRAM_KINDS",
    "DIRECTIONS",
    "FORMATS",
    "SHOWN_THEMES",
    "THEMES",
    "Diagram",
    "DiagramError",
    "DiagramKind",
    "DrawnTurn",
    "Look",
    "Theme",
    "compare_diagram",
    "explored_diagram",
    "poster_diagram",
    "rule_diagram",
    "scenario_diagram",
    "timeline_diagram",
    "turn_diagram",
]
