"""Cards between zones: a card that moves is a new object in its new zone, even if that is the same one.

cr2006 217.1c, cr2008 217.1f, cr2011 and cr2026 400.7 and 400.8. What refers to a card by its number finds it only
while it stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....cards.card import Card, catalogue_names, find_card
from ....edition import obeys
from ...state.event import Detail, Log, emit, note
from ...state.piles.pile import (
    UNKNOWN,
    CardId,
    Found,
    Pile,
    face_down,
    has,
    put,
    put_among,
    run_of,
    take,
    take_found,
    take_top,
    topmost,
)
from ...state.revealed import revealed_tops, tops
from ...state.state import Covered, State, set_player, set_standing


@obeys("revealed_anew", "top_waits")
def show_tops(state: State, log: Log) -> State:
    """Reveals the top cards of libraries that are played with revealed, as far as they are not revealed yet.

    A card that has stopped being revealed meanwhile is a new object as it is revealed again (401.7 in 2011, later
    401.6).
    """
    standing = state.standing
    if standing.playing is not None or (now := revealed_tops(state)) == standing.revealed:
        return state
    left = (*standing.concealed, *(card for card in standing.revealed if card not in now))
    concealed = tuple(card for card in left if card not in now and is_there(state, card))
    again = tuple(card for card in standing.concealed if card in now)
    new = tuple(card for card in now if card not in standing.revealed)
    state = set_standing(state, revealed=now, concealed=concealed)
    for card in new:
        topics = "top_waits"
        if card in again:
            state, topics = _renewed(state, card), "top_waits revealed_anew"
        run = state.players[card.owner].library.runs[-1]
        emit(log, "card.reveal", state, topics, card.owner, card=str(run.name), out_of="library")
    return state


def _renewed(state: State, card: CardId) -> State:
    """The state in which the top card of a library is a new object."""
    library = state.players[card.owner].library
    kept = library.runs[-1].card
    name, rest = take_top(library)
    state = set_player(state, card.owner, library=put(rest, name, 1, kept))
    new = CardId(card.owner, "library", library.arrived)
    return set_standing(state, revealed=tuple(new if one == card else one for one in state.standing.revealed))


def begin_playing(state: State) -> State:
    """A spell begins to be cast, or an ability to be activated, with mana abilities in between."""
    return set_standing(state, playing=tops(state))


def is_played(state: State, log: Log) -> State:
    """A spell has been cast, or an ability activated: all look at what was hidden meanwhile."""
    covered = tuple(lies for lies in state.standing.covered if lies.card.zone != "hand")
    return show_tops(set_standing(state, playing=None, covered=covered), log)


Looks = tuple[int, ...] | None
"""The players who may look at a card that lies face down; None if it lies face up."""


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Names told apart: ``Bear#2`` is the second of several alike."""
    return tuple(f"{name}#{names[: n + 1].count(name)}" if name in names[:n] else name for n, name in enumerate(names))


def pile_at(state: State, seat: int, zone: str) -> Pile:
    """The cards of a player in a zone."""
    return getattr(state.players[seat], zone)  # type: ignore[no-any-return]


def is_there(state: State, id: CardId) -> bool:
    """Whether a card has not left its zone."""
    return run_of(pile_at(state, id.owner, id.zone), id.number) is not None


def card_name(state: State, id: CardId) -> str:
    """The name of a card; empty if it has left its zone."""
    run = run_of(pile_at(state, id.owner, id.zone), id.number)
    return "" if run is None else run.name


def card_at(state: State, id: CardId) -> Card | None:
    """What a card is, or None if it has left its zone or nobody knows."""
    run = run_of(pile_at(state, id.owner, id.zone), id.number)
    return None if run is None else run.card or named_card(state, run.name)


def named_card(state: State, name: str) -> Card | None:
    """The card that a name means in this game, or None if it has no such card."""
    own = state.game.cards
    return find_card(name, own) if name is not UNKNOWN and (name in own or name in catalogue_names()) else None


def unless_named(state: State, card: Card) -> Card | None:
    """The card, unless its name alone tells what it is: piles keep only the names of such cards."""
    return None if named_card(state, card.name) == card else card


