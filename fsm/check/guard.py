"""Guards against regular expressions that take for ever: their size, their shape, and the time of one line.

Where no signal can end a match that takes too long, the expressions are in a process of their own.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from types import FrameType, TracebackType

from ..errors import InputError, TraceError
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


PATIENCE = 10.0
"""How many seconds an answer may take: that of the expressions, and at first the start of the process."""

PROGRAM = """
import json, re, sys
expressions = [re.compile(pattern) for pattern in json.loads(sys.stdin.readline())]
for line in sys.stdin:
    found = ((number, one.search(json.loads(line))) for number, one in enumerate(expressions))
    print(json.dumps(next(([number, match.groupdict()] for number, match in found if match), None)), flush=True)
"""


class Apart:
    """Looks for expressions in texts like ``Here``, in a process that is ended with the search."""

    def __init__(self, patterns: Sequence[str], lines: Lines) -> None:
        self.patterns, self.lines = patterns, lines
        self.process: subprocess.Popen[bytes] | None = None
        self.answers: SimpleQueue[bytes] = SimpleQueue()

    def search(self, text: str) -> Found | None:
        """The first expression that matches, by its number, with its groups; ``TraceError`` if that takes too long."""
        try:
            if self.process is None:
                self._start()
            self._say(text)
            answer = self.answers.get(timeout=PATIENCE)
        except Empty:
            raise too_slow(self.lines, PATIENCE) from None
        except OSError as error:
            answer, why = b"", f": {str(error.strerror).lower()}"
        else:
            why = ""
        if not answer:
            raise InputError(f"the process that looks for the expressions of the mapping ended{why}", self.lines.file)
        found = json.loads(answer)
        return found and (found[0], found[1])

    def _start(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603  # this very Python
            [sys.executable, "-I", "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()
        self._say(list(self.patterns))

    def _say(self, data: object) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(json.dumps(data).encode() + b"\n")
            self.process.stdin.flush()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        for line in process.stdout or ():
            self.answers.put(line)
        self.answers.put(b"")

    def close(self) -> None:
        """Ends the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
