"""The published JSON Schema of scenario files, made from the types that the reader reads."""

from __future__ import annotations

from typing import Any

from .. import shape
from ..cards.abilities import When
from ..cards.effect import Effects
from ..cards.terms import (
    CardType,
    Color,
    DelayedTo,
    If,
    Keyword,
    OnePhase,
    Phase,
    Place,
    Players,
    Skippable,
    Step,
    Target,
    Until,
    Who,
    Window,
)
from ..cards.vocabulary import EFFECTS
from ..cards.written import effect_definition
from ..edition import edition_ids, kinds_in_use
from ..game import EVENT_KINDS, Card
from ..names import Name
from ..shape import Natural, Signed
from .folding import folded
from .meanings import MEANINGS, OF_THE_FILE
from .model import VERBS, Act, Cards, Expect, Happening, PlayerState, Setup, StateFields, WrittenScenario
from .openness import Explore

_TEXT = {"type": "string"}

NAMES: dict[str, Any] = {
    "effects": Effects,
    "keyword": Keyword,
    "card_type": CardType,
    "color": Color,
    "target_kind": Target,
    "window": Window,
    "place": Place,
    "step": Step,
    "phase": OnePhase,
    "phase_or_main": Phase,
    "place_or_main": DelayedTo,
    "skipped_part": Skippable,
    "trigger_event": When,
    "duration": Until,
    "condition_word": If,
    "player_word": Who,
    "players": Players,
    "name": Name,
    "number": Natural,
    "signed_number": Signed,
}
"""The names of what the schema repeats."""


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
        "properties": {"at": dict(_TEXT), "responding_to": {"anyOf": [_TEXT, {"type": "null"}]}},
        "required": ["at"],
        "minProperties": 2,
        "additionalProperties": actions,
    }
    defs["Act"]["oneOf"] = [{"required": [v], "properties": {v: {"not": {"enum": [None, False]}}}} for v in VERBS]
    defs["Act"]["properties"]["refused"]["not"] = {"enum": [[], {}]}
    for name in ("Expect", "PlayerState"):
        defs[name]["not"] = {"additionalProperties": {"type": "null"}}  # something is expected
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
    top["properties"]["edition"]["examples"] = list(edition_ids())
    for said in (defs["entry"]["properties"], top["properties"]["until"]["anyOf"][0]):
        said.get("at", said)["examples"] = [f"T1.{place}" for place in kinds_in_use().places]
    defs["Happening"]["properties"]["event"]["examples"] = list(EVENT_KINDS)
    for key, says in OF_THE_FILE.items():
        top["properties"][key]["description"] = says
    for part in (top, *defs.values()):
        _tell(part.get("properties", {}))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of turn-structure (*.turn.yaml)",
        **top,
        "$defs": defs,
    }
    return folded(whole, {name: shape.schema(type_) for name, type_ in NAMES.items()})


def _tell(properties: dict[str, dict[str, Any]]) -> None:
    """Says what each property means that does not say it yet."""
    for name, said in properties.items():
        if "description" not in said and name in MEANINGS:
            properties[name] = {"description": MEANINGS[name], **said}
