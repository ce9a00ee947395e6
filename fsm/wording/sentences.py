"""The sentences and labels of events that no template says: who attacks whom, what was skipped, when an effect ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ..cards.abilities import EVENTS
from ..game.objects.abilities.forbidden import forbidding
from ..game.objects.players.mana import MOST_POISON, poisoned
from ..game.state.event import Event
from ..game.state.objects import ACTIONS
from ..game.state.players.who import attack_nobody, several
from ..words import counted, listed, shown
from .happenings import awaited
from .parts import (
    ability_name,
    asked_about,
    at_the_beginning,
    capital,
    does,
    goes_to,
    kind_name,
    names,
    on_stack,
    place,
    place_name,
    said_skips,
    side,
    term,
    until_when,
    what,
    who,
)

Sentence = Callable[[Event], str]

SENTENCES: dict[str, Sentence] = {}
LABELS: dict[str, Sentence] = {}
"""What makes the sentence, and the label, of a kind of event."""


def says(*kinds: str, to: dict[str, Sentence] = SENTENCES) -> Callable[[Sentence], Sentence]:
    """Registers a function that says events of these kinds."""

    def register(function: Sentence) -> Sentence:
        to.update(dict.fromkeys(kinds, function))
        return function

    return register


labels = partial(says, to=LABELS)
"""Registers a function that says events of these kinds in a few words."""


def _controlled(event: Event) -> str:
    """What is controlled: the turn, or a phase by the edition's name."""
    phase = event.get("what")
    return event.state.edition.phase(phase).name if phase else "turn"


def _goes(event: Event) -> str:
    return goes_to(event.state.edition, str(event.get("to")), who(event))


PARTS: dict[str, Callable[[Event], str | int]] = {
    "player": who,
    "side": side,
    "place": place,
    "turn": lambda e: e.state.turn,
    "cards": lambda e: _number(e, "card"),
    "counters": lambda e: _number(e, "time counter"),
    "kind": lambda e: f"{e.get('of')} " if e.get("of") else "",
    "controlled": _controlled,
    "goes": _goes,
    "skipped": lambda e: said_skips(e.state.edition, e.get("what"), e.get("count")),
}
"""What templates call by name, besides the fields of an event."""


def _number(event: Event, thing: str) -> str:
    return f"{event.get('amount')} {thing}{'s' * (event.get('amount') != 1)}"


# The game, its turns, phases and steps.

says("game.end")(lambda e: "The game ends: " + (does(e, "wins", "win") if e.player is not None else "a draw"))


@says("turn.begin")
def _turn_begins(event: Event) -> str:
    extra = f" + extra turn, by {what(event, 'by')}" if event.get("extra") else ""
    return f"Turn {event.state.turn} · {side(event)}{extra}"


@says("phase.begin", "step.begin")
def _begins(event: Event) -> str:
    """The edition's name of a phase or step, with the mark of an inserted one and which one it is."""
    inserted = event.state.graph.nodes[event.node].inserted
    by = f", inserted: {shown(inserted.by) or 'by the rules'}" if inserted else ""
    return f"{'+ ' if inserted else ''}{at_the_beginning(event)}{by}"


@says("phase.skip", "step.skip")
def _skipped(event: Event) -> str:
    node = event.state.graph.nodes[event.node]
    by = event.get("by") or (node.skipped.by if node.skipped else "")
    added = f", inserted by {shown(node.inserted.by) or 'the rules'}," if node.inserted else ""
    return f"- {at_the_beginning(event)}{added} is skipped" + (f": {shown(by)}" if by else "")


@says("phase.insert", "step.insert")
def _inserted(event: Event) -> str:
    by, graph = what(event, "by"), event.state.graph
    steps = graph.children(event.node)
    left = [place_name(graph, step) for step in steps if not graph.is_skipped(step)]
    only = f" with only its {listed(left)}" if 0 < len(left) < len(steps) else ""
    return f"+ A further {place(event)}{only} is added" + (f", by {by}" if by else "")


@labels("phase.insert", "step.insert")
def _inserted_by_an_effect(event: Event) -> str:
    """The short form: empty for a part that the rules themselves insert."""
    return f"+ {place(event)}" if event.get("by") else ""


# The stack, abilities that trigger, effects that last, and choices.

DAMAGE = "combat damage"
"""The name of the object for combat damage on the stack (2006)."""


def object_of(event: Event) -> str:
    """The object of an event: a spell by its name, combat damage, or, while the stack has it, the ability of a source.

    An ability that has triggered, or that leaves the stack, is one in any case.
    """
    if event.kind == "trigger" or event.get("ability"):
        return ability_name(what(event))
    return next((on_stack(item) for item in event.state.stack if item.id == event.get("object")), what(event))


def _object(event: Event) -> str:
    """The object of an event at the beginning of a sentence."""
    return capital(object_of(event))


