"""Mappings: how the log of another program is read as a trace, so that nobody has to change that program.

A mapping is a TOML file. It names the fields of JSON lines, or has regular expressions for lines of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from .. import shape
from ..edition.toml import MAX_BYTES, TomlDocument, read_toml
from ..errors import InputError, TraceError
from ..files import read_text
from ..shape import UNREADABLE, ShapeError
from .guard import Apart, Here, check_pattern, has_timers
from .observed import Observed
from .reading import Header, Lines, no_json

Name = Literal["kind", "turn", "active", "phase", "step", "node", "player", "by", "object", "extra"]
"""The fields of an event that a mapping can give."""

Level = Literal["turn", "phase", "step"]

NEWEST = "newest first"
Order = Literal["oldest first", "newest first"]

LONGEST_LINE = 2_000
"""How long a line of text may be that regular expressions look at; longer ones are passed over."""


LONGEST_NUMBER = 19
"""How many digits are read as a number; whatever has more stays a text, and is none."""


class LineRule(msgspec.Struct, frozen=True):
    """A line of text that is an event: a regular expression, whose named groups are fields, and fixed fields.

    With ``keep`` it is none: its fields are those of the next event, if that does not say otherwise.
    """

    match: str
    set: dict[Name, str] = {}
    keep: bool = False


class Mapping(msgspec.Struct, frozen=True):
    """How a log is read: the edition, the players, where JSON lines have each field, or what lines of text mean.

    ``fields`` gives for each of our fields the path of theirs; ``values`` translates the values of a field;
    ``begins`` are the levels of which the log has no events: one begins whenever the value of that field changes.
    ``order`` says which line of the log comes first: a log that is newest first is read from its end.
    ``teams`` take their turns together. ``counts`` is what the numbers of turns count: all turns of the game, or those
    of each player or team, as also in a log that numbers rounds.
    """

    edition: str = ""
    players: tuple[str, ...] = ()
    teams: tuple[tuple[str, ...], ...] = ()
    counts: Literal["turns", "turns of each player"] = "turns"
    silent: tuple[str, ...] = ()
    begins: tuple[Level, ...] = ()
    order: Order = "oldest first"
    fields: dict[Name, str] = {}
    values: dict[Name, dict[str, str]] = {}
    lines: tuple[LineRule, ...] = ()

    def reader(self, lines: Lines) -> MappedReader:
        """The events of a log."""
        return MappedReader(self, lines)


def read_mapping(path: str | Path) -> Mapping:
    """The mapping in a file; ``InputError`` says what is wrong, and where."""
    document = read_toml(read_text(path, MAX_BYTES), str(path))
    try:
        mapping: Mapping = shape.read_struct(Mapping, document.data)
    except ShapeError as error:
        raise document.errors(error) from None
    _check(mapping, document)
    return mapping


def _check(mapping: Mapping, document: TomlDocument) -> None:
    if bool(mapping.fields) == bool(mapping.lines):
        raise document.error("found neither or both of fields and lines: a log is JSON lines, or lines of text")
    known = set(Name.__args__)  # type: ignore[attr-defined]
    for number, rule in enumerate(mapping.lines):
        place = ("lines", number, "match")
        wrong = check_pattern(rule.match)
        if wrong:
            raise document.error(wrong, place)
        groups = re.compile(rule.match).groupindex
        for name in groups:
            if name not in known:
                raise document.error(f"unknown group {name!r}; groups are named {', '.join(sorted(known))}", place)
        if "kind" not in groups and "kind" not in rule.set and not rule.keep:
            hint = 'add set = { kind = "step.begin" }, or another one, or keep = true if the event is a later line'
            raise document.error(f"this line has no kind; {hint}", place)


class MappedReader:
    """The events of a log, read by a mapping; ``notes`` are known at the end."""

    def __init__(self, mapping: Mapping, lines: Lines) -> None:
        self.mapping, self.lines = mapping, lines
        self.header: Header = {
            "edition": mapping.edition, "players": mapping.players, "order": (), "teams": mapping.teams,
            "silent": mapping.silent,
        }  # fmt: skip
        self.notes: list[str] = []
        self.looking = (Here if has_timers() else Apart)([rule.match for rule in mapping.lines], lines)
        self.paths = {name: path.split(".") for name, path in mapping.fields.items()}
        self.last: dict[str, Any] = {}
        self.kept: dict[str, Any] = {}
        self.turn, self.whose = 0, ("", 0)

    def __iter__(self) -> Iterator[Observed]:
        read, events = 0, 0
        try:
            for raw in self.lines.backwards() if self.mapping.order == NEWEST else self.lines:
                read += 1
                for fields in self._events(self._json(raw) if self.paths else self._text(raw)):
                    events += 1
                    yield self._observed(fields)
        finally:
            self.looking.close()
        if not events and read:
            raise InputError(f"none of {read:,} lines is an event by this mapping", self.lines.file, 1, 1)
        self.notes.append(f"by the mapping, {read:,} lines tell {events:,} events")

    def _json(self, raw: bytes) -> dict[str, Any]:
        """The fields of a line of JSON; empty if it is blank."""
        if not raw.strip():
            return {}
        try:
            entry = msgspec.json.decode(raw)
        except UNREADABLE as error:
            raise no_json(error, raw, self.lines) from None
        found = {name: _at(entry, path) for name, path in self.paths.items()}
        return {name: value for name, value in found.items() if value is not None}

    def _text(self, raw: bytes) -> dict[str, Any]:
        """The fields of the first rule whose expression a line of text matches; empty if there is none."""
        text = raw.decode("utf-8", "replace").rstrip("\r\n")
        if len(text) > LONGEST_LINE:
            return {}
        found = self.looking.search(text)
        if found is None:
            return {}
        number, groups = found
        rule = self.mapping.lines[number]
        said = (*self.kept.items(), *rule.set.items(), *groups.items())
        fields = {str(name): value for name, value in said if value is not None}
        self.kept = fields if rule.keep else {}
        return {} if rule.keep else fields

    def _events(self, found: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The events that a line tells, with their values in our words."""
        values = self.mapping.values
        fields = {name: values[name].get(str(v), v) if name in values else v for name, v in found.items()}
        for level in self.mapping.begins:
            value = fields.get(level)
            if value is not None and value != self.last.get(level):
                self.last = {"turn": value} if level == "turn" else {**self.last, level: value}
                yield self._begin(level, fields)
        if "kind" in fields and not self.mapping.begins:
            yield fields

    def _begin(self, level: Level, fields: dict[str, Any]) -> dict[str, Any]:
        """The beginning of a turn, a phase or a step, with the fields that it can have."""
        names = {"turn": ("turn", "active"), "phase": ("turn", "active", "phase"), "step": ("turn", "active", "step")}
        return {"kind": f"{level}.begin", **{name: fields[name] for name in names[level] if name in fields}}

    def _observed(self, fields: dict[str, Any]) -> Observed:
        """An event; what should be a number is made one."""
        for name in ("turn", "extra"):
            if isinstance(fields.get(name), str) and fields[name].isdecimal() and len(fields[name]) < LONGEST_NUMBER:
                fields[name] = int(fields[name])
        for name in ("active", "player", "by"):
            if isinstance(fields.get(name), int):
                fields[name] = str(fields[name])
        if self.mapping.counts != "turns" and isinstance(fields.get("turn"), int):
            fields["turn"] = self._number(str(fields.get("active", self.whose[0])), fields["turn"], fields.get("kind"))
        try:
            return msgspec.convert({"type": "event", **fields, "line": self.lines.number}, Observed)
        except msgspec.ValidationError as error:
            raise TraceError(f"by the mapping: {error}", self.lines.file, self.lines.number, 1) from None

    def _number(self, active: str, own: int, kind: object) -> int:
        """The number of a turn among all turns of the game, in a log that counts those of each player or team."""
        if not self.turn:
            takers = len(self.mapping.teams) or len(self.mapping.players)
            self.turn = 1 + max(0, own - 1) * max(2, takers)
        elif kind == "turn.begin" or self.whose != (active, own):
            self.turn += 1
        self.whose = active, own
        return self.turn


def _at(entry: Any, path: list[str]) -> Any:
    """The value at a path of keys."""
    for key in path:
        if isinstance(entry, list) and key.isdecimal() and int(key) < len(entry):
            entry = entry[int(key)]
        elif isinstance(entry, dict):
            entry = entry.get(key)
        else:
            return None
    return entry
