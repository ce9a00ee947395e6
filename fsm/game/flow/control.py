"""Control of another player: of the next turn that they take, or of the next phase of a kind that they have.

cr2006 507, cr2011 711 (later 712), cr2026 723. A skipped turn or phase does not count as the next one. Of several
effects the newest counts, for as long as it lasts.
"""

from __future__ import annotations

from ...cards.vocabulary import Effects
from ...edition import obeys
from ...turn.graph import ROOT
from ..state.budget import check_count
from ..state.event import Event, Log, cited, emit
from ..state.players.teams import if_teams, team_detail
from ..state.state import ControlEffect, StackObject, State, replace, set_standing


@obeys("departed_control", "control_turn", "team_control")
def create(
    state: State, log: Log, source: StackObject, seats: tuple[int, ...], riders: Effects = (), phase: str = ""
) -> State:
    """The controller of an effect will control these players; a player who has left controls no player (800.4a)."""
    for seat in seats if source.controller in state.rotation.seats else ():
        new = ControlEffect(state.serial + 1, source.name, source.controller, seat, riders, phase)
        check_count(state, len(state.ahead.controls) + 1, "effects that control players", source.name)
        ahead = replace(state.ahead, controls=(*state.ahead.controls, new))
        state = set_standing(replace(state, serial=new.id), ahead=ahead)
        detail = {"by": source.name, "controller": state.name(source.controller), **({"what": phase} if phase else {})}
        emit(log, "control.create", state, "control_turn" + if_teams(state, "team_control"), seat, **detail)
    return state


@obeys("control_waits")
def meant_now(state: State, phase: str = "") -> tuple[ControlEffect, ...]:
    """The effects that waited for this turn, or for this phase of it.

    Who controls one player's turn controls their team's (606.6g, later 805.8).
    """
    return tuple(c for c in state.ahead.controls if c.phase == phase and state.is_active(c.player))


@obeys("control_newest", "control_only_player", "control_turn", "team_control")
def begin(state: State, log: Log, mine: tuple[ControlEffect, ...], node: str = ROOT) -> State:
    """The newest of these effects begins to control the turn or phase that begins; the others are gone (723.1a)."""
    ahead, newest = state.ahead, mine[-1]
    in_force = tuple(sorted((*ahead.in_force, newest), key=lambda control: control.id))
    waiting = tuple(control for control in ahead.controls if control not in mine)
    state = set_standing(state, ahead=replace(ahead, controls=waiting, in_force=in_force))
    if log is not None:
        detail = {"controller": state.name(newest.controller), "by": newest.by, **team_detail(state, state.active)}
        detail |= {"what": newest.phase} if newest.phase else {}
        topics = cited(state.edition, "control_turn" + if_teams(state, "team_control"))
        log.append(Event("control.begin", topics, state, node, state.active, tuple(detail.items())))
    return state


@obeys("control_phase")
def phase_begins(state: State, log: Log, kind: str, node: str) -> State:
    """Begins the control of this phase of the active player, if an effect waited for it."""
    mine = meant_now(state, kind)
    return begin(state, log, mine, node) if mine else state


def phase_ends(state: State) -> State:
    """Control of a phase ends with the phase; control of the turn continues."""
    left = tuple(control for control in state.ahead.in_force if not control.phase)
    return set_standing(state, ahead=replace(state.ahead, in_force=left))
