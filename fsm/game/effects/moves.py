"""Effects that move cards and permanents between zones, and what they find there afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...cards import vocabulary as v
from ...cards.terms import CARDS, TOP, Players
from ...edition import obeys
from ..objects.abilities import delayed
from ..objects.abilities.recasting import CastAgain, IfCastable, NotCast, follow
from ..objects.cards.arranging import came_together
from ..objects.cards.links import link, linked
from ..objects.cards.moving import (
    Looks,
    card_at,
    card_name,
    card_named,
    cover,
    is_covered,
    is_stray,
    is_there,
    named_card,
    pile_at,
    take_card,
)
from ..objects.cards.replacing import Moving, card_moving, move_card, permanent_moving, spell_moving
from ..objects.permanents.moving import enter_battlefield, entered, have_entered, send_away, together
from ..objects.permanents.statuses import may_enter
from ..priority.stack import take_off
from ..state.agenda import push_effects
from ..state.enduring import Permit
from ..state.event import Log, emit
from ..state.piles.pile import HIDDEN, SHARED, CardId, run_of, top_numbers
from ..state.state import LastingEffect, StackObject, State, replace, set_standing
from .apply import applies, carriers_first, meant, moves, nothing, permanents_meant
from .lasting import lasts
from .spells import spells_there


@applies(v.Move)
def _move(state: State, log: Log, effect: v.Move, source: StackObject) -> State:
    leave = {"battlefield": _permanents_leave, "stack": _spells_leave}.get(effect.out_of, _cards_move)
    state, became = leave(state, log, effect, source)
    found = tuple(filter(_is_found, became))
    if effect.link:
        state = link(state, source, effect.link, (card for card in found if card.zone == "exile"))
    state = delayed.then(state, effect.then, source, found) if effect.then else state
    by = meant(state, effect.arranged_by, source) if effect.arranged_by is not None else ()
    asked = effect.place in (TOP, "bottom")
    return came_together(state, became, effect.place == "bottom", by[0] if by else None) if asked else state


@obeys("instructions")
def _permanents_leave(state: State, log: Log, effect: v.Move, source: StackObject) -> tuple[State, tuple[CardId, ...]]:
    became: tuple[CardId, ...] = ()
    there = together(state)
    for permanent in carriers_first(permanents_meant(state, effect.what, source)):
        if effect.to == "ante" and not _antes(state, log, permanent.owner, source):
            continue
        state, card = send_away(state, log, permanent.id, effect.to, "instructions", _above(effect), there)
        became = (*became, card) if card is not None else became
    looks = _looks(state, effect, source)
    for card in became if looks is not None else ():
        state = cover(state, card, looks or ())
    return state, became


@obeys("exile_from", "instructions")
def _spells_leave(state: State, log: Log, effect: v.Move, source: StackObject) -> tuple[State, tuple[CardId, ...]]:
    """A spell leaves the stack and has not been countered; a copy of a spell ceases to exist."""
    spells = spells_there(state, effect.what, source)
    if not spells:
        nothing(state, log, source, "no such spell on the stack", "instructions impossible_ignored")
        return state, ()
    topics = "instructions exile_from" if effect.to == "exile" else "instructions"
    state, new = take_off(state, log, spells[-1], topics, effect.to)
    return state, () if new is None else (new,)


@obeys("instructions")
def _cards_move(state: State, log: Log, effect: v.Move, source: StackObject) -> tuple[State, tuple[CardId, ...]]:
    became: tuple[CardId, ...] = ()
    cards, looks = _cards_meant(state, effect, source), _looks(state, effect, source)
    if effect.out_of == "command" and not cards:
        return _stays_in_command(state, log, effect, source), became
    if not cards:
        _nothing(state, log, source, effect.out_of)
    for card in cards:
        if effect.to == "ante" and not _antes(state, log, card.owner, source, effect.player):
            continue
        state, new = move_card(state, log, card, effect.to, "instructions", _above(effect), looks)
        became = (*became, new) if new is not None else became
    return state, became


@moves(v.Move)
def _would_move(state: State, effect: v.Move, source: StackObject) -> Iterator[Moving]:
    if effect.out_of == "battlefield":
        yield from (permanent_moving(state, p, effect.to) for p in permanents_meant(state, effect.what, source))
        return
    if effect.out_of == "stack":
        yield from (spell_moving(state, one, effect.to) for one in spells_there(state, effect.what, source)[-1:])
        return
    for card in _cards_meant(state, effect, source):
        run = run_of(pile_at(state, card.owner, card.zone), card.number)
        if run is not None:
            yield card_moving(state, card, run.name, effect.to)


def _looks(state: State, effect: v.Move, source: StackObject) -> Looks:
    """The players who may look at cards that are exiled face down; None if they lie face up."""
    if not effect.face_down:
        return None
    return meant(state, effect.looks, source) if effect.looks is not None else ()


@obeys("command_again", "instructions")
def _new_in_command(state: State, log: Log, what: str, source: StackObject) -> State:
    """A face-up scheme that is put into the command zone, where it is, becomes a new object (400.10)."""
    up, known = state.designations.face_up, bool(state.edition.cite("command_again"))
    one = next((one for one in up if (one[0] == source.source if what == "self" else one[2] == what)), None)
    if one is None or not known:
        return state
    id = state.serial + 1
    anew = tuple((id, *other[1:]) if other is one else other for other in up)
    state = set_standing(replace(state, serial=id), designations=replace(state.designations, face_up=anew))
    emit(log, "card.move", state, "instructions command_again", one[1], card=one[2], to="command", out_of="command")
    return state


@obeys("command_stays", "instructions")
def _stays_in_command(state: State, log: Log, effect: v.Move, source: StackObject) -> State:
    """What would leave the command zone stays there: a scheme, a plane, a vanguard (400.4b)."""
    up = state.designations.face_up
    if effect.to == "command":
        return _new_in_command(state, log, effect.what, source)
    seats = meant(state, effect.player or "you", source)
    there = any(one[0] == source.source or one[2] == effect.what for one in up)
    there = there or any(effect.what == e.card.name or source.source == e.id for e in state.standing.emblems)
    there = there or any(card_named(state, seat, "schemes", effect.what) for seat in seats)
    why = "it stays in the command zone" if there else "no such card in the command zone"
    return nothing(state, log, source, why, "instructions command_stays" if there else "instructions")


@obeys("ante_owner", "instructions")
def _antes(state: State, log: Log, owner: int, source: StackObject, by: Players | None = None) -> bool:
    """Whether a player antes a card of an owner: only who owns it can, and only if they play for ante."""
    seats = meant(state, by, source) if by is not None else (source.controller,)
    playing = state.game.options.ante
    if playing and owner in seats:
        return True
    why = "only its owner can ante a card" if playing else "nobody plays for ante"
    nothing(state, log, source, why, "ante_owner instructions")
    return False


def _above(effect: v.Move) -> int | None:
    """How many cards of a library stay above; None for all."""
    return effect.place - 1 if isinstance(effect.place, int) else None if effect.place == "bottom" else 0


@obeys("effect_finds")
def _is_found(card: CardId) -> bool:
    """Whether the rest of an effect finds a card that it has moved (400.7j); the rules were silent before."""
    return card.zone not in HIDDEN


def _cards_meant(state: State, effect: v.Move, source: StackObject) -> tuple[CardId, ...]:
    """The cards that an effect moves, which are where it looks for them."""
    if effect.what in CARDS:
        return tuple(found_cards(state, effect.what, effect.out_of, source, effect.link))
    cards: list[CardId] = []
    for seat in _whose(state, effect, effect.what, source):
        pile = pile_at(state, seat, effect.out_of)
        if effect.what == "top":
            cards += (CardId(seat, effect.out_of, number) for number in top_numbers(pile, effect.amount))
        elif (named := card_named(state, seat, effect.out_of, effect.what)) is not None:
            cards.append(named)
    return tuple(cards)


@obeys("zones")
def _whose(state: State, effect: v.Move | v.Put, name: str, source: StackObject) -> tuple[int, ...]:
    """The players among whose cards an effect looks for one: those it names, or its controller.

    A shared zone has the cards of all players: there it is the first one in turn order from its controller who owns
    such a card (217.1, 400.1).
    """
    if effect.player is None and effect.out_of in SHARED and source.controller in state.rotation.seats:
        for seat in state.rotation.from_seat(source.controller):
            if card_named(state, seat, effect.out_of, name) is not None:
                return (seat,)
    return meant(state, effect.player or "you", source)


def found_cards(state: State, what: str, zone: str, source: StackObject, name: str = "") -> Iterator[CardId]:
    """The cards that ``self``, ``that``, ``those`` or ``linked`` mean, if they are still there (217.1c, 400.7)."""
    if what == "linked":
        yield from (card for card in linked(state, source, name) if card.zone == zone and is_there(state, card))
        return
    own = source.found if what == "that" or source.that in (None, source.source) else source.became
    for card in source.those if what == "those" else (own,):
        if isinstance(card, CardId) and card.zone == zone and is_there(state, card):
            yield card


@obeys("impossible_ignored", "instructions")
def _nothing(state: State, log: Log, source: StackObject, zone: str, why: str = "") -> None:
    where = state.edition.term("exiled") if zone == "exile" else f"in the {zone}"
    nothing(state, log, source, why or f"no such card {where}", "instructions impossible_ignored")


@moves(v.Put)
def _would_enter(state: State, effect: v.Put, source: StackObject) -> Iterator[Moving]:
    for _, id in _cards_to_put(state, effect, source):
        card = card_at(state, id) if id is not None else None
        if id is not None and card is not None and card.is_permanent and may_enter(state, card, effect.face_down):
            yield card_moving(state, id, card.name, "battlefield")


@applies(v.Put)
@obeys("never_permanent", "put_under")
def _put(state: State, log: Log, effect: v.Put, source: StackObject) -> State:
    """A card that is not in the zone cannot come from it; an instant or sorcery cannot enter (217.1a, 400.4a)."""
    before = state
    under = meant(state, effect.under, source) if effect.under is not None else ()
    for seat, id in tuple(_cards_to_put(state, effect, source)) or ((source.controller, None),):
        card = card_at(state, id) if id is not None else named_card(state, effect.card)
        if id is None or card is None or not card.is_permanent or is_stray(state, id):
            why = "" if card is None or card.is_permanent else "this is not a permanent card"
            _nothing(state, log, source, effect.out_of, why)
        elif not may_enter(state, card, effect.face_down):
            _nothing(state, log, source, effect.out_of, f"{card.name} cannot enter the battlefield")
        elif effect.under is None or under:
            taken, to = take_card(state, id), under[0] if under else seat
            state = enter_battlefield(
                taken, log, card, to, attacking=effect.attacking, owner=id.owner, face_down=effect.face_down,
                with_others=True, was=id,
            )  # fmt: skip
    if new := entered(before, state):
        state = have_entered(state, log, new)
    return delayed.then(state, effect.then, source, entered(before, state)) if effect.then else state


def _cards_to_put(state: State, effect: v.Put, source: StackObject) -> Iterator[tuple[int, CardId | None]]:
    """The cards that are put onto the battlefield, each with its player; None for a card that is not there."""
    if effect.card in CARDS:
        yield from ((card.owner, card) for card in found_cards(state, effect.card, effect.out_of, source, effect.link))
        return
    for seat in _whose(state, effect, effect.card, source):
        yield seat, card_named(state, seat, effect.out_of, effect.card)


@applies(v.MayPlay)
def _may_play(state: State, log: Log, effect: v.MayPlay, source: StackObject) -> State:
    """Each card is an effect of its own, which ends as the card leaves: what comes there later is another object."""
    cards = [
        card
        for card in _cards_meant(state, v.Move(effect.what, out_of=effect.out_of), source)
        if not effect.of or ((known := card_at(state, card)) is not None and state.is_a(known, *effect.of))
    ]
    if not cards:
        _nothing(state, log, source, effect.out_of)
    seats = meant(state, effect.player, source)
    if effect.now:
        for seat, card in reversed([(seat, card) for seat in seats for card in cards]):
            state = _cast_now(state, effect, replace(source, controller=seat, those=(card,)), card)
        return state
    for seat in seats:
        for card in cards:
            new = LastingEffect(
                state.serial + 1, source.name, seat, effect.until, source=source.source,
                permits=Permit(card, effect.exiled, effect.then),
            )  # fmt: skip
            state = lasts(state, log, new, "" if is_covered(state, card) else card_name(state, card))
    return state


def _cast_now(state: State, effect: v.MayPlay, source: StackObject, id: CardId) -> State:
    """A player may cast that card while this resolves, if it can be cast; a land cannot (413.2e, later 608.2g)."""
    card = card_at(state, id)
    if card is None or "land" in card.type:
        return state
    cast: Any = v.May((CastAgain(card, permit=Permit(id, effect.exiled, effect.then)),))  # type: ignore[arg-type]
    return push_effects(state, (IfCastable(card, (cast,)),), replace(source, name=card.name))


@applies(NotCast)
@obeys("madness_found")
def _not_cast(state: State, log: Log, _: NotCast, source: StackObject) -> State:
    """What spoke of the discarded card finds it where it goes, if the edition says so and all players see it there."""
    for card in tuple(found_cards(state, "those", "exile", source)):
        state, new = move_card(state, log, card, "graveyard", "instructions")
        if new is not None and _is_found(new) and state.edition.cite("madness_found"):
            state = follow(state, card, new)
    return state
