"""How pictures are shown: what a turn says of its steps, themes, directions, shapes of pages, and sizes."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree as ET

import pytest
from cases import every_day
from odd_editions import odd_edition

from fsm.diagram import (
    ASPECTS,
    SHOWN_THEMES,
    Diagram,
    DiagramError,
    Look,
    compare_diagram,
    history_diagram,
    poster_diagram,
    rule_diagram,
    timeline_diagram,
    turn_diagram,
)
from fsm.diagram.pictures.notes import GUARD_WORDS, WORDS
from fsm.diagram.pictures.poster import LEAVING, NOT_FOR_TWO
from fsm.edition import edition_ids, load_edition
from fsm.edition.model import Leaving, TurnBasedAction
from fsm.recording import Recording
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import base_turn, insert_phases, skip

BASE = base_turn("cr2026")
EACH_EDITION = pytest.mark.parametrize("edition", edition_ids())


def _does(diagram: Diagram, stop: str) -> list[str]:
    (tile,) = (placed.tile for placed in diagram.layout.tiles if placed.tile.id == stop)
    parts = ((note.lead, note.text.replace("\u00a0", " "), note.rule) for note in tile.does)
    return [" ".join(filter(None, three)) for three in parts]


# what a turn says of its steps


def test_everything_that_an_edition_may_say_has_words() -> None:
    assert set(get_args(TurnBasedAction)) <= {*WORDS, *GUARD_WORDS}
    assert set(get_args(Leaving)) <= set(LEAVING)


@pytest.mark.parametrize("seed", every_day("01234567", "0", "1", "2"))
def test_an_odd_edition_has_a_slide_and_a_poster(seed: str, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(odd_edition(int(seed)), encoding="utf-8")
    graph = base_turn(load_edition(str(tmp_path / "odd.toml")))
    for diagram in (graph.diagram(detail="rules").with_look(aspect="16:9"), poster_diagram(graph)):
        rects = [placed.rect for placed in diagram.layout.tiles]
        assert not any(one.overlaps(other) for one, other in combinations(rects, 2))
        assert {placed.tile.id for placed in diagram.layout.tiles} >= {stop.replace("/", ".") for stop in graph.stops}


def test_each_edition_says_its_own_actions() -> None:
    said = {edition: _does(base_turn(edition).diagram(), "combat.combat_damage") for edition in edition_ids()}
    assert said["cr2006"][:2] == said["cr2008"][:2] == ["damage goes on the stack", "instants, abilities"]
    assert said["cr2011"][:2] == said["cr2026"][:2] == ["deal all damage at once", "instants, abilities"]
    assert "order the blockers" in _does(base_turn("cr2011").diagram(), "combat.declare_blockers")
    assert "order the blockers" not in _does(BASE.diagram(), "combat.declare_blockers")


def test_the_detail_is_names_actions_or_rules() -> None:
    assert _does(BASE.diagram(), "precombat_main") == ["play a land, cast any spell", "instants, abilities"]
    assert _does(BASE.diagram(detail="names"), "precombat_main") == []
    assert _does(BASE.diagram(detail="rules"), "beginning.untap") == [
        "permanents phase in and out 502.1",
        "it may become day or night 502.2",
        "untap your permanents 502.3",
        "nobody gets priority 502.4",
    ]
    assert _does(base_turn("cr2006").diagram(detail="rules"), "combat.beginning_of_combat") == [
        "choose the opponent to attack 306.3",
        "“at the beginning” triggers 307.1",
        "instants, abilities 408.1c",
    ]


def test_what_is_skipped_does_nothing() -> None:
    assert _does(skip(BASE, "beginning/draw", "Fatigue").diagram(detail="rules"), "beginning.draw") == []


def test_a_main_phase_is_named_once() -> None:
    graph = insert_phases(BASE, "combat", ("combat", "postcombat_main"), "Relentless Assault")
    layout = turn_diagram(graph).layout
    names = [(placed.box.name, tile.name) for placed in layout.boxes for tile in placed.box.tiles]
    assert [pair for pair in names if pair[0].startswith("Main")] == [
        ("Main 1", "Precombat"),
        ("Main 2", "Postcombat"),
        ("Main 3", "Postcombat"),
    ]


# pages


def _least_text(diagram: Diagram) -> float:
    """The size of the smallest text in the layout."""
    layout = diagram.layout
    lines = [line for text in layout.texts for line in text.lines]
    lines += [row.line for placed in layout.tiles for row in placed.rows]
    return min(run.size for line in lines for run in line)


@EACH_EDITION
def test_the_turn_fills_a_slide_and_can_be_read_there(edition: str) -> None:
    diagram = base_turn(edition).diagram(title="A turn").with_look(aspect="16:9", width=1280)
    page = diagram.layout.page
    assert page
    assert page.width / page.height == pytest.approx(16 / 9)
    assert _least_text(diagram) * 1280 / page.width >= 17
    right = max(placed.rect.right for placed in diagram.layout.boxes)
    bottom = max(placed.rect.bottom for placed in diagram.layout.boxes)
    assert right - page.x > 0.95 * page.width
    assert bottom - page.y > 0.95 * page.height


@EACH_EDITION
@pytest.mark.parametrize("look", [{"width": 390}, {"direction": "down", "width": 390}], ids=str)
def test_the_turn_can_be_read_on_a_phone(edition: str, look: dict[str, Any]) -> None:
    diagram = base_turn(edition).diagram().with_look(**look)
    assert diagram.layout.page
    assert _least_text(diagram) * 390 / diagram.layout.page.width >= 12
    assert len({placed.rect.x for placed in diagram.layout.boxes}) == 1


def test_a_width_alone_chooses_how_many_phases_stand_side_by_side() -> None:
    columns = {
        width: len({placed.rect.x for placed in BASE.diagram().with_look(width=width).layout.boxes})
        for width in (390, 600, 900, 1920, 4000)
    }
    assert columns == {390: 1, 600: 2, 900: 3, 1920: 3, 4000: 5}
    right = BASE.diagram().with_look(width=390, direction="right").layout
    assert [placed.rect for placed in right.boxes] == [
        placed.rect for placed in BASE.diagram().with_look(direction="right").layout.boxes
    ]


def test_a_heading_is_whole_under_the_pill_of_an_extra_phase() -> None:
    graph = insert_phases(BASE, "combat", ("combat",), "Aurelia, the Warleader")
    layout = turn_diagram(graph, level="phase").with_look(width=830).layout
    heads = [text for text in layout.texts if text.id.startswith("heading-")]
    assert [text.lines[0][0].text for text in heads].count("Combat") == 2


MACHINE = turn_diagram(base_turn("cr2006"), level="machine")


@cache
def _twenty_turns() -> Recording:
    return run_scenario(parse_scenarios("name: turns\nplayers: [Ann, Bob]\nuntil: T20\n", "x")[0])


OTHERS: dict[str, Callable[[], Diagram]] = {
    "machine": lambda: MACHINE,
    "rule": lambda: rule_diagram("300.7"),
    "compare": lambda: compare_diagram("cr2006", "cr2026"),
    "history": lambda: history_diagram("2003", "2011"),
    "phases": lambda: BASE.diagram(level="phase"),
    "timeline": lambda: timeline_diagram(_twenty_turns()),
}


@pytest.mark.parametrize("name", OTHERS)
def test_every_picture_has_a_page_of_a_shape(name: str) -> None:
    for aspect, ratio in ASPECTS.items():
        layout = OTHERS[name]().with_look(aspect=aspect).layout
        assert layout.page
        assert layout.page.width / layout.page.height == pytest.approx(ratio)
        rects = [*(placed.rect for placed in layout.boxes), *(placed.rect for placed in layout.tiles)]
        assert min(rect.x for rect in rects) >= layout.page.x
        assert min(rect.y for rect in rects) >= layout.page.y
        assert max(rect.right for rect in rects) <= layout.page.right
        assert max(rect.bottom for rect in rects) <= layout.page.bottom


def test_a_game_has_rows_that_fill_a_page_or_can_be_read_at_a_width() -> None:
    timeline = timeline_diagram(_twenty_turns())
    slide, phone = timeline.with_look(aspect="16:9", width=1280), timeline.with_look(width=390)
    for one, least in ((slide, 18), (phone, 12)):
        assert one.layout.page
        assert _least_text(one) * one.look.width / one.layout.page.width >= least
    with pytest.raises(DiagramError, match="this picture has one direction, and down is given: leave it out"):
        timeline.with_look(direction="down")


def _rows(diagram: Diagram) -> list[str]:
    """The number of each turn, and all that stands beside it."""
    texts = {text.id: " ".join(run.text for line in text.lines for run in line) for text in diagram.layout.texts}
    tiles = [placed.tile for placed in diagram.layout.tiles]
    said = {t.id: f"{texts.get(f'said-{t.id}', '')} {texts.get(f'more-{t.id}', '')}".strip() for t in tiles}
    told = [(t.name, texts[f"name-{t.id}"], t.pill, said[t.id]) for t in tiles]
    return [" | ".join(" ".join(part.split()) for part in parts if part) for parts in told]


def test_a_game_without_room_for_a_strip_has_a_row_for_each_turn() -> None:
    text = """
