"""The questions that can be asked about a run, and the choice of some of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..recording import Recording
from .moments import damage_questions, mana_questions, priority_questions, stack_questions
from .places import place_questions
from .question import Question
from .turns import turn_questions

MAKERS = {
    place_questions: 4,
    turn_questions: 4,
    stack_questions: 3,
    mana_questions: 3,
    damage_questions: 1,
    priority_questions: 1,
}
"""The kinds of questions, and how likely each is beside the others."""


def questions(recording: Recording) -> Iterator[Question]:
    """All questions about a run."""
    for make in MAKERS:
        yield from make(recording)


def pick(recording: Recording, random: Random) -> Question | None:
    """One question about a run, if there is any; those whose answer is not the usual one come first."""
    kinds = [(list(make(recording)), weight) for make, weight in MAKERS.items()]
    for unusual in (True, False):
        some = [([one for one in kind if one.told or not unusual], weight) for kind, weight in kinds]
        filled = [(kind, weight) for kind, weight in some if kind]
        if filled:
            (kind,) = random.choices([kind for kind, _ in filled], [weight for _, weight in filled])
            return random.choice(kind)
    return None
