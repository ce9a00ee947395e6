"""Breaks statements one after the other, and asks what shows them: ``python -m statements [cr2006] [217.5c]``.

Each fault of the files ``faults*.toml`` is put into a copy of the project. What shows a statement has to fail with one
of the statement's faults at least.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from copies import copied, with_text

HERE = Path(__file__).parent
QUIET = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider")
SECONDS = 120
"""How long one look at a fault may take."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of a file that is replaced, and the statements that it breaks, by edition."""

    file: str
    find: str
    put: str
    breaks: dict[str, tuple[str, ...]]


class Shown(NamedTuple):
    """A statement of an edition with one scenario or test that shows it, and the numbers of its rules."""

    edition: str
    place: str
    name: str
    rules: str

    @property
    def is_test(self) -> bool:
        """Whether a test shows it, and no scenario."""
        return "::" in self.name


class NoFault(Exception):
    """A fault that is not one: its text is not there, or the program does not run with it."""


def read_faults() -> list[Fault]:
    """The faults of all tables."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(HERE.glob("faults*.toml")))
    return [fault for text in texts for fault in msgspec.convert(tomllib.loads(text)["fault"], list[Fault])]


def read_shown() -> list[Shown]:
    """All that shows a statement, of all editions."""
    return [
        Shown(path.stem, place, name, ",".join(one.get("rules", (place.partition("/")[0],))))
        for path in sorted(HERE.glob("cr*.toml"))
        for place, one in tomllib.loads(path.read_text(encoding="utf-8")).items()
        for name in one.get("shown", ())
    ]


def main(words: list[str]) -> None:
    """Tries the faults of the statements that the words choose; exits with 1 if something noticed none of them."""
    shown = [one for one in read_shown() if all(one.edition == word or one.place.startswith(word) for word in words)]
    asked, noticed, wrong = set[Shown](), set[Shown](), list[str]()
    with TemporaryDirectory() as folder:
        tree = copied(Path(folder))
        for fault in read_faults():
            these = [one for one in shown if one.place in fault.breaks.get(one.edition, ())]
            asked.update(these)
            try:
                noticed.update(_noticing(tree, fault, these) if these else ())
            except NoFault as why:
                wrong.append(f"{fault.file}: {why}")
            print(".", end="", file=sys.stderr, flush=True)
    for edition in sorted({one.edition for one in shown}):
        print(f"\n{edition}: {_told(edition, shown, asked, noticed)}")
    silent = [f"{one.edition} {one.place}: {one.name} notices no fault" for one in sorted(asked - noticed)]
    print(*silent, *wrong, sep="\n")
    sys.exit(1 if silent or wrong else 0)


def _told(edition: str, shown: list[Shown], asked: set[Shown], noticed: set[Shown]) -> str:
    """How many statements have faults, all of which shows each of them notices."""
    places = [{one.place for one in some if one.edition == edition} for some in (shown, asked, asked - noticed)]
    every, broken, silent = places
    return f"{len(broken - silent)} of {len(every)} statements were broken, and all that shows them noticed it"


def _noticing(tree: Path, fault: Fault, asked: list[Shown]) -> Iterator[Shown]:
    """Those that notice a fault."""
    file = tree / fault.file
    text = file.read_text(encoding="utf-8")
    if text.count(fault.find) != 1:
        raise NoFault(f"found {text.count(fault.find)} times, expected once: {fault.find!r}")
    with with_text(file, text.replace(fault.find, fault.put)):
        for edition in {one.edition for one in asked if not one.is_test}:
            yield from _failing(tree, fault, edition, [one for one in asked if one.edition == edition])
        yield from (one for one in asked if one.is_test and _python(tree, "-m", "pytest", *QUIET, one.name).returncode)


def _failing(tree: Path, fault: Fault, edition: str, asked: list[Shown]) -> list[Shown]:
    """Those whose scenarios do not hold."""
    named = {one: f"{one.name}::{one.rules}" for one in asked if not one.is_test}
    done = _python(tree, "tests/statements/judge.py", edition, *sorted(set(named.values())))
    if done.returncode:
        raise NoFault(f"{fault.put!r} is no program: {done.stderr.splitlines()[-1]}")
    failed = set(done.stdout.splitlines())
    return [one for one, name in named.items() if name in failed]


def _python(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'tests'}"}
    command = (sys.executable, *arguments)
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False, timeout=SECONDS)


if __name__ == "__main__":
    main(sys.argv[1:])
