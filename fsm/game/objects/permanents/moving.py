"""Cards and permanents change zones; in the new zone each is a new object (217.1c, 400.7).

Regeneration replaces that a permanent is destroyed (cr2006 419.6b, later 614.8).
"""

from __future__ import annotations

import msgspec

from ....cards.card import Card
from ....cards.kinds import PLAYERS
from ....edition import obeys
from ...state.agenda import task
from ...state.attackers import Attacker, Combat
from ...state.budget import check_count
from ...state.event import Log, emit
from ...state.objects import place_of
from ...state.piles.pile import HIDDEN, CardId, put_among
from ...state.players.turn_order import settle_order
from ...state.players.who import defenders, players_meant
from ...state.state import (
    LastingEffect,
    Permanent,
    StackObject,
    State,
    replace,
    set_permanent,
    set_player,
    set_standing,
)
from ...state.tally import creature_entered, note_entering
from ..abilities.triggers import (
    Doubling,
    Happened,
    Watchers,
    on_creature,
    on_enter,
    on_event,
    on_leave,
    on_untap,
    watchers,
)
from ..cards.moving import newest, pile_at, show_tops, unless_named
from ..cards.replacing import (
    Redirects,
    afterwards,
    arrive,
    card_moving,
    is_replaced,
    permanent_moving,
    redirects,
    replaced,
)
from ..cards.stickers import stick_to_card, stick_to_object, stickers_on
from .changes import Stranded, end_as_long_as, remove_from_combat
from .choosing import chooses_as_it_enters
from .loyalty import first_counters
from .statuses import real_card, shown_as
from .variants import bring_day, lore_enters


@obeys(
    "enters_untapped", "new_object", "noncreature_put", "only_permanents", "token_owner", "zones", "permanent_enters"
)
def enter_battlefield(
    state: State,
    log: Log,
    card: Card,
    seat: int,
    token: bool = False,
    attacking: bool = False,
    whom: int | None = None,
    count: int = 1,
    owner: int | None = None,
    spell: StackObject | None = None,
    face_down: bool = False,
    with_others: bool = False,
    was: CardId | None = None,
) -> State:
    """A permanent, or several equal ones, enter the battlefield: untapped, new, and attacking if ``whom`` says so.

    Only a creature can enter attacking (cr2008 306.3a, later 506.3a). ``owner`` is who owns
    them, if not ``seat``; ``spell`` is what the permanent was on the stack. ``with_others``: what triggers on it comes
    later, with ``have_entered``. ``was`` is the card that it was, if not a spell; replacement effects may send it
    elsewhere.
    """
    owned, printed = seat if owner is None else owner, card if face_down else None
    ward = spell.card.ward if spell is not None and spell.card is not None else None
    real, card = card, shown_as(card, False, True, ward) if face_down else card
    if was is not None and (known := redirects(state)):
        moving = card_moving(state, was, real.name, "battlefield", card)
        if is_replaced(state, moving, known):
            return arrive(state, log, moving, "zones", unless_named(state, real), known)[0]
    check_count(state, len(state.battlefield) + count, "permanents", card.name)
    fights = "creature" in card.type and "battle" not in card.type
    attacked = _attacked(state, seat, whom) if attacking and fights else None
    tapped, counters, before = attacked is not None or card.enters_tapped, first_counters(card), state.battlefield
    chosen, untimely = (None, False) if spell is None else (spell.chosen, spell.untimely)
    host = _host(state, card, spell)
    one = Permanent(
        0, card, seat, owned, tapped=tapped, token=token, chosen=chosen, loyalty=counters, untimely=untimely,
        counters=card.first_counters,
        face_down=face_down, printed=printed, attached=None if host is None else host.id,
    )  # fmt: skip
    new = tuple(replace(one, id=id) for id in range(state.serial + 1, state.serial + count + 1))
    state = note_entering(replace(state, serial=state.serial + count, battlefield=before + new), real, new)
    if spell is not None:
        state = carry_over(state, spell, new[0].id)
    if was is not None and state.standing.stuck:
        state = stick_to_object(state, was, new[0].id)
    put = "token_owner" if token and state.edition.cites["token_owner"] else "zones"
    topics = put if spell is None else "permanent_enters"
    for permanent in new:
        emit(log, "permanent.enter", state, topics, seat, name=card.name, object=permanent.id)
    if host is not None:
        emit(log, "permanent.attach", state, "aura_enters", seat, name=card.name, to=host.card.name)
    if card.static:
        state = chooses_as_it_enters(show_tops(settle_order(before, state, log), log), new)
    if attacked is not None:
        state = _put_attacking(state, log, new, attacked)
    return state if with_others else have_entered(state, log, tuple(permanent.id for permanent in new))


