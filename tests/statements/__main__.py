"""Breaks statements one after the other, and asks what shows them: ``python -m statements [cr2006] [217.5c]``.

What shows a statement has to fail with one of the statement's faults at least, and each fault has to be noticed by
something that shows the statement.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from .tables import Fault, Shown, read_faults, read_partly, read_shown
from .trying import Tried, tried


def main(words: list[str]) -> None:
    """Tries the faults that the words choose, by edition, place or file; exits with 1 if something went unnoticed."""
    files = [word for word in words if word.endswith((".py", ".toml"))]
    places = [word for word in words if word not in files]
    shown = [one for one in read_shown() if all(one.edition == word or one.place.startswith(word) for word in places)]
    chosen = [fault for fault in read_faults() if all(fault.file.endswith(file) for file in files)]
    asked = [(fault, [one for one in shown if (one.edition, one.place) in fault.breaks]) for fault in chosen]
    done = list(_watched([pair for pair in asked if pair[1]]))
    wrong = [f"{one.fault.place}: {one.fault.put!r} {one.wrong}" for one in done if one.wrong]
    wrong += [line for one in done if not one.wrong for line in unnoticed(one)]
    wrong += [] if files else silent(done)
    for edition in sorted({one.edition for one in shown}):
        print(_told(edition, shown, done))
    print(*wrong, sep="\n")
    sys.exit(1 if wrong else 0)


def _watched(faults: list[tuple[Fault, list[Shown]]]) -> Iterator[Tried]:
    for one in tried(faults):
        print(".", end="", file=sys.stderr, flush=True)
        yield one
    print(file=sys.stderr)


def unnoticed(one: Tried) -> Iterator[str]:
    """The statements that a fault is said to break, though nothing that shows them noticed it."""
    noticed = {(by.edition, by.place) for by in one.noticed}
    for edition, place in sorted({(by.edition, by.place) for by in one.asked} - noticed):
        yield f"{edition} {place}: nothing notices {one.fault.put!r} in {one.fault.place}"


def silent(done: list[Tried]) -> list[str]:
    """What shows a statement, and noticed none of its faults."""
    silent = {by for one in done for by in one.asked} - {by for one in done for by in one.noticed}
    return [f"{one.edition} {one.place}: {one.name} notices no fault" for one in sorted(silent)]


def _told(edition: str, shown: list[Shown], done: list[Tried]) -> str:
    """How many statements are there, how many faults were tried, and which statements hold only in part."""
    places = {one.place for one in shown if one.edition == edition}
    pairs = sum(len({by.place for by in one.asked if by.edition == edition}) for one in done)
    partly = sorted(place for id, place in read_partly() if id == edition and place in places)
    told = f"; {len(partly)} hold in part: {', '.join(partly)}" if partly else ""
    return f"{edition}: {len(places)} statements were broken by {pairs} faults{told}"


if __name__ == "__main__":
    main(sys.argv[1:])
