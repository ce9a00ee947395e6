"""Effects: what each effect of the vocabulary does to a state; each module registers its effects."""

from . import (
    apply,
    cards,
    casting,
    choices,
    combat,
    command,
    ending,
    lasting,
    moves,
    permanents,
    players,
    restart,
    spells,
    structure,
    tokens,
    which,
)

__all__ = [
    "apply",
    "cards",
    "casting",
    "choices",
    "combat",
    "command",
    "ending",
    "lasting",
    "moves",
    "permanents",
    "players",
    "restart",
    "spells",
    "structure",
    "tokens",
    "which",
]
