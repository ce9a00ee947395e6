"""Diagrams of turns: one intermediate representation, a layout for each kind, a renderer for each format."""

from .diagram import Diagram as Diagram
from .diagram import compare_diagram as compare_diagram
from .diagram import explored_diagram as explored_diagram
from .diagram import history_diagram as history_diagram
from .diagram import poster_diagram as poster_diagram
from .diagram import rule_diagram as rule_diagram
from .diagram import scenario_diagram as scenario_diagram
from .diagram import timeline_diagram as timeline_diagram
from .diagram import turn_diagram as turn_diagram
from .drawing.theme import THEMES as THEMES
from .drawing.theme import Theme as Theme
from .errors import DiagramError as DiagramError
from .formats import FORMATS as FORMATS
from .kinds import DIAGRAM_KINDS as DIAGRAM_KINDS
from .kinds import DiagramKind as DiagramKind
from .look import ASPECTS as ASPECTS
from .look import DIRECTIONS as DIRECTIONS
from .look import SHOWN_THEMES as SHOWN_THEMES
from .look import Look as Look
from .model import DrawnTurn as DrawnTurn
