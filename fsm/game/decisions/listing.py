"""Lists choices and divisions lazily: it begins only those that can be completed, so the first come at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import accumulate, combinations
from typing import TypeVar

T = TypeVar("T")


def sequences(length: int, following: Callable[[Sequence[T]], Iterable[T]]) -> Iterator[tuple[T, ...]]:
    """All sequences of a length; ``following`` gives the possible next parts, in order.

    >>> list(sequences(2, lambda parts: range(len(parts), 2)))
    [(0, 1), (1, 1)]
    """
    if not length:
        yield ()
        return
    parts: list[T] = []
    open_: list[Iterator[T]] = [iter(following(parts))]
    while open_:
        del parts[len(open_) - 1 :]
        for part in open_[-1]:
            parts.append(part)
            if len(parts) == length:
                yield tuple(parts)
                parts.pop()
            else:
                open_.append(iter(following(parts)))
                break
        else:
            open_.pop()


def divisions(total: int, least: Sequence[int], most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All divisions of a total: at most ``most`` in each place, and ``least`` in a place before later ones get any.

    >>> list(divisions(3, (0, 0), (2, 3)))
    [(0, 3), (1, 2), (2, 1)]
    >>> list(divisions(3, (2, 0), (3, 3)))
    [(2, 1), (3, 0)]
    """
    after = (*accumulate(reversed(most), initial=0),)[::-1]

    def following(parts: Sequence[int]) -> range:
        left, place = total - sum(parts), len(parts)
        return range(max(min(left, least[place]), left - after[place + 1]), min(left, most[place]) + 1)

    return sequences(len(most), following)


def subsets(weights: Sequence[int], size: int, least: int) -> Iterator[tuple[int, ...]]:
    """All sets of ``size`` positions, ascending, whose weights add up to ``least`` or more.

    >>> list(subsets((1, 0, 2, 0), 2, 2))
    [(0, 2), (1, 2), (2, 3)]
    """
    if sum(nlargest(size, weights)) < least:
        return iter(())
    if least <= 0:
        return combinations(range(len(weights)), size)

    def following(parts: Sequence[int]) -> Iterator[int]:
        missing, others = least - sum(weights[at] for at in parts), size - len(parts) - 1
        for at in range(parts[-1] + 1 if parts else 0, len(weights) - others):
            if weights[at] + sum(nlargest(others, weights[at + 1 :])) >= missing:
                yield at

    return sequences(size, following)


def within_budget(prices: Sequence[dict[T, int]], budget: int) -> Iterator[tuple[T, ...]]:
    """All choices of one key from each mapping to prices, within a budget.

    >>> list(within_budget(({"a": 1, "b": 0}, {"a": 1}), 1))
    [('b', 'a')]
    """
    cheapest = (*accumulate((min(p.values(), default=0) for p in reversed(prices)), initial=0),)[::-1]

    def following(parts: Sequence[T]) -> Iterator[T]:
        left = budget - sum(prices[n][part] for n, part in enumerate(parts)) - cheapest[len(parts) + 1]
        return (one for one, price in prices[len(parts)].items() if price <= left)

    return sequences(len(prices), following) if all(prices) else iter(())
