"""The published JSON Schema of scenario files, made from the types that the reader reads."""

from __future__ import annotations

from typing import Any

from .. import shape
from ..cards.vocabulary import EFFECTS
from ..cards.written import effect_definition
from ..game import Card
from .model import VERBS, Act, Cards, Expect, Happening, PlayerState, Setup, StateFields, WrittenScenario
from .openness import Explore

_TEXT = {"type": "string"}


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file, for editors that complete and check."""
    defs = shape.definitions(
        WrittenScenario,
        Act,
        Setup,
        PlayerState,
        Cards,
        StateFields,
        Expect,
        Happening,
        Explore,
        Card,
        *EFFECTS.values(),
    )
    top = defs.pop("WrittenScenario")
    actions = {
        "anyOf": [{"$ref": "#/$defs/action"}, {"type": "array", "items": {"$ref": "#/$defs/action"}, "minItems": 1}]
    }
    defs["effect"] = effect_definition()
    defs["action"] = {"anyOf": [{"enum": ["pass", "concede"]}, {"$ref": "#/$defs/Act"}]}
    defs["state"] = {
        **defs.pop("StateFields"),
        "additionalProperties": {"$ref": "#/$defs/PlayerState"},
        "minProperties": 1,
    }
    defs["condition"] = {
        **defs["state"],
        "description": "What a state is, at a place or wherever a player decides.",
        "properties": {
            "at": _TEXT,
            **{key: said for key, said in defs["state"]["properties"].items() if key not in ("when", "after")},
        },
    }
    defs["entry"] = {
        "type": "object",
        "description": "One entry of the script: where, and what a player does then.",
        "properties": {"at": _TEXT, "responding_to": {"anyOf": [_TEXT, {"type": "null"}]}},
        "required": ["at"],
        "minProperties": 2,
        "additionalProperties": actions,
    }
    defs["Act"]["oneOf"] = [{"required": [v], "properties": {v: {"not": {"enum": [None, False]}}}} for v in VERBS]
    defs["Act"]["properties"]["refused"]["not"] = {"enum": [[], {}]}
    for name in ("Expect", "PlayerState"):
        defs[name]["anyOf"] = [
            {"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in defs[name]["properties"]
        ]
    one_of_two = [{"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in shape.fields(Cards)]
    defs["Cards"]["oneOf"] = one_of_two
    for said in (*defs["Expect"]["properties"].values(), *defs["Explore"]["properties"].values()):
        said["not"] = {"enum": [[], {}]}
    top["properties"]["players"] = {
        "anyOf": [
            {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 8},
            {"type": "object", "minProperties": 2, "maxProperties": 8,
             "additionalProperties": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Setup"}]}},
        ]
    }  # fmt: skip
    top["properties"]["script"] = {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/entry"}}, {"type": "null"}]}
    top["properties"]["explore"] = {"anyOf": [{"$ref": "#/$defs/Explore"}, {"type": "null"}]}
    top["required"] = ["players"]
    for reason in ("skip", "xfail"):
        top["properties"][reason]["not"] = {"enum": ["", {}]}
    said = {
        "expect": {"type": "object"},
        "expect_in": {"type": "object", "minProperties": 1},
        "until": _TEXT,
        "golden": {"const": True},
    }
    top["anyOf"] = [{"required": [key], "properties": {key: form}} for key, form in said.items()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of turn-structure (*.turn.yaml)",
        **top,
        "$defs": defs,
    }
