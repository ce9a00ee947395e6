"""The published JSON Schema of scenario files, made from the types that the reader reads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from .. import shape
from ..cards import terms
from ..cards.abilities import When
from ..cards.costs import Cost, ManaType
from ..cards.kinds import Each, Group, Kind, Target
from ..cards.vocabulary import EFFECTS, Effects
from ..cards.vocabulary.turn import DelayedTo
from ..cards.written import effect_definition
from ..edition import edition_ids, kinds_in_use
from ..files import packaged_data
from ..game import Card
from ..names import Name
from ..shape import Natural, Signed
from ..wording import EVENT_KINDS
from .model import ALONE, VERBS, Act, Cards, Expect, Happening, PlayerState, Setup, StateFields, WrittenScenario
from .reading.openness import Explore

_TEXT = {"type": "string"}

NAMES: dict[str, Any] = {
    "effects": Effects,
    "keyword": terms.Keyword,
    "card_type": terms.CardType,
    "color": terms.Color,
    "target_kind": Target,
    "window": terms.Window,
    "place": terms.Place,
    "step": terms.Step,
    "phase": terms.OnePhase,
    "phase_or_main": terms.Phase,
    "place_or_main": DelayedTo,
    "skipped_part": terms.Skippable,
    "trigger_event": When,
    "duration": terms.Until,
    "condition_word": terms.If,
    "player_word": terms.Who,
    "players": terms.Players,
    "kind": Kind,
    "group": Group,
    "counted": Each,
    "cost": Cost,
    "mana_type": ManaType,
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
    defs |= _custom(defs.pop("StateFields"))
    _restrict(defs)
    _complete(top)
    for part in (top, *defs.values()):
        _tell(part.get("properties", {}))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of turn-structure (*.turn.yaml)",
        **top,
        "$defs": defs,
    }
    return folded(whole, {name: shape.schema(type_) for name, type_ in NAMES.items()})


def _custom(state_fields: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The definitions of what has a reader of its own: effects, actions, states, conditions and entries."""
    action = {"$ref": "#/$defs/action"}
    state = {**state_fields, "additionalProperties": {"$ref": "#/$defs/PlayerState"}, "minProperties": 1}
    fields = {key: said for key, said in state["properties"].items() if key not in ("when", "after")}
    return {
        "effect": effect_definition(),
        "action": {"anyOf": [{"enum": ["pass", "concede"]}, {"$ref": "#/$defs/Act"}]},
        "state": state,
        "condition": {
            **state,
            "description": "What a state is, at a place or wherever a player decides.",
            "properties": {"at": _TEXT, **fields},
        },
        "entry": {
            "type": "object",
            "description": "One entry of the script: where, and what a player does then.",
            "properties": {
                "at": {**_TEXT, "examples": _places()},
                "responding_to": {"anyOf": [_TEXT, {"type": "null"}]},
            },
            "required": ["at"],
            "minProperties": 2,
            "additionalProperties": {"anyOf": [action, {"type": "array", "items": action, "minItems": 1}]},
        },
    }


