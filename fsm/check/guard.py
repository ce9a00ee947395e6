"""Guards against regular expressions that take for ever: their size, their shape, and the time of one line."""

from __future__ import annotations

import re
import signal
import threading
from types import FrameType, TracebackType

from ..errors import TraceError
from .reading import Lines

LONGEST = 500
"""How long a regular expression may be."""

SECONDS = 1.0
"""How long the expressions of a mapping may look at one line."""

_NESTED = re.compile(r"\((?:[^()\\]|\\.)*(?<!\\)[*+}](?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,)")
"""A group with a repetition inside, which is repeated itself."""


def check_pattern(pattern: str) -> str:
    """What is wrong with a regular expression; an empty text if nothing is."""
    if len(pattern) > LONGEST:
        return f"found a regular expression of {len(pattern)} characters, expected at most {LONGEST}"
    if _NESTED.search(pattern):
        return "found a repetition inside a repeated group, which can take for ever; repeat only one of them"
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"not a regular expression: {error}"
    return ""


class Watch:
    """Ends a match that looks at one line for too long, where signals can (the main thread; not on Windows).

    ``line`` is the line that is looked at.
    """

    def __init__(self, lines: Lines) -> None:
        self.lines, self.line, self.seen = lines, 0, -1
        self.works = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Watch:
        if self.works:
            self.before = signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
        return self

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        if self.line == self.seen and self.line:
            message = (
                f"a regular expression of the mapping takes longer than {SECONDS:.0f} s for this line; simplify it"
            )
            raise TraceError(message, self.lines.file, self.line, 1)
        self.seen = self.line

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.works:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.before)
