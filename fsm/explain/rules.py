"""Explains a rule: its line, its counterparts in other editions, and the code and scenarios that cite it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..edition import Edition, Rule, edition_ids, load_edition
from ..errors import FsmError
from ..words import listed, nearest
from .citing import places

if TYPE_CHECKING:
    from ..scenario import Scenario


def list_rules(edition: Edition) -> Iterator[str]:
    """All rules of an edition, a line each."""
    yield f"{edition.title} ({edition.id}): {len(edition.rules)} rules"
    width = max(map(len, edition.rules)) + 2
    for rule in edition.rules.values():
        yield f"{rule.number:<{width}}{rule.says}"


def explain(number: str, editions: Sequence[Edition]) -> Iterator[str]:
    """One rule, in each of the editions that have it; ``FsmError`` names the nearest number if none has."""
    number = number.removeprefix("CR").strip()
    having = [edition for edition in editions if number in edition.rules]
    if not having:
        known = [known for edition in editions for known in edition.rules]
        where = listed(edition.id for edition in editions)
        raise FsmError(f"no rule {number[:40]!r} in the index of {where}{nearest(number, known)}")
    scenarios = tuple(_scenarios())
    for n, edition in enumerate(having):
        if n:
            yield ""
        yield from _one(edition, edition.rules[number], scenarios)


def _one(edition: Edition, rule: Rule, scenarios: Sequence[tuple[Path, Scenario]]) -> Iterator[str]:
    yield f"{rule.number}  {edition.title} ({edition.id})"
    yield f"  {rule.says}"
    for other in _counterparts(edition, rule):
        yield f"  also      {other}"
    for place in dict.fromkeys(p for topic in rule.topics for p in places().get(topic, ())):
        yield f"  in code   {place}"
    for path, scenario in scenarios:
        if rule.number in scenario.rules.get(edition.id, ()):
            yield f"  shown by  {path}: {scenario.name}"


def _counterparts(edition: Edition, rule: Rule) -> Iterator[str]:
    for id in edition_ids():
        if id != edition.id:
            numbers = dict.fromkeys(n for topic in rule.topics for n in load_edition(id).cite(topic))
            if numbers:
                yield f"{id}: {', '.join(numbers)}"


def _scenarios() -> Iterator[tuple[Path, Scenario]]:
    """All scenarios below ``scenarios/`` that can be read, each with its file."""
    from ..errors import InputError
    from ..scenario import read_scenarios

    for path in sorted(Path("scenarios").rglob("*.turn.yaml")):
        try:
            yield from ((path, scenario) for scenario in read_scenarios(path))
        except InputError:
            continue
