"""The page of all cards by shape is as the catalogue is, and no card is both in the catalogue and left out of it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from fsm.cardbook import LeftOut, all_left_out, find_cards, left_out
from fsm.cardshapes import SHAPES, shapes
from fsm.errors import CardError
from fsm.game import catalogue
from fsm.library import lessons
from fsm.pages.cards import LIST, best_lesson, renewed_list
from fsm.pages.tables import renewed

MEND = "renew the list and the page: python -m fsm.pages.cards"
MOST_WORDS = 6


def test_no_card_is_in_the_catalogue_and_left_out() -> None:
    both = [one.name for one in all_left_out() if one.name in catalogue()]
    assert both == [], f"remove it from the table; {MEND}"


def test_the_page_is_up_to_date(root: Path) -> None:
    page = root / "docs" / "CARDS.md"
    text = page.read_text(encoding="utf-8")
    assert renewed(text, page) == text, MEND


def test_the_page_has_each_card_under_each_of_its_shapes(root: Path) -> None:
    text = (root / "docs" / "CARDS.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (.+?)\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    under = {head.lower(): body for head, body in sections}
    for card in catalogue().values():
        for shape in shapes(card) or ("no change of the turn itself",):
            assert re.search(rf"^- \[?{re.escape(card.name)}(\]|$)", under[shape], re.MULTILINE), (card.name, shape)
    for one in all_left_out():
        assert one.name in under[one.shape].partition("Left out")[2]


def test_a_card_that_is_left_out_has_a_shape_and_a_short_reason() -> None:
    assert {one.shape for one in all_left_out()} <= set(SHAPES)
    assert [one.why for one in all_left_out() if not 1 <= len(one.why.split()) <= MOST_WORDS] == []
    assert [name for name, count in Counter(one.name for one in all_left_out()).items() if count > 1] == []


def test_what_comes_into_the_catalogue_leaves_the_list() -> None:
    text = LIST.read_text(encoding="utf-8")
    first, *others = all_left_out()
    card = next(iter(catalogue().values()))
    assert renewed_list(text, all_left_out(), {}) == text, MEND
    without = renewed_list(text, all_left_out(), {first.name: card})
    assert first.name not in without
    assert all(one.name in without for one in others)
    assert renewed_list("# why\n\nold", [LeftOut("A", "s", "w"), LeftOut("B", "s", "w")], {"A": card, "B": card}) == (
        "# why\n"
    )


def test_the_scenario_with_the_card_in_its_title_is_the_best() -> None:
    walk = best_lesson("Time Walk", lessons())
    assert walk is not None
    assert walk.short == "09/01"
    assert best_lesson("Xyzzy", lessons()) is None


def test_a_card_that_is_left_out_is_found_by_its_name() -> None:
    for one in all_left_out():
        assert left_out(one.name.upper()) == one
        with pytest.raises(CardError, match=f"{re.escape(one.name)} is left out of the catalogue because of this: "):
            find_cards(one.name)
    assert left_out("Time Walk") is None
