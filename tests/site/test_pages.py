"""All pages of the site: valid, no broader than the window, usable by everybody, by keyboard and without a network.

The kinds of pages are each looked at in Chromium; what a page says in HTML is checked on all pages.
"""

from __future__ import annotations

import gzip
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from fsm.site.policy import POLICY

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
TOOLS = ROOT / "web" / "node_modules"
WIDTHS = (390, 800, 1600)
MOST_OF_A_PAGE = 300_000
"""How many bytes a page and what it loads may be, compressed."""
MOST_OF_THE_SITE = 50_000_000
KINDS = {
    "home": "",
    "scenarios": "scenarios/",
    "a scenario": "scenarios/12/10/",
    "a long scenario": "scenarios/09/20/",
    "arguments": "arguments/",
    "rules": "rules/",
    "some rules": "rules/cr2026/5/",
    "history": "history/",
    "cards": "cards/",
    "gallery": "gallery/",
    "engines": "engines/",
    "glossary": "glossary/",
    "a document": "docs/format/",
    "a document with pictures": "docs/drawing/",
    "the Python reference": "python/",
    "no page": "404.html",
    "the licences": "licences/",
}
"""A page of each kind, but for the two that have tests of their own: Play and the player."""

Visit = Callable[..., Any]


def pages() -> Iterator[Path]:
    """The pages of the site."""
    return (file for file in sorted(SITE.rglob("*.html")) if "pagefind" not in file.parts)


def packed(file: Path) -> int:
    """How many bytes a host sends for a file."""
    return len(gzip.compress(file.read_bytes(), 6))


def test_there_is_a_page_for_each_scenario_and_each_says_the_policy() -> None:
    found = list(pages())
    scenarios = len(list((ROOT / "scenarios").rglob("*.turn.yaml")))
    assert len([page for page in found if "scenarios" in page.parts]) == scenarios + 1
    without = [page for page in found if f'content="{POLICY}"' not in page.read_text(encoding="utf-8")]
    assert without == []


def test_all_pages_are_valid() -> None:
    node = which("node", path=f"{os.environ.get('NODE', '')}{os.pathsep}{os.environ['PATH']}")
    assert node, "there is no node: make site-test brings one"
    command = [node, str(TOOLS / "html-validate/bin/html-validate.mjs"), "--config", "web/htmlvalidate.json"]
    found = list(map(str, pages()))
    assert found
    done = subprocess.run([*command, *found], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-4000:]}{done.stderr[-2000:]}"


def test_no_page_and_no_site_is_large() -> None:
    sizes = {file: packed(file) for file in SITE.rglob("*") if file.is_file()}
    assert sum(sizes.values()) <= MOST_OF_THE_SITE
    assert [(page, sizes[page]) for page in pages() if sizes[page] > MOST_OF_A_PAGE] == []


@pytest.mark.parametrize("page", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_everybody_can_use_a_page(visit: Visit, page: str, scheme: str, size: str) -> None:
    tab = visit(page, size, color_scheme=scheme)
    tab.evaluate((TOOLS / "axe-core/axe.min.js").read_text(encoding="utf-8"))
    assert tab.evaluate("axe.run().then(found => found.violations.map(v => [v.id, v.nodes.map(n => n.html)]))") == []


@pytest.mark.parametrize("page", KINDS.values(), ids=KINDS)
def test_a_page_is_no_broader_than_the_window(visit: Visit, page: str) -> None:
    tab = visit(page)
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("page", KINDS.values(), ids=KINDS)
def test_what_a_page_loads_is_small(browser: Any, address: str, page: str) -> None:
    context = browser.new_context(service_workers="block", viewport={"width": 1600, "height": 900})
    tab, sent = context.new_page(), []
    tab.on("response", lambda response: sent.append(int(response.headers.get("content-length", 0))))
    tab.goto(address + page, wait_until="networkidle")
    context.close()
    assert 0 < sum(sent) <= MOST_OF_A_PAGE


def test_the_keyboard_alone_finds_a_rule_and_opens_it(visit: Visit) -> None:
    tab = visit("")
    tab.keyboard.press("/")
    tab.keyboard.type("500.8")
    tab.locator("#found-1").wait_for()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Enter")
    tab.wait_for_function("location.pathname.length > 1")
    assert "500.8" in tab.locator("article").inner_text()


def test_where_the_keyboard_is_can_be_seen(visit: Visit) -> None:
    tab = visit("scenarios/12/10/")
    seen: set[str] = set()
    for _ in range(12):
        tab.keyboard.press("Tab")
        style = tab.evaluate(
            "(() => { const e = document.activeElement, s = getComputedStyle(e);"
            "return [e.outerHTML.slice(0, 80), s.outlineStyle, s.boxShadow] })()"
        )
        assert style[1] != "none" or style[2] != "none", style
        seen.add(style[0])
    assert len(seen) > 6


def test_what_was_visited_is_there_without_a_network(browser: Any, address: str) -> None:
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(address, wait_until="networkidle")
    tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tab.goto(f"{address}scenarios/12/10/", wait_until="networkidle")
    heading = tab.locator("h1").inner_text()
    context.set_offline(True)
    tab.goto(address)
    tab.goto(f"{address}scenarios/12/10/")
    assert tab.locator("h1").inner_text() == heading
    context.close()


def test_a_scenario_is_stepped_through_and_opened_in_play(visit: Visit) -> None:
    tab = visit("scenarios/12/10/")
    assert tab.get_by_role("link", name="Open in Play").get_attribute("href").endswith("play/#v=1&f=12/10")
    tab.get_by_text("Step through it").first.click()
    player = next(one for one in [*tab.frames, tab.main_frame] if one.name or one == tab.main_frame)
    tab.wait_for_function("location.pathname.includes('player') || document.querySelector('iframe')")
    inside = tab.frame_locator("iframe") if tab.locator("iframe").count() else player
    shown = inside.locator("#number", has_text=" / ").inner_text()
    inside.locator("#next").click()
    assert inside.locator("#number").inner_text() != shown
