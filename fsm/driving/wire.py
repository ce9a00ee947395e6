"""Engines in any language: a program that reads a question a line on standard input, and answers with a line."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from types import TracebackType

import msgspec

from ..words import shown
from .engine import EngineError, answer_of
from .words import Answer, Ask, Hello

TOKEN = "FSM_DRIVE"
"""The variable of the environment by which the processes of an engine are known."""

MAX_LINE = 1024 * 1024
"""The longest answer, in bytes."""


MOST_STRAYS = 1000
"""How many lines that are no JSON may come before an answer."""

KEPT_STRAYS = 20
"""How many of them a report tells."""

PIECE = 65536
"""How many bytes are read at once."""

ENDING = 5.0
"""For how many seconds the processes of an engine are looked for, which has to end."""

AHEAD = 16
"""How many such pieces are read before somebody asks for them."""


class Flood(Exception):
    """A line without an end."""


class Pipes:
    """Lines to a program and from it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.rest, self.closed = b"", False
        self.taken = threading.Event()
        self.to_write: SimpleQueue[bytes] = SimpleQueue()
        self.pieces: Queue[bytes] = Queue(AHEAD)
        for serve, pipe in ((self._write, process.stdin), (self._read, process.stdout)):
            if pipe is not None:  # each thread has a number of its own: the next engine's pipes may get a closed one
                own = os.dup(pipe.fileno())
                pipe.close()
                threading.Thread(target=serve, args=(own,), daemon=True).start()

    def close(self) -> None:
        """Lets the threads end, when the program has."""
        self.closed = True
        self.to_write.put(b"")
        with suppress(Empty):
            while True:
                self.pieces.get_nowait()

    def send(self, line: bytes) -> None:
        """Writes a line as soon as the pipe takes it; ``taken`` is set then, or when the program has closed it."""
        self.taken.clear()
        self.to_write.put(line)

    def line(self, seconds: float, longest: int) -> bytes:
        """The next line; ``EOFError`` if there is none, ``TimeoutError`` if it does not come in time, or ``Flood``."""
        parts, end = self.rest, time.monotonic() + seconds
        while b"\n" not in parts:
            if len(parts) > longest:
                raise Flood
            try:
                piece = self.pieces.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise TimeoutError from None
            if not piece:
                raise EOFError
            parts += piece
        line, _, self.rest = parts.partition(b"\n")
        return line

    def _write(self, pipe: int) -> None:
        while line := self.to_write.get():
            with suppress(OSError):  # the program has closed it, or ended: reading tells which
                while line:
                    line = line[os.write(pipe, line) :]
            self.taken.set()
        os.close(pipe)

    def _read(self, pipe: int) -> None:
        piece = b"more"
        while piece and not self.closed:
            try:
                piece = os.read(pipe, PIECE)
            except OSError:
                piece = b""
            self.pieces.put(piece)
        os.close(pipe)


def _is_stray(line: bytes) -> bool:
    """Whether a line is no answer: it begins as no JSON of a question's answer does."""
    return line.lstrip()[:1] not in (b"{", b"[")


