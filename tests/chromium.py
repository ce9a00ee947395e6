"""A browser for tests: Chromium without a window, driven over a pipe; nothing else has to be installed.

It is found as ``chromium``, ``chromium-browser``, ``google-chrome`` or ``chrome``, or where ``CHROMIUM`` says.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
HOW = (
    "the pictures are tested in Chromium, and there is none: apt-get install chromium, or say where with CHROMIUM=PATH"
)


def find_chromium() -> str | None:
    """The program, if there is one."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, PROGRAMS)), None)


def need_chromium() -> str:
    """The program; without it a test is skipped, or fails where it is required."""
    return find_chromium() or missing(HOW)


def missing(what: str) -> NoReturn:
    """Skip a test for want of something, or fail it where ``make browser-test`` says that all is to be here."""
    if os.environ.get("BROWSER") == "required":
        pytest.fail(what)
    pytest.skip(what)


PATIENCE = 120_000
"""How many milliseconds a test waits for Python in a page: the machine may have other things to do."""


class Page:
    """A page of the browser: goes to addresses, runs JavaScript, takes pictures."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self.session = browser, session
        self.call("Page.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """One command of the browser's protocol; its answer."""
        return self.browser.call(method, self.session, **parameters)

    def open(self, file: Path, dark: bool = False) -> None:
        """Opens a file as a reader would who prefers light or dark, and waits until it is there."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Page.navigate", url=file.resolve().as_uri())
        self.browser.wait_for("Page.loadEventFired", self.session)

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def screenshot(self, width: int, height: int, scale: float = 1) -> bytes:
        """What the page looks like, as PNG."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        return base64.b64decode(self.call("Page.captureScreenshot", clip=clip)["data"])


class Browser:
    """Chromium under way: commands go down one pipe, answers and events come up another."""

    def __init__(self, down: IO[bytes], up: IO[bytes]) -> None:
        self.down, self.up = down, up
        self.number = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str = "", **parameters: Any) -> Any:
        """One command, and its answer; events that come before it are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.down.write(json.dumps(message).encode() + b"\0")
        self.down.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event: str, session: str) -> None:
        """Waits for an event of a page."""
        while True:
            for at, known in enumerate(self.events):
                if known.get("method") == event and known.get("sessionId") == session:
                    del self.events[: at + 1]
                    return
            self.events.append(self._next())

    def page(self) -> Page:
        """A new page."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        return Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def _next(self) -> dict[str, Any]:
        message = bytearray()
        while (byte := self.up.read(1)) != b"\0":
            assert byte, "the browser is gone"
            message += byte
        answer: dict[str, Any] = json.loads(message)
        return answer


@contextmanager
def chromium(program: str, folder: Path) -> Iterator[Browser]:
    """Starts the browser with a profile of its own below a folder, and ends it."""
    down, up = folder / "down", folder / "up"
    os.mkfifo(down)
    os.mkfifo(up)
    command = [program, *FLAGS, f"--user-data-dir={folder / 'profile'}"]
    # A shell puts the pipes where the browser looks for them: commands at 3, answers at 4.
    process = subprocess.Popen(
        ["sh", "-c", 'exec "$@" 3<"$DOWN" 4>"$UP"', "sh", *command],
        env={**os.environ, "DOWN": str(down), "UP": str(up)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with down.open("wb") as commands, up.open("rb") as answers:
            browser = Browser(commands, answers)
            yield browser
            browser.call("Browser.close")
        process.wait(30)
    finally:
        process.kill()
        process.wait()
