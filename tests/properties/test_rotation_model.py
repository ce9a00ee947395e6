"""The rotation against plain lists: a list of seats, and a list of extra turns to come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fsm.turn import Rotation, add_turn, leave, next_turn, reverse, start_rotation, turn_graph


class RotationMachine(RuleBasedStateMachine):
    """Turns are taken, added and anchored, players leave, the order is reversed."""

    rotation: Rotation

    @initialize(players=st.integers(2, 8), first=st.integers(0, 7))
    def start(self, players: int, first: int) -> None:
        self.rotation = start_rotation(players, first % players)
        self.circle = list(range(players))
        self.gone: set[int] = set()
        self.last = self.circle[first % players - 1]
        self.to_come: list[tuple[int, int]] = []
        self.created = 0

    @property
    def order(self) -> list[int]:
        return [seat for seat in self.circle if seat not in self.gone]

    @property
    def due(self) -> int:
        """Of those who are left, the next round the table from who took the last normal turn."""
        at = self.circle.index(self.last) + 1
        return next(seat for seat in self.circle[at:] + self.circle[:at] if seat not in self.gone)

    @rule()
    def take(self) -> None:
        seat, extra, self.rotation = next_turn(self.rotation)
        if self.to_come:
            number, player = self.to_come.pop(0)
            assert extra is not None
            assert (extra.number, seat) == (number, player)
        else:
            assert extra is None
            assert seat == self.due
            self.last = seat

    @rule(player=st.integers(0, 7), anchor=st.none() | st.integers(0, 20))
    def add(self, player: int, anchor: int | None) -> None:
        player = self.order[player % len(self.order)]
        self.created += 1
        at, number = 0, None
        if anchor is not None and self.to_come:
            at = anchor % len(self.to_come)
            number = self.to_come[at][0]
            at += 1
        self.to_come.insert(at, (self.created, player))
        self.rotation = add_turn(self.rotation, player, "x", after=number)

    @precondition(lambda self: len(self.order) > 1)
    @rule(player=st.integers(0, 7))
    def leave(self, player: int) -> None:
        seat = self.order[player % len(self.order)]
        self.gone.add(seat)
        self.to_come = [(number, owner) for number, owner in self.to_come if owner != seat]
        self.rotation = leave(self.rotation, seat)

    @rule()
    def reverse(self) -> None:
        """The next normal turn is the next one in the new order, from whoever took the last (D.7)."""
        self.circle.reverse()
        self.rotation = reverse(self.rotation, "x")
        turned = self.circle[0] > self.circle[-1]
        assert self.rotation.reversed_by == ("x" if turned else "")

    @invariant()
    def agrees(self) -> None:
        assert [(turn.number, turn.player) for turn in self.rotation.pending] == self.to_come
        assert self.rotation.due == self.due
        assert sorted(self.rotation.seats) == sorted(self.order)
        at = self.order.index(self.due)
        assert list(self.rotation.from_seat(self.due)) == self.order[at:] + self.order[:at]
        path = [node for node in turn_graph(self.rotation) if node.startswith("extra")]
        assert sorted(path) == sorted(f"extra {number}" for number, _ in self.to_come)


TestRotation = RotationMachine.TestCase


@given(st.integers(2, 8), st.lists(st.integers(0, 7), max_size=30))
def test_extra_turns_of_one_turn_are_a_stack(players: int, makers: list[int]) -> None:
    rotation = next_turn(start_rotation(players))[2]
    for maker in makers:
        rotation = add_turn(rotation, maker % players, "x")
    taken = []
    for _ in makers:
        seat, extra, rotation = next_turn(rotation)
        assert extra is not None
        taken.append(seat)
    assert taken == [maker % players for maker in reversed(makers)]
    assert next_turn(rotation)[:2] == (1, None)


@pytest.mark.parametrize("players", range(2, 9))
@given(makers=st.lists(st.lists(st.integers(0, 7), max_size=3), max_size=40))
def test_normal_turns_go_round_whatever_extra_turns_are_made(players: int, makers: list[list[int]]) -> None:
    """In each turn some are made; each of them is taken once, and the normal ones go on where they were."""
    rotation = start_rotation(players)
    normal, extra = [], []
    for made in [*makers, *([] for _ in range(150))]:
        seat, turn, rotation = next_turn(rotation)
        normal += [seat] if turn is None else []
        extra += [turn.number] if turn else []
        for maker in made:
            rotation = add_turn(rotation, maker % players, "x")
    assert normal == [at % players for at in range(len(normal))]
    assert sorted(extra) == list(range(1, rotation.created + 1))
    assert not rotation.pending
