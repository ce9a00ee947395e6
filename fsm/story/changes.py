"""Why a turn departs from the ordinary: what was added and where, what is skipped, which turn comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game import Event
from ..turn import TurnGraph
from ..wording.parts import numbered_place, place_name, side, what
from ..words import amount, listed, shown
from .sentences import Piece

if TYPE_CHECKING:
    from .narrator import Narrator

INSERTS, SKIPS = ("phase.insert", "step.insert"), ("phase.skip", "step.skip")


def added(narrator: Narrator) -> list[Piece]:
    """Phases and steps that one effect adds together: what they are, and where they were put."""
    events = narrator.run((*INSERTS, *SKIPS), lambda event: event.get("by"))
    inserts = [event for event in events if event.kind in INSERTS]
    graph, here = events[-1].state.graph, events[-1].state.at.stop
    if not inserts[0].get("by"):
        return [_by_the_rules(event) for event in inserts]
    new = [event.node for event in inserts]
    bare = {graph.parent(event.node) for event in events if event.kind == "step.skip"}
    kinds = [place_name(graph, id) for id in new]
    tally = {kind: kinds.count(kind) for kind in kinds}
    what_ = listed(amount(count, f"further {kind}") for kind, count in tally.items())
    only = [step for id in new if id in bare for step in graph.children(id) if not graph.is_skipped(step)]
    of_these = f", {'each ' if len(new) > 1 else ''}with only the {place_name(graph, only[0])}," if only else ""
    are = "is" if len(new) == 1 else "are"
    rules = tuple(number for event in inserts for number in event.rules)
    return [Piece(f"{what_}{of_these} {are} added {_where(graph, new, here)}", rules)]


def _by_the_rules(event: Event) -> Piece:
    """What the rules themselves add: a second combat damage step, another cleanup step."""
    graph, kind = event.state.graph, event.state.graph.node(event.node).kind
    why = {
        "combat_damage": "a creature has first strike or double strike, so there are two combat damage steps",
        "cleanup": "players get priority, so another cleanup step follows this one",
    }
    return Piece(why.get(kind, f"the rules add a further {place_name(graph, event.node)}"), event.rules)


def _where(graph: TurnGraph, new: list[str], here: str) -> str:
    """Where added parts were put: after what, and before what that had been added earlier."""
    beside = graph.children(graph.parent(new[0]))
    places = sorted(beside.index(id) for id in new)
    before = beside[places[0] - 1] if places[0] else None
    after = beside[places[-1] + 1] if places[-1] + 1 < len(beside) else None
    if before is None:
        text = "at the beginning"
    elif before in (here, graph.phase_of(here)):
        text = f"directly after this {place_name(graph, before)}"
    else:
        text = f"directly after {numbered_place(graph, before)}"
    earlier = graph.node(after).inserted if after else None
    if after and earlier and earlier.by:
        text += f", before the {place_name(graph, after)} that {shown(earlier.by)} had added, as the newest comes first"
    return text


def extra_turns(narrator: Narrator) -> list[Piece]:
    """Extra turns that one effect gives a player, and which of those to come they precede."""
    events = narrator.run(("turn.insert",), lambda event: (event.player, event.get("by")))
    first = min(int(event.get("extra") or 0) for event in events)
    turns = amount(len(events), "extra turn")
    pending = tuple(events[-1].state.rotation.pending)
    older = [turn for turn in pending if turn.number < first]
    text = f"{side(events[0])} will take {turns} after this one"
    if older:
        whose = events[-1].state.name(older[0].player)
        where, order = ("after", "oldest") if pending[0] in older else ("before", "newest")
        text += f", {where} the one of {shown(whose)} that was added earlier, as the {order} comes first"
    return [Piece(text, tuple(number for event in events for number in event.rules), side(events[0]))]


def skipped(narrator: Narrator) -> list[Piece]:
    """Phases and steps that are skipped in a row, and by what; those without attackers are not worth a word."""
    events = narrator.run(SKIPS, _by)
    by = _by(events[0])
    graph = events[-1].state.graph
    rules = tuple(number for event in events for number in event.rules)
    if not by:
        drawless = [event for event in events if graph.node(event.node).kind == "draw"]
        return [Piece(f"{side(event)} skips the first draw step", event.rules, side(event)) for event in drawless]
    places = [numbered_place(graph, event.node) for event in events]
    are = "is" if len(places) == 1 else "are"
    return [Piece(f"{listed(places)} {are} skipped, because of {shown(by)}", rules)]


def _by(event: Event) -> str:
    """The name of the effect that skips something."""
    skipped_ = event.state.graph.node(event.node).skipped
    return str(event.get("by") or (skipped_.by if skipped_ else ""))


def skipped_turn(event: Event) -> Piece:
    """A turn that is skipped."""
    extra = "extra turn" if event.get("extra") else "turn"
    return Piece(f"{side(event)}'s {extra} is skipped, because of {what(event, 'by')}", event.rules)
