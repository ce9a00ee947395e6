"""Questions about the turn that comes next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..recording import RecordedTurn, Recording, recorded_turns
from ..words import shown
from .question import Choice, Question, question


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
        yield from question(recording, end, asks, right, wrong, told=bool(skipped or other.extra))


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
