"""Questions about the step or main phase that comes next, the stack, priority, combat damage, and mana that is left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from ..edition import Edition, edition_ids, load_edition
from ..recording import Recording
from ..turn import TurnGraph
from ..wording.parts import on_stack, place_name
from ..words import listed, shown
from .question import EFFECT, Choice, Question, question

STEPS = {"beginning": "beginning_phase", "combat": "combat", "ending": "ending"}
"""The topics of the rules that say which steps a phase has, in order."""
RULES = "the rules"
"""What adds or skips a part of a turn, if no effect does."""


class BegunStep(msgspec.Struct, frozen=True):
    """A step or a main phase as it began: its position, its turn, its node, and the rules that it obeys."""

    at: int
    turn: int
    node: str
    graph: TurnGraph
    rules: tuple[str, ...]


def stops(recording: Recording) -> list[BegunStep]:
    """All steps and main phases of a run, in order."""
    found: list[BegunStep] = []
    phase: tuple[str, ...] = ()
    for at, frame in enumerate(recording):
        event, graph = frame.event, frame.state.graph
        if event.kind == "turn.begin":
            phase = ()
        if event.kind == "phase.begin":
            phase = event.rules
        if event.kind == "step.begin" or (event.kind == "phase.begin" and not graph.children(event.node)):
            rules = tuple(dict.fromkeys((*phase, *event.rules)))
            found.append(BegunStep(at, frame.state.turn, event.node, graph, rules))
            phase = ()
    return found


def place_questions(recording: Recording) -> Iterator[Question]:
    """What comes after each step or main phase, if it is in the same turn."""
    for here, coming in pairwise(stops(recording)):
        graph = coming.graph
        if here.turn != coming.turn or here.node not in graph.stops:
            continue
        over, by = label(graph, here.node), _entered(graph, here, coming)
        why = f"{shown(by)} added it directly there" if by else "it is the next one that is not skipped"
        rules = coming.rules if by else (*coming.rules, *_order(graph, here.node, coming.node))
        right = Choice(label(graph, coming.node), why, tuple(dict.fromkeys(rules)))
        if over == right.text or not graph.stops.index(here.node) < graph.stops.index(coming.node):
            continue  # two of one effect, which no words tell apart; or the turn goes back, as it has begun anew
        wrong, needs = _wrong(graph, here, coming, by)
        asks = f"{over[:1].upper()}{over[1:]} is over. What comes next?"
        yield from question(recording, _about_to_end(recording, here, coming), asks, right, wrong, needs)


def _wrong(graph: TurnGraph, here: BegunStep, coming: BegunStep, by: str) -> tuple[list[Choice], int]:
    """What is skipped, what was added earlier, what comes later; and how much has to be taken into account."""
    order = graph.stops
    at, to = order.index(here.node), order.index(coming.node)
    skipped = [id for id in order[at + 1 : to] if graph.is_skipped(id)]
    later = [id for id in order[to + 1 :] if not graph.is_skipped(id)]
    regular = next((id for id in order[at + 1 :] if not _added(graph, id)), "")
    added = [id for id in later if _added(graph, id)]
    wrong = [_skipped(graph, id) for id in skipped]
    wrong += [_later(graph, id, coming, by) for id in dict.fromkeys([regular, *added[:2], *later]) if id in later]
    if graph.node(here.node).kind != graph.node(coming.node).kind:
        wrong.append(_again(graph, here))
    left = "" if graph.phase_of(here.node) == graph.phase_of(coming.node) else _added(graph, here.node)
    changes = {by, left, *(_mark(graph, id)[0] or RULES for id in skipped), *(_added(graph, id) for id in added)} - {""}
    return wrong, sum(1 if one == RULES else EFFECT for one in changes)


def _about_to_end(recording: Recording, here: BegunStep, coming: BegunStep) -> int:
    """The position at which a step is about to end: what comes next is not told before it."""
    for at in range(coming.at - 1, here.at, -1):
        if recording[at].event.kind in ("priority.pass", "stack.resolve"):
            return at + 1
    return here.at + 1


def label(graph: TurnGraph, id: str) -> str:
    """A step or main phase by its name, and by what added it or its phase."""
    phase = graph.phase_of(id)
    own = graph.node(id).inserted
    if own and id != phase:
        return f"the {place_name(graph, id)} that {shown(own.by) or RULES} added"
    if _added(graph, id):
        of = "" if id == phase else f" of the {place_name(graph, phase)}"
        return f"the {place_name(graph, id)}{of} that {shown(_added(graph, id))} added"
    return f"the {'regular ' if graph.insertions else ''}{place_name(graph, id)}"


def _added(graph: TurnGraph, id: str) -> str:
    """What added a step or its phase; empty for a regular one."""
    own, phase = graph.node(id).inserted, graph.node(graph.phase_of(id)).inserted
    mark = own or phase
    return "" if mark is None else mark.by or RULES


def _mark(graph: TurnGraph, id: str) -> tuple[str, str]:
    """What skips a step or its phase, and the number of the rule."""
    mark = graph.node(id).skipped or graph.node(graph.phase_of(id)).skipped
    return (mark.by, mark.rule) if mark else ("", "")


def _skipped(graph: TurnGraph, id: str) -> Choice:
    by, rule = _mark(graph, id)
    why = f"it is skipped, because of {shown(by)}" if by else "it is skipped by the rules"
    return Choice(label(graph, id), why, (rule,) if rule else ())


def _entered(graph: TurnGraph, here: BegunStep, coming: BegunStep) -> str:
    """What added the step or phase that begins now; empty if it is regular, or a further step of an added phase."""
    new = graph.phase_of(here.node) != graph.phase_of(coming.node) or graph.node(coming.node).inserted
    return _added(graph, coming.node) if new else ""


def _order(graph: TurnGraph, id: str, other: str) -> tuple[str, ...]:
    """The rules of the order of two places: of the steps of their phase, or of the phases of a turn."""
    phase = graph.phase_of(id)
    if phase != graph.phase_of(other):
        return graph.edition.cite("turn")
    kind = graph.node(phase).kind
    return graph.edition.cite(STEPS.get(kind, "")) or (graph.edition.phase(kind).rule,)


def _later(graph: TurnGraph, id: str, coming: BegunStep, by: str) -> Choice:
    """A place that comes later: one that was added earlier than what comes now, which ``by`` added, or another."""
    text, same = label(graph, id), graph.phase_of(id) == graph.phase_of(coming.node)
    if by and _added(graph, id) and not same:
        return Choice(text, "it comes later: what was added last comes first", coming.rules)
    if by and not same:
        return Choice(text, f"it comes later: what {shown(by)} added is before it", coming.rules)
    where = "the same phase" if same else "the turn"
    return Choice(text, f"it comes later in {where}", _order(graph, id, coming.node))


def _again(graph: TurnGraph, here: BegunStep) -> Choice:
    edition = graph.edition
    text = f"a further {place_name(graph, here.node)}, as not everybody has passed"
    return Choice(
        text, "all players have passed, or nobody gets priority in it", edition.ends_by(graph.node(here.node).kind)
    )


def stack_questions(recording: Recording) -> Iterator[Question]:
    """Which of several objects on the stack resolves, if all players pass."""
    for at, frame in enumerate(recording):
        event, before = frame.event, recording[at - 1].state
        names = [on_stack(item) for item in reversed(before.stack)]
        if event.kind != "stack.resolve" or len(names) < 2 or names[0] in names[1:]:
            continue
        rules = (*event.rules, *frame.state.edition.cite("stack_order"))
        right = Choice(names[0], "it was put on the stack last", rules)
        wrong = [Choice(one, "it lies below what was put on the stack after it", rules) for one in reversed(names[1:])]
        wrong.append(
            Choice("all of them, the oldest first", "one object resolves, and then players get priority", rules)
        )
        yield from question(recording, at, "All players pass now. What resolves?", right, wrong, len(names))


def priority_questions(recording: Recording) -> Iterator[Question]:
    """Who gets priority after something has resolved."""
    resolved, last = False, None
    for at, frame in enumerate(recording):
        event = frame.event
        if event.kind == "stack.resolve":
            resolved, last = True, event.player
        if event.kind != "priority.get" or event.player is None or not resolved:
            continue
        resolved = False
        state = frame.state
        right = Choice(shown(state.name(event.player)), "the active player gets it after each resolution", event.rules)
        wrong = [
            Choice(shown(name), "the active player gets it first, whoever acted before", event.rules)
            for seat, name in enumerate(recording.players)
            if seat != event.player and not state.players[seat].left
        ][:2]
        nobody = "nobody: the next object resolves at once" if state.stack else "nobody: the next step begins"
        wrong.append(Choice(nobody, "players get priority again after each resolution", event.rules))
        other = int(event.player != last)
        yield from question(recording, at, "It has resolved. Who gets priority?", right, wrong, other)


AT_ONCE, STACKED = "it is dealt at once", "it goes on the stack, and players may respond before it is dealt"
OPEN = "players get priority before it is dealt, but it does not use the stack"


def damage_questions(recording: Recording) -> Iterator[Question]:
    """What happens to combat damage that has been assigned: editions differ."""
    for at, frame in enumerate(recording.frames[:-1]):
        following = recording[at + 1].event
        if frame.event.kind != "combat.assign" or following.kind not in ("damage", "stack.push"):
            continue
        stacked = following.kind == "stack.push"
        others = [id for id in edition_ids() if bool(load_edition(id).cite("damage_on_stack")) != stacked]
        elsewhere = f"that is so by the rules of {listed(others)}"
        right = Choice(STACKED if stacked else AT_ONCE, "so says the rule", following.rules)
        wrong = [
            Choice(AT_ONCE if stacked else STACKED, elsewhere, following.rules),
            Choice(OPEN, "it is that way in no edition", following.rules),
        ]
        asks = "Combat damage has been assigned. What happens to it?"
        yield from question(recording, at + 1, asks, right, wrong)


STAYS, EMPTIES = "it stays in the pool", "it is lost, and nothing else happens"


def mana_questions(recording: Recording) -> Iterator[Question]:
    """What happens to mana that is left as a step or phase ends."""
    for at, frame in enumerate(recording):
        if not frame.event.kind.endswith(".end") or recording[at - 1].event.kind.endswith(".end"):
            continue
        before = recording[at - 1].state
        for seat, player in enumerate(before.players):
            if player.mana:
                yield from _mana_question(recording, at, seat, player.mana)


def _mana_question(recording: Recording, at: int, seat: int, amount: int) -> Iterator[Question]:
    edition, who = recording.edition, shown(recording.players[seat])
    burns = f"it is lost, and {who} loses {amount} life"
    lost, rules = STAYS, edition.cite("mana_kept")
    for frame in recording.frames[at:]:
        event = frame.event
        if event.kind.endswith(".begin"):
            break
        if event.kind in ("mana.burn", "mana.empty") and event.player == seat:
            if event.get("amount") != amount:
                return
            lost, rules = (burns if event.kind == "mana.burn" else EMPTIES), event.rules
    else:
        return
    if not rules or (lost == EMPTIES and edition.cite("mana_burn")):
        return  # an effect keeps it, or somebody else controls the player
    stays = "nothing keeps it there" if lost == EMPTIES else "the phase ends, and takes it"
    empties = "it is not lost yet" if lost == STAYS else "in this edition mana that is lost burns"
    whys = {STAYS: stays, EMPTIES: empties, burns: _burns(edition)}
    right = Choice(lost, "so says the rule", rules)
    wrong = [Choice(text, why, rules) for text, why in whys.items() if text != lost]
    asks = f"Play goes on to what comes next. What happens to the {amount} unused mana of {who}?"
    yield from question(recording, at, asks, right, wrong)


def _burns(edition: Edition) -> str:
    burning = [id for id in edition_ids() if load_edition(id).cite("mana_burn")]
    if edition.cite("mana_burn"):
        return "mana burns only as a phase ends"
    return f"that is so by the rules of {listed(burning)}"
