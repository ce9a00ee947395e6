"""Commanders: what they cost, how they come back to the command zone, and their damage (cr2011, cr2026 903).

A commander is known by its name: no deck of the variant has two cards of one name. The effect that lets its owner cast
it lasts as long as the game, and remembers how often they did so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....edition import obeys
from ...state.agenda import Choice, push, task
from ...state.decision import ChooseOption
from ...state.enduring import Permit
from ...state.event import Log, emit
from ...state.objects import Permanent
from ...state.piles.pile import CardId
from ...state.state import LastingEffect, State, replace, set_standing
from .moving import card_named, is_stray, numbered
from .replacing import move_card

TAX = 2
"""How much more mana it costs for each time that it was cast from the command zone."""

DEADLY = 21
"""How much combat damage of one commander makes a player lose."""

Gone = tuple[LastingEffect, CardId]
"""A commander that has come to a graveyard or exile: the effect that lets its owner cast it, and where it is."""


@obeys("commander_tax")
def taxed(state: State, effect: LastingEffect | None) -> State:
    """The state after a card has been cast by an effect: a commander costs more the next time."""
    if effect is None or effect.permits is None or effect.permits.card.zone != "command":
        return state
    return _with(state, effect, replace(effect.permits, more=effect.permits.more + TAX))


def gone_commanders(state: State) -> tuple[Gone, ...]:
    """The commanders that have come to a graveyard or exile since state-based actions were checked last."""
    if not state.game.options.commander or not state.edition.cite("commander_returns"):
        return ()
    return tuple(
        (effect, card)
        for effect in state.lasting
        if effect.permits is not None and effect.permits.card.zone == "command"
        for card in _lying(state, effect)
        if card not in effect.permits.checked
    )


def _lying(state: State, effect: LastingEffect) -> Iterator[CardId]:
    """The cards of a commander's name in the graveyard of its owner, and of theirs in exile."""
    found = (card_named(state, effect.controller, zone, effect.name) for zone in ("graveyard", "exile"))
    return (card for card in found if card is not None and not is_stray(state, card))


class ReturnChosen(Choice, frozen=True):
    """The owner of a commander says whether it stays where it has come to, or returns to the command zone."""

    effect: int
    name: str
    player: int
    card: CardId


def ask_return(state: State, commanders: Iterable[Gone]) -> State | None:
    """Asks the next owner, in turn order, whether their commander returns to the command zone; None if all is clear."""
    asked = {id for id, _ in state.standing.fates}
    order = {seat: place for place, seat in enumerate(state.apnap())}
    left = [one for one in commanders if one[1] not in asked and one[1].owner in order]
    if not left:
        return None
    effect, card = min(left, key=lambda one: order[one[1].owner])
    state = push(state, ReturnChosen(effect.id, effect.name, card.owner, card))
    return replace(state, decision=ChooseOption(card.owner, effect.name, (card.zone, "command")))


@task(ReturnChosen)
@obeys("commander_returns", "state_based")
def _chosen(state: State, log: Log, chosen: ReturnChosen) -> State:
    option = (chosen.card.zone, "command")[chosen.option]
    emit(log, "choice", state, "state_based commander_returns", chosen.player, name=chosen.name, option=option)
    return set_standing(state, fates=(*state.standing.fates, (chosen.card, (chosen.effect, chosen.option))))


@obeys("commander_returns", "state_based")
def settle(state: State, log: Log, commanders: Iterable[Gone]) -> State:
    """Puts the commanders into the command zone whose owners have said so; each of the others stays from now on."""
    back = {card for card, (_, option) in state.standing.fates if option}
    for effect, card in commanders:
        if card in back:
            state, _ = move_card(state, log, card, "command", "state_based commander_returns")
        now = next(one for one in state.lasting if one.id == effect.id)  # it knows the card that has returned
        assert now.permits is not None  # noqa: S101  # it lets its owner cast the commander
        state = _with(state, now, replace(now.permits, checked=tuple(_lying(state, now))))
    return state


def wounded(state: State, by: Permanent, seat: int, amount: int) -> State:
    """Remembers combat damage to a player, if a commander has dealt it, whoever controls that now (903.10a)."""
    name, owner = (by.printed or by.card).name, by.owner
    leads = (e for e in state.lasting if e.permits is not None and e.permits.card.zone == "command")
    if by.token or not any((e.controller, e.name) == (owner, name) for e in leads):
        return state
    known = {one[:3]: one[3] for one in state.standing.wounds}
    known[seat, owner, name] = known.get((seat, owner, name), 0) + amount
    return set_standing(state, wounds=tuple(sorted((*of, many) for of, many in known.items())))


@obeys("commander_damage")
def mortally_wounded(state: State) -> tuple[int, ...]:
    """The players whom one commander has dealt enough combat damage over the game, if the edition says so."""
    if not state.edition.cite("commander_damage"):
        return ()
    hit = {seat for seat, _, _, many in state.standing.wounds if many >= DEADLY}
    return tuple(seat for seat in state.rotation.seats if seat in hit)


def wounds_of(state: State, seat: int) -> dict[str, int]:
    """The combat damage that commanders have dealt to a player, by the names of the commanders."""
    own = [one for one in state.standing.wounds if one[0] == seat]
    return dict(zip(numbered([name for _, _, name, _ in own]), (many for *_, many in own), strict=True))


def _with(state: State, effect: LastingEffect, permit: Permit) -> State:
    new = replace(effect, permits=permit)
    return set_standing(state, lasting=tuple(new if one.id == effect.id else one for one in state.lasting))
