"""The service worker, ``python -m fsm.site.offline SCRIPT SITE``: a version of its own for each state of the site.

The first visit keeps a few pages and what they load.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

NAME = "sw.js"
PAGES = ("", "play/", "player/", "arguments/", "scenarios/", "docs/")
"""The pages that work without a network after a first visit to any other."""
FOLDERS = ("_static", "play", "player")
KEPT = (".css", ".js", ".svg")
LARGE = 500_000
"""Files from this size on are kept only when a page asks for them."""


def write_worker(script: str, site: Path) -> None:
    """Write the service worker of a finished site."""
    digest = hashlib.sha256()
    for file in sorted(site.rglob("*")):
        if file.is_file() and file.name != NAME:
            digest.update(file.relative_to(site).as_posix().encode() + file.read_bytes())
    first = json.dumps(sorted(_first(site)))
    text = script.replace("{version}", digest.hexdigest()[:12]).replace("{first}", first)
    (site / NAME).write_text(text, encoding="utf-8")


def _first(site: Path) -> Iterator[str]:
    yield from (page or "./" for page in PAGES if (site / page / "index.html").is_file())
    for file in (file for folder in FOLDERS for file in (site / folder).rglob("*")):
        if file.suffix in KEPT and file.stat().st_size < LARGE:
            yield file.relative_to(site).as_posix()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m fsm.site.offline SCRIPT SITE")
    write_worker(Path(sys.argv[1]).read_text(encoding="utf-8"), Path(sys.argv[2]))
