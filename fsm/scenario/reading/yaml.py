"""YAML as plain data, with the line and column of every key and value; hostile files give an error message.

The parser's events are read one by one, so that limits on depth and number hold before anything is built.
Plain scalars follow YAML 1.2's core schema: ``on``, ``yes`` and ``12:30`` are texts, ``0o17`` is a number,
``017`` is seventeen. In addition ``1_000`` is a thousand. Aliases are supported; merge keys, and tags outside the
core schema, are not. At the end: what the parser's errors mean, and names with a comma that it reads as two texts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import yaml

from ...document import Document, Place
from ...errors import InputError
from ...shape import Path, ShapeError
from ...words import shown

MAX_BYTES = 1024 * 1024
MAX_NODES = 50_000
MAX_DEPTH = 60
MAX_DOCUMENTS = 500

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""PyYAML's compiled parser, or its Python one in an install without it: the same events, 20 times slower."""

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Forbidden characters: control characters, and line breaks that only some programs count."""

_CORE = "tag:yaml.org,2002:"


def read_yaml(text: str, file: str) -> list[Document]:
    """The documents of a YAML text; ``InputError`` says what is wrong, where, and how to fix it."""
    _check_characters(text, file)
    reader = _Reader(file)
    documents: list[Document] = []
    for node in _composed(text, file):
        if len(documents) == MAX_DOCUMENTS:
            raise InputError(f"more than {MAX_DOCUMENTS} documents in one file; split it", file, *node.place)
        documents.append(reader.read(node))
    if not documents:
        raise InputError("the file is empty; a scenario has at least players: and expect:", file, 1, 1)
    return documents


def _check_characters(text: str, file: str) -> None:
    """Refuses characters that the parser rejects without a place, or counts as line breaks unlike editors."""
    found = _UNREADABLE.search(text, 1 if text.startswith("\ufeff") else 0)
    if found:
        code = ord(found.group())
        why = f"the character U+{code:04X} cannot stand here; leave it out, or write \\u{code:04x} in double quotes"
        raise InputError(f"this is not YAML: {why}", file, *place_of(text, found.start()))


class _Node(msgspec.Struct, gc=False):
    """A YAML node: ``map`` (keys and values alternating), ``seq``, or the kind of a scalar."""

    kind: str
    place: Place
    text: str = ""
    parts: tuple[_Node, ...] = ()


def _composed(text: str, file: str) -> Iterator[_Node]:
    """The root nodes of the documents; ``InputError`` if the parser cannot read the text."""
    try:
        events = yaml.parse(text, Loader=_LOADER)
        composer = _Composer(events, file)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield composer.document()
    except yaml.MarkedYAMLError as error:
        raise not_yaml(error, text, file) from None
    except (yaml.YAMLError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"this is not YAML that can be read: {str(error).splitlines()[0]}", file, 1, 1) from None


class _Composer:
    """Makes nodes from a parser's events, and counts them."""

    def __init__(self, events: Iterator[Any], file: str) -> None:
        self.events, self.file, self.count = events, file, 0
        self.anchors: dict[str, _Node] = {}

    def document(self) -> _Node:
        self.anchors = {}
        node = self.node(next(self.events), 0)
        next(self.events)
        return node

    def node(self, event: Any, depth: int) -> _Node:
        place = _place(event)
        self.count += 1
        if self.count > MAX_NODES:
            raise InputError(f"more than {MAX_NODES:,} values in one file; split it", self.file, *place)
        if depth > MAX_DEPTH:
            raise InputError(f"nested more than {MAX_DEPTH} levels deep", self.file, *place)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                name = str(event.anchor)[:60]
                why = f"the alias *{name} has no anchor before it; a text that begins with * goes in quotes"
                raise InputError(f"this is not YAML: {why}", self.file, *place)
            return self.anchors[event.anchor]
        if isinstance(event, yaml.ScalarEvent):
            node = _Node(self.kind(event, place), place, event.value)
        else:
            known = "map" if isinstance(event, yaml.MappingStartEvent) else "seq"
            self.tagged(event.tag, (known,), place)
            node = _Node(known, place, parts=tuple(self.parts(depth + 1)))
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def parts(self, depth: int) -> Iterator[_Node]:
        event = next(self.events)
        while not isinstance(event, yaml.CollectionEndEvent):
            yield self.node(event, depth)
            event = next(self.events)

    def kind(self, event: Any, place: Place) -> str:
        """The kind of a scalar: by its tag, or by its form if it is plain, otherwise text."""
        if event.tag not in (None, "!"):
            return self.tagged(event.tag, _SCALARS, place)
        return _resolved(event.value) if event.tag is None and event.implicit[0] else "str"

    def tagged(self, tag: str | None, known: tuple[str, ...], place: Place) -> str:
        kind = (tag or known[0]).removeprefix(_CORE) if tag != "!" else known[0]
        if kind not in known:
            why = f"the tag {str(tag)[:60]!r} has no meaning here; leave it out, or put the text in quotes"
            raise InputError(why, self.file, *place)
        return kind


