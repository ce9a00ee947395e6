"""Triggered abilities: they trigger at once, and wait until a player would get priority (see ``stacking``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ....cards.abilities import CAUSES, ENTERS, NAMES_OF_COUNTED, OF_TRIGGERS, Again, Triggered
from ....cards.kinds import with_word
from ....cards.terms import Who, parts
from ....cards.vocabulary import ChooseOne, Effect, May, OnceEachTurn, OnlyIf, Pay
from ....edition import obeys
from ...state.budget import check_count
from ...state.event import Log, emit
from ...state.index import Abilities
from ...state.piles.pile import CardId
from ...state.state import Permanent, StackObject, State, replace
from ...state.tally import counted, done_this_turn
from ..cards.moving import card_at
from . import delayed
from .conditions import About, failing, in_words, occurrence

Effects = tuple[Effect, ...]
Doubling = tuple[tuple[Permanent, Again], ...]


class Happened(msgspec.Struct, frozen=True, gc=False):
    """What an event is about: a player, a permanent, an amount of damage, the card that the permanent became.

    The card is there if abilities can find it. ``spell`` was cast, or is an ability that was activated. If the
    permanent has left, ``before`` is the state in which it was still there, and ``again`` what was there then that
    makes abilities trigger an additional time.
    """

    about: int | None = None
    that: int | None = None
    amount: int = 0
    found: CardId | None = None
    spell: StackObject | None = None
    before: State | None = None
    again: Doubling | None = None


NOTHING = Happened()

CARRIED = "attached permanent leaves"
"""The event of what is attached to something that leaves the battlefield in any way."""


@obeys("at_beginning", "delayed_trigger")
def at_beginning(state: State, log: Log, kind: str, node: str) -> State:
    """Abilities that trigger at the beginning of a step or phase (cr2006 300.5, later 500.6)."""
    seats, number = state.team(state.active), 0
    having = state.index.triggers.get(kind, ())
    for permanent, ability in (*having, *_of_emblems(state, kind)) if state.standing.emblems else having:
        if not is_whose(state, ability, permanent, seats):
            continue
        if ability.nth:
            number = number or occurrence(state, kind, node)
        if ability.nth in (0, number):
            for do in _for_each_active(state, ability):
                what = NOTHING if permanent.attached is None else Happened(that=permanent.attached)
                state = trigger_one(state, log, ability, permanent, do, what, "at_beginning")
    for one in delayed.due(state, kind, node) if state.delayed else ():
        state, waiting = delayed.triggered(state, one)
        state = wait(state, log, waiting, "delayed_trigger")
    return state


def _of_emblems(state: State, *events: str) -> Abilities:
    """The abilities of emblems that trigger on any of these (cr2011 114.3)."""
    return tuple((one, a) for one in state.standing.emblems for a in one.card.triggers if a.when in events)


@obeys("team_each_player")
def _for_each_active(state: State, ability: Triggered) -> tuple[Effects, ...]:
    """The effects of an ability, once; or for each player of an active team, if it names "that player" (805.4d).

    Here that is an ability of ``each`` player's or opponent's step whose effects name the ``active`` player.
    Earlier editions have no such rule, and are read in the same way.
    """
    team = state.team(state.active)
    if len(team) == 1 or ability.whose not in ("each", "opponents") or ability.do == _all_about(ability.do, ""):
        return (ability.do,)
    return tuple(_all_about(ability.do, state.name(seat)) for seat in team)


def _about(effect: Effect, name: str) -> Effect:
    """The effect with a player's name instead of "that player", also in optional effects and choices."""
    if isinstance(effect, May | OnceEachTurn | OnlyIf | Pay):
        effect = replace(effect, do=_all_about(effect.do, name))
    if isinstance(effect, OnlyIf | Pay):
        effect = replace(effect, otherwise=_all_about(effect.otherwise, name))
    if isinstance(effect, ChooseOne):
        effect = replace(effect, options=tuple(replace(o, do=_all_about(o.do, name)) for o in effect.options))
    players = getattr(effect, "player", None)
    if isinstance(players, tuple) and "active" in players:
        return replace(effect, player=tuple(Who(name) if who == "active" else who for who in players))
    return replace(effect, player=Who(name)) if players == "active" else effect


def _all_about(effects: Effects, name: str) -> Effects:
    return tuple(_about(effect, name) for effect in effects)


def on_event(state: State, log: Log, event: str, permanent: Permanent, what: Happened = NOTHING) -> State:
    """Abilities of a permanent that trigger on an event of it."""
    for ability in permanent.card.triggers:
        if ability.when == event:
            own = [one for one in permanent.card.triggers if one.when == event]
            return _own(state, log, event, own, permanent, replace(what, that=permanent.id))
    return state


