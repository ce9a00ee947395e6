"""What holds of all events of a run: each says what its kind declares, and no change of a turn is told twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from fsm.game import EVENT_KINDS, Event
from fsm.game.events.kind import faults


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
