"""The neutral words: what a driver says to a rules engine, and what it expects to see.

All values are plain JSON. ``fsm schema engine`` and ``fsm schema vector`` print their JSON Schemas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta

from ..recording import Seen

VERSION = "1.0"
"""The version of the vectors and of the protocol."""

S = TypeVar("S", bound=Seen)
Strikes = Literal["normal", "first", "double"]


Capability = Literal[
    "extra_turns", "extra_phases", "extra_steps", "skips", "end_turn", "end_combat", "triggers", "combat", "leaving",
    "control", "reverse_turns", "durations", "multiplayer", "teams", "by", "priority", "back",
]  # fmt: skip

CAPABILITIES: dict[Capability, str] = {
    "extra_turns": "adds turns",
    "extra_phases": "adds phases to a turn",
    "extra_steps": "adds steps to a turn",
    "skips": "skips turns, phases and steps",
    "end_turn": "ends the turn early",
    "end_combat": "ends the combat phase early",
    "triggers": "lets abilities trigger when they are told to",
    "combat": "declares attackers and blockers; first strike and double strike",
    "leaving": "lets players leave the game",
    "control": "lets a player control another's turn, and tells it as a turn begins",
    "reverse_turns": "reverses the turn order",
    "durations": "tells when an effect with a duration ends",
    "multiplayer": "plays games of three to eight players",
    "teams": "plays games of teams that take their turns together",
    "by": "tells the name of the effect that added a turn, a phase or a step",
    "priority": "stops in each phase or step where a player gets priority, and in no other",
    "back": "goes back to where it was: mark and back",
}
"""What an engine may be able to do."""


class Do(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="do", forbid_unknown_fields=True):
    """One thing that a spell or an ability does.

    ``needs`` is the capability that it takes, ``topics`` are those of the rules about it, ``turns`` says whether it
    changes which turns come.
    """

    needs: ClassVar[Capability]
    topics: ClassVar[str]
    turns: ClassVar[bool] = False


class ExtraTurn(Do, frozen=True, tag="extra_turn"):
    """A player takes an extra turn directly after this one; in that turn they skip these steps."""

    needs = "extra_turns"
    topics = "extra_turn"
    turns = True
    player: str
    skips: tuple[str, ...] = ()


class ExtraPhases(Do, frozen=True, tag="extra_phases"):
    """Phases are added, in this order and as one unit, directly after a phase of this turn.

    ``this_main_phase`` and ``this_combat_phase``: nothing happens in any other phase.
    ``first_postcombat_main`` is the second main phase of the turn, which may be still to come.
    """

    needs = "extra_phases"
    topics = "extra_phase"
    phases: tuple[str, ...]
    after: Literal["this_phase", "this_main_phase", "this_combat_phase", "first_postcombat_main"] = "this_phase"


class ExtraSteps(Do, frozen=True, tag="extra_steps"):
    """A step is added: after this step, before the next step of the kind ``before``, or as a phase after this phase.

    Nothing happens if it is not the turn of ``player``.
    """

    needs = "extra_steps"
    topics = "extra_step"
    step: str
    player: str
    count: int = 1
    where: Literal["after_this_step", "before_next", "after_this_phase"] = "after_this_step"
    before: str = ""


class Skip(Do, frozen=True, tag="skip"):
    """A player skips the next ``count`` turns, phases or steps of a kind, or all of them if ``count`` is 0.

    ``what`` may also be ``turn``, ``extra_turn``, or ``main`` (any main phase). ``until`` is how long the effect waits
    at most. With ``next_turn`` only the player's next turn counts. Of several such effects the oldest is used up.
    """

    needs = "skips"
    topics = "skip_next skip"
    what: str
    player: str
    count: int = 1
    until: Literal["game", "end_of_turn", "your_next_turn"] = "game"
    next_turn: bool = False


class Stop(Do, frozen=True, tag="stop"):
    """The effects of that name that skip or reverse something end now."""

    needs = "skips"
    topics = "skip_next skip"
    name: str


class EndTurn(Do, frozen=True, tag="end_turn"):
    """The turn ends: the cleanup step is next."""

    needs = "end_turn"
    topics = "end_turn_cleanup"


class EndCombat(Do, frozen=True, tag="end_combat"):
    """The combat phase ends; in another phase nothing happens."""

    needs = "end_combat"
    topics = "end_combat_phase"


class Trigger(Do, frozen=True, tag="trigger"):
    """An ability without an effect triggers: ``now``, or in the next ``cleanup`` step, during its actions."""

    needs = "triggers"
    topics = "cleanup_priority"
    at: Literal["now", "cleanup"] = "now"


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A creature in combat: its name, and whether it has first strike or double strike."""

    name: str
    strikes: Strikes = "normal"


