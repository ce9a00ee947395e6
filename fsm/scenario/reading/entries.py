"""Reads the entries of a script: their places, and the acts of the players, with the cards that these name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ... import shape
from ...document import Document, each
from ...game import Card
from ...shape import Faults, Path, ShapeError, describe
from ...turn import Address
from ..model import Act, ActRef, Entry, Numbers
from .by_edition import ByEdition
from .expecting import check_address, no_player_here
from .references import card_meant


class Reading(msgspec.Struct, frozen=True):
    """What a script may name: the players, the scenario's own cards, and the rules that refuse an act.

    ``nameless``: some of these cards have no name that could be read, so that an unknown name may be right.
    """

    names: tuple[str, ...]
    own: dict[str, Card]
    document: Document
    numbers: Callable[[Numbers, Path], ByEdition]
    nameless: bool = False


def read_script(data: Any, known: Reading) -> tuple[Entry, ...]:
    """The entries of a script, checked; ``ShapeError`` has what is wrong in all of them."""
    if data is None:
        return ()
    if not isinstance(data, list):
        why = f"found {describe(data)}, expected a list of entries, each with at: and a player"
        raise ShapeError(why, ("script",))
    faults = Faults()
    entries = [faults.of(_read_entry, entry, ("script", n), known) for n, entry in enumerate(data)]
    faults.raise_any()
    return tuple(entry for entry in entries if entry is not None)


def _read_entry(data: Any, path: Path, known: Reading) -> Entry:
    if not isinstance(data, dict) or "at" not in data:
        found = 'the key "at" is missing' if isinstance(data, dict) else f"found {describe(data)}"
        raise ShapeError(f"{found}; expected an entry such as {{at: T1.upkeep, {known.names[0]}: {{cast: ...}}}}", path)
    faults, answered = Faults(), data.get("responding_to")
    at = faults.of(_read_at, data["at"], (*path, "at"))
    acts = tuple(_acts(data, path, known, faults))
    if not acts and not faults:
        raise ShapeError("this entry has no action; name a player and what they do", path)
    if answered is not None:
        answered = faults.of(shape.read, str, answered, (*path, "responding_to"))
    faults.raise_any()
    assert at is not None  # noqa: S101  # or there was a fault
    return Entry(at, acts, answered, path)


def _read_at(data: Any, path: Path) -> Address:
    at = check_address(data, path)
    if at.turn is None:
        raise ShapeError(f"{describe(data)} names no turn; write T1.{at}", path)
    return at


def _acts(data: dict[Any, Any], path: Path, known: Reading, faults: Faults) -> Iterator[tuple[str, Act, Path]]:
    """The acts of an entry, each with its player and its path."""
    for key, value in data.items():
        here = (*path, key)
        if key in ("at", "responding_to"):
            continue
        if key not in known.names:
            faults.append(no_player_here(key, ("at", "responding_to", *known.names), here))
            continue
        if value == []:
            faults.append(ShapeError(f"{key}'s list of actions is empty; add an action, or leave {key} out", here))
        for item, inner in each(value, here):
            act = faults.of(read_act, item, inner, known)
            if act is not None:
                yield key, act, inner


def read_act(data: Any, path: Path, known: Reading) -> Act:
    """One act, with the cards that it names."""
    act: Act = shape.read(ActRef, data, path)
    for verb in ("cast", "play", "suspend"):
        reference = getattr(act, verb)
        if isinstance(reference, Card) or (reference is not None and not known.nameless):
            card = card_meant(reference, (*path, verb), known.own, known.names, known.document)
            act = msgspec.structs.replace(act, **{verb: card})
    if not isinstance(act.refused, bool):
        here = (*path, "refused")
        by_edition = known.numbers(act.refused, here)
        for id, numbers in by_edition.items():
            if not numbers:
                raise ShapeError(f"none of these rules is in {id}; add the one that refuses it there", here)
        act = msgspec.structs.replace(act, refused=by_edition)
    return act
