"""Changes in the text of a scenario file: a key of it, or an entry of its script; all else stays, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from ...document import Document, Place, part_of
from ...errors import InputError
from ..reading.yaml import read_yaml

_SEPARATOR = re.compile(r"(---|\.\.\.)(\s|$)")

WIDTH = 110

HOW = "write the file with each key on a line of its own, as in players: [Ann, Bob]"


def end_of(lines: Sequence[str], inside: int) -> int:
    """The line after the last of the document around a line."""
    return next((n for n, line in enumerate(lines) if n > inside - 1 and _SEPARATOR.match(line)), len(lines))


def parts_of(lines: Sequence[str], document: Document) -> dict[str, range]:
    """The lines of each key of a document, from 0; what stands between a part and the next key belongs to that key."""
    starts = {path[0]: line - 1 for path, (line, _) in document.keys.items() if len(path) == 1}
    last = end_of(lines, min(starts.values(), default=0) + 1)
    parts = {}
    for key, start in starts.items():
        end = min((line for line in starts.values() if line > start), default=last)
        parts[str(key)] = range(start, _trimmed(lines, start, end))
    return parts


def _trimmed(lines: Sequence[str], start: int, end: int, indent: str = "") -> int:
    """The end of a part, without comments and empty lines: these belong to what follows."""
    while end > start + 1 and (lines[end - 1].startswith(f"{indent}#") or not lines[end - 1].strip()):
        end -= 1
    return end


def on_one_line(data: Any) -> str:
    """Plain data as YAML on one line."""
    text = yaml.safe_dump(data, default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False)
    return str(text.removesuffix("\n").removesuffix("\n...").strip())


def with_key(text: str, file: str, number: int, key: str, value: Any) -> str:
    """The text in which a key of a scenario, by its number from 0, has another value.

    A new key comes after the name. ``InputError`` if the file is written in a way in which that cannot be done.
    """
    document = read_yaml(text, file)[number]
    lines, parts = text.splitlines(keepends=True), parts_of(text.splitlines(), document)
    flow = None if isinstance(value, dict | list) else False
    said = yaml.safe_dump({key: value}, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=flow)
    if key in parts:
        lines[parts[key].start : parts[key].stop] = [said]
    else:
        first = min((part.start for part in parts.values()), default=0)
        _insert(lines, parts["name"].stop if "name" in parts else first, [said])
    return _checked("".join(lines), document, number, document.data | {key: value})


def with_players(text: str, file: str, number: int, names: Sequence[str]) -> str:
    """The text with other players: a name that takes the place of another one does so in the script too."""
    document = read_yaml(text, file)[number]
    old = list(document.data["players"])
    renamed = {one: new for one, new in zip(old, names, strict=False) if one not in names and new not in old}
    text = _renamed(text, document, renamed)
    players = read_yaml(text, file)[number].data["players"]
    if list(players) == list(names):
        return text
    if isinstance(players, dict):
        return with_key(text, file, number, "players", {name: players.get(name) or {} for name in names})
    return with_key(text, file, number, "players", list(names))


def _renamed(text: str, document: Document, names: Mapping[str, str]) -> str:
    """The text with some keys and values replaced, wherever they stand in a document."""
    lines = text.splitlines(keepends=True)
    said: list[tuple[Place, Any]] = [(place, path[-1]) for path, place in document.keys.items()]
    said += [(place, part_of(document.data, path)) for path, place in document.values.items()]
    found = {(place, one) for place, one in said if isinstance(one, str) and one in names}
    for (line, column), old in sorted(found, reverse=True):
        here = lines[line - 1]
        match = re.compile(rf"""{re.escape(old)}|"{re.escape(old)}"|'{re.escape(old)}'""").match(here, column - 1)
        if match:
            lines[line - 1] = f"{here[: column - 1]}{on_one_line(names[old])}{here[match.end() :]}"
    return "".join(lines)


def with_entry(text: str, file: str, number: int, at: int, entry: dict[str, Any]) -> str:
    """The text with another entry of the script of a scenario, as the one with the number ``at``, from 0."""
    document = read_yaml(text, file)[number]
    script = document.data.get("script") or []
    wanted = [*script[:at], entry, *script[at:]]
    lines = text.splitlines(keepends=True)
    parts = parts_of(lines, document)
    starts = [document.values["script", n][0] - 1 for n in range(len(script))]
    dashes = [found[1] for start in starts if (found := re.match(r"(\s*)-", lines[start]))]
    if not starts:
        where = parts.get("script", range(*[_end_of_setup(parts)] * 2))
        del lines[where.start : where.stop]
        _insert(lines, where.start, ["script:\n", *_entry(entry, "  ")])
    elif len(dashes) == len({*starts}) == len(starts):
        place = _trimmed(lines, starts[at - 1], starts[at], dashes[0]) if 0 < at < len(starts) else parts["script"].stop
        _insert(lines, place if at else starts[0], _entry(entry, dashes[0]))
    else:
        return with_key(text, file, number, "script", wanted)
    return _checked("".join(lines), document, number, document.data | {"script": wanted})


def _end_of_setup(parts: Mapping[str, range]) -> int:
    """Where a script belongs that is not there yet: before what is expected."""
    later = [parts[key].start for key in ("expect", "expect_in", "until", "explore") if key in parts]
    return min(later, default=max(part.stop for part in parts.values()))


def _entry(entry: dict[str, Any], indent: str) -> list[str]:
    """The lines of an entry."""
    heads = [f"{indent}- ", *[f"{indent}  "] * (len(entry) - 1)]
    return [
        f"{head}{on_one_line({key: value})[1:-1]}\n" for head, (key, value) in zip(heads, entry.items(), strict=True)
    ]


def _insert(lines: list[str], at: int, new: Sequence[str]) -> None:
    """Inserts lines; the line before them gets the end that it may lack at the end of a file."""
    if at and not lines[at - 1].endswith(("\n", "\r")):
        lines[at - 1] += "\n"
    lines[at:at] = new


def _checked(text: str, before: Document, number: int, wanted: dict[str, Any]) -> str:
    """The text, if only what was to change has changed."""
    try:
        data = read_yaml(text, before.file)[number].data
    except InputError:
        data = None
    if data != wanted:
        raise before.error(f"this cannot be changed here: {HOW}")
    return text
