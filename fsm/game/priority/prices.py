"""What mana a player can make, and what they may pay as something resolves, with mana abilities meanwhile.

cr2006 413.2e, cr2011 608.2f, cr2026 608.2g.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.abilities import Activated
from ...cards.parts import parts
from ...edition import obeys
from ..state.agenda import Task, push, task
from ..state.decision import Activate, ChoosePayment
from ..state.event import Log
from ..state.piles.pile import size
from ..state.refusal import Refusal, refuse
from ..state.state import Permanent, State, replace, set_player
from .activating import activate, why_not_activate

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


def why_not_asked(state: State, asked: ChoosePayment) -> str:
    """Why a player cannot pay, whatever mana abilities they activate, so that they are not asked; empty if they can."""
    reach = mana_in_reach(state, asked.player) if state.players[asked.player].mana < asked.mana else asked.mana
    return _missing(state, asked, reach, "has no more than" if reach > state.players[asked.player].mana else "has")


def why_unpaid(state: State, asked: ChoosePayment) -> str:
    """Why a player cannot pay with what they have now; empty if they can."""
    return _missing(state, asked, state.players[asked.player].mana, "has")


def _missing(state: State, asked: ChoosePayment, mana: int, verb: str) -> str:
    """What a player lacks (cr2026 118.3)."""
    player, name = state.players[asked.player], state.name(asked.player)
    if mana < asked.mana:
        return f"it costs {asked.mana} mana, and {name} {verb} {mana}"
    if player.life < asked.life:
        return f"it costs {asked.life} life, and {name} has {player.life}"
    if size(player.hand) < asked.discard:
        return f"it costs {asked.discard} cards, and {name} has {size(player.hand)}"
    return ""


@obeys("mana_any_time", "resolve_mana")
def why_not_meanwhile(state: State, asked: ChoosePayment, action: Activate) -> Refusal | None:
    """Why an ability cannot be activated before a player pays: only mana abilities can, if mana is asked for."""
    permanent = state.permanent(action.permanent)
    ability = state.abilities(permanent)[action.ability : action.ability + 1] if permanent is not None else ()
    if ability and not ability[0].mana_ability:
        return refuse(state, f"only mana abilities are activated before {asked.by} is paid for", "resolve_mana")
    if not asked.mana:
        return refuse(state, f"{asked.by} asks for no mana", "resolve_mana")
    return why_not_activate(state, action)


class AskPrice(Task, frozen=True):
    """A player who has activated a mana ability is asked again whether they pay."""

    asked: ChoosePayment


@obeys("resolve_mana")
def activate_meanwhile(state: State, log: Log, asked: ChoosePayment, action: Activate) -> State:
    """A mana ability is activated, and the player is asked again."""
    return activate(push(replace(state, decision=None), AskPrice(asked)), log, action, "mana_ability resolve_mana")


@task(AskPrice)
def _ask_again(state: State, _: Log, again: AskPrice) -> State:
    """A player who has left meanwhile does not pay."""
    return replace(state, decision=again.asked) if again.asked.player in state.rotation.seats else state
