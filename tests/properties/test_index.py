"""The index of a battlefield says what looking through all permanents says, and games with it go the same way."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from unittest import mock

import pytest
from cases import joined
from playing import NAMES, card
from random_cards import random_cards
from random_games import CARDS, RandomGame

from fsm.cards.abilities import EVENTS, PLAYER_EVENTS
from fsm.edition import edition_ids
from fsm.errors import LimitReached
from fsm.game import Action, DeclareAttackers, Permanent, State, play, replace, start_game, step
from fsm.game.combat import attacking
from fsm.game.combat.requirements import requirements_now
from fsm.game.decisions.combat import ATTACKERS
from fsm.game.flow import macrosteps
from fsm.game.objects.permanents import legends, loyalty
from fsm.game.priority import state_based
from fsm.game.state import state as states
from fsm.game.state.index import Index, Permanents, index_of
from fsm.scenario import default_action

SEEDS = 24


class Everything(Index):
    """Leaves no permanent out where the rules look again, and says exactly what there is where they do not."""

    def __init__(self, permanents: Permanents) -> None:
        super().__init__(permanents)
        there = tuple(p for p in permanents if not p.phased_out)
        self.mortal = self.marked = self.phasing = permanents
        self.static = self.urged = self.attackable = there
        self.tapped = tuple(p for p in there if p.tapped)
        self.legends = tuple(p for p in there if "legendary" in p.card.supertypes)
        self.worlds = tuple(p for p in there if "world" in p.card.supertypes)
        self.sagas = tuple(p for p in there if len(p.card.chapters))
        self.hurt = tuple(p for p in permanents if p.damage > 0)
        self.stirs = None


@contextlib.contextmanager
def everything() -> Iterator[None]:
    """Nothing is left out, and no state is taken for calm."""
    with mock.patch.object(states, "index_of", Everything):
        yield


class GameBothWays(RandomGame):
    """A game of which each step is taken with the index, with nothing recorded, and by looking at everything."""

    def do(self, action: Action) -> None:
        before = self.state
        super().do(action)
        with everything():
            assert step(before, action)[0] == self.state
        assert play(before, action) == self.state


@cache
def seeded(seed: int) -> RandomGame:
    """A game with cards of the whole vocabulary on the battlefield and in hands."""
    random = Random(seed)  # noqa: S311  # any games, the same each time
    numbers = [random.randrange(2_001) for _ in range(random.randrange(10, 60))]
    cards = random_cards(random, 20)
    game = GameBothWays(random.choice(edition_ids()), random.randrange(2, 5), [], (), (*cards, *CARDS))
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.play(numbers)
        game.finish(turns=2)
    return game


@joined(range(SEEDS), seeded)
def test_a_game_goes_the_same_way_as_by_looking_at_everything(game: RandomGame) -> None:
    for state in {id(state.battlefield): state for _, state in game.history}.values():
        _says_what_is_there(state)


def _says_what_is_there(state: State) -> None:
    index = index_of(state.battlefield)
    there = list(state.permanents())
    for when in EVENTS:
        having = [(p, ability) for p in there for ability in p.card.triggers if ability.when == when]
        assert list(index.triggers.get(when, ())) == having
    for event in PLAYER_EVENTS.values():
        looked_for = [when for when, what in PLAYER_EVENTS.items() if what == event]
        having = [(p, ability) for p in there for ability in p.card.triggers if ability.when in looked_for]
        assert list(index.looking.get(event, ())) == having
    assert index.static == tuple(p for p in there if p.card.static)
    found: dict[str, list[int]] = {}
    for p in state.battlefield:
        found.setdefault(state_based._why_dying(state, p), []).append(p.id)
    with everything():
        fallen = legends.fallen_legends(state)
    known = {id for topic, ids in found.items() if topic for id in ids}
    found |= {topic: [id for id in dict.fromkeys(ids) if id not in known] for topic, ids in fallen.items()}
    assert state_based._dying(state) == {topic: found[topic] for topic in state_based.ORDER if topic in found}
    seats = state.rotation.seats
    shown = tuple(p.id for p in there if loyalty._may_be_attacked(state, p) and loyalty.defender_of(state, p) in seats)
    assert loyalty.attackable(state, seats) == shown
    already = [attacker.id for attacker in state.combat.attackers] if state.combat is not None else []
    able = tuple(attacking._able(state, already)) if attacking.most_attackers(state) != 0 else ()
    assert attacking.attack_candidates(state) == able
    if isinstance(state.decision, DeclareAttackers):
        weights = requirements_now(state, state.decision)
        assert ATTACKERS.default(state, state.decision) is not None
        with everything():
            assert requirements_now(state, state.decision) == weights


_GONE = {"move": {"what": "self", "to": "exile"}}
PLAIN = (
    *(known for known in CARDS if known.is_permanent),
    *(card(f"Beast {n}", type="creature", power=2, toughness=n, keywords=words) for n, words in enumerate(
        (["haste"], [], ["defender"], ["attacks each turn if able"])
    )),
    card("Jace", type="planeswalker", loyalty=3),
    card("Aura", type="enchantment"),
)  # fmt: skip


def _permanent(random: Random, id: int) -> Permanent:
    """Any permanent: mostly as it has entered, often with one thing that is different."""
    one = random.choice(PLAIN)
    sick, seat = random.random() < 0.2, random.randrange(2)
    plain = Permanent(id, one, seat, seat, sick=sick, loyalty=one.loyalty or 0)
    changes: list[dict[str, Any]] = [
        {"tapped": True},
        {"damage": random.randrange(4)},
        {"phased_out": True, "token": random.random() < 0.5},
        {"attached": random.randrange(1, 8)},
        {"lore": random.randrange(4)},
        {"loyalty": 0},
        {"attacked": True},
        {"used": (0,)},
        {"whom": (1 - seat,)},
        {"exerted": True, "fought": "combat"},
    ]
    return replace(plain, **random.choice(changes)) if random.random() < 0.4 else plain


@cache
def _turn(edition: str) -> tuple[State, ...]:
    """The states of a turn, those in which the last player is about to pass."""
    state, _ = start_game(edition, NAMES[:2])
    states_ = []
    while state.turn < 3:
        states_.append(state)
        state = play(state, default_action(state))
    return tuple(before for before in states_ if before.turn == 2 and before.passes == 1)


@joined(range(150), lambda seed: seed)
def test_on_any_battlefield_a_step_is_as_by_looking_at_everything(seed: int) -> None:
    random = Random(seed)  # noqa: S311  # any battlefields, the same each time
    for before in _turn(random.choice(edition_ids())):
        battlefield = tuple(_permanent(random, id) for id in range(1, random.choice((2, 2, 3, 6))))
        state = replace(before, battlefield=battlefield, serial=before.serial + 10)
        _says_what_is_there(state)
        action = default_action(state)
        after = step(state, action)
        with everything():
            assert step(state, action) == after


KINDS = ("upkeep", "draw", "precombat_main", "combat", "declare_attackers", "end_of_combat", "end", "cleanup", "ending")
BOARDS = {
    "rocks": [card("Rock", type="artifact")],
    "creatures": [card("Bear", type="creature", power=2, toughness=2)],
    "a creature that is hasty": [card("Wolf", type="creature", power=2, toughness=2, keywords=["haste"])],
    "one with phasing": [card("Wisp", type="creature", power=2, toughness=2, keywords=["phasing", "defender"])],
    "a Saga": [card("Tale", type="enchantment", chapters=[[{"life": 1}], [{"life": 2}], [], [], []])],
    "a Saga that ends": [card("Song", type="enchantment", chapters=[[{"life": 1}]])],
    "an Attraction": [card("Slide", type="artifact", subtypes=["Attraction"])],
    "a planeswalker": [card("Jace", type="planeswalker", loyalty=3)],
    "something that skips": [card("Stasis", type="enchantment", static=[{"skip": "draw", "player": "each"}])],
    "what looks at the game": [
        card("Eye", type="artifact", triggers=[{"when": "its conditions hold", "while": ["in_draw"], "do": [_GONE]}])
    ],
    **{
        f"a trigger of the {kind}": [
            card("Omen", type="artifact", triggers=[{"when": kind, "nth": int(kind == "cleanup"), "do": [{"life": 1}]}])
        ]
        for kind in KINDS
    },
    "a trigger of a second upkeep": [
        card("Omen", type="artifact", triggers=[{"when": "upkeep", "nth": 2, "do": [{"life": 1}]}])
    ],
    "what looks at draws": [card("Lich", type="artifact", triggers=[{"when": "a player draws", "do": [{"life": -1}]}])],
}
"""Battlefields, most of them of states that are calm at most of the stops."""


@pytest.mark.parametrize("what", BOARDS)
@pytest.mark.parametrize("edition", edition_ids())
def test_turns_with_permanents_go_the_same_way_by_passages_and_by_the_rules(edition: str, what: str) -> None:
    there = [(seat, one) for seat in (0, 1) for one in BOARDS[what] * 2]
    state, _ = start_game(edition, NAMES[:2], battlefield=there)
    while state.turn < 6 and state.outcome is None:
        action = default_action(state)
        after = step(state, action)
        with everything():
            assert step(state, action) == after
        assert play(state, action) == after[0]
        state = after[0]


@pytest.mark.parametrize("edition", edition_ids())
def test_a_still_battlefield_is_calm(edition: str) -> None:
    """The rules are not asked at each step of a turn, however many permanents there are."""
    there = [(n % 2, BOARDS["rocks"][0]) for n in range(20)]
    state, _ = start_game(edition, NAMES[:2], battlefield=there)
    while state.turn < 4:
        state = play(state, default_action(state))
    with contextlib.ExitStack() as none:
        for asked in ("_follow", "_follow_change"):
            none.enter_context(mock.patch.object(macrosteps, asked, side_effect=AssertionError))
        while state.turn < 8:
            state = play(state, default_action(state))
