"""What can stand at the cursor: keys and values by the schema of scenario files, and names of all sorts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ...document import part_of
from ...scenario import scenario_schema
from ...scenario.model import GOES_WITH, VERBS
from ...shape import Path
from .cursor import Cursor, Spot, cursor_at
from .names import KEYS, SORTS, VALUES, Source
from .requests import Complete

Option = dict[str, str]
Schema = dict[str, Any]


def complete(request: Complete) -> dict[str, Any]:
    """The options at the cursor, and the column from which they replace what is typed; none if nothing is known."""
    cursor = cursor_at(request.text, request.line, request.column)
    options = [option for spot in cursor.spots for option in (_keys if spot.is_key else _values)(spot, cursor)]
    return {"from": cursor.start, "options": list({one["label"]: one for one in reversed(options)}.values())[::-1]}


@cache
def _schema() -> Schema:
    return scenario_schema()


def _alternatives(part: Schema, called: str = "") -> Iterator[tuple[str, Schema]]:
    """What a part of the schema can be, without references; each with the name of its definition."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        yield from _alternatives(_schema()["$defs"][name], name)
    elif "anyOf" in part:
        for one in part["anyOf"]:
            yield from _alternatives(one, called)
    if "$ref" not in part:
        yield called, part


def _at(path: Path) -> list[tuple[str, Schema]]:
    """What can stand at a path."""
    found = list(_alternatives(_schema()))
    for key in path:
        inner = (one for _, part in found for one in _inside(part, key))
        found = [alternative for one in inner for alternative in _alternatives(one)]
    return found


def _inside(part: Schema, key: str | int) -> Iterator[Schema]:
    more = part.get("additionalProperties")
    if isinstance(key, int):
        yield from (part[name] for name in ("items",) if isinstance(part.get(name), dict))
    elif key in part.get("properties", {}):
        yield part["properties"][key]
    elif isinstance(more, dict):
        yield more


def _keys(spot: Spot, cursor: Cursor) -> Iterator[Option]:
    """The keys that a mapping can have and does not have yet."""
    found = _at(spot.path)
    there = part_of(spot.data, spot.path)
    for called, part in found:
        for name, said in part.get("properties", {}).items():
            if name not in there and (called != "Act" or _goes(name, there)):
                yield _option(name, said.get("description", ""), "property", cursor, is_key=True)
        if isinstance(part.get("items"), dict) and len(there) == 1:
            yield from _first_keys(part["items"])
    last = spot.path[-1] if spot.path else ""
    names = {called for called, _ in found} | {last if isinstance(last, str) else ""}
    if len(spot.path) > 1 and spot.path[-2] == "state":
        names = {"a state"}
    for name in names & KEYS.keys():
        yield from _named(KEYS[name], spot, cursor, is_key=True)


def _first_keys(item: Schema) -> Iterator[Option]:
    """The keys with which the first item of a list can begin, where no list is begun."""
    for _, part in _alternatives(item):
        for name, said in part.get("properties", {}).items():
            yield {
                "label": f"- {name}",
                "detail": said.get("description", ""),
                "apply": f"- {name}: ",
                "type": "property",
            }


def _goes(name: str, there: Mapping[str, Any]) -> bool:
    """Whether a key of an action goes with its verb, or is a verb and there is none."""
    verb = next((verb for verb in VERBS if verb in there), None)
    return verb is None if name in VERBS else verb is None or verb in GOES_WITH.get(name, VERBS)


def _values(spot: Spot, cursor: Cursor) -> Iterator[Option]:
    """The values that can stand there: those of the schema, and names."""
    last = next((key for key in reversed(spot.path) if isinstance(key, str)), "")
    for _, part in _at(spot.path):
        words = [one for one in (*part.get("enum", ()), *part.get("examples", ())) if isinstance(one, str)]
        words += ["true", "false"] if part.get("type") == "boolean" else []
        if not _places_only(words):
            yield from (_option(one, "", "enum", cursor) for one in words)
    yield from _named(VALUES.get(last, ()), spot, cursor)


def _places_only(words: list[str]) -> bool:
    """Whether these are the examples of places, which are made for the turn that is typed."""
    return bool(words) and all(word.startswith("T1.") for word in words)


def _named(sources: tuple[Source, ...], spot: Spot, cursor: Cursor, is_key: bool = False) -> Iterator[Option]:
    for source in sources:
        sort = SORTS.get(source, "class")
        yield from (_option(name, about, sort, cursor, is_key) for name, about in source(spot, cursor.typed))


_NEEDS_QUOTES = re.compile(r"""[\[\]{},"']|^[\W\d]|: |#""")


def _option(name: str, about: str, sort: str, cursor: Cursor, is_key: bool = False) -> Option:
    """One option: what is shown of it, and what is written; a name that YAML would read otherwise goes in quotes."""
    said = json.dumps(name, ensure_ascii=False) if _NEEDS_QUOTES.search(name) else name
    return {"label": name, "detail": about, "apply": said if not is_key or cursor.colon else f"{said}: ", "type": sort}
