"""A card in sentences: its spell, its abilities and its chapters, by the sentences of their effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..cards.abilities import EVENTS, Activated, Again, Instead, Static, Toll, Triggered
from ..cards.card import FADE, TIME
from ..cards.costs import amount_of, cost_in_words, types_of
from ..cards.kinds import a_kind, target_in_words
from ..cards.terms import FORBIDDEN
from ..game import Card
from ..game.objects.abilities.conditions import in_words as condition_in_words
from ..game.priority.windows import WORDS
from ..words import amount, in_words, listed, ordinal
from .effects import clauses
from .happenings import whenever
from .phrases import conditions, into, place_name, players, ward


def card_kind(card: Card) -> str:
    """What a card is, in one line: its types, its power and toughness, its keywords, and what it costs."""
    parts = [" ".join((*card.supertypes, *card.type))]
    if "creature" in card.type:
        parts.append(f"{card.power}/{card.toughness}")
    parts += [*card.keywords, *(("cast at any time",) if card.flash else ())]
    parts += ["split second"] if card.split_second else []
    parts += [f"morph for {card.morph} mana"] if card.morph is not None else []
    parts += [f"disguise for {card.disguise} mana"] if card.disguise is not None else []
    parts += [ward(card.ward)] if card.ward is not None else []
    parts += [f"costs {_mana(card.cost)}"] if card.cost else []
    return ", ".join(parts)


FADES = {TIME: "Vanishing", FADE: "Fading"}
"""What gives a card its first counters, by their kind."""
_LAST = {TIME: "; it is sacrificed after the last one", FADE: ", or is sacrificed if it has none"}


def _waiting(card: Card) -> Iterator[str]:
    """What its time or fade counters do."""
    for kind, many in card.first_counters or ((TIME, 0),) * (card.vanishing is not None):
        enters = f"it enters with {amount(many, f'{kind} counter')}, and " if many else ""
        enters += "loses one in each upkeep" if many else f"it loses a {kind} counter in each upkeep"
        yield f"{FADES[kind]}: {enters}{_LAST[kind]}."
    if card.suspend:
        yield f"Suspended it has {amount(card.suspend, 'time counter')}, and is cast with the last one."


def _when_cast(card: Card) -> Iterator[str]:
    """When a card may be cast, if that is not as its types say."""
    if card.miracle is not None:
        drawn = "As the first card that a player draws in a turn it may be revealed"
        yield f"{drawn}; then they may cast it for {card.miracle} mana as an ability resolves."
    if card.castable:
        yield f"It may be cast only {listed(WORDS[window] for window in card.castable)}."
    yield from _waiting(card)


def card_sentences(card: Card) -> Iterator[str]:
    """What a card does, a sentence for each thing."""
    if card.targets != "none":
        yield f"It is cast on {target_in_words(card.targets)}."
    yield from _when_cast(card)
    if card.on_cast:
        yield f"When it is cast: {clauses(card.on_cast)}."
    if card.effects:
        again = "; cast from the hand it is exiled then, and may be cast again in its controller's next upkeep"
        when = "When it is set in motion" if "scheme" in card.type else "As it resolves"
        yield f"{when}: {clauses(card.effects)}{again if card.rebound else ''}."
    for number, effects in enumerate(card.chapters, 1):
        yield f"Chapter {number}: {clauses(effects) or 'nothing'}."
    for triggered in card.triggers:
        yield f"{_when(triggered)}{_aim(triggered.targets)}: {clauses(triggered.do)}."
    for ability in card.abilities:
        when = f"{_costs(ability)}{_when_activated(ability)}{_aim(ability.targets)}"
        yield f"{when}: {clauses(ability.do)}{_limits(ability)}."
    for static in card.static:
        yield from _static(static)
    if not (card.on_cast or card.effects or card.chapters or card.all_triggers or card.abilities or card.static):
        yield "It has no other abilities." if card.keywords else "It has no abilities."


_WHOSE = {
    "each": "each turn",
    "you": "each of its controller's turns",
    "opponents": "each opponent's turn",
    "chosen": "each turn of the player it was cast on",
}


def _when(ability: Triggered) -> str:
    """When an ability triggers: on an event, or at the beginning of a step, each time or only the nth."""
    nth = ordinal(ability.nth) if ability.nth else ""
    conditions_ = f", while {conditions(ability.while_)}" if ability.while_ else ""
    conditions_ += f", if {conditions(ability.if_)} then and as this resolves" if ability.if_ else ""
    if ability.when in EVENTS:
        event = whenever(ability.when, ability.whose, ability.of) + _number(ability)
        return f"{event}{f', for the {nth} time each turn' if nth else ''}{conditions_}"
    which = f"the {nth}" if nth else "every"
    place = "first main phase" if ability.when == "precombat_main" and nth == "first" else place_name(ability.when)
    begins = f"At the beginning of {which} {place} of {_WHOSE[ability.whose]}".replace("every first", "the first")
    return begins + conditions_


def _number(ability: Triggered) -> str:
    if not ability.at_least:
        return ""
    by = "by " if ability.when == "becomes blocked" else ""
    return f" {by}{ability.at_least} or more creatures"


def _aim(targets: str) -> str:
    return f", targeting {target_in_words(targets)}" if targets != "none" else ""


def _costs(ability: Activated) -> str:
    costs = [f"for {_mana(ability.mana)}"] if ability.mana else []
    costs += [f"for {ability.loyalty:+d} loyalty"] if ability.loyalty is not None else []
    costs += [f"for {ability.life} life"] if ability.life else []
    costs += [f"for {ability.energy} energy"] if ability.energy else []
    costs += (
        [f"for {amount(ability.removes, f'{ability.removes_kind} counter'.strip())} of it"] if ability.removes else []
    )
    costs += ["by tapping it"] if ability.tap else []
    costs += ["by sacrificing it"] if ability.sacrifice else ["by exiling it"] if ability.exile else []
    name = f" ({ability.name})" if ability.name else ""
    more = f", and for {ability.more_each_time} mana more each time in a turn" if ability.more_each_time else ""
    return f"Activated{name} {listed(costs or ['at no cost'])}{more}"


def _mana(cost: int | str) -> str:
    return cost_in_words(amount_of(cost), types_of(cost))


def _when_activated(ability: Activated) -> str:
    limits = [", by any player"] if ability.by == "anyone" else []
    limits += [", only once in a game"] if ability.once else []
    limits += [f", only if {conditions(ability.only)}"] if ability.only else []
    limits += [f", only {listed(WORDS[window] for window in ability.activable)}"] if ability.activable else []
    limits += [", as a special action"] if ability.special else []
    return "".join(limits)


def _limits(ability: Activated) -> str:
    limits = ["once each turn"] if ability.once_each_turn else []
    limits += ["as a sorcery, one of them each turn"] if ability.loyalty is not None else []
    limits += ["a mana ability, without the stack"] if ability.mana_ability else []
    return f" ({', '.join(limits)})" if limits else ""


def _static(static: Static) -> Iterator[str]:
    """The static ability, in sentences; a clause with a capital letter does not depend on where the permanent is."""
    when = "As long as it is there and tapped" if static.while_tapped else "As long as it is there"
    for fields, clause in _STATIC.items():
        if any(getattr(static, field) != getattr(_PLAIN, field) for field in fields.split()):
            said = clause(static)
            yield f"{said}." if said[0].isupper() else f"{when}, {said}."


def _skips(static: Static) -> str:
    may = "may skip" if static.optional else "skips"
    then = f"; for that, before anything else in what begins next: {clauses(static.then)}" if static.then else ""
    return f"{players(static.player)} {may} every {place_name(static.skip or '')}{_if(static)}{then}"


def _if(static: Static) -> str:
    """When it holds: during a part of the turn, or if something else is so."""
    said = [condition_in_words(condition) for condition in static.if_]
    during = [one.removeprefix("it is ") for one in said if one.startswith("it is ")]
    others = [one for one in said if not one.startswith("it is ")]
    return (f" during {listed(during)}" if during else "") + (f" if {listed(others)}" if others else "")


def _at_most(creatures: int | None, can: str) -> str:
    return f"no more than {in_words(creatures or 0)} creature{'s' * (creatures != 1)} can {can} in a combat"


def _shows(static: Static) -> str:
    """The hidden cards that the static ability shows."""
    what = f"{'hand' if static.shows == 'hand' else 'the top card of the library'} of {players(static.player)}"
    return f"{what} is revealed" if static.looks is None else f"{players(static.looks)} may look at {what}"


def _instead(static: Static) -> str:
    """What a replacement effect on moves does."""
    instead = static.instead or Instead()
    of = f" of {players(instead.player)}" if instead.player != "each" else ""
    kinds = f" of the kind {listed(instead.of)}" if instead.of else ""
    what = "it" if instead.which == "this" else f"a {instead.which}{kinds}{of}"
    then = f"; then {clauses(instead.then)}" if instead.then else ""
    return f"if {what} would go to {into(instead.to)}, it goes to {into(instead.goes, instead.place)} instead{then}"


def _again(static: Static) -> str:
    """Which abilities trigger an additional time."""
    again = static.triggers_again or Again()
    kinds = " and ".join(map(a_kind, again.having)) or "a permanent"
    cause = " and ".join(map(a_kind, again.of)) or ("a permanent" if again.because == "enters" else "a creature")
    whose = " of its controller" if again.whose == "you" else ""
    because = "" if again.because == "any" else f" because {cause}{whose} {again.because}"
    return f"if an ability of {kinds} of its controller triggers{because}, it triggers an additional time"


def _own(whose: str | None, kind: str | None) -> str:
    """The permanent itself, or each one of its controller that is of a kind."""
    return "it" if whose == "self" else f"each {kind or 'permanent'} of its controller"


def _forbidden(static: Static) -> str:
    """What the static ability says that players can't do."""
    said, kind = FORBIDDEN[static.cannot or "lose"], static.cannot_kind
    if kind is None:
        return said
    return f"cast {kind} spells" if static.cannot == "cast" else f"{said} of {a_kind(kind)}"


