"""A trace of anybody's engine as the plain data that the page reads: what happened, without states.

``traced.py`` makes turns of the phases and steps that the trace tells of; one that is no turn under the edition
of the trace is shown as its notation.
"""

from __future__ import annotations

from typing import Any

from ..edition import Edition, load_edition
from ..errors import FsmError
from ..recording import Trace, TraceEvent
from ..wording import EVENT_KINDS
from ..words import shown
from .pictures import Pictures, data_id
from .record import COLUMNS, TABLES
from .states import Table
from .traced import TracedPart, TracedTurn, place_of, traced_turns


def foreign(trace: Trace) -> dict[str, Any]:
    """All that the page shows of a trace."""
    reader = _Reader(trace)
    rows = reader.rows()
    columns = {name: [row[place] for row in rows] for place, name in enumerate(COLUMNS)}
    cited = dict.fromkeys(number for rules in reader.tables["rules"].values for number in rules)
    return {
        "edition": {"id": trace.edition, "title": reader.title()},
        "name": "",
        "file": "",
        "status": trace.status,
        "players": reader.seats.values,
        "header": "",
        "rules": {number: line for number in cited if reader.known and (line := reader.edition.line(number))},
        "turns": reader.turns,
        "pictures": reader.pictures.drawn,
        "tables": {name: table.values for name, table in reader.tables.items()},
        "columns": columns,
        "paths": [],
        "values": [],
        "changed": [],
        "changes": [0] * len(rows),
    }


NOBODY = "somebody"
"""Whose turn it is, if a trace does not say."""
UNNAMED = "an unnamed effect"
"""What did something, if a trace does not say."""


class _Reader:
    """Reads the turns of a trace, then its events as rows of numbers."""

    def __init__(self, trace: Trace) -> None:
        known = _edition(trace.edition)
        self.trace, self.known, self.edition = trace, known is not None, known or load_edition()
        self.seats, self.pictures = Table(), Pictures()
        for name in trace.players:
            self.seats.index(name)
        self.tables = {name: Table() for name in TABLES}
        self.nowhere = TracedTurn((), self.edition)
        self.turns: list[dict[str, Any]] = []
        self.nodes: dict[int, int] = {}
        """The entry of the table of nodes, by the position of the event."""
        for number, places in traced_turns(trace.events):
            self._read_turn(number, places)

    def title(self) -> str:
        """What the edition is called; of one that is not known here, how its turns are drawn."""
        if self.known:
            return self.edition.title
        return f"{shown(self.trace.edition) or 'no edition named'}, drawn as {self.edition.title}"

    def rows(self) -> list[tuple[int, ...]]:
        """The columns of each event."""
        return [self._row(at, event) for at, event in enumerate(self.trace.events)]

    def _read_turn(self, number: int, places: list[int]) -> None:
        """Reads one turn; one that is skipped has nothing in it."""
        events = [self.trace.events[at] for at in places]
        first = events[0]
        traced = TracedTurn(events if number else [], self.edition)
        for at, event, (phase, step) in zip(places, events, traced.places, strict=False):
            self.nodes[at] = self._node(event, traced, phase, step)
        owner = next((event.active for event in events if event.active is not None), first.player)
        if not number or first.kind != "turn.begin":
            owner = first.player or owner
        self.turns.append(
            {
                "number": number,
                "seat": self.seats.index(NOBODY if owner is None else owner),
                "first": places[0] + 1,
                "extra": 0,
                "by": first.by or "" if first.kind.startswith("turn.") else "",
                "skipped": "" if number else first.by or UNNAMED,
                "controller": "",
                "notation": traced.graph.notation() if traced.graph else traced.notation,
                "picture": self.pictures.of_graph(traced.graph) if traced.graph else Pictures.none,
            }
        )

    def _node(self, event: TraceEvent, traced: TracedTurn, phase: TracedPart | None, step: TracedPart | None) -> int:
        """Where an event happened, as ``record.py`` says it of our own."""
        id, outer = traced.node(phase, step)
        by = next((part.by or UNNAMED for part in (step, phase) if part and part.by is not None), None)
        inside = event.node.partition(".")[2] or ".".join(filter(None, place_of(event, self.edition.kinds)))
        place = [event.phase or (phase and phase.kind), event.step, inside, data_id(id), data_id(outer), by]
        return self.tables["node"].index(place, tuple(place))

    def _row(self, at: int, event: TraceEvent) -> tuple[int, ...]:
        tables = self.tables
        said = (
            tables["kind"].index(event.kind),
            self.nodes[at] if at in self.nodes else self._node(event, self.nowhere, None, None),
            tables["rules"].index(event.rules),
            -1 if event.player is None else self.seats.index(event.player),
            tables["detail"].index(""),
            tables["text"].index(_sentence(event, self.edition)),
            -1 if event.active is None else self.seats.index(event.active),
        )
        nothing = tables["coming"].index(()), tables["facts"].index(())
        return (tables["said"].index(said), event.turn, 0, *nothing)


def _edition(id: str) -> Edition | None:
    try:
        return load_edition(id)
    except FsmError:
        return None


def _sentence(event: TraceEvent, edition: Edition | None) -> str:
    """An event in words, as far as a trace knows them."""
    level, _, what = event.kind.partition(".")
    by = f", by {shown(event.by)}" if event.by else ""
    if event.kind == "turn.begin":
        return f"Turn {event.turn} · {shown(event.active or '')}{by}"
    if level in ("phase", "step") and what in _ABOUT_PARTS:
        return _begun(f"{_ABOUT_PARTS[what][0]}{_name(event, edition)}{_ABOUT_PARTS[what][1]}{by}")
    kind = EVENT_KINDS.get(event.kind)
    text = kind.meaning if kind else shown(event.kind)
    who = shown(event.player or "")
    if who and text.startswith(_SOMEBODY):
        return f"{who} {text.removeprefix(_SOMEBODY)}{by}"
    return _begun(f"{text} ({who}){by}" if who else f"{text}{by}")


_SOMEBODY = "a player "


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


_ABOUT_PARTS = {
    "begin": ("", ""),
    "end": ("the end of the ", ""),
    "skip": ("- ", " is skipped"),
    "insert": ("+ A further ", " is added"),
}
"""What is said of a phase or step, before and after its name."""


def _name(event: TraceEvent, edition: Edition | None) -> str:
    """What the edition calls the phase or step, or what the trace does."""
    kind = event.step or event.phase or "part"
    try:
        spec = (edition.step(kind) if event.step else edition.phase(kind)) if edition else None
    except (KeyError, FsmError):
        spec = None
    number = next((part.partition("#")[2] for part in reversed(event.node.split(".")) if "#" in part), "")
    again = f" #{number}" if event.kind.endswith((".begin", ".skip")) and number.isdecimal() and number != "1" else ""
    return f"{spec.name if spec else shown(kind.replace('_', ' '))}{again}"
