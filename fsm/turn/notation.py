"""Notation: a turn on one line, which people can read and ``parse_turn`` reads back exactly.

``U Up D | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA [DB] [CD] EC | M3 | E CL``

``|`` stands between phases; main phases are numbered in order; ``+n:`` marks the n-th
inserted part, ``[...]`` a skipped one; a leading ``<`` says that the phases are taken in
reverse order. The exact form adds in quotes, after the mark, the rule's topic and the
effect's name: ``[D]"skip: Fatigue"``.
"""

from __future__ import annotations

import json
import re
from typing import Literal, NamedTuple

from ..edition import DEFAULT, Edition, as_edition
from ..errors import NotationError, expect_type
from ..words import shown
from .graph import TurnGraph, make_turn
from .part import ROOT, Mark, Node, Part, in_chunks, make_mark, make_part

BACKWARDS = "<"

_LEX = re.compile(r'\s*(\+[1-9][0-9]{0,4}|"(?:[^"\\]|\\.)*"|[A-Za-z]+[0-9]*|[][():|<])')
_SPACE = re.compile(r"\s*")
_MAIN = re.compile(r"M[0-9]*\Z")
MAX_LENGTH = 1_000_000


def print_turn(graph: TurnGraph, exact: bool = False, here: str = "") -> str:
    """The notation of a turn, see the module's docstring; the stop ``here`` is marked: ``>DA<``."""
    mains, tokens = 0, graph.edition.kinds.tokens
    phases = []
    for id in graph.children():
        node = graph.node(id)
        if graph.children(id):
            steps = [(_lit(tokens[graph.node(s).kind], s == here), graph.node(s)) for s in graph.children(id)]
            text = " ".join(_marked(token, step, exact) for token, step in steps)
            bare = node.inserted is None and node.skipped is None
            phases.append(text if bare else _marked(f"({text})", node, exact))
        else:
            mains += node.kind not in tokens
            phases.append(_marked(_lit(tokens.get(node.kind, f"M{mains}"), id == here), node, exact))
    mark = graph.reversed
    front = f"{BACKWARDS}{_reason(mark) if exact else ''} " if mark else ""
    return front + " | ".join(phases)


def _lit(token: str, here: bool) -> str:
    return f">{token}<" if here else token


def _marked(text: str, node: Node, exact: bool) -> str:
    if node.inserted:
        text = f"+{node.serial}{_reason(node.inserted) if exact else ''}:{text}"
    if node.skipped:
        text = f"[{text}]{_reason(node.skipped) if exact else ''}"
    return text


def _reason(mark: Mark) -> str:
    return json.dumps(f"{mark.topic}: {mark.by}" if mark.by else mark.topic, ensure_ascii=False)


def parse_turn(text: str, edition: Edition | str = DEFAULT) -> TurnGraph:
    """The graph that a notation describes; ``NotationError`` has the column of the mistake.

    Parts without a reason in quotes are marked as inserted or skipped by an unnamed effect.

    >>> from fsm.turn import base_turn
    >>> parse_turn("U Up D | M1 | BC DA DB CD EC | M2 | E CL") is base_turn("cr2026")
    True
    """
    expect_type(text, str, "a notation, such as U Up D | M1")
    return _Parser(text, as_edition(edition)).turn()


class _Part(NamedTuple):
    """One element of the text: a step or a main phase, or the steps of a phase in parentheses."""

    column: int
    token: str
    steps: tuple[_Part, ...] | None
    serial: int
    inserted: str | None
    skipped: str | None


