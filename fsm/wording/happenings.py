"""The events that abilities trigger on, as clauses."""

from __future__ import annotations

from ..cards.abilities import DAYTIME, OF_TARGETS, OF_TRIGGERS, STATE
from ..cards.kinds import a_kind
from .phrases import players

_EVENTS = {
    STATE: "As soon as it is so",
    DAYTIME: "Whenever day becomes night or night becomes day",
    "attacks": "Whenever it attacks",
    "your creature attacks": "Whenever a creature of its controller attacks",
    "a creature attacks": "Whenever a creature attacks",
    "your creature dies": "Whenever a creature of its controller dies",
    "your creature enters": "Whenever a creature enters the battlefield under its controller's control",
    "your creature deals combat damage": "Whenever a creature of its controller deals combat damage to a player",
    "is attacked": "Whenever one or more creatures attack it",
    "you attack": "Whenever its controller attacks with one or more creatures",
    "you attack a player": "Whenever its controller attacks a player with one or more creatures",
    "you are attacked": "Whenever one or more creatures attack its controller",
    "attached permanent leaves": "When the permanent that it is attached to leaves the battlefield",
    "attached creature dies": "When the creature that it is attached to dies",
    "attached creature attacks": "Whenever the creature that it is attached to attacks",
    "is exerted": "When it is exerted",
    "its optional cost is paid": "When its optional cost is paid",
    "is visited": "When it is visited",
    "is turned face up": "When it is turned face up",
    "dies": "When it is put into a graveyard from the battlefield",
    "blocks": "Whenever it blocks",
    "blocks a creature": "Whenever it blocks a creature",
    "becomes blocked": "Whenever it becomes blocked",
    "becomes blocked by a creature": "Whenever it becomes blocked by a creature",
    "attacks and is not blocked": "Whenever it attacks and is not blocked",
    "deals combat damage": "Whenever it deals combat damage to a player",
    "enters": "When it enters the battlefield",
    "leaves": "When it leaves the battlefield",
    "untaps": "Whenever it untaps",
    "becomes the target": "Whenever it becomes the target of a spell or ability",
    "becomes the target of a spell": "Whenever it becomes the target of a spell",
    "your creature becomes the target": (
        "Whenever a creature of its controller becomes the target of a spell or ability"
    ),
    "a creature becomes the target": "Whenever a creature becomes the target of a spell or ability",
    "entering triggers an ability": "Whenever a permanent that enters causes an ability to trigger",
    "attacking triggers an ability": "Whenever an attack causes an ability to trigger",
    "you activate": "Whenever its controller activates an ability that is no mana ability",
    "you cast": "Whenever its controller casts a spell",
    "you discard": "Whenever its controller discards a card",
    "you draw": "Whenever its controller draws a card",
}
_DOES = {
    "a permanent enters": ("a permanent", " enters the battlefield"),
    "a permanent untaps": ("a permanent", " untaps"),
    "a player attacks": ("a player", " attacks with one or more creatures"),
    "a player attacks a player": ("a player", " attacks another player with one or more creatures"),
    "a player casts": ("a player", " casts a spell"),
    "a player discards": ("a player", " discards a card"),
    "a player draws": ("a player", " draws a card"),
}
_WHO_DOES = {
    "each": "",
    "you": "of its controller",
    "opponents": "of an opponent",
    "chosen": "of the player it was cast on",
}


def whenever(when: str, whose: str = "each", of: tuple[str, ...] = ()) -> str:
    """When an ability triggers on an event, for which players, and for objects of which kinds.

    >>> whenever("a player casts", "opponents", ("red",)), whenever("you discard", "each", ("land",))
    ('Whenever an opponent casts a red spell', 'Whenever its controller discards a land card')
    """
    said = _EVENTS.get(when) or _somebody_does(when, whose)
    if when in OF_TRIGGERS:
        return said.replace(" an ability", f" an ability{_of_whom(whose)}")
    return _of(said, of) + (_of_whom(whose) if when in OF_TARGETS else "")


def _of_whom(whose: str) -> str:
    return f" {_WHO_DOES[whose]}" if _WHO_DOES[whose] else ""


def awaited(when: str, whose: str, of: tuple[str, ...], each: bool) -> str:
    """What a delayed ability waits for, each time or once.

    >>> awaited("you cast", "any", (), False), awaited("a creature attacks", "any", (), True)
    ('the next time its controller casts a spell', 'whenever a creature attacks')
    """
    said = whenever(when, "each" if whose == "any" else whose, of).removeprefix("Whenever ")
    return f"{'whenever' if each else 'the next time'} {said}"


def _of(event: str, kinds: tuple[str, ...]) -> str:
    """An event with the kinds of which its object has to be."""
    for noun in ("creature", "permanent", "spell", "card") if kinds else ():
        if noun in event:
            said = f"{' '.join(kinds)} {noun}"
            return event.replace(f"a {noun}", a_kind(said), 1).replace(f"the {noun}", f"the {said}", 1)
    return event


def _somebody_does(when: str, whose: str) -> str:
    subject, does = _DOES[when]
    if subject == "a player":
        subject = {"each": "a player", "opponents": "an opponent"}.get(whose, players(whose))
        return f"Whenever {subject}{does}"
    return f"Whenever {f'{subject} {_WHO_DOES[whose]}'.strip()}{does}"
