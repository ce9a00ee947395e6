"""Effects that apply others: by a choice, under a condition, for a cost, or once each turn."""

from __future__ import annotations

from typing import NewType

import msgspec

from ...names import Name
from ..terms import Effect, Effects, If, Players, Times, Who, effect


class Option(msgspec.Struct, frozen=True):
    """One option of a choice: its name, and its effects."""

    name: Name
    do: Effects


Choices = NewType("Choices", tuple[Option, ...])
"""Two or more options, as they are written: a mapping of names to effects, or a list of options."""


@effect("if")
class OnlyIf(Effect, frozen=True):
    """Applies ``do`` if all of these conditions hold as it resolves; if not, ``otherwise``."""

    is_: tuple[If, ...] = msgspec.field(name="is")
    do: Effects
    otherwise: Effects = ()


@effect("pay")
class Pay(Effect, frozen=True):
    """Applies ``do`` if a player pays for it, in mana, life and discarded cards; if not, ``otherwise``."""

    do: Effects = ()
    otherwise: Effects = ()
    mana: Times = 0
    life: Times = 0
    discard: Times = 0
    player: Players = Who("you")


@effect("may")
class May(Effect, frozen=True):
    """Applies ``do`` if ``player`` accepts; they are asked as it resolves."""

    do: Effects
    player: Players = Who("you")


@effect("once_each_turn")
class OnceEachTurn(Effect, frozen=True):
    """Applies ``do``, once each turn: once its controller has done it, the ability triggers no more in that turn."""

    do: Effects


@effect("choose_one")
class ChooseOne(Effect, frozen=True):
    """Applies one of several named options, which a player chooses as it resolves."""

    options: Choices
    player: Players = Who("you")


@effect("choose_player")
class ChoosePlayer(Effect, frozen=True):
    """Its controller chooses one of several players, who is ``chosen`` in the effects under ``do``.

    ``another``: another one than the target.
    """

    do: Effects
    among: Players = Who("each")
    another: bool = False
