"""Digests of keys: 16 bytes that are the same in every process, and differ for different keys.

Python's own hashes differ from process to process. A digest is made from what a key says: numbers, texts, tuples, sets,
structs with their types, and other values as they are pickled. Two different keys get the same digest with a
probability of one in 2**128.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from ..game import State
from ..game.state.piles.pile import UNKNOWN
from .keys import Keys

SIZE = 16
"""The length of a digest in bytes."""


class Digests(Keys):
    """Makes digests of states; each part of a key is read once."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: dict[Hashable, bytes] = {}

    def digest(self, state: State, left: int = 0) -> bytes:
        """The digest of a state, with the rest of the script."""
        *here, players, rest = self(state, left)
        assert isinstance(players, bytes) and isinstance(rest, bytes)  # noqa: S101, PT018  # they are tokens
        return blake2b(self._token(tuple(here)) + players + rest, digest_size=SIZE).digest()

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
    return blake2b("".join(_told(value)).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def _told(value: Any) -> Iterator[str]:
    """What a value says, in parts that cannot run into each other."""
    if value is None:
        yield "-"
    elif value is UNKNOWN:
        yield "?"
    elif isinstance(value, str):
        yield f"{len(value)}:{value}"
    elif isinstance(value, int):
        yield f"{int(value)};"
    elif isinstance(value, bytes):
        yield f"#{value.hex()};"
    elif isinstance(value, tuple):
        yield from _all("(", value)
    elif isinstance(value, frozenset):
        yield from ("{", *sorted("".join(_told(one)) for one in value), "}")
    elif isinstance(value, msgspec.Struct):
        yield from _all(f"<{_name(type(value))}", (getattr(value, name) for name in value.__struct_fields__))
    elif isinstance(value, type) or callable(value):
        yield f"={_name(value)};"
    else:
        made, *parts = value.__reduce_ex__(2)
        yield from _all(f"!{_name(made)}", parts)


def _all(begin: str, parts: Any) -> Iterator[str]:
    yield begin
    for part in parts:
        yield from _told(part)
    yield ")"


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__} "
