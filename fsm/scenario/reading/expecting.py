"""Checks the expectations of a scenario before it runs: every name, address and line has to be valid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ... import shape
from ...edition import kinds_in_use
from ...errors import AddressError, NotationError
from ...recording.viewed import NOBODY
from ...shape import Faults, Path, ShapeError, describe
from ...turn import Address, TurnGraph, parse_address
from ...turn.graph import ROOT
from ...turn.notation import BACKWARDS
from ...wording import EVENT_KINDS
from ...words import listed, nearest
from ..model import VERBS, Cards, Expect, Happening, PlayerState, Sight, StateExpected, StateFields

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


Names = tuple[str, ...]


def check_player(name: str, path: Path, names: Names) -> int:
    """The seat of a player by name; ``ShapeError`` with the nearest name if there is none."""
    if name not in names:
        raise ShapeError(f"no player {describe(name)}{nearest(name, names)}; players are {', '.join(names)}", path)
    return names.index(name)


def no_player_here(name: str, known: Names, path: Path) -> ShapeError:
    """The error of a key that is neither a player nor one of the other known ones."""
    hint = nearest(name, known)
    if name in VERBS or name == "player":
        hint = "; a player does it, as in Ann: {cast: Time Walk}"
    return ShapeError(f"{describe(name)} is not a player here{hint}; known here: {', '.join(known)}", path, True)


def check_address(text: Any, path: Path, on_key: bool = False) -> Address:
    """An address; ``ShapeError`` if the text is not one."""
    try:
        return parse_address(text)
    except AddressError as error:
        raise ShapeError(str(error), path, on_key) from None


def check_expect(expect: Expect, path: Path, names: Names) -> None:
    """Checks all expectations; an empty one is an error, since it would always hold."""
    faults = Faults()
    faults.of(_check_filled, expect, path)
    for n, name in enumerate(expect.turns or ()):
        faults.of(check_player, name, (*path, "turns", n), names)
    if expect.winner is not None and expect.winner != "nobody":
        faults.of(check_player, expect.winner, (*path, "winner"), names)
    for key, text in (expect.steps or {}).items():
        faults.of(_check_steps, key, text, (*path, "steps", key))
    for n, text in enumerate(expect.order or ()):
        faults.of(_check_order, text, (*path, "order", n))
    _check_seen(expect, path, names, faults)
    for name, sight in (expect.sees or {}).items():
        inner = (*path, "sees", name)
        if name != NOBODY:
            faults.of(check_player, name, inner, names)
        faults.of(_check_filled, sight, inner)
        _check_seen(sight, inner, names, faults)
    faults.raise_any()


def _check_filled(expect: Expect | Sight, path: Path) -> None:
    fields = shape.fields(type(expect))
    for field in fields:
        value = getattr(expect, field)
        if value is not None and not value:
            raise ShapeError(f"{field}: is empty; say what is expected, or leave it out", (*path, field))
    if all(getattr(expect, field) is None for field in fields):
        raise ShapeError(f"{path[-1]}: is empty; known here: {', '.join(fields)}", path, True)


def _check_seen(expect: Expect | Sight, path: Path, names: Names, faults: Faults) -> None:
    """Checks what a run and what a view of it may have: states, and events."""
    for key, state in (expect.state or {}).items():
        faults.of(_check_state_at, state, key, (*path, "state", key), names)
    for field in ("happens", "never"):
        for n, item in enumerate(getattr(expect, field) or ()):
            faults.of(check_happening, item, (*path, field, n), names)


def _check_steps(key: str, text: str, path: Path) -> None:
    address = check_address(key, path, True)
    if not address.turn or str(address) != f"T{address.turn}":
        raise ShapeError(f"{describe(key)} is not a turn; write T1", path, True)
    try:
        parse_steps(text)
    except NotationError as error:
        raise ShapeError(str(error), path) from None


def _check_order(text: str, path: Path) -> None:
    parts = text.split("<")
    if len(parts) < 2:
        raise ShapeError(f"found {describe(text)}, expected an order such as untap < upkeep", path)
    for part in parts:
        check_address(part.strip(), path)


def _check_state_at(state: object, key: str, path: Path, names: Names) -> None:
    faults = Faults()
    at = faults.of(check_address, key, path, True)
    if at is not None and at.turn is None:
        faults.append(ShapeError(f"{describe(key)} names no turn; write T1.{key}", path, True))
    assert isinstance(state, StateExpected)  # noqa: S101  # by its shape
    faults.of(check_state, state, path, names)
    faults.raise_any()


def check_state(state: StateExpected, path: Path, names: Names) -> None:
    """Checks what is expected of a state: its players, and that there is something."""
    own, faults = shape.fields(StateFields), Faults()
    for name, player in state.players.items():
        if name not in names:
            faults.append(no_player_here(name, (*own, *names), (*path, name)))
        else:
            faults.of(_check_player, player, name, (*path, name))
    for field in ("active", "priority", "defending", "monarch", "initiative", "controlled_by"):
        who = getattr(state.fields, field)
        several = isinstance(who, tuple)
        for n, name in enumerate(who if several else (who,)):
            if name is not None and (several or name != "nobody" or field == "active"):
                faults.of(check_player, name, (*path, field, n) if several else (*path, field), names)
    faults.raise_any()
    said = [field for field in own if field not in ("when", "after") and getattr(state.fields, field) is not None]
    if not said and not state.players:
        raise ShapeError("nothing is expected of this state; add stack:, priority: or a player", path)


def _check_player(player: PlayerState, name: str, path: Path) -> None:
    said = {field: getattr(player, field) for field in shape.fields(PlayerState)}
    if all(value is None for value in said.values()):
        raise ShapeError(f"nothing is expected of {name}; add life:, mana:, hand: ...", path)
    for field, cards in said.items():
        if isinstance(cards, Cards) and (cards.in_order is None) is (cards.any_order is None):
            raise ShapeError("expected either in_order or any_order, with names of cards", (*path, field))


def check_happening(item: object, path: Path, names: Names) -> None:
    """Checks an expected event: its kind, its fields and its players; a place needs no check."""
    if not isinstance(item, Happening):
        return
    if item.event not in EVENT_KINDS:
        hint, known = nearest(item.event, EVENT_KINDS), ", ".join(EVENT_KINDS)
        raise ShapeError(f"no event {describe(item.event)}{hint}; events are {known}", (*path, "event"))
    fields, faults = EVENT_KINDS[item.event].fields, Faults()
    for field in ("player", "name", "by", "amount", "card", "controller"):
        if getattr(item, field) is not None and field not in fields:
            known = f"it has {listed(fields)}" if fields else "it has none of these"
            faults.append(ShapeError(f"an event {item.event} has no {field}; {known}", (*path, field)))
    for field in ("player", "controller"):
        if (who := getattr(item, field)) is not None:
            faults.of(check_player, who, (*path, field), names)
    faults.raise_any()
