"""Effects on names and copies: another name, copies of spells, and tokens that are copies (503, 706, 707)."""

from __future__ import annotations

from ...cards.vocabulary import Copy, Rename, TokenCopy
from ..objects.abilities import delayed
from ..objects.abilities.targets import legal_targets, settled, target_names
from ..objects.permanents.entering import may_enter
from ..objects.permanents.moving import enter_battlefield, entered
from ..objects.permanents.statuses import real_card
from ..priority.stack import copy
from ..state.agenda import Choice, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.state import StackObject, State, replace, set_permanent
from ..state.view import FACE_DOWN
from .apply import applies, meant, permanents_meant
from .things import on_stack


class NewTarget(Choice, frozen=True):
    """The controller of a copy may choose another target for it; the one that it has is the first that is offered."""

    copy: int
    offered: tuple[int, ...]


@applies(Copy)
def _copy(state: State, log: Log, effect: Copy, source: StackObject) -> State:
    """The copy has the effects of the copied spell, for its own controller (503.10, 706.10, 707.10)."""
    others = on_stack(state, effect.what, source)
    if not others or others[-1].kind != "spell":
        why = "no spell there that can be copied"
        emit(log, "effect.nothing", state, "instructions", source.controller, name=source.name, why=why)
        return state
    state = copy(state, log, others[-1], source.controller)
    return _ask_target(state, state.stack[-1]) if effect.new_target else state


def _ask_target(state: State, new: StackObject) -> State:
    """Asks for the target of a copy, if there is another one; the one that it has comes first."""
    targets = "none" if new.card is None else new.card.targets
    if targets == "none":
        return state
    found = legal_targets(state, targets, new.controller)
    offered = tuple(sorted(found, key=lambda target: settled(state, targets, target)[1] != new.target))
    if len(offered) < 2:
        return state
    asked = ChooseOption(new.controller, new.name, target_names(state, targets, offered))
    return replace(push(state, NewTarget(new.id, offered)), decision=asked)


@task(NewTarget)
def _new_target(state: State, log: Log, chosen: NewTarget) -> State:
    """If the target has left with a player, it is chosen again."""
    copied = next((spell for spell in state.stack if spell.id == chosen.copy), None)
    if copied is None or copied.card is None:
        return state
    word, target = copied.card.targets, chosen.offered[chosen.option]
    if target not in legal_targets(state, word, copied.controller):
        return _ask_target(state, copied)
    (name,) = target_names(state, word, (target,))
    emit(log, "choice", state, "copy_spell", copied.controller, name=copied.name, option=name)
    targets, target_now = settled(state, word, target)
    aimed = replace(copied, targets=targets, target=target_now)
    return replace(state, stack=tuple(aimed if spell is copied else spell for spell in state.stack))


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
            emit(log, "effect.nothing", state, "instructions", source.controller, name=source.name, why=why)
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
        emit(log, "permanent.rename", state, "instructions", seat, name=was, new=effect.name, object=permanent.id)
    return state
