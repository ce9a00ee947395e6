"""Banding: attackers blocked together, and damage that the other player divides (502.10, 702.19, today 702.22).

Left out: "bands with other".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations

from ...edition import obeys
from ..state.attackers import NO_COMBAT, Bands, Combat
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from .costs import Attacks

BANDING = "banding"


@obeys("attack_bands", "band_whom")
def why_no_bands(state: State, bands: Bands, attacks: Attacks) -> Refusal | None:
    """Why these attackers cannot band together, or None: all but one of a band have banding, and attack one thing."""
    targets = {id: (seat, attacked) for id, seat, attacked in attacks}
    seen: set[int] = set()
    for band in bands:
        if len(band) < 2 or seen.intersection(band) or len(set(band)) < len(band) or not targets.keys() >= set(band):
            why = "a band has two or more attackers, and each is in one band only"
            return refuse(state, why, "attack_bands")
        seen.update(band)
        without = [id for id in band if not has_word(state, id, BANDING)]
        if len(without) > 1:
            why = f"{named(state, *without)} have no banding; a band has one such creature at most"
            return refuse(state, why, "attack_bands")
        if len({targets[id] for id in band}) > 1:
            return refuse(
                state, f"{named(state, *band)} attack in one band, but not one player or permanent", "band_whom"
            )
    return None


def bandings(state: State, attacks: Attacks) -> Iterator[Bands]:
    """All ways in which attackers can band together, beginning with no bands."""
    banding = tuple(id for id, _, _ in attacks if has_word(state, id, BANDING))
    if not banding:
        return iter(((),))
    targets = {id: (seat, attacked) for id, seat, attacked in attacks}
    others = tuple(id for id in targets if id not in banding)
    return _bandings(banding, others, targets)


def _bandings(banding: tuple[int, ...], others: tuple[int, ...], targets: Mapping[int, object]) -> Iterator[Bands]:
    """All ways to band: the first creature with banding is in no band, or in one with some of those that follow."""
    if not banding:
        yield ()
        return
    first, *rest = banding
    friends = [id for id in rest if targets[id] == targets[first]]
    guests = [(), *((id,) for id in others if targets[id] == targets[first])]
    for joining in chain.from_iterable(combinations(friends, size) for size in range(len(friends) + 1)):
        left = tuple(id for id in rest if id not in joining)
        for guest in guests:
            band = tuple(sorted((first, *joining, *guest)))
            for more in _bandings(left, tuple(id for id in others if id not in guest), targets):
                yield more if len(band) == 1 else (band, *more)


@obeys("band_blocked")
def blocked_together(combat: Combat, blocks: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The blocks, with those of the other creatures in the bands of blocked attackers."""
    if not combat.bands:
        return blocks
    band_of = {id: band for band in combat.bands for id in band}
    together = ((blocker, other) for blocker, id in blocks for other in band_of.get(id, ()))
    return tuple(dict.fromkeys((*blocks, *together)))


@obeys("band_damage_attacker", "band_damage_blocker")
def divides(state: State, creature: Permanent, opposed: tuple[int, ...]) -> int:
    """The player who divides a creature's damage: the other one, if a creature with banding blocks it or is blocked."""
    if not any(has_word(state, id, BANDING) for id in opposed):
        return creature.controller
    attackers = {attacker.id: attacker for attacker in (state.combat or NO_COMBAT).attackers}
    if creature.id in attackers:
        return attackers[creature.id].defender
    controllers = [
        p.controller for id in opposed if has_word(state, id, BANDING) and (p := state.permanent(id)) is not None
    ]
    return controllers[0]


def has_word(state: State, id: int, word: str) -> bool:
    """Whether there is such a permanent, with this keyword."""
    permanent = state.permanent(id)
    return permanent is not None and state.has(permanent, word)
