"""Reads editions from their files; an error says what is wrong, and where.

The files of an edition are its own, those of the editions that it is ``like``, and the files that all editions share.
Their tables are merged, the edition's own last; the result is read into typed values and checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path as FilePath
from typing import Any

from .. import shape
from ..document import Document
from ..errors import EditionError, EditionErrors, InputError, UnknownEdition, UnplayedEdition, expect_type
from ..files import packaged, packaged_data, read_text
from ..shape import Path, ShapeError
from .build import build_edition, in_order
from .ids import DATA, DEFAULT, SUFFIX, beside, days, edition_id, edition_ids, every_edition_id, is_file, no_edition
from .kinds import Kinds, make_kinds
from .model import Edition, EditionFile, Topic
from .renumbering import new_numbers, renumbered
from .toml import MAX_BYTES, TomlDocument, read_toml
from .unplayed import UnplayedFile, build_unplayed

MOST_ALIKE = 24
"""The longest chain of editions that extend each other."""

_OWN = ("title", "effective", "like", "renumbered", "sources", "sure")
"""The keys that an edition does not inherit."""

Documents = tuple[TomlDocument, ...]


def numbers() -> tuple[str, ...]:
    """The numbers of the rules of the editions that are called by a year, in order."""
    return tuple(sorted({number for id in edition_ids() for number in load_edition(id).rules}, key=in_order))


def load_edition(id: str | os.PathLike[str] = DEFAULT) -> Edition:
    """The edition with an id or a name, or from a file: ``cr2011``, ``2011``, ``today``, ``house/short.toml``.

    ``UnknownEdition`` lists the known editions; ``EditionError`` says what is wrong in a file, and in which line;
    ``EditionErrors`` has all of it, if that is more than one thing. A changed file is read again.

    >>> load_edition("cr2011").title
    'Comprehensive Rules, 1 May 2011'
    """
    expect_type(id, (str, os.PathLike), "the id of an edition, such as 'cr2026', or the path of its file")
    name = edition_id(os.fspath(id))
    return _built(name, _documents(name)) if is_file(name) else _shipped(name)


def as_edition(edition: Edition | str) -> Edition:
    """The edition itself, or the one with this id."""
    return edition if isinstance(edition, Edition) else load_edition(edition)


def playable(edition: Edition | str) -> Edition:
    """The edition, or the one with this id, if a game can be played under it; ``UnplayedEdition`` says why not.

    >>> playable("1995")
    Traceback (most recent call last):
    fsm.errors.UnplayedEdition: no game can be played under cr1995-04-01: its turn has phases without steps, and \
its spells wait in batches, not on a stack; it can be drawn, compared, listed and explained
    """
    found = as_edition(edition)
    if found.unplayed:
        why = f"{found.unplayed}; it can be drawn, compared, listed and explained"
        raise UnplayedEdition(f"no game can be played under {found.name}: {why}")
    return found


def lineage(edition: Edition) -> tuple[str, ...]:
    """The ids of an edition and of those it extends, up to the first that comes with this package."""
    ids = [edition.id]
    while is_file(ids[-1]) and edition.like:
        edition = load_edition(edition.like)
        ids.append(edition.id)
    return tuple(ids)


def numbers_there(edition: Edition) -> dict[str, str]:
    """The rules that an edition may have from the one that it is ``like``, by number, each with its number there.

    >>> numbers_there(load_edition("cr2010-07-16"))["711.4"]
    '711.5'
    """
    if not edition.like:
        return {}
    numbers = new_numbers(load_edition(edition.like).rules, _documents(edition.id)[0].data)
    stay_first = sorted(numbers.items(), key=lambda pair: pair[0] != pair[1])
    return {new: number for number, new in stay_first if new in edition.rules}


def newest_first(ids: Iterable[str]) -> tuple[str, ...]:
    """Editions by the day from which they count, a file without one as the edition that it extends; else as given."""
    return tuple(sorted(ids, key=_since, reverse=True))


def _since(id: str) -> str:
    return days().get(id) or next(filter(None, (load_edition(one).effective for one in lineage(load_edition(id)))), "")


@cache
def _shipped(id: str) -> Edition:
    return _built(id, _documents(id))


@lru_cache(maxsize=64)
def _built(id: str, documents: Documents) -> Edition:
    """The edition from its documents, its own first; the same documents give the same object."""
    data = _inherited(documents)
    own = {key: documents[0].data[key] for key in _OWN if key in documents[0].data}
    said, like = {key: value for key, value in data.items() if key not in _OWN} | own, _parent(documents[0], id)
    try:
        if "unplayed" in said:
            return build_unplayed(id, like, shape.read_struct(UnplayedFile, said), topics())
        return build_edition(id, like, shape.read_struct(EditionFile, said), topics())
    except ShapeError as error:
        found = [_error(documents, str(one), one.path, one.on_key) for one in (error, *error.others)]
        raise found[0] if len(found) == 1 else EditionErrors(found) from None


@lru_cache(maxsize=64)
def _inherited(documents: Documents) -> dict[str, Any]:
    """The data of an edition: its own document's, over those that it extends; the same for all that extend it."""
    if not documents:
        return dict(_packaged("kinds").data)
    own = documents[0].data
    first_of_old = len(documents) == 1 and "unplayed" in own  # which has none of the shared phases and steps
    below = {} if first_of_old else _inherited(documents[1:])
    return _merged(renumbered(below, own), own)


