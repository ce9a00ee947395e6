"""What mana a player can make: the mana abilities that they can activate, and how much mana these add."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.abilities import Activated
from ...cards.parts import parts
from ..state.decision import Activate
from ..state.state import Permanent, State, set_player
from .activating import why_not_activate

NO_BOUND = 1_000_000
"""Stands for the mana of an ability that can be activated again and again, or that helps others to make mana."""

NO_HELP = (v.Mana, v.Life, v.Damage, v.Draw, v.May, v.ChooseOne, v.Pay, v.OnlyIf)
"""The effects that do not make it possible to activate one more mana ability."""


def mana_abilities(state: State, seat: int, id: int) -> tuple[int, ...]:
    """The numbers of the mana abilities of a permanent that a player could activate now."""
    permanent = state.permanent(id)
    if permanent is None:
        return ()
    return tuple(
        number
        for number, ability in enumerate(state.abilities(permanent))
        if ability.mana_ability and not why_not_activate(state, Activate(seat, id, number))
    )


def most_mana(state: State, permanent: Permanent) -> int:
    """An upper bound of the mana that a permanent makes with one activation."""
    return max((_mana_of(ability) for ability in state.abilities(permanent) if ability.mana_ability), default=0)


def mana_in_reach(state: State, seat: int) -> int:
    """An upper bound of the mana with which a player can pay: what the pool holds, and what mana abilities add."""
    have = state.players[seat].mana
    rich = set_player(state, seat, mana=NO_BOUND)  # what an ability costs may come from another one
    for permanent in state.permanents():
        able = mana_abilities(rich, seat, permanent.id)
        have += max((_reach(state.abilities(permanent)[number]) for number in able), default=0)
    return have


def _mana_of(ability: Activated) -> int:
    return sum(max(0, effect.amount) for effect, _ in parts(ability.do) if isinstance(effect, v.Mana))


def _reach(ability: Activated) -> int:
    """The mana that an ability may add during one payment."""
    once = ability.tap or ability.leaves or ability.once or ability.once_each_turn
    helps = any(isinstance(effect, v.Effect) and not isinstance(effect, NO_HELP) for effect, _ in parts(ability.do))
    return _mana_of(ability) if once and not helps else NO_BOUND
