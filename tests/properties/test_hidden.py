"""What a player may not see makes no difference to what they are shown: states, texts, traces and pages."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from itertools import chain
from random import Random

import msgspec
import pytest
from cases import case, joined
from playing import card
from random_games import CARDS, RandomGame

from fsm.edition import edition_ids
from fsm.errors import LimitReached
from fsm.game import UNKNOWN, ArrangeCards, Concede, DiscardCards, Event, Pile, Player, State, view, why_not
from fsm.game.state.revealed import revealed_tops
from fsm.recording import Frame, Recording, play_by_play, trace_lines
from fsm.webpage.record import record

SEEDS = 1
"""How many games are looked at in the everyday tests; the slow ones look at forty times as many."""

NOBODY = "nobody"

BACK = {"delayed": {"at": "end", "do": [{"move": {"what": "those", "out_of": "exile", "to": "hand"}}]}}
_MOVES: tuple[dict[str, object], ...] = (
    {"what": "top", "out_of": "library", "player": "opponents", "amount": 2, "to": "library", "place": "bottom"},
    {"what": "top", "out_of": "library", "player": "each", "amount": 2, "to": "library"},
    {"what": "top", "out_of": "library", "player": "each", "to": "hand"},
    {"what": "top", "out_of": "graveyard", "player": "each", "to": "hand"},
    {"what": "top", "out_of": "library", "player": "each", "to": "exile", "face_down": True, "then": [BACK]},
    {"what": "top", "out_of": "library", "player": "each", "to": "exile", "face_down": True, "looks": "you"},
    {"what": "creatures", "to": "exile", "face_down": True, "looks": "opponents"},
)
SHOWING = {
    "Window": {"shows": "top", "player": "each"},
    "Peephole": {"shows": "top", "looks": "you"},
    "Glass": {"shows": "hand", "player": "opponents"},
}
_WELL = {"instead": {"which": "card", "goes": "library"}}
UNSEEN = (
    *(card(f"Unseen {n}", effects=[{"move": move}]) for n, move in enumerate(_MOVES)),
    card(
        "Telling",
        effects=[{"reveal": {"cards": "hand", "player": "opponents"}}, {"reveal": {"cards": "top", "amount": 2}}],
    ),
    *(card(name, type="enchantment", flash=True, static=[shows]) for name, shows in SHOWING.items()),
    card("Well", type="enchantment", flash=True, static=[_WELL]),
    card("Rift", type="enchantment", flash=True, static=[{"instead": {"which": "card"}}]),
)
"""Spells that move cards between hidden zones, and what makes others do."""


class SecretGame(RandomGame):
    """A game in which most cards of hands and libraries have names of their own, and some are unknown."""

    def __init__(self, edition: str, players: int, numbers: list[int]) -> None:
        self.setups = tuple(
            Player(
                hand=_secrets(f"hand {seat}", 6),
                library=_secrets(f"library {seat}", 40),
                outside=_secrets(f"outside {seat}", 3),
                companion=f"outside {seat} 0" if edition == "cr2026" else "",
            )
            for seat in range(players)
        )
        super().__init__(edition, players, numbers, cards=UNSEEN * 9 + CARDS)


def _secrets(what: str, count: int) -> Pile:
    return Pile.of(*((name, 1) for n in range(count) for name in (f"{what} {n}", *([UNKNOWN] if n % 2 else []))))


def secret_game(seed: int) -> SecretGame:
    random = Random(seed)  # noqa: S311  # any games, the same each time
    numbers = [random.randrange(2_001) for _ in range(random.randrange(30, 120))]
    game = SecretGame(random.choice(edition_ids()), random.randrange(2, 4), [])
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.play(numbers)
        game.finish(turns=2)
    return game


def states(game: RandomGame) -> list[State]:
    return [state for _, state in game.history]


def visible(game: RandomGame, seat: int | None) -> Iterator[str]:
    """All names of cards that ever lay where this player, or nobody in particular, could see them."""
    yield from (event.get("card") for event in game.events if event.kind == "card.reveal")
    for state in states(game):
        eyes = {seat}
        if seat is not None and state.ahead.controlled_by == seat:
            eyes |= {state.active, *state.team(state.active)}
        for owner, player in enumerate(state.players):
            yield player.companion
            for pile in (player.graveyard, *([player.hand, player.outside] if owner in eyes else [])):
                yield from (name for name, _ in pile)
            down = {c.card.number for c in state.standing.covered if c.card.owner == owner and not {*c.seats} & eyes}
            for run in chain(*player.exile.blocks):
                yield from (run.name for number in range(run.first, run.first + run.count) if number not in down)
        yield from shown(state, eyes)
        if isinstance(state.decision, ArrangeCards) and state.decision.player in eyes:
            yield from state.decision.names


def shown(state: State, eyes: set[int | None]) -> Iterator[str]:
    """What the enchantments of these games show."""
    for permanent in state.permanents():
        own = permanent.controller
        for owner, player in enumerate(state.players):
            if permanent.card.name == "Window" or (permanent.card.name == "Peephole" and own == owner in eyes):
                yield from (run.name for run in player.library.runs[-1:])
            if permanent.card.name == "Glass" and owner != own:
                yield from (name for name, _ in player.hand)


def disguised(game: SecretGame, seat: int | None) -> SecretGame:
    """The same actions in a game in which each card that this player never saw was another one."""
    seen = set(visible(game, seat))

    def other(name: str) -> str:
        return name if name in seen or not name.startswith(("hand ", "library ", "outside ")) else f"other {name}"

    def others(pile: Pile) -> Pile:
        return Pile.of(*((other(name), count) for name, count in pile))

    twin = SecretGame.__new__(SecretGame)
    setups = tuple(
        msgspec.structs.replace(p, hand=others(p.hand), library=others(p.library), outside=others(p.outside))
        for p in game.setups or ()
    )
    twin.__dict__.update(game.__dict__, setups=setups)
    RandomGame.__init__(twin, game.edition, game.players, [], cards=game.cards)
    for _, action in game.taken:
        twin.do(
            DiscardCards(action.player, tuple(map(other, action.cards))) if isinstance(action, DiscardCards) else action
        )
    return twin


def recording(events: list[Event]) -> Recording:
    return Recording(tuple(Frame(n, event) for n, event in enumerate(events, 1)))


def check(seed: int) -> None:
    """Each player, and nobody in particular, is shown the same of two games that look the same to them."""
    game = secret_game(seed)
    for seat in (*range(game.players), None):
        name = NOBODY if seat is None else game.state.name(seat)
        with case(name):
            twin = disguised(game, seat)
            assert states(game) != states(twin), "the games do not differ, so this says nothing"
            same(game, twin, seat)
            one, other = (recording(made.events).seen_by(name) for made in (game, twin))
            assert list(play_by_play(one, everything=True)) == list(play_by_play(other, everything=True))
            assert list(trace_lines(one)) == list(trace_lines(other))
            if seed % 6 == 0:
                assert json.dumps(record(one)) == json.dumps(record(other))


def same(game: SecretGame, twin: SecretGame, seat: int | None) -> None:
    for one, other in zip(states(game), states(twin), strict=True):
        seen = msgspec.structs.replace(view(other, seat), game=one.game)
        assert view(one, seat) == seen
        assert view(view(one, seat), seat) == view(one, seat)


@joined(range(SEEDS))
def test_what_is_hidden_makes_no_difference(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@joined(range(SEEDS, 40 * SEEDS))
def test_what_is_hidden_makes_no_difference_in_many_games(seed: int) -> None:
    check(seed)


def test_each_sees_their_own() -> None:
    """The property would also hold if all were hidden."""
    game = secret_game(0)
    for state in states(game):
        for seat, player in enumerate(state.players):
            assert view(state, seat).players[seat].hand == player.hand
            seen = view(state, None).players[seat]
            assert (seen.graveyard, seen.life) == (player.graveyard, player.life)
            for pile in ("hand", "library", "exile"):
                assert getattr(seen, pile).count == getattr(player, pile).count
            if not state.standing.covered:
                assert seen.exile == player.exile


def test_what_is_revealed_has_been_told() -> None:
    """Whoever decides has been told which cards lie revealed on top of libraries."""
    for seed in range(SEEDS):
        for state, _ in secret_game(seed).taken:
            assert state.standing.revealed == revealed_tops(state)


def test_who_is_asked_can_answer() -> None:
    """What a player may do can be told from what they see, as far as it is made of cards that they know."""
    for seed in range(3):
        for state, action in secret_game(seed).taken:
            if not isinstance(action, Concede):
                assert why_not(view(state, state.decider), action) is None
