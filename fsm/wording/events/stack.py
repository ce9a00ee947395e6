"""Events of priority, the stack, abilities that trigger, effects that last, and choices."""

from __future__ import annotations

from ...game.state.event import Event
from ..parts import kind_name, term, until_when, what, who
from .kind import Field, count, flag, kind, maybe, one_of

DAMAGE = "combat damage"
"""The name of the object for combat damage on the stack (2006)."""


def _object(event: Event) -> str:
    """The name of an object on the stack; combat damage has no name, and begins the sentence."""
    return "Combat damage" if event.get("name") == DAMAGE else what(event)


def _pushed(event: Event) -> str:
    if event.get("name") == DAMAGE:
        return f"{_object(event)} is put on the stack"
    return f"{who(event)} puts {what(event)} on the stack"


def _cast(event: Event) -> str:
    kinds = {item.id: item.kind for item in event.state.stack}
    put = kinds.get(event.get("object", 0), "spell")
    if put == "damage":
        return f"{what(event)} is put on the stack"
    return f"{who(event)} {'casts' if put == 'spell' else 'activates'} {what(event)}"


def _removed(event: Event) -> str:
    """An object leaves the stack: it is countered or has no target, or it is exiled as the turn or combat ends."""
    if event.get("to") != "exile":
        cite, rules = event.state.edition.cite, set(event.rules)
        if rules & set(cite("counter")):
            return f"{_object(event)} is countered and leaves the stack"
        why = ": it has no legal target" if rules & set(cite("fizzle")) else ""
        why = f": its condition does not hold ({what(event, 'unless')})" if event.get("unless") else why
        return f"{_object(event)} leaves the stack without resolving{why}"
    exiled = f"is {term(event, 'exiled')}"
    return f"{_object(event)} {exiled} {'while it resolves' if event.get('resolving') else 'without resolving'}"


def _delayed(event: Event) -> str:
    """When a delayed ability will trigger: the next time or each time, in which player's step, in which turn."""
    place = kind_name(event.state.edition, str(event.get("at")))
    whose = f"{who(event)}'s " if event.get("whose") == "you" else ""
    which = f"each of {whose}{place}s" if event.get("each") and whose else f"{whose or 'the '}next {place}"
    which = f"each {place}" if event.get("each") and not whose else which
    turn = {"this": " of this turn", "next": " of the next turn"}.get(str(event.get("within")), "")
    return f"{what(event)} will trigger at the beginning of {which}{turn}"


def _lasts(event: Event) -> str:
    on = f" on {what(event, 'on')}" if event.get("on") not in ("", None, event.get("name")) else ""
    return f"{what(event)}{on} lasts {until_when(event.state.edition, str(event.get('until')), who(event))}"


def pays(event: Event) -> str:
    """What a player chooses who is asked whether they pay."""
    return f"{'chooses to pay' if event.get('option') == 'yes' else 'does not pay'} {what(event, 'price')}"


NAME = "the name of the spell or ability"
NUMBER = count("its number: no other object of the game has it")
UNLESS = "which condition does not hold"
OF_ABILITY: dict[str, Field | str] = {"player": "its controller", "name": "the name of the ability"}
OF_SPELL: dict[str, Field | str] = {"player": "its controller", "name": NAME, "object": NUMBER}

STACK = (
    kind("priority.get", "a player gets priority", "{player} gets priority", player="who gets it"),
    kind("priority.pass", "a player passes", "{player} passes", player="who passes"),
    kind("stack.push", "a spell, an ability or combat damage is put on the stack", _pushed, _cast, **OF_SPELL),
    kind(
        "stack.copy",
        "a copy of a spell is put on the stack",
        "{player} puts a copy of {name} on the stack",
        "{player} copies {name}",
        **OF_SPELL,
    ),
    kind(
        "stack.resolve",
        "the top object of the stack resolves",
        lambda e: f"{_object(e)} resolves",
        "as sentence",
        **OF_SPELL,
    ),
    kind(
        "stack.remove",
        "an object leaves the stack without resolving",
        _removed,
        "{name} does not resolve",
        **OF_SPELL,
        to=maybe("the zone it is put into, if it is exiled as the turn or the combat phase ends"),
        resolving=maybe(flag("whether it is the object that was resolving then")),
        unless=maybe(UNLESS),
    ),
    kind("trigger", "an ability triggers", "{name} triggers", "as sentence", **OF_ABILITY, object=NUMBER),
    kind(
        "trigger.not",
        "an ability does not trigger, as its condition does not hold",
        "{name} does not trigger: its condition does not hold ({unless})",
        **OF_ABILITY,
        unless=UNLESS,
    ),
    kind(
        "trigger.delayed",
        "a delayed triggered ability is created",
        _delayed,
        **OF_ABILITY,
        at="the kind of step or phase that it waits for",
        within=maybe(one_of("in which turn only it triggers", "this", "next")),
        whose=maybe(one_of("whose turns it waits for, if only those of its controller", "you")),
        each=maybe(flag("whether it triggers each time")),
    ),
    kind(
        "trigger.lost",
        "an ability that triggered ceases to exist before it reaches the stack",
        "{name} had triggered and ceases to exist",
        "as sentence",
        **OF_ABILITY,
        object=NUMBER,
    ),
    kind(
        "effect.begin",
        "an effect with a duration begins",
        _lasts,
        player="its controller",
        name="the name of the effect",
        until="how long it lasts, as a card says it",
        on="the name of the thing or player it affects",
    ),
    kind(
        "effect.end",
        "an effect with a duration ends",
        "{name} ends",
        player="its controller",
        name="the name of the effect",
    ),
    kind(
        "effect.nothing",
        "an effect does nothing",
        lambda e: f"{what(e)} does nothing" + (f": {what(e, 'why')}" if e.get("why") else ""),
        "as sentence",
        player="its controller",
        name=NAME,
        why="why it does nothing",
    ),
    kind(
        "action.undone",
        "an action is taken back as a whole, since it cannot be paid for",
        "What {player} was doing is taken back: {why}",
        "{player} takes it back",
        player="whose action it was, and who decides again",
        why="why it cannot be paid for",
        object=maybe(count("the number of the spell, if it was one, which is on the stack no more")),
    ),
    kind(
        "cost.unpaid",
        "a player cannot pay what an effect asks",
        "{player} cannot pay for {name}: {why}",
        "{player} cannot pay for {name}",
        player="who cannot pay, and is not asked",
        name=NAME,
        why="why that player cannot pay",
    ),
    kind(
        "choice",
        "a player chooses what an effect does, or whether it does it; or whether to keep the opening hand",
        lambda e: (
            f"{who(e)} {pays(e)} for {what(e)}"
            if e.get("price")
            else f"{who(e)} chooses for {what(e)}: {what(e, 'option')}"
        ),
        player="who chooses",
        name=NAME,
        option="what is chosen",
        price=maybe("what it costs, if the player chooses whether to pay"),
        out_of=maybe("the zone of the card that it is about, if not all players see the cards there"),
    ),
)
"""The kinds of events of this module."""
