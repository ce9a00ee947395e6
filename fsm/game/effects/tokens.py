"""Effects that create tokens, of their own kind or as copies (503, 706, 707)."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.abilities import delayed
from ..objects.permanents.moving import enter_battlefield, entered
from ..objects.permanents.statuses import excepted, may_enter, real_card, token_card
from ..state.event import Log
from ..state.state import StackObject, State
from ..state.view import seen_as
from .apply import applies, meant, nothing, permanents_meant


@applies(v.Token)
@obeys("token_not_created")
def _token(state: State, log: Log, effect: v.Token, source: StackObject) -> State:
    """A token that could not enter the battlefield is not created."""
    card = token_card(state, effect)
    if not may_enter(state, card):
        return nothing(state, log, source, f"{card.name} cannot enter the battlefield")
    whom = meant(state, effect.whom, source) if effect.whom is not None else ()
    attacking, before = effect.attacking and (effect.whom is None or bool(whom)), state
    for seat in meant(state, effect.player, source):
        attacked = whom[0] if whom else None
        state = enter_battlefield(
            state, log, card, seat, token=True, attacking=attacking, whom=attacked, count=effect.count
        )
    return delayed.then(state, effect.then, source, entered(before, state)) if effect.then else state


@applies(v.TokenCopy)
@obeys("copiable")
def _token_copy(state: State, log: Log, effect: v.TokenCopy, source: StackObject) -> State:
    """A copy has what is printed on the card, or what the effect said that created the token (503.2, 706.2, 707.2).

    What lies face down is copied as a 2/2 creature without a name. Other statuses, new names and what lasts on the
    permanent are not copied.
    """
    before = state
    for permanent in permanents_meant(state, effect.what, source):
        copied = seen_as(permanent) if permanent.face_down else real_card(permanent)
        card = excepted(copied, effect.without, effect.keywords)
        if not may_enter(state, card):
            nothing(state, log, source, f"{card.name} cannot enter the battlefield")
            continue
        for seat in meant(state, effect.player, source):
            state = enter_battlefield(state, log, card, seat, token=True)
    return delayed.then(state, effect.then, source, entered(before, state)) if effect.then else state
