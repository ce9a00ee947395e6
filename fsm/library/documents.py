"""The documents of the package, as text for a terminal: their links lead to commands, or to files that are there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ..errors import InputError
from ..files import read_text
from ..words import nearest
from .corpus import FOLDER, SUFFIX, Lesson, corpus_folder

MAX_BYTES = 4 * 1024 * 1024
ALONE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""The documents at the top of the project."""
NAMED = {"SCENARIOS": f"{FOLDER}/README.md", "EDITORS": "editors/README.md", "GALLERY": "diagrams/README.md"}
"""The documents whose file is not called like them."""

_ROOM = Path(__file__).parents[1]
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_BLOCK = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def place(path: str) -> Path | None:
    """Where a file of the project is, by its path in the checkout; nothing if the wheel leaves it out."""
    installed = (_ROOM / "corpus").is_dir()
    if path.startswith(f"{FOLDER}/"):
        found = corpus_folder() / path.removeprefix(f"{FOLDER}/")
    else:
        found = _ROOM / "documents" / path if installed else _ROOM.parent / path
    return found if found.exists() else None


def documents() -> dict[str, str]:
    """The documents by name, each with its path in the checkout."""
    pages = sorted(file.name for file in corpus_folder().glob("*.md") if file.name != "README.md")
    known = {Path(path).stem: path for path in (*ALONE, *(f"{FOLDER}/{page}" for page in pages))}
    return {name: path for name, path in (known | NAMED).items() if place(path)}


def document(name: str) -> tuple[str, str]:
    """The path of a document in the checkout, and its text; ``InputError`` if there is none of that name.

    >>> document("format")[0], document("scenarios/FORMAT.md")[0]
    ('scenarios/FORMAT.md', 'scenarios/FORMAT.md')
    """
    known = documents()
    plain = name.strip().lower()
    called = {**{key.lower(): key for key in known}, **{path.lower(): key for key, path in known.items()}}
    key = called.get(plain) or called.get(plain.removesuffix(".md"))
    file = place(known[key]) if key else None
    if key is None or file is None:
        raise InputError(f"there is no document {name[:60]!r}{nearest(name, known)}; there are {', '.join(known)}")
    return known[key], read_text(file, MAX_BYTES)


def title(text: str) -> str:
    """The first heading of a document."""
    return next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")), "")


def told_document(name: str) -> str:
    """The text of a document; ``fsm docs NAME`` and ``fsm run NAME`` take the place of links within the project."""
    path, text = document(name)
    return told_text(text, path).rstrip()


def told_text(text: str, path: str, files: bool = True) -> str:
    """The text of the document with this path, with commands for links; ``files`` says whether it names other files."""
    names = {path: name for name, path in documents().items()}
    parts = _BLOCK.split(text)
    parts[::2] = [_LINK.sub(lambda link: _link_text(link, path, names, files), part) for part in parts[::2]]
    return "".join(parts)


def _link_text(link: re.Match[str], path: str, names: Mapping[str, str], files: bool) -> str:
    picture, text, target = link.groups()
    if "://" in target:
        return link[0]
    goes = _joined(PurePosixPath(path).parent, target.partition("#")[0])
    if picture:
        file = place(goes) if files else None
        return f"[picture: {text}] ({file})" if file else f"[picture: {text}]"
    if not target.partition("#")[0]:
        return text
    where = _where(goes, names, files)
    return f"{text} ({where})" if where else text


def _where(path: str, names: Mapping[str, str], files: bool) -> str:
    """How a reader gets to a file of the project; empty if the wheel leaves it out."""
    if path in names:
        return f"fsm docs {names[path]}"
    if f"{path.rstrip('/')}/README.md" in names:
        return f"fsm docs {names[path.rstrip('/') + '/README.md']}"
    file = place(path)
    if path.startswith(f"{FOLDER}/") and path.endswith(SUFFIX) and file:
        return f"fsm run {Lesson(path.removeprefix(f'{FOLDER}/').removesuffix(SUFFIX), file).short}"
    return str(file) if file and files else ""


def _joined(folder: PurePosixPath, target: str) -> str:
    parts: list[str] = []
    for part in (folder / target).parts:
        if part == "..":
            del parts[-1:]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
