"""The description of a kind of event: its meaning, its fields, its sentence and its label."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from ...game.state.event import Event
from ...words import shown
from ..parts import who

Sentence = Callable[[Event], str]
Template = str | Sentence


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


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


TEXT = Type("text", lambda value: isinstance(value, str), {"type": "string"})
NUMBER = Type("number", _is_number, {"type": "integer"})
FLAG = Type("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
TEXTS = Type("list of texts", _are_texts, {"type": "array", "items": TEXT.schema})
NUMBER_OR_ALL = Type(
    "number or all", lambda value: value == "all" or _is_number(value), {"anyOf": [NUMBER.schema, {"const": "all"}]}
)


def one_of(meaning: str, *words: str) -> Field:
    """A field that is one of a few words."""
    return Field(Type(" or ".join(words), words.__contains__, {"enum": list(words)}), meaning)


count, flag, texts, number_or_all = (partial(Field, type_) for type_ in (NUMBER, FLAG, TEXTS, NUMBER_OR_ALL))
"""A field, by its meaning, that is a whole number; true or false; a list of texts; a number or the word ``all``."""


def maybe(field: Field | str) -> Field:
    """A field that only some events of the kind have; a text is its meaning, if it is a text."""
    return Field(TEXT, field, always=False) if isinstance(field, str) else Field(field.type, field.meaning, False)


TEAM = maybe(texts("the names of that player's team, if there are teams"))


def kind(name: str, meaning: str, sentence: Template, label: Template = "", /, **fields: Field | str) -> EventKind:
    """A kind of event; ``as sentence``: its sentence is also its label. A field that is a text says what it means.

    A sentence that is a text is a template with the fields of the event in braces, as Python formats them.
    """
    label = sentence if label == "as sentence" else label
    of_type = {name: Field(TEXT, field) if isinstance(field, str) else field for name, field in fields.items()}
    return EventKind(name, meaning, of_type, _filled(sentence), _filled(label))


def _filled(sentence: Template) -> Sentence:
    """The function that makes a sentence of an event, out of a template."""
    return (lambda event: sentence.format_map(_Fields(event))) if isinstance(sentence, str) else sentence


class _Fields(dict[str, Any]):
    """The fields of an event as templates print them: the player by name, texts on one line, numbers as they are."""

    def __init__(self, event: Event) -> None:
        self.event = event

    def __missing__(self, field: str) -> Any:
        if field == "player":
            return who(self.event)
        value = self.event.get(field, "")
        return value if isinstance(value, int) else shown(str(value))
