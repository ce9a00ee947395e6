"""Where a game may be: all positions that fit the events so far, and those that an event leads to.

What the trace does not tell of happens silently between two events. Effects that nobody told of have a cost; a search
takes the cheapest ways first and is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import count

import msgspec

from ..edition import Edition
from ..errors import FsmError
from ..turn import TurnGraph, insert_phases, insert_step_after_phase, insert_steps, insert_steps_before
from ..turn.following import is_by_rules
from ..turn.graph import ROOT
from ..turn.rules import staying
from .changes import UNTOLD, Change, by_rules, endings, marks, of_skipped, skips
from .observed import Observed, Told
from .position import ATTACKED, ATTACKED_NOW, DECLARED, ENDED, NONE_ATTACK, PUT, Position, begun, next_turns
from .regular import Move, is_stop, onward

DEAREST = 6
"""How many effects that nobody told of are taken for one event at most."""


class Trail(msgspec.Struct, frozen=True):
    """The effects assumed on the way to a position: how many, and the first of them in words.

    ``rank`` tells likely ways from unlikely ones of the same cost.
    """

    cost: int = 0
    notes: tuple[str, ...] = ()
    rank: int = 0

    def plus(self, cost: int, note: str, line: int, rank: int = 0) -> Trail:
        """The trail with one more effect."""
        if not cost:
            return Trail(self.cost, self.notes, self.rank + rank) if rank else self
        notes = self.notes if len(self.notes) >= 20 else (*self.notes, f"line {line}: {note}")
        return Trail(self.cost + cost, notes, self.rank + rank)


AT_ONCE, AGAIN = 5, 0.1
"""How many bounds of positions may be looked at in a row, and which part of one comes back with each search.

