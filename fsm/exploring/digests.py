"""Digests of keys: 16 bytes that are the same in every process, and differ for different keys.

Python's own hashes differ from process to process. A digest is made from what a key says: numbers, texts, tuples, sets,
structs with their types, and other values as they are pickled. Two different keys get the same digest with a
probability of one in 2**128.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
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

    def digest(self, state: State, done: int = 0) -> bytes:
        """The digest of any state in which so many acts of the script are done."""
        return self.of_key(self(state, done))

    def of_key(self, key: Key) -> bytes:
        """The digest of a state with that key."""
        place, passes, decides, loop, players, rest = cast("tuple[Any, ...]", key)
        moment = self._token((passes, decides, loop))
        return blake2b(b"".join((place, moment, players, rest)), digest_size=SIZE).digest()

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
    return blake2b(_said(value).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def _said(value: Any) -> str:
    """What a value is, in parts that cannot run into each other."""
    kind = type(value)
    if kind is bytes:
        return f"#{len(value)}:{value.hex()}"
    if kind is int or kind is bool:
        return f"{int(value)};"
    if value is None or value is UNKNOWN:
        return "-" if value is None else "?"
    if isinstance(value, tuple):
        return f"({''.join(map(_said, value))})"
    if isinstance(value, str):
        return f"{len(value)}:{value}"
    return _said_once(value) if isinstance(value, msgspec.Struct) else _said_else(value)


@lru_cache(maxsize=1 << 14)
def _said_once(value: msgspec.Struct) -> str:
    return f"<{_name(type(value))}{_said(msgspec.structs.astuple(value))}"


def _said_else(value: Any) -> str:
    if isinstance(value, frozenset):
        return "{" + _said(tuple(sorted(map(digest, value))))
    if isinstance(value, type) or callable(value):
        return f"={_name(value)};"
    made, *parts = value.__reduce_ex__(2)
    return f"!{_name(made)}{_said(tuple(parts))}"


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__} "
