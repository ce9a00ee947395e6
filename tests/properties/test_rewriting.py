"""Whatever is inserted and skipped, the turn is one path in the order that plain lists give."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from rewriting import Plain, apply, graphs, insertions_and_skips, stops_of

from fsm.edition import edition_ids
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


@given(st.text(alphabet='UpDMBCAELN123+:|[]()< "', max_size=40))
def test_any_text_is_a_notation_or_a_notation_error(text: str) -> None:
    from fsm.errors import NotationError

    try:
        graph = parse_turn(text)
    except NotationError:
        return
    assert parse_turn(graph.notation(exact=True)) is graph


@given(graphs())
def test_every_place_is_found_by_its_address(graph: TurnGraph) -> None:
    for id, address in graph.addresses.items():
        parsed = parse_address(address)
        assert str(parsed) == address
        assert parsed.locate(graph) == id


@given(st.text(max_size=30))
def test_any_text_is_an_address_or_an_address_error(text: str) -> None:
    from fsm.errors import AddressError

    try:
        address = parse_address(text)
    except AddressError:
        return
    assert parse_address(str(address)) == address


@given(graphs(), st.integers(0, 10**6))
def test_what_is_skipped_is_not_on_the_path_and_all_else_stays(graph: TurnGraph, number: int) -> None:
    stop = graph.stops[number % len(graph.stops)]
    after = skip(graph, stop, "x")
    assert after.path == tuple(s for s in graph.path if s != stop)
    assert after.stops == graph.stops
