"""Why an event is impossible: where the game was, what could have come, and the rules that say so."""

from __future__ import annotations

from collections.abc import Iterator

from ..edition import Edition
from ..turn import next_turn
from ..turn.graph import ROOT
from ..words import nearest
from .following import Follower
from .observed import Observed
from .position import Position
from .regular import Move, kinds_of, onward
from .search import wanted
from .verdict import Finding

MOST = 2
"""How many effects a hint tries: what needs more of them is hardly what was meant."""


def explain(follow: Follower, event: Observed, letter: str) -> Finding:
    """The finding for an event of the structure that leads nowhere."""
    edition, p = follow.search.edition, follow.position
    why, topics, numbers = _why(follow, p, event, letter)
    rules = dict.fromkeys((*numbers, *(number for topic in topics for number in edition.cite(topic))))
    could = tuple(dict.fromkeys(possible(follow, event)))
    why = "; ".join(filter(None, (why, event.contradiction)))
    return Finding(event.line, str(event), why, tuple(rules), could, _hint(follow, event, letter))


def explain_place(follow: Follower, event: Observed) -> Finding:
    """The finding for an event that happens where play is not."""
    p = follow.position
    why = _wrong_turn(follow, p, event) or (_owing(p) if p.owed else f"play is {_here(follow, p)}")
    rules = follow.search.edition.cite("turn")
    return Finding(event.line, str(event), why, rules, tuple(dict.fromkeys(possible(follow, event))))


