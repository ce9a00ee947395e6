"""The debugger: a cursor over a recording, with motions both ways, breakpoints, questions, and what if.

Front ends (the terminal, the debug adapter) read a session and never the engine.
"""

from .breakpoints import Breakpoint
from .session import Session

__all__ = ["Breakpoint", "Session"]
