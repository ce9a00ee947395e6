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

_LINE = re.compile(r"(\S+) +(\d{1,9})(?: +(\S+))?")

Known = Mapping[str, tuple[int, str]]
"""The place and the rule of each known difference, by the id of its scenario."""


def read_known(path: str) -> Known:
    """The known differences of a file; ``InputError`` for what is no such line."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(read_text(Path(path), MAX_BYTES).splitlines(), 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        match = _LINE.fullmatch(said)
        if match is None:
            expected = "the id of a scenario and a number, as fsm drive --update-known writes them"
            raise InputError(f"found {said[:60]!r}, expected {expected}", path, number, 1)
        found[match[1]] = int(match[2]), match[3] or ""
    return found


def known_text(report: Report, before: Known) -> str:
    """The file of all that an engine did otherwise, and of what was known ``before`` of scenarios not played now."""
    played = {one.vector.id for one in report.results if not one.left_out}
    known = {id: entry for id, entry in before.items() if id not in played}
    known |= {one.vector.id: (place_of(one), rule_of(one)) for one in report.otherwise}
    wide = max(map(len, known), default=0)
    lines = (f"{id:<{wide}}  {at:>4}  {rule}".rstrip() for id, (at, rule) in sorted(known.items()))
    return "".join((HEAD, *(f"{line}\n" for line in lines)))


def with_known(report: Report, known: Known) -> Report:
    """A report in which differences at the known places are marked, and those that have gone are named."""
    results = tuple(
        replace(one, known=one.difference is not None and known.get(one.vector.id, (-1,))[0] == place_of(one))
        for one in report.results
    )
    judged = (one for one in results if not one.known and not one.left_out and not one.hidden)
    return replace(report, results=results, gone=tuple(one.vector.id for one in judged if one.vector.id in known))


def place_of(result: Result) -> int:
    """After how many things seen a scenario differs."""
    return result.difference.at if result.difference else 0


def rule_of(result: Result) -> str:
    """The most telling rule of a difference, or what it is, if it is about none."""
    found = result.difference
    return next(iter(found.rules), found.what) if found else ""
