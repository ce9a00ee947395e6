"""Differences by their probable cause: the same rule broken in the same way, the plainest vector first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from ..edition import load_edition
from .naming import later

if TYPE_CHECKING:
    from .drive import Result


class Broken(msgspec.Struct, frozen=True):
    """A rule that an engine broke in one ``way``, under an edition, in words, with the vectors that show it."""

    number: str
    edition: str
    way: str
    says: str
    vectors: tuple[str, ...]


def causes(results: Iterable[Result]) -> Iterator[Broken]:
    """The rules that were broken, each difference under its most telling rule; the most broken first.

    A difference whose most telling rule is not certain has the cause of a plainer one, if another of its rules is that.
    """
    found: dict[tuple[str, str, str], list[Result]] = {}
    for result in sorted(results, key=_plainness):
        difference, edition, way = result.difference, result.vector.setup.edition, way_of(result)
        keys = [(number, edition, way) for number in difference.rules] if difference else []
        known = next((key for key in keys if key in found), None)
        if keys:
            found.setdefault(known if known and difference and not difference.certain else keys[0], []).append(result)
    for key, some in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        number, edition, way = key
        ids = tuple(one.vector.id for one in some)
        yield Broken(number, edition, way, load_edition(edition).line(number), ids)


def _plainness(result: Result) -> tuple[int, int, int]:
    """How much has to be understood to see why something is a difference: acts, players, what came before."""
    at = result.difference.at if result.difference else 0
    setup = result.vector.setup
    acts = len(setup.acts) + sum(len(entry.act.do) for entry in result.vector.script if entry.after <= at)
    return acts, len(setup.players), at


def way_of(result: Result) -> str:
    """How an engine broke a rule, in a word or two."""
    found = result.difference
    if found is None or found.what != "order":
        return found.what if found else ""
    if found.found is None or found.expected is None:
        return "stands still" if found.found is None else "goes on"
    if found.expected.begins == found.found.begins == "turn":
        return "other turn"
    there = later(result.vector.expect, found.at, found.found, frozenset())
    return "left out" if found.found.begins == "turn" or there is not None else "too much"
