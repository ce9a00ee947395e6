"""How a scenario begins: the state at its first decision, made from the setups; and what is left out of its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache

from ...cards.costs import COLORLESS
from ...cards.terms import CARDS, parts
from ...cards.vocabulary import Put
from ...edition import Edition, load_edition
from ...game import LIMITS, Card, Deck, Event, Limits, Permanent, Player, State, find_card
from ...game.engine import start_game
from ...game.objects.permanents.loyalty import first_counters
from ...game.state.game import Options
from ...game.state.piles.pile import ENDLESS, UNKNOWN, Pile, card_meant, on_top, pile_of
from ...game.state.players.teams import of_variant, starting_life
from ...game.state.pool import ManaKind, divided
from ...shape import ShapeError
from ..model import CardRef, Setup
from ..reading.reader import Scenario
from ..reading.references import check_needs


def begin(scenario: Scenario, edition: Edition, limits: Limits = LIMITS) -> tuple[State, tuple[Event, ...]]:
    """The state at the first decision of a scenario, and the events before it; ``LimitReached`` beyond a limit.

    ``InputError`` if the scenario says something for which the edition has no rule.
    """
    if edition.id not in scenario.editions or edition is not load_edition(edition.id):
        try:  # its own editions were looked at as it was read
            check_needs(scenario, (edition,))
        except ShapeError as error:
            raise scenario.error(str(error), error.path) from None
    command = [(seat, card) for seat, setup in enumerate(scenario.setups) for card in _cards(setup.command, scenario)]
    schemes = (setup.schemes for setup in scenario.setups)
    options = of_variant(scenario.options, schemes, (card for _, card in command))
    return start_game(
        edition,
        scenario.players,
        tuple(
            _player(setup, _life(scenario.setups, edition, options, seat), scenario.cards)
            for seat, setup in enumerate(scenario.setups)
        ),
        _permanents(scenario),
        scenario.first,
        scenario.cards.values(),
        options=options,
        limits=limits,
        decks=_decks(scenario),
        command=command,
        known=False,
    )


def _permanents(scenario: Scenario) -> Iterator[Permanent]:
    """The permanents that are there before the first event: tapped, and with counters, as the setups say."""
    for seat, setup in enumerate(scenario.setups):
        left = Counter(setup.tapped)
        for card in _cards(setup.battlefield, scenario):
            counters = setup.loyalty.get(card.name, first_counters(card))
            tapped, more = left[card.name] > 0, card.first_counters
            word = setup.chosen.get(card.name, "")
            yield Permanent(0, card, seat, seat, tapped=tapped, loyalty=counters, counters=more, word=word)
            left[card.name] -= 1


def _cards(placed: Iterable[CardRef], scenario: Scenario) -> Iterator[Card]:
    """The cards that references mean."""
    for one in placed:
        yield one if isinstance(one, Card) else find_card(str(one), scenario.cards)


def _life(setups: Sequence[Setup], edition: Edition, options: Options, seat: int) -> int:
    """The starting life of a player: theirs or a teammate's in the file, or else that of the rules."""
    team = next((team for team in options.teams if seat in team), (seat,))
    said = [life for mate in team if (life := setups[mate].life) is not None]
    return said[0] if said else starting_life(edition, options, seat)


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
    graveyard, outside = piled(reversed(setup.graveyard)), piled(reversed(setup.outside_game()))
    of_types = {COLORLESS: setup.mana} if isinstance(setup.mana, int) else setup.mana
    mana, kinds = divided((ManaKind("" if of == COLORLESS else of), many) for of, many in of_types.items())
    return Player(
        life, mana, held, library, graveyard, schemes=schemes, outside=outside, kinds=kinds, companion=setup.companion
    )


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


def simplified(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The simplified cards of a scenario, each once, with its note."""
    return tuple({card.name: card.note for card in _used(scenario) if card.note}.items())


def _used(scenario: Scenario) -> Iterator[Card]:
    """The cards of a scenario: where they are at first, schemes, cast or played, and those that effects add."""
    written: list[object] = [card for setup in scenario.setups for card in (*setup.placed(), *setup.schemes)]
    written += [card for entry in scenario.script for _, act, _ in entry.acts for card in (act.cast, act.play) if card]
    for reference in written:
        card = reference if isinstance(reference, Card) else find_card(str(reference), scenario.cards)
        yield card
        yield from (find_card(name, scenario.cards) for name in _put_by(card))


@lru_cache(maxsize=1024)
def _put_by(card: Card) -> tuple[str, ...]:
    """The names of the cards that effects of a card put onto the battlefield."""
    return tuple(part.card for part, _ in parts(card) if isinstance(part, Put) and part.card not in CARDS)
