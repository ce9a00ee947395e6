"""The pictures in a browser: text stays in its place in any font, nothing overlaps, both themes, no script runs.

They need Chromium, which ``make browser-test`` installs. Without it they are skipped, with how to get it; with
``BROWSER=required``, as that target sets it, they fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from chromium import Page, chromium, need_chromium
from drawing import inside

from fsm.diagram import THEMES, Diagram, compare_diagram, rule_diagram, scenario_diagram, timeline_diagram, turn_diagram
from fsm.diagram.layout.geometry import Rect
from fsm.diagram.pictures.rule import all_rules
from fsm.edition import edition_ids
from fsm.pages.gallery import EXHIBITS, Exhibit
from fsm.scenario import parse_scenarios, read_scenarios, run_scenario
from fsm.turn import base_turn, insert_phases

pytestmark = pytest.mark.browser

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FONTS = {"with Inter": "", "DejaVu Sans": "'DejaVu Sans'", "sans-serif": "sans-serif", "Arial": "Arial, sans-serif"}
TOLERANCE = 1.1
"""How far, in points, text may reach beyond its place: less than the border around it is broad.

A letter may overhang the point where its line begins, and a browser gives that in whole units.
"""
LEADING = 3.0
"""How much of the height of a line of text, above and below it, no letter fills."""
SPACE = 2.0
"""The least distance, in points, of the number of a tile from its name."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium(need_chromium(), tmp_path_factory.mktemp("chromium")) as browser:
        yield browser.page()


class Drawn(NamedTuple):
    """A text as the browser drew it: what it belongs to, what it says, and the room it takes."""

    id: str
    text: str
    rect: Rect


CORNER = "(path => [path.getBBox().x, path.getBBox().y])(document.querySelector('g.cluster path'))"

MEASURE = """(async () => {
  await document.fonts.ready;
  return [...document.querySelectorAll('g.node text')].map(text => {
    const box = text.getBBox();
    return [text.closest('g').id, text.textContent, box.x, box.y, box.width, box.height];
  });
})()"""


def _measured(page: Page, diagram: Diagram, font: str) -> list[Drawn]:
    if font:
        page.run(f"document.documentElement.setAttribute('font-family', {font!r})")
    x, y = page.run(CORNER)  # Graphviz moves the whole picture a little; everything by the same
    outer = diagram.layout.boxes[0].rect
    dx, dy = outer.x - x, outer.y - y
    return [Drawn(id, text, Rect(x + dx, y + dy, w, h)) for id, text, x, y, w, h in page.run(MEASURE)]


def _places(diagram: Diagram) -> dict[str, Rect]:
    """Where each text belongs, by the id of what it belongs to."""
    layout = diagram.layout
    places = {f"text-{text.id}": text.rect for text in layout.texts}
    places |= {pill.id: pill.rect for pill in layout.pills} | {badge.id: badge.rect for badge in layout.badges}
    before = {"turn": "", "state": "state-"}
    for placed in layout.tiles:
        places[f"{before.get(placed.tile.kind, 'stop-')}{placed.tile.id}"] = placed.rect
    return places


@cache
def _made(exhibit: Exhibit) -> Diagram:
    return exhibit.make(SCENARIOS)


def _difficult() -> dict[str, Diagram]:
    """Pictures of what is hard to place: long names, wide letters, many phases, much that happens."""
    players = ["W" * 40, "Maximiliane von und zu Hohenstein-Ansbach", "無限の力", "Iñigo Łukasz Ωμέγα"]
    text = f"""
name: {"W" * 60}
players: {players}
script:
  - at: T1.precombat_main
    {players[0]}: [{{cast: Relentless Assault}}, {{cast: Relentless Assault}}, {{cast: Time Walk}}]
  - at: T1.end
    {players[2]}: {{cast: Nexus of Fate}}
  - at: T3.upkeep
    {players[1]}: {{cast: Meditate}}
until: T6
"""
    recording = run_scenario(parse_scenarios(text, "x")[0])
    graph = base_turn("cr2006")
    for _ in range(3):
        graph = insert_phases(graph, "combat", ("combat", "postcombat_main"), "The Name of a Card That Goes On")
    return {
        "timeline": timeline_diagram(recording),
        "events": scenario_diagram(recording.turn(1), events=True),
        "phases": turn_diagram(graph, title="W" * 200),
        "small phases": turn_diagram(graph, title="W" * 200, level="phase", at="combat#2.declare_attackers"),
        "machine": turn_diagram(graph, title="W" * 200, level="machine", at="combat#2.declare_attackers"),
        "dimmed events": scenario_diagram(recording.turn(1), events=True, at="combat"),
        "rule": rule_diagram("end_turn"),
        "phases on a page": turn_diagram(graph, title="W" * 200).with_look(aspect="page"),
        "small phases on a slide": turn_diagram(graph, level="phase", at="combat").with_look(aspect="16:9"),
        "events on a phone": scenario_diagram(recording.turn(1), events=True).with_look(width=390),
        "machine on a page": turn_diagram(graph, level="machine", at="combat#2").with_look(aspect="page"),
        "machine on a phone": turn_diagram(graph, level="machine").with_look(width=390),
        "timeline on a slide": timeline_diagram(recording).with_look(aspect="16:9", width=1280),
    }


