"""Traces: a recording as JSON Lines, ``turn-trace`` 1.0.

The first line is a header, then comes one line for each event, then an end. Readers ignore
unknown fields and kinds of events, and refuse an unknown major version.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from .. import shape
from ..errors import TraceError, expect_type
from ..wording import EVENT_KINDS
from ..words import shown
from .frames import Frame
from .recording import Recording

FORMAT = "turn-trace"
VERSION = "1.0"
MAX_BYTES = 256 * 1024 * 1024
MAX_LINE = 1024 * 1024


class TraceEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a trace: where it happened, whose turn it was, and the rules it obeys.

    A trace of another program needs no more than ``kind`` and ``turn``, and ``phase`` or ``step`` where play is in one.
    """

    seq: shape.Counted = 0
    kind: str
    turn: shape.Natural
    active: str | None = None
    phase: str | None = None
    step: str | None = None
    node: str = ""
    rules: tuple[str, ...] = ()
    player: str | None = None
    by: str | None = None


class Trace(msgspec.Struct, frozen=True):
    """A trace that was read: header, events, and status (``cut`` if the end is missing)."""

    edition: str
    players: tuple[str, ...]
    events: tuple[TraceEvent, ...]
    status: str


def trace_lines(recording: Recording, schedule: bool = False, source: bool = True) -> Iterator[str]:
    """The lines of a trace, without newlines; the same recording gives the same lines.

    With ``schedule``, each event that changes the schedule has the field ``schedule``: what is
    still to come, in order, with the effects that put or will remove it. Without ``source``, the
    scenario's file and its lines are left out, and of an edition's file the folder: the lines are the
    same wherever the files are.

    ``ArgumentError`` if it is no recording.

    >>> from fsm import run_scenario
    >>> next(trace_lines(run_scenario("relentless-assault", "cr2026")))[:57]
    '{"type":"header","format":"turn-trace","version":"1.0","e'
    """
    expect_type(recording, Recording, "a recording, such as run_scenario(scenario)")
    yield _line(**header_fields(recording, source))
    told: list[dict[str, Any]] = []
    for frame in recording:
        fields = event_fields(frame)
        if not source:
            fields.pop("line", None)
        if schedule and (coming := schedule_fields(frame)) != told:
            told = fields["schedule"] = coming
        yield _line(**fields)
    yield _line(type="end", status=recording.status, events=len(recording))


def header_fields(recording: Recording, source: bool = True) -> dict[str, Any]:
    """The fields of the header, in their fixed order; teams and the turn order only if they are not the usual ones."""
    first = recording.frames[0].state
    scenario = {"name": recording.name, "file": recording.file if source else ""}
    fields: dict[str, Any] = {
        "type": "header",
        "format": FORMAT,
        "version": VERSION,
        "edition": recording.edition.id if source else recording.edition.name,
        "players": list(recording.players),
    }
    if first.rotation.seats != tuple(range(len(recording.players))):
        fields["order"] = [first.name(seat) for seat in first.rotation.seats]
    if first.game.options.teams:
        fields["teams"] = [[first.name(seat) for seat in team] for team in first.game.options.teams]
    return {**fields, "scenario": {key: value for key, value in scenario.items() if value}}


def event_fields(frame: Frame) -> dict[str, Any]:
    """The fields of an event's line, in their fixed order."""
    event, state = frame.event, frame.state
    at = state.graph.nodes[event.node]
    phase = {"turn": None, "phase": at}.get(at.level) if at.level != "step" else _parent(frame)
    fields: dict[str, Any] = {
        "type": "event",
        "seq": frame.seq,
        "kind": event.kind,
        "turn": state.turn,
        "active": state.name(state.active),
        "phase": phase.kind if phase else None,
        "step": at.kind if at.level == "step" else None,
        "node": frame.part,
        "rules": list(event.rules),
    }
    if event.player is not None:
        fields["player"] = state.name(event.player)
    fields.update((key, value) for key, value in event.detail if key not in fields)
    if frame.line:
        fields["line"] = frame.line
    return fields


def schedule_fields(frame: Frame) -> list[dict[str, Any]]:
    """The schedule after an event, a mapping for each entry; empty fields are left out."""
    name = frame.state.name
    entries = []
    for coming in frame.schedule:
        fields = {key: value for key, value in msgspec.structs.asdict(coming).items() if value not in ("", None)}
        seats = {key: name(fields[key]) for key in ("player", "controller") if key in fields}
        entries.append(fields | seats)
    return entries


def _parent(frame: Frame) -> Any:
    graph = frame.state.graph
    return graph.node(graph.parent(frame.event.node))


