"""The answer of a check: whether the trace is possible, what was assumed, and the first impossible event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..edition import Edition
from ..words import listed, shown

MOST = 20
"""How many assumptions, and how many possible events, are shown."""


class Finding(msgspec.Struct, frozen=True):
    """The first impossible event: its line in the trace, why it is impossible, and what could have come.

    ``rules`` are the numbers of the rules that it breaks; ``hint`` says what would make it possible.
    """

    line: int
    event: str
    why: str
    rules: tuple[str, ...] = ()
    could: tuple[str, ...] = ()
    hint: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """What a check found out about a trace.

    ``told`` are the kinds of events that were judged, ``unjudged`` numbers of those of which only the place was.
    ``assumed`` are the effects that the trace does not tell of, and without which it is impossible.
    ``bounded`` says that the search gave up some ways; an answer "impossible" is then not certain, and says so.
    """

    file: str
    edition: str
    events: int
    turns: int
    finding: Finding | None = None
    told: tuple[str, ...] = ()
    unjudged: int = 0
    assumed: tuple[str, ...] = ()
    assumptions: int = 0
    notes: tuple[str, ...] = ()
    bounded: bool = False

    @property
    def possible(self) -> bool:
        """Whether a game under the edition can give this trace."""
        return self.finding is None

    def lines(self, edition: Edition) -> Iterator[str]:
        """The verdict in words."""
        turns = f"{self.turns:,} turn{'s' * (self.turns != 1)}"
        judged = f"{self.events:,} event{'s' * (self.events != 1)}, {turns}, {self.edition}"
        found = self.finding
        if found is None:
            yield f"{self.file}: possible ({judged})"
        else:
            yield f"{self.file}:{found.line}:1: impossible: {shown(found.event, 200)}"
            yield f"  why    {found.why}"
            for number in found.rules:
                yield f"  rule   {number}  {edition.line(number)}".rstrip()
            if found.could:
                yield f"  could  {listed(found.could, 'or')}"
            if found.hint:
                yield f"  hint   {found.hint}"
            yield f"  read   {judged} before it"
        for effect in self.assumed:
            yield f"  assumed {effect}"
        if self.assumptions > len(self.assumed):
            yield f"  assumed {self.assumptions - len(self.assumed):,} more effects"
        if self.unjudged:
            yield f"  note   of {self.unjudged:,} events only the turn, the active player and the place were judged"
        for note in self.notes:
            yield f"  note   {note}"
        if self.bounded and found is not None:
            yield "  note   the search was cut at its bound; --bound N tries more ways at a time"

    def data(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return {"possible": self.possible, **msgspec.to_builtins(self)}
