"""Makes sentences from the data of effects; no printed card text is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .. import shape
from ..cards import vocabulary as v
from ..cards.kinds import a_kind, counted_in_words, target_in_words
from ..cards.terms import CARDS, FORBIDDEN, Who
from ..cards.vocabulary import Effect
from ..words import amount, listed
from .phrases import (
    SEVERAL,
    THAT_CARD,
    card_meant,
    conditions,
    does,
    duration,
    into,
    objects,
    place_name,
    players,
    price,
    ward,
)

E = TypeVar("E", bound=Effect)


def effect_sentence(effect: Effect) -> str:
    """One effect in words: the sentence of its kind, otherwise its docstring with the values that the card gives."""
    sentence = EFFECT_SENTENCES.get(type(effect))
    return sentence(effect) if sentence is not None else _described(effect)


def _described(effect: Effect) -> str:
    """The first line of an effect's docstring, and the fields that differ from their defaults.

    >>> class Rest(Effect, frozen=True):
    ...     "Gives a player a rest."
    ...
    ...     player: str = "you"
    ...     most_turns: int = 1
    >>> _described(Rest()), _described(Rest("each", most_turns=2))
    ('gives a player a rest', 'gives a player a rest, with player each and most turns 2')
    """
    first = (type(effect).__doc__ or v.NAME_OF[type(effect)]).strip().splitlines()[0].rstrip(".")
    given = [f"{name} {_value(value)}" for name, value in shape.said(effect).items()]
    return first[0].lower() + first[1:] + (f", with {listed(given).replace('_', ' ')}" if given else "")


def _value(value: Any) -> str:
    """The value of a field in words; effects as their sentences."""
    parts = value if isinstance(value, tuple) else (value,)
    return listed(effect_sentence(part) if isinstance(part, Effect) else str(part) for part in parts)


def many_do(effect: v.OnMany, one: str, many: str, kind: str = "permanents") -> str:
    """The permanents that an effect names, and what they do, with the verb in singular or plural."""
    if effect.player is not None:
        return f"all {effect.of or ''} {kind} of {players(effect.player)} {many}".replace("  ", " ")
    several = effect.what in SEVERAL
    of = f", if {'they are' if several else 'it is'} {a_kind(effect.of)}," if effect.of else ""
    return f"{objects(effect.what)}{of} {many if several else one}"


EFFECT_SENTENCES: dict[type[Effect], Callable[[Any], str]] = {}
"""The sentence of each kind of effect whose docstring does not say enough."""


def says(kind: type[E]) -> Callable[[Callable[[E], str]], Callable[[E], str]]:
    """Registers the function that says effects of a kind."""

    def register(function: Callable[[E], str]) -> Callable[[E], str]:
        EFFECT_SENTENCES[kind] = function
        return function

    return register


def clauses(effects: tuple[Any, ...]) -> str:
    """Effects as one sentence after the other."""
    return "; then ".join(effect_sentence(effect) for effect in effects)


@says(v.Mana)
def _mana(effect: v.Mana) -> str:
    stays = f", which stays in the pool{duration(effect.until)}" if effect.until is not None else ""
    of = f"{effect.color} mana" if effect.color else "mana"
    only = f", only for {listed(map(target_in_words, effect.only), 'or')}" if effect.only else ""
    return f"{players(effect.player)} gets {_much(effect, of)}{only}{stays}"


def _much(effect: v.Mana | v.Life | v.Damage | v.Draw | v.Counters, of: str) -> str:
    """An amount in words: ``3 life``, ``3 life for each Elf``, ``life equal to half of that player's life``."""
    number, each = abs(effect.amount), effect.for_each
    many = amount(number, of) if isinstance(effect, v.Draw | v.Counters) else f"{number} {of}"
    if each is None:
        return many
    if not each.startswith("half"):
        return f"{many} for each {counted_in_words(each)}"
    return f"{of} equal to {'' if number == 1 else f'{number} times '}{counted_in_words(each)}"


@says(v.PhaseOut)
def _phase_out(effect: v.PhaseOut) -> str:
    """What phases out, how long it is away, and how it comes back."""
    said = "phases out"
    if effect.until is not None:
        until = " until this permanent leaves" if effect.until == "while_there" else duration(effect.until)
        said += f"{until}, and phases in{' tapped' if effect.tapped else ''} right after that"
    elif effect.stay_out is not None:
        said += f", and cannot phase in{duration(effect.stay_out)}"
    return f"{many_do(effect, said, said.replace('phases', 'phase'))}{_then(effect.then)}"


@says(v.OnlyIf)
def _only_if(effect: v.OnlyIf) -> str:
    otherwise = f"; if not: {clauses(effect.otherwise)}" if effect.otherwise else ""
    return f"if {conditions(effect.is_)}: {clauses(effect.do) or 'nothing'}{otherwise}"


@says(v.Pay)
def _pay(effect: v.Pay) -> str:
    paid = price(effect.mana, effect.life, effect.discard)
    otherwise = f"; if not: {clauses(effect.otherwise)}" if effect.otherwise else ""
    return f"if {players(effect.player)} pays {paid}: {clauses(effect.do) or 'nothing more'}{otherwise}"


