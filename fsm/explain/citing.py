"""Finds where the code cites the topics of rules, by parsing the code.

A topic is a key of ``topics.toml``, and many of them are ordinary words: "draw", "turn", "until". So a string counts
only if the code uses it as a topic: as an argument of ``cite`` or ``number``, as a value for a parameter or field whose
name ends in ``topic`` or ``topics``, or as a key of a table that is indexed by such a name. From there the search
follows a name to the values assigned to it, a table to its values, and a call to the values that the function returns.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASKED = ("cite", "number")
MAX_STEPS = 6

_LEAVES = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store})

Word = tuple[str, str, int]
"""A word of a string that is used as a topic, with file and line."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Bindings = dict[str, list[ast.expr]]


@cache
def cited_words(*rooms: str) -> tuple[Word, ...]:
    """All words that the code uses as topics, in some rooms of the package or in all of it."""
    folders = [ROOT / room for room in rooms] or [ROOT]
    files = sorted(path for folder in folders for path in folder.rglob("*.py"))
    with _uncollected():
        known = [_Known(str(path.relative_to(ROOT.parent)), ast.parse(path.read_bytes())) for path in files]
        taken = {name: positions for one in reversed(known) for name, positions in one.taken.items()}
        tables = {name: one for one in reversed(known) for name in one.tables}
        return tuple(dict.fromkeys(word for own in known for word in _Reader(own, taken, tables).words()))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Looks for no garbage meanwhile: half a million nodes of syntax trees are made, and all of them are kept."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _carries(name: str) -> bool:
    """Whether a name says that its values are topics."""
    return name.rpartition("_")[2] in ("topic", "topics")


class _Scope:
    """The names of a module or function, with those around it; they are looked up only if something asks."""

    def __init__(self, body: list[ast.stmt], around: _Scope | None = None) -> None:
        self.body, self.around = body, around

    @cached_property
    def bindings(self) -> Bindings:
        around = self.around.bindings if self.around else {}
        return around | _bindings(self.body)


