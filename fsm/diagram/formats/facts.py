"""What the formats for programs say of each phase and step: plain texts, numbers and truths."""

from __future__ import annotations

from ...turn import Mark, Node, TurnGraph, print_turn
from ..pictures.drawn_turn import DrawnTurn
from ..pictures.naming import clean, phase_names, stop_name

Fact = str | int | bool
Facts = dict[str, Fact]
"""By name; a fact that would say nothing is left out."""


def turn_label(turn: DrawnTurn) -> str:
    """Name a turn as it is shown."""
    return clean(turn.name) or "A turn"


def turn_facts(turn: DrawnTurn) -> Facts:
    """Say of a turn what it is: whose, by what, under which edition, and its notation."""
    edition = turn.graph.edition
    facts: Facts = {
        "label": turn_label(turn),
        "rule": edition.number("turn"),
        "edition": edition.id,
        "notation": print_turn(turn.graph),
        "player": clean(turn.player),
        "extra": clean(turn.extra),
        "skipped_by": clean(turn.skipped),
    }
    return {name: fact for name, fact in facts.items() if fact != ""}


def node_facts(graph: TurnGraph) -> dict[str, Facts]:
    """Say of each phase and step of a turn what it is, by its node's id and in order of play."""
    names = phase_names(graph)
    order = {stop: number for number, stop in enumerate(graph.path, 1)}
    return {node.id: _facts(graph, node, names, order) for node in graph if node.level != "turn"}


def _facts(graph: TurnGraph, node: Node, names: dict[str, str], order: dict[str, int]) -> Facts:
    facts: Facts = {
        "label": names.get(node.id) or stop_name(graph.edition, node.kind),
        "kind": node.kind,
        "rule": node.rule,
        "address": graph.addresses[node.id],
    }
    if node.id in order:
        facts["order"] = order[node.id]
    if node.inserted:
        facts |= {"inserted": True, "serial": node.serial} | _mark("inserted", node.inserted)
    if node.skipped:
        facts |= {"skipped": True} | _mark("skipped", node.skipped)
    return facts


def _mark(what: str, mark: Mark) -> Facts:
    facts = {f"{what}_by": clean(mark.by), f"{what}_rule": mark.rule}
    return {name: fact for name, fact in facts.items() if fact}
