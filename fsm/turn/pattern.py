"""Rewrite rules as data: each has a chain that it matches and a chain that it puts there.

A chain is written ``anchor -> +first -> [between] -> rest``: ``+x`` is inserted, ``[x]`` is
skipped, ``reversed x`` comes in reverse order, anything else stays. A matched name stands for
these nodes of a turn:

- ``anchor``, or else the first name, is the anchor that the rewrite is given; a rule that
  takes the turn itself matches all phases, its first and last names one phase each;
- the token of a step (``CD``, see the notation) is every later step of that kind, and after a
  word such as ``between`` the last one that is not skipped; an anchor with such a name matches only as the last of
  its kind before the other steps that the chain names;
- any other word is everything in that position: before the anchor, between it and the next
  name, or after it.

An inserted name stands for these new parts:

- a token is a step of that kind;
- ``(phase: only the step)`` is the phase of the given step, with its other steps skipped;
- other words, one or several, are the given phases or steps, in their order.

``fsm.turn.interpreter`` applies a rule to a turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..edition import Edition
from ..edition.reader import topics
from ..errors import TEXT, RewriteError, expect_type
from ..showing import later
from ..words import nearest
from .part import ROOT, Level

if TYPE_CHECKING:
    from networkx import DiGraph

    from .graph import TurnGraph
    from .interpreter import Anchor
else:
    TurnGraph, Anchor = later("turn", "TurnGraph"), later("turn.interpreter", "Anchor")

ARROW = " -> "
LEVELS = ("turn", "phase", "step")
ONLY = "(phase: only the step)"
REVERSED = "reversed "

_NAME = re.compile(r"\(?[^\W\d][\w ():]*")

Binding = dict[str, tuple[str, ...]]
"""The ids that each name of a chain stands for."""


class Guard(msgspec.Struct, frozen=True):
    """A question to the model of a machine: its name, when it holds, and the same in a few words for pictures."""

    name: str
    holds: str
    words: str = ""


class When(msgspec.Struct, frozen=True):
    """When play follows a rule: where its guard holds, at each stop that the rule takes as its anchor.

    Play goes the way of the rewritten turn as it leaves the stop. A game rewrites the turn already in the ``state`` of
    the stop in which the rule says so. ``maker``: the rules themselves make the rewrite, once for a stop, or an effect
    does, which also ends the stop at once. ``repeats``: also after what the rule itself has inserted. ``phase`` is the
    kind of phase that the stop has to be in. ``later`` is the guard that holds in the rest of the turn, where the rule
    skips more after the place at which play goes on.
    """

    guard: Guard
    state: Literal["beginning", "priority", "ending"] = "ending"
    maker: Literal["rule", "effect"] = "rule"
    repeats: bool = False
    phase: str = ""
    later: Guard | None = None


class RewriteRule(msgspec.Struct, frozen=True, cache_hash=True):
    """A rewrite rule: its topic, the chain it matches, the chain it puts there; ``apply`` applies it.

    ``matches`` and ``puts`` are chains of ``next`` edges, of the steps of a phase or the phases
    of a turn; ``across``: of all stops of a turn. ``takes`` are the levels that the anchor may
    have. ``lacking`` is the kind of a phase to add after the anchor's phase if nothing in the
    turn matches, where the edition has such phases. Inserted and skipped parts are marked with the
    number of the rule's topic. ``stays`` is the topic instead for parts that an effect inserts after the second main
    phase: they stay after it, also if a later insertion makes another phase the second one.
    ``example`` are the arguments of ``apply``, after the graph, that show the rule on a regular
    turn; ``again`` are those of a second call, which shows which insertion comes first. ``title``
    says in a sentence what it does, for its picture. ``when`` says when play follows it by itself; without it only
    effects do, at an anchor of their own. ``choice`` is what the edition has to have chosen.

    ``RewriteError`` if a chain cannot be read, or no topic is called so.

    >>> from fsm.turn import base_turn
    >>> rest = RewriteRule("skip_rest", "skip", "anchor -> rest", "anchor -> [rest]", ("step",))
    >>> rest.apply(base_turn("cr2026"), "beginning/upkeep").notation()
    'U Up [D] | M1 | BC DA DB CD EC | M2 | E CL'
    """

    name: str
    topic: str
    matches: str
    puts: str
    takes: tuple[Level, ...] = ("phase", "step")
    across: bool = False
    lacking: str = ""
    stays: str = ""
    example: tuple[Any, ...] = ()
    again: tuple[Any, ...] = ()
    title: str = ""
    when: When | None = None
    choice: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        """``RewriteError`` if a chain cannot be read, or no topic is called so."""
        if not isinstance(self.topic, str) or self.topic not in topics():
            raise RewriteError(
                f"there is no topic {self.topic!r:.60}{nearest(str(self.topic), topics())}, expected one such as 'skip'"
            )
        expect_type(self.name, *TEXT, "name")
        expect_type(self.takes, tuple, "levels of the anchor, such as ('step',)", "takes")
        wrong = next((level for level in self.takes if level not in LEVELS), None)
        if wrong is not None:
            near = nearest(str(wrong), LEVELS)
            raise RewriteError(f"takes: found {wrong!r:.60}{near}, expected turn, phase or step, such as ('step',)")
        _check_kept(self, [element.name for element in _checked_chain(self.matches)])

    def cited(self, edition: Edition) -> tuple[str, ...]:
        """The numbers of the rule in an edition; none if it lacks the rule, or has chosen otherwise."""
        expect_type(edition, Edition, "an edition, such as load_edition() gives")
        return edition.cite(self.topic) if self.is_chosen(edition) else ()

    def is_chosen(self, edition: Edition) -> bool:
        """Whether an edition has made the choice that the rule belongs to, if it belongs to one."""
        return self.choice is None or edition.choices.get(self.choice[0]) == self.choice[1:]

    @property
    def left(self) -> DiGraph[int]:
        """The chain that it matches, as a graph: nodes with a ``name``, joined in their order."""
        return _graph(self.matches)

    @property
    def right(self) -> DiGraph[int]:
        """The chain that it puts there, as a graph; ``change`` says what is inserted and what is skipped."""
        return _graph(self.puts)

    def apply(
        self, graph: TurnGraph, anchor: Anchor, given: tuple[str, ...] = (), by: str = "", topic: str = ""
    ) -> TurnGraph:
        """The turn after the rule was applied, see ``apply_rule``; ``RewriteError`` says what does not fit."""
        from .interpreter import apply_rule  # late: the interpreter stands on rules

        return apply_rule(self, graph, anchor, given, by, topic)


def _check_kept(rule: RewriteRule, known: list[str]) -> None:
    """``RewriteError`` unless what a rule puts there has each matched name once, in their order where it has to."""
    kept = [element for element in _checked_chain(rule.puts) if element.change != "insert"]
    said = f"{rule.puts!r:.80} keeps or skips"
    for element in kept:
        if element.matched not in known:
            which = f"{element.name!r:.60}, which {rule.matches!r:.80} has not"
            raise RewriteError(f"{said} {which}; expected names of what it matches")
    names = [element.name for element in kept]
    if "turn" in rule.takes:  # only the phases of a turn come in another order
        names, known = sorted(element.matched for element in kept), sorted(known)
    if names != known:
        raise RewriteError(
            f"{said} other names than {rule.matches!r:.80}, expected each of them once, in the same order"
        )


class Element(msgspec.Struct, frozen=True):
    """One link of a chain: its name and its change."""

    name: str
    change: Literal["", "insert", "skip"] = ""

    @property
    def matched(self) -> str:
        """Its name in the matched chain."""
        return self.name.removeprefix(REVERSED)


@cache
def read_chain(text: str) -> tuple[Element, ...]:
    """Reads a chain.

    >>> read_chain("DA -> [DB] -> +CD")
    (Element(name='DA', change=''), Element(name='DB', change='skip'), Element(name='CD', change='insert'))
    """
    return tuple(_element(part) for part in text.split(ARROW))


def _graph(text: str) -> DiGraph[int]:
    import networkx as nx  # late: play has no need of it

    graph: DiGraph[int] = nx.DiGraph()
    for number, element in enumerate(read_chain(text)):
        graph.add_node(number, name=element.name, change=element.change)
    graph.add_edges_from(pairwise(graph))
    return graph


def _element(text: str) -> Element:
    if text.startswith("+"):
        return Element(text[1:], "insert")
    if text.startswith("[") and text.endswith("]"):
        return Element(text[1:-1], "skip")
    return Element(text)


def _checked_chain(text: str) -> tuple[Element, ...]:
    """The links of a chain; ``RewriteError`` if one has no name."""
    chain = read_chain(text) if isinstance(text, str) else ()
    if not all(_NAME.fullmatch(element.name) for element in chain) or not chain:
        raise RewriteError(
            f"found {text!r:.80}, expected names in a chain, such as 'anchor -> rest' or 'anchor -> [rest]'"
        )
    return chain


@cache
def own_name(rule: RewriteRule) -> str:
    """The name of a rule's anchor in its chains."""
    names = [element.name for element in read_chain(rule.matches)]
    return "anchor" if "anchor" in names else names[0]