PICTURES = {exhibit.name: exhibit for exhibit in EXHIBITS}
DIFFICULT = ("timeline", "events", "phases", "small phases", "machine", "dimmed events", "rule")
SHAPED = (
    *("phases on a page", "small phases on a slide", "events on a phone", "machine on a page", "machine on a phone"),
    "timeline on a slide",
)


@cache
def _picture(name: str) -> Diagram:
    return _made(PICTURES[name]) if name in PICTURES else _difficult()[name]


@pytest.fixture(params=[*PICTURES, *DIFFICULT, *SHAPED], scope="module")
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Diagram, Path]:
    diagram = _picture(request.param)
    file = tmp_path_factory.mktemp("pictures") / "x.svg"
    diagram.save(file)
    return diagram, file


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_text_stays_in_its_place_and_nothing_overlaps(page: Page, shown: tuple[Diagram, Path], font: str) -> None:
    diagram, file = shown
    page.open(file)
    drawn = _measured(page, diagram, font)
    places = _places(diagram)
    assert len(drawn) >= len(diagram.layout.tiles)
    for id, text, rect in drawn:
        place = places[id]
        assert place.x - TOLERANCE <= rect.x, (id, text)
        assert rect.right <= place.right + TOLERANCE, (id, text)
        assert place.y - LEADING <= rect.y, (id, text)
        assert rect.bottom <= place.bottom + LEADING, (id, text)
    letters = [
        (one, Rect(one.rect.x, one.rect.y + LEADING, one.rect.width, one.rect.height - 2 * LEADING)) for one in drawn
    ]
    for (one, a), (other, b) in combinations(letters, 2):
        assert not a.overlaps(b), (one, other)
        if one.id == other.id and one.text.isdecimal() and a.y < b.bottom and b.y < a.bottom:
            assert a.right + SPACE <= b.x, (one, other)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_reader_s_theme_is_shown(page: Page, shown: tuple[Diagram, Path], dark: bool) -> None:
    page.open(shown[1], dark)
    colours = THEMES["dark" if dark else "light"]
    wanted = {"f-paper": ("fill", "paper"), "f-ink": ("fill", "ink"), "s-path": ("stroke", "path")}
    drawn = shown[1].read_text(encoding="utf-8")
    there = [name for name in wanted if f'{name}"' in drawn or f"{name} " in drawn]
    assert there[:2] == ["f-paper", "f-ink"], "only a path may be missing: a history has none"
    for name in there:
        what, role = wanted[name]
        found = page.run(f"getComputedStyle(document.querySelector('.{name}')).{what}")
        red, green, blue = (int(colours[role][at : at + 2], 16) for at in (1, 3, 5))
        assert found == f"rgb({red}, {green}, {blue})", name


