"""Pictures of two editions: what differs is found in their data, marked, and said."""

from __future__ import annotations

import msgspec
import pytest

from fsm.diagram import Diagram, compare_diagram
from fsm.edition import Edition, PhaseSpec, edition_ids, load_edition
from fsm.errors import UnknownEdition

CR2026 = load_edition("cr2026")


def _told(diagram: Diagram) -> dict[str, list[str]]:
    """What is said of each line, by the id of its left tile or of its box."""
    told = {}
    for box in diagram.layout.picture.boxes:
        for id, notes in ((box.id, box.notes), *((tile.id, tile.notes) for tile in box.tiles)):
            if notes:
                told[id] = [f"{note.lead} {note.text}" for note in notes]
    return told


def _changed(kind: str, **changes: object) -> Edition:
    """An edition with one step changed."""

    def phase(spec: PhaseSpec) -> PhaseSpec:
        steps = tuple(msgspec.structs.replace(s, **changes) if s.kind == kind else s for s in spec.steps)
        return msgspec.structs.replace(spec, steps=steps)

    return msgspec.structs.replace(CR2026, id="mine", phases=tuple(map(phase, CR2026.phases)))


def test_2006_and_2026() -> None:
    told = _told(compare_diagram("cr2006", "cr2026"))
    assert told["left-untap"] == [
        "actions: only cr2026: day and night 502.2",
        "effects on what phases out: cr2006: end; cr2026: stay",
        "tokens that phase out: cr2006: cease to exist; cr2026: phase in again",
    ]
    assert told["left-declare_attackers"][1:] == [
        "what attacking one of a team costs: cr2006: is asked once for the team; cr2026: is asked for that player",
        "a creature that attacks this turn if able: cr2006: has to only until it has attacked; "
        "cr2026: has to in each combat",
        "one that has to and can't attack alone: cr2006: takes along only another that has to; "
        "cr2026: takes along any other",
    ]
    assert told["combat"] == ["actions: only cr2006: choose defender 306.3"]
    assert told["left-end"] == ["name: cr2006: end of turn step; cr2026: end step"]
    assert (
        told["left-combat_damage"][0] == "actions: only cr2006: damage on stack 217.6e; only cr2026: deal damage 510.2"
    )
    assert told["left-phase-ends"] == ["what is done: only cr2006: mana burns 300.3; only cr2026: mana empties 500.5"]
    assert told["left-rule-end_combat"] == ["rule: only in cr2026"]
    assert "left-upkeep" not in told
    assert "left-declare_blockers" not in told


def test_blockers_were_put_in_order_in_2011() -> None:
    told = _told(compare_diagram("cr2011", "cr2026"))
    assert told["left-declare_blockers"][0].startswith("actions: only cr2011: order blockers 509.2, order attackers")
    assert told["left-step-ends"] == ["order: cr2011: mana empties, durations end; cr2026: durations end, mana empties"]


@pytest.mark.parametrize("edition", edition_ids())
def test_an_edition_does_not_differ_from_itself(edition: str) -> None:
    diagram = compare_diagram(edition, edition)
    assert _told(diagram) == {}
    assert not diagram.layout.pills
    assert "no differences" in diagram.layout.picture.subtitle


@pytest.mark.parametrize(("one", "other"), [("cr2006", "cr2026"), ("cr2026", "cr2006"), ("cr2008", "cr2011")])
def test_what_differs_is_marked_and_said_and_nothing_else(one: str, other: str) -> None:
    diagram = compare_diagram(one, other)
    told = _told(diagram)
    for box in diagram.layout.picture.boxes:
        for left, right in zip(box.tiles[::2], box.tiles[1::2], strict=True):
            differs = left.id in told
            assert (left.mark, right.mark) == (("differs",) * 2 if differs else ("", ""))
            assert all(tile.accent or tile.skipped for tile in (left, right)) == differs
    marked = {pill.id.removeprefix("differs-") for pill in diagram.layout.pills}
    assert marked == set(told)
    assert all(pill.text == "differs" for pill in diagram.layout.pills)
    count = sum(map(len, told.values()))
    assert diagram.layout.picture.subtitle == f"{count} differences"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"priority": "never"}, ["priority: cr2026: the active player gets it; mine: no player gets it"]),
        ({"priority": "if_needed"}, ["priority: cr2026: the active player gets it; mine: only if something triggers"]),
        ({"name": "another step"}, ["name: cr2026: upkeep step; mine: another step"]),
        ({"actions": ("draw", "untap")}, ["actions: only mine: draw 504.1, untap 502.3"]),
        ({"rule": "999"}, []),
    ],
)
def test_each_change_of_a_step_is_found(changes: dict[str, object], said: list[str]) -> None:
    assert _told(compare_diagram(CR2026, _changed("upkeep", **changes))).get("left-upkeep", []) == said


def test_the_order_of_actions_is_compared() -> None:
    told = _told(compare_diagram(CR2026, _changed("untap", actions=("untap", "day_night", "phasing"))))
    said = "order: cr2026: phasing, day and night, untap; mine: untap, day and night, phasing"
    assert told["left-untap"] == [said]


def test_a_step_that_only_one_has_stands_beside_an_empty_place() -> None:
    phases = tuple(
        msgspec.structs.replace(p, steps=tuple(s for s in p.steps if s.kind != "upkeep")) for p in CR2026.phases
    )
    other = msgspec.structs.replace(CR2026, id="mine", phases=phases)
    diagram = compare_diagram(CR2026, other)
    assert _told(diagram)["left-upkeep"] == ["structure: only in cr2026; mine has none here"]
    tiles = {placed.tile.id: placed.tile for placed in diagram.layout.tiles}
    assert (tiles["right-upkeep"].skipped, tiles["right-upkeep"].detail) == (True, "not in mine")
    ways = {(path.edge.source, path.edge.target) for path in diagram.layout.paths}
    assert {("left-untap", "left-upkeep"), ("right-untap", "right-draw")} <= ways


def test_a_phase_that_only_one_has() -> None:
    other = msgspec.structs.replace(CR2026, id="mine", phases=CR2026.phases[:-1])
    for pair, side in (((CR2026, other), "right"), ((other, CR2026), "left")):
        diagram = compare_diagram(*pair)
        assert _told(diagram)["ending"] == ["structure: only in cr2026; mine has none here"]
        tiles = {placed.tile.id: placed.tile for placed in diagram.layout.tiles}
        assert tiles[f"{side}-cleanup"].skipped


def test_a_choice_that_is_new_to_this_module_is_told_by_its_own_name() -> None:
    choices = {**CR2026.choices, "colour_of_dice": ("dark_red",)}
    told = _told(compare_diagram(CR2026, msgspec.structs.replace(CR2026, id="mine", choices=choices)))
    assert told["rewrites"] == ["colour of dice: cr2026: not asked; mine: dark red"]


def test_the_parts_are_the_two_turns() -> None:
    assert [(part.name, part.graph.edition.id) for part in compare_diagram("cr2006", "cr2026").turns] == [
        ("cr2006", "cr2006"),
        ("cr2026", "cr2026"),
    ]


def test_an_unknown_edition_is_said() -> None:
    with pytest.raises(UnknownEdition, match="cr1999"):
        compare_diagram("cr2006", "cr1999")