class WireEngine:
    """An engine that is a program; used as a context, after which neither it nor what it started runs any more.

    ``timeout`` is how many seconds an answer may take, ``at_first`` the first one, if that is another number.
    ``transcript``, if it is a list, gets all lines, ``> `` before a question and ``< `` before an answer.
    """

    def __init__(self, command: Sequence[str], timeout: float = 10.0, at_first: float | None = None) -> None:
        self.command, self.name, self.timeout = command, " ".join(command), timeout
        self.at_first = timeout if at_first is None else at_first
        self.said: Hello | None = None
        self.strays: list[str] = []
        self.transcript: list[bytes] | None = None
        self._start()

    def _start(self) -> None:
        self.token = f"{TOKEN}={uuid.uuid4().hex}"
        name, _, value = self.token.partition("=")
        try:
            self.process = subprocess.Popen(  # noqa: S603  # the command that the user named
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
                env={**os.environ, name: value},
            )  # fmt: skip
            self.pipes = Pipes(self.process)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise EngineError(f"{shown(self.command[0], 200)} cannot be started: {str(why).lower()}") from None
        except BaseException:  # a signal, while it was started
            _end_strays(self.token.encode())
            raise

    def __enter__(self) -> WireEngine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Ends the program and all that it started."""
        self._end()

    def _end(self) -> None:
        _end_group(self.process)
        _end_strays(self.token.encode())
        self.pipes.close()
        self.process.wait()

    def hello(self) -> Hello:
        """What the program says that it can do."""
        if self.said is None:
            self.said = answer_of(self._exchange(Ask("hello"), self.at_first), Hello)
        return self.said

    def anew(self) -> None:
        """Ends the program, and starts it again."""
        self._end()
        self._start()
        self.said = None
        self.hello()

    def ask(self, ask: Ask) -> Answer:
        """One question, and the line that answers it."""
        return answer_of(self._exchange(ask, self.timeout), Answer)

    def _exchange(self, ask: Ask, seconds: float) -> bytes:
        """Asks, and reads the line that answers it, in time, and not too long."""
        while b"\n" in self.pipes.rest and _is_stray(self.pipes.rest):
            self._stray(self.pipes.line(0.0, MAX_LINE))
        if self.pipes.rest and not _is_stray(self.pipes.rest):
            found = shown(self.pipes.rest[:60].decode("utf-8", "replace"), 60)
            raise EngineError(f"the engine answered more than one line; the next begins with {found!r}")
        question = msgspec.json.encode(ask)
        self._note(b"> ", question)
        self.pipes.send(question + b"\n")
        try:
            line = self._answer(seconds)
        except TimeoutError:
            raise EngineError(f"the engine did not answer within {seconds:g} seconds{self._wrote()}") from None
        except EOFError:
            raise self._died() from None
        except Flood:
            many = f"more than {MAX_LINE:,} bytes in one line, or {MOST_STRAYS:,} lines of no JSON"
            raise EngineError(f"the engine floods: found {many}") from None
        if not self.pipes.taken.wait(seconds):
            raise EngineError("the engine does not read its input; it has to read each line, and then answer it")
        return line

    def _answer(self, seconds: float) -> bytes:
        """The next line that may be an answer: what is no JSON is not."""
        end = time.monotonic() + seconds
        for _ in range(MOST_STRAYS):
            line = self.pipes.line(max(0.0, end - time.monotonic()), MAX_LINE)
            self._note(b"< ", line)
            if not _is_stray(line):
                return line
            self._stray(line)
        raise Flood

    def _note(self, mark: bytes, line: bytes) -> None:
        if self.transcript is not None:
            self.transcript.append(mark + line)

    def _stray(self, line: bytes) -> None:
        if len(self.strays) < KEPT_STRAYS:
            self.strays.append(shown(line.strip()[:80].decode("utf-8", "replace"), 80))

    def _wrote(self) -> str:
        """What was written last that is no answer."""
        return f"; it wrote {self.strays[-1]!r}, which is no line of JSON" if self.strays else ""

    def _died(self) -> EngineError:
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return EngineError("the engine closed its output, and still runs; it has to answer each line with a line")
        ended = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return EngineError(f"the engine ended {ended}; it has to run until its input ends")


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and all of its group, or on Windows, which has no such groups, what it started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)  # noqa: S603, S607
    with suppress(OSError):
        process.kill()


def _end_strays(token: bytes) -> None:
    """Ends what has left the group of the program: on Linux, processes with the token in their environment.

    What is looked at may have started another one meanwhile, so it looks again until there is none, for some seconds.
    """
    end = time.monotonic() + ENDING
    while _end_those_seen(token) and time.monotonic() < end:
        time.sleep(0.01)


def _end_those_seen(token: bytes) -> bool:
    """Ends the processes that are there with the token; whether there were any."""
    found = False
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if token in (folder / "environ").read_bytes():
                found = True
                os.kill(int(folder.name), getattr(signal, "SIGKILL", signal.SIGTERM))
    return found
