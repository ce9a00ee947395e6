"""What happened in a scene, in sentences, by the kinds of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..recording import Attempt
from . import clauses, stack
from .changes import added, extra_turns, skipped
from .narrator import Narrator
from .scenes import Scene
from .sentences import Piece, Sentence


def scene_sentences(scene: Scene, triggered: set[object], attempts: list[Attempt]) -> list[Sentence]:
    """The sentences of a scene; the abilities that trigger in it are added, the attempts in it are taken out."""
    return list(Narrator(scene, triggered, attempts, GROUPS, EFFECTS).sentences())


def _each(clauses: Callable[[Narrator], list[Piece]]) -> Callable[[Narrator], Iterator[Sentence]]:
    """Tells each clause as a sentence of its own."""
    return lambda narrator: (Sentence((piece,)) for piece in clauses(narrator))


def _skipped(narrator: Narrator) -> Iterator[Sentence]:
    ordinary = not narrator.events[narrator.at].get("by")
    for piece in skipped(narrator):
        yield Sentence((piece,), ordinary, free=True)


GROUPS: dict[str, Callable[[Narrator], Iterator[Sentence]]] = {
    "stack.push": stack.pushed,
    "stack.resolve": stack.resolves,
    "trigger": stack.triggers,
    "combat.attack": clauses.attack,
    "combat.block": clauses.defended,
    "combat.assign": clauses.assigned,
    "damage": clauses.damaged,
    "permanent.untap": clauses.untapped,
    "permanent.phase": clauses.phased,
    "permanent.leave": stack.leaves,
    "card.draw": clauses.drawn,
    "card.discard": clauses.discarded,
    "card.move": clauses.moved,
    "mana.empty": clauses.mana_lost,
    "mana.burn": clauses.mana_lost,
    "phase.insert": _each(added),
    "step.insert": _each(added),
    "turn.insert": _each(extra_turns),
    "phase.skip": _skipped,
    "step.skip": _skipped,
}
"""How events are told that happen by themselves, by their kind; others are told as if an effect caused them."""

EFFECTS: dict[str, Callable[[Narrator], list[Piece]]] = {
    "damage": clauses.damage,
    "permanent.untap": clauses.untaps,
    "card.draw": clauses.draws,
    "effect.begin": clauses.begin_effects,
    "effect.end": clauses.end_effects,
    "move.replace": clauses.replaced,
    "life.change": clauses.life,
    "permanent.counters": clauses.counters,
    "player.counters": clauses.counters,
    "choice": clauses.choice,
    "mana.add": clauses.mana,
    "stack.remove": stack.removed,
    "phase.insert": added,
    "step.insert": added,
    "turn.insert": extra_turns,
    "phase.skip": skipped,
    "step.skip": skipped,
}
"""How events are told that an effect causes as it resolves, by their kind; others are told one by one."""
