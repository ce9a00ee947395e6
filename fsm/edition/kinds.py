"""The kinds of phases and steps, and their tokens in texts, all taken from the editions' data.

By default a reader of texts knows the kinds that all editions share. Within ``naming`` it also knows the additional
kinds of some editions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

import msgspec

MAINS = ("precombat_main", "postcombat_main")
"""The main phases: those that have no steps."""


class Kinds(msgspec.Struct, frozen=True, eq=False):
    """The phases and steps of one or several editions.

    ``steps_of`` has the phases in order, each with its steps; ``tokens`` are the steps' tokens in the notation;
    ``places`` are all phases, then all steps.
    """

    steps_of: Mapping[str, tuple[str, ...]]
    tokens: Mapping[str, str]
    phase_of: Mapping[str, str]
    by_token: Mapping[str, str]
    phases: tuple[str, ...]
    steps: tuple[str, ...]
    places: tuple[str, ...]


def make_kinds(steps_of: Mapping[str, tuple[str, ...]], tokens: Mapping[str, str]) -> Kinds:
    """The kinds of some phases and steps; editions with equal kinds share one value."""
    return _made(tuple(steps_of.items()), tuple(tokens.items()))


@cache
def _made(
    phases_with_steps: tuple[tuple[str, tuple[str, ...]], ...], with_tokens: tuple[tuple[str, str], ...]
) -> Kinds:
    steps_of, tokens = dict(phases_with_steps), dict(with_tokens)
    phase_of = {step: phase for phase, steps in steps_of.items() for step in steps}
    by_token = {token: kind for kind, token in tokens.items()}
    phases, steps = tuple(steps_of), tuple(phase_of)
    return Kinds(steps_of, tokens, phase_of, by_token, phases, steps, (*phases, *steps))


@cache
def joined(several: tuple[Kinds, ...]) -> Kinds:
    """The union of the kinds of several editions."""
    if len(set(several)) == 1:
        return several[0]
    steps_of: dict[str, tuple[str, ...]] = {}
    tokens: dict[str, str] = {}
    for kinds in several:
        tokens |= kinds.tokens
        for phase, steps in kinds.steps_of.items():
            steps_of[phase] = tuple(dict.fromkeys((*steps_of.get(phase, ()), *steps)))
    return make_kinds(steps_of, tokens)


_in_use: ContextVar[Kinds | None] = ContextVar("kinds", default=None)


def kinds_in_use() -> Kinds:
    """The kinds that a text may name now."""
    known = _in_use.get()
    if known is not None:
        return known
    from .reader import shared_kinds  # late: the reader makes kinds

    return shared_kinds()


@contextmanager
def naming(more: Iterable[Kinds]) -> Iterator[None]:
    """A context in which texts may also name the phases and steps of some more editions.

    >>> with naming([make_kinds({"ending": ("end", "reflection")}, {"reflection": "RF"})]):
    ...     print(kinds_in_use().steps_of["ending"])
    ('end', 'cleanup', 'reflection')
    """
    known = kinds_in_use()
    new = tuple(dict.fromkeys((known, *more)))
    token = _in_use.set(known if len(new) == 1 else joined(new))
    try:
        yield
    finally:
        _in_use.reset(token)
