"""Triggered abilities: they trigger at once, wait, and are put on the stack before a player gets priority."""

from __future__ import annotations

from . import delayed
from .abilities import Triggered
from .decision import OrderTriggers
from .event import Log, emit
from .state import Permanent, StackObject, State, replace
from .teams import if_teams
from .terms import Who
from .vocabulary import ChooseOne, Effect, May

Effects = tuple[Effect, ...]


def at_beginning(state: State, log: Log, kind: str, node: str) -> State:
    """Abilities that trigger at the beginning of a step or phase (cr2006 300.5, later 500.6)."""
    seats = state.team(state.active)
    for permanent in state.permanents():
        for ability in permanent.card.triggers:
            if ability.when != kind or not _is_whose(state, ability, permanent, seats):
                continue
            if not ability.nth or ability.nth == _occurrence(state, kind, node):
                for do in _for_each_active(state, ability):
                    state = _trigger(state, log, ability, permanent, do)
    for one in delayed.due(state, kind, node) if state.delayed else ():
        state, waiting = delayed.triggered(state, one)
        state = wait(state, log, waiting, "delayed_trigger")
    return state


def _for_each_active(state: State, ability: Triggered) -> tuple[Effects, ...]:
    """What an ability does, once: or for each player of an active team, if it speaks of "that player" (805.4d).

    Here that is an ability of ``each`` player's or opponent's step whose effects name the ``active`` player.
    Earlier editions have no such rule, and are read in the same way.
    """
    team = state.team(state.active)
    if len(team) == 1 or ability.whose not in ("each", "opponents") or not any(map(_names_active, ability.do)):
        return (ability.do,)
    return tuple(_all_about(ability.do, state.name(seat)) for seat in team)


def _names_active(effect: Effect) -> bool:
    return _about(effect, "") != effect


def _about(effect: Effect, name: str) -> Effect:
    """The effect with a player's name for "that player", also in what somebody may do or chooses."""
    if isinstance(effect, May):
        effect = replace(effect, do=_all_about(effect.do, name))
    elif isinstance(effect, ChooseOne):
        effect = replace(effect, options=tuple(replace(o, do=_all_about(o.do, name)) for o in effect.options))
    return replace(effect, player=Who(name)) if getattr(effect, "player", None) == "active" else effect


def _all_about(effects: Effects, name: str) -> Effects:
    return tuple(_about(effect, name) for effect in effects)


def _occurrence(state: State, kind: str, node: str) -> int:
    """The how-manieth of its kind this turn that is: what was skipped has not happened."""
    graph = state.graph
    alike = [n for phase in graph.children() for n in (phase, *graph.children(phase)) if graph.node(n).kind == kind]
    return sum(not graph.is_skipped(n) for n in alike[: alike.index(node) + 1])


def on_event(state: State, log: Log, event: str, permanent: Permanent, number: int = 0) -> State:
    """Abilities of a permanent that trigger on what happens to it, for the how-manieth time this turn."""
    for ability in permanent.card.triggers:
        if ability.when == event and ability.nth in (0, number):
            state = _trigger(state, log, ability, permanent, ability.do)
    return state


def on_untap(state: State, log: Log, untapped: Permanent) -> State:
    """Abilities that trigger as a permanent becomes untapped: its own, and those that look at all permanents."""
    state = on_event(state, log, "untaps", untapped)
    for permanent in tuple(state.permanents()):
        for ability in permanent.card.triggers:
            about = untapped.controller
            if ability.when == "a permanent untaps" and _is_whose(state, ability, permanent, (about,)):
                state = _trigger(state, log, ability, permanent, ability.do, about)
    return state


def on_player(state: State, log: Log, event: str, seat: int) -> State:
    """Abilities that trigger on what a player, their controller, does."""
    for permanent in state.permanents(seat):
        state = on_event(state, log, event, permanent)
    return state


def stack_waiting(state: State, log: Log) -> State:
    """Puts waiting abilities on the stack, the active player's first (cr2006 410.3, later 603.3b).

    A player with several chooses their order: then the state asks, and goes on with the answer. A team
    puts its own in any order (606.6, later 805.7); its primary player says in which.
    """
    for seat in state.apnap():
        team = state.team(seat)
        own = tuple(w for w in state.waiting if w.controller in team)
        if len({(w.name, w.effects, w.target) for w in own}) > 1:
            return replace(state, decision=OrderTriggers(seat, tuple(w.name for w in own)))
        if own:
            state = put_on_stack(state, log, own)
    return replace(state, waiting=())


def put_on_stack(state: State, log: Log, abilities: tuple[StackObject, ...]) -> State:
    """Puts abilities of one player, or of one team, on the stack, the first named lowest."""
    topics = "triggers_stacked apnap" + if_teams(state, "team_triggers")
    for ability in abilities:
        waiting = tuple(w for w in state.waiting if w is not ability)
        state = replace(state, stack=(*state.stack, ability), waiting=waiting)
        emit(log, "stack.push", state, topics, ability.controller, name=ability.name, object=ability.id)
    return state


def _is_whose(state: State, ability: Triggered, permanent: Permanent, seats: tuple[int, ...]) -> bool:
    """Whether an ability looks at what is some player's: an active team's step, or one player's permanent."""
    if ability.whose == "each":
        return True
    if ability.whose == "chosen":
        return permanent.chosen in seats
    if ability.whose == "you":
        return permanent.controller in seats
    return seats[0] not in state.team(permanent.controller)


def _trigger(
    state: State, log: Log, ability: Triggered, permanent: Permanent, do: Effects, about: int | None = None
) -> State:
    """A permanent's ability triggers; ``about`` is the player whom what happened is about."""
    serial, chosen = state.serial + 1, permanent.chosen if about is None else about
    waiting = StackObject(
        serial,
        "ability",
        ability.name or permanent.card.name,
        permanent.controller,
        do,
        source=permanent.id,
        target=chosen,
        chosen=chosen,
    )
    return wait(replace(state, serial=serial), log, waiting, "at_beginning")


def wait(state: State, log: Log, ability: StackObject, topics: str) -> State:
    """An ability has triggered and waits to be put on the stack."""
    state = replace(state, waiting=(*state.waiting, ability))
    emit(log, "trigger", state, topics, ability.controller, name=ability.name, object=ability.id)
    return state