class Attack(Do, frozen=True, tag="attack"):
    """In the next declare attackers step of this turn these creatures attack; without it nobody does."""

    needs = "combat"
    topics = "no_attackers"
    creatures: Annotated[tuple[Creature, ...], Meta(min_length=1)]


class Block(Do, frozen=True, tag="block"):
    """In the next declare blockers step of this turn these creatures block; without it nobody does."""

    needs = "combat"
    topics = "no_attackers"
    creatures: Annotated[tuple[Creature, ...], Meta(min_length=1)]


class EnterAttacking(Do, frozen=True, tag="enter_attacking"):
    """Creatures are put onto the battlefield attacking."""

    needs = "combat"
    topics = "no_attackers"
    creatures: Annotated[tuple[Creature, ...], Meta(min_length=1)]


class LeaveCombat(Do, frozen=True, tag="leave_combat"):
    """Creatures leave combat."""

    needs = "combat"
    topics = "no_attackers"
    names: tuple[str, ...]


class Leave(Do, frozen=True, tag="leave"):
    """Players leave the game, at the same time. If at most one player or team is left, the game is over."""

    needs = "leaving"
    topics = "leave_game"
    turns = True
    players: tuple[str, ...]


class Control(Do, frozen=True, tag="control"):
    """``by`` controls the next turn that ``player`` takes; a turn that is skipped is not it."""

    needs = "control"
    topics = "control_turn"
    turns = True
    player: str
    by: str


class ReverseTurns(Do, frozen=True, tag="reverse_turns"):
    """The turn order is reversed; extra turns to come keep their order."""

    needs = "reverse_turns"
    topics = "turn_order"
    turns = True


class Last(Do, frozen=True, tag="last"):
    """An effect without a result lasts until then; its end is seen as ``{"ends": name}``."""

    needs = "durations"
    topics = "until"
    name: str
    until: Literal["end_of_turn", "end_of_combat", "your_next_turn", "end_of_your_next_turn", "your_next_upkeep"]


Doing = (
    ExtraTurn
    | ExtraPhases
    | ExtraSteps
    | Skip
    | Stop
    | EndTurn
    | EndCombat
    | Trigger
    | Attack
    | Block
    | EnterAttacking
    | LeaveCombat
    | Leave
    | Control
    | ReverseTurns
    | Last
)

ACTS: tuple[type[Do], ...] = get_args(Doing)
"""All that an engine may be told to do."""


class Act(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happens as one spell or ability resolves, in order: its name, its controller, and what it does."""

    name: str
    player: str
    do: Annotated[tuple[Doing, ...], Meta(min_length=1)]


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

    A phase that has steps is not listed: its steps are.

    ``rules`` are the numbers of the rules that put it there, or left out what was before it.
    """

    priority: bool = False
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

    can: tuple[Capability, ...]
    engine: str = ""
    editions: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an engine answers to everything else: what has been seen since, and whether the game is over."""

    seen: tuple[Seen, ...] = ()
    over: bool = False
    error: str = ""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line to an engine: ``hello``, ``start`` with a setup, ``pass``, ``act`` with an act, ``mark``, ``back``."""

    ask: Literal["hello", "start", "pass", "act", "mark", "back"]
    setup: Setup | None = None
    act: Act | None = None


def ends_by_name(seen: Iterable[S]) -> Iterator[S]:
    """What was seen, with effects that end at the same time in the order of their names."""
    for ends, together in groupby(seen, key=lambda one: bool(one.ends)):
        found = list(together)
        yield from sorted(found, key=lambda one: one.ends) if ends else found


def topics_of(do: Doing) -> str:
    """The topics of the rules about what is done, spaced."""
    if isinstance(do, ExtraSteps) and do.where == "after_this_phase":
        return "extra_step_after_phase"
    return "end_turn_triggers" if isinstance(do, Trigger) and do.at == "now" else do.topics


def needs_of(setup: Setup, acts: tuple[Act, ...]) -> tuple[Capability, ...]:
    """The capabilities that a game takes, in the order in which they are listed."""
    needed: set[Capability] = {do.needs for act in (*setup.acts, *acts) for do in act.do}
    if any(isinstance(do, ExtraTurn) and do.skips for act in acts for do in act.do):
        needed.add("skips")
    if setup.teams or len(setup.players) > 2:
        needed.add("teams" if setup.teams else "multiplayer")
    return tuple(name for name in CAPABILITIES if name in needed)


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
