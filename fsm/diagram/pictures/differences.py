"""The differences between two editions: the structure of the turn, its actions, and what they do to a game.

This module knows no edition by name: it compares their data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ...edition import MAINS, Edition, PhaseSpec, StepSpec
from ...edition.stories import NOT_OF_TURNS, STEP_OF_CHOICE, words
from ...turn import RewriteRule
from ...words import listed
from .naming import clean, within
from .rule import all_rules

MOST = 3
"""How many differences stand above all others."""

LEAST_WEIGHT = 30
"""The least weight of a difference that may stand there; the weights go up to 100."""


Both = tuple[Edition, Edition]
Spec = TypeVar("Spec", "PhaseSpec", "StepSpec")

_ACTION_OF = {"scheme_stays": "scheme"}
"""The action that a choice belongs to: without it in both editions, the choice is not compared."""

EXISTS = "exists"
"""What differs of a part or a rule that only one of the two editions has."""


class Difference(msgspec.Struct, frozen=True):
    """One difference: what differs, and how, with the names of both editions.

    Each of its ``keys`` is a kind and a name, ``action/untap``; ``stories`` tells what it does to a game.
    """

    what: str
    text: str
    keys: tuple[str, ...]


SAME_PLACE = {"main": MAINS[0]}
"""The part that stands beside another kind: the only main phase of a turn without steps, beside the first of two."""


def side_by_side(both: Both) -> tuple[tuple[PhaseSpec, ...], tuple[PhaseSpec, ...]]:
    """The phases of both editions; where only one has steps, the phases of the other stand among these."""
    return _among(*both), _among(*reversed(both))


def _among(edition: Edition, other: Edition) -> tuple[PhaseSpec, ...]:
    if edition.kinds.steps or not other.kinds.steps:
        return edition.phases
    homes: dict[str, list[StepSpec]] = {}
    for phase in edition.phases:
        kind = SAME_PLACE.get(phase.kind, phase.kind)
        alike = next((one.kind for one in other.phases if kind == one.kind or one.hue == phase.hue), "")
        homes.setdefault(other.kinds.phase_of.get(kind, alike), []).extend([phase.inside] if phase.inside else [])
    return tuple(
        replace(phase, steps=tuple(homes[phase.kind]), inside=None) for phase in other.phases if phase.kind in homes
    )


def shape_differences(both: Both) -> Iterator[Difference]:
    """That only one of two editions has steps."""
    if bool(both[0].kinds.steps) != bool(both[1].kinds.steps):
        told = (f"{len(one.phases)} phases {'with' if one.kinds.steps else 'without'} steps" for one in both)
        yield Difference("shape", _each(both, *told), ("shape/turn",))


def aligned(one: Sequence[Spec], other: Sequence[Spec]) -> Iterator[tuple[Spec | None, Spec | None]]:
    """Pair parts of the same kind in their order; a part without a partner stands alone."""
    from difflib import SequenceMatcher

    kinds = [[SAME_PLACE.get(spec.kind, spec.kind) for spec in specs] for specs in (one, other)]
    for _, a, b, c, d in SequenceMatcher(None, kinds[0], kinds[1], autojunk=False).get_opcodes():
        if kinds[0][a:b] == kinds[1][c:d]:
            yield from zip(one[a:b], other[c:d], strict=True)
        else:
            yield from ((spec, None) for spec in one[a:b])
            yield from ((None, spec) for spec in other[c:d])


def part_differences(
    both: Both, one: PhaseSpec | StepSpec | None, other: PhaseSpec | StepSpec | None
) -> Iterator[Difference]:
    """The differences of a phase or step; its number always differs, and is left out."""
    if one is None or other is None:
        has = both[0] if one else both[1]
        kinds = [spec.kind for spec in (one, other) if spec]
        part = "step" if isinstance(one or other, StepSpec) else "phase"
        yield Difference(EXISTS, f"only {within(has)} is there such a {part}", (f"structure/{kinds[0]}",))
        return
    if clean(one.name) != clean(other.name):
        names = (f"it is called {clean(spec.name)}" for spec in (one, other))
        yield Difference("name", _each(both, *names), (f"name/{one.kind}",))
    yield from _lists("actions", "action", both, one.actions, other.actions)


def step_differences(both: Both, one: StepSpec | None, other: StepSpec | None) -> Iterator[Difference]:
    """The differences of a step: its name, actions and priority, and the choices of the editions about it."""
    yield from part_differences(both, one, other)
    if one is None or other is None:
        return
    if one.priority != other.priority:
        yield Difference("priority", _each(both, words(one.priority), words(other.priority)), (f"priority/{one.kind}",))
    yield from _choices(both, [name for name in _choice_names(both) if STEP_OF_CHOICE.get(name) == one.kind])


def leaving_differences(
    both: Both, part: Literal["step", "phase"], one: tuple[str, ...], other: tuple[str, ...]
) -> Iterator[Difference]:
    """The differences of the end of a step or phase."""
    return _lists("what is done", part, both, one, other)


def turn_differences(both: Both) -> Iterator[Difference]:
    """The differences of the turn as a whole."""
    return _choices(both, [name for name in _choice_names(both) if name not in (*STEP_OF_CHOICE, *NOT_OF_TURNS)])


def rule_differences(both: Both, rule: RewriteRule) -> Iterator[Difference]:
    """The differences of a rewrite rule: whether an edition has it, and which actions go with it."""
    one, other = (edition.number(rule.topic) for edition in both)
    if bool(one) != bool(other):
        text = f"only {within(both[0 if one else 1])} is there such a rule"
        yield Difference(EXISTS, text, (f"rule/{rule.topic}",))
        return
    lists = [edition.procedures.get(rule.name, ()) for edition in both]
    yield from _lists("what is done", "procedure", both, *lists)


def differing_rules(both: Both) -> list[RewriteRule]:
    """Find the rewrite rules that differ."""
    return [rule for rule in all_rules().values() if any(rule_differences(both, rule))]


def _choice_names(both: Both) -> list[str]:
    """The choices of both editions, without those that are not known of one that is not played."""
    names = dict.fromkeys(name for edition in both for name in edition.choices)
    return [name for name in names if all(name in one.choices or not one.unplayed for one in both)]


def _choices(both: Both, names: Iterable[str]) -> Iterator[Difference]:
    for name in names:
        one, other = (edition.choices.get(name, ()) for edition in both)
        if one != other and all(edition.cite(_ACTION_OF.get(name, "turn")) for edition in both):
            told = [listed(map(words, values)) if values else "not asked" for values in (one, other)]
            yield Difference(words(name), _each(both, *told), (f"choice/{name}",))


def _lists(what: str, kind: str, both: Both, one: tuple[str, ...], other: tuple[str, ...]) -> Iterator[Difference]:
    """Compare two lists of actions, and their order."""
    told: list[str] = []
    for edition, own, others in ((both[0], one, other), (both[1], other, one)):
        lone = [f"{words(name)} {edition.number(name)}".strip() for name in own if name not in others]
        if lone:
            told.append(f"only {within(edition)}: {listed(lone)}")
    if told:
        names = [name for name in dict.fromkeys((*one, *other)) if name not in one or name not in other]
        yield Difference(what, "; ".join(told), tuple(f"{kind}/{name}" for name in names))
    common = [[name for name in own if name in one and name in other] for own in (one, other)]
    if common[0] != common[1]:
        orders = (", then ".join(map(words, names)) for names in common)
        yield Difference("order", _each(both, *orders), (f"order/{kind}",))


def _each(both: Both, one: str, other: str) -> str:
    return f"{within(both[0])}, {one}; {within(both[1])}, {other}"
