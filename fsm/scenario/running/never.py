"""Why the moment of an entry of a script never came, or why a place never began."""

from __future__ import annotations

from ...edition import Edition
from ...recording import Recording
from ...turn import Address
from ...words import nearest, shown
from ..model import Act, Entry

WITHOUT_PRIORITY = ("attack", "block", "discard", "order", "assign", "choose", "keep_tapped")
"""The verbs that answer another decision than what to do with priority."""


def why_never(
    recording: Recording, edition: Edition, entry: Entry, act: tuple[str, Act], last: tuple[int, int, Entry] | None
) -> str:
    """Why a player could never do an act; ``last``: the position and line of the act before it, and its entry."""
    name, what = act
    place, inside = str(entry.at), recording.inside(entry.at)
    if entry.at.turn == 0:
        return _not_asked_before(name, what)
    if not inside:
        return f"{place} did not begin; {what_was(recording, entry.at)}"
    if last is not None and last[0] > inside[-1]:
        _, line, before = last
        return (
            f"an earlier entry, line {line}, still waited for {before.at} when {place} ended; "
            "entries happen in the order in which they are written, so put this one before it"
        )
    none = _without_priority(recording, edition, inside)
    if none and what.attack is None and what.block is None:
        return none
    verb = next((verb for verb in WITHOUT_PRIORITY if getattr(what, verb) is not None), None)
    if verb is not None:
        return f"{name} was not asked to {verb.replace('_', ' ')} at {place}{_when(verb)}"
    if entry.responding_to is not None:
        names = {str(frame.event.get("name")) for frame in recording if frame.event.kind == "stack.push"}
        hint = nearest(entry.responding_to, names - {entry.responding_to})
        return f"{entry.responding_to!r} was not on top of the stack then{hint}"
    return f"{name} could not do it at {place} with an empty stack (add responding_to: NAME to act on top of something)"


def _not_asked_before(name: str, act: Act) -> str:
    """Why a player could not do an act before the first turn."""
    if act.choose is None and act.order is None:
        return f"{name} cannot do this before the first turn; there players choose: mulligan or choose: keep"
    return (
        f"{name} was not asked this at T0: there players with a deck say in turn order whether they take a mulligan "
        "(choose: mulligan or choose: keep), in rounds or, up to 2008, each all of theirs; entries happen in the order "
        "in which they are written"
    )


def _when(verb: str) -> str:
    """When a player is asked to attack or block."""
    if verb not in ("attack", "block"):
        return ""
    who = "the active player" if verb == "attack" else "the defending player"
    return f"; {who} is asked in the declare {verb}ers step, if a creature can {verb}"


def _without_priority(recording: Recording, edition: Edition, inside: tuple[int, ...]) -> str:
    """That nobody gets priority in a step, with the rule; empty if somebody did."""
    frames = [recording[position] for position in inside]
    kinds = {frame.state.at.node.kind for frame in frames}
    step = kinds.pop()
    if kinds or not edition.has(step) or any(frame.event.kind == "priority.get" for frame in frames):
        return ""
    rules = edition.without_priority(step)
    normally = "normally " if edition.step(step).priority == "if_needed" else ""
    by = f" ({', '.join(rules)})" if rules else ""
    return f"nobody {normally}gets priority in the {edition.step(step).name}{by}; act in a step before or after it"


def what_was(recording: Recording, place: Address) -> str:
    """What was there instead of a place that never began: the turn's notation, or how many turns there were.

    Of the turn in which the game ended, it is the end.
    """
    turn = place.turn or 1
    graph, final = recording.graphs.get(turn), recording.final
    if graph is not None and final.outcome is not None and final.turn == turn:
        winner = final.outcome.winner
        ended = "the game was a draw" if winner is None else f"{shown(final.name(winner))} won the game"
        return f"{ended} at {final.address}: {final.outcome.why}"
    if graph is not None:
        return f"turn {turn} was {graph.notation()}"
    turns = len(recording.turns)
    return f"the run had {turns} turn{'s' if turns != 1 else ''}"
