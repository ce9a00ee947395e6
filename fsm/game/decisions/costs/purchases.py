"""Paying for an action: mana abilities are activated, then everything is paid, or all of it is taken back.

Spells and abilities: cr2006 409.1, later 601.2 and 602.2; attacks: 308.2d-f, 508.1g-i, now 508.1h-j; blocks: 309.2b-d,
509.1d-f; what an effect asks: 413.2e, 608.2f, now 608.2g. Each mana ability and each payment is done by itself, so that
players can be asked meanwhile. A trial tells whether what is begun can be completed, whatever players choose on the
way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

import msgspec

from ....edition import obeys
from ...combat.costs import CARD, NOTHING, Costs, Given, Possible, why_short
from ...objects.cards.replacing import ask_fates, fates_met, permanent_moving
from ...objects.permanents.moving import leave_battlefield, tap
from ...objects.players.drawing import discard
from ...objects.players.mana import pay, spendable
from ...priority.activating import activate, mana_abilities
from ...state.action import Action, Activate, Cast, Declaration, Payment
from ...state.agenda import Task, do_next, push, task
from ...state.event import Log
from ...state.piles.pile import holds
from ...state.pool import Due
from ...state.refusal import Refusal, named, refuse
from ...state.state import State, replace
from ..kind import DECISION_KINDS

Bought = Cast | Activate | Declaration
"""The actions that name permanents which make mana for them."""

MANA = Payment("mana")


class Paying(Task, frozen=True):
    """A player pays for an action: the mana abilities that are still activated for it, and what is still to be paid.

    ``action`` is a ``Bought``, ``costs`` are the bills of an attack or a block, ``given`` what has been paid besides
    mana. ``before`` are the fields of the state before the action, but for its game; ``place`` is where play was, and
    ``seats`` are those of the players then.
    """

    private = True
    action: Any
    place: tuple[Any, ...]
    seats: tuple[int, ...]
    before: tuple[Any, ...] = ()
    costs: tuple[tuple[int, Any], ...] = ()
    mana: tuple[tuple[int, int | None], ...] = ()
    pay: tuple[Payment, ...] = ()
    given: Given = ()


class TakenBack(Task, frozen=True):
    """An action cannot be paid for, and is still to be taken back as a whole."""

    private = True
    paying: Paying
    why: Refusal


PAYS = (Paying, TakenBack)


class Purchase(msgspec.Struct, frozen=True):
    """How actions of a kind are paid for.

    ``mana`` is the topic of the rule by which mana is made, ``pays`` of that by which an attack or a block is paid for,
    ``costs`` are those of its payments, and ``word`` is what it is called.
    ``why_not``: why the action cannot be completed now, or None. ``finish``: the state once all is paid. ``left``: the
    state if the player has left meanwhile. ``moves``: whether mana abilities may move play elsewhere meanwhile, so that
    nothing comes of the action.
    """

    mana: str
    why_not: Callable[[State, Paying], Refusal | None]
    finish: Callable[[State, Log, Paying], State]
    left: Callable[[State, Log, Paying], State] = lambda state, _log, _now: state
    moves: bool = True
    word: str = ""
    pays: str = ""
    costs: str = ""


PURCHASES: dict[type[Any], Purchase] = {}
"""How each kind of action is paid for; the module of its decision says it."""


@obeys("attack_cost", "attack_mana", "attack_pay", "block_cost", "block_mana", "block_pay")
def pay_for(state: State, before: State | None, action: Bought, costs: Costs | None = None) -> State:
    """The state in which an action that has begun is still to be paid for; without ``before`` it is only tried.

    The total is fixed before mana is made, also if permanents are sacrificed for mana. Each player of a team pays for
    their own creatures: they share no mana (606.5, later 810.5). Costs are paid in the order of ``action.pay``, mana
    first unless that says otherwise. If play moves elsewhere meanwhile, nothing is paid. Mana is made only if one of
    the costs is mana (308.2e, later 508.1h, 508.1i).
    """
    numbers: tuple[int | None, ...] = action.mana_abilities or (None,) * len(action.mana)
    payments: tuple[Payment, ...] = getattr(action, "pay", ())
    return push(
        state,
        Paying(
            action,
            place_of(state, action.player),
            state.rotation.seats,
            () if before is None else msgspec.structs.astuple(before)[1:],
            tuple(costs.items()) if costs is not None else (),
            tuple(zip(action.mana, numbers, strict=True)),
            (payments if MANA in payments else (MANA, *payments)) if costs is not None else (),
        ),
    )


def why_no_mana(state: State, action: Bought) -> Refusal | None:
    """The refusal of mana abilities that are not one for each permanent; or None."""
    if len(action.mana_abilities) in (0, len(action.mana)):
        return None
    counted = f"{len(action.mana)} permanents and {len(action.mana_abilities)} abilities"
    why = f"each permanent makes mana with one ability; there are {counted}"
    return refuse(state, why, PURCHASES[type(action)].mana)


def begun(state: State, now: Paying) -> State:
    """The state before the action that is paid for."""
    return State(state.game, *now.before)


@task(Paying)
@obeys("replacement_delays")
def _go_on(state: State, log: Log, now: Paying) -> State:
    """The next mana ability, the next payment, or what is paid for."""
    kind = PURCHASES[type(now.action)]
    if place_of(state, now.action.player) != now.place:
        return kind.left(state, log, now)
    if kind.word and state.rotation.seats != now.seats:  # who has left may have been attacked
        return push(state, TakenBack(now, refuse(state, "a player has left", kind.mana)))
    if now.mana:
        return _make_mana(state, log, now, kind.mana)
    if now.pay:
        return _paid(state, log, now)
    why = kind.why_not(state, now)
    return fates_met(kind.finish(state, log, now)) if why is None else push(state, TakenBack(now, why))


def _make_mana(state: State, log: Log, now: Paying, topic: str) -> State:
    """The first of the mana abilities is activated, with all other effects that it has (308.2e, 508.1h).

    Without a number it is the first that can be activated. Each player of a team makes mana for their own creatures.
    """
    (id, number), *rest = now.mana
    maker, seat = state.permanent(id), now.action.player
    if maker is not None and isinstance(now.action, Declaration) and maker.controller in state.team(seat):
        seat = maker.controller
    able = mana_abilities(state, seat, id)
    if not able or number not in (None, *able):
        return push(state, TakenBack(now, refuse(state, f"{named(state, id)} cannot make mana now", topic)))
    action = Activate(seat, id, able[0] if number is None else number)
    return activate(push(state, replace(now, mana=tuple(rest))), log, action, "mana_ability")


def _paid(state: State, log: Log, now: Paying) -> State:
    """The first of the payments is made."""
    kind, payment, rest = PURCHASES[type(now.action)], now.pay[0], replace(now, pay=now.pay[1:])
    topics = kind.costs
    if payment.kind == "mana":
        return _mana_paid(state, log, rest, topics)
    if payment.kind == "discard":
        return _discarded(state, log, rest, payment.card, topics)
    permanent = state.permanent(payment.id)
    if permanent is None or permanent.controller not in dict(now.costs) or (payment.kind == "tap" and permanent.tapped):
        return _too_little(state, now, f"{named(state, payment.id or 0)} cannot pay for this {kind.word}")
    if payment.kind == "sacrifice":
        asked = ask_fates(state, (permanent_moving(state, permanent, "graveyard"),), now)
        if asked is not None:
            return asked
    was = (state.characteristics(permanent.id, permanent.card, permanent.token),)
    state = _noted(state, rest, payment.kind, permanent.controller, was)
    if payment.kind == "tap":
        return tap(state, log, permanent, topics)
    return fates_met(leave_battlefield(state, log, permanent.id, "graveyard", topics))


def _noted(state: State, rest: Paying, how: str, seat: int, was: Possible) -> State:
    """The state in which a payment counts, and the rest is still to be paid."""
    return push(state, replace(rest, given=(*rest.given, (how, seat, was))))


def _discarded(state: State, log: Log, rest: Paying, card: str, topics: str) -> State:
    """A card of the first player in turn order who has to discard (more)."""
    costs, done = dict(rest.costs), [seat for how, seat, _ in rest.given if how == "discard"]
    for seat in state.apnap():
        if done.count(seat) < costs.get(seat, NOTHING).discard and holds(state.players[seat].hand, card):
            return discard(_noted(state, rest, "discard", seat, CARD), log, seat, (card,), topics)
    return _too_little(state, rest, f"{card} cannot be discarded for this {PURCHASES[type(rest.action)].word}")


def _mana_paid(state: State, log: Log, rest: Paying, topics: str) -> State:
    """Each player pays their mana from their own pool."""
    for seat, bill in rest.costs:
        have = spendable(state, seat)
        if have < bill.mana:
            why = f"this {PURCHASES[type(rest.action)].word} costs {bill.mana} mana, and {state.name(seat)} has {have}"
            return _too_little(state, rest, why)
        state = pay(state, log, seat, Due(bill.mana), topics)
    return push(state, rest)


def _too_little(state: State, now: Paying, why: str) -> State:
    return push(state, TakenBack(now, refuse(state, why, PURCHASES[type(now.action)].pays)))


def short_of(state: State, now: Paying) -> Refusal | None:
    """Why an attack or a block is not paid for exactly; partial payments are not allowed."""
    kind = PURCHASES[type(now.action)]
    for seat, bill in now.costs:
        why = why_short(bill, tuple(one for one in now.given if one[1] == seat))
        if why:
            return refuse(state, f"for this {kind.word} {state.name(seat)} {why}", kind.pays)
    return None


def place_of(state: State, seat: int) -> tuple[Any, ...]:
    """Where play is, and whether a player is still in the game."""
    gone = state.outcome is not None or seat not in state.rotation.seats
    return state.rotation.first, state.turn, state.at.name, gone


MOST_ANSWERS = 100
MOST_TRIED = 1_000
"""How many tasks a trial carries out before what it tries counts as possible, and how many answers are looked at."""


def tried(state: State) -> Refusal | None:
    """Why what is still to be paid for cannot be completed, whatever players choose meanwhile; None if it can."""
    refusals: list[Refusal] = []
    possible, now = False, under_way(state)
    moves = now is not None and PURCHASES[type(now.action)].moves
    for end in outcomes(state):
        if isinstance(end, MovedOn):
            return end
        if isinstance(end, Refusal):
            refusals.append(end)
        elif moves:
            return None
        else:
            possible = True
    return None if possible else refusals[0]


class MovedOn(Refusal, frozen=True):
    """The refusal of a mana ability that would move play elsewhere."""


def outcomes(state: State) -> Iterator[State | Refusal]:
    """Each way in which paying may end, for all that players may choose: the state just before the end, or why not."""
    places = (place for place in range(len(state.agenda) - 1, -1, -1) if isinstance(state.agenda[place], PAYS))
    return _outcomes(state, next(places, 0), [MOST_TRIED])


def under_way(state: State) -> Paying | None:
    """What is being paid for, if anything is."""
    found = next((task for task in reversed(state.agenda) if isinstance(task, PAYS)), None)
    return found.paying if isinstance(found, TakenBack) else found


def paying_choice(state: State, usual: Action) -> Action:
    """The usual answer of a player who pays for something, or else the first with which it can still be paid for."""
    decision, now = state.decision, under_way(state)
    if decision is None or now is None or decision.player != now.action.player:
        return usual
    kind = DECISION_KINDS[type(decision)]
    answers = chain((usual,), islice(kind.answers(state, decision), MOST_ANSWERS))
    return next((one for one in answers if tried(kind.answer(state, None, decision, one)) is None), usual)


def _outcomes(state: State, place: int, left: list[int]) -> Iterator[State | Refusal]:
    now: Paying | None = None
    while left[0] and isinstance(here := (*state.agenda[place : place + 1], None)[0], PAYS):
        left[0] -= 1
        if isinstance(here, TakenBack):
            yield here.why
            return
        now = here
        if state.decision is not None:
            kind = DECISION_KINDS[type(state.decision)]
            for action in kind.answers(state, state.decision):
                yield from _outcomes(kind.answer(state, None, state.decision, action), place, left)
                if not left[0]:
                    return
            return
        if place_of(state, now.action.player) != now.place:
            break
        if len(state.agenda) == place + 1 and not now.mana and not now.pay:
            yield PURCHASES[type(now.action)].why_not(state, now) or state
            return
        state = do_next(state, None)
    yield _moved(state, now) if left[0] and now is not None else state


def _moved(state: State, now: Paying) -> State | Refusal:
    """What has become of play that is elsewhere; a spell or an ability that is half done is refused then."""
    kind = PURCHASES[type(now.action)]
    if kind.moves:
        return state
    makers = now.action.mana
    maker = named(state, makers[len(makers) - len(now.mana) - 1])
    refusal = refuse(state, f"{maker} would move play elsewhere before this is done", kind.mana)
    return MovedOn(refusal.why, refusal.rules)
