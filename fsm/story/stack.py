"""What is told of the stack: what is cast, what triggers and in which order, what resolves and what does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..game import Event
from ..wording import event_sentence
from ..wording.parts import ability_name, what, who
from ..wording.sentences import object_of
from ..words import counted, listed
from .narrator import Narrator
from .sentences import Piece, Sentence, joined

ON_STACK = {"damage": "combat damage", "draw": "the draw of a card"}
"""What the turn puts on the stack, by its kind, in words."""


def leaves(narrator: Narrator) -> Iterator[Sentence]:
    """A permanent leaves the battlefield; what leaves as a cost is told with what it pays for."""
    start = narrator.at
    events = narrator.run(("permanent.leave", "combat.remove", "permanent.tap", "mana.pay"))
    gone = [event for event in events if event.kind == "permanent.leave"]
    paid = narrator.here
    if gone and paid is not None and _pays_for(gone, paid, narrator):
        verb = "exiles" if gone[0].get("to") == "exile" else "sacrifices"
        yield from pushed(narrator, tuple(what(event) for event in gone), verb)
        return
    narrator.at = start
    yield Sentence((narrator.alike(),))


def _pays_for(gone: Sequence[Event], paid: Event, narrator: Narrator) -> bool:
    """Whether permanents were put into another zone for a spell or an activated ability, by its rule."""
    if paid.kind != "stack.push" or paid.get("object") in narrator.triggered:
        return False
    return all(event.get("to") in ("graveyard", "exile") and set(event.rules) & set(paid.rules) for event in gone)


def pushed(narrator: Narrator, given: tuple[str, ...] = (), gives: str = "sacrifices") -> Iterator[Sentence]:
    """A spell is cast or an ability is activated, for what is given; what resolves at once is told with it."""
    event = narrator.events[narrator.at]
    if event.get("object") in narrator.triggered:
        yield from _stacked(narrator)
        return
    kinds = {item.id: item.kind for item in event.state.stack}
    put = kinds.get(event.get("object"), "spell")
    before = _passed(narrator)
    narrator.at += 1
    if put in ON_STACK:
        first = Piece(f"{ON_STACK[put]} goes on the stack", event.rules)
    else:
        response = " in response" if len(event.state.stack) > 1 and event.state.at.substate != "resolving" else ""
        verb, name = "cast" if put == "spell" else "activate", _named(narrator, event)
        act = f"{verb}s {name}"
        if given:
            act = f"{gives} {counted(given)} to {verb} {'its ability' if what(event) in given else name}"
        first = Piece(f"{who(event)} {act}{response}", event.rules)
    if before:
        goes_on = Piece(f", but {first.text}, so {narrator.scene.place} goes on", first.rules)
        yield Sentence((*before, goes_on, *_resolving(narrator, event, f"; {_named(narrator, event)} resolves")))
    else:
        yield Sentence((first, *_resolving(narrator, event)))


def _passed(narrator: Narrator) -> tuple[Piece, ...]:
    """Who passed with nothing on the stack before somebody acts after all; empty if nobody did."""
    passed: list[Event] = []
    event = narrator.events[narrator.at]
    for earlier in reversed(narrator.events[: narrator.at]):
        if earlier.kind == "priority.pass" and not earlier.state.stack:
            passed.insert(0, earlier)
        elif earlier.kind not in ("priority.get", "mana.pay", "mana.add", "mana.activate", "permanent.tap"):
            break
    names = list(dict.fromkeys(who(one) for one in passed if one.player != event.player))
    if not names:
        return ()
    return (Piece(f"{listed(names)} {'passes' if len(names) == 1 else 'pass'}", passed[0].rules),)


def _resolving(narrator: Narrator, pushed: Event, said: str = ", and it resolves") -> tuple[Piece, ...]:
    """The resolution of what was just put on the stack, if only passes come before it."""
    at = narrator.at
    while at < len(narrator.events) and narrator.events[at].kind in ("priority.get", "priority.pass"):
        at += 1
    if at == len(narrator.events):
        return ()
    event = narrator.events[at]
    if event.kind not in ("stack.resolve", "stack.remove") or event.get("object") != pushed.get("object"):
        return ()
    narrator.at = at + 1
    if event.kind == "stack.remove":
        return (Piece(f", and {_removed(event, 'it')}", event.rules),)
    does = narrator.effects(event.get("name"))
    return (Piece(said, event.rules), *joined(does, ": "))


def resolves(narrator: Narrator) -> Iterator[Sentence]:
    """Something resolves that was told of before, with all that it does."""
    event = narrator.take()
    name = _named(narrator, event, who(event))
    yield Sentence((Piece(f"{name} resolves", event.rules), *joined(narrator.effects(event.get("name")), ": ")))


def triggers(narrator: Narrator) -> Iterator[Sentence]:
    """Abilities trigger and go on the stack: in which order, and hence which resolves first."""
    events = narrator.run(("trigger",))
    narrator.triggered.update(event.get("object") for event in events)
    narrator.waiting += events
    if not _stacked_later(narrator):
        yield from _stacked(narrator)


def _stacked_later(narrator: Narrator) -> bool:
    """Whether what has triggered goes on the stack in this scene, but after something else."""
    rest = narrator.events[narrator.at :]
    until = next((at for at, event in enumerate(rest) if event.kind == "priority.get"), len(rest))
    waiting = {event.get("object") for event in narrator.waiting}
    return any(event.kind == "stack.push" and event.get("object") in waiting for event in rest[1:until]) and (
        rest[0].kind != "stack.push"
    )


def _stacked(narrator: Narrator) -> Iterator[Sentence]:
    pushes = _pushes(narrator)
    triggers, narrator.waiting = narrator.waiting, []
    rules = tuple(number for event in triggers for number in event.rules)
    verb = "triggers" if len(triggers) == 1 else "trigger"
    first = (Piece(f"{_abilities(triggers)} {verb}", rules),) if triggers else ()
    if not pushes:
        yield Sentence((*first, Piece(", and will go on the stack when a player would next get priority")))
        return
    new = {event.get("object") for event in triggers}
    late = [event for event in pushes if event.get("object") not in new]
    placed = tuple(number for event in pushes for number in event.rules)
    if len(pushes) == 1:
        if triggers:
            yield Sentence((*first, Piece(" and goes on the stack", placed), *_resolving(narrator, pushes[0])))
        else:
            put = Piece(f"{_abilities(late)}, which had triggered before, goes on the stack", placed)
            yield Sentence((put, *_resolving(narrator, pushes[0])))
        return
    order = [f"{_of(event, pushes)}{what(event)}" for event in pushes]
    if late:
        first = (*first, Piece(f"{', and ' if first else ''}{_abilities(late)} had triggered before"))
    alike = len(set(order)) == 1
    said = f"; they go on the stack{'' if alike else f' in this order: {listed(order)}'}"
    last = "" if alike else f", so that of {order[-1]} resolves first"
    yield Sentence((*first, Piece(said + last, placed)))


def _of(event: Event, pushes: Sequence[Event]) -> str:
    """Whose an ability is, if not all are of one player."""
    return f"{who(event)}'s " if len({one.player for one in pushes}) > 1 else ""


def _named(narrator: Narrator, event: Event, whose: str = "") -> str:
    """A spell by its name, or ``the ability of`` its source; with the player ``whose`` it is."""
    owner, id = f"{whose}'s " if whose and "'s " not in what(event) else "", event.get("object")
    states = (event.state, *(earlier.state for earlier in reversed(narrator.events[: narrator.at])))
    kind = next((item.kind for state in states for item in state.stack if item.id == id), "spell")
    if kind == "ability" or id in narrator.triggered:
        return ability_name(what(event), owner)
    return ON_STACK.get(kind) or owner + what(event)


def _abilities(events: Sequence[Event]) -> str:
    """Abilities that trigger together."""
    names = [what(event) for event in events]
    return ability_name(names[0]) if len(names) == 1 else f"the abilities of {counted(names)}"


def _removed(event: Event, name: str) -> str:
    """That an object leaves the stack, by the name that it is given."""
    return f"{name}{event_sentence(event)[len(object_of(event)) :]}"


def _pushes(narrator: Narrator) -> list[Event]:
    """The abilities that had triggered and are put on the stack next."""
    found: list[Event] = []
    known = narrator.triggered
    while (event := narrator.here) is not None and event.kind == "stack.push" and event.get("object") in known:
        found.append(narrator.take())
    return found


def removed(narrator: Narrator) -> list[Piece]:
    """What leaves the stack as the turn or the combat phase ends, and that it ends."""
    events = narrator.run(("stack.remove",))
    pieces = [Piece(_removed(event, _named(narrator, event)), event.rules) for event in events]
    following = narrator.here
    if following is not None and following.kind == "card.move" and following.get("card") == events[-1].get("name"):
        narrator.at += following.get("to") == "graveyard"
    if not events[0].get("resolving"):
        return pieces
    edition = events[0].state.edition
    what_ends = "combat phase" if set(events[0].rules) & set(edition.cite("end_combat_stack")) else "turn"
    return [Piece(f"the {what_ends} is to end at once"), *pieces]