def _why(follow: Follower, p: Position, event: Observed, letter: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """A sentence, topics of rules, and numbers of rules."""
    level, _, what = letter.partition(".")
    unknown = _unknown(follow.search.edition, event)
    if unknown:
        return unknown, ("turn",), ()
    if letter == "turn.begin":
        return _why_turn(follow, p, event)
    wrong = _wrong_turn(follow, p, event)
    if wrong:
        return wrong, ("turn",), ()
    if p.owed:
        return _owing(p), (_OF.get(what, "turn"),), ()
    if event.by and follow.effects == "none":
        return f"no effect may change the turn, and {event.by} does", (_OF.get(what, "turn"),), ()
    if what in ("insert", "skip"):
        return (
            f"nothing can {'add' if what == 'insert' else 'skip'} this where play is {_here(follow, p)}",
            (_OF[what],),
            (),
        )
    if what == "begin" and level in ("phase", "main", "step"):
        return _why_part(follow, p, event)
    return f"play is {_here(follow, p)}", ("turn",), ()


def _owing(p: Position) -> str:
    return f"an effect or rule also changes {p.owed[0].address}, and the trace has to say so first"


_OF = {"insert": ["extra_phase", "extra_step"][0], "skip": "skip", "begin": "turn", "end": "step_ends"}


def _unknown(edition: Edition, event: Observed) -> str:
    phase, step = wanted(event)
    for word, kind, known in (("phase", phase, edition.kinds.steps_of), ("step", step, edition.kinds.phase_of)):
        if kind is not None and kind not in known and not (word == "step" and kind in edition.kinds.steps_of):
            return f"there is no {word} {kind!r} in {edition.name}{nearest(kind, known)}"
    if phase and step and step not in edition.kinds.steps_of.get(phase, (step,)):
        return f"the phase {phase} has no step {step}"
    return ""


def _why_turn(follow: Follower, p: Position, event: Observed) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if p.node != ROOT or not p.over:
        following = _next_visible(follow, p)
        if following is not None:
            return (
                f"turn {p.turn} is not over: {following.address or 'its end'} comes next",
                ("turn",),
                _rules(following),
            )
    if event.turn is not None and event.turn != p.turn + 1:
        return f"turn {p.turn + 1} comes next, found turn {event.turn}", ("turn",), ()
    seat, extra, _ = next_turn(p.rotation)
    name = follow.search.names[seat] if follow.search.names else "somebody"
    if extra is not None:
        return f"the extra turn of {name}, created by {extra.by}, comes next: the newest first", ("extra_turn",), ()
    if event.by or event.extra:
        return f"no extra turn is waiting; the turn of {name} comes next", ("extra_turn",), ()
    return f"the turn of {name} comes next", ("turn_order", "extra_turn"), ()


def _why_part(follow: Follower, p: Position, event: Observed) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    following = _next_visible(follow, p)
    if following is None:
        return f"turn {p.turn} is over", ("turn",), ()
    phase, step = wanted(event)
    kind = step or phase
    graph = p.graph
    skipped = next((n for n in graph if n.kind == kind and n.skipped is not None), None)
    if skipped is not None and skipped.skipped is not None and (following.step or following.phase) != kind:
        by = f" by {skipped.skipped.by}" if skipped.skipped.by else ""
        return (
            f"{graph.address(skipped.id)} is skipped{by}; {_called(following)} comes next",
            (skipped.skipped.topic,),
            (),
        )
    if kind == "declare_blockers" and (following.step or "") == kind:
        return "no attackers were declared: blockers and damage are skipped", ("no_attackers",), ()
    if (following.step or following.phase) == kind:
        return f"{_called(following)} comes next", ("turn",), _rules(following)
    return (
        f"{_called(following)} comes next, and nothing told adds {kind} or skips what is between",
        (
            "extra_step" if step else "extra_phase",
            "skip",
        ),
        _rules(following),
    )


def _called(move: Move) -> str:
    if move.letter.endswith("end"):
        return f"the end of {move.address or 'the turn'}"
    return move.address


def _rules(move: Move) -> tuple[str, ...]:
    rule = move.graph.node(move.node).rule
    return (rule,) if rule else ()


def _next_visible(follow: Follower, p: Position) -> Move | None:
    """The next event of the turn that the trace would tell of."""
    node, over = p.node, p.over
    for _ in range(200):
        ways = onward(p.graph, node, over)
        if not ways:
            return None
        move = ways[0]
        if follow.told.tells(move.letter, move.phase, move.step):
            return move
        node, over = move.node, move.over
    return None


def _wrong_turn(follow: Follower, p: Position, event: Observed) -> str:
    if event.turn is not None and event.turn != p.turn:
        return f"this is turn {p.turn}, found turn {event.turn}"
    if not follow.on_turn(event, p):
        active = follow.search.names[p.active]
        found = event.player if event.active in (None, active) else event.active
        return f"the active player is {active}, found {found}"
    return ""


def _here(follow: Follower, p: Position) -> str:
    """Where play is, in words."""
    if p.node == ROOT:
        return f"at the {'end' if p.over else 'beginning'} of turn {p.turn}" if p.turn else "before the first turn"
    return f"{'after' if p.over else 'in'} T{p.turn}.{p.graph.address(p.node)}"


def possible(follow: Follower, event: Observed) -> Iterator[str]:
    """The events of the structure that could have come instead, without any effect that nobody told of."""
    names = follow.search.names
    for p, _ in follow.search.closure(follow.frontier, event, 0):
        if p.owed:
            yield f"{p.owed[0].letter} T{p.turn}.{p.owed[0].address}"
        elif p.node == ROOT and p.over:
            seat, extra, _after = next_turn(p.rotation)
            by = f" (extra, by {extra.by})" if extra else ""
            yield f"turn.begin T{p.turn + 1} {names[seat] if names else ''}{by}"
        else:
            for move in onward(p.graph, p.node, p.over):
                if follow.told.tells(move.letter, move.phase, move.step) and follow.search.may_begin(p, move):
                    letter = move.letter.replace("main.", "phase.")
                    yield f"{letter} T{p.turn}" + (f".{move.address}" if move.address else "")


def _hint(follow: Follower, event: Observed, letter: str) -> str:
    """What effects would make it possible, if any."""
    if follow.most:
        return ""
    cut = follow.search.cut
    found = follow.reach(event, letter, MOST)
    follow.search.cut = cut  # the answer does not depend on this search
    trail = min(found.values(), key=lambda trail: trail.cost, default=None)
    if trail is None or not trail.notes:
        return ""
    effects = ", ".join(note.partition(": ")[2] for note in trail.notes[:3])
    return f"possible with effects that the trace does not tell of ({effects}): --effects unknown"


__all__ = ["explain", "explain_place", "kinds_of", "possible"]
