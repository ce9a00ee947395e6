"""Whatever is inserted and skipped, the turn is one path in the order that plain lists give."""

from __future__ import annotations

import contextlib

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st
from rewriting import Plain, apply, graphs, insertions_and_skips, stops_of

from fsm.edition import edition_ids, kinds_in_use
from fsm.errors import AddressError, NotationError
from fsm.turn import TurnGraph, base_turn, parse_address, parse_turn, skip

MANY = st.lists(insertions_and_skips(), max_size=12)


@given(st.sampled_from(edition_ids()), MANY)
def test_insertions_and_skips_give_the_order_of_a_plain_list(
    edition: str, rewrites: list[tuple[str, tuple[int, int, tuple[str, ...], str]]]
) -> None:
    graph, plain = base_turn(edition), Plain()
    for name, choice in rewrites:
        graph = apply(graph, plain, name, choice)
        assert stops_of(graph) == plain.stops()
    played = [kind for kind, _, _, skipped in plain.stops() if not skipped]
    assert [graph.node(stop).kind for stop in graph.path] == played


@given(graphs())
def test_each_node_is_reached_exactly_once_by_following_next(graph: TurnGraph) -> None:
    contains = nx.subgraph_view(graph.digraph, filter_edge=lambda a, b: graph.digraph.edges[a, b]["kind"] == "contains")
    following = nx.subgraph_view(graph.digraph, filter_edge=lambda a, b: graph.digraph.edges[a, b]["kind"] == "next")
    reached = ["turn"]
    for container in graph.digraph:
        inside = set(contains.successors(container))
        firsts = [node for node in inside if not following.in_degree(node)]
        assert len(firsts) == bool(inside)
        for node in firsts:
            while True:
                assert node in inside
                reached.append(node)
                after = list(following.successors(node))
                assert len(after) <= 1
                if not after:
                    break
                (node,) = after  # noqa: PLW2901  # walking on
    assert sorted(reached) == sorted(graph.digraph) == sorted(graph.nodes)
    assert nx.is_tree(contains)


@given(graphs())
def test_the_exact_notation_is_read_back_to_the_same_graph(graph: TurnGraph) -> None:
    assert parse_turn(graph.notation(exact=True), graph.edition) is graph


@given(graphs())
def test_the_plain_notation_is_printed_as_it_was_read(graph: TurnGraph) -> None:
    text = graph.notation()
    again = parse_turn(text, graph.edition)
    assert again.notation() == text
    assert stops_of(again) == stops_of(graph)


@st.composite
def near_notations(draw: st.DrawFn) -> str:
    """The notation of a turn with a few characters exchanged: sometimes a notation, sometimes none."""
    text = draw(graphs()).notation(exact=draw(st.booleans()))
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from(PUT_IN)) + text[at + draw(st.integers(0, 2)) :]


PUT_IN = ("", "", " ", " CL", "|", "[", "+2:", '"', "<", "²")
EITHER = st.text(alphabet='UpDMBCAELN123+:|[]()< "', max_size=40) | near_notations() | near_notations()


def test_any_text_is_a_notation_or_a_notation_error() -> None:
    read: list[bool] = []

    @settings(max_examples=60)
    @given(EITHER)
    def check(text: str) -> None:
        read.append(False)
        with contextlib.suppress(NotationError):
            graph = parse_turn(text)
            read[-1] = True
            assert parse_turn(graph.notation(exact=True)) is graph

    check()
    assert len(read) > sum(read) > 3, "some are notations, some are not"


@given(graphs())
def test_every_place_is_found_by_its_address(graph: TurnGraph) -> None:
    for id, address in graph.addresses.items():
        parsed = parse_address(address)
        assert str(parsed) == address
        assert parsed.locate(graph) == id


PLACES = (*kinds_in_use().places, "combat#2", "upkeep#2", "end#10", "end#0", "draw#²", "T3", "T0", "T²", "turn", "")
NEAR_ADDRESSES = st.lists(st.sampled_from(PLACES), min_size=1, max_size=3).map(".".join)


REAL = ("T3", "T12.upkeep", "combat#2", "T1.combat#2.declare_attackers", "end#10", "precombat_main", "T2.draw#2")


def test_any_text_is_an_address_or_an_address_error() -> None:
    read: list[bool] = []

    @settings(max_examples=60)
    @given(st.text(max_size=30) | NEAR_ADDRESSES | st.sampled_from(REAL))
    def check(text: str) -> None:
        read.append(False)
        with contextlib.suppress(AddressError):
            address = parse_address(text)
            read[-1] = True
            assert str(address) == text
            assert parse_address(str(address)) == address

    check()
    assert len(read) > sum(read) > 3, "some are addresses, some are not"


@given(graphs(), st.integers(0, 10**6))
def test_what_is_skipped_is_not_on_the_path_and_all_else_stays(graph: TurnGraph, number: int) -> None:
    stop = graph.stops[number % len(graph.stops)]
    after = skip(graph, stop, "x")
    assert after.path == tuple(s for s in graph.path if s != stop)
    assert after.stops == graph.stops
