"""``fsm history`` and ``fsm rules NUMBER --history``: what changed, and when."""

from __future__ import annotations

import shlex

import pytest
from cases import joined
from commands import Fsm, Lesson

from fsm.edition import Point, points
from fsm.history.points import commands, told_day
from fsm.library import lessons
from fsm.words import listed


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def test_all_points_are_listed_a_line_each(fsm: Fsm) -> None:
    count, legend, empty, *lines = fsm("history").stdout.splitlines()
    assert count.startswith(f"{len(points())} changes; ")
    assert (legend.count("  "), empty) == (3, "")
    assert [line[:10] for line in lines] == [point.day for point in points()]
    assert lines[0].endswith(" (Alpha)")
    assert all(("from memory" in line) == (one.sure == "memory") for line, one in zip(lines, points(), strict=True))


def test_a_narrow_terminal_wraps_under_the_text(fsm: Fsm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = fsm("history", "2002").stdout.splitlines()[3:]
    assert len(lines) == 3
    assert all(len(line) <= 60 for line in lines)
    assert [line[:12].strip() for line in lines] == ["2002-02-20", "", ""]


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("2003", "2003-03-15", "2003-10-01"),
        ("2003-07", "2003-07-01", "2003-07-01"),
        ("--from 2002 --to 2003-09", "2002-02-20", "2003-07-01"),
        ("--from 2024-11-08", "2024-11-08", "2026-09-25"),
        ("--from cr2008-10-01 --to cr2009-05-01", "2008-10-01", "2009-05-01"),
        ("--to 1996", "1993-08-05", "1996-11-01"),
    ],
)
def test_a_time_lists_its_points(fsm: Fsm, asked: str, first: str, last: str) -> None:
    lines = fsm("history", *asked.split()).stdout.splitlines()[3:]
    assert (lines[0][:10], lines[-1][:10]) == (first, last)


def test_a_day_is_told_in_full(fsm: Fsm) -> None:
    told = fsm("history", "2002-02-20").stdout
    assert told.startswith("2002-02-20 (Torment): 1 change; before cr2001-07-23, since then cr2002-02-20\n")
    assert "    before    The oldest one is taken first.\n" in told
    assert "    rules     300.6 (cr2001-07-23), then 300.6 (cr2002-02-20)\n" in told
    assert "    decides   Extra turns (extra_turns)\n" in told
    assert "    shown by  45/01 Two extra turns, before and after February 2002\n" in told
    assert "              fsm run 45/01 -e cr2001-07-23\n              fsm run 45/01 -e cr2002-02-20\n" in told


@pytest.mark.parametrize("name", ["cr2002-02-20", "2002-02-20"])
def test_an_edition_is_told_as_its_day(fsm: Fsm, name: str) -> None:
    assert fsm("history", name).stdout == fsm("history", "2002-02-20").stdout


def test_an_edition_has_the_days_since_the_one_before(fsm: Fsm) -> None:
    told = fsm("history", "cr2007-10-01").stdout
    assert [line[:10] for line in told.splitlines() if " changes; " in line or " change; " in line] == [
        "2007-07-13",
        "2007-10-01",
    ]


def test_a_day_between_two_is_told_as_the_one_before(fsm: Fsm) -> None:
    first, _, rest = fsm("history", "2002-12-24").stdout.partition("\n\n")
    assert first == (
        "nothing changed on 2002-12-24; the last change before it, under the edition in force, cr2002-02-20:"
    )
    assert rest == fsm("history", "2002-02-20").stdout


def test_before_1999_rules_have_labels(fsm: Fsm) -> None:
    told = fsm("history", "1996-11-01").stdout
    assert told.startswith("1996-11-01 (Fifth Edition): 6 changes; before cr1995-04-01, since then cr1996-11-01\n")
    assert "    rules     F.draw (cr1995-04-01), then F.draw (cr1996-11-01)\n" in told
    assert fsm("history", "1993-12-24").stdout.count("    known     from memory\n") == 4
    assert "    not shown games under the rules before April 1999 are not played here\n" in told


def test_what_is_not_known_is_said(fsm: Fsm) -> None:
    done = fsm("history", "2023-02-03")
    assert (done.exit_code, "2022-10-07 (Unfinity)" in done.stdout) == (0, True)
    assert done.stderr.startswith("fsm: no text of the rules between 2022-11-18 and 2023-06-16 is at hand")


@pytest.mark.parametrize(
    ("asked", "code", "why"),
    [
        ("1992-01-01", 2, "no edition was in force on 1992-01-01"),
        ("2004-02-30", 2, "there is no edition '2004-02-30'"),
        ("2004-13", 2, "there is no edition '2004-13'"),
        ("cr1997", 2, "there is no edition 'cr1997'"),
        ("--from nowhere", 2, "there is no edition 'nowhere'"),
        ("--from 2005 --to 2004", 2, "--from 2005 is later than --to 2004"),
        ("2005 --to 2006", 2, "--from and --to list changes"),
        ("2000", 1, "nothing changed from 2000-01-01 to 2000-12-31; fsm history 2000-12-31 tells"),
        ("2001-02", 1, "nothing changed from 2001-02-01 to 2001-02-28; fsm history 2001-02-28 tells"),
    ],
)
def test_what_cannot_be_told_is_said(fsm: Fsm, asked: str, code: int, why: str) -> None:
    done = fsm("history", *asked.split())
    assert (done.exit_code, done.stdout) == (code, "")
    assert why in done.stderr


