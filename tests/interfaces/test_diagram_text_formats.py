"""Pictures as text, read by what draws them: Mermaid's own parser, and PlantUML."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from consuming import ask, plantuml
from msgspec.structs import replace
from walking import CASES, HOSTILE

from fsm.diagram import THEMES, compare_diagram, rule_diagram, turn_diagram
from fsm.diagram.formats.mermaid import mermaid
from fsm.diagram.formats.outline import outline
from fsm.diagram.formats.plantuml import plantuml as to_plantuml
from fsm.diagram.formats.plantuml import shortened
from fsm.diagram.model import END, START, Box, Chip, Edge, Note, OuterBox, Picture, Tile
from fsm.diagram.pictures.naming import clean
from fsm.diagram.telling import told as in_words
from fsm.turn import base_turn, insert_phases, parse_turn, skip

if TYPE_CHECKING:
    from pathlib import Path

LIGHT = THEMES["light"]


def tile(id: str, name: str, order: int = 0, *, detail: str = "", pill: str = "", skipped: bool = False) -> Tile:
    return Tile(id, name, detail, order, "", pill, accent=bool(pill), skipped=skipped)


def edge(source: str, target: str, label: str = "", kind: Any = "main") -> Edge:
    return Edge(f"{source}-{target}", source, target, kind, "", label=label)


LANES = Picture(
    "A game",
    "Ann and Bob",
    boxes=(
        Box("ann", "Ann", "", "main", (tile("t1", "Turn 1", 1), tile("t3", "Turn 3", 3, pill="extra #1")), ""),
        Box("bob", "Bob", "", "main", (tile("t2", "Turn 2", 2), tile("s", "Turn", skipped=True)), "", (Note("left"),)),
    ),
    edges=(
        *(edge(START, "t1"), edge("t1", "t2"), edge("t2", "t3"), edge("t3", END)),
        edge("t1", "t3", "2nd", "created"),
    ),
)
"""Turns of two players, as a timeline has them: play goes from lane to lane and back."""


def told(note: Note) -> str:
    subject = f"{note.subject}:" if note.subject else ""
    return " ".join(part for part in (note.lead, subject, note.text, note.rule) if part)


def states(stop: str) -> tuple[Tile, ...]:
    return tuple(tile(f"{stop}.{name}", name) for name in ("beginning", "priority", "ending"))


MACHINE = Picture(
    "A machine",
    "",
    boxes=tuple(Box(stop, stop, "", "main", states(stop), "") for stop in ("upkeep", "draw", "main")),
    edges=(
        *(edge(START, "upkeep.beginning"), edge("upkeep.beginning", "upkeep.priority")),
        *(edge("upkeep.priority", "upkeep.ending", "all passed"), edge("upkeep.ending", "draw.beginning", "empty")),
        *(edge("draw.beginning", "draw.ending"), edge("draw.ending", "main.beginning"), edge("main.beginning", END)),
    ),
    outer_boxes=(
        OuterBox(Box("phase-beginning", "Beginning", "501", "beginning", (), ""), ("upkeep", "draw")),
        OuterBox(Box("phase-main", "Main 1", "505", "main", (), ""), ("main",)),
    ),
)
"""States in steps in phases."""

BARE = parse_turn("M1", "cr2011")
NAMED = insert_phases(base_turn("cr2026"), "combat", ("combat",), HOSTILE[0])
for name in HOSTILE[1:]:
    NAMED = insert_phases(NAMED, "combat", ("combat",), name)

TURNS = {name: case.diagram.layout.picture for name, case in CASES.items() if len(case.diagram.turns) == 1}
SAID = Picture(
    "All that a tile may say",
    "",
    boxes=(
        Box(
            id="lane",
            name="Ann",
            rule="",
            hue="main",
            tiles=(
                replace(
                    tile("t", "Turn 1", 1, detail="300", pill="extra #1"),
                    mark="anchor",
                    ended="turn ended",
                    past=True,
                    tags=(Note("by Bob"),),
                    said=tuple(f"deed {number}" for number in range(12)),
                    notes=(Note("one has none", lead="actions:"),),
                    chips=(
                        *(Chip("b", "B", "beginning"), Chip("c", "C", "combat", accent=True)),
                        *(Chip("m", "M", "main", skipped=True), Chip("e", "E", "ending", faded=True)),
                    ),
                ),
                replace(tile("u", "Turn 2", 2), future=True),
            ),
            tooltip="",
            notes=(Note("by Time Walk", "500.7", "extra #1"),),
        ),
    ),
    edges=(edge(START, "t"), edge("t", "u"), edge("u", END)),
)

KINDS = {
    "phases": base_turn("cr2006").diagram("phase", at="upkeep"),
    "states": base_turn("cr2026").diagram("machine", at="combat_damage"),
    "rule": rule_diagram("300.8"),
    "editions": compare_diagram("cr2006", "cr2026"),
}
PICTURES = {
    **TURNS,
    "said": SAID,
    **{name: diagram.layout.picture for name, diagram in KINDS.items()},
    "lanes": LANES,
    "machine": MACHINE,
    "named": turn_diagram(NAMED, highlight="upkeep").layout.picture,
    **{f"title {at}": turn_diagram(BARE, title=name).layout.picture for at, name in enumerate(HOSTILE)},
}


@pytest.fixture(scope="module")
def read() -> dict[str, Any]:
    """What Mermaid's parser makes of each picture."""
    return dict(zip(PICTURES, ask("mermaid.mjs", [mermaid(p, LIGHT) for p in PICTURES.values()]), strict=True))


