"""A trace of anybody's engine as the plain data that the page reads: what happened, without states.

The turns are drawn from the phases and steps that the trace tells of, written as notation and read back;
a turn that does not make a turn under its edition is told by its notation alone.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from ..edition import Edition, Kinds, kinds_in_use, load_edition
from ..errors import FsmError
from ..game import EVENT_KINDS
from ..recording import Trace, TraceEvent
from ..turn import TurnGraph, parse_turn
from ..turn.graph import ROOT
from ..words import shown
from .pictures import Pictures, data_id
from .tables import Table


def foreign(trace: Trace) -> dict[str, Any]:
    """All that the page shows of a trace."""
    edition = _edition(trace.edition)
    seats = Table()
    for name in trace.players:
        seats.index(name)
    tables = {name: Table() for name in ("kind", "node", "rules", "detail", "text", "coming", "facts")}
    pictures = Pictures()
    turns, graphs = _turns(trace, edition, pictures, seats)
    rows = [_row(event, tables, seats, graphs.get(event.turn), edition) for event in trace.events]
    names = ("kind", "turn", "active", "node", "rules", "player", "detail", "line", "text", "coming", "facts")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)) if rows else {n: [] for n in names}
    cited = dict.fromkeys(number for rules in tables["rules"].values for number in rules)
    says = edition.rules if edition else {}
    return {
        "edition": {"id": trace.edition, "title": edition.title if edition else trace.edition},
        "name": "",
        "file": "",
        "status": trace.status,
        "players": seats.values,
        "header": "",
        "rules": {number: says[number].says for number in cited if number in says},
        "turns": turns,
        "pictures": pictures.drawn,
        "tables": {name: table.values for name, table in tables.items()},
        "columns": columns,
        "paths": [],
        "values": [],
        "changed": [],
        "changes": [0] * len(rows),
    }


def _edition(id: str) -> Edition | None:
    try:
        return load_edition(id)
    except FsmError:
        return None


def _row(
    event: TraceEvent, tables: dict[str, Table], seats: Table, graph: TurnGraph | None, edition: Edition | None
) -> tuple[int, ...]:
    return (
        tables["kind"].index(event.kind),
        event.turn,
        -1 if event.active is None else seats.index(event.active),
        _node(event, tables["node"], graph),
        tables["rules"].index(event.rules),
        -1 if event.player is None else seats.index(event.player),
        tables["detail"].index(""),
        0,
        tables["text"].index(_sentence(event, edition)),
        tables["coming"].index(()),
        tables["facts"].index(()),
    )


def _inside(event: TraceEvent) -> str:
    """The address of an event inside its turn."""
    return event.node.partition(".")[2]


def _node(event: TraceEvent, nodes: Table, graph: TurnGraph | None) -> int:
    inside = _inside(event)
    id = next((id for id, address in graph.addresses.items() if address == inside), "") if graph and inside else ""
    phase = graph.phase_of(id) if graph and id and id != ROOT else ROOT
    inserted = bool(graph and id and (graph.nodes[id].inserted or graph.nodes[phase].inserted))
    place = [event.phase, event.step, inside, data_id(id or ROOT), data_id(phase), inserted]
    return nodes.index(place, tuple(place))


def _sentence(event: TraceEvent, edition: Edition | None) -> str:
    """An event in words, as far as a trace knows them."""
    level, _, what = event.kind.partition(".")
    by = f", by {shown(event.by)}" if event.by else ""
    if event.kind == "turn.begin":
        return f"Turn {event.turn} · {shown(event.active or '')}{by}"
    if level in ("phase", "step") and what in _ABOUT_PARTS:
        return _begun(f"{_ABOUT_PARTS[what][0]}{_name(event, edition)}{_ABOUT_PARTS[what][1]}{by}")
    kind = EVENT_KINDS.get(event.kind)
    text = kind.says if kind else shown(event.kind)
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
    return spec.name if spec else shown(kind.replace("_", " "))


def _turns(
    trace: Trace, edition: Edition | None, pictures: Pictures, seats: Table
) -> tuple[list[dict[str, Any]], dict[int, TurnGraph]]:
    """The turns that begin or are skipped, and the graphs of those that can be read."""
    turns: list[dict[str, Any]] = []
    graphs: dict[int, TurnGraph] = {}
    begins = [at for at, event in enumerate(trace.events) if event.kind in ("turn.begin", "turn.skip")]
    for at, end in pairwise((*begins, len(trace.events))):
        event = trace.events[at]
        taken = event.kind == "turn.begin"
        parts = list(trace.events[at:end])
        notation = _notation(parts, edition.kinds if edition else kinds_in_use()) if taken else ""
        graph = _graph(notation, edition) if taken else None
        if graph is not None:
            graphs[event.turn] = graph
        owner = event.active if taken else event.player or event.active
        turns.append(
            {
                "number": event.turn if taken else 0,
                "seat": seats.index(owner) if owner is not None else 0,
                "first": at + 1,
                "extra": 0,
                "by": event.by or "",
                "skipped": "" if taken else event.by or "an effect",
                "controller": "",
                "notation": graph.notation() if graph else notation,
                "picture": pictures.of_graph(graph) if graph else Pictures.none,
            }
        )
    return turns, graphs


def _graph(notation: str, edition: Edition | None) -> TurnGraph | None:
    try:
        return parse_turn(notation, edition) if edition and notation else None
    except FsmError:
        return None


def _notation(events: list[TraceEvent], kinds: Kinds) -> str:
    """The notation of a turn whose parts begin, are skipped and are inserted as a trace tells."""
    inserted = {_inside(e): e.by or "" for e in events if e.kind in ("phase.insert", "step.insert")}
    phases: dict[str, list[TraceEvent]] = {}
    for event in events:
        if event.kind in ("phase.begin", "phase.skip", "step.begin", "step.skip"):
            phases.setdefault(_inside(event).partition(".")[0], []).append(event)
    writer = _Writer(inserted, kinds)
    return " | ".join(writer.phase(name, parts) for name, parts in phases.items())


class _Writer:
    """Writes the phases of one turn as notation, counting what was inserted and the main phases."""

    def __init__(self, inserted: dict[str, str], kinds: Kinds) -> None:
        self.inserted, self.kinds = inserted, kinds
        self.serial = self.mains = 0

    def phase(self, name: str, parts: list[TraceEvent]) -> str:
        """One phase: its steps in their order, or the number of a main phase."""
        mark = self._mark(name)
        steps = sorted((e for e in parts if e.step), key=lambda e: self._place(str(e.step)))
        skipped = any(e.kind == "phase.skip" for e in parts)
        if self.kinds.steps_of.get(str(parts[0].phase)):
            text = " ".join(map(self._step, steps))
            text = f"({text})" if mark or skipped else text
        else:
            self.mains += 1
            text = f"M{self.mains}"
        return f"[{mark}{text}]" if skipped else f"{mark}{text}"

    def _step(self, event: TraceEvent) -> str:
        token = self.kinds.tokens.get(str(event.step), str(event.step))
        text = f"{self._mark(_inside(event))}{token}"
        return f"[{text}]" if event.kind == "step.skip" else text

    def _mark(self, address: str) -> str:
        if address not in self.inserted:
            return ""
        self.serial += 1
        level, by = "step" if "." in address else "phase", self.inserted[address]
        return f"+{self.serial}" + (json.dumps(f"extra_{level}: {by}") if by else "") + ":"

    def _place(self, step: str) -> int:
        return self.kinds.steps.index(step) if step in self.kinds.steps else len(self.kinds.steps)
