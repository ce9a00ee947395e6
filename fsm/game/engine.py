"""The engine: ``step(state, action)`` returns the next state and the events; nothing else changes.

Where a player has to decide, ``state.decision`` says so, ``legal_actions`` lists what may be
answered, and anything else is an ``IllegalAction`` that changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..cards.card import Card
from ..edition import Edition, obeys, playable
from ..errors import FsmError, expect_type
from ..turn import base_turn, start_rotation
from . import effects  # noqa: F401  # registers what each effect does
from .decisions.table import LegalActions, answer, check_fields, why_not
from .flow.arrival import TurnOver
from .flow.flow import all_passed
from .flow.macrosteps import proceed
from .flow.opening import Deck, open_game
from .flow.running import run
from .objects.cards.moving import show_tops
from .objects.permanents.loyalty import first_counters
from .objects.permanents.variants import begin_in_command, first_daytime
from .priority.loop import watch
from .priority.priority import pass_on
from .state.action import Action, Pass
from .state.agenda import push
from .state.budget import LIMITS, Limits, check_count
from .state.decision import Priority
from .state.event import Event, Log, emit
from .state.game import NO_OPTIONS, Game, Options
from .state.piles.pile import ENDLESS, UNKNOWN, Pile
from .state.players.seating import check_hand, check_holdings, check_known, check_names, check_seats, first_seat, given
from .state.players.teams import check_teams, of_variant, starting_life, team_detail
from .state.players.turn_order import first_order
from .state.state import Permanent, Player, State, replace, set_standing


@obeys("battlefield_empty", "schemes_stay", "first_turn")
def start_game(
    edition: Edition | str,
    names: Sequence[str],
    players: Sequence[Player] | None = None,
    battlefield: Iterable[tuple[int, Card] | Permanent] = (),
    first: int | None = None,
    cards: Iterable[Card] = (),
    hand: int = 7,
    options: Options = NO_OPTIONS,
    limits: Limits = LIMITS,
    decks: Sequence[Deck | None] = (),
    command: Iterable[tuple[int, Card]] = (),
    known: bool = True,
) -> tuple[State, tuple[Event, ...]]:
    """A game run to its first decision, and the events so far.

    Two to eight players; ``SetupError`` for an unknown seat, an unknown card, or a negative number; who has no life
    left loses at once (104.3b). By default each player has 20 life
    (a team has what the edition gives it), a hand of seven unknown cards and an endless library of unknown cards.
    The first player takes the first turn, or the archenemy, unless ``first`` says another one.
    Who has a deck begins with it as their library, and with a hand from it, and is asked before the first turn whether
    they take a mulligan; see ``Deck``. ``battlefield`` are cards, each with the seat of its player, or permanents as
    they are before the first event, whose ``id`` does not matter.
    ``command`` are planes, vanguards and commanders, which begin in the command zone, if the edition has one.
    Unless names of cards have to be ``known``, players may hold names that no card has: they stay in their piles.
    ``LimitReached`` if the game exceeds ``limits``, now or later; ``UnplayedEdition`` under rules without a stack.

    >>> state, events = start_game("cr2026", ["Ann", "Bob"])
    >>> state.address, state.decision
    ('T1.beginning.upkeep', Priority(player=0))
    >>> from fsm import Pile, Player
    >>> state, _ = start_game("cr2026", ["Ann", "Bob"], [Player(hand=Pile.of(("Time Walk", 1))), Player()])
    """
    check_names(names)
    players = None if players is None else given("players", players, Player, "players, such as Player(20)")
    pairs = given("battlefield", battlefield, (tuple, Permanent), "pairs of a seat and a card, such as (0, card)")
    permanents = tuple(_at_first(id, one) for id, one in enumerate(pairs, 1))
    cards = given("cards", cards, Card, "cards, such as find_card('Time Walk')")
    if known:
        check_known(names, players or (), {card.name for card in cards})
    decks = given("decks", decks, (Deck, type(None)), "decks, or None")
    command = given("command", command, tuple, "pairs of a seat and a card, such as (0, card)")
    expect_type(options, Options, "options of fsm.game", "options")
    expect_type(limits, Limits, "limits, such as LIMITS.times(10) of fsm.game", "limits")
    first = first_seat(player.schemes for player in players or ()) if first is None else first
    check_seats(names, players, permanents, first)
    check_hand(hand)
    rules = playable(edition)
    schemes = (player.schemes for player in players or ())
    options = of_variant(options, schemes, (card for _, card in command))
    held = Pile.of((UNKNOWN, hand))
    seated = tuple(
        players
        or (
            Player(starting_life(rules, options, seat), hand=held, library=Pile.of((UNKNOWN, ENDLESS)))
            for seat in range(len(names))
        )
    )
    check_holdings(names, seated)
    check_teams(options, seated)
    rotation = start_rotation(len(names), first, options.teams)
    state = State(
        game=Game(rules, tuple(names), {card.name: card for card in cards}, options, limits),
        rotation=rotation,
        turn=0,
        active=rotation.due,
        at=base_turn(rules).table.start,
        players=seated,
        battlefield=permanents,
        serial=len(permanents),
    )
    state = set_standing(state, designations=first_daytime(rules, options.daytime, permanents))
    state = begin_in_command(state, command)
    check_count(state, len(permanents), "permanents", "the battlefield at first")
    state = first_order(state)
    events: list[Event] = []
    emit(events, "game.begin", state, "first_turn", state.active, **team_detail(state, state.active))
    state = push(state, TurnOver())
    state = open_game(state, events, decks) if decks or options.ante else show_tops(state, events)
    return run(state, events), tuple(events)


def _at_first(id: int, one: tuple[int, Card] | Permanent) -> Permanent:
    """A permanent that is there as the game begins; its controller has controlled it since before the first turn."""
    if isinstance(one, Permanent):
        return replace(one, id=id, sick=False)
    seat, card = one
    return Permanent(id, card, seat, seat, sick=False, loyalty=first_counters(card), counters=card.first_counters)


def step(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, run to the next decision, and the events until then.

    ``IllegalAction`` if the action is illegal now, ``ArgumentError`` if it has a field of another type; the given state
    stays valid.

    >>> state, _ = start_game("cr2026", ["Ann", "Bob"])
    >>> after, events = step(state, Pass(0))
    >>> after.decision, [event.kind for event in events]
    (Priority(player=1), ['priority.pass', 'priority.get'])
    """
    if type(state) is not State:  # a call for each step would be felt
        expect_type(state, State, "a state of a game; start_game gives the first one")
    events: list[Event] = []
    try:
        state = play(state, action, events)
    except FsmError:
        raise
    except Exception:
        check_fields(action)
        raise
    return state, tuple(events)


