"""What a player may pay as something resolves: whether they can, and mana abilities meanwhile.

cr2006 413.2e, cr2011 608.2f, cr2026 608.2g.
"""

from __future__ import annotations

from ...edition import obeys
from ..state.agenda import Task, push, task
from ..state.decision import Activate, ChoosePayment
from ..state.event import Log
from ..state.piles.pile import size
from ..state.refusal import Refusal, refuse
from ..state.state import State, replace
from .activating import activate, why_not_activate
from .mana_sources import mana_in_reach


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
