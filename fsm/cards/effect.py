"""The base class of effects, and their names: each registers where it is defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec

MOST = 10_000
"""How many times one effect may repeat something."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Times = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Effect(msgspec.Struct, frozen=True):
    """What happens once, when a spell or ability resolves."""


class EffectRef(Effect, frozen=True):
    """The written form of any effect: a mapping with the effect's name as its only key; it has no instances."""


Effects = tuple[EffectRef, ...]

EFFECTS: dict[str, type[Effect]] = {}
"""All effects by the name they are written with."""

NAME_OF: dict[type[Effect], str] = {}
"""The name each effect is written with."""

E = TypeVar("E", bound=Effect)


def effect(name: str) -> Callable[[type[E]], type[E]]:
    """Registers a kind of effect under the name it is written with.

    ``ValueError`` if the name is not of small letters, or if it, the kind or the kind's class name is taken.
    """
    if not name.isidentifier() or not name.islower():
        raise ValueError(f"an effect is named in small letters, digits and _, not {name!r}")

    def register(kind: type[E]) -> type[E]:
        if name in EFFECTS or kind.__name__ in {other.__name__ for other in NAME_OF}:
            raise ValueError(f"there is an effect {name} or {kind.__name__} already")
        if not issubclass(kind, Effect):
            raise TypeError(f"{kind.__name__} is not a struct made from Effect")
        EFFECTS[name], NAME_OF[kind] = kind, name
        return kind

    return register