def _attack_price(static: Static) -> str:
    """What attacks cost by a static ability."""
    pays = _pays(static.attack_cost, static.attack_toll)
    if static.own_attack and static.optional:
        return f"as it attacks its controller {pays}, if they choose so"
    if static.own_attack:
        return f"it can't attack unless its controller {pays}"
    too = ", or their planeswalkers," if static.planeswalkers_too else ""
    return f"creatures can't attack {players(static.player)}{too} unless their controller {pays} for each"


def _block_price(static: Static) -> str:
    """What blocks cost by a static ability."""
    pays = _pays(static.block_cost, static.block_toll)
    if static.which_blocks == "its_own":
        return f"it can't block unless its controller {pays}"
    if static.which_blocks == "of_it":
        return f"creatures can't block it unless their controller {pays} for each"
    return f"creatures of {players(static.player)} can't block unless their controller {pays} for each"


def _pays(mana: int, asked: Toll | None) -> str:
    toll = asked or Toll()
    parts = [f"pays {mana} mana"] if mana else []
    parts += [f"taps an untapped {toll.tap}"] if toll.tap else []
    parts += [f"sacrifices {a_kind(toll.sacrifice)}"] if toll.sacrifice else []
    parts += [f"discards {amount(toll.discard, 'card')}"] if toll.discard else []
    return listed(parts)


