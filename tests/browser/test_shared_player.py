"""The player that scenarios share, as Chromium shows it: data by its address, or of the page that it stands in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from fsm.library import lessons
from fsm.scenario import parse_scenarios, run_scenario
from fsm.site.lessons.files import DATA, PICTURES
from fsm.site.lessons.writing import write_lesson
from fsm.webpage import Page, shared_page

pytestmark = pytest.mark.browser

PARENT = """<!doctype html><title>Play</title><iframe src="{address}" width="1000" height="700"></iframe>
<script>
const ready = [];
addEventListener('message', ({{data, origin}}) => ready.push(`${{data.type}} ${{origin}}`));
</script>"""
TEXTS = ("players: [Ann, Bob]\n", "name: More\nplayers: [Ann, Bob, Cleo]\nuntil: T4\n")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("site")
    (folder / DATA / PICTURES).mkdir(parents=True)
    for lesson in lessons():
        if lesson.short in ("12/01", "03/04"):
            write_lesson(lesson, folder)
    (folder / "player").mkdir()
    for name, text in shared_page().items():
        (folder / "player" / name).write_text(text, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    port = server.server_address[1]
    for name, host in (("near", "127.0.0.1"), ("far", "localhost")):
        address = f"http://{host}:{port}/player/"
        (folder / f"{name}.html").write_text(PARENT.format(address=address), encoding="utf-8")
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A page of a browser that has complained of nothing in the end."""
    page = browser.new_page(viewport={"width": 1400, "height": 860})
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.close()
    assert [text for text in wrong if "favicon" not in text and "404" not in text] == []


def until(frame: Any, condition: str) -> None:
    for _ in range(200):
        if frame.evaluate(condition):
            return
        frame.page.wait_for_timeout(50) if hasattr(frame, "page") else frame.wait_for_timeout(50)
    pytest.fail(f"this never came true: {condition}")


def data(text: str) -> str:
    return json.dumps(Page([run_scenario(parse_scenarios(text, "x")[0], "cr2026")], text).data())


def test_a_scenario_is_named_in_the_address(site: int, tab: Any) -> None:
    tab.goto(f"http://127.0.0.1:{site}/player/?s=12/01#at=T1.combat%232.declare_attackers")
    until(tab, "document.querySelectorAll('.picture svg').length > 0")
    assert tab.inner_text("#where") == "Turn 1 · Ann · declare attackers"
    assert tab.title() == "Relentless Assault after combat"
    assert tab.get_attribute("#back", "href") == "../scenarios/12/01/"
    assert tab.text_content(".picture .lit text") == "11"
    assert tab.evaluate("player.recordings.length") == 4
    assert tab.evaluate("player.recordings.flatMap(one => one.pictures).every(one => one.wide)")
    tab.evaluate("location.hash = '#at=T1.upkeep'")
    until(tab, "document.getElementById('where').textContent === 'Turn 1 · Ann · upkeep'")


def test_a_file_of_several_scenarios_compares_the_editions_of_one(site: int, tab: Any) -> None:
    tab.goto(f"http://127.0.0.1:{site}/player/?s=03/04")
    until(tab, "window.player !== undefined")
    assert tab.evaluate("player.recordings.length") > 4
    assert tab.evaluate("player.beside") is None
    assert tab.inner_text("#same") == "the same under cr2011, cr2006"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("?s=99/99", "Scenario 99/99 cannot be loaded (404 File not found)."),
        ("?s=../../secret", "No scenario has the number or the name ../../secret."),
        ("", "No game is named here. Each of the scenarios has its player; so has what you write in Play."),
    ],
)
def test_what_cannot_be_shown_leads_to_the_list(site: int, tab: Any, asked: str, said: str) -> None:
    tab.goto(f"http://127.0.0.1:{site}/player/{asked}")
    until(tab, f"document.getElementById('what').textContent.trim() === {json.dumps(said)}")
    assert tab.get_attribute("#back", "href") == "../scenarios/"
    assert tab.is_visible("#back")
    assert not tab.is_visible("#play")


def test_a_page_around_it_gives_data_as_often_as_it_likes(site: int, tab: Any) -> None:
    tab.goto(f"http://127.0.0.1:{site}/near.html")
    until(tab, "ready.length > 0")
    assert tab.evaluate("ready") == [f"turn-player-ready http://127.0.0.1:{site}"]
    (_, frame) = tab.frames
    send = "([data, at]) => frames[0].postMessage({type: 'turn-player', data: JSON.parse(data), at}, location.origin)"
    tab.evaluate(send, [data(TEXTS[0]), None])
    until(frame, "window.player?.recording.players.length === 2")
    frame.evaluate("player.go(5)")
    tab.evaluate(send, [data(TEXTS[1]), None])
    until(frame, "player.recording.players.length === 3")
    assert frame.evaluate("player.at") > 0
    assert frame.evaluate("document.querySelectorAll('.view').length") == 1
    tab.evaluate(send, [data(TEXTS[1]), "T3.precombat_main"])
    until(frame, "document.getElementById('where').textContent === 'Turn 3 · Cleo · precombat main'")
    frame.click("#next")
    assert frame.evaluate("player.at > player.recording.atAddress('T3.precombat_main')")
    assert not frame.is_visible("#back")


def test_nothing_is_taken_of_another_origin(site: int, tab: Any) -> None:
    tab.goto(f"http://127.0.0.1:{site}/far.html")
    (_, frame) = tab.frames
    until(frame, "document.readyState === 'complete'")
    tab.evaluate("data => frames[0].postMessage({type: 'turn-player', data: JSON.parse(data)}, '*')", data(TEXTS[0]))
    tab.wait_for_timeout(500)
    assert tab.evaluate("ready") == []
    assert frame.evaluate("window.player === undefined")


def test_the_theme_is_that_of_the_site(site: int, tab: Any) -> None:
    tab.goto(f"http://127.0.0.1:{site}/player/?s=12/01")
    until(tab, "window.player !== undefined")
    tab.click("#theme")
    until(tab, "localStorage.getItem('theme') === 'light'")
    tab.click("#theme")
    until(tab, "localStorage.getItem('theme') === 'dark'")
    tab.reload()
    until(tab, "document.documentElement.dataset.theme === 'dark'")
