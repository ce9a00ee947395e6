"""Triggered abilities: they trigger at once, wait, and are put on the stack before a player gets priority."""

from __future__ import annotations

from .abilities import Triggered
from .decision import OrderTriggers
from .event import Log, emit
from .state import Delayed, Permanent, StackObject, State, replace


def at_beginning(state: State, log: Log, kind: str, node: str) -> State:
    """Abilities that trigger at the beginning of a step or phase (cr2006 300.5, later 500.6)."""
    for permanent in state.permanents():
        for ability in permanent.card.triggers:
            if ability.when != kind or not _is_whose(ability, permanent, state.active):
                continue
            if not ability.nth or ability.nth == _occurrence(state, kind, node):
                state = _trigger(state, log, ability, permanent)
    due = [d for d in state.delayed if d.at == kind and (d.whose == "any" or d.controller == state.active)]
    due = [d for d in due if d.turn in (None, state.turn)]
    for delayed in due:
        state = _trigger_delayed(state, log, delayed)
    return state


def _occurrence(state: State, kind: str, node: str) -> int:
    """The how-manieth of its kind this turn that is: what was skipped has not happened."""
    graph = state.graph
    alike = [n for phase in graph.children() for n in (phase, *graph.children(phase)) if graph.node(n).kind == kind]
    return sum(not graph.is_skipped(n) for n in alike[: alike.index(node) + 1])


def on_event(state: State, log: Log, event: str, permanent: Permanent, number: int = 0) -> State:
    """Abilities of a permanent that trigger on what happens to it, for the how-manieth time this turn."""
    for ability in permanent.card.triggers:
        if ability.when == event and ability.nth in (0, number):
            state = _trigger(state, log, ability, permanent)
    return state


def on_untap(state: State, log: Log, untapped: Permanent) -> State:
    """Abilities that trigger as a permanent becomes untapped: its own, and those that look at all permanents."""
    state = on_event(state, log, "untaps", untapped)
    for permanent in tuple(state.permanents()):
        for ability in permanent.card.triggers:
            if ability.when == "a permanent untaps" and _is_whose(ability, permanent, untapped.controller):
                state = _trigger(state, log, ability, permanent, untapped.controller)
    return state


def on_player(state: State, log: Log, event: str, seat: int) -> State:
    """Abilities that trigger on what a player, their controller, does."""
    for permanent in state.permanents(seat):
        state = on_event(state, log, event, permanent)
    return state


def stack_waiting(state: State, log: Log) -> State:
    """Puts waiting abilities on the stack, the active player's first (cr2006 410.3, later 603.3b).

    A player with several chooses their order: then the state asks, and goes on with the answer.
    """
    for seat in state.apnap():
        own = tuple(w for w in state.waiting if w.controller == seat)
        if len({(w.name, w.effects, w.target) for w in own}) > 1:
            return replace(state, decision=OrderTriggers(seat, tuple(w.name for w in own)))
        if own:
            state = put_on_stack(state, log, own)
    return replace(state, waiting=())


def put_on_stack(state: State, log: Log, abilities: tuple[StackObject, ...]) -> State:
    """Puts abilities of one player on the stack, the first named lowest."""
    for ability in abilities:
        waiting = tuple(w for w in state.waiting if w is not ability)
        state = replace(state, stack=(*state.stack, ability), waiting=waiting)
        emit(
            log, "stack.push", state, "triggers_stacked apnap", ability.controller, name=ability.name, object=ability.id
        )
    return state


def _is_whose(ability: Triggered, permanent: Permanent, seat: int) -> bool:
    if ability.whose == "each":
        return True
    if ability.whose == "chosen":
        return seat == permanent.chosen
    return (seat == permanent.controller) == (ability.whose == "you")


def _trigger(state: State, log: Log, ability: Triggered, permanent: Permanent, about: int | None = None) -> State:
    """A permanent's ability triggers; ``about`` is the player whom what happened is about."""
    serial, chosen = state.serial + 1, permanent.chosen if about is None else about
    waiting = StackObject(
        serial,
        "ability",
        ability.name or permanent.card.name,
        permanent.controller,
        ability.do,
        source=permanent.id,
        target=chosen,
        chosen=chosen,
    )
    return wait(replace(state, serial=serial), log, waiting, "at_beginning")


def _trigger_delayed(state: State, log: Log, delayed: Delayed) -> State:
    serial = state.serial + 1
    waiting = StackObject(
        serial,
        "ability",
        delayed.name,
        delayed.controller,
        delayed.do,
        source=delayed.source,
        target=delayed.target,
        chosen=delayed.target,
        chooser=delayed.chooser,
    )
    rest = tuple(d for d in state.delayed if d is not delayed)
    return wait(replace(state, serial=serial, delayed=rest), log, waiting, "delayed_trigger")


def wait(state: State, log: Log, ability: StackObject, topics: str) -> State:
    """An ability has triggered and waits to be put on the stack."""
    state = replace(state, waiting=(*state.waiting, ability))
    emit(log, "trigger", state, topics, ability.controller, name=ability.name, object=ability.id)
    return state
