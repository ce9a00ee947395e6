"""What effects and abilities are made of: the terms that they share, the base class of effects, and their parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NewType, TypeVar

import msgspec

from ..edition import kinds_in_use
from ..shape import Words

Who = NewType("Who", str)
"""Players: one of ``WHO``, or one by name."""

Players = Annotated[Who | tuple[Who, ...], "players"]
"""Players as one word or name, or several of these together."""

PLAYER_FIELDS = ("player", "whom", "among", "under", "looks", "arranged_by", "controller")
"""The fields of effects and abilities that name players."""

WHO = ("you", "target", "each", "opponents", "active", "chosen", "chooser", "defending", "attacking")

CARDS = ("self", "that", "those", "linked")
"""Words for cards outside the battlefield: what a permanent became, and what an effect or a linked ability moved."""

TOP = "top"
"""The word for the topmost cards of a pile."""

WHAT = (
    "target", "self", "creatures", "others", "attacking", "other_attackers", "attacked", "those", "that", "attached",
)  # fmt: skip
"""Words for permanents in effects; any other word is the name of a card or token."""

THINGS = ("what", "dealt_by", "attacker", "attacked", "card")
"""The fields of effects that name a thing."""

Until = NewType("Until", str)
"""How long: ``end_of_turn``, ``end_of_<step or phase>``, ``next_<...>``, ``your_next_<...>``, ``game``.

``end_of_your_next_turn`` ends in a cleanup step; ``while_tapped``, ``while_there`` and ``while_attached`` last while
the source permanent is tapped, on the battlefield, or attached to the permanent that it changes.
"""

WHILE = ("while_tapped", "while_there", "while_attached")
"""The durations that last while something is true of the source permanent."""

If = NewType("If", str)
"""A condition: one of ``CONDITIONS``, or in a form of ``FORMED_CONDITIONS``."""

CONDITIONS = {
    "your_turn": "it is its controller's turn",
    "extra_turn": "it is an extra turn",
    "not_their_turn": "it is not that player's turn",
    "sorcery": "its controller could cast a sorcery",
    "in_main": "it is a main phase",
    "untapped": "this permanent is untapped",
    "tapped": "this permanent is tapped",
    "irradiated": "that player has rad counters",
    "monarch": "its controller is the monarch",
    "initiative": "its controller has the initiative",
    "empty_hand": "its controller has no card in hand",
    "alone": "only one creature attacks",
    "alone_at_player": "it alone attacks that player, and no planeswalker or battle",
    "attacking_alone": "this creature attacks, and no other does",
    "blocking_alone": "this creature blocks, and no other does",
    "fought": "this creature attacked or blocked this combat",
    "entered_this_turn": "this permanent entered the battlefield this turn",
    "untimely": "it was cast when no sorcery could be",
    "attacking_you": "a creature of that player is attacking its controller",
    "attacked_you": "that player has attacked its controller this turn",
    "you_attacked": "its controller has attacked this turn",
    "own_creature_entered_last_turn": "another creature entered under its controller's control last turn",
    "had_to_attack": "an effect made this creature attack if able as attackers were declared",
    "max_speed": "its controller has the highest speed",
    "attacks_you": "that creature attacks its controller, or a planeswalker of theirs",
    "attacks_most_life": "the attacked player has the most life, or as much as anybody",
}
"""Conditions that are a word, and what each means."""

FORMED_CONDITIONS = {
    "in_<step or phase>": "it is that step or phase",
    "first_<step or phase>": "it is the first of its kind in the turn",
    "counters_<n>": "this permanent has at least that many counters, 1 or more",
    "counters_<n>_<kind>": "the same of one kind of counters, `counters_3_charge`",
    "paid_<n>": "at least that much mana was spent to cast it",
    "paid_<type>": "mana of that [type](#costs-of-mana) was spent to cast it, `paid_white`",
    "lost_<n>": "at least that many players have lost the game",
    "defender_has_<kind>": "the defending player controls one of that [kind](#kinds), `defender_has_artifact_land`",
    "defender_has_no_<kind>": "the defending player controls no such permanent",
}
"""Conditions with a part that is left open, and what each means, as FORMAT.md says it."""

DEFENDER_HAS = "defender_has_"
"""What begins the condition that the defending player controls a permanent of the kind that follows."""

NONE_OF = "no_"
"""What stands before that kind where they must control no such permanent."""

Impossible = Literal["lose", "win", "change_life", "be_targeted"]
"""What an effect may say, for a time, that a player can't do, or that can't happen to them."""

Forbidden = Literal["lose", "win", "change_life", "be_targeted", "cast", "activate"]
"""What a static ability may say that a player can't do, or that can't happen to them."""

FORBIDDEN = {
    "lose": "lose the game",
    "win": "win the game",
    "change_life": "gain, lose or pay life",
    "be_targeted": "be the target of spells and abilities",
    "cast": "cast spells",
    "activate": "activate abilities",
}
"""The same in words."""

CardType = Literal[
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "land",
    "plane",
    "planeswalker",
    "scheme",
    "sorcery",
    "tribal",
    "vanguard",
]

Supertype = Literal["basic", "legendary", "snow", "world"]

Color = Literal["white", "blue", "black", "red", "green"]

Window = Literal[
    "during_combat", "before_attackers", "before_blockers", "before_damage",
    "after_attackers", "after_blockers", "after_upkeep", "your_turn", "opponents_turn",
]  # fmt: skip
"""When something may be done: during combat, before or after a point of the turn, in whose turn."""

Place = Annotated[str, Words(lambda: kinds_in_use().places)]
"""A phase or a step."""
Step = Annotated[str, Words(lambda: kinds_in_use().steps)]
OnePhase = Annotated[str, Words(lambda: kinds_in_use().phases)]
Phase = Annotated[str, Words(lambda: (*kinds_in_use().phases, "main"))]
"""A phase; ``main`` is a main phase that comes after others."""
Skippable = Annotated[str, Words(lambda: ("turn", "extra_turn", "main", *kinds_in_use().places))]

Keyword = Literal[
    "first strike", "double strike", "vigilance", "haste", "defender", "phasing", "does not untap",
    "can't attack", "can't attack alone", "can't block", "attacks each turn if able", "attacks each combat if able",
    "can block an additional creature", "can block any number of creatures", "can't block alone",
    "blocks each combat if able", "can block only creatures with flying", "flying", "reach", "menace",
    "can't be blocked", "can't be blocked by more than one creature", "must be blocked if able",
    "all creatures able to block it do so", "banding", "hexproof",
    "can't attack a player twice each turn", "may be exerted as it attacks",
    "may deal combat damage as if not blocked", "start your engines", "trample",
]  # fmt: skip


def each_player(players: Who | tuple[Who, ...] | None) -> tuple[Who, ...]:
    """The words and names in a field of players: several, one, or none if the field is left out."""
    if players is None:
        return ()
    return players if isinstance(players, tuple) else (players,)


MOST = 10_000
"""How many times one effect may repeat something."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Times = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Effect(msgspec.Struct, frozen=True):
    """What happens once, when a spell or ability resolves."""


