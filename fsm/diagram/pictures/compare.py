"""Pictures of two editions side by side: what matters most, a line for each step, and a list of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from ...edition import Edition, PhaseSpec, StepSpec, as_edition
from ...edition.model import AT_NEED
from ...edition.stories import STORY_OF, Story, weight, words
from ...turn import RewriteRule, base_turn
from ..model import Box, DrawnTurn, Edge, Note, Picture, Tile, TileKind, dotted, play_edge
from .differences import (
    EXISTS,
    LEAST_WEIGHT,
    MOST,
    Both,
    Difference,
    aligned,
    differing_rules,
    leaving_differences,
    part_differences,
    rule_differences,
    shape_differences,
    side_by_side,
    step_differences,
    turn_differences,
)
from .naming import clean, phase_names, rule_text, said_name, stop_name, within, within_heading
from .turn import NO_PRIORITY, numbers_note, sources_notes

SIDES = ("left", "right")
LETTERS = "ABC"
"""The names of the main differences, at most ``MOST``: no numbers, which steps and rules have."""


class Ranked(msgspec.Struct, frozen=True):
    """The stories of what differs in two editions, heaviest first: those that matter most, and all others.

    ``marks`` are, by the place of a difference, the letters of the stories of the first kind that tell of it.
    """

    stories: tuple[Story, ...]
    rest: tuple[Story, ...]
    marks: dict[str, tuple[str, ...]]


Found = list[tuple[str, str, Difference]]
"""Differences, each with the id and the name of its place."""


def compare_picture(one: Edition | str, other: Edition | str) -> tuple[Picture, tuple[DrawnTurn, ...]]:
    """Make the picture of two editions, and the list of the turns that it shows."""
    both = (as_edition(one), as_edition(other))
    found = [*_in_phases(both), *_outside_phases(both)]
    ranked = _rank(found)
    boxes = [*_phases(both, ranked), *_everywhere(both, ranked)]
    headline = tuple(_told(both, story, letter) for letter, story in zip(LETTERS, ranked.stories, strict=False))
    aside = tuple(_told(both, story) for story in ranked.rest)
    count = len(headline) + len(aside)
    picture = Picture(
        title=f"The turn {within(both[0])} and {within(both[1])}",
        subtitle=f"{count or 'no'} difference{'' if count == 1 else 's'}",
        boxes=tuple(boxes),
        edges=tuple(_edges(boxes)),
        legend=(
            Note("Numbers of rules differ in any case, and are not counted"),
            numbers_note(*both),
            *sources_notes(*both),
        ),
        level="pair",
        captions=tuple((said_name(edition), clean(edition.title)) for edition in both),
        headline=headline,
        aside=aside,
    )
    return picture, tuple(DrawnTurn(edition.name, base_turn(edition)) for edition in both)


def _in_phases(both: Both) -> Iterator[tuple[str, str, Difference]]:
    """Find the differences of phases and steps, in order of play; what is in a phase that is not there is not told."""
    yield from (("turn", "The turn", difference) for difference in shape_differences(both))
    for phases in aligned(*side_by_side(both)):
        phase = next(phase for phase in phases if phase)
        name = next(names[phase.kind] for names in map(_phase_names, both) if phase.kind in names)
        yield from ((phase.kind, name, difference) for difference in part_differences(both, *phases))
        for steps in aligned(*(_stops(phase) for phase in phases)) if all(phases) else ():
            step, edition = next(pair for pair in zip(steps, both, strict=True) if pair[0])
            kind = step.kind if step else ""
            name = stop_name(edition, kind)
            yield from ((f"{SIDES[0]}-{kind}", name, difference) for difference in step_differences(both, *steps))


def _outside_phases(both: Both) -> Iterator[tuple[str, str, Difference]]:
    """Find the differences that belong to no phase."""
    for part, name in ENDS.items():
        lists = [getattr(edition, f"leaving_{part}") for edition in both]
        yield from ((f"{SIDES[0]}-{part}-ends", name, one) for one in leaving_differences(both, part, *lists))
    yield from (("rewrites", "The game", difference) for difference in turn_differences(both))
    for rule in differing_rules(both):
        name = words(rule.name).capitalize()
        yield from ((f"{SIDES[0]}-rule-{rule.name}", name, one) for one in rule_differences(both, rule))


def _rank(found: Found) -> Ranked:
    """Choose the stories that matter most; a difference that they do not tell whole stays in the rest."""
    told = [(id, _stories(name, one)) for id, name, one in found]
    every = dict.fromkeys(story for _, stories in told for story in stories)
    heaviest = sorted(every, key=lambda story: -story.weight)
    top = [story for story in heaviest if story.weight >= LEAST_WEIGHT][:MOST]
    marks: dict[str, tuple[str, ...]] = {}
    for id, stories in told:
        letters = {LETTERS[top.index(story)] for story in stories if story in top}
        if letters:
            marks[id] = tuple(sorted({*marks.get(id, ()), *letters}))
    return Ranked(tuple(top), tuple(story for story in heaviest if story not in top), marks)


def _stories(name: str, difference: Difference) -> tuple[Story, ...]:
    """What tells of a difference: known stories and, if these do not tell all of it, its own words."""
    known = dict.fromkeys(STORY_OF[key] for key in difference.keys if key in STORY_OF)
    untold = [key for key in difference.keys if key not in STORY_OF]
    lead = name if difference.what == EXISTS else f"{name}: {difference.what}"
    own = Story(max(map(weight, untold), default=0), lead, difference.keys, (("", difference.text),))
    return (*known, own) if untold else tuple(known)


def _told(both: Both, story: Story, letter: str = "") -> Note:
    """What a story says of each edition, in a sentence."""
    clauses = [story.clause(edition) for edition in both]
    rules = dict.fromkeys(rule for edition in both if (rule := story.rule(edition)))
    sides = (f"{within(edition)}, {clause}" for edition, clause in zip(both, clauses, strict=True) if clause)
    text = clauses[0] if clauses[0] == clauses[1] else "; ".join(sides)
    alone = [(_capital(clause or NOTHING), story.rule(edition)) for clause, edition in zip(clauses, both, strict=True)]
    lead = f"{letter} {story.lead}".strip()
    told = () if clauses[0] == clauses[1] else tuple(alone)
    return Note(_capital(text), lead=lead, rule=", ".join(rules), letter=letter, sides=told)


NOTHING = "there is nothing of the kind"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _mark(ranked: Ranked, id: str) -> str:
    """The letters of the stories about a place."""
    return ", ".join(ranked.marks.get(id, ()))


def _marked_notes(ranked: Ranked, id: str) -> tuple[Note, ...]:
    return tuple(Note(ranked.stories[LETTERS.index(one)].lead, lead=one) for one in ranked.marks.get(id, ()))


def _phases(both: Both, ranked: Ranked) -> Iterator[Box]:
    """Make a box of each phase, with the steps of both editions in pairs."""
    names = [_phase_names(edition) for edition in both]
    order = [_order(edition) for edition in both]
    for phases in aligned(*side_by_side(both)):
        either = next(phase for phase in phases if phase)
        kind = either.kind
        tiles: list[Tile] = []
        for steps in aligned(*(_stops(phase) for phase in phases)):
            for side in (0, 1):
                tile = _tile(both, side, steps, order[side], ranked)
                heading = names[side].get(kind) or names[1 - side][kind]
                tiles.append(tile if either.steps else replace(tile, name=within_heading(tile.name, heading)))
        yield Box(
            id=kind,
            name=names[0].get(kind, names[1].get(kind, "")),
            rule=phases[0].rule if phases[0] else "",
            hue=either.hue,
            tiles=tuple(tiles),
            tooltip="",
            notes=_marked_notes(ranked, kind),
            heads=tuple(
                (names[side][kind], phase.rule) if phase in both[side].phases else ("", "")
                for side, phase in enumerate(phases)
            ),
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
    both: Both, side: int, steps: tuple[StepSpec | None, StepSpec | None], order: dict[str, int], ranked: Ranked
) -> Tile:
    """Make the tile of one edition's step, or a tile that says that the edition has no such step."""
    edition, own = both[side], steps[side]
    kind = next(step.kind for step in steps if step)
    place = f"{SIDES[0]}-{kind}"
    if own is None:
        return _missing(f"{SIDES[side]}-{kind}", stop_name(both[1 - side], kind), edition, _mark(ranked, place))
    priority = NO_PRIORITY if own.priority in ("never", *AT_NEED) else ""
    mark = _mark(ranked, place)
    return Tile(
        id=f"{SIDES[side]}-{kind}",
        name=stop_name(edition, own.kind),
        detail=dotted(own.rule, priority),
        order=order[own.kind],
        tooltip=rule_text(edition, own.rule),
        accent=bool(mark) or steps[1 - side] is None,
        mark=mark,
        notes=_marked_notes(ranked, place) if not side else (),
    )


