"""What pytest makes of a scenario file: marks, failures, players, golden traces, the debugger, and fixtures."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from commands import GOOD, INNER, ROOT, environment, run_program

import fsm.scenario  # noqa: F401  # here, since pytester forgets the modules that a run imports

BAD = GOOD.replace("turns: [Ann]", "turns: [Bob]")
WALK = """name: a walk
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: {cast: Time Walk}
expect:
  turns: [Ann, Bob]
  order: draw < upkeep
"""
GOLDEN = "name: whole\nedition: [cr2006, cr2026]\nplayers: [Ann, Bob]\nscript: []\ngolden: true\n"
OWN = ("-p", "no:turn_structure", "-p", "pytest_turn_structure", *INNER.split())


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests write golden traces, wherever they run."""
    monkeypatch.delenv("CI", raising=False)


def ask(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    """Runs pytest on a project's scenarios, in this process."""
    return project.runpytest_inprocess(*OWN, "--assert=plain", *options)


def ask_outside(project: pytest.Pytester, *options: str, stdin: bytes = b"") -> tuple[int, str]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "pytest", *OWN, *options]
    done = subprocess.run(
        command, cwd=project.path, input=stdin, capture_output=True, check=False, timeout=120, env=environment()
    )
    return done.returncode, (done.stdout + done.stderr).decode()


def write(project: pytest.Pytester, **files: str) -> None:
    for name, text in files.items():
        (project.path / f"{name}.turn.yaml").write_text(text, encoding="utf-8")


def traces(project: pytest.Pytester) -> list[str]:
    return sorted(path.name for path in project.path.rglob("*.jsonl"))


# Marks.


def test_a_scenario_is_skipped_where_its_file_says_so(pytester: pytest.Pytester) -> None:
    write(pytester, a=f"{BAD}skip: not yet\n---\n{BAD}edition: [cr2006, cr2026]\nskip: {{cr2006: mana burn}}\n")
    done = ask(pytester, "-rs")
    done.assert_outcomes(skipped=2, failed=1)
    done.stdout.fnmatch_lines(["SKIPPED * a.turn.yaml*: not yet", "SKIPPED * a.turn.yaml*: mana burn"])


def test_a_failure_can_be_expected_and_nothing_else(pytester: pytest.Pytester) -> None:
    write(pytester, a=f"{BAD}xfail: an open question\n")
    done = ask(pytester, "-rx")
    done.assert_outcomes(xfailed=1)
    done.stdout.fnmatch_lines(["XFAIL a.turn.yaml::a lesson (cr2026) - an open question"])
    ask(pytester, "--runxfail").assert_outcomes(failed=1)
    write(pytester, a=f"{GOOD}xfail: an open question\n")
    done = ask(pytester)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["[[]XPASS(strict)[]] an open question"])
    write(pytester, a=f"{GOOD}xfail: an open question\nscript: [{{at: T1.draw, Ann: pass}}]\n")
    ask(pytester).assert_outcomes(failed=1)


