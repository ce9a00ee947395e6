"""The effects of a run in neutral words: the script of a vector.

Each act has to happen where a player has priority with an empty stack, since only there an engine is told to act.
What the rules do by themselves in a step (attackers, triggers of a cleanup step) is told at the last such place before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal

from ...game import State
from .. import instructions as i
from ..words import Act
from .abilities import in_effect, standing_acts
from .effects import instructions_of, is_rider
from .watched import Placed, Unsayable, Watched


def acts_of(run: Watched) -> tuple[list[Act], list[Placed]]:
    """What is in effect as the game begins, and the acts of a run, in order; ``Unsayable`` says what cannot be told."""
    placed = [*_effects(run), *standing_acts(run), *_leaving(run), *_cleanups(run), *_combats(run)]
    _all_told(run)
    return in_effect(run), sorted(placed, key=lambda one: (one.stop, one.position))


def _effects(run: Watched) -> Iterator[Placed]:
    """The effects of spells and abilities, those of one resolution as one act."""
    positions = {id(event): n for n, event in enumerate(run.events)}
    known = [one for one in run.carried if one.after is not None and id(one.after) in positions]
    end = run.stops[-1].opens or len(run.events)
    known = [one for one in known if positions[id(one.after)] < end and not is_rider(one)]
    for _, group in groupby(known, key=lambda one: (one.source.id, one.source.name, one.state.turn, one.state.at.stop)):
        together = list(group)
        position = positions[id(together[0].after)]
        do = [what for one in together for what in instructions_of(one)]
        if do:
            source = together[0].source
            act = Act(source.name, together[0].state.name(source.controller), tuple(do))
            yield Placed(run.open_at(position), position, act)


def _leaving(run: Watched) -> Iterator[Placed]:
    """The players who leave, those at one time together."""
    gone: set[int] = set()
    together: list[str] = []
    at = -1
    for position, event in enumerate(run.events):
        if event.kind in ("player.lose", "player.leave") and event.player not in gone and event.player is not None:
            gone.add(event.player)
            together.append(event.state.name(event.player))
            at = position if at < 0 else at
        elif together and event.kind not in ("player.lose", "player.leave", "combat.remove", "permanent.leave"):
            yield _left(run, at, together)
            together, at = [], -1
    if together:
        yield _left(run, at, together)


def _left(run: Watched, position: int, players: list[str]) -> Placed:
    return Placed(run.open_or_idle(position), position, Act("leaves", players[0], (i.Leave(tuple(players)),)))


def _cleanups(run: Watched) -> Iterator[Placed]:
    """Cleanup steps in which a player got priority: told as an ability that triggers in the next one."""
    for number, stop in enumerate(run.stops):
        state = stop.state
        if state.graph.node(stop.node).kind == "cleanup" and stop.opens:
            act = Act("in the cleanup step", state.name(state.active), (i.Trigger("cleanup"),))
            yield Placed(run.before(number), -1, act)


def _combats(run: Watched) -> Iterator[Placed]:
    """Attackers and blockers, what is put onto the battlefield attacking, and what leaves combat."""
    for position, event in enumerate(run.events):
        name = event.state.name(event.player) if event.player is not None else ""
        if event.kind == "combat.attack" and not event.get("attackers") and event.get("declared"):
            raise Unsayable("an attacker leaves combat as it is declared")
        if event.kind == "combat.attack" and event.get("attackers"):
            creatures = _creatures(run, position, "attackers")
            yield Placed(run.before(run.at(position)), -1, Act("attack", name, (i.Attack(creatures),)))
        elif event.kind == "combat.block" and event.get("blocks"):
            creatures = _creatures(run, position, "blockers")
            if creatures:
                yield Placed(run.before(run.at(position)), -1, Act("block", name, (i.Block(creatures),)))
        elif event.kind == "combat.put":
            creatures = (i.Creature(str(event.get("name")), _strikes(run, position, event.get("object"))),)
            yield Placed(run.open_at(position), position, Act("attack", name, (i.EnterAttacking(creatures),)))
        elif event.kind == "combat.remove" and event.get("lost") != "attacked" and _matters(run, position):
            names = (str(event.get("name")),)
            player = event.state.name(event.state.active)
            yield Placed(run.open_or_idle(position), position, Act("leaves combat", player, (i.LeaveCombat(names),)))


def _matters(run: Watched, position: int) -> bool:
    """Whether combat damage is still to come in this phase, as something leaves combat."""
    here, graph = run.stops[run.at(position)], run.graphs[run.events[position].state.turn]
    later = (stop for stop in run.stops[run.at(position) + 1 :] if stop.state.turn == here.state.turn)
    return any(
        graph.node(stop.node).kind == "combat_damage" and graph.parent(stop.node) == graph.parent(here.node)
        for stop in later
    )


def _creatures(run: Watched, position: int, role: Literal["attackers", "blockers"]) -> tuple[i.Creature, ...]:
    state = run.events[position].state
    if state.combat is None:
        return ()
    attackers = [one.id for one in state.combat.attackers if one.declared]
    ids = attackers if role == "attackers" else [blocker for blocker, _ in state.combat.blocks]
    return tuple(i.Creature(_name(state, id), _strikes(run, position, id)) for id in dict.fromkeys(ids))


def _name(state: State, id: int) -> str:
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "creature"


def _strikes(run: Watched, position: int, id: Any) -> i.Strikes:
    """Which strike a creature has as the next combat damage step begins, or as it attacks if none comes."""
    state = run.events[position].state
    for stop in run.stops[run.at(position) + 1 :]:
        kind = stop.state.graph.node(stop.node).kind
        if kind == "combat_damage":
            state = stop.state
        if kind not in ("declare_attackers", "declare_blockers"):
            break
    permanent = state.permanent(id)
    if permanent is None:
        return "normal"
    if state.has(permanent, "double strike"):
        return "double"
    return "first" if state.has(permanent, "first strike") else "normal"


def _all_told(run: Watched) -> None:
    """Refuses a run in which something else changes the turns."""
    made = {id(event) for one in run.carried for event in one.events}
    lost = any(event.kind == "player.lose" for event in run.events)
    for event in run.events:
        if id(event) not in made and event.kind in ("phase.insert", "step.insert") and event.get("by"):
            raise Unsayable(f"the rules or a permanent do this: {event.kind} by {event.get('by') or 'the rules'}")
        if event.kind == "game.end" and not (lost or any(player.left for player in event.state.players)):
            raise Unsayable("the game ends although nobody has left it")
