"""``fsm rules -o``: the index of an edition as one page, which needs nothing else and hides nothing."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections import Counter
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from commands import Fsm

from fsm.edition import edition_ids, load_edition
from fsm.pages.rules import rules_page
from fsm.turn import REWRITES, TURN_REWRITES

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
ONE_TOPIC = SCENARIOS / "12-extra-phases"
EMPTY = ("meta", "img", "!doctype")


class Read(HTMLParser):
    """The elements of a page with their attributes, and its text; every element is closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str, attribute: str) -> list[str]:
        return [value for name, having in self.elements if name == tag and (value := having.get(attribute))]


@cache
def page(id: str, scenarios: Path = ONE_TOPIC) -> str:
    """The page of an edition, with links from the folder of the project."""
    return rules_page(load_edition(id), scenarios, ROOT)


@pytest.mark.parametrize(
    ("id", "scenarios"),
    [("cr2011", ONE_TOPIC), *(pytest.param(id, SCENARIOS, marks=pytest.mark.slow) for id in edition_ids())],
)
def test_a_page_has_every_rule_once_and_every_rewrite(id: str, scenarios: Path) -> None:
    edition = load_edition(id)
    read = Read(page(id, scenarios))
    for rule in edition.rules.values():
        assert rule.says in read.text
        assert not rule.missing or f"Not implemented: {rule.missing}." in read.text
        assert not rule.partly or f"Implemented in part; not: {rule.partly}." in read.text
    ids = Counter(value for _, having in read.elements if (value := having.get("id")))
    assert set(ids.values()) == {1}
    assert {f"rule-{number}" for number in edition.rules} <= ids.keys()
    assert {link[1:] for link in read.all("a", "href") if link.startswith("#")} <= ids.keys()
    rewrites = [r.name for r in (*REWRITES.values(), *TURN_REWRITES.values()) if r.cited(edition)]
    drawn = ", ".join(text.removeprefix("Before and after: ") for text in read.all("img", "alt"))
    assert sorted(drawn.split(", ")) == sorted(rewrites)


def test_the_least_letters_of_its_pictures_have_12_pixels() -> None:
    read = Read(page("cr2011"))
    widths = read.all("img", "width")
    assert widths
    for width, address in zip(widths, read.all("img", "src"), strict=True):
        *_, points, _ = unquote(address).partition("viewBox='")[2].partition("'")[0].split()
        assert 10 * int(width) / float(points) == pytest.approx(12, abs=0.1)


def test_without_graphviz_a_page_says_that_it_has_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setenv("PATH", "")
    read = Read(rules_page(load_edition("cr2011"), ONE_TOPIC))
    assert read.all("img", "src") == []
    assert "There is no picture, because Graphviz was not installed." in read.text