@pytest.mark.consumers
def test_mermaid_reads_every_picture(read: dict[str, Any]) -> None:
    assert {name: graph["error"] for name, graph in read.items() if "error" in graph} == {}
    for name, graph in read.items():
        assert graph["description"] == in_words(PICTURES[name])


@pytest.mark.consumers
def test_mermaid_has_each_tile_in_its_phase(read: dict[str, Any]) -> None:
    for name in (*TURNS, "named"):
        check_tiles(PICTURES[name], read[name]["nodes"])


def check_tiles(picture: Picture, nodes: list[dict[str, Any]]) -> None:
    drawn = [node for node in nodes if node["label"] != node["id"]]  # not the starts and ends
    told_apart = [node for node in drawn if node["id"].endswith("__notes")]
    for box in picture.boxes:
        (home,) = (node for node in drawn if node["id"] == _id(box.id))
        assert home["label"].startswith(f"{box.name} {box.rule}")
        assert home["group"] is (not box.skipped and (len(box.tiles) > 1 or box.tiles[0].id != box.id))
        looks = ["inserted_around"] * box.accent
        assert not home["group"] or home["classes"] == (looks or [f"{box.hue}_around"])
        for note in box.notes:
            notes = [node["label"] for node in drawn if node["id"] == f"{home['id']}__notes"]
            assert told(note) in (notes or [home["label"]])[0]
        for part in played(box):
            (node,) = (n for n in drawn if n["id"] == _id(part.id))
            assert node["inside"] == (home["id"] if home["group"] else "")
            assert f"{part.order} {part.name}" in node["label"] if part.order else part.name in node["label"]
            assert ("skipped" in node["classes"], "inserted" in node["classes"]) == (part.skipped, part.accent)
            assert ("skipped" in node["label"], "here" in node["classes"]) == (part.skipped, part.here)
    assert len(drawn) - len(told_apart) == len(
        {box.id for box in picture.boxes} | {part.id for box in picture.boxes for part in played(box)}
    )


def played(box: Box) -> tuple[Tile, ...]:
    """The tiles that are drawn of a phase: none of one that is skipped, unless it is its own only tile."""
    return () if box.skipped and box.tiles[0].id != box.id else box.tiles


@pytest.mark.consumers
def test_in_mermaid_no_way_leads_from_inside_one_state_into_another(read: dict[str, Any]) -> None:
    for name, picture in PICTURES.items():
        inside = {node["id"]: node["inside"] for node in read[name]["nodes"]}
        assert all(inside[way["start"]] == inside[way["end"]] for way in read[name]["edges"]), name
        labels = {way["label"] for way in read[name]["edges"] if way["label"]}
        assert labels == {" ".join(p for p in (_kind(e), e.label, e.rule) if p) for e in picture.edges} - {""}, name


def _kind(edge: Edge) -> str:
    return edge.kind if edge.kind not in ("main", "guard") else ""


@pytest.mark.consumers
def test_mermaid_goes_the_way_of_play(read: dict[str, Any]) -> None:
    """From step to step in a phase, from phase to phase, and into a phase where play comes to it; and no other way."""
    for name in (*TURNS, "named"):
        ways = sorted((way["start"], way["end"]) for way in read[name]["edges"])
        assert ways == sorted(ways_meant(PICTURES[name])), name


def ways_meant(picture: Picture) -> set[tuple[str, str]]:
    homes = {part.id: _id(box.id) for box in picture.boxes for part in box.tiles}
    single = {_id(box.id) for box in picture.boxes if box.tiles[0].id == box.id}
    meant = set()
    for way in picture.edges:
        source, target = homes.get(way.source, "root_start"), homes.get(way.target, "root_end")
        if source == target:
            meant.add((_id(way.source), _id(way.target)))
            continue
        meant.add((source, target))
        if way.kind != "created" and target in homes.values() and target not in single:
            meant.add((f"{target}_start", _id(way.target)))
    return meant


