"""Follows the structure of a trace: each event leads from the positions that were possible to those that are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from ..turn import REWRITES, TurnGraph, base_turn, next_turn
from ..turn.graph import ROOT
from ..turn.part import Part
from .changes import UNTOLD, MarkEvent, in_need, marks, told
from .observed import Observed
from .position import NONE_ATTACK, Position, begun
from .regular import Move, is_stop, kinds_of, onward
from .search import DEAREST, Frontier, Search, Trail, addressed, cheapest, moved, wanted
from .whole import WHOLE, Step

WIDEST, WIDEST_UNKNOWN = 256, 32
"""How many positions are kept after an event, and if effects are assumed that nobody told of."""

DEARER = 2
"""How many effects more than on the cheapest way are assumed for an event."""


class Follower:
    """The positions that fit the structure told so far."""

    def __init__(self, search: Search, effects: str, begins: Position, inside: Position | None) -> None:
        self.search, self.effects, self.told = search, effects, search.told
        self.most = DEAREST if effects == "unknown" else 0
        self.frontier: Frontier = {begins: Trail()}
        self.position = begins
        self.started = self.ending = False  # ending: nothing can resolve any more in the step that play is in
        if inside is not None:
            self._begin_inside(inside)

    def _begin_inside(self, before: Position) -> None:
        """The trace begins inside a turn: play may be anywhere in a regular one, or in the first of a game."""
        seat, _, rotation = next_turn(before.rotation)
        turn = begun(before, rotation, seat, 0, self.search.tells_step("skip", "draw"))
        self.frontier[turn] = Trail()
        for graph in dict.fromkeys((turn.graph, base_turn(self.search.edition))):
            spots = [(ROOT, False), *((node.id, over) for node in graph if node.id != ROOT for over in (False, True))]
            for id, over in spots:
                self.frontier[msgspec.structs.replace(turn, graph=graph, node=id, over=over, owed=())] = Trail()

    @property
    def trail(self) -> Trail:
        """The effects that had to be assumed, on the cheapest way."""
        return min(self.frontier.values(), key=lambda trail: trail.cost)

    def take_ended(self, event: Observed, letter: str) -> bool:
        """Goes on with an event from the positions alone in which an effect ends the step at once."""
        kept = self.frontier
        self.frontier = {p: trail for p, trail in kept.items() if p.ended}
        if self.frontier and self.take(event, letter):
            return True
        self.frontier = kept
        return False

    def take(self, event: Observed, letter: str) -> bool:
        """Goes on with an event; nothing changes if it is impossible."""
        if len(self.frontier) == 1 and not self.most:
            p = self.position
            if not p.owed and not event.by:
                ways = onward(p.graph, p.node, p.over)
                if (
                    ways
                    and ways[0].letter == letter
                    and self.fits(event, ways[0], p)
                    and self.search.may_begin(p, ways[0])
                ):
                    trail = self.frontier[p]
                    self.position = p = moved(p, ways[0])
                    self.frontier = {p: trail}
                    return True
        found = self.reach(event, letter, self.most)
        if not found:
            return False
        self.frontier = found
        self.position = min(found, key=lambda p: (found[p].cost, found[p].rank))
        return True

    def reach(self, event: Observed, letter: str, most: int) -> Frontier:
        """The positions after an event, each with the effects that were assumed for it."""
        if event.by and self.effects == "none" and letter != "game.restart":
            return {}
        free = bool(event.by) and self.effects != "none"
        found: list[tuple[Position, Trail]] = []
        enough: int | None = None
        for position, trail in self.search.closure(self.frontier, event, most, free):
            if enough is not None and trail.cost > enough:
                self.search.cut = True
                break
            for after, cost, note, rank in self.after(position, event, letter, most):
                if cost <= most:
                    further = trail.plus(cost, note, event.line, rank)
                    found.append((after, further))
                    enough = min(further.cost + DEARER, enough if enough is not None else further.cost + DEARER)
        frontier, cut = cheapest(found, WIDEST_UNKNOWN if most else WIDEST)
        self.search.cut = self.search.cut or cut
        return frontier

    def after(self, p: Position, event: Observed, letter: str, most: int) -> Iterator[Step]:
        """The positions after an event at one position."""
        level, _, what = letter.partition(".")
        if letter in WHOLE:
            yield from WHOLE[letter](self, p, event, most)
        elif p.owed:
            mark = p.owed[0]
            if mark.letter == letter and self._is_mark(event, mark) and self.on_turn(event, p):
                yield msgspec.structs.replace(p, owed=p.owed[1:]), 0, "", 0
        elif what in ("begin", "end"):
            for move in onward(p.graph, p.node, p.over):
                if move.letter == letter and self.fits(event, move, p) and self.search.may_begin(p, move):
                    yield moved(p, move), 0, "", 0
        elif what in ("insert", "skip") and level != "turn":
            yield from self._changed(p, event, letter)

    def _changed(self, p: Position, event: Observed, letter: str) -> Iterator[Step]:
        """The positions after a mark: the rewrites whose first visible mark it is, the others owed."""
        phase, step = wanted(event)
        kind = step or phase
        if kind is None or not self.on_turn(event, p):
            return
        inside = (event.node or "").partition(".")[2].rpartition(".")[0] or None
        seen: set[TurnGraph] = set()
        ending = self.ending or bool(p.combat & NONE_ATTACK)
        graph = in_need(p.graph, p.node, not self.told.tells("step.insert")) if event.by and not p.over else p.graph
        if graph is None:
            return
        for change in told(graph, p.node, p.over, letter, kind, event.by, inside, p.adding, ending):
            if change.graph is graph or change.graph in seen:
                continue
            seen.add(change.graph)
            visible = [
                mark for mark in marks(graph, change.graph) if self.told.tells(mark.letter, mark.phase, mark.step)
            ]
            if not visible or visible[0].letter != letter or not self._is_mark(event, visible[0]):
                continue
            if visible[0].step == "declare_blockers" and not event.by and self.search.attacked(p):
                continue
            adding, rest = letter in ("phase.insert", "main.insert"), tuple(visible[1:])
            combat = p.combat if event.by or visible[0].step != "declare_blockers" else p.combat | NONE_ATTACK
            after = msgspec.structs.replace(
                p, graph=change.graph, owed=rest, adding=adding, combat=combat, ended=change.ends
            )
            yield after, 0, "", change.rank

    def _is_mark(self, event: Observed, mark: MarkEvent) -> bool:
        """Whether an event may be a mark: the place is the same, and the effect, if both name one."""
        same = not event.by or not mark.by or mark.by in (event.by, UNTOLD)
        return (
            same
            and bool(event.by) >= bool(mark.by and mark.by != UNTOLD)
            and self._names(event, mark.address, mark.phase, mark.step)
        )

    def fits(self, event: Observed, move: Move, p: Position) -> bool:
        """Whether an event may be a move of the turn that is under way."""
        return (
            self._names(event, move.address, move.phase, move.step)
            and self.on_turn(event, p)
            and (not event.by or _made_by(event.by, move))
        )

    def keep_stops(self) -> bool:
        """Whether players can have priority where play may be: at a step that has begun, or a phase without steps.

        Then play is known to be at one.
        """
        stops = {p: t for p, t in self.frontier.items() if p.node != ROOT and not p.over and is_stop(p.graph, p.node)}
        if stops and len(stops) < len(self.frontier):
            self.frontier = stops
            self.position = next(iter(stops))
        return bool(stops) or bool(self.told.silent)

    def on_turn(self, event: Observed, p: Position) -> bool:
        """Whether an event names the turn and the active player of a position."""
        if event.turn is not None and event.turn != p.turn:
            return False
        if event.player is not None and p.active >= 0 and event.player != self.search.names[p.active]:
            letter = event.kind or ""
            if letter.partition(".")[0] in ("phase", "step") or letter in ("turn.end", "combat.attack"):
                return False  # whom the event is about is the active player
        return event.active is None or p.active < 0 or event.active == self.search.names[p.active]

    def _names(self, event: Observed, address: str, phase: str | None, step: str | None) -> bool:
        """Whether an event names a place inside its turn."""
        if event.node is not None and event.node.partition(".")[2] != address:
            return False
        if event.step is not None and event.step != step:
            return False
        return event.phase is None or event.phase == phase or (event.step is None and event.phase == step)

    def fits_place(self, event: Observed) -> bool:
        """Whether an event may happen where play is, whatever it is."""
        frontier = self.frontier
        for p in frontier if len(frontier) > 1 else (self.position,):
            if self._fits_here(event, p):
                return True
        return any(self._fits_here(event, p) for p, _ in self.search.closure(frontier, event, self.most))

    def _fits_here(self, event: Observed, p: Position) -> bool:
        return not p.owed and self.on_turn(event, p) and self.is_near(event, p)

    def is_here(self, event: Observed, p: Position) -> bool:
        """Whether an event names where play is: the step, its phase or the turn."""
        ids = (p.node, p.graph.phase_of(p.node)) if p.node != ROOT else ()
        names = (self._names(event, p.graph.address(id), *kinds_of(p.graph, id)) for id in ids)
        return self.is_near(event, p) and (self.search.blind or self._names(event, "", None, None) or any(names))

    def is_near(self, event: Observed, p: Position) -> bool:
        """Whether an event names where play is, or what is around it."""
        if event.node is None and event.step is None and event.phase is None:
            return True
        if self.search.blind:  # play may be anywhere in the turn
            phase, step = addressed(event.node or "")
            return event.node is None or (event.phase in (None, phase) and event.step in (None, step))
        near = _near(p.graph, p.node, p.over)
        if event.node is not None:
            kinds = near.get(event.node.partition(".")[2])
            return kinds is not None and event.step in (None, kinds[1]) and event.phase in (None, kinds[0])
        return any(event.step in (None, step) and event.phase in (None, phase) for phase, step in near.values())


ENDINGS = frozenset(rule.topic for rule in REWRITES.values() if rule.when is not None and rule.when.maker == "effect")
"""The topics of the marks of what is skipped because an effect ended the turn or the combat phase."""


def _made_by(by: str, move: Move) -> bool:
    """Whether an effect of this name added what begins or ends, or its phase, or ended the turn or combat before it."""
    if move.node == ROOT:
        return True
    graph, names = move.graph, (by, UNTOLD)
    if any((mark := graph.node(id).inserted) and mark.by in names for id in (move.node, graph.phase_of(move.node))):
        return True
    stops = graph.stops
    at = stops.index(move.node) if move.node in stops else 0
    before = graph.node(stops[at - 1]).skipped if at else None
    return before is not None and before.by in names and before.topic in ENDINGS


@lru_cache(maxsize=4096)
def _near(graph: TurnGraph, node: str, over: bool) -> dict[str, tuple[str | None, str | None]]:
    """The addresses and kinds of where something may happen: this stop, its phase, the turn, and what is next."""
    near: dict[str, tuple[str | None, str | None]] = {"": (None, None)}
    ids = [] if node == ROOT else [node]
    if over and (node == ROOT or not is_stop(graph, node)):
        ended = (
            node
            if node != ROOT
            else next((part.node.id for part in _backwards(graph) if part.live), graph.children()[-1])
        )
        ids += [ended, *graph.children(ended)]
    for move in onward(graph, node, over):
        ids += [move.node, *(graph.children(move.node) if move.node != ROOT else ())]
    following = graph.following(None if node == ROOT else node) if node == ROOT or _has(graph, node) else None
    if over or node == ROOT or not graph.part(node).chunks:
        ids += [following] if following else []
    elif graph.part(node).chunks:
        ids += graph.children(node)[:1]
    for id in ids:
        if id != ROOT:
            near[graph.address(id)] = kinds_of(graph, id)
            near[graph.address(graph.phase_of(id))] = kinds_of(graph, graph.phase_of(id))
    return near


def _backwards(graph: TurnGraph) -> Iterator[Part]:
    return (graph.part(id) for id in reversed(graph.children()))


def _has(graph: TurnGraph, node: str) -> bool:
    return node in graph.stops
