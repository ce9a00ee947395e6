"""The programs that read our diagrams and are not written in Python: whether they are here, and how they are asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, NoReturn

import pytest
from chromium import find_chromium

CONSUMERS = Path(__file__).parent / "consumers"
SECONDS = 300


def ask(script: str, questions: list[Any], *arguments: str) -> list[Any]:
    """Hand questions to one of the scripts in ``consumers/``, and give its answers."""
    node = node_program()
    if not (CONSUMERS / "node_modules").is_dir():
        _missing("Mermaid, XState and SCION are not installed in tests/consumers")
    command = [node, str(CONSUMERS / script), *arguments]
    asked = json.dumps(questions).encode()
    done = subprocess.run(command, input=asked, capture_output=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    answers: list[Any] = json.loads(done.stdout)
    assert len(answers) == len(questions)
    return answers


def node_program() -> str:
    """The program node."""
    return need("node", "node, 20 or later,")


def plantuml(folder: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    """Run PlantUML over all the .puml files of a folder."""
    program = need("plantuml", "PlantUML")
    command = [program, "-charset", "UTF-8", *options, *map(str, sorted(folder.glob("*.puml")))]
    return subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)


def spin(folder: Path, model: str, *options: str, claim: str = "") -> str:
    """What SPIN's verifier of a model prints; ``options`` are for spin, such as ``-DPLAYERS=3``."""
    (folder / "model.pml").write_text(model, encoding="utf-8")
    (folder / "checked.pml").write_text(f'#include "model.pml"\n{claim}', encoding="utf-8")
    for command in (
        [need("spin", "SPIN"), *options, "-a", "checked.pml"],
        [need("gcc", "gcc"), "-o", "pan", "pan.c", *([] if claim else ["-DSAFETY"])],
        ["./pan", "-w20", *(["-a"] if claim else [])],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=SECONDS)
        assert done.returncode == 0, (done.stdout + done.stderr).decode(errors="replace")
    return done.stdout.decode()


def chromium() -> str:
    """The program Chromium, in which mermaid-cli draws."""
    return find_chromium() or _missing("Chromium is not installed")


def need(program: str, what: str) -> str:
    """The path of a program."""
    return shutil.which(program) or _missing(f"{what} is not installed")


def _missing(what: str) -> NoReturn:
    """Skip a test for want of a program, or fail it where ``make consumers-test`` says that all are to be here."""
    message = f"{what}: make consumers installs what reads our diagrams"
    if os.environ.get("CONSUMERS") == "required":
        pytest.fail(message)
    pytest.skip(message)
