"""Reads effects as cards and scenario files write them, and makes the schema of that.

An effect is written as a mapping with one key, its name: ``{extra_turn: you}``,
``{skip: {what: draw, player: target}}``. A bare value stands for the first field.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from .. import shape
from ..edition import Kinds, kinds_in_use
from ..names import Name, check_name
from ..shape import Custom, Path, ShapeError, describe
from ..words import listed, nearest
from .costs import ManaType
from .kinds import Kind
from .terms import CONDITIONS, DEFENDER_HAS, NONE_OF, WHILE, WHO, If, Players, Until, Who
from .vocabulary import EFFECTS, Choices, Delayed, Effect, EffectRef, Effects, ExtraSteps, Option, Skip


def _read_effect(data: Any, path: Path) -> Effect:
    if isinstance(data, str) and data in EFFECTS:
        data = {data: {}}
    if not isinstance(data, dict) or len(data) != 1:
        said = data.split() if isinstance(data, str) else ()
        inside = next((f" (did you mean the effect {word}?)" for word in said if word in EFFECTS), "")
        several = f" with {listed(map(describe, [*data][:3]))}" if isinstance(data, dict) and len(data) > 1 else ""
        raise ShapeError(f"found {describe(data)}{several}{inside}, expected one effect such as {_such(data)}", path)
    ((name, value),) = data.items()
    if name not in EFFECTS:
        why = f"unknown effect {describe(name)}{nearest(str(name), EFFECTS)}; effects are {', '.join(EFFECTS)}"
        raise ShapeError(why, (*path, name), True)
    type_ = EFFECTS[name]
    here, first = (*path, name), next(iter(shape.fields(type_)), None)
    if value is None or isinstance(value, dict):
        return _checked(shape.read_struct(type_, value or {}, here), here)
    if first is None:
        raise ShapeError(f"found {describe(value)}; {name} takes no value", here)
    if set(shape.required(type_)) > {first}:
        needed = ", ".join(shape.required(type_))
        raise ShapeError(f"found {describe(value)}, expected a mapping with {needed}", here)
    return _checked(type_(**{first: shape.read(shape.fields(type_)[first], value, here)}), here)


def _such(data: Any) -> str:
    """An effect as it is written; if several keys stand side by side, the one that they would make.

    >>> _such({"skip": "untap", "target": "Bob"})
    '{skip: {what: untap, player: Bob}}, with all that it says inside'
    """
    name = next((key for key in data if key in EFFECTS), "") if isinstance(data, dict) else ""
    hints = shape.fields(EFFECTS[name]) if name else {}
    if not hints:
        return "{extra_turn: you}"
    first, said = next(iter(hints)), data[name]
    inside = dict(said) if isinstance(said, dict) else {first: said}
    for key, value in data.items():
        whom = next((field for field in hints if hints[field] is Players and field not in inside), "")
        field = key if key in hints else whom
        if key != name and field:
            inside[field] = value
    fields = ", ".join(f"{key}: {value if isinstance(value, str | int) else '...'}" for key, value in inside.items())
    return f"{{{name}: {{{fields}}}}}, with all that it says inside"


def _checked(effect: Any, path: Path) -> Effect:
    """The effect, if its fields fit together; ``ShapeError`` if not."""
    if isinstance(effect, ExtraSteps) and effect.anchor is not None:
        _check_anchor(effect, path)
    if isinstance(effect, Delayed) and effect.next_turn and (effect.this_turn or effect.each):
        raise ShapeError("next_turn: is the first such step after this turn; leave this_turn: and each: out", path)
    if isinstance(effect, Delayed) and effect.until in WHILE:
        raise ShapeError(f"a delayed ability cannot last {effect.until}; name another duration", path)
    if isinstance(effect, Skip):
        if effect.next_turn and effect.what in ("turn", "extra_turn"):
            raise ShapeError("next_turn: is about phases and steps of that turn; leave it out to skip a turn", path)
        if effect.until in WHILE:
            raise ShapeError(f"a skip cannot last {effect.until}; use a static ability, which skips all the time", path)
    return effect  # type: ignore[no-any-return]


def _check_anchor(effect: ExtraSteps, path: Path) -> None:
    """Checks that a step is added before a step of its own phase (500.9)."""
    kinds = kinds_in_use()
    phase = kinds.phase_of[effect.step]
    if kinds.phase_of[effect.anchor or effect.step] != phase:
        known = listed(kinds.steps_of[phase], "or")
        why = f"a step {effect.step} cannot come before a step {effect.anchor}, which is in another phase"
        raise ShapeError(f"{why}; expected {known} as the anchor", path)


def _read_choices(data: Any, path: Path) -> Choices:
    if isinstance(data, dict):
        options = [
            Option(check_name(name, (*path, name), True), shape.read(Effects, do, (*path, name)))
            for name, do in data.items()
        ]
    elif isinstance(data, list):
        options = [shape.read_struct(Option, option, (*path, n)) for n, option in enumerate(data)]
    else:
        options = []
    if not 2 <= len({option.name for option in options}) == len(options):
        such = "each with a name of its own, such as {a card: [draw], a life: [{life: 1}]}"
        raise ShapeError(f"found {describe(data)}, expected two or more options, {such}", path)
    return Choices(tuple(options))


def _choices_schema() -> dict[str, Any]:
    effects = shape.schema(Effects)
    option = {
        "type": "object",
        "properties": {"name": shape.schema(Name), "do": effects},
        "required": ["name", "do"],
        "additionalProperties": False,
    }
    by_name = {"propertyNames": shape.schema(Name), "additionalProperties": effects, "minProperties": 2}
    return {"anyOf": [{"type": "object", **by_name}, {"type": "array", "items": option, "minItems": 2}]}


def effect_definition() -> dict[str, Any]:
    """The schema of a written effect: a mapping with one key, or the name of an effect of which nothing has to be said.

    The value of the key is a mapping of all its fields, or the first one alone.
    """
    bare = [name for name, type_ in EFFECTS.items() if not shape.required(type_)]
    mapping = {
        "type": "object",
        "properties": {name: _of_effect(type_) for name, type_ in EFFECTS.items()},
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
    }
    return {"description": "An effect: what happens.", "anyOf": [{"enum": bare}, mapping]}


def _of_effect(type_: type[Effect]) -> dict[str, Any]:
    """The schema of the value of an effect's key."""
    values: list[dict[str, Any]] = [{"$ref": f"#/$defs/{type_.__name__}"}]
    hints = shape.fields(type_)
    if not shape.required(type_):
        values.append({"type": "null"})
    if hints and set(shape.required(type_)) <= {next(iter(hints))}:
        alone = shape.schema(next(iter(hints.values())))
        # A mapping is the whole effect, never its first field.
        may_be_mapping = "object" in str(alone) or "$ref" in str(alone)
        values.append({"allOf": [alone, {"not": {"type": "object"}}]} if may_be_mapping else alone)
    about = shape.plain((type_.__doc__ or "").strip().splitlines()[0])
    return {"description": about, **(values[0] if len(values) == 1 else {"anyOf": values})}


