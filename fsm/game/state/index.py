"""The index of a battlefield: what may act, change or die in a turn, found once and not at each step.

All of it follows from the permanents alone. What effects that last make of some of them is not in it: who uses the
index looks at those permanents besides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

from ...cards.abilities import EVENTS, PLAYER_EVENTS, STATE, Again, Instead, Static, Triggered
from ...cards.card import Card
from .attackers import URGED, is_ready
from .objects import MINUS, PLUS, Permanent

Permanents = tuple[Permanent, ...]
Abilities = tuple[tuple[Permanent, Triggered], ...]
"""Triggered abilities, each with its permanent, the oldest permanent first."""


class Index:
    """What the permanents of a battlefield may do; what their cards do not say is found when it is asked for.

    Permanents that are phased out are in ``phasing``, ``mortal`` and ``marked`` only.
    ``static``: those with static abilities; ``activated``: with activated ones; ``sagas``: with chapters;
    ``legends``: legendary ones, planeswalkers also where they are not by the edition; ``worlds``: with that supertype;
    ``cancelling``: those with counters that cancel each other out.
    ``attackable``: planeswalkers and battles; ``urged``: those that attack if able; ``engines``: what starts them.
    """

    def __init__(self, permanents: Permanents) -> None:
        self.permanents = permanents
        found: dict[str, list[Permanent]] = {}
        suspects: list[Permanent] = []
        cancelling: list[Permanent] = []
        for permanent in permanents:
            traits = traits_of(permanent.card)
            weak = "frail" in traits or (permanent.counters and permanent.toughness <= 0)
            if weak or permanent.damage or permanent.attached is not None or permanent.phased_out:
                suspects.append(permanent)
            if not permanent.phased_out:
                if len(permanent.counters) > 1 and permanent.count(PLUS) and permanent.count(MINUS):
                    cancelling.append(permanent)
                for trait in traits:
                    found.setdefault(trait, []).append(permanent)
        having = {trait: tuple(those) for trait, those in found.items()}.get
        self._suspects: Permanents = tuple(suspects)
        self._triggering: Permanents = having("triggered", ())
        self._fighting: Permanents = having("fighting", ())
        self.static: Permanents = having("static", ())
        self.activated: Permanents = having("activated", ())
        self.sagas: Permanents = having("saga", ())
        self.legends: Permanents = having("legend", ())
        self.worlds: Permanents = having("world", ())
        self.attackable: Permanents = having("attackable", ())
        self.attractions: Permanents = having("attraction", ())
        self.urged: Permanents = having("urged", ())
        self.engines: Permanents = having("engines", ())
        self.cancelling: Permanents = tuple(cancelling)

    @cached_property
    def replacing(self) -> tuple[tuple[Permanent, int, Instead], ...]:
        """Their replacement effects on moves, each with its permanent and the number of its static ability."""
        having = ((p, number, ability.instead) for p in self.static for number, ability in enumerate(p.card.static))
        return tuple((p, number, instead) for p, number, instead in having if instead is not None)

    @cached_property
    def again(self) -> tuple[tuple[Permanent, Again], ...]:
        """What makes abilities trigger an additional time, each with its permanent."""
        having = ((p, ability.triggers_again) for p in self.static for ability in p.card.static)
        return tuple((p, again) for p, again in having if again is not None)

    @cached_property
    def banding(self) -> tuple[tuple[Permanent, Static], ...]:
        """The abilities by which creatures have "bands with other", each with its permanent."""
        having = ((p, ability) for p in self.static for ability in p.card.static)
        return tuple((p, ability) for p, ability in having if ability.bands_with is not None)

    @cached_property
    def triggers(self) -> dict[str, Abilities]:
        """The triggered abilities, by what they trigger on."""
        return _grouped(self._triggered, lambda when: when)

    @cached_property
    def looking(self) -> dict[str, Abilities]:
        """The abilities that trigger on what a player does, by what that is."""
        return _grouped(self._triggered, PLAYER_EVENTS.get)

    @cached_property
    def _triggered(self) -> Abilities:
        return tuple((p, ability) for p in self._triggering for ability in p.card.all_triggers)

    @cached_property
    def mortal(self) -> Permanents:
        """Those that state-based actions may put into a graveyard, or may make cease to exist."""
        ids = {p.id for p in self.permanents} if self._suspects else set[int]()
        return tuple(p for p in self._suspects if _may_die(p, ids))

    @cached_property
    def marked(self) -> Permanents:
        """Those that remember something of a turn, which ends as the next one begins."""
        return tuple(p for p in self.permanents if p.sick or p.attacked or p.used or p.whom or p.fought or p.exerted)

    @cached_property
    def tapped(self) -> Permanents:
        """Those that are tapped."""
        return tuple(p for p in self.permanents if p.tapped and not p.phased_out)

    @cached_property
    def hurt(self) -> Permanents:
        """Those with damage."""
        return tuple(p for p in self.permanents if p.damage)

    @cached_property
    def phasing(self) -> Permanents:
        """Those that are phased out, and those with phasing."""
        return tuple(p for p in self.permanents if p.phased_out or "phasing" in p.card.keywords)

    @cached_property
    def able(self) -> dict[int, tuple[int, ...]]:
        """The creatures that could attack by what they are, as ids, by their controllers."""
        found: dict[int, list[int]] = {}
        for p in self._fighting:
            if is_ready(p.tapped, p.sick, p.card.keywords.__contains__):
                found.setdefault(p.controller, []).append(p.id)
        return {seat: tuple(ids) for seat, ids in found.items()}

    @cached_property
    def has_rivals(self) -> bool:
        """Whether several are legendary, of a kind that may be attacked, or worlds, and may not stay together."""
        return max(map(len, (self.legends, self.attackable, self.worlds))) > 1

    @cached_property
    def stirs(self) -> frozenset[str] | None:
        """The kinds of steps and phases that trigger something as they begin, and turn-based actions that may act.

        None if there is more: static abilities, something that dies, a trigger on the state of the game.
        """
        busy = self.static or self.mortal or self.cancelling or self.has_rivals or self.engines
        if busy or STATE in self.triggers:
            return None
        acts = (action for action, stirred in STIRRED_BY.items() if stirred(self))
        return frozenset((*(self.triggers.keys() - EVENTS), *acts))


STIRRED_BY: dict[str, Callable[[Index], object]] = {}
"""By turn-based actions that otherwise do nothing in a calm state: the permanents on which they act; they register."""

ATTRACTION = "Attraction"
"""The subtype of Attractions."""

SAGA = "Saga"
"""The subtype of Sagas; what has chapters is one too."""

ENGINES = "start your engines"
"""The keyword by which a player gets a speed."""


def is_saga(card: Card) -> bool:
    """Whether a card is a Saga, with chapters or without."""
    return bool(card.chapters) or SAGA in card.subtypes


_ATTACKED = frozenset(("planeswalker", "battle"))

TRAITS: dict[str, Callable[[Card], object]] = {
    "static": lambda card: card.static,
    "activated": lambda card: card.abilities,
    "triggered": lambda card: card.all_triggers,
    "saga": is_saga,
    "legend": lambda card: "legendary" in card.supertypes,
    "world": lambda card: "world" in card.supertypes,
    "attackable": lambda card: not _ATTACKED.isdisjoint(card.type),
    "attraction": lambda card: ATTRACTION in card.subtypes,
    "urged": lambda card: not URGED.isdisjoint(card.keywords),
    "engines": lambda card: ENGINES in card.keywords,
    "fighting": lambda card: "creature" in card.type and "battle" not in card.type,
    "frail": lambda card: (
        is_saga(card)
        or card.loyalty is not None
        or card.defense is not None
        or ("creature" in card.type and card.toughness <= 0)
    ),
}
"""What the index looks for in cards; what is ``frail`` may die without damage."""


@lru_cache(maxsize=4096)
def traits_of(card: Card) -> tuple[str, ...]:
    """The traits of a card that the index looks for."""
    return tuple(trait for trait, has in TRAITS.items() if has(card))


def _may_die(p: Permanent, ids: set[int]) -> bool:
    """Whether a state-based action may apply to a permanent that no effect has changed."""
    card = p.card
    if p.phased_out:
        return p.token
    if p.damage >= p.toughness and "creature" in card.type:
        return True
    if not p.loyalty and (card.loyalty is not None or card.defense is not None):
        return True
    if p.attached is not None and (p.attached not in ids or "enchantment" not in card.type):
        return True  # whether Equipment comes off depends on what its host is now
    return is_saga(card) and p.lore >= len(card.chapters)


def _grouped(abilities: Abilities, group: Callable[[str], str | None]) -> dict[str, Abilities]:
    found: dict[str, list[tuple[Permanent, Triggered]]] = {}
    for one in abilities:
        name = group(one[1].when)
        if name is not None:
            found.setdefault(name, []).append(one)
    return {name: tuple(pairs) for name, pairs in found.items()}


MOST = 512
"""How many battlefields the index is kept of."""

_KNOWN: dict[int, Index] = {}
"""The newest of them, by the identities of the tuples, which cannot come again as long as they are here."""


def index_of(battlefield: Permanents) -> Index:
    """The index of a battlefield, which is found once for this very tuple."""
    known = _KNOWN.get(id(battlefield))
    if known is not None:
        return known
    if len(_KNOWN) >= MOST:
        _KNOWN.clear()
    made = _KNOWN[id(battlefield)] = Index(battlefield)
    return made
