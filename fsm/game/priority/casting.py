"""Casting spells and playing lands: whether a player with priority may, and what happens then (409, 601; 305.4)."""

from __future__ import annotations

from ...cards.card import Card
from ..objects.conditions import main_phase_of
from ..objects.entering import may_enter
from ..objects.mana import pay
from ..objects.revealing import is_played
from ..objects.targets import PLAYERS, why_no_target
from ..objects.triggers import on_player
from ..objects.variants import count_spell
from ..objects.zones import enter_battlefield
from ..state.decision import Cast, PlayLand
from ..state.event import Log, emit
from ..state.pile import UNKNOWN, has, holds, remove
from ..state.refusal import Refusal, refuse
from ..state.state import StackObject, State, replace, set_player
from ..state.who import ignores, players_meant
from .activating import with_mana
from .priority import acted
from .windows import why_not_now


def why_not_cast(state: State, action: Cast) -> Refusal | None:
    """Why a card cannot be cast now, if it cannot."""
    card, seat = action.card, action.player
    if "land" in card.type:
        return refuse(state, f"{card.name} is a land: it is played, not cast", "land")
    if "scheme" in card.type:
        return refuse(state, f"{card.name} is a scheme: it is set in motion, not cast", "scheme")
    if {"plane", "vanguard"} & set(card.type):
        return refuse(state, f"{card.name} stays in the command zone and is not cast", "command_stays")
    if why := why_no_time(state, card, seat):
        return why
    if not holds(state.players[seat].hand, card.name):
        return refuse(state, f"{state.name(seat)} has no {card.name} in hand", "cast")
    have = state.players[seat].mana
    if action.mana:
        made = with_mana(from_hand(state, seat, card.name), None, action, "cast")
        if isinstance(made, Refusal):
            return made
        have = made.players[seat].mana
    if have < card.cost:
        return refuse(state, f"{card.name} costs {card.cost} and {state.name(seat)} has {have} mana", "cast")
    return why_no_target(state, card.name, card.targets, seat, action.target, "cast")


def why_no_time(state: State, card: Card, seat: int) -> Refusal | None:
    """Why a player with priority could not begin to cast a card now, if they could not."""
    if _needs_main_phase(state, card, seat) and not main_phase_of(state, seat):
        return _not_main(state, seat, card)
    if state.lasting and any(effect.no_spells == seat for effect in state.lasting):
        return refuse(state, f"an effect lets {state.name(seat)} cast no spells", "golden_rule")
    if not card.castable:
        return None
    return why_not_now(state, card.castable, f"{card.name} may be cast", "cast")


def _needs_main_phase(state: State, card: Card, seat: int) -> bool:
    """Whether a card has sorcery timing: by its type, or because an effect says so."""
    slowed = bool(state.battlefield) and any(
        static.sorcery_speed
        and seat in players_meant(state, static.player, p.controller, chosen=p.chosen)
        and not ignores(state, seat, p.id)
        for p in state.permanents()
        for static in p.card.static
    )
    if slowed or not card.sorcery_timing:
        return slowed
    free = "sorcery" in card.type and any(e.sorceries and e.controller == seat for e in state.lasting)
    return not free


def _not_main(state: State, seat: int, card: Card) -> Refusal:
    if not state.is_active(seat):
        when = f"during your own turn; this is {state.name(state.active)}'s"
    else:
        when = "while the stack is empty" if state.stack else f"in a main phase; this is {state.address}"
    return refuse(state, f"{card.name} ({' '.join(card.type)}) may be cast only {when}", "sorcery_timing")


def cast(state: State, log: Log, action: Cast) -> State:
    """Casts a card: it moves from the hand to the stack, its cost is paid, abilities trigger (409.1, 601.2)."""
    card, seat = action.card, action.player
    target = action.target if card.targets != "none" else None
    state = from_hand(state, seat, card.name)
    if action.mana:
        return _cast_with_mana(state, log, action, target)
    state = _put_spell(pay(state, log, seat, card.cost), log, card, seat, target)
    return acted(_is_cast(state, log, card, seat, target), log, seat)


def _cast_with_mana(state: State, log: Log, action: Cast, target: int | None) -> State:
    """Casts a card, with mana abilities after it is on the stack and before its cost is paid."""
    card, seat = action.card, action.player
    made = with_mana(_put_spell(state, log, card, seat, target), log, action, "cast")
    assert isinstance(made, State)  # noqa: S101  # why_not_cast has tried it
    state = is_played(pay(made, log, seat, card.cost), log)
    return acted(_is_cast(state, log, card, seat, target), log, seat)


def _put_spell(state: State, log: Log, card: Card, seat: int, target: int | None) -> State:
    """Puts a spell on the stack."""
    chosen = target if card.targets in PLAYERS and card.is_permanent else None
    spell = StackObject(
        state.serial + 1, "spell", card.name, seat, card.effects, card, target=target, chosen=chosen,
        targets=card.targets, untimely=not main_phase_of(state, seat), paid=card.cost,
    )  # fmt: skip
    state = count_spell(replace(state, serial=spell.id, stack=(*state.stack, spell)), seat)
    emit(log, "stack.push", state, "cast", seat, name=card.name, object=spell.id)
    return state


def _is_cast(state: State, log: Log, card: Card, seat: int, target: int | None) -> State:
    """Abilities trigger on a spell that has been cast."""
    if card.on_cast:
        waiting = StackObject(
            state.serial + 1, "ability", card.name, seat, card.on_cast, source=state.stack[-1].id, target=target
        )
        state = replace(state, serial=waiting.id, waiting=(*state.waiting, waiting))
        emit(log, "trigger", state, "triggers_stacked", seat, name=card.name, object=waiting.id)
    return on_player(state, log, "casts", seat)


def why_no_land(state: State, action: PlayLand) -> Refusal | None:
    """Why a land cannot be played now, if it cannot.

    Rules: team_land.
    """
    seat, card = action.player, action.card
    if "land" not in card.type:
        return refuse(state, f"{card.name} is not a land", "land")
    if not main_phase_of(state, seat):
        where = f"this is {state.address}" if not state.stack else "the stack is not empty"
        return refuse(state, f"a land is played during your own main phase with an empty stack; {where}", "land")
    if state.players[seat].lands_played:
        return refuse(state, f"{state.name(seat)} has played a land this turn", "land_once land")
    if not may_enter(state, card):
        return refuse(state, f"{card.name} cannot enter the battlefield", "golden_rule")
    if not holds(state.players[seat].hand, card.name):
        return refuse(state, f"{state.name(seat)} has no {card.name} in hand", "land")
    return None


def play_land(state: State, log: Log, action: PlayLand) -> State:
    """Plays a land: a special action, which does not use the stack (305.4, 505.5b, 505.6b)."""
    seat, card = action.player, action.card
    state = set_player(from_hand(state, seat, card.name), seat, lands_played=state.players[seat].lands_played + 1)
    emit(log, "land.play", state, "land", seat, name=card.name)
    return acted(enter_battlefield(state, log, card, seat), log, seat)


def from_hand(state: State, seat: int, name: str) -> State:
    """Takes a card from a hand; if no named card matches, an unknown card becomes it."""
    hand = state.players[seat].hand
    known = name if has(hand, name) else UNKNOWN
    return set_player(state, seat, hand=remove(hand, known))
