"""The vocabulary of effects: what happens when a spell or an ability resolves, as data."""

from __future__ import annotations

from typing import Literal, NewType

import msgspec

from ..turn.address import PHASE_OF, PHASES

Who = NewType("Who", str)
"""Players: ``you``, ``target``, ``each``, ``opponents``, ``active``, ``chosen``, or one by name."""

WHO = ("you", "target", "each", "opponents", "active", "chosen")

Until = NewType("Until", str)
"""How long: ``end_of_turn``, ``end_of_<step or phase>``, ``next_<...>``, ``your_next_<...>``, ``game``."""

PLACES = (*PHASES, *PHASE_OF)
"""Phases and steps, as an effect names them."""

Place = Literal[
    "beginning", "precombat_main", "combat", "postcombat_main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Step = Literal[
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Phase = Literal["beginning", "precombat_main", "combat", "postcombat_main", "main", "ending"]
Skippable = Literal[
    "turn", "extra_turn", "main", "beginning", "precombat_main", "combat", "postcombat_main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Keyword = Literal["first strike", "double strike", "vigilance", "haste", "defender", "phasing", "mana does not empty"]


class Effect(msgspec.Struct, frozen=True):
    """What happens once, when a spell or ability resolves."""


class EffectRef(Effect, frozen=True):
    """An effect as it is written: a mapping with its name as the one key. Stands for any effect; none is made of it."""


Effects = tuple[EffectRef, ...]


class ExtraTurn(Effect, frozen=True):
    """Adds turns directly after this one; ``riders`` happen as each of those very turns begins."""

    player: Who = Who("you")
    count: int = 1
    riders: Effects = ()


class ExtraPhases(Effect, frozen=True):
    """Adds phases, as one unit, after this phase, or after this main or combat phase (if it is one).

    ``first_postcombat_main`` is the second main phase of the turn, unless that is over.
    """

    phases: tuple[Phase, ...]
    after: Literal["this_phase", "this_main_phase", "this_combat_phase", "first_postcombat_main"] = "this_phase"


class ExtraSteps(Effect, frozen=True):
    """Adds a step after this step, before the next step of a kind, or as a phase of its own after this phase."""

    step: Step
    count: int = 1
    where: Literal["after_this_step", "before_next", "after_this_phase"] = "after_this_step"
    anchor: Step | None = None
    player: Who = Who("active")


class Skip(Effect, frozen=True):
    """Lets a player skip the next ``count`` turns, phases or steps of a kind, or all of them for a time."""

    what: Skippable
    player: Who = Who("you")
    count: int = 1
    all: bool = False
    until: Until = Until("game")


class EndTurn(Effect, frozen=True):
    """Ends the turn."""


class EndCombat(Effect, frozen=True):
    """Ends the combat phase."""


class Mana(Effect, frozen=True):
    """Adds mana to a player's pool."""

    amount: int
    player: Who = Who("you")


class Life(Effect, frozen=True):
    """Changes a player's life total by an amount, which may be negative; this is not damage."""

    amount: int
    player: Who = Who("you")


class Damage(Effect, frozen=True):
    """Deals damage to a player, or to the target if that is a creature."""

    amount: int
    player: Who = Who("target")


class Draw(Effect, frozen=True):
    """Lets a player draw cards."""

    amount: int = 1
    player: Who = Who("you")


class Discard(Effect, frozen=True):
    """Lets a player discard cards of his choice."""

    amount: int = 1
    player: Who = Who("you")


class Token(Effect, frozen=True):
    """Creates creature tokens, if asked attacking."""

    name: str
    power: int = 1
    toughness: int = 1
    count: int = 1
    keywords: tuple[Keyword, ...] = ()
    attacking: bool = False
    player: Who = Who("you")


class Tap(Effect, frozen=True):
    """Taps a permanent by name, the target, or all creatures of a player."""

    what: str = "target"


class Untap(Effect, frozen=True):
    """Untaps a permanent by name, the target, the source, ``creatures`` or those that ``attacked`` this turn."""

    what: str = "target"


class Move(Effect, frozen=True):
    """Puts a permanent (by name, ``target`` or ``self``) into another zone."""

    what: str
    to: Literal["graveyard", "exile", "hand"] = "graveyard"


class Put(Effect, frozen=True):
    """Puts a player's card, by name, from the graveyard, exile or the hand onto the battlefield, if asked attacking."""

    card: str
    out_of: Literal["graveyard", "exile", "hand"] = "graveyard"
    attacking: bool = False
    player: Who = Who("you")


class Counter(Effect, frozen=True):
    """Counters the spell or ability directly below it on the stack, or the topmost of that name."""

    what: str = ""


class Pump(Effect, frozen=True):
    """Changes power, toughness and keywords of a creature (by name, ``target`` or ``self``) for a time."""

    power: int = 0
    toughness: int = 0
    keywords: tuple[Keyword, ...] = ()
    loses: tuple[Keyword, ...] = ()
    what: str = "target"
    until: Until = Until("end_of_turn")


class Lasting(Effect, frozen=True):
    """Something that does nothing but last, by name: it shows when a duration ends."""

    name: str
    until: Until = Until("end_of_turn")


class Delayed(Effect, frozen=True):
    """Creates a delayed triggered ability: at the beginning of the next such step, once."""

    at: Place
    do: Effects
    whose: Literal["any", "you"] = "any"
    this_turn: bool = False


class ControlTurn(Effect, frozen=True):
    """Lets its controller control the next turn that a player takes; ``riders`` happen as that turn begins."""

    player: Who = Who("target")
    riders: Effects = ()


class ReverseTurnOrder(Effect, frozen=True):
    """Reverses the turn order; extra turns to come keep theirs."""


class LoseGame(Effect, frozen=True):
    """A player loses the game."""

    player: Who = Who("you")


class RemoveFromCombat(Effect, frozen=True):
    """Removes a creature from combat."""

    what: str = "target"


class Daytime(Effect, frozen=True):
    """Makes it day or night."""

    to: Literal["day", "night"]


class Monarch(Effect, frozen=True):
    """Makes a player the monarch, who draws a card at the beginning of his end step."""

    player: Who = Who("you")


class Initiative(Effect, frozen=True):
    """Lets a player take the initiative: he ventures then, and at the beginning of each of his upkeeps."""

    player: Who = Who("you")


class Venture(Effect, frozen=True):
    """Lets a player venture into a dungeon; that is an event and nothing more."""

    player: Who = Who("you")


EFFECTS: dict[str, type[Effect]] = {
    "extra_turn": ExtraTurn,
    "extra_phases": ExtraPhases,
    "extra_steps": ExtraSteps,
    "skip": Skip,
    "end_turn": EndTurn,
    "end_combat": EndCombat,
    "mana": Mana,
    "life": Life,
    "damage": Damage,
    "draw": Draw,
    "discard": Discard,
    "token": Token,
    "tap": Tap,
    "untap": Untap,
    "move": Move,
    "put": Put,
    "counter": Counter,
    "pump": Pump,
    "lasting": Lasting,
    "delayed": Delayed,
    "control_turn": ControlTurn,
    "reverse_turn_order": ReverseTurnOrder,
    "lose_game": LoseGame,
    "remove_from_combat": RemoveFromCombat,
    "daytime": Daytime,
    "monarch": Monarch,
    "initiative": Initiative,
    "venture": Venture,
}
"""All effects by the name they are written with."""

NAME_OF = {type_: name for name, type_ in EFFECTS.items()}
"""The name each effect is written with."""
