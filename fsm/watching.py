"""Files that are watched: which of them were saved since they were last looked at.

The times of the files are looked at a few times a second. That needs no other library, works on every system and on
shared folders, and notices editors that replace a file by a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter, sleep

from .errors import InputError

EVERY = 0.25
"""The seconds between two looks, at least."""
SHARE = 100
"""A look at many files is followed by a wait of so many times as long, so that it takes 1 % of a core."""
SLOWEST = 2.0
"""The seconds between two looks, at most."""

Stamp = tuple[int, int, int]
"""What changes as a file is saved: its time, its size, and which file it is."""


def watched_files(paths: Iterable[str], suffix: str) -> list[str]:
    """The files that are meant by some paths: files, and all below folders that end with the suffix."""
    found: dict[str, None] = {}
    for path in paths:
        if Path(path).is_dir():
            found |= dict.fromkeys(str(file) for file in sorted(Path(path).rglob(f"*{suffix}")))
        else:
            found[path] = None
    return list(found)


def saved_files(
    paths: Iterable[str], suffix: str, wait: Callable[[float], object] = sleep
) -> Iterator[tuple[list[str], list[str]]]:
    """First all files that are meant; then, each time some were saved, those, and those that are gone. Never ends.

    A file counts as saved once two looks in a row find it the same, so that one that is being written is not read too
    early. ``InputError`` if no path has a file to watch, or a path is not there.
    """
    given = list(paths)
    for path in given:
        if not Path(path).exists():
            raise InputError("cannot be watched: there is no such file or folder", path)
    known = _stamps(given, suffix)
    if not known:
        raise InputError(f"no *{suffix} file is here to watch; name a file, or a folder that has some")
    yield list(known), []
    seen, took = known, 0.0
    while True:
        wait(min(max(EVERY, SHARE * took), SLOWEST))
        started = perf_counter()
        now = _stamps(given, suffix)
        took = perf_counter() - started
        settled = {file: stamp for file, stamp in now.items() if seen.get(file) == stamp}
        saved = [file for file, stamp in settled.items() if known.get(file) != stamp]
        gone = [file for file in known if file not in now and file not in seen]
        seen = now
        known = {file: stamp for file, stamp in known.items() if file not in gone} | settled
        if saved or gone:
            yield saved, gone


def _stamps(paths: list[str], suffix: str) -> dict[str, Stamp]:
    """The stamps of all files that are there."""
    found: dict[str, Stamp] = {}
    for file in watched_files(paths, suffix):
        try:
            status = Path(file).stat()
        except OSError:
            continue  # it is being replaced, or is gone
        found[file] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found
