"""What can be asked about a stop: the names of expressions, what changed, and why it happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ..recording import Frame
from ..recording.view import FACTS, event_view, player_view
from ..wording import event_sentence
from .tape import Tape

_OF_EVENT: dict[str, Callable[[Frame], Any]] = {
    "event": lambda frame: event_view(frame.event),
    "kind": lambda frame: frame.event.kind,
    "rules": lambda frame: list(frame.event.rules),
    "seq": lambda frame: frame.seq,
    "line": lambda frame: frame.line,
    "at": lambda frame: frame.address,
}


class Seated(dict[str, Any]):
    """What a player has; it equals the name of the player too."""

    def __init__(self, name: str, view: Mapping[str, Any]) -> None:
        super().__init__(view)
        self.name = name

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return other == self.name if isinstance(other, str) else super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class Names(Mapping[str, Any]):
    """The names of an expression at a stop: facts of the state, players, the event; each made on first use."""

    def __init__(self, tape: Tape, at: int) -> None:
        self._frame, self._made = tape[at], dict[str, Any]()

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            frame = self._frame
            if name in _OF_EVENT:
                self._made[name] = _OF_EVENT[name](frame)
            elif name in FACTS:
                self._made[name] = FACTS[name](frame.state)
            elif name in frame.state.game.names:
                self._made[name] = Seated(name, player_view(frame.state, frame.state.game.seat(name)))
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in _OF_EVENT or name in FACTS or name in self._frame.state.game.names

    def __iter__(self) -> Iterator[str]:
        yield from (*_OF_EVENT, *FACTS, *self._frame.state.game.names)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Change(msgspec.Struct, frozen=True):
    """One thing that changed: ``players.Ann.life`` was 20 and is 17; None where there was or is nothing."""

    path: str
    before: Any
    after: Any


def changes(before: Any, after: Any, path: str = "") -> Iterator[Change]:
    """Everything in which two views differ, in the order of the later one; lists are compared whole.

    >>> [str(c.path) for c in changes({"turn": 1, "Ann": {"life": 20}}, {"turn": 2, "Ann": {"life": 20}})]
    ['turn']
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*after, *(key for key in before if key not in after)):
            inner = f"{path}.{key}" if path else str(key)
            yield from changes(before.get(key), after.get(key), inner)
    elif before != after:
        yield Change(path, before, after)


class Reason(msgspec.Struct, frozen=True):
    """Why an event happened: what it is in words, rules with what each says, further facts, line of the script."""

    event: str
    rules: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]
    line: int


def why(tape: Tape, at: int, refused: str = "") -> Reason:
    """Why the event of a stop happened, and what was ``refused`` after it."""
    frame = tape[at]
    rules = tuple((number, frame.state.edition.line(number)) for number in frame.event.rules)
    facts = tuple(fact.text for fact in tape.recording.reasons.facts(at))
    facts += (f"refused here: {refused}",) if refused else ()
    return Reason(event_sentence(frame.event), rules, facts, frame.line)
