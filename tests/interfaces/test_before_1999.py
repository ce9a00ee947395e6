"""The rules of 1993 to 1999: drawn, compared, listed and explained; a game under them is refused with the reason."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from commands import Fsm

from fsm.diagram import Diagram, compare_diagram, poster_diagram, turn_diagram
from fsm.diagram.errors import DiagramError
from fsm.edition import Edition, edition_id, every_edition_id, load_edition, other_names, playable, played_ids
from fsm.edition.model import DOUBTS
from fsm.errors import EditionError, InputError, UnplayedEdition
from fsm.game import start_game
from fsm.rulebook import entries, uncovered
from fsm.scenario import read_scenarios, run_scenario
from fsm.turn import TurnMachine, base_turn, parse_turn

UNPLAYED = ("cr1993-08-05", "cr1994-04-01", "cr1995-04-01", "cr1996-11-01")
EACH = pytest.mark.parametrize("id", UNPLAYED)
REFUSED = "no game can be played under cr1995-04-01: its turn has phases without steps, and its spells wait in batches"


def test_those_that_can_be_played_are_all_others() -> None:
    assert tuple(id for id in every_edition_id() if id not in played_ids()) == UNPLAYED
    assert [id for id in every_edition_id() if load_edition(id).unplayed] == [*UNPLAYED]
    assert [id for id in every_edition_id() if load_edition(id).sources] == [*UNPLAYED]


@pytest.mark.parametrize(
    ("name", "id"),
    [("1993-08-05", UNPLAYED[0]), ("1995-03-31", UNPLAYED[1]), ("1995", UNPLAYED[2]), ("1999-04-22", UNPLAYED[3])],
)
def test_a_day_or_a_year_means_one(name: str, id: str) -> None:
    assert edition_id(name) == id


def test_every_year_means_an_edition() -> None:
    assert [name for name in other_names() if name.isdigit()] == [str(year) for year in range(1993, 2027)]
    assert [edition_id(year) for year in ("1998", "2000", "2006")] == [UNPLAYED[3], "cr1999-11-01", "cr2006"]


@EACH
def test_the_turn_has_phases_without_steps(id: str) -> None:
    edition = load_edition(id)
    assert not edition.kinds.steps
    assert [phase.kind for phase in edition.phases][:5] == ["untap", "upkeep", "draw", "main", "discard"]
    assert all(phase.inside and not phase.steps for phase in edition.phases)
    assert edition.step("untap").priority == "never"
    turn = base_turn(edition)
    assert turn.notation().startswith("U | Up | D | M | DC | ")
    assert parse_turn(turn.notation(), edition) is turn
    assert pickle.loads(pickle.dumps(turn)) is turn  # noqa: S301


def test_what_is_unsure_is_said() -> None:
    doubts = {id: Counter(_doubt(load_edition(id), number) for number in load_edition(id).rules) for id in UNPLAYED}
    assert doubts[UNPLAYED[3]] == {"": 34, DOUBTS["told"]: 1}
    assert all(doubts[id][""] == 0 and doubts[id][DOUBTS["told"]] >= 2 for id in UNPLAYED[:3])


def _doubt(edition: Edition, number: str) -> str:
    return next((doubt for doubt in DOUBTS.values() if doubt and edition.line(number).endswith(doubt)), "")


@EACH
def test_its_rules_have_labels_and_nothing_is_missing(id: str) -> None:
    edition = load_edition(id)
    assert [number for number in edition.rules if not re.fullmatch(r"F(\.[a-z]+)+", number)] == []
    assert all(not one.places and not one.scenarios and not one.lacks() for one in entries(edition, {}))
    assert len(uncovered(edition, {})) == 1


@EACH
def test_no_game_begins(id: str) -> None:
    with pytest.raises(UnplayedEdition, match=f"no game can be played under {id}: its turn has phases without steps"):
        start_game(id, ["Ann", "Bob"])
    with pytest.raises(UnplayedEdition):
        run_scenario("relentless-assault", id)
    with pytest.raises(UnplayedEdition):
        TurnMachine(_Passing(), base_turn(id))
    assert playable("cr1999-04-23") is load_edition("cr1999-04-23")


class _Passing:
    def all_passed(self) -> bool:
        return True

    def stack_empty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "command",
    [
        "run relentless-assault -e 1995-06-01", "debug relentless-assault -e 1995", "play -e 1995-06-01",
        "explore relentless-assault -e 1995", "quiz -e 1995", "new x -e 1995", "vectors out -e 1995",
        "schema scenario -e 1995", "check t.jsonl", "run a.turn.yaml", "run b.turn.yaml",
        "diagram scenario relentless-assault -e 1995 -o x.svg", "diagram turn -e 1995 -o x.scxml",
    ],
)  # fmt: skip
def test_a_command_that_plays_says_why_not(fsm: Fsm, tmp_path: Path, command: str) -> None:
    (tmp_path / "a.turn.yaml").write_text("players: [Ann, Bob]\nedition: 1995-06-01\n")
    (tmp_path / "b.turn.yaml").write_text("players: [Ann, Bob]\nedition: [today, 1995-06-01 .. 2001-12-31]\n")
    (tmp_path / "t.jsonl").write_text(
        '{"type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr1995-04-01"}\n'
    )
    done = fsm(*command.split())
    assert done.exit_code == 2
    place = {"run a.turn.yaml": "a.turn.yaml:2:10", "run b.turn.yaml": "b.turn.yaml:2:18"}
    place["play -e 1995-06-01"] = "<game>:2:10"
    assert done.stderr.startswith(f"{place.get(command, 'fsm')}: {REFUSED}")
    assert len(done.stderr.splitlines()) == 1


def test_a_range_leaves_them_out(tmp_path: Path) -> None:
    file = tmp_path / "one.turn.yaml"
    file.write_text("players: [Ann, Bob]\nedition: 1999-04-23 .. 2001-12-31\nexpect: {turns: [Ann]}\n")
    assert read_scenarios(file)[0].editions == ("cr2001-07-23", "cr1999-11-01", "cr1999-04-23")
    file.write_text("players: [Ann, Bob]\nedition: 1993 .. today\nexpect: {turns: [Ann]}\n")
    with pytest.raises(InputError, match=r"one\.turn\.yaml:2:10: no game can be played under cr1993-08-05"):
        read_scenarios(file)


@EACH
def test_the_turn_is_drawn(id: str) -> None:
    turn = base_turn(id)
    for level in ("step", "phase"):
        diagram = turn_diagram(turn, level=level)
        assert [box.name for box in diagram.layout.picture.boxes][:4] == ["Untap", "Upkeep", "Draw", "Main"]
        assert f"known from {load_edition(id).sources}" in _legend(diagram)
        assert "F.untap: a\u00a0label of ours" in _legend(diagram)
    assert "stack" not in _legend(turn_diagram(turn))
    poster = poster_diagram(turn).svg()
    assert "stack" not in poster
    assert "As a step ends" not in poster
    with pytest.raises(DiagramError, match="this turn has no machine: its turn has phases without steps"):
        turn_diagram(turn, level="machine")


def _legend(diagram: Diagram) -> str:
    return " ".join(note.text for note in diagram.layout.picture.legend)


@pytest.mark.parametrize(("one", "other"), [*combinations(UNPLAYED, 2), *((id, "cr1999-04-23") for id in UNPLAYED)])
def test_two_are_compared(one: str, other: str) -> None:
    diagram = compare_diagram(one, other)
    picture = diagram.layout.picture
    ids = [tile.id for box in picture.boxes for tile in box.tiles] + [box.id for box in picture.boxes]
    assert len(set(ids)) == len(ids)
    told = [f"{note.lead}: {note.text}" for note in (*picture.headline, *picture.aside)]
    assert told
    assert len(told) == len({text.lower() for text in told})
    shape = [text for text in told if "phases without steps" in text]
    assert len(shape) == (0 if other in UNPLAYED else 1)


def test_a_turn_without_steps_stands_beside_one_with_steps() -> None:
    picture = compare_diagram("1997", "1999-05-01").layout.picture
    rows = {box.id: [tile.name for tile in box.tiles if not tile.skipped] for box in picture.boxes}
    assert rows["beginning"] == ["Untap", "Untap", "Upkeep", "Upkeep", "Draw", "Draw"]
    assert rows["precombat_main"] == ["Main", "Precombat main"]
    assert rows["ending"] == ["Discard", "End of turn step", "Cleanup", "Cleanup"]
    assert [box.heads[0] for box in picture.boxes if box.hue != "other"] == [("", "")] * 5
    assert picture.headline[0].text == "In November 1996, 6 phases without steps; in April 1999, 5 phases with steps"


def test_the_draw_of_1996_may_be_answered() -> None:
    told = compare_diagram("1996", "1999-05-01").layout.picture.headline
    (draw,) = (note for note in told if note.lead.endswith("The draw of the turn"))
    assert draw.text.startswith("In November 1996, it is done once in the phase, like an instant")


def test_they_are_listed_and_explained(fsm: Fsm) -> None:
    listed = fsm("rules", "-e", "1997").stdout.splitlines()
    assert listed[0] == "Fifth Edition rules, 1 November 1996 (Mirage) (cr1996-11-01): 35 rules"
    assert listed[1].startswith("  not played here: its turn has phases without steps")
    assert listed[1].endswith("; its numbers are labels of ours")
    assert listed[2].startswith("  known from: the Fifth Edition rulebook")
    assert listed[3].startswith("F.start ")
    told = fsm("rules", "F.life", "-e", "1993").stdout
    assert "  Who has no life left loses at once; only Revised Edition put that off to the end of a phase." in told
    assert " (second hand)\n" in told
    assert "  also      cr2026: 104.3b, 704.5a\n" in told
    assert "  in code" not in told
    assert "  no test   no game can be played under this edition here\n" in told


def test_a_label_is_found_without_an_edition(fsm: Fsm) -> None:
    assert fsm("rules", "F.heal").stdout.startswith("F.heal  Revised Edition rules, April 1994 (cr1994-04-01)\n")
    assert fsm("rules", "F.burn").stdout.count("F.burn  ") == 4
    assert "no rule says 'F.zebra'" in fsm("rules", "F.zebra").stderr


def test_two_lists_stand_side_by_side(fsm: Fsm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = " ".join(fsm("rules", "F.life", "-e", "1993", "--compare", "1994").stdout.split())
    assert "F.life Who has no" in told
    assert "as a phase ends, not before. (second" in told
    told = " ".join(fsm("rules", "F.upkeep", "-e", "1996", "--compare", "1999-05-01").stdout.split())
    assert "303.1 Triggers of the untap step" in told


@pytest.mark.slow
def test_the_page_of_rules_says_from_where_they_are_known(fsm: Fsm) -> None:
    page = fsm("rules", "-e", "1994", "-o", "-").stdout
    assert "known from: lists of what changed, second hand" in page
    assert "no scenario can show any" in page
    assert "<dt>code</dt>" not in page


def test_a_rewrite_of_none_is_refused(fsm: Fsm) -> None:
    for which in ("F.strike", "skip"):
        done = fsm("diagram", "rule", which, "-e", "1995", "-o", "x.svg")
        assert done.stderr == "fsm: cr1995-04-01 has no rule that changes a turn; name another edition\n"


OWN = 'title = "Mine"\nlike = "1995"\nsources = "me"\n'


def test_an_edition_of_ones_own_can_extend_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(OWN + '[rules]\n"F.stretch" = { says = "The player stretches.", sure = "text" }\n')
    own = load_edition(file)
    assert own.line("F.stretch") == "The player stretches."
    assert own.line("F.draw") == "The active player draws a card. (from memory)"
    with pytest.raises(UnplayedEdition, match="no game can be played under mine: its turn has phases without steps"):
        playable(own)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('title = "Mine"\nlike = "1995"\n', '1:1: the key "sources" is missing'),
        (OWN + 'sure = "surely"\n', "4:8: found 'surely', expected text, told or memory"),
        (OWN + 'turn = ["untap", "nap"]\n', "4:18: there is no phase 'nap'"),
        (OWN + '[phases.draw]\ntoken = "d"\n', "5:9: found 'd', expected a token of letters such as Up"),
        (OWN + '[phases.draw]\nrule = "F.drew"\n', "5:8: no rule 'F.drew' under [rules] (did you mean \"F.draw\"?)"),
        (OWN + '[phases.draw]\nactions = ["scheme"]\n', "5:12: the action 'scheme' has no rule"),
        (OWN + '[steps.draw]\nname = "draw step"\n', "4:2: unknown key 'steps'"),
        (OWN + '[choices]\ndraw = "late"\n', "5:8: found 'late', expected at_once or in_batch"),
    ],
)
def test_what_is_wrong_in_a_file_has_its_place(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(EditionError, match=re.escape(f"mine.toml:{wrong}")):
        load_edition(file)


def test_only_an_old_edition_may_attack_in_a_phase_without_steps(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nlike = "cr2026"\n[phases.precombat_main]\nactions = ["combat"]\n')
    with pytest.raises(EditionError, match=r"mine\.toml:4:12: found 'combat'"):
        load_edition(file)
