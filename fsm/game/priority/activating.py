"""Activating abilities: whether a player may, what it costs, and mana abilities, which happen at once (411, 602).

They also make mana for what a player may pay as something resolves (cr2006 413.2e, cr2011 608.2f, cr2026 608.2g).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ...cards import vocabulary as v
from ...cards.abilities import Activated
from ...cards.costs import amount_of, types_of
from ...cards.kinds import ANY
from ...cards.terms import Color, parts
from ...edition import obeys
from ..objects.abilities.conditions import About, failing, in_words, main_phase_of
from ..objects.abilities.forbidden import cannot, life_to_pay
from ..objects.abilities.targeted import becomes_target
from ..objects.abilities.targets import legal_targets, settled, why_no_target
from ..objects.abilities.triggers import Happened, looks, on_counted
from ..objects.cards.moving import is_played
from ..objects.cards.replacing import ask_fates, fates_met, permanent_moving
from ..objects.permanents.loyalty import add_counters, has_counters, put_counters, why_no_loyalty
from ..objects.permanents.moving import leave_battlefield, tap
from ..objects.permanents.speed import life_lost
from ..objects.players.mana import change_counters, counters_of, pay, spendable, too_little, with_pool
from ..state.action import Activate
from ..state.agenda import Task, push, push_effects, task
from ..state.decision import ChoosePayment
from ..state.event import Log, emit
from ..state.piles.pile import size
from ..state.players.teams import change_life
from ..state.pool import Due, ManaKind, Spending
from ..state.refusal import Refusal, refuse
from ..state.state import Permanent, StackObject, State, replace, set_permanent
from .priority import act
from .windows import why_hushed, why_not_now


@obeys("ability_any_time", "activate")
def why_not_activate(state: State, action: Activate) -> Refusal | None:
    """Why an ability cannot be activated now with the mana that is in the pool, if it cannot."""
    if why := why_no_ability(state, action):
        return why
    permanent, ability = _ability_of(state, action)
    return _why_not_begin(state, action, permanent, ability) or why_no_target(
        state, permanent.card.name, ability.targets, action.player, action.target, source=permanent.id
    )


def _why_not_begin(state: State, action: Activate, permanent: Permanent, ability: Activated) -> Refusal | None:
    """Why an ability of theirs cannot be activated now, whatever it targets, if it cannot."""
    return (
        (why_forbidden(state, action.player, permanent) if state.index.static and not ability.special else None)
        or (why_hushed(state) if state.stack and not (ability.mana_ability or ability.special) else None)
        or _why_no_cost(state, action, permanent, ability)
        or _limits(state, action, permanent, ability)
        or why_not_now(
            state, ability.activable, f"{permanent.card.name}'s ability may be activated", "activate", action.player
        )
    )


@obeys("activate_forbidden", "golden_rule")
def why_forbidden(state: State, seat: int, permanent: Permanent) -> Refusal | None:
    """Why a player can't activate abilities of a permanent, mana abilities too; None if no effect forbids it."""
    if not cannot(state, seat, "activate", permanent):
        return None
    why = f"an effect does not let {state.name(seat)} activate abilities of {permanent.card.name}"
    return refuse(state, why, "activate_forbidden golden_rule")


def activations(state: State, seat: int) -> Iterator[Activate]:
    """The abilities of permanents with each target with which a player can activate them now."""
    for permanent in state.permanents() if state.lasting else state.index.activated:
        for number, ability in enumerate(state.abilities(permanent)):
            if permanent.controller == seat or ability.by == "anyone":
                action = Activate(seat, permanent.id, number)
                if _why_not_begin(state, action, permanent, ability) is not None:
                    continue
                if ability.targets == "none":
                    yield action
                else:
                    offered = legal_targets(state, ability.targets, seat, permanent.id)
                    yield from (Activate(seat, permanent.id, number, target) for target in offered)


def why_no_ability(state: State, action: Activate) -> Refusal | None:
    """Why there is no such ability that the player could ever activate, if there is none."""
    permanent = state.permanent(action.permanent)
    abilities = state.abilities(permanent) if permanent is not None else ()
    ability = abilities[action.ability] if 0 <= action.ability < len(abilities) else None
    own = permanent is not None and permanent.controller == action.player
    if permanent is not None and own and ability is None:
        return Refusal(f"{permanent.card.name} has {len(abilities)} activated abilities")
    if permanent is None or ability is None or not (own or ability.by == "anyone"):
        return Refusal(f"{state.name(action.player)} controls no such permanent")
    return Refusal("a mana ability needs no other") if action.mana and ability.mana_ability else None


