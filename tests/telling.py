"""What holds of all events of a run: each says what its kind declares, and no change of a turn is told twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fsm.game import Event
from fsm.wording import EVENT_KINDS, EventKind


def check_events(events: Iterable[Event]) -> Counter[str]:
    """Looks at all events of a run; how many there were of each kind."""
    told: Counter[tuple[int, str, str]] = Counter()
    kinds: Counter[str] = Counter()
    for event in events:
        kinds[event.kind] += 1
        wrong = [*faults(event, EVENT_KINDS[event.kind])]
        assert not wrong, "; ".join(wrong)
        if event.kind.startswith(("phase.", "step.")) and event.kind.endswith((".insert", ".skip")):
            told[event.state.turn, event.kind, event.node] += 1
    twice = [change for change, times in told.items() if times > 1]
    assert not twice, f"told of twice: {twice}"
    return kinds


def faults(event: Event, kind: EventKind) -> Iterator[str]:
    """The fields of an event that its kind does not declare, and declared fields that it lacks."""
    said = dict(event.detail)
    if event.player is not None:
        said["player"] = event.state.name(event.player)
    for name, field in kind.fields.items():
        if name not in said and field.always:
            yield f"{event.kind} says no {name}"
        if name in said and not field.type.fits(said[name]):
            yield f"{event.kind}: {name} is {said[name]!r}, expected {field.type.name}"
    yield from (f"{event.kind} says {name}, which it does not declare" for name in said if name not in kind.fields)
