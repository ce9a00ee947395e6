"""Speeds, each as a ratio to a reference measured in the same run; absolute times say little.

``python benchmarks/bench.py`` prints, for each figure, what was measured, the goal and
whether it holds. Nothing here is a test: a busy machine may miss a goal.
"""

from __future__ import annotations

from bench_play import boards_and_zones, insertions, long_games, passes, pending_turns, rewrites
from bench_show import debugging, drawing, pages
from bench_tests import checking, collecting, driving, exploring, starting

if __name__ == "__main__":
    for part in (
        passes,
        long_games,
        boards_and_zones,
        pending_turns,
        rewrites,
        insertions,
        starting,
        drawing,
        debugging,
        pages,
        driving,
        checking,
        collecting,
        exploring,
    ):
        part()
