"""Patterns: what a rewrite rule matches and what it puts there, as chains that are read, drawn and checked.

A chain is written ``anchor -> +first -> [between] -> rest``: ``+x`` is inserted, ``[x]`` is
skipped, anything else stays. What a name stands for in a turn:

- ``anchor``, or else the first name, is the one place that the rewrite is given;
- the token of a step (``CD``, see the notation) is every later step of that kind, and after a
  word such as ``between`` the last one that is not skipped;
- any other word is all that lies there: before the anchor, between it and what is named next,
  or after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from .notation import KINDS

if TYPE_CHECKING:
    from .graph import TurnGraph

ARROW = " -> "


class RewriteRule(msgspec.Struct, frozen=True):
    """A rewrite rule as it can be drawn: its topic, what it matches, what it puts there.

    ``matches`` and ``puts`` are chains of ``next`` edges, of the steps of a phase or the phases
    of a turn; ``across``: of all places of a turn where play can be. ``example`` is what comes
    after the graph in a call that shows the rule on a regular turn, ``again`` in a second such
    call where it tells which of the two comes first.
    """

    name: str
    topic: str
    matches: str
    puts: str
    apply: Callable[..., Any]
    example: tuple[Any, ...] = ()
    again: tuple[Any, ...] = ()
    across: bool = False


class Element(msgspec.Struct, frozen=True):
    """One link of a chain: its name, and what becomes of it."""

    name: str
    change: Literal["", "insert", "skip"] = ""


def read_chain(text: str) -> tuple[Element, ...]:
    """Reads a chain.

    >>> read_chain("DA -> [DB] -> +CD")
    (Element(name='DA', change=''), Element(name='DB', change='skip'), Element(name='CD', change='insert'))
    """
    return tuple(_element(part) for part in text.split(ARROW))


def _element(text: str) -> Element:
    if text.startswith("+"):
        return Element(text[1:], "insert")
    if text.startswith("[") and text.endswith("]"):
        return Element(text[1:-1], "skip")
    return Element(text)


def chain_of(rule: RewriteRule, graph: TurnGraph, anchor: str) -> tuple[str, ...]:
    """The nodes that a rule's chain is about: the anchor and its neighbours (of the turn: its phases), or all stops."""
    if rule.across:
        return graph.stops
    return graph.children(graph.parents.get(anchor, anchor))


def bind(rule: RewriteRule, graph: TurnGraph, anchor: str) -> dict[str, tuple[str, ...]]:
    """Which nodes each name of what a rule matches stands for; empty if the turn has no such chain with that anchor."""
    chain = chain_of(rule, graph, anchor)
    if anchor not in chain:
        return {}
    at = chain.index(anchor)
    names = [element.name for element in read_chain(rule.matches)]
    own = names.index("anchor") if "anchor" in names else 0
    bound = dict.fromkeys(names[:own], chain[:at]) | {names[own]: (anchor,)}
    later = list(chain[at + 1 :])
    for name, before in zip(names[own + 1 :], names[own:], strict=False):
        kind = KINDS.get(name)
        found = [id for id in later if kind is None or graph.node(id).kind == kind]
        if kind is not None and _is_word(before):
            last = [id for id in found if not graph.is_skipped(id)][-1:]
            if not last:
                return {}
            at = later.index(last[0])
            bound[before], found, later = tuple(later[:at]), last, later[at + 1 :]
        bound[name] = tuple(found)
        later = [id for id in later if kind is None or id not in found]
    return bound


def _is_word(name: str) -> bool:
    return name not in KINDS and name != "anchor"
