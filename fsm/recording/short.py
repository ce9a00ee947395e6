"""What happened, in a few words each: for pictures, where a sentence with its rules is too long."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..game import Event
from ..words import shown
from .phrases import said_skips
from .recording import Frame
from .text import plain_name, tell

_AS_TOLD = (
    "stack.resolve",
    "trigger",
    "trigger.lost",
    "effect.nothing",
    "card.discard",
    "land.play",
    "order.reverse",
    "daytime.change",
    "scheme.motion",
    "title.take",
    "player.venture",
    "player.lose",
    "player.leave",
)
"""Events whose sentence is short enough as it is."""


_TOLD_BY = {"stack.push": "trigger", "stack.remove": "stack.resolve"}
"""Events that say nothing new where another one has told of the same object."""


def short_lines(frames: tuple[Frame, ...]) -> Iterator[tuple[str, str]]:
    """The id of the stop where something happened, and what; for all that a picture tells of.

    An ability that triggered is told of when it triggers, not again when it is put on the stack; nor does
    what removes itself from the stack as it resolves leave it a second time.
    """
    told: dict[str, set[object]] = {"trigger": set(), "stack.resolve": set()}
    for frame in frames:
        event = frame.event
        told.get(event.kind, set()).add(event.get("object"))
        before = _TOLD_BY.get(event.kind)
        if before and event.get("object") in told[before]:
            continue
        text = short(event)
        if text:
            yield event.state.at.stop, text


def short(event: Event) -> str:
    """One event in a few words, in the words of its edition; empty for what pictures pass over."""
    if event.kind in _AS_TOLD:
        return tell(event)
    teller = _SHORT.get(event.kind)
    return teller(event) if teller else ""


def _who(event: Event) -> str:
    return shown(event.state.name(event.player)) if event.player is not None else ""


def _name(event: Event, key: str = "name") -> str:
    return shown(str(event.get(key, "")))


def _names(event: Event, key: str, between: str = ", ") -> str:
    return between.join(shown(str(name)) for name in event.get(key) or ())


def _push(event: Event) -> str:
    kinds = {item.id: item.kind for item in event.state.stack}
    kind = kinds.get(event.get("object", 0), "spell")
    if kind == "damage":
        return f"{_name(event)} is put on the stack"
    return f"{_who(event)} {'casts' if kind == 'spell' else 'activates'} {_name(event)}"


def _remove(event: Event) -> str:
    return f"{_name(event)} does not resolve"


def _attack(event: Event) -> str:
    return f"{_who(event)} attacks: {_names(event, 'attackers')}" if event.get("attackers") else ""


def _block(event: Event) -> str:
    return _names(event, "blocks", "; ")


def _damage(event: Event) -> str:
    to = f"{_who(event)} (life {event.get('life')})" if event.player is not None else _name(event, "to")
    return f"{_name(event)}: {event.get('amount')} damage to {to}"


def _life(event: Event) -> str:
    return f"{_who(event)}: {event.get('amount'):+d} life ({event.get('life')})"


def _inserted(event: Event) -> str:
    """A phase or step that an effect added; what the rules add themselves needs no telling."""
    return f"+ {plain_name(event)}" if event.get("by") else ""


_SHORT: dict[str, Callable[[Event], str]] = {
    "stack.push": _push,
    "stack.copy": lambda e: f"{_who(e)} copies {_name(e)}",
    "stack.remove": _remove,
    "phase.insert": _inserted,
    "step.insert": _inserted,
    "turn.insert": lambda e: f"extra turn #{e.get('extra')} for {_who(e)}: {_name(e, 'by')}",
    "control.create": lambda e: f"{_name(e, 'controller')} will control {_who(e)}: {_name(e, 'by')}",
    "skip.create": lambda e: (
        f"{_who(e)} is to skip {said_skips(e.state.edition, e.get('what'), e.get('count'))}: {_name(e, 'by')}"
    ),
    "combat.attack": _attack,
    "combat.put": lambda e: f"{_name(e)} enters attacking",
    "combat.block": _block,
    "damage": _damage,
    "life.change": _life,
    "mana.add": lambda e: f"{_who(e)}: +{e.get('amount')} mana",
    "mana.empty": lambda e: f"{_who(e)}: {e.get('amount')} mana empties",
    "mana.burn": lambda e: f"{_who(e)}: {e.get('amount')} mana burns (life {e.get('life')})",
}
