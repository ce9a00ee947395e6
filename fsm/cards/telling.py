"""A card in sentences: its spell, its abilities and its chapters, by the sentences of their effects."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Card
from ..game.abilities import Activated, Static, Triggered
from ..game.windows import WORDS
from ..words import listed
from .sentences import clauses, in_words, place_name, players


def told(card: Card) -> Iterator[str]:
    """What a card does, a sentence for each thing."""
    if card.targets != "none":
        yield f"It is cast on a {card.targets}."
    if card.castable:
        yield f"It may be cast only {listed(WORDS[window] for window in card.castable)}."
    if card.on_cast:
        yield f"When it is cast: {clauses(card.on_cast)}."
    if card.effects:
        yield f"{'When it is set in motion' if 'scheme' in card.type else 'As it resolves'}: {clauses(card.effects)}."
    for number, effects in enumerate(card.chapters, 1):
        yield f"Chapter {number}: {clauses(effects) or 'nothing'}."
    for triggered in card.triggers:
        yield f"{_when(triggered)}: {clauses(triggered.do)}."
    for ability in card.abilities:
        yield f"{_costs(ability)}: {clauses(ability.do)}{_limits(ability)}."
    for static in card.static:
        yield from _static(static)
    if not (card.on_cast or card.effects or card.chapters or card.triggers or card.abilities or card.static):
        yield "It does nothing but be there."


_EVENTS = {
    "attacks": "Whenever it attacks",
    "blocks": "Whenever it blocks",
    "deals combat damage": "Whenever it deals combat damage to a player",
    "enters": "When it enters the battlefield",
    "leaves": "When it leaves the battlefield",
    "untaps": "Whenever it untaps",
    "a permanent untaps": "Whenever a permanent untaps",
    "you cast": "Whenever its controller casts a spell",
    "you discard": "Whenever its controller discards a card",
    "you draw": "Whenever its controller draws a card",
}
_WHOSE = {
    "each": "each turn",
    "you": "each of its controller's turns",
    "opponents": "each opponent's turn",
    "chosen": "each turn of the player it was cast on",
}
_NTH = ("", "first", "second", "third", "fourth", "fifth")


def _when(ability: Triggered) -> str:
    """When an ability triggers: on an event, or at the beginning of a step of somebody's turn, the nth or every one."""
    nth = _NTH[ability.nth] if ability.nth < len(_NTH) else f"{ability.nth}th"
    if ability.when in _EVENTS:
        return f"{_EVENTS[ability.when]}, for the {nth} time each turn" if nth else _EVENTS[ability.when]
    which = f"the {nth}" if nth else "every"
    place = "first main phase" if ability.when == "precombat_main" and nth == "first" else place_name(ability.when)
    return f"At the beginning of {which} {place} of {_WHOSE[ability.whose]}".replace("every first", "the first")


def _costs(ability: Activated) -> str:
    costs = [f"for {ability.mana} mana"] if ability.mana else []
    costs += [f"for {ability.loyalty:+d} loyalty"] if ability.loyalty is not None else []
    costs += ["by tapping it"] if ability.tap else []
    costs += ["by sacrificing it"] if ability.sacrifice else []
    name = f" ({ability.name})" if ability.name else ""
    return f"Activated{name} {listed(costs or ['at no cost'])}"


def _limits(ability: Activated) -> str:
    limits = ["once each turn"] if ability.once_each_turn else []
    limits += ["as a sorcery, one of them each turn"] if ability.loyalty is not None else []
    limits += ["a mana ability, without the stack"] if ability.mana_ability else []
    return f" ({', '.join(limits)})" if limits else ""


def _static(static: Static) -> Iterator[str]:
    """What is so as long as the permanent is there."""
    when = "As long as it is there and tapped" if static.while_tapped else "As long as it is there"
    if static.skip is not None:
        may = "may skip" if static.optional else "skips"
        then = f"; for that, before anything else in what begins next: {clauses(static.then)}" if static.then else ""
        yield f"{when}, {players(static.player)} {may} every {place_name(static.skip)}{then}."
    if static.reverse_phases:
        yield f"{when}, every turn takes its phases in reverse order."
    if static.mana_stays:
        pools = "all pools" if static.player == "each" else f"the pool of {players(static.player)}"
        yield f"{when}, mana stays in {pools}."
    yield from _timing(static, when)
    if static.may_stay_tapped:
        yield f"{when}, its controller may leave it tapped in untap steps."
    if static.no_untap:
        yield f"{when}, {static.no_untap} does not untap in untap steps."
    if static.attack_cost:
        price = f"unless their controller pays {static.attack_cost} mana for each"
        yield f"{when}, creatures can't attack {players(static.player)} {price}."
    if static.most_attackers is not None:
        creatures = "creature" if static.most_attackers == 1 else "creatures"
        yield f"{when}, no more than {in_words(static.most_attackers)} {creatures} can attack in a combat."


def _timing(static: Static, when: str) -> Iterator[str]:
    """What is so about when things may be done, and about day and night."""
    if static.loyalty_any_time:
        yield "Its loyalty abilities may be activated whenever an instant could be cast."
    if static.sorcery_speed:
        yield f"{when}, {players(static.player)} can cast spells only when a sorcery could be cast."
    if static.brings_day:
        yield "It becomes day as it enters the battlefield, if it is neither day nor night."