says("trigger")(lambda e: f"{_object(e)} triggers")
says("stack.resolve")(lambda e: f"{_object(e)} resolves")


@says("stack.push")
def _pushed(event: Event) -> str:
    return _came_onto_stack(event, object_of(event))


@labels("stack.push")
def _cast(event: Event) -> str:
    return _came_onto_stack(event, what(event))


def _came_onto_stack(event: Event, name: str) -> str:
    """How an object came onto the stack: a spell is cast, an ability activated, or put there as it had triggered."""
    put = next((item for item in event.state.stack if item.id == event.get("object")), None)
    if event.get("name") == DAMAGE or (put is not None and put.kind in ACTIONS):
        return f"{_object(event)} is put on the stack"
    if put is None or put.kind == "spell":
        return f"{who(event)} casts {name}"
    return f"{who(event)} activates {name}" if put.activated else f"{who(event)} puts {name} on the stack"


@says("stack.remove")
def _removed(event: Event) -> str:
    """An object leaves the stack: it is countered or has no target, or it is exiled as the turn or combat ends."""
    if event.get("to") != "exile":
        cite, rules = event.state.edition.cite, set(event.rules)
        if rules & set(cite("counter")):
            return f"{_object(event)} is countered and leaves the stack"
        why = ": it has no legal target" if rules & set(cite("fizzle")) else ""
        why = f", since this is not so: {what(event, 'unless')}" if event.get("unless") else why
        return f"{_object(event)} leaves the stack without resolving{why}"
    exiled = f"is {term(event, 'exiled')}"
    return f"{_object(event)} {exiled} {'while it resolves' if event.get('resolving') else 'without resolving'}"


@says("life.change")
def _life(event: Event) -> str:
    amount = int(event.get("amount", 0))
    told = does(event, "gains", "gain") if amount >= 0 else does(event, "loses", "lose")
    return f"{told} {abs(amount)} life, now {event.get('life')}{spared(event)}"


def spared(event: Event) -> str:
    """That a player would lose by an event, but cannot: said once, as they come to have no life or too much poison."""
    life, poison = event.get("life"), event.get("left") if event.get("name") == "poison" else None
    amount, seat = int(event.get("amount") or 0), event.player
    if seat is None:
        return ""
    if life is not None:
        due = life <= 0 < life + (amount if event.kind == "damage" else -amount)
    elif poison is not None:
        due = poison - amount < MOST_POISON and seat in poisoned(event.state)
    else:
        due = event.kind == "card.draw"
    by = [shown(name) for one in event.state.team(seat) for name in forbidding(event.state, one, "lose")] if due else ()
    keeps = "keep" if len(set(by)) > 1 else "keeps"
    return f"; {listed(dict.fromkeys(by))} {keeps} {who(event)} from losing" if by else ""


@says("trigger.delayed")
def _delayed(event: Event) -> str:
    """When a delayed ability will trigger: the next time or each time, in which player's step, in which turn."""
    at, until = str(event.get("at")), ""
    if event.get("until"):
        until = f", {until_when(event.state.edition, str(event.get('until')), who(event))}"
    if at in EVENTS:
        of = (str(event.get("of")),) if event.get("of") else ()
        said = awaited(at, str(event.get("whose") or "any"), of, bool(event.get("each")))
        return f"{what(event)} will trigger {said}{until}".replace("its controller", who(event))
    place = kind_name(event.state.edition, at)
    whose = {"you": f"{who(event)}'s ", "opponents": "an opponent's "}.get(str(event.get("whose")), "")
    which = f"each of {whose}{place}s" if event.get("each") and whose else f"{whose or 'the '}next {place}"
    which = f"each {place}" if event.get("each") and not whose else which
    turn = {"this": " of this turn", "next": " of the next turn"}.get(str(event.get("within")), "")
    return f"{what(event)} will trigger at the beginning of {which}{turn}{until}"


@says("effect.begin")
def _lasts(event: Event) -> str:
    on = f" on {what(event, 'on')}" if event.get("on") not in ("", None, event.get("name")) else ""
    until = until_when(event.state.edition, str(event.get("until")), who(event))
    return f"The effect of {what(event)}{on} lasts {until}"


says("effect.nothing")(lambda e: f"{what(e)} does nothing" + (f": {what(e, 'why')}" if e.get("why") else ""))


@says("mana.add", "mana.pay")
def _mana(event: Event) -> str:
    does, of = "adds" if event.kind == "mana.add" else "pays", what(event)
    return f"{who(event)} {does} {event.get('amount')} mana{f': {of}' if of else ''}"


@says("choice")
def _chooses(event: Event) -> str:
    if event.get("price"):
        return f"{who(event)} {pays(event)} for {what(event)}"
    return f"{who(event)} chooses for {asked_about(event)}: {what(event, 'option')}"


def pays(event: Event) -> str:
    """What a player chooses who is asked whether they pay."""
    return f"{'chooses to pay' if event.get('option') == 'yes' else 'does not pay'} {what(event, 'price')}"


