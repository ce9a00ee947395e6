"""The file format of editions: its types, and the words that a file may use."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from ..names import Name
from ..shape import MANY, Words

Priority = Literal["always", "never", "if_needed"]
Hue = Literal["beginning", "main", "combat", "ending", "other"]
HUES: tuple[Hue, ...] = get_args(Hue)
"""The colours of phases in pictures."""

TurnBasedAction = Literal[
    "phasing", "day_night", "untap", "draw", "scheme", "lore_counters", "attractions",
    "choose_defender", "declare_attackers", "declare_blockers", "order_blockers", "order_attackers",
    "second_damage", "assign_damage", "damage_on_stack", "deal_damage", "discard", "wear_off",
]  # fmt: skip
"""The actions as a step or phase begins; the game has a function for each."""

Leaving = Literal["mana_empties", "mana_burn", "until_end_of"]
"""The actions as a step or phase ends."""

EndTurn = Literal["end_turn_triggers", "end_turn_stack", "end_turn_combat", "end_turn_sba", "end_turn_cleanup"]
EndCombat = Literal["end_combat_triggers", "end_combat_stack", "end_combat_sba", "end_combat_phase"]

Untested = Literal["heading", "definition", "permission", "reference", "outside"]
"""Why no scenario can show a rule: a heading; what a word means; what may be done, but need not be; a pointer to rules
that say it; something that is no part of a game here."""

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
    legend_rule: Literal["all_go", "one_stays"]
    zone_triggers_find: Literal["any_zone", "public_zone"]
    requirement_others: Literal["required", "any"]
    mulligans: Literal["in_turn", "in_rounds"]
    mulligan_hand: Literal["fewer", "bottom"]
    free_mulligan: Literal["in_teams", "with_many"]
    outside_game: Literal["with_removed", "no_zone"]
    token_name: Literal["subtypes", "with_token"]
    suspended_card: Literal["is_cast", "may_be_cast"]
    madness: Literal["is_exiled", "may_be_exiled"]
    any_target: tuple[Literal["creature", "planeswalker", "battle"], ...]
    scheme_stays: Literal["own_triggers", "any_trigger"] = "own_triggers"
    archenemy_life: Annotated[int, msgspec.Meta(ge=1, le=MANY)] = 20
    commander_life: Annotated[int, msgspec.Meta(ge=1, le=MANY)] = 20


class RuleEntry(msgspec.Struct, frozen=True):
    """A numbered rule: its topics, and its content if the topics' lines do not cover it.

    ``untested`` says why no scenario can show it, ``missing`` why nothing of it is implemented, ``partly`` what is not.
    """

    topic: tuple[str, ...] | Literal[False] = ()
    says: Name = ""
    untested: Untested | Literal[""] = ""
    missing: Name = ""
    partly: Name = ""


class EditionFile(msgspec.Struct, frozen=True):
    """The merged data of an edition's file and of the editions that it extends.

    A number under ``rules`` has a topic, several topics, or an entry of its own.
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
