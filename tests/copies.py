"""Copies of the project, in which files are changed for a while."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy2

ROOT = Path(__file__).parents[1]


def copied(tree: Path) -> Path:
    """A copy of what git knows of the project."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        copy2(ROOT / name, tree / name)
    return tree


@contextmanager
def with_text(file: Path, text: str) -> Iterator[None]:
    """A file with another text for a while; what was compiled of it is removed each time."""
    before = file.read_text(encoding="utf-8")
    try:
        _write(file, text)
        yield
    finally:
        _write(file, before)


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
        compiled.unlink()
