"""Casting spells, playing lands, and other special actions with cards and effects (409, 601; 305.4; 408.2, 116.2).

A special action does not use the stack, and the player gets priority again. Abilities of permanents that are special
actions are in ``activating``.
"""

from __future__ import annotations

from ...cards.card import Card
from ...cards.costs import amount_of, types_of
from ...cards.kinds import PERMANENT, PLAYERS
from ...edition import obeys
from ..objects.abilities.conditions import main_phase_of
from ..objects.abilities.forbidden import cannot, static_about
from ..objects.abilities.recasting import suspended
from ..objects.abilities.targeted import becomes_target
from ..objects.abilities.targets import legal_targets, settled, why_no_target
from ..objects.abilities.triggers import Happened, on_player, triggers
from ..objects.cards.commanders import taxed
from ..objects.cards.links import Played, permit, permitted
from ..objects.cards.moving import begin_playing, card_at, is_played, take_card, unless_named
from ..objects.cards.replacing import arrive, ask_fates, card_moving, fates_met, redirects
from ..objects.cards.stickers import stick_to_object
from ..objects.permanents.changes import enduring, expire
from ..objects.permanents.moving import enter_battlefield
from ..objects.permanents.statuses import may_enter
from ..objects.players.drawing import held
from ..objects.players.entitled import most_lands
from ..objects.players.mana import pay, pool_of, too_little
from ..state.action import Cast, EndEffect, PlayLand, Suspend
from ..state.agenda import Task, task
from ..state.event import Log, emit
from ..state.piles.pile import UNKNOWN, CardId, holds, remove
from ..state.pool import ANYTHING_ELSE, Due, Spending
from ..state.refusal import Refusal, refuse
from ..state.standing import StoppableEffects
from ..state.state import LastingEffect, StackObject, State, replace, set_player, set_standing
from ..state.view import CAST_FACE_DOWN, DISGUISED
from .priority import act, acted
from .windows import why_hushed, why_not_now


def why_not_cast(state: State, action: Cast) -> Refusal | None:
    """Why a card cannot be cast now with the mana that is in the pool, if it cannot."""
    return why_not_begin(state, action) or why_too_dear(state, action) or why_not_aimed(state, action)


@obeys("land", "scheme", "command_stays", "cast")
def why_not_begin(state: State, action: Cast) -> Refusal | None:
    """Why a player cannot begin to cast a card now, if they cannot, whatever it costs and targets."""
    card = as_cast(action)
    for kind in card.type:
        if kind in NEVER_CAST:
            why, topic = NEVER_CAST[kind]
            return refuse(state, f"{card.name} {why}", topic)
    return (
        (why_face_up(state, action.card) if action.face_down else None)
        or why_no_time(state, card, action.player)
        or _why_not_there(state, action, "cast")
    )


@obeys("cast_face_down", "disguise", "face_down_values")
def as_cast(action: Cast) -> Card:
    """The card as it is on the stack: what is cast face down is a 2/2 creature without a name, and costs three mana."""
    if not action.face_down:
        return action.card
    return CAST_FACE_DOWN if action.card.disguise is None else DISGUISED


@obeys("face_down_only")
def why_face_up(state: State, card: Card) -> Refusal | None:
    """Why a card cannot be cast face down, if it cannot."""
    if card.turned_up_for is None:
        return refuse(state, f"{card.name} has neither morph nor disguise, and is not cast face down", "face_down_only")
    if card.disguise is not None and not state.edition.cite("disguise"):
        return refuse(state, f"{card.name} has disguise, which this edition does not have", "face_down_only")
    return None


NEVER_CAST = {
    "land": ("is a land: it is played, not cast", "land"),
    "scheme": ("is a scheme: it is set in motion, not cast", "scheme"),
    "plane": ("stays in the command zone and is not cast", "command_stays"),
    "vanguard": ("stays in the command zone and is not cast", "command_stays"),
}
"""The types of cards that are never cast: what is done instead, and the topic of the rule that says so."""