@obeys("aura_enters")
def _host(state: State, card: Card, spell: StackObject | None) -> Permanent | None:
    """The permanent that an Aura spell targeted, to which the Aura is attached from the beginning."""
    if spell is None or "Aura" not in card.subtypes or card.targets in PLAYERS:
        return None
    return state.permanent(spell.target)


@obeys("legend_rule", "world_rule")
def have_entered(state: State, log: Log, new: tuple[int, ...]) -> State:
    """What happens once permanents have entered together: abilities trigger, and what looks at newcomers sees all."""
    for rivals in (state.index.worlds, state.index.legends) if len(new) > 1 else ():
        together = [p.id for p in rivals if p.id in new]
        for id in together if len(together) > 1 else ():  # none of them is newer than the others
            state = set_permanent(state, id, since=together[0])
    for permanent in (p for p in state.battlefield if p.id in new):
        state = bring_day(lore_enters(creature_entered(state, permanent), log, permanent), log, permanent)
        state = on_event(state, log, "enters", permanent)
    return on_enter(state, log, new)


@obeys("spell_changes", "spell_known", "spell_prevention")
def carry_over(state: State, spell: StackObject, id: int) -> State:
    """What a spell was goes on for the permanent that it becomes: changes, prevention, choices and the mana spent.

    cr2006 217.1c, cr2011 400.7a-c, cr2026 400.7a, 400.7c, 400.7d.
    """
    if spell.paid:
        state = set_permanent(state, id, paid=spell.paid, spent=spell.spent)
    if state.index.static:
        state = _granted(state, spell, id)
    if not state.lasting:
        return state
    return set_standing(state, lasting=tuple(_carried(effect, spell.id, id) for effect in state.lasting))


@obeys("spell_granted")
def _granted(state: State, spell: StackObject, id: int) -> State:
    """What static abilities granted a creature spell goes on for the permanent, while they are there (cr2026 400.7b).

    Those of the permanent itself did not work while it was a spell.
    """
    if spell.card is None or "creature" not in spell.card.type:
        return state
    for permanent in state.index.static:
        for static in permanent.card.static:
            if not static.spells_have or permanent.id == id:
                continue
            if spell.controller in players_meant(state, static.player, permanent.controller, chosen=permanent.chosen):
                new = LastingEffect(
                    state.serial + 1, permanent.card.name, permanent.controller, "while_there", id,
                    keywords=static.spells_have, source=permanent.id,
                )  # fmt: skip
                state = set_standing(replace(state, serial=new.id), lasting=(*state.lasting, new))
    return state


def _carried(effect: LastingEffect, spell: int, id: int) -> LastingEffect:
    if effect.affects == spell:
        effect = replace(effect, affects=id)
    if effect.prevents is not None and effect.prevents.by == spell:
        effect = replace(effect, prevents=replace(effect.prevents, by=id))
    return effect


@obeys("put_by_attacker", "put_gone")
def _attacked(state: State, seat: int, whom: int | None) -> int | None:
    """The player whom a creature attacks that enters attacking: ``whom``, or the next who may be attacked.

    None if it does not attack: outside combat, under a player who does not attack, or if that
    player may not be attacked (any more) (506.3b-c, 508.4a).
    """
    if not state.is_active(seat) or state.graph.node(state.at.phase).kind != "combat":
        return None
    offered = defenders(state)
    if whom is None:
        return offered[0] if offered else None
    return whom if whom in offered else None


@obeys("put_free", "put_unblocked", "put_attacking")
def _put_attacking(state: State, log: Log, put_in: tuple[Permanent, ...], whom: int) -> State:
    """Creatures enter attacking: they never "attacked", and are unblocked after blockers (508.4, 508.4d)."""
    combat = state.combat or Combat()
    new = tuple(Attacker(permanent.id, whom, declared=False) for permanent in put_in)
    state = replace(state, combat=replace(combat, attackers=combat.attackers + new, any_put=True))
    detail = {"whom": state.name(whom)} if len(defenders(state)) > 1 else {}
    for permanent in put_in:
        seat, name = permanent.controller, permanent.card.name
        emit(log, "combat.put", state, "put_attacking", seat, name=name, object=permanent.id, **detail)
    return state


class Together(msgspec.Struct, frozen=True, gc=False):
    """What looks at permanents that leave at the same time, even if it leaves too.

    Watchers, replacement effects, and what makes abilities trigger ``again``.
    """

    watchers: Watchers
    redirects: Redirects
    again: Doubling


@obeys("leaves_seen")
def together(state: State) -> Together:
    """What looks at the permanents that are about to leave."""
    return Together(watchers(state, "dies"), redirects(state), state.index.again)


def leave_battlefield(state: State, log: Log, id: int, to: str, topics: str) -> State:
    """A permanent leaves the battlefield for a zone of its owner; a token ceases to exist there at the next check."""
    return send_away(state, log, id, to, topics)[0]


