"""The JSON Schema of traces, made from the table of events; it describes every field."""

from __future__ import annotations

from typing import Any

from .. import shape
from ..game import Scheduled
from ..wording import EVENT_KINDS, EventKind
from .trace import FORMAT, TraceEvent

TEXT: dict[str, Any] = {"type": "string"}

OF_HEADER: dict[str, dict[str, Any]] = {
    "type": {"const": "header", "description": "This line is the header."},
    "format": {"const": FORMAT, "description": "The name of the format."},
    "version": {**TEXT, "pattern": r"^1\.[0-9]+$", "description": "The version of the format; 1.x can all be read."},
    "edition": {**TEXT, "description": "The id of the edition of the rules that the run was played by."},
    "players": {"type": "array", "items": TEXT, "description": "The names of the players, by seat."},
    "order": {"type": "array", "items": TEXT, "description": "The players in turn order, if that is not by seat."},
    "teams": {
        "type": "array",
        "items": {"type": "array", "items": TEXT},
        "description": "The teams, if there are any: the names of the players of each, in turn order.",
    },
    "scenario": {"type": "object", "description": "The name and the file of the scenario, if there was one."},
}
OF_END: dict[str, dict[str, Any]] = {
    "type": {"const": "end", "description": "This line is the end."},
    "status": {"enum": ["ok", "error", "cut"], "description": "How the run ended."},
    "events": {"type": "integer", "description": "How many events the run has."},
}
OF_EVENT = {
    "seq": "The number of the event, from 1.",
    "kind": "What happened. Of a kind that a reader does not know, it reads the fields that all events have.",
    "turn": "The number of the turn; 0 before the first one.",
    "active": "The active player.",
    "phase": "The kind of phase in which it happened; null between phases.",
    "step": "The kind of step in which it happened; null outside steps, as in a main phase.",
    "node": "The address of the turn, phase or step where it happened.",
    "rules": "The numbers of the rules that the event obeys, in the edition of the header.",
    "player": "The player whom the event is about; see its kind.",
    "by": "The name of what made it happen; see its kind.",
    "line": "The line of the scenario that caused it, if one did.",
}
OF_SCHEDULED = {
    "level": "turn, phase or step.",
    "address": "The address of a phase or step of this turn; turn, or extra turn N, for a later turn.",
    "player": "Whose turn it will be.",
    "by": "The name of the effect that put it there.",
    "removed_by": "The name of the effect that will remove it.",
    "reversed_by": "The name of the effect by which it comes in reverse order.",
    "phases_reversed_by": "The name of the effect that will reverse the phases of the turn.",
    "controller": "Who will control that player then, if that is another player.",
    "controlled_by": "The name of the effect that says so.",
}


def trace_schema() -> dict[str, Any]:
    """The JSON Schema of the lines of a trace; each ``type``, and each kind of event, has its own definition."""
    header = "The first line: format, version, edition and players."
    end = "The last line: how the run ended, and how many events there were."
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT} 1.0: one line",
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": ["header", "event", "end"], "description": "What sort of line it is."}},
        "allOf": [_if("type", name) for name in ("header", "event", "end")],
        "$defs": {
            "header": _object(header, OF_HEADER, optional=("order", "teams", "scenario")),
            "event": _event(),
            "end": _object(end, OF_END),
            "scheduled": _scheduled(),
            **{name: _kind(kind) for name, kind in EVENT_KINDS.items()},
        },
    }


def _event() -> dict[str, Any]:
    """What all events have; what else one has, its kind says."""
    event = shape.struct_schema(TraceEvent)
    properties = {**event["properties"], "rules": {"type": "array", "items": TEXT}, "line": {"type": "integer"}}
    properties = {name: {**said, "description": OF_EVENT[name]} for name, said in properties.items()}
    properties["kind"]["examples"] = list(EVENT_KINDS)
    what = "What is still to come after the event, if that was asked for and has changed since it was told last."
    schedule = {"type": "array", "items": {"$ref": "#/$defs/scheduled"}, "description": what}
    kind = {"const": "event", "description": "This line is an event."}
    return {
        "type": "object",
        "description": event["description"],
        "properties": {"type": kind, **properties, "schedule": schedule},
        "required": ["type", *event["required"]],
        "allOf": [_if("kind", name) for name in EVENT_KINDS],
    }


def _kind(kind: EventKind) -> dict[str, Any]:
    """The fields of one kind of event; the types of those that others have too are said there."""
    properties: dict[str, Any] = {}
    for name, field in kind.fields.items():
        says = field.meaning[:1].upper() + field.meaning[1:] + ("." if field.always else " (not in every such event).")
        properties[name] = {**({} if name in OF_EVENT else field.type.schema), "description": says}
    return {"description": kind.meaning[:1].upper() + kind.meaning[1:] + ".", "properties": properties}


def _scheduled() -> dict[str, Any]:
    scheduled = shape.struct_schema(Scheduled)
    texts = {name: {**TEXT, "description": OF_SCHEDULED[name]} for name in scheduled["properties"]}
    return {**scheduled, "properties": texts}


def _object(says: str, properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": says, "properties": properties, "required": required}


def _if(field: str, value: str) -> dict[str, Any]:
    known = {"properties": {field: {"const": value}}, "required": [field]}
    return {"if": known, "then": {"$ref": f"#/$defs/{value}"}}