def castings(state: State, seat: int, card: Card, at: CardId | None = None) -> tuple[Cast, ...]:
    """A card of the hand, or of another place, with each target with which it can be cast now, and face down."""
    down = Cast(seat, card, at=at, face_down=True)
    downs = (down,) if card.turned_up_for is not None and why_not_cast(state, down) is None else ()
    return (*_castings_up(state, seat, card, at), *downs)


def _castings_up(state: State, seat: int, card: Card, at: CardId | None) -> tuple[Cast, ...]:
    action = Cast(seat, card, at=at)
    if why_not_begin(state, action) is not None or why_too_dear(state, action) is not None:
        return ()
    if card.targets == "none":
        return (action,)
    return tuple([Cast(seat, card, target, at=at) for target in legal_targets(state, card.targets, seat)])


@obeys("cast")
def why_too_dear(state: State, action: Cast) -> Refusal | None:
    """Why the mana that is in the pool is not enough, if it is not."""
    card, seat = as_cast(action), action.player
    why = too_little(state, seat, _due(state, action, price(state, action)))
    named = f"{action.card.name} face down" if action.face_down else card.name
    return refuse(state, f"{named} {why}", "mana_types cast" if types_of(card.cost) else "cast") if why else None


def _due(state: State, action: Cast, cost: int) -> Due:
    """What is to be paid for a spell that costs so much mana."""
    return Due(cost, types_of(as_cast(action).cost), _as_spent(state, action), action.spend)


def _as_spent(state: State, action: Cast) -> Spending:
    """What is asked of a spell by mana that may be spent only on certain spells; nothing where there is none."""
    if not state.players[action.player].kinds:
        return ANYTHING_ELSE
    card = as_cast(action)
    of = state.characteristics(0, card)
    return Spending("spell", of | {PERMANENT} if card.is_permanent else of)


@obeys("commander_tax")
def price(state: State, action: Cast) -> int:
    """How much mana it costs to cast a card; a commander costs more each time."""
    effect = permit(state, action.player, action.at)
    return amount_of(as_cast(action).cost) + (0 if effect is None or effect.permits is None else effect.permits.more)


@obeys("cast")
def why_not_aimed(state: State, action: Cast) -> Refusal | None:
    """Why a spell cannot have its target, if it cannot."""
    card = as_cast(action)
    return why_no_target(state, card.name, card.targets, action.player, action.target)


def why_no_time(state: State, card: Card, seat: int) -> Refusal | None:
    """Why a player with priority could not begin to cast a card now, if they could not."""
    if card.sorcery_timing and not main_phase_of(state, seat) and not _as_if_flash(state, card, seat):
        return _not_main(state, seat, card)
    return why_forbidden(state, card, seat)


@obeys("as_though_flash")
def _as_if_flash(state: State, card: Card, seat: int) -> bool:
    """Whether an effect lets a player cast a card as if it had flash; what only slows them down still counts."""
    kinds = [effect.any_time for effect in state.lasting if effect.any_time and effect.controller == seat]
    if state.battlefield:
        kinds += [str(static.any_time) for _, static in static_about(state, seat, lambda one: one.any_time)]
    return any(state.is_a(card, kind) for kind in kinds)


@obeys("cast_forbidden", "golden_rule")
def why_forbidden(state: State, card: Card, seat: int) -> Refusal | None:
    """Why a player cannot cast a card now, whatever lets them cast it at this time; None if nothing forbids it."""
    if state.battlefield and state.index.static and _is_slowed(state, seat) and not main_phase_of(state, seat):
        return _not_main(state, seat, card)
    if cannot(state, seat, "cast", card):
        why = f"an effect does not let {state.name(seat)} cast {card.name}"
        return refuse(state, why, "cast_forbidden golden_rule")
    if state.stack and (hushed := why_hushed(state)) is not None:
        return hushed
    if not card.castable:
        return None
    return why_not_now(state, card.castable, f"{card.name} may be cast", "cast", seat)


