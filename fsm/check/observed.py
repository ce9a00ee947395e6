"""What a trace tells: one event as a value, and which kinds of events the trace tells at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..edition import Edition
from ..shape import Counted, Natural
from ..words import shown

STRUCTURE = frozenset(
    f"{level}.{what}" for level in ("turn", "phase", "main", "step") for what in ("begin", "end", "insert", "skip")
)
"""The letters of events about turns, phases and steps; a phase without steps is a ``main``."""


class Observed(msgspec.Struct, gc=False):
    """One event of a trace, as far as it is judged; whatever the trace leaves out is None.

    ``line`` is its line in the file. Other fields of the trace are ignored.
    """

    type: str | None = None
    kind: str | None = None
    seq: Counted | None = None
    turn: Natural | None = None
    active: str | None = None
    phase: str | None = None
    step: str | None = None
    node: str | None = None
    player: str | None = None
    by: str | None = None
    object: Any = None
    extra: Natural | None = None
    attackers: Any = None
    declared: Any = None
    team: Any = None
    name: Any = None
    option: Any = None
    amount: Any = None
    line: int = 0

    @property
    def place(self) -> str:
        """Where it says that it happened, in words of the trace."""
        return self.node or ".".join(filter(None, (f"T{self.turn}" if self.turn else "", self.phase, self.step)))

    @property
    def contradiction(self) -> str:
        """The first field that says another place than the node does: its step, and its node."""
        turn, *parts = (self.node or "").split(".")
        named = dict(zip(("phase", "step"), (part.partition("#")[0] for part in parts), strict=False))
        said = {"turn": None if self.turn is None else f"T{self.turn}", "phase": self.phase, "step": self.step}
        for field, known in {"turn": turn, **named}.items() if self.node else ():
            if said[field] is not None and said[field] != known:
                found = shown(str(said[field]).removeprefix("T"), 60)
                return f"its {field} is {found}, and its node {shown(self.node or '', 60)}"
        return ""

    def __str__(self) -> str:
        who = self.player or (self.active if self.kind == "turn.begin" else None)
        return " ".join(filter(None, (self.kind, self.place, who)))


class Told:
    """Which kinds of events a trace tells, found in its first events; what it never tells may happen unseen."""

    def __init__(self, edition: Edition, events: Iterable[Observed], silent: Iterable[str] = ()) -> None:
        self.edition, self.silent = edition, frozenset(silent)
        self.mains = frozenset(kind for kind, phase in edition.all_phases.items() if not phase.steps)
        self.kinds: set[str] = set()
        self.players: dict[str, None] = {}
        self.teams: dict[tuple[str, ...], None] = {}
        self.extras = self.attacks = False
        for event in events:
            self._look_at(event)
        self.letters = frozenset(self.kinds.union(self._of_all_phases()))
        self.priority = {"priority.get", "priority.pass"} <= self.kinds
        self.stack = self.priority and "stack.push" in self.kinds
        self.rich = not self.kinds <= STRUCTURE | {"priority.get", "priority.pass", "stack.push", "stack.resolve"}

    def _of_all_phases(self) -> Iterator[str]:
        """What a trace tells of one sort of phase it tells of the others, if it tells of them at all."""
        levels = {letter.partition(".")[0] for letter in self.kinds}
        for what in ("insert", "skip"):
            if self.kinds & {f"phase.{what}", f"main.{what}"}:
                yield from (f"{level}.{what}" for level in ("phase", "main") if level in levels)

    def settle(self, event: Observed) -> None:
        """Takes a main phase that a trace calls a step for the phase that it is."""
        if event.step in self.mains:
            event.phase, event.step = event.step, None
            if event.kind is not None and event.kind.startswith("step."):
                event.kind = f"phase.{event.kind[5:]}"

    def _look_at(self, event: Observed) -> None:
        self.settle(event)
        self.kinds.add(self.letter(event))
        for name in (event.active, event.player if event.kind == "turn.begin" else None):
            if name is not None:
                self.players.setdefault(name)
        if event.kind == "turn.begin" and (event.by or event.extra):
            self.extras = True
        if event.kind == "combat.attack" and event.attackers == []:
            self.attacks = True  # also declarations of no attackers are told, so each is
        if event.kind == "turn.begin" and event.team:
            self.teams.setdefault(tuple(event.team))
            self.players |= dict.fromkeys(event.team)

    def letter(self, event: Observed) -> str:
        """The kind of an event; that of a phase without steps is a ``main``."""
        kind = event.kind or ""
        if kind.startswith("phase.") and event.phase in self.mains:
            return f"main.{kind[6:]}"
        return kind

    def tells(self, letter: str, *kinds: str | None) -> bool:
        """Whether the trace tells events of this sort, and is not silent about this kind of phase or step."""
        return letter in self.letters and not (self.silent and self.silent.intersection(kinds))