def _restrict(defs: dict[str, dict[str, Any]]) -> None:
    """Adds what types cannot say: one verb in an action, one of two keys, nothing that is empty."""
    act = defs["Act"]
    unsaid = {verb: {"not": {"enum": [False] if verb in ALONE else [None, False]}} for verb in VERBS}
    act["oneOf"] = [{"required": [verb], "properties": {verb: not_so}} for verb, not_so in unsaid.items()]
    act["properties"] |= {verb: {**act["properties"][verb], "type": ["boolean", "null"]} for verb in ALONE}
    act["properties"]["refused"]["not"] = {"enum": [[], {}]}
    for name in ("Expect", "PlayerState"):
        defs[name]["not"] = {"additionalProperties": {"type": "null"}}  # something is expected
    one_of_two = [{"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in shape.fields(Cards)]
    defs["Cards"]["oneOf"] = one_of_two
    for said in (*defs["Expect"]["properties"].values(), *defs["Explore"]["properties"].values()):
        said["not"] = {"enum": [[], {}]}
    defs["Happening"]["properties"]["event"]["examples"] = list(EVENT_KINDS)


def _complete(top: dict[str, Any]) -> None:
    """Adds what is known of the keys of a file: players, script and editions."""
    keys = top["properties"]
    keys["players"] = {
        "anyOf": [
            {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 8},
            {"type": "object", "minProperties": 2, "maxProperties": 8,
             "additionalProperties": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Setup"}]}},
        ]
    }  # fmt: skip
    keys["script"] = {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/entry"}}, {"type": "null"}]}
    keys["explore"] = {"anyOf": [{"$ref": "#/$defs/Explore"}, {"type": "null"}]}
    top["required"] = ["players"]
    for reason in ("skip", "xfail"):
        keys[reason]["not"] = {"enum": ["", {}]}
    keys["edition"]["examples"] = list(edition_ids())
    keys["until"]["anyOf"][0]["examples"] = _places()
    for key, says in _meanings()["file"].items():
        keys[key]["description"] = says


def _places() -> list[str]:
    """The places of a turn, as examples."""
    return [f"T1.{place}" for place in kinds_in_use().places]


def _tell(properties: dict[str, dict[str, Any]]) -> None:
    """Says what each property means that does not say it yet."""
    meanings = _meanings()["fields"]
    for name, said in properties.items():
        if "description" not in said and name in meanings:
            properties[name] = {"description": meanings[name], **said}


@cache
def _meanings() -> dict[str, dict[str, str]]:
    """What the keys of a file mean, and the fields of all structs."""
    return packaged_data("scenario/meanings.toml")


NOTES = ("description", "default")
"""What says something of a place of a schema, and nothing of the values there."""

REPEATED, LONG, WIDE = 2, 140, 110
"""How often a part has to be there, and how long its JSON has to be, to be folded; and how wide lines are."""


def folded(schema: dict[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """An equivalent schema whose repeated parts are in ``$defs``, under given names, or those of their properties."""
    defs = schema["$defs"]
    counted: Counter[str] = Counter()
    called: dict[str, str] = {}
    said = {_key(part): name for name, part in names.items()}
    for name, part in _parts(schema):
        key = _key(part)
        if name or key in said:
            counted[key] += 1
            called.setdefault(key, name)
    refs: dict[str, str] = {}
    for key, many in counted.items():
        if key in said or (many >= REPEATED and len(key) >= LONG):
            refs[key] = _free(said.get(key) or called[key], {*refs.values(), *defs})
    bodies = {name: _within(json.loads(key), refs) for key, name in refs.items() if counted[key]}
    top = {key: value for key, value in schema.items() if key != "$defs"}
    return {**_within(top, refs), "$defs": {name: _within(part, refs) for name, part in defs.items()} | bodies}


def _key(part: dict[str, Any]) -> str:
    """A part of a schema without notes, as text."""
    return json.dumps({key: value for key, value in part.items() if key not in NOTES})


def _free(name: str, taken: set[str]) -> str:
    return next(one for n in range(1, 100) if (one := name if n == 1 else f"{name}_{n}") not in taken)


def _parts(part: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas within a schema; those of properties with their names."""
    for key, inner in part.items():
        if key in ("properties", "$defs"):
            for field, one in inner.items():
                yield (field if key == "properties" else ""), one
                yield from _parts(one)
        elif key in ("anyOf", "oneOf", "allOf"):
            for one in inner:
                yield "", one
                yield from _parts(one)
        elif key in ("items", "additionalProperties", "not", "propertyNames") and isinstance(inner, dict):
            yield "", inner
            yield from _parts(inner)


def _within(part: dict[str, Any], refs: Mapping[str, str]) -> dict[str, Any]:
    """A schema with the schemas in it folded; not itself."""
    new: dict[str, Any] = {}
    for key, inner in part.items():
        if key == "properties":
            new[key] = {field: _short(one, refs) for field, one in inner.items()}
        elif key in ("anyOf", "oneOf", "allOf"):
            new[key] = [_short(one, refs) for one in inner]
        elif key in ("items", "additionalProperties", "not", "propertyNames") and isinstance(inner, dict):
            new[key] = _short(inner, refs)
        else:
            new[key] = inner
    return new


def _short(part: dict[str, Any], refs: Mapping[str, str]) -> dict[str, Any]:
    ref = refs.get(_key(part))
    if ref is None:
        return _within(part, refs)
    return {**{key: part[key] for key in NOTES if key in part}, "$ref": f"#/$defs/{ref}"}


def readable(data: Any, indent: int = 0) -> str:
    """JSON in which what fits on a line stands on one.

    >>> print(readable({"enum": ["a", "b"], "type": "string"}))
    {"enum": ["a", "b"], "type": "string"}
    """
    line = json.dumps(data, ensure_ascii=False)
    if not isinstance(data, dict | list) or not data or len(line) + indent <= WIDE:
        return line
    pad, inner = " " * indent, " " * (indent + 2)
    if isinstance(data, dict):
        rows = [f"{inner}{json.dumps(key)}: {readable(value, indent + 2)}" for key, value in data.items()]
        return "{\n" + ",\n".join(rows) + f"\n{pad}}}"
    if all(isinstance(one, str | int) for one in data):
        return "[\n" + _filled([json.dumps(one, ensure_ascii=False) for one in data], inner) + f"\n{pad}]"
    return "[\n" + ",\n".join(f"{inner}{readable(one, indent + 2)}" for one in data) + f"\n{pad}]"


def _filled(words: list[str], inner: str) -> str:
    """Words in lines, as many in each as fit."""
    lines = [inner]
    for n, word in enumerate(words):
        text = word + ("," if n + 1 < len(words) else "")
        if len(lines[-1]) + len(text) + 1 > WIDE and lines[-1].strip():
            lines.append(inner)
        lines[-1] += text if lines[-1] == inner else f" {text}"
    return "\n".join(lines)
