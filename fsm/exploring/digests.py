"""Digests of keys: 16 bytes that are the same in every process, and differ for different keys.

Python's own hashes differ from process to process. A digest is made from what a key says: numbers, texts, tuples, sets,
structs with their types, and other values as they are pickled. Two different keys get the same digest with a
probability of one in 2**128.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Any, cast

import msgspec

from ..game import State
from ..game.state.piles.pile import UNKNOWN
from .keys import Key, Keys

SIZE = 16
"""The length of a digest in bytes."""


class Digests(Keys):
    """Makes digests of states; each part of a key is read once."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: dict[Hashable, bytes] = {}
        self._places: dict[Key, bytes] = {}

    def digest(self, state: State, done: int = 0) -> bytes:
        """The digest of any state in which so many acts of the script are done."""
        return self.of_key(self(state, done))

    def of_key(self, key: Key) -> bytes:
        """The digest of a state with that key."""
        *_, players, rest = key
        place = self._places.get(key[:-2])
        if place is None:
            place = self._places[key[:-2]] = self._token(tuple(map(self._token, key[:-2])))
        return blake2b(place + cast("bytes", players) + cast("bytes", rest), digest_size=SIZE).digest()

    def _token(self, part: Hashable) -> bytes:
        """What stands for a part: its digest."""
        found = self._parts.get(part)
        if found is None:
            found = self._parts[part] = digest(part)
        return found


def digest(value: Hashable) -> bytes:
    """The digest of a value that a key may hold; ``TypeError`` if it cannot be pickled.

    >>> digest(("a", 1)) == digest(("a", True)), digest(("a", 1)) == digest(("a1",))
    (True, False)
    """
    written: list[str] = []
    _write(value, written.append)
    return blake2b("".join(written).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def _write(value: Any, add: Callable[[str], None]) -> None:
    """Adds what a value is, in parts that cannot run into each other."""
    if isinstance(value, bytes):
        add(f"#{len(value)}:{value.hex()}")
    elif isinstance(value, tuple):
        add("(")
        for one in value:
            _write(one, add)
        add(")")
    elif isinstance(value, frozenset):
        add("{")
        _write(tuple(sorted(map(digest, value))), add)
    elif isinstance(value, msgspec.Struct):
        add(f"<{_name(type(value))}")
        _write(msgspec.structs.astuple(value), add)
    else:
        _write_plain(value, add)


def _write_plain(value: Any, add: Callable[[str], None]) -> None:
    if isinstance(value, int):
        add(f"{int(value)};")
    elif value is None or value is UNKNOWN:
        add("-" if value is None else "?")
    elif isinstance(value, str):
        add(f"{len(value)}:{value}")
    elif isinstance(value, type) or callable(value):
        add(f"={_name(value)};")
    else:
        made, *parts = value.__reduce_ex__(2)
        add(f"!{_name(made)}")
        _write(tuple(parts), add)


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__} "
