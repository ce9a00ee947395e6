"""Pictures of two editions: what differs is found in their data, marked, and said."""

from __future__ import annotations

import json

import msgspec
import pytest

from fsm.diagram import Diagram, compare_diagram
from fsm.diagram.pictures.differences import STORIES, facts
from fsm.edition import Edition, PhaseSpec, edition_ids, load_edition
from fsm.errors import UnknownEdition

CR2026 = load_edition("cr2026")


def _told(diagram: Diagram) -> list[str]:
    """The list of the smaller differences."""
    return [f"{note.lead}: {note.text}" for note in diagram.layout.picture.aside]


def _headline(diagram: Diagram) -> list[str]:
    return [f"{note.lead}: {note.text}" for note in diagram.layout.picture.headline]


def _marks(diagram: Diagram) -> dict[str, str]:
    """The numbers of the headline beside the lines of the picture."""
    return {pill.id.removeprefix("differs-"): pill.text for pill in diagram.layout.pills}


def _changed(kind: str, **changes: object) -> Edition:
    """An edition with one step changed."""

    def phase(spec: PhaseSpec) -> PhaseSpec:
        steps = tuple(msgspec.structs.replace(s, **changes) if s.kind == kind else s for s in spec.steps)
        return msgspec.structs.replace(spec, steps=steps)

    return msgspec.structs.replace(CR2026, id="mine", phases=tuple(map(phase, CR2026.phases)))


def test_2006_and_today() -> None:
    diagram = compare_diagram("cr2006", "cr2026")
    assert diagram.layout.picture.title == "The turn in 2006 and today"
    assert diagram.layout.picture.subtitle == "25 differences"
    assert _headline(diagram) == [
        "1 Mana burn: In 2006, a player loses 1 life for each unused mana as a phase ends; "
        "today, unused mana costs no life",
        "2 Combat damage and the stack: In 2006, combat damage uses the stack, and players may respond to it; "
        "today, combat damage is dealt at once",
        "3 How long mana lasts: In 2006, mana lasts from step to step until the phase ends; "
        "today, unused mana is lost as each step ends",
    ]
    assert [note.rule for note in diagram.layout.picture.headline] == ["300.3, 500.5", "217.6e, 510.2", "300.3, 500.5"]
    assert _marks(diagram) == {"left-combat_damage": "2", "left-step-ends": "3", "left-phase-ends": "1"}
    told = _told(diagram)
    assert told[0] == (
        "Combat damage: who deals damage second: 2006: who assigned none before; today: who had neither strike before"
    )
    assert "Untap: actions: only today: day and night 502.2" in told
    assert "Combat: actions: only 2006: choose defender 306.3" in told
    assert "End combat: exists only today" in told
    assert told[-1] == "End of turn step: name: 2006: end of turn step; today: end step"
    assert len(told) == 22


def test_the_order_of_the_two_does_not_change_what_matters() -> None:
    one, other = (compare_diagram(*pair).layout.picture for pair in (("cr2006", "cr2026"), ("cr2026", "cr2006")))
    assert [note.lead for note in one.headline] == [note.lead for note in other.headline]
    assert other.headline[0].text.startswith("Today, unused mana costs no life; in 2006,")


def test_damage_was_divided_in_order_in_2011() -> None:
    diagram = compare_diagram("cr2011", "cr2026")
    assert _headline(diagram)[0] == (
        "1 One creature fights several: In 2011, their order is announced first, and each must get lethal damage in "
        "turn; today, its player divides the damage freely"
    )
    assert _marks(diagram)["left-declare_blockers"] == _marks(diagram)["left-combat_damage"] == "1"
    assert "A step ends: order: 2011: mana empties, durations end; today: durations end, mana empties" in _told(diagram)


def test_the_machines_as_json_say_what_differs() -> None:
    made = json.loads(compare_diagram("cr2006", "cr2026").render("json"))["meta"]["differences"]
    assert len(made) == 3 + 22
    assert (made[0]["rank"], made[0]["what"], made[0]["rule"]) == (1, "Mana burn", "300.3, 500.5")
    assert made[0]["says"].startswith("In 2006, a player loses 1 life")
    assert made[-1] == {"what": "End of turn step", "says": "name: 2006: end of turn step; today: end step"}
    assert "differences" not in json.loads(compare_diagram("cr2026", "cr2026").render("json"))["meta"]


def test_what_only_teams_notice_is_no_headline() -> None:
    diagram = compare_diagram("cr2006", "cr2008")
    assert [note.lead for note in diagram.layout.picture.headline] == [
        "1 Creatures that enter attacking",
        "2 A creature that has to and can't attack alone",
    ]
    assert len(_told(diagram)) == 3


