"""A recording as the plain data that the page reads: tables of what is said, and columns of numbers into them.

What is alike is made once. Objects are told apart by ``id``: a recording keeps all that it is of.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from typing import Any

from ..game import Event, State
from ..recording import Frame, RecordedTurn, Recording, recorded_turns, schedule_lines
from ..recording.trace import event_fields
from ..turn.graph import ROOT
from ..wording import event_sentence
from .pictures import Pictures, data_id
from .states import States, Table, places_of

COLUMNS = ("said", "turn", "line", "coming", "facts")
"""What is known of each event, as a number: of a table's entry, or what the number itself says."""
SAID = ("kind", "node", "rules", "player", "detail", "text", "active")
"""What an event says by itself, an entry of the table ``said``: numbers of the same sort."""
TABLES = ("kind", "node", "rules", "detail", "text", "said", "coming", "facts")

_FIXED = ("type", "seq", "kind", "turn", "active", "phase", "step", "node", "rules", "player", "line")


class Reader:
    """Reads the events of a recording one by one into columns."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.tables = {name: Table() for name in TABLES}
        self.columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
        self.states = States()
        self.changes: list[int] = []
        self.sentences: dict[Hashable, tuple[int, int]] = {}
        self.schedules: dict[Hashable, int] = {}
        self.matters: dict[tuple[int, ...], bool] = {}
        self.last = 0

    def read(self) -> None:
        """Read all events."""
        said, turn, line, coming, facts = self.columns.values()
        for position, frame in enumerate(self.recording):
            state = frame.event.state
            self.changes.append(self.states.changes(state))
            number, known = self._indexed(position, frame)
            said.append(number)
            turn.append(state.turn)
            line.append(frame.line)
            coming.append(self._coming(state))
            facts.append(self._facts(position) if known < 0 or state.extra else known)

    def _indexed(self, position: int, frame: Frame) -> tuple[int, int]:
        """What an event says by itself, and the facts about its place, -1 if they depend on what was before it.

        Alike ones are told once.
        """
        event, at, active = frame.event, frame.event.state.at, frame.event.state.active
        turn = event.state.turn if event.kind.startswith("turn.") else 0
        detail = str(event.detail) if event.detail else ""
        key = (event.kind, event.player, event.node, event.rules, at.stop, id(at.graph), turn, active, detail)
        found = self.sentences.get(key)
        if found is None:
            facts = self._facts(position)
            fixed = not any(seq for _, seq in self.tables["facts"].values[facts])
            found = self.sentences[key] = self.tables["said"].index(self._tell(frame)), facts if fixed else -1
        return found

    def _tell(self, frame: Frame) -> tuple[int, ...]:
        event, tables = frame.event, self.tables
        return (
            tables["kind"].index(event.kind),
            self._node(frame),
            tables["rules"].index(event.rules),
            -1 if event.player is None else event.player,
            self._detail(event),
            tables["text"].index(event_sentence(event)),
            frame.state.active,
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
        touched = self.states.touched
        matters = self.matters.get(touched)
        if matters is None:
            matters = self.matters[touched] = not MADE_OF.isdisjoint(touched)
        if matters:
            self.last = self._schedule(state)
        return self.last

    def _schedule(self, state: State) -> int:
        busy = state.agenda or any(p.card.static for p in state.battlefield) or state.outcome
        key = (state.at.graph, state.at.stop, state.rotation, id(state.standing), state.active)
        known = None if busy else self.schedules.get(key)
        if known is None:
            known = self.tables["coming"].index(tuple(schedule_lines(state))[1:])
            if not busy:
                self.schedules[key] = known
        return known

    def _facts(self, position: int) -> int:
        """What put the turn, the phase or the step of an event there."""
        facts = self.recording.reasons.facts(position)
        return self.tables["facts"].index(tuple((fact.text, fact.seq) for fact in facts))


MADE_OF = places_of("at", "rotation", "standing", "agenda", "battlefield", "outcome")
"""The places of the fields of a state of which its schedule is made."""


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
        "rules": {number: line for number in cited if (line := edition.line(number))},
        "turns": turns,
        "pictures": pictures.drawn,
        "tables": {name: table.values for name, table in reader.tables.items()},
        "columns": reader.columns,
        "paths": leaves.paths.values,
        "values": leaves.values.values,
        "changed": reader.states.flat,
        "changes": reader.changes,
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