def test_marks_select_scenarios(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers =\n  slow: takes long\n  deep(level): goes deep")
    write(pytester, a=f"{GOOD}marks: [slow, deep]\n---\n{GOOD}", b=f"{GOOD}marks: slow\n")
    ask(pytester, "-m", "slow", "--strict-markers").assert_outcomes(passed=2, deselected=1)
    ask(pytester, "-m", "deep").assert_outcomes(passed=1, deselected=2)


def test_an_unknown_mark_has_its_place(pytester: pytest.Pytester) -> None:
    write(pytester, a=f"{GOOD}marks: [slwo]\n")
    done = ask(pytester, "-W", "default")
    done.assert_outcomes(passed=1, warnings=1)
    done.stdout.fnmatch_lines(["*a.turn.yaml:4:9: the mark slwo is unknown, expected *"])
    for options in (["--strict-markers"], ["-W", "error"]):
        done = ask(pytester, *options)
        done.assert_outcomes(errors=1)
        done.stdout.fnmatch_lines(["a.turn.yaml:4:9: the mark slwo is unknown, expected *"])
        done.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.slow
def test_marks_show_in_exit_codes_of_the_command(tmp_path: Path) -> None:
    for code, text in ((0, f"{BAD}xfail: why"), (0, f"{BAD}skip: why"), (1, f"{GOOD}xfail: why"), (1, BAD)):
        (tmp_path / "a.turn.yaml").write_text(text)
        assert run_program(tmp_path, "test", "a.turn.yaml").returncode == code, text


# Failures.


def texts(done: pytest.RunResult) -> str:
    return "\n".join(done.outlines)


def test_a_failure_shows_where_the_run_differs_first(pytester: pytest.Pytester) -> None:
    write(pytester, a=WALK)
    done = ask(pytester)
    done.stdout.fnmatch_lines(
        [
            "a.turn.yaml:7:16: turn 2 differs",
            "  expected  Ann, Bob",
            "  found     Ann, Ann",
            "  expect     7 |   turns: [[]Ann, Bob[]]",
            "a.turn.yaml:8:10: the order differs",
            "  expect     8 |   order: draw < upkeep",
            "at event 69 of 132, T2, the first of 2 differences (line 7):",
            "       65  T1.ending.cleanup  *Cleanup step",
            "  >    69  T2  *Turn 2 · Ann + extra turn, by Time Walk",
            "       70  T2.beginning  *Beginning phase",
            "  source     5 |     Ann: {cast: Time Walk}",
            "  debug     fsm debug a.turn.yaml --edition cr2026 --stop-at 69",
        ]
    )
    assert " 18  T1" not in texts(done)
    assert " 18  T1" in texts(ask(pytester, "-vv"))


def commands(text: str) -> Iterable[list[str]]:
    return [shlex.split(command) for command in re.findall(r"^  debug     (.+)$", text, re.MULTILINE)]


@pytest.mark.slow
def test_the_debugger_stops_where_the_failure_says(pytester: pytest.Pytester) -> None:
    deep = pytester.mkdir("it's here")
    write(pytester, **{"a": f"{GOOD}---\n{WALK}---\n{BAD}edition: [cr2006, cr2011]\n", "it's here/b": BAD})
    assert deep.is_dir()
    asked = list(commands(texts(ask(pytester))))
    assert len(asked) == 4
    stops = []
    for program, *arguments in asked:
        assert program == "fsm"
        said = run_program(pytester.path, *arguments, "-c", "q").stdout.decode()
        stops += re.findall(r"^> (\S+?)\(.*  (\S+)  \[(\d+)/", said, re.MULTILINE)[-1:]
    assert [stop[1:] for stop in stops] == [("T2", "69"), ("T1", "2"), ("T1", "2"), ("T1", "2")]
    assert [Path(stop[0]).name for stop in stops] == ["a.turn.yaml"] * 3 + ["b.turn.yaml"]


def test_what_cannot_happen_is_shown_where_the_run_ends(pytester: pytest.Pytester) -> None:
    write(pytester, a=f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]")
    done = ask(pytester)
    done.stdout.fnmatch_lines(
        [
            "a.turn.yaml:4:24: this never came up*",
            "  >     3  T1.beginning.draw  *",
            "  debug     fsm debug * --stop-at 3",
        ]
    )


def test_a_failure_writes_its_player_on_request(pytester: pytest.Pytester) -> None:
    write(pytester, a=WALK, b=GOOD, c=f"{BAD}xfail: why")
    done = ask(pytester, "--turn-player", "out/pages")
    (page,) = (pytester.path / "out" / "pages").iterdir()
    done.stdout.fnmatch_lines([f"  player    out/pages/{page.name}#e=69"])
    assert "Time Walk" in page.read_text(encoding="utf-8")
    assert "cast: Time Walk" in page.read_text(encoding="utf-8")
    done = ask(pytester, "--turn-player", "a.turn.yaml")
    done.stdout.fnmatch_lines(["  player    *a.turn.yaml*"])
    done.stdout.no_fnmatch_line("*Traceback*")


def test_reports_have_the_text(pytester: pytest.Pytester) -> None:
    write(pytester, a=WALK)
    ask(pytester, "--junitxml=out.xml")
    report = (pytester.path / "out.xml").read_text(encoding="utf-8")
    assert 'tests="1"' in report
    assert "a.turn.yaml:7:16: turn 2 differs" in report
    assert "--stop-at 69" in report


# Golden traces.


def test_a_missing_golden_trace_fails_and_is_written_only_on_request(pytester: pytest.Pytester) -> None:
    write(pytester, a=GOLDEN.replace("[]", "[{at: T1.upkeep, Ann: pass}]"))
    done = ask(pytester)
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(["a.turn.yaml:5:1: the golden trace is missing, expected *--turn-update"])
    assert traces(pytester) == []
    done = ask(pytester, "--turn-update", "-k", "cr2006")
    done.stdout.fnmatch_lines(["new: __traces__/a.turn.yaml.whole-cr2006.jsonl"])
    assert traces(pytester) == ["a.turn.yaml.whole-cr2006.jsonl"]
    ask(pytester, "--turn-update").stdout.fnmatch_lines(["new: *cr2026*", "unchanged: *cr2006*"])
    ask(pytester).assert_outcomes(passed=2)
    for path in pytester.path.rglob("*.jsonl"):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in ('"line"', '"file"', "a.turn.yaml") if word in text]
    write(pytester, a=f"# the lines move\n{GOLDEN}".replace("[]", "[{at: T1.upkeep, Ann: pass}]"))
    ask(pytester).assert_outcomes(passed=2)


