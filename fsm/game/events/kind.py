"""The description of a kind of event: its meaning, its fields, and how to tell it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from ..state.event import Event

Teller = Callable[[Event], str]


class Type(msgspec.Struct, frozen=True):
    """The type of a field: its name, a check of its values, and their JSON Schema."""

    name: str
    fits: Callable[[Any], bool]
    schema: dict[str, Any]


class Field(msgspec.Struct, frozen=True):
    """A field of an event: its type, its meaning, and whether each event of the kind has it."""

    type: Type
    says: str
    always: bool = True


class EventKind(msgspec.Struct, frozen=True):
    """One kind of event: its meaning, its fields by name, and how to tell it in a sentence or in a few words.

    The field ``player`` is the event's player, whom a trace names. An event that pictures pass over has no short form.
    """

    name: str
    says: str
    fields: dict[str, Field]
    tells: Teller
    short: Teller


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


TEXT = Type("text", lambda value: isinstance(value, str), {"type": "string"})
NUMBER = Type("number", _is_number, {"type": "integer"})
FLAG = Type("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
TEXTS = Type(
    "list of texts",
    lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    {"type": "array", "items": {"type": "string"}},
)
NUMBER_OR_ALL = Type(
    "number or all",
    lambda value: value == "all" or _is_number(value),
    {"anyOf": [{"type": "integer"}, {"const": "all"}]},
)


def text(says: str) -> Field:
    """A field that is a text."""
    return Field(TEXT, says)


def one_of(says: str, *words: str) -> Field:
    """A field that is one of a few words."""
    return Field(Type(" or ".join(words), words.__contains__, {"enum": list(words)}), says)


def count(says: str) -> Field:
    """A field that is a whole number."""
    return Field(NUMBER, says)


def flag(says: str) -> Field:
    """A field that is true or false."""
    return Field(FLAG, says)


def texts(says: str) -> Field:
    """A field that is a list of texts."""
    return Field(TEXTS, says)


def number_or_all(says: str) -> Field:
    """A field that is a number, or the word ``all``."""
    return Field(NUMBER_OR_ALL, says)


def maybe(field: Field) -> Field:
    """A field that only some events of the kind have."""
    return Field(field.type, field.says, always=False)


TEAM = maybe(texts("the names of that player's team, if there are teams"))


def kind(
    name: str, says: str, tells: Teller, short: Teller | Literal["as told", ""] = "", /, **fields: Field
) -> EventKind:
    """A kind of event; ``as told``: its sentence is also its short form."""
    if isinstance(short, str):
        short = tells if short == "as told" else _nothing
    return EventKind(name, says, fields, tells, short)


def _nothing(_: Event) -> str:
    return ""
