"""Pictures of turns: one representation, one layout, renderers by format."""

from .diagram import FORMATS, Diagram, scenario_diagram, timeline_diagram, turn_diagram
from .errors import DiagramError
from .theme import THEMES, Theme

__all__ = [
    "FORMATS",
    "THEMES",
    "Diagram",
    "DiagramError",
    "Theme",
    "scenario_diagram",
    "timeline_diagram",
    "turn_diagram",
]
