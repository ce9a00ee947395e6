"""Whatever a scenario may say does something, or is refused: each word of the schema, tried wherever it may stand."""

from __future__ import annotations

import pytest
from saying import Word, proof, words

NO_DIFFERENCE: dict[str, str] = {
    "Card.note": "is told to people: by fsm cards, and beside a run that uses the card",
    "WrittenScenario.explore": "is read by fsm explore: tests/unit/test_exploring.py",
    "WrittenScenario.conclusion": "is told at the end, and below pictures: tests/interfaces/test_story.py",
    "WrittenScenario.marks": "is for pytest: tests/interfaces/test_pytest_scenarios.py",
    "WrittenScenario.skip": "is for pytest: tests/interfaces/test_pytest_scenarios.py",
    "WrittenScenario.xfail": "is for pytest: tests/interfaces/test_pytest_scenarios.py",
    "WrittenScenario.golden: True": "is for pytest: tests/interfaces/test_pytest_scenarios.py",
}
"""Words that change nothing in a game, and why they are there."""

WORDS = [word for word in words() if str(word) not in NO_DIFFERENCE]
EVERY_DAY, ALL = 15, 24


def check(word: Word) -> None:
    assert proof(word), f"{word} is read, and then nothing else happens than without it"


@pytest.mark.parametrize("word", WORDS[7 :: len(WORDS) // EVERY_DAY], ids=str)
def test_some_words_do_something(word: Word) -> None:
    check(word)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(ALL))
def test_every_word_does_something(part: int) -> None:
    nothing = [str(word) for word in WORDS[part::ALL] if not proof(word)]
    assert not nothing, "these are read, and then nothing else happens than without them"


def test_the_exceptions_are_words() -> None:
    assert set(NO_DIFFERENCE) <= {str(word) for word in words()}
