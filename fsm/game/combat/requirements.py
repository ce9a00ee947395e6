"""The requirements on an attack: which creatures attack if able, and whom (cr2006 500, later 508.1d).

Requirements are the two keywords of attacking if able, static abilities with ``others_attack``, effects by which a
creature, or all of a player, attack a certain player or permanent, and goading: two requirements for each player who
goaded it. What a creature attacks is the seat of a player, or the number of a permanent, below 0. An attack meets as
many as it can for nothing. Left out: requirements that one may choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ...edition import obeys
from ...words import listed
from ..objects.permanents.changes import NEXT_TURN
from ..state.action import Attack
from ..state.attackers import EACH_COMBAT, EACH_TURN, URGED
from ..state.decision import DeclareAttackers
from ..state.refusal import Refusal, named, refuse
from ..state.state import LastingEffect, Permanent, State
from .attacking import ALONE, Room, attacks_of, defends, may_attack, most_attackers, placed, room_for, side_of
from .banding import has_word
from .costs import Attacks, asked_for, own_price, prices, statics
from .legal_blocks import Blocked, Blocker, Board, Search, declarations

WAYS = 2_500
"""How many ways to attack a search may look at, for each object that a game may have."""

Driving = tuple[tuple[Permanent, str], ...]
"""The permanents with ``others_attack``, each with the kind that is meant."""

Whom = dict[int, int | None]
"""Creatures that attack, each with what it attacks; None: a permanent, whichever."""


class Required(msgspec.Struct, frozen=True):
    """How many requirements creatures have to attack, and how many to attack something: by creature and what it is."""

    own: dict[int, int]
    whom: dict[tuple[int, int], int]

    def met(self, attacks: Iterable[tuple[int, int | None]]) -> int:
        """The number of requirements that creatures meet by what they attack (None: a permanent, whichever)."""
        return sum(self.of(id, seat) for id, seat in attacks)

    def of(self, id: int, seat: int | None) -> int:
        """The number of requirements that a creature meets by what it attacks (None: a permanent, whichever)."""
        return self.own.get(id, 0) + (0 if seat is None else self.whom.get((id, seat), 0))


def what_is_attacked(attacks: Attacks) -> list[tuple[int, int]]:
    """Attackers, each with what it attacks: a seat, or the number of a permanent, below 0."""
    return [(id, seat if attacked is None else -attacked) for id, seat, attacked in attacks]


def requirements(state: State, permanent: Permanent, driving: Driving = ()) -> int:
    """The number of effects by which a creature attacks if able, whomever; ``driving`` is about ``others_attack``.

    Those that speak of the turn bind in each combat of it, or only until the creature has attacked once, as the
    edition says (508.1d; I-71).
    """
    words = (EACH_COMBAT,) if _is_done(state, permanent) else (EACH_TURN, EACH_COMBAT)
    others = sum(
        other.controller == permanent.controller and other.id != permanent.id and state.is_a(permanent, kind)
        for other, kind in driving
    )
    urged = sum(e.attacks is None for e in _urging(state, permanent)) if EACH_TURN in words else 0
    given = sum(keywords_given(state, permanent, word) for word in words)
    return others + urged + given + len(goaders(state, permanent))


def _urging(state: State, permanent: Permanent) -> list[LastingEffect]:
    """The effects by which all creatures of a player, or those of a kind, attack if able, if it is one of them.

    What is about a player's next turn waits for it.
    """
    return [
        e
        for e in state.lasting
        if e.urges is not None
        and e.urges[0] == permanent.controller
        and (not e.urges[1] or state.is_one_of(permanent, e.urges[1], e.source))
        and not (e.waits and e.until == NEXT_TURN)
    ]


def _urges(effect: LastingEffect) -> bool:
    """Whether an effect makes something attack if able."""
    said = effect.attacks is not None or effect.urges is not None or effect.goads
    return said or not URGED.isdisjoint(effect.keywords)


def _is_done(state: State, permanent: Permanent) -> bool:
    """Whether a creature has done in this turn what it has to do once in it."""
    return permanent.attacked and state.game.edition.choices["attack_requirement"] == ("once_each_turn",)


@obeys("goad_again", "goad_several")
def goaders(state: State, permanent: Permanent) -> frozenset[int]:
    """The players who have goaded a creature, each once, however often they did (701.15c-d)."""
    return frozenset(e.controller for e in state.lasting if e.goads and e.affects == permanent.id)


def to_attack(state: State, permanent: Permanent) -> tuple[int, ...]:
    """What a creature has to attack if able, one for each effect that says so."""
    if _is_done(state, permanent):
        return ()
    effects = (*(e for e in state.lasting if e.affects == permanent.id), *_urging(state, permanent))
    return tuple(e.attacks for e in effects if e.attacks is not None)


def keywords_given(state: State, permanent: Permanent, word: str) -> int:
    """The number of effects that give a creature a keyword; 0 if it has lost it."""
    if not state.has(permanent, word):
        return 0
    given = sum(word in effect.keywords for effect in state.lasting if effect.affects == permanent.id)
    return given + (word in permanent.card.keywords)


def requirement_finder(state: State) -> Callable[[Permanent], bool]:
    """A function that says whether an effect makes a creature attack if able now."""
    driving = _driving(state)
    return lambda permanent: bool(requirements(state, permanent, driving) or to_attack(state, permanent))


def _driving(state: State) -> Driving:
    return tuple((other, static.others_attack) for other, static in statics(state) if static.others_attack)


@obeys("goaded")
def requirements_now(state: State, decision: DeclareAttackers) -> Required:
    """The requirements on the candidates; one that attacks at a cost meets them as well."""
    driving = _driving(state)
    among = state.permanents() if driving or any(map(_urges, state.lasting)) else state.index.urged
    own: dict[int, int] = {}
    whom: dict[tuple[int, int], int] = {}
    candidates = frozenset(decision.candidates) if among else frozenset[int]()
    for p in among:
        if p.id in candidates:
            own[p.id] = requirements(state, p, driving)
            drawn, by = (to_attack(state, p), goaders(state, p)) if state.lasting else ((), ())
            if drawn or by:
                whom |= {(p.id, s): drawn.count(s) + sum(one != s for one in by) for s in decision.defenders}
                whom |= {(p.id, -one): drawn.count(-one) for one in decision.attackable}
    return Required({id: count for id, count in own.items() if count}, {key: n for key, n in whom.items() if n})


@obeys("attack_requirement")
def why_not_met(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """The refusal of an attack that does not meet as many requirements as possible; or None (500.4, 508.1d)."""
    needed = requirements_now(state, decision)
    if not needed.whom and needed.own.keys() <= {*action.attackers}:
        return None
    best = _best(state, decision, needed)
    attacked = dict(what_is_attacked(attacks_of(state, decision, action)))
    if needed.met(attacked.items()) >= needed.met(best.items()):
        return None
    missing = tuple(id for id in best if id not in attacked)
    if missing:
        return refuse(state, f"{named(state, *missing)} must attack, since it is able to", "attack_requirement")
    wrong = next(id for id, seat in best.items() if needed.of(id, seat) > needed.of(id, attacked[id]))
    most = needed.of(wrong, best[wrong])
    among = (*decision.defenders, *(-one for one in decision.attackable))
    right = listed((_named(state, one) for one in among if needed.of(wrong, one) == most), "or")
    return refuse(state, f"{named(state, wrong)} must attack {right}, since it is able to", "attack_requirement")


def _named(state: State, what: int) -> str:
    return state.name(what) if what >= 0 else named(state, -what)


def required(state: State, decision: DeclareAttackers) -> Whom:
    """A smallest attack that meets as many requirements as possible without a cost.

    Without a restriction these are all that have a requirement. ``most_attackers`` leaves those with the most of
    them, and so does ``most_at_player`` of those that cannot attack somebody else instead. With a single one that
    can't attack alone a further creature has to go, or, in editions that do not think of creatures without a
    requirement of their own (500.5), nobody has to. Where a requirement says whom to attack, it is searched for.
    """
    return _best(state, decision, requirements_now(state, decision))


def _best(state: State, decision: DeclareAttackers, needed: Required) -> Whom:
    if not needed.own and not needed.whom:
        return {}
    free = free_attackers(state, decision)
    if needed.whom and free:
        return _searched(state, decision, needed, free)
    return for_nothing(state, decision, _most_urged(state, decision, needed.own, free))


def _most_urged(state: State, decision: DeclareAttackers, own: dict[int, int], free: frozenset[int]) -> list[int]:
    """The creatures that attack, whomever, so that as many requirements as possible are met."""
    wanting = sorted((id for id in own if id in free), key=own.__getitem__, reverse=True)
    most = most_attackers(state)
    best = tuple(for_nothing(state, decision, wanting))[:most] if wanting else ()
    if len(best) != 1 or not has_word(state, best[0], ALONE):
        return sorted(best)
    if most != 1 and _others_count(state):
        others = (id for id in decision.candidates if id in free and id not in best)
        pairs = ((best[0], other) for other in others)
        pair = next((pair for pair in pairs if len(for_nothing(state, decision, pair)) == len(pair)), None)
        if pair is not None:
            return sorted(pair)
    return [id for id in wanting if not has_word(state, id, ALONE) and for_nothing(state, decision, (id,))][:1]


def _others_count(state: State) -> bool:
    """Whether creatures without a requirement attack so that others meet theirs (not in 500.5 of 2006)."""
    return state.game.edition.choices["requirement_others"] == ("any",)


def _sides(state: State, decision: DeclareAttackers, room: Room) -> Iterable[int]:
    """The players whom attacking costs nothing; where there is a limit, one of a team that is attacked as a group."""
    free = free_defenders(state, decision)
    return {side_of(state, seat): seat for seat in reversed(free)}.values() if room else free


def _searched(state: State, decision: DeclareAttackers, needed: Required, free: frozenset[int]) -> Whom:
    """A smallest attack for nothing that meets the most, where it counts whom creatures attack.

    It is found like a block: creatures choose among players and permanents that a requirement names, and all other
    permanents are one more that may be chosen.
    """
    room, urged = room_for(state, decision.defenders), {*needed.own, *(id for id, _ in needed.whom)}
    seats: list[int | None] = list(_sides(state, decision, room))
    permanents = free_permanents(state, decision)
    sought = sorted({one for _, one in needed.whom if -one in permanents}, reverse=True)
    seats += (*sought, *((None,) if len(sought) < len(permanents) else ()))
    helped = _others_count(state) and any(has_word(state, id, ALONE) for id in urged)
    ids = sorted((id for id in free if helped or id in urged), reverse=True)
    blockers = tuple(
        Blocker(
            id,
            tuple(n for n, s in enumerate(seats) if s is None or s < 0 or may_attack(state, state.permanent(id), s)),
            wants=needed.own.get(id, 0),
            shy=has_word(state, id, ALONE),
            drawn=tuple(0 if s is None else needed.whom.get((id, s), 0) for s in seats),
        )
        for id in ids
    )
    most = (None if s is None or s < 0 else room.get(side_of(state, s)) for s in seats)
    board = Board(blockers, tuple(Blocked(n, most=limit) for n, limit in enumerate(most)), most_attackers(state))
    search = Search(board, WAYS * state.game.limits.objects, "ways to attack")
    return {id: seats[n] for id, n in sorted(next(declarations(search, search.most_met, 0)))}


def for_nothing(state: State, decision: DeclareAttackers, ids: Sequence[int]) -> Whom:
    """Whom creatures attack for nothing, as many as find room, the first ones first; None: no player, a permanent."""
    free, room = free_defenders(state, decision), room_for(state, decision.defenders)
    seats = {id: [s for s in free if may_attack(state, state.permanent(id), s)] for id in ids}
    if room:
        sides = {id: tuple(dict.fromkeys(side_of(state, seat) for seat in own)) for id, own in seats.items()}
        there = placed(ids, sides, room)
        seats = {id: [seat for seat in own if side_of(state, seat) == there.get(id)] for id, own in seats.items()}
    found = {id: own[0] if own else None for id, own in seats.items()}
    permanents = free_permanents(state, decision)
    return {id: seat for id, seat in found.items() if seat is not None or permanents}


def free_defenders(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """The players whom attacking costs nothing; no player has to pay to meet a requirement (500.2, 508.1d)."""
    return tuple(seat for seat, asking in prices(state, decision.defenders).items() if not asking)


def free_permanents(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """The planeswalkers and battles that cost nothing to attack."""
    if not decision.attackable:
        return ()
    asking = prices(state, decision.defenders)
    return tuple(id for id in decision.attackable if not asked_for(state, asking, defends(state, id, 0), id))


def free_attackers(state: State, decision: DeclareAttackers) -> frozenset[int]:
    """The candidates that can attack somebody or something for nothing."""
    candidates, free = frozenset(decision.candidates), free_defenders(state, decision)
    permanents = free_permanents(state, decision)
    return frozenset(
        p.id
        for p in state.permanents()
        if p.id in candidates
        and not own_price(p)
        and (permanents or (any(may_attack(state, p, seat) for seat in free) if p.whom else free))
    )


def least_attack(state: State, decision: DeclareAttackers) -> Attack:
    """The smallest legal attack of a player."""
    seats = required(state, decision)
    free = free_permanents(state, decision)
    attacked = tuple((id, free[0] if seat is None else -seat) for id, seat in seats.items() if seat is None or seat < 0)
    whom = tuple(decision.defenders[0] if seat is None or seat < 0 else seat for seat in seats.values())
    return Attack(decision.player, tuple(seats), whom if len(decision.defenders) > 1 else (), attacked=attacked)
