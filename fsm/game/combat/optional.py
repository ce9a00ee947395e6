"""Optional costs of attacking: what is paid for an attacker if its player chooses so, and exerting it (508.1g).

What is exerted does not untap in its controller's next untap step. No edition before 2017 knows exerting, nor do those
editions speak of optional costs; both are read in the same way there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from ...edition import obeys
from ..objects.abilities.triggers import on_event
from ..objects.permanents.durations import ITS_NEXT_UNTAP
from ..state.decision import Attack
from ..state.event import Log, emit
from ..state.refusal import Refusal, named, refuse
from ..state.state import LastingEffect, Permanent, State, replace, set_permanent, set_standing
from .costs import optional_price

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
    return permanent is not None and (bool(optional_price(permanent)) or _may_be_exerted(state, permanent))


def _may_be_exerted(state: State, permanent: Permanent) -> bool:
    return not permanent.exerted and state.has(permanent, EXERT)


def optional_paid(state: State, log: Log, ids: tuple[int, ...]) -> State:
    """Once everything has been paid: creatures are exerted, and abilities trigger on their optional costs."""
    for id in ids:
        permanent = state.permanent(id)
        if permanent is not None and _may_be_exerted(state, permanent):
            state = _exert(state, log, permanent)
        permanent = state.permanent(id)
        if permanent is not None and optional_price(permanent):
            state = on_event(state, log, PAID, permanent)
    return state


@obeys("attack_optional", "declare_attackers")
def _exert(state: State, log: Log, permanent: Permanent) -> State:
    id, name, seat = permanent.id, permanent.card.name, permanent.controller
    kept = LastingEffect(state.serial + 1, name, seat, ITS_NEXT_UNTAP, id, keywords=("does not untap",))
    state = set_standing(replace(state, serial=kept.id), lasting=(*state.lasting, kept))
    state = set_permanent(state, id, exerted=True)
    emit(log, "permanent.exert", state, "attack_optional declare_attackers", seat, name=name, object=id)
    return on_event(state, log, "is exerted", permanent)
