"""What holds of all events of a run: each says what its kind declares, cites what is obeyed, and is told once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fsm.edition import Edition, edition_ids
from fsm.game import Event
from fsm.rulebook import places
from fsm.wording import EVENT_KINDS, EventKind

SILENT = {("card.move", "cr2006"), ("card.move", "cr2008")}
"""The events that cite no rule: of a permanent spell that cannot enter the rules spoke only later."""


def check_events(events: Iterable[Event]) -> Counter[str]:
    """Looks at all events of a run; how many there were of each kind."""
    told: Counter[tuple[int, str, str]] = Counter()
    kinds: Counter[str] = Counter()
    cited: set[tuple[Edition, str, tuple[str, ...]]] = set()
    for event in events:
        kinds[event.kind] += 1
        wrong = [*faults(event, EVENT_KINDS[event.kind])]
        assert not wrong, "; ".join(wrong)
        if event.kind.startswith(("phase.", "step.")) and event.kind.endswith((".insert", ".skip")):
            told[event.state.turn, event.kind, event.node] += 1
        cited.add((event.state.edition, event.kind, event.rules))
    twice = [change for change, times in told.items() if times > 1]
    assert not twice, f"told of twice: {twice}"
    lone = [one for one in cited if one[0].id in edition_ids() and not _is_obeyed(*one)]
    assert not lone, f"of no rule, or of one that no function obeys: {lone}"
    return kinds


def _is_obeyed(edition: Edition, kind: str, numbers: tuple[str, ...]) -> bool:
    """Whether events cite rules, each of which a function obeys, or by which there is a phase or a step."""
    own = {spec.rule for specs in (edition.all_phases, edition.all_steps) for spec in specs.values()}
    others = (edition.rules[number].topics for number in numbers if number not in own)
    return bool(numbers or (kind, edition.id) in SILENT) and all(places().keys() & topics for topics in others)


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
