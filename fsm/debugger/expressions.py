"""Expressions about a stop: an allow-listed subset of Python's syntax, evaluated here, never by ``eval``.

Names are what a view of the state has (``turn``, ``active``, ``stack``), the players' names (``Ann.life``), and
``event``, ``kind``, ``rules``, ``seq`` and ``line``. There are no attributes but keys of the data, no calls but
those of ``FUNCTIONS``, and steps and values are within a ``Budget``.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any

from ..errors import FsmError
from ..words import nearest, shown

MOST_LETTERS = 1_000
LARGEST = 10**15
MOST_STEPS = 100_000
DEEPEST = 50
LETTERS = 16
"""So many letters of a text weigh as much as one thing in a list."""


class ExpressionError(FsmError):
    """An expression that cannot be read or has no value here; the message says why."""


class Budget:
    """The steps that are left to one expression, and the weights of the values that it has seen.

    A value weighs as many things as are in it, also if one list stands in it many times: so much it costs to compare
    it, to sort it and to show it.
    """

    def __init__(self) -> None:
        self.left = MOST_STEPS
        self._known: dict[int, tuple[Any, int, int]] = {}

    def spend(self, steps: int) -> None:
        """Takes steps from what is left; ``ExpressionError`` if they are used up."""
        self.left -= steps
        if self.left < 0:
            raise ExpressionError(f"the expression takes more than {MOST_STEPS:,} steps")

    def length(self, value: Any) -> int:
        """What it costs to go through a value once, or to copy it."""
        if isinstance(value, str | bytes):
            return 1 + len(value) // LETTERS
        return len(value) if isinstance(value, Sized) else 1

    def weight(self, value: Any) -> int:
        """How many things are in a value; ``ExpressionError`` if they are too many, or too deep in it."""
        return self._weighed(value)[0]

    def _weighed(self, value: Any) -> tuple[int, int]:
        if not isinstance(value, list | Mapping):
            return self.length(value), 0
        if id(value) not in self._known:
            parts = [self._weighed(part) for part in (value.values() if isinstance(value, Mapping) else value)]
            weight, depth = 1 + sum(weight for weight, _ in parts), 1 + max((depth for _, depth in parts), default=0)
            self._known[id(value)] = value, weight, depth  # the value is kept, so that no other one gets its id
        _, weight, depth = self._known[id(value)]
        return weight, depth

    def made(self, value: Any) -> Any:
        """A value that the expression made; ``ExpressionError`` if it is too large or too deep to be shown."""
        weight, depth = self._weighed(value)
        if weight > MOST_STEPS:
            raise ExpressionError(f"the value grows too large: more than {MOST_STEPS:,} things")
        if depth > DEEPEST:
            raise ExpressionError(f"the value is nested more than {DEEPEST} deep")
        return value


def _sum(*given: Any) -> Any:
    if len(given) != 1 or not all(map(_is_number, given[0])):
        raise ExpressionError("sum takes one list of numbers")
    return sum(given[0])


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "len": len,
    "min": min,
    "max": max,
    "sum": _sum,
    "any": any,
    "all": all,
    "abs": abs,
    "sorted": sorted,
}
"""The functions that an expression may call."""

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: lambda a, b: a is b or a == b,
    ast.IsNot: lambda a, b: a is not b and a != b,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_READABLE = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Attribute, ast.Subscript, ast.Slice, ast.BoolOp, ast.And,
    ast.Or, ast.UnaryOp, ast.BinOp, ast.Compare, ast.IfExp, ast.List, ast.Tuple, ast.Call, ast.GeneratorExp,
    ast.ListComp, ast.comprehension, ast.Store, *_COMPARE, *_BINARY, *_UNARY,
)  # fmt: skip


def compile_expression(text: str, known: Iterable[str] = ()) -> Callable[[Mapping[str, Any]], Any]:
    """Compiles a text to a function of names; ``ExpressionError`` if it uses more than an expression may.

    ``known``: the known names, to refuse other names at once.

    >>> compile_expression("turn > 2 and 'Time Walk' in stack")({"turn": 3, "stack": ["Time Walk"]})
    True
    """
    if len(text) > MOST_LETTERS:
        raise ExpressionError(f"an expression of {len(text)} letters; at most {MOST_LETTERS} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful escapes and the like; whoever types here knows
            tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = error.msg if isinstance(error, SyntaxError) else "it is nested too deeply"
        raise ExpressionError(f"{shown(text, 60)!r} cannot be read: {why}; write it like turn == 2") from None
    for node in ast.walk(tree):
        if not isinstance(node, _READABLE):
            what = type(node).__name__
            raise ExpressionError(f"{what} is not part of an expression here; compare, count and look things up")
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            raise ExpressionError(f"{node.attr} cannot be asked for; names that begin with _ are not part of the state")
    _check_names(tree, tuple(known))
    return lambda names: _Evaluation(names).run(tree.body)


def _check_names(tree: ast.Expression, known: tuple[str, ...]) -> None:
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in used if isinstance(node.ctx, ast.Store)}
    for node in used if known else ():
        if node.id not in own and node.id not in known and node.id not in FUNCTIONS:
            raise _no_name(node.id, known)


def _no_name(name: str, known: Iterable[str]) -> ExpressionError:
    return ExpressionError(
        f"there is no {shown(name, 40)} here{nearest(name, (*known, *FUNCTIONS))}; p lists the names"
    )


class _Evaluation:
    """The evaluation of one expression at one stop: the names, and the remaining budget."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names: ChainMap[str, Any] = ChainMap({}, names)  # type: ignore[arg-type]  # what is below is only read
        self.budget = Budget()

    def run(self, node: ast.expr) -> Any:
        try:
            return self.value(node)
        except ExpressionError:
            raise
        except RecursionError:
            raise ExpressionError("the expression is nested too deeply") from None
        except (TypeError, ValueError, KeyError, IndexError, ZeroDivisionError) as error:
            raise ExpressionError(f"this has no value here: {error}") from None

    def value(self, node: ast.expr) -> Any:
        self.budget.spend(1)
        found = _KINDS[type(node)](self, node)
        if isinstance(found, int) and not -LARGEST <= found <= LARGEST:
            raise ExpressionError(f"a number beyond {LARGEST:,}")
        return found

    def constant(self, node: ast.Constant) -> Any:
        return node.value

    def name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id]
        raise _no_name(node.id, self.names)

    def attribute(self, node: ast.Attribute) -> Any:
        return self.key(self.value(node.value), node.attr)

    def subscript(self, node: ast.Subscript) -> Any:
        held = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            self.budget.spend(self.budget.length(held))
            return held[slice(*(None if part is None else self.value(part) for part in parts))]
        key = self.value(node.slice)
        return self.key(held, key) if isinstance(held, Mapping) else held[key]

    def key(self, held: Any, key: Any) -> Any:
        if isinstance(held, Mapping):
            if key in held:
                return held[key]
            raise ExpressionError(f"no {shown(str(key), 40)} in it{nearest(str(key), map(str, held))}")
        raise ExpressionError(f"{shown(str(held), 40)!r} has no {shown(str(key), 40)}")

    def boolean(self, node: ast.BoolOp) -> Any:
        found: Any = None
        for part in node.values:
            found = self.value(part)
            if bool(found) is isinstance(node.op, ast.Or):
                break
        return found

    def unary(self, node: ast.UnaryOp) -> Any:
        return _UNARY[type(node.op)](self.value(node.operand))

    def binary(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Mod | ast.Mult) and not (_is_number(left) and _is_number(right)):
            raise ExpressionError("only numbers are multiplied and divided here")
        self.budget.spend(self.budget.length(left) + self.budget.length(right))
        return self.budget.made(_BINARY[type(node.op)](left, right))

    def compare(self, node: ast.Compare) -> Any:
        left, found = self.value(node.left), True
        for how, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            inside, outside = self.budget.weight(left), self.budget.weight(right)
            self.budget.spend(outside if isinstance(how, ast.In | ast.NotIn) else min(inside, outside))
            found = _COMPARE[type(how)](left, right)
            if not found:
                break
            left = right
        return found

    def choice(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def sequence(self, node: ast.List | ast.Tuple) -> Any:
        return self.budget.made([self.value(part) for part in node.elts])

    def call(self, node: ast.Call) -> Any:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called not in FUNCTIONS or node.keywords:
            raise ExpressionError(f"only these can be called: {', '.join(FUNCTIONS)}{nearest(called, FUNCTIONS)}")
        arguments = [self.value(part) for part in node.args]
        cost = sum(map(self.budget.length if called in ("len", "any", "all") else self.budget.weight, arguments))
        self.budget.spend(cost * cost.bit_length() if called == "sorted" else cost)
        return self.budget.made(FUNCTIONS[called](*arguments))

    def each(self, node: ast.GeneratorExp | ast.ListComp) -> Any:
        if len(node.generators) > 1:
            raise ExpressionError("one for in an expression, not more")
        loop = node.generators[0]
        if not isinstance(loop.target, ast.Name) or loop.is_async:
            raise ExpressionError("a for names one thing: for p in players")
        held, found = self.value(loop.iter), []
        if not isinstance(held, Iterable):
            raise ExpressionError("a for goes over a list or a mapping")
        self.budget.spend(self.budget.length(held))
        outside = self.names
        self.names = outside.new_child()
        for item in list(held):
            self.names[loop.target.id] = item
            if all(self.value(condition) for condition in loop.ifs):
                found.append(self.value(node.elt))
        self.names = outside
        return self.budget.made(found)


def _is_number(value: Any) -> bool:
    return isinstance(value, int)


_KINDS: dict[type[ast.expr], Callable[[_Evaluation, Any], Any]] = {
    ast.Constant: _Evaluation.constant,
    ast.Name: _Evaluation.name,
    ast.Attribute: _Evaluation.attribute,
    ast.Subscript: _Evaluation.subscript,
    ast.BoolOp: _Evaluation.boolean,
    ast.UnaryOp: _Evaluation.unary,
    ast.BinOp: _Evaluation.binary,
    ast.Compare: _Evaluation.compare,
    ast.IfExp: _Evaluation.choice,
    ast.List: _Evaluation.sequence,
    ast.Tuple: _Evaluation.sequence,
    ast.Call: _Evaluation.call,
    ast.GeneratorExp: _Evaluation.each,
    ast.ListComp: _Evaluation.each,
}
