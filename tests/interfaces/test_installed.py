"""The package as pip installs it, from a wheel and from the source: its command and its pytest plugin."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import GOOD, ROOT

from fsm.files import READY

pytestmark = pytest.mark.slow


def ask(folder: Path, *command: str | Path) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTEST_ADDOPTS")}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as it is published: its source, and a wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    code, said = ask(folder, sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT))
    assert code == 0, said
    return folder


def test_an_index_can_show_the_page_of_the_package(published: Path) -> None:
    files = sorted(str(path) for path in published.iterdir())
    assert [Path(file).suffix for file in files] == [".whl", ".gz"]
    code, said = ask(published, sys.executable, "-m", "twine", "check", "--strict", *files)
    assert (code, said.count("PASSED")) == (0, 2), said


def test_a_wheel_for_musl_is_made_from_the_source(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEEL_PLATFORM", "musllinux_1_2_x86_64")
    (source,) = published.glob("*.tar.gz")
    code, said = ask(tmp_path, sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", "out", str(source))
    assert code == 0, said
    (wheel,) = (tmp_path / "out").glob("*-py3-none-musllinux_1_2_x86_64.whl")
    with ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        said = packed.read(metadata).decode()
    assert "Requires-Dist: msgspec" in said
    assert "pygraphviz" not in said.partition("\n\n")[0]


def test_a_wheel_has_all_data_ready_that_the_source_has_as_toml(published: Path) -> None:
    (wheel,) = published.glob("*-py3-none-any.whl")
    with ZipFile(wheel) as packed:
        named = (name for name in packed.namelist() if name.endswith(".toml"))
        written = [name for name in named if not name.startswith("fsm/corpus/")]  # house rules, read as anybody's
        assert "fsm/edition/data/cr2026.toml" in written
        for name in written:
            assert json.loads(packed.read(f"{name}{READY}")) == tomllib.loads(packed.read(name).decode()), name


USED = (
    ("fsm --version", "fsm, version "),
    ("fsm run relentless-assault --edition cr2006", "+ Combat phase, inserted: Relentless Assault"),
    ("fsm scenarios upwelling", "02/08  Upwelling keeps mana in the pools"),
    ("fsm test extra-phases -k cr2006", " passed"),
    ("fsm docs FORMAT", "# Scenario files"),
    ("fsm docs README", "(fsm docs FORMAT)"),
    ("fsm rules 500.8", "shown by  scenarios/12-extra-phases/"),
    ("fsm cards 'Time Walk'", "in scenario  scenarios/"),
    ("fsm debug 12/02 -c q", "> "),
    ("fsm player 02/04 -o mana.html", ""),
    ("fsm explore 28/01 --quiet", "is reached"),
    ("fsm diagram turn -o turn.dot", ""),
    ("fsm rules -e cr2008 -o rules.html", ""),
    ("fsm completion zsh", "_FSM_COMPLETE"),
)


def test_a_wheel_alone_is_of_use_in_any_folder(published: Path, tmp_path: Path) -> None:
    venv, here = tmp_path / "venv", tmp_path / "here"
    here.mkdir()
    assert ask(tmp_path, sys.executable, "-m", "venv", venv)[0] == 0
    (wheel,) = published.glob("*-py3-none-any.whl")
    code, said = ask(tmp_path, venv / "bin" / "pip", "install", wheel)
    assert code == 0, said
    assert (venv / "share" / "man" / "man1" / "fsm.1").is_file()
    for command, expected in USED:
        program, *arguments = shlex.split(command)
        code, said = ask(here, venv / "bin" / program, *arguments)
        assert (code, expected in said) == (0, True), f"{command}\n{said}"
    assert ask(here, venv / "bin" / "fsm", "diagram", "scenario", "12/02", "-o", "turn.png") == (0, "")
    code, said = ask(tmp_path, venv / "bin" / "pip", "uninstall", "--yes", "pygraphviz")
    assert code == 0, said
    check_without_pygraphviz(venv / "bin", here)


def check_without_pygraphviz(programs: Path, here: Path) -> None:
    """Everything but drawing works; the system's Graphviz draws, if there is one."""
    for command, expected in USED:
        program, *arguments = shlex.split(command)
        code, said = ask(here, programs / program, *arguments)
        assert (code, expected in said) == (0, True), f"{command}\n{said}"
    draw = (programs / "fsm", "diagram", "turn", "-o", "turn.svg")
    code, said = ask(here, "env", f"PATH={programs}", *draw)
    assert (code, "pygraphviz cannot be imported, and there is no program dot" in said) == (2, True), said
    if shutil.which("dot"):
        assert ask(here, *draw) == (0, "")
        assert (here / "turn.svg").read_text(encoding="utf-8").startswith("<svg")


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


def test_the_python_of_the_readme_runs_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    pages = (ROOT / "README.md", ROOT / "docs" / "PYTHON.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    blocks = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    for number, (block, shown) in enumerate(blocks):
        here = tmp_path / str(number)
        here.mkdir()
        code, said = ask(here, installed / "python", "-c", block)
        assert (code, said) == (0, shown), block


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
