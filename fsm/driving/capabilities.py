"""What an engine may be able to do: one effect, one word, and words for several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Capability = Literal[
    "extra_turns", "extra_combat", "extra_beginning", "after_second_main", "extra_upkeep", "extra_combat_steps",
    "skip_turns", "skip_phases", "skip_steps", "skip_always", "end_turn", "end_combat", "cleanup_triggers",
    "waiting_triggers", "attacks", "blocks", "strikes", "enter_attacking", "leave_combat", "leaving", "control",
    "reverse_turns", "choose_skips", "control_phase", "reverse_phases", "restart", "durations", "multiplayer", "teams",
    "delays", "mana", "day_night", "by", "priority", "passes", "back",
]  # fmt: skip

CAPABILITIES: dict[Capability, str] = {
    "extra_turns": "adds turns",
    "extra_combat": "adds combat phases to a turn, with main phases after them or without",
    "extra_beginning": "adds beginning phases to a turn",
    "after_second_main": "adds phases after the second main phase of the turn, which may be still to come",
    "extra_upkeep": "adds steps to a turn outside of its combat phases",
    "extra_combat_steps": "adds steps to a combat phase",
    "skip_turns": "skips turns",
    "skip_phases": "skips phases",
    "skip_steps": "skips steps",
    "skip_always": "skips all of a kind, as long as an effect lasts",
    "end_turn": "ends the turn early",
    "end_combat": "ends the combat phase early",
    "cleanup_triggers": "lets abilities trigger in the cleanup step when it is told to",
    "waiting_triggers": "lets abilities trigger at once when it is told to, and wait to be put on the stack",
    "attacks": "declares attackers",
    "blocks": "declares blockers",
    "strikes": "has creatures with first strike or double strike",
    "enter_attacking": "puts creatures onto the battlefield attacking",
    "leave_combat": "removes creatures from combat",
    "leaving": "lets players leave the game",
    "control": "lets a player control another's turn, and tells it as a turn begins",
    "reverse_turns": "reverses the turn order",
    "choose_skips": "lets a player choose which of several effects skips something",
    "control_phase": "lets a player control another during one phase, and tells it as its first step begins",
    "reverse_phases": "lets turns take their phases in reverse order",
    "restart": "restarts the game",
    "durations": "tells when an effect with a duration ends",
    "delays": "lets abilities trigger at the beginning of a later step or main phase, and tells when",
    "mana": "adds mana to pools, and tells when it is lost",
    "day_night": "keeps day and night, and tells when one of them ends",
    "multiplayer": "plays games of three to eight players",
    "teams": "plays games of teams that take their turns together",
    "by": "tells the name of the effect that added a turn, a phase or a step",
    "priority": "stops in each phase or step where a player gets priority, and in no other",
    "passes": "tells who passed, in order, before a step ended",
    "back": "goes back to where it was: mark and back",
}
"""What an engine may be able to do."""

ENDINGS: frozenset[Capability] = frozenset(("durations", "mana", "delays", "day_night"))
"""With these an engine tells what ends."""

Group = Literal["extra_phases", "extra_steps", "skips", "triggers", "combat"]

GROUPS: dict[Group, tuple[Capability, ...]] = {
    "extra_phases": ("extra_combat", "extra_beginning", "after_second_main"),
    "extra_steps": ("extra_upkeep", "extra_combat_steps"),
    "skips": ("skip_turns", "skip_phases", "skip_steps", "skip_always"),
    "triggers": ("cleanup_triggers", "waiting_triggers"),
    "combat": ("attacks", "blocks", "strikes", "enter_attacking", "leave_combat"),
}
"""Words for several capabilities at once."""


def parts_of(names: Iterable[str]) -> tuple[Capability, ...]:
    """The capabilities that these words are about, in the order in which they are listed.

    >>> parts_of(["by", "triggers"])
    ('cleanup_triggers', 'waiting_triggers', 'by')
    """
    said = set(names)
    said.update(part for group, parts in GROUPS.items() if group in said for part in parts)
    return tuple(name for name in CAPABILITIES if name in said)
