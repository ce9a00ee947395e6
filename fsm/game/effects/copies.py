"""Effects on names and copies of permanents: another name, and tokens that are copies (503, 706, 707)."""

from __future__ import annotations

from ...cards.vocabulary_permanents import Rename
from ...cards.vocabulary_tokens import TokenCopy
from ..objects import delayed
from ..objects.entering import may_enter
from ..objects.statuses import real_card
from ..objects.zones import enter_battlefield, entered
from ..state.event import Log, emit
from ..state.state import StackObject, State, replace, set_permanent
from ..state.view import FACE_DOWN
from .apply import applies, meant, permanents_meant


@applies(TokenCopy)
def _token_copy(state: State, log: Log, effect: TokenCopy, source: StackObject) -> State:
    """A copy has what is printed on the card, or what the effect said that created the token (503.2, 706.2, 707.2).

    What lies face down is copied as a 2/2 creature without a name. Other statuses, new names and what lasts on the
    permanent are not copied.

    Rules: copiable.
    """
    before = state
    for permanent in permanents_meant(state, effect.what, source):
        card = FACE_DOWN if permanent.face_down else real_card(permanent)
        if not may_enter(state, card):
            why = f"{card.name} cannot enter the battlefield"
            emit(log, "effect.nothing", state, "resolve", source.controller, name=source.name, why=why)
            continue
        for seat in meant(state, effect.player, source):
            state = enter_battlefield(state, log, card, seat, token=True)
    return delayed.then(state, effect.then, source, entered(before, state)) if effect.then else state


@applies(Rename)
def _rename(state: State, log: Log, effect: Rename, source: StackObject) -> State:
    """A permanent is called otherwise; in any other zone its card has its own name (110.5c, 111.4)."""
    for permanent in permanents_meant(state, effect.what, source):
        named = replace(permanent.card, name=effect.name)
        state = set_permanent(state, permanent.id, card=named, printed=real_card(permanent))
        seat, was = permanent.controller, permanent.card.name
        emit(log, "permanent.rename", state, "resolve", seat, name=was, new=effect.name, object=permanent.id)
    return state
