"""Combat as values: attackers and what they attack, blockers, and the damage that will be dealt."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ...edition import obeys

Bands = tuple[tuple[int, ...], ...]
"""The attackers of each band."""

NEVER = frozenset(("defender", "can't attack"))
"""The keywords of creatures that cannot attack."""

EACH_TURN, EACH_COMBAT = "attacks each turn if able", "attacks each combat if able"
URGED = frozenset((EACH_TURN, EACH_COMBAT))
"""The keywords of creatures that attack if able."""


NOTHING = 0
"""What a creature attacks once that has been removed from combat: the number of no object."""


@obeys("haste")
def is_ready(tapped: bool, sick: bool, has: Callable[[str], bool]) -> bool:
    """Whether a creature could attack: untapped, there since the turn began or with haste, and able to (508.1a)."""
    return not tapped and (not sick or has("haste")) and not any(map(has, NEVER))


class Attacker(msgspec.Struct, frozen=True, gc=False):
    """An attacking creature: the defending player, and whether it became blocked; None until blockers are declared.

    ``attacked`` is the planeswalker or battle that it attacks, if it does not attack that player; ``NOTHING`` once that
    has been removed from combat. ``forced``: an effect required it to attack as attackers were declared.
    """

    id: int
    defender: int
    declared: bool = True
    blocked: bool | None = None
    attacked: int | None = None
    forced: bool = False


class DamageDealt(msgspec.Struct, frozen=True, gc=False):
    """Assigned combat damage: from a creature to a player's seat, or to a creature, planeswalker or battle."""

    source: int
    name: str
    controller: int
    amount: int
    player: int | None = None
    creature: int | None = None


class Combat(msgspec.Struct, frozen=True, gc=False):
    """The current combat phase.

    ``defender`` is the one defending player, if not all opponents are. ``blocks`` are pairs of blocker and attacker, in
    damage assignment order; a blocker stays in them even if what it blocks has left combat. ``orders`` are the
    announced orders of the attackers that a creature blocks, each with that creature. ``bands`` are attackers that
    are blocked together. ``gone`` are the attackers that were removed from combat. ``any_declared`` and ``any_put``
    outlast the creatures; ``strikers`` had first or double strike as the first of two damage steps began,
    ``assigned`` dealt in it; ``pending`` is assigned, not dealt.
    """

    defender: int | None = None
    attackers: tuple[Attacker, ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()
    orders: tuple[tuple[int, tuple[int, ...]], ...] = ()
    bands: Bands = ()
    gone: tuple[Attacker, ...] = ()
    any_declared: bool = False
    any_put: bool = False
    two_steps: bool = False
    strikers: frozenset[int] = frozenset()
    assigned: frozenset[int] = frozenset()
    pending: tuple[DamageDealt, ...] = ()


NO_COMBAT = Combat()


@obeys("band_left")
def without(bands: Bands, id: int) -> Bands:
    """The bands without a creature that is removed from combat."""
    fewer = (tuple(one for one in band if one != id) for band in bands)
    return tuple(band for band in fewer if len(band) > 1)
