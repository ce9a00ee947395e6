"""The steps of a turn in expectations: the notation, with optional marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...edition import kinds_in_use
from ...errors import NotationError
from ...turn import TurnGraph
from ...turn.graph import ROOT
from ...turn.notation import BACKWARDS

FEW = 4
"""How many wrong marks a message names."""


def parse_steps(text: str) -> tuple[str, ...]:
    """The checked tokens of an expected line; ``NotationError`` names an unknown one.

    >>> parse_steps("U Up [D] | M1")
    ('U', 'Up', '[', 'D', ']', '|', 'M1')
    """
    tokens = tuple(re.findall(r"\+[0-9]*:?|[A-Za-z]+[0-9]*|[][():|]|\S", text))
    steps = kinds_in_use().by_token
    for token in tokens:
        known = token in steps or token in "[]()|<" or token.startswith("+") or re.fullmatch(r"M[0-9]*", token)
        if not known:
            raise NotationError(f"{token!r} is not a step; steps are {' '.join(steps)}, main phases M1, M2, ...")
    if not any(token in steps or token.startswith("M") for token in tokens):
        raise NotationError("found no step, expected a line such as U Up D | M1")
    return tokens


def project(graph: TurnGraph, expected: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """A turn's line, each token with its node, with only those marks that an expected line uses.

    Without brackets in the expectation, skipped parts are left out; without ``+``, inserted
    parts have no mark; without numbers or bars, neither has the turn's line; without ``<``,
    the reason for the order of the phases does not matter.
    """
    skips, marks = "[" in expected, any(t.startswith("+") for t in expected)
    numbered = marks and any(re.fullmatch(r"\+[0-9]+:?", t) for t in expected)
    bars, mains = "|" in expected, any(re.fullmatch(r"M[0-9]+", t) for t in expected)
    phases = []
    main = 0
    for phase in graph.root:
        steps = tuple(phase)
        main += 0 if steps else 1
        line: list[tuple[str, str]] = []
        for node in [step.node for step in steps] or [phase.node]:
            skipped = node.skipped is not None or phase.node.skipped is not None
            if skipped and not skips:
                continue
            token = graph.edition.kinds.tokens[node.kind] if steps else (f"M{main}" if mains else "M")
            by = node if node.inserted else phase.node
            mark = ([f"+{by.serial}:"] if numbered else ["+"]) if marks and by.inserted else []
            shown = [*mark, token]
            shown = ["[", *shown, "]"] if skipped else shown
            line += [(part, node.id) for part in shown]
        if line:
            phases.append(line)
    flat = [(BACKWARDS, ROOT)] if BACKWARDS in expected and graph.reversed else []
    for n, line in enumerate(phases):
        flat += ([("|", line[0][1])] if bars and n else []) + line
    return tuple(flat)


def normal(expected: tuple[str, ...]) -> tuple[str, ...]:
    """An expected line in normal form: without parentheses, one mark and one bracket for each stop."""
    out: list[str] = []
    skipped, mark, group = False, "", ""
    for token in expected:
        if token == "[":
            skipped = True
        elif token == "]":
            skipped = False
        elif token.startswith("+"):
            mark = token if token == "+" or token.endswith(":") else f"{token}:"
            mark = "+" if mark == "+:" else mark
        elif token == "(":
            group, mark = mark, ""
        elif token == ")":
            group = ""
        elif token == "|":
            out.append(token)
        else:
            shown = [m for m in (mark or group,) if m] + [token]
            out += ["[", *shown, "]"] if skipped else shown
            mark = ""
    return tuple(out)


def spelled(line: tuple[str, ...]) -> str:
    """A line as it is written in a scenario.

    >>> spelled(("U", "Up", "[", "D", "]", "|", "+", "M1"))
    'U Up [D] | +M1'
    """
    text = " ".join(line).replace("[ ", "[").replace(" ]", "]")
    return re.sub(r"(\+(?:[0-9]+:)?) ", r"\1", text)


def wrong_marks(graph: TurnGraph, expected: tuple[str, ...]) -> str:
    """Which marks of an expected line are wrong or missing, if that is all that is wrong; otherwise an empty text."""
    wanted = _stops(normal(expected))
    lines = (project(graph, (*marks, *expected)) for marks in (("+",), ("+", "[")))
    known = (_stops(tuple(token for token, _ in line)) for line in lines)
    found = next((stops for stops in known if _tokens(stops) == _tokens(wanted)), [])
    with_plus = any(token.startswith("+") for token in expected)
    hints = [hint for was, said in zip(found, wanted, strict=False) for hint in _hints(was, said, with_plus)]
    return "; ".join([*hints[:FEW], *(["..."] if hints[FEW:] else [])])


MarkedStep = tuple[str, bool, bool]
"""A step in a line: its token, and whether it is marked as skipped and as inserted."""


def _tokens(stops: list[MarkedStep]) -> list[str]:
    return [token for token, _, _ in stops]


def _hints(found: MarkedStep, expected: MarkedStep, with_plus: bool) -> Iterator[str]:
    """How to mark a step; ``with_plus``: the line marks what was inserted."""
    token, skipped, inserted = found
    if skipped and not expected[1]:
        yield f"{token} was skipped, write [{token}] or leave it out"
    elif expected[1] and not skipped:
        yield f"{token} was not skipped, write {token}"
    if inserted and with_plus and not expected[2]:
        yield f"{token} was inserted, write +{token}"
    elif expected[2] and not inserted:
        yield f"{token} was not inserted, write {token}"


def _stops(line: tuple[str, ...]) -> list[MarkedStep]:
    """The steps of a line in normal form, each with whether it is marked as skipped and as inserted."""
    stops: list[MarkedStep] = []
    skipped = inserted = False
    for token in line:
        if token in "[]":
            skipped = token == "["
        elif token.startswith("+"):
            inserted = True
        elif token not in ("|", BACKWARDS):
            stops.append((token, skipped, inserted))
            inserted = False
    return stops
