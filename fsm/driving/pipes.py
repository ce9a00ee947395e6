"""The two pipes of a program, each served by a thread: whatever the program does with them, nobody waits for ever."""

from __future__ import annotations

import os
import threading
import time
from queue import Empty, Queue, SimpleQueue
from subprocess import Popen

PIECE = 65536
"""How many bytes are read at once."""

AHEAD = 16
"""How many such pieces are read before somebody asks for them."""


class Flood(Exception):
    """A line without an end."""


class Pipes:
    """Lines to a program and from it."""

    def __init__(self, process: Popen[bytes]) -> None:
        self.rest = b""
        self.taken = threading.Event()
        self.to_write: SimpleQueue[bytes] = SimpleQueue()
        self.pieces: Queue[bytes] = Queue(AHEAD)
        for serve, pipe in ((self._write, process.stdin), (self._read, process.stdout)):
            if pipe is not None:
                threading.Thread(target=serve, args=(pipe.fileno(),), daemon=True).start()

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
        while True:
            line = self.to_write.get()
            try:
                while line:
                    line = line[os.write(pipe, line) :]
            except OSError:  # the program has closed it, or ended: reading tells which
                pass
            self.taken.set()

    def _read(self, pipe: int) -> None:
        piece = b"more"
        while piece:
            try:
                piece = os.read(pipe, PIECE)
            except OSError:
                piece = b""
            self.pieces.put(piece)
