"""Values that are made once and kept as long as something holds them, by what they are made of.

A ``WeakValueDictionary`` does the same in twice the time, and a rewrite asks several times.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar
from weakref import ref

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class _Held(ref[Value]):
    """A weak reference that knows its key."""

    __slots__ = ("key",)
    key: Any


class Shared(dict[Key, _Held[Value]]):
    """Weak references by key; an entry goes when its value does.

    >>> class Tree: pass
    >>> trees = Shared()
    >>> oak = trees.keep("oak", Tree())
    >>> trees["oak"]() is oak, len(trees)
    (True, 1)
    >>> del oak
    >>> len(trees)
    0
    """

    def __init__(self) -> None:
        super().__init__()

        def gone(held: _Held[Value]) -> None:
            if self.get(held.key) is held:  # the key may have a new value already
                del self[held.key]

        self._gone = gone

    def keep(self, key: Key, value: Value) -> Value:
        """Keeps a new value as long as something else holds it; the same value."""
        self[key] = held = _Held(value, self._gone)
        held.key = key
        return value
