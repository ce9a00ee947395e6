"""The vocabulary of effects, continued: effects on permanents, and on who may cast spells."""

from __future__ import annotations

from .effect import Count, Effect
from .terms import Players, Until, Who


class Counters(Effect, frozen=True):
    """Puts counters on a permanent; the condition ``counters_<n>`` counts them."""

    amount: Count = 1
    what: str = "self"


class Flicker(Effect, frozen=True):
    """Exiles a permanent and returns it at once, as a new object, under its owner's control."""

    what: str = "target"


class SwapTapped(Effect, frozen=True):
    """Untaps the tapped artifacts, creatures and lands of a player, and taps the others, all at once."""

    player: Players = Who("active")


class TurnFaceUp(Effect, frozen=True):
    """Turns the permanent itself face up."""


class Attach(Effect, frozen=True):
    """Attaches the permanent itself to another one; ``while_attached`` effects on the previous one end."""

    what: str = "target"


class NoSpells(Effect, frozen=True):
    """Players can't cast spells for a time."""

    player: Players = Who("opponents")
    until: Until = Until("end_of_turn")