def _id(id: str) -> str:
    return re.sub("[.-]", "_", id)


@pytest.mark.consumers
def test_a_timeline_is_drawn_turn_by_turn(read: dict[str, Any]) -> None:
    assert [(way["start"], way["end"]) for way in read["lanes"]["edges"]] == [
        *(("root_start", "t1"), ("t1", "t2"), ("t2", "t3"), ("t3", "root_end"), ("t1", "t3")),
    ]
    labels = {node["id"]: node["label"] for node in read["lanes"]["nodes"]}
    assert labels["t3"] == "3 Turn 3<br>Ann<br>extra #1"
    assert labels["s"] == "Turn<br>Bob<br>left"


@pytest.mark.consumers
def test_a_machine_is_drawn_with_states_in_steps_in_phases(read: dict[str, Any]) -> None:
    inside = {node["id"]: node["inside"] for node in read["machine"]["nodes"]}
    assert inside["draw_ending"] == "draw"
    assert inside["draw"] == "phase_beginning"
    assert inside["phase_beginning"] == ""
    ways = {(way["start"], way["end"]): way["label"] for way in read["machine"]["edges"]}
    assert ways["upkeep", "draw"] == "empty"
    assert ("phase_beginning", "phase_main") in ways
    assert {end for start, end in ways if start.endswith("_start")} == {
        *("phase_beginning", "upkeep", "upkeep_beginning", "draw_beginning", "main", "main_beginning"),
    }


def test_all_that_a_tile_says_is_in_the_text() -> None:
    lane = outline(SAID).inside[0]
    first, second = lane.inside
    assert lane.lines == ("Ann", "extra #1 by Time Walk 500.7")
    assert first.lines[:3] == ("1 Turn 1", "300 · extra #1 · anchor · turn ended · by Bob · past", "B +C [M] (E)")
    assert first.lines[3:] == (*(f"deed {number}" for number in range(10)), "+2 more", "actions: one has none")
    assert (second.lines, second.looks) == (("2 Turn 2", "to come"), ("future",))


def test_two_editions_stand_apart_each_with_its_own_names_and_ways() -> None:
    *sides, headline = outline(PICTURES["editions"]).inside
    assert headline.lines[0].startswith("A Mana burn: In 2006, ")
    assert [side.name for side in sides] == ["edition_2006", "edition_today"]
    for side, lead in zip(sides, ("left", "right"), strict=True):
        assert all(shape.name.startswith(f"{lead}_") for shape in side.inside)
        assert [way.source for way in side.arrows][:2] == [f"{lead}_untap", f"{lead}_upkeep"]
    assert sides[0].inside[10].lines[:2] == ("11 End of turn step", "End phase 312")
    assert sides[1].inside[10].lines[:2] == ("11 End step", "Ending 512")
    assert "\ndirection TB\n" in mermaid(PICTURES["editions"], LIGHT)  # side by side: no arrow joins the two


def test_a_picture_of_phases_joins_the_steps_that_play_comes_to() -> None:
    graph = skip(base_turn("cr2026"), "combat/declare_blockers", "Fatigue")
    drawn = mermaid(turn_diagram(graph, level="phase").layout.picture, LIGHT)
    assert "    combat_declare_attackers --> combat_combat_damage\n" in drawn
    assert "combat_declare_blockers -->" not in drawn
    assert 'state "Combat 506 · Declare blockers#58; skipped by Fatigue 500.11" as' in drawn


def test_a_player_without_a_turn_has_no_state() -> None:
    idle = Box("cleo", "Cleo", "", "main", (), "", kind="lane")
    for boxes in (LANES.boxes, LANES.boxes[:1]):
        with_idle = replace(LANES, boxes=(*boxes, idle), edges=LANES.edges[:1])
        told, untold = (mermaid(one, LIGHT) for one in (with_idle, replace(with_idle, boxes=boxes)))
        assert re.sub("accDescr: .*", "", told) == re.sub("accDescr: .*", "", untold)
        assert "Cleo" in told


def test_phases_stand_one_below_the_other_with_their_steps_in_rows_that_can_be_read() -> None:
    drawn = mermaid(
        turn_diagram(insert_phases(base_turn("cr2011"), "precombat_main", ("combat",), "X")).layout.picture, LIGHT
    )
    directions = re.findall(r"^state .* as (\w+) \{\n    direction (\w+)", drawn, re.MULTILINE)
    assert "\ndirection TB\n" in drawn
    assert directions == [("beginning", "LR"), ("combat_1", "TB"), ("combat", "TB"), ("ending", "LR")]


