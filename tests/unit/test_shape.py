"""Shapes: one walk reads data and describes it as JSON Schema; what is wrong has its path."""

from __future__ import annotations

from typing import Any, Literal

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
from cases import case

from fsm import shape
from fsm.cards.vocabulary import EFFECTS, EffectRef
from fsm.cards.written import effect_definition
from fsm.shape import ShapeError


class Inner(msgspec.Struct, frozen=True):
    """Something inside."""

    number: int
    word: Literal["yes", "no"] = "yes"


class Outer(msgspec.Struct, frozen=True):
    """Something with something inside."""

    name: str
    many: tuple[Inner, ...] = ()
    table: dict[str, int] | None = None
    count: int | tuple[str, ...] = 0
    pass_: bool = msgspec.field(default=False, name="pass")
    free: Any = None


SCHEMA = {**shape.struct_schema(Outer), "$defs": shape.definitions(Outer)}

GOOD: list[Any] = [
    {"name": "x"},
    {"name": "x", "many": [{"number": 1}, {"number": 2, "word": "no"}]},
    {"name": "x", "many": {"number": 1}},
    {"name": "x", "table": {"a": 1}, "count": ["a"], "pass": True, "free": {"any": [None]}},
    {"name": "x", "table": None, "count": 5},
]

BAD: list[tuple[Any, tuple[str | int, ...], str]] = [
    (None, (), "found nothing, expected a mapping with name, many"),
    ([], (), "found a list"),
    ({}, (), 'the key "name" is missing'),
    ({"name": 3}, ("name",), "found 3, expected a text; put it in quotes"),
    ({"name": "x", "nmae": 1}, ("nmae",), "unknown key 'nmae' (did you mean \"name\"?)"),
    ({"name": "x", "pass_": True}, ("pass_",), "unknown key 'pass_' (did you mean \"pass\"?)"),
    ({"name": "x", "many": [{"number": 1}, {"number": "1"}]}, ("many", 1, "number"), "expected a whole number"),
    ({"name": "x", "many": [{"number": True}]}, ("many", 0, "number"), "found True"),
    ({"name": "x", "many": [{"number": 1.5}]}, ("many", 0, "number"), "found 1.5"),
    ({"name": "x", "many": [{"number": 1, "word": "yess"}]}, ("many", 0, "word"), 'did you mean "yes"'),
    ({"name": "x", "table": {"a": "b"}}, ("table", "a"), "expected a whole number"),
    ({"name": "x", "table": [1]}, ("table",), "found a list, expected a mapping"),
    ({"name": "x", "count": [1]}, ("count", 0), "expected a text"),
    ({"name": "x", "pass": 1}, ("pass",), "expected true or false"),
    ({"name": None}, ("name",), "found nothing, expected a text"),
]


@pytest.mark.parametrize("data", GOOD)
def test_good_data_are_read_and_fit_the_schema(data: Any) -> None:
    read = shape.read(Outer, data)
    assert isinstance(read, Outer)
    jsonschema.validate(data, SCHEMA)


@pytest.mark.parametrize(("data", "path", "message"), BAD, ids=[message for _, _, message in BAD])
def test_bad_data_have_a_path_and_do_not_fit_the_schema(data: Any, path: tuple[str | int, ...], message: str) -> None:
    with pytest.raises(ShapeError) as error:
        shape.read(Outer, data)
    assert error.value.path == path
    assert message in str(error.value)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)


def test_an_unknown_key_is_shown_on_the_key() -> None:
    with pytest.raises(ShapeError) as error:
        shape.read(Outer, {"name": "x", "y": 1})
    assert error.value.on_key


def test_long_values_are_cut_in_messages() -> None:
    assert len(shape.describe("x" * 1000)) == 60
    assert shape.describe([1]) == "a list"
    assert shape.describe({}) == "a mapping"


FITS = jsonschema.Draft202012Validator(
    {
        "$ref": "#/$defs/effect",
        "$defs": {**shape.definitions(*EFFECTS.values()), "effect": effect_definition()},
    }
).is_valid

VALUES: list[Any] = [
    *(None, {}, [], "you", "upkeep", "combat", ["combat", "main"], 0, 3, True, 1.5),
    *({"amount": 2}, {"name": "x"}, {"what": "draw"}, {"step": "upkeep"}, {"phases": ["combat"]}),
    *({"at": "end", "do": []}, {"at": "end", "do": ["end_turn", {"life": 1}]}, {"at": "end"}, {"until": "end_of_turn"}),
    *({"what": "draw", "until": "end_of_nothing"}, {"player": "you", "amount": 1}, {"player": 3}),
]


def test_effects_are_read_if_and_only_if_they_fit_the_schema() -> None:
    read = [agree({name: value}) for name in EFFECTS for value in VALUES]
    assert 100 < sum(read) < len(read) - 100


def test_bare_effects_are_read_if_and_only_if_they_fit_the_schema() -> None:
    assert sum(agree(data) for data in EFFECTS) > 10
    others: list[Any] = ["nonsense", None, {}, [], 3, {"life": 1, "mana": 1}, {"lyfe": 1}]
    assert not any(agree(data) for data in others)


def agree(data: Any) -> bool:
    """Whether data are read as an effect, which the schema has to say too."""
    refused = ""
    try:
        shape.read(EffectRef, data)
    except ShapeError as error:
        refused = str(error)
    with case(data):
        assert FITS(data) is not bool(refused), refused or "read"
    return not refused


@pytest.mark.parametrize("data", [{"mana": 10**7}, {"extra_turn": {"count": 0}}, {"draw": {"amount": -(10**9)}}])
def test_amounts_out_of_all_proportion_are_refused(data: Any) -> None:
    with pytest.raises(ShapeError, match="expected a number from"):
        shape.read(EffectRef, data)
