"""Compares a trace with the run of a scenario: of the kinds that the trace tells it has to tell exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

import msgspec

from ..recording import Recording
from ..recording.trace import event_fields
from .judge import FIRST, Setup
from .observed import Observed, Told
from .verdict import Finding, Verdict

FIELDS = ("turn", "active", "phase", "step", "node", "player")
"""The fields that are compared, where the trace has them."""


def compare_with(
    events: Iterable[Observed], recording: Recording, setup: Setup, file: str, tick: Callable[[int], None] | None = None
) -> Verdict:
    """Whether a trace is the run of a scenario, as far as it tells of it; the lengths are compared, too."""
    source = iter(events)
    first = list(islice(source, FIRST))
    told = Told(recording.edition, first, setup.silent)
    expected = _expected(recording, told)
    number = turns = 0
    finding: Finding | None = None
    line = 0
    for event in chain(first, source):
        line = event.line
        told.settle(event)
        finding = _difference(event, next(expected, None))
        if finding is not None:
            break
        number += 1
        turns += event.kind == "turn.begin"
        if tick is not None and not number & 8191:
            tick(number)
    want = next(expected, None) if finding is None else None
    if want is not None:
        why = "the trace is over; the run of the scenario goes on"
        finding = Finding(line + 1, "the end of the trace", why, want.rules, (str(want.observed),))
    notes = (f"compared with the run of {recording.name or recording.file}",)
    letters = tuple(sorted(told.letters))
    return Verdict(file, recording.edition.id, number, turns, finding, letters, notes=notes)


def _difference(event: Observed, want: Expected | None) -> Finding | None:
    """How an event differs from that of the run, if it does."""
    if want is None:
        return Finding(event.line, str(event), "the run of the scenario is over; the trace goes on")
    wrong = _wrong(event, want)
    if not wrong:
        return None
    why = f"the run of the scenario has another event here; they differ in {', '.join(wrong)}"
    return Finding(event.line, str(event), why, want.rules, (str(want.observed),))


class Expected(msgspec.Struct, frozen=True):
    """An event of the run, with the rules that it obeys."""

    observed: Observed
    rules: tuple[str, ...]


def _expected(recording: Recording, told: Told) -> Iterator[Expected]:
    for frame in recording:
        fields = event_fields(frame)
        observed = msgspec.convert({"kind": frame.event.kind, **{name: fields.get(name) for name in FIELDS}}, Observed)
        if told.tells(told.letter(observed), observed.phase, observed.step):
            yield Expected(observed, frame.event.rules)


def _wrong(event: Observed, want: Expected) -> list[str]:
    if event.kind != want.observed.kind:
        return ["kind"]
    pairs = ((name, getattr(event, name), getattr(want.observed, name)) for name in FIELDS)
    return [name for name, found, wanted in pairs if found is not None and found != wanted]
