"""Values as text: on one line, over several lines, and as parts of a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import yaml

from ..words import shown

WIDEST = 100
LONGEST = 10_000


class _Dumper(yaml.SafeDumper):
    """Writes whatever a state holds: plain data as YAML does, anything else as its text."""


_Dumper.add_multi_representer(object, lambda dumper, value: dumper.represent_str(str(value)))


def in_yaml(said: Any) -> str:
    """A part of a script as YAML, on one line."""
    text = yaml.dump(said, None, _Dumper, default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...").strip()


def value(found: Any, most: int = WIDEST) -> str:
    """A value on one line, cut if it is too long."""
    text = found if isinstance(found, str) else repr(found)
    return shown(text, most)


def pretty(found: Any) -> str:
    """A value over several lines, as YAML."""
    if not isinstance(found, dict | list) or not found:
        return value(found, LONGEST)
    text = yaml.dump(found, None, _Dumper, allow_unicode=True, width=WIDEST, sort_keys=False, default_flow_style=None)
    return text.rstrip("\n")


def readable(found: Any, indent: str = "") -> Iterator[str]:
    """A value for people, a line for each fact: cards in a row, permanents in a few words; what is empty is left out.

    >>> list(readable({"life": 20, "hand": ["Opt", "a card", "a card"], "exile": []}))
    ['life: 20', 'hand: Opt, a card ×2']
    """
    if not isinstance(found, Mapping) or "tapped" in found:
        yield f"{indent}{_row(found)}"
        return
    for key, part in found.items():
        if isinstance(part, Mapping) and part and "tapped" not in part:
            yield f"{indent}{shown(str(key))}:"
            yield from readable(part, f"{indent}  ")
        elif part or (part == 0 and part is not False):
            yield f"{indent}{shown(str(key))}: {_row(part)}"


def _row(found: Any, inside: bool = False) -> str:
    """A value on one line."""
    if isinstance(found, Mapping):
        facts = _permanent(found) if "tapped" in found else (f"{key} {_row(part, True)}" for key, part in found.items())
        told = ", ".join(facts)
    elif isinstance(found, list):
        rows = ((row, len([*same])) for row, same in groupby(_row(part, True) for part in found))
        parts = [f"{row} ×{count}" if count > 1 else row for row, count in rows]
        told = ("; " if any("," in part for part in parts) else ", ").join(parts)
    else:
        return value(found, LONGEST)
    if not told:
        return "nothing"
    return f"[{told}]" if inside else told


def _permanent(facts: Mapping[str, Any]) -> Iterator[str]:
    """The facts of a permanent: its power and toughness, whether it is tapped, and what else is so."""
    if "power" in facts:
        yield f"{facts['power']}/{facts['toughness']}"
    yield "tapped" if facts["tapped"] else "untapped"
    for key, fact in facts.items():
        if key not in ("power", "toughness", "tapped"):
            yield key.replace("_", " ") if fact is True else f"{key} {_row(fact, True)}"
