"""What a rewrite rule says of itself is what it does: its chains against its code, on any turn."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rewriting import graphs

from fsm.edition import kinds_in_use
from fsm.turn import (
    REWRITES,
    TURN_REWRITES,
    RewriteRule,
    Rotation,
    TurnGraph,
    base_turn,
    next_turn,
    start_rotation,
    turn_graph,
)
from fsm.turn.pattern import bind, chain_of, read_chain
from fsm.turn.rules import staying

CHAINED = {name: rule for name, rule in REWRITES.items() if rule.example and rule.example[0] != "turn"}
"""The rules of which a place in a chain is the anchor, and whose example says with what they are done."""

Link = tuple[str, bool]
"""A node of a chain, and whether it is skipped."""


def _anchors(rule: RewriteRule, graph: TurnGraph) -> list[str]:
    """Where a rule can be done with the arguments of its example."""
    names = [element.name for element in read_chain(rule.matches)]
    kind = kinds_in_use().by_token.get(names[0])
    shown = base_turn(graph.edition)
    example = rule.example[0]
    if kind is not None:
        return [stop for stop in graph.stops if graph.node(stop).kind == kind]
    if rule.across:
        return list(graph.stops)
    if shown.node(example).level == "phase":
        return list(graph.children())
    home = shown.node(shown.parent(example)).kind
    return [stop for stop in graph.stops if graph.node(graph.phase_of(stop)).kind == home]


def _is_skipped(rule: RewriteRule, graph: TurnGraph, id: str) -> bool:
    """Whether a link of a rule's chain is skipped: the phase around it is no part of a chain of steps."""
    return graph.is_skipped(id) if rule.across else graph.node(id).skipped is not None


def _promised(rule: RewriteRule, graph: TurnGraph, anchor: str, new: list[str]) -> list[Link]:
    """The chain that a rule's ``puts`` promises, with what was inserted."""
    bound = bind(rule, graph, anchor)
    elements = read_chain(rule.puts)
    own = next(n for n, element in enumerate(elements) if anchor in bound.get(element.name, ()))
    gone = {id for element in elements if element.change == "skip" for id in bound[element.name]}
    before = any(element.change == "insert" for element in elements[:own])
    promised: list[Link] = []
    for id in chain_of(rule, graph, anchor):
        links = [(id, _is_skipped(rule, graph, id) or id in gone)]
        if id == anchor:
            added = [(one, rule.across and graph.node(graph.phase_of(anchor)).skipped is not None) for one in new]
            links = added + links if before else links + added
        promised += links
    return promised


def _agree(rule: RewriteRule, graph: TurnGraph, anchor: str) -> bool:
    """Whether a rule does in a turn what it says."""
    after = rule.apply(graph, anchor, *rule.example[1:])
    if not bind(rule, graph, anchor):
        return _ends_anyhow(graph, after, anchor) if rule.name == "end_turn" else bool(after is graph)
    chain = chain_of(rule, after, anchor)
    new = [id for id in chain if id not in graph.nodes]
    count = sum(1 for element in read_chain(rule.puts) if element.change == "insert")
    done = [(id, _is_skipped(rule, after, id)) for id in chain]
    elsewhere = set(graph.stops) - set(chain) - {s for id in chain for s in graph.children(id)}
    untouched = all(after.is_skipped(stop) == graph.is_skipped(stop) for stop in elsewhere)
    return len(new) == count and untouched and done == _promised(rule, graph, anchor, new)


def _ends_anyhow(graph: TurnGraph, after: TurnGraph, anchor: str) -> bool:
    """Whether a turn ends where no cleanup step is left: at the anchor, if it is one, or in an added one."""
    at = after.stops.index(anchor)
    before = [after.is_skipped(stop) == graph.is_skipped(stop) for stop in after.stops[: at + 1]]
    played = [stop for stop in after.stops[at + 1 :] if not after.is_skipped(stop)]
    if graph.node(anchor).kind == "cleanup" and not graph.is_skipped(anchor):
        return all(before) and not played and set(after.nodes) == set(graph.nodes)
    (added,) = played
    follows = after.children().index(after.phase_of(added)) == after.children().index(after.phase_of(anchor)) + 1
    return all(before) and follows and added not in graph.nodes and after.node(added).kind == "cleanup"


