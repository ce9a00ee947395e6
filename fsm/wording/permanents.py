"""What effects make of permanents for a time, in sentences: what they get, what they become, and whose they are."""

from __future__ import annotations

from ..cards import vocabulary as v
from ..cards.kinds import a_kind
from ..words import amount, listed
from .effects import says
from .phrases import SEVERAL, does, duration, objects, players, ward

_PLURAL = {"attacks": "attack", "blocks": "block", "does": "do"}
"""Verbs of keywords that are clauses, and their plural; others are the same in both."""
_VERBS = (*_PLURAL, "can", "can't", "may", "must")


@says(v.Pump)
def _pump(effect: v.Pump) -> str:
    """A keyword that is a clause, such as ``can't block``, is said as it stands; others are what a permanent has."""
    several = effect.what in SEVERAL
    gets, has, loses = ("get", "have", "lose") if several else ("gets", "has", "loses")
    said = ("does not untap in untap steps" if one == "does not untap" else one for one in effect.keywords)
    verbs = {one: one.split(" ", 1) for one in said if one.split(" ", 1)[0] in _VERBS}
    nouns = [str(one) for one in effect.keywords if one.split(" ", 1)[0] not in _VERBS]
    nouns += [ward(effect.ward)] if effect.ward is not None else []
    parts = [f"{gets} {effect.power:+d}/{effect.toughness:+d}"] if effect.power or effect.toughness else []
    parts += [f"{has} {listed(nouns)}"] if nouns else []
    parts += [f"{_PLURAL.get(verb, verb) if several else verb} {rest}" for verb, rest in verbs.values()]
    parts += [f"{loses} {listed(effect.loses)}"] if effect.loses else []
    return f"{objects(effect.what)} {listed(parts or ['stays as it is'])}{duration(effect.until)}"


@says(v.GainControl)
def _gain_control(effect: v.GainControl) -> str:
    return f"{players(effect.player)} gains control of {objects(effect.what)}{duration(effect.until)}"


@says(v.Become)
def _become(effect: v.Become) -> str:
    colors = [] if effect.colors is None else [listed(effect.colors) or "colorless"]
    kinds = " ".join((*effect.subtypes, *(effect.type or ())))
    nothing = ["something of no type"] if effect.type == () and not kinds else []
    becomes = listed([*colors, *([a_kind(kinds)] if kinds else nothing)])
    return f"{does(effect.what, 'becomes', 'become')} {becomes or 'what it is'}{duration(effect.until)}"


@says(v.Regenerate)
def _regenerate(effect: v.Regenerate) -> str:
    return f"the next time {objects(effect.what)} would be destroyed this turn, it regenerates instead"


@says(v.PlayerCounters)
def _player_counters(effect: v.PlayerCounters) -> str:
    gets = "gets" if effect.amount >= 0 else "loses"
    return f"{players(effect.player)} {gets} {amount(abs(effect.amount), f'{effect.kind} counter')}"