players: [Ann, Bob, Cleo]
script:
  - at: T4.precombat_main
    Ann: [{cast: Time Walk}, {cast: Relentless Assault}, {cast: Time Walk}]
until: T9
"""
    phone = timeline_diagram(run_scenario(parse_scenarios(text, "x")[0])).with_look(width=390)
    assert _rows(phone) == [
        *("Turn 1 | Ann", "Turn 2 | Bob", "Turn 3 | Cleo", "Turn 4 | Ann"),
        "Turn 5 | Ann | extra | by Time Walk made 2nd, taken first",
        "Turn 6 | Ann | extra | by Time Walk made 1st, taken last",
        *("Turn 7 | Bob", "Turn 8 | Cleo", "Turn 9 | Ann"),
    ]
    assert "newest first" in _words(phone)
    assert "".join(badge.text for badge in phone.layout.badges if badge.id.startswith("chip-turn-4")) == "BMCMCME"
    made = [(path.edge.source, path.edge.target) for path in phone.layout.paths if path.edge.kind == "created"]
    assert made == [("turn-4", "turn-5"), ("turn-4", "turn-6")]
    play = [(path.edge.source, path.edge.target) for path in phone.layout.paths if path.edge.kind == "main"]
    assert play == [(f"turn-{n}", f"turn-{n + 1}") for n in range(1, 9)]


def test_of_many_regular_turns_one_row_stands_for_all_but_two_and_names_are_not_cut() -> None:
    players = [f"{name} the Player with a Name of Many Words" for name in ("Ann", "Bob", "Cleo", "Dee", "Eve", "Fay")]
    recording = run_scenario(parse_scenarios(f"players: [{', '.join(players)}]\nuntil: T20\n", "x")[0])
    for look in ({"aspect": "16:9"}, {"width": 390}):
        shown = timeline_diagram(recording).with_look(**look)
        told = ", ".join([*players[1:], players[0]])
        assert _rows(shown) == [f"Turn 1 | {players[0]}", f"… | 2 to 19 | {told}, and so on", f"Turn 20 | {players[1]}"]
        assert "…" not in _words(shown)
        play = [(path.edge.source, path.edge.target) for path in shown.layout.paths]
        assert play == [("turn-1", "turn-2"), ("turn-2", "turn-20")]


def _words(diagram: Diagram) -> str:
    """All that stands beside what is drawn."""
    return " ".join(run.text for text in diagram.layout.texts for line in text.lines for run in line)


def test_a_legend_explains_no_edge_that_is_not_there() -> None:
    text = "players: [Ann, Bob]\nscript: [{at: T1.precombat_main, Ann: {cast: Relentless Assault}}]\nuntil: T1\n"
    usual = run_scenario(parse_scenarios(text, "x")[0]).turn(1).diagram()
    slide = usual.with_look(aspect="16:9")
    for diagram in (usual, slide):
        drawn = any(path.edge.kind == "created" for path in diagram.layout.paths)
        lines = ["".join(run.text for run in line) for text in diagram.layout.texts for line in text.lines]
        assert any(line.startswith("Dotted") for line in lines) is drawn
    assert "extra" in str([text.lines for text in slide.layout.texts])


def test_guards_are_said_on_the_tiles_where_there_is_no_room_beside_them() -> None:
    slide = BASE.diagram().with_look(aspect="16:9")
    assert _does(slide, "combat.declare_attackers")[-1] == "no attackers: on to End of combat 508.8"
    assert _does(slide, "ending.cleanup")[-1] == "trigger or state-based action: again 514.3a"
    assert not [text for text in slide.layout.texts if text.id.startswith("label-")]


# posters


@EACH_EDITION
def test_a_poster_says_what_happens_and_what_holds_in_every_step(edition: str) -> None:
    graph = base_turn(edition)
    poster = poster_diagram(graph)
    rare = [WORDS[topic] for topic in NOT_FOR_TWO]
    for placed in turn_diagram(graph, detail="rules").layout.tiles:
        told = _does(turn_diagram(graph, detail="rules"), placed.tile.id)
        usual = [line for line in told if not any(line.startswith(words) for words in rare)]
        assert _does(poster, placed.tile.id)[: len(usual)] == usual
    less = [note for placed in poster_diagram(graph, detail="actions").layout.tiles for note in placed.tile.does]
    assert not any(note.rule for note in less if not note.lead)
    heads = [text.lines[0][0].text for text in poster.layout.texts if text.id.startswith("heading-panel")]
    assert heads == ["In each step with priority", "In each turn"]
    panel = [note for placed in poster.layout.tiles if placed.tile.id.startswith("panel") for note in placed.tile.does]
    assert len(panel) > 15
    assert all(note.rule in graph.edition.rules for note in panel)


def test_a_poster_says_what_its_edition_says() -> None:
    said = {edition: _everything(poster_diagram(base_turn(edition))) for edition in edition_ids()}
    assert "mana that is left burns: 1 life each 300.3" in said["cr2006"]
    assert "mana pools empty 500.5" in said["cr2026"]
    assert "state-based effects, all at once 420.3" in said["cr2006"]
    assert "damage goes on the stack 310.1" in said["cr2006"]
    assert not any("burns" in line for line in said["cr2026"])


def _everything(diagram: Diagram) -> list[str]:
    return [f"{note.text} {note.rule}" for placed in diagram.layout.tiles for note in placed.tile.does]


@EACH_EDITION
def test_a_poster_fills_a_sheet_with_text_that_can_be_read(edition: str) -> None:
    for paper, sheet in (("a4", (595.3, 841.9)), ("a3", (841.9, 1190.6))):
        poster = poster_diagram(base_turn(edition), paper=paper)
        assert _sheet(poster.with_look(theme="print").render("pdf")) == pytest.approx(sheet, abs=1)
        assert _least_text(poster) * poster.layout.magnified >= (9.7 if paper == "a4" else 13.7)
    assert poster.layout.page
    lowest = [max(placed.rect.bottom for placed in poster.layout.boxes if placed.rect.x == x) for x in _columns(poster)]
    assert min(lowest) > 0.9 * poster.layout.page.height


def _columns(diagram: Diagram) -> set[float]:
    return {placed.rect.x for placed in diagram.layout.boxes}


def test_the_picture_of_a_poster_in_mermaid_is_the_turn() -> None:
    assert b"In each step" not in poster_diagram(BASE).render("mmd")


# sizes and themes


def _png_size(data: bytes) -> tuple[int, ...]:
    return struct.unpack(">II", data[16:24])


def test_a_width_in_pixels_is_exact() -> None:
    slide = BASE.diagram().with_look(aspect="16:9", width=1280)
    assert _png_size(slide.render("png")) == (1280, 720)
    root = ET.fromstring(slide.svg())  # noqa: S314  # our own
    assert (float(root.get("width", 0)), float(root.get("height", 0))) == pytest.approx((1280, 720), abs=1.5)
    assert "width" not in ET.fromstring(BASE.diagram().svg()).attrib  # noqa: S314  # our own
    assert _sheet(slide.render("pdf")) == pytest.approx((960, 540), abs=1)


def _sheet(pdf: bytes) -> tuple[float, float]:
    """The size of the page of a PDF, in points."""
    ((width, height),) = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    return float(width), float(height)


def test_the_background_of_a_page_fills_its_view_box() -> None:
    root = ET.fromstring(poster_diagram(BASE).with_look(aspect="16:9", theme="dark").svg())  # noqa: S314  # our own
    *_, width, height = map(float, root.get("viewBox", "").split())
    ground = next(root.iter("{http://www.w3.org/2000/svg}polygon")).get("points", "")
    corners = [tuple(map(float, pair.split(","))) for pair in ground.split()]
    assert max(x for x, _ in corners) >= width
    assert min(y for _, y in corners) <= -height


def test_a_scale_multiplies_the_size() -> None:
    one, two = (_png_size(BASE.diagram().with_look(scale=scale).render("png")) for scale in (1, 2))
    assert two == pytest.approx((2 * one[0], 2 * one[1]), abs=2)
    assert _png_size(BASE.diagram().with_look(width=500).with_look(scale=1).render("png")) == one


def test_scale_1_is_the_usual_size() -> None:
    for diagram in (BASE.diagram().with_look(aspect="16:9"), poster_diagram(BASE)):
        assert _png_size(diagram.with_look(scale=1).render("png")) == _png_size(diagram.render("png"))
        assert _sheet(diagram.with_look(scale=1).render("pdf")) == _sheet(diagram.render("pdf"))


@pytest.mark.parametrize("theme", SHOWN_THEMES)
def test_an_svg_has_the_theme_that_is_wanted(theme: str) -> None:
    svg = rule_diagram("300.6").with_look(theme=theme).svg()
    assert ("prefers-color-scheme" in svg) is (theme == "auto")
    assert ("#0f141a" in svg) is (theme in ("auto", "dark"))
    greys = all(len({colour[n : n + 2] for n in (0, 2, 4)}) == 1 for colour in re.findall(r"#([0-9a-f]{6})\b", svg))
    assert greys is (theme == "print")


def test_a_theme_is_that_of_the_look_unless_one_is_given() -> None:
    diagram = rule_diagram("300.6")
    assert diagram.with_look(theme="dark").dot() == diagram.dot("dark") != diagram.dot()
    assert diagram.with_look(theme="dark").render("mmd") == diagram.render("mmd", "dark") != diagram.render("mmd")
    assert diagram.render("svg", "light") == diagram.with_look(theme="light").svg().encode()


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"theme": "drak"}, "no theme 'drak' (did you mean \"dark\"?); there are: auto, light, dark, print"),
        ({"direction": "up"}, "no direction 'up'; there are: down, right"),
        ({"aspect": "16:10"}, "no aspect '16:10'; there are: 16:9, 4:3, 1:1, page"),
        ({"width": 3}, "the width 3 is out of range: give 16 to 20000 pixels"),
        ({"width": -3}, "the width -3 is out of range"),
        ({"scale": float("nan")}, "the scale nan is out of range: give 0.1 to 20"),
        ({"width": 300, "scale": 2}, "the width 300 and the scale 2 say the size twice: give one"),
    ],
    ids=str,
)
def test_what_there_is_not_is_said(choices: dict[str, Any], said: str) -> None:
    with pytest.raises(DiagramError, match=re.escape(said)):
        BASE.diagram().with_look(**choices)


@pytest.mark.parametrize(
    ("format", "choices", "said"),
    [
        (
            "mmd",
            {"aspect": "1:1"},
            "the format mmd has no aspect, and 1:1 is given: leave the aspect out, or write one",
        ),
        ("dot", {"width": 300}, "the format dot has no width, and 300 is given"),
        ("scxml", {"direction": "down"}, "the format scxml has no direction"),
        ("png", {"scale": 20, "direction": "right"}, "this PNG would be"),
    ],
)
def test_what_a_format_cannot_show_is_refused(format: str, choices: dict[str, Any], said: str) -> None:
    with pytest.raises(DiagramError, match=re.escape(said)):
        BASE.diagram().with_look(**choices).render(format)


@pytest.mark.parametrize("name", ["compare", "timeline"])
def test_a_picture_with_one_direction_refuses_another(name: str) -> None:
    with pytest.raises(DiagramError, match="this picture has one direction, and down is given: leave it out"):
        OTHERS[name]().with_look(direction="down")


def test_only_steps_have_a_detail() -> None:
    with pytest.raises(DiagramError, match="only the level 'step' says what happens in a step, not 'phase'"):
        BASE.diagram(level="phase", detail="rules")
    with pytest.raises(DiagramError, match=r"there is no detail 'rule' \(did you mean \"rules\"\?\)"):
        BASE.diagram(detail="rule")


def test_a_look_is_a_value() -> None:
    assert Look() == Look(theme="auto")
    assert BASE.diagram().with_look(theme="dark").with_look(aspect="4:3").look == Look("dark", "", "4:3")
