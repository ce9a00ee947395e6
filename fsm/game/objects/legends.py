"""The legend rule: legendary permanents with one name do not stay together (420.5e, 704.5k, today 704.5j).

All of them are put into the graveyard, or all but one of those that a player controls, which that player chooses.
"""

from __future__ import annotations

from ..state.agenda import Choice, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.state import Permanent, State, replace, set_standing

Alike = tuple[Permanent, ...]


class KeepLegend(Choice, frozen=True):
    """A player is to choose which of their legendary permanents with one name stays."""

    seat: int
    name: str
    ids: tuple[int, ...]


def fallen_legends(state: State) -> tuple[int, ...]:
    """The permanents that the legend rule puts into the graveyard; where nothing is chosen the oldest one stays.

    Rules: legend_rule.
    """
    groups = _together(state)
    if not groups:
        return ()
    if not _one_stays(state):
        return tuple(p.id for group in groups for p in group)
    kept = state.standing.kept
    stay = {next((p.id for p in group if p.id in kept), group[0].id) for group in groups}
    return tuple(p.id for group in groups for p in group if p.id not in stay)


def ask_kept(state: State) -> State | None:
    """Asks the next player, in turn order, which of their legendary permanents stays; None if all is chosen."""
    groups = _together(state) if _one_stays(state) else ()
    kept = state.standing.kept
    for seat in state.apnap() if groups else ():
        for group in groups:
            ids = tuple(p.id for p in group)
            if group[0].controller == seat and not set(ids) & set(kept):
                name = group[0].card.name
                options = tuple(f"{name}#{n}" if n > 1 else name for n in range(1, len(ids) + 1))
                state = push(state, KeepLegend(seat, name, ids))
                return replace(state, decision=ChooseOption(seat, name, options))
    return None


@task(KeepLegend)
def _kept(state: State, log: Log, chosen: KeepLegend) -> State:
    number = chosen.option + 1
    option = f"{chosen.name}#{number}" if number > 1 else chosen.name
    emit(log, "choice", state, "state_based legend_rule", chosen.seat, name=chosen.name, option=option)
    return set_standing(state, kept=(*state.standing.kept, chosen.ids[chosen.option]))


def all_kept(state: State) -> State:
    """The state after the legend rule has been applied."""
    return set_standing(state, kept=()) if state.standing.kept else state


def _one_stays(state: State) -> bool:
    return state.game.edition.choices["legend_rule"] == ("one_stays",)


def _together(state: State) -> tuple[Alike, ...]:
    """The legendary permanents that share a name, and a controller if the edition counts each player's own."""
    legends = state.index.legends
    if len(legends) < 2:
        return ()
    found: dict[tuple[str, int | None], list[Permanent]] = {}
    for permanent in legends:
        whose = permanent.controller if _one_stays(state) else None
        found.setdefault((permanent.card.name, whose), []).append(permanent)
    return tuple(tuple(group) for group in found.values() if len(group) > 1)
