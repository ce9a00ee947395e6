"""What an attack or a block costs: mana, permanents that are tapped or sacrificed, discarded cards, optional costs.

cr2006 308.2d and 309.2b, cr2011 508.1g and 509.1d, cr2026 508.1h and 509.1d.

The total of each player who pays is added up once, as a value, before anything is paid: later changes do not count. No
edition before 2017 knows exerting, nor do those editions speak of optional costs; both are read in the same way there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, combinations

import msgspec

from ...cards.abilities import Static, Toll
from ...cards.kinds import fits
from ...edition import obeys
from ...words import listed
from ..objects.abilities.triggers import on_event
from ..objects.permanents.changes import YOUR_NEXT_UNTAP
from ..state.action import Attack
from ..state.enduring import Kept
from ..state.event import Log, emit
from ..state.players.who import ignores, players_meant
from ..state.refusal import Refusal, named, refuse
from ..state.state import LastingEffect, Permanent, State, replace, set_permanent, set_standing

Attacks = tuple[tuple[int, int, int | None], ...]
"""Attackers, each with the defending player, and with the planeswalker or battle that it attacks, if it does."""


class Bill(msgspec.Struct, frozen=True):
    """What one player pays: mana, permanents of these kinds that they tap or sacrifice, and cards that they discard."""

    mana: int = 0
    tap: tuple[str, ...] = ()
    sacrifice: tuple[str, ...] = ()
    discard: int = 0

    def and_for(self, mana: int, toll: Toll | None) -> Bill:
        """With what one more static ability asks."""
        mana += self.mana
        if toll is None:
            return msgspec.structs.replace(self, mana=mana)
        tap = (*self.tap, toll.tap) if toll.tap else self.tap
        sacrifice = (*self.sacrifice, toll.sacrifice) if toll.sacrifice else self.sacrifice
        return Bill(mana, tap, sacrifice, self.discard + toll.discard)


Costs = dict[int, Bill]
"""What an attack or a block costs, by the seats of the players who pay."""

NOTHING = Bill()

Possible = tuple[frozenset[str], ...]
"""The characteristics that a permanent has, or may come to have as effects end; those of a card are not looked at."""
CARD: Possible = (frozenset(("card",)),)

Given = tuple[tuple[str, int, Possible], ...]
"""What has been paid besides mana: how, by which player, and what it was."""


def why_short(bill: Bill, given: Given) -> str:
    """How a player has not paid exactly what they owe, besides mana; empty if they have."""
    for kind, wanted in (("tap", bill.tap), ("sacrifice", bill.sacrifice), ("discard", ("card",) * bill.discard)):
        paid = [of for how, _, of in given if how == kind]
        if not matched(wanted, paid):
            owed = listed(f"{many} {one}{'s' * (many > 1)}" for one, many in Counter(wanted).items()) or "nothing"
            return f"has to {kind} {owed}, and {len(paid)} {'was' if len(paid) == 1 else 'were'} given"
    return ""


def matched(wanted: tuple[str, ...], given: list[Possible]) -> bool:
    """Whether each wanted kind has a thing of its own among those given, and nothing is left over.

    >>> man_land, land = (frozenset({"creature", "land"}),), (frozenset({"land"}),)
    >>> matched(("land", "creature"), [man_land, land]), matched(("land",), [])
    (True, False)
    """
    taker: dict[int, int] = {}

    def place(want: int, tried: set[int]) -> bool:
        for at, of in enumerate(given):
            if at not in tried and any(fits(wanted[want], one) for one in of):
                tried.add(at)
                if at not in taker or place(taker[at], tried):
                    taker[at] = want
                    return True
        return False

    return len(wanted) == len(given) and all(place(want, set()) for want in range(len(wanted)))


def asks(static: Static) -> bool:
    """Whether a static ability makes attacks cost something."""
    return bool(static.attack_cost) or static.attack_toll is not None


def prices(state: State, seats: tuple[int, ...]) -> dict[int, tuple[Static, ...]]:
    """For each player, the static abilities that ask something of each creature attacking that player.

    Where creatures attack a team as a group, what attacking any of its players costs is asked, once (606.7a, 810.7a).
    """
    asking = [(p, static) for p, static in statics(state) if asks(static) and not static.own_attack]
    asking = [(p, static) for p, static in asking if not ignores(state, state.active, p.id)]
    return {seat: tuple(static for p, static in asking if protects(state, p, static, seat)) for seat in seats}


def asked_for(
    state: State, asking: Mapping[int, tuple[Static, ...]], seat: int, attacked: int | None
) -> tuple[Static, ...]:
    """The static abilities that ask something of an attack on a player, or on a permanent that this player defends."""
    permanent = None if attacked is None else state.permanent(attacked)
    if permanent is None:
        return asking[seat] if attacked is None else ()
    walks = "planeswalker" in state.types(permanent)
    return tuple(static for static in asking.get(seat, ()) if static.planeswalkers_too and walks)


def as_one(state: State) -> bool:
    """Whether creatures attack a team as a group (606.7a, 810.7a)."""
    return state.game.edition.choices["team_attacked"] == ("team",)


def protects(state: State, permanent: Permanent, static: Static, seat: int) -> bool:
    """Whether what a static ability asks of attacks on ``player`` is about attacks on this one."""
    attacked = set(state.team(seat) if as_one(state) else (seat,))
    whom = players_meant(state, static.player, permanent.controller, permanent.chosen, permanent.chosen)
    return bool(attacked.intersection(whom))


def own_price(permanent: Permanent, optional: bool = False) -> tuple[Static, ...]:
    """What static abilities of a creature ask for its own attack, or let its controller pay for it (508.1g)."""
    return tuple(s for s in permanent.card.static if s.own_attack and asks(s) and s.optional == optional)


def total_costs(state: State, attacks: Attacks, optional: tuple[int, ...] = ()) -> Costs:
    """The costs of a whole attack, by the controllers of the attackers, who may be several players of a team.

    What attacking a player costs, attacking a planeswalker or battle does not, unless the ability says so. ``optional``
    are the attackers whose optional costs are paid, too.
    """
    costs: Costs = {}
    asked = prices(state, tuple({seat for _, seat, _ in attacks}))
    for id, seat, attacked in attacks:
        permanent = state.permanent(id)
        if permanent is None:
            continue
        chosen = own_price(permanent, optional=True) if id in optional else ()
        for static in (*asked_for(state, asked, seat, attacked), *own_price(permanent), *chosen):
            bill = costs.get(permanent.controller, NOTHING)
            costs[permanent.controller] = bill.and_for(static.attack_cost, static.attack_toll)
    return costs


def block_prices(state: State) -> dict[int, tuple[Static, ...]]:
    """For each player, the static abilities that ask something of each of their creatures that blocks."""
    found: dict[int, tuple[Static, ...]] = {}
    for p, static in statics(state):
        if _asks_blocks(static) and static.which_blocks == "of_player":
            for seat in players_meant(state, static.player, p.controller, p.chosen, p.chosen):
                found[seat] = (*found.get(seat, ()), *(() if ignores(state, seat, p.id) else (static,)))
    return found


def block_costs(state: State, blocks: tuple[tuple[int, int], ...]) -> Costs:
    """The costs of a whole block, by the controllers of the blockers, who may be several players of a team."""
    prices, costs = block_prices(state), dict[int, Bill]()
    for blocker in dict.fromkeys(blocker for blocker, _ in blocks):
        permanent = state.permanent(blocker)
        attackers = [p for one, id in blocks if one == blocker and (p := state.permanent(id)) is not None]
        if permanent is None:
            continue
        asked = (*prices.get(permanent.controller, ()), *own_blocks(permanent, "its_own"))
        for static in (*asked, *chain(*(own_blocks(attacker, "of_it") for attacker in attackers))):
            bill = costs.get(permanent.controller, NOTHING)
            costs[permanent.controller] = bill.and_for(static.block_cost, static.block_toll)
    return costs


def own_blocks(permanent: Permanent, which: str) -> tuple[Static, ...]:
    """What a creature asks for what it blocks (``its_own``), or of each creature that blocks it (``of_it``)."""
    own = permanent.card.static
    return tuple(static for static in own if static.which_blocks == which and _asks_blocks(static)) if own else ()


def _asks_blocks(static: Static) -> bool:
    return bool(static.block_cost) or static.block_toll is not None


def statics(state: State) -> Iterator[tuple[Permanent, Static]]:
    """The static abilities of all permanents, each with its permanent."""
    return ((permanent, static) for permanent in state.index.static for static in permanent.card.static)


EXERT = "may be exerted as it attacks"
PAID = "its optional cost is paid"


@obeys("attack_optional")
def why_not_optional(state: State, action: Attack) -> Refusal | None:
    """The refusal of an optional cost that a declared attacker does not have; or None."""
    if len(set(action.optional)) != len(action.optional):
        return Refusal("a creature is named twice")
    able = {id for id in action.attackers if _may_pay(state, id)}
    wrong = next((id for id in action.optional if id not in able), None)
    if wrong is None:
        return None
    return refuse(state, f"{named(state, wrong)} has no optional cost to be paid as it attacks", "attack_optional")


def optional_choices(state: State, attackers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All choices of attackers whose optional costs are paid, none of them first."""
    able = [id for id in attackers if _may_pay(state, id)]
    return chain.from_iterable(combinations(able, size) for size in range(len(able) + 1))


