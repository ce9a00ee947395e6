"""Random rewrites of a turn, for properties; and the plain list that they have to agree with."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from fsm.edition import edition_ids, kinds_in_use
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

NAMES = ("", "Time Walk", 'a "b": c', "[x] +1:(U)\n", "Ł龍")

KINDS = kinds_in_use()


class Part(NamedTuple):
    """A phase of the plain model, or a step in it: its kind, how it came, whether it is skipped, and what it follows.

    ``stays``: it stays after the second main phase.
    """

    kind: str
    serial: int
    skipped: bool = False
    stays: bool = False


class Plain:
    """The turn as a list of phases, each with its list of steps; rules.md part D, literally."""

    def __init__(self) -> None:
        self.phases: list[tuple[Part, list[Part]]] = [
            (Part(kind, 0), [Part(step, 0) for step in KINDS.steps_of[kind]]) for kind in KINDS.phases
        ]
        self.serial = 0

    def new(self, kind: str) -> Part:
        self.serial += 1
        return Part(kind, self.serial)

    def insert_phases(self, at: int, kinds: tuple[str, ...], stays: bool = False) -> None:
        before = self.second_main()
        added = [
            (self.new(kind)._replace(stays=stays), [Part(step, 0) for step in KINDS.steps_of[kind]]) for kind in kinds
        ]
        self.phases[at + 1 : at + 1] = added
        second = self.second_main()
        if second is not None and second is not before:
            rest = [part for part, _ in self.phases].index(second) + 1
            self.phases[rest:] = sorted(self.phases[rest:], key=lambda phase: not phase[0].stays)

    def second_main(self) -> Part | None:
        """The second phase without steps that is not skipped."""
        mains = [part for part, steps in self.phases if not (steps or part.skipped)]
        return mains[1] if len(mains) > 1 else None

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

    def keep_only(self, phase: int, kinds: tuple[str, ...], after: int = -1) -> None:
        """Skips the steps of a phase after a place, but for those of some kinds."""
        for at, step in enumerate(self.phases[phase][1]):
            if at > after and step.kind not in kinds:
                self.skip(phase, at)

    def pass_by(self, phase: int, step: int, kinds: tuple[str, ...]) -> None:
        """Skips the steps of some kinds that come after a step of a phase, if no such step comes again before them."""
        whole, steps = self.phases[phase]
        later = [part.kind for part in steps[step + 1 :] if not (part.skipped or whole.skipped)]
        if next((kind for kind in later if kind in (steps[step].kind, *kinds)), "") == steps[step].kind:
            return
        for at, part in enumerate(steps):
            if at > step and part.kind in kinds:
                self.skip(phase, at)

    def places(self) -> list[tuple[int, int | None]]:
        """Where play could be: the number of a phase, and that of a step if it has steps."""
        return [(p, s) for p, (_, steps) in enumerate(self.phases) for s in (range(len(steps)) if steps else [None])]

    def end_turn(self, phase: int, step: int | None) -> None:
        """Skips all that comes later but the last cleanup step, which is added if there is none."""
        rest = [place for place in self.places() if (place[0], place[1] or 0) >= (phase, step or 0)]
        cleanups = [(p, s) for p, s in rest if s is not None and self._is_live_cleanup(p, s)]
        if not cleanups:
            self.insert_phases(phase, ("ending",))
            last = (phase + 1, 1)
        else:
            last = cleanups[-1]
        for at, (_, steps) in enumerate(self.phases):
            if at > phase and at != last[0]:
                self.skip(at)
            elif at >= phase:
                for number in range((step or 0) + 1 if at == phase else 0, len(steps)):
                    if (at, number) != last:
                        self.skip(at, number)

    def _is_live_cleanup(self, phase: int, step: int) -> bool:
        part, steps = self.phases[phase]
        return steps[step].kind == "cleanup" and not (part.skipped or steps[step].skipped)

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


ADDED_STEPS = ("upkeep", "draw", "declare_attackers", "end_of_combat", "end", "cleanup")
ADDED = ("beginning", "combat", "postcombat_main", "ending")
_kinds = st.lists(st.sampled_from(ADDED), min_size=1, max_size=3).map(tuple)
_by = st.sampled_from(NAMES)
_pick = st.integers(0, 10**6)


INSERTIONS_AND_SKIPS = (
    "phases",
    "phases that stay",
    "after",
    "before",
    "skip phase",
    "skip step",
    "reverse",
    "step after phase",
)
BY_RULES = ("no attackers", "second damage", "repeat cleanup", "end turn", "end combat")


@st.composite
def insertions_and_skips(draw: st.DrawFn) -> tuple[str, tuple[int, int, tuple[str, ...], str]]:
    """One rewrite as data: its name, and numbers that choose its anchor when it comes to it."""
    name = draw(st.sampled_from([*INSERTIONS_AND_SKIPS, *BY_RULES]))
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
    if name == "phases that stay":
        plain.insert_phases(at, kinds, stays=True)
        return insert_phases(graph, phase, kinds, by, after_second_main=True)
    if name == "skip phase":
        plain.skip(at)
        return skip(graph, phase, by)
    if name == "step after phase":
        kind = ADDED_STEPS[second % len(ADDED_STEPS)]
        plain.insert_phases(at, (KINDS.phase_of[kind],))
        plain.keep_only(at + 1, (kind,))
        return insert_step_after_phase(graph, phase, kind, by)
    if name in BY_RULES:
        return _apply_by_rules(graph, plain, name, choice)
    if not steps:
        return graph
    step = second % len(steps)
    if name == "skip step":
        plain.skip(at, step)
        return skip(graph, steps[step], by)
    held = KINDS.steps_of[graph.node(phase).kind]
    added = tuple(held[(second + n) % len(held)] for n in range(len(kinds)))
    if name == "after":
        plain.insert_steps(at, step + 1, added)
        return insert_steps(graph, steps[step], added, by)
    plain.insert_steps(at, step, added)
    return insert_steps_before(graph, steps[step], added, by)


def _apply_by_rules(
    graph: TurnGraph, plain: Plain, name: str, choice: tuple[int, int, tuple[str, ...], str]
) -> TurnGraph:
    """Does what the rules of the game themselves do, where the turn has a place for it."""
    wanted = {"no attackers": "declare_attackers", "second damage": "combat_damage", "repeat cleanup": "cleanup"}
    places = plain.places()
    stops = [
        (at, stop)
        for at, stop in enumerate(graph.stops)
        if wanted.get(name, graph.node(stop).kind) == graph.node(stop).kind
        and (name != "end combat" or graph.node(graph.phase_of(stop)).kind == "combat")
    ]
    if not stops:
        return graph
    number, stop = stops[choice[0] % len(stops)]
    phase, step = places[number]
    if name == "end turn":
        plain.end_turn(phase, step)
        return end_turn(graph, stop, choice[3])
    assert step is not None
    if name == "no attackers":
        plain.pass_by(phase, step, ("declare_blockers", "combat_damage"))
        return skip_blocks_and_damage(graph, stop)
    if name == "end combat":
        plain.keep_only(phase, (), after=step)
        return end_combat(graph, stop, choice[3])
    plain.insert_steps(phase, step + 1, (graph.node(stop).kind,))
    return (second_combat_damage if name == "second damage" else repeat_cleanup)(graph, stop)


@st.composite
def graphs(draw: st.DrawFn) -> TurnGraph:
    """Any rewritten turn, by all of the rules."""
    graph = base_turn(draw(st.sampled_from(edition_ids())))
    for name, choice in draw(st.lists(insertions_and_skips(), max_size=10)):
        graph = apply(graph, plain_of(graph), name, choice)
    return graph


def plain_of(graph: TurnGraph) -> Plain:
    """A plain model with as many phases and steps as a graph; what it is told is forgotten."""
    plain = Plain()
    plain.phases = [
        (Part(graph.node(p).kind, 0), [Part(graph.node(s).kind, 0) for s in graph.children(p)])
        for p in graph.children()
    ]
    return plain
