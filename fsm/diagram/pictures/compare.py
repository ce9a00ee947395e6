"""Pictures of two editions side by side: a line for each step, with the differences beside it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ...edition import load_edition
from ...turn import base_turn
from ..model import Box, Edge, Note, Picture, Tile
from .differences import (
    Difference,
    aligned,
    differing_rules,
    leaving_differences,
    part_differences,
    rule_differences,
    step_differences,
    turn_differences,
    words,
)
from .drawn_turn import DrawnTurn
from .naming import clean, phase_names, rule_text, stop_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...edition import Edition, PhaseSpec, StepSpec
    from ...turn import RewriteRule
    from ..model import TileKind
    from .differences import Both

SIDES = ("left", "right")


def compare_picture(one: Edition | str, other: Edition | str) -> tuple[Picture, tuple[DrawnTurn, ...]]:
    """Make the picture of two editions, and the list of the turns that it shows."""
    both = (_edition(one), _edition(other))
    boxes = [*_phases(both), *_everywhere(both)]
    count = sum(len(box.notes) + sum(len(tile.notes) for tile in box.tiles) for box in boxes)
    picture = Picture(
        title=f"The turn in {both[0].name} and in {both[1].name}",
        subtitle=f"{count or 'no'} difference{'' if count == 1 else 's'}",
        description=" ".join(_told(boxes)) or "The two do not differ.",
        boxes=tuple(boxes),
        edges=tuple(_edges(boxes)),
        legend=(Note("Numbers of rules differ in any case, and are not counted. Grey number: order of play"),),
        level="pair",
        captions=tuple((edition.name, clean(edition.title)) for edition in both),
    )
    return picture, tuple(DrawnTurn(edition.name, base_turn(edition)) for edition in both)


def _edition(edition: Edition | str) -> Edition:
    return load_edition(edition) if isinstance(edition, str) else edition


def _phases(both: Both) -> Iterator[Box]:
    """Make a box of each phase, with the steps of both editions in pairs."""
    names = [_phase_names(edition) for edition in both]
    order = [_order(edition) for edition in both]
    for phases in aligned(both[0].phases, both[1].phases):
        either = next(phase for phase in phases if phase)
        kind = either.kind
        tiles: list[Tile] = []
        for steps in aligned(*(_stops(phase) for phase in phases)):
            notes = _notes(step_differences(both, *steps))
            tiles += (_tile(both, side, steps, order[side], notes) for side in (0, 1))
        yield Box(
            id=kind,
            name=names[0].get(kind, names[1].get(kind, "")),
            rule=phases[0].rule if phases[0] else "",
            hue=either.hue,
            tiles=tuple(tiles),
            tooltip="",
            notes=_notes(part_differences(both, *phases)),
            heads=tuple((names[side][kind], phase.rule) if phase else ("", "") for side, phase in enumerate(phases)),
        )


def _phase_names(edition: Edition) -> dict[str, str]:
    return {id.partition("+")[0]: name for id, name in phase_names(base_turn(edition)).items()}


def _order(edition: Edition) -> dict[str, int]:
    graph = base_turn(edition)
    return {graph.node(stop).kind: number for number, stop in enumerate(graph.path, 1)}


def _stops(phase: PhaseSpec | None) -> tuple[StepSpec, ...]:
    """The steps of a phase, or its inside as the only stop."""
    if phase is None:
        return ()
    return phase.steps or ((phase.inside,) if phase.inside else ())


def _tile(
    both: Both,
    side: int,
    steps: tuple[StepSpec | None, StepSpec | None],
    order: dict[str, int],
    notes: tuple[Note, ...],
) -> Tile:
    """Make the tile of one edition's step, or a tile that says that the edition has no such step."""
    edition, own = both[side], steps[side]
    kind = next(step.kind for step in steps if step)
    id = f"{SIDES[side]}-{kind}"
    if own is None:
        return _missing(id, stop_name(both[1 - side], kind), edition, notes)
    priority = "" if own.priority == "always" else "no priority"
    return Tile(
        id=id,
        name=stop_name(edition, own.kind),
        detail=" · ".join(part for part in (own.rule, priority) if part),
        order=order[own.kind],
        tooltip=rule_text(edition, own.rule),
        accent=bool(notes),
        mark="differs" if notes else "",
        notes=notes if not side else (),
    )