TOPIC = "event_trigger"


@obeys(TOPIC)
def _own(
    state: State, log: Log, event: str, own: list[Triggered], permanent: Permanent, what: Happened, topic: str = TOPIC
) -> State:
    """These abilities of a permanent trigger, if the event has happened to it as often as they say."""
    number = 0
    if any(ability.nth for ability in own):
        state, number = counted(state, event, permanent.id)
    for ability in own:
        if ability.nth in (0, number):
            state = trigger_one(state, log, ability, permanent, ability.do, what, topic)
    return state


def on_blocks(
    state: State, log: Log, event: str, permanent: Permanent, what: Happened, topic: str, before: int = 0, now: int = 1
) -> State:
    """Abilities of a creature that trigger on blocks, of which there were so many ``before``, and are ``now``.

    They trigger once as the first block is declared, or as the number ``at_least`` is reached.
    """
    abilities = (ability for ability in permanent.card.triggers if ability.when == event)
    own = [ability for ability in abilities if before < (ability.at_least or 1) <= now]
    return _own(state, log, event, own, permanent, what, topic) if own else state


Watchers = tuple[Permanent, ...]


def watchers(state: State, event: str) -> Watchers:
    """The permanents with an ability that looks at what creatures do; triggering does not change them."""
    return _having(state, *(f"{whose} creature {event}" for whose in ("your", "attached", "a")))


def _having(state: State, *events: str) -> Watchers:
    """The permanents with abilities that trigger on any of these, the oldest first."""
    known = state.index.triggers
    having = {p.id: p for event in events for p, _ in known.get(event, ())}
    return tuple(having[id] for id in sorted(having))


def on_leave(state: State, log: Log, permanent: Permanent, what: Happened) -> State:
    """Abilities that trigger as a permanent leaves: its own, and those of what was attached to it."""
    state = on_event(state, log, "leaves", permanent, what)
    having = _having(state if what.before is None else what.before, CARRIED)
    carried = [p for p in having if p.attached == permanent.id]
    return _watched(state, log, CARRIED, permanent.id, carried, replace(what, that=permanent.id))


@obeys("attacks_with")
def on_creature(
    state: State, log: Log, event: str, creature: Permanent, there: Watchers, what: Happened = NOTHING
) -> State:
    """Abilities that trigger on what a creature does: its own, and those of the ``watchers``."""
    state = on_event(state, log, event, creature, what)
    if state.delayed and (what.before or state).is_creature(creature):
        events = (f"your creature {event}", f"a creature {event}")
        state = _awaited(state, log, events, creature.controller, replace(what, that=creature.id))
    if not there:
        return state
    own = [p for p in there if p.controller == creature.controller]
    carried = [p for p in there if p.attached == creature.id]
    what = replace(what, that=creature.id)
    state = _watched(state, log, f"your creature {event}", creature.controller, own, what)
    state = _watched(state, log, f"attached creature {event}", creature.id, carried, what)
    return _watched(state, log, f"a creature {event}", creature.controller, list(there), what)


def _watched(state: State, log: Log, event: str, subject: int, watching: list[Permanent], what: Happened) -> State:
    """Abilities of permanents that look at what a creature does, counted for a subject."""
    abilities = [(p, ability) for p in watching for ability in p.card.triggers if ability.when == event]
    if not abilities:
        return state
    state, number = counted(state, event, subject)
    for permanent, ability in abilities:
        if ability.nth in (0, number):
            state = trigger_one(state, log, ability, permanent, ability.do, what)
    return state


@obeys("player_attacks")
def on_player(state: State, log: Log, event: str, seat: int, what: Happened = NOTHING) -> State:
    """Abilities that trigger on what a player does: draws, discards, casts, attacks, has a permanent untap.

    Another player whom the event is about is who is attacked, or attacks.
    """
    state, number = counted(state, event, seat)
    return on_counted(state, log, event, seat, number, what) if looks(state) else state


def looks(state: State) -> bool:
    """Whether anything may have an ability that looks at what players do."""
    return bool(state.battlefield or state.standing.emblems or state.delayed)


