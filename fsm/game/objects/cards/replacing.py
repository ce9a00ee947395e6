"""Replacement effects on moves: what would be put into one zone goes to another one instead (217.1d, later 400.6).

First comes what moves an object, then the replacement effects, then the move. If several would send the object to
different zones, its controller chooses, or its owner if nobody controls it. The owner of a commander says whether it
goes to the command zone instead. They are asked before anything of the event moves: the task that moves it starts
again, and finds the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ....cards.abilities import Instead
from ....cards.card import Card
from ....cards.kinds import fits
from ....edition import obeys
from ...state.agenda import Choice, Task, push, push_effects, task
from ...state.decision import ChooseOption
from ...state.event import Log, emit
from ...state.objects import ObjectId, Permanent, StackObject
from ...state.piles.pile import HIDDEN, CardId, find, run_of, top_numbers
from ...state.players.who import players_meant
from ...state.state import LastingEffect, State, replace, set_standing
from .moving import (
    Looks,
    card_at,
    card_name,
    is_covered,
    is_stray,
    named_card,
    newest,
    numbered,
    pile_at,
    put_card,
    take_card,
)
from .stickers import stick_to_next

EffectId = tuple[int, int]
"""A replacement effect: the number of the effect that lasts, or of a permanent and its static ability."""


class Moving(msgspec.Struct, frozen=True, gc=False):
    """What would move, before replacement effects: the object, who decides about it, its owner, and the zones.

    ``of`` are its characteristics, which nobody knows of what lies face down.
    """

    id: ObjectId
    name: str
    seat: int
    owner: int
    out_of: str
    to: str
    of: frozenset[str] = frozenset()
    is_card: bool = True
    face_down: bool = False


class Redirect(msgspec.Struct, frozen=True, gc=False):
    """A replacement effect on moves that is in force: what it is, whose, and of which permanent.

    That of a ``commander``, by its name, sends it to the command zone, if its owner says so.
    """

    id: EffectId
    by: str
    controller: int
    source: int | None
    instead: Instead
    affects: ObjectId | None
    commander: bool = False

    @property
    def goes(self) -> str:
        """The zone to which the object goes instead."""
        return "command" if self.commander else self.instead.goes

    @property
    def topics(self) -> str:
        """The topics of the rules that it obeys."""
        return f"moves_replaced {dict(COMMANDERS)[self.instead]}" if self.commander else "moves_replaced"

    @property
    def declined(self) -> EffectId:
        """What stands for this effect where the owner of a commander has said that it shall not apply."""
        return self.id[0], -1 - self.id[1]


Redirects = tuple[Redirect, ...]


def redirects(state: State) -> Redirects:
    """The replacement effects on moves that are in force."""
    lasting = state.standing.lasting
    if not lasting and not state.battlefield:
        return ()
    there = state.index.replacing
    leading = _of_commanders(state) if state.game.options.commander else ()
    return (
        leading
        + tuple(
            Redirect((p.id, number), p.card.name, p.controller, p.id, instead, p.id) for p, number, instead in there
        )
        + tuple(
            Redirect((e.id, 0), e.name, e.controller, e.source, e.instead, e.affects)
            for e in lasting
            if e.instead is not None
        )
    )


COMMANDERS: tuple[tuple[Instead, str], ...] = (
    (Instead(to="graveyard"), "commander_dies"),
    (Instead(to="exile"), "commander_exiled"),
    (Instead(to="hand"), "commander_kept"),
    (Instead(to="library"), "commander_kept"),
)
"""The moves of commanders that are replaced if the edition has the rule of that topic."""


@obeys("commander_dies", "commander_exiled", "commander_kept")
def _of_commanders(state: State) -> Redirects:
    zones = tuple(instead for instead, topic in COMMANDERS if state.edition.cite(topic))
    return tuple(
        Redirect((e.id, number), e.name, e.controller, None, instead, None, commander=True)
        for e in state.lasting
        if e.permits is not None and e.permits.card.zone == "command"
        for number, instead in enumerate(zones)
    )


def permanent_moving(state: State, permanent: Permanent, to: str) -> Moving:
    """A permanent that would leave the battlefield; its controller decides."""
    seat, of = permanent.controller, state.characteristics(permanent.id, permanent.card, permanent.token)
    return Moving(permanent.id, permanent.card.name, seat, permanent.owner, "battlefield", to, of, not permanent.token)


def card_moving(state: State, id: CardId, name: str, to: str, card: Card | None = None) -> Moving:
    """A card that would leave a zone in which nobody controls it, or has just left it; its owner decides."""
    down = bool(state.standing.covered) and is_covered(state, id)
    known = None if down else card or card_at(state, id) or named_card(state, name)
    of = frozenset[str]() if known is None else state.characteristics(0, known)
    return Moving(id, name, id.owner, id.owner, id.zone, to, of, not is_stray(state, id), down)


def topmost(state: State, seat: int, amount: int, to: str) -> Iterator[Moving]:
    """The moves of the topmost cards of a library to another zone."""
    library = state.players[seat].library
    for number in top_numbers(library, amount):
        run = run_of(library, number)
        assert run is not None  # noqa: S101  # it is one of the library
        yield card_moving(state, CardId(seat, "library", number), run.name, to)


def owner_of(spell: StackObject) -> int:
    """The owner of a spell's card."""
    return spell.controller if spell.owner is None else spell.owner


