"""Pieces of the table: the moves of one kind of stop, walked once from a ``transitions`` machine.

Stops with the same moves are one piece, whatever they are called: its machine has the stop
and the places that its moves lead to, under stand-in names. The library says in which order
moves are tried and what they leave and enter; linking only puts the names of a turn there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from ..errors import MachineError
from .chart import (
    GUARDS,
    OVER,
    SEPARATOR,
    SUBSTATES,
    TRIGGER,
    ChartState,
    Guards,
    Way,
    nested,
    state_name,
    way_move,
)
from .machine import build_machine
from .part import ROOT


class Walked(NamedTuple):
    """A move as the library makes it: its guards, what it leaves and enters, by path, and where it leads."""

    guards: Guards
    exits: tuple[str, ...]
    enters: tuple[str, ...]
    target: str
    topic: str = ""


Piece = Mapping[str, tuple[Walked, ...]]
"""The walked moves of a stop by its substates, under stand-in names."""


class Linked:
    """The moves of one stop: those of its piece, and the names of its turn for what is in them."""

    __slots__ = ("names", "piece")

    def __init__(self, piece: Piece, names: dict[str, str]) -> None:
        self.piece, self.names = piece, names

    def named(self, path: str) -> str:
        """The path that stands in the turn for one of the piece."""
        known = self.names.get(path)
        if known is not None:
            return known
        place, _, rest = path.rpartition(SEPARATOR)
        return f"{self.names[place]}{SEPARATOR}{rest}"


def link(places: tuple[str, ...], ways: tuple[Way, ...]) -> Linked:
    """The moves of a stop, the first of the places, as the library makes them."""
    phases = [place.partition(SEPARATOR)[0] for place in places]
    stand_ins = tuple(
        f"p{0 if phase == phases[0] else number}" + (f"/s{number}" if phase != place else "")
        for number, (place, phase) in enumerate(zip(places, phases, strict=True))
    )
    names = {ROOT: ROOT, OVER: OVER}
    for place, phase, stand_in in zip(places, phases, stand_ins, strict=True):
        names[f"{ROOT}/{stand_in.partition('/')[0]}"] = f"{ROOT}/{phase}"
        names[f"{ROOT}/{stand_in}"] = f"{ROOT}/{place}"
    return Linked(_piece(stand_ins, ways), names)


@cache
def _piece(places: tuple[str, ...], ways: tuple[Way, ...]) -> Piece:
    """Builds the machine of a stop and of the places that its moves lead to, and walks it."""
    phases: dict[str, list[str]] = {}
    for place in places:
        phase, _, step = place.partition(SEPARATOR)
        phases.setdefault(phase, []).extend([step] if step else [])
    tree = tuple(
        nested(f"{ROOT}/{phase}", tuple(nested(f"{ROOT}/{phase}/{step}") for step in steps))
        for phase, steps in phases.items()
    )
    moves = [way_move(places, way) for way in ways]
    walked = walk(build_machine((ChartState(OVER), ChartState(ROOT, "", tree)), moves, OVER))
    return {substate: _with_topics(walked[state_name(places[0], substate)], ways, substate) for substate in SUBSTATES}


def _with_topics(walked: tuple[Walked, ...], ways: tuple[Way, ...], source: str) -> tuple[Walked, ...]:
    topics = [way.topic for way in ways if way.source == source]
    return tuple(one._replace(topic=topic) for one, topic in zip(walked, topics, strict=True))


def walk(machine: Any) -> dict[str, tuple[Walked, ...]]:
    """The moves out of each leaf of a ``transitions`` machine, by path, in the order in which it tries them.

    Candidates of the deepest source come first, then in the order they were declared; exits go from
    the leaf up to the common ancestor, entries down again. ``MachineError`` if a move leads nowhere.
    """
    declared: dict[str, list[Any]] = machine.events[TRIGGER].transitions if TRIGGER in machine.events else {}
    leaves = list(_leaves(machine.states))
    known = {name for leaf in leaves for name in _ancestry(leaf)}
    return {
        leaf: tuple(_walked(leaf, one, known) for source in _ancestry(leaf) for one in declared.get(source, ()))
        for leaf in leaves
    }


def _walked(leaf: str, declared: Any, known: set[str]) -> Walked:
    if declared.dest not in known:
        raise MachineError(f"a move from {leaf} leads to {declared.dest}, which is no state")
    guards = tuple((condition.func, condition.target) for condition in declared.conditions)
    for name, _ in guards:
        if name not in GUARDS:
            raise MachineError(f"a move from {leaf} asks the guard {name}; guards are {', '.join(GUARDS)}")
    up, down = _ancestry(leaf), _ancestry(declared.dest)
    exits = tuple(name for name in up if name not in down)
    enters = tuple(name for name in reversed(down) if name not in up)
    return Walked(guards, exits, enters, declared.dest)


def _leaves(states: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, state in states.items():
        path = f"{prefix}{name}"
        if state.states:
            yield from _leaves(state.states, path + SEPARATOR)
        else:
            yield path


def _ancestry(name: str) -> tuple[str, ...]:
    """A state's path and those of all it lies in, the innermost first."""
    parts = name.split(SEPARATOR)
    return tuple(SEPARATOR.join(parts[:n]) for n in range(len(parts), 0, -1))
