"""Restarting the game: it ends at once, without a winner, and a new one begins (cr2011 713, cr2026 727).

Turns are counted on: the first turn of the new game has the next number, so that an address
names one place of the whole run. ``Rotation.first`` says which one that is.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ...edition import obeys
from ...turn import Rotation
from ..flow.turns import NextTurn
from ..objects.permanents.variants import is_card_there
from ..state.agenda import DoEffect
from ..state.event import Log, emit
from ..state.piles.pile import UNKNOWN, Pile, size
from ..state.players.teams import starting_life, team_detail
from ..state.state import NOTHING_AHEAD, NOTHING_STANDS, Ahead, Player, StackObject, Standing, State
from .apply import applies, known_here

HAND = 7
"""The number of cards in each starting hand (103.3, 103.5)."""


@applies(v.RestartGame)
@obeys("restart_resolves", "restart_game", "restart_first")
def _restart(state: State, log: Log, _: v.RestartGame, source: StackObject) -> State:
    """Only the cards of the old game go on; players who have left it stay out of the new one.

    The rest of what the effect says is done just before the first untap step (713.4, 727.4).
    """
    if not known_here(state, log, "restart_game", source):
        return state
    seats = state.rotation.seats
    first = source.controller if source.controller in seats else state.next_seat(source.controller)
    left = (task for task in reversed(state.agenda) if isinstance(task, DoEffect) and task.source == source)
    rest = tuple((task.effect, task.source) for task in left)
    # What stands in the new game: the rest of the effect, and what lies in the command zone from the start.
    cards = tuple(thing for thing in state.standing.emblems if is_card_there(thing))
    casting = tuple(e for e in state.lasting if e.permits is not None and e.permits.card.zone == "command")
    standing = Standing(ahead=Ahead(first_things=rest) if rest else NOTHING_AHEAD, emblems=cards, lasting=casting)
    state = State(
        game=state.game,
        rotation=_as_seated(state, first),
        turn=state.turn,
        active=state.active,
        at=state.at,
        players=tuple(_anew(state, seat) for seat in range(len(state.players))),
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


@obeys("restart_cards", "restart_library")
def _anew(state: State, seat: int) -> Player:
    """A player at the start of the new game: the same cards, shuffled, in an unknown order.

    Their life is what the rules give them or their team. Schemes keep their order; face-up ones go to the bottom.
    A player with fewer than seven cards loses at the first check (713.3, 727.3).
    """
    player = state.players[seat]
    if player.left:
        return player
    cards = sum(size(pile) for pile in (player.hand, player.library, player.graveyard, player.exile))
    cards -= sum(stray.owner == seat for stray in state.standing.strays)
    cards += sum(p.owner == seat and not p.token for p in state.battlefield)
    cards += sum(o.controller == seat and o.card is not None and not o.copy for o in state.stack)
    hand, library = min(HAND, cards), max(0, cards - HAND)
    up = tuple((name, 1) for _, owner, name in state.designations.face_up if owner == seat)
    return Player(
        life=starting_life(state.edition, state.game.options, seat),
        hand=_renewed(player.hand, (UNKNOWN, hand)),
        library=_renewed(player.library, (UNKNOWN, library)),
        graveyard=_renewed(player.graveyard),
        exile=_renewed(player.exile),
        schemes=_renewed(player.schemes, *up, *player.schemes),
        outside=player.outside,
        ante=player.ante,
        command=player.command,
        overdrew=cards < HAND,
    )


def _renewed(old: Pile, *cards: tuple[str, int]) -> Pile:
    """A pile of the new game: other objects than those that were there before."""
    return Pile.of(*cards, arrived=old.arrived)
