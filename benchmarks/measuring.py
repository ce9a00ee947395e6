"""How speeds are measured and reported."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

ROUNDS = 9


def per_call(work: Callable[[], object], count: int) -> float:
    """Seconds for one of ``count`` calls."""
    start = time.perf_counter()
    for _ in range(count):
        work()
    return (time.perf_counter() - start) / count


def process(*arguments: str) -> float:
    """Seconds of a whole process, the median of several."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def report(what: str, measured: str, goal: str, holds: bool) -> None:
    """One line of the report."""
    print(f"{what:<58}{measured:>22}   {goal:<26}{'holds' if holds else 'MISSED'}", flush=True)
