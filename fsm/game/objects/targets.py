"""Targets of spells and abilities (cr2006 415, cr2011 114, cr2026 115)."""

from __future__ import annotations

from collections.abc import Sequence

from ..state.refusal import Refusal, refuse
from ..state.state import StackObject, State

PLAYERS = ("player", "opponent")
"""Kinds of targets that are players; all others are permanents, or spells on the stack."""

SPELL = "spell"
"""The kind of targets that are spells."""

WORDS = {
    "player": "a player",
    "opponent": "an opponent",
    "permanent": "a permanent",
    "creature": "a creature",
    "own_creature": "a creature that its controller controls",
    SPELL: "a spell",
}
"""The kinds of targets in words."""


def legal_targets(state: State, targets: str, controller: int) -> tuple[int, ...]:
    """The legal targets: seats, the next opponent first, or ids of permanents, the oldest first.

    Spells are listed from the top of the stack.
    """
    if targets in PLAYERS:
        own = state.team(controller)
        order = state.rotation.from_seat(controller) if controller in state.rotation.seats else state.apnap()
        opponents = tuple(seat for seat in order if seat not in own)
        return opponents if targets == "opponent" else (*opponents, *(seat for seat in order if seat in own))
    if targets == SPELL:
        return tuple(spell.id for spell in reversed(state.stack) if spell.kind == "spell")
    return tuple(
        permanent.id
        for permanent in state.permanents(controller if targets == "own_creature" else None)
        if targets == "permanent" or state.is_creature(permanent)
    )


def target_names(state: State, targets: str, offered: Sequence[int]) -> tuple[str, ...]:
    """The names of legal targets; ``Bear#2`` is the second of several permanents with a name."""
    if targets in PLAYERS:
        return tuple(state.name(seat) for seat in offered)
    if targets == SPELL:
        plain = [spell_at(state, id).name for id in offered]
    else:
        plain = [permanent.card.name for id in offered if (permanent := state.permanent(id)) is not None]
    return tuple(f"{name}#{plain[: n + 1].count(name)}" if name in plain[:n] else name for n, name in enumerate(plain))


def spell_at(state: State, id: int | None) -> StackObject:
    """The spell on the stack with that id; ``KeyError`` if it is not there."""
    found = next((spell for spell in state.stack if spell.id == id and spell.kind == "spell"), None)
    if found is None:
        raise KeyError(id)
    return found


def why_no_target(
    state: State, name: str, targets: str, controller: int, target: int | None, topic: str
) -> Refusal | None:
    """Why something cannot be targeted, if it cannot."""
    if targets == "none" or target in legal_targets(state, targets, controller):
        return None
    return refuse(state, f"{name} needs {WORDS[targets]} as its target", topic)
