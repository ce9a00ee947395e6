"""Ending the turn, the combat phase, or the game, which begins anew: what happens then, and in which order.

cr2006 509, cr2011 712, cr2026 724. Each action of ending a turn or a combat is named by its topic and happens in the
edition's order; the last one moves play to another place.

A game that is restarted (cr2011 713, cr2026 727) ends at once, without a winner. Turns are counted on: the first turn
of the new game has the next number, so that an address names one place of the whole run. ``Rotation.first`` says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

from ...cards import vocabulary as v
from ...edition import obey_by_name, obeys
from ...turn import Rotation, end_turn_first, follow
from ..flow.arrival import TURN_BEGINS
from ..flow.flow import enter_ending
from ..flow.turns import NextTurn
from ..objects.cards.links import linked
from ..objects.cards.moving import card_at
from ..objects.permanents.variants import is_card_there
from ..priority.stack import remove_all
from ..priority.state_based import perform
from ..state.agenda import DoEffect
from ..state.enduring import Permit
from ..state.event import Log, emit
from ..state.piles.pile import UNKNOWN, CardId, Pile, put, run_of, size
from ..state.players.teams import starting_life, team_detail
from ..state.rewriting import rewritten
from ..state.state import NOTHING_AHEAD, NOTHING_STANDS, Ahead, Player, StackObject, Standing, State, replace
from .apply import applies, known_here, nothing

EndingAction = Callable[[State, Log, str, str], State]
"""An action of such a procedure, with its topic and the name of the effect."""


@applies(v.EndTurn)
@obeys("end_turn")
def _end_turn(state: State, log: Log, _: v.EndTurn, source: StackObject) -> State:
    return _carry_out(state, log, "end_turn", source)


@applies(v.EndCombat)
@obeys("end_combat_outside", "end_combat", "instructions")
def _end_combat(state: State, log: Log, _: v.EndCombat, source: StackObject) -> State:
    """Outside combat, or under an edition without such a rule, nothing happens (724.2g)."""
    inside = state.graph.node(state.at.phase).kind == "combat"
    if not inside or "end_combat" not in state.edition.procedures:
        why = "not in a combat phase" if not inside else "this edition has no such rule"
        return nothing(state, log, source, why, "end_combat instructions")
    return _carry_out(state, log, "end_combat", source)


@obeys("end_turn")
def _carry_out(state: State, log: Log, procedure: str, source: StackObject) -> State:
    for topic in state.edition.procedures[procedure]:
        state = ENDING_ACTIONS[topic](state, log, topic, source.name)
        if state.outcome is not None:
            return state
    return state


def _drop_triggers(state: State, log: Log, topic: str, _: str) -> State:
    """Triggered abilities that are not on the stack yet cease to exist (724.1a, 724.2a)."""
    for waiting in state.waiting:
        emit(log, "trigger.lost", state, topic, waiting.controller, name=waiting.name, object=waiting.id)
    return replace(state, waiting=()) if state.waiting else state


def _exile_stack(state: State, log: Log, topic: str, _: str) -> State:
    return remove_all(state, log, topic)


def _leave_combat(state: State, *_: Any) -> State:
    """Attackers and blockers are removed from combat at once (509.1a, 712.1a)."""
    return replace(state, combat=None)


@obeys("end_combat_process_triggers", "end_turn_process_triggers")
def _state_based_once(state: State, log: Log, *_: str) -> State:
    """State-based actions are performed once; no player gets priority, and nothing is put on the stack."""
    return perform(state, log, ask=False)


@obeys("end_turn_no_end_step")
def _to_cleanup(state: State, log: Log, _: str, by: str) -> State:
    """This step ends, and the cleanup step is next; in a cleanup step, the edition says what follows.

    If that is a new cleanup step (cr2026 724.1d), the cleanup step that would follow because players got
    priority does not come in addition: players will not pass with an empty stack in this step (514.3a).
    """
    if TURN_BEGINS in state.agenda:  # the effect is one of the first things in the turn, so no step has begun (724.1d)
        return rewritten(state, log, end_turn_first(state.graph, by))
    return enter_ending(rewritten(state, log, follow(state.graph, state.at.stop, "ends_turn", by)), log)


@obeys("end_combat_no_triggers")
def _to_next_phase(state: State, log: Log, _: str, by: str) -> State:
    """The combat phase ends, and the phase after it is next."""
    return enter_ending(rewritten(state, log, follow(state.graph, state.at.stop, "ends_combat", by)), log)


ENDING_ACTIONS: dict[str, EndingAction] = {
    "end_turn_triggers": _drop_triggers,
    "end_turn_stack": _exile_stack,
    "end_turn_combat": _leave_combat,
    "end_turn_sba": _state_based_once,
    "end_turn_cleanup": _to_cleanup,
    "end_combat_triggers": _drop_triggers,
    "end_combat_stack": _exile_stack,
    "end_combat_sba": _state_based_once,
    "end_combat_phase": _to_next_phase,
}
"""The actions of both procedures, by topic."""
obey_by_name(ENDING_ACTIONS)


HAND = 7
"""The number of cards in each starting hand (103.3, 103.5)."""


@applies(v.RestartGame)
@obeys("restart_resolves", "restart_game", "restart_first")
def _restart(state: State, log: Log, effect: v.RestartGame, source: StackObject) -> State:
    """Only the cards of the old game go on; players who have left it stay out of the new one.

    The rest of what the effect says is done just before the first untap step (713.4, 727.4).
    """
    if not known_here(state, log, "restart_game", source):
        return state
    seats = state.rotation.seats
    first = source.controller if source.controller in seats else state.next_seat(source.controller)
    left = (task for task in reversed(state.agenda) if isinstance(task, DoEffect) and task.source == source)
    exempt = _exempt(state, effect, source)
    those = tuple(id for seat in range(len(state.players)) for id in _exiled_anew(state, exempt, seat))
    then: v.Effects = effect.then if those else ()
    rest: tuple[tuple[v.Effect, StackObject], ...] = tuple((one, replace(source, those=those)) for one in then)
    rest += tuple((task.effect, task.source) for task in left)
    # What stands in the new game: the rest of the effect, and what lies in the command zone from the start.
    cards = tuple(thing for thing in state.standing.emblems if is_card_there(thing))
    casting = tuple(
        replace(e, permits=Permit(e.permits.card))
        for e in state.lasting
        if e.permits is not None and e.permits.card.zone == "command"
    )
    standing = Standing(ahead=Ahead(first_things=rest) if rest else NOTHING_AHEAD, emblems=cards, lasting=casting)
    state = State(
        game=state.game,
        rotation=_as_seated(state, first),
        turn=state.turn,
        active=state.active,
        at=state.at,
        players=tuple(_anew(state, seat, exempt) for seat in range(len(state.players))),
        agenda=(NextTurn(),),
        standing=NOTHING_STANDS if standing == NOTHING_STANDS else standing,
        serial=state.serial,
    )
    first = state.team(first)[0]
    emit(log, "game.restart", state, "restart_game restart_first", first, by=source.name, **team_detail(state, first))
    return state


def _as_seated(state: State, first: int) -> Rotation:
    """The turn order of the setup, with its teams, without the players who have left.

    Of a team the primary player takes the first turn. Extra turns are numbered on.
    """
    teams = state.game.options.teams
    seated = tuple(seat for team in teams for seat in team) or tuple(range(len(state.players)))
    seats = tuple(seat for seat in seated if seat in state.rotation.seats)
    last = seats[seats.index(state.team(first)[0]) - 1]
    primaries = tuple(team[0] for team in teams if team[0] in seats)
    return Rotation(
        seats, last, created=state.rotation.created, circle=seats, primaries=primaries, first=state.turn + 1
    )


@obeys("restart_exempt")
def _exempt(state: State, effect: v.RestartGame, source: StackObject) -> tuple[CardId, ...]:
    """The exiled cards that are left out of the new game (713.5, 727.5)."""
    if not effect.link:
        return ()
    cards = ((id, card_at(state, id)) for id in linked(state, source, effect.link))
    return tuple(id for id, card in cards if card and (effect.of is None or state.is_a(card, effect.of)))


def _exiled_anew(state: State, exempt: tuple[CardId, ...], seat: int) -> Iterator[CardId]:
    """What a player's cards become that stay in exile, each a new object."""
    number = state.players[seat].exile.arrived
    return (CardId(seat, "exile", number + n) for n, _ in enumerate(id for id in exempt if id.owner == seat))


