"""The vocabulary of effects and abilities: what cards are made of, as data.

An effect is written as a mapping with one key, its name: ``{extra_turn: you}``,
``{skip: {what: draw, player: target}}``. A bare value stands for the first field.
"""

from __future__ import annotations

from typing import Any, Literal, NewType

import msgspec

from .. import shape
from ..shape import Custom, Path, ShapeError, describe
from ..turn.address import PHASE_OF, PHASES
from ..words import nearest

Who = NewType("Who", str)
"""Players: ``you``, ``target``, ``each``, ``opponents``, ``active``, ``chosen``, or one by name."""

WHO = ("you", "target", "each", "opponents", "active", "chosen")

Until = NewType("Until", str)
"""How long: ``end_of_turn``, ``end_of_<step or phase>``, ``next_<...>``, ``your_next_<...>``, ``game``."""

PLACES = (*PHASES, *PHASE_OF)
"""Phases and steps, as an effect names them."""

Place = Literal[
    "beginning", "precombat_main", "combat", "postcombat_main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Step = Literal[
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Phase = Literal["beginning", "precombat_main", "combat", "postcombat_main", "main", "ending"]
Skippable = Literal[
    "turn", "extra_turn", "main", "beginning", "precombat_main", "combat", "postcombat_main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Keyword = Literal["first strike", "double strike", "vigilance", "haste", "defender", "phasing", "mana does not empty"]


class Effect(msgspec.Struct, frozen=True):
    """What happens once, when a spell or ability resolves."""


class EffectRef(Effect, frozen=True):
    """An effect as it is written: a mapping with its name as the one key. Stands for any effect; none is made of it."""


Effects = tuple[EffectRef, ...]


class ExtraTurn(Effect, frozen=True):
    """Adds turns directly after this one; ``riders`` happen as each of those very turns begins."""

    player: Who = Who("you")
    count: int = 1
    riders: Effects = ()


class ExtraPhases(Effect, frozen=True):
    """Adds phases, as one unit, after this phase, or after this main or combat phase (if it is one).

    ``first_postcombat_main`` is the second main phase of the turn, unless that is over.
    """

    phases: tuple[Phase, ...]
    after: Literal["this_phase", "this_main_phase", "this_combat_phase", "first_postcombat_main"] = "this_phase"


class ExtraSteps(Effect, frozen=True):
    """Adds a step after this step, before the next step of a kind, or as a phase of its own after this phase."""

    step: Step
    count: int = 1
    where: Literal["after_this_step", "before_next", "after_this_phase"] = "after_this_step"
    anchor: Step | None = None
    player: Who = Who("active")


class Skip(Effect, frozen=True):
    """Lets a player skip the next ``count`` turns, phases or steps of a kind, or all of them for a time."""

    what: Skippable
    player: Who = Who("you")
    count: int = 1
    all: bool = False
    until: Until = Until("game")


class EndTurn(Effect, frozen=True):
    """Ends the turn."""


class EndCombat(Effect, frozen=True):
    """Ends the combat phase."""


class Mana(Effect, frozen=True):
    """Adds mana to a player's pool."""

    amount: int
    player: Who = Who("you")


class Life(Effect, frozen=True):
    """Changes a player's life total by an amount, which may be negative; this is not damage."""

    amount: int
    player: Who = Who("you")


class Damage(Effect, frozen=True):
    """Deals damage to a player, or to the target if that is a creature."""

    amount: int
    player: Who = Who("target")


class Draw(Effect, frozen=True):
    """Lets a player draw cards."""

    amount: int = 1
    player: Who = Who("you")


class Discard(Effect, frozen=True):
    """Lets a player discard cards of his choice."""

    amount: int = 1
    player: Who = Who("you")


class Token(Effect, frozen=True):
    """Creates creature tokens, if asked attacking."""

    name: str
    power: int = 1
    toughness: int = 1
    count: int = 1
    keywords: tuple[Keyword, ...] = ()
    attacking: bool = False
    player: Who = Who("you")


class Tap(Effect, frozen=True):
    """Taps a permanent by name, the target, or all creatures of a player."""

    what: str = "target"


class Untap(Effect, frozen=True):
    """Untaps a permanent by name, the target, the source, ``creatures`` or those that ``attacked`` this turn."""

    what: str = "target"


class Move(Effect, frozen=True):
    """Puts a permanent (by name, ``target`` or ``self``) into another zone."""

    what: str
    to: Literal["graveyard", "exile", "hand"] = "graveyard"


class Pump(Effect, frozen=True):
    """Changes power, toughness and keywords of a creature (by name, ``target`` or ``self``) for a time."""

    power: int = 0
    toughness: int = 0
    keywords: tuple[Keyword, ...] = ()
    loses: tuple[Keyword, ...] = ()
    what: str = "target"
    until: Until = Until("end_of_turn")


class Lasting(Effect, frozen=True):
    """Something that does nothing but last, by name: it shows when a duration ends."""

    name: str
    until: Until = Until("end_of_turn")


class Delayed(Effect, frozen=True):
    """Creates a delayed triggered ability: at the beginning of the next such step, once."""

    at: Place
    do: Effects
    whose: Literal["any", "you"] = "any"
    this_turn: bool = False


class ControlTurn(Effect, frozen=True):
    """Lets its controller control the next turn that a player takes; ``riders`` happen as that turn begins."""

    player: Who = Who("target")
    riders: Effects = ()


class ReverseTurnOrder(Effect, frozen=True):
    """Reverses the turn order; extra turns to come keep theirs."""


class LoseGame(Effect, frozen=True):
    """A player loses the game."""

    player: Who = Who("you")


class RemoveFromCombat(Effect, frozen=True):
    """Removes a creature from combat."""

    what: str = "target"


class Daytime(Effect, frozen=True):
    """Makes it day or night."""

    to: Literal["day", "night"]


class Monarch(Effect, frozen=True):
    """Makes a player the monarch, who draws a card at the beginning of his end step."""

    player: Who = Who("you")


class Initiative(Effect, frozen=True):
    """Lets a player take the initiative: he ventures then, and at the beginning of each of his upkeeps."""

    player: Who = Who("you")


class Venture(Effect, frozen=True):
    """Lets a player venture into a dungeon; that is an event and nothing more."""

    player: Who = Who("you")


EFFECTS: dict[str, type[Effect]] = {
    "extra_turn": ExtraTurn,
    "extra_phases": ExtraPhases,
    "extra_steps": ExtraSteps,
    "skip": Skip,
    "end_turn": EndTurn,
    "end_combat": EndCombat,
    "mana": Mana,
    "life": Life,
    "damage": Damage,
    "draw": Draw,
    "discard": Discard,
    "token": Token,
    "tap": Tap,
    "untap": Untap,
    "move": Move,
    "pump": Pump,
    "lasting": Lasting,
    "delayed": Delayed,
    "control_turn": ControlTurn,
    "reverse_turn_order": ReverseTurnOrder,
    "lose_game": LoseGame,
    "remove_from_combat": RemoveFromCombat,
    "daytime": Daytime,
    "monarch": Monarch,
    "initiative": Initiative,
    "venture": Venture,
}
"""All effects by the name they are written with."""

NAME_OF = {type_: name for name, type_ in EFFECTS.items()}
"""The name each effect is written with."""


class Triggered(msgspec.Struct, frozen=True):
    """A triggered ability: ``when`` a step or phase begins (``whose``, the ``nth`` of the turn), or an event happens.

    ``attacks`` with ``nth`` 1 is the first time each turn; ``deals combat damage`` means to a player.
    """

    when: Literal[
        "beginning", "precombat_main", "combat", "postcombat_main", "ending",
        "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
        "combat_damage", "end_of_combat", "end", "cleanup",
        "attacks", "blocks", "deals combat damage", "enters", "leaves", "untaps", "you cast", "you discard", "you draw",
    ]  # fmt: skip
    do: Effects
    whose: Literal["each", "you", "opponents", "chosen"] = "each"
    nth: int = 0
    name: str = ""


class Activated(msgspec.Struct, frozen=True):
    """An activated ability: its cost, what it does, and whether it is a mana ability (no stack)."""

    do: Effects
    name: str = ""
    mana: int = 0
    tap: bool = False
    sacrifice: bool = False
    mana_ability: bool = False
    once_each_turn: bool = False


class Static(msgspec.Struct, frozen=True):
    """A static ability, as long as the permanent is there: players skip something, mana stays, or things stay tapped.

    A skip may be ``optional``, count only ``while_tapped``, and be followed by ``then``: effects that come
    first in the next turn that begins (for skipped turns).
    """

    skip: Skippable | None = None
    player: Who = Who("you")
    optional: bool = False
    while_tapped: bool = False
    then: Effects = ()
    mana_stays: bool = False
    no_untap: str | None = None


def _read_effect(data: Any, path: Path) -> Effect:
    if isinstance(data, str) and data in EFFECTS:
        data = {data: {}}
    if not isinstance(data, dict) or len(data) != 1:
        raise ShapeError(f"found {describe(data)}, expected one effect such as {{extra_turn: you}}", path)
    ((name, value),) = data.items()
    if name not in EFFECTS:
        raise ShapeError(
            f"unknown effect {describe(name)}{nearest(str(name), EFFECTS)}; effects are {', '.join(EFFECTS)}",
            (*path, name),
            True,
        )
    type_ = EFFECTS[name]
    here = (*path, name)
    if isinstance(value, dict):
        return _checked(shape.read_struct(type_, value, here), here)
    first = next(iter(shape.fields(type_)), None)
    if value is None:
        return _checked(shape.read_struct(type_, {}, here), here)
    if first is None:
        raise ShapeError(f"found {describe(value)}; {name} takes nothing", here)
    if set(shape.required(type_)) > {first}:
        needed = ", ".join(shape.required(type_))
        raise ShapeError(f"found {describe(value)}, expected a mapping with {needed}", here)
    return _checked(type_(**{first: shape.read(shape.fields(type_)[first], value, here)}), here)


MOST = 10_000
"""How many times one effect may do a thing."""


def _checked(effect: Any, path: Path) -> Effect:
    """Counts and amounts within what a game can hold."""
    one_by_one = isinstance(effect, Draw | Discard)
    limits = {"count": (1, MOST), "amount": (0, MOST) if one_by_one else (-1_000_000, 1_000_000)}
    for field, (least, most) in limits.items():
        value = getattr(effect, field, least)
        if not least <= value <= most:
            raise ShapeError(f"{field} is {value}, expected a number from {least} to {most}", path)
    return effect  # type: ignore[no-any-return]


def _effect_schema() -> dict[str, Any]:
    return {"$ref": "#/$defs/effect"}


def effect_definition() -> dict[str, Any]:
    """The schema of an effect as it is written: one key, its value whole or just the first field."""
    forms: list[dict[str, Any]] = []
    bare = []
    for name, type_ in EFFECTS.items():
        values: list[dict[str, Any]] = [{"$ref": f"#/$defs/{type_.__name__}"}]
        hints = shape.fields(type_)
        if not shape.required(type_):
            values.append({"type": "null"})
            bare.append(name)
        if hints and set(shape.required(type_)) <= {next(iter(hints))}:
            values.append(shape.schema(next(iter(hints.values()))))
        forms.append(
            {
                "type": "object",
                "properties": {name: {"anyOf": values}},
                "required": [name],
                "additionalProperties": False,
            }
        )
    return {"anyOf": [*forms, {"enum": bare}]}


_UNTIL_PREFIXES = ("end_of_", "next_", "your_next_")


def _read_until(data: Any, path: Path) -> Until:
    kinds = (*PLACES, "turn")
    known = ["game", *(f"{prefix}{kind}" for prefix in _UNTIL_PREFIXES for kind in kinds)]
    if not isinstance(data, str) or data not in known:
        raise ShapeError(
            f"found {describe(data)}{nearest(str(data), known)}, expected a duration such as end_of_turn, "
            "end_of_combat, next_upkeep, your_next_turn or game",
            path,
        )
    return Until(data)


def _until_schema() -> dict[str, Any]:
    kinds = "|".join((*PLACES, "turn"))
    return {"type": "string", "pattern": f"^(game|(end_of|next|your_next)_({kinds}))$"}


def _read_who(data: Any, path: Path) -> Who:
    return Who(shape.read(str, data, path))


shape.CUSTOM[EffectRef] = Custom(_read_effect, _effect_schema)
shape.CUSTOM[Until] = Custom(_read_until, _until_schema)
shape.CUSTOM[Who] = Custom(_read_who, lambda: {"type": "string"})
