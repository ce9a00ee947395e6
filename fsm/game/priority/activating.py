"""Activating abilities: whether a player may, what it costs, and mana abilities, which happen at once (411, 602)."""

from __future__ import annotations

from ...cards.abilities import Activated
from ...cards.vocabulary import Mana, parts
from ..objects.conditions import About, failing, in_words, main_phase_of
from ..objects.gaining import gained_by, used_as
from ..objects.loyalty import add_counters, has_counters, why_no_loyalty
from ..objects.mana import pay
from ..objects.replacing import ask_fates, fates_met, permanent_moving
from ..objects.revealing import begin_playing, is_played
from ..objects.targets import why_no_target
from ..objects.zones import leave_battlefield, tap
from ..state.agenda import Task, do_next, push_effects, task
from ..state.decision import Activate, Cast, ChooseDiscards, ChooseOption
from ..state.event import Log, emit
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, StackObject, State, replace, set_permanent
from ..state.teams import change_life
from .priority import act
from .windows import why_not_now

ASKED = (ChooseOption, ChooseDiscards)
"""The effects that may ask a player for a decision."""


def why_not_activate(state: State, action: Activate) -> Refusal | None:
    """Why an ability cannot be activated now, if it cannot.

    Rules: ability_any_time.
    """
    permanent = state.permanent(action.permanent)
    abilities = state.abilities(permanent) if permanent is not None else ()
    ability = abilities[action.ability] if 0 <= action.ability < len(abilities) else None
    own = permanent is not None and permanent.controller == action.player
    if permanent is not None and own and ability is None:
        return Refusal(f"{permanent.card.name} has {len(abilities)} activated abilities")
    if permanent is None or ability is None or not (own or ability.by == "anyone"):
        return Refusal(f"{state.name(action.player)} controls no such permanent")
    if action.mana:
        made = (
            Refusal("a mana ability needs no other")
            if ability.mana_ability
            else with_mana(state, None, action, "activate")
        )
        return (
            made if isinstance(made, Refusal) else why_not_activate(made, replace(action, mana=(), mana_abilities=()))
        )
    return (
        _why_no_cost(state, action, permanent, ability)
        or _limits(state, action, permanent, ability)
        or why_not_now(state, ability.activable, f"{permanent.card.name}'s ability may be activated", "activate")
        or why_no_target(state, permanent.card.name, ability.targets, action.player, action.target, "activate")
    )


def _why_no_cost(state: State, action: Activate, permanent: Permanent, ability: Activated) -> Refusal | None:
    """Why the costs of an ability cannot be paid now, if they cannot.

    Rules: tap_sick.
    """
    name, player = permanent.card.name, state.players[action.player]
    if ability.tap and permanent.tapped:
        return refuse(state, f"{name} is tapped", "activate")
    if ability.tap and permanent.sick and state.is_creature(permanent) and not state.has(permanent, "haste"):
        return refuse(state, f"{name} came this turn and cannot be tapped for a cost", "summoning_sickness")
    mana = mana_cost(state, permanent, action.ability)
    if player.mana < mana:
        return refuse(state, f"{name}'s ability costs {mana} mana", "activate")
    if ability.loyalty is not None:
        why = why_no_loyalty(state, permanent, ability, _loyalty_now(state, permanent))
        if why is not None:
            return why
    if player.life < ability.life:
        return refuse(state, f"{name}'s ability costs {ability.life} life", "activate")
    return None


def mana_cost(state: State, permanent: Permanent, number: int) -> int:
    """The mana that activating an ability costs now; it may cost more each time in a turn, like the planar die.

    Rules: planar_die.
    """
    ability = state.abilities(permanent)[number]
    times = permanent.used.count(used_as(state, permanent, number)) if ability.more_each_time else 0
    return ability.mana + times * ability.more_each_time