def _is_slowed(state: State, seat: int) -> bool:
    """Whether a static ability lets a player cast spells only when they could cast a sorcery."""
    return any(static_about(state, seat, lambda one: one.sorcery_speed))


@obeys("sorcery_timing")
def _not_main(state: State, seat: int, card: Card) -> Refusal:
    if not state.is_active(seat):
        when = f"during your own turn; this is {state.name(state.active)}'s"
    else:
        when = "while the stack is empty" if state.stack else f"in a main phase; this is {state.address}"
    return refuse(state, f"{card.name} ({' '.join(card.type)}) may be cast only {when}", "sorcery_timing")


@obeys("announced", "cast_done")
def cast(state: State, log: Log, action: Cast) -> State:
    """Casts a card: it moves to the stack, its cost is paid, abilities trigger (409.1, 601.2)."""
    effect, cost = permit(state, action.player, action.at), price(state, action)
    taken = _taken(state, action)
    paid = pay(taken, log, action.player, _due(taken, action, cost))
    spell = _spent(put_spell(paid, log, action, action.target, cost), action.player, taken, paid)
    return _has_cast(spell, log, action, effect)


@obeys("spell_known")
def _spent(state: State, seat: int, before: State, after: State) -> State:
    """The newest spell knows which types of mana were spent on it: those of which less is in the pool."""
    if not before.players[seat].kinds:
        return state
    left = dict(pool_of(after.players[seat]))
    spent = {kind.type for kind, many in pool_of(before.players[seat]) if many > left.get(kind, 0)}
    *below, newest = state.stack
    return replace(state, stack=(*below, replace(newest, spent=tuple(sorted(spent)))))


def begin_cast(state: State, log: Log, action: Cast) -> State:
    """The spell is on the stack, and mana is made for it next; what is hidden stays so until it is cast."""
    state = put_spell(_taken(state, action), log, action, action.target, price(state, action))
    return begin_playing(replace(state, decision=None))


def finish_cast(state: State, log: Log, action: Cast, before: State) -> State:
    """The spell is paid for with mana that was made meanwhile; one that has left the stack meanwhile was never cast."""
    made, state = state, is_played(pay(state, log, action.player, _due(state, action, price(before, action))), log)
    if not any(thing.id == before.serial + 1 for thing in state.stack):
        return act(state, log, action.player)
    state = _spent(state, action.player, made, state)
    return _has_cast(state, log, action, permit(before, action.player, action.at))


def _has_cast(state: State, log: Log, action: Cast, effect: LastingEffect | None) -> State:
    spell, seat = state.stack[-1].id, action.player
    state = is_cast(taxed(state, effect), log, as_cast(action), seat, action.target)
    return acted(state, log, seat) if effect is None else _by_permit(state, log, action, effect, spell)


def _by_permit(state: State, log: Log, action: Played, effect: LastingEffect, became: int) -> State:
    """What the effect does by which a card has been cast or played comes before the player gets priority again."""
    source = StackObject(0, "ability", effect.name, effect.controller, source=effect.source)
    done = act(state, log, action.player)
    return done if effect.permits is None else permitted(done, log, effect.permits, source, became)


@obeys("cast")
def put_spell(state: State, log: Log, action: Cast, target: int | None, paid: int, topics: str = "") -> State:
    """Puts a spell on the stack, for which so much mana is paid; an event cites further ``topics``."""
    card, seat, at = as_cast(action), action.player, action.at
    targets, target = settled(state, card.targets, target) if target is not None else (card.targets, None)
    chosen = target if targets in PLAYERS and card.is_permanent else None
    spell = StackObject(
        state.serial + 1, "spell", card.name, seat, card.effects, card, target=target, chosen=chosen,
        targets=targets, untimely=not main_phase_of(state, seat), paid=paid, again=at is not None and at.zone != "hand",
        owner=None if at is None or at.owner == seat else at.owner, printed=action.card if action.face_down else None,
    )  # fmt: skip
    state = replace(state, serial=spell.id, stack=(*state.stack, spell))
    by = "" if not action.face_down else "cast_face_down" if action.card.disguise is None else "disguise"
    emit(log, "stack.push", state, f"cast {topics} {by}".rstrip(), seat, name=card.name, object=spell.id)
    if at is not None and state.standing.stuck:
        state = stick_to_object(state, at, spell.id)
    return becomes_target(state, log, spell)


