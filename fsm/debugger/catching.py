"""What a session can stop at besides breakpoints: failures, refusals, skips, insertions and turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..errors import InputError
from ..scenario import Failure, Scenario
from .tape import Tape

FILTERS = {
    "failed": "an expectation fails",
    "refused": "an action is refused",
    "skipped": "a turn, phase or step is skipped",
    "inserted": "a turn, phase or step is inserted",
    "turn": "a turn begins",
}
"""The events that a session can stop at besides breakpoints, by name."""

_KINDS = {"skipped": ".skip", "inserted": ".insert", "turn": "turn.begin"}

Caught = Mapping[str, Mapping[int, str]]
"""The stops of each filter, each with what is known about it."""


def caught(tape: Tape, scenario: Scenario, failures: Sequence[Failure], error: InputError | None) -> Caught:
    """Where a run stops for each filter: what was refused with its line and the reason, what failed with its text."""
    found: dict[str, Mapping[int, str]] = {
        name: {p: "" for p, frame in enumerate(tape.recording) if frame.event.kind.endswith(ending)}
        for name, ending in _KINDS.items()
    }
    line_of = scenario.document.line
    refused = [(one.event, f"line {line_of(one.path)}: {one.said}") for one in tape.recording.attempts if one.said]
    if error is not None:
        refused.append((len(tape), f"line {error.line}: {error.message}"))
    found["refused"] = _by_stop(refused)
    found["failed"] = _by_stop((one.event or len(tape), f"line {one.line}: {one.what}") for one in failures)
    return found


def _by_stop(told: Iterable[tuple[int, str]]) -> dict[int, str]:
    """What is told, by stops, of so many events each."""
    found: dict[int, list[str]] = {}
    for events, text in told:
        found.setdefault(max(events - 1, 0), []).append(text)
    return {stop: "; ".join(texts) for stop, texts in found.items()}
