"""The turn graph: a frozen, interned value that pickles and says where things are."""

from __future__ import annotations

import gc
import pickle
import weakref

import networkx as nx
import pytest

from fsm.edition import edition_ids
from fsm.turn import TurnGraph, base_turn, insert_phases, insert_steps, parse_turn, skip

EVERY = pytest.mark.parametrize("edition", edition_ids())
STOPS = (
    *("beginning/untap", "beginning/upkeep", "beginning/draw", "precombat_main"),
    *("combat/beginning_of_combat", "combat/declare_attackers", "combat/declare_blockers"),
    *("combat/combat_damage", "combat/end_of_combat", "postcombat_main", "ending/end", "ending/cleanup"),
)


@EVERY
def test_the_regular_turn_has_twelve_stops_in_five_phases(edition: str) -> None:
    graph = base_turn(edition)
    assert graph.stops == graph.path == STOPS
    assert graph.children() == ("beginning", "precombat_main", "combat", "postcombat_main", "ending")
    assert graph.inserted == ()


@EVERY
def test_edges_say_contains_and_next_and_nothing_else(edition: str) -> None:
    digraph = base_turn(edition).digraph
    kinds = nx.get_edge_attributes(digraph, "kind")
    assert set(kinds.values()) == {"contains", "next"}
    assert sum(kind == "contains" for kind in kinds.values()) == 5 + 10
    assert sum(kind == "next" for kind in kinds.values()) == 4 + 2 + 4 + 1


def test_a_graph_cannot_be_made_by_hand() -> None:
    with pytest.raises(TypeError, match="base_turn"):
        TurnGraph()


def test_a_graph_is_frozen() -> None:
    graph = base_turn("cr2026")
    with pytest.raises(nx.NetworkXError, match=r"[Ff]rozen"):
        graph.digraph.add_edge("turn", "elsewhere")


def test_equal_graphs_are_one_object_however_they_were_made() -> None:
    base = base_turn("cr2026")
    one = skip(skip(base, "beginning/draw", "Fatigue"), "combat", "Fog Bank")
    other = skip(skip(base, "combat", "Fog Bank"), "beginning/draw", "Fatigue")
    assert one is other
    assert {one: 1}[other] == 1


def test_graphs_of_different_editions_creators_or_places_differ() -> None:
    base = base_turn("cr2026")
    graphs = [
        base,
        base_turn("cr2006"),
        skip(base, "combat", "one"),
        skip(base, "combat", "another"),
        skip(base, "precombat_main", "one"),
        insert_phases(base, "combat", ("combat",), "one"),
        insert_phases(base, "precombat_main", ("combat",), "one"),
    ]
    assert len(set(graphs)) == len(graphs)


@EVERY
def test_a_graph_pickles_to_itself(edition: str) -> None:
    graph = skip(insert_phases(base_turn(edition), "combat", ("combat",), 'a "quoted": name\n'), "combat+1", "[x]")
    assert pickle.loads(pickle.dumps(graph)) is graph  # noqa: S301
    row = graph.table.start
    assert pickle.loads(pickle.dumps(row)) is row  # noqa: S301


def test_a_graph_that_nobody_holds_is_forgotten() -> None:
    gc.freeze()  # what there is already need not be looked through
    try:
        graph = parse_turn('U Up D | M1 | +1"extra_phase: held by nobody":M2 | BC DA DB CD EC | M3 | E CL')
        watched = weakref.ref(graph)
        del graph
        gc.collect()
        assert watched() is None
    finally:
        gc.unfreeze()


def test_nodes_come_in_order_of_play_each_container_first() -> None:
    graph = insert_steps(base_turn("cr2026"), "beginning/upkeep", ("upkeep",), "Paradox Haze")
    assert [node.id for node in graph][:6] == [
        *("turn", "beginning", "beginning/untap", "beginning/upkeep", "beginning/upkeep+1", "beginning/draw")
    ]
    assert len(list(graph)) == len(graph.nodes) == 1 + 5 + 11


def test_what_is_inside_a_skipped_phase_is_skipped() -> None:
    graph = skip(base_turn("cr2026"), "combat", "False Peace")
    assert all(graph.is_skipped(step) for step in graph.children("combat"))
    assert graph.node("combat/end_of_combat").skipped is None
    assert not graph.is_skipped("ending/end")
    assert graph.path == tuple(stop for stop in STOPS if not stop.startswith("combat/"))


def test_numbers_count_within_the_turn_and_within_the_phase() -> None:
    graph = insert_phases(base_turn("cr2026"), "combat", ("combat",), "x")
    graph = insert_steps(graph, "combat+1/end_of_combat", ("end_of_combat",), "x")
    assert graph.numbers["combat+1"] == (2, 2)
    assert graph.numbers["combat+1/declare_attackers"] == (2, 1)
    assert graph.numbers["combat+1/end_of_combat+2"] == (3, 2)
    assert graph.addresses["combat+1/end_of_combat+2"] == "combat#2.end_of_combat#2"
    assert graph.find("end_of_combat", 3) == "combat+1/end_of_combat+2"
    assert graph.find("end_of_combat", 4) is None
    assert graph.find("nonsense") is None


def test_the_phase_of_a_stop() -> None:
    graph = base_turn("cr2026")
    assert graph.phase_of("ending/end") == "ending"
    assert graph.phase_of("precombat_main") == "precombat_main"
    with pytest.raises(KeyError):
        graph.node("nowhere")


def test_a_graph_shows_its_edition_and_its_notation() -> None:
    assert repr(base_turn("cr2006")) == "<TurnGraph cr2006: U Up D | M1 | BC DA DB CD EC | M2 | E CL>"
