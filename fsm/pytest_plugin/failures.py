"""The errors of a scenario under test, and their text.

The text has each failed expectation with its line, then the events around the first one, the line of the script
before it, the command that opens the debugger there, and the player's file if one was asked for.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import msgspec

from ..errors import InputError
from ..recording import Frame, Recording
from ..recording.text import QUIET
from ..scenario import Failure
from ..wording import event_sentence
from ..words import shown

CONTEXT = (4, 12)
"""How many events before the first difference are shown: without ``-v``, and with it; ``-vv`` shows all."""
LONGEST = 160


class ScenarioError(Exception):
    """A scenario under test that does not pass; ``recording`` is its run, as far as it came."""

    def __init__(self, message: str, recording: Recording | None, failures: Sequence[Failure] = ()) -> None:
        super().__init__(message)
        self.recording, self.failures = recording, tuple(failures)

    @property
    def event(self) -> int:
        """The event of the first difference; the last of the run if there is none."""
        last = len(self.recording) if self.recording else 0
        return min((failure.event or last for failure in self.failures), default=last)


class FailedScenario(ScenarioError):
    """Expectations that do not hold. ``changed`` are lines that show an event against that of a golden trace."""

    def __init__(self, recording: Recording, failures: Sequence[Failure], changed: Sequence[str] = ()) -> None:
        super().__init__("\n".join(map(str, failures)), recording, failures)
        self.changed = tuple(changed)


class UnusableScenario(ScenarioError):
    """A scenario that cannot be run, or not to its end."""

    def __init__(self, error: InputError, recording: Recording | None = None) -> None:
        super().__init__(str(error), recording)


class Case(msgspec.Struct, frozen=True):
    """A test as commands name it: its file and edition, which scenario of the file (0: the only one), its limits."""

    file: str
    edition: str
    number: int
    limit: int

    def debug(self, event: int) -> str:
        """The command that opens the debugger at an event."""
        file = f"./{self.file}" if self.file.startswith("-") else self.file
        which = ["--scenario", str(self.number)] if self.number else []
        limit = ["--limit", str(self.limit)] if self.limit != 1 else []
        parts = ["fsm", "debug", file, "--edition", self.edition, *which, *limit, "--stop-at", str(event)]
        return " ".join(shlex.quote(part) for part in parts)


def text_of(error: ScenarioError, case: Case, lines: Sequence[str], verbose: int, player: str = "") -> Iterator[str]:
    """The text of a failure; ``lines`` are those of the scenario's file, ``player`` is the page that was made."""
    for failure in error.failures:
        yield str(failure)
        yield from _line("expect", lines, failure.line)
    if not error.failures:
        yield str(error)
    recording, event = error.recording, error.event
    if recording is None or (error.failures and not any(failure.event for failure in error.failures)):
        return
    yield f"at event {event} of {len(recording)}, {place(recording[event - 1])}{_first(error)}:"
    yield from getattr(error, "changed", ()) or around(recording, event, verbose)
    yield from _line("source", lines, next((f.line for f in reversed(recording.frames[:event]) if f.line), 0))
    yield f"  debug     {case.debug(event)}"
    if player:
        yield f"  player    {player}"


def _first(error: ScenarioError) -> str:
    """Which of several differences is shown: the first in the run."""
    if len(error.failures) < 2:
        return ""
    line = next(failure.line for failure in error.failures if failure.event in (error.event, 0))
    return f", the first of {len(error.failures)} differences (line {line})"


def _line(what: str, lines: Sequence[str], number: int) -> Iterator[str]:
    if 0 < number <= len(lines):
        yield f"  {what}  {number:>4} | {shown(lines[number - 1].rstrip(), LONGEST)}"


def around(recording: Recording, event: int, verbose: int) -> Iterator[str]:
    """The events before an event, itself marked ``>``, and some after it; -vv shows all of the run."""
    before = CONTEXT[verbose] if 0 <= verbose < len(CONTEXT) else CONTEXT[0] if verbose < 0 else len(recording)
    frames = [f for f in recording if f.seq == event or verbose > 1 or f.event.kind not in QUIET]
    at = next(n for n, frame in enumerate(frames) if frame.seq == event)
    for frame in frames[max(at - before, 0) : at + 1 + before // 2]:
        mark = ">" if frame.seq == event else " "
        yield shown(f"  {mark} {frame.seq:>5}  {place(frame):<34}  {event_sentence(frame.event)}", LONGEST)


def place(frame: Frame) -> str:
    """The address of an event."""
    return frame.address if frame.state.turn else "before the first turn"
