"""The debugger: a cursor over a recording, with motions both ways, breakpoints, questions, and what if.

Front ends (the terminal, the debug adapter) read a session and never the engine.
"""

from .breakpoints import Breakpoint, find_stops
from .budget import ExpressionError
from .changes import Change, changes
from .expressions import evaluate
from .session import Session
from .tape import Tape

__all__ = ["Breakpoint", "Change", "ExpressionError", "Session", "Tape", "changes", "evaluate", "find_stops"]
