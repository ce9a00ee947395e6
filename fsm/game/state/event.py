"""Events: what happened, which rules it obeys, where, and the state after it. Their kinds are in ``events``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ...edition import Edition
from ...turn.graph import ROOT
from ...words import shown
from .budget import AUDIT, audit
from .state import State

Detail = tuple[tuple[str, Any], ...]
"""Further facts of an event by name, as texts, numbers or lists of them."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened: its kind, the numbers of the rules it obeys, and the state after it.

    ``node`` is the id in that state's graph of where it happened; ``detail`` are further facts.

    >>> from fsm import start_game
    >>> start_game("cr2026", ["Ann", "Bob"])[1][-1]
    <Event priority.get T1.beginning.upkeep: Ann (117.3a)>
    """

    kind: str
    rules: tuple[str, ...]
    state: State
    node: str = ROOT
    player: int | None = None
    detail: Detail = ()

    def __repr__(self) -> str:
        """One line: what happened, where, whose it is, further facts, and the rules."""
        at = self.state.graph.address(self.node) if self.node != ROOT else ""
        who = "" if self.player is None else f" {self.state.game.names[self.player]}"
        facts = "".join(f" {name}={value!r}" for name, value in self.detail)
        place = f"T{self.state.turn}{'.' if at else ''}{at}"
        return f"<Event {self.kind} {place}:{shown(f'{who}{facts}', 100)} ({', '.join(self.rules)})>"

    def get(self, name: str, default: Any = None) -> Any:
        """One of the further facts."""
        for known, value in self.detail:
            if known == name:
                return value
        return default


Log = list[Event] | None
"""The list to append events to; None to drop them."""


def emit(log: Log, kind: str, state: State, topics: str, player: int | None = None, **detail: Any) -> None:
    """Notes an event at the place where play is, citing the rules that govern the topics (spaced)."""
    if log is not None:
        note(log, kind, state, topics, player, tuple(detail.items()))


def note(log: list[Event], kind: str, state: State, topics: str, player: int | None, detail: Detail) -> None:
    """Notes an event as ``emit`` does; the further facts are given as pairs."""
    edition = state.game.edition
    rules = edition.cites.get(topics) or cited(edition, topics)
    log.append(Event(kind, rules, state, state.at.stop, player, detail))
    if not len(log) % AUDIT:
        audit(log, state)


@lru_cache(maxsize=1024)
def cited(edition: Edition, topics: str) -> tuple[str, ...]:
    """The numbers of the rules that govern several topics (spaced), in that order."""
    return tuple(number for topic in topics.split() for number in edition.cites[topic])
