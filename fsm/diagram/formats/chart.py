"""What the formats for programs say of each phase and step: plain texts, numbers and truths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, count
from typing import Literal

import msgspec
from msgspec.structs import replace

from ...turn import ChartState, Mark, Node, Transition, TurnGraph, print_turn
from ...turn import make_chart as turn_chart
from ...turn.chart import OPTIONAL, REQUIRED
from ...turn.graph import ROOT
from ...turn.transition import OVER, SEPARATOR
from ..errors import DiagramError
from ..model import DrawnTurn
from ..pictures.naming import clean, phase_names, stop_name

Fact = str | int | bool
Facts = dict[str, Fact]
"""By name; a fact that would say nothing is left out."""


def turn_label(turn: DrawnTurn) -> str:
    """Name a turn as it is shown."""
    return clean(turn.name) or "A turn"


def turn_facts(turn: DrawnTurn) -> Facts:
    """Say of a turn what it is: whose, by what, under which edition, and its notation."""
    edition = turn.graph.edition
    facts: Facts = {
        "label": turn_label(turn),
        "rule": edition.number("turn"),
        "edition": edition.id,
        "notation": print_turn(turn.graph),
        "player": clean(turn.player),
        "extra": clean(turn.extra),
        "skipped_by": clean(turn.skipped),
    }
    return {name: fact for name, fact in facts.items() if fact != ""}


def node_facts(graph: TurnGraph) -> dict[str, Facts]:
    """Say of each phase and step of a turn what it is, by its node's id and in order of play."""
    names = phase_names(graph)
    order = {stop: number for number, stop in enumerate(graph.path, 1)}
    return {node.id: _facts(graph, node, names, order) for node in graph if node.level != "turn"}


def _facts(graph: TurnGraph, node: Node, names: dict[str, str], order: dict[str, int]) -> Facts:
    facts: Facts = {
        "label": names.get(node.id) or stop_name(graph.edition, node.kind),
        "kind": node.kind,
        "rule": node.rule,
        "address": graph.addresses[node.id],
    }
    if node.id in order:
        facts["order"] = order[node.id]
    if node.inserted:
        facts |= {"inserted": True, "serial": node.serial} | _mark("inserted", node.inserted)
    if node.skipped:
        facts |= {"skipped": True} | _mark("skipped", node.skipped)
    return facts


def _mark(what: str, mark: Mark) -> Facts:
    facts = {f"{what}_by": clean(mark.by), f"{what}_rule": mark.rule}
    return {name: fact for name, fact in facts.items() if fact}


Named = tuple[tuple[DrawnTurn, str], ...]
StateKind = Literal["atomic", "compound", "parallel", "final"]

TOGETHER = "together"
"""The state whose regions are turns side by side."""

RESERVED = (OVER, TOGETHER, "players", "passed", "stack")
"""Names that no turn gets, since they are states, or data of SCXML."""

MAX_KEY = 40


class ExportState(msgspec.Struct, frozen=True):
    """A state with its path from the root, written with slashes; its first child is its initial one."""

    path: str
    kind: StateKind
    children: tuple[ExportState, ...] = ()
    transitions: tuple[Transition, ...] = ()
    facts: Facts | None = None

    @property
    def name(self) -> str:
        """Its name among its siblings."""
        return self.path.rpartition(SEPARATOR)[2]

    @property
    def is_turn(self) -> bool:
        """Whether it is a whole turn."""
        return self.kind == "compound" and self.path.removeprefix(f"{TOGETHER}{SEPARATOR}") == self.name


class ExportChart(msgspec.Struct, frozen=True):
    """A whole machine; the first of its states is the initial one."""

    states: tuple[ExportState, ...]

    @property
    def together(self) -> bool:
        """Whether turns run side by side in it."""
        return self.states[0].kind == "parallel"

    def transitions(self) -> Iterator[Transition]:
        """All transitions, in the order of the states."""
        todo = list(reversed(self.states))
        while todo:
            state = todo.pop()
            yield from state.transitions
            todo += reversed(state.children)


