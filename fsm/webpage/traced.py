"""The turns that a trace tells of: the phases and steps of each in the order of play, as a graph that can be drawn.

A trace may tell of steps alone, or of phases alone, and need not number what comes twice. What it leaves out is not
guessed, but for the steps of a phase of which it names none: those are the edition's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain, count

from ..edition import Edition, Kinds
from ..errors import FsmError
from ..recording import TraceEvent
from ..turn import TurnGraph, parse_turn
from ..turn.graph import ROOT


class TracedPart:
    """A phase or a step, as far as a trace tells of it; ``by`` is what inserted it, None if it is a regular one."""

    def __init__(self, kind: str, serial: Iterator[int], by: str | None = None) -> None:
        self.kind, self.by, self.number = kind, by, 0
        self.skipped = self.listed = False
        self.reason = ""
        self.serial = 0 if by is None else next(serial)
        self.inside = TracedParts(serial)
        self.id = ""
        """The id of its node, if the turn makes a graph."""


class TracedParts:
    """The phases of a turn, or the steps of a phase: those of a kind by number, and all in the order of play."""

    def __init__(self, serial: Iterator[int]) -> None:
        self.serial = serial
        self.known: dict[str, list[TracedPart]] = {}
        self.order: list[TracedPart] = []
        self.now: TracedPart | None = None

    def of(self, kind: str) -> list[TracedPart]:
        """Those of a kind, in the order of their numbers; one is regular."""
        return self.known.setdefault(kind, [TracedPart(kind, self.serial)])

    def insert(self, kind: str, number: int, by: str) -> TracedPart:
        """One more is added; without a number it comes next."""
        known = self.of(kind)
        place = number - 1 if number else sum(part.listed for part in known)
        known.insert(place, TracedPart(kind, self.serial, by))
        return known[min(place, len(known) - 1)]

    def begin(self, kind: str, number: int) -> TracedPart:
        """One begins: the one with the number, or else the next that has not begun; if all have, a further one."""
        known = self.of(kind)
        waiting = (part for part in chain(known[number - 1 : number], known) if not part.listed)
        self.now = self.play(next(waiting, None) or self.insert(kind, len(known) + 1, ""))
        self.now.number = number
        return self.now

    def play(self, part: TracedPart) -> TracedPart:
        """One is next in the order of play, if it did not have its place before."""
        if not part.listed:
            part.listed = True
            self.order.append(part)
        return part

    def skip(self, part: TracedPart, reason: str) -> TracedPart:
        """One is skipped, for a reason as notation has it."""
        part.skipped, part.reason = True, reason
        return self.play(part)

    def named(self, kind: str, number: int) -> TracedPart:
        """The one that an event names that begins nothing."""
        known = self.of(kind)
        if self.now in known and known[number - 1 : number] in ([], [self.now]):
            return self.now
        named = (known[number - 1 : number] or known[-1:])[0]
        return self.now if self.now in known and named.listed else named


class TracedTurn:
    """One turn, taken event by event."""

    def __init__(self, events: Sequence[TraceEvent], edition: Edition) -> None:
        self.edition, self.kinds = edition, edition.kinds
        self.phases = TracedParts(count(1))
        self.begun = {place_of(event, self.kinds) for event in events if event.kind in _BEGINS}
        self.reversed = any(event.kind == "turn.reverse" for event in events)
        self.last: tuple[str, str] | None = None
        self.places = [self._place(event) for event in events]
        self.notation = self._written()
        self.graph = self._drawn()

    def _place(self, event: TraceEvent) -> tuple[TracedPart | None, TracedPart | None]:
        """The phase and the step of an event."""
        phase, step = place_of(event, self.kinds)
        if not phase:
            return None, None
        level, _, what = event.kind.partition(".")
        comes = (phase, step) != self.last and (phase, step) not in self.begun and what not in _ELSEWHERE
        starts = event.kind in _BEGINS or comes
        self.last = (phase, step) if starts else self.last
        number, inner = (_number(event, kind, place) for place, kind in ((1, phase), (2, step)))
        if what == "insert" and not step:
            return self.phases.insert(phase, number, event.by or ""), None
        began = starts and self._elsewhere(event, phase, step, number)
        found = self.phases.begin(phase, number) if began else self.phases.named(phase, number)
        if not step:
            return (
                self.phases.skip(found, self._reason(event)) if what == "skip" and level == "phase" else found
            ), None
        if what == "insert":
            return found, found.inside.insert(step, inner, event.by or "")
        at = found.inside.begin(step, inner) if starts else found.inside.named(step, inner)
        if what == "skip" and level == "step":
            found.inside.skip(at, self._reason(event))
        return found, at

    def _reason(self, event: TraceEvent) -> str:
        """Why something is skipped: by the rules of the edition that the trace cites, or by an effect."""
        known = (topic for topic in _SKIPS if set(self.edition.cite(topic)) & set(event.rules))
        topic = next(known, "")
        return topic or (f"skip: {event.by}" if event.by else "")

    def _elsewhere(self, event: TraceEvent, phase: str, step: str, number: int) -> bool:
        """Whether a phase begins here: the trace says so, or play is in another one, or the step comes too early."""
        now = self.phases.now
        if not step or (phase, "") in self.begun:
            return not step
        if now is None or now.kind != phase or now.number != number:
            return True
        before, steps = now.inside.now, self.kinds.steps
        return not event.node and before is not None and _rank(step, steps) < _rank(before.kind, steps)

    def _phases(self) -> list[TracedPart]:
        """The phases; one that never begins stands where the edition has it, if the trace tells of its steps."""
        order = list(self.phases.order)
        for part in (part for known in self.phases.known.values() for part in known):
            if not part.listed and part.inside.order:
                _put(order, part, self.kinds.phases)
        return order

    def _steps(self, phase: TracedPart) -> list[TracedPart]:
        """The steps of a phase; a skip is often told early, and what is skipped goes to its place."""
        steps = [step for step in phase.inside.order if not step.skipped]
        whole = () if steps else self.kinds.steps_of.get(phase.kind, ())
        for step in (step for step in phase.inside.order if step.skipped):
            _put(steps, step, self.kinds.steps)
        for kind in whole:
            if kind not in {step.kind for step in phase.inside.order}:
                _put(steps, phase.inside.of(kind)[0], self.kinds.steps)
        return steps

    def _written(self) -> str:
        """The turn in notation."""
        mains, phases = count(1), []
        self.phases.order = self._phases()
        for phase in self.phases.order:
            phase.inside.order = self._steps(phase)
            steps = " ".join(_marked(self.kinds.tokens.get(s.kind, s.kind), s, "step") for s in phase.inside.order)
            bare = not steps or (phase.by is None and not phase.skipped)
            main = f"M{next(mains)}" if not steps and phase.kind in self.kinds.steps_of else phase.kind
            phases.append(_marked((steps or main) if bare else f"({steps})", phase, "phase"))
        return ("< " if self.reversed else "") + " | ".join(phases)

    def _drawn(self) -> TurnGraph | None:
        """The graph of the notation, if it is a turn of the edition; the parts get the ids of their nodes."""
        try:
            graph = parse_turn(self.notation, self.edition) if self.phases.order else None
        except FsmError:
            return None
        for phase, id in zip(self.phases.order, graph.children() if graph else (), strict=False):
            phase.id = id
            for step, inner in zip(phase.inside.order, graph.children(id) if graph else (), strict=False):
                step.id = inner
        return graph

    def node(self, phase: TracedPart | None, step: TracedPart | None) -> tuple[str, str]:
        """The ids of the nodes of a place, the innermost and the phase's; the turn's where there is none."""
        outer = phase.id if phase else ""
        return (step.id if step else "") or outer or ROOT, outer or ROOT


def _put(parts: list[TracedPart], part: TracedPart, kinds: Sequence[str]) -> None:
    """Put a part that play never came to where the edition has it."""
    rank = _rank(part.kind, kinds)
    before = [place for place, other in enumerate(parts, 1) if _rank(other.kind, kinds) <= rank]
    parts.insert(before[-1] if before else 0, part)


def _rank(kind: str, kinds: Sequence[str]) -> int:
    return kinds.index(kind) if kind in kinds else len(kinds)


def place_of(event: TraceEvent, kinds: Kinds) -> tuple[str, str]:
    """The kinds of the phase and step of an event, empty where it has none; the edition knows the phase of a step."""
    step = event.step or ""
    return event.phase or kinds.phase_of.get(step, ""), step


def traced_turns(events: Sequence[TraceEvent]) -> list[tuple[int, list[int]]]:
    """The turns of a trace: for each its number, 0 if it is skipped, and the positions of its events.

    A turn begins where the trace says so, or with the first event in a phase or step of another turn.
    """
    turns: list[tuple[int, list[int]]] = []
    number = 0
    mine: list[int] = []
    for at, event in enumerate(events):
        if event.kind == "turn.skip":
            turns.append((0, [at]))
        elif event.kind == "turn.begin" or (event.turn > 0 and event.turn != number and (event.phase or event.step)):
            number, mine = event.turn, [at]
            turns.append((number, mine))
        else:
            mine.append(at)
    return turns


_BEGINS = ("phase.begin", "step.begin")
_ELSEWHERE = ("insert", "skip", "end")
"""What is told of places where play need not be."""


def _number(event: TraceEvent, kind: str, place: int) -> int:
    """The number of a phase or step in the address of an event; 0 if there is none, or addresses are not as ours."""
    parts = event.node.split(".")
    name, _, number = parts[place].partition("#") if place < len(parts) else ("", "", "")
    if name != kind or (number and not (number.isdecimal() and len(number) < 6)):
        return 0
    return int(number or 1)


def _marked(text: str, part: TracedPart, level: str) -> str:
    if part.by is not None:
        reason = json.dumps(f"extra_{level}: {part.by}") if part.by else ""
        text = f"+{part.serial}{reason}:{text}"
    if not part.skipped:
        return text
    return f"[{text}]{json.dumps(part.reason) if part.reason else ''}"


_SKIPS = ("first_draw", "no_attackers")
"""The topics of the rules by which steps are skipped without an effect."""
