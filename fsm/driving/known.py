"""What an engine is known to do otherwise, kept in a file: a line for each scenario, with the place and the rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from ..errors import InputError
from ..files import read_text
from .drive import Report, Result

MAX_BYTES = 4 * 1024 * 1024
"""The largest such file."""

HEAD = """\
# What this engine is known to do otherwise: the id of a scenario, after how many things seen it differs, and the rule.
# fsm drive --known FILE --update-known writes it; without --update-known only what is not in it fails.
"""

_LINE = re.compile(r"(\S+) +(\d{1,9})(?: +.*)?")


def read_known(path: str) -> dict[str, int]:
    """The places of the known differences by the ids of scenarios; ``InputError`` for what is no such line."""
    found: dict[str, int] = {}
    for number, line in enumerate(read_text(Path(path), MAX_BYTES).splitlines(), 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        match = _LINE.fullmatch(said)
        if match is None:
            expected = "the id of a scenario and a number, as fsm drive --update-known writes them"
            raise InputError(f"found {said[:60]!r}, expected {expected}", path, number, 1)
        found[match[1]] = int(match[2])
    return found


def known_text(report: Report) -> str:
    """The file of all that an engine did otherwise."""
    wide = max((len(one.vector.id) for one in report.otherwise), default=0)
    lines = [f"{one.vector.id:<{wide}}  {place_of(one):>4}  {rule_of(one)}".rstrip() for one in report.otherwise]
    return "".join((HEAD, *(f"{line}\n" for line in sorted(lines))))


def with_known(report: Report, known: Mapping[str, int]) -> Report:
    """A report in which differences at the known places are marked, and those that have gone are named."""
    results = tuple(
        replace(one, known=one.difference is not None and known.get(one.vector.id) == place_of(one))
        for one in report.results
    )
    gone = tuple(one.vector.id for one in results if one.vector.id in known and not one.known and not one.lacks)
    return replace(report, results=results, gone=gone)


def place_of(result: Result) -> int:
    """After how many things seen a scenario differs."""
    return result.difference.at if result.difference else 0


def rule_of(result: Result) -> str:
    """The most telling rule of a difference, or what it is, if it is about none."""
    found = result.difference
    return next(iter(found.rules), found.what) if found else ""
