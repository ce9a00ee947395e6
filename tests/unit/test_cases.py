"""Cases that are joined into one test: all are looked at, and the one that fails is named."""

from __future__ import annotations

import pytest
from cases import joined


def test_every_case_is_looked_at() -> None:
    seen: list[int] = []
    joined(range(3), lambda number: (number, 10 * number))(lambda one, other: seen.append(one + other))()
    assert seen == [0, 11, 22]


def test_the_case_that_fails_is_named() -> None:
    def below_two(number: int) -> None:
        assert number < 2

    with pytest.raises(AssertionError) as error:
        joined(range(4))(below_two)()
    assert error.value.__notes__ == ["case: 2"]


def test_without_cases_there_is_no_test() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        joined([])
