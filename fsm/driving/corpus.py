"""The corpus in neutral words: all scenarios that can be told, the smallest first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from ..edition import edition_id
from ..errors import InputError
from ..files import read_text, write_file
from ..library import SUFFIX
from ..scenario import Scenario, read_scenarios
from ..shape import UNREADABLE
from .capabilities import GROUPS
from .telling import Unsayable, vector_of
from .words import SET, VERSION, Vector, vector_schema

MAX_BYTES = 16 * 1024 * 1024
"""The largest file of a vector."""


class Unsaid(msgspec.Struct, frozen=True):
    """A scenario that cannot be told in neutral words under an edition, and why."""

    id: str
    why: str


class Corpus(msgspec.Struct, frozen=True):
    """Vectors, what could not be told, and how many scenarios are the same as another one in neutral words."""

    vectors: tuple[Vector, ...]
    unsaid: tuple[Unsaid, ...] = ()
    same: int = 0


def read_corpus(paths: Sequence[str | Path], editions: Iterable[str], part: str = "") -> Corpus:
    """The vectors of files and folders: scenario files, told under each of these editions, and vectors (``.json``).

    With ``part`` only those with this text in their id. ``InputError`` if a file cannot be used, or if there is none.
    """
    wanted, found, unsaid = tuple(map(edition_id, editions)), dict[bytes, Vector](), list[Unsaid]()
    read = 0
    for one in _all(paths, wanted, part):
        if isinstance(one, Unsaid):
            unsaid.append(one)
            continue
        read += 1
        found.setdefault(_content(one), one)
    if part and not read:
        raise InputError(f"no scenario has {part!r} in its id")
    if not read and not unsaid:
        names = ", ".join(map(str, paths))
        raise InputError(
            f"there is no scenario for {' or '.join(wanted)}; name *{SUFFIX} files, vectors or folders", names
        )
    vectors = sorted(found.values(), key=lambda one: (len(one.expect), len(one.script), one.id))
    return Corpus(tuple(vectors), tuple(unsaid), read - len(vectors))


def _content(vector: Vector) -> bytes:
    """What makes a vector different from others: not its name, nor the rules that it shows."""
    return msgspec.json.encode((vector.setup, vector.script, vector.expect, vector.over))


def _all(paths: Sequence[str | Path], editions: tuple[str, ...], part: str) -> Iterator[Vector | Unsaid]:
    for path in map(Path, paths):
        for file in _files(path):
            if file.suffix == ".json":
                vector = read_vector(file)
                if vector.setup.edition in editions and part in vector.id:
                    yield vector
            else:
                yield from _vectors_of(file, path if path.is_dir() else path.parent, editions, part)


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    yield from sorted(file for file in path.rglob("*") if file.name.endswith(SUFFIX) or _is_vector(file))


def _is_vector(file: Path) -> bool:
    return file.name.endswith(".json") and file.name not in ("index.json", "schema.json")


def _vectors_of(file: Path, folder: Path, editions: tuple[str, ...], part: str) -> Iterator[Vector | Unsaid]:
    known = file.relative_to(folder).as_posix().removesuffix(SUFFIX)
    if not _may_have(part, file, known, editions):
        return
    scenarios = read_scenarios(file)
    for number, scenario in enumerate(scenarios, 1):
        stem = known
        if len(scenarios) > 1:
            stem += f"-{number}"
        ids = {edition: f"{stem}.{edition}" for edition in editions if edition in scenario.editions}
        yield from (_one(scenario, edition, id) for edition, id in ids.items() if part in id)


def _may_have(part: str, file: Path, stem: str, editions: tuple[str, ...]) -> bool:
    """Whether a scenario of a file can have this text in its id, as far as can be told without reading them.

    There are at most as many scenarios as marks that begin one. Whoever reads the file says why it cannot be read.
    """
    try:
        raw = file.read_bytes() if part else b""
    except OSError:
        return True
    most = 1 + raw.count(b"---") + raw.count(b"...")
    numbers = ("", *(f"-{number}" for number in range(1, most + 1)))
    return any(part in f"{stem}{number}.{edition}" for number in numbers for edition in editions)


def _one(scenario: Scenario, edition: str, id: str) -> Vector | Unsaid:
    try:
        return vector_of(scenario, edition, id)
    except Unsayable as why:
        return Unsaid(id, str(why))


def read_vector(file: Path) -> Vector:
    """A vector of a file; ``InputError`` says what is wrong with it."""
    text = read_text(file, MAX_BYTES)
    try:
        vector = msgspec.json.decode(text, type=Vector)
    except UNREADABLE as error:
        raise InputError(f"this is not a vector: {error}; fsm schema vector says what fits", str(file)) from None
    if vector.version.split(".")[0] != VERSION.split(".", maxsplit=1)[0]:
        found = vector.version[:20]
        raise InputError(f"found version {found!r} of the format, expected {VERSION} or another 2.x", str(file))
    return vector


def vector_text(vector: Vector) -> str:
    """A vector as the text of a file: stable, a line for each act and each expectation."""
    fields = msgspec.to_builtins(vector)
    lines = [f" {json.dumps(key)}: {_value(value)}" for key, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(value: object) -> str:
    def dumped(one: object) -> str:
        return json.dumps(one, ensure_ascii=False)

    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(dumped, value)) + "\n ]"
    if isinstance(value, dict) and len(value) > 1 and all(isinstance(one, str) for one in value.values()):
        return "{\n  " + ",\n  ".join(f"{dumped(key)}: {dumped(one)}" for key, one in value.items()) + "\n }"
    return dumped(value)


def write_vectors(corpus: Corpus, folder: str | Path) -> None:
    """Writes a file for each vector, ``index.json``, and ``schema.json``; ``InputError`` if that is not possible."""
    out = Path(folder)
    try:
        for place in {out, *((out / vector.id).parent for vector in corpus.vectors)}:
            place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {str(error.strerror).lower()}", str(error.filename or out)) from None
    for vector in corpus.vectors:
        write_file(out / f"{vector.id}.json", vector_text(vector).encode())
    listed = [
        {"file": f"{vector.id}.json", "edition": vector.setup.edition, "needs": vector.needs, "name": vector.name}
        for vector in corpus.vectors
    ]
    index = {
        "format": "turn-vectors",
        "version": VERSION,
        "set": SET,
        "groups": GROUPS,
        "vectors": listed,
        "untold": {one.id: one.why for one in corpus.unsaid},
    }
    write_file(out / "index.json", _pretty(index))
    write_file(out / "schema.json", _pretty(vector_schema()))


def _pretty(value: object) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"