def newest(state: State, seat: int, zone: str) -> CardId:
    """The card that came last to a zone of a player."""
    return CardId(seat, zone, pile_at(state, seat, zone).arrived - 1)


def top_card(state: State, seat: int, zone: str = "library") -> CardId | None:
    """The topmost card of a player in a zone, or None if there is none."""
    runs = pile_at(state, seat, zone).runs
    return CardId(seat, zone, runs[-1].first + runs[-1].count - 1) if runs else None


def is_stray(state: State, id: CardId | None) -> bool:
    """Whether this is a token that has left the battlefield: it stays in its zone until it ceases to exist."""
    return id in state.standing.strays


def top_stays(state: State, seat: int) -> bool:
    """Whether the top of a library is such a token, which cannot be drawn or put into a graveyard."""
    top = state.players[seat].library.runs[-1]
    return top.card is not None and is_stray(state, top_card(state, seat, "library"))


@obeys("token_ceases", "state_based")
def cease(state: State, log: Log, id: CardId) -> State:
    """A token in a zone of cards ceases to exist (cr2006 420.5f, later 704.5d)."""
    run = run_of(pile_at(state, id.owner, id.zone), id.number)
    strays = tuple(other for other in state.standing.strays if other != id)
    state = set_standing(take_card(state, id) if run is not None else state, strays=strays)
    name = "" if run is None else run.name
    emit(log, "token.cease", state, "state_based token_ceases", id.owner, name=name, out_of=id.zone)
    return state


def take_card(state: State, id: CardId, found: Found | None = None) -> State:
    """The state without a card, which is on its way to another zone; ``KeyError`` if it is not there.

    ``found`` is where it is, if that is known.
    """
    if state.standing.covered:
        state = set_standing(state, covered=tuple(lies for lies in state.standing.covered if lies.card != id))
    pile = pile_at(state, id.owner, id.zone)
    left = take(pile, id.number) if found is None else take_found(pile, id.number, found)
    return set_player(state, id.owner, **{id.zone: left})


@obeys("graveyard_top", "zones")
def put_card(
    state: State,
    log: Log,
    seat: int,
    name: str,
    zone: str,
    topics: str = "zones",
    above: int | None = 0,
    out_of: str = "",
    card: Card | None = None,
    looks: Looks = None,
    was_down: bool = False,
) -> State:
    """Puts a card into a zone of its owner: on top, or below so many cards, or (None, or too few there) below all.

    With ``looks`` it lies there face down, and these players may look at it; ``was_down``: it lay so where it was.
    """
    pile = pile_at(state, seat, zone)
    state = set_player(state, seat, **{zone: put_among(pile, name, above, card)})
    if looks is not None:
        state = cover(state, newest(state, seat, zone), looks)
    if log is not None:
        came: Detail = (("out_of", out_of),) if out_of else ()
        came = (*came, ("face_down", True)) if was_down or looks is not None else came
        note(log, "card.move", state, topics, seat, (("card", str(name)), ("to", zone), *came))
    return show_tops(state, log) if "library" in (zone, out_of) and state.battlefield else state


def cover(state: State, id: CardId, looks: tuple[int, ...]) -> State:
    """Turns a card face down where it lies: only these players may look at it (217.7b, 406.3)."""
    return set_standing(state, covered=(*state.standing.covered, Covered(id, looks)))


def is_covered(state: State, id: CardId) -> bool:
    """Whether a card lies face down where others lie face up."""
    return any(lies.card == id for lies in state.standing.covered)


@obeys("exiled_blank")
def card_named(state: State, seat: int, zone: str, name: str) -> CardId | None:
    """The topmost card of that name of a player in a zone, or None; what lies face down has no name (406.3a)."""
    pile = pile_at(state, seat, zone)
    if state.standing.covered:
        covered = (lies.card for lies in state.standing.covered)
        pile = face_down(pile, (card.number for card in covered if (card.owner, card.zone) == (seat, zone)))
    return CardId(seat, zone, topmost(pile, name)) if has(pile, name) else None
