"""The page of Play in Chromium, with Python in its worker: what a person does there, from the first key to a link."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from chromium import PATIENCE
from commands import Fsm

from fsm.recording import play_by_play
from fsm.scenario import parse_scenarios, run_scenario

pytestmark = pytest.mark.site

WALK = """\
name: Ann walks
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: {cast: Time Walk}
until: T3
"""
ORDINARY = "players: [Ann, Bob]\nuntil: T2\n"
MOST_BEFORE_A_KEY = 300_000
"""How many bytes the page may be before somebody presses a key."""
FORMATS = ("dot", "mmd", "puml", "scxml", "json", "pml", "markup.json")


def expect(locator: Any) -> Any:
    """Playwright's assertion about a part of a page, which waits."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect(locator)


def write(tab: Any, text: str) -> None:
    """Puts a text into the editor, as one who pastes it."""
    tab.locator(".cm-content").click()
    tab.keyboard.press("Control+A")
    tab.keyboard.insert_text(text)


def text_of(tab: Any) -> str:
    """The text in the editor."""
    return str(tab.evaluate("play.editor.text"))


def expect_text(tab: Any, has: str, *, not_there: bool = False) -> None:
    """Waits until the text in the editor has a part, or has it no longer."""
    has_it = "([has, no]) => play.editor.text.includes(has) !== no"
    tab.wait_for_function(has_it, arg=[has, not_there], timeout=PATIENCE)


def turns(tab: Any) -> list[str]:
    """The turns above the picture: number and player."""
    return [text.split("·")[0].strip() for text in tab.locator(".turns button > span").all_inner_texts()]


def told(tab: Any) -> list[str]:
    """The lines of the play-by-play: what each says, and its rules; without commas, which lists of rules have too.

    A list that has not come into view yet is not drawn, so it has contents, but no inner text.
    """
    rows = tab.evaluate(
        "[...document.querySelectorAll('#pane-events li')]"
        ".map((row) => [...row.querySelectorAll('.say, .rule')].map((part) => part.textContent.trim()).join(' '))"
    )
    return [row.replace(",", "") for row in rows]


def told_natively(text: str, edition: str) -> list[str]:
    """The same lines, as the command line prints them."""
    (scenario,) = parse_scenarios(text)
    lines = list(play_by_play(run_scenario(scenario, edition)))[2:]
    return [" ".join(line.replace(",", "").split()) for line in lines if line.strip()]


def test_an_example_is_answered_before_python_is_there(visit: Any) -> None:
    tab = visit("play/")
    assert tab.locator("#pane-picture svg:visible").count() == 1
    tab.click("#tab-events")
    text = text_of(tab)
    assert told(tab) == told_natively(text, "cr2026")[: len(told(tab))]
    assert len(told(tab)) > 30
    assert "starts with your first change" in tab.inner_text("#status")
    parts = tab.evaluate(
        "performance.getEntries().filter(({transferSize}) => transferSize)"
        ".map((part) => [new URL(part.name).pathname, part.transferSize])"
    )
    assert {Path(name).name for name, _ in parts} <= {
        "play",
        "main.js",
        "play.css",
        "theme.js",
        "elements.css",
        "icon.svg",
    }
    assert sum(size for _, size in parts) < MOST_BEFORE_A_KEY