def test_a_golden_trace_that_differs_is_shown_event_for_event(pytester: pytest.Pytester) -> None:
    write(pytester, a=GOLDEN.replace("[cr2006, cr2026]", "cr2026"))
    ask(pytester, "--turn-update")
    cast = "[{at: T1.precombat_main, Ann: {cast: Opt}}]"
    write(pytester, a=GOLDEN.replace("[cr2006, cr2026]", "cr2026").replace("[]", cast))
    done = ask(pytester)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "a.turn.yaml:5:1: event 16 differs from __traces__/a.turn.yaml.whole-cr2026.jsonl; --turn-update *",
            "       15  T1.precombat_main  priority.get*",
            "  -    16  T1.precombat_main  priority.pass*",
            "  +    16  T1.precombat_main  stack.push*Opt*",
            "  debug     fsm debug a.turn.yaml --edition cr2026 --stop-at 16",
        ]
    )
    ask(pytester, "--turn-update").stdout.fnmatch_lines(["changed: *"])
    ask(pytester).assert_outcomes(passed=1)
    (golden,) = pytester.path.rglob("*.jsonl")
    whole = golden.read_text(encoding="utf-8")
    golden.write_text("".join(whole.splitlines(keepends=True)[:-5]), encoding="utf-8")
    ask(pytester).stdout.fnmatch_lines(["  - *(the run has ended)", "  + *"])
    golden.write_text(whole.replace('"turn":1,"active":"Ann"', '"turn":1,"active":"Bob"', 1), encoding="utf-8")
    ask(pytester).stdout.fnmatch_lines(["  - *turn.begin*active: Bob", "  + *turn.begin*active: Ann"])
    golden.write_text("{not a trace", encoding="utf-8")
    ask(pytester).stdout.fnmatch_lines(["*whole-cr2026.jsonl:1:2: not JSON*"])
    golden.write_text(whole.replace('"Bob"]', '"Bert"]'), encoding="utf-8")
    ask(pytester).stdout.fnmatch_lines(["*the events are those of the golden trace*it is of cr2026 with Ann, Bert*"])


@pytest.mark.parametrize("placed", ["a file", "no file", "a folder elsewhere", "a folder", "a file for a folder"])
def test_golden_traces_are_written_nowhere_else(pytester: pytest.Pytester, placed: str) -> None:
    write(pytester, a=GOLDEN.replace("[cr2006, cr2026]", "cr2026"))
    folder, elsewhere = pytester.path / "__traces__", pytester.path / "elsewhere"
    elsewhere.mkdir()
    name, kept = "a.turn.yaml.whole-cr2026.jsonl", elsewhere / "kept.jsonl"
    kept.write_text("kept")
    if placed == "a folder elsewhere":
        folder.symlink_to(elsewhere, target_is_directory=True)
    elif placed == "a file for a folder":
        folder.write_text("")
    else:
        folder.mkdir()
        (folder / name).mkdir() if placed == "a folder" else (folder / name).symlink_to(
            kept if placed == "a file" else elsewhere / "new.jsonl"
        )
    done = ask(pytester, "--turn-update")
    done.assert_outcomes(failed=1)
    assert "INTERNALERROR" not in done.stdout.str() + done.stderr.str()
    assert "Traceback" not in done.stdout.str()
    assert "written" in done.stdout.str()
    assert ([path.name for path in elsewhere.iterdir()], kept.read_text()) == (["kept.jsonl"], "kept")


