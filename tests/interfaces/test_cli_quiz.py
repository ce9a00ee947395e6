"""``fsm quiz``: answers from standard input, the score, and how it ends."""

from __future__ import annotations

import re
from pathlib import Path

from commands import Fsm, Lesson

from fsm.cli.commands import quiz
from fsm.quiz import LEVELS


def test_answers_are_judged_and_counted(fsm: Fsm) -> None:
    done = fsm("quiz", "12/10", "-e", "cr2026", "--seed", "3", "-n", "2", stdin=b"1\n2\n")
    assert done.exit_code == 0
    verdicts = re.findall(r"^\d-\d\? (Right|No, it is \d): .+ \[\d", done.stdout, re.MULTILINE)
    assert len(verdicts) == 2
    assert done.stdout.splitlines()[-1] == f"{verdicts.count('Right')} of 2 right"
    refuted = re.findall(r"^  not (\d(?:(?:, | or )\d)*): ", done.stdout, re.MULTILINE)
    assert len(re.findall(r"\d", " ".join(refuted))) >= 4
    assert "Aurelia, the Warleader\n" not in done.stdout.partition("1-")[0], "a title may tell the answer"
    assert done.stdout.count("  The game was: Aurelia, the Warleader\n") == 2
    assert re.search(r"^  5\d\d\.\d+[a-z]? +[A-Z]", done.stdout, re.MULTILINE)
    assert "fsm quiz 12/10 --seed 3 -n 2 -e cr2026 asks this again" in done.stderr


def test_a_folder_stands_for_the_files_in_it(fsm: Fsm, tmp_path: Path, lesson: Lesson) -> None:
    (tmp_path / "two words").mkdir()
    none = fsm("quiz", "two words")
    assert (none.exit_code, "no scenario file (*.turn.yaml) in this folder" in none.stderr) == (2, True)
    lesson("name: only lesson\nplayers: [Ann, Bob]\nexpect: {turns: [Ann]}\n", "two words/x.turn.yaml")
    done = fsm("quiz", "two words", "-n", "1", "--seed", "4", stdin=b"1\n")
    assert (done.exit_code, "only lesson" in done.stdout) == (0, True)
    assert "fsm quiz 'two words' --seed 4 -n 1 asks this again" in done.stderr


def test_the_command_names_the_levels_that_there_are() -> None:
    assert quiz.LEVELS == LEVELS


def test_the_same_seed_asks_the_same(fsm: Fsm) -> None:
    first = fsm("quiz", "fatigue", "--seed", "11", stdin=b"1\n" * 5)
    assert first.stdout == fsm("quiz", "fatigue", "--seed", "11", stdin=b"1\n" * 5).stdout
    assert first.stdout != fsm("quiz", "fatigue", "--seed", "12", stdin=b"1\n" * 5).stdout


def test_all_right_answers_are_found_by_trying(fsm: Fsm) -> None:
    """What a wrong answer calls right is right when it is given."""
    wrong = fsm("quiz", "12/10", "--seed", "5", "-n", "3", stdin=b"1\n1\n1\n").stdout
    named = re.findall(r"^\d-\d\? (?:Right|No, it is (\d))", wrong, re.MULTILINE)
    answers = "\n".join(number or "1" for number in named)
    assert fsm("quiz", "12/10", "--seed", "5", "-n", "3", stdin=answers.encode()).stdout.endswith("\n3 of 3 right\n")


def test_it_begins_with_easy_questions_and_has_levels(fsm: Fsm) -> None:
    done = fsm("quiz", "extra", "combat", "--seed", "2", "-n", "6", stdin=b"1\n" * 6)
    told = re.findall(r"^(\d)\. (\w+): .*\((\w+)\)$", done.stdout, re.MULTILINE)
    assert [(number, level) for number, level, _ in told] == [
        (str(n), level.capitalize()) for n, level in enumerate([one for one in LEVELS for _ in range(2)], 1)
    ]
    assert {edition for _, level, edition in told if level == "Easy"} == {"cr2026"}
    for level in LEVELS:
        some = fsm("quiz", "13/08", "--seed", "2", "-n", "2", "--level", level, stdin=b"1\n" * 2)
        assert some.stdout.count(f". {level.capitalize()}: ") == 2
        assert f"fsm quiz 13/08 --seed 2 -n 2 --level {level} asks this again" in some.stderr


