"""Pictures of two editions: what differs is found in their data, marked, and said."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drawing import crosses, ink

from fsm.diagram import Diagram, compare_diagram
from fsm.edition import Edition, PhaseSpec, edition_ids, every_edition_id, load_edition, played_ids
from fsm.edition.stories import STORIES, facts
from fsm.errors import UnknownEdition

CR2026 = load_edition("cr2026")


def _told(diagram: Diagram) -> list[str]:
    """The list of the smaller differences."""
    return [f"{note.lead}: {note.text}" for note in diagram.layout.picture.aside]


def _headline(diagram: Diagram) -> list[str]:
    return [f"{note.lead}: {note.text}" for note in diagram.layout.picture.headline]


def _marks(diagram: Diagram) -> dict[str, str]:
    """The letters of the headline beside the lines of the picture."""
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
    assert diagram.layout.picture.subtitle == "28 differences"
    assert _headline(diagram) == [
        "A Mana burn: In 2006, a player loses 1 life for each unused mana as a phase ends; "
        "today, unused mana costs no life",
        "B Combat damage and the stack: In 2006, combat damage uses the stack, and players may respond to it; "
        "today, combat damage is dealt at once",
        "C How long mana lasts: In 2006, mana lasts from step to step until the phase ends; "
        "today, unused mana is lost as each step ends",
    ]
    assert [note.rule for note in diagram.layout.picture.headline] == ["300.3, 500.5", "217.6e, 510.2", "300.3, 500.5"]
    assert _marks(diagram) == {"left-combat_damage": "B", "left-step-ends": "C", "left-phase-ends": "A"}
    told = _told(diagram)
    assert told[0] == (
        "First strike: In 2006, what dealt no damage in the first damage step deals it in the second; today, what had "
        "neither first nor double strike as the first step began deals it in the second, and so does double strike"
    )
    assert "Day and night: In 2006, there is neither; today, the untap step may turn one into the other" in told
    assert "Ending combat: In 2006, no effect ends it; today, an effect may end it" in told
    assert told[-1] == ("End of turn step: name: In 2006, it is called end of turn step; today, it is called end step")
    assert len(told) == 25


def test_differences_are_told_in_words_and_not_in_names_of_the_data() -> None:
    told = [*_told(compare_diagram("cr2006", "cr2026")), *_told(compare_diagram("cr2006", "cr2011"))]
    assert (
        "Where a turn is ended: In 2006, all leaves combat together with the stack; today, abilities that wait to "
        "go on the stack are lost first, and all leaves combat last"
    ) in told
    assert (
        "Schemes, Sagas and attractions: In 2006, nothing is done for them as a main phase begins; in 2011, the first "
        "main phase begins with a scheme alone"
    ) in told
    assert not [line for line in told if re.search("[Oo]nly (in|today)|end turn|scheme 505", line)]


def test_the_order_of_the_two_does_not_change_what_matters() -> None:
    one, other = (compare_diagram(*pair).layout.picture for pair in (("cr2006", "cr2026"), ("cr2026", "cr2006")))
    assert [note.lead for note in one.headline] == [note.lead for note in other.headline]
    assert other.headline[0].text.startswith("Today, unused mana costs no life; in 2006,")


def test_damage_was_divided_in_order_in_2011() -> None:
    diagram = compare_diagram("cr2011", "cr2026")
    assert _headline(diagram)[0] == (
        "A One creature fights several: In 2011, their order is announced first, and each must get lethal damage in "
        "turn; today, its player divides the damage freely"
    )
    told = _told(diagram)
    assert _marks(diagram)["left-declare_blockers"] == _marks(diagram)["left-combat_damage"] == "A"
    assert (
        "A step ends: order: In 2011, mana empties, then durations end; today, durations end, then mana empties" in told
    )


def test_the_machines_as_json_say_what_differs() -> None:
    made = json.loads(compare_diagram("cr2006", "cr2026").render("json"))["meta"]["differences"]
    assert len(made) == 3 + 25
    assert (made[0]["rank"], made[0]["what"], made[0]["rule"]) == (1, "Mana burn", "300.3, 500.5")
    assert made[0]["says"].startswith("In 2006, a player loses 1 life")
    called = "In 2006, it is called end of turn step; today, it is called end step"
    assert made[-1] == {"what": "End of turn step: name", "says": called}
    assert "differences" not in json.loads(compare_diagram("cr2026", "cr2026").render("json"))["meta"]


def test_what_only_teams_notice_is_no_headline() -> None:
    diagram = compare_diagram("cr2006", "cr2008")
    assert [note.lead for note in diagram.layout.picture.headline] == [
        "A Creatures that enter attacking",
        "B A creature that has to and can't attack alone",
    ]
    assert len(_told(diagram)) == 3


def test_each_story_is_about_data_that_an_edition_has() -> None:
    known = frozenset[str]().union(*(facts(load_edition(id)) for id in every_edition_id()))
    asked = {fact for story in STORIES for fact, _ in story.clauses if fact}
    assert asked <= known
    for id in played_ids():
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
    letters = {letter for text in marked.values() for letter in text.split(", ")}
    assert letters == set("ABC"[: len(_headline(diagram))])
    assert all(text in diagram.alternative for text in (*_told(diagram), *_headline(diagram)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"priority": "never"}, ["A Upkeep: priority: Today, the active player gets it; in mine, no player gets it"]),
        (
            {"priority": "if_needed"},
            ["A Upkeep: priority: Today, the active player gets it; in mine, after a trigger or state-based action"],
        ),
        (
            {"name": "another step"},
            ["Upkeep: name: Today, it is called upkeep step; in mine, it is called another step"],
        ),
        ({"actions": ("draw", "untap")}, ["A Upkeep: actions: Only in mine: draw 504.1 and untap 502.3"]),
        ({"rule": "999"}, []),
    ],
)
def test_each_change_of_a_step_is_found(changes: dict[str, object], said: list[str]) -> None:
    diagram = compare_diagram(CR2026, _changed("upkeep", **changes))
    assert [*_headline(diagram), *_told(diagram)] == said


def test_the_order_of_actions_is_compared() -> None:
    told = _told(compare_diagram(CR2026, _changed("untap", actions=("untap", "day_night", "phasing"))))
    assert told == [
        "Untap: order: Today, phasing, then day and night, then untap; in mine, untap, then day and night, then phasing"
    ]


def test_a_step_that_only_one_has_stands_beside_an_empty_place() -> None:
    phases = tuple(
        msgspec.structs.replace(p, steps=tuple(s for s in p.steps if s.kind != "upkeep")) for p in CR2026.phases
    )
    other = msgspec.structs.replace(CR2026, id="mine", phases=phases)
    diagram = compare_diagram(CR2026, other)
    assert _headline(diagram) == ["A Upkeep: Only today is there such a step"]
    assert _told(diagram) == []
    tiles = {placed.tile.id: placed.tile for placed in diagram.layout.tiles}
    assert (tiles["right-upkeep"].skipped, tiles["right-upkeep"].detail) == (True, "not in mine")
    ways = {(path.edge.source, path.edge.target) for path in diagram.layout.paths}
    assert {("left-untap", "left-upkeep"), ("right-untap", "right-draw")} <= ways


HOUSE = "a-house-edition-with-a-name-of-many-letters"
STEPS = """
title = "Older rules with new steps"
like = "cr2006"
[phases.beginning]
steps = ["untap", "upkeep", "new_one", "new_two", "draw"]
[steps.new_one]
token = "NA"
name = "new one step"
rule = "H.1"
actions = ["draw"]
[steps.new_two]
token = "NB"
name = "new two step"
rule = "H.2"
actions = []
[rules]
"H.1" = { says = "In the first new step the active player draws a card." }
"H.2" = { says = "In the second new step nothing happens." }
"""
"""An edition with two new steps, beside many other differences from the rules of today, and with a long name."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("house") / f"{HOUSE}.toml"
    file.write_text(STEPS, encoding="utf-8")
    return str(file)


