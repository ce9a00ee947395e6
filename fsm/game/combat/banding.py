"""Banding: attackers blocked together, and damage that the other player divides (502.10, 702.19, today 702.22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations

import msgspec

from ...cards import Static
from ...edition import obeys
from ..state.attackers import NO_COMBAT, Bands, Combat
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from .costs import Attacks

BANDING = "banding"
BANDS_WITH_OTHER = "bands with other"


class Way(msgspec.Struct, frozen=True):
    """A way to band: at least one creature that has the ability, and no more than ``most`` of the others."""

    having: tuple[int, ...]
    others: tuple[int, ...]
    most: int

    def fits(self, ids: Iterable[int]) -> bool:
        """Whether these creatures can band in this way."""
        ids = set(ids)
        joining = ids.difference(self.having)
        return len(joining) < len(ids) and len(joining) <= self.most and joining.issubset(self.others)

    def bands(self) -> Iterator[tuple[int, ...]]:
        """All bands of this way."""
        for many in range(1, len(self.having) + 1):
            for having in combinations(self.having, many):
                for more in range(self.most + 1):
                    for others in combinations(self.others, more):
                        if many + more > 1:
                            yield tuple(sorted((*having, *others)))


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
        if not any(way.fits(band) for way in _ways(state, band)):
            without = [id for id in band if not has_word(state, id, BANDING)]
            why = f"{named(state, *without)} have no banding; a band has one such creature at most"
            return refuse(state, f"{why}{_no_others(state, band)}", "attack_bands")
        if len({targets[id] for id in band}) > 1:
            return refuse(
                state, f"{named(state, *band)} attack in one band, but not one player or permanent", "band_whom"
            )
    return None


def _no_others(state: State, band: tuple[int, ...]) -> str:
    """What is said of a band some of whose creatures have "bands with other", but not for this band."""
    some = any(bands_with(state, id) for id in band)
    return f', unless "{BANDS_WITH_OTHER}" lets all of them band' if some else ""


def bandings(state: State, attacks: Attacks) -> Iterator[Bands]:
    """All ways in which attackers can band together, beginning with no bands."""
    targets = {id: (seat, attacked) for id, seat, attacked in attacks}
    if not _ways(state, targets):
        return iter(((),))
    return _bandings(state, tuple(sorted(targets)), targets)


def _bandings(state: State, ids: tuple[int, ...], targets: Mapping[int, object]) -> Iterator[Bands]:
    """All ways to band: no more bands, or a first one, and then bands of creatures that come after its first one."""
    yield ()
    for target in dict.fromkeys(targets[id] for id in ids):
        there = [id for id in ids if targets[id] == target]
        for band in _bands(_ways(state, there)):
            left = tuple(id for id in ids if id > band[0] and id not in band)
            yield from ((band, *more) for more in _bandings(state, left, targets))


def _bands(ways: tuple[Way, ...]) -> Iterator[tuple[int, ...]]:
    """All bands that are possible in some way, each once."""
    found = ((n, band) for n, way in enumerate(ways) for band in way.bands())
    return (band for n, band in found if not any(way.fits(band) for way in ways[:n]))


@obeys("attack_bands")
def _ways(state: State, ids: Iterable[int]) -> tuple[Way, ...]:
    """The ways in which some of these creatures can band: with banding, or with others of a quality."""
    ids = tuple(ids)
    banding = tuple(id for id in ids if has_word(state, id, BANDING))
    plain = (Way(banding, tuple(id for id in ids if id not in banding), 1),) if banding else ()
    return (*plain, *_other_ways(state, ids, banding))


@obeys("bands_with_other")
def _other_ways(state: State, ids: tuple[int, ...], banding: tuple[int, ...]) -> Iterator[Way]:
    """The ways by "bands with other": with those that have the same ability or banding, later with all of a quality."""
    qualities = {id: bands_with(state, id) for id in ids}
    for quality in dict.fromkeys(chain.from_iterable(qualities.values())):
        having = tuple(id for id in ids if quality in qualities[id])
        if state.edition.choices["bands_with_other"] == ("same_ability",):
            yield Way(having, banding, len(banding))
        else:
            of_it = tuple(id for id in ids if (p := state.permanent(id)) is not None and state.is_a(p, quality))
            others = tuple(id for id in of_it if id not in having)
            yield Way(tuple(id for id in having if id in of_it), others, len(others))


@obeys("bands_lost")
def bands_with(state: State, id: int) -> tuple[str, ...]:
    """The qualities with which a creature has "bands with other"; what makes it lose banding takes that away too."""
    permanent, abilities = state.permanent(id), state.index.banding
    if permanent is None or not abilities:
        return ()
    losses = (e.id for e in state.lasting if e.affects == id and not {BANDING, BANDS_WITH_OTHER}.isdisjoint(e.loses))
    lost = max(losses, default=0)
    return tuple(
        static.bands_with
        for source, static in abilities
        if static.bands_with is not None and source.id > lost and _banded_by(state, static, source, permanent)
    )


def _banded_by(state: State, static: Static, source: Permanent, permanent: Permanent) -> bool:
    """Whether a creature has "bands with other" by an ability: its own, or one of a permanent of its controller."""
    if static.bands_of is None:
        return source.id == permanent.id
    return source.controller == permanent.controller and state.is_a(permanent, "creature", static.bands_of)


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
    """The player who divides a creature's damage: the other one, if it blocks or is blocked by what bands."""
    dividing = who_bands(state, opposed)
    if not dividing:
        return creature.controller
    attackers = {attacker.id: attacker for attacker in (state.combat or NO_COMBAT).attackers}
    if creature.id in attackers:
        return attackers[creature.id].defender
    return next(p.controller for id in dividing if (p := state.permanent(id)) is not None)


def who_bands(state: State, ids: tuple[int, ...]) -> tuple[int, ...]:
    """The creatures whose player divides the damage dealt to these: with banding, or two that band with each other."""
    banding = tuple(id for id in ids if has_word(state, id, BANDING))
    others = (way.having for way in _other_ways(state, ids, ()) if way.having and len((*way.having, *way.others)) > 1)
    return banding or next(others, ())


def has_word(state: State, id: int, word: str) -> bool:
    """Whether there is such a permanent, with this keyword."""
    permanent = state.permanent(id)
    return permanent is not None and state.has(permanent, word)
