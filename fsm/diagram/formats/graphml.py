"""GraphML: the turn graphs of a diagram, for networkx, yEd, Gephi and the like.

Each turn is a component: its nodes carry ``part``, the turn's name, and its root says whose
turn it is and under which edition. An edge is ``contains`` or ``next``, as in the graph itself.
"""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from ...turn.chart import OPTIONAL, REWRITING, stop_transitions
from ...turn.following import widest
from ...turn.part import ROOT
from ...turn.transition import SEPARATOR
from .chart import node_facts, turn_facts, turn_keys, turn_label

if TYPE_CHECKING:
    import networkx as nx

    from ...turn import TurnGraph
    from ..model import DrawnTurn


def graphml(turns: tuple[DrawnTurn, ...]) -> bytes:
    """Write the graphs as one GraphML document."""
    import networkx as nx

    written = BytesIO()
    nx.write_graphml_xml(turns_graph(turns), written)  # write_graphml would write by lxml where there is one
    return written.getvalue()


def turns_graph(turns: tuple[DrawnTurn, ...]) -> nx.DiGraph[str]:
    """Make one graph of the turns, in order of play, with attributes of the kinds that GraphML holds."""
    import networkx as nx

    whole: nx.DiGraph[str] = nx.DiGraph()
    whole.graph["guards"] = "; ".join(f"{name}: {holds}" for name, holds in OPTIONAL.items() if name in REWRITING)
    for turn, key in zip(turns, turn_keys(turns), strict=True):
        graph, prefix = turn.graph, "" if key == ROOT else f"{key}{SEPARATOR}"
        known = {ROOT: turn_facts(turn), **node_facts(graph)}
        for node in graph:
            whole.add_node(prefix + node.id, part=turn_label(turn), level=node.level, **known[node.id])
        for node in graph:
            inside = graph.children(node.id)
            whole.add_edges_from(((prefix + node.id, prefix + child) for child in inside), kind="contains")
            whole.add_edges_from(((prefix + one, prefix + other) for one, other in pairwise(inside)), kind="next")
        for (source, target), guards in guarded_ways(graph).items():
            if not whole.has_edge(prefix + source, prefix + target):
                whole.add_edge(prefix + source, prefix + target, kind="way")
            whole.edges[prefix + source, prefix + target]["guards"] = "; ".join(guards)
    return whole


def guarded_ways(graph: TurnGraph) -> dict[tuple[str, str], list[str]]:
    """Find the ways from one stop to another that guards open, each with the guards; the turn itself is its end."""
    ways: dict[tuple[str, str], list[str]] = {}
    for stop in graph.path:
        for move in stop_transitions(graph, stop):
            if move.rewrites and move.source.endswith("ending"):
                names = [name for name, _ in move.guards if name in OPTIONAL]
                ways.setdefault((stop, widest(graph).source(move.reaches) or ROOT), []).extend(names)
    return ways