def _error(documents: Documents, message: str, path: Path, on_key: bool) -> EditionError:
    """An error in the first of an edition's files that has the deepest part of the path.

    What a user's file changes can make an entry of this package wrong: the error is in their file, and names it.
    """
    own = [document for document in documents if FilePath(document.file).parent != DATA] or documents
    best = max(own, key=lambda document: _depth(document, path))
    depth = _depth(best, path)
    elsewhere = depth == 0 and bool(path) and ("like",) in best.values
    if elsewhere or depth < max(_depth(document, path) for document in documents):
        message = f"{'.'.join(map(str, path))}: {message}"
    return EditionError(message, best.file, *best.place(("like",) if elsewhere else path, on_key and not elsewhere))


def _depth(document: Document, path: Path) -> int:
    """How many keys of a path a document has."""
    return next(n for n in range(len(path), -1, -1) if path[:n] in document.values)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merges tables and replaces everything else; an entry that is ``false`` is dropped."""
    merged = dict(base)
    for key, value in over.items():
        if value is False:
            merged.pop(key, None)
        elif isinstance(value, dict):
            old = merged.get(key)
            merged[key] = _merged(old if isinstance(old, dict) else {}, value)
        else:
            merged[key] = value
    return merged


def _documents(id: str) -> Documents:
    """The documents of an edition: its own, and those of the editions that it extends."""
    found: list[TomlDocument] = []
    while id or not found:
        if is_file(id):
            try:
                document = _parsed(read_text(id, MAX_BYTES), id)
            except InputError as error:
                raise EditionError(error.message, error.file, error.line, error.column) from None
        elif id in every_edition_id():
            document = _packaged(id)
        else:
            if not found:
                raise UnknownEdition(no_edition(id))
            raise _wrong(found[-1], no_edition(id), ("like",))
        if document in found or len(found) == MOST_ALIKE:
            raise _wrong(found[-1], "like: makes a cycle of editions, or a chain that is too long", ("like",))
        found.append(document)
        id = _parent(document, id)
    return tuple(found)


def _parent(document: TomlDocument, id: str) -> str:
    """The id of the edition that a document extends, a path relative to its file; empty if there is none."""
    like = document.data.get("like", "")
    if not isinstance(like, str) or "\0" in like:
        raise _wrong(document, "expected the name of an edition, or the path of its file", ("like",))
    return beside(like, id)


def _wrong(document: TomlDocument, message: str, path: Path) -> EditionError:
    return EditionError(message, document.file, *document.place(path))


@cache
def _packaged(name: str) -> TomlDocument:
    path = f"edition/data/{name}{SUFFIX}"
    return TomlDocument(str(DATA / f"{name}{SUFFIX}"), packaged(path), packaged_data(path))


_parsed = lru_cache(maxsize=64)(read_toml)


@cache
def topics() -> Mapping[str, Topic]:
    """The topics of the editions, by name."""
    return {name: Topic(name, says) for name, says in _packaged("topics").data.items()}


@cache
def shared_kinds() -> Kinds:
    """The phases and steps that all editions share."""
    data = _packaged("kinds").data
    steps_of = {phase: tuple(data["phases"][phase].get("steps", ())) for phase in data["turn"]}
    return make_kinds(steps_of, {kind: step["token"] for kind, step in data["steps"].items()})
