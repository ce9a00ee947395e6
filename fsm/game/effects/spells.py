"""Effects on spells and abilities: they are countered and copied (503, 706, 707), and when spells may be cast."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ...cards.kinds import ANY
from ...edition import obeys
from ..objects.abilities.targeted import becomes_target
from ..objects.abilities.targets import legal_targets, settled, target_names
from ..objects.cards.replacing import Moving, spell_moving
from ..objects.permanents.statuses import excepted
from ..priority.stack import copy, counter
from ..state.agenda import Choice, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.objects import ACTIONS
from ..state.state import StackObject, State, replace
from .apply import applies, for_players, known_here, moves, nothing
from .lasting import lasts_on


@applies(v.Counter)
@obeys("damage_no_spell", "counter")
def _counter(state: State, log: Log, effect: v.Counter, source: StackObject) -> State:
    """What the turn puts on the stack is neither a spell nor an ability (cr2006 310.3)."""
    others = on_stack(state, effect.what, source)
    if not others or others[-1].kind in ACTIONS or not state.is_a(others[-1], *effect.of):
        return nothing(state, log, source, "nothing there that can be countered", "counter")
    return counter(state, log, others[-1], effect.goes)


def on_stack(state: State, what: str, source: StackObject) -> list[StackObject]:
    """The other objects on the stack that an effect may mean, the one that it counters or copies last."""
    if what in ("target", "that"):
        id = source.target if what == "target" else source.subject.id if source.subject is not None else None
        return [one for one in state.stack if one.id == id]
    return [o for o in state.stack if o.id != source.id and (not what or o.name == what)]


def spells_there(state: State, what: str, source: StackObject) -> list[StackObject]:
    """The spells among these."""
    return [spell for spell in on_stack(state, what, source) if spell.kind == "spell"]


@moves(v.Counter)
def _would_counter(state: State, effect: v.Counter, source: StackObject) -> Iterator[Moving]:
    others = on_stack(state, effect.what, source)
    if others and state.is_a(others[-1], *effect.of) and others[-1].card is not None and not others[-1].copy:
        yield spell_moving(state, others[-1], effect.goes)


class NewTarget(Choice, frozen=True):
    """The controller of a copy may choose another target for it; the one that it has is the first that is offered."""

    copy: int
    offered: tuple[int, ...]


@applies(v.Copy)
@obeys("copy_ability", "copy_trigger")
def _copy(state: State, log: Log, effect: v.Copy, source: StackObject) -> State:
    """The copy has the effects of what is copied, for its own controller (503.10, 706.9, 707.10).

    What the trigger is about is copied as it was, even if it has left the stack.
    """
    there = on_stack(state, effect.what, source)
    copied = there[-1] if there else source.subject if effect.what == "that" else None
    if copied is None or copied.kind in ACTIONS:
        return nothing(state, log, source, "nothing there that can be copied")
    # Spells alone could be copied first, then activated abilities too, and today triggered ones.
    topic = "copy_spell" if copied.kind == "spell" else "copy_ability" if copied.activated else "copy_trigger"
    if not known_here(state, log, topic, source):
        return state
    if effect.without and copied.card is not None:
        copied = replace(copied, card=excepted(copied.card, effect.without))
    state = copy(state, log, copied, source.controller)
    new = state.stack[-1]
    return _ask_target(state, log, new) if effect.new_target else becomes_target(state, log, new)


def _aimed_at(new: StackObject) -> str:
    """What a copy of a spell or ability may target."""
    if new.card is not None:
        return new.card.targets
    return ANY if new.any_target else new.targets


def _ask_target(state: State, log: Log, new: StackObject) -> State:
    """Asks for the target of a copy, if there is another one; the one that it has comes first."""
    targets = _aimed_at(new)
    found = () if targets == "none" else legal_targets(state, targets, new.controller, new.source)
    offered = tuple(sorted(found, key=lambda target: settled(state, targets, target)[1] != new.target))
    if len(offered) < 2:
        return becomes_target(state, log, new)
    asked = ChooseOption(new.controller, new.name, target_names(state, targets, offered))
    return replace(push(state, NewTarget(new.id, offered)), decision=asked)


@task(NewTarget)
@obeys("copy_spell", "copy_targets")
def _new_target(state: State, log: Log, chosen: NewTarget) -> State:
    """If the target has left with a player, it is chosen again."""
    copied = next((one for one in state.stack if one.id == chosen.copy), None)
    if copied is None:
        return state
    word, target = _aimed_at(copied), chosen.offered[chosen.option]
    if target not in legal_targets(state, word, copied.controller, copied.source):
        return _ask_target(state, log, copied)
    (name,) = target_names(state, word, (target,))
    emit(log, "choice", state, "copy_targets copy_spell", copied.controller, name=copied.name, option=name)
    targets, target_now = settled(state, word, target)
    aimed = replace(copied, targets=targets, target=target_now)
    state = replace(state, stack=tuple(aimed if spell is copied else spell for spell in state.stack))
    return becomes_target(state, log, aimed)


@for_players(v.NoSpells)
def _no_spells(state: State, log: Log, effect: v.NoSpells, source: StackObject, seat: int) -> State:
    return lasts_on(state, log, source, effect.until, on=state.name(seat), cannot=(seat, "cast"))


@applies(v.CastAnyTime)
def _cast_any_time(state: State, log: Log, effect: v.CastAnyTime, source: StackObject) -> State:
    named = replace(source, name=effect.name)
    return lasts_on(state, log, named, effect.until, source=source.source, any_time=effect.of)
