"""Random rewrites of a turn, for properties; and the plain list that they have to agree with."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from fsm.edition import edition_ids
from fsm.turn import (
    TurnGraph,
    base_turn,
    end_combat,
    end_turn,
    insert_phases,
    insert_step_after_phase,
    insert_steps,
    insert_steps_before,
    repeat_cleanup,
    reverse_phases,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)
from fsm.turn.address import PHASES, STEPS_OF

NAMES = ("", "Time Walk", 'a "b": c', "[x] +1:(U)\n", "Ł龍")


class Part(NamedTuple):
    """A phase of the plain model, or a step in it: its kind, how it came, and whether it is skipped."""

    kind: str
    serial: int
    skipped: bool = False


class Plain:
    """The turn as a list of phases, each with its list of steps; rules.md part D, literally."""

    def __init__(self) -> None:
        self.phases: list[tuple[Part, list[Part]]] = [
            (Part(kind, 0), [Part(step, 0) for step in STEPS_OF.get(kind, ())]) for kind in PHASES
        ]
        self.serial = 0

    def new(self, kind: str) -> Part:
        self.serial += 1
        return Part(kind, self.serial)

    def insert_phases(self, at: int, kinds: tuple[str, ...]) -> None:
        added = [(self.new(kind), [Part(step, 0) for step in STEPS_OF.get(kind, ())]) for kind in kinds]
        self.phases[at + 1 : at + 1] = added

    def insert_steps(self, phase: int, at: int, kinds: tuple[str, ...]) -> None:
        self.phases[phase][1][at:at] = [self.new(kind) for kind in kinds]

    def reverse(self) -> None:
        """The other way round; the first regular main phase keeps its name, which the last one had."""
        self.phases.reverse()
        mains = [at for at, (part, steps) in enumerate(self.phases) if not (steps or part.serial)]
        if len(mains) == 2:
            one, other = mains
            self.phases[one], self.phases[other] = self.phases[other], self.phases[one]

    def skip(self, phase: int, step: int | None = None) -> None:
        part, steps = self.phases[phase]
        if step is None:
            self.phases[phase] = (part._replace(skipped=True), steps)
        else:
            steps[step] = steps[step]._replace(skipped=True)

    def stops(self) -> list[tuple[str, int, int, bool]]:
        """Kind, serial of the phase, own serial, and whether skipped, for each place where play could be."""
        found = []
        for part, steps in self.phases:
            inside = steps or [part._replace(serial=0)]
            found += [(s.kind, part.serial, s.serial, part.skipped or s.skipped) for s in inside]
        return found


def stops_of(graph: TurnGraph) -> list[tuple[str, int, int, bool]]:
    """The same of a graph, by following its ``next`` edges."""
    found = []
    for phase in graph.children():
        serial = graph.node(phase).serial
        for stop in graph.children(phase) or (phase,):
            node = graph.node(stop)
            found.append((node.kind, serial, node.serial if stop != phase else 0, graph.is_skipped(stop)))
    return found


ADDED = ("beginning", "combat", "postcombat_main", "ending")
_kinds = st.lists(st.sampled_from(ADDED), min_size=1, max_size=3).map(tuple)
_by = st.sampled_from(NAMES)
_pick = st.integers(0, 10**6)


@st.composite
def insertions_and_skips(draw: st.DrawFn) -> tuple[str, tuple[int, int, tuple[str, ...], str]]:
    """One rewrite as data: its name, and numbers that choose its anchor when it comes to it."""
    name = draw(st.sampled_from(["phases", "after", "before", "skip phase", "skip step", "reverse"]))
    return name, (draw(_pick), draw(_pick), draw(_kinds), draw(_by))


def apply(graph: TurnGraph, plain: Plain, name: str, choice: tuple[int, int, tuple[str, ...], str]) -> TurnGraph:
    """Does one of ``insertions_and_skips`` to a graph and to its plain model."""
    first, second, kinds, by = choice
    at = first % len(plain.phases)
    phase = graph.children()[at]
    steps = graph.children(phase)
    if name == "reverse":
        plain.reverse()
        return reverse_phases(graph, "turn", by)
    if name == "phases":
        plain.insert_phases(at, kinds)
        return insert_phases(graph, phase, kinds, by)
    if name == "skip phase":
        plain.skip(at)
        return skip(graph, phase, by)
    if not steps:
        return graph
    step = second % len(steps)
    if name == "skip step":
        plain.skip(at, step)
        return skip(graph, steps[step], by)
    held = STEPS_OF[graph.node(phase).kind]
    added = tuple(held[(second + n) % len(held)] for n in range(len(kinds)))
    if name == "after":
        plain.insert_steps(at, step + 1, added)
        return insert_steps(graph, steps[step], added, by)
    plain.insert_steps(at, step, added)
    return insert_steps_before(graph, steps[step], added, by)


@st.composite
def graphs(draw: st.DrawFn) -> TurnGraph:
    """Any rewritten turn, by all of the rules."""
    graph = base_turn(draw(st.sampled_from(edition_ids())))
    for name, choice in draw(st.lists(insertions_and_skips(), max_size=8)):
        graph = apply(graph, plain_of(graph), name, choice)
    for number in draw(st.lists(st.integers(0, 10**6), max_size=4)):
        graph = _by_rules(graph, number, draw(_by))
    return graph


def plain_of(graph: TurnGraph) -> Plain:
    """A plain model with as many phases and steps as a graph; what it is told is forgotten."""
    plain = Plain()
    plain.phases = [
        (Part(graph.node(p).kind, 0), [Part(graph.node(s).kind, 0) for s in graph.children(p)])
        for p in graph.children()
    ]
    return plain


def _by_rules(graph: TurnGraph, number: int, by: str) -> TurnGraph:
    """One of the rewrites that the rules of the game themselves make."""
    phase = graph.children()[number % len(graph.children())]
    stop = graph.stops[number % len(graph.stops)]
    kind = graph.node(stop).kind
    choice = number // 1000 % 4
    if kind == "declare_attackers" and choice < 2:
        return skip_blocks_and_damage(graph, stop) if choice else end_combat(graph, stop, by)
    if kind == "combat_damage":
        return second_combat_damage(graph, stop)
    if kind == "cleanup":
        return repeat_cleanup(graph, stop)
    if choice == 3:
        return insert_step_after_phase(graph, phase, ("upkeep", "end", "end_of_combat")[number % 3], by)
    return end_turn(graph, stop, by)