class _Reader:
    """Turns nodes into plain data; counts them again, so that aliases cannot multiply them without limit."""

    def __init__(self, file: str) -> None:
        self.document, self.count = Document(file), 0

    def read(self, node: _Node) -> Document:
        self.document = Document(self.document.file)
        self.document.data = self.plain(node, (), 0)
        return self.document

    def error(self, message: str, node: _Node) -> InputError:
        return InputError(message, self.document.file, *node.place)

    def fault(self, message: str, node: _Node) -> None:
        """Keeps an error that leaves the rest of the text readable."""
        self.document.faults.append(self.error(message, node))

    def plain(self, node: _Node, path: Path, depth: int) -> Any:
        self.document.values[path] = node.place
        self.count += 1
        if self.count > MAX_NODES:
            raise self.error(f"more than {MAX_NODES:,} values; aliases that repeat each other?", node)
        if depth > MAX_DEPTH:
            raise self.error(f"nested more than {MAX_DEPTH} levels deep, by aliases", node)
        if node.kind == "map":
            return self.mapping(node, path, depth)
        if node.kind == "seq":
            return [self.plain(item, (*path, n), depth + 1) for n, item in enumerate(node.parts)]
        return self.scalar(node)

    def mapping(self, node: _Node, path: Path, depth: int) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in zip(node.parts[::2], node.parts[1::2], strict=True):
            if key_node.kind in ("map", "seq", "merge"):
                merge = "there are no merge keys (<<) here; write the keys out"
                self.fault(merge if key_node.kind == "merge" else "a key has to be a text", key_node)
                continue
            key = self.text(key_node)
            if key.startswith("\xa0"):
                self.fault("found a no-break space at the beginning of the line; indent with spaces", key_node)
                continue
            inner = (*path, key)
            if key in data:
                line, _ = self.document.keys[inner]
                self.fault(f'duplicate key "{key[:60]}" (first in line {line})', key_node)
                continue
            self.document.keys[inner] = key_node.place
            data[key] = self.plain(value_node, inner, depth + 1)
        return data

    def scalar(self, node: _Node) -> Any:
        value = self.text(node)
        try:
            return _valued(node.kind, value)
        except ValueError:
            raise self.error(f"{value[:40]!r} cannot be read as a number", node) from None

    def text(self, node: _Node) -> str:
        """The text of a node; half a surrogate pair is an error, since no file could contain it."""
        if not node.text.isascii() and any("\ud800" <= c <= "\udfff" for c in node.text):
            raise self.error("a \\u escape that is half of a character; write the whole character", node)
        return node.text