def _may_pay(state: State, id: int) -> bool:
    permanent = state.permanent(id)
    return permanent is not None and (bool(own_price(permanent, optional=True)) or _may_be_exerted(state, permanent))


def _may_be_exerted(state: State, permanent: Permanent) -> bool:
    return not permanent.exerted and state.has(permanent, EXERT)


def optional_paid(state: State, log: Log, ids: tuple[int, ...]) -> State:
    """Once everything has been paid: creatures are exerted, and abilities trigger on their optional costs."""
    for id in ids:
        permanent = state.permanent(id)
        if permanent is not None and _may_be_exerted(state, permanent):
            state = _exert(state, log, permanent)
        permanent = state.permanent(id)
        if permanent is not None and own_price(permanent, optional=True):
            state = on_event(state, log, PAID, permanent)
    return state


@obeys("attack_optional", "declare_attackers", "exert")
def _exert(state: State, log: Log, permanent: Permanent) -> State:
    """It stays tapped through the next untap step of the player who exerts it, whoever controls it then (701.43a)."""
    id, name, seat = permanent.id, permanent.card.name, permanent.controller
    kept = LastingEffect(state.serial + 1, name, seat, YOUR_NEXT_UNTAP, id, keeps=Kept())
    state = set_standing(replace(state, serial=kept.id), lasting=(*state.lasting, kept))
    state = set_permanent(state, id, exerted=True)
    emit(log, "permanent.exert", state, "attack_optional declare_attackers exert", seat, name=name, object=id)
    return on_event(state, log, "is exerted", permanent)
