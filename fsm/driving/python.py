"""Engines that are Python classes: asked in this process, or served by a process of its own."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..errors import found
from ..words import nearest, raised, shown
from .engine import EngineError, answer_of
from .wire import WireEngine
from .words import Answer, Ask, Hello

MOST_SEEN = 100_000
"""The largest number of things seen in one answer."""

AT_FIRST = 20.0
"""How many seconds the first answer of a class may take at least: its module is imported, and all that it imports."""

SERVE = "import sys; sys.path[:] = sys.argv[2:]; from fsm.driving.python import serve; serve(sys.argv[1])"
"""The program that serves a class; it finds the modules that this process finds."""


FAILED = b'{"failed":'
"""How a line begins by which that program tells that the class cannot be used."""


class PythonEngine:
    """An engine that is a Python class: a new object of it for each game.

    The class has ``can``, the names of its capabilities, perhaps ``editions``, and the methods ``start(setup)``,
    ``pass_()``, ``act(act)``, perhaps ``mark()`` and ``back()``. They take and return plain values: the mappings of
    ``fsm schema engine``, where an answer may also be just the list of what was seen. They may take any time.
    """

    def __init__(self, kind: type[Any]) -> None:
        self.kind, self.name = kind, kind.__qualname__
        self.game: Any = None
        self.strays: list[str] = []

    def hello(self) -> Hello:
        """What the class says that it can do."""
        return answer_of(_guarded(self._can), Hello)

    def ask(self, ask: Ask) -> Answer:
        """Calls the method of that name."""
        return answer_of(_guarded(lambda: self._answered(ask)), Answer)

    def anew(self) -> None:
        """Nothing is to be done: each game is a new object."""

    def _can(self) -> dict[str, Any]:
        can = getattr(self.kind, "can", None)
        if not isinstance(can, list | tuple | set | frozenset):
            where = "has no list" if can is None else f"has {found(can)}, no list, as"
            raise EngineError(f"class {self.name} {where} can: write what it can do, such as can = ['extra_turns']")
        said = {"can": can, "editions": getattr(self.kind, "editions", ())}
        return {"engine": self.name, **said}

    def _answered(self, ask: Ask) -> Any:
        if ask.ask == "start":
            self.game = self.kind()
        name = "pass_" if ask.ask == "pass" else ask.ask
        method = getattr(self.game, name, None)
        if method is None:
            raise EngineError(f"{self.name} has no method {name}; see fsm drive --help")
        told = ask.setup or ask.act
        answered = method(*([msgspec.json.decode(msgspec.json.encode(told))] if told is not None else []))
        if answered is None:
            raise EngineError(f"{self.name}.{name}() returned None; return a list of what began, or []")
        answer = answered if isinstance(answered, Mapping) else {"seen": answered}
        seen = answer.get("seen")
        if isinstance(seen, list | tuple) and len(seen) > MOST_SEEN:
            raise EngineError(f"{self.name} floods: found an answer of {len(seen):,} things seen; expected a few")
        return answer


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise EngineError(f"the engine answered nonsense: found a {type(value).__name__}; fsm schema engine says what fits")


def _guarded(call: Callable[[], Any]) -> bytes:
    """Calls an engine; its answer is a line, with plain values alone; whatever it raises is an ``EngineError``."""
    try:
        return msgspec.json.encode(call(), enc_hook=_plain)
    except EngineError:
        raise
    except SystemExit:
        raise EngineError("the engine ended this program; it has to return its answer") from None
    except Exception as error:
        raise EngineError(_raised(error)) from None


def _raised(error: BaseException) -> str:
    """What was raised, and where in the code of the engine."""
    at = traceback.extract_tb(sys.exc_info()[2])[-1]
    place = "the engine raises" if at.filename == __file__ else f"{at.filename}:{at.lineno}:"
    return f"{place} {raised(error)}"


def load_engine(named: str, timeout: float = 10.0) -> WireEngine:
    """The engine of a class named ``module:Class``, in its own process; modules of the current folder are found."""
    module, _, name = named.rpartition(":")  # a path may begin with a drive, C:
    if not module or not name.isidentifier():
        raise EngineError(f"found {shown(named, 80)!r}, expected module:Class, or -- and the command of an engine")
    here = str(Path.cwd())
    path = [here, *(entry for entry in sys.path if entry not in ("", here))]
    return _Served([sys.executable, "-c", SERVE, named, *path], timeout, max(timeout, AT_FIRST))


class _Served(WireEngine):
    """A class that is served by a process."""

    def _exchange(self, ask: Ask, seconds: float) -> bytes:
        line = super()._exchange(ask, seconds)
        if line.startswith(FAILED):
            raise EngineError(msgspec.json.decode(line)["failed"])
        return line


def serve(named: str) -> None:
    """Answers each line with a line, as a program of its own; what a class prints goes to standard error."""
    questions, answers = os.dup(0), os.dup(1)
    with suppress(OSError):
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    engine: PythonEngine | None = None
    with os.fdopen(questions, "rb") as lines, os.fdopen(answers, "wb", 0) as out:
        for line in lines:
            ask = msgspec.json.decode(line, type=Ask)
            try:
                engine = engine or PythonEngine(_class(*named.rsplit(":", maxsplit=1)))
                answer = msgspec.json.encode(engine.hello() if ask.ask == "hello" else engine.ask(ask))
            except EngineError as error:
                answer = msgspec.json.encode({"failed": shown(str(error))})
            except BaseException as error:
                answer = msgspec.json.encode({"failed": shown(_raised(error))})
            out.write(answer + b"\n")


def _module(named: str) -> str:
    """The name of a module; one that is named by its file is found there."""
    if not named.endswith(".py") or not Path(named).is_file():
        return named
    sys.path.insert(0, str(Path(named).parent.resolve()))
    return Path(named).stem


def _class(module: str, name: str) -> type[Any]:
    """The class of that name in a module; ``EngineError`` if there is none."""
    try:
        imported = importlib.import_module(_module(module))
    except BaseException as error:
        raise EngineError(f"the module {module} cannot be imported: {raised(error)}") from None
    kind = getattr(imported, name, None)
    if not isinstance(kind, type):
        raise EngineError(f"{module} has no class {name}{nearest(name, dir(imported))}")
    return kind
