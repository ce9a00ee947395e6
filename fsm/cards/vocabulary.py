"""The vocabulary of effects: what happens when a spell or an ability resolves, as data."""

from __future__ import annotations

from typing import Any

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
from .kinds import Kind
from .terms import Keyword, Players, Until, Who
from .vocabulary_cards import Discard, Draw, MayPlay, Mill, Move, PlayerCounters, Put, Reveal, Scry
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
from .vocabulary_turn import (
    ControlPhase,
    ControlTurn,
    Daytime,
    Delayed,
    EndCombat,
    EndTurn,
    ExtraPhases,
    ExtraSteps,
    ExtraTurns,
    RestartGame,
    ReverseTurnOrder,
    Skip,
)

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
    "ControlPhase",
    "ControlTurn",
    "Count",
    "Counters",
    "Daytime",
    "Delayed",
    "Destroy",
    "Discard",
    "Draw",
    "Effect",
    "EffectRef",
    "Effects",
    "Emblem",
    "EndCombat",
    "EndTurn",
    "ExtraPhases",
    "ExtraSteps",
    "ExtraTurns",
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
    "RestartGame",
    "Reveal",
    "ReverseTurnOrder",
    "Scry",
    "Skip",
    "Sticker",
    "Stoppable",
    "SwapTapped",
    "Times",
    "Token",
    "TokenCopy",
    "TurnFaceDown",
    "TurnFaceUp",
]
"""What belongs to the vocabulary and is defined in ``effect`` and the modules ``vocabulary_...`` beside this one."""


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

    With ``of`` it counters only a spell that is of all of these kinds.
    """

    what: str = ""
    of: tuple[Kind, ...] = ()


class Copy(Effect, frozen=True):
    """Copies the spell directly below it on the stack, or the topmost of that name; the copy is not cast.

    With ``new_target`` its controller may choose another target for the copy.
    """

    what: str = ""
    new_target: bool = False


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


class ChoosePlayer(Effect, frozen=True):
    """Its controller chooses one of several players, who is ``chosen`` in the effects under ``do``."""

    do: Effects
    among: Players = Who("each")


class SorceriesAnyTime(Effect, frozen=True):
    """Its controller may cast sorceries whenever they could cast an instant, for a time."""

    name: Name
    until: Until = Until("end_of_turn")


class LoseGame(Effect, frozen=True):
    """A player loses the game."""

    player: Players = Who("you")


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
    "scry": Scry,
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