class _Known:
    """The functions and tables of a module, by name, and the positions where functions and classes take topics.

    ``uses`` are its functions, calls and lookups, each with the names that are known there.
    """

    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file = file
        self.functions: dict[str, Function] = {}
        self.taken: dict[str, dict[str, int]] = {}
        self.tables: dict[str, ast.Dict] = {}
        self.scope = _Scope(tree.body)
        self.uses: list[tuple[Function | ast.Call | ast.Subscript, _Scope]] = []
        left: list[tuple[ast.AST, _Scope]] = [(tree, self.scope)]
        while left:
            node, scope = left.pop()
            scope = self._see(node, scope)
            left += [(child, scope) for child in reversed(list(_children(node)))]

    def _see(self, node: ast.AST, scope: _Scope) -> _Scope:
        """Notes what a node defines or uses, and gives the scope of its parts."""
        if isinstance(node, Function):
            self.functions[node.name] = node
            names = [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
            self._take(node.name, names[1:] if names[:1] == ["self"] else names)
            scope = _Scope(node.body, scope)
        elif isinstance(node, ast.ClassDef):
            fields = (item.target for item in node.body if isinstance(item, ast.AnnAssign))
            self._take(node.name, [field.id for field in fields if isinstance(field, ast.Name)])
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.tables.update({target.id: node.value for target in targets if isinstance(target, ast.Name)})
        if isinstance(node, Function | ast.Call | ast.Subscript):
            self.uses.append((node, scope))
        return scope

    def _take(self, name: str, parameters: list[str]) -> None:
        taken = {parameter: n for n, parameter in enumerate(parameters) if _carries(parameter)}
        if taken:
            self.taken[name] = taken


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all its parts, in no order."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left += _children(node)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that have parts; ``ast.iter_child_nodes`` gives all parts, at a fifth of the speed."""
    for value in vars(node).values():
        if type(value) is list:
            yield from (item for item in value if isinstance(item, ast.AST) and type(item) not in _LEAVES)
        elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
            yield value


class _Reader:
    """Reads one module; its own functions and tables hide those of other modules with the same name."""

    def __init__(self, own: _Known, taken: Mapping[str, Mapping[str, int]], tables: Mapping[str, _Known]) -> None:
        """Take a module, and of all modules where functions and classes take topics, and who has a table."""
        self.own = own
        self.taken = {**taken, **own.taken}
        self.tables = {**tables, **dict.fromkeys(own.tables, own)}

    @property
    def shared(self) -> Bindings:
        """The names of the module."""
        return self.own.scope.bindings

    def words(self) -> Iterator[Word]:
        for node, scope in self.own.uses:
            if isinstance(node, ast.Subscript):
                yield from self.looked_up(node)
                continue
            for expression in self.defaults(node) if isinstance(node, Function) else self.given(node):
                yield from self.texts(expression, scope.bindings)

    def defaults(self, node: Function) -> Iterator[ast.expr]:
        arguments = node.args
        pairs = [*zip(reversed(arguments.args), reversed(arguments.defaults), strict=False)]
        pairs += [(one, value) for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value]
        return (value for one, value in pairs if _carries(one.arg))

    def given(self, node: ast.Call) -> Iterator[ast.expr]:
        """The arguments of a call that are topics."""
        name = _name(node.func)
        taken = {"topic": 0} if name in ASKED else self.taken.get(name, {})
        for parameter, position in taken.items():
            if position < len(node.args):
                yield node.args[position]
            yield from (keyword.value for keyword in node.keywords if keyword.arg == parameter)

    def looked_up(self, node: ast.Subscript) -> Iterator[Word]:
        """The keys of a table that is indexed by a topic."""
        name = _name(node.value)
        if name == "cites":
            yield from self.texts(node.slice, self.shared)
        having = self.tables.get(name)
        if having is not None and isinstance(node.slice, ast.Name) and _carries(node.slice.id):
            table = having.tables[name]
            for key in table.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, having.file, key.lineno

    def texts(self, node: ast.expr, bindings: Bindings, steps: int = 0) -> Iterator[Word]:
        """The words of the strings that an expression may be."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((word, self.own.file, node.lineno) for word in node.value.split())
        for part, known in self.parts(node, bindings) if steps < MAX_STEPS else ():
            yield from self.texts(part, known, steps + 1)

    def parts(self, node: ast.expr, bindings: Bindings) -> Iterator[tuple[ast.expr, Bindings]]:
        """The parts of an expression, or the values that it refers to, each with the names bound there."""
        function = self.own.functions.get(_name(node.func)) if isinstance(node, ast.Call) else None
        if function is not None:
            known = self.shared | _bindings(function.body)
            returns = (n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value is not None)
            yield from ((value, known) for value in returns)
        elif isinstance(node, ast.Name):
            yield from ((value, bindings) for value in bindings.get(node.id, ()))
        elif isinstance(node, ast.Subscript):
            table = self.own.tables.get(_name(node.value))
            yield from ((value, self.shared) for value in (table.values if table else ()))
        else:
            yield from ((part, bindings) for part in _branches(node))


def _branches(node: ast.expr) -> list[ast.expr]:
    """The alternatives or the parts of an expression: of a condition, a boolean, a sum, or an f-string."""
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.JoinedStr):
        return [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
    return []


def _bindings(body: Iterable[ast.AST]) -> Bindings:
    """The values that the names of a body may have; a loop over a literal tuple or list sets each name in turn."""
    found: Bindings = {}
    for node in (inner for outer in body for inner in _inside(outer)):
        pairs: Iterable[tuple[ast.expr, ast.expr]] = ()
        if isinstance(node, ast.Assign):
            pairs = ((target, node.value) for target in node.targets)
        elif isinstance(node, ast.AugAssign):
            pairs = ((node.target, node.value),)
        elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Tuple | ast.List):
            pairs = ((node.target, item) for item in node.iter.elts)
        for target, value in pairs:
            for name, expression in _paired(target, value):
                found.setdefault(name, []).append(expression)
    return found


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, item in zip(target.elts, value.elts, strict=True):
            yield from _paired(one, item)


def _name(node: ast.expr) -> str:
    """The last part of a name such as ``edition.cite``; empty if the node is not a name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
