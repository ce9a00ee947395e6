"""``fsm run``: play-by-play, notation, trace and schedule of a scenario."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import GOOD, Fsm, Lesson, Program, environment

from fsm.edition import edition_ids, played_ids
from fsm.recording import read_trace


def test_run_prints_the_play_by_play_with_rule_numbers(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD), "--edition", "cr2006")
    lines = done.stdout.splitlines()
    assert (done.exit_code, done.stderr) == (0, "")
    assert lines[0] == "a lesson"
    assert "Turn 1 · Ann" in "\n".join(lines)
    (untap,) = (line for line in lines if line.strip().startswith("Untap step"))
    assert untap.split() == ["Untap", "step", "302"]


def test_run_verbosely_tells_of_priority_and_passes(fsm: Fsm, lesson: Lesson) -> None:
    quiet, verbose = (fsm("run", lesson(GOOD), *more).stdout for more in ([], ["-v"]))
    assert "passes" not in quiet
    assert "Bob passes" in verbose
    assert "Ann gets priority" in verbose


def test_run_as_notation(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD), "--notation")
    assert done.stdout == "T1 Ann: U Up [D] | M1 | BC DA [DB] [CD] EC | M2 | E CL\n"


def test_run_runs_each_edition_that_is_named(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(f"{GOOD}edition: [cr2006, cr2026, cr2011]\n")

    def ran(*more: str) -> list[str]:
        return re.findall(r"\((cr\d+)\) · ", fsm("run", name, *more).stdout)

    assert [ran(), ran("-e", "2006"), ran("-e", "today"), ran("-e", "2008")] == [
        ["cr2026"], ["cr2006"], ["cr2026"], ["cr2008"]
    ]  # fmt: skip
    assert ran("-e", "all") == ["cr2026", "cr2011", "cr2006"]


def test_the_other_editions_of_a_scenario_are_named_in_one_line(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(f"{GOOD}edition: [cr2006, cr2026, cr2011]\n")
    last = fsm("run", name).stdout.splitlines()[-1]
    assert last.startswith("The scenario is also for cr2011 and cr2006: see it with --edition cr2011, or all of them")
    assert "also for" not in fsm("run", name, "-e", "2026").stdout + fsm("run", lesson(GOOD)).stdout


def test_many_editions_of_a_scenario_are_told_as_the_last_and_the_first(
    fsm: Fsm, lesson: Lesson, tmp_path: Path
) -> None:
    name = lesson(f"{GOOD}edition: [1999-11-01 .. today]\n")
    last = fsm("run", name).stdout.splitlines()[-1]
    many = len(played_ids()) - played_ids().index("cr1999-11-01") - 1
    assert f"is also for {many} editions from cr1999-11-01 to cr2026-02-27: see it with --edition" in last
    assert fsm("player", name, "-o", str(tmp_path / "page.html")).exit_code == 0
    ids = re.findall(r'"edition":\{"id":"([^"]+)"', (tmp_path / "page.html").read_text(encoding="utf-8"))
    assert {*edition_ids()} <= {*ids}
    assert len(ids) < many / 2


def test_an_unknown_edition_of_a_run_is_told_the_nearest_one(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD), "-e", "2062")
    assert (done.exit_code, done.stderr.split(";")[0]) == (
        2,
        "fsm: there is no edition '2062' (did you mean \"2026\"?)",
    )


def test_an_expectation_that_does_not_hold_is_told_and_the_answer_is_no(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]")))
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "x.turn.yaml:3:18: turn 1 differs",
        "  expected  Bob",
        "  found     Ann",
    ]


TIME_WALKS = """players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: [{cast: Time Walk}, {cast: Time Walk}]
"""


def test_a_question_needs_no_answer(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "ask.turn.yaml").write_text(TIME_WALKS, encoding="utf-8")
    done = fsm("run", "ask.turn.yaml")
    assert done.exit_code == 0
    assert [line for line in done.stdout.splitlines() if line.startswith("Turn ")][-1].startswith("Turn 3 · Ann")
    assert done.stdout.endswith("The run ends with T3; until: T9 in the file lets it go on.\n")
    for command in (
        "explain",
        "diagram timeline -o x.svg",
        "diagram scenario -o y.svg",
        "player -o x.html",
        "debug -c q",
    ):
        name, *options = command.split(" ", 1)
        assert fsm(*command.split(" "), "ask.turn.yaml").exit_code == 0, (name, options)
    done = fsm("test", "ask.turn.yaml")
    assert "ask.turn.yaml:1:1: nothing is expected: add expect:" in done.stdout + done.stderr
    assert done.exit_code == 2


def test_a_game_of_extra_turns_ends_though_nothing_is_expected(fsm: Fsm, tmp_path: Path) -> None:
    clock = "{name: Clock, type: artifact, triggers: [{when: upkeep, do: [{extra_turn: you}]}]}"
    (tmp_path / "ask.turn.yaml").write_text(f"players: {{Ann: {{battlefield: [{clock}]}}, Bob: }}\n", encoding="utf-8")
    assert "The run ends with T11;" in fsm("run", "ask.turn.yaml").stdout


def test_standard_input_and_output(fsm: Fsm) -> None:
    done = fsm("run", "-", "--trace", "-", stdin=GOOD.encode())
    assert done.exit_code == 0
    trace = read_trace(done.stdout)
    assert (trace.status, trace.players) == ("ok", ("Ann", "Bob"))
    wrong = fsm("run", "-", stdin=b"players: 3")
    assert (wrong.exit_code, wrong.stderr.split(":")[:3]) == (2, ["<stdin>", "1", "10"])


def test_a_trace_is_written_whole(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    done = fsm("run", lesson(GOOD), "--trace", "out.jsonl")
    assert done.exit_code == 0
    assert read_trace((tmp_path / "out.jsonl").read_text(encoding="utf-8")).status == "ok"
    assert {path.name for path in tmp_path.iterdir()} == {"out.jsonl", "x.turn.yaml"}


def test_several_runs_give_several_traces(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    fsm("run", lesson(f"{GOOD}edition: [cr2026, cr2011, cr2006]\n"), "--trace", "out.jsonl", "-e", "all")
    traces = [
        read_trace((tmp_path / name).read_text(encoding="utf-8"))
        for name in ("out.jsonl", "out-2.jsonl", "out-3.jsonl")
    ]
    assert [trace.edition for trace in traces] == ["cr2026", "cr2011", "cr2006"]


@pytest.mark.parametrize("output", ["missing/out", ".", "x.turn.yaml/out"])
def test_a_trace_that_cannot_be_written_is_said(fsm: Fsm, lesson: Lesson, output: str) -> None:
    done = fsm("run", lesson(GOOD), "--trace", output)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{output}: cannot be written: ")


def test_a_failed_run_leaves_an_older_trace_as_it_was(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("older")
    fsm("run", lesson(f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]"), "--trace", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "older"


def test_the_schedule_says_what_comes_and_what_will_be_skipped(fsm: Fsm, lesson: Lesson) -> None:
    text = """
