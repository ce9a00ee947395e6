"""Pictures of an exploration: a few ways one below the other, or, of many, how many states there are in each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Protocol

from ...edition import Edition, load_edition
from ...turn import base_turn
from ..model import Box, DrawnTurn, Note, Picture, Tile, play_edge
from .naming import clean, stop_name

StepOfTurn = tuple[int, str, str]
"""The number of a turn, its player, and the kind of a step, or of a phase without steps."""

FEW = 8
"""How many ways are drawn one by one."""

WIDEST = 16
"""How many steps of a turn stand side by side, if their states are counted."""

_LEGEND = {
    True: "Dimmed: as in an earlier way",
    False: "Bars: states in which a player decides, by step",
}
"""What a picture shows, by whether it is of single ways."""


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


def explored_picture(
    explored: Ways, ways: Sequence[Sequence[StepOfTurn]] = ()
) -> tuple[Picture, tuple[DrawnTurn, ...]]:
    """Make the picture of an exploration: of its ways, if they are given, or else of its states by step."""
    edition = load_edition(explored.edition)
    boxes = tuple(_ways(edition, ways) if ways else _steps(edition, explored.places))
    extent = "all of them" if explored.complete else "as far as was explored"
    many = f"{len(ways)} way{'' if len(ways) == 1 else 's'}, " if ways else ""
    picture = Picture(
        title=clean(explored.name),
        subtitle=f"{edition.name} · {many}{explored.states:,} states, {extent}",
        boxes=boxes,
        edges=tuple(play_edge(one.id, other.id) for box in boxes for one, other in pairwise(box.tiles)),
        legend=(Note(_LEGEND[bool(ways)]),),
        level="chain",
    )
    return picture, (DrawnTurn(edition.name, base_turn(edition)),)


def _ways(edition: Edition, ways: Sequence[Sequence[StepOfTurn]]) -> Iterator[Box]:
    """Make a chain for each turn of each way; what it shares with a way above it is dimmed."""
    for number, way in enumerate(ways, 1):
        shared = max((_shared(way, other) for other in ways[: number - 1]), default=0)
        todo = iter(enumerate(way))
        for (turn, player), stops in groupby(todo, key=lambda numbered: numbered[1][:2]):
            id, tokens = f"way{number}turn{turn}-1", _Tokens(edition)
            tiles = tuple(tokens.tile(f"{id}-{n}", stop[2], known=at < shared) for n, (at, stop) in enumerate(stops, 1))
            name = f"Way {number}, turn {turn}: {clean(player)}"
            yield Box(id, name, "", "other", tiles, f"way {number}", future=all(tile.future for tile in tiles))


def _shared(way: Sequence[StepOfTurn], other: Sequence[StepOfTurn]) -> int:
    """How many steps two ways have in common at their beginning."""
    return next(
        (n for n, (one, two) in enumerate(zip(way, other, strict=False)) if one != two), min(len(way), len(other))
    )


class _Tokens:
    """The tokens of the steps of one turn; phases without steps are numbered, as in the notation of turns."""

    def __init__(self, edition: Edition) -> None:
        self.edition, self.mains = edition, 0

    def tile(self, id: str, kind: str, *, known: bool = False, number: str = "", count: int = 0) -> Tile:
        """The tile of a step: ``known`` from elsewhere; with its number in the turn and how many states it has."""
        edition = self.edition
        token = edition.kinds.tokens.get(kind, "")
        if not token:
            self.mains += 1
            token = f"M{self.mains}"
        name = stop_name(edition, kind) + (f" {number}" if number else "")
        states = f"{count:,} state{'' if count == 1 else 's'}" if count else ""
        hue = edition.phase(edition.kinds.phase_of.get(kind, kind)).hue
        tooltip = f"{name}: {states}" if states else name
        return Tile(id, token, states or name, 0, tooltip, kind="state", hue=hue, future=known)


def _steps(edition: Edition, places: Mapping[str, int]) -> Iterator[Box]:
    """Make a chain for each turn; each step says how many states there are."""
    for turn, inside in groupby(_in_order(edition, places), key=lambda place: place.partition(".")[0]):
        tokens, stops = _Tokens(edition), tuple(inside)
        for at in range(0, len(stops), WIDEST):
            id = f"{turn}from{at}-1"
            tiles = tuple(_counted(tokens, id, place, places[place]) for place in stops[at : at + WIDEST])
            name = f"Turn {turn.removeprefix('T')}{', continued' if at else ''}"
            yield Box(id, name, "", "other", tiles, name)


def _in_order(edition: Edition, places: Iterable[str]) -> list[str]:
    """Sort places by turn; by phase as they were found, the ending phase last; and by step as in the edition."""
    found = {
        place.rpartition(".")[0] if place.count(".") > 1 else place: n for n, place in reversed([*enumerate(places)])
    }
    order = [step.kind for phase in edition.phases for step in phase.steps]

    def key(place: str) -> tuple[int, bool, int, int]:
        turn, phase, step = (*place.split("."), "")[:3]
        last, kind = phase == edition.phases[-1].kind, step.partition("#")[0]
        at = order.index(kind) if kind in order else len(order)
        return int(turn.removeprefix("T")), last, found[f"{turn}.{phase}"], at

    return sorted(places, key=key)


def _counted(tokens: _Tokens, id: str, place: str, count: int) -> Tile:
    kind, _, number = place.rpartition(".")[2].partition("#")
    key = place.partition(".")[2].replace("#", "n").replace(".", "-")
    return tokens.tile(f"{id}-{key}", kind, number=number, count=count)