def spell_moving(state: State, spell: StackObject, to: str) -> Moving:
    """A spell that would leave the stack; its controller decides."""
    of = frozenset[str]() if spell.card is None else state.characteristics(spell.id, spell.card)
    return Moving(spell.id, spell_name(spell), spell.controller, owner_of(spell), "stack", to, of, not spell.copy)


def spell_name(spell: StackObject) -> str:
    """The name of the card of a spell, also if it is face down."""
    return spell.name if spell.printed is None else spell.printed.name


def _applies(state: State, redirect: Redirect, moving: Moving) -> bool:
    instead = redirect.instead
    if moving.to != instead.to or redirect.goes == instead.to:
        return False
    if redirect.commander:
        return moving.is_card and (moving.name, moving.owner) == (redirect.by, redirect.controller)
    if instead.which == "card":
        meant = moving.is_card
    elif instead.which == "this":
        meant = redirect.affects == moving.id
    else:
        meant = moving.out_of == "battlefield" and (instead.which == "permanent" or instead.which in moving.of)
    whose = moving.owner if instead.which == "card" else moving.seat
    meant = meant and all(fits(kind, moving.of) for kind in instead.of)
    return meant and whose in players_meant(state, instead.player, redirect.controller)


def _course(state: State, moving: Moving, known: Redirects) -> tuple[Redirects, Redirects]:
    """The effects that apply, one after the other, and then those among which nobody has chosen yet.

    Each applies once to an event, to what the one before has made of it. Effects that send the object to the same
    zone need no choice.
    """
    used: Redirects = ()
    chosen = [by for id, by in state.standing.fates if id == moving.id]
    while True:
        left = tuple(r for r in known if r not in used and r.declined not in chosen and _applies(state, r, moving))
        if not left:
            return used, ()
        first = left[0]
        if len({r.instead for r in left}) > 1 or first.commander:
            named = [r for r in left if r.id in chosen]
            if not named:
                return used, left
            first = named[0]
        used, moving = (*used, first), replace(moving, to=first.goes)


class FateChosen(Choice, frozen=True):
    """The player who decides about an object chooses which replacement effect applies to its move."""

    private = True
    id: ObjectId
    name: str
    player: int
    effects: tuple[EffectId, ...]
    names: tuple[str, ...]
    topics: str = "moves_replaced"


def ask_fates(
    state: State, moves: Iterable[Moving], again: Task | None = None, known: Redirects | None = None
) -> State | None:
    """Asks about the first move with contradictory replacement effects, in turn order; None if all is clear.

    The task ``again`` is what would move them, if that does not come by itself; it happens after the choice. ``known``
    are the replacement effects, if some of them are of these objects themselves.
    """
    known = redirects(state) if known is None else known
    if not known:
        return None
    order = {seat: place for place, seat in enumerate(state.apnap())}
    for moving in sorted(moves, key=lambda m: order.get(m.seat, 0)):
        _, open_ = _course(state, moving, known)
        leading = open_[0] if open_ and open_[0].commander else None
        seat = moving.seat if leading is None else leading.controller
        if not open_ or seat not in order:
            continue
        if leading is None:
            names, effects = numbered([r.by for r in open_]), tuple(r.id for r in open_)
        else:
            names, effects = (leading.instead.to, leading.goes), (leading.declined, leading.id)
        state = push(state, again) if again is not None else state
        state = push(state, FateChosen(moving.id, moving.name, seat, effects, names, open_[0].topics))
        return replace(state, decision=ChooseOption(seat, moving.name, names, **unseen(moving.id)))
    return None


@task(FateChosen)
@obeys("moves_replaced")
def _fate_chosen(state: State, log: Log, chosen: FateChosen) -> State:
    option, came = chosen.names[chosen.option], unseen(chosen.id)
    emit(log, "choice", state, chosen.topics, chosen.player, name=chosen.name, option=option, **came)
    return set_standing(state, fates=(*state.standing.fates, (chosen.id, chosen.effects[chosen.option])))