def test_a_scenario_that_fails_keeps_its_golden_trace(pytester: pytest.Pytester) -> None:
    write(pytester, a=f"{BAD}golden: true\n")
    ask(pytester, "--turn-update").assert_outcomes(failed=1)
    assert traces(pytester) == []


def test_no_golden_trace_is_written_on_a_server(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    write(pytester, a=GOLDEN)
    done = ask(pytester, "--turn-update")
    assert (done.ret, traces(pytester)) == (pytest.ExitCode.USAGE_ERROR, [])
    done.stderr.fnmatch_lines(["*--turn-update writes no golden traces where CI is set*"])


@pytest.fixture
def kept(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with three golden traces in use, and with others that nothing uses."""
    write(pytester, a=GOLDEN, b=f"{GOOD}golden: true\n", c=f"{GOOD}golden: true\n", gone=f"{GOOD}golden: true\n")
    ask(pytester, "--turn-update")
    write(pytester, c=GOOD)
    (pytester.path / "gone.turn.yaml").unlink()
    write(pytester, a=GOLDEN.replace("whole", "whole turn"))
    ask(pytester, "--turn-update")
    folder = pytester.path / "__traces__"
    for name in ("notes.jsonl", "a.turn.yaml.mine.jsonl", "a.turn.yaml.jsonl", "c.turn.yaml.txt"):
        (folder / name).write_text("mine")
    return pytester


LEFT_OVER = [
    "a.turn.yaml.whole-cr2006.jsonl",
    "a.turn.yaml.whole-cr2026.jsonl",
    "c.turn.yaml.a-lesson-cr2026.jsonl",
    "gone.turn.yaml.a-lesson-cr2026.jsonl",
]


def test_what_no_scenario_uses_is_removed_only_on_request(kept: pytest.Pytester) -> None:
    before = traces(kept)
    ask(kept).assert_outcomes(passed=4)
    assert traces(kept) == before
    done = ask(kept, "--turn-prune")
    done.assert_outcomes(passed=4)
    done.stdout.fnmatch_lines([f"removed __traces__/{name}" for name in LEFT_OVER])
    assert sorted(set(before) - set(traces(kept))) == LEFT_OVER
    ask(kept, "--turn-prune").stdout.fnmatch_lines(["no golden trace was left over"])


@pytest.mark.parametrize(
    "options",
    [
        ["-k", "lesson"],
        ["-n", "1"],
        ["b.turn.yaml::a lesson (cr2026)"],
        *(
            pytest.param([*options], marks=pytest.mark.slow)
            for options in (
                ["-m", "slow"],
                ["--lf"],
                ["--sw"],
                ["--deselect", "a.turn.yaml"],
                ["--ignore", "a.turn.yaml"],
                ["--turn-update"],
                ["--collect-only"],
            )
        ),
    ],
    ids=" ".join,
)
def test_nothing_is_removed_when_not_all_tests_run(kept: pytest.Pytester, options: list[str]) -> None:
    before = traces(kept)
    done = ask(kept, "--turn-prune", *options)
    assert (done.ret, traces(kept)) == (pytest.ExitCode.USAGE_ERROR, before)
    done.stderr.fnmatch_lines(["*--turn-prune needs a run of all tests; leave out *"])


def test_nothing_is_removed_after_a_failure_or_of_what_was_not_collected(kept: pytest.Pytester) -> None:
    before = traces(kept)
    ask(kept, "--turn-prune", "c.turn.yaml").assert_outcomes(passed=1)
    ask(kept, "--turn-prune", "__traces__")
    assert traces(kept) == before
    kept.makeconftest("collect_ignore = ['a.turn.yaml']")
    for name in LEFT_OVER[2:]:
        (kept.path / "__traces__" / name).rename(kept.path / name)
    ask(kept, "--turn-prune").stdout.fnmatch_lines(["no golden trace was left over"])
    for name in LEFT_OVER[2:]:
        (kept.path / name).rename(kept.path / "__traces__" / name)
    (kept.path / "conftest.py").unlink()
    write(kept, d=BAD)
    ask(kept, "--turn-prune").stdout.fnmatch_lines(["nothing was removed, because not all tests passed"])
    write(kept, d="players: 3")
    ask(kept, "--turn-prune")
    assert traces(kept) == before


@pytest.mark.slow
def test_several_processes_write_and_compare_golden_traces(pytester: pytest.Pytester) -> None:
    write(pytester, a=GOLDEN, b=f"{BAD}golden: true\n")
    code, said = ask_outside(pytester, "-n", "2", "--turn-update", "--turn-player", "out")
    assert (code, len(traces(pytester)), said.count("new: __traces__")) == (1, 2, 2), said
    assert [path.name for path in (pytester.path / "out").iterdir()]
    write(pytester, b=GOOD)
    code, said = ask_outside(pytester, "-n", "2")
    assert (code, "3 passed" in said) == (0, True), said


MINE = 'title = "Mine"\nlike = "cr2026"\n'


def test_golden_traces_of_an_edition_s_file_are_the_same_from_every_folder(pytester: pytest.Pytester) -> None:
    pytester.mkdir("house")
    (pytester.path / "house" / "mine.toml").write_text(MINE)
    write(pytester, **{"house/a": GOLDEN.replace("[cr2006, cr2026]", "mine.toml")})
    ask(pytester, "--turn-update").stdout.fnmatch_lines(["new: house/__traces__/a.turn.yaml.whole-mine.jsonl"])
    ask(pytester).assert_outcomes(passed=1)
    os.chdir(pytester.path / "house")
    ask(pytester).assert_outcomes(passed=1)
    os.chdir(pytester.path)


@pytest.mark.slow
def test_an_edition_that_is_tried_is_compared_with_what_it_extends(pytester: pytest.Pytester) -> None:
    write(pytester, a=GOLDEN)
    ask(pytester, "--turn-update")
    (pytester.path / "mine.toml").write_text(MINE)
    assert run_program(pytester.path, "test", "a.turn.yaml", "--edition", "mine.toml").returncode == 0
    done = run_program(pytester.path, "test", "a.turn.yaml", "--edition", "mine.toml", "--turn-update")
    assert (done.returncode, b"leave out --edition" in done.stderr) == (2, True), done
    (pytester.path / "mine.toml").write_text(f"{MINE}[phases.ending]\nsteps = ['cleanup']\n")
    done = run_program(pytester.path, "test", "a.turn.yaml", "--edition", "mine.toml")
    assert (done.returncode, b"differs from __traces__/a.turn.yaml.whole-cr2026.jsonl" in done.stdout) == (1, True), (
        done
    )


# The debugger.


@pytest.mark.slow
def test_pdb_is_the_debugger_of_scenarios_at_the_first_difference(pytester: pytest.Pytester) -> None:
    write(pytester, a=WALK, b=BAD, c=GOOD)
    code, said = ask_outside(pytester, "--pdb", stdin=b"p active\nrs\nq\nq\n")
    assert (code, "2 failed, 1 passed" in said) == (1, True), said
    assert "a.turn.yaml(5)  T2  [69/132]" in said
    assert "b.turn.yaml(2)  T1  [2/59]" in said
    assert "(fsm)" in said
    assert "(Pdb)" not in said
    assert said.index("the order differs") < said.index("[69/132]")


@pytest.mark.slow
def test_pdb_is_pdb_for_python_and_nothing_for_a_broken_file(pytester: pytest.Pytester) -> None:
    write(pytester, a="players: 3")
    code, said = ask_outside(pytester, "--pdb", stdin=b"q\n")
    assert (code, "(Pdb)" in said) == (pytest.ExitCode.INTERRUPTED, False), said
    (pytester.path / "a.turn.yaml").unlink()
    pytester.makepyfile("def test(): assert False")
    assert "(Pdb)" in ask_outside(pytester, "--pdb", stdin=b"q\n")[1]


# Fixtures.

USE = """
import pytest
from fsm import base_turn, insert_phases

def test_runs(turn_run, assert_order):
    recording = turn_run("lessons/a.turn.yaml")
    assert [player for _, player in recording.turns] == ["Ann", "Ann"]
    assert_order("untap < upkeep < draw")
    assert_order("T1.precombat_main < T2", recording)
    other = turn_run("players: [Ann, Bob]\\nedition: [cr2006, cr2011]\\nuntil: T1\\n", "cr2011")
    assert other.edition.id == "cr2011"
    assert turn_run("lessons/a.turn.yaml") == recording != other
    assert {recording, turn_run("lessons/a.turn.yaml")} == {recording}

def test_order(turn_run, assert_order):
    turn_run("lessons/a.turn.yaml")
    assert_order("draw < upkeep")

def test_compares(turn_run):
    text = "players: [Ann, Bob]\\nscript: [{at: T1.upkeep, Ann: {cast: {name: %s, type: instant}}}]\\nuntil: T1\\n"
    assert turn_run(text % "Opt") == turn_run(text % "Ponder")

def test_wrong(turn_run, assert_order):
    turn_run("players: [Ann, Bob]\\nuntil: T1\\n")
    assert_order("upkep < draw")

def test_nothing(assert_order):
    assert_order("untap < upkeep")

def test_a_missing_file(turn_run):
    turn_run("lessons/b.turn.yaml")

def test_a_name(turn_run):
    assert turn_run("relentless-assault").turns == ((1, "Ann"),)
    assert turn_run("12/02", "cr2026").edition.id == "cr2026"

def test_turns(turn_run):
    turn = base_turn("cr2026")
    assert insert_phases(turn, "combat", ("combat",), "x") == turn
"""


def test_python_tests_run_scenarios_and_compare_recordings(pytester: pytest.Pytester) -> None:
    pytester.mkdir("lessons")
    write(
        pytester, **{"lessons/a": WALK.replace("  order: draw < upkeep\n", "").replace("[Ann, Bob]\n ", "[Ann, Bob]")}
    )
    pytester.makepyfile(USE)
    code, said = ask_outside(pytester, "test_python_tests_run_scenarios_and_compare_recordings.py")
    assert (code, "6 failed, 2 passed" in said) == (1, True), said
    for line in (
        "E         expected  T2.draw < T2.upkeep",
        '>   *assert_order("draw < upkeep")',
        "E       assert recordings differ at event 9 (* events, expected *)",
        r"E           -     9  T1.beginning.upkeep  stack.push*name: Ponder*",
        r"E           +     9  T1.beginning.upkeep  stack.push*name: Opt*",
        "E *assert_order: *'upkep'*",
        "*assert_order: nothing has run; call turn_run first*",
        "E       fsm.errors.InputError: *b.turn.yaml: cannot be read: no such file*",
        "E       assert turns differ",
        "E           left   U Up D | M1 | BC DA DB CD EC | +1:(BC DA DB CD EC) | M2 | E CL  (cr2026)",
        "E           right  U Up D | M1 | BC DA DB CD EC | M2 | E CL  (cr2026)",
    ):
        pytest.LineMatcher(said.splitlines()).fnmatch_lines([line])
    assert "reader.py" not in said, "frames of this package say nothing about a test"


def of_page(language: str, word: str) -> str:
    """The block of the page about tests with that word."""
    page = (ROOT / "docs" / "TESTING.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (block,) = [block for block in blocks if word in block]
    return str(block)


def test_the_page_shows_a_failure_as_it_is_and_a_test_that_passes(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        extra="".join(line for line in WALK.splitlines(keepends=True) if "name:" not in line and "order:" not in line),
    )
    assert of_page("text", "turn 2 differs") in "\n".join((*ask(pytester).outlines, ""))
    (pytester.path / "extra.turn.yaml").unlink()
    pytester.makepyfile(of_page("python", "turn_run"))
    write(pytester, extra=of_page("yaml", "Relentless Assault"))
    ask(pytester).assert_outcomes(passed=3)
