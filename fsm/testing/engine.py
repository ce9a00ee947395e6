"""Engines under test: a Python class in this process, or any program that speaks JSON lines."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TypeVar

import msgspec

from ..errors import FsmError
from ..words import nearest, shown
from .alarm import Alarm, TookTooLong
from .doing import CAPABILITIES
from .words import Answer, Ask, Hello

A = TypeVar("A", Hello, Answer)

MOST_SEEN = 100_000
"""The largest number of things seen in one answer."""


class EngineError(FsmError):
    """An engine that cannot be driven: it hangs, dies, answers nonsense, or does not know a question."""


class Engine(Protocol):
    """What the driver asks; ``EngineError`` if there is no usable answer."""

    name: str

    def hello(self) -> Hello:
        """What the engine can do."""
        ...

    def ask(self, ask: Ask) -> Answer:
        """What has been seen since the last question."""
        ...


class PythonEngine:
    """An engine that is a Python class: a new object of it for each game.

    The class has ``can``, the names of its capabilities, perhaps ``editions``, and the methods ``start(setup)``,
    ``pass_()``, ``act(act)``, perhaps ``mark()`` and ``back()``. They take and return plain values: the mappings of
    ``fsm schema engine``, where an answer may also be just the list of what was seen.
    """

    def __init__(self, kind: type[Any], timeout: float = 10.0) -> None:
        self.kind, self.timeout, self.name = kind, timeout, kind.__qualname__
        self.game: Any = None
        self.alarm = Alarm()

    def __enter__(self) -> PythonEngine:
        """Within this context an answer that takes too long is an error."""
        self.alarm.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leaves the times unlimited again."""
        self.alarm.__exit__(kind, error, at)

    def hello(self) -> Hello:
        """What the class says that it can do."""
        said = {"can": getattr(self.kind, "can", None), "editions": getattr(self.kind, "editions", ())}
        return hello_of(
            {key: list(value) if isinstance(value, tuple | set | frozenset) else value for key, value in said.items()}
        )

    def ask(self, ask: Ask) -> Answer:
        """Calls the method of that name."""
        if ask.ask == "start":
            self.game = self._call(self.kind)
        method = getattr(self.game, "pass_" if ask.ask == "pass" else ask.ask, None)
        if method is None:
            raise EngineError(f"{self.name} has no method {ask.ask}; see fsm drive --help")
        told = ask.setup or ask.act
        answered = self._call(method, *([_plain(told)] if told is not None else []))
        answer = answered if isinstance(answered, Mapping) else {"seen": answered}
        seen = answer.get("seen")
        if isinstance(seen, list | tuple) and len(seen) > MOST_SEEN:
            raise EngineError(f"{self.name} floods: found an answer of {len(seen):,} things seen; expected a few")
        return answer_of(answer)

    def _call(self, method: Any, *arguments: Any) -> Any:
        try:
            with self.alarm.at_most(self.timeout):
                return method(*arguments)
        except TookTooLong:
            raise EngineError(f"{self.name} did not answer within {self.timeout:g} seconds") from None
        except SystemExit:
            raise EngineError(f"{self.name} ended this program; it has to return its answer") from None
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            said = shown(str(error), 200)
            raise EngineError(f"{last.filename}:{last.lineno}: {type(error).__name__}: {said}") from None


def _plain(told: msgspec.Struct) -> Any:
    """The same values that a program would read: mappings and lists."""
    return msgspec.json.decode(msgspec.json.encode(told))


def load_engine(named: str, timeout: float = 10.0) -> PythonEngine:
    """The engine of a class named ``module:Class``; modules of the current folder are found."""
    module, _, name = named.partition(":")
    if not module or not name.isidentifier():
        raise EngineError(f"found {shown(named, 80)!r}, expected module:Class, or -- and the command of an engine")
    here = str(Path.cwd())
    with suppress(ValueError):
        sys.path.remove(here)
    sys.path.insert(0, here)
    try:
        found = importlib.import_module(module.removesuffix(".py") if Path(module).is_file() else module)
    except Exception as error:
        raise EngineError(
            f"the module {module} cannot be imported: {type(error).__name__}: {shown(str(error), 200)}"
        ) from None
    kind = getattr(found, name, None)
    if not isinstance(kind, type):
        raise EngineError(f"{module} has no class {name}{nearest(name, vars(found))}")
    return PythonEngine(kind, timeout)


def hello_of(said: Any) -> Hello:
    """The first answer of an engine; ``EngineError`` names what does not fit."""
    return _read(said, Hello)


def answer_of(said: Any) -> Answer:
    """An answer of an engine; ``EngineError`` names what does not fit."""
    return _read(said, Answer)


def _read(said: Any, kind: type[A]) -> A:
    try:
        return msgspec.convert(said, kind, strict=True)
    except msgspec.ValidationError as error:
        hint = _unknown(said) if kind is Hello else ""
        raise EngineError(f"the engine answered nonsense: {error}{hint}; fsm schema engine says what fits") from None


def _unknown(said: Any) -> str:
    can = said.get("can") if isinstance(said, Mapping) else None
    unknown = [name for name in can if name not in CAPABILITIES] if isinstance(can, list | tuple) else []
    return f": {shown(str(unknown[0]), 40)!r}{nearest(str(unknown[0]), CAPABILITIES)}" if unknown else ""
