"""The page of the history: every change has its place, its rules and what plays both of its sides."""

from __future__ import annotations

import re

import pytest

from fsm.edition import days, points
from fsm.library import lessons
from fsm.site.history import history_page
from fsm.site.navigation import NAVIGATION
from fsm.site.page import Page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    files = tmp_path_factory.mktemp("files")
    made = history_page(files)
    assert (files / "history/history.svg").read_text(encoding="utf-8").startswith("<svg ")
    return made


def day(page: Page, name: str) -> str:
    """What the page says of a day."""
    return page.body.partition(f'id="{name}"')[2].partition("<h3")[0]


def test_every_change_and_every_day_is_there_once(page: Page) -> None:
    assert page.body.count('<li><p><span class="mark ') == len(points())
    assert re.findall(r'<h3 id="([^"]+)"', page.body) == list(dict.fromkeys(point.day for point in points()))
    assert [id for id, _ in page.contents] == [f"y{year}" for year in dict.fromkeys(p.day[:4] for p in points())]
    assert ("History", "history/") in NAVIGATION[0][1]
    assert re.search(
        r'src="site:history/history.svg" alt="The phases and steps [^"]+" width="\d+" height="\d+"', page.body
    )


def test_a_day_says_what_held_before_and_plays_both_sides(page: Page) -> None:
    said = day(page, "2002-02-20")
    assert "20 February 2002" in said
    assert "Torment" in said
    assert "<dt>before</dt><dd>The oldest one is taken first.</dd>" in said
    assert 'href="site:scenarios/45/01/"' in said
    before, since = re.findall(r'href="site:play/#v=1&amp;f=45/01&amp;e=([^"&]+)"', said)
    assert (before, since) == ("cr2001-07-23", "cr2002-02-20")


def test_a_rule_leads_to_a_page_where_one_has_it_with_what_it_said_then(page: Page) -> None:
    before, since = day(page, "2002-02-20").partition("<dt>rules</dt>")[2].partition("</dd>")[0].split(" → ")
    assert "in the order in which they were created" in before
    assert "<a " not in before
    assert 'href="site:rules/cr2006/3/#300.6" title="Extra turns are added directly' in since


def test_before_april_1999_rules_have_no_numbers(page: Page) -> None:
    assert "<dt>rules</dt>" not in day(page, "1993-08-05")
    assert "no scenario: games under the rules before April 1999 are not played here" in day(page, "1996-11-01")


def test_a_scenario_of_several_is_opened_by_its_number(page: Page) -> None:
    lesson = next(one for one in lessons() if one.short == "45/03")
    assert len(lesson.titles) == 2
    said = day(page, "2003-07-01")
    (first, before), (second, since) = re.findall(r"f=45/03(&amp;w=2)?&amp;e=([^\"&]+)", said)
    assert (first, second) == ("", "&amp;w=2")
    assert days()[before] < "2003-07-01" <= days()[since]
