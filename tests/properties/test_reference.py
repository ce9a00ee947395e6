"""The rewrites on shared parts are those that the rules mean on plain graphs, in every rewritten turn."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rewriting import graphs

from fsm.errors import RewriteError
from fsm.turn import REWRITES, RewriteRule, TurnGraph, base_turn
from fsm.turn.graph import ROOT
from fsm.turn.reference import rewrite


def _content(turn: nx.DiGraph[str]) -> tuple[dict[str, Any], set[Any]]:
    return nx.get_node_attributes(turn, "node"), set(nx.get_edge_attributes(turn, "kind").items())


def agrees(rule: RewriteRule, graph: TurnGraph, anchor: str, topic: str = "") -> bool:
    """Whether both do the same with the arguments of a rule's example, and whether the rule takes the anchor."""
    _, given, by, *_ = (*rule.example, (), "", "") if len(rule.example) == 1 else (*rule.example, "", "")
    try:
        after = rule.apply(graph, anchor, given, by, topic)
    except RewriteError:
        return False
    assert _content(rewrite(rule, graph.digraph, graph.edition, anchor, given, by, topic)) == _content(after.digraph)
    return True


@pytest.mark.parametrize("name", REWRITES)
@given(graph=graphs(), pick=st.integers(0, 10**6))
def test_a_rewrite_is_what_its_rule_means(name: str, graph: TurnGraph, pick: int) -> None:
    places = [ROOT, *graph.children(), *graph.stops]
    for at in range(len(places)):
        if agrees(REWRITES[name], graph, places[(pick + at) % len(places)]):
            return


@given(graph=graphs(), before=st.integers(0, 3))
def test_what_stays_after_the_second_main_phase_moves_as_its_rule_means(graph: TurnGraph, before: int) -> None:
    rule, second = REWRITES["insert_phases"], graph.second_main
    if second is None:
        return
    assert agrees(rule, graph, second, rule.stays)
    turn = rule.apply(graph, second, ("combat",), "x", rule.stays)
    assert agrees(rule, turn, turn.children()[min(before, turn.children().index(second))])


@pytest.mark.parametrize("name", REWRITES)
def test_each_rule_changes_the_regular_turn_of_its_example(name: str) -> None:
    rule = REWRITES[name]
    graph = base_turn("cr2026")
    assert agrees(rule, graph, rule.example[0])
    assert _content(rule.apply(graph, *rule.example).digraph) != _content(graph.digraph)


def test_the_chains_of_a_rule_are_graphs() -> None:
    rule = REWRITES["skip_blocks_and_damage"]
    assert nx.get_node_attributes(rule.left, "name") == dict(enumerate(("DA", "DB", "CD", "rest")))
    assert [*nx.get_node_attributes(rule.right, "change").values()] == ["", "skip", "skip", ""]
    assert nx.is_path(rule.right, list(rule.right))
