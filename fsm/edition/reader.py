"""Reads editions from their data files, and says exactly what is wrong with one."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ..errors import EditionError, UnknownEdition
from ..words import nearest
from .model import Edition, PhaseSpec, Rule, StepSpec

DEFAULT = "cr2026"

_DATA = files("fsm.edition") / "data"


@cache
def edition_ids() -> tuple[str, ...]:
    """All editions there are, oldest first: adding one is adding a file."""
    names = (entry.name for entry in _DATA.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.startswith("cr") and n.endswith(".toml")))


@cache
def load_edition(id: str = DEFAULT) -> Edition:
    """The edition with that id; ``UnknownEdition`` lists what there is.

    >>> load_edition("cr2011").title
    'Comprehensive Rules, 1 May 2011'
    """
    if id not in edition_ids():
        raise UnknownEdition(
            f"there is no edition {id!r}{nearest(id, edition_ids())}; there are: {', '.join(edition_ids())}"
        )
    return build_edition(_read_with_parents(id), _toml("topics.toml"))


def build_edition(data: dict[str, Any], topics: dict[str, str]) -> Edition:
    """An edition from its merged tables; ``EditionError`` names the entry that is off."""
    entries = sorted(data["rules"].items(), key=lambda item: _in_order(item[0]))
    rules = dict(_rule(number, entry, topics, data["id"]) for number, entry in entries)
    cites: dict[str, tuple[str, ...]] = {}
    for rule in rules.values():
        for topic in rule.topics:
            cites[topic] = (*cites.get(topic, ()), rule.number)
    steps = {kind: StepSpec(kind=kind, **_tuples(spec)) for kind, spec in data["steps"].items()}
    try:
        phases = tuple(_phase(spec, steps) for spec in data["phases"])
    except KeyError as missing:
        raise EditionError(f"edition {data['id']}: no step {missing} under [steps]") from None
    edition = Edition(
        id=data["id"],
        title=data["title"],
        effective=str(data["effective"]),
        phases=phases,
        leaving_step=tuple(data["leaving"]["step"]),
        leaving_phase=tuple(data["leaving"]["phase"]),
        procedures=_tuples(data.get("procedures", {})),
        choices=_tuples(data.get("choices", {})),
        zones=data["zones"],
        terms=data["terms"],
        rules=rules,
        cites=cites,
    )
    _check_actions(edition)
    return edition


def _check_actions(edition: Edition) -> None:
    listed = [*edition.leaving_step, *edition.leaving_phase]
    for phase in edition.phases:
        listed += phase.actions
        for step in (*phase.steps, *((phase.inside,) if phase.inside else ())):
            listed += step.actions
    for topic in listed:
        if not edition.cite(topic):
            raise EditionError(f"edition {edition.id}: the action {topic!r} has no rule; add its number under [rules]")


def _read_with_parents(id: str) -> dict[str, Any]:
    data = _toml(f"{id}.toml")
    parent = data.pop("extends", None)
    return _merge(_read_with_parents(parent), data) if parent else data


def _merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged, everything else is replaced; an entry that is ``false`` is dropped."""
    merged = dict(base)
    for key, value in over.items():
        if value is False:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = _merge(merged[key], value)
        else:
            merged[key] = value
    return merged


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


def _in_order(number: str) -> list[tuple[int, int, str]]:
    """What a rule number sorts by: 500.9 comes before 500.10, and 704.5z before 704.5aa."""
    parts = re.findall(r"\d+|[A-Za-z]+", number)
    return [(0, int(part), "") if part.isdigit() else (1, len(part), part) for part in parts]


def _rule(number: str, entry: Any, topics: dict[str, str], edition: str) -> tuple[str, Rule]:
    table = entry if isinstance(entry, dict) else {"topic": entry}
    named = table.get("topic", [])
    names = (named,) if isinstance(named, str) else tuple(named)
    unknown = [name for name in names if name not in topics]
    if unknown:
        raise EditionError(
            f"edition {edition}: rule {number} names the unknown topic {unknown[0]!r}{nearest(unknown[0], topics)}"
        )
    says = table.get("says") or " ".join(topics[name] for name in names)
    return number, Rule(number=number, topics=names, says=says)


def _phase(spec: dict[str, Any], steps: dict[str, StepSpec]) -> PhaseSpec:
    kinds = spec.get("steps", [])
    return PhaseSpec(
        kind=spec["kind"],
        name=spec["name"],
        rule=spec["rule"],
        steps=tuple(steps[kind] for kind in kinds),
        inside=None if kinds else steps[spec["kind"]],
        actions=tuple(spec.get("actions", ())),
    )


def _tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
