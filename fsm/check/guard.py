"""Guards against regular expressions that take for ever: their size, their shape, and the time of one line."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Sequence
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


Found = tuple[int, dict[str, str | None]]
"""The number of the expression that matches, and its named groups."""


def too_slow(lines: Lines, seconds: float) -> TraceError:
    """The error at the line that was read last."""
    message = f"a regular expression of the mapping takes longer than {seconds:.0f} s for this line; simplify it"
    return TraceError(message, lines.file, lines.number, 1)


def has_timers() -> bool:
    """Whether a signal can end a match here: in the main thread, and not on Windows."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


class Here:
    """Looks for expressions in texts; one that takes the processor for too long is ended by a signal.

    Only the time of this process counts, and only that of the search: neither waiting for a line, nor judging it.
    """

    def __init__(self, patterns: Sequence[str], lines: Lines) -> None:
        self.expressions, self.lines = [re.compile(pattern) for pattern in patterns], lines

    def search(self, text: str) -> Found | None:
        """The first expression that matches, by its number, with its groups; ``TraceError`` if that takes too long."""
        for number, expression in enumerate(self.expressions):
            with self:
                match = expression.search(text)
            if match is not None:
                return number, match.groupdict()
        return None

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGVTALRM, self._over)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)

    def _over(self, _number: int, _frame: FrameType | None) -> None:
        raise too_slow(self.lines, SECONDS)

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, self.before)

    def close(self) -> None:
        """There is nothing to end."""
