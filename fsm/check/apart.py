"""Regular expressions in a process of their own, for where no signal can end a match that takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from ..errors import InputError
from .guard import Found, too_slow
from .reading import Lines

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
