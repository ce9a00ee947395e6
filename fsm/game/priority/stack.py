"""The stack: casting, activating, playing a land, and resolving the top object."""

from __future__ import annotations

from ...cards.abilities import Activated
from ...cards.card import Card
from ...cards.vocabulary import Mana
from ...errors import IllegalAction
from ..combat.damage import deal
from ..objects.conditions import About, failing, in_words, main_phase_of
from ..objects.loyalty import add_counters, has_counters, why_no_loyalty
from ..objects.mana import spend_mana
from ..objects.rebound import rebound
from ..objects.targets import PLAYERS, legal_targets, why_no_target
from ..objects.triggers import on_player
from ..objects.variants import count_spell
from ..objects.zones import enter_battlefield, leave_battlefield, put_card, tap
from ..state.agenda import do_next, push, task
from ..state.attackers import NO_COMBAT
from ..state.decision import Activate, Cast, ChooseDiscards, ChooseOption, PlayLand
from ..state.event import Log, emit
from ..state.pile import UNKNOWN, holds, put, remove
from ..state.state import Permanent, StackObject, State, replace, set_permanent, set_player
from ..state.teams import change_life
from ..state.who import players_meant
from .priority import act
from .windows import why_not_now

ASKED = (ChooseOption, ChooseDiscards)
"""What an effect may ask a player as it happens."""


def why_not_cast(state: State, action: Cast) -> str:
    """Why a card cannot be cast now, or an empty text; the rule is in it."""
    card, seat, edition = action.card, action.player, state.edition
    if "land" in card.type:
        return f"{card.name} is a land: it is played, not cast ({edition.number('land')})"
    if "scheme" in card.type:
        return f"{card.name} is a scheme: it is set in motion, not cast ({edition.number('scheme')})"
    if _needs_main_phase(state, card, seat) and not main_phase_of(state, seat):
        return _not_main(state, seat, card)
    if any(effect.no_spells == seat for effect in state.lasting):
        return f"an effect lets {state.name(seat)} cast no spells ({edition.number('golden_rule')})"
    if card.castable and (why := why_not_now(state, card)):
        return why
    if not holds(state.players[seat].hand, card.name):
        return f"{state.name(seat)} has no {card.name} in hand ({edition.number('cast')})"
    if state.players[seat].mana < card.cost:
        have = state.players[seat].mana
        return f"{card.name} costs {card.cost} and {state.name(seat)} has {have} mana ({edition.number('cast')})"
    return why_no_target(state, card.name, card.targets, seat, action.target, "cast")


def _needs_main_phase(state: State, card: Card, seat: int) -> bool:
    """Whether a card may be cast only as a sorcery: it is none of an instant's speed, or an effect says so."""
    slowed = any(
        static.sorcery_speed and seat in players_meant(state, static.player, p.controller, chosen=p.chosen)
        for p in state.permanents()
        for static in p.card.static
    )
    if slowed or not card.sorcery_timing:
        return slowed
    free = "sorcery" in card.type and any(e.sorceries and e.controller == seat for e in state.lasting)
    return not free


def _not_main(state: State, seat: int, card: Card) -> str:
    rule = state.edition.number("sorcery_timing")
    kind = " ".join(card.type)
    if not state.is_active(seat):
        whose = state.name(state.active)
        return f"{card.name} ({kind}) may be cast only in a turn of one's own; this is {whose}'s ({rule})"
    if state.stack:
        return f"{card.name} ({kind}) may be cast only while the stack is empty ({rule})"
    return f"{card.name} ({kind}) may be cast only in a main phase; this is {state.address} ({rule})"


def cast(state: State, log: Log, action: Cast) -> State:
    """Casts a card: it moves from the hand to the stack, its cost is paid, abilities trigger (409.1, 601.2)."""
    why = why_not_cast(state, action)
    if why:
        raise IllegalAction(why)
    card, seat = action.card, action.player
    state = pay(_from_hand(state, seat, card.name), log, seat, card.cost)
    return act(_put_spell(state, log, card, seat, action.target), log, seat)


