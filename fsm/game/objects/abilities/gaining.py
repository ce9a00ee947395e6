"""Activated abilities that permanents gain for a time, and how they are told apart from those of the card."""

from __future__ import annotations

from ...state.state import Permanent, State


def gained_by(state: State, permanent: Permanent, number: int) -> tuple[int, int]:
    """The effect by which a permanent has its n-th ability, and its place in that effect; 0 for one of its card."""
    place = number - len(permanent.card.abilities)
    for effect in state.lasting if place >= 0 else ():
        if effect.affects == permanent.id:
            if place < len(effect.abilities):
                return effect.id, place
            place -= len(effect.abilities)
    return 0, number


def used_as(state: State, permanent: Permanent, number: int) -> int:
    """How a permanent remembers that it has used its n-th ability: a gained one by a number that no other has."""
    effect, place = gained_by(state, permanent, number)
    return -effect - place if effect else number