def _limits(state: State, action: Activate, permanent: Permanent, ability: Activated) -> Refusal | None:
    """Why the timing of an ability forbids to activate it now, or None (602.5b, 602.5d)."""
    about = About(action.player, permanent.id, permanent.chosen)
    used = used_as(state, permanent, action.ability)
    if ability.once_each_turn and used in permanent.used:
        why = "was activated this turn; once each turn"
    elif ability.once and used in permanent.used_up:
        why = "was activated before; only once"
    elif ability.only and (missing := failing(state, ability.only, about)):
        why = f"may be activated only if {in_words(missing)}; this is {state.address}"
    else:
        return None
    return refuse(state, f"{permanent.card.name}'s ability {why}", "activate_limits activate")


def _ability_of(state: State, action: Activate) -> tuple[Permanent, Activated]:
    """The permanent and the ability that a legal action means."""
    permanent = state.permanent(action.permanent)
    assert permanent is not None  # noqa: S101  # why_not_activate has looked
    return permanent, state.abilities(permanent)[action.ability]


def _loyalty_now(state: State, permanent: Permanent) -> bool:
    """Whether a loyalty ability may be activated now (606.3), also by an ability of the permanent itself."""
    any_time = any(static.loyalty_any_time for static in permanent.card.static)
    return any_time or main_phase_of(state, permanent.controller)


def activate(state: State, log: Log, action: Activate) -> State:
    """Activates an ability: its costs are paid, and it goes on the stack; a mana ability resolves at once.

    Rules: special_off.
    """
    permanent, ability = _ability_of(state, action)
    seat = action.player
    if ability.sacrifice:
        asked = ask_fates(state, (permanent_moving(state, permanent, "graveyard"),), ActivateNow(action))
        if asked is not None:
            return replace(asked, passes=0)
    if ability.mana_ability:
        return _make_mana(state, log, action)
    if action.mana:
        made = with_mana(state, log, action, "activate")
        assert isinstance(made, State)  # noqa: S101  # why_not_activate has tried it
        state = made
    state = _costs(state, log, action)
    state = is_played(state, log) if action.mana else state
    new = _activated(state, action, permanent, ability)
    if ability.special:
        return _at_once(act(replace(state, serial=new.id), log, seat), new)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    emit(log, "stack.push", state, "activate", seat, name=new.name, object=new.id)
    return act(state, log, seat)


class ActivateNow(Task, frozen=True):
    """A player has chosen what becomes of a permanent that they sacrifice to activate its ability."""

    action: Activate


@task(ActivateNow)
def _activate_now(state: State, log: Log, left: ActivateNow) -> State:
    return fates_met(activate(state, log, left.action))


def _at_once(state: State, new: StackObject) -> State:
    """Carries out all effects of an ability, without the stack."""
    return push_effects(state, new.effects, new)


def _activated(state: State, action: Activate, permanent: Permanent, ability: Activated) -> StackObject:
    """The activated ability as an object; a mana ability is never on the stack."""
    name = ability.name or permanent.card.name
    return StackObject(
        state.serial + 1, "ability", name, action.player, ability.do, source=permanent.id, target=action.target,
        chosen=permanent.chosen, targets=ability.targets, gained=gained_by(state, permanent, action.ability)[0],
    )  # fmt: skip


def _costs(state: State, log: Log, action: Activate) -> State:
    """Pays what activating an ability costs: mana, tapping, sacrificing."""
    permanent, ability = _ability_of(state, action)
    state = pay(state, log, action.player, mana_cost(state, permanent, action.ability))
    used = used_as(state, permanent, action.ability)
    used_up = (*permanent.used_up, used) if ability.once else permanent.used_up
    state = set_permanent(state, permanent.id, used=(*permanent.used, used), used_up=used_up)
    if ability.loyalty and has_counters(permanent):
        state = add_counters(state, log, permanent, ability.loyalty, "activate")
    if ability.life:
        state = change_life(state, action.player, -ability.life)
        left, name = state.players[action.player].life, permanent.card.name
        emit(log, "life.change", state, "activate", action.player, amount=-ability.life, life=left, by=name)
    if ability.tap:
        state = tap(state, log, permanent, "activate")
    if ability.sacrifice:
        state = leave_battlefield(state, log, permanent.id, "graveyard", "activate")
    return state


