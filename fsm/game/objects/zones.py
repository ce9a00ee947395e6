"""Cards and permanents change zones; in the new zone each is a new object (217.1c, 400.7)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...cards.card import Card
from ..state.agenda import Task, task
from ..state.attackers import Attacker, Combat
from ..state.budget import check_count
from ..state.decision import ChooseDiscards
from ..state.event import Log, emit, note
from ..state.pile import HIDDEN, UNKNOWN, CardId, alike, lot_of, put, put_among, remove, size, take_top, top_lot
from ..state.state import (
    LastingEffect,
    Permanent,
    Player,
    StackObject,
    State,
    replace,
    set_permanent,
    set_player,
    set_standing,
)
from ..state.tally import once_more
from ..state.turn_order import settle_order
from ..state.who import defenders
from .arranging import came_together
from .cards import cover, is_stray, newest, pile_at, put_card, top_card, top_stays, unless_named
from .changes import remove_from_combat
from .durations import end_as_long_as
from .loyalty import first_counters
from .replacing import Redirects, afterwards, ask_fates, card_moving, permanent_moving, put_instead, redirects, replaced
from .revealing import show_tops
from .statuses import real_card, shown_as
from .triggers import Watchers, looks, on_counted, on_creature, on_event, on_untap, watchers
from .variants import bring_day, lore_enters


def draw(state: State, log: Log, seat: int, topics: str = "draw") -> State:
    """A player draws a card; a player who draws from an empty library loses at the next check."""
    player = state.players[seat]
    if not player.library.lots:
        state = set_player(state, seat, overdrew=True)
        emit(log, "card.draw", state, topics, seat, card="none: the library is empty")
        return state
    card = player.library.lots[-1].card
    if card is not None and top_stays(state, seat):
        return state
    name, library = take_top(player.library)
    player = replace(player, library=library, hand=put(player.hand, name, 1, card))
    state, number = _done(state, seat, player, "draws")
    if not looks(state):
        if log is not None:
            note(log, "card.draw", state, topics, seat, _card(name))
        return state
    if state.standing.playing is not None:
        state, topics = cover(state, newest(state, seat, "hand"), ()), f"{topics} drawn_waits"
    if log is not None:
        note(log, "card.draw", state, topics, seat, _card(name))
    return on_counted(show_tops(state, log), log, "draws", seat, number)


def _done(state: State, seat: int, player: Player, what: str) -> tuple[State, int]:
    """The state after a player has drawn or discarded a card, and how often they have this turn."""
    this_turn, number = once_more(state, what, seat)
    players = [*state.players]
    players[seat] = player
    return replace(state, players=(*players,), this_turn=this_turn), number


def _card(name: str) -> tuple[tuple[str, str], ...]:
    """The card of an event, by its name; unknown ones share one text."""
    return _UNKNOWN_CARD if name is UNKNOWN else (("card", str(name)),)


_UNKNOWN_CARD = (("card", str(UNKNOWN)),)


def mill(state: State, log: Log, seat: int, amount: int, topics: str) -> State:
    """A player puts cards from the top of their library into their graveyard, or all if there are fewer."""
    milled: list[CardId] = []
    known = redirects(state)
    for _ in range(min(amount, size(state.players[seat].library))):
        if top_stays(state, seat):
            break
        id = top_card(state, seat) if known else None
        card = state.players[seat].library.lots[-1].card
        name, library = take_top(state.players[seat].library)
        state = set_player(state, seat, library=library)
        if id is None:
            state = put_card(state, log, seat, name, "graveyard", topics, card=card)
            milled.append(newest(state, seat, "graveyard"))
        else:
            state, new = put_instead(state, log, card_moving(state, id, name, "graveyard"), known, topics, card)
            milled.append(new)
    return came_together(show_tops(state, log) if state.battlefield else state, milled)


def choose_discards(state: State, log: Log, seat: int, count: int, topics: str) -> State:
    """A player discards; they are asked which cards, unless all choices are the same."""
    if count <= 0:
        return state
    hand = state.players[seat].hand
    count = min(count, size(hand))
    if alike(hand):
        return discard(state, log, seat, (hand.lots[0].name,) * count, topics)
    if count == size(hand):
        return discard(state, log, seat, tuple(name for name, number in hand for _ in range(number)), topics)
    return replace(state, decision=ChooseDiscards(seat, count, tuple(n for n, c in hand for _ in range(min(c, count)))))


def discard(state: State, log: Log, seat: int, names: tuple[str, ...], topics: str) -> State:
    """A player discards these cards; first it is asked where contradictory replacement effects put each of them."""
    if known := redirects(state):
        would = tuple(card_moving(state, id, name, "graveyard") for id, name in _held(state, seat, names))
        asked = ask_fates(state, would, DiscardNow(seat, names, topics))
        if asked is not None:
            return asked
    return discard_now(state, log, seat, names, topics, known)


class DiscardNow(Task, frozen=True):
    """A player has chosen which cards they discard."""

    private = True
    seat: int
    names: tuple[str, ...]
    topics: str


@task(DiscardNow)
def _discard(state: State, log: Log, left: DiscardNow) -> State:
    return discard(state, log, left.seat, left.names, left.topics)


def _held(state: State, seat: int, names: tuple[str, ...]) -> Iterator[tuple[CardId, str]]:
    """The cards of a hand that these names mean, one after the other; unknown ones may be any."""
    hand = state.players[seat].hand
    for name in names:
        lot = top_lot(hand, name) or top_lot(hand, UNKNOWN)
        assert lot is not None  # noqa: S101  # who discards has the card, or an unknown one that may be it
        yield CardId(seat, "hand", lot.first + lot.count - 1), name
        hand = remove(hand, lot.name)


def discard_now(state: State, log: Log, seat: int, names: tuple[str, ...], topics: str, known: Redirects = ()) -> State:
    """A player discards these cards, without being asked anything; ``known`` are the replacement effects on moves."""
    if known:
        return _discard_instead(state, log, seat, names, topics, known)
    for name in names:
        player = state.players[seat]
        lot = top_lot(player.hand, name) or top_lot(player.hand, UNKNOWN)
        assert lot is not None  # noqa: S101  # who discards has the card, or an unknown one that may be it
        if lot.card is not None and is_stray(state, CardId(seat, "hand", lot.first + lot.count - 1)):
            continue
        hand, graveyard = remove(player.hand, lot.name), put(player.graveyard, name, 1, lot.card)
        state, number = _done(state, seat, replace(player, hand=hand, graveyard=graveyard), "discards")
        if log is not None:
            note(log, "card.discard", state, topics, seat, _card(name))
        if looks(state):
            state = on_counted(state, log, "discards", seat, number)
    return state


def _discard_instead(state: State, log: Log, seat: int, names: tuple[str, ...], topics: str, known: Redirects) -> State:
    """A player discards these cards, and replacement effects may put each of them somewhere else."""
    for id, name in tuple(_held(state, seat, names)):
        player = state.players[seat]
        lot = lot_of(player.hand, id.number)
        if lot is None or (lot.card is not None and is_stray(state, id)):
            continue
        state, number = _done(state, seat, replace(player, hand=remove(player.hand, lot.name)), "discards")
        emit(log, "card.discard", state, topics, seat, card=name, moved=True)
        state, _ = put_instead(state, log, card_moving(state, id, name, "graveyard"), known, topics, lot.card)
        if looks(state):
            state = on_counted(state, log, "discards", seat, number)
    return state


def enter_battlefield(
    state: State,
    log: Log,
    card: Card,
    seat: int,
    token: bool = False,
    chosen: int | None = None,
    attacking: bool = False,
    whom: int | None = None,
    count: int = 1,
    untimely: bool = False,
    owner: int | None = None,
    spell: StackObject | None = None,
    face_down: bool = False,
) -> State:
    """A permanent, or several equal ones, enter the battlefield: untapped, new, and attacking if ``whom`` says so.

    Only a creature can enter attacking (cr2008 306.3a, later 506.3a). ``owner`` is who owns
    them, if not ``seat``; ``spell`` is what the permanent was on the stack.

    Rules: enters_untapped, new_object, noncreature_put, only_permanents, token_owner.
    """
    owned, printed = seat if owner is None else owner, card if face_down else None
    card = shown_as(card, False, True) if face_down else card
    check_count(state, len(state.battlefield) + count, "permanents", card.name)
    attacked = _attacked(state, seat, whom) if attacking and "creature" in card.type else None
    tapped, counters, before = attacked is not None or card.enters_tapped, first_counters(card), state.battlefield
    one = Permanent(
        0, card, seat, owned, tapped=tapped, token=token, chosen=chosen, loyalty=counters, untimely=untimely,
        face_down=face_down, printed=printed,
    )  # fmt: skip
    new = tuple(replace(one, id=id) for id in range(state.serial + 1, state.serial + count + 1))
    state = replace(state, serial=state.serial + count, battlefield=before + new)
    if spell is not None:
        state = carry_over(state, spell, new[0].id)
    for permanent in new:
        emit(log, "permanent.enter", state, "zones", seat, name=card.name, object=permanent.id)
    if card.static:
        state = show_tops(settle_order(before, state, log), log)
    if attacked is not None:
        state = _put_attacking(state, log, new, attacked)
    for permanent in new:
        state = bring_day(lore_enters(state, log, permanent), log, permanent)
        state = on_event(state, log, "enters", permanent)
    return state


def carry_over(state: State, spell: StackObject, id: int) -> State:
    """What a spell was goes on for the permanent that it becomes: changes, prevention, choices and the mana spent.

    cr2006 217.1c, cr2011 400.7a-c, cr2026 400.7a, 400.7c, 400.7d.

    Rules: spell_changes, spell_prevention, spell_known.
    """
    if spell.paid:
        state = set_permanent(state, id, paid=spell.paid)
    if not state.lasting:
        return state
    return set_standing(state, lasting=tuple(_carried(effect, spell.id, id) for effect in state.lasting))


def _carried(effect: LastingEffect, spell: int, id: int) -> LastingEffect:
    if effect.affects == spell:
        effect = replace(effect, affects=id)
    if effect.prevents is not None and effect.prevents.by == spell:
        effect = replace(effect, prevents=replace(effect.prevents, by=id))
    return effect


def _attacked(state: State, seat: int, whom: int | None) -> int | None:
    """The player whom a creature attacks that enters attacking: ``whom``, or the next who may be attacked.

    None if it does not attack: outside combat, under a player who does not attack, or if that
    player may not be attacked (any more) (506.3b-c, 508.4a).

    Rules: put_by_attacker, put_gone.
    """
    if not state.is_active(seat) or not _in_combat(state):
        return None
    offered = defenders(state)
    if whom is None:
        return offered[0] if offered else None
    return whom if whom in offered else None


def _put_attacking(state: State, log: Log, put_in: tuple[Permanent, ...], whom: int) -> State:
    """Creatures enter attacking: they never "attacked", and are unblocked after blockers (508.4, 508.4d).

    Rules: put_free, put_unblocked.
    """
    combat = state.combat or Combat()
    new = tuple(Attacker(permanent.id, whom, declared=False) for permanent in put_in)
    state = replace(state, combat=replace(combat, attackers=combat.attackers + new, any_put=True))
    detail = {"whom": state.name(whom)} if len(defenders(state)) > 1 else {}
    for permanent in put_in:
        seat, name = permanent.controller, permanent.card.name
        emit(log, "combat.put", state, "put_attacking", seat, name=name, object=permanent.id, **detail)
    return state


class Together(msgspec.Struct, frozen=True, gc=False):
    """What looks at permanents that leave at the same time, even if it leaves too: watchers, replacement effects."""

    watchers: Watchers
    redirects: Redirects


def together(state: State) -> Together:
    """What looks at the permanents that are about to leave."""
    return Together(watchers(state, "dies"), redirects(state))


def leave_battlefield(state: State, log: Log, id: int, to: str, topics: str) -> State:
    """A permanent leaves the battlefield for a zone of its owner; a token ceases to exist there at the next check."""
    return send_away(state, log, id, to, topics)[0]


def send_away(
    state: State,
    log: Log,
    id: int,
    to: str,
    topics: str,
    above: int | None = 0,
    there: Together | None = None,
) -> tuple[State, CardId | None]:
    """As ``leave_battlefield``; with the object that the permanent became, be it a card or a token.

    ``above`` is how many cards of a library stay above it, None for all. ``there`` is what looks at it, if several
    leave together.

    Rules: new_object, owners_zone, no_status, set_aside, token_gone.
    """
    permanent = next((p for p in state.battlefield if p.id == id), None)
    if permanent is None:
        return state, None
    there, before = together(state) if there is None else there, state.battlefield
    used: Redirects = ()
    if there.redirects:
        to, place, used = replaced(state, log, permanent_moving(state, permanent, to), there.redirects)
        above = place if used else above
    state = remove_from_combat(state, log, id)
    state = replace(state, battlefield=tuple(p for p in state.battlefield if p.id != id))
    if state.lasting:
        state = set_standing(state, lasting=tuple(e for e in state.lasting if e.affects != id))
    real, owner = real_card(permanent), permanent.owner
    name, kept = real.name, real if permanent.token else unless_named(state, real)
    state = set_player(state, owner, **{to: put_among(pile_at(state, owner, to), name, above, kept)})
    card = newest(state, owner, to)
    if permanent.token:
        state = set_standing(state, strays=(*state.standing.strays, card))
    emit(log, "permanent.leave", state, topics, owner, name=name, object=id, to=to)
    if permanent.card.static:
        state = settle_order(before, state, log)
    if permanent.card.static or to == "library":
        state = show_tops(state, log)
    state = afterwards(state, used, card) if used else state
    if permanent.attached is not None and to == "graveyard":
        state = _aura_found(state, permanent, card)
    found = card if _is_found(state, card) else None
    state = on_event(end_as_long_as(state, log), log, "leaves", permanent, found=found)
    if to == "graveyard" and "creature" in permanent.card.type:
        state = on_creature(state, log, "dies", permanent, there.watchers, found=found)
    elif to == "graveyard":
        state = on_event(state, log, "dies", permanent, found=found)
    return state, card


def _aura_found(state: State, aura: Permanent, card: CardId) -> State:
    """What an Aura does as its creature leaves finds the Aura in the graveyard, if it went there with it or after it.

    cr2011 400.7e, cr2026 400.7f.

    Rules: aura_found.
    """
    changed = tuple(
        replace(w, became=card) if (w.source, w.that) == (aura.id, aura.attached) else w for w in state.waiting
    )
    return replace(state, waiting=changed) if changed != state.waiting else state


def _is_found(state: State, card: CardId) -> bool:
    """Whether abilities that trigger on a change of zones can find the card that the permanent became (400.7d).

    Rules: trigger_finds.
    """
    return state.edition.choices["zone_triggers_find"] == ("any_zone",) or card.zone not in HIDDEN


def entered(before: State, state: State) -> tuple[int, ...]:
    """The permanents that have entered since."""
    return tuple(p.id for p in state.battlefield if p.id > before.serial)


def phased_out_ceases(state: State, log: Log, id: int, topics: str) -> State:
    """A token that phased out ceases to exist: it leaves for no zone, and nothing triggers (217.8d, 704.5d)."""
    token = next(p for p in state.battlefield if p.id == id)
    state = replace(state, battlefield=tuple(p for p in state.battlefield if p.id != id))
    if state.lasting:
        state = set_standing(state, lasting=tuple(e for e in state.lasting if e.affects != id))
    emit(log, "permanent.cease", state, topics, token.owner, name=token.card.name, object=id)
    return end_as_long_as(state, log)


def tap(state: State, log: Log, permanent: Permanent, topics: str = "") -> State:
    """Taps a permanent, if it is untapped."""
    return _turn_card(state, log, permanent, True, topics)


def untap(state: State, log: Log, permanent: Permanent, topics: str = "") -> State:
    """Untaps a permanent, if it is tapped."""
    return _turn_card(state, log, permanent, False, topics)


# Rules: becomes, status_kept, stays_in_combat.
def _turn_card(state: State, log: Log, permanent: Permanent, tapped: bool, topics: str) -> State:
    if permanent.tapped == tapped:
        return state
    state = set_permanent(state, permanent.id, tapped=tapped)
    kind = "permanent.tap" if tapped else "permanent.untap"
    emit(log, kind, state, topics, permanent.controller, name=permanent.card.name, object=permanent.id)
    return state if tapped else on_untap(end_as_long_as(state, log), log, permanent)


def _in_combat(state: State) -> bool:
    return state.graph.node(state.at.phase).kind == "combat"
