"""When two states are the same for everything that can still happen.

The numbers of objects only tell them apart, and newer ones are higher; so states that differ in the numbers alone
are the same, and a card outside the battlefield and the stack is known by where it lies. The number that the next
object gets, and the search for a loop while only spells are on the stack, tell only what has happened. ``Keys`` makes
a key from everything else; equal keys mean the same future.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec

from ..cards.abilities import COUNTED
from ..cards.aims import PLAYERS
from ..cards.card import Card
from ..cards.effect import Effect
from ..game import Player, State
from ..game.priority.loop import fingerprint
from ..game.state.attackers import Attacker, Combat, DamageDealt
from ..game.state.decision import (
    AssignDamage,
    DeclareAttackers,
    DeclareBlockers,
    OrderDamage,
    Priority,
)
from ..game.state.piles.pile import CardId
from ..game.state.standing import Link
from ..game.state.state import (
    NOTHING_AHEAD,
    DelayedAbility,
    LastingEffect,
    LoopWatch,
    Permanent,
    SkipEffect,
    StackObject,
    replace,
    without_numbers,
)

NUMBERED: dict[type[Any], tuple[str, ...]] = {
    Permanent: ("id", "attached", "since"),
    StackObject: ("id", "source", "target", "those", "that", "gained"),
    DelayedAbility: ("id", "source", "target", "those", "that", "gained"),
    Link: ("object", "gained"),
    LastingEffect: ("id", "affects", "source"),
    SkipEffect: ("id", "source"),
    Attacker: ("id", "attacked"),
    DamageDealt: ("source", "creature"),
    Combat: ("strikers", "assigned", "blocks", "orders", "bands"),
    DeclareAttackers: ("candidates", "attackable"),
    DeclareBlockers: ("candidates", "attackers"),
    OrderDamage: ("creature", "others"),
    AssignDamage: ("source", "recipients"),
}
"""The fields that hold numbers of objects."""

HOLDING: dict[type[Any], tuple[str, ...]] = {Combat: ("attackers", "gone", "pending")}
"""The fields that hold things that hold numbers."""

TARGETING = (StackObject, DelayedAbility)
"""What has a target, which is an object or a player."""

_BARE = {kind: dict.fromkeys((*fields, *HOLDING.get(kind, ()))) for kind, fields in NUMBERED.items()}
"""What makes equal those that differ in numbers alone."""


SOME_CARD = CardId(-1, "", -1)
"""Stands in keys for each card outside the battlefield and the stack."""

Key = tuple[Hashable, Hashable, Hashable]
"""Where play is, the players, and everything else."""


class Keys:
    """Makes keys of states; equal parts are compared once, and each is kept once."""

    def __init__(self) -> None:
        self._bodies: dict[Hashable, tuple[Hashable, bool]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._players: dict[Player, Hashable] = {}

    def __call__(self, state: State, left: int = 0) -> Key:
        """The key of a state, with the rest of the script."""
        return self.parts(state, left)[0]

    def parts(self, state: State, left: int) -> tuple[Key, bool]:
        """The key of a state, and whether something refers to a card outside the battlefield and the stack."""
        decision, standing, now = state.decision, state.standing, state.this_turn
        body = (
            state.battlefield,
            state.stack,
            None if type(decision) is Priority else decision,
            state.combat,
            state.waiting,
            state.agenda,
            standing,
            now.counts,
        )
        known = self._bodies.get(body)
        if known is None:
            known = self._bodies[body] = self._kept(_renumbered(*body)), _refers(body)
        number, refers = known
        if refers:
            number = self._kept(self._placed(state, body))
        here = (
            state.at,
            state.passes,
            decision.player if decision is not None else state.outcome,
            left,
            state.turn,
            state.active,
            state.rotation,
            now.extra,
            None if now.loop is None or not _may_loop(state.stack) else _loop(now.loop),
        )
        return (here, tuple(map(self._unnumbered, state.players)), number), refers

    def _placed(self, state: State, body: tuple[Any, ...]) -> Hashable:
        """A body that refers to cards, with where each of them lies, or that it is there no more, for its number."""
        cards: list[CardId] = []
        return _renumbered(*_without_cards(body, cards)), tuple(_place(state, card) for card in cards)

    def _unnumbered(self, player: Player) -> Hashable:
        """A player without the numbers of their cards."""
        known = self._players.get(player)
        if known is None:
            known = self._players[player] = self._kept(without_numbers(player))
        return known

    def _kept(self, body: Hashable) -> Hashable:
        """What stands in keys for objects with new numbers, or for a player without any."""
        return self._numbers.setdefault(body, len(self._numbers))


def _refers(part: Any) -> bool:
    """Whether a part of a state refers to a card outside the battlefield and the stack by its number."""
    if isinstance(part, tuple | frozenset):
        return any(map(_refers, part))
    return isinstance(part, msgspec.Struct) and _struct_refers(part)


@lru_cache(maxsize=4096)
def _struct_refers(part: msgspec.Struct) -> bool:
    if isinstance(part, CardId):
        return True
    return not isinstance(part, Card | Effect) and any(map(_refers, msgspec.structs.astuple(part)))


def _without_cards(part: Any, cards: list[CardId]) -> Any:
    """A part of a state with the same stand-in for each card that it refers to; the cards are noted in their order."""
    if isinstance(part, CardId):
        cards.append(part)
        return SOME_CARD
    if isinstance(part, tuple):
        return tuple([_without_cards(one, cards) for one in part])
    if isinstance(part, msgspec.Struct) and _struct_refers(part):
        fields = part.__struct_fields__
        return replace(part, **{name: _without_cards(getattr(part, name), cards) for name in fields})
    return part


def _place(state: State, card: CardId) -> Hashable:
    """Whose a card is, its zone, and how many cards lie below it there; nothing if it is there no more."""
    below = 0
    for lot in chain.from_iterable(getattr(state.players[card.owner], card.zone).blocks):
        if 0 <= card.number - lot.first < lot.count:
            return card.owner, card.zone, below + card.number - lot.first
        below += lot.count
    return None


def without_idle_loop(state: State) -> State:
    """The state without a search for a loop, if there can be none now; it has the same key."""
    now = state.this_turn
    return state if now.loop is None or _may_loop(state.stack) else replace(state, this_turn=replace(now, loop=None))


def _loop(watch: LoopWatch) -> Hashable:
    return watch.seen, fingerprint(watch.situation)


def _may_loop(stack: tuple[StackObject, ...]) -> bool:
    """Whether a loop of mandatory actions may be going on: spells alone cannot make one."""
    return any(thing.kind != "spell" for thing in stack)


def _renumbered(
    battlefield: Any, stack: Any, decision: Any, combat: Any, waiting: Any, agenda: Any, standing: Any, counts: Any
) -> Hashable:
    """The objects of a state with new numbers from 0 in the same order; unchanged where that may say too little."""
    whole = (battlefield, stack, decision, combat, waiting, agenda, standing, frozenset(counts))
    plain = not agenda and type(decision) in (type(None), *NUMBERED)
    said = standing.designations.face_up or standing.emblems or standing.stoppable or standing.stuck
    if not plain or said or standing.ahead != NOTHING_AHEAD:
        return whole
    lasting = (*standing.delayed, *standing.lasting, *standing.skips)
    there = sorted({thing.id for thing in (*battlefield, *stack, *waiting, *lasting)})
    rank = {id: n for n, id in enumerate(there)}
    held = (standing.delayed, standing.lasting, standing.skips, standing.links)
    things = (battlefield, stack, decision, combat, waiting, *held)
    d = standing.designations
    # Who has cast how many spells counts, and not in which order.
    designated = (d.daytime, d.cast, d.cast_before, d.titles, tuple(sorted(d.casters)))
    # A count is of a player by their seat, or of a permanent by its number; some are of either.
    ranks: dict[int, int | None] = {thing.id: rank[thing.id] for thing in battlefield}
    counted = frozenset((what, who, None if what in COUNTED else ranks.get(who), often) for what, who, often in counts)
    rest = (standing.covered, standing.concealed, standing.counters)
    return (*(_of(part, rank) for part in things), designated, counted, *rest)


def _of(part: Any, rank: dict[int, int]) -> Hashable:
    """A part of a state in which the objects that are there have their ranks, and others keep their numbers."""
    if isinstance(part, tuple):
        return tuple([_of(one, rank) for one in part])
    kind = type(part)
    if kind not in NUMBERED:
        return part  # type: ignore[no-any-return]
    numbers = [_number(getattr(part, name), rank) for name in NUMBERED[kind]]
    if kind in TARGETING and part.targets in ("none", *PLAYERS):
        numbers.append(part.target)  # it may be the seat of a player
    inner = [_of(getattr(part, name), rank) for name in HOLDING.get(kind, ())]
    return replace(part, **_BARE[kind]), tuple(numbers), tuple(inner)


def _number(value: Any, rank: dict[int, int]) -> Hashable:
    if isinstance(value, int):
        return rank.get(value, -1 - value)
    if isinstance(value, tuple | frozenset):
        numbers = tuple(_number(one, rank) for one in value)
        return numbers if isinstance(value, tuple) else frozenset(numbers)
    return value  # type: ignore[no-any-return]
