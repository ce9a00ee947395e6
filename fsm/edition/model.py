"""An edition of the rules as frozen values: as its files say them, and as the game reads them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated, Any, Literal, get_args

import msgspec

from ..errors import ArgumentError, UnknownName, expect_type, found
from ..names import Name
from ..shape import MANY, Words
from .kinds import Kinds

Priority = Literal["always", "never", "if_needed", "until_empty", "if_attackers"]
"""When players get priority; ``until_empty`` is ``if_needed``, and the step ends as soon as the stack is empty."""
AT_NEED: tuple[Priority, ...] = ("if_needed", "until_empty")
"""By which ``priority`` of a step players get priority in it at need."""
WITHOUT_PRIORITY = {
    **dict.fromkeys(AT_NEED, "cleanup_none"), "never": "untap_no_priority", "if_attackers": "no_attackers"
}  # fmt: skip
"""The topic of the rule by which nobody gets priority in a step, by its ``priority``."""
Hue = Literal["beginning", "main", "combat", "ending", "other"]
HUES: tuple[Hue, ...] = get_args(Hue)
"""The colours of phases in pictures."""

TurnBasedAction = Literal[
    "phasing", "day_night", "untap", "draw", "draw_as_trigger", "draw_on_stack",
    "scheme", "lore_counters", "attractions",
    "choose_defender", "declare_attackers", "declare_blockers", "order_blockers", "order_attackers",
    "second_damage", "assign_damage", "damage_on_stack", "deal_damage", "discard", "wear_off",
]  # fmt: skip
"""The actions as a step or phase begins; the game has a function for each."""

Leaving = Literal["mana_empties", "mana_burn", "until_end_of"]
"""The actions as a step or phase ends."""

EndTurn = Literal["end_turn_triggers", "end_turn_stack", "end_turn_combat", "end_turn_sba", "end_turn_cleanup"]
EndCombat = Literal["end_combat_triggers", "end_combat_stack", "end_combat_sba", "end_combat_phase"]

Untested = Literal["heading", "definition", "permission", "reference", "outside", "unplayed"]
"""Why no scenario can show a rule: a heading; what a word means; what may be done, but need not be; a pointer to rules
that say it; something that is no part of a game here; it is of an edition under which no game can be played here."""

Certainty = Literal["text", "told", "memory"]
"""How sure a line about a rule is: read in a text of the rules, told by others, or from memory."""
DOUBTS: dict[Certainty, str] = {"text": "", "told": " (second hand)", "memory": " (from memory)"}
"""What a line says of that."""

Zone = Literal["library", "hand", "battlefield", "graveyard", "stack", "exile", "phased_out", "ante", "command"]
TERMS = (
    "activate", "activated", "activates", "activating", "battlefield", "cast", "casting", "casts", "end step",
    "ending phase", "enters the battlefield", "exile", "exiled", "leaves the battlefield", "onto the battlefield",
    "state-based action", "state-based actions", "turn-based action", "turn-based actions",
)  # fmt: skip
"""The terms of today that other editions may replace."""
Term = Annotated[str, Words(lambda: TERMS)]


class PhaseEntry(msgspec.Struct, frozen=True):
    """A phase. A main phase has no steps; its ``actions`` and ``priority`` are its own."""

    name: Name
    rule: str
    steps: tuple[str, ...] = ()
    actions: tuple[TurnBasedAction, ...] = ()
    priority: Priority = "always"
    letter: str = "?"
    hue: Hue = "other"


class StepEntry(msgspec.Struct, frozen=True):
    """A step: its token in the notation, its name, its rule, its turn-based actions in order."""

    token: str
    name: Name
    rule: str
    actions: tuple[TurnBasedAction, ...] = ()
    priority: Priority = "always"


class LeavingEntry(msgspec.Struct, frozen=True):
    """The actions, in order, as each step ends and as each phase ends."""

    step: tuple[Leaving, ...]
    phase: tuple[Leaving, ...]


class ProceduresEntry(msgspec.Struct, frozen=True):
    """The parts, in order, of ending the turn, and of ending the combat phase if the edition has that."""

    end_turn: tuple[EndTurn, ...]
    end_combat: tuple[EndCombat, ...] = ()


class ChoicesEntry(msgspec.Struct, frozen=True):
    """The choices in which editions differ."""

    no_attackers: tuple[Literal["declared", "put"], ...]
    second_damage: Literal["did_not_assign", "had_neither"]
    damage_order: Literal["free", "announced"]
    first_draw_skipped_with_players: tuple[Annotated[int, msgspec.Meta(ge=1, le=8)], ...]
    cleanup_ended: Literal["nothing", "new_cleanup"]
    teams_first_draw: Literal["skipped", "secondary"]
    team_life_each: Annotated[int, msgspec.Meta(ge=1, le=MANY)]
    team_attacked: Literal["team", "player"]
    team_effects: Literal["each", "once"]
    attack_requirement: Literal["once_each_turn", "each_combat"]
    phased_out: Literal["forgotten", "remembered"]
    phased_out_tokens: Literal["cease", "come_back"]
    legend_rule: Literal["oldest_stays", "all_go", "one_stays"]
    zone_triggers_find: Literal["any_zone", "public_zone"]
    requirement_others: Literal["required", "any"]
    mulligans: Literal["in_turn", "in_rounds"]
    mulligan_hand: Literal["fewer", "bottom"]
    free_mulligan: Literal["never", "in_teams", "with_many"]
    outside_game: Literal["with_removed", "no_zone"]
    token_name: Literal["subtypes", "with_token"]
    suspended_card: Literal["is_cast", "may_be_cast"]
    madness: Literal["is_exiled", "may_be_exiled"]
    proliferates: Literal["one_kind", "each_kind"]
    any_target: tuple[Literal["creature", "planeswalker", "battle"], ...]
    team_total: Literal["half", "whole"]
    bands_with_other: Literal["same_ability", "quality"]
    effect_wins: Literal["at_once", "others_lose"] = "at_once"
    scheme_stays: Literal["own_triggers", "any_trigger"] = "own_triggers"
    archenemy_life: Annotated[int, msgspec.Meta(ge=1, le=MANY)] = 20
    commander_life: Annotated[int, msgspec.Meta(ge=1, le=MANY)] = 20
    extra_turns: Literal["oldest_first", "newest_first"] = "newest_first"
    zero_damage: Literal["assigned", "not_assigned"] = "not_assigned"
    phasing_out: Literal["leaves_combat", "stays_in_combat"] = "leaves_combat"
    phasing_triggers: Literal["leaves_play", "no_trigger"] = "no_trigger"
    unblocked: Literal["by_declaration", "not_blocked"] = "not_blocked"
    departed_until: Literal["never_ends", "would_begin"] = "would_begin"
    steps_you_get: Literal["any_turn", "own_turn"] = "own_turn"
    sagas: Literal["all", "with_chapters"] = "with_chapters"
    trigger_rounds: Literal["one", "two"] = "two"


class RuleEntry(msgspec.Struct, frozen=True):
    """A numbered rule: its topics, and its content if the topics' lines do not cover it.

    ``untested`` says why no scenario can show it, ``missing`` why nothing of it is implemented, ``partly`` what is not.
    ``sure`` is how sure the line is, if it is not as sure as the others of its edition.
    """

    topic: tuple[str, ...] | Literal[False] = ()
    says: Name = ""
    untested: Untested | Literal[""] = ""
    missing: Name = ""
    partly: Name = ""
    sure: Certainty | Literal[""] = ""


class EditionFile(msgspec.Struct, frozen=True):
    """The merged data of an edition's file and of the editions that it extends.

    A number under ``rules`` has a topic, several topics, or an entry of its own. ``renumbered`` has the numbers that
    rules of the edition that it is ``like`` have here, each with the number there.
    """

    title: Name
    turn: tuple[str, ...]
    phases: dict[str, PhaseEntry]
    steps: dict[str, StepEntry]
    leaving: LeavingEntry
    procedures: ProceduresEntry
    choices: ChoicesEntry
    zones: dict[Zone, Name]
    terms: dict[Term, Name]
    rules: dict[str, str | RuleEntry | tuple[str, ...]]
    effective: str = ""
    like: str = ""
    renumbered: dict[str, str] = {}


class Topic(msgspec.Struct, frozen=True):
    """What rules are about, whatever numbers the editions give them: its name, and a line in our own words."""

    name: str
    says: str


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule: its content in our own words, and the topics it governs.

    ``untested`` is the reason why no scenario can show it, ``missing`` why nothing of it is implemented, and ``partly``
    what of it is not; usually all are empty.
    """

    number: str
    topics: tuple[str, ...]
    says: str
    untested: Untested | Literal[""] = ""
    missing: str = ""
    partly: str = ""


