"""A limit of time for code of others that runs in this process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any


class TookTooLong(BaseException):
    """The time is over; no ``Exception``, so that the code that runs does not catch it."""


PATIENCE = 3
"""How often code that catches even that is stopped again, before the whole process ends."""


class Alarm:
    """Within this context ``at_most`` limits times: in the main thread of a system with timers, else not at all."""

    def __init__(self) -> None:
        self.before: Any = None
        self.set = False
        self.rung = 0

    def __enter__(self) -> Alarm:
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGALRM, self._over)
            self.set = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.set:
            self.set = False
            signal.signal(signal.SIGALRM, self.before)

    @contextmanager
    def at_most(self, seconds: float) -> Iterator[None]:
        """Raises ``TookTooLong`` in what runs in it after that time."""
        if not self.set:
            yield
            return
        self.rung = 0
        signal.setitimer(signal.ITIMER_REAL, seconds, min(seconds, 1.0))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _over(self, _number: int, _frame: FrameType | None) -> None:
        self.rung += 1
        if self.rung > PATIENCE:
            os.write(2, b"fsm: the engine did not answer in time, and cannot be stopped; this program ends\n")
            os._exit(2)
        raise TookTooLong
