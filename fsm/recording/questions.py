"""Questions to a recording: the steps of a turn, who attacked whom, life, the events about something, and a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ..edition.reader import topics
from ..errors import FsmError, InputError, UnknownName, expect_type
from ..game import Event
from ..wording import EVENT_KINDS, event_sentence
from ..words import nearest, shown
from .frames import Frame
from .recording import Recording
from .trace import event_fields
from .turns import find_turn

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_KIND = re.compile(r"[a-z]+\.[a-z_]+")
_RULE = re.compile(r"(?:CR *)?(\d{3}(?:\.\d+[a-z]*)?)", re.IGNORECASE)

Value = str | int | bool | None
"""A value in a table."""


def steps_of(recording: Recording, turn: int) -> tuple[str, ...]:
    """The kinds of the steps of a turn that began, in order; a phase without steps stands for itself."""
    expect_type(turn, int, "the number of a turn, from 1", "turn")
    return tuple(_stops(find_turn(recording, turn).frames))


def _stops(frames: tuple[Frame, ...]) -> Iterator[str]:
    for frame in frames:
        event, graph = frame.event, frame.state.graph
        if event.kind == "step.begin" or (event.kind == "phase.begin" and not graph.children(event.node)):
            yield graph.node(event.node).kind


class ByCombat(dict[str, tuple[tuple[str, str], ...]]):
    """Attackers by the address of their combat, also by an address that numbers a first one: ``T1.combat#1``."""

    def __missing__(self, address: str) -> tuple[tuple[str, str], ...]:
        plain = address.removesuffix("#1") if isinstance(address, str) else ""
        if plain not in self:
            raise UnknownName("combat with attackers", address, tuple(self))
        return self[plain]


def attacks_in(recording: Recording) -> dict[str, tuple[tuple[str, str], ...]]:
    """The declared attackers of each combat, by its address, each with what it attacked (508.1)."""
    found = ByCombat()
    for at in recording.places.kinds.get("combat.attack", ()):
        event, address = recording[at].event, recording[at].address
        combat = event.state.combat
        if combat is None or not event.get("attackers"):
            continue
        attackers = event.get("attackers")
        whom = event.get("defenders") or [event.state.name(combat.attackers[-1].defender)] * len(attackers)
        found[address.rpartition(".")[0]] = tuple(zip(attackers, whom, strict=True))
    return found


def life_of(recording: Recording, player: str, at: str = "") -> int:
    """The life of a player at the end, or as play left a place; ``InputError`` if there is no such player or place."""
    players = recording.players
    expect_type(player, str, f"the name of a player: {' or '.join(players)}")
    if player not in players:
        there = ", ".join(map(shown, players))
        raise InputError(f"no player {shown(player, 60)!r}{nearest(player, players)}; there are: {there}")
    state = recording.final
    if at != "":
        left = recording.leaving(at)
        if left is None:
            raise InputError(
                f"{shown(str(at), 60)} never began in this run, expected a place that did, such as T1.upkeep"
            )
        state = left.state
    return state.players[players.index(player)].life


def about(recording: Recording, what: str) -> tuple[Frame, ...]:
    """The events of a kind (``turn.insert``), under a rule (``500.7``), or about a topic or words (``extra turn``)."""
    expect_type(what, str, "a kind of event, a rule or words, such as 'turn.insert', '500.7' or 'extra turn'")
    what, edition = what.strip(), recording.edition
    number = _RULE.fullmatch(what)
    if what in EVENT_KINDS:
        return tuple(recording[at] for at in recording.places.kinds.get(what, ()))
    if number:
        if not any(is_of(rule, number[1].lower()) for rule in edition.rules):
            near = nearest(number[1], edition.rules)
            raise InputError(f"no rule {number[1]} in the index of {edition.id}{near}, expected one such as 500.7")
        return tuple(frame for frame in recording if any(is_of(rule, number[1].lower()) for rule in frame.event.rules))
    if _KIND.fullmatch(what):
        raise InputError(
            f"no kind of event {what[:60]!r}{nearest(what, EVENT_KINDS)}, expected one such as turn.insert"
        )
    words = _words(what)
    if not words:
        raise InputError(f"found {shown(what, 60)!r}, expected a kind of event, a rule or words, such as 'extra turn'")
    name = "_".join(words)
    cited = {*edition.cite(name)} if name in topics() else set()
    return tuple(
        frame
        for frame in recording
        if cited.intersection(frame.event.rules) or _says(frame.event, words[-1:] if _is_in(frame, name) else words)
    )


def _is_in(frame: Frame, name: str) -> bool:
    """Whether an event happened in a phase or a step of that name: of combat damage, damage in that step is meant."""
    node = frame.state.graph.nodes.get(frame.event.node)
    return node is not None and node.kind == name


def is_of(rule: str, number: str) -> bool:
    """Whether a rule has that number, or is a part of it: 508.1a is a part of 508.1 and of 508."""
    rest = rule.removeprefix(number)
    return rest != rule and (not rest or rest[0] == "." or (rest[0].isalpha() and "." in number))


def _says(event: Event, words: list[str]) -> bool:
    """Whether each word begins one of what is said about an event."""
    kind = EVENT_KINDS.get(event.kind)
    said = _words(f"{event_sentence(event)} {kind.meaning if kind else ''}")
    return all(any(one.startswith(word) for one in said) for word in words)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def rows(recording: Recording) -> list[dict[str, Value]]:
    """A row for each event, with the fields of a trace and a sentence; all rows have the same columns."""
    told = [_row(frame) for frame in recording]
    columns = [column for column in dict.fromkeys(key for row in told for key in row) if column != "type"]
    return [{column: _plain(row.get(column)) for column in columns} for row in told]


_BEFORE: dict[str, Value] = {"turn": None, "phase": None, "step": None, "node": "T0"}
"""Where an event before the first turn is."""


def _row(frame: Frame) -> dict[str, Any]:
    place = {} if frame.state.turn else _BEFORE
    return {**event_fields(frame), **place, "says": event_sentence(frame.event)}


def _plain(value: Any) -> Value:
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return value if value is None or isinstance(value, str | int) else str(value)


def dataframe(recording: Recording) -> Any:
    """The same rows as a ``pandas.DataFrame``; ``FsmError`` if pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise FsmError("pandas cannot be imported: install it, or take to_rows(), which has the same rows") from None
    return pandas.DataFrame(rows(recording)).convert_dtypes(convert_string=False)  # whole numbers stay so beside None