def test_each_story_is_about_data_that_an_edition_has() -> None:
    known = frozenset[str]().union(*(facts(load_edition(id)) for id in edition_ids()))
    asked = {fact for story in STORIES for fact, _ in story.clauses if fact}
    assert asked <= known
    for id in edition_ids():
        assert [story.lead for story in STORIES if not story.clause(load_edition(id))] == []


@pytest.mark.parametrize("edition", edition_ids())
def test_an_edition_does_not_differ_from_itself(edition: str) -> None:
    diagram = compare_diagram(edition, edition)
    assert _told(diagram) == _headline(diagram) == []
    assert not diagram.layout.pills
    assert "no differences" in diagram.layout.picture.subtitle


@pytest.mark.parametrize(("one", "other"), [("cr2006", "cr2026"), ("cr2026", "cr2006"), ("cr2008", "cr2011")])
def test_what_differs_is_marked_and_said_and_nothing_else(one: str, other: str) -> None:
    diagram = compare_diagram(one, other)
    marked = _marks(diagram)
    for box in diagram.layout.picture.boxes:
        for left, right in zip(box.tiles[::2], box.tiles[1::2], strict=True):
            assert left.mark == right.mark == marked.get(left.id, "")
            assert all(tile.accent or tile.skipped for tile in (left, right)) == bool(left.mark)
    numbers = {number for text in marked.values() for number in text.split(", ")}
    assert numbers == {str(number) for number, _ in enumerate(_headline(diagram), 1)}
    assert all(text in diagram.layout.picture.description for text in (*_told(diagram), *_headline(diagram)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"priority": "never"}, ["1 Upkeep: priority: Today: the active player gets it; mine: no player gets it"]),
        (
            {"priority": "if_needed"},
            ["1 Upkeep: priority: Today: the active player gets it; mine: only if something triggers"],
        ),
        ({"name": "another step"}, ["Upkeep: name: today: upkeep step; mine: another step"]),
        ({"actions": ("draw", "untap")}, ["1 Upkeep: actions: Only mine: draw 504.1, untap 502.3"]),
        ({"rule": "999"}, []),
    ],
)
def test_each_change_of_a_step_is_found(changes: dict[str, object], said: list[str]) -> None:
    diagram = compare_diagram(CR2026, _changed("upkeep", **changes))
    assert [*_headline(diagram), *_told(diagram)] == said


def test_the_order_of_actions_is_compared() -> None:
    told = _told(compare_diagram(CR2026, _changed("untap", actions=("untap", "day_night", "phasing"))))
    assert told == ["Untap: order: today: phasing, day and night, untap; mine: untap, day and night, phasing"]


def test_a_step_that_only_one_has_stands_beside_an_empty_place() -> None:
    phases = tuple(
        msgspec.structs.replace(p, steps=tuple(s for s in p.steps if s.kind != "upkeep")) for p in CR2026.phases
    )
    other = msgspec.structs.replace(CR2026, id="mine", phases=phases)
    diagram = compare_diagram(CR2026, other)
    assert _headline(diagram) == ["1 Upkeep: Exists only today"]
    assert _told(diagram) == []
    tiles = {placed.tile.id: placed.tile for placed in diagram.layout.tiles}
    assert (tiles["right-upkeep"].skipped, tiles["right-upkeep"].detail) == (True, "not in mine")
    ways = {(path.edge.source, path.edge.target) for path in diagram.layout.paths}
    assert {("left-untap", "left-upkeep"), ("right-untap", "right-draw")} <= ways


def test_a_phase_that_only_one_has() -> None:
    other = msgspec.structs.replace(CR2026, id="mine", phases=CR2026.phases[:-1])
    for pair, side in (((CR2026, other), "right"), ((other, CR2026), "left")):
        diagram = compare_diagram(*pair)
        assert _headline(diagram)[0] == "1 Ending: Exists only today"
        tiles = {placed.tile.id: placed.tile for placed in diagram.layout.tiles}
        assert tiles[f"{side}-cleanup"].skipped


def test_a_choice_that_is_new_to_this_module_is_told_by_its_own_name() -> None:
    choices = {**CR2026.choices, "colour_of_dice": ("dark_red",)}
    told = _told(compare_diagram(CR2026, msgspec.structs.replace(CR2026, id="mine", choices=choices)))
    assert told == ["The game: colour of dice: today: not asked; mine: dark red"]


def test_the_parts_are_the_two_turns() -> None:
    assert [(part.name, part.graph.edition.id) for part in compare_diagram("cr2006", "cr2026").turns] == [
        ("cr2006", "cr2006"),
        ("cr2026", "cr2026"),
    ]


def test_an_unknown_edition_is_said() -> None:
    with pytest.raises(UnknownEdition, match="cr1999"):
        compare_diagram("cr2006", "cr1999")