def test_a_page_needs_nothing_else_and_its_policy_says_so() -> None:
    read = Read(page("cr2011"))
    assert {link.partition(":")[0] for link in read.all("img", "src")} == {"data"}
    assert not {tag for tag, _ in read.elements} & {"script", "link", "iframe", "object", "form"}
    assert [
        having for _, having in read.elements if "style" in having or any(key.startswith("on") for key in having)
    ] == []
    style = re.search(r"<style>(.*?)</style>", page("cr2011"), re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    (policy,) = (text for text in read.all("meta", "content") if "default-src" in text)
    assert policy.split("; ")[:3] == ["default-src 'none'", "img-src data:", f"style-src 'sha256-{digest}'"]
    for source in read.all("img", "src"):
        picture = ElementTree.fromstring(unquote(source.removeprefix("data:image/svg+xml,")))  # noqa: S314  # our own
        assert picture.tag.endswith("svg")


def test_links_lead_from_the_page_to_the_scenarios(tmp_path: Path) -> None:
    beside = tmp_path / "deep" / "er"
    beside.mkdir(parents=True)
    read = Read(rules_page(load_edition("cr2026"), ONE_TOPIC, beside))
    links = {unquote(link) for link in read.all("a", "href") if not link.startswith("#")}
    assert len(links) >= 5
    assert all((beside / link).is_file() for link in links)


HOSTILE = '<script>alert("1")</script> & \'x\' "y"'


def test_hostile_texts_stay_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quoted = HOSTILE.replace('"', '\\"')
    rule = f'{{ topic = "skip", says = "{quoted}", missing = "{quoted}", partly = "{quoted}" }}'
    own = f'title = "{quoted}"\nlike = "cr2026"\n[rules]\n"H.1" = {rule}\n'
    (tmp_path / "mine.toml").write_text(own, encoding="utf-8")
    folder = tmp_path / 'a "b" #1 & ü 100%'
    folder.mkdir()
    scenario = f'name: "{quoted}"\nedition: mine.toml\nrules: [H.1]\nplayers: [Ann, Bob]\nuntil: T1\n'
    (folder / "x.turn.yaml").write_text(scenario.replace("mine.toml", "../mine.toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    made = rules_page(load_edition("mine.toml"), folder, tmp_path)
    assert "<script" not in made
    read = Read(made)
    assert read.text.count(HOSTILE) >= 3
    for link in read.all("a", "href"):
        assert link.startswith("#") or (tmp_path / unquote(link)).is_file()


def test_the_command_writes_the_page_or_says_why_not(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "scenarios").symlink_to(ONE_TOPIC, target_is_directory=True)
    assert fsm("rules", "-e", "cr2006", "-o", "rules.html").exit_code == 0
    written = (tmp_path / "rules.html").read_text(encoding="utf-8")
    assert "Comprehensive Rules, 1 October 2006" in unescape(written)
    assert fsm("rules", "-e", "cr2006", "-o", "-").stdout == written
    assert "25 September 2026" in fsm("rules", "-o", "-").stdout
    (tmp_path / "mine.toml").write_text('title = "Ours"\nlike = "cr2026"\n', encoding="utf-8")
    for arguments, why in (
        (["300.6", "-o", "x.html"], "--output is about all rules"),
        (["--uncovered", "-o", "x.html"], "--uncovered is about all rules"),
        (["-e", "mine.toml", "-o", "mine.toml"], "mine.toml"),
        (["-o", "nowhere/x.html"], "nowhere"),
    ):
        done = fsm("rules", *arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert why in done.stderr
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8").startswith("title")


@pytest.mark.parametrize("turn", ['["precombat_main"]', '["beginning"]', '["beginning", "combat"]'])
def test_an_edition_of_few_phases_has_the_pictures_that_fit(fsm: Fsm, tmp_path: Path, turn: str) -> None:
    (tmp_path / "scenarios").symlink_to(ONE_TOPIC, target_is_directory=True)
    (tmp_path / "few.toml").write_text(f'title = "Few"\nlike = "cr2026"\nturn = {turn}\n', encoding="utf-8")
    done = fsm("rules", "--edition", "few.toml", "-o", "-")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("<figure>")
    assert done.stdout.count("turns of this edition have no place for it")


@pytest.mark.parametrize(
    ("scenarios", "keys"),
    [(ONE_TOPIC, ("missing",)), pytest.param(SCENARIOS, ("missing", "partly"), marks=pytest.mark.slow)],
)
def test_the_page_says_how_much_is_implemented(tmp_path: Path, scenarios: Path, keys: tuple[str, ...]) -> None:
    """What is implemented in part counts where a scenario shows it."""
    rules = load_edition("cr2011").rules.values()
    missing, lacking = (sum(bool(getattr(rule, key)) for rule in rules for key in which) for which in (keys[:1], keys))
    assert f"Of these, {lacking} are not or only partly implemented" in page("cr2011", scenarios)
    own = tmp_path / "own.toml"
    rule = '"999.1" = { says = "Nobody has done this.", missing = "nobody has" }'
    own.write_text(f'title = "Own"\nlike = "cr2011"\n[rules]\n{rule}\n', encoding="utf-8")
    more = f"Of these, {missing + 1} are not or only partly implemented"
    assert more in rules_page(load_edition(str(own)), ONE_TOPIC, ROOT)
