"""What an engine may be told to do, as values that are plain JSON, and as lines that people type and read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from ..errors import InputError
from ..words import nearest, shown
from .capabilities import Capability, Group

Strikes = Literal["normal", "first", "double"]


class Instruction(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="do", forbid_unknown_fields=True):
    """One thing that a spell or an ability does.

    ``needs`` is the capability that it takes, or the group of those of which it takes some; ``needed`` are these.
    ``topics`` are those of the rules about it, ``turns`` says whether it changes which turns come.
    """

    needs: ClassVar[Capability | Group]
    topics: ClassVar[str]
    turns: ClassVar[bool] = False

    @property
    def needed(self) -> Iterable[Capability | Group]:
        """The capabilities that this one takes."""
        return (self.needs,)


PHASES = ("beginning", "precombat_main", "combat", "postcombat_main", "ending", "main")
COMBAT_AND_MAIN = ("combat", "precombat_main", "postcombat_main")
OUTSIDE_COMBAT = ("untap", "upkeep", "draw", "end", "cleanup")


class ExtraTurn(Instruction, frozen=True, tag="extra_turn"):
    """A player takes an extra turn directly after this one; in that turn they skip these steps."""

    needs = "extra_turns"
    topics = "extra_turn"
    turns = True
    player: str
    skips: tuple[str, ...] = ()

    @property
    def needed(self) -> Iterable[Capability]:
        """What is skipped in the turn takes more."""
        yield "extra_turns"
        if self.skips:
            yield "skip_steps"


class ExtraPhases(Instruction, frozen=True, tag="extra_phases"):
    """Phases are added, in this order and as one unit, directly after a phase of this turn.

    ``this_main_phase`` and ``this_combat_phase``: nothing happens in any other phase.
    ``first_postcombat_main`` is the second main phase of the turn, which may be still to come.
    """

    needs = "extra_phases"
    topics = "extra_phase"
    phases: tuple[str, ...]
    after: Literal["this_phase", "this_main_phase", "this_combat_phase", "first_postcombat_main"] = "this_phase"

    @property
    def needed(self) -> Iterable[Capability]:
        """By the kinds of the phases, and where they come."""
        if "combat" in self.phases:
            yield "extra_combat"
        if any(kind not in COMBAT_AND_MAIN for kind in self.phases):
            yield "extra_beginning"
        if self.after == "first_postcombat_main":
            yield "after_second_main"


class ExtraSteps(Instruction, frozen=True, tag="extra_steps"):
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

    @property
    def needed(self) -> Iterable[Capability]:
        """By the kind of the step."""
        return ("extra_upkeep" if self.step in OUTSIDE_COMBAT else "extra_combat_steps",)


class Skip(Instruction, frozen=True, tag="skip"):
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

    @property
    def needed(self) -> Iterable[Capability]:
        """By what is skipped, and whether all of it is."""
        kind: Capability = "skip_phases" if self.what in PHASES else "skip_steps"
        yield "skip_turns" if self.what in ("turn", "extra_turn") else kind
        if not self.count:
            yield "skip_always"


class StopEffect(Instruction, frozen=True, tag="stop"):
    """The effects of that name that skip or reverse something end now."""

    needs = "skip_always"
    topics = "skip_next skip"
    name: str


class ChooseSkip(Instruction, frozen=True, tag="choose_skip"):
    """The next time that several effects would let a player skip the same thing, the one of that name does it.

    The others are not used up.
    """

    needs = "choose_skips"
    topics = "skip_choice"
    player: str
    name: str


class EndTurn(Instruction, frozen=True, tag="end_turn"):
    """The turn ends: the cleanup step is next."""

    needs = "end_turn"
    topics = "end_turn_cleanup"


class EndCombat(Instruction, frozen=True, tag="end_combat"):
    """The combat phase ends; in another phase nothing happens."""

    needs = "end_combat"
    topics = "end_combat_phase"


class Trigger(Instruction, frozen=True, tag="trigger"):
    """An ability without an effect triggers: ``now``, or in the next ``cleanup`` step, during its actions."""

    needs = "triggers"
    topics = "cleanup_priority"
    at: Literal["now", "cleanup"] = "now"

    @property
    def needed(self) -> Iterable[Capability]:
        """By when it triggers."""
        return ("waiting_triggers" if self.at == "now" else "cleanup_triggers",)


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A creature in combat: its name, and whether it has first strike or double strike."""

    name: str
    strikes: Strikes = "normal"


