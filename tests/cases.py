"""Many small cases in one test: pytest takes milliseconds for each test, and these take less."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from reprlib import repr as short
from typing import Any

import pytest
from hypothesis import settings

PROVE = "prove"
"""The profile of Hypothesis with which the slower proofs run."""


def examples(count: int) -> int:
    """How many examples Hypothesis tries: so many among the slower proofs, and a third of them every day."""
    return count if settings.get_current_profile_name() == PROVE else count // 3


def every_day(cases: Iterable[str], *quick: str) -> list[Any]:
    """Cases of which only some are tried every day, and the others among the slow tests."""
    listed = list(cases)
    assert set(quick) <= set(listed), f"there is no case {set(quick) - set(listed)}"
    return [pytest.param(case, marks=() if case in quick else pytest.mark.slow) for case in listed]


@contextmanager
def case(name: object) -> Iterator[None]:
    """Adds the name of a case to the message of whatever fails in it."""
    try:
        yield
    except BaseException as error:  # what pytest.raises and pytest.fail raise is no Exception
        error.add_note(f"case: {name if isinstance(name, str) else short(name)}")
        raise


def joined(
    cases: Iterable[Any], made: Callable[[Any], Any] = lambda case: case
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Makes one test of a test of one case, which gets the case, or what is made of it; a tuple is several arguments.

    The first case that fails is named in the message.
    """
    listed = list(cases)
    assert listed, "no cases"

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            for each in listed:
                with case(each):
                    given = made(each)
                    check(*(given if isinstance(given, tuple) else (given,)))

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__doc__, test.__module__ = check.__doc__, check.__module__
        return test

    return decorate


def crossed(firsts: Iterable[Any], rows: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Each row of arguments after each first one; a row that is no tuple is one argument."""
    listed = [row if isinstance(row, tuple) else (row,) for row in rows]
    return [(first, *row) for first in firsts for row in listed]
