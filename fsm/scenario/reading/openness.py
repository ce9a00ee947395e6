"""What ``explore:`` says: which choices are open, and the statements about all ways that they can go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NewType

import msgspec

from ... import shape
from ...document import each
from ...shape import Custom, Faults, Natural, Path, ShapeError, describe
from ...turn import Address
from ...words import listed, nearest
from ..model import VERBS, Act, Happening, HappensRef, StateExpected, StateRef
from .expecting import check_address, check_happening, check_state

OPEN = tuple(verb for verb in VERBS if verb != "pass")
"""The verbs that can be left open; passing always is."""

ChoiceRef = NewType("ChoiceRef", object)
"""An open choice: a verb, or a mapping from players to verbs and acts, perhaps with a place."""
ConditionRef = NewType("ConditionRef", object)
"""The written form of a ``Condition``."""
StatementRef = NewType("StatementRef", object)
"""A place, an event or a condition."""


class Condition(msgspec.Struct, frozen=True):
    """What a state is wherever a player decides at a place, or anywhere (None)."""

    at: Address | None
    state: StateExpected


class OpenChoice(msgspec.Struct, frozen=True):
    """A choice that is left open: for everybody or one player, anywhere or at a place.

    It is a verb, or exactly one act, as it was ``said``.
    """

    verb: str
    at: Address | None = None
    seat: int | None = None
    act: Act | None = None
    said: Any = None


class Statement(msgspec.Struct, frozen=True):
    """A statement about all ways: a condition that always holds, or what never or in some way happens."""

    kind: Literal["always", "never", "reachable"]
    item: Address | Happening | Condition
    path: Path
    said: Any


class Exploration(msgspec.Struct, frozen=True):
    """The open choices (None: all but conceding), the statements, and how many objects players stack by choice."""

    choose: tuple[OpenChoice, ...] | None = None
    statements: tuple[Statement, ...] = ()
    stack: int | None = None


class Explore(msgspec.Struct, frozen=True):
    """What is explored: the open choices, and what holds in every way.

    ``choose``: what is left open, by default everything. ``always``: conditions of every state. ``never`` and
    ``reachable``: places, events or conditions. ``stack``: players add nothing to so many objects on the stack.
    """

    choose: tuple[ChoiceRef, ...] | None = None
    always: tuple[ConditionRef, ...] | None = None
    never: tuple[StatementRef, ...] | None = None
    reachable: tuple[StatementRef, ...] | None = None
    stack: Natural | None = None


def _read_condition(data: Any, path: Path) -> Condition:
    if not isinstance(data, dict):
        expected = "expected what the state is, such as {at: T1.combat, Ann: {life: 20}}"
        raise ShapeError(f"found {describe(data)}, {expected}", path)
    at = check_address(data["at"], (*path, "at")) if "at" in data else None
    for field in ("when", "after"):
        if field in data:
            why = "a condition is about every state in which a player decides; leave it out"
            raise ShapeError(f"{field}: goes with expect: state:; {why}", (*path, field), True)
    return Condition(at, shape.read(StateRef, {key: value for key, value in data.items() if key != "at"}, path))


def _read_statement(data: Any, path: Path) -> Any:
    is_condition = isinstance(data, dict) and "event" not in data
    return shape.read(ConditionRef if is_condition else HappensRef, data, path)


def _read_choice(data: Any, path: Path) -> Any:
    if isinstance(data, str):
        _check_verb(data, path)
    elif not isinstance(data, dict):
        raise ShapeError(f"found {describe(data)}, expected a verb, or such as {{Ann: [cast, attack]}}", path)
    return data


def _check_verb(verb: Any, path: Path) -> None:
    if verb not in OPEN:
        hint = "; passing is always open" if verb == "pass" else nearest(str(verb), OPEN)
        raise ShapeError(f"found {describe(verb)}{hint}, expected {listed(OPEN, 'or')}", path)


_TEXT = {"type": "string"}
_VERB = {"anyOf": [{"enum": list(OPEN)}, {"$ref": "#/$defs/Act"}]}
_CHOICE = {
    "anyOf": [
        {"enum": list(OPEN)},
        {
            "type": "object",
            "properties": {"at": _TEXT},
            "minProperties": 1,
            "additionalProperties": {"anyOf": [_VERB, {"type": "array", "items": _VERB, "minItems": 1}]},
        },
    ]
}

shape.CUSTOM[ChoiceRef] = Custom(_read_choice, lambda: _CHOICE)
shape.CUSTOM[ConditionRef] = Custom(_read_condition, lambda: {"$ref": "#/$defs/condition"})
shape.CUSTOM[StatementRef] = Custom(
    _read_statement, lambda: {"anyOf": [_TEXT, {"$ref": "#/$defs/Happening"}, {"$ref": "#/$defs/condition"}]}
)


def read_exploration(data: Any, names: tuple[str, ...], act: Callable[[Any, Path], Act]) -> Exploration | None:
    """The exploration of a scenario, checked; ``act`` reads and checks an act."""
    if data is None:
        return None
    path: Path = ("explore",)
    raw: Explore = shape.read_struct(Explore, data, path)
    faults = Faults()
    opened = None if raw.choose is None else tuple(_opened(data["choose"], (*path, "choose"), names, act, faults))
    statements = tuple(_statements(raw, data, path, names, faults))
    faults.raise_any()
    return Exploration(opened, statements, raw.stack)


def _opened(
    data: Any, path: Path, names: tuple[str, ...], act: Callable[[Any, Path], Act], faults: Faults
) -> Iterator[OpenChoice]:
    """The open choices, of a list or of one item."""
    for item, here in each(data, path):
        yield from faults.of(lambda item, here: tuple(_choices(item, here, names, act)), item, here) or ()


def _choices(data: Any, path: Path, names: tuple[str, ...], act: Callable[[Any, Path], Act]) -> Iterator[OpenChoice]:
    """The open choices of one item."""
    if isinstance(data, str):
        yield OpenChoice(data)
        return
    at = check_address(data["at"], (*path, "at")) if "at" in data else None
    if not set(data) - {"at"}:
        raise ShapeError("this leaves nothing open; name a player and what they may do, such as Ann: cast", path)
    for key, value in data.items():
        if key == "at":
            continue
        if key not in names:
            known = ("at", *names)
            why = f"{describe(key)} is no player here{nearest(str(key), known)}; known here: {', '.join(known)}"
            raise ShapeError(why, (*path, key), True)
        for item, here in each(value, (*path, key)):
            yield _choice(item, here, at, names.index(key), act)


def _choice(data: Any, path: Path, at: Address | None, seat: int, act: Callable[[Any, Path], Act]) -> OpenChoice:
    if not isinstance(data, dict):
        _check_verb(data, path)
        return OpenChoice(data, at, seat)
    said = act(data, path)
    if said.refused:
        raise ShapeError("an open choice cannot be refused; leave refused: out", (*path, "refused"), True)
    verb = next(verb for verb in VERBS if verb in shape.said(said))
    _check_verb(verb, path)
    return OpenChoice(verb, at, seat, said, data)


def _statements(raw: Explore, data: Any, path: Path, names: tuple[str, ...], faults: Faults) -> Iterator[Statement]:
    """The checked statements."""
    kinds: tuple[Literal["always", "never", "reachable"], ...] = ("always", "never", "reachable")
    for kind in kinds:
        items: Any = getattr(raw, kind)
        if items is None:
            continue
        if not items:
            faults.append(ShapeError(f"{kind}: is empty; say what is meant, or leave it out", (*path, kind)))
        for item, (said, here) in zip(items, each(data[kind], (*path, kind)), strict=True):
            if isinstance(item, Condition):
                faults.of(check_state, item.state, here, names)
            else:
                faults.of(check_happening, item, here, names)
            yield Statement(kind, item, here, said)
