"""The cards that scenarios and documents define on the spot, with their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from fsm import shape
from fsm.cards import Card
from fsm.errors import FsmError
from fsm.scenario import read_yaml

ROOT = Path(__file__).parents[2]
FOLDERS = ("scenarios", "benchmarks", "demo", "tests/golden", "editors")
_YAML = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_MADE = ("type", "effects", "triggers", "abilities", "static", "power", "toughness", "keywords", "cost", "flash")
"""What a mapping with a name has to have to be a card; a token has some of these, too, but stands under ``token``."""


@cache
def defined() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Each card that a scenario or a document defines, with its place."""
    return tuple((place, card) for place, data in _all() for card in _cards(data))


@cache
def named() -> frozenset[str]:
    """All texts and keys in what the scenarios of the corpus begin with and do: the names of their cards among them."""
    said = (data.get(key) for place, data in _all() if place.startswith("scenarios/") for key in ("players", "script"))
    return frozenset(text for value in said for text in _texts(value))


def names_in_use() -> frozenset[str]:
    """The names of these cards."""
    return frozenset(str(card["name"]) for _, card in defined())


@cache
def _all() -> tuple[tuple[str, Any], ...]:
    return tuple(_files())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in (*value, *(value.values() if isinstance(value, dict) else ())):
            yield from _texts(part)
    elif isinstance(value, str):
        yield value


def _files() -> Iterator[tuple[str, Any]]:
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.turn.yaml")):
            yield from _read(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))
    for file in sorted((*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))):
        for block in _YAML.findall(file.read_text(encoding="utf-8")):
            yield from _read(block, str(file.relative_to(ROOT)))


def _read(text: str, place: str) -> Iterator[tuple[str, Any]]:
    try:
        yield from ((place, document.data) for document in read_yaml(text, place))
    except FsmError:  # a part of a file that is shown alone
        return


def _cards(data: Any, key: str = "") -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        named = key != "token" and isinstance(data.get("name"), str)
        if named and any(word in data for word in _MADE) and set(data) <= set(shape.fields(Card)):
            yield data
        for inner, value in data.items():
            yield from _cards(value, inner)
    elif isinstance(data, list):
        for value in data:
            yield from _cards(value, key)
