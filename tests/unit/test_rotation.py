"""The rotation: normal turns in their cycle, extra turns newest first, players who leave, the order reversed."""

from __future__ import annotations

import pickle

import networkx as nx
import pytest

from fsm.errors import RewriteError
from fsm.turn import TURN_REWRITES, Rotation, add_turn, leave, next_turn, reverse, start_rotation, turn_graph
from fsm.turn.rotation import NOTHING_PENDING


def seats(rotation: Rotation, turns: int) -> list[int]:
    taken = []
    for _ in range(turns):
        seat, _, rotation = next_turn(rotation)
        taken.append(seat)
    return taken


def begun(players: int) -> Rotation:
    """A rotation in the first turn of the first player."""
    return next_turn(start_rotation(players))[2]


@pytest.mark.parametrize("players", range(2, 9))
def test_normal_turns_go_round(players: int) -> None:
    assert seats(start_rotation(players), players * 2) == [*range(players)] * 2
    assert seats(start_rotation(players, first=1), players) == [*range(1, players), 0]


@pytest.mark.parametrize("players", range(2, 9))
def test_the_newest_extra_turn_is_taken_first_and_the_order_goes_on_where_it_was(players: int) -> None:
    rotation = add_turn(add_turn(begun(players), 0, "older"), 1, "newer")
    assert seats(rotation, 4) == [1, 0, 1, 2 % players]


def test_an_extra_turn_made_in_an_extra_turn_comes_next() -> None:
    rotation = add_turn(add_turn(begun(3), 2, "a"), 1, "b")
    seat, extra, rotation = next_turn(rotation)
    assert (seat, extra.by if extra else "") == (1, "b")
    rotation = add_turn(rotation, 0, "c")
    assert seats(rotation, 4) == [0, 2, 1, 2]


def test_a_turn_may_be_anchored_to_an_extra_turn_to_come() -> None:
    rotation = add_turn(add_turn(begun(2), 0, "first"), 1, "second")
    after = add_turn(rotation, 0, "third", after=2)
    assert [turn.by for turn in after.pending] == ["second", "third", "first"]
    last = add_turn(rotation, 0, "third", after=1)
    assert [turn.by for turn in last.pending] == ["second", "first", "third"]
    twice = add_turn(after, 1, "fourth", after=2)
    assert [turn.by for turn in twice.pending] == ["second", "fourth", "third", "first"]


def test_where_the_oldest_comes_first_an_extra_turn_waits_for_those_to_come() -> None:
    rule = TURN_REWRITES["add_turn_last"]
    rotation = begun(2)
    for player, by in ((1, "first"), (0, "second"), (1, "third")):
        rotation = rule.add(rotation, player, by)
    assert [turn.by for turn in rotation.pending] == ["first", "second", "third"]
    assert seats(rotation, 4) == [1, 0, 1, 1]


def test_an_anchor_that_is_not_to_come_is_refused() -> None:
    rotation = add_turn(begun(2), 0, "x")
    _, _, taken = next_turn(rotation)
    for wrong in (rotation, taken):
        with pytest.raises(RewriteError, match="extra turn number 7"):
            add_turn(wrong, 0, "y", after=7)
    with pytest.raises(RewriteError, match="extra turn number 1"):
        add_turn(taken, 0, "y", after=1)


def test_turns_are_numbered_as_they_are_created_and_keep_their_riders() -> None:
    rotation = add_turn(add_turn(begun(2), 0, "x", riders=("lose",)), 0, "y")
    assert [(turn.number, turn.riders) for turn in rotation.pending] == [(2, ()), (1, ("lose",))]


def test_the_reversed_order_counts_from_the_last_normal_turn_and_leaves_extra_turns_alone() -> None:
    """Aeon Engine, ruling 2019-08-23."""
    rotation = begun(4)
    assert seats(reverse(rotation), 4) == [3, 2, 1, 0]
    with_extra = reverse(add_turn(add_turn(rotation, 2, "a"), 1, "b"))
    assert seats(with_extra, 5) == [1, 2, 3, 2, 1]
    assert reverse(reverse(rotation)) == rotation
    assert seats(reverse(begun(2)), 3) == seats(begun(2), 3)


def test_a_player_who_leaves_takes_his_turns_along() -> None:
    """800.4k: the turn of a player who has left does not begin."""
    rotation = add_turn(add_turn(add_turn(begun(4), 1, "a"), 2, "b"), 1, "c")
    after = leave(rotation, 1)
    assert [turn.by for turn in after.pending] == ["b"]
    assert seats(after, 4) == [2, 2, 3, 0]


def test_when_the_active_player_leaves_the_next_one_is_due() -> None:
    assert seats(leave(begun(3), 0), 3) == [1, 2, 1]
    second = next_turn(begun(3))[2]
    assert seats(leave(second, 1), 3) == [2, 0, 2]
    assert seats(leave(reverse(second), 1), 2) == [0, 2]


def test_leaving_twice_and_leaving_last_change_nothing() -> None:
    once = leave(begun(3), 2)
    assert leave(once, 2) is once
    alone = leave(leave(begun(2), 1), 1)
    assert leave(alone, 0) is alone
    assert alone.due == 0


def test_seats_from_a_player_on() -> None:
    assert begun(4).from_seat(2) == (2, 3, 0, 1)
    assert reverse(begun(4)).from_seat(2) == (2, 1, 0, 3)


def test_pending_turns_are_a_hashable_value() -> None:
    one, other = (add_turn(add_turn(begun(2), 0, "x"), 1, "y") for _ in range(2))
    assert one == other
    assert hash(one.pending) == hash(other.pending)
    assert one.pending != add_turn(begun(2), 0, "x").pending
    assert one.pending != "something else"
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert len(one.pending) == 2
    assert repr(one.pending) == "<Pending 2>"
    assert len(NOTHING_PENDING) == 0


def test_very_many_pending_turns_are_all_taken() -> None:
    rotation = begun(2)
    for _ in range(100_000):
        rotation = add_turn(rotation, 0, "x")
    assert len(rotation.pending) == 100_000
    assert pickle.loads(pickle.dumps(rotation.pending)) == rotation.pending  # noqa: S301
    for _ in range(100_000):
        seat, extra, rotation = next_turn(rotation)
        assert seat == 0
        assert extra
    assert next_turn(rotation)[:2] == (1, None)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_order_as_a_graph_is_a_cycle_and_a_path_into_it(players: int) -> None:
    rotation = add_turn(add_turn(begun(players), 0, "older"), 1, "newer")
    graph = turn_graph(rotation)
    cycle = [f"seat {seat}" for seat in range(players)]
    assert sorted(nx.find_cycle(graph, "seat 0")) == sorted(
        (a, b) for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    )
    assert nx.shortest_path(graph, "now", f"seat {1 % players}") == ["now", "extra 2", "extra 1", f"seat {1 % players}"]
    assert graph.nodes["extra 2"] == {"player": 1, "by": "newer"}
    assert set(nx.get_edge_attributes(graph, "kind").values()) == {"next"}