def _fighting(what: Capability, creatures: Iterable[Creature]) -> Iterable[Capability]:
    yield what
    if any(one.strikes != "normal" for one in creatures):
        yield "strikes"


class Attack(Instruction, frozen=True, tag="attack"):
    """In the next declare attackers step of this turn these creatures attack; without it nobody does."""

    needs = "combat"
    topics = "no_attackers"
    creatures: Annotated[tuple[Creature, ...], Meta(min_length=1)]

    @property
    def needed(self) -> Iterable[Capability]:
        """First strike and double strike take more."""
        return _fighting("attacks", self.creatures)


class Block(Instruction, frozen=True, tag="block"):
    """In the next declare blockers step of this turn these creatures block; without it nobody does."""

    needs = "combat"
    topics = "no_attackers"
    creatures: Annotated[tuple[Creature, ...], Meta(min_length=1)]

    @property
    def needed(self) -> Iterable[Capability]:
        """First strike and double strike take more."""
        return _fighting("blocks", self.creatures)


class EnterAttacking(Instruction, frozen=True, tag="enter_attacking"):
    """Creatures are put onto the battlefield attacking."""

    needs = "combat"
    topics = "no_attackers"
    creatures: Annotated[tuple[Creature, ...], Meta(min_length=1)]

    @property
    def needed(self) -> Iterable[Capability]:
        """First strike and double strike take more."""
        return _fighting("enter_attacking", self.creatures)


class LeaveCombat(Instruction, frozen=True, tag="leave_combat"):
    """Creatures leave combat."""

    needs = "leave_combat"
    topics = "no_attackers"
    names: tuple[str, ...]


class Leave(Instruction, frozen=True, tag="leave"):
    """Players leave the game, at the same time. If at most one player or team is left, the game is over."""

    needs = "leaving"
    topics = "leave_game"
    turns = True
    players: tuple[str, ...]


class Control(Instruction, frozen=True, tag="control"):
    """``by`` controls the next turn that ``player`` takes; a turn that is skipped is not it."""

    needs = "control"
    topics = "control_turn"
    turns = True
    player: str
    by: str


class ControlPhase(Instruction, frozen=True, tag="control_phase"):
    """``by`` controls the next phase of that kind that ``player`` has; one that is skipped, or has begun, is not it.

    Of several effects that control a player the newest counts.
    """

    needs = "control_phase"
    topics = "control_turn"
    player: str
    by: str
    phase: str


class ReversePhases(Instruction, frozen=True, tag="reverse_phases"):
    """From the next turn on each turn takes its phases in reverse order; told again, in the usual one.

    The steps of a phase keep their order, and the first main phase that comes is the precombat main phase.
    """

    needs = "reverse_phases"
    topics = "golden_rule"


class ReverseTurns(Instruction, frozen=True, tag="reverse_turns"):
    """The turn order is reversed; extra turns to come keep their order."""

    needs = "reverse_turns"
    topics = "turn_order"
    turns = True


class Restart(Instruction, frozen=True, tag="restart"):
    """The game ends without a winner, and a new one begins with all who are still in it; ``first`` goes first.

    Nothing of the old game is left. Its turns are counted on.
    """

    needs = "restart"
    topics = "restart_game restart_first"
    turns = True
    first: str


class Last(Instruction, frozen=True, tag="last"):
    """An effect without a result lasts until then; its end is seen as ``{"ends": name}``."""

    needs = "durations"
    topics = "until"
    name: str
    until: Literal["end_of_turn", "end_of_combat", "your_next_turn", "end_of_your_next_turn", "your_next_upkeep"]


