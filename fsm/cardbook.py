"""The catalogue of cards: listed, searched, and one card of it explained, with the scenarios that use it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from textwrap import indent
from typing import Any, NamedTuple

import msgspec
import yaml

from .cards import vocabulary as v
from .cards.card import catalogue_names, find_card, written_card
from .cardshapes import done_by, shapes
from .edition import DEFAULT, Edition, Rule, edition_ids, load_edition
from .edition.topics import OBEYED
from .errors import CardError, InputError
from .files import packaged_data
from .game import Card, catalogue
from .game.effects.apply import APPLY
from .library import SUFFIX, scenario_folder, shown_path
from .search import Findable, Index, ranked, tokens
from .wording import card_kind, card_sentences
from .words import listed

NEAR, ALIKE = 0.82, 0.75
"""How alike a misspelt name, and a misspelt word, is to the one that is meant; 1 is the same."""
LONG, FEW = 5, 3
"""How many letters a word has at least that may be misspelt, and how many near names are told."""
SMALL = frozenset(("a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with"))
"""The words of a card's name that begin with a small letter."""
_NUMBER = re.compile(r"(?:CR ?)?(\d{3}(?:\.\d+[a-z]*)?)")


def list_cards(only: Sequence[Card] | None = None) -> Iterator[str]:
    """Cards, by default all of the catalogue, a line each: name, type, and what they change in the turn."""
    cards = sorted(catalogue().values(), key=lambda card: card.name) if only is None else only
    wide = max(len(card.name) for card in cards)
    yield f"{len(cards)} card{'s' if len(cards) != 1 else ''}; fsm cards NAME explains one"
    for card in cards:
        yield f"{card.name:<{wide}}  {' '.join(card.type):<17}  {', '.join(shapes(card))}".rstrip()


def find_cards(text: str) -> tuple[Card, ...]:
    """The cards that a text means, or if there is none, those that it may mean if it is misspelt.

    ``CardError`` if there is none either; it has the nearest names.
    """
    found = cards_with(text) or near_cards(text)
    if not found:
        raise unknown_card(text)
    return found


def cards_with(text: str) -> tuple[Card, ...]:
    """The card of a name, in any case, or those with words: first those whose names have all of them, or parts of them.

    Then come those that are explained with these words. There are none if it is the name of a card that is left out.
    """
    plain, named = tokens(text), named_cards(text)
    if is_name(text) or left_out(text):
        return named
    if named and not all(any(known.startswith(word) for known in _index().known) for word in plain):
        return named  # parts of words count in names only
    told = (hit.what for hit in _index().ranked([text]))
    return tuple({card.name: card for card in (*named, *told)}.values()) if plain else ()


def named_cards(text: str) -> tuple[Card, ...]:
    """The card of a name, or those whose names have all the words, or parts of them; none if it is left out."""
    if not (plain := tokens(text)) or left_out(text):
        return ()
    entries = (Findable(card, ((2, card.name),)) for card in catalogue().values())
    return _called(plain) or tuple(hit.what for hit in ranked([text], entries))


def is_name(text: str) -> bool:
    """Whether a card of the catalogue is called so, in any case."""
    return any(tokens(name) == tokens(text) for name in catalogue_names())