@says(v.ChooseOne)
def _choose_one(effect: v.ChooseOne) -> str:
    options = " or ".join(f'"{option.name}": {clauses(option.do) or "nothing"}' for option in effect.options)
    return f"{players(effect.player)} chooses {options}"


@says(v.Token)
def _token(effect: v.Token) -> str:
    kind = " ".join(one for one in effect.type if one != "creature")
    what = f"{effect.power}/{effect.toughness}" if "creature" in effect.type else kind
    tokens = amount(effect.count, f"{' '.join((*effect.supertypes, what))} token")
    has = [*effect.keywords, *([ward(effect.ward)] if effect.ward is not None else [])]
    having = f" with {listed(has)}" if has else ""
    whom = f" {players(effect.whom)}" if effect.whom else ""
    attacking = f", attacking{whom}" if effect.attacking else ""
    called = effect.name or " ".join(effect.subtypes)
    return f"{players(effect.player)} creates {tokens} called {called}{having}{attacking}{_then(effect.then)}"


@says(v.TokenCopy)
def _token_copy(effect: v.TokenCopy) -> str:
    what = f"a token that is a copy of {objects(effect.what)}{_except(effect.without, effect.keywords)}"
    return f"{players(effect.player)} creates {what}{_then(effect.then)}"


def _except(without: tuple[str, ...], keywords: tuple[str, ...] = ()) -> str:
    """The exceptions of a copy."""
    said = [*(f"is not {word}" for word in without), *([f"has {listed(keywords)}"] if keywords else [])]
    return f", except that the copy {listed(said)}" if said else ""


def _then(effects: v.Effects) -> str:
    """The effects on the permanents that an effect created."""
    return f", and with those: {clauses(effects)}" if effects else ""


@says(v.Reveal)
def _reveal(effect: v.Reveal) -> str:
    if effect.cards == "hand":
        return f"{players(effect.player)} reveals their hand"
    return f"{players(effect.player)} reveals the top {amount(effect.amount, 'card')} of their library"


@says(v.Move)
def _move(effect: v.Move) -> str:
    to = into(effect.to, effect.place) + (" face down" if effect.face_down else "")
    if effect.looks is not None:
        to += f", where {players(effect.looks)} may look at it"
    if effect.out_of in ("battlefield", "stack"):
        return f"{does(effect.what, 'goes', 'go')} to {to}{_then(effect.then)}"
    card = card_meant(effect.what, players(effect.player or Who("you")), effect.out_of, effect.amount)
    return f"{card} {'go' if effect.amount > 1 else 'goes'} to {to}{_then(effect.then)}"


@says(v.Prevent)
def _prevent(effect: v.Prevent) -> str:
    much = "all" if effect.amount is None else f"the next {effect.amount}"
    to = [players(effect.player)] if effect.player is not None else []
    to += [objects(effect.what)] if effect.what is not None else []
    by = f" from {objects(effect.dealt_by)}" if effect.dealt_by is not None else ""
    combat = " combat" if effect.combat else ""
    return f"{much}{combat} damage{by}{f' to {listed(to)}' if to else ''} is prevented{duration(effect.until)}"


@says(v.ReplaceMove)
def _replace_move(effect: v.ReplaceMove) -> str:
    would, goes = f"if {objects(effect.what)} would go to {into(effect.to)}", into(effect.goes, effect.place)
    return f"{would}, it goes to {goes} instead{duration(effect.until)}{_then(effect.then)}"


@says(v.Put)
def _put(effect: v.Put) -> str:
    place = "exile" if effect.out_of == "exile" else f"the {effect.out_of}"
    attacking = ", attacking" if effect.attacking else ""
    under = f" under the control of {players(effect.under)}" if effect.under is not None else ""
    end = f"from {place} onto the battlefield{under}{attacking}{_then(effect.then)}"
    if effect.card in CARDS:
        return f"{THAT_CARD[effect.card]} {'return' if effect.card in ('those', 'linked') else 'returns'} {end}"
    return f"{players(effect.player or Who('you'))} puts {effect.card} {end}"


@says(v.ChoosePlayer)
def _choose_player(effect: v.ChoosePlayer) -> str:
    among = "" if effect.among == "each" else f" among {players(effect.among)}"
    return f"its controller chooses {'another' if effect.another else 'a'} player{among}: {clauses(effect.do)}"


@says(v.Counter)
def _counter(effect: v.Counter) -> str:
    of = f", if it is {listed(effect.of)}" if effect.of else ""
    goes = "" if effect.goes == "graveyard" else f", and goes to {into(effect.goes)}"
    return f"{_stacked(effect.what)} is countered{of}{goes}"


def _stacked(what: str) -> str:
    """A spell or ability on the stack that an effect counters or copies."""
    return "that spell or ability" if what == "that" else objects(what) or "the spell or ability below it on the stack"


@says(v.Copy)
def _copy(effect: v.Copy) -> str:
    may = ", and its controller may choose a new target for the copy" if effect.new_target else ""
    return f"{_stacked(effect.what)} is copied{_except(effect.without)}{may}"