So a short trace of events that each leave everything open takes no longer than a long usual one.
"""

Frontier = dict[Position, Trail]


class Search:
    """The silent ways of a game, as far as a trace leaves them open."""

    def __init__(
        self, edition: Edition, told: Told, names: tuple[str, ...], teams: tuple[tuple[int, ...], ...], bound: int
    ) -> None:
        self.edition, self.told, self.names, self.teams, self.bound = edition, told, names, teams, bound
        self.seats = {name: seat for seat, name in enumerate(names)}
        self.cut = False
        self.left = bound * AT_ONCE
        self.blind = not any(letter.partition(".")[0] in ("phase", "main", "step", "combat") for letter in told.letters)
        """Whether the trace tells of nothing inside turns."""

    @cached_property
    def phase_of(self) -> dict[str, str]:
        """The phase of each kind of step."""
        return dict(self.edition.kinds.phase_of)

    def closure(
        self, frontier: Frontier, event: Observed, most: int, free: bool = False
    ) -> Iterator[tuple[Position, Trail]]:
        """All positions that play may silently come to, the cheapest first; effects cost at most ``most``.

        ``free``: the event itself names an effect, so one change of the turn costs nothing.
        """
        order = count()
        heap: list[tuple[int, int, Position, Trail, int, bool]] = []
        for position, trail in frontier.items():
            heappush(heap, (trail.cost, next(order), position, trail, 0, free))
        seen: set[Position] = set()
        self.left = min(self.left + int(self.bound * AGAIN), self.bound * AT_ONCE)
        most_seen = min(self.bound, self.left)
        while heap:
            _, _, position, trail, spent, free = heappop(heap)
            if position in seen:
                continue
            seen.add(position)
            self.left -= 1
            yield position, trail
            if len(seen) >= most_seen:
                self.cut = self.cut or bool(heap)
                return
            for after, cost, note, still in self.silent(position, event, most - spent, free):
                late = event.turn is not None and after.turn > event.turn
                if after not in seen and spent + cost <= most and not late:
                    further = trail.plus(cost, note, event.line)
                    heappush(heap, (further.cost, next(order), after, further, spent + cost, still))

    def silent(self, p: Position, event: Observed, most: int, free: bool) -> Iterator[tuple[Position, int, str, bool]]:
        """The positions after one thing that the trace does not tell of, and whether another change is free there."""
        if p.owed:
            return
        if p.node == ROOT and p.over:
            yield from ((*step, free) for step in self._next_turns(p, event, most))
            return
        if self.blind:
            yield msgspec.structs.replace(p, node=ROOT, over=True), 0, "", free
            return
        for move in onward(p.graph, p.node, p.over):
            if not self.told.tells(move.letter, move.phase, move.step) and self.may_begin(p, move):
                yield moved(p, move), 0, "", free
        for change, still in self._changes(p, event, most, free):
            if change.graph is not p.graph:
                after = msgspec.structs.replace(p, graph=change.graph, ended=change.ends)
                yield after, change.cost, change.note, still
        if most > 0 and self._may_be_put(p):
            yield (
                msgspec.structs.replace(p, combat=p.combat | PUT),
                1,
                "a creature put onto the battlefield attacking",
                free,
            )

    def _next_turns(self, p: Position, event: Observed, most: int) -> Iterator[tuple[Position, int, str]]:
        """The turns that may begin unseen."""
        if self.told.tells("turn.begin"):
            return
        for turn in next_turns(p.rotation, self.names, self.seat(event.active), most > 0):
            after = begun(p, turn.rotation, turn.seat, turn.extra, self.tells_step("skip", "draw"))
            yield after, turn.cost, turn.note

    def _changes(self, p: Position, event: Observed, most: int, free: bool) -> Iterator[tuple[Change, bool]]:
        """The rewrites that may happen unseen at a position, by rules and by effects; whether one more is free."""
        if p.over and is_stop(p.graph, p.node):
            for change in (*by_rules(p.graph, p.node), *of_skipped(p.graph, p.node)):
                if self._unseen(p, change.graph) and self._by_rule(p, event):
                    yield change, free
        try:
            if free:
                yield from ((change._replace(cost=0), False) for change in self._named(p, event))
            if most > 0:
                yield from ((change, free) for change in self._unnamed(p, event))
        except FsmError:
            return

    def _named(self, p: Position, event: Observed) -> Iterator[Change]:
        """What the effect that an event names has done: it added what begins, or ended the turn before it."""
        yield from self._added(p, event)
        if not p.over and event.by and (event.kind or "").endswith(".begin"):
            yield from (one for one in endings(p.graph, p.node, event.by) if self._unseen(p, one.graph))

    def _unnamed(self, p: Position, event: Observed) -> Iterator[Change]:
        """What effects that nobody told of could have done."""
        yield from self._added(p, event)
        yield from (one for one in skips(p.graph, p.node, p.over, UNTOLD) if self._matters(p, one))
        if not p.over:
            yield from (one for one in endings(p.graph, p.node, UNTOLD) if self._matters(p, one))

    def _unseen(self, p: Position, after: TurnGraph) -> bool:
        """Whether the trace tells of no mark of a rewrite."""
        return not any(self.told.tells(mark.letter, mark.phase, mark.step) for mark in marks(p.graph, after))

    def _by_rule(self, p: Position, event: Observed) -> bool:
        """Whether a rewrite by the rules may happen now and serves to explain an event."""
        kind = p.graph.node(p.node).kind
        if kind == "declare_attackers":
            return not self.attacked(p)
        return event.step == kind or (event.node or "").rpartition(".")[2].partition("#")[0] == kind

    def _matters(self, p: Position, change: Change) -> bool:
        """Whether the trace would tell of what is skipped."""
        for mark in marks(p.graph, change.graph):
            steps = self.edition.kinds.steps_of.get(mark.phase or "", ()) if mark.step is None else (mark.step,)
            level = "step" if mark.step else "phase" if steps else "main"
            if self.told.tells(f"{level}.begin", mark.phase, mark.step):
                return True
            if mark.step is None and any(self.told.tells("step.begin", step) for step in steps):
                return True
        return False

    def _added(self, p: Position, event: Observed) -> Iterator[Change]:
        """The parts that would explain the beginning of a phase or step, added where play is."""
        graph, node = p.graph, p.node
        if not (event.kind or "").endswith(".begin") or node == ROOT:
            return
        phase, step = wanted(event)
        phase = phase or self.phase_of.get(step or "")
        if phase is None or phase not in self.edition.kinds.steps_of:
            return
        level = graph.part(node).node.level
        if level == "phase" and p.over:
            kind = "postcombat_main" if phase == "precombat_main" else phase
            yield Change(insert_phases(graph, node, (kind,), event.by or UNTOLD), cost=1, note=f"an extra {kind} phase")
            if step:
                after = insert_step_after_phase(graph, node, step, event.by or UNTOLD)
                yield Change(after, cost=1, note=f"an extra {step} step")
        if step and graph.node(graph.phase_of(node)).kind == phase:
            note = f"an extra {step} step"
            if level == "step" and p.over:
                yield Change(insert_steps(graph, node, (step,), event.by or UNTOLD), cost=1, note=note)
            if level == "phase" and not p.over and graph.part(node).chunks:
                first = graph.children(node)[0]
                yield Change(insert_steps_before(graph, first, (step,), event.by or UNTOLD), cost=1, note=note)

    def may_begin(self, p: Position, move: Move) -> bool:
        """Whether what is known of attackers lets a step begin (508.8)."""
        if move.step != "declare_blockers" or not move.letter.endswith("begin"):
            return True
        return bool(p.combat & (ATTACKED | ENDED)) or self.attacked(p) or not self.told.tells("combat.attack")

    def attacked(self, p: Position) -> bool:
        """Whether creatures were declared as attackers in this step, or put there if those count, too (508.8)."""
        return bool(p.combat & (ATTACKED_NOW | PUT if self.put_count else ATTACKED_NOW))

    @cached_property
    def put_count(self) -> bool:
        """Whether blockers and damage also come for creatures that were put onto the battlefield attacking."""
        return "put" in self.edition.choices["no_attackers"]

    def _may_be_put(self, p: Position) -> bool:
        """Whether an effect could put creatures onto the battlefield attacking, and it matters."""
        if not self.put_count or p.over or p.combat & PUT or not p.combat & DECLARED:
            return False
        return p.graph.node(p.node).kind == "declare_attackers" and not p.combat & ATTACKED

    def seat(self, name: str | None) -> int | None:
        """The seat of a player, if the name is known."""
        return None if name is None else self.seats.get(name)

    def tells_step(self, what: str, step: str) -> bool:
        """Whether the trace tells of beginnings, endings or skips of a step."""
        return self.told.tells(f"step.{what}", self.phase_of.get(step), step)


def moved(p: Position, move: Move) -> Position:
    """The position after a move; what is known of attackers holds for a step, or until combat ends (511.3)."""
    combat = p.combat
    if combat and move.letter[-5:] == "begin":
        over = ENDED if move.step == "declare_attackers" else 0
        combat = 0 if move.step is None else combat & ~(ATTACKED_NOW | DECLARED | NONE_ATTACK | over)
    elif combat and move.step == "end_of_combat":
        combat = ENDED if combat & (ATTACKED | PUT | ENDED) else 0
    return Position(p.rotation, p.turn, p.active, move.graph, move.node, move.over, (), combat, p.extra)


def wanted(event: Observed) -> tuple[str | None, str | None]:
    """The kinds of the phase and the step that an event names, by its fields or by its address."""
    if event.phase or event.step or not event.node:
        return event.phase, event.step
    return addressed(event.node)


def addressed(node: str) -> tuple[str | None, str | None]:
    """The kinds of the phase and the step of an address."""
    parts = [part.partition("#")[0] for part in node.split(".")[1:]]
    return (parts[0] if parts else None), (parts[1] if len(parts) > 1 else None)


def cheapest(found: Iterable[tuple[Position, Trail]], most: int) -> tuple[Frontier, bool]:
    """The cheapest positions, one of those with the same future, and whether some were left out."""
    best: dict[tuple[object, ...], tuple[Position, Trail]] = {}
    for position, trail in found:
        key = _future(position)
        known = best.get(key)
        if known is None or (trail.cost, trail.rank) < (known[1].cost, known[1].rank):
            best[key] = position, trail
    kept = list(best.values())
    if len(kept) > most:
        kept = sorted(kept, key=lambda item: (item[1].cost, item[1].rank))[:most]
    return dict(kept), len(kept) < len(best)


def _future(p: Position) -> tuple[object, ...]:
    return (p.rotation, p.turn, p.active, p.over, p.owed, p.combat, p.adding, *_to_come(p.graph, p.node))


@lru_cache(maxsize=4096)
def _to_come(graph: TurnGraph, node: str) -> tuple[object, ...]:
    """What is still to come in a turn, and how many of each kind have been: all that tells two positions apart."""
    here = graph.phase_of(node)
    been: dict[tuple[str, bool], int] = {}
    rest: list[object] = [graph.node(node).level]
    coming, stay = node == ROOT, staying()
    for phase in graph.root:
        coming = coming or phase.node.id == here
        if not coming:
            key = (phase.node.kind, phase.node.skipped is None)
            been[key] = been.get(key, 0) + 1
            continue
        steps = tuple((s.node.kind, s.node.skipped is None, s.node.id == node, is_by_rules(s.node)) for s in phase)
        rest.append((phase.node.kind, phase.node.skipped is None, not stay.isdisjoint(phase.topics), steps))
    return tuple(sorted(been.items())), tuple(rest)