class _Parser:
    """Reads the text into parts, then builds the graph from them."""

    def __init__(self, text: str, edition: Edition) -> None:
        if len(text) > MAX_LENGTH:
            raise NotationError(f"found a notation of {len(text)} characters, expected at most {MAX_LENGTH}")
        self.edition, self.end, self.position = edition, len(text) + 1, 0
        self.tokens = _lex(text)
        self.known: set[str] = set()
        self.mains = 0

    def turn(self) -> TurnGraph:
        mark = None
        if self.peek() == BACKWARDS:
            self.take()
            mark = self.mark(self.reason(), "golden_rule")
        phases = [self.sequence()]
        while self.peek() == "|":
            self.take("|")
            phases.append(self.sequence())
        if self.peek():
            raise NotationError(f"column {self.column()}: {self.peek()!r} opens nothing that could close here")
        root = Node(ROOT, "turn", "turn", self.edition.number("turn"), reversed=mark)
        inside = in_chunks(tuple(self.phase(parts) for parts in phases))
        return make_turn(self.edition, make_part(root, inside))

    def sequence(self, grouped: bool = False) -> tuple[_Part, ...]:
        parts = [self.part(grouped)]
        while self.peek() not in ("", "|", ")", "]"):
            parts.append(self.part(grouped))
        return tuple(parts)

    def part(self, grouped: bool) -> _Part:
        column, skipped = self.column(), self.peek() == "["
        if skipped:
            self.take("[")
        serial, inserted = 0, None
        if self.peek().startswith("+"):
            serial, inserted = int(self.take()[1:]), self.reason()
            self.take(":")
        steps = None
        token = self.take()
        if token == "(":
            if grouped:
                raise NotationError(f"column {column}: a phase inside a phase; phases are separated by |")
            steps = self.sequence(grouped=True)
            self.take(")")
        if skipped:
            self.take("]")
        return _Part(column, token, steps, serial, inserted, self.reason() if skipped else None)

    def reason(self) -> str:
        """The reason in quotes, if there is one."""
        if not self.peek().startswith('"'):
            return ""
        column, text = self.column(), self.take()
        try:
            return str(json.loads(text))
        except ValueError:
            raise NotationError(f"column {column}: {shown(text, 40)} is not a text in quotes, as in JSON") from None

    def phase(self, parts: tuple[_Part, ...]) -> Part:
        head = parts[0]
        whole = self.edition.kinds.by_token.get(head.token, "")
        if len(parts) == 1 and whole in self.edition.kinds.steps_of:
            return make_part(self.add("phase", whole, "", head))
        if len(parts) == 1 and _MAIN.match(head.token):
            return self.main(head)
        grouped = head.steps is not None
        if grouped and len(parts) > 1:
            raise NotationError(f"column {parts[1].column}: a phase ends with its ')'; phases are separated by |")
        return self.stepped(head if grouped else None, head.steps or parts)

    def main(self, part: _Part) -> Part:
        self.mains += 1
        if part.token not in ("M", f"M{self.mains}"):
            raise NotationError(f"column {part.column}: this is main phase number {self.mains}: write M{self.mains}")
        kind = "postcombat_main" if part.serial or "precombat_main" in self.known else "precombat_main"
        return make_part(self.add("phase", kind, "", part))

    def stepped(self, group: _Part | None, parts: tuple[_Part, ...]) -> Part:
        steps = self.edition.kinds.by_token
        for part in parts:
            if part.token not in steps:
                known = " ".join(steps)
                why = f"{shown(part.token, 60)!r} is not a step; steps are {known}, and a main phase stands alone"
                raise NotationError(f"column {part.column}: {why}")
        kinds = {self.edition.kinds.phase_of.get(steps[part.token], "") for part in parts}
        if len(kinds) > 1 or "" in kinds:
            together = " ".join(part.token for part in parts)
            raise NotationError(f"column {parts[0].column}: no phase holds {together}: separate the phases by |")
        phase = self.add("phase", kinds.pop(), "", group or parts[0]._replace(serial=0, inserted=None, skipped=None))
        inside = tuple(make_part(self.add("step", steps[part.token], f"{phase.id}/", part)) for part in parts)
        return make_part(phase, in_chunks(inside))

    def add(self, level: Literal["phase", "step"], kind: str, prefix: str, part: _Part) -> Node:
        id = f"{prefix}{kind}" + (f"+{part.serial}" if part.serial else "")
        if id in self.known:
            raise NotationError(f"column {part.column}: a second {kind} here has to be inserted: write +n: before it")
        spec = self.edition.phase(kind) if level == "phase" else self.edition.step(kind)
        inserted = None if part.inserted is None else self.mark(part.inserted, f"extra_{level}")
        skipped = None if part.skipped is None else self.mark(part.skipped, "skip")
        self.known.add(id)
        return Node(id, level, kind, spec.rule, part.serial, inserted, skipped)

    def mark(self, reason: str, default: str) -> Mark:
        topic, _, by = reason.partition(": ")
        return make_mark(self.edition, topic or default, by)

    def peek(self) -> str:
        return self.tokens[self.position][0] if self.position < len(self.tokens) else ""

    def column(self) -> int:
        return self.tokens[self.position][1] if self.position < len(self.tokens) else self.end

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            wanted = repr(expected) if expected else "a step or a main phase"
            raise NotationError(
                f"column {self.column()}: found {repr(token) if token else 'the end'}, expected {wanted}"
            )
        self.position += 1
        return token


def _lex(text: str) -> list[tuple[str, int]]:
    tokens, position, end = [], 0, len(text.rstrip())
    while position < end:
        match = _LEX.match(text, position)
        if not match:
            column = position + 1 + len(_SPACE.match(text, position)[0])  # type: ignore[index]
            raise NotationError(f"column {column}: {text[column - 1]!r} has no meaning in a notation")
        tokens.append((match.group(1), match.start(1) + 1))
        position = match.end()
    return tokens
