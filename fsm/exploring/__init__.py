"""Every way that the open choices of a scenario can go: the states, the statements, the shortest counterexamples."""

from .cluster import Cluster
from .explore import explore
from .explored import Explored, Finding
from .perft import perft, sequences
from .processes import Processes
from .report import explored_json, explored_lines
from .search import Bounds
from .seen import found_by

__all__ = [
    "Bounds",
    "Cluster",
    "Explored",
    "Finding",
    "Processes",
    "explore",
    "explored_json",
    "explored_lines",
    "found_by",
    "perft",
    "sequences",
]
