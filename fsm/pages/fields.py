"""Every field of effects, cards and abilities, in words: what may be said, and what counts if nothing is said."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from .. import shape
from ..cards import terms
from ..cards.abilities import Activated, Instead, Static, Toll, Triggered, When
from ..cards.card import Card, Side
from ..cards.kinds import Kind, Target
from ..cards.vocabulary import EFFECTS, Choices, EffectRef
from ..names import Name
from ..shape import MANY, Words

ABILITIES: dict[str, type[Any]] = {
    "a card": Card,
    "`flipped`": Side,
    "of `triggers`": Triggered,
    "of `abilities`": Activated,
    "of `static`": Static,
    "`instead`": Instead,
    "`attack_toll`, `block_toll`": Toll,
}
"""What cards and their abilities are called in the table, with their structs."""

_NAMED: tuple[tuple[Any, str], ...] = (
    (terms.Players, "[players](#players)"),
    (terms.Who, "a [player](#players)"),
    (terms.Until, "a [duration](#durations)"),
    (terms.If, "a [condition](#conditions)"),
    (EffectRef, "an effect"),
    (Target, "a kind of [targets](#targets)"),
    (Choices, "options, each with effects; see [Choices](#choices)"),
    (Kind, "a [kind](#kinds)"),
    (Name, "a name"),
    (When, "a phase or step, or an event; see [Triggers](#triggers)"),
    (terms.Keyword, "a [keyword](#cards-and-effects)"),
    (terms.CardType, "a [type](#cards-and-effects)"),
    (terms.Place, "a phase or step"),
    (terms.Step, "a step"),
    (terms.OnePhase, "a phase"),
    (terms.Phase, "a phase, or `main`"),
    (terms.DelayedTo, "a phase or step, or `main`"),
    (terms.Skippable, "`turn`, `extra_turn`, `main`, a phase or step"),
    (Triggered, "a trigger"),
    (Activated, "an ability"),
    (Static, "a static ability"),
    (str, "a name"),
    (bool, "`true` or `false`"),
    (int, "a number"),
    (type(None), ""),
)


_OF_FIELDS = {
    **dict.fromkeys(terms.THINGS, "a [thing](#things)"),
    "note": "a text",
}
"""What is said in fields of these names, whatever their types."""


def fields_table(structs: dict[str, type[Any]]) -> str:
    """A row for each field of each struct."""
    rows = ["| of | field | what may be said | default |", "|---|---|---|---|"]
    for name, type_ in structs.items():
        rows += [f"| {name} | `{field}` | {says} | {default} |" for field, says, default in described(type_)]
    return "\n".join(rows)


def effect_fields() -> str:
    """The fields of all effects that have any."""
    return fields_table({f"`{name}`": type_ for name, type_ in EFFECTS.items() if shape.fields(type_)})


def card_fields() -> str:
    """The fields of cards and of their abilities."""
    return fields_table(ABILITIES)


def described(type_: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Each field of a struct by its written name, with what may be said and its default."""
    hints = shape.fields(type_)
    for field in msgspec.structs.fields(type_):
        name = field.encode_name
        of_texts = hints[name] in (str, str | None)
        yield name, (_OF_FIELDS.get(name) if of_texts else None) or type_words(hints[name]), _default(field)


def type_words(type_: Any) -> str:
    """What may be said of a type.

    >>> type_words(tuple[terms.Step, ...]), type_words(int | Literal["top"])
    ('a step, or a list', 'a number, or `top`')
    """
    for known, says in _NAMED:
        if type_ == known:
            return says
    origin, inner = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _limited(inner[0], inner[1])
    if origin is Literal:
        return " ".join(f"`{word}`" for word in inner)
    if origin in (Union, types.UnionType):
        return ", or ".join(says for says in map(type_words, inner) if says)
    if origin is tuple:
        return "effects" if inner[0] is EffectRef else f"{type_words(inner[0])}, or a list"
    if origin is dict:
        return f"a mapping of {type_words(inner[0])} to {type_words(inner[1])}"
    return "a mapping, see below"


def _limited(type_: Any, limits: msgspec.Meta | Words) -> str:
    """A number within limits, or one of some words."""
    if isinstance(limits, Words):
        return " ".join(f"`{word}`" for word in limits.known())
    if limits.min_length is not None:
        return type_words(type_)
    lowest = "" if limits.ge is None or limits.ge == -MANY else f" from {limits.ge}"
    highest = "" if limits.le in (None, MANY) else f" to {limits.le:,}"
    return f"a number{lowest}{highest}"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "has to be said"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if value in (None, (), ""):
        return ""
    if isinstance(value, tuple):
        value = value[0] if len(value) == 1 else list(value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
