"""When two states are the same for everything that can still happen.

The numbers of objects only tell them apart, and newer ones are higher; so states that differ in the numbers alone
are the same, and a card outside the battlefield and the stack is known by where it lies. The number that the next
object gets, and the search for a loop while only spells are on the stack, tell only what has happened. ``Keys`` makes
a key from everything else; equal keys mean the same future.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any

import msgspec

from ..cards.abilities import COUNTED, CREATURE_ENTERED, CREATURE_ENTERS
from ..cards.card import Card
from ..cards.kinds import PLAYERS
from ..cards.vocabulary import Effect
from ..game import Player, State
from ..game.priority.loop import FINGERPRINTS, without_numbers
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

HOLDING: dict[type[Any], tuple[str, ...]] = {
    Combat: ("attackers", "gone", "pending"),
    StackObject: ("subject",),
}
"""The fields that hold things that hold numbers."""

TARGETING = (StackObject, DelayedAbility)
"""What has a target, which is an object or a player."""

_BARE = {kind: dict.fromkeys((*fields, *HOLDING.get(kind, ()))) for kind, fields in NUMBERED.items()}
"""What makes equal those that differ in numbers alone."""


SOME_CARD = CardId(-1, "", -1)
"""Stands in keys for each card outside the battlefield and the stack."""

NOTED = (CREATURE_ENTERS, CREATURE_ENTERED)
"""The counts that are no numbers of events, but the number of a permanent."""

INTERNED = ("rotation", "players", "stack", "waiting", "battlefield", "combat", "standing")
"""The fields of a state whose values are kept once each."""

_interned = attrgetter(*INTERNED)

Key = tuple[Hashable, ...]
"""Where play is, the passes, who decides, the search for a loop, and what stands for the players and for all else."""


class Keys:
    """Makes keys of states. Each part of a state is kept once; so it is known again by its identity, and read once."""

    def __init__(self) -> None:
        self._same: dict[Hashable, Any] = {}
        self._tokens: dict[Hashable, Hashable] = {}
        self._players: dict[int | Player, Hashable] = {}
        self._referring: dict[int, bool] = {}
        self._bodies: dict[Hashable, tuple[Hashable, bool]] = {}
        self._loops: dict[int, tuple[Hashable, LoopWatch]] = {}
        self._prints: dict[Hashable, tuple[Hashable, Any]] = {}
        self._places: dict[Hashable, Hashable] = {}
        self._ranks: dict[tuple[int, ...], int] = {}
        self._ranked: dict[Hashable, Hashable] = {}

    def __call__(self, state: State, done: int = 0) -> Key:
        """The key of any state in which so many acts of the script are done."""
        return self.of(self.start(state), done)

    def interned(self, state: State, before: State) -> State:
        """The state with the parts that are kept; those that it has in common with ``before`` are kept already."""
        same, pairs = self._same.setdefault, zip(INTERNED, _interned(state), _interned(before), strict=True)
        changes = {field: same(now, now) for field, now, known in pairs if now is not known}
        return replace(state, **changes) if changes else state

    def start(self, state: State) -> State:
        """The first state, with its parts kept."""
        for part in _interned(state):
            self._same.setdefault(part, part)
        return self.interned(state, replace(state, **dict.fromkeys(INTERNED)))

    def of(self, state: State, done: int) -> Key:
        """The key of an interned state."""
        decision, now = state.decision, state.this_turn
        asked = None if type(decision) is Priority else decision
        body = (
            id(state.battlefield),
            id(state.stack),
            id(state.combat),
            id(state.standing),
            id(state.waiting),
            asked,
            state.agenda,
            now.counts,
        )
        known = self._bodies.get(body)
        if known is None:
            parts = _parts(state)
            known = self._bodies[body] = self._token(self._renumbered(*parts)), self._refers(state)
        token, refers = known
        if refers:
            token = self._token(self._placed(state))
        where = state.at, state.turn, state.active, id(state.rotation), now.extra, now.cast_before, done
        return (
            self._places.get(where) or self._new_place(where, state),
            state.passes,
            decision.player if decision is not None else state.outcome,
            None if now.loop is None or not _may_loop(state.stack) else self._loop(now.loop),
            self._players.get(id(state.players)) or self._new_players(state.players),
            token,
        )

    def _new_place(self, where: tuple[Any, ...], state: State) -> Hashable:
        """What stands for a place in the turns, in which the order of the turns is said by itself."""
        at, turn, active, _, *rest = where
        found = self._places[where] = self._token((self._token(at), turn, active, state.rotation, *rest))
        return found

    def _loop(self, watch: LoopWatch) -> Hashable:
        """What stands for the search for a loop of mandatory actions."""
        found = self._loops.get(id(watch))
        if found is None:
            token = self._token((watch.seen, *map(self._printed, FINGERPRINTS, watch.situation)))
            found = self._loops[id(watch)] = token, watch
        return found[0]

    def _printed(self, fingerprint: Callable[[Any], Hashable], part: Any) -> Hashable:
        """What stands for the fingerprint of a part of a situation, which is taken once."""
        found = self._prints.get((fingerprint, id(part)))
        if found is None:
            found = self._prints[fingerprint, id(part)] = self._token(fingerprint(part)), part
        return found[0]

    def _new_players(self, players: tuple[Player, ...]) -> Hashable:
        """What stands for players, whatever the numbers of their cards are."""
        found = self._players[id(players)] = self._token(tuple(map(self._new_player, players)))
        return found

    def _new_player(self, player: Player) -> Hashable:
        found = self._players.get(player)
        if found is None:
            found = self._players[player] = self._token(without_numbers(player))
        return found

    def _refers(self, state: State) -> bool:
        """Whether something refers to a card outside the battlefield and the stack by its number."""
        known, found = self._referring, _refers((state.decision, state.agenda))
        for part in (state.battlefield, state.stack, state.combat, state.waiting, state.standing):
            here = known.get(id(part))
            if here is None:
                here = known[id(part)] = _refers(part)
            found = found or here
        return found

    def _placed(self, state: State) -> Hashable:
        """A body that refers to cards, with where each of them lies, or that it is there no more."""
        cards: list[CardId] = []
        return self._renumbered(*_without_cards(_parts(state), cards)), tuple(_place(state, card) for card in cards)

    def _token(self, part: Hashable) -> Hashable:
        """What stands in keys for a part: a number, from 1."""
        return self._tokens.setdefault(part, len(self._tokens) + 1)

    def _renumbered(
        self,
        battlefield: Any,
        stack: Any,
        decision: Any,
        combat: Any,
        waiting: Any,
        agenda: Any,
        standing: Any,
        counts: Any,
    ) -> Hashable:
        """The objects of a state with new numbers from 0 in the same order; unchanged where that may say too little."""
        plain = not agenda and type(decision) in (type(None), *NUMBERED)
        more = standing.designations.face_up or standing.emblems or standing.stoppable or standing.stuck
        if not plain or more or standing.ahead != NOTHING_AHEAD:
            return battlefield, stack, decision, combat, waiting, agenda, standing, frozenset(counts)
        lasting = (*standing.delayed, *standing.lasting, *standing.skips)
        there = tuple(sorted({thing.id for thing in (*battlefield, *stack, *waiting, *lasting)}))
        rank, which = {id: n for n, id in enumerate(there)}, self._ranks.setdefault(there, len(self._ranks))
        held = (standing.delayed, standing.lasting, standing.skips, standing.links)
        things = (battlefield, stack, decision, combat, waiting, *held)
        d = standing.designations
        # A count is of a player by their seat, or of a permanent by its number; some are of either.
        ranks: dict[int, int | None] = {thing.id: rank[thing.id] for thing in battlefield}
        counted = frozenset(
            (what, who, ranks.get(often, -often))
            if what in NOTED
            else (what, who, None if what in COUNTED else ranks.get(who), often)
            for what, who, often in counts
        )
        rest = (d.daytime, d.titles, d.speeds, counted, standing.covered, standing.concealed, standing.counters)
        return (*(self._part(part, which, rank) for part in things), self._token(rest))

    def _part(self, part: Any, which: int, rank: dict[int, int]) -> Hashable:
        """What stands for a part of a state in which objects have these ranks, of which this is ``which``."""
        if not part:
            return part  # type: ignore[no-any-return]
        found = self._ranked.get((part, which))
        if found is None:
            one_by_one = isinstance(part, tuple)
            ranked = tuple([self._part(one, which, rank) for one in part]) if one_by_one else self._of(part, rank)
            found = self._ranked[part, which] = self._token(ranked)
        return found

    def _of(self, part: Any, rank: dict[int, int]) -> Hashable:
        """A part of a state in which the objects that are there have their ranks, and others keep their numbers."""
        if isinstance(part, tuple):
            return tuple([self._of(one, rank) for one in part])
        kind = type(part)
        if kind not in NUMBERED:
            return part  # type: ignore[no-any-return]
        numbers = [_number(getattr(part, name), rank) for name in NUMBERED[kind]]
        if kind in TARGETING and part.targets in ("none", *PLAYERS):
            numbers.append(part.target)  # it may be the seat of a player
        inner = [self._of(getattr(part, name), rank) for name in HOLDING.get(kind, ())]
        return self._token(replace(part, **_BARE[kind])), tuple(numbers), tuple(inner)


def _parts(state: State) -> tuple[Any, ...]:
    """Everything in a state but where play is and the players; of a decision about priority only that it is one."""
    decision = None if type(state.decision) is Priority else state.decision
    things = state.battlefield, state.stack, decision, state.combat, state.waiting
    return *things, state.agenda, state.standing, state.this_turn.counts


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
    for run in chain.from_iterable(getattr(state.players[card.owner], card.zone).blocks):
        if 0 <= card.number - run.first < run.count:
            return card.owner, card.zone, below + card.number - run.first
        below += run.count
    return None


def _may_loop(stack: tuple[StackObject, ...]) -> bool:
    """Whether a loop of mandatory actions may be going on: spells alone cannot make one."""
    return any(thing.kind != "spell" for thing in stack)


def _number(value: Any, rank: dict[int, int]) -> Hashable:
    if isinstance(value, int):
        return rank.get(value, -1 - value)
    if isinstance(value, tuple | frozenset):
        numbers = tuple(_number(one, rank) for one in value)
        return numbers if isinstance(value, tuple) else frozenset(numbers)
    return value  # type: ignore[no-any-return]
