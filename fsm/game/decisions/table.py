"""All kinds of decisions, and the functions that use them: legality, answers, default."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from ...edition import obeys
from ...errors import ArgumentError, IllegalAction, expect_type, found
from ..priority.players import Loser, lose
from ..state.action import Action, Concede
from ..state.agenda import task
from ..state.event import Log, emit
from ..state.refusal import Refusal
from ..state.state import State, replace
from . import combat, options, priority
from .costs.purchases import TakenBack, begun, paying_choice
from .kind import DECISION_KINDS, DecisionKind

__all__ = ["DECISION_KINDS", "LegalActions", "answer", "default_action", "why_not"]

_KINDS: tuple[DecisionKind[Any, Any], ...] = (
    priority.KIND,
    options.DEFENDER,
    combat.ATTACKERS,
    combat.BLOCKERS,
    options.DAMAGE_ORDER,
    combat.DAMAGE,
    options.TRIGGER_ORDER,
    options.ARRANGEMENT,
    options.DISCARDS,
    options.SKIP,
    options.OPTION,
    options.LEGEND,
    options.PAYMENT,
    options.UNTAPS,
    options.KEEP_OR_MULLIGAN,
    options.BOTTOM,
)
DECISION_KINDS.update((kind.decision, kind) for kind in _KINDS)


@obeys("illegal_action", "illegal_retry")
def why_not(state: State, action: Action) -> Refusal | None:
    """Why an action is illegal now, with the rules that say so; None if it is legal.

    >>> from fsm.game import Attack, Pass, start_game
    >>> state, _ = start_game("cr2026", ["Ann", "Bob"])
    >>> why_not(state, Pass(0)), str(why_not(state, Attack(0))).split(" or ")[-1]
    (None, 'EndEffect by Ann, not for Attack')
    """
    expect_type(action, Action, "an action, such as one of legal_actions(state)")
    decision = state.decision
    if state.outcome is not None:
        return Refusal("the game is over")
    if type(action) is Concede:
        return None if action.player in state.rotation.seats else Refusal("that player is not in the game")
    if decision is None or decision.player != action.player:
        asked, seats = state.name(decision.player) if decision else "nobody", len(state.players)
        if not 0 <= action.player < seats:
            return Refusal(
                f"there is no seat {action.player}, expected one from 0 to {seats - 1}: {asked} has to decide"
            )
        who = state.name(action.player)
        return Refusal(f"{who} is not asked now: it is {asked} who has to decide")
    kind = DECISION_KINDS[type(decision)]
    if type(action) in kind.actions:
        return kind.why_not(state, decision, action)
    expected = " or ".join(action.__name__ for action in kind.actions)
    return Refusal(f"the game waits for {expected} by {state.name(action.player)}, not for {type(action).__name__}")


def check_fields(action: Action) -> None:
    """``ArgumentError`` if a field of an action has another type than its class says."""
    for field in msgspec.structs.fields(action):
        value = getattr(action, field.name)
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            expected = _EXPECTED.get(field.name) or f"{field.type}"
            raise ArgumentError(
                f"{type(action).__name__}: {field.name}: found {found(value)}, expected {expected}"
            ) from None


_EXPECTED = {"player": "the seat of a player, from 0", "card": "a card, such as find_card('Time Walk')"}


@obeys("concede_at_once", "control_concede", "concede")
def answer(state: State, log: Log, action: Action) -> State:
    """The state after a legal action, before play goes on; players may leave at any time (102.3a, later 104.3a)."""
    if type(action) is Concede:
        return _without(state, log, (Loser(action.player, "concede"),))
    decision = state.decision
    assert decision is not None  # noqa: S101  # why_not has looked
    if state.this_turn.loop is not None:
        state = replace(state, this_turn=replace(state.this_turn, loop=None))
    after: State = DECISION_KINDS[type(decision)].answer(state, log, decision, action)
    return after


def default_action(state: State) -> Action:
    """The action of a player with no scripted action, when the game waits for them.

    They pass, attack only with creatures that have to, and do not block. They take the first of several options,
    decline optional effects, untap everything, and put triggers on the stack in the order in which they triggered.
    Damage goes to the first blocker without lethal damage, and the last cards of a hand are discarded. What their mana
    abilities ask while they pay for something is answered so that it can be paid for.

    ``IllegalAction`` if the game is over.

    >>> from fsm.game import start_game
    >>> default_action(start_game("cr2026", ["Ann", "Bob"])[0])
    Pass(player=0)
    """
    expect_type(state, State, "a state of a game; start_game gives the first one")
    decision = state.decision
    if decision is None:
        raise IllegalAction("the game is over, and nobody has anything to decide")
    action: Action = DECISION_KINDS[type(decision)].default(state, decision)
    return paying_choice(state, action) if state.agenda else action


def _without(state: State, log: Log, losers: tuple[Loser, ...]) -> State:
    """The state once players have left; an open decision may be asked again."""
    after = lose(state, log, losers)
    decision = after.decision
    if decision is None:
        return after
    seats = tuple(gone for gone in state.rotation.seats if gone not in after.rotation.seats)
    changed: State = DECISION_KINDS[type(decision)].departed(after, state, decision, seats)
    return changed


@task(TakenBack)
@obeys("illegal_action", "concede")
def _take_back(state: State, log: Log, undone: TakenBack) -> State:
    """An action that cannot be paid for is taken back as a whole, with the mana abilities; who has left stays away."""
    paying, before = undone.paying, begun(state, undone.paying)
    gone = (seat for seat in before.rotation.seats if seat not in state.rotation.seats)
    if losers := tuple(Loser(seat, "concede") for seat in gone):
        before = _without(before, None, losers)
    stacked = {thing.id for thing in state.stack} - {thing.id for thing in before.stack}
    off = {"object": max(stacked)} if stacked else {}
    emit(log, "action.undone", before, "illegal_action", paying.action.player, why=undone.why.why, **off)
    return before


SHOWN = 5
"""The number of actions that ``repr`` shows."""


class LegalActions:
    """The legal actions of a state: a lazy view.

    Iteration makes one action at a time, the first at once; there may be too many to list them all.
    ``action in view`` calls ``why_not`` and lists nothing: it holds for every action that ``step`` accepts, also for
    actions that are not listed: conceding, casting a card that an unknown card of the hand may be, and the same
    answer in another order. There is no ``len``, since the number is unknown until all are made: ``count()`` makes
    all of them, ``count(100)`` at most 100.
    """

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Action]:
        decision = self._state.decision
        return iter(()) if decision is None else DECISION_KINDS[type(decision)].answers(self._state, decision)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and why_not(self._state, action) is None

    def count(self, most: int | None = None) -> int:
        """The number of actions, counted one by one up to ``most``."""
        return sum(1 for _ in islice(self, most))

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        shown = [repr(action) for action in islice(self, SHOWN)]
        return f"<LegalActions {', '.join(shown)}{', ...' if len(shown) == SHOWN else ''}>"
