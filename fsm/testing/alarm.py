"""A limit of time for code of others that runs in this process."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(BaseException):
    """The time is over; no ``Exception``, so that the code that runs does not catch it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stops what runs in it after that time, in the main thread of systems that have timers; elsewhere it waits."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