def on_counted(state: State, log: Log, event: str, seat: int, number: int, what: Happened = NOTHING) -> State:
    """As ``on_player``, when a player has done it for the n-th time this turn."""
    having = state.index.looking.get(event, ())
    if state.standing.emblems:
        having = (*having, *_of_emblems(state, *NAMES_OF_COUNTED[event]))
    for permanent, ability in having:
        if ability.nth not in (0, number):
            continue
        own = ability.when.startswith("you ")
        if permanent.controller == seat if own else is_whose(state, ability, permanent, (seat,)):
            about = what.about if what.about is not None else permanent.chosen if own else seat
            state = trigger_one(state, log, ability, permanent, ability.do, replace(what, about=about))
    if not state.delayed:
        return state
    what = what if what.about is not None else replace(what, about=seat)
    return _awaited(state, log, NAMES_OF_COUNTED[event], seat, what)


@obeys("delayed_trigger")
def _awaited(state: State, log: Log, events: tuple[str, ...], seat: int, what: Happened) -> State:
    """Delayed abilities trigger on an event, by its names; it is about that player, or a permanent of theirs."""
    known = {"that": what.that, "amount": what.amount, "found": what.found, "subject": what.spell}
    for one in (one for event in events for one in delayed.awaiting(state, event, seat)):
        about = About(one.controller, one.source, what.about, what.that)
        if _is_of(state, one.of, what) and not failing(state, one.while_, about):
            state, waiting = delayed.triggered(state, one, chosen=what.about, **known)
            state = _on_trigger(wait(state, log, waiting, "delayed_trigger"), log, events[0], waiting)
    return state


@obeys("enters_seen", "event_trigger")
def on_enter(state: State, log: Log, new: tuple[int, ...]) -> State:
    """Abilities that look at what enters: those of all that is on the battlefield then, also of what enters with it."""
    looking = (*_having(state, *ENTERS), *dict.fromkeys(one for one, _ in _of_emblems(state, *ENTERS)))
    if not looking and not state.delayed:
        return state
    for entering in (p for p in state.battlefield if p.id in new):
        what = Happened(entering.controller, entering.id)
        for permanent in looking:
            for ability in permanent.card.triggers:
                if _sees(state, ability, permanent, entering):
                    state = trigger_one(state, log, ability, permanent, ability.do, what, "event_trigger enters_seen")
        if state.delayed:
            events = ENTERS if state.is_creature(entering) else ("a permanent enters",)
            state = _awaited(state, log, events, entering.controller, what)
    return state


def _sees(state: State, ability: Triggered, permanent: Permanent, entering: Permanent) -> bool:
    """Whether an ability of a permanent looks at such a newcomer."""
    if ability.when == "your creature enters":
        return permanent.controller == entering.controller and state.is_creature(entering)
    return ability.when == "a permanent enters" and is_whose(state, ability, permanent, (entering.controller,))


def on_untap(state: State, log: Log, untapped: Permanent) -> State:
    """Abilities that trigger as a permanent becomes untapped: its own, and those that look at all permanents."""
    state = on_event(state, log, "untaps", untapped)
    return on_player(state, log, "untap", untapped.controller, Happened(that=untapped.id))


def is_whose(state: State, ability: Triggered, permanent: Permanent, seats: tuple[int, ...]) -> bool:
    """Whether an ability looks at a player's things: a step of an active team, or a permanent of one player."""
    if ability.whose == "each":
        return True
    if ability.whose == "chosen":
        return permanent.chosen in seats
    if ability.whose == "you":
        return permanent.controller in seats
    return seats[0] not in state.team(permanent.controller)


@obeys("trigger_controller", "trigger_each", "event_trigger", "intervening_if", "done_once")
def trigger_one(
    state: State, log: Log, ability: Triggered, permanent: Permanent, do: Effects, what: Happened, topic: str = TOPIC
) -> State:
    """An ability of a permanent triggers, if its conditions hold; an event notes an "if" that does not hold."""
    if ability.of and not _is_of(state, tuple(with_word(kind, permanent.word) for kind in ability.of), what):
        return state
    name, controller = ability.name or permanent.card.name, permanent.controller
    chosen = permanent.chosen if what.about is None else what.about
    about = About(controller, permanent.id, chosen, what.that)
    if ability.while_ and failing(state, ability.while_, about):
        return state
    if done_this_turn(state, name, controller, permanent.id) and any(isinstance(p, OnceEachTurn) for p, _ in parts(do)):
        return state  # it lets its controller do that only once each turn (cr2026 603.2h)
    if ability.if_ and (missing := failing(state, ability.if_, about)):
        emit(log, "trigger.not", state, "intervening_if", controller, name=name, unless=in_words(missing))
        return state
    waiting = StackObject(
        state.serial + 1, "ability", name, controller, do, source=permanent.id, target=chosen, chosen=chosen,
        targets=ability.targets, provided=ability.if_, that=what.that, amount=what.amount, found=what.found,
        subject=what.spell,
    )  # fmt: skip
    return wait_often(state, log, waiting, topic, ability.when, permanent, what)


