"""The history of the turn: how a game would have gone under every edition, and what changed the answer.

The list of changes and the numbers of rules through time load no game: what runs scenarios is imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import answers_of
    from .history import Change, History, Span, history_of
    from .outcome import BY
    from .telling import history_lines

_MODULE_OF = {
    "Change": "history", "History": "history", "Span": "history", "history_of": "history",
    "BY": "outcome", "answers_of": "answers", "history_lines": "telling",
}  # fmt: skip

__all__ = ["BY", "Change", "History", "Span", "answers_of", "history_lines", "history_of"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imports a name from its module on first use."""
        if name in _MODULE_OF:
            return getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
