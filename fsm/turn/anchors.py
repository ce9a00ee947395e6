"""Where effects insert parts, seen from where play is: the chains of the rules say so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from .graph import TurnGraph
from .pattern import RewriteRule, own_name, read_chain


def anchors(rule: RewriteRule, graph: TurnGraph, stop: str | None, kind: str, topic: str = "") -> Iterator[str]:
    """The nodes at which an effect may insert a part of a kind by a rule, in order of play.

    ``stop`` is where play is; None before the first stop of the turn. What comes after its anchor comes after the phase
    or step that play is in. What comes before its anchor comes before a later part that is not skipped. What stays
    after the second main phase, by its ``topic``, comes after that, unless it is over. A step comes only into a phase
    that has such steps.
    """
    here = stop or graph.following() or graph.stops[0]
    steps = rule.takes == ("step",)
    row = graph.stops if steps else graph.children()
    at = row.index(here if steps else graph.phase_of(here))
    if topic and topic == rule.stays:
        second = graph.second_main
        found = [id for id in row[at:] if id == second]
    elif _inserts_before(rule):
        found = [id for id in row[at + (stop is not None) :] if not graph.is_skipped(id)]
    else:
        found = [row[at]]
    return (id for id in found if not steps or _has(graph, id, kind))


def _inserts_before(rule: RewriteRule) -> bool:
    """Whether a rule inserts parts before its anchor."""
    before = takewhile(lambda element: element.name != own_name(rule), read_chain(rule.puts))
    return any(element.change == "insert" for element in before)


def _has(graph: TurnGraph, stop: str, kind: str) -> bool:
    """Whether a stop is a step, and its phase has steps of a kind."""
    phase = graph.phase_of(stop)
    return stop != phase and kind in graph.edition.kinds.steps_of[graph.node(phase).kind]