@obeys("tap_sick", "activate", "summoning_sickness")
def _why_no_cost(state: State, action: Activate, permanent: Permanent, ability: Activated) -> Refusal | None:
    """Why the costs of an ability cannot be paid now, if they cannot."""
    name = permanent.card.name
    if ability.tap and permanent.tapped:
        return refuse(state, f"{name} is tapped", "activate")
    if ability.tap and permanent.sick and state.is_creature(permanent) and not state.has(permanent, "haste"):
        return refuse(state, f"{name} came this turn and cannot be tapped for a cost", "summoning_sickness")
    if ability.mana or ability.more_each_time or action.spend:
        due = _due(state, permanent, action)
        if short := too_little(state, action.player, due):
            return refuse(state, f"{name}'s ability {short}", "mana_types activate" if due.types else "activate")
    if ability.loyalty is not None:  # an ability of the permanent itself may let it be activated at any time (606.3)
        any_time = any(static.loyalty_any_time for static in permanent.card.static)
        free = any_time or main_phase_of(state, permanent.controller)
        if (why := why_no_loyalty(state, permanent, ability, free)) is not None:
            return why
    if ability.life and life_to_pay(state, action.player) < ability.life:
        return refuse(state, f"{name}'s ability costs {ability.life} life", "activate")
    return _why_no_counters(state, action, permanent, ability) if ability.removes or ability.energy else None


@obeys("activate")
def _why_no_counters(state: State, action: Activate, permanent: Permanent, ability: Activated) -> Refusal | None:
    """Why the counters that an ability costs cannot be removed from its permanent or player, if they cannot."""
    name, kind = permanent.card.name, ability.removes_kind
    if permanent.count(kind) < ability.removes:
        costs = f"{ability.removes} {kind} counters".replace("  ", " ")
        return refuse(state, f"{name}'s ability costs {costs}, and it has {permanent.count(kind)}", "activate")
    energy = counters_of(state, action.player).get("energy", 0)
    if energy < ability.energy:
        who = state.name(action.player)
        return refuse(state, f"{name}'s ability costs {ability.energy} energy, and {who} has {energy}", "activate")
    return None


@obeys("planar_die")
def mana_cost(state: State, permanent: Permanent, number: int) -> int:
    """The mana that activating an ability costs now; it may cost more each time in a turn, like the planar die."""
    ability = state.abilities(permanent)[number]
    times = permanent.used.count(_used_as(state, permanent, number)) if ability.more_each_time else 0
    return amount_of(ability.mana) + times * ability.more_each_time


_ABILITY = Spending("ability", frozenset(("activated",)))


def _due(state: State, permanent: Permanent, action: Activate) -> Due:
    """What mana is to be paid for an ability."""
    types = types_of(state.abilities(permanent)[action.ability].mana)
    return Due(mana_cost(state, permanent, action.ability), types, _ABILITY, action.spend)


@obeys("activate", "activate_limits")
def _limits(state: State, action: Activate, permanent: Permanent, ability: Activated) -> Refusal | None:
    """Why the timing of an ability forbids to activate it now, or None (602.5b, 602.5d)."""
    about = About(action.player, permanent.id, permanent.chosen)
    used = _used_as(state, permanent, action.ability)
    if ability.once_each_turn and used in permanent.used:
        why = "was activated this turn; once each turn"
    elif ability.once and used in permanent.used_up:
        why = "was activated before; only once"
    elif ability.only and (missing := failing(state, ability.only, about)):
        why = (
            f"may be activated only if {in_words(missing)}; this is {state.name(state.active)}'s turn, {state.address}"
        )
    else:
        return None
    return refuse(state, f"{permanent.card.name}'s ability {why}", "activate_limits activate")


def _gained_by(state: State, permanent: Permanent, number: int) -> tuple[int, int]:
    """The effect by which a permanent has its n-th ability, and its place in that effect; 0 for one of its card."""
    place = number - len(permanent.card.abilities)
    for effect in state.lasting if place >= 0 else ():
        if effect.affects == permanent.id:
            if place < len(effect.abilities):
                return effect.id, place
            place -= len(effect.abilities)
    return 0, number


def _used_as(state: State, permanent: Permanent, number: int) -> int:
    """How a permanent remembers that it has used its n-th ability: a gained one by a number that no other has."""
    effect, place = _gained_by(state, permanent, number)
    return -effect - place if effect else number


