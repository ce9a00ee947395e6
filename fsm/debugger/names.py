"""The names that an expression can use at a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..recording import Frame
from ..recording.view import FACTS, event_view, player_view
from .tape import Tape


class Names(Mapping[str, Any]):
    """The names of an expression at a stop: facts of the state, players, the event; each made on first use."""

    def __init__(self, tape: Tape, at: int) -> None:
        self._frame = tape[at]
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._value(name)
        return self._made[name]

    def _value(self, name: str) -> Any:
        frame = self._frame
        if name in _OF_EVENT:
            return _OF_EVENT[name](frame)
        if name in FACTS:
            return FACTS[name](frame.state)
        if name in frame.state.game.names:
            return player_view(frame.state, frame.state.game.seat(name))
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in _OF_EVENT or name in FACTS or name in self._frame.state.game.names

    def __iter__(self) -> Iterator[str]:
        yield from _OF_EVENT
        yield from FACTS
        yield from self._frame.state.game.names

    def __len__(self) -> int:
        return sum(1 for _ in self)


_OF_EVENT: dict[str, Callable[[Frame], Any]] = {
    "event": lambda frame: event_view(frame.event),
    "kind": lambda frame: frame.event.kind,
    "rules": lambda frame: list(frame.event.rules),
    "seq": lambda frame: frame.seq,
    "line": lambda frame: frame.line,
    "at": lambda frame: frame.address,
}
