"""What the picture of a recorded turn says: what happened in it, where things were created, and where it was ended."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from fsm.diagram import scenario_diagram, turn_diagram
from fsm.diagram.model import Picture, Tile
from fsm.errors import InputError
from fsm.recording import RecordedTurn
from fsm.scenario import parse_scenarios, run_scenario

SVG = "{http://www.w3.org/2000/svg}"


def turn(
    script: str, number: int | None = None, players: str = "[Ann, Bob]", until: str = "T2", edition: str = "cr2026"
) -> RecordedTurn:
    text = f"name: A game\nplayers: {players}\nedition: {edition}\nscript:\n{script}\nuntil: {until}\n"
    return run_scenario(parse_scenarios(text, "x.turn.yaml")[0]).turn(number)


def picture(recorded: RecordedTurn, events: bool = True) -> Picture:
    return scenario_diagram(recorded, events=events).layout.picture


def tiles(recorded: RecordedTurn, events: bool = True) -> dict[str, Tile]:
    return {tile.id: tile for box in picture(recorded, events).boxes for tile in box.tiles}


@pytest.fixture(scope="module")
def assaults() -> RecordedTurn:
    assault = "{cast: Relentless Assault}"
    return turn(f"  - {{at: T1.precombat_main, Ann: [{assault}, {assault}]}}", until="T1")


def test_what_happened_is_told_on_its_tile_and_in_its_tooltip(assaults: RecordedTurn) -> None:
    tile = tiles(assaults)["precombat_main"]
    once = ("Ann casts Relentless Assault", "Relentless Assault resolves", "+ combat phase", "+ postcombat main phase")
    assert tile.said == once * 2
    assert tile.tooltip.endswith(" · ".join(once * 2))
    assert tile.tooltip.startswith("505 ")
    assert not tiles(assaults)["beginning.upkeep"].said


def test_without_events_tiles_are_as_they_were(assaults: RecordedTurn) -> None:
    assert not any(tile.said for tile in tiles(assaults, events=False).values())
    heights = {placed.rect.height for placed in assaults.diagram().with_look(direction="right").layout.tiles}
    assert heights == {40.0}


def test_a_cleanup_in_which_players_got_priority_does_not_deny_it() -> None:
    recorded = run_scenario("07/03", "cr2026").turn(1)
    for events in (False, True):
        details = {id: tile.detail for id, tile in tiles(recorded, events).items()}
        assert details["ending.cleanup"] == "514"
        assert details["ending.cleanup-1"] == "514 · no priority"
        assert details["beginning.untap"] == "502 · no priority"


def test_what_does_not_fit_is_counted() -> None:
    many = turn(f"  - {{at: T1.precombat_main, Ann: [{', '.join(['{cast: Relentless Assault}'] * 3)}]}}", until="T1")
    root = ET.fromstring(scenario_diagram(many, events=True).svg())  # noqa: S314 -- our own
    tile = next(e for e in root.iter() if e.get("id") == "stop-precombat_main")
    words = ["".join(text.itertext()).strip() for text in tile.iter(f"{SVG}text")]
    assert words[:2] == ["3", "Precombat"], "the heading has the number of the rule"
    told = [word for word in words if word.startswith("·")]
    assert words[-1] == f"+{12 - len(told)} more"
    assert 5 < len(told) < 12


def test_one_way_for_each_unit_that_was_created(assaults: RecordedTurn) -> None:
    made = [(e.source, e.target) for e in picture(assaults).edges if e.kind == "created"]
    assert sorted(made) == [
        ("precombat_main", "combat-1.beginning_of_combat"),
        ("precombat_main", "combat-3.beginning_of_combat"),
    ]
    edge = next(e for e in picture(assaults).edges if e.kind == "created")
    assert edge.tooltip.startswith("created by Relentless Assault. 500.8 ")
    drawn = [
        path
        for path in scenario_diagram(assaults).with_look(direction="right").layout.paths
        if path.edge.kind == "created"
    ]
    assert len(drawn) == 2
    assert any(note.text == "Dotted: from where it was created" for note in picture(assaults).legend)


def test_steps_are_created_from_where_the_effect_was() -> None:
    haze = turn("  - {at: T1.precombat_main, Ann: {cast: Paradox Haze, target: Ann}}", 3, until="T3")
    made = [(e.source, e.target) for e in picture(haze).edges if e.kind == "created"]
    assert made == [("beginning.upkeep", "beginning.upkeep-1")]


def test_what_the_rules_insert_was_created_by_nobody() -> None:
    strike = turn(
        "  - {at: T1.declare_attackers, Ann: {attack: [Land Leeches]}}",
        players="{Ann: {battlefield: [Land Leeches]}, Bob: }",
    )
    assert any(tile.pill for tile in tiles(strike).values())
    assert not [edge for edge in picture(strike).edges if edge.kind == "created"]
    assert not any("Dotted" in note.text for note in picture(strike).legend)


def test_what_an_effect_untaps_is_told_in_one_line() -> None:
    """Without it nobody sees why the creatures attack again; what untaps in the untap step is no news."""
    aurelia = "{Ann: {battlefield: ['Aurelia, the Warleader', Grizzly Bears, Hill Giant]}, Bob: }"
    attack = "  - {at: T1.declare_attackers, Ann: {attack: ['Aurelia, the Warleader', Grizzly Bears, Hill Giant]}}"
    told = tiles(turn(attack, 1, players=aurelia, until="T3"))["combat.declare_attackers"].said
    assert told == (
        "Ann attacks: Aurelia, the Warleader, Grizzly Bears and Hill Giant",
        "The ability of Aurelia, the Warleader triggers",
        "The ability of Aurelia, the Warleader resolves",
        "Grizzly Bears and Hill Giant untap",
        "+ combat phase",
    )
    later = tiles(turn(attack, 3, players=aurelia, until="T3"))
    assert later["beginning.untap"].said == ()


def test_where_the_turn_was_ended() -> None:
    ended = turn("  - {at: T1.upkeep, Bob: {cast: Time Stop}}", until="T1")
    marked = {id: tile.ended for id, tile in tiles(ended, events=False).items() if tile.ended}
    assert marked == {"beginning.upkeep": "turn ended"}
    assert "turn ended by Time Stop. 724.1d" in tiles(ended)["beginning.upkeep"].tooltip
    assert [pill.text for pill in scenario_diagram(ended).layout.pills] == ["turn ended"]


def test_where_combat_was_ended() -> None:
    ended = turn("  - {at: T1.beginning_of_combat, Bob: {cast: Mandate of Peace}}", until="T1")
    marked = {id: tile.ended for id, tile in tiles(ended).items() if tile.ended}
    assert marked == {"combat.beginning_of_combat": "combat ended"}


@pytest.mark.parametrize(("edition", "rule"), [("cr2006", "509.1c"), ("cr2011", "712.1c"), ("cr2026", "724.1d")])
@pytest.mark.parametrize("step", ["end", "upkeep"])
def test_a_turn_that_was_ended_says_so_although_nothing_was_left_to_skip(step: str, edition: str, rule: str) -> None:
    """The arrow from there does not say that all players passed, and the rule stands below a phase."""
    ended = turn(f"  - {{at: T1.{step}, Bob: {{cast: Time Stop}}}}", until="T1", edition=edition)
    drawn = picture(ended, events=False)
    (tile,) = [tile for box in drawn.boxes for tile in box.tiles if tile.ended]
    assert (tile.id.rpartition(".")[2], tile.ended) == (step, "turn ended")
    notes = {(note.text, note.rule) for box in drawn.boxes for note in box.notes}
    assert ("turn ended by Time Stop", rule) in notes
    (arrow,) = [edge for edge in drawn.edges if edge.source == tile.id and edge.kind == "main"]
    assert arrow.tooltip.startswith(f"turn ended by Time Stop. {rule} ")
    assert "an effect ended the turn" in drawn.legend[0].text
    usual = picture(turn("  []", until="T1"))
    assert "ended" not in usual.legend[0].text


def test_combat_that_was_ended_in_its_last_step_says_so() -> None:
    drawn = picture(turn("  - {at: T1.end_of_combat, Bob: {cast: Mandate of Peace}}", until="T1"))
    (combat,) = [box for box in drawn.boxes if box.id == "combat"]
    assert combat.tiles[-1].ended == "combat ended"
    assert ("combat ended by Mandate of Peace", "724.2d") in {(note.text, note.rule) for note in combat.notes}


def test_the_subtitle_says_whose_turn_it_was_and_what_was_special() -> None:
    extra = turn("  - {at: T1.precombat_main, Ann: {cast: Time Walk}}", 2, until="T2")
    assert picture(extra).subtitle.startswith("turn 2, Ann · extra turn by Time Walk · Comprehensive Rules")
    mind = turn(
        "  - {at: T1.precombat_main, Ann: {activate: Mindslaver, target: Bob}}",
        2,
        players="{Ann: {battlefield: [Mindslaver]}, Bob: }",
    )
    assert "controlled by Ann" in picture(mind).subtitle
    skipped = turn("  - {at: T1.precombat_main, Ann: {cast: Meditate}}").recording
    from fsm.recording import recorded_turns

    ghost = recorded_turns(skipped)[-1]
    assert picture(ghost).subtitle.startswith("a turn of Ann, skipped: Meditate")


def test_a_quiet_turn_is_the_picture_of_its_graph() -> None:
    quiet = turn("  - {at: T2.upkeep, Ann: pass}", 2)
    drawn = scenario_diagram(quiet, events=True, title="x", subtitle="y")
    again = "guard-cleanup_priority-ending.cleanup"
    regular = [edge for edge in turn_diagram(quiet.graph).layout.picture.edges if edge.id != again]
    assert list(drawn.layout.picture.edges) == regular, "it is known that no cleanup step followed"
    assert [(part.name, part.player, part.graph) for part in drawn.turns] == [("Turn 2", "Bob", quiet.graph)]


def test_long_names_of_players_leave_room_for_what_happened() -> None:
    name = "Maximiliane von und zu Hohenstein-Ansbac"
    recorded = turn(f"  - {{at: T1.upkeep, {name}: {{cast: Opt}}}}", 1, players=f"[{name}, Bob]")
    tile = tiles(recorded)["beginning.upkeep"]
    assert tile.said[0] == "Maximiliane… casts Opt"
    assert f"{name} casts Opt" in tile.tooltip


def test_a_place_of_another_turn_is_refused(assaults: RecordedTurn) -> None:
    assert assaults.diagram(at="T1.upkeep").dot() == assaults.diagram(at="upkeep").dot()
    with pytest.raises(InputError, match=r"T2\.upkeep is in turn 2, and this is the picture of turn 1"):
        assaults.diagram(at="T2.upkeep")
