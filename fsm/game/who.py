"""Who is meant: players as effects name them."""

from __future__ import annotations

from .state import State


def players_meant(
    state: State,
    who: str,
    controller: int,
    target: int | None = None,
    chosen: int | None = None,
    chooser: int | None = None,
) -> tuple[int, ...]:
    """The seats an effect speaks of, in turn order from the active player (cr2006 103.4, later 101.4)."""
    order = state.apnap()
    if who == "each":
        return order
    if who == "opponents":
        return tuple(seat for seat in order if seat != controller)
    named = {"you": controller, "active": state.active, "target": target, "chosen": chosen, "chooser": chooser}
    seat = named[who] if who in named else state.game.seat(who)
    return (seat,) if seat in order else ()
