"""Random cards: any effect of the vocabulary with any of its words, from the types that read them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args, get_origin

from saying import said, words_of

from fsm import shape
from fsm.cards import Activated, Again, Instead, Side, Static, Toll, Triggered, Ward
from fsm.cards.vocabulary import EFFECTS, Choices, Effects
from fsm.edition import kinds_in_use
from fsm.errors import FsmError
from fsm.game import Card, read_card

NESTED = 2
"""How deep effects stand in effects."""
TRIES = 60

KINDS = ("instant", "instant", "sorcery", "creature", "creature", "artifact", "enchantment", "land", "planeswalker")
OF_PERMANENTS = ("triggers", "abilities", "static", "on_cast", "chapters")
INSIDE = (Triggered, Activated, Static, Instead, Again, Toll, Ward)
"""The structs that stand in others, alone or several of them."""


def random_cards(random: Random, count: int, name: str = "Card") -> tuple[Card, ...]:
    """Cards that are taken: what means nothing where it stands is refused, and another one is tried."""
    cards = []
    for n in range(count):
        for _ in range(TRIES):
            try:
                cards.append(read_card({"name": f"{name} {n}", **_card(random)}))
            except FsmError:
                continue
            break
    return tuple(cards)


def _card(random: Random) -> dict[str, Any]:
    kind = random.choice((*KINDS, "battle"))
    data: dict[str, Any] = {"type": kind, "targets": random.choice(("none", "none", "player", "permanent"))}
    for field, values in _RARE.items():
        if random.random() < 0.1:
            data[field] = random.choice(values)
    if kind in ("instant", "sorcery"):
        return {**data, "effects": _effects(random, NESTED)}
    if kind == "creature":
        data |= {"power": random.randrange(4), "toughness": random.randrange(1, 4)}
        data |= {"keywords": _fields(random, Card).get("keywords", [])}
        data |= {random.choice(("morph", "disguise")): random.randrange(3)} if random.random() < 0.3 else {}
        data |= {"ward": random.choice((1, 2, {"life": 1}, {"mana": 1, "discard": 1}))} if random.random() < 0.2 else {}
    if kind in ("planeswalker", "battle") and random.random() < 0.8:
        data["loyalty" if kind == "planeswalker" else "defense"] = random.randrange(1, 4)
    if random.random() < 0.1:
        data["flipped"] = _struct(random, Side, NESTED)
    parts = random.sample(OF_PERMANENTS, random.choice((1, 1, 2)))
    return data | {part: _part(random, part) for part in parts}


_RARE: dict[str, tuple[Any, ...]] = {
    "for_ante": (True,),
    "flash": (True,),
    "rebound": (True,),
    "split_second": (True,),
    "enters_tapped": (True,),
    "cost": (0, 1, 2),
    "suspend": (1, 2),
    "suspend_cost": (0, 1),
    "subtypes": (["Goblin"], ["Aura"]),
    "colors": (["red"], ["blue", "white"]),
    "castable": (["before_attackers"], ["during_combat"]),
}
"""What a card may say besides its abilities."""


def _part(random: Random, part: str) -> list[Any]:
    if part == "on_cast":
        return _effects(random, NESTED)
    if part == "chapters":
        return [_effects(random, NESTED)]
    struct: type[Any] = {"triggers": Triggered, "abilities": Activated, "static": Static}[part]
    return [_struct(random, struct, NESTED)]


def _effects(random: Random, depth: int) -> list[Any]:
    return [_effect(random, depth) for _ in range(random.choice((1, 1, 2)))]


def _effect(random: Random, depth: int) -> dict[str, Any]:
    name = random.choice(tuple(EFFECTS))
    if name in WHOLE and random.random() < 0.7:
        return {name: random.choice(WHOLE[name]) | _then(random, depth - 1)}
    return {name: _struct(random, EFFECTS[name], depth - 1)}


def _then(random: Random, depth: int) -> dict[str, Any]:
    return {"then": _effects(random, depth)} if depth > 0 and random.random() < 0.3 else {}


_TOP = {"what": "top", "out_of": "library"}
WHOLE: dict[str, tuple[dict[str, Any], ...]] = {
    "move": (
        *({**_TOP, "player": who, "amount": 2, "to": "exile"} for who in ("you", "each", "opponents")),
        *({**_TOP, "to": "exile", **more} for more in ({"link": "chest"}, {"face_down": True})),
        {**_TOP, "to": "exile", "face_down": True, "looks": "you"},
        {**_TOP, "to": "library", "place": "bottom"},
        *({"what": "top", "out_of": "graveyard", "to": zone, "amount": 2} for zone in ("library", "hand", "exile")),
        *({"what": "linked", "out_of": "exile", "link": "chest", "to": zone} for zone in ("hand", "graveyard")),
        *({"what": what, "to": zone} for what in ("self", "Lion", "creatures") for zone in ("hand", "exile")),
        {"what": "creatures", "to": "exile", "link": "chest"},
        {"what": "creatures", "to": "exile", "face_down": True, "looks": "opponents"},
        {"what": "creatures", "to": "library", "place": 2, "arranged_by": "active"},
    ),
    "put": (
        {"card": "linked", "link": "chest", "out_of": "exile"},
        *({"card": "Lion", "out_of": zone, "player": "each"} for zone in ("graveyard", "hand", "exile")),
    ),
}
"""Effects whose fields seldom fit each other by chance."""


def _struct(random: Random, struct: Any, depth: int) -> dict[str, Any]:
    """Fields of a struct: those that are needed, and a few others; it holds effects while there is depth for them."""
    data = _fields(random, struct)
    for field, type_, needed, inside, number in _shapes(struct):
        wanted = needed or (depth > 0 and random.random() < 0.3)
        if type_ == Effects and wanted:
            data[field] = _effects(random, depth) if depth > 0 else [{"life": 1}]
        elif inside is not None:
            data.pop(field, None)
            if random.random() < 0.3:
                made = _struct(random, inside, depth - 1)
                data[field] = [made] if get_origin(type_) is tuple else made
        elif type_ is Choices:
            data[field] = {name: _effects(random, depth) if depth > 0 else ["draw"] for name in ("one", "two")}
        elif number and (field in data or random.random() < 0.1):
            data[field] = random.choice((0, 1, 1, 2, 3, -1))
        elif needed and field not in data:
            data[field] = [random.choice(kinds_in_use().places)] if type_ not in (str, int) else "Lion"
    return data


@cache
def _shapes(struct: Any) -> tuple[tuple[str, Any, bool, Any, bool], ...]:
    """The fields: their types, whether they are needed, the struct that stands in them, whether they are numbers."""
    needed, found = shape.required(struct), []
    for field, type_ in shape.fields(struct).items():
        inside = next((inner for inner in INSIDE if inner in _within(type_)), None)
        found.append((field, type_, field in needed, inside, int in _within(type_)))
    return tuple(found)


def _within(type_: Any) -> Iterator[Any]:
    """A type, and those that it is made of."""
    yield type_
    for inner in get_args(type_):
        yield from _within(inner)


@cache
def _values(struct: Any) -> dict[str, list[Any]]:
    """The values to try for the fields of a struct."""
    found: dict[str, list[Any]] = {}
    for word in words_of(struct):
        found.setdefault(word.field, []).extend(said(word))
    return {field: values for field, values in found.items() if values}


def _fields(random: Random, struct: Any) -> dict[str, Any]:
    needed = shape.required(struct)
    kept = {}
    for field, values in _values(struct).items():
        if field in needed or random.random() < 0.25:
            kept[field] = random.choice(values)
    if "name" in kept:
        kept["name"] = random.choice(("Goblin", "Knight", "mark"))
    if "link" in kept:
        kept["link"] = "chest"
    if "card" in kept:
        kept["card"] = random.choice(("Lion", "Wall", "Time Walk"))
    if "what" in kept and isinstance(kept["what"], str) and kept["what"] not in ("self", "creatures"):
        kept["what"] = random.choice(("self", "creatures", "attacked", "target", "Lion", kept["what"]))
    return kept
