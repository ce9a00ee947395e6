"""Texts that are kept in files: a test compares with them, and ``REWRITE_GOLDEN=1`` writes them again."""

from __future__ import annotations

import os
from pathlib import Path

REWRITE = bool(os.environ.get("REWRITE_GOLDEN"))


def agrees(kept: Path, lines: list[str]) -> None:
    """Compares lines with a file, or writes them to it; refused where ``CI`` is set. A missing file is an error."""
    text = "".join(f"{line}\n" for line in lines)
    if REWRITE:
        assert not os.environ.get("CI"), "golden files are not rewritten where CI is set"
        kept.write_text(text, encoding="utf-8")
    assert kept.is_file(), f"{kept.name} is missing; REWRITE_GOLDEN=1 writes it"
    # Lists of lines, so that pytest shows which of them differ.
    assert text.splitlines() == kept.read_text(encoding="utf-8").splitlines()
