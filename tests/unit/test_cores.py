"""Exploring by cores: what is learned once and applied again is what playing every action finds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from cases import case, every_day
from random_cards import random_cards

from fsm.edition import edition_ids, load_edition, naming
from fsm.exploring.apart import CoreSearch
from fsm.exploring.checks import Checks
from fsm.exploring.cores import Cores, Deed
from fsm.exploring.keys import Keys
from fsm.exploring.options import Options
from fsm.exploring.rests import BITS
from fsm.exploring.search import Bounds
from fsm.exploring.walking import Walk
from fsm.game import EVENT_KINDS, Player, State, start_game
from fsm.game.state.piles.pile import UNKNOWN, Pile, pile_of
from fsm.scenario import Scenario, parse_scenarios, read_scenarios
from fsm.scenario.model import Happening
from fsm.scenario.reading.openness import Exploration, Statement
from fsm.scenario.running.beginning import begin
from fsm.scenario.running.goal import horizon_of
from fsm.turn import Address

CORPUS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))
FEW = CORPUS[::12]

EVENTS = [Statement("reachable", Happening(event=k), ("players",), {"event": k}) for k in EVENT_KINDS]
MOST = 1_000
"""How many actions of a state are compared; the orders of many triggers that wait together are far more."""
FAR = Address(1_000)


def explored(start: State, options: Options, until: Address, *said: Statement, states: int = 120) -> Cores:
    """The cores of a search, in which every action leads where playing leads."""
    search = CoreSearch(start, options, until, Checks(said), Bounds(states=states))
    search.run()
    cores, keys, walk, checks = search.cores, Keys(), Walk(options, until), Checks(said)
    for node in search.nodes:
        state, done = cores.state(node), cores.cores[node >> BITS].done
        edges = list(islice(walk.edges(state, done, logged=True), MOST)) if state.outcome is None else []
        deeds = list(islice(cores.deeds(node), MOST))
        assert len(deeds) == len(edges), state
        for deed, (child, after, address, end, log) in zip(deeds, edges, strict=True):
            to, change, where, ends, matched, told = cores.edge(node, deed)
            assert (where, ends) == (address, end), (state, deed.action)
            assert {*checks.matched(log or ())} >= {*matched} >= {*search.checks.matched(log or ())}
            if not end:
                assert keys(cores.state(cores.there(node, to, change)), deed.done) == keys(child, after), (
                    state,
                    deed.action,
                )
                assert {*checks.told(child)} >= {*told} >= {*search.checks.told(child)}
    return cores


def compare(scenario: Scenario, edition: str) -> list[Deed]:
    """Explores a scenario, as it is and with everything open; its actions."""
    rules = load_edition(edition)
    deeds: list[Deed] = []
    with naming([scenario.kinds, rules.kinds]):
        start, _ = begin(scenario, rules)
        until = horizon_of(scenario, scenario.stands_for(rules))
        for explore in (
            scenario.explore
            or Exploration(
                (),
            ),
            Exploration(None, (), 3),
        ):
            options = Options(msgspec.structs.replace(scenario, explore=explore))
            cores = explored(start, options, until, *explore.statements, *EVENTS)
            deeds += (deed for core in cores.cores for deed in core.deeds.values())
    return deeds


@pytest.mark.parametrize("first", every_day("012", "0"))
def test_what_is_learned_is_what_is_played(first: str) -> None:
    deeds: list[Deed] = []
    for file in FEW[int(first) :: 3]:
        for scenario in read_scenarios(file):
            with case(f"{file}: {scenario.name}"):
                deeds += compare(scenario, scenario.editions[-1])
    learned = [deed for deed in deeds if deed.ranges]
    assert len(learned) > 0.9 * len(deeds)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_what_is_learned_is_what_is_played_in_a_quarter_of_the_corpus(part: int) -> None:
    for file in CORPUS[part::32]:
        for scenario in read_scenarios(file):
            with case(f"{file}: {scenario.name}"):
                compare(scenario, scenario.editions[part % len(scenario.editions)])


def of_random_cards(seed: int) -> None:
    """Explores a turn in which the players hold random cards of the whole vocabulary."""
    random = Random(seed)  # noqa: S311  # the same each time
    cards = random_cards(random, 9)
    names = [card.name for card in cards]
    rules = random.choice(edition_ids())
    creatures = [(n % 2, card) for n, card in enumerate(cards) if "creature" in card.type]

    def player() -> Player:
        hand, library, graveyard = (pile_of(random.choices(names, k=count)) for count in (4, 3, 2))
        if random.random() < 0.3:
            hand = Pile.of((UNKNOWN, 2), *hand)
        return Player(random.choice((1, 3, 20)), hand=hand, library=library, graveyard=graveyard)

    start, _ = start_game(rules, ("Ann", "Bob"), [player(), player()], creatures, cards=cards)
    (nothing,) = parse_scenarios("{players: [Ann, Bob], until: T2, explore: {stack: 2}}")
    everything = msgspec.structs.replace(nothing, explore=Exploration(None, (), 2))
    explored(start, Options(everything), Address(3), *EVENTS, states=150)


def test_random_cards_are_learned_as_they_are_played() -> None:
    for seed in range(12):
        with case(seed):
            of_random_cards(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_cards_are_learned_as_they_are_played(part: int) -> None:
    for seed in range(8 * part, 8 * part + 8):
        with case(seed):
            of_random_cards(seed)
