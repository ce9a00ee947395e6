"""A card in sentences made here from what it does; no card's own text is anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ..game import Card
from ..game import vocabulary as v
from ..game.abilities import Activated, Static, Triggered
from ..game.vocabulary import (
    ControlTurn,
    Delayed,
    Effect,
    EndCombat,
    EndTurn,
    ExtraPhases,
    ExtraSteps,
    ExtraTurn,
    Lasting,
    Pump,
    ReverseTurnOrder,
    Skip,
)
from ..game.windows import WORDS
from ..turn.address import PHASE_OF, PHASES
from ..words import listed

E = TypeVar("E", bound=Effect)


def told(card: Card) -> Iterator[str]:
    """What a card does, a sentence for each thing."""
    if card.targets != "none":
        yield f"It is cast on a {card.targets}."
    if card.castable:
        yield f"It may be cast only {listed(WORDS[window] for window in card.castable)}."
    if card.on_cast:
        yield f"When it is cast: {_all(card.on_cast)}."
    if card.effects:
        yield f"{'When it is set in motion' if 'scheme' in card.type else 'As it resolves'}: {_all(card.effects)}."
    for number, effects in enumerate(card.chapters, 1):
        yield f"Chapter {number}: {_all(effects) or 'nothing'}."
    for triggered in card.triggers:
        yield f"{_when(triggered)}: {_all(triggered.do)}."
    for ability in card.abilities:
        yield f"{_costs(ability)}: {_all(ability.do)}{_limits(ability)}."
    for static in card.static:
        yield from _static(static)
    if not (card.on_cast or card.effects or card.chapters or card.triggers or card.abilities or card.static):
        yield "It does nothing but be there."


def sentence(effect: Effect) -> str:
    """One effect in words; of one that was added by somebody else, what its own description says."""
    says = SAYS.get(type(effect))
    if says is not None:
        return says(effect)
    first = (type(effect).__doc__ or v.NAME_OF[type(effect)]).strip().splitlines()[0]
    return first[0].lower() + first[1:].rstrip(".")


SAYS: dict[type[Effect], Callable[[Any], str]] = {}
"""How each kind of effect is told."""


def _says(kind: type[E]) -> Callable[[Callable[[E], str]], Callable[[E], str]]:
    def register(function: Callable[[E], str]) -> Callable[[E], str]:
        SAYS[kind] = function
        return function

    return register


_PLAYERS = {
    "you": "its controller",
    "target": "the target",
    "each": "each player",
    "opponents": "each opponent",
    "active": "the player whose turn it is",
    "chosen": "the player it was cast on",
    "chooser": "the player who chose",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_THINGS = {
    "target": "the target",
    "self": "this permanent",
    "creatures": "all creatures of its controller",
    "attacked": "all its controller's creatures that attacked this turn",
}


def _who(who: str) -> str:
    return _PLAYERS.get(who, who)


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def _many(count: int, one: str, many: str = "") -> str:
    article = "an" if one[0] in "aeiou" else "a"
    return f"{article} {one}" if count == 1 else f"{_number(count)} {many or one + 's'}"


def _thing(what: str) -> str:
    return _THINGS.get(what, what)


def _all(effects: tuple[Any, ...]) -> str:
    return "; then ".join(sentence(effect) for effect in effects)


def _place(kind: str) -> str:
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
    return f"{kind.replace('_', ' ')} {'phase' if kind in PHASES else 'step' if kind in PHASE_OF else ''}".strip()


_UNTIL = {
    "end_of_turn": " this turn",
    "end_of_your_next_turn": " until the end of its controller's next turn",
    "while_tapped": " for as long as this permanent stays tapped",
    "while_there": " for as long as this permanent stays",
}


def _until(until: str) -> str:
    """How long something lasts; nothing if it lasts as long as the game."""
    if until == "game":
        return ""
    if until in _UNTIL:
        return _UNTIL[until]
    for prefix, words in (("your_next_", "until its controller's next "), ("next_", "until the next ")):
        if until.startswith(prefix):
            return f" {words}{_place(until.removeprefix(prefix))}"
    return f" until the end of the {_place(until.removeprefix('end_of_'))}"


@_says(ExtraTurn)
def _extra_turn(effect: ExtraTurn) -> str:
    turns = f"{_who(effect.player)} takes {_many(effect.count, 'extra turn')} after this one"
    return f"{turns}, and as that very turn begins: {_all(effect.riders)}" if effect.riders else turns


@_says(ExtraPhases)
def _extra_phases(effect: ExtraPhases) -> str:
    phases = listed(f"a further {_place(kind)}" for kind in effect.phases)
    after = {
        "this_phase": "after this phase",
        "this_main_phase": "after this phase, if it is a main phase",
        "this_combat_phase": "after this phase, if it is a combat phase",
        "first_postcombat_main": "after the second main phase of the turn, unless that is over",
    }[effect.after]
    return f"the turn gets {phases} {after}"


@_says(ExtraSteps)
def _extra_steps(effect: ExtraSteps) -> str:
    steps = _many(effect.count, f"further {_place(effect.step)}")
    where = {
        "after_this_step": "after this step",
        "before_next": f"before the next {_place(effect.anchor or effect.step)}",
        "after_this_phase": "after this phase, without the other steps of a phase",
    }[effect.where]
    only = "" if effect.player == "active" else f", if it is a turn of {_who(effect.player)}"
    return f"the turn gets {steps} {where}{only}"


@_says(Skip)
def _skip(effect: Skip) -> str:
    what = _place(effect.what)
    span = f"the next {what}" if effect.count == 1 else f"the next {_number(effect.count)} {what}s"
    until = " of that player's next turn" if effect.next_turn else _until(effect.until)
    then = f", and first thing after it: {_all(effect.then)}" if effect.then else ""
    return f"{_who(effect.player)} skips {f'every {what}' if effect.all else span}{until}{then}"


@_says(EndTurn)
def _end_turn(_: EndTurn) -> str:
    return "the turn ends: what is on the stack is exiled, and the cleanup step is next"


@_says(EndCombat)
def _end_combat(_: EndCombat) -> str:
    return "the combat phase ends: what is on the stack is exiled, and the next phase begins"


@_says(v.Mana)
def _mana(effect: v.Mana) -> str:
    stays = f", which stays in the pool{_until(effect.until)}" if effect.until is not None else ""
    return f"{_who(effect.player)} gets {effect.amount} mana{stays}"


@_says(v.Life)
def _life(effect: v.Life) -> str:
    return f"{_who(effect.player)} {'gains' if effect.amount >= 0 else 'loses'} {abs(effect.amount)} life"


@_says(v.Damage)
def _damage(effect: v.Damage) -> str:
    return f"{_who(effect.player)} is dealt {effect.amount} damage"


@_says(v.Draw)
def _draw(effect: v.Draw) -> str:
    return f"{_who(effect.player)} draws {_many(effect.amount, 'card')}"


@_says(v.Discard)
def _discard(effect: v.Discard) -> str:
    return f"{_who(effect.player)} discards {_many(effect.amount, 'card')}"


@_says(v.Mill)
def _mill(effect: v.Mill) -> str:
    return f"{_who(effect.player)} puts {_many(effect.amount, 'card')} from the top of the library into the graveyard"


@_says(v.May)
def _may(effect: v.May) -> str:
    return f"if {_who(effect.player)} wants it: {_all(effect.do)}"


@_says(v.ChooseOne)
def _choose_one(effect: v.ChooseOne) -> str:
    options = " or ".join(f'"{option.name}": {_all(option.do) or "nothing"}' for option in effect.options)
    return f"{_who(effect.player)} chooses {options}"


@_says(v.NoSchemes)
def _no_schemes(effect: v.NoSchemes) -> str:
    return f"no scheme can be set in motion{_until(effect.until)}"


@_says(v.Token)
def _token(effect: v.Token) -> str:
    tokens = _many(effect.count, f"{effect.power}/{effect.toughness} token")
    having = f" with {listed(effect.keywords)}" if effect.keywords else ""
    whom = f" {_who(effect.whom)}" if effect.whom else ""
    attacking = f", attacking{whom}" if effect.attacking else ""
    return f"{_who(effect.player)} creates {tokens} called {effect.name}{having}{attacking}"


@_says(v.Tap)
def _tap(effect: v.Tap) -> str:
    return f"{_thing(effect.what)} becomes tapped"


@_says(v.Untap)
def _untap(effect: v.Untap) -> str:
    return f"{_thing(effect.what)} {'untap' if effect.what in ('creatures', 'attacked') else 'untaps'}"


@_says(v.Move)
def _move(effect: v.Move) -> str:
    place = {"graveyard": "the graveyard", "exile": "exile", "hand": "its owner's hand"}[effect.to]
    return f"{_thing(effect.what)} goes to {place}"


@_says(v.Put)
def _put(effect: v.Put) -> str:
    place = {"graveyard": "the graveyard", "exile": "exile", "hand": "the hand"}[effect.out_of]
    attacking = ", attacking" if effect.attacking else ""
    return f"{_who(effect.player)} puts {effect.card} from {place} onto the battlefield{attacking}"


@_says(v.Counter)
def _counter(effect: v.Counter) -> str:
    return f"{effect.what or 'the spell or ability below it on the stack'} is countered"


@_says(Pump)
def _pump(effect: Pump) -> str:
    parts = [f"gets {effect.power:+d}/{effect.toughness:+d}"] if effect.power or effect.toughness else []
    keywords = [keyword for keyword in effect.keywords if keyword != "does not untap"]
    parts += [f"has {listed(keywords)}"] if keywords else []
    parts += ["does not untap in untap steps"] if len(keywords) < len(effect.keywords) else []
    parts += [f"loses {listed(effect.loses)}"] if effect.loses else []
    return f"{_thing(effect.what)} {listed(parts or ['stays as it is'])}{_until(effect.until)}"


@_says(Lasting)
def _lasting(effect: Lasting) -> str:
    return f'"{effect.name}" lasts{_until(effect.until) or " for the rest of the game"}'


@_says(Delayed)
def _delayed(effect: Delayed) -> str:
    whose = "the next" if effect.whose == "any" else "its controller's next"
    turn = " of this turn" if effect.this_turn else ""
    return f"at the beginning of {whose} {_place(effect.at)}{turn}: {_all(effect.do)}"


@_says(v.LoseGame)
def _lose_game(effect: v.LoseGame) -> str:
    return f"{_who(effect.player)} loses the game"


@_says(v.MustAttack)
def _must_attack(effect: v.MustAttack) -> str:
    what = _thing(effect.what) if effect.player is None else f"all creatures of {_who(effect.player)}"
    attack = "attack" if effect.player is not None or effect.what in ("creatures", "attacked") else "attacks"
    return f"{what} {attack} if able{_until(effect.until)}"


@_says(v.RemoveFromCombat)
def _remove_from_combat(effect: v.RemoveFromCombat) -> str:
    return f"{_thing(effect.what)} is removed from combat"


@_says(ControlTurn)
def _control_turn(effect: ControlTurn) -> str:
    control = f"its controller controls {_who(effect.player)} during the next turn that player takes"
    return f"{control}, and as that very turn begins: {_all(effect.riders)}" if effect.riders else control


@_says(ReverseTurnOrder)
def _reverse_turn_order(_: ReverseTurnOrder) -> str:
    return "the turn order is reversed"


@_says(v.RestartGame)
def _restart_game(_: v.RestartGame) -> str:
    return "the game is restarted: it ends, and a new one begins, in which its controller takes the first turn"


@_says(v.Daytime)
def _daytime(effect: v.Daytime) -> str:
    return f"it becomes {effect.to}"


@_says(v.Monarch)
def _monarch(effect: v.Monarch) -> str:
    return f"{_who(effect.player)} becomes the monarch"


@_says(v.Initiative)
def _initiative(effect: v.Initiative) -> str:
    return f"{_who(effect.player)} takes the initiative"


@_says(v.Venture)
def _venture(effect: v.Venture) -> str:
    return f"{_who(effect.player)} ventures into a dungeon"


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
    place = "first main phase" if ability.when == "precombat_main" and nth == "first" else _place(ability.when)
    return f"At the beginning of {which} {place} of {_WHOSE[ability.whose]}".replace("every first", "the first")


def _costs(ability: Activated) -> str:
    costs = [f"for {ability.mana} mana"] if ability.mana else []
    costs += ["by tapping it"] if ability.tap else []
    costs += ["by sacrificing it"] if ability.sacrifice else []
    name = f" ({ability.name})" if ability.name else ""
    return f"Activated{name} {listed(costs or ['at no cost'])}"


def _limits(ability: Activated) -> str:
    limits = ["once each turn"] if ability.once_each_turn else []
    limits += ["a mana ability, without the stack"] if ability.mana_ability else []
    return f" ({', '.join(limits)})" if limits else ""


def _static(static: Static) -> Iterator[str]:
    """What is so as long as the permanent is there."""
    when = "As long as it is there and tapped" if static.while_tapped else "As long as it is there"
    if static.skip is not None:
        may = "may skip" if static.optional else "skips"
        then = f"; for that, before anything else in what begins next: {_all(static.then)}" if static.then else ""
        yield f"{when}, {_who(static.player)} {may} every {_place(static.skip)}{then}."
    if static.reverse_phases:
        yield f"{when}, every turn takes its phases in reverse order."
    if static.mana_stays:
        yield f"{when}, mana stays in all pools."
    if static.may_stay_tapped:
        yield f"{when}, its controller may leave it tapped in untap steps."
    if static.no_untap:
        yield f"{when}, {static.no_untap} does not untap in untap steps."
    if static.attack_cost:
        price = f"unless their controller pays {static.attack_cost} mana for each"
        yield f"{when}, creatures can't attack {_who(static.player)} {price}."
    if static.most_attackers is not None:
        creatures = "creature" if static.most_attackers == 1 else "creatures"
        yield f"{when}, no more than {_number(static.most_attackers)} {creatures} can attack in a combat."
