"""Legal attacks with costs that can be paid are those of the definition (cr2006 500.2-500.5, later 508.1c-d)."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.game import Attack, Card, DeclareAttackers, Options, legal_actions, step, why_not
from fsm.scenario import default_action

Whom = tuple[tuple[int, int], ...]
"""The attackers, each with the player it attacks."""

FOREST = card("Forest", type="land", abilities=[{"do": [{"mana": 1}], "tap": True, "mana_ability": True}])
WORDS = ("attacks each combat if able", "attacks each turn if able")


class Creature(NamedTuple):
    """A creature: its requirements, whether it can't attack alone, and the mana that its own attack costs."""

    wants: int
    shy: bool
    price: int

    def card(self) -> Card:
        keywords = [*WORDS[: self.wants], *(["can't attack alone"] if self.shy else [])]
        static: list[Any] = [{"own_attack": True, "attack_cost": self.price}] if self.price else []
        return card("Creature", type="creature", power=1, toughness=1, keywords=keywords, static=static)


class Board(NamedTuple):
    """Creatures, what attacking each player costs, how many creatures can attack in all, and the lands to pay.

    ``room`` is how many can attack the first opponent.
    """

    creatures: list[Creature]
    tolls: list[int]
    most: int | None
    lands: int
    room: int | None = None

    def game(self, edition: str) -> Playing:
        """A game in which the first player is asked for attackers."""
        there = [(0, creature.card()) for creature in self.creatures] + [(0, FOREST)] * self.lands
        for seat, toll in enumerate(self.tolls, 1):
            there += [(seat, card("Prison", type="enchantment", static=[{"attack_cost": toll}]))] if toll else []
        if self.most is not None:
            there.append((0, card("Arbiter", type="artifact", static=[{"most_attackers": self.most}])))
        if self.room is not None:
            there.append((1, card("Narrow", type="artifact", static=[{"most_at_player": self.room}])))
        game = Playing(edition, len(self.tolls) + 1, there, options=Options(attack="multiple"))
        game.until(lambda state: type(state.decision) is DeclareAttackers)
        return game

    def everything(self) -> list[Whom]:
        """All sets of attackers, legal or not, with all ways to share them out."""
        ids, seats = range(1, len(self.creatures) + 1), range(1, len(self.tolls) + 1)
        sets = [some for size in range(len(ids) + 1) for some in combinations(ids, size)]
        return [tuple(zip(some, whom, strict=True)) for some in sets for whom in product(seats, repeat=len(some))]

    def allowed(self, attack: Whom) -> bool:
        """Whether no restriction is broken."""
        alone = len(attack) == 1 and self.creatures[attack[0][0] - 1].shy
        if self.room is not None and sum(seat == 1 for _, seat in attack) > self.room:
            return False
        return not alone and (self.most is None or len(attack) <= self.most)

    def met(self, attack: Whom) -> int:
        return sum(self.creatures[id - 1].wants for id, _ in attack)

    def price(self, attack: Whom) -> int:
        return sum(self.creatures[id - 1].price + self.tolls[seat - 1] for id, seat in attack)

    def legal(self, edition: str) -> set[Whom]:
        """The attacks that are legal and can be paid for."""
        sets = [attack for attack in self.everything() if self.allowed(attack)]
        free = [attack for attack in sets if not self.price(attack)]
        if edition == "cr2006":
            free = [attack for attack in free if all(self.creatures[id - 1].wants for id, _ in attack)]
        needed = max(map(self.met, free))
        return {attack for attack in sets if self.met(attack) >= needed and self.price(attack) <= self.lands}


def action_of(board: Board, attack: Whom) -> Attack:
    seats = tuple(seat for _, seat in attack) if len(board.tolls) > 1 else ()
    return Attack(0, tuple(id for id, _ in attack), seats)


def whom_of(action: Attack) -> Whom:
    return tuple(zip(action.attackers, action.defenders or (1,) * len(action.attackers), strict=True))


BOARDS = st.builds(
    Board,
    st.lists(
        st.builds(Creature, st.sampled_from([0, 1, 1, 2]), st.booleans(), st.sampled_from([0, 0, 0, 1])),
        min_size=1,
        max_size=4,
    ),
    st.lists(st.sampled_from([0, 0, 1]), min_size=1, max_size=2),
    st.sampled_from([None, None, 1, 2, 3]),
    st.integers(0, 2),
    st.sampled_from([None, None, 0, 1, 2]),
)


def legal_attacks_are_those_of_the_definition(edition: str, board: Board) -> None:
    legal, state = board.legal(edition), board.game(edition).state
    actions = [action for action in legal_actions(state) if isinstance(action, Attack)]
    assert len(actions) == len(set(actions))
    assert {whom_of(action) for action in actions} == legal
    for attack in board.everything():
        if attack not in legal or board.price(attack):
            assert why_not(state, action_of(board, attack)), attack
    default = default_action(state)
    assert isinstance(default, Attack)
    assert whom_of(default) in legal
    assert not board.price(whom_of(default))
    step(state, default)


@settings(max_examples=examples(50))
@given(st.sampled_from(edition_ids()), BOARDS)
def test_legal_attacks_are_those_of_the_definition(edition: str, board: Board) -> None:
    legal_attacks_are_those_of_the_definition(edition, board)


@pytest.mark.slow
@settings(max_examples=2_000)
@given(st.sampled_from(edition_ids()), BOARDS)
def test_legal_attacks_of_many_boards_are_those_of_the_definition(edition: str, board: Board) -> None:
    legal_attacks_are_those_of_the_definition(edition, board)
