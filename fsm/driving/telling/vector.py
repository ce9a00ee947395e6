"""Scenarios as vectors: told in neutral words, with all that has to be seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import PurePath

import msgspec

from ...game import Event
from ...recording import Frame, seen_in
from ...scenario import Scenario
from ...turn import TurnGraph
from ..instructions import AnyInstruction, Attack, Block, Creature, EnterAttacking, Last, LeaveCombat
from ..words import VERSION, Act, Entry, Expected, Setup, Vector, ends_by_name, needs_of
from .acts import acts_of
from .endings import begins_with, endings_of, name_of
from .watched import Placed, StepSpan, Unsayable, Watched, watch


def vector_of(scenario: Scenario, edition: str, id: str = "", run: Watched | None = None) -> Vector:
    """A scenario under an edition, in neutral words; ``run`` is its run, if there is one already.

    ``Unsayable`` says what cannot be told; ``InputError`` if the scenario cannot be run.
    """
    run = run or watch(scenario, edition)
    if run.start.edition.id not in scenario.editions or "." in run.start.edition.id:
        raise Unsayable("it is played by an edition of its own")
    begin, placed = acts_of(run)
    names, options = run.recording.players, run.start.game.options
    teams = tuple(tuple(names[seat] for seat in team) for team in options.teams)
    shows = scenario.rules.get(edition, ())
    endings = endings_of(run, shows)
    placed = sorted([*placed, *filter(None, endings.values())], key=lambda one: (one.stop, one.position))
    told_of = _Names()
    begin += begins_with(run, shows)
    setup = Setup(edition, names, names[scenario.first], teams, tuple(map(told_of.act, begin)))
    lasting = {do.name for one in placed for do in one.act.do if isinstance(do, Last)}
    told = list(_expected(run, lasting, endings))
    script = tuple(_entry(run, one, told_of.act(one.act), told) for one in placed)
    expect = _by_name([one for _, one in told], {entry.after for entry in script})
    cited = dict.fromkeys((*shows, *(number for one in expect for number in one.rules)))
    rules = {number: line for number in cited if (line := run.start.edition.line(number))}
    return Vector(
        "turn-vector", VERSION, id or vector_id(scenario, edition), scenario.name,
        needs_of(setup, tuple(entry.act for entry in script)),
        setup, script, expect, run.events[-1].state.outcome is not None,
        shows, rules,
    )  # fmt: skip


def _by_name(told: list[Expected], acts: Collection[int]) -> tuple[Expected, ...]:
    """What has to be seen, with what ends at once by name: what ends before and after an act does not end at once."""
    cuts = sorted({0, len(told), *acts})
    return tuple(one for begins, ends in pairwise(cuts) for one in ends_by_name(told[begins:ends]))


class _Names:
    """Plain names for creatures in place of those of cards, the same for the same name in all acts."""

    def __init__(self) -> None:
        self.known = defaultdict[str, str](self.next)

    def next(self) -> str:
        """Another name: after the last animal the first one again, with a number."""
        round_, place = divmod(len(self.known), len(ANIMALS))
        return ANIMALS[place] + (str(round_ + 1) if round_ else "")

    def act(self, act: Act) -> Act:
        """An act with such names."""
        return msgspec.structs.replace(act, do=tuple(map(self.instruction, act.do)))

    def instruction(self, do: AnyInstruction) -> AnyInstruction:
        """One of its instructions."""
        if isinstance(do, LeaveCombat):
            return LeaveCombat(tuple(self.known[name] for name in do.names))
        if not isinstance(do, Attack | Block | EnterAttacking):
            return do
        creatures = tuple(Creature(self.known[one.name], one.strikes) for one in do.creatures)
        return msgspec.structs.replace(do, creatures=creatures)


ANIMALS = ("Bear", "Wolf", "Elk", "Boar", "Crab", "Hawk", "Otter", "Toad", "Lynx", "Mole", "Newt", "Owl")
"""What creatures are called."""


def vector_id(scenario: Scenario, edition: str) -> str:
    """A name for a vector: that of its file, without folders, and the edition."""
    return f"{PurePath(scenario.file).name.removesuffix('.turn.yaml')}.{edition}"


def _entry(run: Watched, placed: Placed, act: Act, told: list[tuple[int, Expected]]) -> Entry:
    """An act, and how much has been seen before it: also what an act before it in the same stop has ended."""
    stop = run.stops[placed.stop]
    frame = Frame(1, run.events[stop.begins])
    seen = sum(position <= stop.opens or position < placed.position for position, _ in told)
    return Entry(seen, frame.address, act)


def _expected(run: Watched, lasting: set[str], endings: Collection[int]) -> Iterator[tuple[int, Expected]]:
    """What has to be seen, each with the position of its event."""
    opens = {stop.begins: bool(stop.opens) for stop in run.stops}
    passed = {stop.begins: tuple(_passed(run, stop)) for stop in run.stops}
    before = 0
    for position, event in enumerate(run.events):
        if event.kind == "effect.end" and event.get("name") in lasting:
            yield position, Expected(ends=str(event.get("name")), rules=event.rules)
        if position in endings:
            yield position, Expected(ends=name_of(run, position), rules=event.rules)
        one = seen_in(Frame(1, event))
        if one is None or (one.begins != "turn" and position not in opens):
            continue
        fields = msgspec.structs.asdict(one)
        fields["controller"] = (_controller if one.begins == "turn" else _controller_of_phase)(run, before, position)
        yield (
            position,
            Expected(
                **fields,
                priority=opens.get(position, False),
                passed=passed.get(position, ()),
                rules=_rules(run, before, position),
            ),
        )
        before = position


def _passed(run: Watched, stop: StepSpan) -> list[str]:
    """Who passed in the last round before a stop ended; nobody if the run ends in it.

    Nor if what an engine is not told of makes a difference: a mana ability of another player, or who left meanwhile.
    """
    found: list[str] = []
    if stop.ends == len(run.events):
        return found
    state = run.events[stop.ends - 1].state
    for event in reversed(run.events[stop.begins : stop.ends]):
        if event.kind == "priority.pass" and event.player is not None:
            name = event.state.name(event.player)
            if name in found:
                break
            found.insert(0, name)
    seats = state.rotation.seats
    all_told = set(found) == {state.name(seat) for seat in seats}
    begun = not found or state.active not in seats or found[0] == state.name(state.active)
    return found if all_told and begun else []


def _controller(run: Watched, _: int, turn: int) -> str:
    """Who controls the turn that begins with an event: what says so comes before its first step."""
    for event in run.events[turn + 1 :]:
        if event.kind == "control.begin":
            return str(event.get("controller"))
        if event.kind.endswith(".begin"):
            break
    return ""


def _controller_of_phase(run: Watched, before: int, stop: int) -> str:
    """Who controls the phase whose first step begins with an event, if the newest control is of this phase."""
    began = any(event.kind == "control.begin" and event.get("what") for event in run.events[before:stop])
    in_force = run.events[stop].state.ahead.in_force
    newest = in_force[-1] if began and in_force else None
    return run.start.name(newest.controller) if newest is not None and newest.phase else ""


def _rules(run: Watched, before: int, position: int) -> tuple[str, ...]:
    """The rules by which something comes next: those that left out what was before it, and those that put it there."""
    event = run.events[position]
    edition, graph = event.state.edition, run.graphs[event.state.turn]
    if event.kind == "turn.begin":
        skips = (other.rules for other in run.events[before + 1 : position] if other.kind == "turn.skip")
        told = [number for rules in skips for number in rules]
        told += edition.cite("extra_turn") if event.state.extra else ()
        told += edition.cite("team_turns") if event.state.game.options.teams else ()
        return tuple(dict.fromkeys(told))
    gone = [_gone(run, event.state.turn, graph, node) for node in _between(graph, run.events[before], event)]
    told = [number for rules in gone for number in rules] if all(gone) else []  # else the turn or the phase was ended
    told += [mark.rule for node in (event.node, graph.parent(event.node)) if (mark := graph.node(node).inserted)]
    if event.state.turn == 1 and graph.node(event.node).kind == "draw":
        told += edition.cite("teams_first_draw" if event.state.game.options.teams else "first_draw")
    return tuple(dict.fromkeys(number for number in told if number))


def _gone(run: Watched, turn: int, graph: TurnGraph, node: str) -> tuple[str, ...]:
    """The rules by which a stop was skipped, or its phase."""
    return run.skipped.get((turn, node), ()) or run.skipped.get((turn, graph.parent(node)), ())


def _between(graph: TurnGraph, last: Event, event: Event) -> Iterator[str]:
    """What is between two stops of a turn, or before its first."""
    stops = graph.stops
    start = stops.index(last.node) + 1 if last.node in stops and last.state.turn == event.state.turn else 0
    yield from stops[start : stops.index(event.node)]
