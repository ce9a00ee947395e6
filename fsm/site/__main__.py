"""``python -m fsm.site FOLDER`` writes what the site is made of; ``python -m fsm.site.finish`` puts it together."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from .addresses import NOT_FOUND, SITE
from .cards import cards_pages
from .documents import copy_picture, write_documents
from .history import history_page
from .home import NARROW, home_text
from .lessons import write_lessons
from .notices import notices_page
from .page import Page, write_page
from .play import write_play
from .reference import reference_text
from .rules import rules_pages

FRAME = "# FRAME-TITLE\n\nFRAME-BODY\n\n## FRAME-CONTENTS\n"
"""The page whose frame the pages take that Sphinx does not make."""
LOST = Page(
    NOT_FOUND,
    "There is no such page",
    f'<p>Nothing is at this address. <a href="{SITE}scenarios/">Scenarios</a>, <a href="{SITE}rules/">rules</a> and '
    f'<a href="{SITE}cards/">cards</a> have a page each, and the search finds them.</p>',
)
"""What a host shows at an address that the site does not have."""


def stage(folder: Path) -> None:
    """Write the sources for Sphinx, the other pages, and the files that go along as they are."""
    shutil.rmtree(folder, ignore_errors=True)
    source, pages, files = (folder / part for part in ("source", "pages", "files"))
    write_documents(source, files, without=("CARDS", "SCENARIOS"))
    copy_picture(NARROW, files)
    for address, text in (("", home_text()), ("python/", reference_text()), ("frame/", FRAME)):
        target = source / address / "index.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    write_play(files / "play")
    for page in (LOST, history_page(files), *rules_pages(files), *cards_pages(), notices_page(files)):
        write_page(pages, page)
    write_lessons(pages, files)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m fsm.site FOLDER")
    stage(Path(sys.argv[1]))
