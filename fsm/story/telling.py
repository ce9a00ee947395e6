"""What happened in a scene, in sentences, by the kinds of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..recording import Attempt
from . import happenings, stack
from .changes import added, extra_turns, skipped
from .scenes import Scene
from .sentences import Piece, Sentence
from .teller import Teller


def told(scene: Scene, triggered: set[object], attempts: list[Attempt]) -> list[Sentence]:
    """The sentences of a scene; the abilities that trigger in it are added, the attempts in it are taken out."""
    return list(Teller(scene, triggered, attempts, GROUPS, EFFECTS).sentences())


def _each(clauses: Callable[[Teller], list[Piece]]) -> Callable[[Teller], Iterator[Sentence]]:
    """Tells each clause as a sentence of its own."""
    return lambda teller: (Sentence((piece,)) for piece in clauses(teller))


def _skipped(teller: Teller) -> Iterator[Sentence]:
    ordinary = not teller.events[teller.at].get("by")
    for piece in skipped(teller):
        yield Sentence((piece,), ordinary, free=True)


GROUPS: dict[str, Callable[[Teller], Iterator[Sentence]]] = {
    "stack.push": stack.pushed,
    "stack.resolve": stack.resolves,
    "trigger": stack.triggers,
    "combat.attack": happenings.attack,
    "combat.block": happenings.defended,
    "combat.assign": happenings.assigned,
    "damage": happenings.damaged,
    "permanent.untap": happenings.untapped,
    "permanent.phase": happenings.phased,
    "permanent.leave": stack.leaves,
    "card.draw": happenings.drawn,
    "card.discard": happenings.discarded,
    "card.move": happenings.moved,
    "mana.empty": happenings.mana_lost,
    "mana.burn": happenings.mana_lost,
    "phase.insert": _each(added),
    "step.insert": _each(added),
    "turn.insert": _each(extra_turns),
    "phase.skip": _skipped,
    "step.skip": _skipped,
}
"""How events are told that happen by themselves, by their kind; others are told as if an effect caused them."""

EFFECTS: dict[str, Callable[[Teller], list[Piece]]] = {
    "damage": happenings.damage,
    "permanent.untap": happenings.untaps,
    "card.draw": happenings.draws,
    "effect.begin": happenings.begin_effects,
    "effect.end": happenings.end_effects,
    "move.replace": happenings.replaced,
    "life.change": happenings.life,
    "permanent.counters": happenings.counters,
    "player.counters": happenings.counters,
    "choice": happenings.choice,
    "mana.add": happenings.mana,
    "stack.remove": stack.removed,
    "phase.insert": added,
    "step.insert": added,
    "turn.insert": extra_turns,
    "phase.skip": skipped,
    "step.skip": skipped,
}
"""How events are told that an effect causes as it resolves, by their kind; others are told one by one."""