def make_chart(turns: tuple[DrawnTurn, ...]) -> ExportChart:
    """Make the machine of the turns that a diagram shows; ``DiagramError`` if it shows none."""
    named = tuple(zip(turns, turn_keys(turns), strict=True))
    compared = len(turns) > 1 and not all(turn.player for turn in turns)
    return ExportChart((*(_side_by_side(named) if compared else _one_by_one(named)), ExportState(OVER, "final")))


def turn_keys(turns: tuple[DrawnTurn, ...]) -> tuple[str, ...]:
    """Unique names for the states of turns: short, with letters, digits and hyphens, which every format allows."""
    if not turns:
        raise DiagramError("this diagram shows no turn, so it has no machine and no graph; draw it instead")
    if len(turns) == 1:
        return (ROOT,)
    keys: list[str] = []
    for turn in turns:
        stem = re.sub(r"[^A-Za-z0-9]+", "-", turn.name)[:MAX_KEY].strip("-")
        stem = stem if stem[:1].isalpha() else f"{ROOT}-{stem}".strip("-")
        known = {*keys, *RESERVED}
        keys.append(next(key for key in chain((stem,), (f"{stem}-{n}" for n in count(2))) if key not in known))
    return tuple(keys)


def _one_by_one(named: Named) -> Iterator[ExportState]:
    """Make the turns, each leading to the next; one that was skipped, or has nothing left in it, is gone past."""
    taken = [(turn, key) for turn, key in named if turn.graph.path and not turn.skipped]
    following = [*(SEPARATOR.join((key, turn.graph.path[0], "beginning")) for turn, key in taken[1:]), OVER]
    for (turn, key), there in zip(taken, following, strict=False):  # an empty path has no successor
        yield _turn(turn, key, there)


def _side_by_side(named: Named) -> Iterator[ExportState]:
    paths = [f"{TOGETHER}{SEPARATOR}{key}" for _, key in named]
    ends = [f"{path}{SEPARATOR}{OVER}" for path in paths]
    turns = (_turn(turn, path, end, own_end=True) for (turn, _), path, end in zip(named, paths, ends, strict=True))
    yield ExportState(TOGETHER, "parallel", tuple(turns))


def _turn(turn: DrawnTurn, key: str, there: str, *, own_end: bool = False) -> ExportState:
    """Make the state of one turn, named ``key``, from whose end play goes on ``there``."""
    chart = turn_chart(turn.graph)

    def placed(path: str) -> str:
        return there if path == OVER else key + path.removeprefix(ROOT)

    out_of: dict[str, list[Transition]] = {}
    for one in chart.transitions:
        own = replace(one, source=placed(one.source), target=placed(one.target))
        out_of.setdefault(own.source, []).append(own)
    # what the rules may insert has no place in the order of play of the turn itself
    more = {
        id: {name: fact for name, fact in told.items() if name != "order"}
        for id, told in node_facts(chart.widest).items()
    }
    facts = {f"{key}{SEPARATOR}{id}": told for id, told in (more | node_facts(turn.graph)).items()}
    phases = tuple(_state(phase, placed, out_of, facts) for turn in chart.states for phase in turn.children)
    end = (ExportState(f"{key}{SEPARATOR}{OVER}", "final"),) if own_end else ()
    return ExportState(key, "compound", (*phases, *end), facts=turn_facts(turn))


def _state(
    state: ChartState, placed: Callable[[str], str], out_of: dict[str, list[Transition]], facts: dict[str, Facts]
) -> ExportState:
    path = placed(state.path)
    if not state.children:
        return ExportState(path, "atomic", transitions=tuple(out_of.get(path, ())))
    children = (_state(child, placed, out_of, facts) for child in state.children)
    # without priority, play reaches neither ``priority`` nor ``resolving``
    return ExportState(
        path, "compound", tuple(child for child in children if child.children or child.transitions), facts=facts[path]
    )


def asked(chart: ExportChart) -> dict[str, str]:
    """The guards that the transitions of a machine ask, each with when it holds: what its host has to answer."""
    names = {name for one in chart.transitions() for name, _ in one.guards}
    return {name: holds for name, holds in {**REQUIRED, **OPTIONAL}.items() if name in names}
