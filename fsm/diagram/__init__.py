"""Pictures of turns: one representation, one layout, renderers by format."""

from .diagram import FORMATS, Diagram, turn_diagram
from .errors import DiagramError
from .theme import THEMES, Theme

__all__ = ["FORMATS", "THEMES", "Diagram", "DiagramError", "Theme", "turn_diagram"]
