"""YAML as plain data, with the line and column of every key and value; hostile files end in a message."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..errors import InputError
from ..shape import Path

MAX_BYTES = 1024 * 1024
MAX_NODES = 50_000
MAX_DEPTH = 60
MAX_BRACKETS = 500

_BRACKETS = re.compile(r"[][{}]")

_PREFIX = "tag:yaml.org,2002:"


class Document:
    """Plain data, and where each part of it stands: by the path of keys and indices to it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: Any = None
        self.values: dict[Path, tuple[int, int]] = {}
        self.keys: dict[Path, tuple[int, int]] = {}

    def error(self, message: str, path: Path = (), on_key: bool = False) -> InputError:
        """An error at the place of a path, or at the nearest place that is known."""
        places = self.keys if on_key and path in self.keys else self.values
        while path and path not in places:
            path = path[:-1]
        line, column = places.get(path, (1, 1))
        return InputError(message, self.file, line, column)

    def line(self, path: Path) -> int:
        """The line at which a part stands: that of its key, if it has one."""
        return self.keys.get(path, self.values.get(path, (0, 0)))[0]


def read_yaml(text: str, file: str) -> list[Document]:
    """The documents of a YAML text; ``InputError`` with place and mend for whatever is wrong."""
    _check_brackets(text, file)
    loader = YAML(typ="safe", pure=True)
    try:
        nodes = [node for node in loader.compose_all(io.StringIO(text)) if node is not None]
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise InputError(f"this is not YAML: {_said(error)}", file, line, column) from None
    except YAMLError as error:
        raise InputError(f"this is not YAML: {str(error).splitlines()[0]}", file, 1, 1) from None
    except (RecursionError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error).splitlines()[0]
        raise InputError(f"this is not YAML that can be read: {why}", file, 1, 1) from None
    if not nodes:
        raise InputError("the file is empty; a scenario has at least players: and expect:", file, 1, 1)
    return [_document(node, file) for node in nodes]


def _check_brackets(text: str, file: str) -> None:
    """Refuses brackets far deeper than any scenario before the parser, which is slow on them, sees them."""
    depth = 0
    for match in _BRACKETS.finditer(text):
        depth += 1 if match.group() in "[{" else -1 if depth else 0
        if depth > MAX_BRACKETS:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            raise InputError(f"nested more than {MAX_BRACKETS} deep", file, line, column)


def _said(error: MarkedYAMLError) -> str:
    said = " ".join(part for part in (error.context, error.problem) if part)
    return said.replace("\n", " ").strip() or "the text cannot be understood"


def _document(node: Node, file: str) -> Document:
    document = Document(file)
    document.data = _Reader(document).plain(node, (), 0)
    return document


class _Reader:
    """Turns composed nodes into plain data; counts them, so that aliases cannot explode."""

    def __init__(self, document: Document) -> None:
        self.document, self.count = document, 0

    def plain(self, node: Node, path: Path, depth: int) -> Any:
        place = _place(node)
        self.document.values[path] = place
        self.count += 1
        if self.count > MAX_NODES:
            raise InputError(
                f"more than {MAX_NODES:,} values; aliases that repeat each other?", self.document.file, *place
            )
        if depth > MAX_DEPTH:
            raise InputError(f"nested more than {MAX_DEPTH} deep", self.document.file, *place)
        if isinstance(node, MappingNode):
            return self.mapping(node, path, depth)
        if isinstance(node, SequenceNode):
            self.tagged(node, "seq")
            return [self.plain(item, (*path, n), depth + 1) for n, item in enumerate(node.value)]
        return self.scalar(node)

    def mapping(self, node: MappingNode, path: Path, depth: int) -> dict[str, Any]:
        self.tagged(node, "map")
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                raise InputError("a key has to be a text", self.document.file, *_place(key_node))
            key = self.text(key_node)
            inner = (*path, key)
            if key in data:
                line, _ = self.document.keys[inner]
                raise InputError(
                    f'the key "{key[:60]}" stands here a second time (first in line {line})',
                    self.document.file,
                    *_place(key_node),
                )
            self.document.keys[inner] = _place(key_node)
            data[key] = self.plain(value_node, inner, depth + 1)
        return data

    def scalar(self, node: Node) -> Any:
        kind = str(node.tag).removeprefix(_PREFIX)
        value = self.text(node)
        try:
            return _SCALARS[kind](value)
        except KeyError:
            self.tagged(node, "str")
        except ValueError:
            raise InputError(f"{value[:40]!r} cannot be read as a number", self.document.file, *_place(node)) from None

    def text(self, node: Node) -> str:
        """What a node says; half a surrogate pair is no character and could not be written anywhere."""
        value = str(node.value)
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            why = "a \\u escape that is half of a character; write it whole"
            raise InputError(why, self.document.file, *_place(node))
        return value

    def tagged(self, node: Node, expected: str) -> None:
        kind = str(node.tag)
        if kind != _PREFIX + expected:
            raise InputError(
                f"the tag {kind[:60]!r} has no meaning here; leave it out", self.document.file, *_place(node)
            )


def _number(text: str) -> int:
    if len(text) > 20:
        raise ValueError
    return (
        int(text.replace("_", ""), 0)
        if not text.lstrip("+-").startswith("0")
        else int(text, 10 if text.isdigit() else 0)
    )


def _real(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


_SCALARS: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": _number,
    "bool": lambda text: text.lower() == "true",
    "null": lambda _: None,
    "float": _real,
    "timestamp": str,
}


def _place(node: Node) -> tuple[int, int]:
    mark = node.start_mark
    return mark.line + 1, mark.column + 1
