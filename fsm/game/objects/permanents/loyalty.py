"""Planeswalkers and battles: permanents that may be attacked, their defenders, and their counters.

cr2008 306.3, cr2011 and cr2026 306, 506.3 and 508.1b; battles cr2026 310. An edition that does not know them lets
nobody attack them.
"""

from __future__ import annotations

from ....cards.abilities import Activated
from ....cards.card import TIME, Card
from ....cards.vocabulary import Move
from ....edition import obeys
from ...state.event import Log, emit
from ...state.objects import MINUS, PLUS, changes_of
from ...state.refusal import Refusal, refuse
from ...state.state import Permanent, State, set_permanent
from ..abilities.triggers import triggers

COUNTED = {"planeswalker": "attack_planeswalker", "battle": "attack_battle"}
"""The types with such counters, each with the topic of the rule that lets them be attacked."""


def attackable(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The planeswalkers and battles that may be attacked, if these players may be (506.2)."""
    among = state.permanents() if state.lasting else state.index.attackable
    return tuple(p.id for p in among if _may_be_attacked(state, p) and defender_of(state, p) in seats)


@obeys("battle_fights")
def can_fight(state: State, permanent: Permanent) -> bool:
    """Whether a permanent can be an attacking or blocking creature; a creature battle cannot (506.3g, 508.1a)."""
    return state.is_creature(permanent) and "battle" not in state.types(permanent)


@obeys(*COUNTED.values())
def _may_be_attacked(state: State, permanent: Permanent) -> bool:
    return any(kind in state.types(permanent) and state.edition.cite(topic) for kind, topic in COUNTED.items())


def defender_of(state: State, permanent: Permanent) -> int:
    """The defending player: a planeswalker's controller, or a battle's protector (508.5, 310.8)."""
    if "battle" not in state.types(permanent):
        return permanent.controller
    if permanent.chosen is not None and permanent.chosen in state.rotation.seats:
        return permanent.chosen
    own = state.team(permanent.controller)
    others = state.rotation.from_seat(permanent.controller) if permanent.controller in state.rotation.seats else ()
    return next((seat for seat in others if seat not in own), permanent.controller)


def goes_on_being_attacked(state: State, permanent: Permanent) -> bool:
    """Whether what attacks a permanent may go on doing so: its type and its defending player allow it (506.4)."""
    attackers = state.combat.attackers if state.combat is not None else ()
    seats = {attacker.defender for attacker in attackers if attacker.attacked == permanent.id}
    return not seats or (_may_be_attacked(state, permanent) and seats == {defender_of(state, permanent)})


def first_counters(card: Card) -> int:
    """The counters that a planeswalker or battle has as it enters (306.5b, 310.4b)."""
    return (card.loyalty if card.loyalty is not None else card.defense) or 0


def add_counters(state: State, log: Log, permanent: Permanent, amount: int, topics: str) -> State:
    """Puts counters on a planeswalker or battle, or removes them, as far as there are any."""
    left = max(0, permanent.loyalty + amount)
    state = set_permanent(state, permanent.id, loyalty=left)
    name, change = permanent.card.name, left - permanent.loyalty
    emit(log, "permanent.counters", state, topics, permanent.controller, name=name, amount=change, left=left)
    return state


@obeys("vanishing", "fading")
def put_counters(state: State, log: Log, permanent: Permanent, amount: int, kind: str, topics: str) -> State:
    """Puts counters of another kind on a permanent, or removes them, as far as there are any.

    What has vanishing is sacrificed after its last time counter, however that is removed.
    """
    before = permanent.count(kind)
    left = max(0, before + amount)
    held = {**dict(permanent.counters), kind: left}
    state = set_permanent(state, permanent.id, counters=tuple(sorted(one for one in held.items() if one[1])))
    of, name = {"of": kind} if kind else {}, permanent.card.name
    fades = dict(permanent.card.first_counters)
    vanishes = kind == TIME and permanent.card.vanishing is not None
    topics += " vanishing" if vanishes else " fading" if kind in fades else ""
    topics += " counters_change" if changes_of(kind) != (0, 0) else ""
    emit(
        log, "permanent.counters", state, topics, permanent.controller, name=name, **of, amount=left - before, left=left
    )
    if not vanishes or left or not before:
        return state
    seat, last = permanent.controller, (Move("self"),)
    return triggers(state, log, "event_trigger vanishing", "vanishing", seat, last, source=permanent.id)


@obeys("counters_cancel", "state_based")
def cancel_counters(state: State, log: Log) -> State:
    """Removes pairs of counters that cancel each other out (cr2006 420.5n, cr2011 704.5r, cr2026 704.5q)."""
    for permanent in state.index.cancelling:
        pairs = min(permanent.count(PLUS), permanent.count(MINUS))
        for kind in (PLUS, MINUS):
            now = state.permanent(permanent.id) or permanent
            state = put_counters(state, log, now, -pairs, kind, "state_based counters_cancel")
    return state


def mark_damage(state: State, log: Log, permanent: Permanent, amount: int, by: str, topics: str) -> State:
    """Marks damage on a creature, or removes counters from a planeswalker or battle (306.8, 310.6)."""
    if state.is_creature(permanent):
        state = set_permanent(state, permanent.id, damage=permanent.damage + amount)
    emit(log, "damage", state, topics, name=by, amount=amount, to=permanent.card.name)
    if has_counters(permanent) and COUNTED.keys() & state.types(permanent):
        state = add_counters(state, log, permanent, -amount, topics)
    return state


def has_counters(permanent: Permanent) -> bool:
    """Whether a permanent has loyalty or defense counters, without which a planeswalker or battle leaves."""
    return permanent.card.loyalty is not None or permanent.card.defense is not None


def takes_damage(state: State, permanent: Permanent) -> bool:
    """Whether damage can be dealt to a permanent: to a creature, a planeswalker or a battle."""
    return bool({"creature", *COUNTED} & set(state.types(permanent)))


def worn_out(state: State, permanent: Permanent) -> bool:
    """Whether a planeswalker has no loyalty, or a battle no defense; a Siege waits for its triggers (704.5i, v, w)."""
    if not has_counters(permanent) or permanent.loyalty or not COUNTED.keys() & state.types(permanent):
        return False
    if not is_siege(state, permanent):
        return True
    return not any(o.source == permanent.id and not o.activated for o in (*state.stack, *state.waiting))


def is_siege(state: State, permanent: Permanent) -> bool:
    """Whether a permanent is a battle of that kind."""
    return "battle" in state.types(permanent) and "Siege" in state.subtypes(permanent)


@obeys("activate", "loyalty")
def why_no_loyalty(state: State, permanent: Permanent, ability: Activated, free: bool) -> Refusal | None:
    """Why a loyalty ability cannot be activated now, if it cannot (606.3); ``free``: a sorcery could be cast now."""
    name, topics = permanent.card.name, "loyalty activate"
    if not free:
        return refuse(state, f"{name}'s loyalty abilities may be activated only when a sorcery could be cast", topics)
    if any(number >= 0 and permanent.card.abilities[number].loyalty is not None for number in permanent.used):
        return refuse(state, f"a loyalty ability of {name} was activated this turn; one each turn", topics)
    if permanent.card.loyalty is not None and permanent.loyalty + (ability.loyalty or 0) < 0:
        costs = -(ability.loyalty or 0)
        return refuse(state, f"{name} has {permanent.loyalty} loyalty, and this costs {costs}", topics)
    return None