@pytest.mark.parametrize("name", CHAINED)
@given(graph=graphs(), pick=st.integers(0, 10**6))
def test_a_rule_does_what_it_says(name: str, graph: TurnGraph, pick: int) -> None:
    assume(staying().isdisjoint(graph.root.topics))  # test_reference tries what stays after the second main phase
    rule = CHAINED[name]
    anchors = _anchors(rule, graph)
    if anchors:
        assert _agree(rule, graph, anchors[pick % len(anchors)])


@given(graph=graphs(), pick=st.integers(0, 10**6))
def test_another_picture_is_another_rule(graph: TurnGraph, pick: int) -> None:
    anchors = [step for phase in graph.children() for step in graph.children(phase)]
    anchor = anchors[pick % len(anchors)]
    phase = graph.phase_of(anchor)
    at = graph.children(phase).index(anchor)
    rule = RewriteRule("skip_around", "skip", "before -> anchor -> rest", "[before] -> anchor -> [rest]", ("step",))
    assert _agree(rule, graph, anchor)
    for puts, new_at in (("before -> anchor -> rest -> +step", -1), ("+step -> before -> anchor -> rest", 0)):
        moved = msgspec.structs.replace(rule, puts=puts)
        after = moved.apply(graph, anchor, (graph.node(anchor).kind,), "x").children(phase)
        assert after[new_at] not in graph.nodes
        assert [id for id in after if id in graph.nodes] == list(graph.children(phase))
    first = msgspec.structs.replace(rule, puts="before -> +step -> anchor -> [rest]")
    turn = first.apply(graph, anchor, (graph.node(anchor).kind,), "x")
    assert [id in graph.nodes for id in turn.children(phase)[at : at + 2]] == [False, True]
    assert all(turn.node(id).skipped for id in turn.children(phase)[at + 2 :])


@given(graph=graphs())
def test_phases_are_reversed_as_the_rule_says(graph: TurnGraph) -> None:
    rule = REWRITES["reverse_phases"]
    assert (rule.matches, rule.puts) == ("first -> between -> last", "last -> reversed between -> first")
    after = rule.apply(graph, *rule.example)
    mains = [id for id in graph.children() if not (graph.children(id) or graph.node(id).serial)]
    other = dict(zip(mains, reversed(mains), strict=True))  # the first regular main phase is the precombat one
    assert [other.get(id, id) for id in after.children()] == [*reversed(graph.children())]
    assert all(after.children(id) == graph.children(id) for id in graph.children())
    assert all(after.node(id) == node for id, node in graph.nodes.items() if id != "turn")
    assert rule.apply(after, *rule.example).children() == graph.children()


def test_every_rule_with_an_example_is_held_to_what_it_says() -> None:
    assert {name for name, rule in REWRITES.items() if rule.example} - set(CHAINED) == {"reverse_phases"}
    assert all(rule.example for rule in REWRITES.values())


def _order(rotation: Rotation) -> list[str]:
    """The turns from now on, as their graph has them."""
    graph, at = turn_graph(rotation), "now"
    order = [at]
    while len(order) < len(rotation.pending) + 1 + len(rotation.seats):
        (at,) = graph.successors(at)
        order.append(at)
    return order


@pytest.mark.parametrize("name", TURN_REWRITES)
@given(
    players=st.integers(2, 5),
    turns=st.integers(1, 7),
    extra=st.lists(st.tuples(st.integers(0, 1), st.sampled_from(["Time Walk", ""])), max_size=4),
)
def test_an_extra_turn_is_put_where_the_rule_says(
    name: str, players: int, turns: int, extra: list[tuple[int, str]]
) -> None:
    rule = TURN_REWRITES[name]
    rotation = start_rotation(players)
    for _ in range(turns):
        _, _, rotation = next_turn(rotation)
    anchor, rest = (element.name for element in read_chain(rule.puts) if not element.change)
    assert (anchor, rest) in (("now", "rest"), ("last", "rest"))
    for player, by in extra:
        before = _order(rotation)
        at = 1 if anchor == "now" else 1 + len(rotation.pending)
        rotation = rule.add(rotation, player, by)
        assert _order(rotation) == [*before[:at], f"extra {rotation.created}", *before[at:]]
