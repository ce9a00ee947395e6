"""The parts of a turn as shared values: a turn has phases, a phase has steps.

Equal parts are one object, so two turns share all equal parts, and parts are compared by
identity. The children of a part are kept in chunks, each a short row of parts. The serial
number of a part alone decides whether a chunk begins there, so equal rows have equal
chunks. An insertion rebuilds one chunk, however long the row is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from .shared import Shared

if TYPE_CHECKING:
    from ..edition import Edition

Level = Literal["turn", "phase", "step"]

ROOT = "turn"
"""The id of the turn itself."""

SPREAD, EVERY = 0x9E3779B1, 1 << 27
"""A serial number times ``SPREAD``, in 32 bits, is below ``EVERY`` for one number in 32."""

STAND_INS = {"extra_step_after_phase": "extra_step", "extra_phase_after_second_main": "extra_phase"}
"""For each topic the topic to cite instead, in editions that have no rule for the first."""


class Mark(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Why a node was inserted or is skipped: the rule's topic and number, and the effect.

    ``by`` is the name of the effect, or empty if the rules themselves did it.
    """

    topic: str
    rule: str
    by: str = ""


def make_mark(edition: Edition, topic: str, by: str = "") -> Mark:
    """A mark with the edition's rule number for the topic."""
    known = topic if edition.cite(topic) else STAND_INS.get(topic, topic)
    return Mark(topic, edition.number(known), by)


