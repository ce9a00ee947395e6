"""How a scenario begins: the state at its first decision, made from the players' setups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from typing import Any, Literal

import msgspec

from ..edition import Edition
from ..game import LIMITS, Card, Deck, Event, Limits, Player, State, find_card, start_game
from ..game.state.pile import ENDLESS, UNKNOWN, Pile, card_meant, on_top, pile_of
from ..game.state.teams import starting_life
from .model import Setup
from .reader import Scenario


def begin(scenario: Scenario, edition: Edition, limits: Limits = LIMITS) -> tuple[State, tuple[Event, ...]]:
    """The state at the first decision of a scenario, and the events before it; ``LimitReached`` beyond a limit."""
    state, events = start_game(
        edition,
        scenario.players,
        tuple(
            _player(setup, _life(scenario, edition, seat), scenario.cards) for seat, setup in enumerate(scenario.setups)
        ),
        _placed(scenario, "battlefield"),
        scenario.first,
        scenario.cards.values(),
        options=scenario.options,
        limits=limits,
        decks=_decks(scenario),
        command=_placed(scenario, "command"),
    )
    return _tapped(state, scenario), events


def _placed(scenario: Scenario, zone: Literal["battlefield", "command"]) -> list[tuple[int, Card]]:
    """The cards that begin in a zone, each with its player."""
    return [
        (seat, reference if isinstance(reference, Card) else find_card(str(reference), scenario.cards))
        for seat, setup in enumerate(scenario.setups)
        for reference in getattr(setup, zone)
    ]


def _life(scenario: Scenario, edition: Edition, seat: int) -> int:
    """The starting life of a player: theirs or a teammate's in the file, or else that of the rules."""
    team = next((team for team in scenario.options.teams if seat in team), (seat,))
    said = [life for mate in team if (life := scenario.setups[mate].life) is not None]
    return said[0] if said else starting_life(edition, scenario.options, seat)


def _player(setup: Setup, life: int, own: Container[str]) -> Player:
    """A player from a setup; ``own`` are the names of the scenario's cards."""

    def piled(names: Iterable[str]) -> Pile:
        return pile_of(card_meant(name, own) for name in names)

    if setup.library is None:
        library = Pile.of((UNKNOWN, ENDLESS))
    elif isinstance(setup.library, int):
        library = Pile.of((UNKNOWN, setup.library))
    else:
        library = piled(reversed(setup.library))
    library = on_top(library, (card_meant(name, own) for name in reversed(setup.top)))
    hand = setup.hand
    held = Pile.of((UNKNOWN, hand)) if isinstance(hand, int) else piled(hand)
    schemes = pile_of(reversed(setup.schemes))
    graveyard, outside = piled(reversed(setup.graveyard)), piled(reversed(setup.outside))
    return Player(life, setup.mana, held, library, graveyard, schemes=schemes, outside=outside)


def _decks(scenario: Scenario) -> tuple[Deck | None, ...]:
    """The decks of the players, or nothing if nobody has one."""
    decks = tuple(_deck(setup, scenario.cards) for setup in scenario.setups)
    return decks if any(decks) else ()


def _deck(setup: Setup, own: Container[str]) -> Deck | None:
    if setup.deck is None:
        return None
    if isinstance(setup.deck, int):
        cards = Pile.of((UNKNOWN, setup.deck))
    else:
        cards = pile_of(card_meant(name, own) for name in reversed(setup.deck))
    shuffled = tuple(tuple(card_meant(name, own) for name in reversed(top)) for top in setup.shuffled())
    times = len(shuffled) if isinstance(setup.mulligans, tuple) else setup.mulligans
    return Deck(cards, times, shuffled)


def _tapped(state: State, scenario: Scenario) -> State:
    """The state with those permanents tapped that a setup names, and with their counters.

    The first step has not untapped them.
    """
    left = Counter((seat, name) for seat, setup in enumerate(scenario.setups) for name in setup.tapped)
    battlefield = []
    for permanent in state.battlefield:
        which, counters = (permanent.controller, permanent.card.name), scenario.setups[permanent.controller].loyalty
        changes: dict[str, Any] = {"tapped": True} if left[which] > 0 else {}
        left[which] -= 1
        if permanent.card.name in counters:
            changes["loyalty"] = counters[permanent.card.name]
        battlefield.append(msgspec.structs.replace(permanent, **changes) if changes else permanent)
    return msgspec.structs.replace(state, battlefield=tuple(battlefield))
