"""What effects are made from, and those that depend on a decision, a condition or a price."""

from __future__ import annotations

from typing import Annotated, NewType

import msgspec

from ..names import Name
from .terms import If, Players, Who

MOST = 10_000
"""How many times one effect may do a thing."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Times = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Effect(msgspec.Struct, frozen=True):
    """What happens once, when a spell or ability resolves."""


class EffectRef(Effect, frozen=True):
    """An effect as it is written: a mapping with its name as the one key. Stands for any effect; none is made of it."""


Effects = tuple[EffectRef, ...]


class Option(msgspec.Struct, frozen=True):
    """One of several things to choose from: its name, and what happens if it is chosen."""

    name: Name
    do: Effects


Choices = NewType("Choices", tuple[Option, ...])
"""Two or more options, as they are written: a mapping of names to effects, or a list of options."""


class OnlyIf(Effect, frozen=True):
    """Does what it says if all of these conditions hold as it happens; if not, it does ``otherwise``."""

    is_: tuple[If, ...] = msgspec.field(name="is")
    do: Effects
    otherwise: Effects = ()


class Pay(Effect, frozen=True):
    """Does what it says if a player pays for it, in mana, life and discarded cards; if not, it does ``otherwise``."""

    do: Effects = ()
    otherwise: Effects = ()
    mana: Times = 0
    life: Times = 0
    discard: Times = 0
    player: Players = Who("you")


class May(Effect, frozen=True):
    """Does what it says if a player wants it (``player``), who is asked as it happens."""

    do: Effects
    player: Players = Who("you")


class ChooseOne(Effect, frozen=True):
    """Does one of several things by name, which a player chooses as it happens."""

    options: Choices
    player: Players = Who("you")
