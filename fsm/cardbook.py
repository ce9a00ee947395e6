"""The catalogue of cards: listed, searched, and one card of it explained, with the scenarios that use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import indent
from typing import Any, TypeVar

import msgspec
import yaml

from . import shape
from .cards import vocabulary as v
from .cards.abilities import Activated, Static, Triggered
from .cards.card import written_card
from .cards.fields import STATIC_NEEDS
from .cards.terms import parts
from .errors import CardError, InputError
from .game import Card, catalogue
from .library import SUFFIX, scenario_folder, shown_path
from .search import Findable, ranked, tokens
from .wording import card_kind, card_sentences
from .words import nearest


def list_cards(only: Sequence[Card] | None = None) -> Iterator[str]:
    """Cards, by default all of the catalogue, a line each: name, type, and what they change in the turn."""
    cards = sorted(catalogue().values(), key=lambda card: card.name) if only is None else only
    wide = max(len(card.name) for card in cards)
    yield f"{len(cards)} card{'s' if len(cards) != 1 else ''}; fsm cards NAME explains one"
    for card in cards:
        yield f"{card.name:<{wide}}  {' '.join(card.type):<17}  {', '.join(shapes(card))}".rstrip()


def find_cards(text: str) -> tuple[Card, ...]:
    """The cards that a text means; ``CardError`` if there is none.

    That is the card of that name, in any case; or those whose names have all of its words, or parts of them; or those
    that are explained with these words.
    """
    known, plain = catalogue().values(), tokens(text)
    exact = [card for card in known if tokens(card.name) == plain]
    named = exact or [hit.what for hit in ranked([text], (Findable(card, ((2, card.name),)) for card in known))]
    found = named or [hit.what for hit in ranked([text], map(findable, known))]
    if not found or not plain:
        raise _unknown(text)
    return tuple(found)


def findable(card: Card) -> Findable:
    """What a search finds a card by: its name, and how it is explained."""
    return Findable(card, ((4, card.name), (1, " ".join((*card_sentences(card), *shapes(card))))))


def _unknown(name: str) -> CardError:
    words = {word: known for known in catalogue() for word in tokens(known) if len(word) >= LONG}
    hint = nearest(name, catalogue()) or nearest(name, words, words)
    return CardError(f"unknown card {name[:60]!r}{hint}; fsm cards lists the catalogue")


LONG = 4
"""How many letters a word of a name has at least that somebody may have meant."""


def _has(text: str, words: str) -> bool:
    """Whether a text has all of the words, or words of which they are parts."""
    plain = " ".join(tokens(text))
    return all(word in plain for word in tokens(words))


def cards_of_shape(word: str) -> tuple[Card, ...]:
    """The cards with an effect or a static ability of a name, or of a shape in words.

    ``CardError`` lists all of these if the word is none of them, or no card has it.
    """
    if word in v.EFFECTS or word in shape.fields(Static):
        found = [card for card in catalogue().values() if word in done_by(card)]
    else:
        fitting = {name for name in SHAPES if _has(name, word)}
        found = [card for card in catalogue().values() if fitting & set(shapes(card))]
    if not found or not tokens(word):
        done = set[str]().union(*map(done_by, catalogue().values()))
        names = dict.fromkeys((*v.EFFECTS, *(field for field in shape.fields(Static) if field not in STATIC_NEEDS)))
        used = [name for name in names if name in done]
        what = f"no card of the catalogue has the shape {word[:60]!r}{nearest(word, (*used, *SHAPES))}"
        raise CardError(f"{what}; effects and abilities: {', '.join(used)}; in words: {', '.join(SHAPES)}")
    return tuple(found)


def done_by(card: Card) -> set[str]:
    """The effects and static abilities of a card, by the names that scenarios have for them."""
    found = {v.NAME_OF[type(part)] for part, _ in parts(card) if type(part) in v.NAME_OF}
    return found.union(*(shape.said(part) for part, _ in parts(card) if isinstance(part, Static)))


def explain_card(name: str) -> Iterator[str]:
    """What a card does, in our own words, the card as a scenario writes it, and the scenarios that use it.

    The name may be in any case; ``CardError`` if there is no such card.
    """
    card = next((card for known, card in catalogue().items() if tokens(known) == tokens(name)), None)
    if card is None:
        raise _unknown(name)
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

    words = re.findall(r"\w+", name)
    for path in sorted(scenario_folder().rglob(f"*{SUFFIX}")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not all(word in text for word in words):
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


P = TypeVar("P", bound=msgspec.Struct)


Shape = tuple[type[Any], Callable[[Any], bool]]


def _is(kind: type[P], holds: Callable[[P], bool] = lambda _: True) -> Shape:
    return kind, holds


def _trigger(when: str) -> Shape:
    return Triggered, lambda ability: ability.when == when


def _delayed_to(*places: str) -> Shape:
    return v.Delayed, lambda effect: effect.at in places


def _extra(*phases: str) -> Shape:
    return v.ExtraPhases, lambda effect: effect.phases == phases


def _extra_step(step: str) -> Shape:
    return v.ExtraSteps, lambda effect: effect.step == step


def _skips(what: str, *, always: bool) -> tuple[Shape, ...]:
    """Skips of the next step, phase or turn of a kind, or of each one while something lasts."""
    once = _is(v.Skip, lambda effect: effect.what == what and effect.all == always)
    return (once, (Static, lambda static: static.skip == what)) if always else (once,)


SHAPES: dict[str, tuple[Shape, ...]] = {
    "an extra turn": (_is(v.ExtraTurns, lambda e: e.player == "you" and e.count == 1 and not e.riders),),
    "an extra turn for a target": (_is(v.ExtraTurns, lambda e: e.player == "target"),),
    "several extra turns": (_is(v.ExtraTurns, lambda e: e.count > 1),),
    "an extra turn for another player": (_is(v.ExtraTurns, lambda e: e.player not in ("you", "target")),),
    "an extra turn with a condition": (_is(v.ExtraTurns, lambda e: bool(e.riders)),),
    "an extra combat": (_is(v.ExtraPhases, lambda e: "main" not in e.phases and "combat" in e.phases),),
    "an extra combat and main phase": (_extra("combat", "main"),),
    "an extra beginning phase": (_extra("beginning"),),
    "an extra upkeep": (_extra_step("upkeep"),),
    "an extra end step": (_extra_step("end"),),
    "skips every draw step": _skips("draw", always=True),
    "skips the next draw step": _skips("draw", always=False),
    "skips untap steps": (*_skips("untap", always=True), *_skips("untap", always=False)),
    "skips upkeeps": (*_skips("upkeep", always=True), *_skips("upkeep", always=False)),
    "skips the next combat": _skips("combat", always=False),
    "skips all combats of a turn": _skips("combat", always=True),
    "skips turns": (*_skips("turn", always=False), *_skips("turn", always=True)),
    "skips extra turns": (*_skips("extra_turn", always=False), *_skips("extra_turn", always=True)),
    "attacked like a player": (_is(Card, lambda card: card.loyalty is not None or card.defense is not None),),
    "as an instant or as a sorcery": (_is(v.CastAnyTime), _is(Static, lambda static: static.sorcery_speed)),
    "controls a turn": (_is(v.ControlTurn),),
    "controls a phase": (_is(v.ControlPhase),),
    "reverses the turn order": (_is(v.ReverseTurnOrder),),
    "reverses the phases": (_is(Static, lambda static: static.reverse_phases),),
    "restarts the game": (_is(v.RestartGame),),
    "ends the turn": (_is(v.EndTurn),),
    "ends the combat phase": (_is(v.EndCombat),),
    "waits for the next end step": (_delayed_to("end"),),
    "waits for the end of combat": (_delayed_to("end_of_combat"),),
    "waits for the next upkeep": (_delayed_to("upkeep"),),
    "waits for the next cleanup step": (_delayed_to("cleanup"),),
    "until your next turn": tuple(
        (kind, lambda effect: effect.until == "your_next_turn")
        for kind in (v.Lasting, v.Pump, v.Skip, v.Prevent, v.CastAnyTime)
    ),
    "until the end of your next turn": tuple(
        (kind, lambda effect: effect.until == "end_of_your_next_turn")
        for kind in (v.Lasting, v.Pump, v.Skip, v.MayPlay)
    ),
    "asks whether": (_is(v.May),),
    "asks which": (_is(v.ChooseOne),),
    "may stay tapped": (_is(Static, lambda static: static.may_stay_tapped),),
    "stays tapped through an untap step": (_is(v.StayTapped),),
    "stops schemes": (_is(v.NoSchemes),),
    "as something untaps": (_is(Triggered, lambda t: t.when.endswith("untaps")),),
    "in upkeeps": (_trigger("upkeep"),),
    "in draw steps": (_trigger("draw"),),
    "in first main phases": (_trigger("precombat_main"),),
    "in main phases after combat": (_trigger("postcombat_main"),),
    "at the beginning of combat": (_trigger("beginning_of_combat"),),
    "in the first combat of a turn": (_is(Triggered, lambda t: "first_combat" in t.if_),),
    "at certain times only": (_is(Activated, lambda ability: bool(ability.only)),),
    "only if something is so": (_is(Triggered, lambda t: bool(t.if_)), _is(v.OnlyIf)),
    "for a price": (_is(v.Pay),),
    "at the end of combat": (_trigger("end_of_combat"),),
    "in end steps": (_trigger("end"),),
    "day and night": (_is(v.Daytime), _is(Static, lambda static: static.brings_day)),
    "the monarch": (_is(v.Monarch),),
    "the initiative": (_is(v.Initiative), _is(v.Venture)),
    "chapters": (_is(Card, lambda card: bool(card.chapters)),),
    "set in motion": (_is(Card, lambda card: "scheme" in card.type),),
    "mana that stays": (_is(Static, lambda static: static.mana_stays), _is(v.Mana, lambda mana: bool(mana.until))),
}
"""The shapes in a few words, each with the tests for parts of a card that have it."""


def shapes(card: Card) -> tuple[str, ...]:
    """The shapes of a card; none if it does not change the turn."""
    having = (card, *(part for part, _ in parts(card)))
    return tuple(
        name
        for name, alternatives in SHAPES.items()
        if any(isinstance(part, kind) and holds(part) for kind, holds in alternatives for part in having)
    )