def _ability_of(state: State, action: Activate) -> tuple[Permanent, Activated]:
    """The permanent and the ability that a legal action means."""
    permanent = state.permanent(action.permanent)
    assert permanent is not None  # noqa: S101  # why_not_activate has looked
    return permanent, state.abilities(permanent)[action.ability]


@obeys("special_off", "special_timing", "activate")
def activate(state: State, log: Log, action: Activate, paying: str = "") -> State:
    """Activates an ability: its costs are paid, and it goes on the stack; a mana ability resolves at once.

    A mana ability may be activated while something else is done: ``paying`` are the topics of the rules that let it.
    """
    permanent, ability = _ability_of(state, action)
    seat = action.player
    if ability.leaves:
        moving = (permanent_moving(state, permanent, ability.leaves),)
        if asked := ask_fates(state, moving, ActivateNow(action, paying)):
            return asked if paying else replace(asked, passes=0)
    if ability.mana_ability:
        return _make_mana(state, log, action, paying)
    state = _costs(state, log, action)
    state = is_played(state, log) if state.standing.playing is not None else state
    new = _activated(state, action, permanent, ability)
    if ability.special:
        return push_effects(act(replace(state, serial=new.id), log, seat), new.effects, new)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    emit(log, "stack.push", state, "activate", seat, name=new.name, object=new.id)
    state = becomes_target(state, log, new)
    state = on_counted(state, log, "activate", seat, 0, Happened(spell=new)) if looks(state) else state
    return act(state, log, seat)


class ActivateNow(Task, frozen=True):
    """A player has chosen what becomes of a permanent that they sacrifice to activate its ability."""

    action: Activate
    paying: str = ""


@task(ActivateNow)
def _activate_now(state: State, log: Log, left: ActivateNow) -> State:
    return fates_met(activate(state, log, left.action, left.paying))


def _activated(state: State, action: Activate, permanent: Permanent, ability: Activated) -> StackObject:
    """The activated ability as an object; a mana ability is never on the stack."""
    name = ability.name or permanent.card.name
    targets, target = settled(state, ability.targets, action.target)
    return StackObject(
        state.serial + 1, "ability", name, action.player, ability.do, source=permanent.id, target=target,
        chosen=permanent.chosen, targets=targets, gained=_gained_by(state, permanent, action.ability)[0],
        activated=True, any_target=ability.targets == ANY,
    )  # fmt: skip


@obeys("activate")
def _costs(state: State, log: Log, action: Activate) -> State:
    """Pays what activating an ability costs: mana, life, tapping it, putting it into another zone."""
    permanent, ability = _ability_of(state, action)
    state = pay(state, log, action.player, _due(state, permanent, action))
    used = _used_as(state, permanent, action.ability)
    used_up = (*permanent.used_up, used) if ability.once else permanent.used_up
    state = set_permanent(state, permanent.id, used=(*permanent.used, used), used_up=used_up)
    if ability.loyalty and has_counters(permanent):
        state = add_counters(state, log, permanent, ability.loyalty, "activate")
    if ability.life:
        state = change_life(state, action.player, -ability.life)
        left, name = state.players[action.player].life, permanent.card.name
        emit(log, "life.change", state, "activate", action.player, amount=-ability.life, life=left, by=name)
        state = life_lost(state, log, action.player)
    if ability.removes:
        state = put_counters(state, log, permanent, -ability.removes, ability.removes_kind, "activate")
    if ability.energy:
        state = change_counters(state, log, action.player, "energy", -ability.energy, permanent.card.name, "activate")
    if ability.tap:
        state = tap(state, log, permanent, "activate")
    if ability.leaves:
        state = leave_battlefield(state, log, permanent.id, ability.leaves, "activate")
    return state


@obeys("mana_any_time", "mana_ability")
def _make_mana(state: State, log: Log, action: Activate, paying: str) -> State:
    """A mana ability resolves at once, without the stack (cr2006 406, later 605).

    Its player gets priority again, unless it is activated for something else that is being done (``paying``).
    """
    permanent, ability = _ability_of(state, action)
    new = _activated(state, action, permanent, ability)
    emit(log, "mana.activate", state, paying or "mana_ability", action.player, name=new.name, object=permanent.id)
    state = replace(_costs(state, log, action), serial=new.id)
    return push_effects(state if paying else act(state, log, action.player), new.effects, new)


NO_BOUND = 1_000_000
"""Stands for the mana of an ability that can be activated again and again, or that helps others to make mana."""

