"""Engines in any language: a program that reads a question a line on standard input, and answers with a line."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import msgspec

from ..words import shown
from .engine import EngineError, answer_of, hello_of
from .words import Answer, Ask, Hello

TOKEN = "FSM_DRIVE"
"""The variable of the environment by which the processes of an engine are known."""

MAX_LINE = 1024 * 1024
"""The longest answer, in bytes."""


class WireEngine:
    """An engine that is a program; used as a context, after which neither it nor what it started runs any more."""

    def __init__(self, command: Sequence[str], timeout: float = 10.0) -> None:
        self.name, self.timeout = " ".join(command), timeout
        self.rest = b""
        self.said: Hello | None = None
        self.token = f"{TOKEN}={uuid.uuid4().hex}"
        name, _, value = self.token.partition("=")
        try:
            self.process = subprocess.Popen(  # noqa: S603  # the command that the user named
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
                env={**os.environ, name: value},
            )  # fmt: skip
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise EngineError(f"{shown(command[0], 200)} cannot be started: {str(why).lower()}") from None

    def __enter__(self) -> WireEngine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Ends the program and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        _end_strays(self.token.encode())
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.process.wait()

    def hello(self) -> Hello:
        """What the program says that it can do."""
        if self.said is None:
            self.said = hello_of(self._exchange(Ask("hello")))
        return self.said

    def ask(self, ask: Ask) -> Answer:
        """One question, and the line that answers it."""
        return answer_of(self._exchange(ask))

    def _exchange(self, ask: Ask) -> Any:
        if self.rest:
            found = shown(self.rest[:60].decode("utf-8", "replace"), 60)
            raise EngineError(f"the engine answered more than one line; the next begins with {found!r}")
        try:
            _pipe(self.process.stdin).write(msgspec.json.encode(ask) + b"\n")
        except OSError:
            raise self._died() from None
        line = self._line()
        try:
            return msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            found = shown(line[:60].decode("utf-8", "replace"), 60)
            raise EngineError(f"found {found!r}, expected a line of JSON: {error}") from None

    def _line(self) -> bytes:
        """The next line, in time, and not too long."""
        out, end = _pipe(self.process.stdout), time.monotonic() + self.timeout
        parts = self.rest
        with selectors.DefaultSelector() as selector:
            selector.register(out, selectors.EVENT_READ)
            while b"\n" not in parts:
                if len(parts) > MAX_LINE:
                    raise EngineError(f"the engine floods: found an answer of more than {MAX_LINE:,} bytes in one line")
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise EngineError(f"the engine did not answer within {self.timeout:g} seconds")
                more = os.read(out.fileno(), 65536)
                if not more:
                    raise self._died()
                parts += more
        line, _, self.rest = parts.partition(b"\n")
        return line

    def _died(self) -> EngineError:
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return EngineError("the engine closed its output, and still runs; it has to answer each line with a line")
        ended = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return EngineError(f"the engine ended {ended}; it has to run until its input ends")


def _end_strays(token: bytes) -> None:
    """Ends what has left the group of the program: on Linux, processes with the token in their environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if token in (folder / "environ").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise EngineError("the engine has no standard input or output")
    return pipe
