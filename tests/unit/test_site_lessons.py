"""The pages of scenarios: what stands on them, where they lead, and the data and the pictures of the player."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import fsm
from fsm.edition import load_edition
from fsm.library import Lesson, lessons
from fsm.scenario import read_scenarios, run_scenario
from fsm.site.lessons.files import DATA, PICTURES
from fsm.site.lessons.telling import acts, groups, told, turns
from fsm.site.lessons.writing import front_page, topics, write_lesson, write_lessons
from fsm.site.page import Page, read_page
from fsm.webpage import Page as Player
from fsm.webpage import shared_page


def lesson(short: str) -> Lesson:
    (found,) = (one for one in lessons() if one.short == short)
    return found


def written(short: str, files: Path) -> Page:
    (files / DATA / PICTURES).mkdir(parents=True, exist_ok=True)
    return write_lesson(lesson(short), files)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


def plain(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


def test_a_page_says_what_is_shown_and_where_editions_differ(files: Path) -> None:
    page = written("02/01", files)
    assert (page.address, page.title, page.kind) == ("scenarios/02/01/", "Two mana made in the upkeep", "scenario")
    text = plain(page.body)
    assert "Mana · 02/01 Until July 2009 mana stays in the pool" in text
    assert "Ann and Bob play by the Comprehensive Rules, 25 September 2026 (cr2026); Ann takes the first turn" in text
    assert "Turn 3, Ann. In the upkeep step, Ann adds two mana" in text
    assert "T3.beginning.upkeep Ann activates the mana ability of Forest" in text
    assert "1999-04-23 .. 2009-07-10 The mana stays until the phase ends, and burns then." in text
    assert "What the scenario expects holds under 1999-04-23 .. today." in text
    for address in (
        "player/?s=02/01",
        "player/?s=02/01#at=T3.beginning.upkeep",
        "play/#v=1&amp;f=02/01",
        "scenarios/#02-mana",
        "rules/cr2026/5/#500.5",
        "cards/forest/",
        "scenarios/02/02/",
    ):
        assert f'href="site:{address}"' in page.body
    assert 'rel="prev"' not in page.body


def test_a_page_obeys_the_policy_and_ends_what_it_begins(files: Path) -> None:
    body = written("16/03", files).body
    assert not re.search(r' style="| on[a-z]+="|<script>', body)
    for tag in ("div", "p", "ul", "dl", "figure", "a", "details", "nav", "section"):
        assert len(re.findall(rf"<{tag}[ >]", body)) == body.count(f"</{tag}>")


def test_each_scenario_of_a_file_has_its_part_and_its_place_in_the_player_and_in_play(files: Path) -> None:
    page = written("03/04", files)
    assert page.title == "Until your next upkeep"
    names = [one.name for one in read_scenarios("03/04")]
    assert names == ["Until your next upkeep", "Until the next combat"]
    for number, name in enumerate(names, 1):
        assert f'<a href="#scenario-{number}">{name}</a>' in page.body
        assert f'<h2 id="scenario-{number}">{name}</h2>' in page.body
    assert re.findall(r'class="button step" href="([^"]*)"', page.body) == [
        "site:player/?s=03/04",
        "site:player/?s=03/04#r=4",
    ]
    assert re.findall(r'class="button" href="site:play/#([^"]*)"', page.body) == [
        "v=1&amp;f=03/04",
        "v=1&amp;f=03/04&amp;w=2",
    ]


def test_a_scenario_that_goes_alike_says_so(files: Path) -> None:
    text = plain(written("12/01", files).body)
    assert "It goes the same way under all of its editions: 2026, 2011, 2008 and 2006." in text
    assert "500.8 An extra phase is added directly after the phase named; the newest one comes first. 2026 2011" in text


def test_an_edition_of_a_file_has_its_title_and_no_links(files: Path) -> None:
    body = written("27/02", files).body
    assert "Today&#x27;s rules with a reflection step" in body
    assert "site:rules/" not in body


@pytest.mark.slow
def test_pictures_are_those_of_turns_that_something_changes(files: Path) -> None:
    assert "<figcaption>Turn 3 of Ann · 2026</figcaption>" in written("02/01", files).body
    body = written("12/24", files).body
    shown = re.findall(r"<figcaption>(.*?)</figcaption>", body)
    assert 1 <= len(shown) <= 3
    for address, width, height in re.findall(r'<img src="site:([^"]*)" width="(\d+)" height="(\d+)"', body):
        svg = (files / address).read_text(encoding="utf-8")
        assert f'width="{width}"' in svg
        assert int(height) > 100
        assert "prefers-color-scheme:dark" in svg


def test_the_player_gets_the_same_data_with_its_pictures_as_files(files: Path) -> None:
    written("12/01", files)
    data = json.loads((files / DATA / "12-01.json").read_text(encoding="utf-8"))
    for recording in data["recordings"]:
        recording["pictures"] = [json.loads((files / DATA / name).read_bytes()) for name in recording["pictures"]]
    (scenario,) = read_scenarios("12/01")
    whole = Player([run_scenario(scenario, id) for id in scenario.editions], lesson("12/01").text).data()
    assert data == json.loads(json.dumps(whole))
    assert (files / DATA / "12-01.yaml").read_text(encoding="utf-8") == lesson("12/01").text


def test_scenarios_share_the_pictures_of_turns_that_are_alike(tmp_path: Path) -> None:
    names = []
    for short in ("09/01", "09/02"):
        written(short, tmp_path)
        data = json.loads((tmp_path / DATA / f"{short.replace('/', '-')}.json").read_text(encoding="utf-8"))
        names.append({name for recording in data["recordings"] for name in recording["pictures"]})
    assert names[0] & names[1]
    assert {f"{PICTURES}/{file.name}" for file in (tmp_path / DATA / PICTURES).glob("*.json")} == names[0] | names[1]


def test_the_list_has_every_scenario_of_every_topic() -> None:
    page = front_page()
    assert {f"site:scenarios/{one.short}/" for one in lessons()} == set(
        re.findall(r'href="(site:scenarios/[^".]+/)"', page.body)
    )
    assert page.contents[0] == ("01-phases-and-steps", "Phases and steps")
    assert all(topic.line and topic.entries for topic in topics())
    assert [topic.folder for topic in topics()] == sorted({one.topic for one in lessons() if one.topic})


@pytest.mark.slow
def test_all_is_written_by_several_processes(tmp_path: Path) -> None:
    pages, files = tmp_path / "pages", tmp_path / "files"
    write_lessons(pages, files, 2, [lesson("relentless-assault"), lesson("10/01")])
    assert read_page(pages / "scenarios/relentless-assault/page.json").address == "scenarios/relentless-assault/"
    assert {file.parent.name for file in (pages / "scenarios").rglob("page.json")} == {
        "scenarios",
        "relentless-assault",
        "01",
    }
    assert {file.name for file in (files / "player").iterdir()} == set(shared_page())
    assert (files / DATA / "relentless-assault.json").stat().st_size > 10_000


def test_a_page_says_which_cards_are_simplified(files: Path) -> None:
    assert "Nexus of Fate is simplified: It goes to the graveyard" in plain(written("09/20", files).body)


def test_a_story_keeps_what_a_name_says() -> None:
    edition = load_edition("cr2026")
    assert told(r"**Turn 1, \<b\>.** It is \[500.8\] [999.9].", edition) == (
        '<p><strong>Turn 1, &lt;b&gt;.</strong> It is [500.8] <span class="cite">[999.9]</span>.</p>'
    )
    link = '<a href="site:rules/cr2026/5/#500.8" title="'
    assert told("**In the end.** It ends [500.8].", edition).startswith(
        f'<p><strong>In the end.</strong> It ends <span class="cite">[{link}'
    )


def test_editions_that_go_alike_are_together_and_many_turns_unfold() -> None:
    (scenario,) = read_scenarios("02/01")
    runs = {id: run_scenario(scenario, id) for id in reversed(fsm.edition_ids())}
    assert [[one.edition.id for one in group] for group in groups(runs)] == [["cr2026", "cr2011"], ["cr2008", "cr2006"]]
    (many,) = read_scenarios("09/20")
    assert "<summary>1 more</summary>" in turns(run_scenario(many, "cr2026"))
    assert list(acts(runs["cr2026"])) == [("T3.beginning.upkeep", "Ann activates the mana ability of Forest")]


def test_a_scenario_for_many_editions_has_one_run_of_those_that_go_alike(files: Path) -> None:
    body = written("45/01", files).body
    data = json.loads((files / DATA / "45-01.json").read_text(encoding="utf-8"))
    shown = {one["edition"]["id"]: one.get("alike") for one in data["recordings"]}
    assert {*fsm.edition_ids()} < {*shown}
    assert len(shown) < 12
    assert shown["cr2026"] == shown["cr2006"]
    assert shown["cr2006"][-1] == "cr2003-07-01"
    assert "<dt>2002-02-20 .. today</dt>" in body
    assert "<dt>1999-04-23 .. 2002-02-19</dt>" in body
    assert "What the scenario expects holds under 1999-04-23 .. today." in body