def _line(**fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def is_trace(text: str) -> bool:
    """Whether a text begins as a trace does: with a header."""
    first = text[:MAX_LINE].lstrip().partition("\n")[0]
    try:
        header = json.loads(first) if first.startswith("{") else None
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("type") == "header"


def read_trace(text: str, file: str = "") -> Trace:
    r"""Reads the text of a trace, also of another program; ``TraceError`` says what is wrong, and where.

    >>> from fsm import run_scenario
    >>> read_trace("\n".join(trace_lines(run_scenario("relentless-assault", "cr2026")))).players
    ('Ann', 'Bob')
    """
    expect_type(text, str, "the text of a trace", "text")
    expect_type(file, str, "the name of the file, for messages", "file")
    lines = text.split("\n")
    if not file and len(lines) == 1 and "{" not in text and text.strip():
        raise TraceError(
            f"found {shown(text, 60)!r}, expected the text of a trace; Path('x.jsonl').read_text() reads a file"
        )
    header: dict[str, Any] | None = None
    events: list[TraceEvent] = []
    status = "cut"
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        entry = _object(raw, file, number)
        if header is None:
            header = read_header(entry, file, number)
        elif entry["type"] == "event":
            events.append(_event(entry, file, number))
        elif entry["type"] == "end":
            status = str(entry.get("status", "ok"))
    if header is None:
        raise TraceError("the file is empty; a trace begins with a header line", file, 1, 1)
    return Trace(header["edition"], header["players"], tuple(events), status)


def _object(raw: str, file: str, line: int) -> dict[str, Any]:
    if len(raw) > MAX_LINE:
        raise TraceError(f"found a line of {len(raw)} characters, expected at most {MAX_LINE}", file, line, 1)
    try:
        entry = json.loads(raw)
    except (ValueError, RecursionError) as error:
        column = getattr(error, "colno", 1)
        raise TraceError(f"not JSON: {getattr(error, 'msg', 'nested too deeply')}", file, line, column) from None
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
        raise TraceError('expected an object with a "type": header, event or end', file, line, 1)
    return entry


def read_header(entry: dict[str, Any], file: str, line: int) -> dict[str, Any]:
    """The edition, the players, their order and the teams of a header line; ``TraceError`` says what is wrong."""
    if entry.get("type") != "header" or entry.get("format") != FORMAT:
        raise TraceError(f'expected a header with "format": "{FORMAT}" as the first line', file, line, 1)
    version = str(entry.get("version", ""))
    if version.split(".", maxsplit=1)[0] != VERSION.split(".", maxsplit=1)[0]:
        raise TraceError(
            f"found version {version[:20]!r} of the format, expected {VERSION} or another 1.x", file, line, 1
        )
    try:
        header = {
            "edition": shape.read(str, entry.get("edition", ""), ("edition",)),
            "players": shape.read(tuple[str, ...], entry.get("players", []), ("players",)),
            "order": shape.read(tuple[str, ...], entry.get("order", []), ("order",)),
            "teams": shape.read(tuple[tuple[str, ...], ...], entry.get("teams", []), ("teams",)),
        }
    except shape.ShapeError as error:
        raise TraceError(f"{error.path[0]}: {error}", file, line, 1) from None
    wrong = wrong_seats(header["players"], header["order"], header["teams"])
    if wrong:
        raise TraceError(wrong, file, line, 1)
    return header


def wrong_seats(players: Sequence[str], order: Sequence[str], teams: Sequence[Sequence[str]]) -> str:
    """What is wrong with who plays, in which order and teams; an empty text if nothing is."""
    if not all(teams):
        return "teams: found an empty team, expected the names of its players"
    for what, names in (("players", players), ("order", order), ("teams", [name for team in teams for name in team])):
        twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
        if twice is not None:
            return f"{what}: found {twice!r} twice, expected each player once"
        stranger = next((name for name in names if players and name not in players), None)
        if stranger is not None:
            return f"{what}: found {stranger!r}, who is none of the players"
    if players and order and len(order) < len(players):
        return f"order: found {len(order)} players, expected all {len(players)}"
    return ""


def _event(entry: dict[str, Any], file: str, line: int) -> TraceEvent:
    known = {key: entry[key] for key in shape.fields(TraceEvent) if key in entry}
    try:
        event: TraceEvent = shape.read_struct(TraceEvent, known)
    except shape.ShapeError as error:
        where = f"{error.path[0]}: " if error.path else ""
        raise TraceError(f"{where}{error}", file, line, 1) from None
    kind = EVENT_KINDS.get(event.kind)
    for name, field in kind.fields.items() if kind else ():
        if name in entry and name not in known and not field.type.fits(entry[name]):
            found = shape.describe(entry[name])
            raise TraceError(f"{name}: found {found}, expected {field.type.name} in {event.kind}", file, line, 1)
    return event


def write_lines(lines: Iterable[str]) -> str:
    """The text of a trace file."""
    return "".join(f"{line}\n" for line in lines)
