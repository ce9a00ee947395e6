"""The steps of a turn as an expectation writes them: the notation, as much of it as matters."""

from __future__ import annotations

import re

from ..edition import kinds_in_use
from ..errors import NotationError
from ..turn import TurnGraph
from ..turn.notation import BACKWARDS


def parse_steps(text: str) -> tuple[str, ...]:
    """The tokens of an expected line, checked; ``NotationError`` names what has no meaning.

    >>> parse_steps("U Up [D] | M1")
    ('U', 'Up', '[', 'D', ']', '|', 'M1')
    """
    tokens = tuple(re.findall(r"\+[0-9]*:?|[A-Za-z]+[0-9]*|[][():|]|\S", text))
    steps = kinds_in_use().by_token
    for token in tokens:
        known = token in steps or token in "[]()|<" or token.startswith("+") or re.fullmatch(r"M[0-9]*", token)
        if not known:
            raise NotationError(f"{token!r} is no step; steps are {' '.join(steps)}, main phases M1, M2, ...")
    if not any(token in steps or token.startswith("M") for token in tokens):
        raise NotationError("no step is named")
    return tokens


def project(graph: TurnGraph, expected: tuple[str, ...]) -> tuple[str, ...]:
    """A turn's line, with those marks only that an expected line uses.

    Without brackets in the expectation, skipped parts are left out; without ``+``, inserted
    ones look like others; without numbers or bars, main phases and phases are not told apart;
    without ``<``, it does not matter why the phases come in this order.
    """
    skips, marks = "[" in expected, any(t.startswith("+") for t in expected)
    numbered = marks and any(re.fullmatch(r"\+[0-9]+:?", t) for t in expected)
    bars, mains = "|" in expected, any(re.fullmatch(r"M[0-9]+", t) for t in expected)
    phases = []
    main = 0
    for id in graph.children():
        steps = graph.children(id)
        main += 0 if steps else 1
        line: list[str] = []
        for stop in steps or (id,):
            if graph.is_skipped(stop) and not skips:
                continue
            token = graph.edition.kinds.tokens[graph.node(stop).kind] if steps else (f"M{main}" if mains else "M")
            node = graph.node(stop) if graph.node(stop).inserted else graph.node(id)
            mark = ([f"+{node.serial}:"] if numbered else ["+"]) if marks and node.inserted else []
            shown = [*mark, token]
            line += ["[", *shown, "]"] if graph.is_skipped(stop) else shown
        if line:
            phases.append(line)
    flat = [BACKWARDS] if BACKWARDS in expected and graph.reversed else []
    for n, line in enumerate(phases):
        flat += (["|"] if bars and n else []) + line
    return tuple(flat)


def normal(expected: tuple[str, ...]) -> tuple[str, ...]:
    """An expected line in the same form: parentheses dropped, one mark and one bracket for each stop."""
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
