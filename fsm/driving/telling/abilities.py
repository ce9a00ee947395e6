"""Permanents and choices in neutral words: what changes the turns without being the effect of a spell or an ability."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards.terms import parts
from ...game import State
from ...game.flow.skipping import static_skips
from ...game.state.action import Choose
from ...game.state.decision import ChooseSkip
from ...game.state.state import SkipEffect
from .. import instructions as i
from ..words import Act
from .effects import STRUCTURE
from .watched import Placed, Unsayable, Watched


def in_effect(run: Watched) -> list[Act]:
    """What permanents do as the game begins."""
    skips = [_begins(one, run.start) for one in _skipping(run.start).values()]
    by = run.start.rotation.reversed_by
    order = [Act(by, run.start.name(run.start.active), (i.ReverseTurns(),))] if by else []
    return [*skips, *_reversed([], _reversing(run.start), run.start), *order]


def standing_acts(run: Watched) -> Iterator[Placed]:
    """What permanents begin to do or no longer do, what they do as they leave, and which skips players choose."""
    yield from _changed(run)
    yield from _done(run)
    yield from _chosen(run)


def _changed(run: Watched) -> Iterator[Placed]:
    """Where abilities begin or end that skip things all the time, or that reverse the phases of turns."""
    known, reversing = _skipping(run.start), _reversing(run.start)
    for position, event in enumerate(run.events):
        if not event.state.battlefield and not known and not reversing:
            continue
        now, now_reversing = _skipping(event.state), _reversing(event.state)
        if event.kind != "game.restart":  # nothing of the old game is left
            yield from (_ended(run, position, known, key, now) for key in known if key not in now)
            begun = [_begins(now[key], event.state) for key in now if key not in known]
            begun += _reversed(reversing, now_reversing, event.state)
            yield from (Placed(run.open_at(position), position, act) for act in begun)
        known, reversing = now, now_reversing


Skips = dict[tuple[int | None, str, int], SkipEffect]


def _ended(run: Watched, position: int, known: Skips, key: tuple[int | None, str, int], now: Skips) -> Placed:
    name = known[key].by
    if any(other.by == name for other in now.values()):
        raise Unsayable("one of several effects of the same name ends")
    act = Act(name, run.events[position].state.name(known[key].controller), (i.StopEffect(name),))
    return Placed(run.open_or_idle(position), position, act)


def _skipping(state: State) -> Skips:
    """What skips things all the time, but what a player may decline."""
    return {(one.source, one.what, one.player): one for one in static_skips(state) if not one.optional}


def _begins(one: SkipEffect, state: State) -> Act:
    if any(isinstance(part, STRUCTURE) for part, _ in parts(one.then)):
        raise Unsayable("an effect changes the turns after something was skipped")
    return Act(one.by, state.name(one.controller), (i.Skip(one.what, state.name(one.player), 0),))


Named = list[tuple[str, int]]


def _reversing(state: State) -> Named:
    """The permanents that reverse the phases of turns, each with its controller."""
    static = state.index.static
    return [(p.card.name, p.controller) for p in static if any(s.reverse_phases for s in p.card.static)]


def _reversed(before: Named, now: Named, state: State) -> list[Act]:
    """Two of a kind cancel each other out, so only whether their number is odd counts."""
    if len(before) % 2 == len(now) % 2:
        return []
    name, seat = (now or before)[-1]
    return [Act(name, state.name(seat), (i.ReversePhases(),))]


def _done(run: Watched) -> Iterator[Placed]:
    """Extra turns that a permanent makes, and the turn order that it reverses, without an ability on the stack."""
    made = {id(event) for one in run.carried for event in one.events}
    for position, event in enumerate(run.events):
        if event.kind in ("turn.insert", "order.reverse") and id(event) not in made and event.player is not None:
            player = event.state.name(event.player)
            do = i.ExtraTurn(player) if event.kind == "turn.insert" else i.ReverseTurns()
            yield Placed(run.open_at(position), position, Act(str(event.get("by")), player, (do,)))


def _chosen(run: Watched) -> Iterator[Placed]:
    """Which of several effects skips something, and what players skip although they need not."""
    for answer in run.recording.answers:
        asked, action = answer.before.decision, answer.action
        if not isinstance(asked, ChooseSkip) or not isinstance(action, Choose) or action.option >= len(asked.effects):
            continue
        player, name = answer.before.name(asked.player), asked.effects[action.option]
        stop = run.before(run.at(answer.seq) + 1)
        if asked.may_decline:
            kind = asked.what.rpartition(".")[2].partition("#")[0]
            yield Placed(stop, -1, Act(name, player, (i.Skip(kind, player),)))
        else:
            yield Placed(stop, -1, Act("chooses", player, (i.ChooseSkip(player, name),)))