_SCALARS = ("str", "int", "bool", "null", "float", "timestamp")
_WORDS = {
    word: kind
    for kind, said in {"bool": ("true", "false"), "null": ("null",)}.items()
    for known in said
    for word in (known, known.title(), known.upper())
} | {"": "null", "~": "null", "<<": "merge"}
_INT = re.compile(r"[-+]?[0-9][0-9_]*|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def _resolved(text: str) -> str:
    """The kind of a plain scalar by YAML 1.2's core schema; underscores may separate the digits of a number.

    >>> [_resolved(text) for text in ("on", "true", "12:30", "017", "1e3", "~")]
    ['str', 'bool', 'str', 'int', 'float', 'null']
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return "str"
    return "int" if _INT.fullmatch(text) else "float" if _FLOAT.fullmatch(text) else "str"


def _valued(kind: str, text: str) -> Any:
    """The value of a scalar; ``ValueError`` if it is not a number that a game can hold."""
    if kind == "int":
        if len(text) > 20 or not _INT.fullmatch(text):
            raise ValueError
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text.replace("_", ""))
    if kind == "float":
        value = float(text)
        if not math.isfinite(value):
            raise ValueError
        return value
    return {"bool": text.lower() == "true", "null": None}.get(kind, text)


def _place(event: Any) -> Place:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


LONGEST = 60


_CLOSES = {"{": "}", "[": "]"}


def not_yaml(error: yaml.MarkedYAMLError, text: str, file: str) -> InputError:
    """The parser's error at its place, which may be one line after the last."""
    said = " ".join(str(part) for part in (error.context, error.problem) if part).replace("\n", " ").strip()
    opened = error.context_mark
    mark = error.problem_mark or opened
    if mark is None:
        return InputError(f"this is not YAML: {said}", file, 1, 1)
    if opened is not None and (meant := _unclosed(said, text, opened, mark)):
        return InputError(f"this is not YAML: {meant}", file, opened.line + 1, opened.column + 1)
    line, column = mark.line + 1, mark.column + 1
    if "nesting depth" in said:  # newer parsers have a limit too, and read ahead
        return InputError(f"nested more than {MAX_DEPTH} levels deep", file, line, column)
    if mark.index >= len(text) and not text.endswith(("\n", "\r")):
        line, column = place_of(text, len(text))
    if any(what in said for what in ("expected key", "<block end>", "'-' indicator")):
        same = "the keys of a mapping, and the items of a list, begin in the same column"
        said = f"this line does not go on with what stands above it; {same}"
    said = _meant(text, line, column) or said or "the text cannot be understood"
    return InputError(f"this is not YAML: {said}", file, line, column)


def _unclosed(said: str, text: str, opened: Any, mark: Any) -> str:
    """What is wrong where a part begins that does not end as it should; empty if that is not the error."""
    lines = _lines(text)
    first = lines[opened.line] if opened.line < len(lines) else ""
    begin = first[opened.column : opened.column + 1]
    if "Unicode character escape" in said:
        return "a \\u escape that is half of a character, or no character; write the whole character"
    if "quoted scalar" in said:
        return f"the quote {begin} that begins here is not closed; put another one at the end of the text"
    if "simple key" in said:
        found = shown(first.strip(), LONGEST)
        return f'found no colon with a space after it in "{found}"; a key and its value are written key: value'
    if begin in _CLOSES and mark.line > opened.line:
        close, rest, comment = _CLOSES[begin], text[opened.index :], " #" in first[opened.column :]
        if comment or rest.count(begin) > rest.count(close):
            why = '; what stands after " #" is a comment' if comment else ""
            return f"the {begin} that begins here is not closed; put a {close} at the end of what belongs to it{why}"
    return ""


def place_of(text: str, at: int) -> Place:
    """The line and column of a position in a text."""
    lines = re.split(r"\r\n?|\n", text[:at])
    return len(lines), len(lines[-1].removeprefix("\ufeff")) + 1


def _meant(text: str, line: int, column: int) -> str:
    """What is probably wrong at a place that the parser does not understand; empty if that is open."""
    lines = _lines(text)
    said = lines[line - 1] if line <= len(lines) else ""
    at, before = said[column - 1 : column], said[: column - 1].rstrip()
    if at == "\t" or "\t" in said[: len(said) - len(said.lstrip())]:
        return "found a tab at the beginning of the line; indent with spaces"
    if at == ":" and (whole := _with_colon(said[: column - 1], said[column - 1 :])):
        return f'found a second ": " in one text; put the text in quotes: "{shown(whole, LONGEST)}"'
    above = lines[line - 2].strip() if 1 < line <= len(lines) + 1 else ""
    if at == ":" and re.match(r"[\w ]+:\S", above):
        return f'found a key after the text "{shown(above, LONGEST)}"; write a space after the colon there'
    if at == ":" and (key := re.match(r"[\s-]*([\w#]+): +[^\s#]", lines[line - 2] if line > 1 else "")):
        return f"the line above has its value already; begin this one in the same column as its key, {key[1]}"
    if at and at in "@`%":
        return f"a text cannot begin with {at}; put it in quotes"
    if at == "-" and before.endswith(":"):
        return "a list cannot begin in the line of its key; put each item in a line of its own, or the text in quotes"
    if at and at in "[{" and before and before[-1] not in ":,[{-":
        return f"found {at} in a text that is not in quotes; put the text in quotes"
    if at and before.endswith(("]", "}", '"', "'")):
        return f"found more text after {before[-1]} than belongs to it; put the whole text in quotes, or leave this out"
    return ""


def _lines(text: str) -> list[str]:
    """The lines of a text as editors count them."""
    return re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))


