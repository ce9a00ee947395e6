"""Reads the events of a trace one by one, in bounded memory; an error says the line and the column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO

import msgspec

from .. import shape
from ..errors import InputError, TraceError
from ..files import STANDARD, standard_input, why_not
from ..recording.trace import MAX_LINE, read_header
from ..shape import UNREADABLE
from .observed import Observed

Header = dict[str, object]


class Lines:
    """The lines of a file or of standard input, numbered; none may be longer than ``MAX_LINE``."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self.stream, self.file, self.number = stream, file, 0

    def __iter__(self) -> Iterator[bytes]:
        readline = self.stream.readline
        most = MAX_LINE + 1
        while True:
            try:
                line = readline(most)
            except OSError as error:
                raise InputError(f"cannot be read: {why_not(error)}", self.file, self.number + 1) from None
            if not line:
                return
            self.number += 1
            if len(line) >= most:
                raise self._too_long()
            yield line

    def backwards(self) -> Iterator[bytes]:
        """The lines from the last one to the first; what cannot be read backwards is copied to the disk."""
        with TemporaryFile() as copy:
            stream = self.stream
            if not stream.seekable():
                copyfileobj(stream, copy)
                stream = copy
            stream.seek(0)
            self.number = sum(line.endswith(b"\n") for line in iter(lambda: stream.readline(MAX_LINE), b""))
            if stream.tell():
                with mmap(stream.fileno(), 0, access=ACCESS_READ) as data:
                    yield from self._backwards(data)

    def _backwards(self, data: mmap) -> Iterator[bytes]:
        if data[-1:] == b"\n":
            end = len(data) - 1
        else:
            end, self.number = len(data), self.number + 1
        while end >= 0:
            start = data.rfind(b"\n", 0, end) + 1
            if end - start > MAX_LINE:
                raise self._too_long()
            yield data[start:end]
            self.number -= 1
            end = start - 1

    def _too_long(self) -> TraceError:
        message = f"found a line of more than {MAX_LINE:,} bytes, expected at most that; write an event a line"
        return TraceError(message, self.file, self.number, 1)


@contextmanager
def opened(path: str) -> Iterator[Lines]:
    """The lines of a file; ``-`` is standard input. ``InputError`` if it cannot be read."""
    if path == STANDARD:
        yield Lines(standard_input(), "<stdin>")
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115  # closed below
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {why_not(error)}", path) from None
    with stream:
        yield Lines(stream, path)


class TraceReader:
    """The events of a trace in our format: ``header`` first, then iterate once; ``notes`` are known at the end."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.file = lines, lines.file
        self.rows = iter(lines)
        self.decode = msgspec.json.Decoder(Observed).decode
        self.header = self._header()
        self.ended = False
        self.notes: list[str] = []

    def _header(self) -> Header:
        for line in self.rows:
            if line.strip():
                try:
                    entry = msgspec.json.decode(line)
                except UNREADABLE as error:
                    raise self.error(error, line) from None
                if not isinstance(entry, dict):
                    raise TraceError('expected a header, {"type": "header", ...}', self.file, self.lines.number, 1)
                return read_header(entry, self.file, self.lines.number)
        raise TraceError("the file is empty; a trace begins with a header line", self.file, 1, 1)

    def error(self, error: Exception, line: bytes) -> TraceError:
        """The error for a line that is no event, with its column."""
        return no_json(error, line, self.lines)

    def __iter__(self) -> Iterator[Observed]:
        decode, lines = self.decode, self.lines
        count = 0
        for line in self.rows:
            try:
                event = decode(line)
            except UNREADABLE as error:
                if not line.strip():
                    continue
                raise self.error(error, line) from None
            if event.type == "event" and event.kind is not None:
                if self.ended:
                    raise TraceError("an event after the end line; the end comes last", self.file, lines.number, 1)
                event.line = lines.number
                if event.team is not None and event.kind == "turn.begin":
                    _check_team(event.team, lines)
                count += 1
                yield event
            elif event.type == "end":
                self._end(line, count)
            else:
                found = f"type {event.type!r}" if event.type != "event" else "an event without a kind"
                raise TraceError(
                    f'found {found}, expected an "event" with a "kind", or the "end"', self.file, lines.number, 1
                )
        if not self.ended:
            self.notes.append("the trace has no end line: it may be cut")

    def _end(self, line: bytes, count: int) -> None:
        self.ended = True
        try:
            told = msgspec.json.decode(line).get("events")
        except UNREADABLE as error:  # in a field that is passed over as the line is read
            raise self.error(error, line) from None
        if isinstance(told, int) and told != count:
            self.notes.append(f"the end line speaks of {told:,} events, and there are {count:,}: some were left out")


def _check_team(team: object, lines: Lines) -> None:
    names = team if isinstance(team, list) and all(isinstance(name, str) for name in team) else ()
    if not names or len(set(names)) < len(names):
        found = "a list" if isinstance(team, list) else shape.describe(team)
        raise TraceError(f"team: found {found}, expected a list of its players, each once", lines.file, lines.number, 1)


def no_json(error: Exception, line: bytes, lines: Lines) -> TraceError:
    """The error for the line that was read last, which is no JSON, or is other JSON, with its column."""
    said = str(error)
    half = _HALF.search(line) if "truncated" in said or "surrogate" in said else None
    at = said.rpartition("(byte ")[2].rstrip(")")
    column = int(at) + 1 if at.isdecimal() else len(line.rstrip()) + 1 if "truncated" in said else 1
    return TraceError(_message(said, half), lines.file, lines.number, half.start() + 1 if half else column)


_HALF = re.compile(rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]..")
"""An escape that is half of a character, without the other half."""


def _message(said: str, half: re.Match[bytes] | None) -> str:
    """What is wrong with a line, in the words of our messages."""
    if half:
        return f"found {half[0].decode()}, which is half of a character; write both halves, or the whole character"
    if "truncated" in said:
        return "the line is cut: it ends inside an event, or a closing brace is missing; write the trace again"
    if "utf-8" in said.lower():
        return "this is not UTF-8 text; a trace is JSON, one event a line"
    said = said.rpartition(" (byte ")[0] or said
    if said.startswith("Expected"):
        return f"{said[0].lower()}{said[1:]}"
    return f"not JSON: {said.removeprefix('JSON is malformed: ')}; a trace is JSON, one event a line"
