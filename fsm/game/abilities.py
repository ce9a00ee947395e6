"""The vocabulary of abilities: triggered, activated and static ones, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..names import Name
from .terms import Skippable, Who
from .vocabulary import Effects


class Triggered(msgspec.Struct, frozen=True):
    """A triggered ability: ``when`` a step or phase begins (``whose``, the ``nth`` of the turn), or an event happens.

    ``attacks`` with ``nth`` 1 is the first time each turn; ``deals combat damage`` means to a player. What
    ``a permanent untaps`` does speaks of its controller as ``chosen``, and ``whose`` is about him.
    """

    when: Literal[
        "beginning", "precombat_main", "combat", "postcombat_main", "ending",
        "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
        "combat_damage", "end_of_combat", "end", "cleanup",
        "attacks", "blocks", "deals combat damage", "enters", "leaves", "untaps", "a permanent untaps",
        "you cast", "you discard", "you draw",
    ]  # fmt: skip
    do: Effects
    whose: Literal["each", "you", "opponents", "chosen"] = "each"
    nth: int = 0
    name: Name = ""


class Activated(msgspec.Struct, frozen=True):
    """An activated ability: its cost, what it does, and whether it is a mana ability (no stack).

    ``loyalty`` makes it a loyalty ability: as a sorcery, one of its permanent each turn, for so many counters (606).
    """

    do: Effects
    name: Name = ""
    mana: int = 0
    tap: bool = False
    sacrifice: bool = False
    mana_ability: bool = False
    once_each_turn: bool = False
    loyalty: int | None = None


class Static(msgspec.Struct, frozen=True):
    """A static ability, as long as the permanent is there: players skip something, mana stays, or things stay tapped.

    Or each turn takes its phases in reverse order; two of these cancel each other out.
    Or creatures can't attack ``player`` unless their controller pays ``attack_cost`` mana for each, or no more
    than ``most_attackers`` creatures can attack in a combat.
    A skip may be ``optional``, count only ``while_tapped``, and be followed by ``then``: effects that come
    first in whatever turn, phase or step begins next. ``may_stay_tapped``: its controller need not untap it.
    ``loyalty_any_time``: its loyalty abilities may be activated whenever an instant could be cast. With
    ``sorcery_speed`` players can cast spells only when they could cast a sorcery. ``mana_stays`` is about the pool
    of ``player``. ``brings_day``: if it is neither day nor night, it becomes day.
    """

    skip: Skippable | None = None
    player: Who = Who("you")
    optional: bool = False
    while_tapped: bool = False
    then: Effects = ()
    mana_stays: bool = False
    loyalty_any_time: bool = False
    sorcery_speed: bool = False
    brings_day: bool = False
    no_untap: str | None = None
    reverse_phases: bool = False
    attack_cost: int = 0
    most_attackers: int | None = None
    may_stay_tapped: bool = False
