"""``fsm debug`` and the script: what a refused act is told with, and which of its lines another run keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Fsm
from debugging import HOURS, debug

from fsm.debugger import Session
from fsm.scenario import parse_scenarios

FLYING = """name: A bear blocks an angel
edition: cr2026
players: {Ann: {battlefield: [Serra Angel]}, Bob: {battlefield: [Grizzly Bears]}}
script:
  - at: T1.declare_attackers
    Ann: {attack: [Serra Angel]}
  - at: T1.declare_blockers
    Bob: {block: {Grizzly Bears: Serra Angel}}
"""

AGAIN = """name: Nobody can attack again
edition: cr2026
players: {Ann: {battlefield: [Grizzly Bears]}, Bob: {}}
script:
  - at: T1.precombat_main
    Ann: [{cast: {name: More, type: sorcery, effects: [{extra_phases: [combat]}]}}, {cast: Serra Angel}]
  - at: T1.combat.declare_attackers
    Ann: {attack: [Grizzly Bears]}
  - at: T1.combat#2.declare_attackers
    Ann: {attack: [Grizzly Bears, Serra Angel]}
"""


def test_what_if_keeps_the_later_script() -> None:
    said = debug(HOURS, "j T1.upkeep", "whatif cast Opt", "ll", "q")
    assert "[what if: another run from here; back returns" in said
    assert "left out" not in said
    assert "cast: Time Walk" in said.partition("ll\n")[2]
    assert "Invented Hour" in said.partition("ll\n")[2]


def test_what_if_says_which_line_it_replaces_and_which_can_no_longer_be_done() -> None:
    said = debug(HOURS, "j T1.precombat_main", "whatif pass", "ll", "q")
    assert "another run from here, instead of line 6;" in said
    assert "[left out, as it can no longer be done: line 9]" in said
    assert "Invented Hour" in said.partition("ll\n")[2]


def test_what_if_leaves_out_whatever_comes_after_the_end_of_the_game() -> None:
    assert "[left out, as it can no longer be done: lines 9 and 11]" in debug(
        HOURS, "j T1.precombat_main", "whatif concede", "q"
    )


@pytest.mark.parametrize("edition", ["cr2006", "cr2026"])
def test_what_if_is_saved_with_the_later_script(edition: str) -> None:
    (scenario,) = parse_scenarios(HOURS, "x.turn.yaml")
    session = Session(scenario, HOURS, edition)
    other = session.what_if("cast Opt", later=True)
    (again,) = parse_scenarios(other.as_text(), "y.turn.yaml")
    assert Session(again, "", edition).recording == other.recording
    assert [player for _, player in other.recording.turns] == [player for _, player in session.recording.turns]


def test_what_if_tells_nothing_of_what_the_scenario_was_for() -> None:
    text = f"about: Hours.\nconclusion: Ann goes twice.\nxfail: not yet\n{HOURS}"
    session = Session(parse_scenarios(text, "x.turn.yaml")[0], text)
    session.go(session.whole.answers[0].seq)
    other = session.what_if("cast Time Stop", later=True)
    assert session.recording.conclusion
    assert not other.recording.conclusion
    assert not {"about", "conclusion", "xfail"} & {*other.scenario.document.data}


def test_a_refused_act_is_told_at_its_line_and_with_its_reason() -> None:
    said = debug(FLYING, "catch refused", "c", "why", "l", "q")
    assert "[an action is refused: line 8: Bob cannot do this at T1.combat.declare_blockers" in said
    assert "> x.turn.yaml(8)  T1.combat.declare_blockers" in said
    assert "refused here: line 8: " in said
    assert "Grizzly Bears cannot block Serra Angel, which has flying (509.1b)" in said
    assert "   8 ->     Bob: {block: {Grizzly Bears: Serra Angel}}" in said


def test_an_act_that_never_came_up_is_told_where_it_could_have_been_done() -> None:
    said = debug(AGAIN, "catch refused", "c", "b 10", "q")
    assert "> x.turn.yaml(10)  T1.combat#2.declare_attackers" in said
    assert "Breakpoint 1 at line 10 (1 stop)" in said
    told = next(line for line in said.splitlines() if line.startswith("[an action is refused"))
    assert "Grizzly Bears cannot attack now: it is tapped (508.1a)" in told
    assert "Serra Angel cannot attack now: it came this turn and has no haste (302.6)" in told


def test_an_act_in_a_step_that_was_skipped_is_told_there() -> None:
    text = FLYING.replace("    Ann: {attack: [Serra Angel]}", "    Ann: pass").replace(
        "{attack: [Serra Angel]}", "pass"
    )
    said = debug(text, "catch refused", "c", "q")
    assert "[an action is refused: line 8: this never came up: T1.declare_blockers did not begin: " in said
    assert "Declare blockers step is skipped (508.8)" in said
    assert "-> - Declare blockers step is skipped" in said


def test_a_legal_act_that_was_to_be_refused_fails_and_is_not_refused() -> None:
    legal = (
        HOURS.partition("script:")[0] + "script:\n  - {at: T1.upkeep, Ann: {pass: true, refused: true}}\nuntil: T1\n"
    )
    assert "refused here" not in debug(legal, "catch refused", "c", "why", "q")
    assert "[an action is refused" not in debug(legal, "catch refused", "c", "q")
    assert "[an expectation fails: line 5: this was not refused: it is legal" in debug(legal, "catch failed", "c", "q")


def test_a_block_that_names_the_attacker_first_is_hinted_at() -> None:
    text = FLYING.replace("{Grizzly Bears: Serra Angel}", "{Serra Angel: Grizzly Bears}")
    assert "did you mean that Grizzly Bears blocks Serra Angel?" in debug(text, "q")


def test_run_and_player_show_the_game_so_far_and_then_the_error(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "x.turn.yaml").write_text(FLYING)
    done = fsm("run", "x.turn.yaml")
    assert done.exit_code == 2
    assert "Ann attacks with Serra Angel" in done.stdout
    assert "which has flying (509.1b)" in done.stderr
    done = fsm("player", "x.turn.yaml", "-o", "x.html")
    assert done.exit_code == 2
    assert "which has flying (509.1b)" in (tmp_path / "x.html").read_text()


def test_the_page_of_a_run_has_what_is_wrong_in_it(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "x.turn.yaml").write_text(HOURS + "expect: {turns: [Ann, Bob, Bob]}\n")
    assert fsm("player", "x.turn.yaml", "-o", "x.html").exit_code == 0
    page = (tmp_path / "x.html").read_text()
    assert '"wrong":[[' in page
    assert ',12,"turn 3 differs: expected Ann, Bob, Bob, found Ann, Bob, Ann"]]' in page


SEVERAL = "A card that goes elsewhere than to exile is not suspended"


@pytest.mark.parametrize("command", [("debug", "-c", "q"), ("run",), ("explain",), ("player", "-o", "-")])
def test_a_title_picks_its_scenario_in_a_file_of_several(fsm: Fsm, command: tuple[str, ...]) -> None:
    name, *options = command
    told = fsm(name, SEVERAL, *options).stdout
    if name == "run":
        assert told.count("The game begins") == 1
    else:
        assert told == fsm(name, "however-a-card-moves", "--scenario", "3", *options).stdout


def test_the_first_of_several_scenarios_is_said_to_be_one_of_them(fsm: Fsm) -> None:
    assert "[1 of 8 scenarios of this file; --scenario NAME" in fsm("debug", "however-a-card-moves", "-c", "q").stdout
    assert "1 of 8 scenarios of this file" in fsm("player", "however-a-card-moves", "-o", "-").stderr
    assert "scenarios of this file" not in fsm("debug", "however-a-card-moves", "--scenario", "2", "-c", "q").stdout
