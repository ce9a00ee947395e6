"""A question about a run: what was shown, what is asked, choices of which one is right, and all of it as text."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from ..edition import Edition
from ..game import State
from ..recording import Recording, play_by_play
from ..words import listed, shown

LEVELS = ("easy", "medium", "hard")
"""The levels of questions: about the regular turn, with one thing that changes it, and with several."""
EFFECT = 2
"""How much an effect weighs in what a question needs; a skip by the rules weighs 1."""


class Choice(msgspec.Struct, frozen=True):
    """An answer to choose: why it is right or wrong, and the numbers of the rules that say so."""

    text: str
    why: str
    rules: tuple[str, ...]


class Question(msgspec.Struct, frozen=True, eq=False):
    """A question at a position of a recording: the frames before it are shown.

    ``wrong`` are false for sure, each other and the ``right`` one, since each text says something else of the same
    thing. ``needs``: how much has to be taken into account beside what happens in every turn.
    """

    recording: Recording
    at: int
    asks: str
    right: Choice
    wrong: tuple[Choice, ...]
    needs: int = EFFECT

    @property
    def level(self) -> str:
        """How hard it is, one of ``LEVELS``."""
        return LEVELS[(self.needs > 0) + (self.needs > EFFECT)]


FEWEST, MOST = 3, 4
"""How many choices a question has."""


def question(
    recording: Recording, at: int, asks: str, right: Choice, wrong: list[Choice], needs: int = EFFECT
) -> list[Question]:
    """The question with the first of the wrong choices; none, if too few differ from the right one and each other."""
    texts = {right.text: right}
    for one in wrong:
        texts.setdefault(one.text, one)
    kept = tuple(texts.values())[1:MOST]
    if len(kept) < FEWEST - 1:
        return []
    if not _is_usual(recording[at - 1].state):
        needs = max(needs, EFFECT)
    return [Question(recording, at, asks, right, kept, needs)]


def _is_usual(state: State) -> bool:
    """Whether nothing but the rules has changed this turn, and no extra turn or skip is to come."""
    if state.extra or state.skips or state.rotation.pending.turn:
        return False
    marks = (mark for node in state.graph.nodes.values() for mark in (node.inserted, node.skipped))
    return not any(mark and mark.by for mark in marks)


LATEST = 18
"""How many lines of what happened are shown at most."""


def shuffled(question: Question, random: Random) -> list[Choice]:
    """The choices in an order of their own."""
    choices = [question.right, *question.wrong]
    random.shuffle(choices)
    return choices


def asked(question: Question, choices: list[Choice]) -> Iterator[str]:
    """The lines before an answer: what happened so far, and the choices by number."""
    edition = question.recording.edition
    yield f"{edition.title} ({edition.id})"  # the title of a scenario may tell the answer
    yield from so_far(question)
    yield ""
    yield question.asks
    yield from (f"  {n}  {choice.text}" for n, choice in enumerate(choices, 1))


def so_far(question: Question) -> Iterator[str]:
    """The play-by-play up to the question; skips of the step under way would tell the answer."""
    frames = question.recording.frames[: question.at]
    stop, turn = frames[-1].state.at.stop, frames[-1].state.turn
    shown_ = tuple(
        frame
        for frame in frames
        if not (frame.event.kind.endswith(".skip") and frame.state.turn == turn and frame.state.at.stop == stop)
    )
    lines = list(play_by_play(Recording(shown_, question.recording.name)))[2:]
    lines = [line for line in lines if line.strip()]
    if len(lines) > LATEST:
        begins = [line for line in lines[:-LATEST] if line.startswith("Turn ")]
        now = any(line.startswith("Turn ") for line in lines[-LATEST:])
        yield from (f"  {line}" for line in begins[-1:] if not now)
        yield "  ..."
    yield from (f"  {line}" for line in lines[-LATEST:])


def judged(question: Question, choices: list[Choice], answer: int | None) -> Iterator[str]:
    """The lines after an answer, which counts from 1: what is right, why the others are wrong, the rules, the game.

    Without an answer, as on a sheet for a teacher, the number of the right choice is told.
    """
    edition, right = question.recording.edition, choices.index(question.right) + 1
    verdict = "Right" if answer == right else f"It is {right}" if answer is None else f"No, it is {right}"
    yield f"{verdict}: {question.right.text}; {question.right.why}{_cited(question.right)}."
    whys: dict[str, list[str]] = {}
    for n, choice in enumerate(choices, 1):
        if n != right:
            whys.setdefault(f"{choice.why}{_cited(choice)}", []).append(str(n))
    yield from (f"  not {listed(numbers, 'or')}: {why}" for why, numbers in whys.items())
    yield from _rules(edition, question)
    if question.recording.name:
        yield f"  The game was: {shown(question.recording.name)}"


def _cited(choice: Choice) -> str:
    return f" [{', '.join(dict.fromkeys(choice.rules))}]" if choice.rules else ""


def _rules(edition: Edition, question: Question) -> Iterator[str]:
    """What the rules of the choices say, each once."""
    numbers = dict.fromkeys(number for choice in (question.right, *question.wrong) for number in choice.rules)
    for number in numbers:
        if line := edition.line(number):
            yield f"  {number:<7} {line}"


def score(right: int, asked_: int) -> str:
    """How many answers were right.

    >>> score(2, 3), score(0, 0)
    ('2 of 3 right', 'no question was answered')
    """
    return f"{right} of {asked_} right" if asked_ else "no question was answered"
