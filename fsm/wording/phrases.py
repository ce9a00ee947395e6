"""Phrases for sentences about cards: players, objects, numbers, places and durations in words."""

from __future__ import annotations

from ..cards.abilities import Ward
from ..cards.terms import CARDS, TOP
from ..edition import kinds_in_use
from ..game.objects.abilities.conditions import in_words as condition_in_words
from ..words import amount, in_words, listed

_PLAYERS = {
    "you": "its controller",
    "target": "the target",
    "each": "each player",
    "opponents": "each opponent",
    "active": "the player whose turn it is",
    "chosen": "the player it is about",
    "chooser": "the player who chose",
    "defending": "the defending player",
    "attacking": "the attacking player",
}
_OBJECTS = {
    "target": "the target",
    "self": "this permanent",
    "that": "the permanent that this is about",
    "creatures": "all creatures of its controller",
    "others": "all other creatures of its controller",
    "attacking": "all attacking creatures",
    "other_attackers": "all other attacking creatures",
    "attacked": "all creatures that attacked this turn",
    "those": "those",
    "attached": "the permanent that it is attached to",
}


SEVERAL = ("creatures", "others", "attacked", "attacking", "other_attackers", "those")
"""The objects of an effect that may be several."""


def players(who: str | tuple[str, ...]) -> str:
    """Players, as a sentence names them: ``its controller``, ``each of Ann and Bob``."""
    if isinstance(who, tuple):
        return f"each of {listed(map(players, who))}"
    return _PLAYERS.get(who, who)


def objects(what: str) -> str:
    """The object of an effect, as a sentence names it."""
    return _OBJECTS.get(what, what)


def price(mana: int, life: int, discard: int) -> str:
    """What a player pays, as a sentence lists it."""
    parts = [f"{mana} mana"] if mana else []
    parts += [f"{life} life"] if life else []
    parts += [amount(discard, "card from the hand", "cards from the hand")] if discard else []
    return listed(parts)


def ward(cost: int | Ward) -> str:
    """The keyword with what is paid for it.

    >>> ward(2), ward(Ward(life=3))
    ('ward for 2 mana', 'ward for 3 life')
    """
    asked = Ward(cost) if isinstance(cost, int) else cost
    return f"ward for {price(asked.mana, asked.life, asked.discard)}"


def does(what: str, one: str, many: str) -> str:
    """The object of an effect and what it does, with the verb in singular or plural."""
    return f"{objects(what)} {many if what in SEVERAL else one}"


def conditions(said: tuple[str, ...]) -> str:
    """Conditions that all have to hold, as one clause."""
    return listed(map(condition_in_words, said))


def place_name(kind: str) -> str:
    """A phase or a step as people name it."""
    words = {
        "precombat_main": "first main phase",
        "postcombat_main": "main phase after combat",
        "main": "main phase",
        "end_of_combat": "end of combat step",
        "beginning_of_combat": "beginning of combat step",
        "turn": "turn",
        "extra_turn": "extra turn",
    }
    if kind in words:
        return words[kind]
    kinds, name = kinds_in_use(), kind.replace("_", " ")
    return f"{name} phase" if kind in kinds.phases else f"{name} step" if kind in kinds.steps else name


_UNTIL = {
    "end_of_turn": " this turn",
    "end_of_your_next_turn": " until the end of its controller's next turn",
    "while_tapped": " for as long as this permanent stays tapped",
    "while_attached": " for as long as this permanent is attached to it",
    "while_there": " for as long as this permanent stays",
}


def duration(until: str) -> str:
    """The duration of an effect; empty if it lasts as long as the game."""
    if until == "game":
        return ""
    if until in _UNTIL:
        return _UNTIL[until]
    for prefix, words in (("your_next_", "until its controller's next "), ("next_", "until the next ")):
        if until.startswith(prefix):
            return f" {words}{place_name(until.removeprefix(prefix))}"
    return f" until the end of the {place_name(until.removeprefix('end_of_'))}"


THAT_CARD = {"self": "this card", "that": "that card", "those": "those cards", "linked": "the cards exiled with it"}
"""The words for cards that a permanent became, or that an effect has moved."""


def into(zone: str, place: str | int = "top") -> str:
    """The zone of its owner that a card goes to, in words.

    >>> into("exile"), into("library", 2), into("hand")
    ('exile', "place 2 from the top of its owner's library", "its owner's hand")
    """
    where = {"bottom": "the bottom", "top": "the top"}.get(str(place), f"place {place} from the top")
    known = {"library": f"{where} of its owner's library", "hand": "its owner's hand", "exile": "exile"}
    return known.get(zone, f"the {zone}")


def card_meant(what: str, player: str, out_of: str, amount: int) -> str:
    """The cards that an effect moves, in words.

    >>> card_meant("top", "its controller", "library", 2), card_meant("those", "", "exile", 1)
    ("the top two cards of its controller's library", 'those cards in exile')
    """
    place = "in exile" if out_of == "exile" else f"in the {out_of}"
    if what in CARDS:
        return f"{THAT_CARD[what]} {place}"
    if what == TOP:
        top = "the top card" if amount == 1 else f"the top {in_words(amount)} cards"
        return f"{top} of {player}'s {out_of}"
    return f"{what} {place} of {player}" if out_of == "exile" else f"{what} in {player}'s {out_of}"
