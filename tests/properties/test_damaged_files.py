"""Whatever a scenario file holds, it is run and judged, or refused with its place: nothing else ever happens."""

from __future__ import annotations

from cProfile import Profile

import pytest
from mutating import damaged, read_and_run

FEW = range(60, 90)
"""Those of every day: none of them is a game of ten thousand events, as the fourth is."""
MANY, AT_ONCE = 15_000, 500
CALLS = 60_000_000
"""How many functions any file below 1 MiB may call: about ten seconds, but the same number on every machine."""


def check(seed: int) -> str:
    """Runs one damaged file; a failure shows the file and how to make it again."""
    raw = damaged(seed)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "no text"
    try:
        return counted(seed, text) if seed in FEW or seed % 10 == 0 else read_and_run(text)
    except Exception as error:
        raise AssertionError(f"mutating.damaged({seed}) raises {type(error).__name__}: {error}\n{text}") from error


def counted(seed: int, text: str) -> str:
    """Runs a file, which calls only so many functions; counting them takes longer than the run."""
    calls = Profile(subcalls=False, builtins=False)
    said = calls.runcall(read_and_run, text)
    called = sum(one.callcount for one in calls.getstats())
    assert 0 < called < CALLS, f"mutating.damaged({seed}) calls {called:,} functions"
    return said


def test_damaged_files_are_run_or_refused() -> None:
    said = [check(seed) for seed in FEW]
    assert len(FEW) / 10 < said.count("") < len(FEW) / 2, "some run, most do not"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
def test_many_damaged_files_are_run_or_refused(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        check(seed)


def test_a_damaged_file_is_the_same_each_time() -> None:
    assert [damaged(seed) for seed in range(30)] == [damaged(seed) for seed in range(30)]
    assert len({damaged(seed) for seed in range(100)}) > 90