def test_a_sheet_has_all_questions_and_then_the_answers(fsm: Fsm) -> None:
    sheet = fsm("quiz", "--level", "easy", "--seed", "7", "-n", "8", "--sheet")
    questions, _, answers = sheet.stdout.partition("\nAnswers\n")
    assert re.findall(r"^(\d)\. Easy: .+$", questions, re.MULTILINE) == [str(n) for n in range(1, 9)]
    assert len(re.findall(r"^\d\. It is \d: .+\[\d", answers, re.MULTILINE)) == 8
    assert "It is" not in questions
    texts = re.findall(r"^\S.*\?$", questions, re.MULTILINE)
    assert len(set(texts)) == len(texts) == 8, "no text twice while there are others"
    asked = fsm("quiz", "--level", "easy", "--seed", "7", "-n", "8", stdin=b"1\n" * 8)
    assert all(line in asked.stdout for line in questions.splitlines())


def test_a_level_that_no_scenario_has_is_said(fsm: Fsm, lesson: Lesson) -> None:
    plain = lesson("players: [Ann, Bob]\nexpect: {turns: [Ann]}\n")
    none = fsm("quiz", plain, "--level", "hard")
    assert (none.exit_code, none.stdout) == (2, "")
    assert "no hard question can be asked about these scenarios" in none.stderr
    some = fsm("quiz", plain, "-n", "3", "--seed", "1", stdin=b"1\n" * 3)
    assert "\n3. " in some.stdout
    assert "Hard" not in some.stdout
    assert fsm("quiz", "--level", "harder").exit_code == 2


def test_other_input_is_asked_again_and_the_end_of_it_ends_the_quiz(fsm: Fsm) -> None:
    odd = fsm("quiz", "12/10", "--seed", "3", stdin=b"seven\n0\n9\n\n1\n")
    assert odd.exit_code == 0
    assert odd.stdout.count("expected a number from 1 to") == 4
    assert re.search(r"\n[01] of 1 right\n$", odd.stdout)
    none = fsm("quiz", "12/10", "--seed", "3", stdin=b"")
    assert (none.exit_code, none.stdout.splitlines()[-1]) == (0, "no question was answered")
    assert fsm("quiz", "12/10", "--seed", "3", stdin=b"q\n").stdout.endswith("no question was answered\n")


def test_a_named_edition_leaves_out_the_scenarios_of_others(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("quiz", "extra", "combat", "-e", "cr2006", "--seed", "1", "-n", "12", stdin=b"1\n" * 12)
    assert (done.exit_code, done.stdout.count("(cr2006)")) == (0, 12)
    todays = fsm("quiz", "extra", "combat", "--seed", "1", "-n", "12", stdin=b"1\n" * 12)
    assert (todays.exit_code, todays.stdout.count("(cr2026)")) == (0, 12)
    name = lesson("name: game of today\nedition: cr2026\nplayers: [Ann, Bob]\nexpect: {turns: [Ann]}\n")
    alone = fsm("quiz", name, "-e", "cr2006", "--seed", "1", "-n", "1", stdin=b"1\n")
    assert "Comprehensive Rules, 1 October 2006 (cr2006)" in alone.stdout
    assert "The game was: game of today" in alone.stdout


def test_todays_quiz_leaves_out_a_scenario_of_2011_alone(fsm: Fsm, tmp_path: Path, lesson: Lesson) -> None:
    """Though today's edition is like that of 2011, its players are asked other things."""
    (tmp_path / "both").mkdir()
    for id in ("cr2011", "cr2026"):
        lesson(
            f"name: a game of {id}\nedition: {id}\nplayers: [Ann, Bob]\nexpect: {{turns: [Ann]}}\n",
            f"both/{id}.turn.yaml",
        )
    done = fsm("quiz", "both", "--seed", "1", "-n", "12", "--sheet")
    assert (done.exit_code, "a game of cr2026" in done.stdout, "a game of cr2011" in done.stdout) == (0, True, False)


def test_what_cannot_be_asked_about_is_said(fsm: Fsm, lesson: Lesson) -> None:
    unknown = fsm("quiz", "frobnicate", "zzz")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert "no scenario has 'frobnicate zzz'" in unknown.stderr
    missing = fsm("quiz", "missing.turn.yaml")
    assert missing.exit_code == 2
    short = fsm("quiz", lesson("players: [Ann, Bob]\nuntil: T1.untap\nexpect: {turns: [Ann]}\n"))
    assert short.exit_code == 2
    assert "nothing can be asked about these scenarios" in short.stderr