@obeys("event_trigger")
def is_cast(state: State, log: Log, card: Card, seat: int, target: int | None = None) -> State:
    """Abilities trigger on the newest spell, which has been cast: its own, and those that look at its player."""
    if card.on_cast:
        source = state.stack[-1].id
        state = triggers(state, log, "event_trigger", card.name, seat, card.on_cast, source=source, target=target)
    return on_player(state, log, "cast", seat, Happened(spell=state.stack[-1]))


@obeys("team_land", "land", "land_once", "land_more", "golden_rule")
def why_no_land(state: State, action: PlayLand) -> Refusal | None:
    """Why a land cannot be played now, if it cannot."""
    seat, card = action.player, action.card
    if "land" not in card.type:
        return refuse(state, f"{card.name} is not a land", "land")
    if not main_phase_of(state, seat):
        where = f"this is {state.address}" if not state.stack else "the stack is not empty"
        return refuse(state, f"a land is played during your own main phase with an empty stack; {where}", "land")
    if (played := state.players[seat].lands_played) and played >= most_lands(state, seat):
        lands = "a land" if played == 1 else f"{played} lands"
        return refuse(state, f"{state.name(seat)} has played {lands} this turn", "land_once land")
    if not may_enter(state, card):
        return refuse(state, f"{card.name} cannot enter the battlefield", "golden_rule")
    return _why_not_there(state, action, "land")


@obeys("land")
def play_land(state: State, log: Log, action: PlayLand) -> State:
    """Plays a land: a special action, which does not use the stack (305.4, 505.5b, 505.6b)."""
    seat, card, at = action.player, action.card, action.at
    was = in_hand(state, seat, card.name) if at is None else at
    if asked := ask_fates(state, (card_moving(state, was, card.name, "battlefield"),), ActNow(action)):
        return asked
    effect = permit(state, seat, at)
    state = set_player(_taken(state, action), seat, lands_played=state.players[seat].lands_played + 1)
    emit(log, "land.play", state, "land", seat, name=card.name)
    before, there = state.serial, len(state.agenda)
    state = fates_met(enter_battlefield(state, log, card, seat, owner=was.owner, was=was))
    if len(state.agenda) > there:  # what comes as it enters comes before its player gets priority again
        entering, state = state.agenda[there:], replace(state, agenda=state.agenda[:there])
        state = act(state, log, seat)
        return replace(state, agenda=(*state.agenda, *entering))
    return acted(state, log, seat) if effect is None else _by_permit(state, log, action, effect, before + 1)


class ActNow(Task, frozen=True):
    """A player has chosen where a card goes that they play as a land, or suspend."""

    action: PlayLand | Suspend


@task(ActNow)
def _act_now(state: State, log: Log, left: ActNow) -> State:
    action = left.action
    return play_land(state, log, action) if isinstance(action, PlayLand) else suspend(state, log, action)


def _why_not_there(state: State, action: Played, topic: str) -> Refusal | None:
    """Why a player cannot cast or play the card where it is: it has to be in their hand, or an effect lets them."""
    card, seat, at = action.card, action.player, action.at
    if at is None:
        there = holds(state.players[seat].hand, card.name)
        return None if there else refuse(state, f"{state.name(seat)} has no {card.name} in hand", topic)
    if permit(state, seat, at) is None or card_at(state, at) != card:
        where = f"{card.name} out of {state.name(at.owner)}'s {at.zone}"
        return refuse(
            state, f"no effect lets {state.name(seat)} {'cast' if topic == 'cast' else 'play'} {where}", topic
        )
    return None


