"""The moments of a script: whether an entry is done now, how far a scenario runs, and why a moment never came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ...edition import Edition
from ...edition.model import AT_NEED
from ...errors import IllegalAction
from ...game import Event, StackObject, State
from ...game.objects.abilities.targets import legal_targets, target_names
from ...game.state.decision import ChoosePayment, Priority
from ...recording import Frame, Recording
from ...turn import Address, parse_address
from ...turn.graph import ROOT
from ...wording import event_sentence
from ...wording.parts import ability_name
from ...words import nearest, shown
from ..model import Act, Entry, Expect, Sight
from ..reading.reader import Scenario
from .absent import told
from .actions import asks, makes_mana, why_unasked


def is_now(state: State, entry: Entry, name: str, act: Act) -> bool:
    """Whether an entry's moment is now: its player can be asked for that kind of action."""
    decision = state.decision
    if decision is None or not is_there(state, entry):
        return False
    if act.concede:
        return True
    if decision.player != state.game.seat(name) or not asks(decision, act):
        return False
    if isinstance(decision, ChoosePayment) and act.activate is not None:
        return entry.responding_to is None and makes_mana(state, decision.player, act)
    if not isinstance(decision, Priority):
        return True
    top = state.stack[-1].name if state.stack else None
    return top == entry.responding_to


def is_there(state: State, entry: Entry) -> bool:
    """Whether play is at the place of an entry."""
    return is_at(state, entry.at)


def is_at(state: State, place: Address) -> bool:
    """Whether play is at a place: in a step, a phase, or anywhere in a turn."""
    return state.turn == place.turn and place.locate(state.graph) in (state.at.stop, state.at.phase, ROOT)


def is_unasked(state: State, entry: Entry, act: Act) -> bool:
    """Whether play is past an attack or block that must be refused, without a decision about it."""
    if not act.refused or (act.attack is None and act.block is None) or not is_there(state, entry):
        return False
    step = "declare_attackers" if act.attack is not None else "declare_blockers"
    here = entry.at.locate(state.graph) == state.at.stop or state.at.node.kind == step
    return here and isinstance(state.decision, Priority)


def taken_alone(events: Sequence[Event], at: int) -> tuple[str, str, str] | None:
    """The ability that an event puts on the stack, its controller, and its target, the only legal one.

    None for all other events: of several legal targets the controller has chosen one just before.
    """
    event = events[at]
    put, target = _aimed(event.state) if event.kind == "stack.push" else (None, 0)
    if put is None:
        return None
    before = events[at - 1] if at else event
    if before.kind == "choice" and (before.player, before.get("name")) == (put.controller, put.name):
        return None
    return put.name, event.state.name(put.controller), target_names(event.state, put.targets, (target,))[0]


def has_taken(state: State, entry: Entry, name: str, act: Act) -> bool:
    """Whether the triggered ability on top of the stack has what an act chooses as its target, the only legal one."""
    top, target = _aimed(state) if act.choose is not None else (None, 0)
    if top is None or not is_there(state, entry) or state.name(top.controller) != name:
        return False
    offered = legal_targets(state, top.targets, top.controller)
    return offered == (target,) and target_names(state, top.targets, offered) == (act.choose,)


def _aimed(state: State) -> tuple[StackObject | None, int]:
    """The triggered ability on top of the stack, if it has a target, and that."""
    top = state.stack[-1] if state.stack else None
    if top is None or top.kind != "ability" or top.activated or top.target is None or top.targets == "none":
        return None, 0
    return top, top.target


NO_TURN = 10_000_000
"""A turn number that is never reached: the goal if only the end of the game is expected."""


def is_past(state: State, place: Address) -> bool:
    """Whether play is past a place: a turn, or a phase or step of it."""
    turn = 1 if place.turn is None else place.turn
    if state.turn != turn:
        return state.turn > turn
    if place.phase is None and place.step is None:
        return False
    graph = state.graph
    node = place.locate(graph)
    if node is None or node == ROOT:
        return False
    if state.at.stop == ROOT:
        return True
    inside = graph.children(node) or (node,)
    return graph.stops.index(inside[-1]) < graph.stops.index(state.at.stop)


def goal_of(scenario: Scenario, edition: str) -> Address:
    """The place to run to: that of ``until``, or the last turn that the script or an expectation names."""
    if scenario.until is not None:
        return scenario.until
    turns = [1, *(entry.at.turn or 1 for entry in scenario.script)]
    for expect, _ in scenario.expected(edition):
        turns += [*_turns_of(expect), *([NO_TURN] if expect.winner is not None else [])]
    return Address(max(turns))


OPEN = 10
"""So many turns after the last that a scenario names a run may go on for effects that are left."""


def is_left(state: State) -> bool:
    """Whether an effect is left that changes a turn to come: an extra turn, a skip, another player's control."""
    standing = state.standing
    once = any(skip.left is not None for skip in standing.skips)
    return bool(state.rotation.pending or once or standing.delayed or state.ahead.controls or state.ahead.first_things)