def _make_mana(state: State, log: Log, action: Activate, paying: bool = False) -> State:
    """A mana ability resolves at once, without the stack (cr2006 406, later 605).

    ``paying``: it is activated for something else that is being done; else its player gets priority again.

    Rules: mana_any_time.
    """
    permanent, ability = _ability_of(state, action)
    new = _activated(state, action, permanent, ability)
    emit(log, "mana.activate", state, "mana_ability", action.player, name=new.name, object=permanent.id)
    state = replace(_costs(state, log, action), serial=new.id)
    return _at_once(state if paying else act(state, log, action.player), new)


def mana_abilities(state: State, seat: int, id: int) -> tuple[int, ...]:
    """The numbers of the mana abilities of a permanent that its controller could activate now."""
    permanent = state.permanent(id)
    if permanent is None or permanent.controller != seat:
        return ()
    return tuple(
        number
        for number, ability in enumerate(state.abilities(permanent))
        if ability.mana_ability and not why_not_activate(state, Activate(seat, id, number))
    )


def most_mana(state: State, permanent: Permanent) -> int:
    """An upper bound of the mana that a permanent can make at one time."""
    abilities = (ability for ability in state.abilities(permanent) if ability.mana_ability)
    return max((sum(max(0, e.amount) for e, _ in parts(a.do) if isinstance(e, Mana)) for a in abilities), default=0)


def make_mana(
    state: State, log: Log, seat: int, id: int, number: int | None = None, topic: str = "attack_mana"
) -> State | Refusal:
    """While a player pays a cost, a permanent makes mana, with all other effects of its ability (308.2e, 508.1h).

    ``number`` is that of the ability; without it the first that can be activated is used. ``topic`` is the rule by
    which the player makes mana now. What asks a player for a
    choice cannot be activated then: the payment would have to wait for the answer.
    """
    able, permanent = mana_abilities(state, seat, id), state.permanent(id)
    if permanent is None or not able or number not in (None, *able):
        return refuse(state, f"{named(state, id)} cannot make mana now", topic)
    below = len(state.agenda)
    action = Activate(seat, id, able[0] if number is None else number)
    state = _make_mana(state, log, action, paying=True)
    while len(state.agenda) > below and state.decision is None and state.outcome is None:
        state = do_next(state, log)
    if isinstance(state.decision, ASKED):
        why = f"{permanent.card.name} asks for a choice, which cannot be made during a payment"
        return refuse(state, why, topic)
    return state


def with_mana(state: State, log: Log, action: Cast | Activate, topic: str) -> State | Refusal:
    """The state after the mana abilities that are activated as a spell is cast or an ability activated (409.1, 601.2).

    Each does all that it says. What nobody may see before that is done stays hidden (``is_played``).
    """
    numbers: tuple[int | None, ...] = action.mana_abilities or (None,) * len(action.mana)
    if len(numbers) != len(action.mana):
        counted = f"{len(action.mana)} permanents and {len(numbers)} abilities"
        return refuse(state, f"each permanent makes mana with one ability; there are {counted}", topic)
    before, state = _place(state), begin_playing(replace(state, decision=None))
    for id, number in zip(action.mana, numbers, strict=True):
        made = make_mana(state, log, action.player, id, number, topic)
        if isinstance(made, Refusal):
            return made
        if _place(made) != before:
            return refuse(state, f"{named(state, id)} would move play elsewhere before this is done", topic)
        state = made
    return state


def _place(state: State) -> tuple[object, ...]:
    return state.turn, state.at.name, state.rotation.seats, state.outcome
