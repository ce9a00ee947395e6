"""A recording as the plain data that the page reads: tables of what is said, and columns of numbers into them.

What is alike is made once. Objects are told apart by ``id``: a recording keeps all that it is of.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from typing import Any

from ..game import Event, State
from ..recording import Frame, RecordedTurn, Recording, recorded_turns, tell, told_schedule
from ..recording.trace import event_fields
from ..turn.graph import ROOT
from .pictures import Pictures, data_id
from .states import States
from .tables import Table

COLUMNS = ("kind", "turn", "active", "node", "rules", "player", "detail", "line", "text", "coming", "facts")
"""What is known of each event, as a number: of a table's entry, or what the number itself says."""

_FIXED = ("type", "seq", "kind", "turn", "active", "phase", "step", "node", "rules", "player", "line")


class Reader:
    """Reads the events of a recording one by one into columns."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.columns: dict[str, list[int]] = {}
        self.tables = {name: Table() for name in ("kind", "node", "rules", "detail", "text", "coming", "facts")}
        self.states = States()
        self.changed: list[list[int]] = []
        self.sentences: dict[Hashable, tuple[int, ...]] = {}
        self.schedules: dict[Hashable, int] = {}
        self.unmade: set[Hashable] = set()
        self.told: tuple[int, ...] = ()
        self.last = 0

    def read(self) -> None:
        """Read all events."""
        rows = []
        for position, frame in enumerate(self.recording):
            rows.append(self._row(position, frame))
            self.changed.append(self.states.changes(frame.state))
        self.columns = dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))

    def _row(self, position: int, frame: Frame) -> tuple[int, ...]:
        event, state = frame.event, frame.state
        kind, node, rules, player, detail, text = self._told(frame)
        coming, facts = self._coming(state), self._facts(position, event)
        return kind, state.turn, state.active, node, rules, player, detail, frame.line, text, coming, facts

    def _told(self, frame: Frame) -> tuple[int, ...]:
        """What an event says by itself: kind, place, rules, player, details and sentence; alike ones are told once."""
        event, state = frame.event, frame.state
        turn = state.turn if event.kind.startswith("turn.") else 0
        detail = str(event.detail) if event.detail else ""
        key = (event.kind, event.player, event.node, event.rules, id(state.at.graph), turn, state.active, detail)
        if key not in self.sentences:
            self.sentences[key] = self._tell(frame)
        return self.sentences[key]

    def _tell(self, frame: Frame) -> tuple[int, ...]:
        event, tables = frame.event, self.tables
        return (
            tables["kind"].index(event.kind),
            self._node(frame),
            tables["rules"].index(event.rules),
            -1 if event.player is None else event.player,
            self._detail(event),
            tables["text"].index(tell(event)),
        )

    def _node(self, frame: Frame) -> int:
        """Where an event happened: phase, step, address, ids of stop and phase in pictures, and what inserted it.

        What inserted it is an effect or the rules; of a regular part it is None.
        """
        event, graph = frame.event, frame.state.graph
        fields = event_fields(frame)
        node = graph.nodes[event.node]
        phase = ROOT if event.node == ROOT else graph.phase_of(event.node)
        mark = node.inserted or graph.nodes[phase].inserted
        place = [
            fields["phase"],
            fields["step"],
            graph.addresses.get(event.node, ""),
            data_id(event.node),
            data_id(phase),
            (mark.by or "the rules") if mark else None,
        ]
        return self.tables["node"].index(place, tuple(place))

    def _detail(self, event: Event) -> int:
        """The further facts of an event as they stand in its line of the trace, without braces."""
        fields = {key: value for key, value in event.detail if key not in _FIXED}
        return self.tables["detail"].index(written(fields)[1:-1] if fields else "")

    def _coming(self, state: State) -> int:
        """What is still to come, as lines; told once where what it is made of is the same."""
        made_of = (state.at, state.rotation, state.skips, state.ahead, state.agenda, state.battlefield, state.outcome)
        ids = tuple(map(id, made_of))
        if ids == self.told:
            return self.last
        key = (state.at.graph, state.at.stop, state.rotation, state.skips, state.ahead, state.active)
        busy = state.agenda or any(p.card.static for p in state.battlefield) or state.outcome
        self.told, known = ids, None if busy else self.schedules.get(key)
        self.last = self.tables["coming"].index(tuple(told_schedule(state))[1:]) if known is None else known
        if not busy:
            self.schedules[key] = self.last
        return self.last

    def _facts(self, position: int, event: Event) -> int:
        state = event.state
        key = (state.at.stop, event.node, id(state.at.graph))
        if state.extra is None and key in self.unmade:
            return self.tables["facts"].index(())
        facts = tuple(self.recording.reasons.facts(position))
        if not facts:
            self.unmade.add(key)
        return self.tables["facts"].index(tuple((fact.text, fact.seq) for fact in facts))


def record(recording: Recording) -> dict[str, Any]:
    """All that the page shows of a recording."""
    reader, pictures = Reader(recording), Pictures()
    reader.read()
    leaves, edition = reader.states.leaves, recording.edition
    cited = dict.fromkeys(number for rules in reader.tables["rules"].values for number in rules)
    turns = list(_turns(recording, pictures))
    return {
        "edition": {"id": edition.id, "title": edition.title},
        "name": recording.name,
        "file": recording.file,
        "status": recording.status,
        "players": list(recording.players),
        "header": _header(recording),
        "rules": {number: edition.rules[number].says for number in cited if number in edition.rules},
        "turns": turns,
        "pictures": pictures.drawn,
        "tables": {name: table.values for name, table in reader.tables.items()},
        "columns": reader.columns,
        "paths": leaves.paths.values,
        "values": leaves.values.values,
        "changed": [number for changes in reader.changed for number in changes],
        "changes": [len(changes) for changes in reader.changed],
    }


def _turns(recording: Recording, pictures: Pictures) -> Iterator[dict[str, Any]]:
    for turn in recorded_turns(recording):
        yield _turn(turn, pictures)


def _turn(turn: RecordedTurn, pictures: Pictures) -> dict[str, Any]:
    """One turn as the scrubber shows it: whose, its first event, what created it, its phases, its picture."""
    graph = turn.graph
    taken = bool(turn.number)
    return {
        "number": turn.number,
        "seat": turn.seat,
        "first": turn.frames[0].seq,
        "extra": turn.extra,
        "by": turn.by,
        "skipped": turn.skipped,
        "controller": turn.controller,
        "notation": graph.notation() if taken else "",
        "picture": pictures.of_turn(turn) if taken else Pictures.none,
    }


def _header(recording: Recording) -> str:
    """The first line of the trace."""
    from ..recording import trace_lines

    return next(trace_lines(recording))


def written(value: Any) -> str:
    """A value as traces write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
