"""How often an amount counts: once, for each permanent of a kind or each card, half a life (413.2f, 608.2h)."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.kinds import COUNTED, THEIRS, THOSE, counted_kind, without_other
from ...edition import obeys
from ...shape import MANY
from ..objects.cards.moving import pile_at
from ..state.piles.pile import size
from ..state.players.teams import asked_life
from ..state.state import StackObject, State

Amount = v.Mana | v.Life | v.Damage | v.Draw | v.Counters


@obeys("information_once")
def amount_now(state: State, effect: Amount, source: StackObject, seat: int, most: int = MANY) -> int:
    """The amount of an effect for a player, found out as the effect is applied; at most as much as may be written."""
    if effect.for_each is None:
        return effect.amount
    return max(-most, min(most, effect.amount * _counted(state, effect.for_each, source, seat)))


def asked(effect: Amount) -> str:
    """A further topic to cite for an effect that asks something of the game, with a space before it."""
    return "" if effect.for_each is None else " information_once"


def _counted(state: State, each: str, source: StackObject, seat: int) -> int:
    if each == THOSE:
        return len(source.those)
    if each not in COUNTED:
        whose, kind = counted_kind(each)
        left_out = None if each == without_other(each) else source.source
        there = (p for p in state.permanents() if p.id != left_out and state.is_a(p, kind))
        return sum(_is_of(state, p.controller, whose, source, seat) for p in there)
    if each.startswith("half"):
        return (asked_life(state, seat) + each.endswith("up")) // 2
    return size(pile_at(state, seat, each))


def _is_of(state: State, controller: int, whose: str, source: StackObject, seat: int) -> bool:
    if whose == THEIRS:
        return controller == seat
    return not whose or (controller in state.team(source.controller)) is (whose == "own")
