"""The base class of effects, and the effects that depend on a decision, a condition or a cost."""

from __future__ import annotations

from typing import Annotated, NewType

import msgspec

from ..names import Name
from .terms import If, Players, Who

MOST = 10_000
"""How many times one effect may repeat something."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Times = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Effect(msgspec.Struct, frozen=True):
    """What happens once, when a spell or ability resolves."""


class EffectRef(Effect, frozen=True):
    """The written form of any effect: a mapping with the effect's name as its only key; it has no instances."""


Effects = tuple[EffectRef, ...]


class Option(msgspec.Struct, frozen=True):
    """One option of a choice: its name, and its effects."""

    name: Name
    do: Effects


Choices = NewType("Choices", tuple[Option, ...])
"""Two or more options, as they are written: a mapping of names to effects, or a list of options."""


class OnlyIf(Effect, frozen=True):
    """Applies ``do`` if all of these conditions hold as it resolves; if not, ``otherwise``."""

    is_: tuple[If, ...] = msgspec.field(name="is")
    do: Effects
    otherwise: Effects = ()


class Pay(Effect, frozen=True):
    """Applies ``do`` if a player pays for it, in mana, life and discarded cards; if not, ``otherwise``."""

    do: Effects = ()
    otherwise: Effects = ()
    mana: Times = 0
    life: Times = 0
    discard: Times = 0
    player: Players = Who("you")


class May(Effect, frozen=True):
    """Applies ``do`` if ``player`` accepts; they are asked as it resolves."""

    do: Effects
    player: Players = Who("you")


class OnceEachTurn(Effect, frozen=True):
    """Applies ``do``, once each turn: once its controller has done it, the ability triggers no more in that turn."""

    do: Effects


class ChooseOne(Effect, frozen=True):
    """Applies one of several named options, which a player chooses as it resolves."""

    options: Choices
    player: Players = Who("you")