def _missing(id: str, name: str, edition: Edition, notes: tuple[Note, ...], kind: TileKind = "stop") -> Tile:
    detail = f"not in {edition.name}"
    right = id.startswith(SIDES[1])
    return Tile(id, name, detail, 0, detail, skipped=True, kind=kind, mark="differs", notes=() if right else notes)


def _notes(differences: Iterable[Difference]) -> tuple[Note, ...]:
    return tuple(Note(difference.text, lead=f"{difference.what}:") for difference in differences)


def _everywhere(both: Both) -> Iterator[Box]:
    """Make the boxes that belong to no phase: how steps and phases end, and the rewrite rules that differ."""
    ends = (("step", "A step ends", "leaving_step"), ("phase", "A phase ends", "leaving_phase"))
    tiles: list[Tile] = []
    for id, name, field in ends:
        lists = [getattr(edition, field) for edition in both]
        notes = _notes(leaving_differences(both, *lists))
        details = (", ".join(map(words, names)) for names in lists)
        tiles += _pair(f"{id}-ends", (name, name), tuple(details), notes)
    yield _wide("ends", "As steps and phases end", tiles, ())
    rules = differing_rules(both)
    notes = _notes(turn_differences(both))
    if rules or notes:
        pairs = [tile for rule in rules for tile in _rule_tiles(both, rule)]
        yield _wide("rewrites", "Rewrites of the turn", pairs, notes)


def _wide(id: str, name: str, tiles: Iterable[Tile], notes: tuple[Note, ...]) -> Box:
    return Box(id, name, "", "other", tuple(tiles), "", notes, heads=((name, ""), ("", "")))


def _rule_tiles(both: Both, rule: RewriteRule) -> tuple[Tile, Tile]:
    notes = _notes(rule_differences(both, rule))
    numbers = tuple(edition.number(rule.topic) for edition in both)
    name = words(rule.name).capitalize()
    pair = _pair(f"rule-{rule.name}", (name, name), numbers, notes)
    missing = [_missing(tile.id, name, edition, tile.notes, "plain") for tile, edition in zip(pair, both, strict=True)]
    left, right = (tile if number else gone for tile, gone, number in zip(pair, missing, numbers, strict=True))
    return left, right


def _pair(id: str, names: tuple[str, ...], details: tuple[str, ...], notes: tuple[Note, ...]) -> tuple[Tile, Tile]:
    """Make two tiles that stand side by side."""
    mark = "differs" if notes else ""
    left, right = (
        Tile(f"{side}-{id}", name, detail, 0, f"{name}: {detail}", accent=bool(notes), mark=mark, kind="plain")
        for side, name, detail in zip(SIDES, names, details, strict=True)
    )
    return replace(left, notes=notes), right


def _edges(boxes: list[Box]) -> Iterator[Edge]:
    """Join the stops of each edition in order of play."""
    for side in SIDES:
        tiles = [tile for box in boxes for tile in box.tiles if tile.id.startswith(side) and tile.order]
        for one, other in pairwise(sorted(tiles, key=lambda tile: tile.order)):
            yield Edge(f"from-{one.id}-to-{other.id}", one.id, other.id, "main", "")


def _told(boxes: list[Box]) -> Iterator[str]:
    """Put the differences into sentences, for readers who cannot see the picture."""
    for box in boxes:
        for name, notes in ((box.name, box.notes), *((tile.name, tile.notes) for tile in box.tiles)):
            yield from (f"{name}, {note.lead} {note.text}." for note in notes)
