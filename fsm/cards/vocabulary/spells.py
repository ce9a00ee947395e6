"""Effects on spells: they are countered and copied, and when they may be cast."""

from __future__ import annotations

from typing import Literal

from ...names import Name
from ..kinds import Kind
from ..terms import Count, Effect, Players, Supertype, Until, Who, effect


@effect("counter")
class Counter(Effect, frozen=True):
    """Counters the spell or ability directly below it on the stack, or the topmost of that name, or the ``target``.

    With ``of`` it counters only a spell that is of all of these kinds. ``goes`` is where the card of a spell goes.
    """

    what: str = ""
    of: tuple[Kind, ...] = ()
    goes: Literal["graveyard", "exile", "hand", "library"] = "graveyard"


@effect("copy")
class Copy(Effect, frozen=True):
    """Copies the spell or ability directly below it on the stack, or the topmost of that name, or the ``target``.

    The copy is not cast, is not activated and has not triggered. ``that`` is what the trigger is about. With
    ``new_target`` the controller of the copy may choose another target for it. The copy is
    ``without`` these supertypes.
    """

    what: str = ""
    new_target: bool = False
    without: tuple[Supertype, ...] = ()


@effect("no_spells")
class NoSpells(Effect, frozen=True):
    """Players can't cast spells for a time."""

    player: Players = Who("opponents")
    until: Until = Until("end_of_turn")


@effect("cast_any_time")
class CastAnyTime(Effect, frozen=True):
    """Its controller may cast cards of a kind, sorceries by default, as if these had flash, for a time."""

    name: Name
    of: Kind = Kind("sorcery")
    until: Until = Until("end_of_turn")


@effect("suspend_itself")
class SuspendItself(Effect, frozen=True):
    """Exiles the spell itself as it resolves, with so many time counters, if it has `suspend`."""

    amount: Count