_UNTIL_PREFIXES = ("end_of_", "next_", "your_next_")
_UNTIL_ALONE = ("game", "end_of_your_next_turn", *WHILE)
_IN_PLACE = ("in_", "first_")


@cache
def durations(kinds: Kinds) -> tuple[str, ...]:
    """The words for durations."""
    return (*_UNTIL_ALONE, *(f"{prefix}{kind}" for prefix in _UNTIL_PREFIXES for kind in (*kinds.places, "turn")))


@cache
def _conditions(kinds: Kinds) -> tuple[str, ...]:
    return (*CONDITIONS, *(f"{prefix}{place}" for prefix in _IN_PLACE for place in kinds.places))


def _read_until(data: Any, path: Path) -> Until:
    known = durations(kinds_in_use())
    if not isinstance(data, str) or data not in known:
        such = "end_of_turn, end_of_combat, next_upkeep, your_next_turn, end_of_your_next_turn or game"
        found = f"found {describe(data)}{nearest(str(data), known)}"
        raise ShapeError(f"{found}, expected a duration such as {such}", path)
    return Until(data)


MOST_COUNTERS = 999


def _read_if(data: Any, path: Path) -> If:
    known = _conditions(kinds_in_use())
    kind, _, number = str(data).partition("_")
    if kind == "counters" and not number.endswith(("_", " ")):
        number = number.partition("_")[0]
    counted = kind in ("counters", "paid", "lost") and number.isascii() and number.isdecimal()
    if str(data).startswith(DEFENDER_HAS):
        shape.read(Kind, str(data).removeprefix(DEFENDER_HAS).removeprefix(NONE_OF).replace("_", " "), path)
        return If(str(data))
    if kind == "paid" and number in get_args(ManaType):
        return If(str(data))
    if data in known or (counted and 1 <= int(number[:5]) <= MOST_COUNTERS):
        return If(str(data))
    if counted:
        why = f"found {describe(data)}, which means at least that many; expected a number from 1 to {MOST_COUNTERS}"
        one = str(data).replace("0", "1", 1)
        none = f"; to ask for none, write {{if: {{is: {one}, do: [], otherwise: [...]}}}}"
        raise ShapeError(why if int(number[:5]) else why + none, path)
    found = f"found {describe(data)}{nearest(str(data), known)}"
    such = "such as your_turn, in_combat, first_upkeep or counters_1"
    raise ShapeError(f'{found}, expected a condition {such}; fsm docs FORMAT lists all under "Conditions"', path)