LEAST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.drawn tspan')]
  .filter((part) => part.getBoundingClientRect().width)
  .map((part) => part.getScreenCTM().a * part.getAttribute('font-size')))"""


def test_its_picture_can_be_read_and_all_tabs_are_seen_in_each_window(visit: Any) -> None:
    tab = visit("play/")
    for width in (360, 390, 600, 799, 800, 1024, 1280, 1366, 1600):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.wait_for_timeout(500)  # a picture that fits comes a moment later
        assert tab.evaluate(LEAST_LETTERS) >= 10, width
        assert (
            tab.evaluate(
                "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('tabs'))"
            )
            == 0
        ), width


def test_a_picture_is_drawn_anew_where_the_window_changes(tab: Any) -> None:
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    picture, before = tab.locator("#pane-picture .drawn svg"), tab.viewport_size
    wide = picture.get_attribute("viewBox")
    tab.set_viewport_size({"width": 390, "height": 844})
    expect(picture).not_to_have_attribute("viewBox", wide)
    assert tab.evaluate(LEAST_LETTERS) >= 10
    tab.set_viewport_size(before)
    expect(picture).to_have_attribute("viewBox", wide)


def test_what_is_typed_changes_the_order_of_turns(tab: Any) -> None:
    write(tab, ORDINARY)
    expect(tab.locator(".turns button")).to_have_count(2)
    assert turns(tab) == ["T1 Ann", "T2 Bob"]
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    assert turns(tab) == ["T1 Ann", "T2 Ann", "T3 Bob"]
    assert "Time Walk" in tab.locator(".turns .extra").inner_text()
    tab.click("#tab-events")
    lines = told_natively(WALK, "cr2026")
    assert told(tab) == lines[: len(told(tab))]
    assert len(told(tab)) >= len(lines) - 1


def test_an_error_is_shown_where_it_is_in_the_words_of_the_terminal(tab: Any, fsm: Fsm, tmp_path: Path) -> None:
    wrong = WALK.replace("precombat_main", "precombat_man")
    file = tmp_path / "wrong.turn.yaml"
    file.write_text(wrong, encoding="utf-8")
    terminal = fsm("run", str(file)).stderr.strip().splitlines()
    write(tab, wrong)
    errors = tab.locator("#errors.wrong li")
    expect(errors).to_have_count(len(terminal))
    assert [f"{file}:{text.replace(' ', ': ', 1)}" for text in errors.all_inner_texts()] == terminal
    assert tab.locator(".cm-lintRange-error").inner_text().startswith("T1")
    tab.click("#broken")
    tab.keyboard.type("x")
    expect_text(tab, "- at: xT1")
    write(tab, WALK)
    expect(tab.locator("#errors")).to_be_hidden()
    assert tab.locator("#broken").is_hidden()
    expect(tab.locator(".cm-lintRange-error")).to_have_count(0)


def test_an_expectation_that_does_not_hold_is_said(tab: Any) -> None:
    write(tab, f"{WALK}expect: {{turns: [Ann, Bob]}}\n")
    expect(tab.locator("#verdict .no")).to_have_text("1 expectation not met")
    expect(tab.locator("#errors li")).to_contain_text("7:23")


def test_a_link_opens_what_was_seen(tab: Any, visit: Any) -> None:
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    tab.click("#tab-events")
    tab.locator(".say", has_text="Time Walk resolves").click()
    expect(tab.locator(".event.here .say").first).to_have_text("Precombat main phase")
    tab.select_option("#edition", "cr2006")
    expect(tab.locator("#verdict")).to_contain_text("cr2006")
    tab.click("#link")
    expect(tab.locator("#notice")).to_contain_text("copied")
    link = tab.evaluate("navigator.clipboard.readText()")
    assert link == tab.url
    other = visit(f"play/{link[link.index('#') :]}")
    expect(other.locator("#verdict")).to_contain_text("cr2006")
    assert text_of(other) == WALK
    expect(other.locator(".event.here .say").first).to_have_text("Precombat main phase")
    assert other.get_attribute("#tab-events", "aria-selected") == "true"
    assert told(other) == told(tab)


LINKS = [json.loads(line) for line in (Path(__file__).parent / "links.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("kept", LINKS, ids=[link["what"] for link in LINKS])
def test_links_of_version_1_open_forever(tab: Any, kept: dict[str, str]) -> None:
    tab.evaluate("link => { location.hash = link; }", kept["link"])
    expect(tab.locator("#verdict")).to_contain_text(kept["verdict"])
    expect_text(tab, kept["has"])
    assert tab.locator("#notice").is_hidden()


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("#v=1&s=abc", "a part of it is missing"),
        ("#v=1&s=%25", "a part of it is missing"),
        ("#v=9&s=abc", "version 9"),
        ("#v=1", "no scenario"),
        ("#v=1&f=99/99", "no scenario 99/99"),
        ("#v=1&f=../../index", "no scenario ../../index"),
    ],
)
def test_a_broken_link_says_so_and_opens_an_example(visit: Any, link: str, says: str) -> None:
    tab = visit(f"play/{link}", expects="404")
    expect(tab.locator("#notice")).to_contain_text(says)
    expect_text(tab, "Relentless Assault")


def test_the_edition_is_changed_and_one_put_beside_it(tab: Any) -> None:
    text = "players: {Ann: {mana: 2}, Bob: {}}\nuntil: T1\n"
    write(tab, text)
    tab.click("#tab-events")
    tab.select_option("#edition", "cr2006")
    expect(tab.locator("#verdict")).to_contain_text("cr2006")
    assert told(tab) == told_natively(text, "cr2006")[: len(told(tab))]
    tab.select_option("#beside", "cr2026")
    sides = tab.locator("#pane-events article")
    expect(sides).to_have_count(2)
    assert sides.locator("h2").all_inner_texts() == ["cr2006", "cr2026"]
    assert "burn" in " ".join(sides.nth(0).locator(".only .say").all_text_contents())
    assert sides.nth(0).locator(".only").count() < sides.nth(0).locator(".event").count()


def test_the_slider_of_years_runs_it_by_the_rules_of_each_day(tab: Any, visit: Any) -> None:
    scenario = next((Path(__file__).parents[2] / "scenarios/45-since-1999").glob("01-*.yaml"))
    write(tab, scenario.read_text(encoding="utf-8"))
    expect(tab.locator("#verdict")).to_contain_text("Two extra turns")
    tab.click("#changed")
    expect(tab.locator("#dialog pre")).to_contain_text("2002-02-20 .. today")
    assert "what decided it: Extra turns" in tab.inner_text("#dialog pre")
    tab.keyboard.press("Escape")
    tab.focus("#year")
    tab.keyboard.press("Home")
    for _ in range(2):
        tab.keyboard.press("ArrowRight")
    assert tab.inner_text("#when") == "23 July 2001, Apocalypse"
    assert tab.get_attribute("#year", "aria-valuetext") == (
        "23 July 2001, Apocalypse: otherwise than today: turns: Ann, Ann, Bob, Bob, Ann"
    )
    expect(tab.locator("#verdict")).to_contain_text("cr2001-07-23")
    assert turns(tab)[:3] == ["T1 Ann", "T2 Ann", "T3 Bob"]
    assert tab.input_value("#edition") == "cr2001-07-23"
    expect(tab.locator("#spans i")).to_have_count(2)
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("#goes")).to_have_text("as today: turns: Ann, Bob, Ann, Bob, Ann")
    expect(tab.locator("#verdict")).to_contain_text("cr2002-02-20")
    tab.wait_for_timeout(500)
    other = visit(f"play/{tab.evaluate('location.hash')}")
    expect(other.locator("#verdict")).to_contain_text("cr2002-02-20")
    expect(other.locator("#when")).to_have_text("20 February 2002, Torment")


def test_a_link_may_name_a_day(visit: Any) -> None:
    tab = visit("play/#v=1&f=45/01&e=2001-12-31&b=today")
    expect(tab.locator("#verdict")).to_contain_text("cr2001-07-23")
    expect(tab.locator("#when")).to_have_text("23 July 2001, Apocalypse")
    assert (tab.input_value("#edition"), tab.input_value("#beside")) == ("cr2001-07-23", "cr2026")


def test_a_rule_number_shows_what_the_rule_says(tab: Any) -> None:
    tab.click("#tab-events")
    number = tab.locator(".rule", has_text="500.8").first
    number.hover()
    expect(tab.locator("#statement")).to_contain_text("An extra phase is added directly after")
    assert tab.get_attribute("#statement a", "href") == "../rules/cr2026/5/#500.8"
    tab.keyboard.press("Escape")
    assert tab.locator("#statement").is_hidden()
    tab.click("#tab-story")
    tab.locator("#pane-story .rule").first.focus()
    expect(tab.locator("#statement")).to_be_visible()


def test_the_player_steps(tab: Any) -> None:
    write(tab, WALK)
    tab.click("#tab-player")
    player = tab.frame_locator("iframe")
    expect(player.locator("#list .here")).to_contain_text("Time Walk")
    first = player.locator("#number").inner_text()
    player.locator("#next").click()
    expect(player.locator("#number")).not_to_contain_text(first)
    write(tab, ORDINARY)
    expect(player.locator(".block .turn")).to_have_count(2)


def saved(tab: Any, what: str) -> tuple[str, bytes]:
    """A file by the dialog for downloads: its name and what is in it."""
    tab.click("#download")
    with tab.expect_download() as download:
        tab.locator(f"#dialog button[value='{what}']").click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_files_are_those_of_the_command_line(tab: Any, fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "walk.turn.yaml"
    file.write_text(WALK, encoding="utf-8")
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    assert saved(tab, "yaml")[1].decode() == WALK
    fsm("run", str(file), "--trace", str(tmp_path / "t.jsonl"))
    assert without_file(saved(tab, "trace")[1].decode()) == without_file((tmp_path / "t.jsonl").read_text("utf-8"))
    fsm("player", str(file), "-o", str(tmp_path / "p.html"))
    page = saved(tab, "html")[1].decode()
    assert without_pictures(page) == without_pictures((tmp_path / "p.html").read_text("utf-8"))
    for what in FORMATS:
        native = tmp_path / f"d.{what}"
        fsm("diagram", "scenario", str(file), "-o", str(native))
        assert saved(tab, what)[1].decode() == native.read_text("utf-8"), what


def without_file(text: str) -> str:
    """A trace, or a page with one, without the name of the scenario's file, which the page of Play does not know."""
    return re.sub(r',?\\?"file\\?":\\?"[^"\\]*\\?"', "", text)


