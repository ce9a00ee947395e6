"""Traces for the checker: of random games, at several levels, and with one change each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
from random_games import RandomGame, Teams

from fsm.check import Setup, Verdict, check_trace
from fsm.check.observed import Observed
from fsm.edition import Edition, edition_ids, load_edition
from fsm.recording import Frame, Recording, trace_lines
from fsm.wording import EVENT_KINDS

Entry = dict[str, Any]

CHANGES = frozenset(
    {"order.reverse", "player.leave", "game.restart", "turn.reverse"}
    | {f"{level}.{what}" for level in ("turn", "phase", "step") for what in ("insert", "skip")}
)
_OF_TURNS = frozenset({"turn.reverse", "phase.insert", "phase.skip", "step.insert", "step.skip"})
"""The changes that are made inside a turn."""
BEGINS = frozenset({"turn.begin", "phase.begin", "step.begin"})
ENDS = frozenset({"turn.end", "phase.end", "step.end"})
STRUCTURE = BEGINS | ENDS | CHANGES | {"game.begin", "game.end"}

LEVELS: dict[str, tuple[frozenset[str] | None, str]] = {
    "full": (None, "told"),
    "without ends": (frozenset(EVENT_KINDS) - ENDS, "told"),
    "structure": (STRUCTURE, "told"),
    "begins": (BEGINS | CHANGES, "told"),
    "steps": (frozenset({"turn.begin", "step.begin"}) | CHANGES, "told"),
    "turns": (frozenset({"turn.begin"}) | (CHANGES - _OF_TURNS), "told"),
    "turns alone": (frozenset({"turn.begin"}), "unknown"),
    "phases alone": (frozenset({"turn.begin", "phase.begin"}), "unknown"),
}
"""What a trace tells at each level (None: everything), and which effects may change turns then."""


def random_trace(seed: int, edition: str | None = None, numbers: int = 80) -> list[Entry]:
    """The trace of a random game, the same for the same seed: its header and its events."""
    random = Random(seed)  # noqa: S311  # any games, the same each time
    teams: Teams = random.choice([(), (), (), ((0, 1), (2, 3))])
    players = sum(map(len, teams)) or random.choice([2, 2, 3, 4])
    some = [random.randrange(2_001) for _ in range(random.randrange(10, numbers))]
    played = RandomGame(edition or random.choice(edition_ids()), players, some, teams)
    played.finish(2)
    return entries(Recording(tuple(Frame(n, event) for n, event in enumerate(played.events, 1))))


def entries(recording: Recording) -> list[Entry]:
    """The trace of a recording as data, without its end."""
    return [json.loads(line) for line in trace_lines(recording)][:-1]


def at_level(trace: Iterable[Entry], level: str) -> list[Entry]:
    """The header, and the events that a trace of this level tells."""
    kinds = LEVELS[level][0]
    return [entry for entry in trace if entry["type"] == "header" or kinds is None or entry["kind"] in kinds]


def judged(trace: list[Entry], effects: str = "told", **more: Any) -> Verdict:
    """The verdict on a trace: its header, then its events, numbered anew."""
    header, *events = trace
    setup = Setup(
        players=tuple(header["players"]),
        order=tuple(header.get("order", ())),
        teams=tuple(map(tuple, header.get("teams", ()))),
        effects=effects,
        **more,
    )
    return check_trace(observed(events), load_edition(header["edition"]), setup)


def observed(events: Iterable[Entry]) -> Iterator[Observed]:
    """Events as the checker reads them."""
    for number, event in enumerate(events, 1):
        yield msgspec.convert({**event, "seq": number, "line": number + 1}, Observed)


def changed(trace: list[Entry], random: Random) -> tuple[str, list[Entry]]:
    """A trace with one random change, which is said."""
    header, *events = trace
    at = random.randrange(len(events) - 1)
    match random.choice(("drop", "swap", "duplicate", "relabel", "relabel")):
        case "drop":
            return f"drop {at + 2}", [header, *events[:at], *events[at + 1 :]]
        case "swap":
            return f"swap {at + 2}", [header, *events[:at], events[at + 1], events[at], *events[at + 2 :]]
        case "duplicate":
            return f"duplicate {at + 2}", [header, *events[: at + 1], *events[at:]]
    event = dict(events[at])
    key = random.choice([key for key in ("kind", "turn", "active", "phase", "step", "player") if event.get(key)])
    values: list[Any] = sorted({e[key] for e in events if e.get(key)} - {event[key]})
    if values:
        event[key] = random.choice(values)
    return f"relabel {key} of {at + 2}: {event[key]}", [header, *events[:at], event, *events[at + 1 :]]


def rules_of(edition: str | Edition, *topics: str) -> set[str]:
    """The numbers of the rules of some topics."""
    known = load_edition(edition) if isinstance(edition, str) else edition
    return {number for topic in topics for number in known.cite(topic)}
