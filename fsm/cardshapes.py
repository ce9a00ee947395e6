"""The shapes of cards: in a few words, what a card changes in the turn, and the cards of the catalogue that have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from . import shape
from .cards import vocabulary as v
from .cards.abilities import Activated, Static, Triggered
from .cards.terms import parts
from .errors import CardError
from .game import Card, catalogue
from .search import tokens
from .words import nearest

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


def _has(text: str, words: str) -> bool:
    """Whether a text has all of the words, or words of which they are parts."""
    plain = " ".join(tokens(text))
    return all(word in plain for word in tokens(words))


def by_shape() -> dict[str, list[Card]]:
    """The cards of the catalogue by their shapes, those of a shape by their names."""
    cards = [(card, shapes(card)) for card in sorted(catalogue().values(), key=lambda card: card.name)]
    return {shape: [card for card, having in cards if shape in having] for shape in SHAPES}


def cards_of_shape(word: str) -> tuple[Card, ...]:
    """The cards with an effect or a static ability of a name, or of a shape in words.

    ``CardError`` lists the shapes in words if the word is none of them, or no card has it.
    """
    if word in v.EFFECTS or word in shape.fields(Static):
        found = [card for card in catalogue().values() if word in done_by(card)]
    else:
        fitting = {name for name in SHAPES if _has(name, word)}
        found = [card for card in catalogue().values() if fitting & set(shapes(card))]
    if not found or not tokens(word):
        known = set(SHAPES).union(*map(done_by, catalogue().values()))
        what = f"no card of the catalogue has the shape {word[:60]!r}{nearest(word, sorted(known))}"
        raise CardError(f"{what}; shapes are {', '.join(SHAPES)}, and the effects of fsm docs FORMAT by their names")
    return tuple(found)


def done_by(card: Card) -> set[str]:
    """The effects and static abilities of a card, by the names that scenarios have for them."""
    found = {v.NAME_OF[type(part)] for part, _ in parts(card) if type(part) in v.NAME_OF}
    return found.union(*(shape.said(part) for part, _ in parts(card) if isinstance(part, Static)))
