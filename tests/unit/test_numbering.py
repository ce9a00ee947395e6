"""The index of every edition has the numbers that the text of its day has."""

from __future__ import annotations

import pytest
from numbering.tables import in_text, read_again, read_numbers, turn_sections

from fsm.edition import load_edition, played_ids

NUMBERS = read_numbers()


@pytest.mark.parametrize("id", played_ids())
def test_each_number_of_an_index_is_in_the_text(id: str) -> None:
    edition = load_edition(id)
    here = {number: in_text(edition, number) for number in edition.rules if "Ruling" not in number}
    assert [number for number, printed in here.items() if printed and printed not in NUMBERS[id]] == []


@pytest.mark.parametrize("id", played_ids())
def test_the_index_has_all_numbers_about_the_turn(id: str) -> None:
    edition = load_edition(id)
    known = {in_text(edition, number) for number in edition.rules} | edition.rules.keys()
    sections = turn_sections(edition)
    assert sorted(n for n in NUMBERS[id] if n.partition(".")[0] in sections and n not in known) == []


def test_what_was_read_again_is_in_the_index() -> None:
    assert {id: numbers - load_edition(id).rules.keys() for id, numbers in read_again().items()} == dict.fromkeys(
        read_again(), frozenset()
    )


def test_there_are_forty_editions_and_more() -> None:
    assert len([id for id, numbers in NUMBERS.items() if len(numbers) > 150]) >= 40
