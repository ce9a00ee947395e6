"""Mana, delayed abilities, day and night in neutral words: what is seen to end, told where a scenario is about it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from ...game import Event, State
from .. import instructions as i
from ..words import Act
from .watched import Placed, StepSpan, Watched

ABOUT_MANA = "mana_empties mana_burn"
ABOUT_DELAYS = "delayed_trigger delayed_later no_backup"
ABOUT_DAYS = "day_night"

Endings = dict[int, Placed | None]
"""The acts by the event that is seen to end what they did; none for what ends without one."""


def endings_of(run: Watched, shows: Collection[str]) -> Endings:
    """The acts that add mana, set abilities up, and make it day or night, each by the event that is seen to end it.

    Only in a run that ``shows`` the rules about it. What does not end has a negative number.
    """
    found: Endings = {}
    if _is_about(run, shows, ABOUT_MANA):
        found |= mana_acts(run)
    if _is_about(run, shows, ABOUT_DELAYS):
        found |= delay_acts(run)
    if _is_about(run, shows, ABOUT_DAYS):
        found |= day_acts(run)
    return found


def name_of(run: Watched, position: int) -> str:
    """What is seen to end with an event."""
    event = run.events[position]
    if event.kind == "daytime.change":
        return _daytime(run, position - 1)
    return str(event.get("name")) if event.kind == "trigger" else i.mana_of(run.start.name(event.player or 0))


def _is_about(run: Watched, shows: Collection[str], topics: str) -> bool:
    return any(number in shows for topic in topics.split() for number in run.start.edition.cite(topic))


def mana_acts(run: Watched) -> dict[int, Placed]:
    """The mana that is lost as steps and phases end, added where its player last got some, by the event of the loss.

    Nothing is told if some of it was kept by an effect, or added where no player has priority.
    """
    found: dict[int, Placed] = {}
    for position, event in enumerate(run.events):
        if event.kind not in ("mana.empty", "mana.burn") or event.player is None:
            continue
        before = range(position)
        added = max(n for n in before if run.events[n].kind == "mana.add" and run.events[n].player == event.player)
        name, amount = run.start.name(event.player), event.get("amount")
        if not isinstance(amount, int) or not _lasts(run, added, position):
            return {}
        found[position] = Placed(run.open_at(added), added, Act(i.mana_of(name), name, (i.Mana(name, amount),)))
    return found


def delay_acts(run: Watched) -> dict[int, Placed]:
    """The delayed abilities that trigger once as a step or main phase begins, by the event as which they do.

    Those that do not trigger have a negative number instead. Nothing is told if more than the turns and steps decides
    about one of them.
    """
    found: dict[int, Placed] = {}
    for position, event in enumerate(run.events):
        if event.kind != "trigger.delayed" or event.player is None:
            continue
        at, name, player = str(event.get("at")), str(event.get("name")), event.state.name(event.player)
        within = WITHIN[event.get("within")]
        do = i.Delay(name, at, "your" if event.get("whose") == "you" else "any", within)
        due = next((stop for stop in run.stops if stop.begins > position and _is_due(do, event, stop)), None)
        triggers = [
            n
            for n, one in enumerate(run.events)
            if n > position and one.kind == "trigger" and one.get("name") == name and one.player == event.player
        ]
        there = [n for n in triggers if due and due.begins < n < (due.opens or due.ends)]
        stop = run.stops[run.at(position)]
        here = 0 < stop.opens <= position and stop.state.turn == event.state.turn
        if event.get("each") or bool(due) != bool(there) or not here or not _is_stop(run, at):
            return {}
        key = next((n for n in there if n not in found), None) if due else -position
        if key is None:
            return {}
        found[key] = Placed(run.at(position), -1, Act(name, player, (do,)))  # before what ends the turn
    told = {n for n, one in enumerate(run.events) if one.kind == "trigger" and _names(one, found)}
    return found if told == {n for n in found if n > 0} else {}


def day_acts(run: Watched) -> Endings:
    """What makes it day or night, and the spells that players cast, which have negative numbers."""
    found: Endings = {}
    for position, event in enumerate(run.events):
        state = event.state
        if event.kind == "stack.push" and event.player is not None and state.stack[-1].kind == "spell":
            caster = Act("a spell", state.name(event.player), (i.Spell(),))
            found[-position] = Placed(run.open_at(position), position, caster)
        elif event.kind == "daytime.change":
            by_rule = set(state.edition.cite("day_night")).intersection(event.rules)
            key = position if _daytime(run, position - 1) else -position
            found[key] = None if by_rule else Placed(run.open_at(position), position, *_becomes(state))
    return found


def begins_with(run: Watched, shows: Collection[str]) -> tuple[Act, ...]:
    """What makes it day or night before the first turn, if a run shows the rules about it."""
    return _becomes(run.start) if _is_about(run, shows, ABOUT_DAYS) else ()


def _becomes(state: State) -> tuple[Act, ...]:
    """What makes it day or night as it is; nothing if it is neither."""
    match state.designations.daytime:
        case "day" | "night" as it:
            return (Act(it, state.name(state.active), (i.Becomes(it),)),)
    return ()


def _daytime(run: Watched, position: int) -> str:
    """What it was after an event: day, night, or an empty text."""
    return run.events[position].state.designations.daytime


WITHIN: dict[object, Literal["game", "this_turn", "later_turns"]] = {
    None: "game",
    "this": "this_turn",
    "next": "later_turns",
}


def _is_due(do: i.Delay, made: Event, stop: StepSpan) -> bool:
    """Whether a delayed ability triggers as a step or main phase begins."""
    kind, turn = stop.state.graph.node(stop.node).kind, stop.state.turn
    fits = kind == do.at or (do.at == "main" and kind.endswith("main"))
    theirs = do.whose == "any" or (made.player is not None and stop.state.is_active(made.player))
    when = {"game": True, "this_turn": turn == made.state.turn, "later_turns": turn > made.state.turn}
    return fits and theirs and when[do.within]


def _is_stop(run: Watched, kind: str) -> bool:
    """Whether it is a step or a main phase, and no phase with steps."""
    return kind.endswith("main") or kind in run.start.edition.all_steps


def _names(event: Event, found: dict[int, Placed]) -> bool:
    """Whether an ability that triggers has the name of a delayed one."""
    return any(one.act.name == event.get("name") for one in found.values())


def _lasts(run: Watched, added: int, lost: int) -> bool:
    """Whether mana stays by the rules alone, from one event to another: to the end of its step, or of its phase."""
    first, last = run.stops[run.at(added)], run.stops[run.at(lost)]
    if not first.opens or first.opens > added or first.state.turn != last.state.turn:
        return False
    graph = run.graphs[first.state.turn]
    kept = bool(first.state.edition.cite("mana_kept"))
    return first.node == last.node or (kept and graph.parent(first.node) == graph.parent(last.node))
