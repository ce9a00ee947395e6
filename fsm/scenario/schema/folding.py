"""Makes a JSON Schema short enough to be read: what it repeats stands once in ``$defs``, small parts on one line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

NOTES = ("description", "default")
"""What says something of a place of a schema, and nothing of the values there."""

REPEATED, LONG, WIDE = 2, 140, 110
"""How often a part has to be there, and how long its JSON has to be, to be folded; and how wide lines are."""


def folded(schema: dict[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """An equivalent schema whose repeated parts are in ``$defs``, under given names, or those of their properties."""
    defs = schema["$defs"]
    counted: Counter[str] = Counter()
    called: dict[str, str] = {}
    said = {_key(part): name for name, part in names.items()}
    for name, part in _parts(schema):
        key = _key(part)
        if name or key in said:
            counted[key] += 1
            called.setdefault(key, name)
    refs: dict[str, str] = {}
    for key, many in counted.items():
        if key in said or (many >= REPEATED and len(key) >= LONG):
            refs[key] = _free(said.get(key) or called[key], {*refs.values(), *defs})
    bodies = {name: _within(json.loads(key), refs) for key, name in refs.items() if counted[key]}
    top = {key: value for key, value in schema.items() if key != "$defs"}
    return {**_within(top, refs), "$defs": {name: _within(part, refs) for name, part in defs.items()} | bodies}


def _key(part: dict[str, Any]) -> str:
    """A part of a schema without notes, as text."""
    return json.dumps({key: value for key, value in part.items() if key not in NOTES})


def _free(name: str, taken: set[str]) -> str:
    return next(one for n in range(1, 100) if (one := name if n == 1 else f"{name}_{n}") not in taken)


def _parts(part: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas within a schema; those of properties with their names."""
    for key, inner in part.items():
        if key in ("properties", "$defs"):
            for field, one in inner.items():
                yield (field if key == "properties" else ""), one
                yield from _parts(one)
        elif key in ("anyOf", "oneOf", "allOf"):
            for one in inner:
                yield "", one
                yield from _parts(one)
        elif key in ("items", "additionalProperties", "not", "propertyNames") and isinstance(inner, dict):
            yield "", inner
            yield from _parts(inner)


def _within(part: dict[str, Any], refs: Mapping[str, str]) -> dict[str, Any]:
    """A schema with the schemas in it folded; not itself."""
    new: dict[str, Any] = {}
    for key, inner in part.items():
        if key == "properties":
            new[key] = {field: _short(one, refs) for field, one in inner.items()}
        elif key in ("anyOf", "oneOf", "allOf"):
            new[key] = [_short(one, refs) for one in inner]
        elif key in ("items", "additionalProperties", "not", "propertyNames") and isinstance(inner, dict):
            new[key] = _short(inner, refs)
        else:
            new[key] = inner
    return new


def _short(part: dict[str, Any], refs: Mapping[str, str]) -> dict[str, Any]:
    ref = refs.get(_key(part))
    if ref is None:
        return _within(part, refs)
    return {**{key: part[key] for key in NOTES if key in part}, "$ref": f"#/$defs/{ref}"}


def readable(data: Any, indent: int = 0) -> str:
    """JSON in which what fits on a line stands on one.

    >>> print(readable({"enum": ["a", "b"], "type": "string"}))
    {"enum": ["a", "b"], "type": "string"}
    """
    line = json.dumps(data, ensure_ascii=False)
    if not isinstance(data, dict | list) or not data or len(line) + indent <= WIDE:
        return line
    pad, inner = " " * indent, " " * (indent + 2)
    if isinstance(data, dict):
        rows = [f"{inner}{json.dumps(key)}: {readable(value, indent + 2)}" for key, value in data.items()]
        return "{\n" + ",\n".join(rows) + f"\n{pad}}}"
    if all(isinstance(one, str | int) for one in data):
        return "[\n" + _filled([json.dumps(one, ensure_ascii=False) for one in data], inner) + f"\n{pad}]"
    return "[\n" + ",\n".join(f"{inner}{readable(one, indent + 2)}" for one in data) + f"\n{pad}]"


def _filled(words: list[str], inner: str) -> str:
    """Words in lines, as many in each as fit."""
    lines = [inner]
    for n, word in enumerate(words):
        text = word + ("," if n + 1 < len(words) else "")
        if len(lines[-1]) + len(text) + 1 > WIDE and lines[-1].strip():
            lines.append(inner)
        lines[-1] += text if lines[-1] == inner else f" {text}"
    return "\n".join(lines)
