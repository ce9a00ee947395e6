"""What decided it: the least of what differs in two editions that turns the outcome of one into that of the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..edition import Edition
from ..edition.settings import RULE, differing, mixed

Reaches = Callable[[Sequence[str]], bool]


def deciding(older: Edition, newer: Edition, is_newer: Callable[[Edition], bool]) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of settings of which the newer values alone give the older edition the newer outcome.

    ``is_newer`` plays under an edition and says whether the outcome is that of the newer one. Each setting is tried
    alone, but for those of ``rule:``; if none is enough, all together are thinned out as long as the outcome stays.
    Empty if not even all of them are enough.
    """

    def reaches(names: Sequence[str]) -> bool:
        return is_newer(mixed(older, newer, names))

    names = differing(older, newer)
    alone = tuple((name,) for name in names if not name.startswith(RULE) and reaches((name,)))
    return alone or ((fewest(names, reaches),) if reaches(names) else ())


def fewest(names: tuple[str, ...], reaches: Reaches) -> tuple[str, ...]:
    """The names without those that are not needed: tried in halves, in quarters, then one by one.

    This is delta debugging: of the names that are left, none can be left out alone.
    """
    parts = 2
    while len(names) > 1:
        size = -(-len(names) // parts)
        chunks = [names[at : at + size] for at in range(0, len(names), size)]
        rests = [tuple(name for name in names if name not in chunk) for chunk in chunks]
        smaller = next((few for few in (*chunks, *rests) if len(few) < len(names) and reaches(few)), None)
        if smaller is not None:
            parts = 2 if smaller in chunks else max(parts - 1, 2)
            names = smaller
        elif size == 1:
            break
        else:
            parts = min(parts * 2, len(names))
    return names
