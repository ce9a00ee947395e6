"""The SVG: what readers, browsers and notebooks find in it."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from fsm.diagram import THEMES, turn_diagram
from fsm.diagram.pictures.naming import element_id
from fsm.turn import (
    TurnGraph,
    base_turn,
    end_turn,
    insert_phases,
    insert_steps,
    repeat_cleanup,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)

SVG = "{http://www.w3.org/2000/svg}"
BASE = base_turn("cr2026")
EVIL = '<script>alert("x")</script>'


def _drawn(graph: TurnGraph, direction: str = "", **more: str) -> ET.Element:
    return ET.fromstring(turn_diagram(graph, **more).with_look(direction=direction).svg())  # noqa: S314 -- our own


def _by_id(root: ET.Element, id: str) -> ET.Element:
    (found,) = (element for element in root.iter() if element.get("id") == id)
    return found


def _words(element: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def _tooltip(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def _all_words(root: ET.Element) -> str:
    return " ".join(" ".join(_words(root)).split())


@pytest.mark.parametrize("edition", ["cr2006", "cr2008", "cr2011", "cr2026"])
def test_every_step_has_its_tile_and_its_tooltip(edition: str) -> None:
    graph = base_turn(edition)
    root = _drawn(graph)
    for order, stop in enumerate(graph.path, 1):
        tile = _by_id(root, f"stop-{element_id(stop)}")
        rule = graph.node(stop).rule
        assert _words(tile)[0] == str(order)
        name = _words(tile)[1].split(" · ")[0]
        assert name.endswith(f" {rule}") or name in ("Precombat", "Postcombat")
        assert _tooltip(tile) == f"{rule} {graph.edition.rules[rule].says}"


@pytest.mark.parametrize("edition", ["cr2006", "cr2008", "cr2011", "cr2026"])
def test_guards_and_legend_cite_the_edition(edition: str) -> None:
    graph = base_turn(edition)
    root = _drawn(graph, "right")
    words = _all_words(root)
    for topic, label in (
        ("no_attackers", "no attackers"),
        ("second_damage", "first strike"),
        ("cleanup_priority", f"trigger or {graph.edition.term('state-based action')}"),
    ):
        assert f"{label} {graph.edition.number(topic)}" in words
    assert f"or nobody has priority {graph.edition.number('step_ends')}" in words
    guards = [g for g in root.iter(f"{SVG}g") if "guard" in g.get("class", "").split()]
    assert len(guards) == 3
    assert all(path.get("stroke-dasharray") for guard in guards for path in guard.iter(f"{SVG}path"))


def test_the_root_is_fit_for_pages() -> None:
    root = _drawn(BASE, title="Ann")
    assert root.get("role") == "img"
    assert not {"width", "height"} & set(root.attrib)
    assert root.get("viewBox")
    title, description = (_by_id(root, label) for label in (root.get("aria-labelledby") or "").split())
    assert title.text == "Ann · Comprehensive Rules, 25 September 2026"
    assert (description.text or "").startswith(
        "Beginning, 501: 1 Untap, 502, no priority: untap your permanents; 2 Upkeep"
    )
    assert "Inter" in (root.get("font-family") or "")


def test_every_text_of_the_layout_is_drawn() -> None:
    graph = repeat_cleanup(insert_phases(BASE, "combat", ("combat",), "A"), "ending/cleanup")
    diagram = turn_diagram(graph, title=f"Ann, turn 3 · {BASE.edition.title}")
    root = ET.fromstring(diagram.svg())  # noqa: S314 -- our own
    for text in diagram.layout.texts:
        lines = ["".join(run.text for run in line) for line in text.lines]
        drawn = _words(_by_id(root, f"text-{text.id}"))
        assert drawn == lines


def test_ids_are_unique_and_stable() -> None:
    graph = insert_phases(BASE, "combat", ("combat", "postcombat_main"), "A")
    ids = [element.get("id") for element in _drawn(graph).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {"stop-combat.upkeep", "stop-combat-1.declare_attackers"} & set(ids) == {"stop-combat-1.declare_attackers"}
    kept = {name for name in ids if name and name.startswith("stop-") and "-1" not in name and "-2" not in name}
    assert kept <= {element.get("id") for element in _drawn(BASE).iter()}


def test_graphviz_leaves_no_names_of_its_own() -> None:
    root = _drawn(BASE)
    assert not list(root.iter(f"{SVG}a"))
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert all(title and "->" not in title and "cluster_" not in title for title in titles)


def test_both_themes_are_in_one_file() -> None:
    root = _drawn(end_turn(insert_phases(BASE, "combat", ("combat",), "A"), "combat/declare_attackers", "B"))
    style = root.findtext(f"{SVG}style") or ""
    light, _, dark = style.partition("@media (prefers-color-scheme:dark)")
    for element in root.iter():
        for name in ("fill", "stroke"):
            colour = element.get(name, "none")
            if not colour.startswith("#"):
                assert colour in ("none", "transparent"), colour
                continue
            classes = [c[2:] for c in element.get("class", "").split() if c.startswith(f"{name[0]}-")]
            assert len(classes) == 1
            assert THEMES["light"][classes[0]] == colour
            assert f".{name[0]}-{classes[0]}{{{name}:{colour}}}" in light
            assert f".{name[0]}-{classes[0]}{{{name}:{THEMES['dark'][classes[0]]}}}" in dark


def test_what_was_inserted_is_shown() -> None:
    graph = insert_phases(BASE, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
    root = _drawn(insert_steps(graph, "beginning/upkeep", ("upkeep",), "Paradox Haze"))
    words = _all_words(root)
    assert "extra, made first, by Relentless Assault 500.8" in words
    assert "extra, made second, by Paradox Haze 500.9" in words
    assert _words(_by_id(root, "pill-combat-1")) == ["extra"]
    assert "extra" in (_by_id(root, "stop-beginning.upkeep-3").get("class") or "")
    assert "extra by Paradox Haze. 500.9" in _tooltip(_by_id(root, "stop-beginning.upkeep-3"))
    assert "extra" in (_by_id(root, "from-precombat_main-to-combat-1.beginning_of_combat").get("class") or "")


def test_what_is_skipped_is_shown() -> None:
    root = _drawn(skip(skip(BASE, "beginning/draw", "Fatigue"), "postcombat_main", "Moment of Silence"))
    tile = _by_id(root, "stop-beginning.draw")
    assert _words(tile) == ["–", "Draw 504 · skipped"]
    assert [t.get("text-decoration") for t in tile.iter(f"{SVG}tspan")] == [None, "line-through", None]
    assert all(path.get("stroke-dasharray") for path in tile.iter(f"{SVG}path"))
    assert "skipped by Fatigue. 500.11" in _tooltip(tile)
    assert "skipped by Moment of Silence 500.11" in _all_words(root)
    assert _by_id(root, "from-combat.end_of_combat-to-ending.end") is not None


def test_what_the_rules_do_themselves_cites_only_the_rule() -> None:
    root = _drawn(second_combat_damage(BASE, "combat/combat_damage"))
    assert "extra 510.4" in _all_words(root)
    assert "extra 514.3a" in _all_words(_drawn(repeat_cleanup(BASE, "ending/cleanup")))
    quiet = _drawn(skip_blocks_and_damage(BASE, "combat/declare_attackers"), "right")
    assert _all_words(quiet).count("no attackers 508.8") == 1
    way = _by_id(quiet, "from-combat.declare_attackers-to-combat.end_of_combat")
    assert not any(path.get("stroke-dasharray") for path in way.iter(f"{SVG}path"))


def test_no_attackers_is_told_by_a_note_if_no_way_can() -> None:
    graph = skip(skip_blocks_and_damage(BASE, "combat/declare_attackers"), "combat/end_of_combat", "A")
    assert "no attackers 508.8" in _all_words(_drawn(graph))


def test_names_from_users_stay_text() -> None:
    root = _drawn(insert_phases(BASE, "combat", ("combat",), EVIL), title=EVIL, subtitle="back\\N\\n")
    assert not list(root.iter(f"{SVG}script"))
    words = _all_words(root)
    assert words.count(EVIL) == 2
    assert "back\\N\\n" in words
    assert EVIL in _tooltip(_by_id(root, "phase-combat-1"))


def test_a_line_is_one_text_whose_parts_follow_each_other() -> None:
    root = _drawn(BASE)
    (line,) = (text for text in root.iter(f"{SVG}text") if "nobody has" in "".join(text.itertext()))
    assert [span.get("x") for span in line] == [None, None]
    assert "".join(line.itertext()).split()[-3:] == ["has", "priority", "500.2"]


def test_notebooks_get_the_same_picture() -> None:
    diagram = turn_diagram(BASE)
    assert diagram._repr_svg_() == diagram.svg()
