"""Puts faults into copies of the project and asks the tests: ``python -m mutants [COUNT] [SEED]``, with a report."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from copies import ROOT, copied, with_text

from .changes import Change, changes

PLACES = ("fsm/turn", "fsm/game", "fsm/edition/data")
"""Where faults are put."""

SECONDS = 600
"""The processor time that a judge may take: what goes on forever is noticed."""

MEMORY = 4 << 30
"""The bytes that a judge may take."""

PICTURES = ("test_diagram*", "test_timeline*", "test_*picture*", "test_formats*", "test_mutants*")
"""The unit tests that say nothing of the rules."""

JUDGES = (
    ("the corpus", ("tests/mutants/judge.py",)),
    (
        "a unit test",
        (
            *("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "-m", "not slow"),
            *(f"--ignore-glob=*/{name}" for name in PICTURES),
            "tests/unit",
        ),
    ),
)
"""Who is asked, one after the other, and what Python runs for that."""


class Verdict(NamedTuple):
    """Who noticed a fault, and where; empty if nobody did."""

    change: Change
    by: str
    where: str


def main(count: int, seed: int) -> None:
    """Tries so many faults, and prints the report; exits with 1 if fewer than 85 of 100 are noticed."""
    found = [
        change
        for place in PLACES
        for file in sorted([*(ROOT / place).rglob("*.py"), *(ROOT / place).glob("cr*.toml")])
        for change in changes(file, str(file.relative_to(ROOT)))
    ]
    chosen = sorted(Random(seed).sample(found, min(count, len(found))))  # noqa: S311  # no secret
    workers = os.cpu_count() or 1
    with TemporaryDirectory() as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            trees.put(copied(Path(folder) / str(number)))
        tree = trees.get()
        by, where = _noticed(tree)
        if by:
            sys.exit(f"without a fault, {by} fails already: {where}")
        trees.put(tree)
        with ThreadPoolExecutor(workers) as pool:
            verdicts = []
            for verdict in pool.map(lambda change: _tried(change, trees), chosen):
                verdicts.append(verdict)
                print(f"{len(verdicts):4} {_line(verdict)}", file=sys.stderr, flush=True)
    print(_report(verdicts, len(found), seed))
    sys.exit(0 if sum(bool(v.by) for v in verdicts) >= 0.85 * len(verdicts) else 1)


def _tried(change: Change, trees: SimpleQueue[Path]) -> Verdict:
    tree = trees.get()
    try:
        with with_text(tree / change.file, change.text):
            return Verdict(change, *_noticed(tree))
    finally:
        trees.put(tree)


def _noticed(tree: Path) -> tuple[str, str]:
    """Who notices that something is wrong in a tree, and where; empty if nobody does."""
    for by, command in JUDGES:
        done = subprocess.run(
            (sys.executable, *command),
            cwd=tree,
            env={**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'tests'}"},
            capture_output=True,
            text=True,
            preexec_fn=_bounded,
            check=False,
        )
        if done.returncode:
            lines = [*done.stdout.splitlines(), *done.stderr.splitlines()[-1:]]
            failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
            said = (failed or lines or [f"exit {done.returncode}"])[0 if failed else -1]
            return by, said.removeprefix("FAILED ").removeprefix("ERROR ").partition(" - ")[0].removeprefix("tests/")
    return "", ""


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _line(verdict: Verdict) -> str:
    change = verdict.change
    end = f"{verdict.by}: {verdict.where}" if verdict.by else "NOT NOTICED"
    return f"{change.file}:{change.line}: {change.what}: {end}"


def _report(verdicts: list[Verdict], places: int, seed: int) -> str:
    """How many were noticed by whom, and what was not."""
    noticed = {by: sum(v.by == by for v in verdicts) for by, _ in JUDGES}
    by_whom = ", ".join(f"{number} by {by}" for by, number in noticed.items())
    lines = [f"{sum(noticed.values())} of {len(verdicts)} faults were noticed: {by_whom}."]
    lines += [f"Seed {seed}; {places:,} faults are possible. Not noticed:", ""]
    lines += [f"- `{v.change.file}:{v.change.line}`: {v.change.what}" for v in verdicts if not v.by]
    return "\n".join(lines)


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:3]]
    main(*given, *(100, 2026)[len(given) :])