def horizon_of(scenario: Scenario, edition: str) -> Address:
    """The place to which a scenario is explored: its goal, or the last turn that a statement names."""
    goal = goal_of(scenario, edition)
    if scenario.until is not None or scenario.explore is None:
        return goal
    named = (getattr(s.item, "at", s.item) for s in scenario.explore.statements)
    return Address(max([goal.turn or 1, *(place.turn or 1 for place in named if isinstance(place, Address))]))


def _turns_of(expect: Expect) -> list[int]:
    places = [*(expect.steps or {})]
    places += [part.strip() for text in expect.order or () for part in text.split("<")]
    addresses = [parse_address(text) for text in places]
    addresses += _seen_at(expect)
    for sight in (expect.sees or {}).values():
        addresses += _seen_at(sight)
    return [len(expect.turns or ()), *(address.turn or 0 for address in addresses)]


def _seen_at(expect: Expect | Sight) -> Iterator[Address]:
    yield from (parse_address(text) for text in expect.state or {})
    for item in (*(expect.happens or ()), *(expect.never or ())):
        at = item if isinstance(item, Address) else getattr(item, "at", None)
        if isinstance(at, Address):
            yield at


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
        skipped = recording[where_not(recording, entry, what) - 1].event
        is_skip = skipped.kind in _SKIPS
        by = f": {event_sentence(skipped).removeprefix('- ')} ({', '.join(skipped.rules)})" if is_skip else ""
        return f"{place} did not begin{by}; {what_was(recording, entry.at)}"
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
        if what.choose is not None and (alone := _why_not_asked(recording, inside, name)):
            return alone
        each = _why_not_each(recording.frames[: where_not(recording, entry, what)], name, what)
        return f"{name} was not asked to {verb.replace('_', ' ')} at {place}{each or _when(verb)}"
    if entry.responding_to is not None:
        names = {str(frame.event.get("name")) for frame in recording if frame.event.kind == "stack.push"}
        hint = nearest(entry.responding_to, names - {entry.responding_to})
        return f"{entry.responding_to!r} was not on top of the stack then{hint}"
    return f"{name} could not do it at {place} with an empty stack (add responding_to: NAME to act on top of something)"


def where_not(recording: Recording, entry: Entry, act: Act) -> int:
    """The number of events up to where an act could have been done: in its place, or where that was skipped."""
    frames = [recording[position] for position in recording.inside(entry.at)]
    step = f"declare_{'attackers' if act.attack is not None else 'blockers'}"
    if act.attack is not None or act.block is not None:
        frames = [frame for frame in frames if frame.state.at.node.kind == step] or frames
    if frames:
        over = (f for f in frames[1:] if f.event.kind in ("step.end", "step.skip") and f.state.at.node.kind == step)
        last = next(over, frames[-1])
        return last.seq - last.event.kind.endswith((".end", ".skip"))
    turn = [frame for frame in recording if frame.state.turn == (entry.at.turn or 0)]
    skipped = (f.seq for f in turn if f.event.kind in _SKIPS and f.event.node in _where(f.state, entry.at))
    return next(skipped, turn[-1].seq if turn else len(recording))


_SKIPS = ("phase.skip", "step.skip")


def _where(state: State, place: Address) -> tuple[str | None, ...]:
    """The node of a place, and that of its phase."""
    node = place.locate(state.graph)
    return (node, state.graph.phase_of(node)) if node is not None and node != ROOT else (node,)


def _not_asked_before(name: str, act: Act) -> str:
    """Why a player could not do an act before the first turn."""
    if act.choose is None and act.order is None:
        return f"{name} cannot do this before the first turn; there players choose: mulligan or choose: keep"
    return (
        f"{name} was not asked this at T0: there players with a deck say in turn order whether they take a mulligan "
        "(choose: mulligan or choose: keep), in rounds or, up to 2008, each all of theirs; entries happen in the order "
        "in which they are written"
    )


def _why_not_asked(recording: Recording, inside: tuple[int, ...], name: str) -> str:
    """That a player was not asked for a target, as there was only one; empty if there was no such ability."""
    events = [frame.event for frame in recording.frames]
    found = (one for at in inside if (one := taken_alone(events, at)) is not None and one[1] == name)
    ability, _, target = next(found, ("", "", ""))
    why = f"{ability_name(ability)} had only one legal target, {target}, so nobody was asked; leave this line out"
    return why if ability else ""


def _why_not_each(frames: Sequence[Frame], name: str, act: Act) -> str:
    """Why each creature that is named could not attack or block then; empty if it was not time for that."""
    state, events = frames[-1].state, [frame.event for frame in frames]
    if act.attack is not None and state.at.node.kind == "declare_attackers":
        each = [replace(act, attack=(one,)) for one in act.attack]
    elif act.block is not None and state.at.node.kind == "declare_blockers":
        each = [replace(act, block={one: blocked}) for one, blocked in act.block.items()]
    else:
        return ""
    found = dict.fromkeys(_unasked(events, state.game.seat(name), one) for one in each)
    return f": {'; '.join(found)}" if found else ""


def _unasked(events: Sequence[Event], seat: int, act: Act) -> str:
    try:
        return str(why_unasked(events[-1].state, seat, act))
    except IllegalAction as error:
        return told(error, events)


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
    normally = "normally " if edition.step(step).priority in AT_NEED else ""
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
