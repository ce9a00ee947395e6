"""Vectors: scenarios as files in neutral words, for tests of engines in any language."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT, Fsm
from consuming import CONSUMERS, node_program
from engines.reference import Engine
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from fsm.cli import main
from fsm.driving import PythonEngine, drive, read_corpus, vector_schema, vector_text

SCENARIOS = str(ROOT / "scenarios")


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All vectors of today's rules, as ``fsm vectors`` writes them."""
    out = tmp_path_factory.mktemp("vectors")
    main(["vectors", str(out), "-e", "cr2026", "--from", SCENARIOS], standalone_mode=False)
    return out


def listed(folder: Path) -> Iterator[dict[str, Any]]:
    """The vectors that the index lists, in its order."""
    for one in json.loads((folder / "index.json").read_text(encoding="utf-8"))["vectors"]:
        yield json.loads((folder / one["file"]).read_text(encoding="utf-8"))


@pytest.mark.slow
def test_all_vectors_fit_the_schema_that_lies_with_them(folder: Path) -> None:
    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    assert schema == json.loads(json.dumps(vector_schema()))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    vectors = list(listed(folder))
    assert len(vectors) > 350
    assert [error.message for vector in vectors for error in validator.iter_errors(vector)] == []
    wrong = {**vectors[0], "expect": [{"begins": "moment"}]}
    assert list(validator.iter_errors(wrong))


@pytest.mark.slow
def test_vectors_are_read_back_as_they_were(folder: Path) -> None:
    told, read = read_corpus([SCENARIOS], ["cr2026"]), read_corpus([folder], ["cr2026"])
    assert read.vectors == told.vectors
    assert not drive(PythonEngine(Engine), read.vectors[:50]).differences


def test_each_rule_of_a_vector_is_there_in_words(folder: Path) -> None:
    for vector in listed(folder):
        cited = {number for one in vector["expect"] for number in one.get("rules", ())}
        assert cited <= vector.get("rules", {}).keys(), vector["id"]


def test_writing_twice_gives_the_same_bytes(folder: Path, tmp_path: Path, fsm: Fsm) -> None:
    extra = str(ROOT / "scenarios/09-extra-turns")
    for out in ("one", "two"):
        assert fsm("vectors", out, "-e", "cr2026", "--from", extra).exit_code == 0
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.json"))
    assert len(files) > 20
    assert all((tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes() for file in files)


BAD = {
    "no JSON": ("{", "this is not a vector: Input data was truncated"),
    "another shape": ("[]", "this is not a vector: Expected `object`, got `array`"),
    "an unknown act": ("act", "Invalid value 'dance'"),
    "another version": ("version", "found version '3.0' of the format, expected 2.0 or another 2.x"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_no_vector(fsm: Fsm, tmp_path: Path, what: str) -> None:
    text, said = BAD[what]
    (vector,) = read_corpus([ROOT / "scenarios/relentless-assault.turn.yaml"], ["cr2026"]).vectors
    good = vector_text(vector)
    text = {"act": good.replace('"extra_phases"', '"dance"'), "version": good.replace('"2.0"', '"3.0"')}.get(text, text)
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    done = fsm("vectors", "out", "--from", "x.json")
    assert done.exit_code == 2
    assert done.stderr.startswith("x.json: ")
    assert said in done.stderr


# An engine in JavaScript


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a script of ``consumers/``, which needs nothing but node."""
    script, *rest = arguments
    command = [node_program(), str(CONSUMERS / script), *rest]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.consumers
def test_an_engine_in_javascript_passes(folder: Path) -> None:
    done = node("vectors.mjs", str(folder))
    played, *_ = done.stdout.splitlines()[-1].split()
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert int(played) >= 200


WRONG = {"OldestFirst": "500.7 ", "NoSecondCleanup": "514.3a "}


@pytest.mark.consumers
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_engine_in_javascript_is_found(folder: Path, name: str) -> None:
    done = node("vectors.mjs", str(folder), name)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"  {WRONG[name]}" in done.stdout


@pytest.mark.consumers
@pytest.mark.parametrize("name", WRONG)
def test_it_is_found_by_one_command_too(folder: Path, fsm: Fsm, name: str) -> None:
    serve = [node_program(), str(CONSUMERS / "serve.mjs")]
    right = fsm("drive", "--from", str(folder), "--", *serve)
    assert right.exit_code == 0, right.output
    wrong = fsm("drive", "--from", str(folder), "--json", "--", *serve, name)
    assert wrong.exit_code == 1
    report = json.loads(wrong.stdout)
    assert report["broken"][0]["number"] == WRONG[name].strip()
    lines = node("vectors.mjs", str(folder), name).stdout.splitlines()
    alone = {line for line in lines if line.endswith(".cr2026")}
    assert alone == {one["id"] for one in report["differences"]}, "vectors and the driver come to the same verdicts"
    assert lines[-1] == f"{report['played']} vectors played, {report['differ']} differ"
