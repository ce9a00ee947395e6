"""Checks the expectations of a scenario before it runs: every name, address and line has to be valid."""

from __future__ import annotations

from typing import Any

from ... import shape
from ...errors import AddressError, NotationError
from ...recording.viewed import NOBODY
from ...shape import Faults, Path, ShapeError, describe
from ...turn import Address, parse_address
from ...wording import EVENT_KINDS
from ...words import listed, nearest
from ..model import Cards, Expect, Happening, PlayerState, Sight, StateExpected, StateFields
from .steps import parse_steps

Names = tuple[str, ...]


def check_player(name: str, path: Path, names: Names) -> int:
    """The seat of a player by name; ``ShapeError`` with the nearest name if there is none."""
    if name not in names:
        raise ShapeError(f"no player {describe(name)}{nearest(name, names)}; players are {', '.join(names)}", path)
    return names.index(name)


def check_address(text: Any, path: Path, on_key: bool = False) -> Address:
    """An address; ``ShapeError`` if the text is not one."""
    try:
        return parse_address(text)
    except AddressError as error:
        raise ShapeError(str(error), path, on_key) from None


def check_expect(expect: Expect, path: Path, names: Names) -> None:
    """Checks all expectations; an empty one is an error, since it would always hold."""
    faults = Faults()
    faults.of(_check_filled, expect, path)
    for n, name in enumerate(expect.turns or ()):
        faults.of(check_player, name, (*path, "turns", n), names)
    if expect.winner is not None and expect.winner != "nobody":
        faults.of(check_player, expect.winner, (*path, "winner"), names)
    for key, text in (expect.steps or {}).items():
        faults.of(_check_steps, key, text, (*path, "steps", key))
    for n, text in enumerate(expect.order or ()):
        faults.of(_check_order, text, (*path, "order", n))
    _check_seen(expect, path, names, faults)
    for name, sight in (expect.sees or {}).items():
        inner = (*path, "sees", name)
        if name != NOBODY:
            faults.of(check_player, name, inner, names)
        faults.of(_check_filled, sight, inner)
        _check_seen(sight, inner, names, faults)
    faults.raise_any()


def _check_filled(expect: Expect | Sight, path: Path) -> None:
    fields = shape.fields(type(expect))
    for field in fields:
        value = getattr(expect, field)
        if value is not None and not value:
            raise ShapeError(f"{field}: is empty; say what is expected, or leave it out", (*path, field))
    if all(getattr(expect, field) is None for field in fields):
        raise ShapeError(f"{path[-1]}: is empty; known here: {', '.join(fields)}", path, True)


def _check_seen(expect: Expect | Sight, path: Path, names: Names, faults: Faults) -> None:
    """Checks what a run and what a view of it may have: states, and events."""
    for key, state in (expect.state or {}).items():
        faults.of(_check_state_at, state, key, (*path, "state", key), names)
    for field in ("happens", "never"):
        for n, item in enumerate(getattr(expect, field) or ()):
            faults.of(check_happening, item, (*path, field, n), names)


def _check_steps(key: str, text: str, path: Path) -> None:
    address = check_address(key, path, True)
    if not address.turn or str(address) != f"T{address.turn}":
        raise ShapeError(f"{describe(key)} is not a turn; write T1", path, True)
    try:
        parse_steps(text)
    except NotationError as error:
        raise ShapeError(str(error), path) from None


def _check_order(text: str, path: Path) -> None:
    parts = text.split("<")
    if len(parts) < 2:
        raise ShapeError(f"found {describe(text)}, expected an order such as untap < upkeep", path)
    for part in parts:
        check_address(part.strip(), path)


def _check_state_at(state: object, key: str, path: Path, names: Names) -> None:
    faults = Faults()
    at = faults.of(check_address, key, path, True)
    if at is not None and at.turn is None:
        faults.append(ShapeError(f"{describe(key)} names no turn; write T1.{key}", path, True))
    assert isinstance(state, StateExpected)  # noqa: S101  # by its shape
    faults.of(check_state, state, path, names)
    faults.raise_any()


def check_state(state: StateExpected, path: Path, names: Names) -> None:
    """Checks what is expected of a state: its players, and that there is something."""
    own, faults = shape.fields(StateFields), Faults()
    for name, player in state.players.items():
        if name not in names:
            known = (*own, *names)
            hint = nearest(name, known)
            why = f"{describe(name)} is not a player here{hint}; known here: {', '.join(known)}"
            faults.append(ShapeError(why, (*path, name), True))
        else:
            faults.of(_check_player, player, name, (*path, name))
    for field in ("active", "priority", "defending", "monarch", "initiative", "controlled_by"):
        who = getattr(state.fields, field)
        several = isinstance(who, tuple)
        for n, name in enumerate(who if several else (who,)):
            if name is not None and (several or name != "nobody" or field == "active"):
                faults.of(check_player, name, (*path, field, n) if several else (*path, field), names)
    faults.raise_any()
    said = [field for field in own if field not in ("when", "after") and getattr(state.fields, field) is not None]
    if not said and not state.players:
        raise ShapeError("nothing is expected of this state; add stack:, priority: or a player", path)


def _check_player(player: PlayerState, name: str, path: Path) -> None:
    said = {field: getattr(player, field) for field in shape.fields(PlayerState)}
    if all(value is None for value in said.values()):
        raise ShapeError(f"nothing is expected of {name}; add life:, mana:, hand: ...", path)
    for field, cards in said.items():
        if isinstance(cards, Cards) and (cards.in_order is None) is (cards.any_order is None):
            raise ShapeError("expected either in_order or any_order, with names of cards", (*path, field))


def check_happening(item: object, path: Path, names: Names) -> None:
    """Checks an expected event: its kind, its fields and its players; a place needs no check."""
    if not isinstance(item, Happening):
        return
    if item.event not in EVENT_KINDS:
        hint, known = nearest(item.event, EVENT_KINDS), ", ".join(EVENT_KINDS)
        raise ShapeError(f"no event {describe(item.event)}{hint}; events are {known}", (*path, "event"))
    fields, faults = EVENT_KINDS[item.event].fields, Faults()
    for field in ("player", "name", "by", "amount", "card", "controller"):
        if getattr(item, field) is not None and field not in fields:
            known = f"it has {listed(fields)}" if fields else "it has none of these"
            faults.append(ShapeError(f"an event {item.event} has no {field}; {known}", (*path, field)))
    for field in ("player", "controller"):
        if (who := getattr(item, field)) is not None:
            faults.of(check_player, who, (*path, field), names)
    faults.raise_any()