def test_long_notes_stand_in_a_state_of_their_own() -> None:
    name = "A Name of Many Words That Goes On and On and On and On"
    drawn = mermaid(turn_diagram(insert_phases(BARE, "precombat_main", ("combat",), name)).layout.picture, LIGHT)
    assert f'state "extra by {name} 500.8" as combat_1__notes\n' in drawn
    assert "class combat_1__notes notes\n" in drawn
    assert "…" not in drawn


def test_many_turns_stand_one_below_the_other() -> None:
    turns = tuple(tile(f"t{number}", f"Turn {number}", number) for number in range(9))
    ways = tuple(edge(f"t{number}", f"t{number + 1}") for number in range(8))
    boxes = tuple(Box(f"lane{number}", "Ann", "", "main", (turn,), "") for number, turn in enumerate(turns))
    wandering = replace(LANES, boxes=(*LANES.boxes, *boxes), edges=(*LANES.edges, *ways))
    assert "\ndirection TB\n" in mermaid(wandering, LIGHT)
    assert "\ndirection LR\n" in mermaid(LANES, LIGHT)


@pytest.mark.parametrize("over", [True, False])
def test_only_a_game_that_is_over_has_a_final_state(over: bool) -> None:
    picture = replace(turn_diagram(BARE).layout.picture, over=over)
    assert (" --> [*]" in mermaid(picture, LIGHT)) == over
    assert ("> [*]\n" in to_plantuml(picture, LIGHT)) == over


@pytest.mark.parametrize("name", HOSTILE)
def test_the_title_of_mermaid_is_yaml(name: str) -> None:
    text = mermaid(turn_diagram(BARE, title=name).layout.picture, LIGHT)
    head = yaml.safe_load(text.split("---\n")[1])
    shown = f"{clean(name) or 'The turn'} · {BARE.edition.title}"
    assert head == {"title": shown.translate(str.maketrans("&<>", "＆‹›"))}


@pytest.mark.parametrize("name", PICTURES)
def test_names_stay_names(name: str) -> None:
    """Nothing that has a meaning in Mermaid, PlantUML or HTML is left of them."""
    drawn = mermaid(PICTURES[name], LIGHT)
    assert set(re.findall(r"<[^>]*>", drawn)) <= {"<br/>"}
    assert "%" not in drawn
    begins = any(edge.source == START for edge in PICTURES[name].edges)
    assert set(re.findall(r"\[[^]]*\]", drawn)) == ({"[*]"} if begins else set())
    text = to_plantuml(PICTURES[name], LIGHT)
    assert text.isascii()
    assert text.count("@") == 2
    assert not set(text) & set("!$%&'`~;|")
    assert set(re.findall(r"<[^<U][^>]*>", text)) <= {"<inserted>", "<future>", "<skipped>", "<here>"}


@pytest.mark.consumers
def test_plantuml_draws_every_picture(tmp_path: Path) -> None:
    for at, picture in enumerate(PICTURES.values()):
        (tmp_path / f"{at:02}.puml").write_text(to_plantuml(picture, LIGHT))
    done = plantuml(tmp_path, "-checkonly")
    assert (done.returncode, done.stderr) == (0, b""), done.stdout


@pytest.mark.consumers
def test_plantuml_shows_names_as_they_are(tmp_path: Path) -> None:
    for name in ("named", "lanes", "machine", *(f"title {at}" for at in (0, 4))):
        (tmp_path / f"{name}.puml").write_text(to_plantuml(PICTURES[name], LIGHT))
    done = plantuml(tmp_path, "-tsvg")
    assert done.returncode == 0, done.stderr
    shown = {path.stem: _texts(path.read_text(encoding="utf-8")) for path in tmp_path.glob("*.svg")}
    for box in PICTURES["named"].boxes:
        for note in box.notes:
            assert shortened(told(note)) in shown["named"]
    for name, texts in shown.items():
        picture = PICTURES[name]
        assert shortened(" · ".join(part for part in (picture.title, picture.subtitle) if part)) in texts
        assert {f"{e.label} {e.rule}".strip() for e in picture.edges if not _kind(e)} - {""} <= texts


def _texts(svg: str) -> set[str]:
    return {html.unescape(text).replace("\xa0", " ") for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)}


@pytest.mark.consumers
def test_the_consumers_tell_what_is_wrong(tmp_path: Path) -> None:
    """What is no Mermaid and no PlantUML is an error; so the tests above can fail."""
    (answer,) = ask("mermaid.mjs", ['stateDiagram-v2\nstate "x" as y {\n'])
    assert "error" in answer
    (tmp_path / "a.puml").write_text('@startuml\nstate "x as\nfoo -=>\n@enduml\n')
    assert plantuml(tmp_path, "-checkonly").returncode != 0