def without_pictures(page: str) -> str:
    """A player's page without its pictures: another Graphviz puts some letters a little elsewhere."""
    return re.sub(r'"(wide|narrow)":"(?:[^"\\]|\\.)*"', "", without_file(page))


def test_pictures_are_those_of_the_command_line(tab: Any, fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "walk.turn.yaml"
    file.write_text(WALK, encoding="utf-8")
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    tab.locator(".turns button").nth(1).click()
    name, svg = saved(tab, "svg")
    fsm("diagram", "scenario", str(file), "--turn", "2", "-o", str(tmp_path / "t.svg"))
    assert name.endswith("turn-2.svg")
    assert without_letters(svg.decode()) == without_letters((tmp_path / "t.svg").read_text("utf-8"))
    _, png = saved(tab, "png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    _, _, width, height = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', svg.decode()).groups()  # type: ignore[union-attr]
    assert [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)] == [
        round(2 * float(s)) for s in (width, height)
    ]


def without_letters(svg: str) -> str:
    """A picture without the places of its letters, which depend on the fonts; 2.50 is 2.5."""
    svg = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):g}", svg)
    return re.sub(r'(<(?:text|tspan)[^>]*?)( [xy]="[^"]*")+', r"\1", svg)


def test_a_picture_is_drawn_for_a_slide(tab: Any, fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "walk.turn.yaml"
    file.write_text(WALK, encoding="utf-8")
    write(tab, WALK)
    tab.click("#tab-draw")
    for name, value in (("kind", "timeline"), ("aspect", "16:9"), ("theme", "dark")):
        tab.select_option(f"#pane-draw [name={name}]", value)
    tab.fill("#pane-draw [name=caption]", "Ann goes twice")
    expect(tab.locator("#pane-draw svg")).to_contain_text("Ann goes twice")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save as SVG").click()
    look = ("--aspect", "16:9", "--theme", "dark", "--caption", "Ann goes twice")
    fsm("diagram", "timeline", str(file), *look, "-o", str(tmp_path / "t.svg"))
    svg = Path(download.value.path()).read_text("utf-8")
    assert without_letters(svg) == without_letters((tmp_path / "t.svg").read_text("utf-8"))


def test_buttons_change_the_scenario(tab: Any) -> None:
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    tab.click("#players")
    tab.get_by_role("button", name="One more").click()
    tab.get_by_label("Player 1").fill("Eve")
    tab.get_by_role("button", name="OK").click()
    expect(tab.locator(".turns button").first).to_contain_text("Eve")
    expect_text(tab, "players: [Eve, Bob, Cid]")
    expect_text(tab, "Eve: {cast: Time Walk}")
    tab.click("#editions")
    tab.locator("#dialog input[value=cr2006]").check()
    tab.get_by_role("button", name="OK").click()
    expect_text(tab, "edition: [cr2026, cr2006]")
    tab.click("#expect")
    expect(tab.locator("#verdict .yes")).to_have_text("as expected")
    expect_text(tab, "expect:")
    tab.click("#undo")
    expect(tab.locator("#verdict .yes")).to_have_count(0)
    expect_text(tab, "expect:", not_there=True)


def test_what_an_action_would_change_is_seen_before_it_is_added(tab: Any) -> None:
    write(tab, ORDINARY)
    expect(tab.locator(".turns button")).to_have_count(2)
    tab.click("#tab-events")
    tab.locator(".say", has_text="Precombat main phase").first.click()
    tab.click("#whatif")
    tab.get_by_label("Search").fill("relentless assault")
    tab.locator("#dialog .acts label", has_text="Relentless Assault").first.click()
    tab.get_by_role("button", name="What if?").click()
    expect(tab.locator("#asked")).to_contain_text("T1")
    extra = tab.locator("#pane-events article").nth(1).locator(".only.inserted")
    expect(extra.first).to_contain_text("A further combat phase is added")
    assert text_of(tab) == ORDINARY
    tab.click("#keep")
    expect(tab.locator("#asked")).to_be_hidden()
    expect_text(tab, "cast: Relentless Assault")
    expect(tab.locator("#pane-events .inserted").first).to_be_visible()


DROP = """([name, text]) => {
  const held = new DataTransfer();
  held.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: held, bubbles: true, cancelable: true}));
}"""


def test_a_trace_is_dropped_and_checked(tab: Any, fsm: Fsm, tmp_path: Path, root: Path) -> None:
    file = tmp_path / "t.jsonl"
    fsm("run", str(root / "scenarios/relentless-assault.turn.yaml"), "--trace", str(file))
    lines = file.read_text("utf-8").splitlines(keepends=True)
    tab.evaluate(DROP, ["mine.jsonl", "".join(lines)])
    expect(tab.locator("#asked")).to_contain_text("mine.jsonl")
    expect(tab.frame_locator("iframe").locator("#number")).to_contain_text(f" / {len(lines) - 2}")
    skipped = next(at for at, line in enumerate(lines) if '"step.begin"' in line and '"upkeep"' in line)
    tab.evaluate(DROP, ["wrong.jsonl", "".join(lines[:skipped] + lines[skipped + 1 :])])
    expect(tab.locator("#asked")).to_contain_text("wrong.jsonl")
    expect(tab.locator("#asked")).to_contain_text("upkeep")


def test_an_edition_is_dropped_and_played(tab: Any, visit: Any, root: Path) -> None:
    house = (root / "scenarios/27-house-rules/reflection.toml").read_text("utf-8")
    write(tab, ORDINARY)
    tab.evaluate(DROP, ["reflection.toml", house])
    tab.click("#tab-events")
    expect(tab.locator("#pane-events")).to_contain_text("Reflection step")
    expect(tab.locator("#edition")).to_have_value(re.compile("reflection"))
    tab.wait_for_timeout(500)
    other = visit(f"play/{tab.url[tab.url.index('#') :]}")
    expect(other.locator("#pane-events")).to_contain_text("Reflection step")
    tab.evaluate(DROP, ["a.txt", "?"])
    expect(tab.locator("#notice")).to_contain_text("a.txt is none of what this page reads")


def test_a_run_can_be_stopped(tab: Any) -> None:
    loops = "\n".join(f"  - {{at: T{turn}.upkeep, Ann: pass}}" for turn in range(1, 3))
    write(tab, ORDINARY)
    expect(tab.locator(".turns button")).to_have_count(2)
    write(tab, f"players: [Ann, Bob, Cid, Dee]\nscript:\n{loops}\nuntil: T2000\n")
    tab.locator("#stop").click()
    expect(tab.locator("#status")).to_contain_text("Stopped")
    assert tab.evaluate("play.desk.worker") is None
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)


