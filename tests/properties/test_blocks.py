"""Legal blocks are those of the definition, looked at set by set (cr2006 500.3-500.5, later 509.1b-c)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any, NamedTuple

import pytest
from cases import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.game import Attack, Block, Card, DeclareAttackers, DeclareBlockers, legal_actions, step, why_not
from fsm.scenario import default_action

Pairs = tuple[tuple[int, int], ...]

OF_ATTACKERS = (
    "flying", "menace", "can't be blocked", "can't be blocked by more than one creature", "must be blocked if able",
    "all creatures able to block it do so",
)  # fmt: skip
OF_BLOCKERS = (
    "flying", "reach", "can block only creatures with flying", "can't block alone", "blocks each combat if able",
    "can block an additional creature", "can block any number of creatures", "can't block",
)  # fmt: skip
MOST_SETS = 1_500
FOREST = card("Forest", type="land", abilities=[{"do": [{"mana": 1}], "tap": True, "mana_ability": True}])


class Creature(NamedTuple):
    """A creature: its keywords, and what blocks of it or by it cost: mana, and lands that are sacrificed."""

    words: frozenset[str]
    mana: int = 0
    lands: int = 0

    def card(self, which: str) -> Card:
        static: list[dict[str, Any]] = [
            {"which_blocks": which, **cost}
            for cost in ({"block_cost": self.mana}, {"block_toll": {"sacrifice": "land"}} if self.lands else {})
            if any(cost.values())
        ]
        return card("Creature", type="creature", power=1, toughness=1, keywords=sorted(self.words), static=static)


def creatures(words: tuple[str, ...]) -> st.SearchStrategy[list[Creature]]:
    price = st.sampled_from([0, 0, 0, 0, 1])
    some = st.frozensets(st.sampled_from(words), max_size=2)
    return st.lists(st.builds(Creature, some, price, price), min_size=1, max_size=4)


class Board(NamedTuple):
    """Attackers, creatures that may block, how many can, what each block of a creature costs, and the lands to pay."""

    attackers: list[Creature]
    blockers: list[Creature]
    most: int | None
    toll: int
    lands: int

    def game(self, edition: str) -> Playing:
        """A game in which the second player is asked for blockers; attackers are 1 and up, then come the blockers."""
        there = [(0, one.card("of_it")) for one in self.attackers] + [(1, one.card("its_own")) for one in self.blockers]
        there += [(1, FOREST)] * self.lands
        if self.most is not None:
            there.append((0, card("Bridge", type="artifact", static=[{"most_blockers": self.most}])))
        if self.toll:
            static = [{"block_cost": self.toll, "player": "opponents"}]
            there.append((0, card("Ferry", type="artifact", static=static)))
        game = Playing(edition, 2, there)
        game.until(lambda state: type(state.decision) is DeclareAttackers)
        game.do(Attack(0, tuple(range(1, len(self.attackers) + 1))))
        game.until(lambda state: type(state.decision) is DeclareBlockers or state.at.node.kind != "declare_attackers")
        return game


class Reading:
    """The rule, read literally: every set of blocks is looked at by itself."""

    def __init__(self, board: Board, edition: str) -> None:
        self.board, self.edition = board, edition
        self.attackers = dict(enumerate(board.attackers, 1))
        self.blockers = dict(enumerate(board.blockers, len(board.attackers) + 1))

    def everything(self) -> list[Pairs]:
        """All sets in which each creature blocks as many attackers as it may, legal or not."""
        ways = [list(self._of(id, one)) for id, one in self.blockers.items()]
        sets = 1
        for way in ways:
            sets *= len(way)
        assume(sets <= MOST_SETS)
        return [tuple(chain(*parts)) for parts in product(*ways)]

    def _of(self, id: int, one: Creature) -> Iterator[Pairs]:
        most = 1 + ("can block an additional creature" in one.words)
        most = len(self.attackers) if "can block any number of creatures" in one.words else most
        most = 0 if "can't block" in one.words else most
        for size in range(min(most, len(self.attackers)) + 1):
            yield from (tuple((id, attacker) for attacker in them) for them in combinations(self.attackers, size))

    def allowed(self, pairs: Pairs) -> bool:
        """Whether no restriction is broken."""
        blocking = {blocker for blocker, _ in pairs}
        if self.board.most is not None and len(blocking) > self.board.most:
            return False
        if len(blocking) == 1 and any("can't block alone" in self.blockers[id].words for id in blocking):
            return False
        return all(map(self._can_block, *zip(*pairs, strict=True)) if pairs else ()) and all(
            self._number(one, sum(blocked == id for _, blocked in pairs)) for id, one in self.attackers.items()
        )

    def _can_block(self, blocker: int, attacker: int) -> bool:
        mine, its = self.blockers[blocker].words, self.attackers[attacker].words
        if "can't be blocked" in its or ("flying" in its and not mine & {"flying", "reach"}):
            return False
        return "flying" in its or "can block only creatures with flying" not in mine

    def _number(self, attacker: Creature, count: int) -> bool:
        few = "menace" in attacker.words and count == 1
        return not few and not ("can't be blocked by more than one creature" in attacker.words and count > 1)

    def met(self, pairs: Pairs) -> int:
        """The number of requirements that are met."""
        must = sum("blocks each combat if able" in self.blockers[id].words for id in {id for id, _ in pairs})
        must += sum("must be blocked if able" in self.attackers[id].words for id in {id for _, id in pairs})
        return must + sum("all creatures able to block it do so" in self.attackers[id].words for _, id in pairs)

    def price(self, pairs: Pairs) -> tuple[int, int]:
        """The mana, and the lands, that a set costs."""
        own = [self.blockers[id] for id in {id for id, _ in pairs}]
        asking = [*own, *(self.attackers[id] for _, id in pairs)]
        return self.board.toll * len(own) + sum(one.mana for one in asking), sum(one.lands for one in asking)

    def has_requirement(self, blocker: int) -> bool:
        """Whether something is required of a creature: that it blocks, or that an attacker is blocked that it can."""
        words = ("must be blocked if able", "all creatures able to block it do so")
        wanting = [id for id, one in self.attackers.items() if one.words.intersection(words)]
        return "blocks each combat if able" in self.blockers[blocker].words or any(
            self._can_block(blocker, id) for id in wanting
        )

    def legal(self) -> set[Pairs]:
        """The sets that are legal and can be paid for."""
        sets = [pairs for pairs in self.everything() if self.allowed(pairs)]
        free = [pairs for pairs in sets if self.price(pairs) == (0, 0)]
        if self.edition == "cr2006":
            free = [pairs for pairs in free if all(self.has_requirement(id) for id, _ in pairs)]
        needed = max(map(self.met, free))
        return {pairs for pairs in sets if self.met(pairs) >= needed and self._payable(pairs)}

    def _payable(self, pairs: Pairs) -> bool:
        mana, lands = self.price(pairs)
        return mana <= self.board.lands and lands <= self.board.lands


BOARDS = st.builds(
    Board,
    creatures(OF_ATTACKERS),
    creatures(OF_BLOCKERS),
    st.sampled_from([None, None, 1, 2, 3]),
    st.sampled_from([0, 0, 0, 1]),
    st.integers(0, 2),
)


def legal_blocks_are_those_of_the_definition(edition: str, board: Board) -> None:
    reading = Reading(board, edition)
    legal = reading.legal()
    state = board.game(edition).state
    if not isinstance(state.decision, DeclareBlockers):
        assert legal == {()}
        return
    actions = [action for action in legal_actions(state) if isinstance(action, Block)]
    assert len(actions) == len(set(actions))
    assert {action.blocks for action in actions} == legal
    for action in actions:
        assert why_not(state, action) is None
    for pairs in reading.everything():
        if pairs not in legal or reading.price(pairs) != (0, 0):
            assert why_not(state, Block(1, pairs)), pairs
    default = default_action(state)
    assert isinstance(default, Block)
    assert (default.blocks in legal, reading.price(default.blocks)) == (True, (0, 0))
    step(state, default)


@settings(max_examples=examples(50))
@given(st.sampled_from(edition_ids()), BOARDS)
def test_legal_blocks_are_those_of_the_definition(edition: str, board: Board) -> None:
    legal_blocks_are_those_of_the_definition(edition, board)


@pytest.mark.slow
@settings(max_examples=2_000)
@given(st.sampled_from(edition_ids()), BOARDS)
def test_legal_blocks_of_many_boards_are_those_of_the_definition(edition: str, board: Board) -> None:
    legal_blocks_are_those_of_the_definition(edition, board)
