"""The vocabulary of effects: what happens when a spell or an ability resolves, as data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ..names import Name
from ..shape import Natural, Signed
from .effect import (
    MOST,
    Choices,
    ChooseOne,
    Count,
    Effect,
    EffectRef,
    Effects,
    May,
    OnceEachTurn,
    OnlyIf,
    Option,
    Pay,
    Times,
)
from .terms import DelayedTo, Keyword, OnePhase, Phase, Players, Skippable, Step, Until, Who
from .vocabulary_cards import Discard, Draw, MayPlay, Mill, Move, PlayerCounters, Put, Reveal
from .vocabulary_combat import AttackAnew, LetAttack, LetBlock, MustAttack, RemoveFromCombat
from .vocabulary_outside import BringIn, ChangeOwner
from .vocabulary_permanents import (
    Attach,
    Become,
    Counters,
    Destroy,
    Flicker,
    Flip,
    GainAbilities,
    GainControl,
    NoSpells,
    Prevent,
    Regenerate,
    Rename,
    ReplaceMove,
    Sticker,
    SwapTapped,
    TurnFaceDown,
    TurnFaceUp,
)
from .vocabulary_special import Ignore, Stoppable
from .vocabulary_tokens import Abandon, Emblem, NoSchemes, Token, TokenCopy

__all__ = [
    "MOST",
    "Abandon",
    "Attach",
    "AttackAnew",
    "Become",
    "BringIn",
    "ChangeOwner",
    "Choices",
    "ChooseOne",
    "Count",
    "Counters",
    "Destroy",
    "Discard",
    "Draw",
    "Effect",
    "EffectRef",
    "Effects",
    "Emblem",
    "Flicker",
    "Flip",
    "GainAbilities",
    "GainControl",
    "Ignore",
    "LetAttack",
    "LetBlock",
    "May",
    "MayPlay",
    "Mill",
    "Move",
    "MustAttack",
    "NoSchemes",
    "NoSpells",
    "OnceEachTurn",
    "OnlyIf",
    "Option",
    "Pay",
    "PlayerCounters",
    "Prevent",
    "Put",
    "Regenerate",
    "RemoveFromCombat",
    "ReplaceMove",
    "Reveal",
    "Sticker",
    "Stoppable",
    "SwapTapped",
    "Times",
    "Token",
    "TurnFaceDown",
    "TurnFaceUp",
]
"""What belongs to the vocabulary and is defined in ``effect`` and the modules ``vocabulary_...`` beside this one."""


class ExtraTurns(Effect, frozen=True):
    """Adds turns directly after this one; ``riders`` happen as each of these turns begins."""

    player: Players = Who("you")
    count: Count = 1
    riders: Effects = ()


class ExtraPhases(Effect, frozen=True):
    """Adds phases, as one unit, after this phase, or after this main or combat phase (if it is one).

    ``first_postcombat_main`` is the second main phase of the turn, unless that is over. ``at_beginning`` are the
    effects of a delayed ability that triggers at the beginning of the first of these phases.
    """

    phases: Annotated[tuple[Phase, ...], msgspec.Meta(min_length=1)]
    after: Literal["this_phase", "this_main_phase", "this_combat_phase", "first_postcombat_main"] = "this_phase"
    at_beginning: Effects = ()


class ExtraSteps(Effect, frozen=True):
    """Adds a step after this step, before the next step of a kind, or as a phase of its own after this phase.

    ``count: damage`` adds as many steps as the triggering event dealt damage.
    """

    step: Step
    count: Count | Literal["damage"] = 1
    where: Literal["after_this_step", "before_next", "after_this_phase"] = "after_this_step"
    anchor: Step | None = None
    player: Players = Who("active")


class Skip(Effect, frozen=True):
    """Lets a player skip the next ``count`` turns, phases or steps of a kind, or all of them for a time.

    ``next_turn``: only those of the player's next turn count. ``then`` happens each time, first of all in the
    turn, phase or step that begins next (614.10b).
    """

    what: Skippable
    player: Players = Who("you")
    count: Count = 1
    all: bool = False
    until: Until = Until("game")
    next_turn: bool = False
    then: Effects = ()


class EndTurn(Effect, frozen=True):
    """Ends the turn."""


class EndCombat(Effect, frozen=True):
    """Ends the combat phase."""


class Mana(Effect, frozen=True):
    """Adds mana to a player's pool; with ``until`` it stays for that duration, when steps and phases end too."""

    amount: Natural
    player: Players = Who("you")
    until: Until | None = None


class Life(Effect, frozen=True):
    """Changes a player's life total by an amount, which may be negative; this is not damage."""

    amount: Signed
    player: Players = Who("you")


class Damage(Effect, frozen=True):
    """Deals damage to a player, or to the target if that is a creature."""

    amount: Natural
    player: Players = Who("target")


class Tap(Effect, frozen=True):
    """Taps a permanent (by name, ``target`` or ``self``), ``creatures`` or those that ``attacked`` this turn."""

    what: str = "target"


class Untap(Effect, frozen=True):
    """Untaps a permanent (by name, ``target`` or ``self``), ``creatures`` or those that ``attacked`` this turn."""

    what: str = "target"


class StayTapped(Effect, frozen=True):
    """Keeps permanents (as ``untap`` names them) tapped through their controller's next untap step."""

    what: str = "target"


