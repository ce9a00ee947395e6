"""A companion comes from outside the game into the hand: a special action (116.2g, 702.139)."""

from __future__ import annotations

from ...edition import obeys
from ..objects.abilities.conditions import main_phase_of
from ..objects.cards.moving import card_named
from ..objects.cards.replacing import ask_fates, card_moving, fates_met, move_card
from ..objects.players.mana import pay, too_little
from ..state.action import BringCompanion
from ..state.agenda import Task, task
from ..state.event import Log
from ..state.piles.pile import CardId
from ..state.pool import Due
from ..state.refusal import Refusal, refuse
from ..state.state import State, set_player
from .priority import acted

COST = Due(3)
"""What mana it costs."""


@obeys("companion", "special_timing")
def why_no_companion(state: State, action: BringCompanion) -> Refusal | None:
    """Why a player cannot put a card into their hand now as their companion."""
    seat, name = action.player, action.card
    if _revealed(state, action) is None:
        return refuse(state, f"{name} is no companion of {state.name(seat)} outside the game", "companion")
    if not main_phase_of(state, seat):
        where = f"this is {state.address}" if not state.stack else "the stack is not empty"
        why = f"a companion comes during your own main phase with an empty stack; {where}"
        return refuse(state, why, "companion special_timing")
    why = too_little(state, seat, COST)
    return refuse(state, f"bringing {name} {why}", "companion") if why else None


@obeys("companion_revealed")
def _revealed(state: State, action: BringCompanion) -> CardId | None:
    """The card that a player revealed as their companion, if it has not come and is still outside the game."""
    meant = action.card and action.card == state.players[action.player].companion
    return card_named(state, action.player, "outside", action.card) if meant else None


class CompanionComes(Task, frozen=True):
    """A player has chosen where their companion goes."""

    action: BringCompanion


@task(CompanionComes)
def _comes(state: State, log: Log, left: CompanionComes) -> State:
    return bring_companion(state, log, left.action)


@obeys("companion", "outside_stays")
def bring_companion(state: State, log: Log, action: BringCompanion) -> State:
    """A player pays, and puts their companion into their hand, or where replacement effects send it; once a game."""
    seat, card = action.player, _revealed(state, action)
    assert card is not None  # noqa: S101  # why_no_companion has looked
    moving = card_moving(state, card, action.card, "hand")
    if asked := ask_fates(state, (moving,), CompanionComes(action)):
        return asked
    state = set_player(pay(state, log, seat, COST, "companion"), seat, companion="")
    state, _ = move_card(state, log, card, "hand", "companion")
    return acted(fates_met(state), log, seat)
