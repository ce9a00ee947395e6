"""Effects on players: mana, life, damage, counters and titles."""

from __future__ import annotations

from typing import Literal

from ...shape import Natural, Signed
from ..kinds import Each, Target
from ..terms import Color, Count, Effect, Impossible, Players, Times, Until, Who, effect


@effect("mana")
class Mana(Effect, frozen=True):
    """Adds mana to a player's pool; with ``until`` it stays for that duration, when steps and phases end too.

    With ``for_each`` the amount counts that often: for each permanent of a kind, for each card. Without a ``color`` it
    is colorless. It may be ``only`` for these kinds of spells and abilities.
    """

    amount: Natural
    player: Players = Who("you")
    until: Until | None = None
    for_each: Each | None = None
    color: Color | None = None
    only: tuple[Target, ...] = ()


@effect("life")
class Life(Effect, frozen=True):
    """Changes a player's life total by an amount, which may be negative; this is not damage.

    ``for_each`` is as for ``mana``.
    """

    amount: Signed
    player: Players = Who("you")
    for_each: Each | None = None


@effect("damage")
class Damage(Effect, frozen=True):
    """Deals damage to a player, or to the target if that is a creature; ``for_each`` is as for ``mana``."""

    amount: Natural
    player: Players = Who("target")
    for_each: Each | None = None


@effect("speed")
class Speed(Effect, frozen=True):
    """Increases the speed of a player, to 4 at most; without one it becomes that much."""

    amount: Count = 1
    player: Players = Who("you")


@effect("player_counters")
class PlayerCounters(Effect, frozen=True):
    """Gives a player counters of a kind, or takes some away; an edition without rad counters gives none of these."""

    kind: Literal["poison", "rad", "energy"]
    amount: Signed = 1
    player: Players = Who("you")


@effect("monarch")
class Monarch(Effect, frozen=True):
    """Makes a player the monarch, who draws a card at the beginning of their end step."""

    player: Players = Who("you")


@effect("initiative")
class Initiative(Effect, frozen=True):
    """Lets a player take the initiative: they venture then, and at the beginning of each of their upkeeps."""

    player: Players = Who("you")


@effect("venture")
class Venture(Effect, frozen=True):
    """Lets a player venture into a dungeon; this is only an event."""

    player: Players = Who("you")


@effect("lose_game")
class LoseGame(Effect, frozen=True):
    """A player loses the game."""

    player: Players = Who("you")


@effect("win_game")
class WinGame(Effect, frozen=True):
    """A player wins the game."""

    player: Who = Who("you")


@effect("extra_lands")
class ExtraLands(Effect, frozen=True):
    """Players may play more lands, for a time."""

    amount: Times = 1
    player: Players = Who("you")
    until: Until = Until("end_of_turn")


@effect("draw_game")
class DrawGame(Effect, frozen=True):
    """The game is a draw."""


@effect("cannot")
class Cannot(Effect, frozen=True):
    """Players can't lose the game, win it, gain or lose life, or be targeted, for a time; they can still concede."""

    outcome: Impossible
    player: Players = Who("you")
    until: Until = Until("end_of_turn")