class Counter(Effect, frozen=True):
    """Counters the spell or ability directly below it on the stack, or the topmost of that name.

    With ``of`` it counters only a spell that has all of these types, subtypes and colors, like its card.
    """

    what: str = ""
    of: tuple[Name, ...] = ()


class Copy(Effect, frozen=True):
    """Copies the spell directly below it on the stack, or the topmost of that name; the copy is not cast."""

    what: str = ""


class Pump(Effect, frozen=True):
    """Changes power, toughness and keywords of a creature (by name, ``target`` or ``self``) for a time."""

    power: Signed = 0
    toughness: Signed = 0
    keywords: tuple[Keyword, ...] = ()
    loses: tuple[Keyword, ...] = ()
    what: str = "target"
    until: Until = Until("end_of_turn")


class Lasting(Effect, frozen=True):
    """A named marker with a duration and no other effect: it shows when a duration ends."""

    name: Name
    until: Until = Until("end_of_turn")


class Delayed(Effect, frozen=True):
    """Creates a delayed triggered ability: at the beginning of the next such step or phase, once.

    ``whose: you``: only in its controller's turns. ``this_turn``: only in this turn; ``next_turn``: not in this turn.
    ``each``: every time, in this turn or for the rest of the game. ``name`` is the ability's name, by default that
    of the card or ability that created it.
    """

    at: DelayedTo
    do: Effects
    whose: Literal["any", "you"] = "any"
    this_turn: bool = False
    next_turn: bool = False
    each: bool = False
    name: Name = ""


class ChoosePlayer(Effect, frozen=True):
    """Its controller chooses one of several players, who is ``chosen`` in the effects under ``do``."""

    do: Effects
    among: Players = Who("each")


class SorceriesAnyTime(Effect, frozen=True):
    """Its controller may cast sorceries whenever they could cast an instant, for a time."""

    name: Name
    until: Until = Until("end_of_turn")


class ControlTurn(Effect, frozen=True):
    """Lets its controller control the next turn that a player takes; ``riders`` happen as that turn begins."""

    player: Players = Who("target")
    riders: Effects = ()


class ControlPhase(Effect, frozen=True):
    """Lets its controller control a player during the next phase of a kind that this player has."""

    player: Players = Who("target")
    phase: OnePhase = "combat"


class ReverseTurnOrder(Effect, frozen=True):
    """Reverses the turn order; pending extra turns keep their order."""


class RestartGame(Effect, frozen=True):
    """Restarts the game: it ends, and a new one begins, in which its controller takes the first turn."""


class LoseGame(Effect, frozen=True):
    """A player loses the game."""

    player: Players = Who("you")


class Daytime(Effect, frozen=True):
    """Makes it day or night, or the ``other``: day if it is night, otherwise night."""

    to: Literal["day", "night", "other"]


class Monarch(Effect, frozen=True):
    """Makes a player the monarch, who draws a card at the beginning of their end step."""

    player: Players = Who("you")


class Initiative(Effect, frozen=True):
    """Lets a player take the initiative: they venture then, and at the beginning of each of their upkeeps."""

    player: Players = Who("you")


class Venture(Effect, frozen=True):
    """Lets a player venture into a dungeon; this is only an event."""

    player: Players = Who("you")


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


_PLAIN = frozenset((str, int, bool))


EFFECTS: dict[str, type[Effect]] = {
    "extra_turn": ExtraTurns,
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
    "mill": Mill,
    "player_counters": PlayerCounters,
    "reveal": Reveal,
    "token": Token,
    "token_copy": TokenCopy,
    "tap": Tap,
    "untap": Untap,
    "swap_tapped": SwapTapped,
    "turn_face_up": TurnFaceUp,
    "turn_face_down": TurnFaceDown,
    "flip": Flip,
    "rename": Rename,
    "attach": Attach,
    "flicker": Flicker,
    "counters": Counters,
    "no_spells": NoSpells,
    "gain_control": GainControl,
    "gain_abilities": GainAbilities,
    "become": Become,
    "destroy": Destroy,
    "regenerate": Regenerate,
    "replace_move": ReplaceMove,
    "prevent": Prevent,
    "sticker": Sticker,
    "stay_tapped": StayTapped,
    "move": Move,
    "put": Put,
    "may_play": MayPlay,
    "bring_in": BringIn,
    "stoppable": Stoppable,
    "ignore": Ignore,
    "emblem": Emblem,
    "abandon": Abandon,
    "change_owner": ChangeOwner,
    "counter": Counter,
    "copy": Copy,
    "pump": Pump,
    "lasting": Lasting,
    "delayed": Delayed,
    "if": OnlyIf,
    "pay": Pay,
    "may": May,
    "once_each_turn": OnceEachTurn,
    "choose_one": ChooseOne,
    "choose_player": ChoosePlayer,
    "no_schemes": NoSchemes,
    "sorceries_any_time": SorceriesAnyTime,
    "control_turn": ControlTurn,
    "control_phase": ControlPhase,
    "reverse_turn_order": ReverseTurnOrder,
    "restart_game": RestartGame,
    "lose_game": LoseGame,
    "must_attack": MustAttack,
    "remove_from_combat": RemoveFromCombat,
    "let_block": LetBlock,
    "let_attack": LetAttack,
    "attack_anew": AttackAnew,
    "daytime": Daytime,
    "monarch": Monarch,
    "initiative": Initiative,
    "venture": Venture,
}
"""All effects by the name they are written with."""

NAME_OF = {type_: name for name, type_ in EFFECTS.items()}
"""The name each effect is written with."""
