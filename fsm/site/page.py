"""A page that Sphinx does not make: what stands in it. The last step puts it into the frame that all pages share."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Page(msgspec.Struct, frozen=True):
    """A page of the site.

    The address ends in a slash, and the body is HTML below the heading. ``contents`` are the anchors and the titles
    at the side, and ``kind`` is what a search calls the page: a scenario, a card.
    """

    address: str
    title: str
    body: str
    about: str = ""
    kind: str = ""
    contents: tuple[tuple[str, str], ...] = ()


def write_page(folder: Path, page: Page) -> None:
    """Write a page into the folder of pages, for the last step."""
    target = folder / page.address / "page.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(msgspec.json.encode(page))


def read_page(file: Path) -> Page:
    """A page that was written."""
    return msgspec.json.decode(file.read_bytes(), type=Page)