def _missing(id: str, name: str, edition: Edition, mark: str, kind: TileKind = "stop") -> Tile:
    detail = f"not {within(edition)}"
    return Tile(id, name, detail, 0, detail, skipped=True, kind=kind, mark=mark)


ENDS: dict[Literal["step", "phase"], str] = {"phase": "A phase ends", "step": "A step ends"}


def _everywhere(both: Both, ranked: Ranked) -> Iterator[Box]:
    """Make the boxes that belong to no phase: how steps and phases end, and the rewrite rules that matter most."""
    tiles: list[Tile] = []
    for part, name in ENDS.items():
        lists = [getattr(edition, f"leaving_{part}") for edition in both]
        if part == "step" and not any(edition.kinds.steps for edition in both):
            continue
        nothing = ("nothing is done" if edition.kinds.steps else "there are none" for edition in both)
        details = tuple(", ".join(map(words, names)) or none for names, none in zip(lists, nothing, strict=True))
        tiles += _pair(f"{part}-ends", name, details, ranked)
    yield _wide("ends", "As phases and steps end", tiles, ())
    notes = _marked_notes(ranked, "rewrites")
    rules = [rule for rule in differing_rules(both) if _mark(ranked, f"{SIDES[0]}-rule-{rule.name}")]
    if rules or notes:
        pairs = [tile for rule in rules for tile in _rule_tiles(both, rule, ranked)]
        yield _wide("rewrites", "Rewrites of the turn", pairs, notes)


