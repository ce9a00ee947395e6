"""Checks that the words of a card have a meaning where they are used, and refuses the card otherwise.

An effect may refer to the target, the player whom a permanent was cast on, the player who chose, or the source
permanent only where there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec

from .. import shape
from ..shape import Path, ShapeError
from . import vocabulary as v
from .abilities import (
    CREATURES_TARGETED,
    DAYTIME,
    EVENTS,
    OF_TARGETS,
    OF_TRIGGERS,
    STATE,
    Activated,
    Again,
    Static,
    Triggered,
)
from .fields import check_fields, check_static, check_trigger, check_types
from .kinds import ANY, CHOSEN, THOSE, Each, Kind, Target, on_stack
from .terms import CARDS, PLAYER_FIELDS, WHILE, each_player, parts

if TYPE_CHECKING:
    from .card import Card, Side

    HasAbilities: TypeAlias = Card | Side | v.Token | v.Emblem

ABOUT_A_CARD = ("you discard", "a player discards")
"""The events after which an effect may refer to a card as ``that``, to move it out of its zone."""

ABOUT_AN_OBJECT = ("you cast", "you activate", "a player casts", *OF_TARGETS, *OF_TRIGGERS)
"""The events after which an effect may copy or counter the spell or the ability as ``that``."""

ABOUT_A_PERMANENT = (
    "attacks", "blocks", "blocks a creature", "becomes blocked", "becomes blocked by a creature",
    "attacks and is not blocked", "is attacked", "its optional cost is paid", "deals combat damage",
    "your creature attacks", "your creature deals combat damage", "a creature attacks", "untaps",
    "a permanent untaps", "is exerted", "is visited", "enters", "is turned face up",
    "attached creature attacks", "attached creature dies", "attached permanent leaves",
    "leaves", "dies", "your creature dies", "your creature enters", "a permanent enters", *CREATURES_TARGETED,
)  # fmt: skip
"""The events after which an effect may refer to their permanent as ``that``."""

Known = frozenset[str]
"""What an effect may refer to: a ``player`` or a ``permanent`` as the target, ``chosen``, ``self``, ``those``,
the ``chooser``, or ``that`` permanent of the triggering event."""

NONE: Known = frozenset()
SELF: Known = frozenset({"self"})
ANY_TARGET: Known = frozenset({"player", "permanent"})

OF_SPELLS = (v.Become, v.GainControl, v.Prevent, v.Pump)
"""The effects that may name a spell as the target, besides countering it."""

WHY = {
    "spell": "no spell is a target here; add targets: spell, or name it",
    "player": 'no player is a target here; add targets: player, or name another player than "target"',
    "ability": "no ability is a target here; add targets: ability, or name it",
    "permanent": 'no permanent is a target here; add targets: permanent, or name another permanent than "target"',
    "chosen": '"chosen" has no meaning here; it is for abilities of a permanent with targets: player',
    "defending": '"defending" and "attacking" have no meaning in a static ability; name the players otherwise',
    "self": 'no permanent is the source of this; "self" and its durations are for abilities of permanents',
    "those": (
        '"those" has a meaning only under then: of token, token_copy, put, move, discard, may_play, phase_out,'
        " replace_move, restart_game"
    ),
    "that": '"that" has no meaning here; it is for abilities that trigger on an event of a permanent',
    "that object": (
        '"that" has no meaning here; it is for abilities that trigger on a spell, an activated ability or a target'
    ),
    "that card": '"that" has no meaning here; it is for abilities that trigger on an event of a permanent or a discard',
    "chooser": '"chooser" has a meaning only within may and choose_one',
}
"""The message for each word that has no meaning where it is used."""


def check_meaning(card: Card, path: Path) -> None:
    """Refuses words that have no meaning where a card uses them; ``ShapeError`` has the path to the word."""
    for effects, known, here in _effects(card, path):
        _check(effects, known, here)
    _check_abilities(card, _of_permanent(card), path)
    check_types(card, path)
    _check_kept(card, path)
    made: list[HasAbilities] = [part for part, _ in parts(card) if isinstance(part, v.Token | v.Emblem)]
    for thing in made if card.flipped is None else (*made, card.flipped):
        _check_abilities(thing, SELF, path)
        for effects, known, _here in _said_by(thing, SELF, path):
            _check(effects, known, path)
    if not card.for_ante:
        _check_no_ante(card, path)


KEPT: tuple[tuple[type[Any], str], ...] = (
    (Static, "no_untap"), (Static, "cannot_kind"), (Again, "having"), (Again, "of"), (Triggered, "of"),
    (v.Mana, "only"),
)  # fmt: skip
"""The kinds that may speak of what was chosen as the permanent entered."""


def _check_kept(card: Card, path: Path) -> None:
    """Refuses kinds that speak of what was chosen, where nothing is, or where they cannot mean it."""
    chooses = any(static.chooses for static in card.static)
    for part in (card, *(part for part, _ in parts(card))):
        for field in part.__struct_fields__:
            said = getattr(part, field)
            if not said or not _speaks(said) or not {Kind, Target, Each} & _types(type(part), field):
                continue
            if (type(part), field) not in KEPT:
                raise ShapeError(f"{field}: cannot be of what was chosen as the permanent entered", path)
            if not chooses:
                why = "nothing is chosen as the permanent enters; add static: {chooses: color}, or another of its words"
                raise ShapeError(f"{field}: {why}", path)


def _speaks(said: Any) -> bool:
    return any(
        isinstance(one, str) and one.find(CHOSEN) >= 0 and not {CHOSEN, f"non{CHOSEN}"}.isdisjoint(one.split())
        for one in (said if isinstance(said, tuple) else (said,))
    )


def _types(struct: type[Any], field: str) -> set[Any]:
    """The types of a field, and of what a list in it has."""
    written = next(f.encode_name for f in msgspec.structs.fields(struct) if f.name == field)
    hint = shape.fields(struct)[written]
    return {hint, *get_args(hint)}


def _check_no_ante(card: Card, path: Path) -> None:
    """Refuses effects on the ante zone and on owners, which only cards for ante have (217.9c, later 407.3)."""
    for part, _ in parts(card):
        antes = isinstance(part, v.Move) and "ante" in (part.to, part.out_of)
        if antes or isinstance(part, v.ChangeOwner):
            why = f"{v.NAME_OF[type(part)]}: only cards for ante change the ante zone or an owner; add for_ante: true"
            raise ShapeError(why, path)


def _check_abilities(thing: HasAbilities, own: Known, path: Path) -> None:
    """Checks the triggered and static abilities of a card or a token; ``own`` is what they may refer to."""
    for n, trigger in enumerate(thing.triggers):
        here = (*path, "triggers", n)
        check_trigger(trigger, here)
        if trigger.whose == "chosen" and "chosen" not in own:
            raise ShapeError(WHY["chosen"], (*here, "whose"))
    for n, static in enumerate(getattr(thing, "static", ())):
        here = (*path, "static", n)
        if "chosen" in each_player(static.player) and "chosen" not in own:
            raise ShapeError(WHY["chosen"], (*here, "player"))
        if {"defending", "attacking"} & set(each_player(static.player)):
            raise ShapeError(WHY["defending"], (*here, "player"))
        check_static(static, here)


def _of_permanent(card: Card) -> Known:
    return frozenset({"self", "chosen", "player"} if "player" in _targets(card) else {"self"})


def _effects(card: Card, path: Path) -> Iterator[tuple[v.Effects, Known, Path]]:
    """All effects of a card, with what they may refer to, and their paths."""
    target = _targets(card)
    cast_on: Known = frozenset({"chosen"}) if card.is_permanent and "player" in target else NONE
    scheme = SELF if "scheme" in card.type else NONE
    yield card.effects, target | cast_on | scheme, (*path, "effects")
    yield card.on_cast, target, (*path, "on_cast")
    for n, chapter in enumerate(card.chapters):
        yield chapter, frozenset({"self"}), (*path, "chapters", n)
    yield from _said_by(card, _of_permanent(card), path)


def _said_by(thing: HasAbilities, own: Known, path: Path) -> Iterator[tuple[v.Effects, Known, Path]]:
    """The effects of the abilities of a card or a token, with what they may refer to, and their paths."""
    for n, trigger in enumerate(thing.triggers):
        yield trigger.do, own | _about(trigger.when) | _targets(trigger), (*path, "triggers", n, "do")
    for n, ability in enumerate(getattr(thing, "abilities", ())):
        # an ability without targets: may be activated with any target
        yield ability.do, own | (_targets(ability) or ANY_TARGET), (*path, "abilities", n, "do")
    for n, static in enumerate(getattr(thing, "static", ())):
        yield static.then, frozenset({"self"}), (*path, "static", n, "then")
        if static.instead is not None:
            yield static.instead.then, frozenset({"those"}), (*path, "static", n, "instead", "then")


def _about(when: str) -> Known:
    """What an ability may refer to that triggers on an event: the player, permanent, card or spell of that event."""
    about: Known = frozenset({"chosen", "player"}) if when in EVENTS and when not in (STATE, DAYTIME) else NONE
    about |= {"that"} if when in ABOUT_A_PERMANENT else NONE
    about |= {"that card"} if when in ABOUT_A_CARD else NONE
    return about | ({"that object"} if when in ABOUT_AN_OBJECT else NONE)


def _targets(part: Card | Triggered | Activated) -> Known:
    """What the targets of a spell or an ability are."""
    if part.targets == ANY:
        return ANY_TARGET
    said = {"none": (), "player": ("player",), "opponent": ("player",)}
    return frozenset(said.get(part.targets, (on_stack(part.targets) or "permanent",)))


def _check(effects: v.Effects, known: Known, path: Path) -> None:
    for n, effect in enumerate(effects):
        here = (*path, n, v.NAME_OF[type(effect)])
        for word, field in _words(effect, known):
            if word not in known:
                raise ShapeError(WHY[word], (*here, field))
        check_fields(effect, here)
        for inner, still_known, below in _within(effect, known):
            _check(inner, still_known, (*here, *below))


def _words(effect: v.Effect, known: Known) -> Iterator[tuple[str, str]]:
    """What an effect refers to, and in which field."""
    for field in PLAYER_FIELDS:
        players = getattr(effect, field, None)
        for who in each_player(players):
            if who == "target":
                to_permanent = isinstance(effect, v.Damage) and players == "target" and "permanent" in known
                yield "permanent" if to_permanent else "player", field
            elif who in ("chosen", "chooser"):
                yield who, field
    if isinstance(effect, v.Put) and effect.card in CARDS and effect.card != "linked":
        yield effect.card, "card"
    for field in ("what", "dealt_by", "attacker", "attacked"):
        word = getattr(effect, field, None)
        if word in ("those", "that", "self", "attached"):
            yield _that(effect, known) if word == "that" else "self" if word == "attached" else word, field
        if word == "target" and (
            isinstance(effect, v.Prevent | v.GainControl) or getattr(effect, "player", None) is None
        ):
            yield _kind_of_target(effect, field, known), field
    yield from _besides(effect)


def _besides(effect: v.Effect) -> Iterator[tuple[str, str]]:
    """What an effect refers to by what it counts, by a duration, or by leaving out the target."""
    if getattr(effect, "for_each", None) == THOSE:
        yield "those", "for_each"
    yield from (("self", field) for field in ("until", "stay_out") if getattr(effect, field, None) in WHILE)
    if isinstance(effect, v.ChoosePlayer) and effect.another:
        yield "player", "another"


def _that(effect: v.Effect, known: Known) -> str:
    """What an effect means by ``that``: the permanent of the triggering event, a card elsewhere, or what was cast."""
    if isinstance(effect, v.Counter | v.Copy):
        return "that object"
    of_a_card = "that card" in known and getattr(effect, "out_of", "battlefield") != "battlefield"
    return "that card" if of_a_card else "that"


def _kind_of_target(effect: v.Effect, field: str, known: Known) -> str:
    """What the target of an effect has to be: a permanent, or a spell, where that is a target that it can change."""
    of_spells = isinstance(effect, v.Prevent) is (field == "dealt_by") and isinstance(effect, OF_SPELLS)
    if isinstance(effect, v.Counter | v.Copy):
        return "ability" if "ability" in known else "spell"
    stacked = getattr(effect, "out_of", "") == "stack"
    return "spell" if stacked or (of_spells and "spell" in known) else "permanent"


def _within(effect: Any, known: Known) -> Iterator[tuple[v.Effects, Known, tuple[str | int, ...]]]:
    """The effects in an effect, with what they may refer to: less, if they happen later."""
    if isinstance(effect, v.May | v.Pay):
        yield effect.do, known | {"chooser"}, ("do",)
        if isinstance(effect, v.Pay):
            yield effect.otherwise, known | {"chooser"}, ("otherwise",)
    elif isinstance(effect, v.ChooseOne):
        for option in effect.options:
            yield option.do, known | {"chooser"}, ("options", option.name)
    elif isinstance(effect, v.Delayed):
        about: Known = frozenset({"chosen"}) if "player" in known else NONE
        yield effect.do, known | about | (_about(effect.at) - {"player"}), ("do",)
    elif isinstance(effect, v.Skip):
        yield effect.then, known & {"self"}, ("then",)
    elif isinstance(effect, v.ExtraTurns | v.ControlTurn):
        yield effect.riders, NONE, ("riders",)
    elif isinstance(
        effect,
        v.Token
        | v.TokenCopy
        | v.Put
        | v.Move
        | v.Discard
        | v.MayPlay
        | v.PhaseOut
        | v.ReplaceMove
        | v.ChoosePlayer
        | v.RestartGame,
    ):
        field, word = ("do", "chosen") if isinstance(effect, v.ChoosePlayer) else ("then", "those")
        yield getattr(effect, field), known | {word}, (field,)
    else:
        for field in ("do", "then", "otherwise", "at_beginning"):
            yield getattr(effect, field, ()), known, (field,)
