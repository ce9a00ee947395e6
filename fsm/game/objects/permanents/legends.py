"""Permanents that do not stay together: legends of one name, planeswalkers of one type, several worlds.

Legendary permanents with one name (420.5e, later 704.5k, today 704.5j), and until 2017 planeswalkers that share a type
(420.5q of 2008, later 704.5j): all of them are put into the graveyard, or all but one of those that a player controls,
which that player chooses; until October 2004 all but the oldest, or all if the oldest entered together. Of world
permanents the newest stays (420.5i, later 704.5m, today 704.5k).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....edition import obeys
from ...state.agenda import Choice, push, task
from ...state.decision import ChooseKept
from ...state.event import Log, emit
from ...state.state import Permanent, State, replace, set_standing
from ..abilities.targets import target_names

Alike = tuple[Permanent, ...]

RULES = {"legend_rule": "the legend rule", "planeswalker_rule": "the planeswalker uniqueness rule"}
"""What players choose for, by topic."""


class KeepLegend(Choice, frozen=True):
    """A player is to choose which of their permanents that do not stay together stays."""

    seat: int
    names: tuple[str, ...]
    ids: tuple[int, ...]
    topic: str = "legend_rule"


@obeys(*RULES, "world_rule")
def fallen_legends(state: State) -> dict[str, list[int]]:
    """The permanents that these rules put into the graveyard, by topic; where nothing is chosen the oldest stays."""
    fallen: dict[str, list[int]] = {}
    if not state.index.has_rivals and not any(effect.types is not None for effect in state.lasting):
        return fallen
    for topic, group in _together(state):
        stay = _staying(state, group)
        fallen.setdefault(topic, []).extend(p.id for p in group if p.id != stay)
    if worlds := _old_worlds(state):
        fallen["world_rule"] = worlds
    return fallen


def _staying(state: State, group: Alike) -> int | None:
    """The one that stays: where a player chooses, the one that was chosen, or the oldest; None if all of them go."""
    match state.game.edition.choices["legend_rule"]:
        case ("one_stays",):
            return next((p.id for p in group if p.id in state.standing.kept), group[0].id)
        case ("oldest_stays",):
            first, second, *_ = sorted(group, key=_since)
            return first.id if _since(first) < _since(second) else None
    return None


def _since(permanent: Permanent) -> int:
    """The number that tells since when a permanent is what it is: those that entered together have the same."""
    return permanent.id if permanent.since is None else permanent.since


def ask_kept(state: State) -> State | None:
    """Asks the next player, in turn order, which of their permanents that do not stay together stays; None if clear."""
    groups = tuple(_together(state)) if _one_stays(state) else ()
    kept = state.standing.kept
    for seat in state.apnap() if groups else ():
        for topic, group in groups:
            ids = tuple(p.id for p in group)
            if group[0].controller == seat and not set(ids) & set(kept):
                names = target_names(state, "permanent", ids)
                state = push(state, KeepLegend(seat, names, ids, topic))
                return replace(state, decision=ChooseKept(seat, RULES[topic], names))
    return None


@task(KeepLegend)
@obeys("state_based")
def _kept(state: State, log: Log, chosen: KeepLegend) -> State:
    name, option = RULES[chosen.topic], chosen.names[chosen.option]
    emit(log, "choice", state, f"state_based {chosen.topic}", chosen.seat, name=name, option=option)
    return set_standing(state, kept=(*state.standing.kept, chosen.ids[chosen.option]))


def all_kept(state: State) -> State:
    """The state after these rules have been applied."""
    return set_standing(state, kept=()) if state.standing.kept else state


def _one_stays(state: State) -> bool:
    return state.game.edition.choices["legend_rule"] == ("one_stays",)


def _together(state: State) -> Iterator[tuple[str, Alike]]:
    """The legends that share a name, and the planeswalkers that share a type, each group with its topic."""
    legends = state.index.legends
    if len(legends) > 1:
        named = ((p, p.card.name) for p in legends if "legendary" in state.supertypes(p.card))
        yield from (("legend_rule", group) for group in _groups(state, named))
    walkers = _planeswalkers(state)
    if len(walkers) > 1:
        typed = ((p, subtype) for p in walkers for subtype in state.subtypes(p))
        yield from (("planeswalker_rule", group) for group in _groups(state, typed))


def _groups(state: State, having: Iterable[tuple[Permanent, str]]) -> tuple[Alike, ...]:
    """The permanents that have the same, and the same controller if the edition counts each player's own."""
    found: dict[tuple[str, int | None], list[Permanent]] = {}
    for permanent, what in having:
        found.setdefault((what, permanent.controller if _one_stays(state) else None), []).append(permanent)
    return tuple(tuple(group) for group in found.values() if len(group) > 1)


@obeys("planeswalker_rule")
def _planeswalkers(state: State) -> Alike:
    """The planeswalkers, if the edition has a rule that keeps those of one type apart."""
    known = state.index.attackable
    if (len(known) < 2 and not state.lasting) or not state.game.edition.cite("planeswalker_rule"):
        return ()
    among = {p.id for p in known}
    among.update(e.affects for e in state.lasting if e.types is not None and e.affects is not None)
    there = (state.permanent(id) for id in sorted(among))
    return tuple(p for p in there if p is not None and "planeswalker" in state.types(p))


def _old_worlds(state: State) -> list[int]:
    """The world permanents that go: all but the newest, or all of them if the newest entered together."""
    worlds = state.index.worlds
    if len(worlds) < 2:
        return []
    since = {p.id: _since(p) for p in worlds}
    newest = max(since.values())
    young = [id for id, entered in since.items() if entered == newest]
    return [id for id in since if len(young) > 1 or id not in young]
