"""The site as `make site` made it, served on this machine, or where ``SITE_ADDRESS`` says; its pages in Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from chromium import FLAGS, PATIENCE, missing, need_chromium

from fsm.site.serve import Handler

SITE = Path(__file__).parents[1] / "site"
SIZES = {"desk": (1600, 900), "small": (1000, 700), "phone": (390, 844)}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the site, with a slash at its end."""
    if named := os.environ.get("SITE_ADDRESS"):
        yield named
        return
    if not (SITE / "index.html").is_file():
        missing("the site is not there: make site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(SITE))) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright."""
    program = need_chromium()
    if find_spec("playwright") is None:
        missing("Playwright is not installed: pip install -e '.[test]'")
    sync_api = import_module("playwright.sync_api")
    flags = [flag for flag in FLAGS if flag != "--remote-debugging-pipe"]
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=flags)
        yield chromium
        chromium.close()


class Visits:
    """Opens pages; notes what was logged, and whom they asked for something."""

    def __init__(self, browser: Any, address: str) -> None:
        """Begin with no page."""
        self.browser, self.address = browser, address
        self.contexts: list[Any] = []
        self.wrong: list[str] = []
        self.asked: list[str] = []

    def __call__(self, page: str, size: str = "desk", expects: str = "no such message", **more: Any) -> Any:
        """A page in a context of its own; what is logged with what it ``expects`` is not wrong."""
        width, height = SIZES[size]
        touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        context = self.browser.new_context(viewport={"width": width, "height": height}, **touch, **more)
        self.contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.on("console", lambda message: self.note(message.text, expects))
        tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        tab.on("request", lambda request: self.asked.append(request.url))
        tab.goto(self.address + page)
        return tab

    def note(self, logged: str, expects: str) -> None:
        """Note what was logged, if it was not expected."""
        if expects not in logged:
            self.wrong.append(logged)

    def check(self) -> None:
        """Nothing was logged, and nobody else was asked."""
        wrong, self.wrong = self.wrong, []
        assert wrong == []
        assert [url for url in self.asked if not url.startswith((self.address, "blob:", "data:"))] == []

    def close(self) -> None:
        """Close all pages."""
        for context in self.contexts:
            context.close()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visits]:
    """Opens pages of their own for a test."""
    visits = Visits(browser, address)
    yield visits
    visits.close()
    visits.check()


@pytest.fixture(scope="module")
def play_page(browser: Any, address: str) -> Iterator[tuple[Visits, Any]]:
    visits = Visits(browser, address)
    yield visits, visits("play/", permissions=["clipboard-read", "clipboard-write"])
    visits.close()


@pytest.fixture
def tab(play_page: tuple[Visits, Any]) -> Iterator[Any]:
    """The page of Play at its beginning; Python, which is slow to start, is still there from the test before."""
    visits, page = play_page
    page.evaluate("history.replaceState(null, '', '#v=1&f=relentless-assault'); play.open()")
    yield page
    page.keyboard.press("Escape")
    visits.check()