class Mana(Instruction, frozen=True, tag="mana"):
    """Mana is added to a player's pool. As it is lost, that is seen as ``{"ends": "mana of Ann"}``."""

    needs = "mana"
    topics = "mana_empties mana_burn"
    player: str
    amount: int


class Delay(Instruction, frozen=True, tag="delay"):
    """An ability triggers at the beginning of the next step or main phase of a kind: it is seen as ``{"ends": name}``.

    ``at`` may be ``main``, any main phase. ``whose`` ``your`` is about turns of the act's player. ``within``
    ``this_turn`` is this turn only, and ``later_turns`` all turns but this one.
    """

    needs = "delays"
    topics = "delayed_trigger"
    name: str
    at: str
    whose: Literal["any", "your"] = "any"
    within: Literal["game", "this_turn", "later_turns"] = "game"


class Becomes(Instruction, frozen=True, tag="becomes"):
    """It becomes day or night. As it becomes the other one, also by the rules, that is seen as ``{"ends": "day"}``."""

    needs = "day_night"
    topics = "daytime day_or_night"
    it: Literal["day", "night"]


class Spell(Instruction, frozen=True, tag="spell"):
    """The act's player casts a spell that has no effect."""

    needs = "day_night"
    topics = "day_night"


def mana_of(player: str) -> str:
    """What is seen to end as a player's mana is lost."""
    return f"mana of {player}"


AnyInstruction = (
    ExtraTurn | ExtraPhases | ExtraSteps | Skip | StopEffect | ChooseSkip | EndTurn | EndCombat | Trigger | Attack
    | Block | EnterAttacking | LeaveCombat | Leave | Control | ControlPhase | ReverseTurns | ReversePhases | Restart
    | Last | Mana | Delay | Becomes | Spell
)  # fmt: skip

ACTS: tuple[type[Instruction], ...] = get_args(AnyInstruction)
"""All that an engine may be told to do."""


def topics_of(do: AnyInstruction) -> str:
    """The topics of the rules about what is done, spaced."""
    if isinstance(do, ExtraSteps) and do.where == "after_this_phase":
        return "extra_step_after_phase"
    return "end_turn_triggers" if isinstance(do, Trigger) and do.at == "now" else do.topics


def told(do: AnyInstruction) -> str:
    """An instruction as a line: ``skip what=draw player=Bob``, ``attack creatures=Bear:first,Wolf``."""
    fields: dict[str, Any] = msgspec.to_builtins(do)
    return " ".join([fields.pop("do"), *(f"{name}={_value(value)}" for name, value in fields.items())])


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_value, value))
    return ":".join(value.values()) if isinstance(value, dict) else str(value)


def read_instruction(line: str) -> AnyInstruction:
    """An instruction that was told as a line; ``InputError`` if it is none.

    >>> read_instruction("extra_turn player=Ann")
    ExtraTurn(player='Ann', skips=())
    """
    word, *fields = line.split()
    kinds = {str(kind.__struct_config__.tag): kind for kind in ACTS}
    if word not in kinds:
        raise InputError(f"found {shown(word, 40)!r}, expected one of {', '.join(kinds)}{nearest(word, kinds)}")
    types = {one.encode_name: one.type for one in msgspec.structs.fields(kinds[word])}
    said: dict[str, Any] = {}
    for field in fields:
        name, equals, value = field.partition("=")
        if not equals or name not in types:
            hint = f"expected name=value of {', '.join(types) or 'nothing'}{nearest(name, types)}"
            raise InputError(f"found {shown(field, 60)!r}, {hint}")
        said[name] = _read(value, types[name])
    try:
        done: AnyInstruction = msgspec.convert({"do": word, **said}, AnyInstruction, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(f"{word}: {shown(str(error), 200)}") from None
    return done


def _read(value: str, type_: Any) -> Any:
    """A value as it was typed: several with commas, a creature with a colon before its strikes."""
    if "tuple" not in str(type_):
        return value
    if "Creature" not in str(type_):
        return value.split(",")
    return [dict(zip(("name", "strikes"), one.split(":", 1), strict=False)) for one in value.split(",")]
