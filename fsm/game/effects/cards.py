"""Effects on cards: they are drawn, discarded, milled and shown, and come from outside the game (217.1e; later 400)."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ...cards.terms import MOST, TOP
from ...edition import obeys
from ..objects.cards.moving import card_at, card_named, pile_at, show_tops
from ..objects.cards.replacing import Moving, card_moving, move_card, topmost
from ..objects.players.drawing import Discarding, draw_several, mill, then_with_those
from ..state.agenda import Choice, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.piles.pile import CardId, rearranged, run_of, top_numbers
from ..state.state import StackObject, State, replace, set_permanent, set_player
from .amounts import amount_now, asked
from .apply import applies, for_players, meant, moves, nothing, permanents_meant


@for_players(v.Draw)
def _draw(state: State, log: Log, effect: v.Draw, source: StackObject, seat: int) -> State:
    amount = amount_now(state, effect, source, seat, MOST)
    return draw_several(state, log, seat, amount, f"instructions{asked(effect)}")


@applies(v.Discard)
@obeys("apnap")
def _discard(state: State, log: Log, effect: v.Discard, source: StackObject) -> State:
    """Several players choose one after the other, the active player first, and then all of them discard."""
    seats = meant(state, effect.player, source)
    state = then_with_those(state, effect.then, source, seats) if effect.then else state
    topics = "instructions apnap" if len(seats) > 1 else "instructions"
    return push(state, Discarding(tuple((seat, effect.amount) for seat in seats), topics)) if seats else state


@for_players(v.Mill)
def _mill(state: State, log: Log, effect: v.Mill, _: StackObject, seat: int) -> State:
    return mill(state, log, seat, effect.amount, "instructions")


@moves(v.Draw)
@moves(v.Mill)
def _would_move(state: State, effect: v.Draw | v.Mill, source: StackObject) -> Iterator[Moving]:
    for seat in meant(state, effect.player, source):
        if isinstance(effect, v.Draw):
            yield from topmost(state, seat, amount_now(state, effect, source, seat, MOST), "hand")
        else:
            yield from topmost(state, seat, effect.amount, "graveyard")


@for_players(v.Reveal)
def _reveal(state: State, log: Log, effect: v.Reveal, _: StackObject, seat: int) -> State:
    """The topmost cards are revealed first; those of a hand from the oldest to the newest."""
    zone = "library" if effect.cards == TOP else "hand"
    pile = pile_at(state, seat, zone)
    if effect.cards == TOP:
        found = (run_of(pile, number) for number in top_numbers(pile, effect.amount))
        names = [run.name for run in found if run is not None]
    else:
        names = [name for name, count in pile for _ in range(count)]
    for name in names:
        emit(log, "card.reveal", state, "instructions", seat, card=str(name), out_of=zone)
    return state


PLACES = ("top", "bottom")
"""Where a card goes that a player has looked at."""


class PutBack(Choice, frozen=True):
    """A player has looked at the top card of their library, and says where it goes."""

    seat: int
    name: str
    number: int


@applies(v.Scry)
def _scry(state: State, log: Log, _: v.Scry, source: StackObject) -> State:
    seat = source.controller
    number = next(iter(top_numbers(state.players[seat].library, 1)), None)
    if number is None or seat not in state.rotation.seats:
        return state
    return replace(push(state, PutBack(seat, source.name, number)), decision=ChooseOption(seat, source.name, PLACES))


@task(PutBack)
@obeys("choice", "instructions")
def _put_back(state: State, log: Log, chosen: PutBack) -> State:
    if chosen.option:
        library = rearranged(state.players[chosen.seat].library, (chosen.number,), bottom=True)
        state = set_player(state, chosen.seat, library=library)
    emit(log, "choice", state, "instructions choice", chosen.seat, name=chosen.name, option=PLACES[chosen.option])
    return show_tops(state, log) if chosen.option else state


@for_players(v.BringIn)
@obeys("outside_game", "outside_stays", "outside_touched")
def _bring_in(state: State, log: Log, effect: v.BringIn, source: StackObject, seat: int) -> State:
    """A card that is removed from the game is outside of it in cr2006; later exile is a zone inside the game."""
    card = _owned(state, effect, seat)
    if card is None:
        why = f"{state.name(seat)} owns no {' '.join((*effect.of, effect.card))} outside the game"
        return nothing(state, log, source, why, "outside_game instructions")
    state, _ = move_card(state, log, card, effect.to, "outside_game instructions")
    return state


@moves(v.BringIn)
def _would_come(state: State, effect: v.BringIn, source: StackObject) -> Iterator[Moving]:
    for seat in meant(state, effect.player, source):
        if (card := _owned(state, effect, seat)) is not None:
            yield card_moving(state, card, effect.card, effect.to)


def _owned(state: State, effect: v.BringIn, seat: int) -> CardId | None:
    """The card of that name and kind that a player owns outside the game."""
    card = card_named(state, seat, "outside", effect.card)
    if card is None and state.edition.choices["outside_game"] == ("with_removed",):
        card = card_named(state, seat, "exile", effect.card)
    known = card_at(state, card) if card is not None else None
    return card if known is not None and state.is_a(known, *effect.of) else None


@applies(v.ChangeOwner)
@obeys("ante_cards")
def _change_owner(state: State, log: Log, effect: v.ChangeOwner, source: StackObject) -> State:
    """A player becomes the owner of permanents that are cards; a token keeps its owner."""
    for seat in meant(state, effect.player, source):
        for permanent in permanents_meant(state, effect.what, source):
            if permanent.token or permanent.owner == seat:
                continue
            state = set_permanent(state, permanent.id, owner=seat)
            name = permanent.card.name
            emit(log, "permanent.owner", state, "instructions ante_cards", seat, name=name, object=permanent.id)
    return state
