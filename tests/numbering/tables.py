"""The tables of facts: which numbers each text has, and which statements were read again where a text changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from fsm.edition import Edition, in_order, load_edition, played_ids

HERE = Path(__file__).parent
NUMBERS = HERE / "numbers.txt"
READ_AGAIN = HERE / "read_again.txt"

HEAD = """\
# Which numbers the texts of the rules have, made by `python -m numbering FOLDER` (see __main__.py beside this file).
# number: the first and the last edition of the package whose text has it, for each span; no text of any rule.
"""

MISPRINTS = {"2010-06-18": {"505.54": "505.5"}}
"""Numbers that a text has by mistake, by its day, each with the one that is meant."""

LATER = {"506.8": "506.7", "506.7": "506.6", "506.6": "", "704.5aa": "704.5z"}
"""Numbers of 25 September 2026, each with the number in the text of April, which is the newest that can be had."""


def turn_sections(edition: Edition) -> tuple[str, ...]:
    """The sections about the turn, of which the index has every number."""
    first = int(edition.number("turn").partition(".")[0])
    return (*(str(first + n) for n in range(15)), *(("703",) if first == 500 else ()))


def in_text(edition: Edition, number: str) -> str:
    """The number that a rule of an edition has in the text that is at hand; empty if it is newer than that."""
    family = next((known for known in LATER if number.startswith(known) and not number[len(known) :][:1].isdigit()), "")
    if edition.id != played_ids()[-1] or not family:
        return number
    return LATER[family] + number.removeprefix(family) if LATER[family] else ""


def write_numbers(found: Mapping[str, Iterable[str]]) -> None:
    """Writes the table of the numbers about the turn or in an index; ``found`` has those of each edition's text."""
    ids = played_ids()
    sections = {section for id in ids for section in turn_sections(load_edition(id))}
    wanted = {number for id in ids for number in load_edition(id).rules}
    wanted |= {number for id in ids for number in found[id] if number.partition(".")[0] in sections}
    having = {number: [n for n, id in enumerate(ids) if number in found[id]] for id in ids for number in found[id]}
    lines = []
    for number in sorted(wanted & having.keys(), key=in_order):
        runs = [[n for _, n in run] for _, run in groupby(enumerate(having[number]), lambda pair: pair[1] - pair[0])]
        lines.append(f"{number}: {', '.join(f'{ids[run[0]]} {ids[run[-1]]}' for run in runs)}\n")
    NUMBERS.write_text(HEAD + "".join(lines), encoding="utf-8")


def read_numbers() -> dict[str, set[str]]:
    """The numbers of the text of each edition."""
    ids = played_ids()
    found: dict[str, set[str]] = {id: set() for id in ids}
    for number, spans in _lines(NUMBERS):
        for span in spans.split(", "):
            first, last = span.split()
            for id in ids[ids.index(first) : ids.index(last) + 1]:
                found[id].add(number)
    return found


def read_again() -> dict[str, frozenset[str]]:
    """The statements that were read again because the text changed, by edition."""
    return {id: frozenset(numbers.split()) for id, numbers in _lines(READ_AGAIN)}


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, rest = line.partition(": ")
            yield key, rest