def _called(plain: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards whose names have just these words; no other card is read."""
    return tuple(find_card(name) for name in sorted(catalogue_names()) if tokens(name) == plain)


def near_cards(text: str) -> tuple[Card, ...]:
    """The card whose name is nearly so, or those with the words that are nearest; none of a card that is left out."""
    return cards_with(near_words(text))


def near_words(text: str) -> str:
    """The name that is nearly so, or the words that are nearest; empty if there are none, or for a card left out."""
    if left_out(text) or not (plain := tokens(text)):
        return ""
    joined = {"".join(tokens(name)): name for name in catalogue_names()}
    close = get_close_matches("".join(plain), joined, n=1, cutoff=NEAR)
    if close or len("".join(plain)) < LONG:
        return joined[close[0]] if close else ""
    near = " ".join(map(_corrected, plain))
    return near if cards_with(near) else ""


def _corrected(word: str) -> str:
    """A word as the names of cards have it, or else their explanations; itself if they have none that is alike."""
    named = {part for name in catalogue() for part in tokens(name)}
    for known in (named, _index().known):
        if word in known:
            return word
        if close := get_close_matches(word, known, n=1, cutoff=ALIKE):
            return close[0]
    return word


@cache
def _index() -> Index:
    """All cards by what is told of them; what they change in the turn counts most, as names come first anyway."""
    return Index(
        Findable(card, ((2, " ".join(shapes(card))), (1, f"{card.name} {_told(card)}")))
        for card in catalogue().values()
    )


def findable(card: Card) -> Findable:
    """What a search finds a card by: its name, what it is, what it changes in the turn, and how it is explained."""
    return Findable(card, ((4, card.name), (4, " ".join(shapes(card))), (1, _told(card))))


def _told(card: Card) -> str:
    return " ".join((card_kind(card), *card.subtypes, *card_sentences(card)))


def cards_under(text: str, edition: Edition | None = None) -> tuple[Edition, Rule, tuple[Card, ...]] | None:
    """The cards with effects that obey the rule of a number; None if the text is no number.

    Without an edition, it is today's rule, or that of the last edition that has the number. ``CardError`` if there is
    no such rule, or no such card.
    """
    if not (found := _NUMBER.fullmatch(text.strip())):
        return None
    number, known = found[1], [edition] if edition else [*map(load_edition, (DEFAULT, *reversed(edition_ids())))]
    having = next((one for one in known if number in one.rules), None)
    if having is None:
        told = next(
            (f"{number} has its counterparts" for id in edition_ids() if number in load_edition(id).rules), "lists them"
        )
        raise CardError(
            f"no rule {number} in the index of {edition.id if edition else 'any edition'}; fsm rules {told}"
        )
    rule = having.rules[number]
    obeying = {one for topic, functions in OBEYED.items() if topic.name in rule.topics for one in functions}
    effects = {name for name, kind in v.EFFECTS.items() if APPLY[kind] in obeying}
    cards = tuple(card for card in catalogue().values() if effects & done_by(card))
    if not cards:
        what = f"no effect of a card in the catalogue obeys rule {number} itself: {rule.says}"
        raise CardError(f"{what} fsm rules {number} names the scenarios that show it")
    return having, rule, cards


class LeftOut(NamedTuple):
    """A real card that is not in the catalogue: its name, its shape, and what the vocabulary lacks for it."""

    name: str
    shape: str
    why: str


@cache
def all_left_out() -> tuple[LeftOut, ...]:
    """The real cards of ``cards/left_out.toml``, by their shapes."""
    data = packaged_data("cards/left_out.toml")
    return tuple(LeftOut(n, shape, why) for shape, rows in data.items() for why, names in rows.items() for n in names)


def left_out(name: str) -> LeftOut | None:
    """The real card of a name, in any case, if it is known to be left out."""
    return next((one for one in all_left_out() if tokens(one.name) == tokens(name)), None)


def unknown_card(name: str) -> CardError:
    """The error that no card is called so, with why it is left out, or with the nearest names or words."""
    if known := left_out(name):
        return CardError(f"{known.name} is left out of the catalogue because of this: {known.why}")
    names = {" ".join(tokens(known)): known for known in catalogue_names()}
    words = {word: known for known in sorted(catalogue_names()) for word in tokens(known)}
    close = [names[one] for one in get_close_matches(" ".join(tokens(name)), names, n=FEW, cutoff=ALIKE)]
    long = [word for word in tokens(name) if len(word) >= LONG]
    having = [words[one] for word in long for one in get_close_matches(word, words, 1, ALIKE)]
    few = [*dict.fromkeys((*close, *(having if 2 * len(having) > len(long) else ())))][:FEW]
    hint = f"; the nearest name{'s are' if len(few) > 1 else ' is'} {listed(few)}" if few else ""
    if not few and (near := near_words(name)):
        hint = f"; perhaps this is meant: fsm cards {near}"
    return CardError(f"no card of the catalogue is called {name[:60]!r}{hint}; fsm cards lists them all")


def why_no_card(text: str) -> str:
    """Why the catalogue has no card of a name; empty if it has, or if the text does not look like a name of a card.

    A name has two words or more, each with a capital letter but the small ones inside, and no rule speaks of it.
    """
    first, *others = text.split() or [""]
    named = first[:1].isupper() and others and all(word[:1].isupper() or word in SMALL for word in others)
    if is_name(text) or not (named or left_out(text)):
        return ""
    ruled = any(text.lower() in rule.says.lower() for id in edition_ids() for rule in load_edition(id).rules.values())
    return "" if ruled else str(unknown_card(text))


TEMPLATES = (
    "type: sorcery, effects: [{extra_turn: you}]",
    "type: enchantment, triggers: [{when: upkeep, whose: you, do: [{life: 1}]}]",
    "type: creature, power: 2, toughness: 2, keywords: [haste]",
)
"""What a scenario says of a card of its own besides its name: a spell, a permanent that triggers, a creature."""


def how_to_write(name: str) -> str:
    """How a scenario defines a card that the catalogue does not have: lines of YAML, of which one is to be changed."""
    known = left_out(name)
    said = {"name": known.name if known else name[:60].strip()}
    named = yaml.safe_dump(said, allow_unicode=True, default_flow_style=True, width=1000).strip()[1:-1]
    return "\n".join(("cards:", *(f"  - {{{named}, {rest}}}" for rest in TEMPLATES)))


def explain_card(name: str) -> Iterator[str]:
    """What a card does, in our own words, the card as a scenario writes it, and the scenarios that use it.

    The name may be in any case; ``CardError`` if there is no such card.
    """
    card = next(iter(_called(tokens(name))), None)
    if card is None:
        raise unknown_card(name)
    yield f"{card.name} · {card_kind(card)}"
    for line in card_sentences(card):
        yield f"  {line}"
    if card.note:
        yield f"  Note: {card.note}"
    yield "  Left out of every card here: mana costs, and which mana pays what an effect asks."
    yield "  in YAML, to paste and to change:"
    yield from ("", *card_yaml(card.name).splitlines(), "")
    yield from (f"  in scenario  {place}" for place in scenarios_with(card.name))


def card_yaml(name: str) -> str:
    """A card of the catalogue in YAML, as a scenario defines it."""
    said = yaml.safe_dump([written_card(name)], sort_keys=False, allow_unicode=True, default_flow_style=None, width=100)
    return "cards:\n" + indent(said, "  ")


def scenarios_with(name: str) -> Iterator[str]:
    """The scenario files, here or in the package, that name a card, with the names of the scenarios."""
    from .scenario import read_scenarios

    named = re.compile(r"\W+".join(re.findall(r"\w+", name)))
    for path in sorted(scenario_folder().rglob(f"*{SUFFIX}")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not named.search(text):
            continue  # reading a file as a scenario takes a hundred times longer
        try:
            scenarios = read_scenarios(path)
        except InputError:
            continue
        for scenario in scenarios:
            if _names((scenario.setups, scenario.cards, scenario.script), name):
                yield f"{shown_path(path)}: {scenario.name}"


def _names(value: Any, name: str) -> bool:
    """Whether a value is or holds a card of that name, or the name itself."""
    if isinstance(value, str):
        return value == name
    if isinstance(value, msgspec.Struct):
        return any(_names(getattr(value, field), name) for field in value.__struct_fields__)
    if isinstance(value, dict):
        return any(_names(part, name) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple | set | frozenset) and any(_names(part, name) for part in value)
