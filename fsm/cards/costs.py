"""Costs of mana, and the types of mana: a number of any mana, or a text such as ``1UU`` that asks for certain types."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Annotated, Any, Literal

from .. import shape
from ..shape import MANY, Custom, Natural, Path, ShapeError, describe
from ..words import listed
from .terms import Color

ManaType = Literal[Color, "colorless"]
"""The types of mana (106.1b): the five colors, and mana without a color."""

COLORLESS = "colorless"

LETTERS: dict[str, str] = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
    "C": COLORLESS,
}
"""The letters of a cost, each with the type of mana that it asks for (cr2006 104.3a, later 107.4)."""

Cost = Annotated[int | str, "cost"]
"""A cost of mana: a number of any mana, or such a number with letters after it: ``1UU`` is 3 mana, 2 of it blue."""

_WRITTEN = re.compile(rf"(\d{{0,6}})([{''.join(LETTERS)}]{{1,100}})")


def amount_of(cost: int | str) -> int:
    """How much mana a cost is.

    >>> amount_of(3), amount_of("1UU")
    (3, 3)
    """
    return cost if isinstance(cost, int) else _parsed(cost)[0]


def types_of(cost: int | str) -> tuple[str, ...]:
    """The types of mana that a cost asks for, one for each letter; the rest may be of any type.

    >>> types_of(3), types_of("1UC")
    ((), ('blue', 'colorless'))
    """
    return () if isinstance(cost, int) else _parsed(cost)[1]


@cache
def _parsed(cost: str) -> tuple[int, tuple[str, ...]]:
    found = _WRITTEN.fullmatch(cost)
    if found is None:
        raise ValueError(f"{cost!r} is no cost")
    types = tuple(LETTERS[letter] for letter in found[2])
    return int(found[1] or 0) + len(types), types


def cost_in_words(amount: int, types: tuple[str, ...] = ()) -> str:
    """An amount of mana in words, with the types that are asked for.

    >>> cost_in_words(3), cost_in_words(3, ("blue", "blue"))
    ('3 mana', '3 mana (2 blue)')
    """
    asked = listed(f"{many} {of}" for of, many in Counter(types).items())
    return f"{amount} mana" + (f" ({asked})" if types else "")


def _read_cost(data: Any, path: Path) -> int | str:
    if not isinstance(data, str):
        return int(shape.read(Natural, data, path))
    if _WRITTEN.fullmatch(data) is None:
        known = listed((f"{letter} {of}" for letter, of in LETTERS.items()), "or")
        hint = f" (did you mean {data.upper()}?)" if _WRITTEN.fullmatch(data.upper()) else ""
        why = f"expected a number of mana, or a number with letters after it, such as 1UU: {known}"
        raise ShapeError(f"found {describe(data)}{hint}, {why}", path)
    return data


def _cost_schema() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 0, "maximum": MANY}
    return {"anyOf": [number, {"type": "string", "pattern": f"^{_WRITTEN.pattern}$"}], "examples": [2, "1UU", "C"]}


shape.CUSTOM[Cost] = Custom(_read_cost, _cost_schema)
