"""The neutral words: what a driver says to a rules engine, and what it expects to see.

All values are plain JSON. ``fsm schema engine`` and ``fsm schema vector`` print their JSON Schemas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ..recording import Seen
from .capabilities import Capability, Group, parts_of
from .instructions import AnyInstruction

VERSION = "2.0"
"""The version of the vectors and of the protocol."""

SET = 7
"""The version of the set of scenarios for engines: docs/ENGINES.md lists what changed."""

S = TypeVar("S", bound=Seen)


class Act(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happens as one spell or ability resolves, in order: its name, its controller, and what it does."""

    name: str
    player: str
    do: Annotated[tuple[AnyInstruction, ...], Meta(min_length=1)]


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game begins: the edition of the rules, the players in turn order, who begins, and the teams.

    ``acts`` are in effect before the first turn begins.
    """

    edition: str
    players: tuple[str, ...]
    first: str
    teams: tuple[tuple[str, ...], ...] = ()
    acts: tuple[Act, ...] = ()


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An act of the script: it happens when that much has been seen, as a player has priority with an empty stack.

    ``place`` names the place for people.
    """

    after: int
    place: str
    act: Act


class Expected(Seen, frozen=True, omit_defaults=True):
    """What has to be seen next: a turn, a main phase, a step. ``priority`` says whether players get priority in it.

    ``passed`` are those who pass last before it ends, in order.

    A phase that has steps is not listed: its steps are.

    ``rules`` are the numbers of the rules that put it there, or left out what was before it.
    """

    priority: bool = False
    passed: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Vector(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A scenario in neutral words: how the game begins, the script, and all that is seen, in order.

    ``needs`` are the capabilities that it takes, ``shows`` the rules that it is about, ``rules`` these and all others
    that it cites, in words. After the last expectation a player has priority, or the game is ``over``.
    """

    format: Literal["turn-vector"]
    version: str
    id: str
    name: str
    needs: tuple[Capability, ...]
    setup: Setup
    script: tuple[Entry, ...]
    expect: tuple[Expected, ...]
    over: bool = False
    shows: tuple[str, ...] = ()
    rules: dict[str, str] = {}


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an engine answers first: its name, what it can do, and the editions that it knows."""

    can: tuple[Capability | Group, ...]
    engine: str = ""
    editions: tuple[str, ...] = ()

    @property
    def able(self) -> frozenset[Capability]:
        """The capabilities that it names, alone or in groups."""
        return frozenset(parts_of(self.can))


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an engine answers to everything else: what has been seen since, and whether the game is over.

    What it ``cannot`` do is no error: the scenario is left out, for that reason. ``passed`` are those who passed last
    before the step ended in which it was asked to pass, in order.
    """

    seen: tuple[Seen, ...] = ()
    passed: tuple[str, ...] = ()
    over: bool = False
    error: str = ""
    cannot: str = ""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line to an engine: ``hello``, ``start`` with a setup, ``pass``, ``act`` with an act, ``mark``, ``back``."""

    ask: Literal["hello", "start", "pass", "act", "mark", "back"]
    setup: Setup | None = None
    act: Act | None = None


def counts(one: Seen) -> bool:
    """Whether something that begins is compared: not a phase that has steps, its steps are."""
    return bool(one.begins) and (one.begins != "phase" or "main" in one.phase)


def ends_by_name(seen: Iterable[S]) -> Iterator[S]:
    """What was seen, with effects that end at the same time in the order of their names."""
    for ends, together in groupby(seen, key=lambda one: bool(one.ends)):
        found = list(together)
        yield from sorted(found, key=lambda one: one.ends) if ends else found


def same(expected: Expected, found: Seen, can: frozenset[str]) -> bool:
    """Whether an engine saw what was expected; what it did not tell is not compared."""
    if (expected.ends, expected.begins) != (found.ends, found.begins) or expected.ends:
        return expected.ends == found.ends and expected.begins == found.begins
    needed = {"turn": ("active",), "phase": ("phase",), "step": ("step",)}[expected.begins]
    told = ("turn", "active", "phase", "step", *(("by",) if "by" in can else ()))
    for field in told:
        said = getattr(found, field)
        if (said or field in needed or field == "by") and not _agree(field, getattr(expected, field), said):
            return False
    telling = "control" if expected.begins == "turn" else "control_phase"
    return telling not in can or expected.controller == found.controller


def _agree(field: str, expected: object, said: object) -> bool:
    return expected == said or (field == "phase" and said == "main" and str(expected).endswith("main"))


def needs_of(setup: Setup, acts: tuple[Act, ...]) -> tuple[Capability, ...]:
    """The capabilities that a game takes, in the order in which they are listed."""
    needed = {name for act in (*setup.acts, *acts) for do in act.do for name in do.needed}
    if setup.teams or len(setup.players) > 2:
        needed.add("teams" if setup.teams else "multiplayer")
    return parts_of(needed)


def vector_schema() -> dict[str, Any]:
    """The JSON Schema of a vector."""
    return _schema("A test vector for rules engines", Vector)


def engine_schema() -> dict[str, Any]:
    """The JSON Schema of the lines between a driver and an engine: what is asked, and what is answered."""
    return _schema("The lines between fsm drive and an engine", Ask, Hello, Answer)


def _schema(title: str, *of: type[Any]) -> dict[str, Any]:
    told, defs = msgspec.json.schema_components(of, ref_template="#/$defs/{name}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {**head, **(told[0] if len(told) == 1 else {"anyOf": list(told)}), "$defs": defs}
