"""Effects on counters: they are put on permanents or removed, and proliferated (cr2011 701.23, cr2026 701.34)."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.card import TIME
from ...cards.kinds import OR_SUSPENDED
from ...edition import obeys
from ..objects.abilities.recasting import timers
from ..objects.cards.moving import numbered
from ..objects.permanents.loyalty import add_counters, put_counters
from ..objects.permanents.variants import add_lore
from ..objects.players.mana import change_counters, counters_of
from ..state.agenda import Choice, push, task
from ..state.decision import WHETHER, ChooseOption
from ..state.event import Log, emit
from ..state.state import DelayedAbility, Permanent, StackObject, State, replace
from .amounts import amount_now, asked
from .apply import applies, known_here, nothing, permanents_meant
from .casting import change_time

LOYALTY, LORE = "loyalty or defense", "lore"
"""What kinds of counters are called that a permanent does not keep with all others."""


@applies(v.Counters)
def _counters(state: State, log: Log, effect: v.Counters, source: StackObject) -> State:
    amount, topics = amount_now(state, effect, source, source.controller), f"instructions{asked(effect)}"
    if not amount and effect.for_each is not None:
        return nothing(state, log, source, "there is nothing that it counts", topics)
    for permanent in permanents_meant(state, effect.what, source):
        state = put_counters(state, log, permanent, amount, effect.kind, topics)
    timer = _timer(state, effect.what, source) if effect.kind == TIME else None
    return state if timer is None else change_time(state, log, timer, amount, topics)


def _timer(state: State, what: str, source: StackObject) -> DelayedAbility | None:
    """The ability of the suspended card that is the target, if it is one."""
    if what != "target" or not {source.targets, source.kept} & OR_SUSPENDED.keys():
        return None
    return next((one for one in timers(state) if one.id == source.target), None)


class Adjusting(Choice, frozen=True):
    """A player says which counter is removed from a permanent or a suspended card, or put there once more."""

    source: StackObject
    which: int
    name: str
    options: tuple[str, ...]
    changes: tuple[tuple[str, int], ...]


@applies(v.AdjustCounters)
def _adjust(state: State, log: Log, effect: v.AdjustCounters, source: StackObject) -> State:
    timer = _timer(state, effect.what, source)
    which, name, kinds = (0, "", tuple[str, ...]()) if timer is None else (timer.id, timer.name, (TIME,))
    for permanent in permanents_meant(state, effect.what, source)[:1]:
        which, name, kinds = permanent.id, permanent.card.name, kinds_on(permanent)
    kinds = tuple(kind for kind in kinds if effect.kind in ("", kind))
    if not kinds or source.controller not in state.rotation.seats:
        return nothing(state, log, source, "no such counter there")
    changes = tuple((kind, by) for kind in kinds for by in (-1, 1))
    options = tuple(f"{'remove' if by < 0 else 'add'} {kind or 'counter'}" for kind, by in changes)
    if effect.optional:
        options, changes = (WHETHER[0], *options), (("", 0), *changes)
    asked = replace(state, decision=ChooseOption(source.controller, name, options))
    return push(asked, Adjusting(source, which, name, options, changes))


@task(Adjusting)
@obeys("choice")
def _adjusted(state: State, log: Log, chosen: Adjusting) -> State:
    (kind, by), seat = chosen.changes[chosen.option], chosen.source.controller
    emit(log, "choice", state, "choice", seat, name=chosen.name, option=chosen.options[chosen.option])
    timer = next((one for one in timers(state) if one.id == chosen.which), None)
    if timer is not None and by:
        return change_time(state, log, timer, by, "instructions")
    return _one_more(state, log, chosen.which, kind, chosen.source, by) if by else state


class Proliferating(Choice, frozen=True):
    """The controller of an effect says which of those with counters get more; ``made`` are those they have chosen.

    Each is a permanent by its number, or a player as ``-1 - seat``, with a name, and the kinds of its counters.
    """

    source: StackObject
    left: tuple[tuple[int, str, tuple[str, ...]], ...]
    made: tuple[tuple[int, tuple[str, ...]], ...] = ()


@applies(v.Proliferate)
@obeys("proliferate")
def _proliferate(state: State, log: Log, effect: v.Proliferate, source: StackObject) -> State:
    if not known_here(state, log, "proliferate", source):
        return state
    there = [(p, kinds) for p in state.permanents() if (kinds := kinds_on(p))]
    names = numbered([p.card.name for p, _ in there])
    found = tuple((p.id, name, kinds) for (p, kinds), name in zip(there, names, strict=True))
    found += tuple((-1 - seat, state.name(seat), kinds) for seat, kinds in _players(state))
    if not found or source.controller not in state.rotation.seats:
        return nothing(state, log, source, "nothing there that has counters", "proliferate")
    return _ask(state, log, Proliferating(source, found))


def kinds_on(permanent: Permanent) -> tuple[str, ...]:
    """The kinds of counters that a permanent has."""
    more = ((LOYALTY,) if permanent.loyalty else ()) + ((LORE,) if permanent.lore else ())
    return (*(kind for kind, _ in permanent.counters), *more)


@obeys("proliferate_team")
def _players(state: State) -> list[tuple[int, tuple[str, ...]]]:
    """The players with counters, in turn order, each with their kinds; the poison of a team is that of one of them."""
    found, poisoned = [], set[int]()
    for seat in state.apnap():
        for mate in state.team(seat):
            kinds = tuple(kind for kind in counters_of(state, mate) if kind != "poison" or seat not in poisoned)
            poisoned |= {seat} if "poison" in kinds else set()
            found += [(mate, kinds)] if kinds else []
    return found


@obeys("proliferate")
def _ask(state: State, log: Log, asked: Proliferating) -> State:
    """Asks about the next one; once all are chosen, they get their counters at the same time."""
    if asked.left:
        _, name, kinds = asked.left[0]
        return replace(push(state, asked), decision=ChooseOption(asked.source.controller, name, _options(state, kinds)))
    for which, kinds in asked.made:
        for kind in kinds:
            topics = "proliferate instructions" if which < 0 else "proliferate"
            state = _one_more(state, log, which, kind, asked.source, topics=topics)
    return state


def _options(state: State, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What may be chosen: whether, or in 2011 of which one of several kinds."""
    if len(kinds) == 1 or state.edition.choices["proliferates"] == ("each_kind",):
        return WHETHER
    return (WHETHER[0], *(kind or "counter" for kind in kinds))


@task(Proliferating)
@obeys("proliferate")
def _chosen(state: State, log: Log, chosen: Proliferating) -> State:
    (which, name, kinds), *left = chosen.left
    options, seat = _options(state, kinds), chosen.source.controller
    option = options[chosen.option]
    emit(log, "choice", state, "proliferate", seat, name=name, option=option)
    if chosen.option:
        kinds = kinds if options == WHETHER else kinds[chosen.option - 1 : chosen.option]
        chosen = replace(chosen, made=(*chosen.made, (which, kinds)))
    return _ask(state, log, replace(chosen, left=tuple(left), option=0))


def _one_more(
    state: State, log: Log, which: int, kind: str, source: StackObject, by: int = 1, topics: str = "instructions"
) -> State:
    """A player or a permanent gets another counter of a kind, or loses one."""
    if which < 0:
        return change_counters(state, log, -1 - which, kind, by, source.name, topics)
    permanent = state.permanent(which)
    if permanent is None:
        return state
    if kind == LORE:
        return add_lore(state, log, permanent, topics, by)
    if kind == LOYALTY:
        return add_counters(state, log, permanent, by, topics)
    return put_counters(state, log, permanent, by, kind, topics)
