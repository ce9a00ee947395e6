"""The budgets of the page of Play, in Chromium: bytes, the time to the first result, later runs, memory.

``python benchmarks/bench_site.py [SITE] [ROUNDS]``, after ``make site``. The first result is a run of a small scenario,
by the worker of the page, from an empty cache. What it is measured against is a worker that only starts the runtime:
with the standard library as we pack it, and as its makers ship it. All are measured in turn, in seconds and in
processor time.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
from collections.abc import Callable
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from fsm.site.policy import POLICY
from fsm.site.serve import Handler

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "scenarios" / "relentless-assault.turn.yaml").read_text(encoding="utf-8")
LATER = 8
MB = 1_000_000

BARE = """
const { loadPyodide } = await import("%s/pyodide.mjs");
const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version: "" };
await loadPyodide({ indexURL: "%s/", stdLibURL: "%s", lockFileContents: { info, packages: {} }, packageBaseUrl: "./" });
postMessage({ ready: true });
"""

TIMES = """
async ([source, requests]) => {
  const began = performance.now(), times = [];
  const worker = new Worker(source, { type: "module" });
  const heard = () => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => {
    if (data.failed) reject(new Error(data.failed));
    if (data.ready || data.answer) resolve();
  }; worker.onerror = (event) => reject(new Error(event.message)); });
  await heard();
  times.push(performance.now() - began);
  for (const request of requests) {
    const asked = performance.now();
    worker.postMessage({ id: 1, request });
    await heard();
    times.push(performance.now() - asked);
  }
  return times;
}
"""


class Site(Handler):
    """The site, with two bare workers, and a count of the bytes that it sends."""

    sent: dict[str, int] = {}  # noqa: RUF012  # of the one server
    made: dict[str, bytes] = {}  # noqa: RUF012

    def do_GET(self) -> None:  # noqa: N802  # the name that the library gives it
        """Send a file of the site, or one that is made here."""
        name = self.path.partition("?")[0]
        if name not in self.made:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Content-Length", str(len(self.made[name])))
        self.end_headers()
        self.wfile.write(self.made[name])

    def send_header(self, keyword: str, value: str) -> None:
        """Count the bytes of the bodies."""
        if keyword == "Content-Length":
            self.sent[self.path] = int(value)
        super().send_header(keyword, value)


def prepare(site: Path) -> None:
    """Make what the bare workers load: the runtime as we pack it and as it is shipped, neither of them compressed."""
    runtime, shipped = site / "play" / "runtime", ROOT / "web" / "node_modules" / "pyodide"
    Site.made["/index.html"] = Site.made["/empty.html"] = b"<!doctype html><title>An empty page</title>"
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        Site.made[f"/shipped/{name}"] = Site.made[f"/packed/{name}"] = (shipped / name).read_bytes()
    Site.made["/packed/python.zip"] = gzip.decompress((runtime / "python.zip.gz").read_bytes())
    for name, library in (("packed", "python.zip"), ("shipped", "python_stdlib.zip")):
        here = f"/{name}"
        Site.made[f"/{name}.js"] = (BARE % (here, here, f"{here}/{library}")).encode()


def processor_time(browser: Browser) -> float:
    """The seconds that pages have used the processor."""
    session = browser.new_browser_cdp_session()
    known = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(float(one["cpuTime"]) for one in known if one["type"] == "renderer")


def memory(browser: Browser) -> int:
    """The bytes of the largest page: its part of what processes share, too."""
    session = browser.new_browser_cdp_session()
    known = session.send("SystemInfo.getProcessInfo")["processInfo"]
    files = [Path("/proc", str(one["id"]), "smaps_rollup") for one in known if one["type"] == "renderer"]
    lines = [line.split() for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return max(int(line[1]) * 1024 for line in lines if line[0] == "Pss:")


def asked(browser: Browser, address: str, worker: str, requests: list[str]) -> tuple[list[float], float]:
    """The seconds until a worker is ready and of each request, and the processor time of all, from an empty cache."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/empty.html")
    before = processor_time(browser)
    times: list[float] = page.evaluate(TIMES, [f"{address}{worker}", requests])
    used = processor_time(browser) - before
    context.close()
    return [time / 1000 for time in times], used


def measured(browser: Browser, address: str, rounds: int) -> dict[str, Any]:
    """The medians of some rounds, each of which measures everything in turn."""
    run = json.dumps({"do": "run", "text": TEXT})
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(rounds):
        for name, worker, requests in (
            ("packed", "/packed.js", []), ("first", "/play/worker.js", [run]), ("shipped", "/shipped.js", []),
        ):  # fmt: skip
            times, used = asked(browser, address, worker, requests)
            found.setdefault(name, []).append((sum(times), used))
    return {name: [median(one[n] for one in all) for n in (0, 1)] for name, all in found.items()}


def say(what: str, value: str, goal: str) -> None:
    """Print one figure."""
    print(f"{what:<58} {value:>22}   goal: {goal}")


def bench(browser: Browser, address: str, rounds: int) -> None:
    """Print all figures."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/play/", wait_until="networkidle")
    before = sum(Site.sent.values())
    say("bytes of the page before a key is pressed", f"{before / MB:.2f} MB", "at most 1 MB")
    page.close()
    times = measured(browser, address, rounds)
    every = Site.sent
    whole = sum(size for path, size in every.items() if not path.startswith(("/packed", "/shipped", "/empty")))
    say("bytes for the first result", f"{whole / MB:.2f} MB", "at most 9 MB")
    (bare, used), (first, spent), (shipped, given) = (times[name] for name in ("packed", "first", "shipped"))
    say("first result, to the bare runtime as we pack it", f"{first / bare:.2f} times", "at most 1.8 times")
    say("  in processor time", f"{spent / used:.2f} times", "")
    say("  to the runtime as its makers ship it", f"{first / shipped:.2f} times; {spent / given:.2f}", "")
    say("  in seconds, and of the processor", f"{first:.1f} s, {spent:.1f} s", "")
    later(browser, address)


def later(browser: Browser, address: str) -> None:
    """Later runs of a small scenario, which is changed each time, and the memory that the page has then."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/empty.html")
    runs = [json.dumps({"do": "run", "text": f"{TEXT}# {number}\n"}) for number in range(LATER)]
    times = page.evaluate(TIMES, [f"{address}/play/worker.js", runs])
    say("a later run of a small scenario", f"{median(times[3:]):.0f} ms", "under 200 ms")
    say("  the fastest", f"{min(times[3:]):.0f} ms", "")
    say("memory of the page with its worker", f"{memory(browser) / MB:.0f} MB", "under 250 MB")


def main(site: str = "site", rounds: str = "3") -> None:
    """Serve the site and measure it."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    prepare(Path(site))
    handler: Callable[..., Handler] = partial(Site, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as play:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        bench(browser, f"http://127.0.0.1:{server.server_address[1]}", int(rounds))
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
