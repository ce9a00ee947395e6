"""Random games with engines: a right one plays them as expected, and each wrong one is found out by a plain game."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import ROOT, Fsm
from engines.reference import Engine
from engines.wrong import RULES, ExtraTurnIsTheNormalTurn

from fsm.driving import PythonEngine, drive, drive_random, read_corpus
from fsm.edition import edition_ids, load_edition

FEW, MANY, WITHIN, MOST_MOVES = 40, 2000, 500, 4
EVERY_DAY = ("ExtraTurnIsTheNormalTurn", "EndOfTheTurnIsTheEndStep", "TheDepartedTakeTurns")
PLANTED = [
    pytest.param(kind, id=kind.__name__, marks=() if kind.__name__ in EVERY_DAY else pytest.mark.slow) for kind in RULES
]


@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_a_right_engine_plays_all_games_as_expected(games: int) -> None:
    report, text = drive_random(PythonEngine(Engine), games, 1, edition_ids())
    assert not text
    assert (report.right, report.played) == (games, games)
    needed = {name for result in report.results for name in result.vector.needs}
    assert needed > {"extra_turns", "extra_combat", "extra_upkeep", "skip_phases", "attacks", "leaving"}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_wrong_engine_is_found_out_by_a_plain_game(kind: type[Engine], tmp_path: Path) -> None:
    report, text = drive_random(PythonEngine(kind), WITHIN, 1, edition_ids())
    (found,) = report.otherwise
    assert text.count("- at:") <= MOST_MOVES
    file = tmp_path / "found.turn.yaml"
    file.write_text(text, encoding="utf-8")
    corpus = read_corpus([file], edition_ids())
    again = drive(PythonEngine(kind), corpus.vectors)
    assert [one.difference for one in again.otherwise] == [found.difference], "the scenario shows the same"
    assert drive(PythonEngine(Engine), corpus.vectors).right == 1


def test_the_plainest_game_has_what_it_takes_and_nothing_else() -> None:
    report, text = drive_random(PythonEngine(ExtraTurnIsTheNormalTurn), WITHIN, 1, ["cr2026"])
    (found,) = report.otherwise
    assert found.difference is not None
    assert found.difference.rules[0] in load_edition("cr2026").cite("extra_turn")
    assert text.count("- at:") == 1
    assert "extra_turn" in text
    assert "players:\n  Ann: {}\n  Bob: {}\n" in text


def test_the_same_seed_gives_the_same_games() -> None:
    first, second, other = (drive_random(PythonEngine(Engine), 5, seed, ["cr2026"])[0] for seed in (7, 7, 8))
    assert first == second
    assert [one.vector.script for one in first.results] != [one.vector.script for one in other.results]


class OnlyExtraTurns(Engine):
    """An engine that can do but one thing."""

    can = ("extra_turns",)


@pytest.mark.slow
def test_an_engine_is_asked_for_no_more_than_it_can_do() -> None:
    report, _ = drive_random(PythonEngine(OnlyExtraTurns), FEW, 1, ["cr2026"])
    assert {result.vector.needs for result in report.results} <= {(), ("extra_turns",)}
    assert report.right == FEW


def my_engines(folder: Path) -> None:
    lines = f"import sys\nsys.path.insert(0, {str(ROOT / 'tests')!r})\nfrom engines.wrong import *\n"
    (folder / "my_wrong.py").write_text(lines, encoding="utf-8")


@pytest.mark.slow
def test_the_command_prints_the_game_and_writes_it(fsm: Fsm, tmp_path: Path) -> None:
    my_engines(tmp_path)
    wrong = "my_wrong:ExtraTurnIsTheNormalTurn"
    done = fsm("drive", wrong, "--random", "200", "-e", "cr2026", "--save", "found.turn.yaml")
    assert done.exit_code == 1, done.output
    assert "500.7" in done.stdout
    written = (tmp_path / "found.turn.yaml").read_text(encoding="utf-8")
    assert written in done.stdout
    assert fsm("run", "found.turn.yaml").exit_code == 0
    again = fsm("drive", wrong, "--from", "found.turn.yaml")
    assert again.exit_code == 1
    assert "500.7" in again.stdout


def test_nothing_is_written_if_no_game_differs(fsm: Fsm, tmp_path: Path) -> None:
    my_engines(tmp_path)
    done = fsm("drive", "my_wrong:Engine", "--random", "5", "--save", "found.turn.yaml")
    assert done.exit_code == 0, done.output
    assert "none was written" in done.stderr
    assert "5 of 5 scenarios played, 5 as expected" in done.stdout
    assert not (tmp_path / "found.turn.yaml").exists()


@pytest.mark.parametrize("more", [("--known", "k.txt"), ("--only", "x"), ("-x",), ("-a",)])
def test_random_games_are_no_scenarios_of_a_folder(fsm: Fsm, more: tuple[str, ...]) -> None:
    done = fsm("drive", "my_wrong:Engine", "--random", "5", *more)
    assert done.exit_code == 2
    assert "plays games of its own" in done.stderr


def test_save_needs_random_games(fsm: Fsm) -> None:
    done = fsm("drive", "my_wrong:Engine", "--save", "x.turn.yaml")
    assert done.exit_code == 2
    assert "--random" in done.stderr
