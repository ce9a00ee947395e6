"""Checks that the words of a card have a meaning where they are used, and refuses the card otherwise.

An effect may refer to the target, the player whom a permanent was cast on, the player who chose, or the source
permanent only where there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from ..shape import Path, ShapeError
from ..words import listed
from .abilities import ENTERS, EVENTS, OF_CREATURES, ONCE, STATE, Activated, Static, Triggered
from .terms import CARDS, PLAYER_FIELDS, TOP, WHAT, each_player
from .vocabulary import (
    NAME_OF,
    Become,
    ChangeOwner,
    ChooseOne,
    ChoosePlayer,
    ControlTurn,
    Counter,
    Damage,
    Delayed,
    Discard,
    Effect,
    Effects,
    Emblem,
    ExtraSteps,
    ExtraTurns,
    GainControl,
    LetBlock,
    May,
    MayPlay,
    Move,
    OnlyIf,
    Pay,
    Prevent,
    Pump,
    Put,
    ReplaceMove,
    Skip,
    Token,
    parts,
)

if TYPE_CHECKING:
    from .card import Card, Side

    HasAbilities: TypeAlias = Card | Side | Token | Emblem

ABOUT_A_PERMANENT = (
    "attacks", "blocks", "blocks a creature", "becomes blocked", "becomes blocked by a creature",
    "attacks and is not blocked", "is attacked", "its optional cost is paid", "deals combat damage",
    "your creature attacks", "your creature deals combat damage", "a creature attacks", "untaps",
    "a permanent untaps", "is exerted", "is visited", "enters", "is turned face up",
    "attached creature attacks", "attached creature dies",
    "leaves", "dies", "your creature dies", "your creature enters", "a permanent enters",
)  # fmt: skip
"""The events after which an effect may refer to their permanent as ``that``."""

MOST_TIMES = 10_000
"""The largest ``nth`` of a trigger."""

Known = frozenset[str]
"""What an effect may refer to: a ``player`` or a ``permanent`` as the target, ``chosen``, ``self``, ``those``,
the ``chooser``, or ``that`` permanent of the triggering event."""

NONE: Known = frozenset()
SELF: Known = frozenset({"self"})
ANY_TARGET: Known = frozenset({"player", "permanent"})

OF_SPELLS = (Become, GainControl, Prevent, Pump)
"""The effects that may name a spell as the target, besides countering it."""

WHY = {
    "spell": "no spell is a target here; add targets: spell, or name it",
    "player": 'no player is a target here; add targets: player, or name another player than "target"',
    "permanent": 'no permanent is a target here; add targets: permanent, or name another permanent than "target"',
    "chosen": '"chosen" has no meaning here; it is for abilities of a permanent with targets: player',
    "defending": '"defending" and "attacking" have no meaning in a static ability; name the players otherwise',
    "self": 'no permanent is the source of this; "self" and its durations are for abilities of permanents',
    "those": '"those" has a meaning only under then: of token, put, move, discard, may_play and replace_move',
    "that": '"that" has no meaning here; it is for abilities that trigger on an event of a permanent',
    "chooser": '"chooser" has a meaning only within may and choose_one',
}
"""The message for each word that has no meaning where it is used."""


PERMANENT = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker")
SPELL = ("instant", "sorcery")
SUSPENDED = (*SPELL, *(type_ for type_ in PERMANENT if type_ != "land"))
OF_TYPES = {
    "power": ("creature",),
    "toughness": ("creature",),
    "ongoing": ("scheme",),
    "enters_tapped": PERMANENT,
    "flipped": PERMANENT,
    "morph": PERMANENT,
    "triggers": (*PERMANENT, "plane", "vanguard"),
    "abilities": PERMANENT,
    "static": PERMANENT,
    "chapters": PERMANENT,
    "effects": (*SPELL, "scheme"),
    "rebound": SPELL,
    "suspend": SUSPENDED,
    "suspend_cost": SUSPENDED,
    "lights": ("artifact",),
}
"""Fields of a card that have an effect only on a card of one of these types."""

ANY_PERMANENT = ("phasing", "does not untap")
"""The keywords that noncreature permanents may have."""

STATIC_NEEDS = {
    "player": (
        "skip",
        "mana_stays",
        "attack_cost",
        "attack_toll",
        "most_at_player",
        "block_cost",
        "block_toll",
        "sorcery_speed",
        "shows",
        "spells_have",
    ),
    "looks": ("shows",),
    "own_attack": ("attack_cost", "attack_toll"),
    "which_blocks": ("block_cost", "block_toll"),
    "optional": ("skip", "own_attack"),
    "while_tapped": ("skip",),
    "then": ("skip",),
    "if_": ("skip", "unblockable"),
}
"""Fields of a static ability that have an effect only with one of these others."""


def check_meaning(card: Card, path: Path) -> None:
    """Refuses words that have no meaning where a card uses them; ``ShapeError`` has the path to the word."""
    for effects, known, here in _said(card, path):
        _check(effects, known, here)
    _check_abilities(card, _of_permanent(card), path)
    _check_types(card, path)
    made: list[HasAbilities] = [part for part, _ in parts(card) if isinstance(part, Token | Emblem)]
    for thing in made if card.flipped is None else (*made, card.flipped):
        _check_abilities(thing, SELF, path)
        for effects, known, _here in _said_by(thing, SELF, path):
            _check(effects, known, path)
    if not card.for_ante:
        _check_no_ante(card, path)


def _check_no_ante(card: Card, path: Path) -> None:
    """Refuses effects on the ante zone and on owners, which only cards for ante have (217.9c, later 407.3)."""
    for part, _ in parts(card):
        antes = isinstance(part, Move) and "ante" in (part.to, part.out_of)
        if antes or isinstance(part, ChangeOwner):
            why = f"{NAME_OF[type(part)]}: only cards for ante change the ante zone or an owner; add for_ante: true"
            raise ShapeError(why, path)


def _check_abilities(thing: HasAbilities, own: Known, path: Path) -> None:
    """Checks the triggered and static abilities of a card or a token; ``own`` is what they may refer to."""
    for n, trigger in enumerate(thing.triggers):
        here = (*path, "triggers", n)
        _check_trigger(trigger, here)
        if trigger.whose == "chosen" and "chosen" not in own:
            raise ShapeError(WHY["chosen"], (*here, "whose"))
    for n, static in enumerate(getattr(thing, "static", ())):
        here = (*path, "static", n)
        if "chosen" in each_player(static.player) and "chosen" not in own:
            raise ShapeError(WHY["chosen"], (*here, "player"))
        if {"defending", "attacking"} & set(each_player(static.player)):
            raise ShapeError(WHY["defending"], (*here, "player"))
        _check_static(static, here)


def _check_types(card: Card, path: Path) -> None:
    """Refuses fields and keywords that a card of these types cannot have."""
    said = _said_fields(card)
    for field, types in OF_TYPES.items():
        if field in said and not set(types) & set(card.type):
            is_ = listed(card.type)
            why = f"{field}: has no effect on a card of type {is_}; leave it out, or write type: {listed(types, 'or')}"
            raise ShapeError(why, (*path, field))
    for n, keyword in enumerate(card.keywords):
        if "creature" not in card.type and not (keyword in ANY_PERMANENT and card.is_permanent):
            why = f'keywords: "{keyword}" is for creatures; leave it out, or write type: creature'
            raise ShapeError(why, (*path, "keywords", n))


def _check_static(static: Static, path: Path) -> None:
    """Refuses fields that have an effect only with another field of the ability."""
    said = _said_fields(static)
    if not said:
        raise ShapeError("this static ability is empty; say what it does, such as skip: draw", path)
    if static.instead is not None and static.instead.goes == static.instead.to:
        why = f"goes: is {static.instead.goes}, where it would be put anyway; name another zone"
        raise ShapeError(why, (*path, "instead", "goes"))
    for field, others in STATIC_NEEDS.items():
        if field in said and not said & set(others):
            name = field.rstrip("_")
            why = f"{name}: has no effect without {listed(others, 'or')}; add one of these, or leave it out"
            raise ShapeError(why, (*path, name))


def _said_fields(part: Card | Static) -> set[str]:
    """The fields whose values differ from their defaults."""
    return {name for name, default in _defaults(type(part)) if getattr(part, name) != default}


@cache
def _defaults(struct: type[Card | Static]) -> tuple[tuple[str, object], ...]:
    return tuple((f.name, f.default) for f in msgspec.structs.fields(struct) if not f.required)


def _check_trigger(ability: Triggered, path: Path) -> None:
    """Checks ``nth`` and ``whose`` of a trigger."""
    if not 0 <= ability.nth <= MOST_TIMES:
        raise ShapeError(f"nth is {ability.nth}, expected a number from 1 to {MOST_TIMES}", (*path, "nth"))
    if ability.nth and ability.when in ONCE:
        raise ShapeError(f'nth: a permanent "{ability.when}" only once; leave nth out', (*path, "nth"))
    if ability.nth and ability.when in ENTERS:
        raise ShapeError(f'nth: "{ability.when}" is not counted; leave nth out', (*path, "nth"))
    if ability.when == STATE and (ability.nth or not ability.while_):
        why = "is not counted; leave nth out" if ability.nth else "needs conditions; add them under while"
        raise ShapeError(f'when: "{STATE}" {why}', (*path, "nth" if ability.nth else "when"))
    of_a_player = ability.when not in EVENTS or ability.when.startswith(("a player ", "a permanent "))
    if ability.whose != "each" and not of_a_player:
        why = f'whose: "{ability.when}" is about this permanent or its controller; leave whose out'
        raise ShapeError(why, (*path, "whose"))
    if ability.at_least and ability.when not in ("blocks", "becomes blocked"):
        why = f'at_least: "{ability.when}" is about no number of creatures; leave at_least out'
        raise ShapeError(why, (*path, "at_least"))
    if ability.of and ability.when not in OF_CREATURES:
        why = f'of: "{ability.when}" does not look at what a creature is; leave of out'
        raise ShapeError(why, (*path, "of"))
    if ability.of and ability.nth:
        raise ShapeError("nth: creatures of a kind are not counted; leave nth or of out", (*path, "nth"))


def _of_permanent(card: Card) -> Known:
    return frozenset({"self", "chosen", "player"} if "player" in _targets(card) else {"self"})


def _said(card: Card, path: Path) -> Iterator[tuple[Effects, Known, Path]]:
    """All effects of a card, with what they may refer to, and their paths."""
    target = _targets(card)
    cast_on: Known = frozenset({"chosen"}) if card.is_permanent and "player" in target else NONE
    scheme = SELF if "scheme" in card.type else NONE
    yield card.effects, target | cast_on | scheme, (*path, "effects")
    yield card.on_cast, target, (*path, "on_cast")
    for n, chapter in enumerate(card.chapters):
        yield chapter, frozenset({"self"}), (*path, "chapters", n)
    yield from _said_by(card, _of_permanent(card), path)


def _said_by(thing: HasAbilities, own: Known, path: Path) -> Iterator[tuple[Effects, Known, Path]]:
    """The effects of the abilities of a card or a token, with what they may refer to, and their paths."""
    for n, trigger in enumerate(thing.triggers):
        about: Known = NONE if trigger.when not in EVENTS or trigger.when == STATE else frozenset({"chosen", "player"})
        that: Known = frozenset({"that"}) if trigger.when in ABOUT_A_PERMANENT else NONE
        yield trigger.do, own | about | that | _targets(trigger), (*path, "triggers", n, "do")
    for n, ability in enumerate(getattr(thing, "abilities", ())):
        # an ability without targets: may be activated with any target
        yield ability.do, own | (_targets(ability) or ANY_TARGET), (*path, "abilities", n, "do")
    for n, static in enumerate(getattr(thing, "static", ())):
        yield static.then, frozenset({"self"}), (*path, "static", n, "then")
        if static.instead is not None:
            yield static.instead.then, frozenset({"those"}), (*path, "static", n, "instead", "then")


def _targets(part: Card | Triggered | Activated) -> Known:
    """What the targets of a spell or an ability are."""
    said = {"none": (), "player": ("player",), "opponent": ("player",), "spell": ("spell",)}
    return frozenset(said.get(part.targets, ("permanent",)))


def _check(effects: Effects, known: Known, path: Path) -> None:
    for n, effect in enumerate(effects):
        here = (*path, n, NAME_OF[type(effect)])
        for word, field in _words(effect, known):
            if word not in known:
                raise ShapeError(WHY[word], (*here, field))
        _check_fields(effect, here)
        for inner, still_known, below in _within(effect, known):
            _check(inner, still_known, (*here, *below))


def _words(effect: Effect, known: Known) -> Iterator[tuple[str, str]]:
    """What an effect refers to, and in which field."""
    for field in PLAYER_FIELDS:
        players = getattr(effect, field, None)
        for who in each_player(players):
            if who == "target":
                to_permanent = isinstance(effect, Damage) and players == "target" and "permanent" in known
                yield "permanent" if to_permanent else "player", field
            elif who in ("chosen", "chooser"):
                yield who, field
    if isinstance(effect, Put) and effect.card in CARDS and effect.card != "linked":
        yield effect.card, "card"
    for field in ("what", "dealt_by", "attacker", "attacked"):
        word = getattr(effect, field, None)
        if word in ("those", "that", "self"):
            yield word, field
        if word == "target" and (isinstance(effect, Prevent | GainControl) or getattr(effect, "player", None) is None):
            yield _kind_of_target(effect, field, known), field
    if getattr(effect, "until", None) in ("while_tapped", "while_there", "while_attached"):
        yield "self", "until"


def _kind_of_target(effect: Effect, field: str, known: Known) -> str:
    """What the target of an effect has to be: a permanent, or a spell, where that is a target that it can change."""
    of_spells = isinstance(effect, Prevent) is (field == "dealt_by") and isinstance(effect, OF_SPELLS)
    return "spell" if isinstance(effect, Counter) or (of_spells and "spell" in known) else "permanent"


def _within(effect: Any, known: Known) -> Iterator[tuple[Effects, Known, tuple[str | int, ...]]]:
    """The effects in an effect, with what they may refer to: less, if they happen later."""
    if isinstance(effect, May | Pay):
        yield effect.do, known | {"chooser"}, ("do",)
        if isinstance(effect, Pay):
            yield effect.otherwise, known | {"chooser"}, ("otherwise",)
    elif isinstance(effect, ChooseOne):
        for option in effect.options:
            yield option.do, known | {"chooser"}, ("options", option.name)
    elif isinstance(effect, Delayed):
        about: Known = frozenset({"chosen"}) if "player" in known else NONE
        yield effect.do, known | about, ("do",)
    elif isinstance(effect, Skip):
        yield effect.then, known & {"self"}, ("then",)
    elif isinstance(effect, ExtraTurns | ControlTurn):
        yield effect.riders, NONE, ("riders",)
    elif isinstance(effect, Token | Put | Move | Discard | MayPlay | ReplaceMove | ChoosePlayer):
        field, word = ("do", "chosen") if isinstance(effect, ChoosePlayer) else ("then", "those")
        yield getattr(effect, field), known | {word}, (field,)
    else:
        for field in ("do", "then", "otherwise", "at_beginning"):
            yield getattr(effect, field, ()), known, (field,)


def _check_fields(effect: Effect, path: Path) -> None:
    """Refuses fields that have an effect only with another one."""
    if isinstance(effect, ExtraSteps) and effect.anchor is not None and effect.where != "before_next":
        raise ShapeError("anchor: is the step before which one is added; add where: before_next", (*path, "anchor"))
    if isinstance(effect, Token) and not (effect.name or effect.subtypes):
        raise ShapeError("token: has no name; add name:, or subtypes: that are its name", path)
    if isinstance(effect, Token) and effect.whom is not None and not effect.attacking:
        raise ShapeError("whom: is the player who is attacked; add attacking: true", (*path, "whom"))
    if isinstance(effect, LetBlock) and effect.entering and effect.what != "those":
        raise ShapeError("entering: is for what has just been created; add what: those", (*path, "entering"))
    if isinstance(effect, Move):
        _check_move(effect, path)
    if isinstance(effect, Put):
        _check_link(effect, effect.card, path)
    if isinstance(effect, ReplaceMove) and effect.goes == effect.to:
        raise ShapeError(f"goes: is {effect.goes}, where it would be put anyway; name another zone", (*path, "goes"))
    if isinstance(effect, Pay) and not (effect.mana or effect.life or effect.discard):
        raise ShapeError("pay: has no cost; add mana, life or discard, or use may", path)
    if isinstance(effect, OnlyIf) and not effect.is_:
        raise ShapeError("if: has no condition; add it under is", (*path, "is"))


def _check_link(effect: Move | Put, what: str, path: Path) -> None:
    """Refuses cards of a link without its name, and a name of a link that has nothing to link."""
    if what == "linked" and not effect.link:
        raise ShapeError("linked: which cards are meant is not said; add link: with the name of the link", path)
    exiles = isinstance(effect, Move) and effect.to == "exile"
    if effect.link and what != "linked" and not exiles:
        raise ShapeError(
            "link: is for what is exiled, or for linked cards; add to: exile, or leave it out", (*path, "link")
        )


def _check_move(effect: Move, path: Path) -> None:
    """Refuses fields of a move that have no effect together."""
    _check_link(effect, effect.what, path)
    of_cards = effect.out_of != "battlefield"
    if effect.what == "linked" and effect.out_of != "exile":
        raise ShapeError("what: linked cards are in exile; add out_of: exile", (*path, "what"))
    if effect.to == "command" and effect.out_of != "command":
        raise ShapeError(
            "to: nothing but a scheme is put there; add out_of: command, or name another zone", (*path, "to")
        )
    if effect.what == TOP and effect.out_of not in ("library", "graveyard"):
        why = "what: top is for a pile that has an order; add out_of: library or out_of: graveyard"
        raise ShapeError(why, (*path, "what"))
    if of_cards and effect.what in WHAT and effect.what not in CARDS:
        why = f"what: {effect.what} is for permanents; leave out_of out, or name a card, {listed((*CARDS, TOP), 'or')}"
        raise ShapeError(why, (*path, "what"))
    if effect.amount > 1 and effect.what != TOP:
        raise ShapeError("amount: is how many cards from the top; add what: top", (*path, "amount"))
    if effect.player is not None and (not of_cards or effect.what in CARDS):
        why = "player: is whose topmost card or card by name moves; leave it out, or add out_of"
        raise ShapeError(why, (*path, "player"))
    if effect.place != TOP and effect.to != "library":
        raise ShapeError("place: is a place in a library; add to: library", (*path, "place"))
    if effect.face_down and effect.to != "exile":
        raise ShapeError("face_down: is for cards in exile; add to: exile", (*path, "face_down"))
    if effect.looks is not None and not effect.face_down:
        raise ShapeError("looks: is who may look at face-down cards; add face_down: true", (*path, "looks"))
