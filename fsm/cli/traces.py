"""The trace output of ``fsm run``: one stream for all runs, or a file for each run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..files import STANDARD, is_device, output_name, write_file

_NUMBERED = re.compile(r"(.+)-([1-9][0-9]{0,8})\Z", re.DOTALL)


class Traces:
    """The traces of the runs of one scenario file.

    Files after the first get a number. Standard output gets each trace at once. A device or a
    pipe gets all traces at the end, since its reader leaves when it is closed.
    """

    def __init__(self, output: str, source: str) -> None:
        """Take the name of the output, and that of the input file, which is never overwritten."""
        self.output, self.source = output_name(output, source), source
        self.held: list[bytes] = []

    @property
    def only(self) -> bool:
        """Whether standard output is used for traces only."""
        return self.output == STANDARD

    def write(self, lines: Iterable[str]) -> None:
        """Write the trace of one run."""
        trace = "".join(f"{line}\n" for line in lines).encode()
        if not self.only and is_device(self.output):
            self.held.append(trace)
            return
        write_file(self.output, trace)
        if not self.only:
            self.output = output_name(following(self.output), self.source)

    def close(self) -> None:
        """Write the traces that were kept for the end."""
        if self.held:
            write_file(self.output, b"".join(self.held))


def following(name: str) -> str:
    """The name of the next file.

    >>> following("out.jsonl"), following("out-2.jsonl"), following("out-².jsonl")
    ('out-2.jsonl', 'out-3.jsonl', 'out-²-2.jsonl')
    """
    path = Path(name)
    match = _NUMBERED.match(path.stem)
    stem = f"{match[1]}-{int(match[2]) + 1}" if match else f"{path.stem}-2"
    return str(path.with_name(stem + path.suffix))