@says(v.Destroy)
def _destroy(effect: v.Destroy) -> str:
    are = does(effect.what, "is", "are")
    return f"{are} destroyed{' and cannot be regenerated' if effect.no_regeneration else ''}"


@says(v.MayPlay)
def _may_play(effect: v.MayPlay) -> str:
    where = f" out of {effect.out_of if effect.out_of == 'exile' else 'the graveyard'}"
    where += f", if it is {listed(map(a_kind, effect.of))}" if effect.of else ""
    then = f"{', and it is exiled afterwards' if effect.exiled else ''}{_then(effect.then)}"
    when = " now without paying" if effect.now else duration(effect.until)
    return f"{players(effect.player)} may {'cast' if effect.now else 'play'} {objects(effect.what)}{where}{when}{then}"


@says(v.Emblem)
def _emblem(effect: v.Emblem) -> str:
    having = (f"{place_name(one.when)}: {clauses(one.do)}" for one in effect.triggers)
    return f"{players(effect.player)} gets the emblem {effect.name}{f' ({listed(having)})' if effect.triggers else ''}"


says(v.Life)(lambda e: f"{players(e.player)} {'gains' if e.amount >= 0 else 'loses'} {_much(e, 'life')}")
says(v.Damage)(lambda e: f"{players(e.player)} is dealt {_much(e, 'damage')}")
says(v.Draw)(lambda e: f"{players(e.player)} draws {_much(e, 'card')}")
says(v.Discard)(lambda e: f"{players(e.player)} discards {amount(e.amount, 'card')}")
says(v.Scry)(lambda _: "its controller looks at the top card of the library, and may put it on the bottom")
says(v.Mill)(
    lambda e: f"{players(e.player)} puts {amount(e.amount, 'card')} from the top of the library into the graveyard"
)
says(v.May)(lambda e: f"if {players(e.player)} wants it: {clauses(e.do)}")
says(v.NoSchemes)(lambda e: f"no scheme can be set in motion{duration(e.until)}")
says(v.CastAnyTime)(lambda e: f"its controller may cast {e.of} cards like instants{duration(e.until)}")
says(v.Tap)(lambda e: many_do(e, "becomes tapped", "become tapped"))
says(v.Untap)(lambda e: many_do(e, "untaps", "untap"))


@says(v.StayTapped)
def _stay_tapped(effect: v.StayTapped) -> str:
    whose = "its controller" if effect.player is None else players(effect.player)
    step = "the next untap step of " + ("this effect's controller" if effect.whose == "you" else whose)
    later = ", nor do those that come later" if effect.player is not None else ""
    return f"{many_do(effect, 'does not untap', 'do not untap')} during {step}{later}"


says(v.SwapTapped)(
    lambda e: (
        f"all tapped artifacts, creatures and lands of {players(e.player)} untap, and all untapped ones become tapped"
    )
)
says(v.TurnFaceUp)(lambda _: "this permanent is turned face up")
says(v.Attach)(lambda e: f"this permanent is attached to {objects(e.what)}")
says(v.Flicker)(lambda e: f"{objects(e.what)} is exiled and returns at once")
says(v.Counters)(
    lambda e: f"{objects(e.what)} {'gets' if e.amount > 0 else 'loses'} {_much(e, f'{e.kind} counter'.strip())}"
)
says(v.AdjustCounters)(
    lambda e: (
        f"its controller {'may' if e.optional else 'has to'} remove {amount(1, f'{e.kind} counter'.strip())} from "
        f"{objects(e.what)}, or put another one there, if there is one"
    )
)
says(v.SuspendItself)(lambda e: f"it is exiled with {amount(e.amount, 'time counter')}, and suspended")
says(v.Proliferate)(
    lambda _: "its controller chooses permanents and players with counters, and each gets another one of its kinds"
)
says(v.NoSpells)(lambda e: f"{players(e.player)} can't cast spells{duration(e.until)}")
says(v.GainAbilities)(lambda e: f"this permanent gains all activated abilities of {objects(e.what)}{duration(e.until)}")
says(v.Lasting)(lambda e: f'"{e.name}" lasts{duration(e.until) or " for the rest of the game"}')
says(v.LoseGame)(lambda e: f"{players(e.player)} loses the game")
says(v.WinGame)(lambda e: f"{players(e.player)} wins the game")
says(v.ExtraLands)(lambda e: f"{players(e.player)} may play {amount(e.amount, 'additional land')}{duration(e.until)}")
says(v.DrawGame)(lambda _: "the game is a draw")
says(v.Speed)(lambda e: f"the speed of {players(e.player)} increases by {e.amount}")
says(v.Cannot)(lambda e: f"{players(e.player)} can't {FORBIDDEN[e.outcome]}{duration(e.until)}")
says(v.Monarch)(lambda e: f"{players(e.player)} becomes the monarch")
says(v.Initiative)(lambda e: f"{players(e.player)} takes the initiative")
says(v.Venture)(lambda e: f"{players(e.player)} ventures into a dungeon")
