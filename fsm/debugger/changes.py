"""What changed between two states: each thing by its path, with its value before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec


class Change(msgspec.Struct, frozen=True):
    """One thing that changed: ``players.Ann.life`` was 20 and is 17; None where there was or is nothing."""

    path: str
    before: Any
    after: Any


def changes(before: Any, after: Any, path: str = "") -> Iterator[Change]:
    """Everything in which two views differ, in the order of the later one; lists are compared whole.

    >>> [str(c.path) for c in changes({"turn": 1, "Ann": {"life": 20}}, {"turn": 2, "Ann": {"life": 20}})]
    ['turn']
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*after, *(key for key in before if key not in after)):
            inner = f"{path}.{key}" if path else str(key)
            yield from changes(before.get(key), after.get(key), inner)
    elif before != after:
        yield Change(path, before, after)
