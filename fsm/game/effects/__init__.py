"""Effects: what each effect of the vocabulary does to a state; each module registers its effects."""

from . import (
    apply,
    cards,
    changes,
    choices,
    combat,
    command,
    copies,
    ending,
    outside,
    permanents,
    player_counters,
    restart,
    shields,
    special,
    structure,
    things,
)

__all__ = [
    "apply",
    "cards",
    "changes",
    "choices",
    "combat",
    "command",
    "copies",
    "ending",
    "outside",
    "permanents",
    "player_counters",
    "restart",
    "shields",
    "special",
    "structure",
    "things",
]