def _put_spell(state: State, log: Log, card: Card, seat: int, target: int | None) -> State:
    """A spell that is cast goes on the stack, and abilities trigger on it."""
    target = target if card.targets != "none" else None
    chosen = target if card.targets in PLAYERS and card.is_permanent else None
    spell = StackObject(
        state.serial + 1, "spell", card.name, seat, card.effects, card, target=target, chosen=chosen,
        targets=card.targets, untimely=not main_phase_of(state, seat),
    )  # fmt: skip
    designations = count_spell(state, seat)
    state = replace(state, serial=spell.id, stack=(*state.stack, spell), designations=designations)
    emit(log, "stack.push", state, "cast", seat, name=card.name, object=spell.id)
    if card.on_cast:
        waiting = StackObject(spell.id + 1, "ability", card.name, seat, card.on_cast, target=target)
        state = replace(state, serial=waiting.id, waiting=(*state.waiting, waiting))
        emit(log, "trigger", state, "triggers_stacked", seat, name=card.name, object=waiting.id)
    return on_player(state, log, "casts", seat)


def why_no_land(state: State, action: PlayLand) -> str:
    """Why a land cannot be played now, or an empty text."""
    edition, seat, card = state.edition, action.player, action.card
    if "land" not in card.type:
        return f"{card.name} is no land ({edition.number('land')})"
    if not main_phase_of(state, seat):
        where = f"this is {state.address}" if not state.stack else "the stack is not empty"
        return f"a land is played in a main phase of one's own with an empty stack; {where} ({edition.number('land')})"
    if state.players[seat].lands_played:
        return (
            f"{state.name(seat)} has played a land this turn ({edition.number('land_once') or edition.number('land')})"
        )
    if not holds(state.players[seat].hand, card.name):
        return f"{state.name(seat)} has no {card.name} in hand ({edition.number('land')})"
    return ""


def play_land(state: State, log: Log, action: PlayLand) -> State:
    """Plays a land: a special action, without the stack, that nobody can answer (305.4, 505.5b, 505.6b)."""
    why = why_no_land(state, action)
    if why:
        raise IllegalAction(why)
    seat, card = action.player, action.card
    state = set_player(_from_hand(state, seat, card.name), seat, lands_played=state.players[seat].lands_played + 1)
    emit(log, "land.play", state, "land", seat, name=card.name)
    return act(enter_battlefield(state, log, card, seat), log, seat)


def ability_of(state: State, action: Activate) -> tuple[Permanent, Activated]:
    """The permanent and the ability that an action means; ``IllegalAction`` if there is none."""
    permanent = state.permanent(action.permanent)
    if permanent is None:
        raise IllegalAction(f"{state.name(action.player)} controls no such permanent")
    own = permanent.controller == action.player
    if own and not 0 <= action.ability < len(permanent.card.abilities):
        raise IllegalAction(f"{permanent.card.name} has {len(permanent.card.abilities)} activated abilities")
    ability = permanent.card.abilities[action.ability] if 0 <= action.ability < len(permanent.card.abilities) else None
    if ability is None or not (own or ability.by == "anyone"):
        raise IllegalAction(f"{state.name(action.player)} controls no such permanent")
    return permanent, ability


def why_not_activate(state: State, action: Activate) -> str:
    """Why an ability cannot be activated now, or an empty text."""
    permanent, ability = ability_of(state, action)
    name, rule = permanent.card.name, state.edition.number("activate")
    if ability.tap and permanent.tapped:
        return f"{name} is tapped ({rule})"
    if ability.tap and permanent.sick and "creature" in permanent.card.type and not state.has(permanent, "haste"):
        return f"{name} came this turn and cannot be tapped for a cost ({state.edition.number('summoning_sickness')})"
    if state.players[action.player].mana < ability.mana:
        return f"{name}'s ability costs {ability.mana} mana ({rule})"
    if ability.loyalty is not None:
        why = why_no_loyalty(state, permanent, ability, _loyalty_now(state, permanent))
        if why:
            return why
    if state.players[action.player].life < ability.life:
        return f"{name}'s ability costs {ability.life} life ({rule})"
    return _limits(state, action, permanent, ability) or why_no_target(
        state, name, ability.targets, action.player, action.target, "activate"
    )


def _limits(state: State, action: Activate, permanent: Permanent, ability: Activated) -> str:
    """Why an ability that may not be activated at any time cannot be now, or an empty text (602.5b, 602.5d)."""
    name, rule = permanent.card.name, state.edition.number("activate_limits") or state.edition.number("activate")
    if ability.once_each_turn and action.ability in permanent.used:
        return f"{name}'s ability was activated this turn; once each turn ({rule})"
    if ability.once and action.ability in permanent.used_up:
        return f"{name}'s ability was activated before; only once ({rule})"
    about = About(action.player, permanent.id, permanent.chosen)
    if ability.only and (missing := failing(state, ability.only, about)):
        return f"{name}'s ability may be activated only if {in_words(missing)}; this is {state.address} ({rule})"
    return ""


