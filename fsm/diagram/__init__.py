"""Pictures of turns: one representation, one layout, renderers by format."""

from .diagram import FORMATS, Diagram, compare_diagram, rule_diagram, turn_diagram
from .errors import DiagramError
from .theme import THEMES, Theme

__all__ = ["FORMATS", "THEMES", "Diagram", "DiagramError", "Theme", "compare_diagram", "rule_diagram", "turn_diagram"]