# Players lose and leave.


@says("player.counters")
def _counters(event: Event) -> str:
    change, left = f"{event.get('amount'):+d}", event.get("left")
    return f"{who(event)}'s {what(event)} counters change by {change} to {left}{spared(event)}"


@says("player.lose")
def _loses(event: Event) -> str:
    concedes = set(event.rules) & set(event.state.edition.cite("concede"))
    return f"{who(event)} {'concedes and ' if concedes else ''}loses the game"


labels("player.lose")(lambda e: f"{who(e)} loses the game")


@says("player.leave")
def _leaves(event: Event) -> str:
    """A player leaves; what attacked them attacks nobody any more."""
    found = (event.state.permanent(id) for id in attack_nobody(event.state, event.player))
    attackers = [shown(permanent.card.name) for permanent in found if permanent is not None]
    one = len(attackers) == 1
    stays = "stays in combat and attacks nobody now" if one else "stay in combat and attack nobody now"
    return f"{who(event)} leaves the game" + (f"; {listed(attackers)} {stays}" if attackers else "")


# Cards, permanents and damage.


@says("card.draw")
def _draws(event: Event) -> str:
    if str(event.get("card")).startswith("none:"):
        return f"{who(event)} cannot draw: the library is empty{spared(event)}"
    return f"{who(event)} draws {what(event, 'card')}"


@says("card.reveal")
def _reveals(event: Event) -> str:
    return f"{who(event)} reveals {what(event, 'card')}{' on top of the library' * (event.get('out_of') == 'library')}"


@says("card.move")
def _moves(event: Event) -> str:
    down = " face down" if event.get("face_down") and event.get("to") == "exile" else ""
    return f"{what(event, 'card')} {_goes(event)}{down}"


@says("cards.arrange")
def _arranges(event: Event) -> str:
    whose = f"{event.get('owner')}'s" if event.get("owner") else "the"
    return f"{who(event)} arranges what came to {whose} {event.get('to')} together"


def untap_together(events: Sequence[Event]) -> str:
    """Permanents that untap one after the other, in one clause."""
    return f"{counted(what(event) for event in events)} {'untaps' if len(events) == 1 else 'untap'}"


says("permanent.phase")(lambda e: f"{what(e)} phases {'out' if e.get('out') else 'in'}")
says("damage.prevent")(
    lambda e: f"{what(e, 'by')} prevents {e.get('amount')} damage from {what(e)} to {who(e) or what(e, 'to')}"
)
says("damage")(lambda e: f"{what(e)} deals {e.get('amount')} damage to {_damaged(e)}{spared(e)}")
labels("damage")(lambda e: f"{what(e)}: {e.get('amount')} damage to {_damaged(e)}")


def _damaged(event: Event) -> str:
    return f"{who(event)} (life {event.get('life')})" if event.player is not None else what(event, "to")


# Combat.


@says("combat.attack")
def _attack(event: Event) -> str:
    bands = event.get("bands")
    together = f"; {listed(bands)} in {'a band' if len(bands) == 1 else 'bands'}" if bands else ""
    return _attackers(event) + together


def _attackers(event: Event) -> str:
    attackers, whom = event.get("attackers"), event.get("defenders")
    if not attackers and event.get("declared"):
        return does(event, "attacks", "attack") + " with no creature: what was declared as an attacker is gone"
    if not attackers:
        return does(event, "does not attack", "do not attack")
    attacks = does(event, "attacks", "attack")
    if not whom:
        return f"{attacks} with {names(event, 'attackers')}"
    parties = {name: [a for a, b in zip(attackers, whom, strict=True) if b == name] for name in whom}
    against = (f"{shown(name)} with {listed(map(shown, party))}" for name, party in parties.items())
    return f"{attacks} {listed(against)}"


labels("combat.attack")(lambda e: f"{who(e)} attacks: {names(e, 'attackers')}" if e.get("attackers") else "")


@says("combat.put")
def _put(event: Event) -> str:
    if event.get("attacked"):
        return f"{what(event)} attacks {what(event, 'attacked')} without having been declared"
    return f"{what(event)} enters attacking" + (f" {what(event, 'whom')}" if event.get("whom") else "")


@says("combat.block")
def _block(event: Event) -> str:
    if event.get("blocks"):
        return names(event, "blocks")
    return f"No creature of {side(event)} blocks" if several(event.state) and who(event) else "No creature blocks"


labels("combat.block")(lambda e: names(e, "blocks", "; "))


@says("combat.order")
def _order(event: Event) -> str:
    whose = what(event, "blocker" if event.get("blocker") else "attacker")
    return f"{whose}'s damage goes to {names(event, 'order')}, in this order"


says("combat.remove")(
    lambda e: f"{what(e)} is {'no longer ' + e.get('lost') if e.get('lost') else 'removed from combat'}"
)
