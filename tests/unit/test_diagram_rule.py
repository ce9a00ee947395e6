"""Pictures of rewrite rules: found by number and name, before and after, newest first."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from cases import joined

from fsm.diagram import Diagram, DiagramError, rule_diagram
from fsm.diagram.layout.metrics import SMALL
from fsm.diagram.model import Box, Tile
from fsm.diagram.pictures.rule import all_rules, find_rules
from fsm.edition import edition_ids, load_edition
from fsm.turn import REWRITES, RewriteRule, base_turn

NUMBERS = {
    "cr2006": {
        "300.6": "add_turn",
        "300.7": "insert_phases",
        "300.9": "skip",
        "419.6e": "skip",
        "509.1c": "end_turn",
        "308.4": "skip_blocks_and_damage",
        "310.5": "second_combat_damage",
        "314.3": "repeat_cleanup",
    },
    "cr2008": {"300.6": "add_turn", "300.7": "insert_phases", "308.5": "skip_blocks_and_damage"},
    "cr2011": {
        "500.7": "add_turn",
        "500.8": "insert_phases",
        "500.10": "skip",
        "508.6": "skip_blocks_and_damage",
        "510.5": "second_combat_damage",
        "514.3a": "repeat_cleanup",
        "712.1c": "end_turn",
        "712": "end_turn",
    },
    "cr2026": {
        "500.7": "add_turn",
        "500.8": "insert_phases",
        "500.10": "insert_step_after_phase",
        "500.11": "skip",
        "508.8": "skip_blocks_and_damage",
        "510.4": "second_combat_damage",
        "514.3a": "repeat_cleanup",
        "614.10": "skip",
        "724.2d": "end_combat",
        "724.2": "end_combat",
    },
}


def _panels(diagram: Diagram) -> dict[str, Box]:
    return {box.name: box for box in diagram.layout.picture.boxes}


def _names(box: Box) -> list[str]:
    return [tile.name for tile in box.tiles]


def _notes(diagram: Diagram) -> list[str]:
    return [f"{note.rule} {note.text}" for box in diagram.layout.picture.boxes for note in box.notes]


@joined((e, n, r) for e, numbers in NUMBERS.items() for n, r in numbers.items())
def test_a_rule_is_found_by_its_number(edition: str, number: str, name: str) -> None:
    known, rules = find_rules(number, edition)
    assert (known.id, [rule.name for rule in rules]) == (edition, [name])
    diagram = rule_diagram(number, edition)
    assert diagram.layout.picture.title == rules[0].title
    assert diagram.layout.picture.subtitle == f"rule {number} · {known.title}"
    cited = known.number(rules[0].topic)
    assert f"{cited} {known.rules[cited].says}" in _notes(diagram)


def test_each_rule_says_in_a_sentence_what_it_does() -> None:
    assert all_rules()["insert_phases"].title == "An extra phase comes directly after the phase named"
    titles = [rule.title for rule in all_rules().values()]
    assert all(titles)
    assert len({*titles}) == len(titles)
    bare = RewriteRule("skip_rest", "skip", "anchor -> rest", "anchor -> [rest]")
    assert rule_diagram(bare).layout.picture.title == "Skip rest"


@joined(product(all_rules(), edition_ids()))
def test_a_rule_is_found_by_its_name_where_the_edition_has_it(name: str, edition: str) -> None:
    if all_rules()[name].cited(load_edition(edition)):
        panels = _panels(rule_diagram(name, edition))
        assert list(panels)[:2] == ["Before", "After"]
        assert panels["After"].rule == load_edition(edition).number(all_rules()[name].topic)
    else:
        with pytest.raises(DiagramError, match=f"{edition} has no rule for {name}; it has rules for insert_phases"):
            rule_diagram(name, edition)


def test_without_an_edition_any_edition_that_has_the_number_will_do() -> None:
    found = {number: find_rules(number, None)[0].id for number in ("500.8", "300.6", "712", "510.5")}
    assert found == {"500.8": "cr2026", "300.6": "cr2006", "712": "cr2011", "510.5": "cr2011"}


def test_a_number_may_have_several_rewrites() -> None:
    assert [rule.name for rule in find_rules("300.8", None)[1]] == ["insert_steps", "insert_steps_before"]
    assert [rule.name for rule in find_rules("724", None)[1]] == ["renew_cleanup", "end_turn", "end_combat"]
    assert [rule.name for rule in find_rules("724.1d", None)[1]] == ["renew_cleanup", "end_turn"]
    assert [(box.group, box.name) for box in rule_diagram("724").layout.picture.boxes] == [
        (rule.title, when) for rule in find_rules("724", None)[1] for when in ("Before", "After")
    ]


@pytest.mark.parametrize(
    ("which", "edition", "message"),
    [
        (
            "300.2",
            None,
            r"rule 300\.2; one belongs to these: cr2026: 101\.1, 500\.7, .*; cr2006: 103\.1, 300\.6, 300\.7",
        ),
        (
            "300.7",
            "cr2026",
            r"rule 300\.7; one belongs to these: cr2026: 101\.1, 500\.7, 500\.8, 500\.9, 500\.10, 500\.11",
        ),
        ("500.1", "cr2026", r"rule 500\.1;"),
        ("724.", "cr2026", r"rule 724\.;"),
        ("3" * 5000, None, "rule 3{40};"),
        ("insert_phase", None, r'no rewrite \'insert_phase\' \(did you mean "insert_phases"\?\); there are: insert_'),
        ("", None, "no rewrite ''; there are"),
        ("\n\x1b[31m", None, r"no rewrite '\\n\\x1b\[31m'"),
    ],
)
def test_what_is_unknown_is_answered_by_what_there_is(which: str, edition: str | None, message: str) -> None:
    with pytest.raises(DiagramError, match=message) as caught:
        rule_diagram(which, edition)
    assert "\n" not in str(caught.value)


def test_extra_phases_are_drawn_after_their_anchor_and_the_newest_first() -> None:
    panels = _panels(rule_diagram("300.7"))
    assert _names(panels["Before"]) == ["Beginning", "Precombat main", "Combat", "…"]
    assert _names(panels["After"]) == ["Beginning", "Precombat main", "Combat", "Postcombat main", "Combat", "…"]
    again = panels["Done twice"]
    assert [tile.pill for tile in again.tiles] == ["", "", "newer", "newer", "older", "older", "", ""]
    for panel in panels.values():
        assert [tile.mark for tile in panel.tiles].index("here") == 1
        assert all(tile.accent == bool(tile.pill) for tile in panel.tiles)


@pytest.mark.parametrize("number", ["300.6", "500.7"])
def test_extra_turns_are_drawn_as_turns_and_the_newest_first(number: str) -> None:
    panels = _panels(rule_diagram(number))
    told = {name: [(tile.name, tile.detail, tile.pill) for tile in box.tiles] for name, box in panels.items()}
    now, *rest = told["Before"]
    assert now == ("Ann's turn", "", "")
    walk, hour = ("Ann's turn", "by Time Walk"), ("Bob's turn", "by Invented Hour")
    assert told["After"] == [now, (*walk, "extra"), *rest]
    assert told["Done twice"] == [now, (*hour, "newer"), (*walk, "older"), *rest]


def test_what_is_skipped_is_struck_out_and_gone_past() -> None:
    diagram = rule_diagram("508.8")
    after = _panels(diagram)["After"]
    assert [tile.name for tile in after.tiles if tile.skipped] == ["Declare blockers", "Combat damage"]
    (way,) = (
        path for path in diagram.layout.paths if path.edge.source.endswith("declare_attackers") and len(path.points) > 2
    )
    assert way.edge.target.endswith("end_of_combat")


def test_the_same_thing_stands_at_the_same_place_before_and_after() -> None:
    diagram = rule_diagram("300.7").with_look(direction="right")
    places: dict[str, set[float]] = {}
    for placed in diagram.layout.tiles:
        places.setdefault(placed.tile.id.partition("-")[2].partition("-")[2], set()).add(placed.rect.x)
    assert len(places) == 8
    assert all(len(lefts) == 1 for lefts in places.values())


def test_the_parts_are_the_turns_before_and_after() -> None:
    before, after = rule_diagram("500.8").turns
    assert (before.name, after.name) == ("before", "after")
    assert before.graph is base_turn("cr2026")
    assert after.graph.notation() == "U Up D | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA DB CD EC | M3 | E CL"


def test_a_rule_without_an_example_is_drawn_by_its_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = msgspec.structs.replace(REWRITES["end_turn"], example=(), matches="a -> b -> c", puts="a -> [b] -> +x -> c")
    monkeypatch.setitem(REWRITES, "end_turn", plain)
    panels = _panels(rule_diagram("end_turn"))
    tiles: dict[str, Tile] = {tile.name: tile for tile in panels["After"].tiles}
    assert _names(panels["Before"]) == ["a", "b", "c"]
    assert list(tiles) == ["a", "b", "x", "c"]
    assert (tiles["x"].pill, tiles["b"].skipped) == ("inserted", True)


def test_a_rule_about_the_turn_itself_is_drawn_phase_by_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = msgspec.structs.replace(REWRITES["reverse_phases"], puts="last -> between -> first")
    monkeypatch.setitem(REWRITES, "reverse_phases", rule)
    panels = _panels(rule_diagram("reverse_phases"))
    assert _names(panels["Before"]) == ["Beginning", "Precombat main", "Combat", "Postcombat main", "Ending"]
    assert _names(panels["After"]) == ["Ending", "Precombat main", "Combat", "Postcombat main", "Beginning"]


@pytest.mark.parametrize(
    ("number", "least"),
    [
        ("300.6", 18),
        ("300.8", 15),
        ("724", 12),
        *(pytest.param(*wide, marks=pytest.mark.slow) for wide in (("300.7", 18), ("300", 9), ("500", 8))),
    ],
)
def test_rules_with_one_number_are_as_large_on_a_slide_as_one_page_allows(number: str, least: float) -> None:
    slide = rule_diagram(number).with_look(aspect="16:9", width=1280).layout
    assert slide.page is not None
    assert SMALL * 1280 / slide.page.width >= least
    assert [run.text for text in slide.texts for line in text.lines for run in line if "…" in run.text] == []
    _, rules = find_rules(number, None)
    named = [" ".join(line[0].text for line in text.lines) for text in slide.texts if text.id.startswith("rule-")]
    assert named == ([rule.title for rule in rules] if len(rules) > 1 else [])


def test_rules_with_one_number_can_be_read_on_a_phone() -> None:
    for number in ("300.8", "724", "500"):
        page = rule_diagram(number).with_look(width=390).layout.page
        assert page is not None
        assert SMALL * 390 / page.width >= 12 - 0.01


def test_a_word_that_is_wider_than_a_chain_is_broken() -> None:
    rule = RewriteRule("skip_rest", "skip", f"{'W' * 60} -> rest", f"{'W' * 60} -> [rest]")
    layout = rule_diagram(rule).with_look(direction="down", aspect="16:9").layout
    assert "".join(run.text for row in layout.tiles[0].rows for run in row.line) == "W" * 60
