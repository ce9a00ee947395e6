"""Pieces of the table: the moves of one kind of stop, read once from a ``transitions`` machine.

Stops with the same moves share one piece. Its machine has the stop and the places that its
moves lead to, under stand-in names. The library decides in which order moves are tried and
which states they exit and enter; linking replaces the stand-in names by those of a turn.
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
    Way,
    nested,
    state_name,
    way_move,
)
from .following import Guards
from .machine import build_machine
from .part import ROOT


class Walked(NamedTuple):
    """A move as the library makes it: its guards, the paths that it exits and enters, and its target.

    ``place`` is the number of the target place in the piece, ``substate`` the target state in it.
    """

    guards: Guards
    exits: tuple[str, ...]
    enters: tuple[str, ...]
    target: str
    topic: str = ""
    place: int = -1
    substate: str = ""


Piece = Mapping[str, tuple[Walked, ...]]
"""The walked moves of a stop by its substates, under stand-in names."""


class Linked:
    """The moves of one stop: its piece, and the places of its turn in the order of the piece's places."""

    __slots__ = ("_names", "piece", "places")

    def __init__(self, piece: Piece, places: tuple[str, ...]) -> None:
        self.piece, self.places = piece, places
        self._names: dict[str, str] | None = None

    def target(self, walked: Walked) -> tuple[str, str]:
        """The stop and the substate that a move leads to; the turn itself once it is over."""
        return (ROOT, OVER) if walked.place < 0 else (self.places[walked.place], walked.substate)

    def named(self, path: str) -> str:
        """The path in the turn for a path of the piece."""
        if self._names is None:
            self._names = _names(self.places)
        known = self._names.get(path)
        if known is not None:
            return known
        place, _, rest = path.rpartition(SEPARATOR)
        return f"{self._names[place]}{SEPARATOR}{rest}"


Shape = tuple[bool, ...]
"""For each place in turn: is it in the stop's own phase, and is it a step?"""


def link(places: tuple[str, ...], ways: tuple[Way, ...]) -> Linked:
    """The moves of a stop, which is the first of the places, as the library makes them."""
    return Linked(_piece(_shape(places), ways), places)


def _shape(places: tuple[str, ...]) -> Shape:
    own = places[0].partition(SEPARATOR)[0]
    shape: list[bool] = []
    for place in places:
        phase, _, step = place.partition(SEPARATOR)
        shape += (phase == own, step != "")
    return tuple(shape)


def _stand_ins(shape: Shape) -> tuple[str, ...]:
    """The stand-in names of places: they show which place is in the stop's own phase, and which is a step."""
    return tuple(
        f"p{0 if in_own else number}" + (f"/s{number}" if is_step else "")
        for number, (in_own, is_step) in enumerate(zip(shape[::2], shape[1::2], strict=True))
    )


def _names(places: tuple[str, ...]) -> dict[str, str]:
    names = {ROOT: ROOT, OVER: OVER}
    for place, stand_in in zip(places, _stand_ins(_shape(places)), strict=True):
        names[f"{ROOT}/{stand_in.partition(SEPARATOR)[0]}"] = f"{ROOT}/{place.partition(SEPARATOR)[0]}"
        names[f"{ROOT}/{stand_in}"] = f"{ROOT}/{place}"
    return names


@cache
def _piece(shape: Shape, ways: tuple[Way, ...]) -> Piece:
    """Builds the machine of a stop and of the places that its moves lead to, and reads its moves."""
    places = _stand_ins(shape)
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
    return {
        substate: _placed(walked[state_name(places[0], substate)], places, ways, substate) for substate in SUBSTATES
    }


def _placed(
    walked: tuple[Walked, ...], places: tuple[str, ...], ways: tuple[Way, ...], source: str
) -> tuple[Walked, ...]:
    """The moves out of a substate, with the topics of their rules and the numbers of their target places."""
    topics = [way.topic for way in ways if way.source == source]
    known = {f"{ROOT}/{place}": number for number, place in enumerate(places)}
    ends = [one.target.rpartition(SEPARATOR) for one in walked]
    return tuple(
        one._replace(topic=topic, place=known.get(place, -1), substate=substate)
        for one, topic, (place, _, substate) in zip(walked, topics, ends, strict=True)
    )


def walk(machine: Any) -> dict[str, tuple[Walked, ...]]:
    """The moves out of each leaf of a ``transitions`` machine, by path, in the order in which they are tried.

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
        raise MachineError(f"a move from {leaf} leads to {declared.dest}, which is not a state")
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
    """The path of a state and the paths of its ancestors, innermost first."""
    parts = name.split(SEPARATOR)
    return tuple(SEPARATOR.join(parts[:n]) for n in range(len(parts), 0, -1))
