"""How effects are written, in cards and scenario files, and the schema of that.

An effect is written as a mapping with one key, its name: ``{extra_turn: you}``,
``{skip: {what: draw, player: target}}``. A bare value stands for the first field.
"""

from __future__ import annotations

from typing import Any

from .. import shape
from ..shape import Custom, Path, ShapeError, describe
from ..words import nearest
from .vocabulary import EFFECTS, PLACES, Discard, Draw, Effect, EffectRef, Until, Who


def _read_effect(data: Any, path: Path) -> Effect:
    if isinstance(data, str) and data in EFFECTS:
        data = {data: {}}
    if not isinstance(data, dict) or len(data) != 1:
        raise ShapeError(f"found {describe(data)}, expected one effect such as {{extra_turn: you}}", path)
    ((name, value),) = data.items()
    if name not in EFFECTS:
        raise ShapeError(
            f"unknown effect {describe(name)}{nearest(str(name), EFFECTS)}; effects are {', '.join(EFFECTS)}",
            (*path, name),
            True,
        )
    type_ = EFFECTS[name]
    here = (*path, name)
    if isinstance(value, dict):
        return _checked(shape.read_struct(type_, value, here), here)
    first = next(iter(shape.fields(type_)), None)
    if value is None:
        return _checked(shape.read_struct(type_, {}, here), here)
    if first is None:
        raise ShapeError(f"found {describe(value)}; {name} takes nothing", here)
    if set(shape.required(type_)) > {first}:
        needed = ", ".join(shape.required(type_))
        raise ShapeError(f"found {describe(value)}, expected a mapping with {needed}", here)
    return _checked(type_(**{first: shape.read(shape.fields(type_)[first], value, here)}), here)


MOST = 10_000
"""How many times one effect may do a thing."""


def _checked(effect: Any, path: Path) -> Effect:
    """Counts and amounts within what a game can hold."""
    one_by_one = isinstance(effect, Draw | Discard)
    limits = {"count": (1, MOST), "amount": (0, MOST) if one_by_one else (-1_000_000, 1_000_000)}
    for field, (least, most) in limits.items():
        value = getattr(effect, field, least)
        if not least <= value <= most:
            raise ShapeError(f"{field} is {value}, expected a number from {least} to {most}", path)
    return effect  # type: ignore[no-any-return]


def _effect_schema() -> dict[str, Any]:
    return {"$ref": "#/$defs/effect"}


def effect_definition() -> dict[str, Any]:
    """The schema of an effect as it is written: one key, its value whole or just the first field."""
    forms: list[dict[str, Any]] = []
    bare = []
    for name, type_ in EFFECTS.items():
        values: list[dict[str, Any]] = [{"$ref": f"#/$defs/{type_.__name__}"}]
        hints = shape.fields(type_)
        if not shape.required(type_):
            values.append({"type": "null"})
            bare.append(name)
        if hints and set(shape.required(type_)) <= {next(iter(hints))}:
            values.append(shape.schema(next(iter(hints.values()))))
        forms.append(
            {
                "type": "object",
                "properties": {name: {"anyOf": values}},
                "required": [name],
                "additionalProperties": False,
            }
        )
    return {"anyOf": [*forms, {"enum": bare}]}


_UNTIL_PREFIXES = ("end_of_", "next_", "your_next_")


def _read_until(data: Any, path: Path) -> Until:
    kinds = (*PLACES, "turn")
    known = ["game", *(f"{prefix}{kind}" for prefix in _UNTIL_PREFIXES for kind in kinds)]
    if not isinstance(data, str) or data not in known:
        raise ShapeError(
            f"found {describe(data)}{nearest(str(data), known)}, expected a duration such as end_of_turn, "
            "end_of_combat, next_upkeep, your_next_turn or game",
            path,
        )
    return Until(data)


def _until_schema() -> dict[str, Any]:
    kinds = "|".join((*PLACES, "turn"))
    return {"type": "string", "pattern": f"^(game|(end_of|next|your_next)_({kinds}))$"}


def _read_who(data: Any, path: Path) -> Who:
    return Who(shape.read(str, data, path))


shape.CUSTOM[EffectRef] = Custom(_read_effect, _effect_schema)
shape.CUSTOM[Until] = Custom(_read_until, _until_schema)
shape.CUSTOM[Who] = Custom(_read_who, lambda: {"type": "string"})