def play(state: State, action: Action, log: Log = None) -> State:
    """The state after an action, run to the next decision; events go to the log, if there is one."""
    decision = state.decision
    if type(action) is Pass and type(decision) is Priority and decision.player == action.player:
        if state.passes + 1 < len(state.rotation.seats):
            return pass_on(state, log, action.player)
        if state.stack:
            state = watch(state, log)
            if state.outcome is not None:
                return state
        state = proceed(state, log, action.player, all_passed)
        return state if state.decision is not None and not state.agenda else run(state, log)
    refusal = why_not(state, action)
    if refusal is not None:
        raise refusal.error()
    return run(answer(state, log, action), log)


def carry_out(state: State, action: Action, log: Log = None) -> State:
    """As ``play``, for an action that is known to be legal, as those of ``legal_actions`` are."""
    return play(state, action, log) if type(action) is Pass else run(answer(state, log, action), log)


def legal_actions(state: State) -> LegalActions:
    """The legal actions in a state: a lazy view with ``in``, iteration and ``count()``; see ``LegalActions``.

    ``ArgumentError`` if it is no state.

    >>> state, _ = start_game("cr2026", ["Ann", "Bob"])
    >>> list(legal_actions(state))
    [Pass(player=0)]
    """
    expect_type(state, State, "a state of a game; start_game gives the first one")
    return LegalActions(state)


__all__ = ["carry_out", "legal_actions", "play", "replace", "start_game", "step", "why_not"]
