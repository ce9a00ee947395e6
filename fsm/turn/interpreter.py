"""The interpreter of rewrite rules: finds the match at the anchor, splices, skips and marks.

``fsm diagram rule`` draws the same rule that runs here. An insertion uses only its anchor.
No code sorts extra parts: inserting directly after the anchor puts the newest first. The same
rewrite of the same graph is done once (a bounded cache).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

import msgspec

from ..edition import obeys
from ..edition.reader import topics
from ..errors import AddressError, ArgumentError, LimitReached, RewriteError, expect_type, found
from ..words import nearest, shown
from .address import Address, parse_address
from .graph import A_TURN, TurnGraph, make_phase, make_turn
from .part import ROOT, STAND_INS, Mark, Node, Part, make_mark, make_part
from .pattern import ONLY, REVERSED, Binding, Element, RewriteRule, bind, own_name, read_chain
from .rules import staying

CACHE_SIZE = 4096
"""How many results of rewrites are cached."""

Names = tuple[str, ...]
Anchor = str | Address
"""The anchor of a rewrite: an address, as a value or as a text, or the id of a node."""

A_PLACE = ((str, Address), "a place in a turn, such as 'combat#2'")

MAX_INSERTED = 10_000
"""How many parts may be inserted into one turn: more are taken for an endless loop."""


def apply_rule(
    rule: RewriteRule, graph: TurnGraph, anchor: Anchor, given: tuple[str, ...] = (), by: str = "", topic: str = ""
) -> TurnGraph:
    """Applies a rule at an anchor and returns the new graph; the same graph if nothing there matches.

    The anchor is an address in the turn (``combat#2``, ``beginning.draw``) or the id of a node.
    ``given`` are the kinds of the inserted parts, ``by`` is the name of the effect, ``topic`` replaces the
    rule's own topic in the marks. ``RewriteError`` says what does not fit.
    """
    try:
        return _applied(rule, graph, anchor, given, by, topic)
    except TypeError:  # something that cannot be hashed
        _check(graph, given, by, topic)
        expect_type(anchor, *A_PLACE)
        raise


def _check(graph: TurnGraph, given: tuple[str, ...], by: str, topic: str) -> None:
    """``ArgumentError`` if an argument of a rewrite is of another type."""
    expect_type(graph, TurnGraph, A_TURN)
    if not isinstance(given, tuple) or not all(isinstance(kind, str) for kind in given):
        raise ArgumentError(f"found {found(given)}, expected a tuple of phases or steps, such as ('combat',)")
    expect_type(by, str, "the name of the effect that does it")
    expect_type(topic, str, "a topic of the rules, such as 'skip'")
    if topic and topic not in topics() and topic not in STAND_INS:
        raise RewriteError(
            f"there is no topic {shown(topic, 60)!r}{nearest(topic, topics())}, expected one such as 'skip'"
        )


@lru_cache(maxsize=CACHE_SIZE)
def _applied(
    rule: RewriteRule, graph: TurnGraph, anchor: Anchor, given: tuple[str, ...], by: str, topic: str
) -> TurnGraph:
    """Does what ``apply_rule`` says, once for the same arguments."""
    _check(graph, given, by, topic)
    part = located(graph, anchor)
    check_anchor(rule, graph, part)
    anchor = part.node.id
    mark = make_mark(graph.edition, topic or rule.topic, by)
    changes = _changes(rule)
    _check_given(rule, changes, graph, given)
    bound = _bound(rule, changes, graph, anchor)
    if not bound and rule.lacking in graph.edition.kinds.phases:
        graph = _inserted(graph, graph.phase_of(anchor), False, _phases(graph, (rule.lacking,), mark))
        bound = _bound(rule, changes, graph, anchor)
    if not bound:
        return graph
    before = graph
    for names, left, right in changes.runs:
        place, is_before = _place(left, right, bound, anchor)
        graph = _inserted(graph, place, is_before, _made(graph, place, names, given, mark))
    if changes.runs:
        graph = _kept_after_second_main(graph, before)
    if changes.skipped:
        graph = _with_skipped(graph, [id for name in changes.skipped for id in bound[name]], mark, whole=rule.across)
    return _reordered(graph, rule, bound, mark) if anchor == ROOT else graph


def located(graph: TurnGraph, anchor: Anchor) -> Part:
    """The part that an anchor names; ``RewriteError`` if the turn has none. An id comes before an address."""
    if isinstance(anchor, str):
        try:
            return graph.part(anchor)
        except KeyError:
            pass
    expect_type(anchor, *A_PLACE)
    try:
        address = parse_address(anchor, graph.edition.kinds) if isinstance(anchor, str) else anchor
    except AddressError:
        known = (*dict.fromkeys(node.kind for node in graph), *graph.addresses.values(), *graph.nodes)
        said = f"there is no node {shown(str(anchor), 60)!r} in this turn{nearest(str(anchor), known)}"
        raise RewriteError(f"{said}; a place is named as in 'combat' or 'combat#2.declare_attackers'") from None
    place = None if address.turn is not None else address.locate(graph)
    if place is None:
        hint = "; expected a place in one turn, without its number" if address.turn is not None else ""
        raise RewriteError(f"there is no {address} in this turn{hint}")
    return graph.part(place)


def check_anchor(rule: RewriteRule, graph: TurnGraph, part: Part) -> None:
    """Checks that a rule can be applied at a part of the turn; ``RewriteError`` says why not."""
    anchor = part.node.id
    if part.node.level not in rule.takes:
        taken = " or a ".join(rule.takes)
        raise RewriteError(f"{anchor!r} is a {part.node.level}; this rewrite takes a {taken or 'turn of the rotation'}")
    if rule.across and part.chunks:
        raise RewriteError(f"{anchor!r} has steps; this rewrite takes one of them")
    taken = graph.edition.kinds.by_token.get(own_name(rule), part.node.kind)
    if taken != part.node.kind:
        raise RewriteError(f"{anchor!r} is a {part.node.kind}; this rewrite takes a {taken}")


class Changes(NamedTuple):
    """What a rule changes, read from its chains.

    ``runs`` are the runs of adjacent inserted names, each with the kept names before and after it; ``skipped`` the
    names that are skipped; ``local``: only the anchor and its direct neighbours are looked at.
    """

    runs: tuple[tuple[Names, Names, Names], ...]
    skipped: Names
    local: bool


@cache
def _changes(rule: RewriteRule) -> Changes:
    own, elements = own_name(rule), read_chain(rule.puts)
    runs = tuple(_runs(elements))
    skipped = tuple(element.name for element in elements if element.change == "skip")
    local = {own}.issuperset(skipped) and all(own in (*before[-1:], *after[:1]) for _, before, after in runs)
    return Changes(runs, skipped, local)


def _check_given(rule: RewriteRule, changes: Changes, graph: TurnGraph, given: Names) -> None:
    """``RewriteError`` if a rule has no place for the parts that it is given, or inserts both tokens and them."""
    tokens = graph.edition.kinds.by_token
    own = [[name in tokens for name in names] for names, _, _ in changes.runs]
    if any(any(run) and not all(run) for run in own):
        raise RewriteError(f"{rule.puts!r:.80} inserts tokens beside other names, expected one kind of them in a row")
    if given and all(map(all, own)):
        inserts = " and ".join(f"+{name}" for names, _, _ in changes.runs for name in names) or "nothing"
        raise RewriteError(
            f"found {given!r:.80} to insert, and {rule.puts!r:.80} inserts {inserts}; expected none given"
        )


def _runs(elements: tuple[Element, ...]) -> Iterator[tuple[Names, Names, Names]]:
    at = 0
    for inserts, run in groupby(elements, lambda element: element.change == "insert"):
        names = tuple(element.name for element in run)
        if inserts:
            yield names, _kept(elements[:at]), _kept(elements[at + len(names) :])
        at += len(names)


def _kept(elements: Iterable[Element]) -> Names:
    return tuple(element.matched for element in elements if element.change != "insert")


def _bound(rule: RewriteRule, changes: Changes, graph: TurnGraph, anchor: str) -> Binding:
    """The nodes that the names of a rule match; a local rule uses only its anchor."""
    return {own_name(rule): (anchor,)} if changes.local and anchor != ROOT else bind(rule, graph, anchor)


def _place(names_before: Names, names_after: Names, bound: Binding, anchor: str) -> tuple[str, bool]:
    """The node beside which parts are inserted, preferably the anchor, and whether they come before it."""
    before = [id for name in names_before for id in bound.get(name, ())][-1:]
    after = [id for name in names_after for id in bound.get(name, ())][:1]
    return (after[0], True) if after == [anchor] or not before else (before[0], False)


def _made(graph: TurnGraph, place: str, names: Names, given: tuple[str, ...], mark: Mark) -> list[Part]:
    """The new parts for the inserted names, beside a phase or a step."""
    steps = graph.edition.kinds.by_token
    kinds = tuple(steps[name] for name in names if name in steps) or given
    if not kinds:
        raise RewriteError("nothing to insert, expected at least one phase or step, such as ('combat',)")
    if names == (ONLY,):
        return [_phase_with(graph, kinds, mark)]
    if graph.phase_of(place) == place:
        return _phases(graph, kinds, mark)
    return _steps(graph, graph.phase_of(place), kinds, mark)


def _phases(graph: TurnGraph, kinds: tuple[str, ...], mark: Mark) -> list[Part]:
    """New phases; an added main phase is a postcombat one (cr2006 305.1, later 505.1a)."""
    known = graph.edition.kinds.phases
    for kind in kinds:
        if kind not in known:
            raise RewriteError(f"there is no phase {kind!r}{nearest(kind, known)}")
    added = ["postcombat_main" if kind == "precombat_main" else kind for kind in kinds]
    serials = _serials(graph, len(kinds))
    return [make_phase(graph.edition, kind, f"{kind}+{n}", n, mark) for kind, n in zip(added, serials, strict=True)]


def _phase_with(graph: TurnGraph, kinds: tuple[str, ...], mark: Mark) -> Part:
    """A new phase with a given step, its other steps skipped."""
    (step,) = kinds
    try:
        kind = graph.edition.phase_of(step).kind
    except KeyError:
        known = [step.kind for phase in graph.edition.phases for step in phase.steps]
        raise RewriteError(f"no phase contains a step {step!r}{nearest(step, known)}") from None
    (phase,) = _phases(graph, (kind,), mark)
    return phase.with_parts(part if part.node.kind == step else _skipped(part, mark) for part in phase)


def _steps(graph: TurnGraph, phase: str, kinds: tuple[str, ...], mark: Mark) -> list[Part]:
    """New steps of a phase."""
    spec = graph.edition.phase(graph.node(phase).kind)
    rules = {step.kind: step.rule for step in spec.steps}
    for kind in kinds:
        if kind not in rules:
            raise RewriteError(f"the {spec.name} has no step {kind!r}{nearest(kind, rules)}")
    named = zip(kinds, _serials(graph, len(kinds)), strict=True)
    return [make_part(Node(f"{phase}/{kind}+{n}", "step", kind, rules[kind], n, mark)) for kind, n in named]


def _serials(graph: TurnGraph, count: int) -> range:
    first = graph.insertions + 1
    if first + count - 1 > MAX_INSERTED:
        raise LimitReached(f"more than {MAX_INSERTED:,} parts inserted into one turn, which may be endless")
    return range(first, first + count)


def _inserted(graph: TurnGraph, place: str, before: bool, added: list[Part]) -> TurnGraph:
    """Splices parts in directly after (or before) a phase or a step."""
    phase_id = graph.phase_of(place)
    if place == phase_id:
        return make_turn(graph.edition, graph.root.spliced(place, added, before=before))
    phase = graph.part(phase_id).spliced(place, added, before=before)
    return make_turn(graph.edition, graph.root.changed({phase_id: phase}))


def _kept_after_second_main(graph: TurnGraph, before: TurnGraph) -> TurnGraph:
    """Moves what stays after the second main phase, if an insertion made another one the second."""
    topics = staying()
    if topics.isdisjoint(graph.root.topics) or graph.second_main in (None, before.second_main):
        return graph
    at, phases = graph.children().index(graph.second_main) + 1, tuple(graph.root)
    moved = sorted(phases[at:], key=lambda part: topics.isdisjoint(part.topics))
    return make_turn(graph.edition, graph.root.with_parts((*phases[:at], *moved)))


def _with_skipped(graph: TurnGraph, ids: Iterable[str], mark: Mark, *, whole: bool) -> TurnGraph:
    """Skips phases and steps; ``whole``: a phase whose stops are all skipped is skipped itself."""
    gone: dict[str, set[str]] = {}
    for id in ids:
        gone.setdefault(graph.phase_of(id), set()).add(id)
    if not gone:
        return graph
    changes = {phase: _without(graph.part(phase), inside, mark, whole) for phase, inside in gone.items()}
    return make_turn(graph.edition, graph.root.changed(changes))


def _without(phase: Part, gone: set[str], mark: Mark, whole: bool) -> Part:
    if phase.node.id in gone or (whole and gone.issuperset(phase.ids)):
        return _skipped(phase, mark)
    return phase.changed({step.node.id: _skipped(step, mark) for step in phase if step.node.id in gone})


def _skipped(part: Part, mark: Mark) -> Part:
    """The part, marked as skipped; a skipped part keeps its first mark."""
    return part if part.node.skipped else part.with_node(msgspec.structs.replace(part.node, skipped=mark))


def _reordered(graph: TurnGraph, rule: RewriteRule, bound: Binding, mark: Mark) -> TurnGraph:
    """Reorders the phases and marks the turn; a second time removes the mark."""
    elements = read_chain(rule.puts)
    kept = [(element, bound[element.matched]) for element in elements if element.change != "insert"]
    order = [id for element, ids in kept for id in (ids[::-1] if element.name.startswith(REVERSED) else ids)]
    places = _main_phases_exchanged(graph, order)
    node = msgspec.structs.replace(graph.root.node, reversed=None if graph.reversed else mark)
    root = graph.root.with_node(node)
    return make_turn(graph.edition, root.with_parts(graph.part(places.get(id, id)) for id in order))


@obeys("main_naming")
def _main_phases_exchanged(graph: TurnGraph, order: list[str]) -> dict[str, str]:
    """Makes the first regular main phase the precombat one (cr2006 305.1, later 505.1a)."""
    mains = [id for id in order if not (graph.part(id).chunks or graph.node(id).serial)]
    kept = [id for id in graph.children() if id in mains]
    return dict(zip(mains, kept, strict=True))
