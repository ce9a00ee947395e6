"""Pictures of an exploration: a few ways one below the other, or, of many, how many states there are in each step."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Protocol

from ...edition import load_edition
from ...turn import base_turn
from ..model import Box, Edge, Picture, Tile
from .drawn_turn import DrawnTurn
from .naming import clean, stop_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...edition import Edition

Stop = tuple[int, str, str]
"""The number of a turn, its player, and the kind of a step, or of a phase without steps."""

FEW = 8
"""How many ways are drawn one by one."""


class Ways(Protocol):
    """What is drawn of an exploration: its name and edition, its states by address, and whether it is complete."""

    @property
    def name(self) -> str:
        """The name of the scenario."""
        ...

    @property
    def edition(self) -> str:
        """The id of the edition."""
        ...

    @property
    def states(self) -> int:
        """How many states there are."""
        ...

    @property
    def places(self) -> Mapping[str, int]:
        """How many there are at each address."""
        ...

    @property
    def complete(self) -> bool:
        """Whether every way was walked to its end."""
        ...


def explored_picture(explored: Ways, ways: Sequence[Sequence[Stop]] = ()) -> tuple[Picture, tuple[DrawnTurn, ...]]:
    """Make the picture of an exploration: of its ways, if they are given, or else of its states by step."""
    edition = load_edition(explored.edition)
    boxes = tuple(_ways(edition, ways) if ways else _steps(edition, explored.places))
    extent = "all of them" if explored.complete else "as far as was explored"
    many = f"{len(ways)} way{'' if len(ways) == 1 else 's'}, " if ways else ""
    picture = Picture(
        title=clean(explored.name),
        subtitle=f"{edition.name} · {many}{explored.states:,} states, {extent}",
        description=" ".join(f"{box.name}: {', '.join(tile.name for tile in box.tiles)}." for box in boxes),
        boxes=boxes,
        edges=tuple(edge for box in boxes for edge in _edges(box)),
        level="chain",
    )
    return picture, (DrawnTurn(edition.name, base_turn(edition)),)


def _edges(box: Box) -> Iterator[Edge]:
    for one, other in pairwise(box.tiles):
        yield Edge(f"from-{one.id}-to-{other.id}", one.id, other.id, "main", "")


def _ways(edition: Edition, ways: Sequence[Sequence[Stop]]) -> Iterator[Box]:
    """Make a chain for each turn of each way."""
    for number, way in enumerate(ways, 1):
        for (turn, player), stops in groupby(way, key=lambda stop: stop[:2]):
            id = f"way{number}turn{turn}-1"
            tiles = tuple(_token(edition, f"{id}-{n}", kind) for n, (_, _, kind) in enumerate(stops, 1))
            yield Box(id, f"Way {number}, turn {turn}: {clean(player)}", "", "other", tiles, f"way {number}")


def _token(edition: Edition, id: str, kind: str) -> Tile:
    token = edition.kinds.tokens.get(kind, "M")
    return Tile(id, token, "", 0, stop_name(edition, kind), kind="state", hue=_hue(edition, kind))


def _steps(edition: Edition, places: Mapping[str, int]) -> Iterator[Box]:
    """Make a chain for each phase of each turn; each step says how many states there are."""
    steps: dict[tuple[str, str], list[str]] = {}
    last = f".{edition.phases[-1].kind}"
    for place in sorted(places, key=lambda place: (_turn_of(place), last in place)):
        turn, phase, step = (*place.split("."), "")[:3]
        steps.setdefault((turn, phase), []).append(step)
    for (turn, phase), inside in steps.items():
        id = f"{turn}{phase.replace('#', 'n')}-1"
        tiles = tuple(_counted(edition, id, turn, phase, step, places) for step in inside)
        hue = edition.phase(phase.partition("#")[0]).hue
        yield Box(id, f"{turn}.{phase}", "", hue, tiles, phase)


def _turn_of(place: str) -> int:
    return int(place.partition(".")[0].removeprefix("T"))


def _counted(edition: Edition, id: str, turn: str, phase: str, step: str, places: Mapping[str, int]) -> Tile:
    count = places[".".join(part for part in (turn, phase, step) if part)]
    kind, _, number = (step or phase).partition("#")
    name = stop_name(edition, kind) + (f" {number}" if number else "")
    states = f"{count:,} state{'' if count == 1 else 's'}"
    return Tile(f"{id}-{(step or phase).replace('#', 'n')}", name, states, 0, f"{name}: {states}", kind="plain")


def _hue(edition: Edition, kind: str) -> str:
    return edition.phase(edition.kinds.phase_of.get(kind, kind)).hue
