"""What a timeline says: turns in their lanes, what was inserted, skipped, controlled or ended, who left, who won."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from fsm.diagram import Diagram, DiagramError
from fsm.diagram.model import Box, Picture, Tile
from fsm.diagram.telling import told
from fsm.game import Options
from fsm.recording import Frame, Recording
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import base_turn

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]


def played(script: str, players: str = "[Ann, Bob, Cleo]", until: str = "T4", edition: str = "cr2026") -> Recording:
    text = f"name: A game\nplayers: {players}\nedition: {edition}\nscript:\n{script}\nuntil: {until}\n"
    return run_scenario(parse_scenarios(text, "x.turn.yaml")[0])


def picture(recording: Recording) -> Picture:
    return recording.timeline().layout.picture


def tiles(recording: Recording) -> dict[str, Tile]:
    return {tile.id: tile for box in picture(recording).boxes for tile in box.tiles}


def lane(recording: Recording, name: str) -> Box:
    return next(box for box in picture(recording).boxes if box.name == name)


@pytest.fixture(scope="module")
def extra() -> Recording:
    return played(
        "  - {at: T1.precombat_main, Ann: [{cast: Time Walk}, {cast: Relentless Assault}]}\n"
        "  - {at: T1.end, Cleo: {cast: Nexus of Fate}}\n"
        "  - {at: T2.precombat_main, Cleo: {cast: Fatigue, target: Ann}}",
        until="T5",
    )


def test_each_player_has_a_lane_with_his_turns(extra: Recording) -> None:
    told = {box.name: [tile.id for tile in box.tiles] for box in picture(extra).boxes}
    assert told == {"Ann": ["turn-1", "turn-3"], "Bob": ["turn-4"], "Cleo": ["turn-2", "turn-5"]}
    assert [box.id for box in picture(extra).boxes] == ["lane-0", "lane-1", "lane-2"]


def test_extra_turns_stand_out_and_say_who_made_them(extra: Recording) -> None:
    turn = tiles(extra)["turn-2"]
    assert (turn.name, turn.pill, turn.detail, turn.accent) == ("Turn 2", "extra", "by Nexus of Fate", True)
    assert "extra #2 by Nexus of Fate" in turn.tooltip
    assert "500.7 " in turn.tooltip
    assert not tiles(extra)["turn-4"].accent
    assert not tiles(extra)["turn-4"].pill


def test_created_ways_tell_the_order(extra: Recording) -> None:
    made = {edge.target: edge for edge in picture(extra).edges if edge.kind == "created"}
    assert {target: (edge.source, edge.label) for target, edge in made.items()} == {
        "turn-2": ("turn-1", "made 2nd, taken first"),
        "turn-3": ("turn-1", "made 1st, taken last"),
    }
    assert "by Time Walk" in made["turn-3"].tooltip
    assert "500.7 " in made["turn-3"].tooltip


def test_extra_turns_that_never_waited_together_need_no_order() -> None:
    alone = played(
        "  - {at: T1.precombat_main, Ann: {cast: Time Walk}}\n  - {at: T3.precombat_main, Bob: {cast: Time Walk}}"
    )
    assert [edge.label for edge in picture(alone).edges if edge.kind == "created"] == ["", ""]


def test_of_three_the_middle_one_is_counted() -> None:
    cast = "{cast: Time Walk}"
    three = played(f"  - {{at: T1.precombat_main, Ann: [{cast}, {cast}, {cast}]}}")
    labels = {edge.target: edge.label for edge in picture(three).edges if edge.kind == "created"}
    assert labels == {
        "turn-2": "made 3rd, taken first",
        "turn-3": "made 2nd, taken 2nd",
        "turn-4": "made 1st, taken last",
    }


def test_the_path_goes_through_the_turns_that_were_taken() -> None:
    meditated = played("  - {at: T1.precombat_main, Ann: [{cast: Time Walk}, {cast: Meditate}]}")
    main = [(edge.source, edge.target) for edge in picture(meditated).edges if edge.kind == "main"]
    assert main == [
        ("start", "turn-1"),
        ("turn-1", "turn-2"),
        ("turn-2", "turn-3"),
        ("turn-3", "turn-4"),
        ("turn-4", "end"),
    ]
    ghost = tiles(meditated)["skipped-1"]
    assert (ghost.skipped, ghost.detail, ghost.pill, ghost.chips) == (True, "skipped: Meditate", "extra", ())
    assert "500.11 " in ghost.tooltip
    assert any("a turn that was skipped" in note.text and note.rule == "500.11" for note in picture(meditated).legend)


def test_chips_tell_the_phases(extra: Recording) -> None:
    chips = {chip.id: chip for chip in tiles(extra)["turn-1"].chips}
    assert [chip.text for chip in chips.values()] == ["B", "M", "C", "M", "C", "M", "E"]
    assert [id for id, chip in chips.items() if chip.accent] == ["turn-1.combat-1", "turn-1.postcombat_main-2"]
    assert "extra by Relentless Assault. 500.8" in chips["turn-1.combat-1"].tooltip
    tired = {chip.id: chip for chip in tiles(extra)["turn-3"].chips}["turn-3.beginning"]
    assert tired.text == "B (no draw)"
    assert "Draw step: skipped by Fatigue. 500.11" in tired.tooltip


def test_what_the_rules_skip_is_not_counted_as_skipped_by_an_effect() -> None:
    quiet = played("  - {at: T1.upkeep, Ann: pass}", players="[Ann, Bob]", until="T2")
    assert [chip.text for chip in tiles(quiet)["turn-1"].chips] == ["B", "M", "C", "M", "E"]


def test_a_turn_that_was_ended_says_so_and_what_it_lost() -> None:
    ended = played("  - {at: T2.upkeep, Ann: {cast: Time Stop}}", until="T2")
    turn = tiles(ended)["turn-2"]
    assert [tag.text for tag in turn.tags] == ["ended by Time Stop"]
    assert "724.1d" in turn.tags[0].tooltip
    assert [(chip.text, chip.skipped) for chip in turn.chips] == [
        ("B (no draw)", False),
        ("M", True),
        ("C", True),
        ("M", True),
        ("E (no end step)", False),
    ]


def test_a_game_that_stopped_in_a_turn_shows_what_was_not_reached() -> None:
    stopped = played("  - {at: T1.upkeep, Ann: pass}", until="T1.precombat_main")
    assert [chip.faded for chip in tiles(stopped)["turn-1"].chips] == [False, False, True, True, True]
    assert any(note.text == "not reached" for note in picture(stopped).legend)


def test_controlled_turns_and_a_reversed_order_are_tagged() -> None:
    recording = played(
        "  - {at: T1.precombat_main, Ann: [{activate: Mindslaver, target: Bob}, {activate: Aeon Engine}]}",
        players="{Ann: {battlefield: [Mindslaver, Aeon Engine]}, Bob: , Cleo: }",
    )
    assert [tag.text for tag in tiles(recording)["turn-1"].tags] == ["turn order reversed"]
    assert [tag.text for tag in tiles(recording)["turn-3"].tags] == ["controlled by Ann"]
    assert "by Mindslaver. 723.1" in tiles(recording)["turn-3"].tags[0].tooltip


def test_a_player_who_leaves_ends_his_lane_and_the_last_one_wins() -> None:
    recording = played("  - {at: T1.precombat_main, Bob: concede}\n  - {at: T2.upkeep, Cleo: concede}", until="T2.draw")
    gone = lane(recording, "Bob")
    assert (gone.until, [(note.text, note.rule) for note in gone.notes]) == ("turn-1", [("lost in turn 1", "800.4a")])
    assert lane(recording, "Cleo").until == "turn-2"
    winner = lane(recording, "Ann")
    assert (winner.until, [note.text for note in winner.notes]) == ("", ["wins"])
    assert picture(recording).over
    assert picture(recording).ends.startswith("Ann wins: the last player in the game")
    assert told(picture(recording)).endswith("Ann wins: the last player in the game (104.2a).")


def test_extra_turns_that_did_not_come_are_noted() -> None:
    waiting = played("  - {at: T1.precombat_main, Ann: {cast: Time Walk}}", until="T1")
    assert _notes(waiting)[0] == "next extra turn: Ann, by Time Walk"
    gone = played("  - {at: T1.precombat_main, Ann: {cast: Time Walk}}\n  - {at: T1.end, Ann: concede}")
    assert _notes(gone)[0] == "extra #1 for Ann by Time Walk never came"
    assert not picture(gone).over


def test_extra_turns_to_come_are_noted_in_the_order_in_which_they_will_be_taken() -> None:
    hour = "{name: An Hour for Bob, type: instant, effects: [{extra_turn: Bob}]}"
    casts = ["Ann: {cast: Time Walk}", f"Bob: {{cast: {hour}}}", "Ann: {cast: Time Walk}"]
    script = "\n".join(f"  - {{at: T1.precombat_main, {cast}}}" for cast in casts)
    assert _notes(played(script, until="T1"))[:3] == [
        "next extra turn: Ann, by Time Walk (made 3rd)",
        "then: Bob, by An Hour for Bob (made 2nd)",
        "then: Ann, by Time Walk (made 1st)",
    ]
    assert _notes(played(f"{script}\n  - {{at: T1.end, Bob: concede}}", until="T1"))[:3] == [
        "next extra turn: Ann, by Time Walk (made 2nd)",
        "then: Ann, by Time Walk (made 1st)",
        "extra #2 for Bob by An Hour for Bob never came",
    ]
    assert _notes(played(script, until="T2"))[0] == "next extra turn: Bob, by An Hour for Bob (made 2nd)"
    taken = [player for _, player in played(script, until="T4").turns[1:]]
    assert taken == ["Ann", "Bob", "Ann"]


def _notes(recording: Recording) -> list[str]:
    return [f"{note.lead} {note.text}".strip() for note in picture(recording).legend]


def test_a_team_has_one_lane(extra: Recording) -> None:
    last = extra[-1].event
    game = msgspec.structs.replace(last.state.game, options=Options(teams=((0, 2), (1,))))
    event = msgspec.structs.replace(last, state=msgspec.structs.replace(last.state, game=game))
    teams = Recording((*extra.frames[:-1], Frame(len(extra), event)), "Teams")
    told = {box.name: [tile.id for tile in box.tiles] for box in picture(teams).boxes}
    assert told == {"Ann and Cleo": ["turn-1", "turn-2", "turn-3", "turn-5"], "Bob": ["turn-4"]}


def test_nothing_that_began_is_still_a_picture(extra: Recording) -> None:
    empty = Recording(extra.frames[:1], "Nothing yet").timeline()
    assert [box.name for box in empty.layout.picture.boxes] == ["Ann", "Bob", "Cleo"]
    assert "Nothing yet" in empty.svg()


def test_parts_are_the_turns(extra: Recording) -> None:
    parts = extra.timeline().turns
    assert [(part.name, part.player, part.extra) for part in parts[:2]] == [
        ("Turn 1", "Ann", ""),
        ("Turn 2", "Cleo", "extra #2 by Nexus of Fate"),
    ]
    assert parts[0].graph is extra.graphs[1]
    skipped = played("  - {at: T1.precombat_main, Ann: {cast: Meditate}}").timeline().turns[3]
    assert (skipped.name, skipped.skipped, skipped.graph) == ("A skipped turn", "Meditate", base_turn("cr2026"))


def test_words_are_those_of_the_edition() -> None:
    old = played("  - {at: T1.precombat_main, Ann: {cast: Time Walk}}", edition="cr2006")
    legend = {note.text: note.rule for note in picture(old).legend}
    assert legend["Dotted: created by; extra turns: newest first"] == "300.6"
    assert picture(old).subtitle == "Comprehensive Rules, 1 October 2006"


def _drawn(diagram: Diagram) -> ET.Element:
    return ET.fromstring(diagram.svg())  # noqa: S314 -- our own


def test_everything_has_its_own_id_and_tooltip(extra: Recording) -> None:
    root = _drawn(extra.timeline())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {"lane-0.1", "turn-1", "chip-turn-1.combat-1", "pill-turn-2", "created-turn-1-turn-2"}
    assert wanted <= set(ids)
    for id in ("turn-2", "chip-turn-1.combat-1", "created-turn-1-turn-2", "pill-turn-2"):
        (element,) = (e for e in root.iter() if e.get("id") == id)
        assert "500." in (element.findtext(f"{SVG}title") or ""), id


def test_states_are_told_by_more_than_colour(extra: Recording) -> None:
    skipped = played("  - {at: T1.precombat_main, Ann: {cast: Meditate}}", players="[Ann, Bob]", until="T2")
    root = _drawn(skipped.timeline())
    ghost = next(e for e in root.iter() if e.get("id") == "skipped-1")
    assert all(path.get("stroke-dasharray") for path in ghost.iter(f"{SVG}path"))
    assert next(ghost.iter(f"{SVG}tspan")).get("text-decoration") == "line-through"
    way = next(e for e in _drawn(extra.timeline()).iter() if e.get("id") == "created-turn-1-turn-2")
    assert next(way.iter(f"{SVG}path")).get("stroke-dasharray") == "1,5"


EVIL = '<script>alert("x")</script>&amp;\\N'


def test_hostile_names_stay_text() -> None:
    name = EVIL.replace("'", "''")
    recording = played(
        f"  - {{at: T1.upkeep, Bob: {{cast: {{name: '{name}', type: instant, effects: [{{extra_turn: you}}, "
        f"{{skip: turn}}]}}}}}}\n  - {{at: T1.precombat_main, '{name}': {{activate: Mindslaver, target: '{name}'}}}}",
        players=f"{{'{name}': {{battlefield: [Mindslaver]}}, Bob: }}",
    )
    diagram = recording.timeline()
    root = _drawn(diagram)
    assert not list(root.iter(f"{SVG}script"))
    words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert f"controlled by {EVIL}"[:24] in " ".join(words)
    titles = " ".join(title.text or "" for title in root.iter(f"{SVG}title"))
    assert EVIL in titles
    assert "<script>" not in diagram.dot()
    assert diagram.render("png").startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes_in_another_process() -> None:
    file = ROOT / "tests" / "golden" / "extra-turns.turn.yaml"
    program = (
        "import sys; from fsm.scenario import read_scenarios, run_scenario\n"
        "recording = run_scenario(read_scenarios(sys.argv[1])[0], 'cr2026')\n"
        "sys.stdout.buffer.write(recording.timeline().dot().encode())"
    )
    kept = (file.parent / "timeline-extra-turns-cr2026.dot").read_bytes()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program, str(file)]
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        assert done.stdout == kept


def test_a_timeline_of_very_many_turns_is_refused() -> None:
    (scenario,) = parse_scenarios("players: [Ann, Bob]\nuntil: T2001\n")
    with pytest.raises(DiagramError, match=r"2,001 turns, and at most 2,000 can be drawn; end the run earlier"):
        run_scenario(scenario).timeline()


def test_a_skipped_turn_hangs_on_the_turn_in_which_that_was_made() -> None:
    meditate = "name: x\nplayers: [Ann, Bob]\nscript:\n  - {at: T1.precombat_main, Ann: {cast: Meditate}}\nuntil: T4\n"
    picture = run_scenario(parse_scenarios(meditate)[0]).timeline().layout.picture
    (edge,) = [edge for edge in picture.edges if edge.kind == "created"]
    assert (edge.source, edge.target) == ("turn-1", "skipped-1")
    assert edge.tooltip.startswith("skipped by Meditate")
    assert any("in which that was created" in note.text for note in picture.legend)