LOOKS: dict[str, dict[str, Any]] = {
    "usual": {},
    "page": {"aspect": "page"},
    "800": {"width": 800},
    "390": {"width": 390},
}


@pytest.mark.parametrize("turned", [False, True], ids=["new on the right", "new on the left"])
@pytest.mark.parametrize("look", LOOKS)
def test_the_way_past_new_steps_runs_at_the_border_and_nothing_is_cut(house: str, look: str, turned: bool) -> None:
    pair = (house, CR2026) if turned else (CR2026, house)
    layout = compare_diagram(*pair).with_look(**LOOKS[look]).layout
    side, other = ("right", "left") if turned else ("left", "right")
    homes = {tile.id: placed.rect for placed in layout.boxes for tile in placed.box.tiles}
    places = {placed.tile.id: placed for placed in layout.tiles}
    assert all(places[f"{other}-new_{n}"].tile.accent for n in ("one", "two"))
    (path,) = (path for path in layout.paths if len(path.points) > 2)
    rect, box = places[f"{side}-new_one"].rect, homes[f"{side}-new_one"]
    rail = path.points[1].x
    assert (rect.right < rail < box.right) if turned else (box.x < rail < rect.x)
    source = places[path.edge.source].rect
    assert path.points[0].x in (source.x, source.right)
    obstacles = [ink(text) for text in layout.texts] + [pill.rect for pill in layout.pills]
    obstacles += [placed.rect for placed in layout.tiles]
    for path in layout.paths:
        assert not [r for r in obstacles for a, b in pairwise(path.points) if crosses(a, b, r)], path.edge.id
    words = [run.text for text in layout.texts for line in text.lines for run in line]
    words += [run.text for placed in layout.tiles for row in placed.rows for run in row.line]
    assert not [word for word in words if "…" in word]
    captions = [text for text in layout.texts if text.id.startswith("caption-")]
    told = {"".join(run.text for line in text.lines for run in line).replace(" ", "") for text in captions}
    assert told == {"today", HOUSE}


