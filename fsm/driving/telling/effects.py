"""Effects in neutral words: what each effect that was carried out tells an engine to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from ...cards import vocabulary as v
from ...cards.terms import parts
from ...game.effects.apply import Carried, meant
from ...game.state.players.teams import once_each_team
from ...shape import fields
from .. import instructions as i
from .watched import Unsayable


def is_rider(one: Carried) -> bool:
    """Whether an effect is part of an extra turn, and told with it."""
    extra = one.state.extra
    return extra is not None and one.effect in extra.riders and bool(_skipped(extra.riders))


def instructions_of(one: Carried) -> list[i.AnyInstruction]:
    """What an effect tells an engine to do; ``Unsayable`` if there are no words for it."""
    return SAYS[type(one.effect)](one, one.effect)


def _seats(one: Carried) -> list[str]:
    seats = meant(one.state, getattr(one.effect, "player", "you"), one.source)
    return [one.state.name(seat) for seat in once_each_team(one.state, seats)]


def _skipped(riders: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(rider.what for rider in riders if isinstance(rider, v.Skip))


def _extra_turn(one: Carried, effect: v.ExtraTurns) -> list[i.AnyInstruction]:
    if any(isinstance(rider, v.EndTurn | v.EndCombat | v.ExtraTurns | v.ExtraPhases) for rider in effect.riders):
        raise Unsayable("an effect changes the turns as an extra turn begins")
    skips = _skipped(effect.riders)
    return [i.ExtraTurn(player, skips) for player in _seats(one) for _ in range(effect.count)]


def _extra_phases(_: Carried, effect: v.ExtraPhases) -> list[i.AnyInstruction]:
    kinds = tuple("postcombat_main" if kind == "main" else kind for kind in effect.phases)
    return [i.ExtraPhases(kinds, effect.after)]


def _extra_steps(one: Carried, effect: v.ExtraSteps) -> list[i.AnyInstruction]:
    seats = meant(one.state, effect.player, one.source)
    seat = next((seat for seat in seats if one.state.is_active(seat)), seats[0] if seats else None)
    if seat is None:
        return []
    player = one.state.name(one.state.active if one.state.is_active(seat) else seat)
    count = one.source.amount if effect.count == "damage" else effect.count
    before = (effect.anchor or effect.step) if effect.where == "before_next" else ""
    return [i.ExtraSteps(effect.step, player, count, effect.where, before)] if count else []


def _skip(one: Carried, effect: v.Skip) -> list[i.AnyInstruction]:
    if any(isinstance(part, STRUCTURE) for part, _ in parts(effect.then)):
        raise Unsayable("an effect changes the turns after something was skipped")
    if effect.until not in get_args(fields(i.Skip)["until"]):
        raise Unsayable(f"an effect that skips something lasts until {effect.until}")
    count = 0 if effect.all else effect.count
    until: Any = str(effect.until)
    return [i.Skip(effect.what, player, count, until, effect.next_turn) for player in _seats(one)]


def _control(one: Carried, effect: v.ControlTurn | v.ControlPhase) -> list[i.AnyInstruction]:
    if isinstance(effect, v.ControlPhase):
        return [i.ControlPhase(player, one.state.name(one.source.controller), effect.phase) for player in _seats(one)]
    controllers = map(one.state.name, meant(one.state, effect.controller, one.source))
    return [i.Control(player, by) for by in controllers for player in _seats(one)]


def _restart(one: Carried, _: v.RestartGame) -> list[i.AnyInstruction]:
    first = next((event.player for event in one.events if event.kind == "game.restart"), None)
    return [] if first is None else [i.Restart(one.state.name(first))]


def _last(_: Carried, effect: v.Lasting) -> list[i.AnyInstruction]:
    until: Any = str(effect.until)
    return [i.Last(effect.name, until)] if until in LASTS else []


def _end_turn(one: Carried, _: v.EndTurn) -> list[i.AnyInstruction]:
    waiting: list[i.AnyInstruction] = [i.Trigger() for _ in one.state.waiting]
    return [*waiting, i.EndTurn()]


SAYS: dict[type[v.Effect], Callable[[Carried, Any], list[i.AnyInstruction]]] = {
    v.ExtraTurns: _extra_turn,
    v.ExtraPhases: _extra_phases,
    v.ExtraSteps: _extra_steps,
    v.Skip: _skip,
    v.EndTurn: _end_turn,
    v.EndCombat: lambda _one, _effect: [i.EndCombat()],
    v.ControlTurn: _control,
    v.ControlPhase: _control,
    v.ReverseTurnOrder: lambda _one, _effect: [i.ReverseTurns()],
    v.RestartGame: _restart,
    v.Lasting: _last,
}
"""How each effect is told."""

STRUCTURE = tuple(kind for kind in SAYS if kind is not v.Lasting)
LASTS = get_args(fields(i.Last)["until"])
