"""Where the parts of a turn lie: its phases, the machine of its steps, and a poster of it."""

from .machine import lay_out_machine
from .pages import PAPERS, lay_out_poster, lay_out_turn

__all__ = ["PAPERS", "lay_out_machine", "lay_out_poster", "lay_out_turn"]
