"""What an exploration found, as frozen values."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """What became of a statement: its kind, its place in the file, what it says, and whether it holds.

    ``holds`` of what always or never happens is true as far as was explored, but what is always so has to be said of
    at least one state; of what is reachable it is true if a way was found. ``way`` is the text of a scenario that goes
    the shortest way to where the statement was decided, ``actions`` how long that way is, and ``at`` where it ends.
    """

    kind: str
    file: str
    line: int
    column: int
    says: str
    holds: bool
    way: str = ""
    actions: int = 0
    at: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.says}"


class Explored(msgspec.Struct, frozen=True):
    """All ways that the open choices of a scenario can go, within bounds.

    ``counts`` are the different states by the number of actions before them, ``places`` those by address;
    ``transitions`` are the actions taken. ``ends`` says how ways ended: at the end of the game (``over``), at the place
    to which was explored (``horizon``), or before the script was done (``script``). ``cut`` is the bound that stopped
    the search (``states``, ``depth``, ``seconds``), or ``decided`` if all statements were decided before its end.
    """

    name: str
    file: str
    edition: str
    states: int
    transitions: int
    counts: tuple[int, ...]
    places: dict[str, int]
    ends: dict[str, int]
    cut: str
    seconds: float
    findings: tuple[Finding, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every way was walked to its end."""
        return not self.cut

    @property
    def holds(self) -> bool:
        """Whether every statement holds as far as was explored."""
        return all(finding.holds for finding in self.findings)
