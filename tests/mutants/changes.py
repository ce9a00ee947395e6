"""The small faults that can be put into a file: each is a line, what it does, and the changed text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, get_args, get_type_hints

from fsm.edition.model import ChoicesEntry

SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
}
"""Operators, and what is written in their place."""

SMALL = 20
"""Greater numbers are limits, and one more is no fault."""

SILENT = ("__repr__", "__str__")
"""Functions for people who look, which decide nothing."""


class Change(NamedTuple):
    """A fault: the file, the line, what is done there, and the whole text with it."""

    file: str
    line: int
    what: str
    text: str


def changes(file: Path, name: str) -> list[Change]:
    """All faults that can be put into a Python file or an edition's data; ``name`` is what the file is called."""
    text = file.read_text(encoding="utf-8")
    found = _data(text) if file.suffix == ".toml" else _code(text)
    return [
        Change(name, text.count("\n", 0, start) + 1, what, text[:start] + new + text[end:])
        for start, end, what, new in found
    ]


Edit = tuple[int, int, str, str]
"""From where to where, what is done, and the new text there."""


def _code(text: str) -> Iterator[Edit]:
    """The faults of a Python file."""
    source = _Source(text)
    for node in _deciding(ast.parse(text)):
        for made in (source.operators, source.conditions, source.values, source.statements):
            yield from made(node)


class _Source:
    """A Python file, and the faults that can be put into its nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.ascii = text.isascii()

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node begins and ends in the text."""
        ends = ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        begin, end = (self.lines[line - 1] + self.letters(line, column) for line, column in ends)
        return begin, end

    def letters(self, line: int, column: int) -> int:
        """A column in letters, as the text has them, for one in bytes."""
        if self.ascii:
            return column
        return len(self.text[self.lines[line - 1] : self.lines[line]].encode()[:column].decode())

    def written(self, node: ast.expr | ast.stmt, new: str, what: str = "") -> Edit:
        """Something else is written in the place of a node."""
        begin, end = self.span(node)
        return begin, end, f"{_short(self.text[begin:end])} {what or f'becomes {new}'}", new

    def operators(self, node: ast.AST) -> Iterator[Edit]:
        """Another operator."""
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                pass
            case ast.BoolOp(op=operator, values=[left, right, *_]) | ast.BinOp(left=left, op=operator, right=right):
                pass
            case _:
                return
        old, new = SWAPS.get(type(operator), ("", ""))
        begin, end = self.span(left)[1], self.span(right)[0]
        found = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", self.text[begin:end]) if old else None
        if found:
            yield begin + found.start(), begin + found.end(), f"{old} becomes {new}", new

    def conditions(self, node: ast.AST) -> Iterator[Edit]:
        """A condition that always holds, never holds, or holds otherwise."""
        match node:
            case ast.If(test=test) | ast.IfExp(test=test):
                yield self.written(test, "True")
                yield self.written(test, "False")
            case ast.comprehension(ifs=[test, *_]):
                yield self.written(test, "True")
            case ast.UnaryOp(op=ast.Not()):
                begin, _ = self.span(node)
                yield begin, begin + len("not "), f"{_short(self.text[slice(*self.span(node))])} without not", ""

    def values(self, node: ast.AST) -> Iterator[Edit]:
        """The other truth value, or one more."""
        match node:
            case ast.Constant(value=bool() as value):
                yield self.written(node, str(not value))
            case ast.Constant(value=int() as value) if value <= SMALL:
                yield self.written(node, str(value + 1))

    def statements(self, node: ast.AST) -> Iterator[Edit]:
        """A call less: one for its effect, or one that changes a name."""
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[ast.Name(id=first), *_])):
                if name == first:
                    yield self.written(node, "pass", "is left out")
            case ast.Expr(value=ast.Call()):
                yield self.written(node, "pass", "is left out")


def _deciding(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide something: no assertions, errors, types, or texts for people."""
    match node:
        case ast.Assert() | ast.Raise() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.FunctionDef(name=name) if name in SILENT:
            return
        case ast.FunctionDef(args=arguments, body=body):
            inside: list[ast.AST] = [*arguments.defaults, *filter(None, arguments.kw_defaults), *body]
        case ast.ClassDef(body=body):
            inside = list[ast.AST](body)
        case ast.AnnAssign(value=value):
            inside = [value] if value is not None else []
        case _:
            yield node
            inside = list(ast.iter_child_nodes(node))
    for child in inside:
        yield from _deciding(child)


def _short(text: str) -> str:
    """A text in one line of at most 70 letters."""
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:67]}..."


CHOICES: dict[str, list[str]] = {
    name: [word for word in get_args(hint) if isinstance(word, str)]
    for name, hint in get_type_hints(ChoicesEntry).items()
}
"""The words that each choice of an edition may have."""

PRIORITY = ["always", "never", "if_needed"]
"""When players get priority in a step."""


def _data(text: str) -> Iterator[Edit]:
    """The faults of an edition's data."""
    section, at = "", 0
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            section = line.strip().strip("[]").partition(".")[0]
        for start, end, what, new in _entry(line, section):
            yield at + start, at + end, what, new
        at += len(line)


def _entry(line: str, section: str) -> Iterator[Edit]:
    """The faults of an entry: an item less, two items in the other order, another choice, a rule without its topic."""
    listed = re.match(r'(\w+) = \[("[^]]*")\]', line)
    if listed and section != "choices":
        key, items = listed[1], listed[2].split(", ")
        for n, item in enumerate(items):
            yield *listed.span(2), f"{key}: {item} is left out", ", ".join(items[:n] + items[n + 1 :])
        for n, (one, other) in enumerate(pairwise(items)):
            turned = ", ".join([*items[:n], other, one, *items[n + 2 :]])
            yield *listed.span(2), f"{key}: {one} comes after {other}", turned
    chosen = re.match(r'(\w+) = "(\w+)"', line)
    if chosen:
        words = CHOICES if section == "choices" else {"priority": PRIORITY}
        for other in words.get(chosen[1], ()):
            if other != chosen[2]:
                yield *chosen.span(2), f"{chosen[1]}: {chosen[2]} becomes {other}", other
    cited = re.match(r'"([\w.]+)" = ("\w+")', line)
    if cited and section == "rules":
        yield *cited.span(2), f"{cited[1]} governs {cited[2]} no more", "false"
