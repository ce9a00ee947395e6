"""Whatever a scenario file holds, it is run and judged, or refused with its place: nothing else ever happens."""

from __future__ import annotations

import time

import pytest
from mutating import damaged, read_and_run

FEW, MANY, AT_ONCE = 60, 30_000, 500
SECONDS = 10
"""What any file below 1 MiB may take."""


def check(seed: int) -> str:
    """Runs one damaged file; a failure shows the file and how to make it again."""
    raw = damaged(seed)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "no text"
    began = time.process_time()
    try:
        said = read_and_run(text)
    except Exception as error:
        raise AssertionError(f"mutating.damaged({seed}) raises {type(error).__name__}: {error}\n{text}") from error
    assert time.process_time() - began < SECONDS, f"mutating.damaged({seed}) takes too long\n{text}"
    return said


def test_damaged_files_are_run_or_refused() -> None:
    said = [check(seed) for seed in range(FEW)]
    assert FEW / 10 < said.count("") < FEW / 2, "some run, most do not"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_many_damaged_files_are_run_or_refused(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        check(seed)


def test_a_damaged_file_is_the_same_each_time() -> None:
    assert [damaged(seed) for seed in range(30)] == [damaged(seed) for seed in range(30)]
    assert len({damaged(seed) for seed in range(100)}) > 90