def _loyalty_now(state: State, permanent: Permanent) -> bool:
    """Whether a loyalty ability may be activated at this moment (606.3), also by what the permanent itself says."""
    any_time = any(static.loyalty_any_time for static in permanent.card.static)
    return any_time or main_phase_of(state, permanent.controller)


def activate(state: State, log: Log, action: Activate) -> State:
    """Activates an ability: its costs are paid and it goes on the stack, or, if it makes mana, happens at once."""
    why = why_not_activate(state, action)
    if why:
        raise IllegalAction(why)
    permanent, ability = ability_of(state, action)
    seat = action.player
    if ability.mana_ability:
        return _make_mana(state, log, action)
    state = _costs(state, log, action)
    new = _activated(state, action, permanent, ability)
    if ability.special:
        return _at_once(act(replace(state, serial=new.id), log, seat), new)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    emit(log, "stack.push", state, "activate", seat, name=new.name, object=new.id)
    return act(state, log, seat)


def _at_once(state: State, new: StackObject) -> State:
    """All that an ability says is to be done, without the stack."""
    for effect in reversed(new.effects):
        state = push(state, "effect", effect, new)
    return state


def _activated(state: State, action: Activate, permanent: Permanent, ability: Activated) -> StackObject:
    """The ability that is activated, as an object; that of a mana ability never is on the stack."""
    name = ability.name or permanent.card.name
    return StackObject(
        state.serial + 1, "ability", name, action.player, ability.do, source=permanent.id, target=action.target,
        chosen=permanent.chosen, targets=ability.targets,
    )  # fmt: skip


def _costs(state: State, log: Log, action: Activate) -> State:
    """Pays what activating an ability costs: mana, tapping, sacrificing."""
    permanent, ability = ability_of(state, action)
    state = pay(state, log, action.player, ability.mana)
    used_up = (*permanent.used_up, action.ability) if ability.once else permanent.used_up
    state = set_permanent(state, permanent.id, used=(*permanent.used, action.ability), used_up=used_up)
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
    """A mana ability happens at once, all of it, off the stack (cr2006 406, later 605).

    ``paying``: it is activated for something else that is being done; else its player gets priority again.
    """
    permanent, ability = ability_of(state, action)
    new = _activated(state, action, permanent, ability)
    emit(log, "mana.activate", state, "mana_ability", action.player, name=new.name, object=permanent.id)
    state = replace(_costs(state, log, action), serial=new.id)
    return _at_once(state if paying else act(state, log, action.player), new)


def mana_ability(state: State, seat: int, id: int) -> Activate | None:
    """The first mana ability of a permanent that its controller could activate now, if there is one."""
    permanent = state.permanent(id)
    if permanent is None or permanent.controller != seat:
        return None
    for number, ability in enumerate(permanent.card.abilities):
        action = Activate(seat, id, number)
        if ability.mana_ability and not why_not_activate(state, action):
            return action
    return None


def most_mana(state: State, seat: int) -> int:
    """No less than the mana that a player's permanents could make if each made mana once."""
    made = 0
    for permanent in state.permanents(seat):
        abilities = (ability for ability in permanent.card.abilities if ability.mana_ability)
        made += max((sum(max(0, e.amount) for e in a.do if isinstance(e, Mana)) for a in abilities), default=0)
    return made


def make_mana(state: State, log: Log, seat: int, id: int) -> State:
    """While a player pays for something, a permanent makes mana for it, and does all else it says (308.2e, 508.1h).

    What asks a player for a choice cannot be activated then: the payment would have to wait for the answer.
    """
    action, permanent = mana_ability(state, seat, id), state.permanent(id)
    rule = state.edition.number("attack_mana")
    if action is None or permanent is None:
        name = permanent.card.name if permanent else "what is not on the battlefield"
        raise IllegalAction(f"{name} cannot make mana now ({rule})")
    below = len(state.agenda)
    state = _make_mana(state, log, action, paying=True)
    while len(state.agenda) > below and state.decision is None and state.outcome is None:
        state = do_next(state, log)
    if isinstance(state.decision, ASKED):
        name = permanent.card.name
        raise IllegalAction(f"{name} asks for a choice, which cannot be made during a payment ({rule})")
    return state