def _if_schema() -> dict[str, Any]:
    places = "|".join(kinds_in_use().places)
    forms = (
        f"(in|first)_({places})",
        "(counters|paid|lost)_[1-9][0-9]{0,2}",
        "counters_[1-9][0-9]{0,2}_.+",
        f"paid_({'|'.join(get_args(ManaType))})",
        f"{DEFENDER_HAS}.+",
    )
    about = "counters_<n>, counters_<n>_<kind>, paid_<n>, lost_<n>: at least that many."
    formed = {"description": about, "type": "string", "pattern": f"^({'|'.join(forms)})$"}
    return {"anyOf": [{"enum": list(CONDITIONS)}, formed]}


def _read_who(data: Any, path: Path) -> Who:
    return Who(shape.read(str, data, path))


def _read_players(data: Any, path: Path) -> Who | tuple[Who, ...]:
    """One word or name, or a list without repetitions; a list of one is the same as that one."""
    if not isinstance(data, list):
        return _read_who(data, path)
    named = tuple(_read_who(one, (*path, n)) for n, one in enumerate(data))
    for n, who in enumerate(named):
        if who in named[:n]:
            raise ShapeError(f"{describe(who)} is in the list already; leave it out", (*path, n))
        if who == "each" and len(named) > 1:
            raise ShapeError('"each" is every player; write it without a list', (*path, n))
    if not named:
        raise ShapeError("found an empty list, expected a player, or a list of players", path)
    first, *others = named
    return named if others else first


def _players_schema() -> dict[str, Any]:
    who = {"type": "string", "examples": list(WHO)}
    return {"anyOf": [who, {"type": "array", "items": who, "minItems": 1, "uniqueItems": True}]}


shape.CUSTOM[EffectRef] = Custom(_read_effect, lambda: {"$ref": "#/$defs/effect"})
shape.CUSTOM[Choices] = Custom(_read_choices, _choices_schema)
shape.CUSTOM[Until] = Custom(_read_until, lambda: {"enum": list(durations(kinds_in_use()))})
shape.CUSTOM[If] = Custom(_read_if, _if_schema)
shape.CUSTOM[Who] = Custom(_read_who, lambda: {"type": "string", "examples": list(WHO)})
shape.CUSTOM[Players] = Custom(_read_players, _players_schema)