@joined({point.day for point in points()})
def test_each_day_can_be_told(day: str) -> None:
    told = "\n".join(told_day(day))
    here = [point for point in points() if point.day == day]
    assert all(f" {point.says}\n" in told for point in here)
    assert told.count("    rules     ") == sum(" (cr" in one for one in told.split("    rules     ")[1:])


@joined(point for point in points() if point.scenarios)
def test_commands_lead_to_both_sides(point: Point) -> None:
    found = [command for one in lessons() if one.path in point.scenarios for command in commands(point, one)]
    assert len(found) >= (2 if point.kind == "changes" else 1), listed(found)


@pytest.mark.parametrize("day", ["2002-02-20", "2003-07-01"])
def test_the_commands_run(fsm: Fsm, day: str) -> None:
    told = fsm("history", day).stdout
    found = [line.strip() for line in told.splitlines() if line.startswith("              fsm run ")]
    assert len(found) >= 2
    for command in found:
        assert fsm(*shlex.split(command)[1:]).exit_code == 0, command


def test_a_number_is_followed_by_its_content(fsm: Fsm) -> None:
    first, *lines = fsm("rules", "500.7", "--history").stdout.splitlines()
    assert first == "500.7 of cr2026 through the editions"
    spans = [[line[2:26].strip(), line[28:33]] for line in lines if " .. " in line]
    assert spans == [
        ["1999-11-01 .. 2001-07-22", "300.6"],
        ["2001-07-23 .. 2002-02-19", "300.6"],
        ["2002-02-20 .. 2009-07-10", "300.6"],
        ["2009-07-11 .. 2014-09-24", "500.7"],
        ["2014-09-25 .. today", "500.7"],
    ]
    assert "it came with Comprehensive Rules, 1 November 1999 (Mercadian Masques) (cr1999-11-01)" in lines
    assert lines[-4].startswith("  1999-11-01  = Extra turns are taken in the order")


def test_a_number_says_what_else_it_meant(fsm: Fsm) -> None:
    told = fsm("rules", "500.10", "--history").stdout
    assert "\n500.10 was another rule:\n  2009-07-11 .. 2024-04-11  500.10  To skip a turn, phase or step" in told


def test_a_rule_that_went_says_when(fsm: Fsm) -> None:
    told = fsm("rules", "300.3", "--history", "-e", "2006").stdout
    assert told.startswith("300.3 of cr2006 through the editions\n  1993-08-05 .. 1996-10-31  F.burn  As a phase ends")
    assert "\n  1999-04-23 .. 2003-06-30  300.4   As a phase ends, but not a step," in told
    assert "\nit went with Comprehensive Rules, 11 July 2009 (Magic 2010) (cr2009-07-11)\n" in told
    assert "  2009-07-11  * Unused mana costs no life any more: mana burn is gone.\n" in told
    assert "it came with" not in told


MINE = """\
title = "Mine"
like = "2008"
[rules]
"H.1" = { says = "So it is." }
"300.6" = { topic = "extra_turn", says = "Not so." }
"""


def test_an_edition_of_ones_own_has_a_history_too(fsm: Fsm, tmp_path_factory: pytest.TempPathFactory) -> None:
    mine = tmp_path_factory.mktemp("house") / "mine.toml"
    mine.write_text(MINE)
    told = fsm("rules", "300.6", "--history", "-e", str(mine)).stdout.splitlines()
    assert f"  {mine}" in told[4]
    assert told[4].endswith("  300.6  Not so.")
    assert "it came with Mine (" in fsm("rules", "H.1", "--history", "-e", str(mine)).stdout


@pytest.mark.parametrize(
    "asked", ["", "extra turn", "500.7 --all", "500.7 --compare 2006", "--uncovered", "500.7 -o x"]
)
def test_one_number_at_a_time(fsm: Fsm, asked: str) -> None:
    done = fsm("rules", *asked.split(), "--history")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "takes the number of one rule" in done.stderr or "name nothing else" in done.stderr


def test_an_unknown_number_is_refused(fsm: Fsm) -> None:
    done = fsm("rules", "300.66", "--history")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no rule '300.66' in the index of any edition (did you mean \"300.6\"?)" in done.stderr


def test_a_scenario_is_told_with_what_decided_it(fsm: Fsm) -> None:
    told = fsm("history", "45/01").stdout
    assert "  1999-04-23 .. 2002-02-19  turns: Ann, Ann, Bob, Bob, Ann\n" in told
    assert "2002-02-20  what decided it: Extra turns (extra_turns: 1 of 3 settings that differ)\n" in told
    assert fsm("history", "two extra turns, before and after february 2002").stdout == told
    assert "all that is expected holds under all" in fsm("history", "45/01", "--by", "expect").stdout


def test_each_scenario_of_a_file_has_its_history(fsm: Fsm, lesson: Lesson) -> None:
    text = "players: [Ann, Bob]\nexpect: {turns: [Ann]}\n"
    told = fsm("history", lesson(f"name: one\n{text}---\nname: two\n{text}")).stdout
    assert [line for line in told.splitlines() if not line.startswith(" ")] == ["one", "", "two"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("45/0x", "45/0x: cannot be read: no such file"),
        ("45/01 --by turn", "found 'turn' (did you mean \"turns\"?), expected all, turns"),
        ("2009 --by turns", "--by compares the runs of a scenario; name its file"),
        ("45/01 --from 2001", "--from and --to list changes; name no day or file beside them"),
        ("2009-99-99", "there is no edition '2009-99-99'"),
    ],
)
def test_what_is_wrong_about_a_scenario_is_said(fsm: Fsm, asked: str, said: str) -> None:
    done = fsm("history", *asked.split())
    assert (done.exit_code, done.stdout, said in done.stderr) == (2, "", True)