class Node(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """One instance of a turn, a phase or a step.

    ``id`` is unique in its graph and stays the same in later rewrites:
    ``combat/declare_attackers``, ``combat+2`` (the second inserted part).
    ``serial`` counts the insertions of the turn from 1; 0 for a regular part.
    ``reversed`` is for the turn itself: its phases are taken in reverse order.
    """

    id: str
    level: Level
    kind: str
    rule: str
    serial: int = 0
    inserted: Mark | None = None
    skipped: Mark | None = None
    reversed: Mark | None = None


_NO_TOPICS: frozenset[str] = frozenset()


@cache
def _only(topic: str) -> frozenset[str]:
    return frozenset((topic,))


def _together(held: Iterable[Part | Chunk]) -> tuple[bool, int, frozenset[str]]:
    """The totals of several parts or chunks: ``live``, ``insertions`` and ``topics``, as in ``Chunk``."""
    live, insertions, topics = False, 0, _NO_TOPICS
    for one in held:
        live = live or one.live
        insertions += one.insertions
        if not one.topics <= topics:
            topics = topics | one.topics if topics else one.topics
    return live, insertions, topics


class Chunk:
    """A short row of parts; ``in_chunks`` makes them.

    ``places``: the position of each part in the row, by its node's id; ``live``: whether one of them is
    not skipped; ``insertions``: the number of inserted nodes; ``topics``: the topics of their marks.
    """

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.live, self.insertions, self.topics = _together(parts)
        self.places: dict[str, int] = {part.node.id: at for at, part in enumerate(parts)}

    @cached_property
    def tally(self) -> dict[str, int]:
        """The number of nodes of each kind in it."""
        return _summed(part.tally for part in self.parts)

    @cached_property
    def coming(self) -> tuple[str, ...]:
        """The kinds of the stops in it that are not skipped."""
        return tuple(kind for part in self.parts for kind in part.coming)


class Part:
    """A node with its children; ``make_part`` makes them. ``live`` and other totals as in ``Chunk``."""

    def __init__(self, node: Node, chunks: tuple[Chunk, ...]) -> None:
        self.node, self.chunks = node, chunks
        live, insertions, topics = _together(chunks)
        self.live: bool = node.skipped is None and (live or not chunks)
        self.insertions: int = insertions + (node.inserted is not None)
        own = topics if node.inserted is None else _only(node.inserted.topic)
        self.topics: frozenset[str] = topics if own <= topics else own | topics
        self._places: dict[str, tuple[int, int]] = {}

    def __iter__(self) -> Iterator[Part]:
        """Its children, in order of play, skipped ones included."""
        for chunk in self.chunks:
            yield from chunk.parts

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of its children."""
        return tuple(part.node.id for part in self)

    @cached_property
    def tally(self) -> dict[str, int]:
        """The number of nodes of each kind in it, its own node included."""
        return _summed(({self.node.kind: 1}, *(chunk.tally for chunk in self.chunks)))

    @cached_property
    def coming(self) -> tuple[str, ...]:
        """The kinds of its stops that are not skipped."""
        if not self.live:
            return ()
        return tuple(kind for chunk in self.chunks for kind in chunk.coming) or (self.node.kind,)

    def find(self, id: str) -> tuple[int, int]:
        """The chunk of a child, and its position there; ``KeyError`` if there is no such child."""
        known = self._places.get(id)
        if known is not None:
            return known
        for number, chunk in enumerate(self.chunks):
            at = chunk.places.get(id)
            if at is not None:
                return self._places.setdefault(id, (number, at))
        raise KeyError(id)

    def get(self, id: str) -> Part:
        """The child with an id; ``KeyError`` if there is none."""
        number, at = self._places.get(id) or self.find(id)
        return self.chunks[number].parts[at]

    def count_until(self, id: str, kind: str) -> int:
        """The number of nodes of a kind before a child."""
        number, at = self.find(id)
        before = sum(chunk.tally.get(kind, 0) for chunk in self.chunks[:number])
        return before + sum(part.tally.get(kind, 0) for part in self.chunks[number].parts[:at])

    def number(self, kind: str, number: int) -> Part | None:
        """The child that is or contains the n-th node of a kind, if there is one."""
        for chunk in self.chunks:
            if number > chunk.tally.get(kind, 0):
                number -= chunk.tally.get(kind, 0)
                continue
            for part in chunk.parts:
                if number <= part.tally.get(kind, 0):
                    return part if part.node.kind == kind else part.number(kind, number)
                number -= part.tally.get(kind, 0)
        return None

    def first_live(self, after: str | None = None) -> Part | None:
        """The first child that is not skipped, or the first such child after another."""
        number, at = (0, -1) if after is None else self.find(after)
        for chunk in self.chunks[number:] if number else self.chunks:
            if chunk.live:
                for part in chunk.parts[at + 1 :] if at >= 0 else chunk.parts:
                    if part.live:
                        return part
            at = -1
        return None

    def with_node(self, node: Node) -> Part:
        """The same part with another node."""
        return make_part(node, self.chunks)

    def with_parts(self, parts: Iterable[Part]) -> Part:
        """The same node with other children."""
        return make_part(self.node, in_chunks(tuple(parts)))

    def changed(self, changes: Mapping[str, Part]) -> Part:
        """The same part with some children replaced by others with the same ids."""
        if not changes:
            return self
        chunks = []
        for chunk in self.chunks:
            if changes.keys().isdisjoint(chunk.places):
                chunks.append(chunk)
            else:
                chunks.append(_chunk(tuple(changes.get(part.node.id, part) for part in chunk.parts)))
        return make_part(self.node, tuple(chunks))

    def spliced(self, anchor: str, added: Sequence[Part], *, before: bool = False) -> Part:
        """The same part with parts added directly after (or before) one of its children."""
        number, at = self.find(anchor)
        parts = self.chunks[number].parts
        at += not before
        first = number - 1 if at == 0 and number else number  # the first new part may join the chunk before
        around = () if first == number else self.chunks[first].parts
        anew = in_chunks((*around, *parts[:at], *added, *parts[at:]))
        return make_part(self.node, (*self.chunks[:first], *anew, *self.chunks[number + 1 :]))


_parts: Shared[tuple[object, ...], Part] = Shared()
_chunks: Shared[tuple[Part, ...], Chunk] = Shared()


def make_part(node: Node, chunks: tuple[Chunk, ...] = ()) -> Part:
    """The one part with this node and these chunks."""
    key = (node, *chunks)
    held = _parts.get(key)
    known = held() if held is not None else None
    return _parts.keep(key, Part(node, chunks)) if known is None else known


def in_chunks(parts: tuple[Part, ...]) -> tuple[Chunk, ...]:
    """The chunks of a row of parts."""
    begins = [at for at, part in enumerate(parts) if part.node.serial and at and _begins_chunk(part.node.serial)]
    if not begins:
        return (_chunk(parts),) if parts else ()
    ends = [*begins, len(parts)]
    return tuple(_chunk(parts[one:other]) for one, other in zip([0, *begins], ends, strict=True) if one < other)


def _begins_chunk(serial: int) -> bool:
    return serial * SPREAD & 0xFFFFFFFF < EVERY


def _chunk(parts: tuple[Part, ...]) -> Chunk:
    held = _chunks.get(parts)
    known = held() if held is not None else None
    return _chunks.keep(parts, Chunk(parts)) if known is None else known


def _summed(tallies: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for tally in tallies:
        for name, count in tally.items():
            total[name] = total.get(name, 0) + count
    return total


def differences(after: Part, before: Part | None) -> Iterator[tuple[Node, Node | None]]:
    """The nodes of a part that differ from another part, in order of play, each with its earlier node or None."""
    if after is before:
        return
    if before is None or after.node != before.node:
        yield after.node, None if before is None else before.node
    same = set(after.chunks).intersection(before.chunks) if before else set()
    gone = (chunk for chunk in before.chunks if chunk not in same) if before else ()
    were = {part.node.id: part for chunk in gone for part in chunk.parts}
    for chunk in after.chunks:
        if chunk not in same:
            for part in chunk.parts:
                yield from differences(part, were.get(part.node.id))
