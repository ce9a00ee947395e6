"""The documents as the site shows them: Markdown for Sphinx, with the addresses of the site in their links."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import normpath

from ..errors import InputError
from ..files import read_text
from ..library import MAX_BYTES, documents, place, relinked
from .addresses import SITE, document_address, file_address, shown_at, slug

_TERM = re.compile(r"^- \*\*(.+?)\*\*:", re.MULTILINE)
_SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)(?:pt)?" height="([\d.]+)')
_VIEW = re.compile(r'<svg[^>]*? viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"')


def write_documents(source: Path, files: Path, without: tuple[str, ...] = ()) -> None:
    """Write all documents below ``source``, and the pictures that they show below ``files``."""
    for name, path in documents().items():
        if name in without:
            continue
        text = document_text(name, path)
        target = source / document_address(name) / "index.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        for shown in pictures(path):
            copy_picture(shown, files)


def copy_picture(path: str, files: Path) -> None:
    """Copy a picture of the checkout to its place in the site."""
    copy = files / file_address(path)
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_file(path), copy)


def document_text(name: str, path: str) -> str:
    """A document with the addresses of the site; in the glossary each word can be linked to."""
    text = relinked(_read(path), lambda link: _link(link, path))
    if name == "GLOSSARY":
        text = _TERM.sub(lambda term: f"- [**{term[1]}**]{{#{slug(term[1])}}}:", text)
    return text


def pictures(path: str) -> Iterator[str]:
    """The pictures that a document shows, by their paths in the checkout."""
    found: list[str] = []

    def note(link: re.Match[str]) -> str:
        if link[1] and "://" not in link[3]:
            found.append(_goes(path, link[3]))
        return ""

    relinked(_read(path), note)
    yield from dict.fromkeys(found)


def picture(path: str, says: str) -> str:
    """A picture of the checkout as HTML."""
    return image(file_address(path), _file(path), says)


def image(address: str, file: Path, says: str) -> str:
    """A picture as HTML: with its size, so that nothing moves as it comes, and leading to itself."""
    shown = f'<img src="{SITE}{address}" alt="{escape(says)}"{size(file)} loading="lazy">'
    return f'<a class="picture" href="{SITE}{address}">{shown}</a>'


def size(file: Path) -> str:
    """The width and the height of an SVG in pixels, as attributes; nothing of other files."""
    if file.suffix != ".svg":
        return ""
    text = file.read_text(encoding="utf-8")[:1000]
    found = _SIZE.search(text) or _VIEW.search(text)
    return f' width="{float(found[1]):.0f}" height="{float(found[2]):.0f}"' if found else ""


def _link(link: re.Match[str], path: str) -> str:
    mark, text, target = link.groups()
    if "://" in target or target.startswith("mailto:"):
        return link[0]
    at, _, anchor = target.partition("#")
    goes = _goes(path, target) if at else path
    if mark:
        return picture(goes, text)
    where = shown_at(goes)
    return f"[{text}]({where}{'#' if anchor else ''}{anchor})" if where else text


def _goes(path: str, target: str) -> str:
    return normpath(PurePosixPath(path).parent / target.partition("#")[0])


def _read(path: str) -> str:
    return read_text(_file(path), MAX_BYTES)


def _file(path: str) -> Path:
    found = place(path)
    if found is None:
        raise InputError("a document shows this file, and it is not there", path)
    return found