def test_no_word_of_a_name_is_broken_on_a_page() -> None:
    file = Path(__file__).parents[2] / "scenarios" / "27-house-rules" / "reflection.toml"
    layout = compare_diagram(CR2026, str(file)).with_look(aspect="page").layout
    texts = [text for text in layout.texts if text.id.startswith(("heading-", "caption-"))]
    lines = [line for text in texts for line in text.lines]
    lines += [row.line for placed in layout.tiles for row in placed.rows]
    words = {word for line in lines for run in line for word in run.text.split()}
    picture = layout.picture
    names = [name for box in picture.boxes for name, _ in box.heads if box.id not in ("ends", "rewrites")]
    names += [name for name, _ in picture.captions]
    names += [tile.name for box in picture.boxes for tile in box.tiles if tile.order or tile.skipped]
    assert {word for name in names for word in name.split()} <= words


@pytest.mark.parametrize("look", LOOKS)
def test_at_most_twelve_differences_are_told_and_all_with_a_detail(look: str) -> None:
    for detail, most in (("names", 3), (None, 12), ("rules", 28)):
        layout = compare_diagram("cr2006", "cr2026", detail).with_look(**LOOKS[look]).layout
        texts = {text.id: " ".join(run.text for line in text.lines for run in line) for text in layout.texts}
        told = [said for id, said in texts.items() if id.startswith(("headline-", "aside-"))]
        sentences = [said for said in told if "2006" in said and "today" in said.lower()]
        assert len(sentences) == most
        left = f"Not listed: {28 - len(sentences)} smaller ones"
        assert (left in told) == (detail is None)
        assert len(layout.picture.headline) + len(layout.picture.aside) == 28


def test_a_slide_has_a_table_of_what_matters_most() -> None:
    slide = compare_diagram("cr2006", "cr2026").with_look(aspect="16:9")
    words = {placed.tile.id: placed.tile.tooltip for placed in slide.layout.tiles}
    assert words["difference-1.1"].startswith("A player loses 1 life for each unused mana as a phase ends")
    assert words["difference-1.2"].startswith("Unused mana costs no life")
    assert len(words) == 6
    assert slide.layout.paths == ()
    assert len(compare_diagram("cr2006", "cr2026", "rules").with_look(aspect="4:3").layout.boxes) == 28
    said = [run.text for text in slide.layout.texts for line in text.lines for run in line]
    assert "25 smaller differences are not shown" in said
    captioned = slide.with_caption("The point.").layout.tiles
    assert [placed.tile for placed in captioned] == [placed.tile for placed in slide.layout.tiles]
    alike = compare_diagram("cr2026", "cr2026").with_look(aspect="4:3").layout
    assert [text.lines[0][0].text for text in alike.texts if text.id == "legend-1"] == ["The two turns do not differ."]


def test_a_phase_that_only_one_has() -> None:
    other = msgspec.structs.replace(CR2026, id="mine", phases=CR2026.phases[:-1])
    for pair, side in (((CR2026, other), "right"), ((other, CR2026), "left")):
        diagram = compare_diagram(*pair)
        assert _headline(diagram)[0] == "A Ending: Only today is there such a phase"
        tiles = {placed.tile.id: placed.tile for placed in diagram.layout.tiles}
        assert tiles[f"{side}-cleanup"].skipped


def test_a_choice_that_is_new_to_this_module_is_told_by_its_own_name() -> None:
    choices = {**CR2026.choices, "colour_of_dice": ("dark_red",)}
    told = _told(compare_diagram(CR2026, msgspec.structs.replace(CR2026, id="mine", choices=choices)))
    assert told == ["The game: colour of dice: Today, not asked; in mine, dark red"]


def test_the_parts_are_the_two_turns() -> None:
    assert [(part.name, part.graph.edition.id) for part in compare_diagram("cr2006", "cr2026").turns] == [
        ("cr2006", "cr2006"),
        ("cr2026", "cr2026"),
    ]


def test_an_unknown_edition_is_said() -> None:
    with pytest.raises(UnknownEdition, match="cr1999"):
        compare_diagram("cr2006", "cr1999")
