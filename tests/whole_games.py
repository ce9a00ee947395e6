"""Games with decks of random cards, each of them with a name of its own, so that what somebody sees can be told."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from itertools import islice
from operator import is_
from random import Random

from random_cards import random_cards
from random_games import CARDS, OFFERED, RandomGame, Teams

from fsm.edition import load_edition
from fsm.errors import LimitReached
from fsm.game import Action, ArrangeCards, Card, Deck, Event, Pass, Pile, Priority, State, legal_actions, pile_of, view
from fsm.game.state.revealed import shown
from fsm.game.state.view import seats_seen
from fsm.recording import Frame, Recording, trace_lines

CARDS_OF_EACH = 14
"""How many cards of their own the decks have, besides others with names that several cards have."""

NAMED = re.compile(r"Card [0-9]+")
"""The name of a card of which there is only one in a game."""


class WholeGame(RandomGame):
    """A game with decks; what is cast is mostly in a hand, now and then any card out of nowhere."""

    def __init__(self, edition: str, players: int, random: Random, teams: Teams = ()) -> None:
        self.known = random_cards(random, players * CARDS_OF_EACH)
        others = ("Lion", "Wall", "Forest", "Time Walk")
        dealt = [[card.name for card in self.known[seat::players]] for seat in range(players)]
        dealt = [random.sample(own, len(own)) for own in ([*deck, *random.choices(others, k=10)] for deck in dealt)]
        self.decks = tuple(Deck(pile_of(deck), random.choice((0, 0, 0, 1))) for deck in dealt)
        self.on_board = tuple(one for one in random_cards(random, 10, "Thing") if _may_be_there(one))
        self.ante = random.random() < 0.2 and bool(load_edition(edition).cite("ante"))
        super().__init__(edition, players, [], teams, CARDS)

    def chosen(self, number: int) -> Action:
        """As in other games, but mostly something that is offered, and not to pass."""
        state = self.state
        if isinstance(state.decision, Priority) and number % 10 < 8 and number % 7:
            offered = [action for action in islice(legal_actions(state), OFFERED) if not isinstance(action, Pass)]
            if offered:
                return offered[number // 10 % len(offered)]
        return super().chosen(number)


def _may_be_there(card: Card) -> bool:
    """Whether a card may be on the battlefield as a game begins: the first turn is taken, and in the usual order."""
    statics = card.static
    return card.is_permanent and not any(static.reverse_turn_order or static.skip == "turn" for static in statics)


def names_seen(state: State, eyes: tuple[int, ...]) -> Iterator[str]:
    """The names of cards that lie where these players, or everybody, can see them."""
    down = {lies.card for lies in state.standing.covered if not {*lies.seats} & {*eyes}}
    for seat, player in enumerate(state.players):
        for zone in ("graveyard", "exile", "ante", *(("hand", "outside") if seat in eyes else ())):
            hidden = {card.number for card in down if (card.owner, card.zone) == (seat, zone)}
            pile: Pile = getattr(player, zone)
            for block in pile.blocks:
                yield from (run.name for run in block if {*range(run.first, run.first + run.count)} - hidden)
    for seat, what, looks in shown(state):
        if looks is None or {*looks} & {*eyes}:
            hand, library = state.players[seat].hand, state.players[seat].library
            yield from (name for name, _ in hand) if what == "hand" else (run.name for run in library.runs[-1:])
    for permanent in state.battlefield:
        if permanent.controller in eyes or not permanent.face_down:
            yield from (permanent.card.name, *([permanent.printed.name] if permanent.printed else []))
    yield from (thing.name for thing in (*state.stack, *state.waiting))
    if isinstance(state.decision, ArrangeCards) and state.decision.player in eyes:
        yield from state.decision.names


def hidden_cards_stay_hidden(game: RandomGame, seat: int | None) -> None:
    """No card is named to a player, or to everybody, before it has lain where they could see it."""
    name = "nobody" if seat is None else game.state.name(seat)
    frames = tuple(Frame(n, event) for n, event in enumerate(game.events, 1))
    lines = list(trace_lines(Recording(frames).seen_by(name)))[1:]
    known: set[str] = set()
    last: tuple[object, ...] = (None,) * (1 + len(_WHERE_CARDS_ARE))
    for number, event in enumerate(game.events):
        state = event.state
        eyes = seats_seen(state, seat)
        lies = (eyes, *(getattr(state, part) for part in _WHERE_CARDS_ARE))
        if not all(map(is_, lies, last)):
            known, last = known | {*names_seen(state, eyes)}, lies
        known |= {*_revealed(event, eyes)}
        named = {*NAMED.findall(lines[number])}
        assert named <= known, f"{name} is told of {named - known}: {lines[number]}"
        if number % 5 == 0:
            seen = view(state, seat)
            named = {*NAMED.findall(_all_of(seen))}
            assert named <= known, (
                f"{name} sees {named - known} at {state.address}, after {event.kind}, in {_naming(seen, named - known)}"
            )


def _naming(state: State, cards: set[str]) -> list[str]:
    """The parts of a state that name some of these cards."""
    return [part for part in state.__struct_fields__ if cards & {*NAMED.findall(repr(getattr(state, part)))}]


_WHERE_CARDS_ARE = ("players", "battlefield", "stack", "waiting", "standing", "decision", "at")


def _revealed(event: Event, eyes: tuple[int, ...]) -> tuple[str, ...]:
    """The name of a card that an event tells: to the player whose deck it is, or to all, as a name that is chosen."""
    if event.kind == "land.play":
        return (str(event.get("name")),)
    if event.kind == "choice" and {*event.rules} & {*event.state.edition.cite("enters_choice")}:
        return (str(event.get("option")),)
    shown_ = event.kind == "card.reveal" or (event.kind == "deck.remove" and event.player in eyes)
    return (str(event.get("card")),) if shown_ else ()


def _all_of(state: State) -> str:
    """Everything in a state but the game itself, which knows its cards, and the turn."""
    left_out = ("game", "rotation", "at")
    return repr([getattr(state, field) for field in state.__struct_fields__ if field not in left_out])


def whole_game(edition: str, seed: int) -> WholeGame:
    """One game, the same for the same seed."""
    random = Random(seed)  # noqa: S311  # any games, the same each time
    teams = random.choice(TEAMS) if random.random() < 0.2 else ()
    players = sum(map(len, teams)) or random.choice((2, 2, 3, 4, 5))
    game = WholeGame(edition, players, random, teams)
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.play([random.randrange(2_001) for _ in range(random.randrange(20, 120))])
        game.finish(turns=2)
    return game


TEAMS: tuple[Teams, ...] = (((0, 1), (2, 3)), ((2, 1, 0), (3, 4)), ((0, 1), (2,), (3, 4)))