def test_completion_comes_from_the_schema_and_the_catalogue(tab: Any) -> None:
    write(tab, WALK)
    expect(tab.locator(".turns button")).to_have_count(3)
    tab.keyboard.press("Control+End")
    tab.keyboard.type("abou", delay=30)
    expect(tab.locator(".cm-tooltip-autocomplete li").first).to_contain_text("about")
    tab.wait_for_timeout(200)  # a key that comes at once with the list is none for it
    tab.keyboard.press("Enter")
    assert text_of(tab).splitlines()[-1].startswith("about:")


def test_the_keyboard_is_enough(visit: Any) -> None:
    tab = visit("play/")
    focus = "(document.activeElement.shadowRoot?.activeElement ?? document.activeElement)"
    seen = []
    for _ in range(40):
        tab.keyboard.press("Tab")
        seen.append(tab.evaluate(f"{focus}.id || {focus}.className"))
        if "cm-content" in seen[-1]:
            break
    assert seen.index("link") < seen.index("players") < len(seen) - 1
    tab.keyboard.press("Control+A")
    tab.keyboard.insert_text(WALK)
    tab.keyboard.press("Control+Enter")
    expect(tab.locator(".turns button")).to_have_count(3)
    tab.keyboard.press("Escape")
    tab.keyboard.press("Tab")
    assert tab.evaluate(f"{focus}.id") not in ("", "editor")
    tab.keyboard.press("Shift+Tab")
    tab.locator("#tab-picture").focus()
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(f"{focus}.id") == "tab-events"
    tab.keyboard.press("Tab")
    tab.keyboard.press("?")
    assert tab.locator("#dialog kbd").count() > 8
    tab.keyboard.press("Escape")
    tab.keyboard.press("1")
    tab.keyboard.press("]")
    assert tab.get_attribute("[data-turn='2']", "aria-pressed") == "true"


@pytest.mark.parametrize("size", ["desk", "small", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(visit: Any, root: Path, size: str, scheme: str) -> None:
    tab = visit("play/", size, color_scheme=scheme)
    tab.evaluate((root / "web/node_modules/axe-core/axe.min.js").read_text("utf-8"))
    check = (
        "axe.run().then(({violations}) => violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html)}`))"
    )
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert tab.evaluate(check) == []
    if size == "phone":
        tab.click("#tab-scenario")
    write(tab, WALK + "wrong: 1\n")
    expect(tab.locator("#errors.wrong")).to_be_visible()
    assert tab.evaluate(check) == []
    for pane in ("picture", "events", "story", "draw"):
        tab.click(f"#tab-{pane}")
        assert tab.evaluate(check) == [], pane
        assert tab.evaluate(wide), pane
    tab.click("#help")
    assert tab.evaluate(check) == []
