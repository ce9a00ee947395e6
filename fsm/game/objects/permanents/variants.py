"""Parts of the game that affect the turn: day and night, Sagas, schemes, Attractions, and titles.

cr2026 505.3 to 505.5, 714, 725, 726, 731 and 904; cr2011 has only the schemes. If an edition
has no rule for one of them, it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ....cards import vocabulary as v
from ....cards.abilities import DAYTIME
from ....cards.card import Card, find_card
from ....cards.terms import Who
from ....edition import Edition, obeys
from ...state.agenda import Choice, Task, push, task
from ...state.decision import ChooseOption
from ...state.enduring import Permit
from ...state.event import Log, emit
from ...state.index import ATTRACTION, is_saga
from ...state.piles.pile import put, put_under, take_top
from ...state.state import (
    NO_DESIGNATIONS,
    Designations,
    LastingEffect,
    Permanent,
    StackObject,
    State,
    replace,
    set_permanent,
    set_player,
    set_standing,
)
from ..abilities.triggers import on_event, on_game, triggers, wait, wait_often
from ..cards.moving import newest, unless_named


@obeys("day_check", "day_night")
def check_daytime(state: State, log: Log) -> State:
    """Day becomes night if the last turn's active player cast no spell, night becomes day if they cast two (731).

    Of an active team, no player cast a spell, or one player cast two (502.2a).
    """
    daytime, cast = state.designations.daytime, state.this_turn.cast_before
    if not daytime or state.turn == state.rotation.first:
        return state
    if daytime == "day":
        return become(state, log, "night", "day_night") if not cast else state
    return become(state, log, "day", "day_night") if cast >= 2 else state


@obeys("day_or_night")
def become(state: State, log: Log, daytime: str, topics: str) -> State:
    """It becomes day or night, unless it already is."""
    before = state.designations.daytime
    if before == daytime:
        return state
    state = set_standing(state, designations=replace(state.designations, daytime=daytime))
    emit(log, "daytime.change", state, topics, name=daytime)
    return on_game(state, log, DAYTIME) if before else state


@obeys("daytime")
def bring_day(state: State, log: Log, permanent: Permanent) -> State:
    """If it is neither day nor night, it becomes day as a permanent that brings the day enters."""
    if not _brings_day(permanent) or state.designations.daytime or not state.edition.cite("daytime"):
        return state
    return become(state, log, "day", "daytime")


@obeys("daytime")
def first_daytime(edition: Edition, said: str, permanents: tuple[Permanent, ...]) -> Designations:
    """The designations at the start: day or night as given, or day if a permanent brings it."""
    daytime = said or ("day" if any(map(_brings_day, permanents)) else "")
    return Designations(daytime=daytime) if daytime and edition.cite("daytime") else NO_DESIGNATIONS


def _brings_day(permanent: Permanent) -> bool:
    return any(static.brings_day for static in permanent.card.static)


@obeys("chapter")
def add_lore(state: State, log: Log, permanent: Permanent, topics: str, by: int = 1) -> State:
    """A Saga gets a lore counter, and the chapter of that number triggers, if there is one (714.2b); or loses one."""
    lore = permanent.lore + by
    state = set_permanent(state, permanent.id, lore=lore)
    name, chapters = permanent.card.name, permanent.card.chapters
    emit(log, "permanent.lore", state, topics, permanent.controller, name=name, amount=lore)
    if lore > len(chapters) or by < 0:
        return state
    chapter, seat = f"{name}, chapter {lore}", permanent.controller
    effects, id = chapters[lore - 1], state.serial + 1
    ability = StackObject(id, "ability", chapter, seat, effects, source=permanent.id, chapter=lore)
    return wait_often(state, log, ability, "chapter", "", permanent)


@obeys("lore_enters")
def lore_enters(state: State, log: Log, permanent: Permanent) -> State:
    """A Saga enters with a lore counter (714.3a), if the edition has Sagas."""
    known = is_saga(permanent.card) and state.edition.cite("lore_enters")
    return add_lore(state, log, permanent, "lore_enters") if known else state


@obeys("lore_counters")
def lore_counters(state: State, log: Log) -> State:
    """The active player puts a lore counter on each of their Sagas that counts them (505.4)."""
    for permanent in state.index.sagas if state.battlefield else ():
        if state.is_active(permanent.controller) and _counts(state, permanent):
            state = add_lore(state, log, permanent, "lore_counters")
    return state


def _counts(state: State, saga: Permanent) -> bool:
    """Whether lore counters mean something for a Saga: since June 2025 only if it has chapters."""
    return bool(saga.card.chapters) or (is_saga(saga.card) and state.edition.choices["sagas"] == ("all",))


@obeys("saga_done")
def is_finished(state: State, saga: Permanent) -> bool:
    """Whether a Saga has its last counter, and none of its chapters waits or is on the stack (714.4)."""
    if saga.lore < len(saga.card.chapters) or not _counts(state, saga) or not state.edition.cite("saga_done"):
        return False
    return not any(o.chapter and o.source == saga.id for o in (*state.stack, *state.waiting))


@obeys("schemes_stay")
def begin_in_command(state: State, placed: Iterable[tuple[int, Card]]) -> State:
    """Planes, vanguards and commanders lie face up in the command zone from the start of the game (408.3).

    The abilities of planes and vanguards trigger there, as those of emblems do; any other card is a commander, which
    its player may cast from there. Where there is no such zone they are left out.
    """
    for seat, card in placed if state.edition.cite("schemes_stay") else ():
        one = Permanent(state.serial + 1, card, seat, seat)
        state = replace(state, serial=one.id)
        if is_card_there(one):
            state = set_standing(state, emblems=(*state.standing.emblems, one))
            continue
        command = put(state.players[seat].command, card.name, 1, unless_named(state, card))
        state = set_player(state, seat, command=command)
        cast = LastingEffect(one.id, card.name, seat, "game", permits=Permit(newest(state, seat, "command")))
        state = set_standing(state, lasting=(*state.lasting, cast))
    return state


def is_card_there(thing: Permanent) -> bool:
    """Whether what lies in the command zone is a card, a plane or a vanguard, and no emblem."""
    return not {"plane", "vanguard"}.isdisjoint(thing.card.type)


def scheme(state: State, log: Log) -> State:
    """An active player with a scheme deck sets its top scheme in motion: it is turned face up and triggers."""
    for seat in state.team(state.active):
        state = _set_in_motion(state, log, seat) if state.players[seat].schemes else state
    return state


@obeys("scheme")
def _set_in_motion(state: State, log: Log, seat: int) -> State:
    deck = state.players[seat].schemes
    forbidden = next((effect for effect in state.lasting if effect.no_schemes), None)
    if forbidden is not None:
        emit(log, "effect.nothing", state, "scheme", seat, name="the scheme deck", why=f"{forbidden.name} forbids it")
        return state
    name, rest = take_top(deck)
    effects = find_card(name, state.game.cards).effects
    state = set_player(state, seat, schemes=rest)
    ability = StackObject(state.serial + 1, "ability", name, seat, effects, source=state.serial + 1)
    up = (*state.designations.face_up, (ability.id, seat, name))
    state = set_standing(replace(state, serial=ability.id), designations=replace(state.designations, face_up=up))
    emit(log, "scheme.motion", state, "scheme", seat, name=name)
    return wait(state, log, ability, "scheme")


def spent_schemes(state: State) -> tuple[tuple[int, int, str], ...]:
    """Face-up schemes that are not ongoing and for which no trigger waits or is on the stack (904.10, 704.6e).

    In cr2011 a scheme stays only for its own triggers, in cr2026 for those of any scheme.
    """
    up, cards = state.designations.face_up, state.game.cards
    if not up:
        return ()
    pending = {o.source for o in (*state.stack, *state.waiting)} & {id for id, _, _ in up}
    if pending and state.edition.choices["scheme_stays"] == ("any_trigger",):
        return ()
    return tuple(s for s in up if s[0] not in pending and not find_card(s[2], cards).ongoing)


@obeys("scheme_down", "state_based")
def turn_face_down(
    state: State, log: Log, spent: tuple[tuple[int, int, str], ...], topics: str = "state_based scheme_down"
) -> State:
    """Turns schemes face down, and puts each at the bottom of its deck, where it is a new object (400.9)."""
    for one in spent:
        _, seat, name = one
        up = tuple(s for s in state.designations.face_up if s is not one)
        state = set_player(state, seat, schemes=put_under(state.players[seat].schemes, name))
        state = set_standing(state, designations=replace(state.designations, face_up=up))
        emit(log, "card.move", state, topics, seat, card=name, to="scheme deck")
    return state


class Title(msgspec.Struct, frozen=True):
    """A title: its words, its ability at the beginning of a step of its holder, and its ability as it is taken.

    ``hit`` is what happens as creatures of the ``chosen`` player deal combat damage to the holder: once for ``each``
    creature, or once for them all.
    Topics of rules: ``given_topic`` gives it, ``one_topic`` takes it from its previous holder, ``left_topic`` passes it
    on as its holder leaves.
    """

    verb: str
    name: str
    given_topic: str
    one_topic: str
    left_topic: str
    step: str
    do: tuple[v.Effect, ...]
    hit: v.Effect
    each: bool
    taken: tuple[v.Effect, ...] = ()


TITLES = {
    "monarch": Title(
        "becomes", "the monarch", "monarch_given", "one_monarch", "monarch_left", "end",
        (v.Draw(),), v.Monarch(Who("chosen")), True,
    ),
    "initiative": Title(
        "takes", "the initiative", "initiative_given", "one_initiative", "initiative_left", "upkeep",
        (v.Venture(),), v.Initiative(Who("chosen")), False, (v.Venture(),),
    ),
}  # fmt: skip
"""The titles by the topic of what they do, in the editions (725.2, 726.2)."""


@obeys("title_again", *(topic for title in TITLES.values() for topic in (title.given_topic, title.one_topic)))
def take_title(state: State, log: Log, topic: str, seat: int, topics: str = "") -> State:
    """Gives a player a title; its previous holder loses it."""
    passed = any(held[0] == topic and held[1] != seat for held in state.designations.titles)
    rest = tuple(held for held in state.designations.titles if held[0] != topic)
    state = set_standing(state, designations=replace(state.designations, titles=(*rest, (topic, seat))))
    title = TITLES[topic]
    topics = topics or title.given_topic + (f" {title.one_topic}" if passed else "")
    emit(log, "title.take", state, topics, seat, name=title.name, verb=title.verb)
    return triggers(state, log, topic, title.name, seat, title.taken) if title.taken else state


def titles_at_beginning(state: State, log: Log, kind: str) -> State:
    """The abilities of titles trigger at the beginning of a step of their holders."""
    for topic, seat in state.designations.titles:
        if state.is_active(seat) and TITLES[topic].step == kind:
            state = triggers(state, log, topic, TITLES[topic].name, seat, TITLES[topic].do)
    return state


@obeys(*TITLES)
def titles_hit(state: State, log: Log, hits: Sequence[tuple[int, int]]) -> State:
    """Who deals combat damage to the holder of a title takes it; a hit is whose creature it was, and whom it hit."""
    for topic, holder in state.designations.titles:
        title, by = TITLES[topic], [seat for seat, player in hits if player == holder]
        for seat in by if title.each else dict.fromkeys(by):
            state = triggers(state, log, topic, title.name, holder, (title.hit,), chosen=seat)
    return state


def schemes_without(known: Designations, seat: int) -> Designations:
    """The designations without the schemes of a player who has left."""
    if known is NO_DESIGNATIONS:
        return known
    return replace(known, face_up=tuple(s for s in known.face_up if s[1] != seat))


@obeys(*(title.left_topic for title in TITLES.values()))
def titles_without(state: State, log: Log, seat: int) -> State:
    """The titles of a player who has left go to the active or the next player (725.4, 726.4)."""
    known = state.designations
    heir = state.active if state.active in state.rotation.seats else state.next_seat(state.active)
    for topic, holder in known.titles:
        if holder == seat:
            state = take_title(state, log, topic, heir, TITLES[topic].left_topic)
    return state


SIDES = tuple("123456")


class RollToVisit(Task, frozen=True):
    """These players are still to roll."""

    seats: tuple[int, ...]


class Rolled(Choice, frozen=True):
    """A player has rolled; the option is one less than the number."""

    seat: int


@obeys("attractions")
def roll_to_visit(state: State, log: Log) -> State:
    """The active player rolls if they control an Attraction; of an active team each player does who controls one."""
    if not state.battlefield:
        return state
    among = state.permanents() if state.lasting else state.index.attractions
    there = {p.controller for p in among if ATTRACTION in state.subtypes(p)}
    seats = tuple(seat for seat in state.team(state.active) if seat in there)
    return push(state, RollToVisit(seats)) if seats else state


@task(RollToVisit)
def _roll(state: State, log: Log, left: RollToVisit) -> State:
    seat, *others = left.seats
    state = push(state, RollToVisit(tuple(others))) if others else state
    if seat not in state.rotation.seats:
        return state
    return replace(push(state, Rolled(seat)), decision=ChooseOption(seat, "the die", SIDES))


@task(Rolled)
@obeys("attractions")
def _visit(state: State, log: Log, rolled: Rolled) -> State:
    """Abilities of the visited Attractions trigger."""
    number, seat = rolled.option + 1, rolled.seat
    emit(log, "die.roll", state, "attractions", seat, amount=number)
    for permanent in tuple(state.permanents(seat)):
        if ATTRACTION in state.subtypes(permanent) and number in permanent.card.lights:
            state = on_event(state, log, "is visited", permanent)
    return state
