"""Engines under test, and how their answers are read."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

import msgspec

from ..errors import FsmError
from ..shape import UNREADABLE
from ..words import nearest, shown
from .capabilities import CAPABILITIES, GROUPS
from .words import Answer, Ask, Hello

A = TypeVar("A", Hello, Answer)


class EngineError(FsmError):
    """An engine that cannot be driven: it hangs, dies, answers nonsense, or does not know a question."""


class Engine(Protocol):
    """What the driver asks; ``EngineError`` if there is no usable answer."""

    name: str
    strays: list[str]
    """What was written that is no answer: the first lines."""

    def hello(self) -> Hello:
        """What the engine can do."""
        ...

    def ask(self, ask: Ask) -> Answer:
        """What has been seen since the last question."""
        ...

    def anew(self) -> None:
        """Begins anew after a game that could not be played on; ``EngineError`` if that is not possible."""
        ...


def answer_of(line: bytes, kind: type[A]) -> A:
    """An answer of an engine, the first one or another; ``EngineError`` names what does not fit."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as error:
        hint = _unknown(line) if kind is Hello else ""
        why = f"{shown(str(error), 200)}{hint}; fsm schema engine says what fits"
        raise EngineError(f"the engine answered nonsense: {why}") from None
    except UNREADABLE as error:
        found = shown(line[:60].decode("utf-8", "replace"), 60)
        raise EngineError(f"found {found!r}, expected a line of JSON: {shown(str(error), 200)}") from None


def _unknown(line: bytes) -> str:
    """The first capability of a first answer that nobody knows, and the nearest one."""
    try:
        can = msgspec.json.decode(line, type=_Can).can
    except UNREADABLE:
        return ""
    known = (*CAPABILITIES, *GROUPS)
    unknown = next((name for name in map(str, can) if name not in known), None)
    return "" if unknown is None else f": {shown(unknown, 40)!r}{nearest(unknown, known)}"


class _Can(msgspec.Struct):
    """What an engine says that it can do, whatever that is."""

    can: list[Any] = []