def _wide(id: str, name: str, tiles: Iterable[Tile], notes: tuple[Note, ...]) -> Box:
    return Box(id, name, "", "other", tuple(tiles), "", notes, heads=((name, ""), ("", "")))


def _rule_tiles(both: Both, rule: RewriteRule, ranked: Ranked) -> tuple[Tile, Tile]:
    numbers = tuple(edition.number(rule.topic) for edition in both)
    name = words(rule.name).capitalize()
    pair = _pair(f"rule-{rule.name}", name, numbers, ranked)
    missing = [_missing(tile.id, name, edition, tile.mark, "plain") for tile, edition in zip(pair, both, strict=True)]
    left, right = (tile if number else gone for tile, gone, number in zip(pair, missing, numbers, strict=True))
    return left, right


def _pair(id: str, name: str, details: tuple[str, ...], ranked: Ranked) -> tuple[Tile, Tile]:
    """Make two tiles that stand side by side."""
    mark = _mark(ranked, f"{SIDES[0]}-{id}")
    left, right = (
        Tile(f"{side}-{id}", name, detail, 0, f"{name}: {detail}", accent=bool(mark), mark=mark, kind="plain")
        for side, detail in zip(SIDES, details, strict=True)
    )
    return replace(left, notes=_marked_notes(ranked, left.id)), right


def _edges(boxes: list[Box]) -> Iterator[Edge]:
    """Join the stops of each edition in order of play."""
    for side in SIDES:
        tiles = [tile for box in boxes for tile in box.tiles if tile.id.startswith(side) and tile.order]
        for one, other in pairwise(sorted(tiles, key=lambda tile: tile.order)):
            yield play_edge(one.id, other.id)
