"""Addresses: texts that name a turn, a phase or a step, and which one when there are several."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from ..edition import Kinds, kinds_in_use
from ..edition.kinds import MAINS
from ..errors import AddressError, expect_type
from ..words import listed, nearest
from .graph import A_TURN, ROOT, TurnGraph

_PART = re.compile(r"([a-z_]+)(?:#([1-9][0-9]{0,4}))?\Z")
_TURN = re.compile(r"T(0|[1-9][0-9]{0,6})\Z")


class Address(msgspec.Struct, frozen=True):
    """A place: ``T3``, ``T3.upkeep#2``, ``T3.combat#2.declare_attackers``, or the same without a turn.

    A number counts from 1 within the part before it; a part without a number is the first. ``T0`` is before the first
    turn, where players may take mulligans; it has no phases.

    >>> parse_address("T3.combat#2.declare_attackers")
    Address(turn=3, phase='combat', phase_number=2, step='declare_attackers', step_number=None)
    >>> str(parse_address("upkeep#2"))
    'upkeep#2'
    """

    turn: int | None = None
    phase: str | None = None
    phase_number: int | None = None
    step: str | None = None
    step_number: int | None = None

    def __str__(self) -> str:
        parts = [f"T{self.turn}"] if self.turn is not None else []
        for kind, number in ((self.phase, self.phase_number), (self.step, self.step_number)):
            if kind:
                parts.append(f"{kind}#{number}" if number else kind)
        return ".".join(parts)

    def locate(self, graph: TurnGraph) -> str | None:
        """The id of the node that it names in a turn, or None; an address without a phase names the root.

        It is found once.
        """
        if type(graph) is not TurnGraph:  # a call for each place would be felt
            expect_type(graph, TurnGraph, A_TURN)
        if self not in graph.located:
            graph.located[self] = self._located(graph)
        return graph.located[self]

    def _located(self, graph: TurnGraph) -> str | None:
        if self.phase is None:
            return graph.find(self.step, self.step_number or 1) if self.step else ROOT
        phase = graph.find(self.phase, self.phase_number or 1)
        if phase is None or self.step is None:
            return phase
        for step in graph.children(phase):
            if graph.node(step).kind == self.step and graph.numbers[step][1] == (self.step_number or 1):
                return step
        return None


def parse_address(text: str, kinds: Kinds | None = None) -> Address:
    """Reads an address; ``AddressError`` says what is wrong and suggests a correction.

    ``kinds`` are the phases and steps that it may name: ``edition.kinds``, or by default those in use (see ``naming``).

    >>> parse_address("T3.upkeep").turn
    3
    """
    if not isinstance(text, str) or len(text) > 200:
        raise AddressError(
            f"an address is a text such as T3.upkeep, not {'nothing' if text is None else repr(str(text)[:40])}"
        )
    first, *rest = text.split(".")
    turn = _TURN.match(first)
    if not turn and _TURN.match(first.upper()):
        raise AddressError(f"{first!r} in {text!r} has a small letter; write {first.upper()}")
    names = rest if turn else [first, *rest]
    number = int(turn.group(1)) if turn else None
    if not names:
        return Address(number)
    if number == 0:
        raise AddressError(f"{text!r} cannot exist: T0 is before the first turn and has no phases; write T0 or T1")
    if kinds is None:
        kinds = kinds_in_use()
    expect_type(kinds, Kinds, "the phases and steps of an edition, such as edition.kinds")
    parts = [_part(name, text, kinds, has_turn=bool(turn)) for name in names]
    if len(parts) > 2:
        raise AddressError(f"{text!r} has too many parts: write turn.phase.step")
    (kind, which), *inner = parts
    if not inner:
        is_phase = kind in kinds.steps_of
        return Address(number, kind, which) if is_phase else Address(number, None, None, kind, which)
    (step, step_which) = inner[0]
    if kind not in kinds.steps_of:
        raise AddressError(f"in {text!r}, {kind} is not a phase; phases are {', '.join(kinds.phases)}")
    if step not in kinds.steps_of[kind]:
        inside = ", ".join(kinds.steps_of[kind]) or "no steps"
        raise AddressError(f"{text!r} cannot exist: the phase {kind} has {inside}")
    return Address(number, kind, which, step, step_which)


def addresses_like(start: str, kinds: Kinds) -> Iterator[str]:
    """The addresses of all phases and steps in the turn that a text begins with, such as T3.; by default the first.

    >>> from fsm.edition import kinds_in_use
    >>> list(addresses_like("T3.u", kinds_in_use()))[5:7]
    ['T3.untap', 'T3.upkeep']
    """
    turn = start.partition(".")[0] if re.match(r"T\d+\.", start) else "T1"
    yield from (f"{turn}.{kind}" for kind in kinds.places)


def _part(name: str, text: str, kinds: Kinds, has_turn: bool) -> tuple[str, int | None]:
    match = _PART.match(name)
    kind = match.group(1) if match else name
    if not match or kind not in kinds.places:
        plain = re.sub(r"(?<=.)[ _]*(phase|step)$", "", name)
        hint = _main(plain, kinds) or nearest(plain, kinds.places) or _containing(plain, kinds)
        expected = "" if has_turn else "; an address begins with a turn, as in T3.upkeep, or is a phase or a step"
        where = f"{name!r} in {text!r}" if name != text else f"{text!r}"
        raise AddressError(f"{where} is not a phase or step{hint}{expected}")
    return kind, int(match.group(2)) if match.group(2) else None


def _main(name: str, kinds: Kinds) -> str:
    """A hint with the main phase that pictures call Main 2, and notation M2."""
    said = re.fullmatch(r"m(?:ain)?[ _#-]?([12])", name.lower())
    place = MAINS[int(said[1]) - 1] if said else ""
    return f' (did you mean "{place}"?)' if place in kinds.places else ""


def _containing(name: str, kinds: Kinds) -> str:
    """A hint with the phases and steps of which a word is a part, ``main`` of main phases, or a token."""
    word = name.split("#", maxsplit=1)[0].rstrip("0123456789").lower()
    token = kinds.by_token.get(name) or ("main" if name.startswith("M") and name[1:].isdecimal() else "")
    found = (
        [token] if token in kinds.places else [place for place in kinds.places if (token or word) in place.split("_")]
    )
    known = listed((f"{place!r}".replace("'", '"') for place in found), "or")
    return f" (did you mean {known}?)" if found else ""