def _with_colon(before: str, after: str) -> str:
    """The whole text that a colon divides: to the end of the line, or within brackets to the next comma or bracket."""
    if "{" in before or "[" in before:
        return re.split(r"[\[{,:]", before)[-1].lstrip() + re.split(r"[\]},]", after)[0].rstrip()
    entry = re.match(r"[\s-]*[\w ]+: +(.+)", before)
    return f"{entry[1]}{after}".rstrip().replace('"', "'") if entry else ""


def split_names(data: Any, names: Collection[str], path: Path = ()) -> Iterator[tuple[ShapeError, tuple[Path, ...]]]:
    """An error for each name that a comma splits, with the paths of its two parts.

    >>> [error.path for error, _ in split_names({"hand": ["Aurelia", "the Warleader"]}, {"Aurelia, the Warleader"})]
    [('hand', 0)]
    """
    for whole, first, second in _in_list(data, path) if isinstance(data, list) else _in_mapping(data, path):
        if whole in names:
            why = f'a comma separates two texts here; if {whole} is meant, put it in quotes: "{whole}"'
            on_key = isinstance(data, dict) and data[first[-1]] is None
            yield ShapeError(why, first, on_key), (first, second)
    inner = enumerate(data) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
    for key, value in inner:
        if isinstance(value, list | dict):
            yield from split_names(value, names, (*path, key))


Pair = tuple[str, Path, Path]
"""Two neighbouring texts with a comma between them, and their paths."""


def _in_list(data: list[Any], path: Path) -> Iterator[Pair]:
    for n, (one, two) in enumerate(pairwise(data)):
        if isinstance(one, str) and isinstance(two, str):
            yield f"{one}, {two}", (*path, n), (*path, n + 1)


def _in_mapping(data: Any, path: Path) -> Iterator[Pair]:
    """The neighbours in ``{cast: Aurelia, the Warleader}`` and in ``{Aurelia, the Warleader: Bob}``."""
    for (key, value), (other, after) in pairwise(data.items()) if isinstance(data, dict) else ():
        if isinstance(value, str) and after is None:
            yield f"{value}, {other}", (*path, key), (*path, other)
        elif value is None:
            yield f"{key}, {other}", (*path, key), (*path, other)