def _taken(state: State, action: Played) -> State:
    """Takes a card out of the hand, or from where an effect lets it be cast or played."""
    return from_hand(state, action.player, action.card.name) if action.at is None else take_card(state, action.at)


def in_hand(state: State, seat: int, name: str) -> CardId:
    """The card of a hand that a name means; an unknown card may be it."""
    return next(held(state, seat, (name,)))[0]


def from_hand(state: State, seat: int, name: str) -> State:
    """Takes a card from a hand; if no named card matches, an unknown card becomes it."""
    hand = state.players[seat].hand
    try:
        left = remove(hand, name)
    except KeyError:
        left = remove(hand, UNKNOWN)
    return set_player(state, seat, hand=left)


@obeys("suspend")
def why_no_suspend(state: State, action: Suspend) -> Refusal | None:
    """Why a card cannot be suspended now: it has to be in the hand, and its player could begin to cast it."""
    card, seat = action.card, action.player
    if not card.suspend:
        return refuse(state, f"{card.name} has no suspend", "suspend")
    if not holds(state.players[seat].hand, card.name):
        return refuse(state, f"{state.name(seat)} has no {card.name} in hand", "suspend")
    if why := too_little(state, seat, Due(card.suspend_cost)):
        return refuse(state, f"suspending {card.name} {why}", "suspend")
    return why_no_time(state, card, seat)


@obeys("suspend")
def suspend(state: State, log: Log, action: Suspend) -> State:
    """A player pays, and exiles a card of their hand with time counters on it (cr2006 408.2k, later 115.2e, 116.2f)."""
    card, seat = action.card, action.player
    moving, known = card_moving(state, in_hand(state, seat, card.name), card.name, "exile"), redirects(state)
    if asked := ask_fates(state, (moving,), ActNow(action), known):
        return asked
    state = pay(from_hand(state, seat, card.name), log, seat, Due(card.suspend_cost))
    state, new, _ = arrive(state, log, moving, "suspend", unless_named(state, card), known)
    if new.zone == "exile":
        emit(log, "card.suspend", state, "suspend", seat, card=card.name, amount=card.suspend)
        state = suspended(state, log, card, seat, new, card.suspend)
    return acted(fates_met(state), log, seat)


@obeys("stop_effect")
def why_not_end(state: State, action: EndEffect) -> Refusal | None:
    """Why a player cannot end an effect now: it has to be there, to allow that player to end it, and is paid for."""
    one = next((one for one in stoppable(state) if one.id == action.effect), None)
    if one is None or action.player not in one.players:
        return refuse(state, f"no effect allows {state.name(action.player)} to end it", "stop_effect")
    why = too_little(state, action.player, Due(one.mana))
    return refuse(state, f"ending {one.name} {why}", "stop_effect") if why else None


def stoppable(state: State) -> tuple[StoppableEffects, ...]:
    """What players may end: effects of which something still lasts or waits."""
    there = set(enduring(state)) if state.standing.stoppable else set[int]()
    return tuple(one for one in state.standing.stoppable if there & set(one.ends))


@obeys("stop_effect")
def end_effect(state: State, log: Log, action: EndEffect) -> State:
    """What an effect left behind ends: what lasts, and abilities that wait (cr2006 408.2i, later 115.2c, 116.2c)."""
    one = next(one for one in state.standing.stoppable if one.id == action.effect)
    state = pay(state, log, action.player, Due(one.mana))
    rest = tuple(other for other in state.standing.stoppable if other.id != one.id)
    state = set_standing(state, stoppable=rest)
    return acted(expire(state, log, lambda e: e.id in one.ends, "stop_effect"), log, action.player)
