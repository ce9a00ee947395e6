"""What a rewrite rule means, on plain ``networkx``: ``rule.left`` is matched in a turn, ``rule.right`` is put there.

Nothing runs on this: ``fsm.turn.interpreter`` does the same on shared parts, and properties prove the two equal. A turn
is a ``DiGraph``, as ``TurnGraph.digraph`` is: ``contains`` edges to phases and steps, ``next`` edges between them.
"""

from __future__ import annotations

from itertools import chain, groupby, pairwise
from typing import TypeAlias

import msgspec
import networkx as nx

from ..edition import Edition
from .graph import make_phase
from .part import ROOT, Mark, Node, Part, make_mark, make_part
from .pattern import ONLY, REVERSED, RewriteRule, own_name
from .rules import staying

Turn: TypeAlias = "nx.DiGraph[str]"
Ids = tuple[str, ...]


def rewrite(
    rule: RewriteRule, turn: Turn, edition: Edition, anchor: str, given: Ids = (), by: str = "", topic: str = ""
) -> Turn:
    """A new graph: the turn as a rule rewrites it at a node; the same nodes and edges if nothing matches there."""
    turn, mark = nx.DiGraph(turn), make_mark(edition, topic or rule.topic, by)
    found = match(rule, turn, edition, anchor)
    if not found and rule.lacking in edition.kinds.phases:
        _splice(turn, _home(turn, anchor), _parts(turn, edition, _home(turn, anchor), [rule.lacking], (), mark), False)
        found = match(rule, turn, edition, anchor)
    right = [(data["name"], data["change"]) for _, data in rule.right.nodes(data=True)] if found else []
    bound = [found.get(name.removeprefix(REVERSED), ()) if change != "insert" else () for name, change in right]
    for inserts, run in groupby(range(len(right)), lambda at: right[at][1] == "insert"):
        if at := list(run) if inserts else []:
            before, after = [*chain(*bound[: at[0]])][-1:], [*chain(*bound[at[-1] + 1 :])][:1]
            first = after == [anchor] or not before
            place = (after if first else before)[0]
            _splice(turn, place, _parts(turn, edition, place, [right[n][0] for n in at], given, mark), first)
    _skip(turn, {id for n, ids in enumerate(bound) if right[n][1] == "skip" for id in ids}, mark, rule)
    if anchor == ROOT:
        order = (ids[:: -1 if right[n][0].startswith(REVERSED) else 1] for n, ids in enumerate(bound))
        _reorder(turn, tuple(chain(*order)), mark)
    return turn


def match(rule: RewriteRule, turn: Turn, edition: Edition, anchor: str) -> dict[str, Ids]:
    """The nodes of a turn that each name of ``rule.left`` stands for; none if it does not match at the anchor."""
    names, kinds = [*nx.get_node_attributes(rule.left, "name").values()], edition.kinds.by_token
    row = stops(turn) if rule.across else children(turn, ROOT if anchor == ROOT else _parent(turn, anchor))
    if anchor == ROOT:
        return {names[0]: row[:1], names[-1]: row[1:][-1:]} | dict.fromkeys(names[1:-1], row[1:-1])
    own, at = names.index(own_name(rule)), row.index(anchor)
    found, later = dict.fromkeys(names[:own], row[:at]) | {names[own]: (anchor,)}, row[at + 1 :]
    named = [kinds[name] for name in names[own:] if name in kinds]
    coming = [_node(turn, id).kind for id in later if not _is_skipped(turn, id) and _node(turn, id).kind in named]
    if len(named) > 1 and [_node(turn, anchor).kind] == named[:1] == coming[:1]:
        return {}  # another step of the anchor's kind comes before the others
    for last, name in pairwise(names[own:]):
        same = tuple(id for id in later if _node(turn, id).kind == kinds.get(name))
        if name not in kinds:
            found[name] = later
        elif last in kinds or last == "anchor":
            found[name], later = same, tuple(id for id in later if id not in same)
        else:  # the last one that is played, or the anchor itself
            here = (anchor,) if _node(turn, anchor).kind == kinds[name] else ()
            if not (played := [id for id in (*here, *same) if not _is_skipped(turn, id)]):
                return {}
            to = (anchor, *later).index(played[-1])
            found[last], found[name], later = later[: max(to - 1, 0)], (played[-1],), later[to:]
    return found


def children(turn: Turn, parent: str) -> Ids:
    """The phases of a turn, or the steps of a phase, in the order of their ``next`` edges."""
    inside = {id for id in turn.successors(parent) if turn.edges[parent, id]["kind"] == "contains"}
    return tuple(nx.topological_sort(turn.subgraph(inside)))