@task(Stranded)
@obeys("departed_default")
def _exile_stranded(state: State, log: Log, stranded: Stranded) -> State:
    return leave_battlefield(state, log, stranded.id, "exile", "departed_default")


@obeys("new_object", "no_status", "owners_zone", "set_aside", "token_gone", "aura_found")
def send_away(
    state: State,
    log: Log,
    id: int,
    to: str,
    topics: str,
    above: int | None = 0,
    there: Together | None = None,
) -> tuple[State, CardId | None]:
    """As ``leave_battlefield``; with the object that the permanent became, be it a card or a token (400.7).

    ``above`` is how many cards of a library stay above it, None for all. ``there`` is what looks at it, if several
    leave together.
    """
    permanent = next((p for p in state.battlefield if p.id == id), None)
    if permanent is None:
        return state, None
    as_it_was = state
    there, before = together(state) if there is None else there, state.battlefield
    used: Redirects = ()
    if there.redirects:
        to, place, used = replaced(state, log, permanent_moving(state, permanent, to), there.redirects)
        above = place if used else above
    state = remove_from_combat(state, log, id)
    state = replace(state, battlefield=tuple(p for p in state.battlefield if p.id != id))
    stickers = stickers_on(state, id) if state.lasting and not permanent.token else ()
    if state.lasting:
        state = set_standing(state, lasting=tuple(e for e in state.lasting if e.affects != id))
    real, owner = real_card(permanent), permanent.owner
    name, kept = real.name, real if permanent.token else unless_named(state, real)
    state = set_player(state, owner, **{to: put_among(pile_at(state, owner, to), name, above, kept)})
    card = newest(state, owner, to)
    state = stick_to_card(state, stickers, card) if stickers else state
    if permanent.token:
        state = set_standing(state, strays=(*state.standing.strays, card))
    emit(log, "permanent.leave", state, topics, owner, name=name, object=id, to=to)
    if permanent.card.static:
        state = settle_order(before, state, log)
    if permanent.card.static or to == "library":
        state = show_tops(state, log)
    state = afterwards(state, used, card) if used else state
    if permanent.attached is not None and to == "graveyard":
        # What an Aura does as its creature leaves finds the Aura, if it went to the graveyard with it or after it.
        of = (permanent.id, permanent.attached)
        waiting = tuple(replace(w, became=card) if (w.source, w.that) == of else w for w in state.waiting)
        state = replace(state, waiting=waiting)
    found = card if _is_found(state, card) else None
    what = Happened(found=found, before=as_it_was, again=there.again)
    state = on_leave(end_as_long_as(state, log), log, permanent, what)
    if to == "graveyard":
        watching = there.watchers if "creature" in permanent.card.type else ()
        state = on_creature(state, log, "dies", permanent, watching, what)
    return state, card


@obeys("trigger_finds")
def _is_found(state: State, card: CardId) -> bool:
    """Whether abilities that trigger on a change of zones can find the card that the permanent became (400.7d)."""
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


@obeys("becomes", "status_kept", "stays_in_combat")
def _turn_card(state: State, log: Log, permanent: Permanent, tapped: bool, topics: str) -> State:
    if permanent.tapped == tapped:
        return state
    state = set_permanent(state, permanent.id, tapped=tapped)
    kind = "permanent.tap" if tapped else "permanent.untap"
    emit(log, kind, state, topics, permanent.controller, name=permanent.card.name, object=permanent.id)
    return state if tapped else on_untap(end_as_long_as(state, log), log, permanent)


def destroy(state: State, log: Log, id: int, topics: str, there: Together | None = None) -> tuple[State, CardId | None]:
    """Destroys a permanent, unless it regenerates; with the object that it became (see ``send_away``)."""
    shield = shield_of(state, id)
    if shield is None:
        return send_away(state, log, id, "graveyard", topics, there=there)
    return _regenerate(state, log, id, shield), None


def shield_of(state: State, id: int) -> LastingEffect | None:
    """The effect by which a permanent regenerates the next time that it would be destroyed, if there is one."""
    return next((e for e in state.lasting if e.regenerates and e.affects == id), None)


@obeys("regenerate")
def _regenerate(state: State, log: Log, id: int, shield: LastingEffect) -> State:
    """All damage is removed from the permanent, it becomes tapped, and it is removed from combat."""
    at = place_of(state.battlefield, id)
    if at is None:
        return state
    state = set_standing(state, lasting=tuple(e for e in state.lasting if e is not shield))
    state = set_permanent(state, id, damage=0)
    permanent = state.battlefield[at]
    name = permanent.card.name
    emit(log, "permanent.regenerate", state, "regenerate", permanent.controller, name=name, object=id)
    return remove_from_combat(tap(state, log, permanent, "regenerate"), log, id)
