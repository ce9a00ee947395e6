"""A player chooses which of their legends of one name stays (704.5j)."""

from __future__ import annotations

from ..state.decision import ChooseKept
from ..state.state import State
from .kind import one_of
from .options import departed, go_on_with


def names(_: State, decision: ChooseKept) -> tuple[str, ...]:
    """The names of the permanents."""
    return decision.options


KIND = one_of(ChooseKept, names, go_on_with, departed=departed)