@task("resolve")
def resolve(state: State, log: Log) -> State:
    """The top object resolves; with no legal target left it does not (413, 608)."""
    top = state.stack[-1]
    if top.kind == "damage":
        return _damage_resolves(state, log, top)
    if _target_is_gone(state, top):
        state = replace(state, stack=state.stack[:-1])
        emit(log, "stack.remove", state, "fizzle", top.controller, name=top.name, object=top.id)
        return _spell_leaves(state, log, top, "fizzle")
    missing = failing(state, top.provided, About(top.controller, top.source, top.chosen)) if top.provided else ""
    if missing:
        state = replace(state, stack=state.stack[:-1])
        unless = in_words(missing)
        emit(log, "stack.remove", state, "intervening_if", top.controller, name=top.name, object=top.id, unless=unless)
        return state
    emit(log, "stack.resolve", state, "resolve", top.controller, name=top.name, object=top.id)
    state = push(state, "finish", top)
    for effect in reversed(top.effects):
        state = push(state, "effect", effect, top)
    return state


@task("finish")
def finish_resolving(state: State, log: Log, top: StackObject) -> State:
    """Having done what it says, the object leaves the stack: a permanent enters, other cards are put away."""
    if top not in state.stack:
        return state
    state = replace(state, stack=tuple(o for o in state.stack if o is not top))
    if top.card is not None and top.card.is_permanent:
        return enter_battlefield(
            state, log, top.card, top.controller, token=top.copy, chosen=top.chosen, untimely=top.untimely
        )
    if top.card is not None and top.card.rebound and not (top.copy or top.again):
        return rebound(state, log, top.card, top.controller, top)
    return _spell_leaves(state, log, top, "resolve")


def counter(state: State, log: Log, answered: StackObject) -> State:
    """A spell or ability leaves the stack without resolving (cr2006 414.1, cr2011 701.5a, cr2026 701.6a)."""
    state = replace(state, stack=tuple(o for o in state.stack if o is not answered))
    emit(log, "stack.remove", state, "counter", answered.controller, name=answered.name, object=answered.id)
    return _spell_leaves(state, log, answered, "counter")


def copy(state: State, log: Log, copied: StackObject, seat: int) -> State:
    """A copy of a spell is put on the stack; it has the same targets, is not cast, and is controlled by who copies.

    cr2006 503.10, cr2011 706.10, cr2026 707.10.
    """
    new = replace(copied, id=state.serial + 1, controller=seat, copy=True)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    emit(log, "stack.copy", state, "copy_spell", seat, name=new.name, object=new.id)
    return state


def remove_all(state: State, log: Log, topics: str) -> State:
    """Every object leaves the stack for the exile zone, the one that is resolving too."""
    resolving = state.stack[-1] if state.at.substate == "resolving" and state.stack else None
    while state.stack:
        top = state.stack[-1]
        state = replace(state, stack=state.stack[:-1])
        how = {"resolving": True} if top is resolving else {}
        if top.card is not None and not top.copy:
            owner = state.players[top.controller]
            state = set_player(state, top.controller, exile=put(owner.exile, top.name))
        emit(log, "stack.remove", state, topics, top.controller, name=top.name, object=top.id, to="exile", **how)
    return state


def _damage_resolves(state: State, log: Log, top: StackObject) -> State:
    """Combat damage on the stack is dealt, all of it, as it was assigned (cr2006 310.4)."""
    combat = state.combat or NO_COMBAT
    state = replace(state, stack=state.stack[:-1], combat=replace(combat, pending=()))
    emit(log, "stack.resolve", state, "deal_damage", top.controller, name=top.name, object=top.id)
    return deal(state, log, combat.pending)


def _target_is_gone(state: State, top: StackObject) -> bool:
    """Whether the target is no longer legal; abilities whose targets are not said look for none."""
    if top.targets == "none" or top.target is None:
        return False
    return top.target not in legal_targets(state, top.targets, top.controller)


def _spell_leaves(state: State, log: Log, top: StackObject, topics: str) -> State:
    """A card that does not stay is put into its owner's graveyard; an ability and a copy leave nothing behind."""
    if top.card is None or top.copy or top.controller not in state.rotation.seats:
        return state
    return put_card(state, log, top.controller, top.name, "graveyard", topics)


def _from_hand(state: State, seat: int, name: str) -> State:
    """Takes a card from a hand; if it is not among the named ones, an unknown one turns out to be it."""
    hand = state.players[seat].hand
    known = name if any(name == n for n, _ in hand) else UNKNOWN
    return set_player(state, seat, hand=remove(hand, known))


def pay(state: State, log: Log, seat: int, amount: int, topics: str = "cast") -> State:
    """A player pays mana out of his pool."""
    if not amount:
        return state
    state = spend_mana(state, seat, amount)
    emit(log, "mana.pay", state, topics, seat, amount=amount)
    return state