class StepSpec(msgspec.Struct, frozen=True):
    """A step of a phase, or the inside of a phase that has no steps.

    ``actions`` are its turn-based actions, in order, each named by its topic;
    ``priority`` says whether players get priority in it; ``token`` is what the notation calls a step.
    """

    kind: str
    name: str
    rule: str
    token: str = ""
    priority: Priority = "always"
    actions: tuple[str, ...] = ()


class PhaseSpec(msgspec.Struct, frozen=True):
    """A phase of the turn; a main phase has no ``steps`` and carries one ``inside``.

    ``letter`` and ``hue`` are what pictures show it by.
    """

    kind: str
    name: str
    rule: str
    letter: str = "?"
    hue: Hue = "other"
    steps: tuple[StepSpec, ...] = ()
    inside: StepSpec | None = None
    actions: tuple[str, ...] = ()


class Edition(msgspec.Struct, frozen=True, eq=False):
    """One edition of the rules, as data: the engine asks what it says, never which edition it is.

    ``id`` is the argument of ``load_edition``: the name of an edition that comes with this package, or the path of a
    file. ``like`` is the id of the edition that it extends, if any. ``phases`` are those of a regular turn, in order;
    ``all_phases`` and ``all_steps`` also have those that only effects can add; ``kinds`` are their names. ``unplayed``
    says why no game can be played under it, and ``sources`` from where it is known; both are empty if one can be. Two
    editions are equal only if they are the same object.

    >>> from fsm import load_edition
    >>> load_edition("cr2006").step("end").name
    'end of turn step'
    """

    id: str
    title: str
    effective: str
    like: str
    phases: tuple[PhaseSpec, ...]
    all_phases: Mapping[str, PhaseSpec]
    all_steps: Mapping[str, StepSpec]
    kinds: Kinds
    leaving_step: tuple[str, ...]
    leaving_phase: tuple[str, ...]
    procedures: Mapping[str, tuple[str, ...]]
    choices: Mapping[str, tuple[str, ...]]
    zones: Mapping[str, str]
    terms: Mapping[str, str]
    rules: Mapping[str, Rule]
    cites: Mapping[str, tuple[str, ...]]
    unplayed: str = ""
    sources: str = ""

    @property
    def name(self) -> str:
        """A short name: the id, or a file's name without folder and suffix."""
        return PurePath(self.id).name.removesuffix(".toml")

    def cite(self, topic: str) -> tuple[str, ...]:
        """The numbers of the rules that govern a topic; empty if this edition has none.

        >>> from fsm.edition import load_edition
        >>> load_edition("cr2006").cite("extra_turn"), load_edition("cr2026").cite("extra_turn")
        (('300.6',), ('500.7',))
        """
        try:
            return self.cites.get(topic, ())
        except TypeError:
            raise ArgumentError(f"found {found(topic)}, expected a topic of the rules, such as 'extra_turn'") from None

    def number(self, topic: str) -> str:
        """The first rule number of a topic, or an empty text."""
        numbers = self.cite(topic)
        return numbers[0] if numbers else ""

    def line(self, number: str) -> str:
        """What the rule with a number says, in our own words; empty if the index has no such rule."""
        expect_type(number, str, "the number of a rule, such as '500.7'")
        rule = self.rules.get(number)
        return rule.says if rule else ""

    def phase(self, kind: str) -> PhaseSpec:
        """The phase of a kind, in a regular turn or not; ``UnknownName`` if there is none."""
        try:
            return self.all_phases[kind]
        except (KeyError, TypeError):
            raise UnknownName("phase", kind, self.all_phases) from None

    def step(self, kind: str) -> StepSpec:
        """The step of a kind (or the inside of a phase without steps); ``UnknownName`` if there is none."""
        try:
            return self.all_steps[kind]
        except (KeyError, TypeError):
            raise UnknownName("step", kind, self.all_steps) from None

    def has(self, kind: str) -> bool:
        """Whether there is a phase of a kind, or a phase with a step of that kind."""
        expect_type(kind, str, "the kind of a phase or step, such as 'combat'")
        return kind in self.kinds.steps_of or kind in self.kinds.phase_of

    def ends_by(self, step: str) -> tuple[str, ...]:
        """The rules by which a step of a kind ends.

        Before 2008 no rule says how a step without priority ends; the rule that denies priority is cited instead.
        """
        if self.step(step).priority in ("always", "if_attackers"):
            return self.cite("step_ends")
        return self.cite("no_priority_step") or self.without_priority(step)

    def without_priority(self, step: str) -> tuple[str, ...]:
        """The rules by which nobody gets priority in a step of a kind; empty if players do."""
        priority = self.step(step).priority
        if priority == "always":
            return ()
        return self.cite(WITHOUT_PRIORITY[priority])

    def phase_of(self, step: str) -> PhaseSpec:
        """The phase that normally contains a step of that kind; ``UnknownName`` if none does."""
        try:
            return self.all_phases[self.kinds.phase_of[step]]
        except (KeyError, TypeError):
            raise UnknownName("step", step, self.kinds.phase_of) from None

    def term(self, word: str) -> str:
        """The edition's word for one of our terms."""
        expect_type(word, str, "one of our terms, such as 'battlefield'")
        return self.terms.get(word, word)

    def __reduce__(self) -> tuple[Any, ...]:
        from .reader import load_edition  # late: the reader makes editions

        return load_edition, (self.id,)

    def __repr__(self) -> str:
        return f"<Edition {self.id}>"