NO_HELP = (v.Mana, v.Life, v.Damage, v.Draw, v.May, v.ChooseOne, v.Pay, v.OnlyIf)
"""The effects that do not make it possible to activate one more mana ability."""


def mana_abilities(state: State, seat: int, id: int) -> tuple[int, ...]:
    """The numbers of the mana abilities of a permanent that a player could activate now."""
    permanent = state.permanent(id)
    if permanent is None:
        return ()
    return tuple(
        number
        for number, ability in enumerate(state.abilities(permanent))
        if ability.mana_ability and not why_not_activate(state, Activate(seat, id, number))
    )


def most_mana(state: State, permanent: Permanent) -> int:
    """An upper bound of the mana that a permanent makes with one activation."""
    return max((_mana_of(ability) for ability in state.abilities(permanent) if ability.mana_ability), default=0)


def mana_in_reach(state: State, seat: int) -> int:
    """An upper bound of the mana with which a player can pay: what the pool holds, and what mana abilities add."""
    have = spendable(state, seat)
    # What an ability costs may come from another one.
    rich = with_pool(state, seat, ((ManaKind(color), NO_BOUND) for color in ("", *get_args(Color))))
    for permanent in state.permanents():
        able = mana_abilities(rich, seat, permanent.id)
        have += max((_reach(state.abilities(permanent)[number]) for number in able), default=0)
    return have


def _mana_of(ability: Activated) -> int:
    """The mana that an ability adds for anything, if all of its effects are applied."""
    mana = (effect for effect, _ in parts(ability.do) if isinstance(effect, v.Mana) and not effect.only)
    return sum(max(0, effect.amount) for effect in mana)


def _reach(ability: Activated) -> int:
    """The mana that an ability may add during one payment."""
    once = ability.tap or ability.leaves or ability.once or ability.once_each_turn
    helps = any(isinstance(effect, v.Effect) and not isinstance(effect, NO_HELP) for effect, _ in parts(ability.do))
    return _mana_of(ability) if once and not helps else NO_BOUND


def why_not_asked(state: State, asked: ChoosePayment) -> str:
    """Why a player cannot pay, whatever mana abilities they activate, so that they are not asked; empty if they can."""
    have = spendable(state, asked.player)
    reach = mana_in_reach(state, asked.player) if have < asked.mana else asked.mana
    return _missing(state, asked, reach, "has no more than" if reach > have else "has")


def why_unpaid(state: State, asked: ChoosePayment) -> str:
    """Why a player cannot pay with what they have now; empty if they can."""
    return _missing(state, asked, spendable(state, asked.player), "has")


def _missing(state: State, asked: ChoosePayment, mana: int, verb: str) -> str:
    """What a player lacks (cr2026 118.3)."""
    player, name = state.players[asked.player], state.name(asked.player)
    if mana < asked.mana:
        return f"it costs {asked.mana} mana, and {name} {verb} {mana}"
    if asked.life and (life := life_to_pay(state, asked.player)) < asked.life:
        return f"it costs {asked.life} life, and {name} {f'has {life}' if life else 'can pay none'}"
    if size(player.hand) < asked.discard:
        return f"it costs {asked.discard} cards, and {name} has {size(player.hand)}"
    return ""


@obeys("mana_any_time", "resolve_mana")
def why_not_meanwhile(state: State, asked: ChoosePayment, action: Activate) -> Refusal | None:
    """Why an ability cannot be activated before a player pays: only mana abilities can, if mana is asked for."""
    permanent = state.permanent(action.permanent)
    ability = state.abilities(permanent)[action.ability : action.ability + 1] if permanent is not None else ()
    if ability and not ability[0].mana_ability:
        return refuse(state, f"only mana abilities are activated before {asked.by} is paid for", "resolve_mana")
    if not asked.mana:
        return refuse(state, f"{asked.by} asks for no mana", "resolve_mana")
    return why_not_activate(state, action)


class AskPrice(Task, frozen=True):
    """A player who has activated a mana ability is asked again whether they pay."""

    asked: ChoosePayment


@obeys("resolve_mana")
def activate_meanwhile(state: State, log: Log, asked: ChoosePayment, action: Activate) -> State:
    """A mana ability is activated, and the player is asked again."""
    return activate(push(replace(state, decision=None), AskPrice(asked)), log, action, "mana_ability resolve_mana")


@task(AskPrice)
def _ask_again(state: State, _: Log, again: AskPrice) -> State:
    """A player who has left meanwhile does not pay."""
    return replace(state, decision=again.asked) if again.asked.player in state.rotation.seats else state