@obeys("trigger_again")
def wait_often(
    state: State, log: Log, ability: StackObject, topics: str, when: str, permanent: Permanent, what: Happened = NOTHING
) -> State:
    """An ability of a permanent has triggered on an event, perhaps several times; each of them waits by itself."""
    doubling = state.index.again if what.again is None else what.again
    times = sum(_again(state, one, again, when, permanent, what) for one, again in doubling) if doubling else 0
    state = wait(replace(state, serial=ability.id), log, ability, topics)
    for id in range(ability.id + 1, ability.id + 1 + times):
        state = wait(replace(state, serial=id), log, replace(ability, id=id), f"trigger_again {topics}")
    for id in range(ability.id, ability.id + 1 + times):
        state = _on_trigger(state, log, when, replace(ability, id=id))
    return state


def _on_trigger(state: State, log: Log, when: str, triggered: StackObject) -> State:
    """Abilities trigger on another one, which has triggered on an event and waits."""
    words = [word for word, cause in OF_TRIGGERS.items() if when in CAUSES[cause]]
    seen = state.index.triggers
    for permanent, ability in (one for word in words for one in (*seen.get(word, ()), *_of_emblems(state, word))):
        if is_whose(state, ability, permanent, (triggered.controller,)):
            what = Happened(triggered.controller, spell=triggered)
            state = trigger_one(state, log, ability, permanent, ability.do, what)
    return state


def _again(state: State, by: Permanent, again: Again, when: str, permanent: Permanent, what: Happened) -> bool:
    """Whether an ability of a permanent triggers an additional time, by what another permanent says."""
    then = what.before or state
    if by.controller != permanent.controller or permanent in state.standing.emblems:
        return False
    if again.having and not then.is_a(permanent, *(with_word(kind, by.word) for kind in again.having)):
        return False
    if again.because == "any":
        return True
    if when not in CAUSES[again.because]:
        return False
    causes = tuple(p for id in _causes(state, when, what) if (p := then.permanent(id)) is not None)
    of = tuple(with_word(kind, by.word) for kind in again.of)
    return any(then.is_a(p, *of) and (again.whose == "each" or p.controller == by.controller) for p in causes)


def _causes(state: State, when: str, what: Happened) -> tuple[int | None, ...]:
    """The permanents that cause an ability to trigger; what leaves and does not die causes nothing by its death."""
    if when in ("leaves", CARRIED):
        return (what.that,) if what.found is not None and what.found.zone == "graveyard" else ()
    if when in ATTACK_OF_PLAYERS and state.combat is not None:
        return tuple(attacker.id for attacker in state.combat.attackers if attacker.declared)
    return (what.that,)


ATTACK_OF_PLAYERS = frozenset(when for when in CAUSES["attacks"] if not when.endswith("creature attacks")) - {"attacks"}
"""The events of attacks that all attacking creatures cause together."""


@obeys("attack_triggers")
def _is_of(state: State, kinds: tuple[str, ...], what: Happened) -> bool:
    """Whether the object of an event is of all of these kinds as it happens, or was before it left.

    Later changes do not matter (308.3, later 508.3a).
    """
    then = what.before or state
    card = None if what.found is None else card_at(state, what.found)
    thing = what.spell or card if what.that is None else then.permanent(what.that)
    return not kinds or (thing is not None and then.is_a(thing, *kinds))


def on_game(state: State, log: Log, event: str) -> State:
    """Abilities trigger on something that happens to the whole game."""
    for permanent, ability in (*state.index.triggers.get(event, ()), *_of_emblems(state, event)):
        state = trigger_one(state, log, ability, permanent, ability.do, NOTHING)
    return state


def triggers(
    state: State, log: Log, topics: str, name: str, seat: int, effects: Sequence[Effect], **known: Any
) -> State:
    """An ability that is not one of a permanent triggers; further fields are ``known`` to it."""
    ability = StackObject(state.serial + 1, "ability", name, seat, tuple(effects), **known)
    return wait(replace(state, serial=ability.id), log, ability, topics)


@obeys("departed_creates", "trigger_any_time", "trigger_waits")
def wait(state: State, log: Log, ability: StackObject, topics: str) -> State:
    """An ability has triggered and waits to be put on the stack; none of a player who has left does (800.4d)."""
    if ability.controller not in state.rotation.seats:
        return state
    state = replace(state, waiting=(*state.waiting, ability))
    check_count(state, len(state.waiting) + len(state.stack), "spells and abilities", ability.name)
    emit(log, "trigger", state, topics, ability.controller, name=ability.name, object=ability.id)
    return state