def _stays(static: Static) -> str:
    of = f"{static.of_type} mana" if static.of_type else "mana"
    pools = "all pools" if static.player == "each" else f"the pool of {players(static.player)}"
    return f"{of} stays in {pools}" + (f", where it becomes {static.as_type}" if static.as_type else "")


_PLAIN = Static()

_STATIC: dict[str, Callable[[Static], str]] = {
    "skip": _skips,
    "reverse_phases": lambda _: "every turn takes its phases in reverse order",
    "chooses": lambda s: f"As it enters the battlefield, its controller chooses a {s.chooses}",
    "mana_stays": _stays,
    "reverse_turn_order": lambda _: "the turn order is reversed, if there are more than two players",
    "loyalty_any_time": lambda _: "Its loyalty abilities may be activated whenever an instant could be cast",
    "sorcery_speed": lambda s: f"{players(s.player)} can cast spells only when a sorcery could be cast",
    "any_time": lambda s: f"{players(s.player)} may cast {s.any_time} cards whenever an instant could be cast",
    "brings_day": lambda _: "It becomes day as it enters the battlefield, if it is neither day nor night",
    "cannot_enter": lambda s: f"nothing that is {listed(s.cannot_enter, 'or')} can enter the battlefield",
    "instead": _instead,
    "triggers_again": _again,
    "shows": _shows,
    "spells_have": lambda s: f"creature spells of {players(s.player)} have {listed(s.spells_have)}",
    "may_stay_tapped": lambda _: "its controller may leave it tapped in untap steps",
    "others_attack": lambda s: (
        f"its controller's other creatures of the kind {s.others_attack} attack each combat if able"
    ),
    "bands_with": lambda s: (
        f'{"it" if s.bands_of is None else f"each {s.bands_of} of its controller"} has "bands with other"'
        f" of the kind {s.bands_with}"
    ),
    "no_untap": lambda s: f"{a_kind(str(s.no_untap))} does not untap in untap steps",
    "most_untap": lambda s: (
        f"{players(s.player)} can't untap more than {in_words(s.most_untap or 0)}"
        f" {s.untap_kind or 'permanent'}{'s' * (s.most_untap != 1)} in their untap steps{_if(s)}"
    ),
    "attack_cost attack_toll": _attack_price,
    "block_cost block_toll": _block_price,
    "most_at_player": lambda s: _at_most(s.most_at_player, f"attack {players(s.player)}"),
    "most_attackers": lambda s: _at_most(s.most_attackers, "attack"),
    "most_blockers": lambda s: _at_most(s.most_blockers, "block"),
    "also_untaps": lambda s: (
        f"{_own(s.also_untaps, s.untap_kind)} untaps in the untap step of each other player too{_if(s)}"
    ),
    "cannot": lambda s: f"{players(s.player)} can't {_forbidden(s)}{_if(s)}",
    "cannot_attack": lambda s: f"it can't attack{_if(s)}",
    "extra_lands": lambda s: (
        f"{players(s.player)} may play {amount(s.extra_lands, 'additional land')} in each of their turns"
    ),
    "hand_size": lambda s: f"the maximum hand size of {players(s.player)} is {s.hand_size}",
    "no_hand_limit": lambda s: f"{players(s.player)} has no maximum hand size",
    "unblockable": lambda s: (
        f"{'it' if s.unblockable == 'self' else 'creatures of its controller'} can't be blocked{_if(s)}"
    ),
}
"""What a static ability says, by the fields that say it, in the order of its sentences."""
