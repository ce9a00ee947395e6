"""All kinds of events, read from ``events.toml``: for text, traces, their schema, pictures and checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..files import packaged_data
from ..game.state.event import Event
from ..words import listed, shown
from .parts import term
from .sentences import LABELS, PARTS, SENTENCES, Sentence


class Type(msgspec.Struct, frozen=True):
    """The type of a field: its name, a check of its values, and their JSON Schema."""

    name: str
    fits: Callable[[Any], bool]
    schema: dict[str, Any]


class Field(msgspec.Struct, frozen=True):
    """A field of an event: its type, its meaning, and whether each event of the kind has it."""

    type: Type
    meaning: str
    always: bool = True


class EventKind(msgspec.Struct, frozen=True):
    """One kind of event: its meaning, its fields by name, its sentence, and its label of a few words.

    The field ``player`` is the event's player, whom a trace names. An event that pictures pass over has no label.
    """

    name: str
    meaning: str
    fields: dict[str, Field]
    sentence: Sentence
    label: Sentence


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
_TYPES = {
    "text": Type("text", _is_text, _TEXT),
    "number": Type("number", _is_number, _NUMBER),
    "flag": Type("true or false", lambda value: isinstance(value, bool), {"type": "boolean"}),
    "texts": Type(
        "list of texts",
        lambda value: isinstance(value, list) and all(map(_is_text, value)),
        {"type": "array", "items": _TEXT},
    ),
    "number_or_all": Type(
        "number or all", lambda value: value == "all" or _is_number(value), {"anyOf": [_NUMBER, {"const": "all"}]}
    ),
}


def _field(written: str | list[str]) -> Field:
    """A field as the table writes it: its meaning, or its type and that."""
    of, meaning = ("text", written) if isinstance(written, str) else written
    name = of.removesuffix("?")
    if name not in _TYPES:
        words = name.split("|")
        _TYPES[name] = Type(" or ".join(words), tuple(words).__contains__, {"enum": words})
    return Field(_TYPES[name], meaning, name == of)


def _kind(name: str, row: dict[str, Any]) -> EventKind:
    """A row of the table as a kind of event."""
    sentence = SENTENCES.get(name) or _filled(row.get("says", ""))
    label = LABELS.get(name) or _filled(row.get("label", ""))
    fields = {field: _field(written) for field, written in row.items() if field not in ("meaning", "says", "label")}
    return EventKind(name, row["meaning"], fields, sentence, sentence if row.get("label") is True else label)


def _filled(template: str) -> Sentence:
    """The function that makes a sentence of an event, out of a template."""
    return lambda event: template.format_map(_Fields(event))


class _Fields(dict[str, Any]):
    """What templates name: parts of sentences, and the fields of an event, with texts and names on one line."""

    def __init__(self, event: Event) -> None:
        self.event = event

    def __missing__(self, name: str) -> Any:
        if name in PARTS:
            return PARTS[name](self.event)
        if "|" in name:
            return name.split("|")[bool(self.event.get("team"))]
        if name.startswith("term "):
            return term(self.event, name.removeprefix("term "))
        value = self.event.get(name, "")
        if isinstance(value, tuple | list):
            return listed(map(shown, map(str, value)))
        return value if isinstance(value, int) else shown(str(value))


EVENT_KINDS: dict[str, EventKind] = {
    name: _kind(name, row) for name, row in packaged_data("wording/events.toml").items()
}
"""All kinds of events by name."""


def event_sentence(event: Event) -> str:
    """One event as a sentence, in the words of its edition; for an unknown kind, the kind itself."""
    kind = EVENT_KINDS.get(event.kind)
    return kind.sentence(event) if kind else event.kind


def event_label(event: Event) -> str:
    """One event in a few words, in the words of its edition; empty if pictures do not show it."""
    kind = EVENT_KINDS.get(event.kind)
    return kind.label(event) if kind else ""
