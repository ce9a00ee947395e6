"""The pages of rules as Chromium shows them: on a desk and on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Page, chromium, need_chromium

from fsm.edition import load_edition
from fsm.pages.rules import rules_page

pytestmark = pytest.mark.browser

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Path]]:
    folder = tmp_path_factory.mktemp("browser")
    file = folder / "rules.html"
    file.write_text(rules_page(load_edition("cr2026"), SCENARIOS, folder), encoding="utf-8")
    with chromium(need_chromium(), folder) as browser:
        yield browser.page(), file


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_is_cut_off_and_every_picture_is_there(shown: tuple[Page, Path], width: int, dark: bool) -> None:
    page, file = shown
    page.screenshot(width, 900)
    page.open(file, dark)
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert page.run("document.images.length > 8")
    assert page.run("[...document.images].every(one => one.complete && one.naturalWidth > 100)")
    assert page.run("[...document.images].every(one => one.width > 600)")
    colour = "rgb(15, 20, 26)" if dark else "rgb(255, 255, 255)"
    assert page.run("getComputedStyle(document.body).backgroundColor") == colour
    ends = "[...document.querySelectorAll('p,dd,h2,h3,li')].map(one => one.getBoundingClientRect().right)"
    assert page.run(f"Math.max(...{ends}) <= innerWidth")
