"""The questions that can be asked about a run, those about the turn that comes next, and the choice of some of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from random import Random

from ..recording import RecordedTurn, Recording, recorded_turns
from ..words import shown
from .moments import damage_questions, mana_questions, place_questions, priority_questions, stack_questions
from .question import EFFECT, Choice, Question, question


def turn_questions(recording: Recording) -> Iterator[Question]:
    """Whose turn comes after each turn, unless teams play, or the game is over or begins anew."""
    if len(recording.final.team(0)) > 1 or any(frame.event.kind == "game.restart" for frame in recording):
        return
    turns = recorded_turns(recording)
    taken = [turn for turn in turns if turn.number]
    for one, other in pairwise(taken):
        first, rules = other.frames[0], other.frames[0].event.rules
        skipped = turns[one.at + 1 : other.at]
        right = Choice(_label(other), _why(other), rules)
        wrong = [
            Choice(_label(turn), f"that turn is skipped, because of {shown(turn.skipped)}", turn.rules)
            for turn in skipped
        ]
        for extra in first.state.rotation.pending:
            text = _extra(recording.players[extra.player], extra.by)
            wrong.append(Choice(text, "it was added earlier: the newest extra turn comes first", rules))
        wrong += [_regular(recording, seat, other, rules) for seat in first.state.rotation.seats]
        passes = (frame.seq for frame in reversed(one.frames) if frame.event.kind == "priority.pass")
        end = next(passes, one.frames[0].seq)
        asks = f"Turn {one.number} is over. Whose turn comes next?"
        changes = len(skipped) + len(tuple(first.state.rotation.pending)) + bool(one.extra or other.extra)
        yield from question(recording, end, asks, right, wrong, EFFECT * changes)


def _label(turn: RecordedTurn) -> str:
    player = shown(turn.player)
    if not turn.extra:
        return f"{player}'s regular turn"
    return _extra(player, turn.by or "an effect")


def _extra(player: str, by: str) -> str:
    return f"{shown(player)}'s extra turn, by {shown(by)}"


def _why(turn: RecordedTurn) -> str:
    if turn.extra:
        return "an extra turn comes directly after the turn in which it was added"
    return "no extra turn is left, and it is next in turn order"


def _regular(recording: Recording, seat: int, coming: RecordedTurn, rules: tuple[str, ...]) -> Choice:
    why = "extra turns come before the regular ones" if coming.extra else "somebody else is next in turn order"
    return Choice(f"{shown(recording.players[seat])}'s regular turn", why, rules)


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


def pick(recording: Recording, random: Random, level: str = "", before: Collection[str] = ()) -> Question | None:
    """One question about a run, of a level, if there is any that was not asked ``before``.

    Those that an effect makes harder come first; of each kind, all texts are as likely.
    """
    kinds = [
        ([one for one in make(recording) if level in ("", one.level) and one.asks not in before], weight)
        for make, weight in MAKERS.items()
    ]
    for least in (EFFECT, 0):
        some = [([one for one in kind if one.needs >= least], weight) for kind, weight in kinds]
        filled = [(kind, weight) for kind, weight in some if kind]
        if filled:
            (kind,) = random.choices([kind for kind, _ in filled], [weight for _, weight in filled])
            asks = random.choice(list(dict.fromkeys(one.asks for one in kind)))
            return random.choice([one for one in kind if one.asks == asks])
    return None
