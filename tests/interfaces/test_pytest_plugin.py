"""The pytest plugin in projects of other people: found again by their options, and in nobody's way."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from cases import every_day
from commands import GOOD, INNER, ROOT

import fsm.scenario  # noqa: F401  # here, since pytester forgets the modules that a run imports

BAD = GOOD.replace("turns: [Ann]", "turns: [Bob]")
NAMES = ["a lesson", "with [brackets]", "a:b::c:::d", "a/b.py", "Łukasz 龍", "ends in ]", "two (2)", "#", "x[y"]


def ask(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    """Runs pytest on a project's scenarios, in this process."""
    own = ("-p", "no:turn_structure", "-p", "pytest_turn_structure", "--assert=plain", *INNER.split())
    return project.runpytest_inprocess(*own, *options)


@pytest.fixture
def foreign(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Callable[..., pytest.RunResult]:
    """Runs pytest as a process, with the plugin as other projects load it: from this source, not as it is installed."""

    def run(*options: str) -> pytest.RunResult:
        path = (str(ROOT / "fsm" / "plugin"), str(ROOT), os.environ.get("PYTHONPATH", ""))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
        return pytester.runpytest_subprocess("-p", "no:turn_structure", "-p", "pytest_turn_structure", *options)

    return run


def write(project: pytest.Pytester, **files: str) -> None:
    for name, text in files.items():
        (project.path / f"{name}.turn.yaml").write_text(text, encoding="utf-8")


def named(text: str, *names: str) -> str:
    """A file with the same scenario under several names, and under two editions."""
    return "---\n".join(f"{text}edition: [cr2006, cr2026]\n".replace("a lesson", f"'{name}'") for name in names)


def test_failing_scenarios_are_found_again_whatever_their_names(pytester: pytest.Pytester) -> None:
    write(pytester, a=GOOD, b=named(BAD, *NAMES), c=GOOD)
    each = 2 * len(NAMES)
    ask(pytester).assert_outcomes(passed=2, failed=each)
    ask(pytester, "--lf").assert_outcomes(failed=each)
    first, *_ = [line for line in ask(pytester, "--ff", "-v").outlines if ".turn.yaml::" in line]
    assert first.startswith("b.turn.yaml::")
    write(pytester, b=named(GOOD, *NAMES))
    ask(pytester, "--lf").assert_outcomes(passed=each)


def test_stepwise_goes_on_at_the_scenario_that_failed(pytester: pytest.Pytester) -> None:
    write(pytester, a=GOOD, b=named(BAD, "with [brackets]"), c=GOOD)
    ask(pytester, "--sw").assert_outcomes(passed=1, failed=1)
    ask(pytester, "--sw").assert_outcomes(failed=1, deselected=1)
    write(pytester, b=named(GOOD, "with [brackets]"))
    ask(pytester, "--sw").assert_outcomes(passed=3, deselected=1)


def test_a_failing_scenario_stays_beside_a_python_test_that_was_mended(pytester: pytest.Pytester) -> None:
    write(pytester, a=BAD)
    pytester.makepyfile("from pathlib import Path\ndef test(): assert Path('mended').exists()")
    ask(pytester).assert_outcomes(failed=2)
    (pytester.path / "mended").touch()
    ask(pytester, "--lf").assert_outcomes(passed=1, failed=1)


def test_each_id_selects_its_scenario(pytester: pytest.Pytester) -> None:
    write(pytester, a=named(GOOD, *NAMES, "a lesson"))
    ids = [line for line in ask(pytester, "--collect-only", "-q").outlines if "::" in line]
    assert len(set(ids)) == 2 * len(NAMES) + 2
    ask(pytester, *ids[::2]).assert_outcomes(passed=len(ids) // 2)


def test_a_failure_shows_the_lines_of_the_scenario(pytester: pytest.Pytester) -> None:
    write(pytester, a=BAD)
    told = ask(pytester).stdout
    told.fnmatch_lines(["a.turn.yaml:3:18: turn 1 differs", "  expect     3 | expect: {turns: [[]Bob[]]}"])
    told.no_fnmatch_line("*Traceback*")
    told.no_fnmatch_line("*.py:*")


def test_a_broken_file_keeps_no_other_from_running(pytester: pytest.Pytester) -> None:
    write(pytester, a="players: 3", b=GOOD)
    done = ask(pytester, "--continue-on-collection-errors")
    done.assert_outcomes(passed=1, errors=1)
    done.stdout.fnmatch_lines(["a.turn.yaml:1:10: found 3*"])


def test_nothing_of_ours_is_imported_without_scenarios(
    pytester: pytest.Pytester, foreign: Callable[..., pytest.RunResult]
) -> None:
    pytester.makepyfile("import sys\ndef test(): assert not [m for m in sys.modules if m.split('.')[0] == 'fsm']")
    foreign().assert_outcomes(passed=1)


OWN = {
    "a module": {"fsm.py": "MINE = True"},
    "a package": {"fsm/__init__.py": "MINE = True"},
    "a module in sys.modules": {
        "conftest.py": "import sys, types\nsys.modules['fsm'] = types.ModuleType('fsm')\nsys.modules['fsm'].MINE = True"
    },
}


@pytest.mark.parametrize("what", every_day(OWN, "a module"))
def test_a_project_may_have_a_module_called_fsm(
    pytester: pytest.Pytester, foreign: Callable[..., pytest.RunResult], what: str
) -> None:
    for name, text in OWN[what].items():
        (pytester.path / name).parent.mkdir(exist_ok=True)
        (pytester.path / name).write_text(text)
    pytester.makepyfile("import fsm\ndef test(): assert fsm.MINE")
    write(pytester, a=GOOD)
    done = foreign()
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*another module fsm hides it: *", "*fsm test*"])
    done.stdout.no_fnmatch_line("*Traceback*")
    done = foreign("--turn-update")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*another module fsm hides it: *"])


@pytest.mark.slow
def test_a_folder_called_fsm_is_no_module(pytester: pytest.Pytester, foreign: Callable[..., pytest.RunResult]) -> None:
    (pytester.path / "fsm").mkdir()
    write(pytester, a=GOOD)
    foreign().assert_outcomes(passed=1)
