"""Skips: replacement effects, asked as a turn, phase or step would begin (300.9, 500.10, 500.11).

What has begun cannot be skipped; a one-shot waits for the next that would begin
(419.6f, 614.10a). If several apply, the player whose turn it is chooses (616.1), and
only the chosen one is used up.
"""

from __future__ import annotations

from ...edition import MAINS, obeys
from ..objects.abilities.conditions import About, failing
from ..state.budget import check_count
from ..state.decision import ChooseSkip
from ..state.players.who import ignores, players_meant
from ..state.state import SkipEffect, StackObject, State, replace, set_standing


def skips_of(state: State, seat: int, *kinds: str) -> tuple[SkipEffect, ...]:
    """The effects that would let a player, or their team, skip something of these kinds; equal ones count once.

    What makes one player of a team skip something makes the team skip it (606.6g, later 805.8).
    """
    if not state.skips and not (state.battlefield and state.index.static):
        return ()
    found: dict[tuple[str, bool], SkipEffect] = {}
    for effect in standing_skips(state):
        meant = effect.what in kinds or (effect.what == "main" and any(kind in MAINS for kind in kinds))
        if meant and effect.player in state.team(seat):
            found.setdefault((effect.by, effect.left is None), effect)
    return tuple(found.values())


@obeys("skip_choice")
def which_skip(seat: int, what: str, effects: tuple[SkipEffect, ...]) -> ChooseSkip | None:
    """The player's decision: which of several effects applies, or whether an optional one does."""
    optional = all(effect.optional for effect in effects)
    if not effects or (len(effects) == 1 and not optional):
        return None
    return ChooseSkip(seat, what, tuple(effect.by for effect in effects), optional)


@obeys("static_works")
def standing_skips(state: State) -> tuple[SkipEffect, ...]:
    """All current effects that skip something: one-shots, lasting effects, static abilities."""
    return (*(effect for effect in state.skips if not effect.waits), *static_skips(state))


def use_up(state: State, effect: SkipEffect) -> State:
    """Uses up one application of a one-shot effect; other effects stay unchanged."""
    if effect.left is None:
        return state
    left = replace(effect, left=effect.left - 1)
    skips = tuple(left if s.id == effect.id else s for s in state.skips)
    return set_standing(state, skips=tuple(s for s in skips if s.left != 0))


def then_first(state: State, effect: SkipEffect) -> State:
    """The effects that follow a skip happen first in the next turn, phase or step that begins (614.10b)."""
    if not effect.then:
        return state
    source = StackObject(0, "ability", effect.by, effect.controller, source=effect.source)
    things = state.ahead.after_skip + tuple((thing, source) for thing in effect.then)
    check_count(state, len(things), "effects that follow skips", effect.by)
    return set_standing(state, ahead=replace(state.ahead, after_skip=things))


def static_skips(state: State) -> tuple[SkipEffect, ...]:
    """The static abilities that let players skip something."""
    return tuple(
        SkipEffect(
            permanent.id,
            permanent.card.name,
            seat,
            static.skip,
            None,
            controller=permanent.controller,
            optional=static.optional,
            then=static.then,
            source=permanent.id,
        )
        for permanent in state.index.static
        for static in permanent.card.static
        if static.skip is not None and (permanent.tapped or not static.while_tapped)
        if not (static.if_ and failing(state, static.if_, About(permanent.controller, permanent.id, permanent.chosen)))
        for seat in players_meant(state, static.player, permanent.controller, chosen=permanent.chosen)
        if not ignores(state, seat, permanent.id)
    )