SIZES = """(async () => {
  await document.fonts.ready;
  const size = span => parseFloat(getComputedStyle(span).fontSize) * span.getScreenCTM().a;
  return [...document.querySelectorAll('text')].map(text => {
    const box = text.getBoundingClientRect();
    const spans = [...text.querySelectorAll('tspan')].filter(span => span.textContent.trim());
    const least = Math.min(...(spans.length ? spans : [text]).map(size));
    return [text.textContent, least, box.x, box.y, box.width, box.height];
  });
})()"""
SLIDE, PHONE = {"aspect": "16:9", "width": 1280}, {"width": 390}
SCREENS: dict[str, tuple[str, dict[str, Any], int, float]] = {
    "a slide": ("step", SLIDE, 720, 18),
    "a phone": ("step", PHONE, 3000, 12),
    "a slide, the machine": ("machine", SLIDE, 720, 13.5),
    "a phone, the machine": ("machine", PHONE, 3000, 12),
}
"""Levels and looks, with the height of the screen, and the size in pixels that every text has at least."""
FOUR = SCENARIOS / "09-extra-turns" / "29-two-of-four.turn.yaml"
READ: dict[str, Callable[[], Diagram]] = {
    **{f"{one} and {other}": partial(compare_diagram, one, other) for one, other in combinations(edition_ids(), 2)},
    **{f"rule {name}": partial(rule_diagram, name) for name in all_rules()},
    "extra turns of four players": lambda: timeline_diagram(run_scenario(read_scenarios(str(FOUR))[0], "cr2026")),
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("edition", edition_ids())
def test_the_turn_can_be_read_on(page: Page, tmp_path: Path, edition: str, screen: str, dark: bool) -> None:
    level, look, height, least = SCREENS[screen]
    diagram = base_turn(edition).diagram(level, title="A turn").with_look(**look)
    _check_read(page, tmp_path, diagram, look["width"], height, least, dark)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", ["a slide", "a phone"])
@pytest.mark.parametrize("name", READ)
def test_a_picture_can_be_read_on(page: Page, tmp_path: Path, name: str, screen: str, dark: bool) -> None:
    _, look, height, least = SCREENS[screen]
    least = min(least, 14.0) if " and " in name else least  # two editions have more to say on a slide
    _check_read(page, tmp_path, READ[name]().with_look(**look), look["width"], height, least, dark)


def _check_read(page: Page, folder: Path, diagram: Diagram, width: int, height: int, least: float, dark: bool) -> None:
    diagram.save(folder / "x.svg")
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    page.call("Emulation.setDeviceMetricsOverride", **metrics)
    page.open(folder / "x.svg", dark)
    texts = page.run(SIZES)
    page.call("Emulation.clearDeviceMetricsOverride")
    assert len(texts) > 10
    assert min(size for _, size, *_ in texts) >= least - 0.01
    assert not [text for text, *_ in texts if "…" in text and text.strip() != "…"]
    screen_rect = Rect(0, 0, width, height)
    places = [(text, Rect(x, y + h / 5, w, h * 3 / 5)) for text, _, x, y, w, h in texts]
    assert all(inside(place, screen_rect) for _, place in places)
    for (one, a), (other, b) in combinations(places, 2):
        assert not a.overlaps(b), (one, other)


EVIL = """<script>window.hacked = 1</script>"'><img src=x onerror="window.hacked=2">&lt;b&gt;\\\\N ]]>"""


@pytest.mark.parametrize("inline", [False, True], ids=["by itself", "in a page"])
@pytest.mark.parametrize("kind", ["timeline", "scenario"])
def test_a_name_runs_no_script_and_is_shown_as_text(page: Page, tmp_path: Path, kind: str, inline: bool) -> None:
    name = EVIL[:60]
    quoted = name.replace("'", "''")
    text = f"name: '{quoted}'\nplayers: ['{quoted}', Bob]\nscript:\n  - at: T1.upkeep\n"
    text += f"    Bob: {{cast: {{name: '{quoted}', type: instant, effects: [{{extra_turn: you}}]}}}}\nuntil: T3\n"
    recording = run_scenario(parse_scenarios(text, "x")[0])
    diagram = recording.timeline() if kind == "timeline" else recording.turn(1).diagram(events=True)
    svg = diagram.svg()
    file = tmp_path / ("x.html" if inline else "x.svg")
    file.write_text(f"<!doctype html><meta charset=utf-8>{svg}" if inline else svg, encoding="utf-8")
    page.open(file)
    assert page.run("window.hacked === undefined")
    assert page.run("document.querySelectorAll('script, img, foreignObject').length") == 0
    assert page.run("[...document.querySelectorAll('*')].every(e => e.getAttributeNames().every(n => !/^on/.test(n)))")
    words = page.run("[...document.querySelectorAll('text, title')].map(text => text.textContent).join(' ')")
    assert "<script>window.hacked = 1</script>" in words


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "no-such-program")
    for required, outcome in (("", pytest.skip.Exception), ("required", pytest.fail.Exception)):
        monkeypatch.setenv("BROWSER", required)
        with pytest.raises(outcome, match="apt-get install chromium"):
            need_chromium()
