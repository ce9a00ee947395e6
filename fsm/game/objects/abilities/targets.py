"""Targets of spells and abilities (cr2006 415, cr2011 114, cr2026 115)."""

from __future__ import annotations

from collections.abc import Sequence

from ....cards.kinds import ABILITY, ANY, OR_SUSPENDED, PERMANENT, PLAYERS, Aim, aim_of, on_stack, target_in_words
from ....edition import obeys
from ...state.refusal import Refusal, refuse
from ...state.state import Permanent, StackObject, State
from ..cards.moving import numbered
from .forbidden import cannot
from .recasting import timers


def legal_targets(state: State, targets: str, controller: int, source: int | None = None) -> tuple[int, ...]:
    """The legal targets: seats, the next opponent first, or ids of permanents, the oldest first.

    Spells and abilities are listed from the top of the stack. A player who is one of ``any`` targets is ``-1 - seat``,
    and a suspended card is the number of its ability.
    ``source`` is the permanent whose ability it is, which is no ``other`` one.
    """
    if targets in PLAYERS:
        return _players(state, targets, controller)
    if targets == ANY:
        players = (-1 - seat for seat in _players(state, "player", controller))
        return (*players, *legal_targets(state, _damageable(state), controller))
    aim = aim_of(OR_SUSPENDED.get(targets, targets))
    if targets in OR_SUSPENDED:
        cards = (timer.id for timer in timers(state) if _is_whose(state, aim, timer.controller, controller))
        return (*legal_targets(state, OR_SUSPENDED[targets], controller), *cards)
    if aim.on_stack:
        there = (o for o in reversed(state.stack) if o.kind == aim.on_stack and _is_stacked(state, aim, o))
        return tuple(one.id for one in there if _is_whose(state, aim, one.controller, controller))
    left_out = source if aim.other else None
    return tuple(p.id for p in state.permanents() if p.id != left_out and _is_open(state, aim, p, controller))


@obeys("untargetable")
def _players(state: State, targets: str, controller: int) -> tuple[int, ...]:
    own = state.team(controller)
    order = state.rotation.from_seat(controller) if controller in state.rotation.seats else state.apnap()
    if state.lasting or state.battlefield:
        order = tuple(seat for seat in order if not cannot(state, seat, "be_targeted"))
    opponents = tuple(seat for seat in order if seat not in own)
    return opponents if targets == "opponent" else (*opponents, *(seat for seat in order if seat in own))


def _damageable(state: State) -> str:
    """The permanents that can be dealt damage by what has any target: creatures, and later others too."""
    return " or ".join(state.edition.choices["any_target"])


def _is_stacked(state: State, aim: Aim, one: StackObject) -> bool:
    """Whether a spell or an ability is of the kind that is aimed at."""
    if aim.on_stack == ABILITY:
        return not aim.kind or one.activated == (aim.kind == "activated")
    if aim.kind == PERMANENT:
        return one.card is not None and one.card.is_permanent
    return not aim.kind or state.is_a(one, aim.kind)


def _is_whose(state: State, aim: Aim, seat: int, controller: int) -> bool:
    if aim.whose == "own":
        return seat == controller
    return not aim.whose or seat not in state.team(controller)


def _is_open(state: State, aim: Aim, permanent: Permanent, controller: int) -> bool:
    """Whether a player may aim at a permanent; opponents not if it has hexproof (702.11b; before, cards said so)."""
    if aim.kind == "creature":
        of_kind = state.is_creature(permanent)
    else:
        of_kind = not aim.kind or state.is_a(permanent, aim.kind)
    if not of_kind or (aim.whose and not _is_whose(state, aim, permanent.controller, controller)):
        return False
    return not state.has(permanent, "hexproof") or permanent.controller in state.team(controller)


def settled(state: State, targets: str, target: int | None) -> tuple[str, int | None]:
    """A target that was chosen, with what it is: a player or a permanent, if it could be ``any`` of these."""
    if targets != ANY or target is None:
        return targets, target
    return ("player", -1 - target) if target < 0 else (_damageable(state), target)


def target_names(state: State, targets: str, offered: Sequence[int]) -> tuple[str, ...]:
    """The names of legal targets; ``Bear#2`` is the second of several permanents with a name."""
    if targets in PLAYERS:
        return tuple(state.name(seat) for seat in offered)
    return numbered([_name(state, targets, target) for target in offered])


def _name(state: State, targets: str, target: int) -> str:
    if targets == ANY and target < 0:
        return state.name(-1 - target)
    if kind := on_stack(targets):
        return next(one.name for one in state.stack if one.id == target and one.kind == kind)
    permanent = state.permanent(target)
    if permanent is None and targets in OR_SUSPENDED:
        return next((timer.name for timer in timers(state) if timer.id == target), "")
    return "" if permanent is None else permanent.card.name


@obeys("targets_chosen")
def why_no_target(
    state: State,
    name: str,
    targets: str,
    controller: int,
    target: int | None,
    found: str = "",
    source: int | None = None,
) -> Refusal | None:
    """Why something cannot be targeted, if it cannot; ``found`` says what it is instead."""
    but = f"; {found}" if found else ""
    if targets == "none":
        return None if target is None else refuse(state, f"{name} has no target{but}", "targets_chosen")
    if target in legal_targets(state, targets, controller, source):
        return None
    return refuse(state, f"{name} needs {target_in_words(targets)} as its target{but}", "targets_chosen")