def stops(turn: Turn) -> Ids:
    """All steps and phases without steps, in order."""
    return tuple(stop for phase in children(turn, ROOT) for stop in children(turn, phase) or (phase,))


def _node(turn: Turn, id: str) -> Node:
    node: Node = turn.nodes[id]["node"]
    return node


def _parent(turn: Turn, id: str) -> str:
    return next(one for one in turn.predecessors(id) if turn.edges[one, id]["kind"] == "contains")


def _home(turn: Turn, id: str) -> str:
    return id if _parent(turn, id) == ROOT else _parent(turn, id)


def _is_skipped(turn: Turn, id: str) -> bool:
    return any(_node(turn, one).skipped is not None for one in (id, _home(turn, id)))


def _parts(turn: Turn, edition: Edition, place: str, names: list[str], given: Ids, mark: Mark) -> list[Part]:
    """The new phases or steps beside a node, with new numbers; an added main phase is a postcombat one."""
    first = 1 + max(_node(turn, id).serial for id in turn)
    if names == [ONLY]:
        (phase,) = _parts(turn, edition, _home(turn, place), [edition.phase_of(given[0]).kind], (), mark)
        skips = {step: None if step.node.kind in given else mark for step in phase}
        steps = (s.with_node(msgspec.structs.replace(s.node, skipped=mark)) for s, mark in skips.items())
        return [phase.with_parts(steps)]
    kinds = [edition.kinds.by_token[name] for name in names if name in edition.kinds.by_token] or list(given or names)
    if _parent(turn, place) == ROOT:
        added = ["postcombat_main" if kind == "precombat_main" else kind for kind in kinds]
        return [make_phase(edition, kind, f"{kind}+{n}", n, mark) for n, kind in enumerate(added, first)]
    home = _home(turn, place)
    rules = {step.kind: step.rule for step in edition.phase(_node(turn, home).kind).steps}
    return [make_part(Node(f"{home}/{k}+{n}", "step", k, rules[k], n, mark)) for n, k in enumerate(kinds, first)]


def _splice(turn: Turn, place: str, added: list[Part], first: bool) -> None:
    """Puts new parts into the chain of a node, directly before it (``first``) or after it."""
    parent = _parent(turn, place)
    row = children(turn, parent)
    at = row.index(place) + (not first)
    for part in added:
        turn.add_nodes_from((node.id, {"node": node}) for node in (part.node, *(step.node for step in part)))
        turn.add_edges_from([(parent, part.node.id), *((part.node.id, id) for id in part.ids)], kind="contains")
        turn.add_edges_from(pairwise(part.ids), kind="next")
    longer = [*row[:at], *(part.node.id for part in added), *row[at:]]
    turn.remove_edges_from(list(pairwise(row)))
    turn.add_edges_from(pairwise(_kept_after_second_main(turn, longer, row) if parent == ROOT else longer), kind="next")


def _kept_after_second_main(turn: Turn, phases: list[str], before: Ids) -> list[str]:
    """The phases, with what stays after the second main phase after that, if it is another one than before."""
    mains = [id for id in phases if not (children(turn, id) or _is_skipped(turn, id))]
    if mains[1:2] in ([], [id for id in before if id in mains][1:2]):
        return phases
    at, topics = phases.index(mains[1]) + 1, staying()
    stay = [id for id in phases[at:] if (mark := _node(turn, id).inserted) and mark.topic in topics]
    return [*phases[:at], *stay, *(id for id in phases[at:] if id not in stay)]


def _skip(turn: Turn, gone: set[str], mark: Mark, rule: RewriteRule) -> None:
    """Marks what is skipped, unless it is; across the turn, a phase instead of all its steps."""
    for phase in children(turn, ROOT) if rule.across else ():
        inside = {*children(turn, phase)}
        gone = (gone - inside) | {phase} if inside and inside <= gone else gone
    for id in gone:
        node = _node(turn, id)
        turn.nodes[id]["node"] = msgspec.structs.replace(node, skipped=node.skipped or mark)


def _reorder(turn: Turn, order: Ids, mark: Mark) -> None:
    """Puts the phases in a new order; the first regular main phase is the precombat one (305.1, later 505.1a)."""
    before, node = children(turn, ROOT), _node(turn, ROOT)
    mains = [id for id in order if not children(turn, id) and not _node(turn, id).serial]
    places = dict(zip(mains, (id for id in before if id in mains), strict=True))
    turn.remove_edges_from(list(pairwise(before)))
    turn.add_edges_from(pairwise(places.get(id, id) for id in order), kind="next")
    turn.nodes[ROOT]["node"] = msgspec.structs.replace(node, reversed=None if node.reversed else mark)
