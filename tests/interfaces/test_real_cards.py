"""Real names are real cards: the catalogue, and the cards of scenarios, against a table of facts (``tests/facts``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from facts.reading import Facts, table
from facts.used import defined, named

from fsm.cards import Activated, Static, Triggered
from fsm.cards.card import written_card
from fsm.cards.terms import parts
from fsm.cards.vocabulary import (
    NAME_OF,
    AdjustCounters,
    CastAnyTime,
    Copy,
    Counter,
    Effect,
    ExtraLands,
    May,
    MayPlay,
    Pay,
)
from fsm.game import Card, catalogue, read_card

PRINTED = {
    *("first strike", "double strike", "vigilance", "haste", "defender", "phasing", "flying", "reach", "menace"),
    *("banding", "hexproof", "trample"),
}
"""The keywords of the vocabulary that are printed as such."""

BLANK = read_card({"name": "Blank"})
OWN = (
    "rebound",
    "madness",
    "miracle",
    "suspend",
    "vanishing",
    "fading",
    "flash",
    "split_second",
    "morph",
    "disguise",
    "ward",
)
"""The keywords that are fields of a card."""

Part = Card | Triggered | Activated | Static


def every(card: Card, *kinds: type[Any]) -> list[Any]:
    """The parts of a card of these kinds, and the card itself if it is one."""
    return [part for part in (card, *(part for part, _ in parts(card))) if isinstance(part, kinds)]


def asks(card: Card) -> bool:
    """Whether somebody may choose to do something."""
    optional = any(one.optional or one.may_stay_tapped for one in every(card, Static))
    new = any(one.new_target for one in every(card, Copy))
    shared = any(one.by == "anyone" for one in every(card, Activated))
    lets = any(one.loyalty_any_time or one.extra_lands or one.any_time for one in every(card, Static))
    return bool(
        every(card, ExtraLands, May, MayPlay, CastAnyTime)
        or any(one.do for one in every(card, Pay))
        or any(one.optional for one in every(card, AdjustCounters))
        or optional
        or new
        or shared
        or lets
        or "may be exerted as it attacks" in card.keywords
    )


def only(card: Card, word: str) -> bool:
    return any(word in one.only for one in every(card, Activated))


def windows(part: Card | Activated) -> tuple[str, ...]:
    """When a spell may be cast or an ability activated."""
    return part.castable if isinstance(part, Card) else part.activable


def first(card: Card) -> bool:
    """Whether an ability looks at the first event, step or phase of its kind."""
    conditions = [word for one in every(card, Triggered) for word in (*one.if_, *one.while_)]
    conditions += [word for part, _ in parts(card) for word in getattr(part, "is_", ())]
    return any(one.nth == 1 for one in every(card, Triggered)) or any(word[:6] == "first_" for word in conditions)


SAYS: dict[str, Callable[[Card], bool]] = {
    "may": asks,
    "sorcery": lambda card: only(card, "sorcery"),
    "your turn": lambda card: only(card, "your_turn"),
    "during combat": lambda card: "during_combat" in {w for one in every(card, Card, Activated) for w in windows(one)},
    "once": lambda card: any(one.once_each_turn for one in every(card, Activated)),
    "first": first,
    "anyone": lambda card: any(one.by == "anyone" for one in every(card, Activated)),
    "counter": lambda card: any(one.what == "target" for one in every(card, Counter)),
}
"""What shows in our data that a text says this."""


def numbers(card: Card) -> str:
    if "creature" in card.type:
        return f"{card.power}/{card.toughness}"
    return "" if card.loyalty is None else str(card.loyalty)


def told(card: Card) -> str:
    """The words of a card that may stand for a keyword: its note, its effects, and the names of its abilities."""
    names = (one.name for one in every(card, Triggered, Activated))
    effects = (NAME_OF[type(effect)] for effect in every(card, Effect))
    own = (word for word in OWN if getattr(card, word) != getattr(BLANK, word))
    return " ".join((*names, *effects, *own, card.note))


def is_told(card: Card, keyword: str) -> bool:
    """Whether a keyword is what it is cast on, an ability, or in the note."""
    return keyword.startswith("enchant ") or keyword.rsplit(maxsplit=1)[-1] in told(card).lower()


def differences(card: Card, facts: Facts, whole: bool = True) -> dict[str, tuple[object, object]]:
    """What of a card is not as the table says; without ``whole`` only what every card has to say."""
    less = "Without" in card.note  # one of its abilities
    targets = {one.targets for one in every(card, Card, Triggered, Activated)} - {"none"}
    pairs: dict[str, tuple[object, object]] = {
        "supertypes": ({*card.supertypes}, facts.supertypes),
        "types": ({*card.type}, facts.types),
        "numbers": (numbers(card), facts.numbers),
        "keywords": (PRINTED & {*card.keywords}, PRINTED & facts.keywords),
    }
    if whole:
        says = {word for word, holds in SAYS.items() if holds(card)}
        pairs |= {
            "subtypes": ({*card.subtypes}, facts.subtypes),
            "colors": ({*card.colors}, facts.colors),
            "targets": (targets, facts.targets & targets if less else facts.targets),
            "not told": ({word for word in facts.keywords - PRINTED if not is_told(card, word)}, set()),
            "says": (says, facts.says & says if less else facts.says),
        }
    return {what: pair for what, pair in pairs.items() if pair[0] != pair[1]}


def test_the_catalogue_is_as_the_facts_are() -> None:
    facts = table()
    found = {name: differences(card, facts[name]) for name, card in catalogue().items() if name in facts}
    assert {name: differs for name, differs in found.items() if differs} == {}
    assert catalogue().keys() <= facts.keys(), "python -m facts PATH adds the facts of new cards"


def test_every_card_of_the_catalogue_stands_in_a_scenario() -> None:
    assert catalogue().keys() - named() == set(), "a scenario shows the point of each card; add one"


def test_a_real_name_in_a_scenario_is_the_real_card() -> None:
    facts = table()
    real = [(place, read_card(data)) for place, data in defined() if data["name"] in facts]
    assert [(place, card.name) for place, card in real if differences(card, facts[card.name])] == []


def test_a_false_real_card_in_a_scenario_is_noticed() -> None:
    invented = read_card({"name": "Sneak Attack", "type": "instant"})
    real = table()["Time Walk"]._replace(name="Sneak Attack", types=frozenset({"enchantment"}))
    assert differences(invented, real)


@pytest.mark.parametrize("what", ["type", "power", "targets", "colors", "keywords"])
def test_a_mistake_is_noticed(what: str) -> None:
    name = {"targets": "Unsummon"}.get(what, "Serra Angel")
    wrong = {"type": ["artifact", "creature"], "power": 5, "targets": "permanent", "colors": [], "keywords": ["flying"]}
    data = {**written_card(name), what: wrong[what]}
    assert differences(read_card(data), table()[name])