players: [Ann, Bob]
script:
  - at: T1.upkeep
    Ann: {cast: {name: Big, type: instant, effects: [{extra_turn: Bob}, {skip: {what: combat}}]}}
expect: {turns: [Ann]}
"""
    shown = fsm("run", lesson(text), "--schedule", "T1.upkeep").stdout
    assert "    - combat, will be skipped: Big" in shown.splitlines()
    assert "  + extra turn 1 of Bob, put there by Big" in shown.splitlines()
    wrong = fsm("run", lesson(text), "--schedule", "T7.upkeep")
    assert wrong.exit_code == 2
    assert "T7.upkeep did not begin in this run" in wrong.stderr


def test_a_trace_says_what_is_still_to_come_if_asked(fsm: Fsm, lesson: Lesson) -> None:
    text = f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]".replace("T1.draw", "T1.upkeep")
    shown = fsm("run", lesson(text), "--trace", "-", "--trace-schedule").stdout.splitlines()
    assert '"schedule":[{"level":' in shown[2]
    wrong = fsm("run", lesson(text), "--trace-schedule")
    assert wrong.exit_code == 2
    assert "--trace OUT" in wrong.stderr


HORDE = """players: [Ann, Bob]
script:
- {at: T1.upkeep, Ann: {cast: {name: Horde, type: instant, effects: [{token: {name: Rat, count: 2500}}]}}}
expect: {state: {T1.upkeep: {active: Ann}}}
"""


@pytest.mark.parametrize(
    "command", [["run"], ["test"], ["diagram", "scenario", "-o", "x.dot"], ["diagram", "timeline", "-o", "x.dot"]]
)
def test_a_limit_is_reached_and_can_be_raised(fsm: Fsm, tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "horde.turn.yaml").write_text(HORDE)
    done = fsm(*command, "horde.turn.yaml")
    assert done.exit_code == 2, done.output
    assert "horde.turn.yaml:3:24: more than 2,000 permanents at one time, by Horde (token)" in done.output
    assert "--limit 10" in done.output
    assert not (tmp_path / "x.dot").exists()
    assert fsm(*command, "horde.turn.yaml", "--limit", "2").exit_code == 0
    assert fsm(*command, "horde.turn.yaml", "--limit", "0").exit_code == 2


THREE = f"{GOOD}edition: [cr2006, cr2011, cr2026]\n"


@pytest.mark.parametrize(
    ("output", "written"),
    [("foo-².jsonl", "foo-²-2.jsonl"), ("out-2", "out-3"), ("out-" + "9" * 60, "out-" + "9" * 60 + "-2"), ("-", "")],
)
def test_traces_are_numbered_whatever_the_name(
    fsm: Fsm, lesson: Lesson, tmp_path: Path, output: str, written: str
) -> None:
    assert fsm("run", lesson(THREE), "--trace", output, "-e", "all").exit_code == 0
    assert not written or (tmp_path / written).exists()


@pytest.mark.parametrize("name", ["", "x.turn.yaml", "./x.turn.yaml", "link", "{}/x.turn.yaml"])
@pytest.mark.parametrize("command", ["run x.turn.yaml --trace", "diagram timeline x.turn.yaml --format svg -o"])
def test_the_scenario_itself_is_never_written(
    fsm: Fsm, lesson: Lesson, tmp_path: Path, command: str, name: str
) -> None:
    (tmp_path / "link").symlink_to(lesson(GOOD))
    done = fsm(*command.split(), name.format(tmp_path))
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert (tmp_path / "x.turn.yaml").read_text(encoding="utf-8") == GOOD


def test_a_further_trace_never_takes_the_place_of_the_scenario(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    done = fsm("run", lesson(THREE, "x-2.yaml"), "--trace", "x.yaml")
    assert (done.exit_code, "this is the input file" in done.stderr) == (2, True)
    assert (tmp_path / "x-2.yaml").read_text(encoding="utf-8") == THREE


def test_standard_input_is_never_written(program: Program, lesson: Lesson, tmp_path: Path) -> None:
    lesson(GOOD)
    command = f"{sys.executable} -m fsm run - --trace x.turn.yaml < x.turn.yaml"
    done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment(), capture_output=True, check=False)  # noqa: S602
    assert (done.returncode, b"this is the input file" in done.stderr) == (2, True)
    assert (tmp_path / "x.turn.yaml").read_text(encoding="utf-8") == GOOD


def test_a_pipe_takes_all_traces(lesson: Lesson, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "fsm", "run", lesson(THREE), "--trace", "pipe", "-e", "all"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL) as process:
        assert (tmp_path / "pipe").read_bytes().count(b'"type":"header"') == 3
    assert process.returncode == 0


def test_traces_go_to_the_null_device_and_to_standard_output_by_its_name(
    fsm: Fsm, program: Program, lesson: Lesson
) -> None:
    done = fsm("run", lesson(THREE), "--trace", "/dev/null")
    assert (done.exit_code, "(cr2026)" in done.stdout) == (0, True)
    assert not Path("/dev/null-2").exists()
    assert (
        fsm("run", "x.turn.yaml", "--trace", "/dev/stdout").stdout == fsm("run", "x.turn.yaml", "--trace", "-").stdout
    )
    drawn = [fsm("diagram", "turn", "-o", name).stdout for name in ("/dev/stdout", "-")]
    assert drawn[0] == drawn[1]
