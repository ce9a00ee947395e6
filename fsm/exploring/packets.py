"""Packets of states: bytes in which equal parts of states stand once, and are one object again when they are read."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence

import msgspec

from ..game import State
from .keys import without_idle_loop

Reached = tuple[State, int]
"""A state, and how many acts of the script are done in it."""


def pack(states: Iterable[Reached]) -> bytes:
    """The states without their game, which they have in common: each field as its values, and who has which.

    If a field has one value, all have it.
    """
    rows = ((*msgspec.structs.astuple(without_idle_loop(state))[1:], done) for state, done in states)
    columns: list[tuple[list[Hashable], array[int]]] = []
    for column in zip(*rows, strict=True):
        numbers = {value: number for number, value in enumerate(dict.fromkeys(column))}
        which = map(numbers.__getitem__, column) if len(numbers) > 1 else ()
        columns.append((list(numbers), array("L", which)))
    return pickle.dumps(columns, pickle.HIGHEST_PROTOCOL)


class Unpacker:
    """Reads packets of the states of a game, which it gets any state of; equal parts are one object in all of them."""

    def __init__(self, state: State) -> None:
        self._game = state.game
        self._known: dict[Hashable, Hashable] = {part: part for part in msgspec.structs.astuple(state)}

    def __call__(self, packet: bytes, wanted: Sequence[int]) -> Iterator[Reached]:
        """The states with these numbers in a packet."""
        columns = []
        for values, which in pickle.loads(packet):  # noqa: S301  # it comes from pack
            own = [self._known.setdefault(value, value) for value in values]
            columns.append([own[which[number]] for number in wanted] if which else own * len(wanted))
        for *fields, done in zip(*columns, strict=True):
            yield State(self._game, *fields), done
