"""The list of rulings, ``scenarios/RULINGS.md``, checked against the scenarios that show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import InputError
from ..scenario.reading.reader import Scenario, read_scenarios
from ..words import nearest

BEGIN, END = "<!-- rulings -->", "<!-- end -->"

_CELLS = 5


def with_rulings(folder: Path) -> Iterator[Scenario]:
    """The scenarios below a folder that name rulings, ordered by path; other files are not read."""
    for path in sorted(folder.rglob("*.turn.yaml")):
        if b"rulings" in path.read_bytes():
            yield from read_scenarios(path)


def renewed_rulings(text: str, file: Path, scenarios: Iterable[Scenario] | None = None) -> str:
    """The page of rulings, its last column made from the scenarios below its folder.

    Between the marks each line is ``| number | situation | result | rules | scenarios |``, under two
    lines of heading. ``InputError`` for a ruling without a scenario, a duplicate one, and one that a
    scenario names and the page lacks.
    """
    before, _, rest = text.partition(BEGIN)
    inside, _, after = rest.partition(END)
    head, rule, *rows = inside.strip().splitlines()
    first = before.count("\n") + inside[: len(inside) - len(inside.lstrip())].count("\n") + 3
    numbers = _numbers(rows, first, file)
    shown = _shown(with_rulings(file.parent) if scenarios is None else scenarios, numbers, file)
    lines = [head, rule]
    for line, row in enumerate(rows, first):
        number, *cells, _ = _cells(row)
        if number not in shown:
            raise InputError(f"no scenario shows {number}; name it in one: rulings: [{number}]", str(file), line, 1)
        lines.append(f"| {number} | {' | '.join(cells)} | {', '.join(shown[number])} |")
    return "\n".join((f"{before}{BEGIN}", *lines, f"{END}{after}"))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def _numbers(rows: list[str], first: int, file: Path) -> list[str]:
    numbers: list[str] = []
    for line, row in enumerate(rows, first):
        cells = _cells(row)
        if len(cells) != _CELLS:
            what = f"found {len(cells)} cells, expected {_CELLS}: number, situation, result, rules, scenarios"
            raise InputError(what, str(file), line, 1)
        if cells[0] in numbers:
            raise InputError(f"duplicate ruling {cells[0]}; leave one out", str(file), line, 1)
        numbers.append(cells[0])
    return numbers


def _shown(scenarios: Iterable[Scenario], numbers: list[str], file: Path) -> dict[str, list[str]]:
    """Links to the scenarios of each ruling, by its number."""
    shown: dict[str, list[str]] = {}
    for scenario in scenarios:
        path = Path(scenario.file).relative_to(file.parent)
        for n, number in enumerate(scenario.rulings):
            if number not in numbers:
                hint = nearest(number, numbers) or "; add it there"
                raise scenario.error(f"{file.name} has no ruling {number}{hint}", ("rulings", n))
            link = f"[{_short(path)}]({path.as_posix()})"
            if link not in shown.setdefault(number, []):
                shown[number].append(link)
    return shown


def _short(path: Path) -> str:
    """The number of a lesson, such as 09/01, or its name if it has none."""
    parts = [re.match(r"\d+", part) for part in path.parts]
    return "/".join(part[0] for part in parts if part) if all(parts) else path.name.removesuffix(".turn.yaml")
