"""Random cards: any effect of the vocabulary with any of its words, from the types that read them."""

from __future__ import annotations

from random import Random
from typing import Any

from saying import said, words_of

from fsm import shape
from fsm.cards.abilities import Activated, Static, Triggered
from fsm.cards.vocabulary import EFFECTS, Choices, Effects
from fsm.edition import kinds_in_use
from fsm.errors import FsmError
from fsm.game import Card, read_card

NESTED = 2
"""How deep effects stand in effects."""
TRIES = 60


def random_cards(random: Random, count: int) -> tuple[Card, ...]:
    """Cards that are taken: what means nothing where it stands is refused, and another one is tried."""
    cards = []
    for n in range(count):
        for _ in range(TRIES):
            try:
                cards.append(read_card({"name": f"Card {n}", **_card(random)}))
            except FsmError:
                continue
            break
    return tuple(cards)


def _card(random: Random) -> dict[str, Any]:
    kind = random.choice(("instant", "instant", "sorcery", "creature", "artifact", "enchantment"))
    data: dict[str, Any] = {"type": kind, "targets": random.choice(("none", "none", "player", "permanent"))}
    if random.random() < 0.1:
        data["for_ante"] = True
    if kind in ("instant", "sorcery"):
        return {**data, "effects": _effects(random, NESTED)}
    if kind == "creature":
        data |= {"power": random.randrange(4), "toughness": random.randrange(1, 4)}
        data |= {"keywords": _fields(random, Card).get("keywords", [])}
    part = random.choice(("triggers", "abilities", "static", "on_cast", "chapters"))
    made: Any = {"on_cast": _effects, "chapters": lambda r, depth: [_effects(r, depth)]}.get(part)
    if made is not None:
        return {**data, part: made(random, NESTED)}
    struct: type[Any] = {"triggers": Triggered, "abilities": Activated, "static": Static}[part]
    return {**data, part: [_struct(random, struct, NESTED)]}


def _effects(random: Random, depth: int) -> list[Any]:
    return [_effect(random, depth) for _ in range(random.choice((1, 1, 2)))]


def _effect(random: Random, depth: int) -> dict[str, Any]:
    name = random.choice(tuple(EFFECTS))
    return {name: _struct(random, EFFECTS[name], depth - 1)}


def _struct(random: Random, struct: type[Any], depth: int) -> dict[str, Any]:
    """Fields of a struct: those that are needed, and a few others; it holds effects while there is depth for them."""
    data = _fields(random, struct)
    for field, type_ in shape.fields(struct).items():
        wanted = field in shape.required(struct) or (depth > 0 and random.random() < 0.3)
        if type_ == Effects and wanted:
            data[field] = _effects(random, depth) if depth > 0 else [{"life": 1}]
        elif type_ is Choices:
            data[field] = {name: _effects(random, depth) if depth > 0 else ["draw"] for name in ("one", "two")}
        elif type_ is int and field in data:
            data[field] = random.choice((0, 1, 1, 2, 3, -1))
        elif field in shape.required(struct) and field not in data:
            data[field] = [random.choice(kinds_in_use().places)] if type_ not in (str, int) else "Lion"
    return data


def _fields(random: Random, struct: type[Any]) -> dict[str, Any]:
    words = list(words_of(struct))
    needed = shape.required(struct)
    kept = {}
    for field in dict.fromkeys(word.field for word in words):
        if field in needed or random.random() < 0.25:
            values = [value for word in words if word.field == field for value in said(word)]
            if values:
                kept[field] = random.choice(values)
    if "name" in kept:
        kept["name"] = random.choice(("Goblin", "Knight", "mark"))
    if "card" in kept:
        kept["card"] = random.choice(("Lion", "Wall", "Time Walk"))
    if "what" in kept and isinstance(kept["what"], str) and kept["what"] not in ("self", "creatures"):
        kept["what"] = random.choice(("self", "creatures", "attacked", "target", "Lion", kept["what"]))
    return kept