def fates_met(state: State) -> State:
    """The state after what was asked about has moved."""
    return set_standing(state, fates=()) if state.standing.fates else state


@obeys("moves_replaced")
def replaced(state: State, log: Log, moving: Moving, known: Redirects) -> tuple[str, int | None, Redirects]:
    """Where an object goes, how many cards of a library stay above it there (None: all), and the effects that say so.

    Of effects among which nobody could be asked the oldest applies.
    """
    used, open_ = _course(state, moving, known)
    used = (*used, *[r for r in open_ if not r.commander][:1])
    to = moving.to
    for redirect in used:
        to = redirect.goes
        detail = {"name": moving.name, "by": redirect.by, "to": to, **unseen(moving.id)}
        emit(log, "move.replace", state, redirect.topics, moving.seat, **detail)
    return to, None if used and used[-1].instead.place == "bottom" else 0, used


def unseen(id: ObjectId) -> dict[str, str]:
    """The zone of a card that not all players see; an event that names such a card says so."""
    return {"out_of": id.zone} if isinstance(id, CardId) and id.zone in HIDDEN else {}


@obeys("replacement_delays")
def afterwards(state: State, used: Redirects, card: CardId) -> State:
    """What the effects that have applied do besides; ``those`` is the object that has moved, if it can be found."""
    those = () if card.zone in HIDDEN else (card,)
    state = _leads_again(state, card) if card.zone == "command" else state
    for redirect in reversed(used):
        if redirect.instead.then:
            source = StackObject(0, "ability", redirect.by, redirect.controller, source=redirect.source, those=those)
            state = push_effects(state, redirect.instead.then, source)
    return state


def is_replaced(state: State, moving: Moving, known: Redirects) -> bool:
    """Whether one of these replacement effects changes where an object goes."""
    return any(_course(state, moving, known))


def arrive(
    state: State,
    log: Log,
    moving: Moving,
    topics: str,
    card: Card | None,
    known: Redirects,
    above: int | None = 0,
    looks: Looks = None,
    out_of: str = "",
    told: bool = True,
) -> tuple[State, CardId, Redirects]:
    """Puts a card that has left its zone where it goes; with what it is there, and the replacement effects that apply.

    All cards that change zones come this way, except a hand that is drawn as a game begins, and cards that are drawn,
    milled and discarded while there are no such effects. Not ``told``: another event says where it goes.
    """
    to, place, used = replaced(state, log, moving, known) if known else (moving.to, 0, ())
    above, looks = place if used else above, looks if to == moving.to else None
    out_of = out_of or (moving.out_of if moving.face_down or moving.out_of in HIDDEN else "")
    note = log if told else None
    state = put_card(state, note, moving.owner, moving.name, to, topics, above, out_of, card, looks, moving.face_down)
    new = newest(state, moving.owner, to)
    return afterwards(state, used, new), new, used


def _leads_again(state: State, new: CardId) -> State:
    """The state in which the owner of a commander that is in the command zone again may cast it from there."""
    name = card_name(state, new)

    def found(effect: LastingEffect) -> LastingEffect:
        permit = effect.permits
        if permit is None or permit.card.zone != "command" or (effect.name, effect.controller) != (name, new.owner):
            return effect
        return replace(effect, permits=replace(permit, card=new))

    return set_standing(state, lasting=tuple(map(found, state.lasting)))


@obeys("exile_from", "exiled_again", "new_object")
def move_card(
    state: State, log: Log, id: CardId, to: str, topics: str, above: int | None = 0, looks: Looks = None
) -> tuple[State, CardId | None]:
    """Moves a card to another zone of its owner, or where replacement effects send it; with what it is there.

    None if it has left its zone, or cannot move.
    """
    found = find(pile_at(state, id.owner, id.zone), id.number)
    if found is None or is_stray(state, id):
        return state, None
    topics = f"{topics} exiled_again" if to == id.zone == "exile" else topics
    run, known, down = found[2], redirects(state), bool(state.standing.covered) and is_covered(state, id)
    moving = Moving(id, run.name, id.owner, id.owner, id.zone, to, face_down=down)
    moving, taken = card_moving(state, id, run.name, to) if known else moving, take_card(state, id, found)
    state, new, _ = arrive(taken, log, moving, topics, run.card, known, above, looks, id.zone)
    return stick_to_next(state, id, new) if state.standing.stuck else state, new