@obeys("restart_cards", "restart_library")
def _anew(state: State, seat: int, exempt: tuple[CardId, ...]) -> Player:
    """A player at the start of the new game: the same cards, shuffled, in an unknown order.

    Their life is what the rules give them or their team. Schemes keep their order; face-up ones go to the bottom.
    A player with fewer than seven cards loses at the first check (713.3, 727.3).
    """
    player = state.players[seat]
    if player.left:
        return player
    cards = sum(size(pile) for pile in (player.hand, player.library, player.graveyard, player.exile))
    kept = [run for id in exempt if id.owner == seat and (run := run_of(player.exile, id.number)) is not None]
    cards -= len(kept) + sum(stray.owner == seat for stray in state.standing.strays)
    cards += sum(p.owner == seat and not p.token for p in state.battlefield)
    cards += sum(o.controller == seat and o.card is not None and not o.copy for o in state.stack)
    hand, library = min(HAND, cards), max(0, cards - HAND)
    up = tuple((name, 1) for _, owner, name in state.designations.face_up if owner == seat)
    return Player(
        life=starting_life(state.edition, state.game.options, seat),
        hand=_renewed(player.hand, (UNKNOWN, hand)),
        library=_renewed(player.library, (UNKNOWN, library)),
        graveyard=_renewed(player.graveyard),
        exile=reduce(lambda pile, run: put(pile, run.name, 1, run.card), kept, _renewed(player.exile)),
        schemes=_renewed(player.schemes, *up, *player.schemes),
        outside=player.outside,
        ante=player.ante,
        command=player.command,
        companion=player.companion,
        overdrew=cards < HAND,
    )


def _renewed(old: Pile, *cards: tuple[str, int]) -> Pile:
    """A pile of the new game: other objects than those that were there before."""
    return Pile.of(*cards, arrived=old.arrived)