class EffectRef(Effect, frozen=True):
    """The written form of any effect: a mapping with the effect's name as its only key; it has no instances."""


Effects = tuple[EffectRef, ...]

EFFECTS: dict[str, type[Effect]] = {}
"""All effects by the name they are written with."""

NAME_OF: dict[type[Effect], str] = {}
"""The name each effect is written with."""

E = TypeVar("E", bound=Effect)


def effect(name: str) -> Callable[[type[E]], type[E]]:
    """Registers a kind of effect under the name it is written with.

    ``ValueError`` if the name is not of small letters, or if it, the kind or the kind's class name is taken.
    """
    if not name.isidentifier() or not name.islower():
        raise ValueError(f"an effect is named in small letters, digits and _, not {name!r}")

    def register(kind: type[E]) -> type[E]:
        if name in EFFECTS or kind.__name__ in {other.__name__ for other in NAME_OF}:
            raise ValueError(f"there is an effect {name} or {kind.__name__} already")
        if not issubclass(kind, Effect):
            raise TypeError(f"{kind.__name__} is not a struct made from Effect")
        EFFECTS[name], NAME_OF[kind] = kind, name
        return kind

    return register


_PLAIN = frozenset((str, int, bool))


def parts(value: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """All parts of a card, an ability or an effect, nested ones too: each part, and what contains it."""
    found: list[tuple[Any, tuple[Any, ...]]] = []
    _collect(value, (), found)
    return found


def _collect(value: Any, within: tuple[Any, ...], found: list[tuple[Any, tuple[Any, ...]]]) -> None:
    if isinstance(value, msgspec.Struct):
        within = (*within, value)
        value = msgspec.structs.astuple(value)
    for part in value:
        if not part or type(part) in _PLAIN:
            continue
        if isinstance(part, msgspec.Struct):
            found.append((part, within))
            _collect(part, within, found)
        elif isinstance(part, tuple):
            _collect(part, within, found)
