"""The page as a value: makes its text, saves it, shows itself in notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import write_file
from .foreign import foreign
from .record import record
from .template import page

if TYPE_CHECKING:
    import os

    from ..recording import Recording, Trace

HEIGHT = 680
"""How high a page is in a notebook, in pixels."""


class Page:
    """Recordings, or traces, as one page to step through; ``source`` is the text of their script, if it is known.

    Several recordings are shown side by side and kept at the same place.
    """

    def __init__(self, recordings: Sequence[Recording | Trace], source: str = "") -> None:
        if not recordings:
            raise ValueError("found no recording, expected at least one")
        self.recordings, self.source = tuple(recordings), source

    def html(self) -> str:
        """The page, which needs nothing else."""
        return page(self._title(), self.data())

    def data(self) -> dict[str, Any]:
        """What the page holds, as plain data."""
        from ..recording import Trace

        made = [foreign(one) if isinstance(one, Trace) else record(one) for one in self.recordings]
        return {
            "format": "turn-player",
            "version": 1,
            "recordings": made,
            "source": {"lines": self.source.splitlines()},
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all; ``-`` is standard output."""
        write_file(Path(path) if not isinstance(path, str) else path, self.html().encode())

    def _title(self) -> str:
        names = dict.fromkeys(getattr(one, "name", "") for one in self.recordings)
        return next(filter(None, names), "A game")

    def _repr_html_(self) -> str:
        inside = html.escape(self.html(), quote=True)
        return (
            f'<iframe title="{html.escape(self._title(), quote=True)}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{inside}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Page {self._title()!r}: {len(self.recordings)} recordings>"
