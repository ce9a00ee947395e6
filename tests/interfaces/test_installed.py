"""The package as pip installs it, from a wheel and from the source: its command and its pytest plugin."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from commands import GOOD, ROOT

pytestmark = pytest.mark.slow


def ask(folder: Path, *command: str | Path) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(params=[[], ["-e"]], ids=["wheel", "editable"])
def installed(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The programs of an environment with this package; what it depends on comes from the one of these tests."""
    venv = tmp_path / "venv"
    assert ask(tmp_path, sys.executable, "-m", "venv", venv)[0] == 0
    (site,) = venv.glob("lib/python*/site-packages")
    code, said = ask(tmp_path, venv / "bin" / "pip", "install", "--no-deps", *request.param, str(ROOT))
    assert code == 0, said
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return venv / "bin"


def test_engines_are_driven_through_the_scenarios_that_come_along(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        f"import sys\nsys.path.append({str(ROOT / 'tests')!r})\nfrom engines.reference import Engine\n"
    )
    code, said = ask(tmp_path, installed / "fsm", "drive", "mine:Engine")
    assert (code, " 0 differ." in said) == (0, True), said
    assert int(said.split(" of ")[0].split()[-1]) >= 350


def test_a_new_project_needs_one_scenario_file(installed: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.turn.yaml").write_text(GOOD)
    code, said = ask(project, installed / "python", "-m", "pytest")
    assert (code, "1 passed" in said) == (0, True), said
    (project / "a.turn.yaml").write_text(GOOD.replace("turns: [Ann]", "turns: [Bob]"))
    code, said = ask(project, installed / "python", "-m", "pytest")
    assert (code, "1 failed" in said) == (1, True), said
    lines = said[said.index("a.turn.yaml:3:18:") :].splitlines()
    assert lines[:5] == [
        "a.turn.yaml:3:18: turn 1 differs",
        "  expected  Bob",
        "  found     Ann",
        "  expect     3 | expect: {turns: [Bob]}",
        "at event 2 of 59, T1:",
    ]
    (command,) = {
        line.removeprefix("  debug     ") for line in lines if line.startswith("  debug ")
    }  # twice where CI is set
    program, *arguments = shlex.split(command)
    assert program == "fsm"
    code, said = ask(project, installed / program, *arguments, "-c", "q")
    assert (code, "> a.turn.yaml(2)  T1  [2/59]" in said) == (0, True), said


def test_the_plugin_and_the_command_work_as_installed(installed: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "a.turn.yaml").write_text(GOOD)
    (project / "test_b.py").write_text("def test(): pass")
    code, said = ask(project, installed / "python", "-m", "pytest")
    assert (code, "2 passed" in said, "turn-structure" in said) == (0, True, True), said
    code, said = ask(project, installed / "fsm", "test", ".")
    assert (code, "1 passed" in said) == (0, True), said
    (project / "fsm.py").write_text("MINE = True")
    (project / "test_b.py").write_text("import fsm\ndef test(): assert fsm.MINE")
    code, said = ask(project, installed / "python", "-m", "pytest")
    assert (code, "1 failed, 1 passed" in said) == (1, True), said
    assert f"hides it: {project / 'fsm.py'}" in said
    code, said = ask(project, installed / "fsm", "test", ".")
    assert (code, "1 passed" in said) == (0, True), said
