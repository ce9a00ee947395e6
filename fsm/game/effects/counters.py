"""Effects on counters: they are put on permanents or removed, and proliferated (cr2011 701.23, cr2026 701.34)."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.cards.moving import numbered
from ..objects.permanents.loyalty import add_counters, put_counters
from ..objects.permanents.variants import add_lore
from ..objects.players.mana import change_counters, counters_of
from ..state.agenda import Choice, push, task
from ..state.decision import WHETHER, ChooseOption
from ..state.event import Log, emit
from ..state.state import Permanent, StackObject, State, replace
from .apply import applies, for_permanents, known_here, nothing

LOYALTY, LORE = "loyalty or defense", "lore"
"""What kinds of counters are called that a permanent does not keep with all others."""


@for_permanents(v.Counters)
def _counters(state: State, log: Log, effect: v.Counters, source: StackObject, permanent: Permanent) -> State:
    return put_counters(state, log, permanent, effect.amount, effect.kind, "instructions")


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


def _ask(state: State, log: Log, asked: Proliferating) -> State:
    """Asks about the next one; once all are chosen, they get their counters at the same time."""
    if asked.left:
        _, name, kinds = asked.left[0]
        return replace(push(state, asked), decision=ChooseOption(asked.source.controller, name, _options(state, kinds)))
    for which, kinds in asked.made:
        for kind in kinds:
            state = _one_more(state, log, which, kind, asked.source)
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


@obeys("proliferate")
def _one_more(state: State, log: Log, which: int, kind: str, source: StackObject) -> State:
    if which < 0:
        return change_counters(state, log, -1 - which, kind, 1, source.name, "proliferate instructions")
    permanent = state.permanent(which)
    if permanent is None:
        return state
    if kind == LORE:
        return add_lore(state, log, permanent, "proliferate")
    if kind == LOYALTY:
        return add_counters(state, log, permanent, 1, "proliferate")
    return put_counters(state, log, permanent, 1, kind, "proliferate")
