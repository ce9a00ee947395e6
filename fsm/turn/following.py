"""Which rewrite rules play follows at a stop, and where they lead: the guarded transitions of the chart come from them.

A rule with a ``when`` is followed where its guard holds. Where it leads is found by applying it: to the next stop of
the rewritten turn. What the rules themselves may insert has stops in the chart, those of the ``widest`` form of the
turn; what repeats without bound leads back to its own stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ..edition import Edition
from .graph import TurnGraph
from .interpreter import CACHE_SIZE, apply_rule
from .part import Node
from .pattern import RewriteRule, When, bind, own_name, read_chain
from .rules import REWRITES
from .transition import Guards, Transition, beginning_of, state_name

Group = tuple[str, str]
"""The stop for which a rule may insert stops, and the name of the rule."""

Rules = tuple[tuple[RewriteRule, When], ...]
"""Rules, each with its ``when``."""


@lru_cache(maxsize=CACHE_SIZE)
def followed(graph: TurnGraph, stop: str) -> Rules:
    """The rules that play follows at a stop where their guards hold, in the order of the list.

    What the rules themselves insert, they insert once for a stop, and not for what the same rule has inserted, unless
    it repeats.
    """
    phase = graph.node(graph.phase_of(stop)).kind
    return tuple(
        (rule, when)
        for rule, when in of_kind(graph.edition, graph.node(stop).kind)
        if when.phase in ("", phase) and not _is_done(graph, rule, when, stop)
    )


@lru_cache(maxsize=256)
def of_kind(edition: Edition, kind: str) -> Rules:
    """The rules with a ``when`` that an edition has, and that take stops of a kind as their anchor."""
    asked = ((rule, rule.when) for rule in REWRITES.values() if rule.when is not None and rule.cited(edition))
    tokens = {"anchor": kind, **edition.kinds.by_token}
    return tuple((rule, when) for rule, when in asked if tokens.get(own_name(rule)) == kind)


def _is_done(graph: TurnGraph, rule: RewriteRule, when: When, stop: str) -> bool:
    """Whether the rules have inserted what follows for this stop already, or by this rule the stop itself."""
    if when.maker == "effect" or not inserts(rule):
        return False
    node = graph.node(stop)
    if not when.repeats and node.inserted and not node.inserted.by and node.inserted.topic == rule.topic:
        return True
    beside = graph.children(graph.parent(stop))
    following = [graph.node(id) for id in beside[beside.index(stop) + 1 :][:1]]
    # What was inserted for this stop is newer than it; what is older was inserted for a stop before.
    return any(is_by_rules(one) and one.serial > node.serial for one in following)


def is_by_rules(node: Node) -> bool:
    """Whether the rules themselves inserted a part, and nothing skips it."""
    return node.inserted is not None and not node.inserted.by and node.skipped is None


def inserts(rule: RewriteRule) -> bool:
    """Whether a rule inserts anything."""
    return any(element.change == "insert" for element in read_chain(rule.puts))


def guards_at(graph: TurnGraph, stop: str, states: Iterable[str] = (), maker: str = "rule") -> tuple[str, ...]:
    """The guards by which rules, or effects, rewrite a turn at a stop, in these states of it or in all."""
    asked = (when for _, when in followed(graph, stop) if when.maker == maker)
    return tuple(dict.fromkeys(when.guard.name for when in asked if not states or when.state in states))


def follow(graph: TurnGraph, stop: str, guard: str, by: str = "") -> TurnGraph:
    """The turn as a guard that holds at a stop rewrites it; the same turn if no rule is followed there."""
    for rule, when in followed(graph, stop):
        if when.guard.name == guard:
            graph = apply_rule(rule, graph, stop, (), by)
    return graph


def guards_of_rules() -> dict[str, str]:
    """The guards by which play follows rules, each with when it holds."""
    asked = [rule.when for rule in REWRITES.values() if rule.when is not None]
    later = (when.later for when in asked if when.later is not None)
    return {guard.name: guard.holds for guard in (*(when.guard for when in asked), *later)}


class Widest(NamedTuple):
    """A turn with all that the rules themselves may insert, and the group of each stop that they may insert."""

    graph: TurnGraph
    groups: dict[str, Group]

    def onward(self, stop: str, turn: TurnGraph, groups: Iterable[Group] = ()) -> str | None:
        """The next stop after one of this turn, in a form of it; of what the rules may insert, only these groups."""
        known, there = {self.groups.get(stop), *groups}, turn.following(stop)
        while there in self.groups and self.groups[there] not in known:
            there = turn.following(there)
        return there

    def guard(self, stop: str) -> str:
        """The guard by which the rules insert a stop; empty for one of the turn."""
        when = REWRITES[self.groups[stop][1]].when if stop in self.groups else None
        return "" if when is None else when.guard.name

    def source(self, stop: str) -> str:
        """The stop for which the rules may insert a stop, or the stop itself, if it is one of the turn."""
        return self.groups[stop][0] if stop in self.groups else stop


@lru_cache(maxsize=1024)
def widest(graph: TurnGraph) -> Widest:
    """The widest form of a turn."""
    wide, groups = graph, dict[str, Group]()
    for stop in graph.path:
        for rule, when in followed(graph, stop):
            if _adds(rule, when):
                before, wide = wide, apply_rule(rule, wide, stop)
                added = (node.id for node, was in wide.changes(before) if was is None and not wide.children(node.id))
                groups |= dict.fromkeys(added, (stop, rule.name))
    return Widest(wide, groups)


def _adds(rule: RewriteRule, when: When) -> bool:
    """Whether what a rule inserts has stops in the chart."""
    return when.maker == "rule" and not when.repeats and inserts(rule)


def transitions_by_rules(graph: TurnGraph, stop: str, left: Guards) -> Iterator[Transition]:
    """The transitions out of a stop by rules, in the order in which they are tried; ``left``: the guards of leaving it.

    An effect ends the stop at once, wherever it may resolve (724.1, 724.2).
    """
    wide = widest(graph)
    rules = followed(wide.graph if stop in wide.groups else graph, stop)
    by_guard: dict[str, Rules] = {}
    for rule, when in rules:
        by_guard[when.guard.name] = (*by_guard.get(when.guard.name, ()), (rule, when))
    effects = {name: these for name, these in by_guard.items() if these[0][1].maker == "effect"}
    ending, gets = state_name(stop, "ending"), graph.edition.step(wide.graph.node(stop).kind).priority

    def by(rule: RewriteRule, source: str, target: str, guards: Guards) -> Transition:
        return Transition(source, target, guards, rule.topic, rule_of(graph.edition, rule.topic), rewrites=True)

    for substate in () if gets == "never" else ("beginning", "priority", "resolving"):
        for name, these in effects.items():
            yield by(these[0][0], state_name(stop, substate), ending, ((name, True),))
    for name, these in (*effects.items(), *((n, these) for n, these in by_guard.items() if n not in effects)):
        found, there = _leads(wide, stop, these)
        if found:
            yield by(these[0][0], ending, beginning_of(there), (*(() if name in effects else left), (name, True)))
    for rule, when in rules:
        if when.later is not None and (stop,) in _kept(rule, wide.graph, stop):
            after = apply_rule(rule, wide.graph, stop)
            if after is not wide.graph:
                yield by(rule, ending, beginning_of(wide.onward(stop, after)), ((when.later.name, True),))


def rule_of(edition: Edition, topic: str) -> str:
    """The number of the rule of a transition; where an edition has none, that of how each step ends."""
    return edition.number(topic) or edition.number("step_ends")


def _leads(wide: Widest, stop: str, rules: Rules) -> tuple[bool, str | None]:
    """Whether rules with one guard lead anywhere from a stop, and to which one; None at the end of the turn."""
    turn = wide.graph
    for rule, when in rules:
        turn = turn if _adds(rule, when) else apply_rule(rule, turn, stop)
    groups = [(stop, rule.name) for rule, when in rules if _adds(rule, when)]
    there = wide.onward(stop, turn, groups)
    if there is not None and not _has(wide.graph, there):
        return any(when.repeats for _, when in rules), stop
    if all(when.maker == "rule" for _, when in rules):
        return (bool(groups) or turn is not wide.graph) and _passes_by(wide.graph, turn, stop, there), there
    return True, there


def _has(graph: TurnGraph, stop: str) -> bool:
    try:
        graph.node(stop)
    except KeyError:
        return False
    return True


def _kept(rule: RewriteRule, graph: TurnGraph, stop: str) -> list[tuple[str, ...]]:
    """The stops that the names of a chain stand for, besides that of the anchor."""
    return [ids for name, ids in bind(rule, graph, stop).items() if name != own_name(rule)]


def _passes_by(before: TurnGraph, after: TurnGraph, stop: str, there: str | None) -> bool:
    """Whether all that a rewrite skips lies between two stops."""
    between, at = set[str](), before.following(stop)
    while at is not None and at != there:
        between.add(at)
        at = before.following(at)
    skipped = (node.id for node, was in after.changes(before) if was and node.skipped and not was.skipped)
    return all(
        between.issuperset(s for s in before.children(id) or (id,) if not before.is_skipped(s)) for id in skipped
    )
