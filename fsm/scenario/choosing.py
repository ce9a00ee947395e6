"""Which scenario of a file is meant: by its name, or by its number."""

from __future__ import annotations

from ..errors import InputError
from ..shape import describe
from ..words import listed, nearest
from .reading.reader import Scenario


def choose_scenario(scenarios: list[Scenario], which: str = "") -> Scenario:
    """The scenario with that name or number, from 1; the first if none is named. ``InputError`` if there is none."""
    if not which:
        return scenarios[0]
    if which.isdecimal() and 1 <= int(which[:9]) <= len(scenarios):
        return scenarios[int(which) - 1]
    names = [scenario.name for scenario in scenarios]
    if which in names:
        return scenarios[names.index(which)]
    known = listed([describe(name) for name in names])
    raise InputError(f"no scenario {describe(which)} in the file{nearest(which, names)}; it has {known}")
