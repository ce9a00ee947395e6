"""Checks that fields of a card have an effect together, and refuses the card otherwise.

A field may need another one beside it, or a card of certain types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import shape
from ..shape import Path, ShapeError, describe
from ..words import listed, nearest
from .abilities import (
    AWAITED,
    DAYTIME,
    ENTERS,
    EVENTS,
    OF_OBJECTS,
    OF_TARGETS,
    OF_TRIGGERS,
    ONCE,
    STATE,
    Static,
    Triggered,
    Ward,
)
from .kinds import TARGETS, aim_of
from .kinds import WORDS as KINDS
from .terms import CARDS, THINGS, TOP, WHAT
from .vocabulary import (
    Become,
    Delayed,
    Effect,
    ExtraSteps,
    LetAttack,
    LetBlock,
    Mana,
    MayPlay,
    Move,
    MustAttack,
    OnlyIf,
    Pay,
    PhaseOut,
    Pump,
    Put,
    ReplaceMove,
    RestartGame,
    Token,
)

if TYPE_CHECKING:
    from .card import Card

MOST_TIMES = 10_000
"""The largest ``nth`` of a trigger."""

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
    "disguise": PERMANENT,
    "ward": PERMANENT,
    "triggers": (*PERMANENT, "plane", "vanguard"),
    "abilities": PERMANENT,
    "static": PERMANENT,
    "chapters": PERMANENT,
    "effects": (*SPELL, "scheme"),
    "rebound": SPELL,
    "vanishing": PERMANENT,
    "fading": PERMANENT,
    "miracle": SUSPENDED,
    "suspend": SUSPENDED,
    "suspend_cost": SUSPENDED,
    "supertypes": (*PERMANENT, *SPELL),
    "lights": ("artifact",),
}
"""Fields of a card that have an effect only on a card of one of these types."""

ANY_PERMANENT = ("phasing", "does not untap", "start your engines")
"""The keywords that noncreature permanents may have."""

STATIC_NEEDS = {
    "player": (
        *("skip", "mana_stays", "attack_cost", "attack_toll", "most_at_player", "block_cost", "block_toll"),
        *("sorcery_speed", "any_time", "shows", "spells_have", "cannot", "extra_lands"),
        *("hand_size", "no_hand_limit", "most_untap"),
    ),
    "looks": ("shows",),
    "untap_kind": ("most_untap", "also_untaps"),
    "bands_of": ("bands_with",),
    "of_type": ("mana_stays",),
    "as_type": ("mana_stays",),
    "own_attack": ("attack_cost", "attack_toll"),
    "planeswalkers_too": ("attack_cost", "attack_toll"),
    "which_blocks": ("block_cost", "block_toll"),
    "optional": ("skip", "own_attack"),
    "while_tapped": ("skip",),
    "then": ("skip",),
    "cannot_kind": ("cannot",),
    "if": ("skip", "unblockable", "cannot", "cannot_attack", "most_untap", "also_untaps"),
}
"""Fields of a static ability that have an effect only with one of these others."""


def check_types(card: Card, path: Path) -> None:
    """Refuses fields and keywords that a card of these types cannot have."""
    said = shape.said(card)
    for field, types in OF_TYPES.items():
        if field in said and not set(types) & set(card.type):
            is_ = listed(card.type)
            why = f"{field}: has no effect on a card of type {is_}; leave it out, or write type: {listed(types, 'or')}"
            raise ShapeError(why, (*path, field))
    check_ward(card.ward, path)
    if card.morph is not None and card.disguise is not None:
        why = "disguise: the card has morph too, and is cast face down by one of them; leave the other out"
        raise ShapeError(why, (*path, "disguise"))
    for n, keyword in enumerate(card.keywords):
        if "creature" not in card.type and not (keyword in ANY_PERMANENT and card.is_permanent):
            why = f'keywords: "{keyword}" is for creatures; leave it out, or write type: creature'
            raise ShapeError(why, (*path, "keywords", n))


def check_static(static: Static, path: Path) -> None:
    """Refuses fields that have an effect only with another field of the ability."""
    said = shape.said(static)
    if not said:
        raise ShapeError("this static ability is empty; say what it does, such as skip: draw", path)
    if static.instead is not None and static.instead.goes == static.instead.to:
        why = f"goes: is {static.instead.goes}, where it would be put anyway; name another zone"
        raise ShapeError(why, (*path, "instead", "goes"))
    if static.instead is not None and static.instead.to == "battlefield" and static.instead.which != "card":
        why = "to: what is a permanent is on the battlefield already; add which: card, or name another zone"
        raise ShapeError(why, (*path, "instead", "to"))
    if static.also_untaps == "self" and static.untap_kind is not None:
        raise ShapeError("untap_kind: this permanent is meant, of any kind; leave it out", (*path, "untap_kind"))
    if static.cannot_kind is not None and static.cannot not in ("cast", "activate"):
        why = "cannot_kind: is for spells and abilities; write cannot: cast or cannot: activate, or leave it out"
        raise ShapeError(why, (*path, "cannot_kind"))
    again = static.triggers_again
    if again is not None and again.because == "any" and (again.of or again.whose != "each"):
        why = "is about what causes an ability to trigger; add because: with what that does, or leave it out"
        raise ShapeError(f"of, whose: {why}", (*path, "triggers_again"))
    for field, others in STATIC_NEEDS.items():
        if field in said and said.keys().isdisjoint(others):
            why = f"{field}: has no effect without {listed(others, 'or')}; add one of these, or leave it out"
            raise ShapeError(why, (*path, field))


def check_trigger(ability: Triggered, path: Path) -> None:
    """Checks ``nth`` and ``whose`` of a trigger."""
    if not 0 <= ability.nth <= MOST_TIMES:
        raise ShapeError(f"nth is {ability.nth}, expected a number from 1 to {MOST_TIMES}", (*path, "nth"))
    if ability.nth and ability.when in ONCE:
        raise ShapeError(f'nth: a permanent "{ability.when}" only once; leave nth out', (*path, "nth"))
    if ability.nth and ability.when in (*ENTERS, *OF_TRIGGERS, DAYTIME, "you activate"):
        raise ShapeError(f'nth: "{ability.when}" is not counted; leave nth out', (*path, "nth"))
    if ability.when == STATE and (ability.nth or not ability.while_):
        why = "is not counted; leave nth out" if ability.nth else "needs conditions; add them under while"
        raise ShapeError(f'when: "{STATE}" {why}', (*path, "nth" if ability.nth else "when"))
    of_a_player = ability.when not in EVENTS or ability.when.startswith(("a player ", "a permanent "))
    of_a_player |= ability.when in (*OF_TARGETS, *OF_TRIGGERS)
    if ability.whose != "each" and not of_a_player:
        why = f'whose: "{ability.when}" is about this permanent or its controller; leave whose out'
        raise ShapeError(why, (*path, "whose"))
    if ability.at_least and ability.when not in ("blocks", "becomes blocked"):
        why = f'at_least: "{ability.when}" is about no number of creatures; leave at_least out'
        raise ShapeError(why, (*path, "at_least"))
    if ability.of and ability.when not in OF_OBJECTS:
        why = f'of: "{ability.when}" is about no object that may be of a kind; leave of out'
        raise ShapeError(why, (*path, "of"))
    if ability.of and ability.nth:
        raise ShapeError("nth: what is of a kind is not counted; leave nth or of out", (*path, "nth"))


def check_ward(ward: int | Ward | None, path: Path) -> None:
    """Refuses ward for which nothing is paid."""
    if ward in (0, Ward()):
        raise ShapeError("ward: has no cost; write a number of mana, or a mapping such as {life: 3}", (*path, "ward"))


def check_fields(effect: Effect, path: Path) -> None:
    """Refuses fields that have an effect only with another one."""
    _check_names(effect, path)
    if isinstance(effect, Pump | Token):
        check_ward(effect.ward, path)
    if isinstance(effect, ExtraSteps) and effect.anchor is not None and effect.where != "before_next":
        raise ShapeError("anchor: is the step before which one is added; add where: before_next", (*path, "anchor"))
    if isinstance(effect, Put):
        _check_link(effect, effect.card, path)
    if isinstance(effect, MayPlay) and effect.now and "until" in shape.said(effect):
        raise ShapeError("until: what is cast now is cast as this resolves; leave until out", (*path, "until"))
    if isinstance(effect, ReplaceMove) and effect.goes == effect.to:
        raise ShapeError(f"goes: is {effect.goes}, where it would be put anyway; name another zone", (*path, "goes"))
    if isinstance(effect, Pay) and not (effect.mana or effect.life or effect.discard):
        raise ShapeError("pay: has no cost; add mana, life or discard, or use may", path)
    if isinstance(effect, OnlyIf) and not effect.is_:
        raise ShapeError("if: has no condition; add it under is", (*path, "is"))
    if type(effect) in _CHECKS:
        _CHECKS[type(effect)](effect, path)


def _check_phase_out(effect: PhaseOut, path: Path) -> None:
    """Refuses two durations, and what is about phasing in as the first of them ends without one."""
    if effect.until is not None and effect.stay_out is not None:
        why = "until: phases in as that ends, and stay_out: in an untap step after that; leave one of them out"
        raise ShapeError(why, (*path, "until"))
    if effect.tapped and effect.until is None:
        raise ShapeError("tapped: is how it phases in as a duration ends; add until", (*path, "tapped"))


def _check_become(effect: Become, path: Path) -> None:
    """Refuses subtypes without types, and a change of nothing."""
    if effect.type is not None:
        return
    if effect.subtypes:
        raise ShapeError("subtypes: are changed together with the types; add type", (*path, "subtypes"))
    if effect.colors is None:
        raise ShapeError("become: changes nothing; add type or colors", path)


def _check_restart(effect: RestartGame, path: Path) -> None:
    """Refuses what is about cards that are left out of the new game, where none are."""
    for field in ("of", "then"):
        if getattr(effect, field) and not effect.link:
            why = f"{field}: is about exiled cards that are left out; add link: with the name of the link"
            raise ShapeError(why, (*path, field))


def _check_delayed(effect: Delayed, path: Path) -> None:
    """Refuses what is about an event and waits for a step, and what is about turns and waits for an event."""
    if effect.at in AWAITED:
        for field in ("this_turn", "next_turn"):
            if getattr(effect, field):
                raise ShapeError(f"{field}: is about a phase or step; write until: with a duration", (*path, field))
        whose = "each" if effect.whose == "any" else effect.whose
        check_trigger(Triggered(effect.at, effect.do, whose, of=effect.of), path)
    elif effect.of or effect.while_:
        field = "of" if effect.of else "while"
        raise ShapeError(f"{field}: is about an event, and {effect.at} is none; leave {field} out", (*path, field))


def _check_mana(effect: Mana, path: Path) -> None:
    """Refuses mana that could be spent on nothing."""
    for n, said in enumerate(effect.only):
        aim = None if said in ("none", *TARGETS) else aim_of(said)
        if aim is None or not aim.on_stack or aim.whose or aim.kind == "triggered":
            why = f"found {describe(said)}, on which no mana is spent; write spell, creature spell or activated ability"
            raise ShapeError(f"only: {why}", (*path, "only", n))


def _check_names(effect: Effect, path: Path) -> None:
    """Refuses a kind of objects where one is named."""
    for field in THINGS:
        word = getattr(effect, field, None)
        if word in KINDS:
            instead = "add of: with this kind" if hasattr(effect, "of") else f"name one, or write {listed(WHAT, 'or')}"
            why = f"{field}: {word} is a kind of objects, and not the name of one{nearest(word, WHAT)}; {instead}"
            raise ShapeError(why, (*path, field))


def _check_joining(effect: Token | LetBlock | LetAttack | MustAttack, path: Path) -> None:
    """Refuses a token without a name, and what attacks or blocks in a way that is not said, or said twice."""
    if isinstance(effect, Token) and not (effect.name or effect.subtypes):
        raise ShapeError("token: has no name; add name:, or subtypes: that are its name", path)
    if isinstance(effect, Token) and effect.whom is not None and not effect.attacking:
        raise ShapeError("whom: is the player who is attacked; add attacking: true", (*path, "whom"))
    if isinstance(effect, LetBlock) and effect.entering and effect.what != "those":
        raise ShapeError("entering: is for what has just been created; add what: those", (*path, "entering"))
    if isinstance(effect, MustAttack) and effect.next_turn and (effect.player is None or "until" in shape.said(effect)):
        why = "next_turn: is the next turn of a player whose creatures attack; add player, and leave until out"
        raise ShapeError(why, (*path, "next_turn"))
    if isinstance(effect, LetAttack | MustAttack) and effect.whom is not None and effect.attacked is not None:
        why = "attacked: is a planeswalker or battle, attacked instead of the player whom; leave one of them out"
        raise ShapeError(why, (*path, "attacked"))


def _check_link(effect: Move | Put, what: str, path: Path) -> None:
    """Refuses cards of a link without its name, and a name of a link that has nothing to link."""
    if what == "linked" and not effect.link:
        raise ShapeError("linked: which cards are meant is not said; add link: with the name of the link", path)
    exiles = isinstance(effect, Move) and effect.to == "exile"
    if effect.link and what != "linked" and not exiles:
        why = "link: is for what is exiled, or for linked cards; add to: exile, or leave it out"
        raise ShapeError(why, (*path, "link"))


def _check_move(effect: Move, path: Path) -> None:
    """Refuses fields of a move that have no effect together."""
    _check_link(effect, effect.what, path)
    of_cards = effect.out_of not in ("battlefield", "stack")
    if effect.what == "linked" and effect.out_of != "exile":
        raise ShapeError("what: linked cards are in exile; add out_of: exile", (*path, "what"))
    if effect.to == "command" and effect.out_of != "command":
        why = "to: nothing but a scheme is put there; add out_of: command, or name another zone"
        raise ShapeError(why, (*path, "to"))
    if effect.what == TOP and effect.out_of not in ("library", "graveyard"):
        why = "what: top is for a pile that has an order; add out_of: library or out_of: graveyard"
        raise ShapeError(why, (*path, "what"))
    meant = ("target",) if effect.out_of == "stack" else (*CARDS, TOP) if of_cards else WHAT
    if effect.what in WHAT and effect.what not in meant:
        why = f"what: {effect.what} is for permanents; leave out_of out, or write a name, {listed(meant, 'or')}"
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


_CHECKS: dict[type[Effect], Callable[[Any, Path], None]] = {
    **dict.fromkeys((Token, LetBlock, LetAttack, MustAttack), _check_joining),
    Move: _check_move,
    Become: _check_become,
    RestartGame: _check_restart,
    Delayed: _check_delayed,
    Mana: _check_mana,
    PhaseOut: _check_phase_out,
}
"""What refuses the fields of an effect that do not fit together."""