def chain_of(rule: RewriteRule, graph: TurnGraph, anchor: str) -> tuple[str, ...]:
    """The nodes that a rule is matched with: the anchor and its siblings, the phases of the turn, or all stops."""
    if rule.across:
        return graph.stops
    return graph.children(anchor if anchor == ROOT else graph.parent(anchor))


def bind(rule: RewriteRule, graph: TurnGraph, anchor: str) -> Binding:
    """The nodes that each matched name stands for; empty if the rule does not match at the anchor."""
    names = [element.name for element in read_chain(rule.matches)]
    chain = chain_of(rule, graph, anchor)
    if anchor == ROOT:
        first, *between, last = names
        return {first: chain[:1], last: chain[1:][-1:]} | dict.fromkeys(between, chain[1:-1])
    at = chain.index(anchor)
    own, kinds = names.index(own_name(rule)), graph.edition.kinds.by_token
    if not _is_last(graph, tuple(kinds[name] for name in names[own:] if name in kinds), chain[at:]):
        return {}
    bound = dict.fromkeys(names[:own], chain[:at]) | {names[own]: (anchor,)}
    later: Sequence[str] = chain[at + 1 :]
    for name, before in zip(names[own + 1 :], names[own:], strict=False):
        if name in kinds and before not in kinds and before != "anchor":
            last_at = _last_of_kind(graph, kinds[name], anchor, later)
            if last_at is None:
                return {}
            bound[before], bound[name] = tuple(later[: max(last_at, 0)]), ((anchor, *later)[last_at + 1],)
            later = later[last_at + 1 :]
        elif name in kinds:
            bound[name] = tuple(id for id in later if graph.node(id).kind == kinds[name])
            later = [id for id in later if id not in bound[name]]
        else:
            bound[name] = tuple(later)
    return bound


def _is_last(graph: TurnGraph, kinds: tuple[str, ...], chain: tuple[str, ...]) -> bool:
    """Whether the first of a chain is the last of its kind before the steps of the other kinds that are named."""
    if len(kinds) < 2 or graph.node(chain[0]).kind != kinds[0]:
        return True
    later = (graph.node(id).kind for id in chain[1:] if not graph.is_skipped(id))
    return next((kind for kind in later if kind in kinds), "") != kinds[0]


def _last_of_kind(graph: TurnGraph, kind: str, anchor: str, later: Sequence[str]) -> int | None:
    """The index in ``later`` of the last unskipped step of a kind; -1 if only the anchor is one."""
    for at in range(len(later) - 1, -2, -1):
        id = later[at] if at >= 0 else anchor
        if graph.node(id).kind == kind and not graph.is_skipped(id):
            return at
    return None
