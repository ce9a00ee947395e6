"""The page of a scenario file: what it shows, its story and turns, where editions differ, its rules and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import YamlLexer

from ...edition import Edition
from ...game import catalogue
from ...library import Lesson
from ...recording import RecordedTurn, Recording, recorded_turns
from ...scenario import Failure, Scenario, judge, run_scenario
from ...webpage.apart import apart
from ..addresses import SITE, card_address, play_address, scenario_address
from ..page import Page
from .files import write_pictures
from .telling import acts, groups, lines, rule_link, story, turns, year, years

MOST = 3
"""How many pictures a scenario has."""
EXTRAS = (
    f'<link rel="stylesheet" href="{SITE}scenarios/lessons.css">'
    f'<script src="{SITE}scenarios/lessons.js" defer></script>'
)
"""The style and the script of the pages about scenarios."""


class Played(NamedTuple):
    """A scenario with the runs to show, the newest edition first.

    ``alike`` has the editions that go as each of them does, and ``failures`` what does not hold, under all editions.
    """

    scenario: Scenario
    runs: dict[str, Recording]
    alike: dict[str, tuple[str, ...]]
    failures: list[tuple[str, Failure]]


def played(scenario: Scenario) -> Played:
    """Play a scenario under all of its editions."""
    runs = [run_scenario(scenario, id) for id in scenario.editions]
    shown = apart(runs)
    failures = [(run.edition.id, failure) for run in runs for failure in judge(scenario, run)]
    few = len(shown) < len(runs)
    alike = {runs[place].edition.id: ids if few else (runs[place].edition.id,) for place, ids in shown.items()}
    return Played(scenario, {runs[place].edition.id: runs[place] for place in shown}, alike, failures)


class Place(NamedTuple):
    """Where a scenario file stands: its topic as HTML, and the files before and after it in the topic."""

    topic: str
    before: Lesson | None
    after: Lesson | None


def lesson_page(lesson: Lesson, scenarios: list[Played], place: Place, files: Path) -> Page:
    """The page of a scenario file; the pictures that it shows are written to files."""
    several = len(scenarios) > 1
    title = lesson.name.replace("-", " ").capitalize() if several else scenarios[0].scenario.name
    parts = [EXTRAS, '<div class="lesson">', f'<p class="crumbs">{place.topic} · {escape(lesson.short)}</p>']
    steps = Steps(lesson, [id(recording) for one in scenarios for recording in one.runs.values()])
    if several:
        names = (
            f'<li><a href="#scenario-{number}">{escape(one.scenario.name)}</a></li>'
            for number, one in enumerate(scenarios, 1)
        )
        parts.append(f"<ul>{''.join(names)}</ul>")
    for number, one in enumerate(scenarios, 1):
        heading = f'<h2 id="scenario-{number}">{escape(one.scenario.name)}</h2>' if several else ""
        parts += [heading, *_scenario(steps, one, files, number if several else 0)]
    parts += [_text(lesson), _neighbours(place), "</div>"]
    about = " ".join(scenarios[0].scenario.about.split())
    return Page(scenario_address(lesson), title, "".join(parts), about, "scenario")


class Steps(NamedTuple):
    """Where the player shows the runs of a scenario file: it numbers them in their order."""

    lesson: Lesson
    runs: list[int]

    def address(self, recording: Recording, at: str = "") -> str:
        """The address of the player at a place of a run."""
        number = self.runs.index(id(recording)) + 1
        said = [f"r={number}" if number > 1 else "", f"at={quote(at, safe='')}" if at else ""]
        place = "&".join(filter(None, said))
        return escape(f"{SITE}player/?s={self.lesson.short}{'#' * bool(place)}{place}")


def _buttons(steps: Steps, newest: Recording, number: int) -> str:
    return (
        f'<p class="actions"><a class="button step" href="{steps.address(newest)}">Step through it</a> '
        f'<a class="button" href="{SITE}{escape(play_address(steps.lesson, number))}">Open in Play</a></p>'
    )


def _scenario(steps: Steps, played: Played, files: Path, number: int) -> Iterator[str]:
    """What stands about one scenario; if there are several, it has a ``number``, and headings are one lower."""
    level = 3 if number else 2
    newest, *_ = played.runs.values()
    alike = groups(played.runs)
    yield f'<p class="about">{escape(played.scenario.about)}</p>' if played.scenario.about else ""
    yield _buttons(steps, newest, number)
    yield f"<h{level}>What happens</h{level}>"
    yield story(newest)
    yield _figures(steps, alike, files)
    yield f"<h{level}>The turns</h{level}>{turns(newest)}"
    yield f'<p class="by">The letters are the <a href="{SITE}docs/format/#notation">notation</a> of turns.</p>'
    said = "".join(
        f'<li><a href="{steps.address(newest, address)}"><code>{escape(address)}</code></a> {escape(text)}</li>'
        for address, text in acts(newest)
    )
    yield f"<h{level}>What the players do</h{level}><ul>{said}</ul>" if said else ""
    if len(played.scenario.editions) > 1:
        yield f"<h{level}>The editions</h{level}>{_editions(played, alike)}"
    yield f"<h{level}>Rules, cards and verdict</h{level}>{_facts(steps.lesson, played)}"


def _editions(played: Played, alike: list[list[Recording]]) -> str:
    """What each group of editions says, the newest first."""
    first, *others = alike
    if not others:
        return f"<p>It goes the same way under all of its editions: {years(played.scenario.editions)}.</p>"
    parts = []
    for group in alike:
        one = group[0]
        differing = turns(one, lines(first[0])) if one is not first[0] else ""
        end = story(one).rpartition("<p>")[2].removeprefix("<strong>In the end.</strong> ")
        ids = dict.fromkeys(id for each in group for id in played.alike[each.edition.id])
        parts.append(f"<dt>{escape(years(ids))}</dt><dd><p>{end}{differing}")
        if one is not first[0]:
            parts.append(
                f"<details><summary>The story by the rules of {year(one.edition)}</summary>{story(one)}</details>"
            )
        parts.append("</dd>")
    return f'<dl class="editions">{"".join(parts)}</dl>'


def _figures(steps: Steps, alike: list[list[Recording]], files: Path) -> str:
    """The pictures of turns that something changes, one of them under an edition where it goes otherwise.

    If nothing changes a turn it is the picture of the first in which the script says something.
    """
    newest, *others = (group[0] for group in alike)
    taken = [turn for turn in recorded_turns(newest) if turn.number]
    acted = [turn for turn in taken if any(frame.line for frame in turn.frames)]
    changed = [turn for turn in taken if turn.changes or turn.extra] or acted[:1] or taken[:1]
    elsewhere = list(islice(_otherwise(newest, others), 1))
    shown: dict[str, str] = {}
    for turns_of_one, most in ((changed, MOST - len(elsewhere)), (elsewhere, MOST)):
        for turn in turns_of_one:
            if len(shown) < most and (picture := write_pictures(files, turn)):
                shown.setdefault(picture["wide"][0], _figure(steps, turn, picture))
    return f'<div class="figures">{"".join(shown.values())}</div>' if shown else ""


def _otherwise(newest: Recording, others: list[Recording]) -> Iterator[RecordedTurn]:
    """The turns under other editions that are not as they are under the newest."""
    known = set(lines(newest))
    for other in others:
        for turn, line in zip(recorded_turns(other), lines(other), strict=True):
            if turn.number and line not in known:
                yield turn


def _figure(steps: Steps, turn: RecordedTurn, picture: dict[str, tuple[str, int, int]]) -> str:
    (wide, width, height), (narrow, *_) = picture["wide"], picture["narrow"]
    extra = f", an extra turn of {turn.by}" if turn.by else ""
    which = f"Turn {turn.number} of {turn.player}{extra} · {year(turn.recording.edition)}"
    return (
        f'<figure><figcaption>{escape(which)}</figcaption><a href="{steps.address(turn.recording, f"T{turn.number}")}">'
        f'<picture><source media="(max-width: 47.9em)" srcset="{SITE}{narrow}">'
        f'<img src="{SITE}{wide}" width="{width}" height="{height}" loading="lazy" '
        f'alt="{escape(f"{which}: {turn.graph.notation()}")}"></picture></a></figure>'
    )


def _facts(lesson: Lesson, played: Played) -> str:
    scenario = played.scenario
    cards = ", ".join(f'<a href="{SITE}{card_address(name)}">{escape(name)}</a>' for name in _cards(lesson))
    facts = (
        ("rules", _rules(played)),
        ("cards", cards),
        ("rulings", ", ".join(f'<a href="{SITE}docs/rulings/">{escape(one)}</a>' for one in scenario.rulings)),
        ("verdict", _verdict(played)),
    )
    return '<dl class="facts">' + "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts if text) + "</dl>"


def _cards(lesson: Lesson) -> list[str]:
    """The cards of the catalogue that a scenario names."""
    known = (name for name in catalogue() if name in lesson.text)
    return [name for name in known if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", lesson.text)]


def _rules(played: Played) -> str:
    """The rules that a scenario names, each with the editions in which it has that number and says the same."""
    found: dict[tuple[str, str], list[Edition]] = {}
    for id, recording in played.runs.items():
        for number in played.scenario.rules.get(id, ()):
            found.setdefault((number, recording.edition.line(number) or ""), []).append(recording.edition)
    items = (
        f"<li>{rule_link(editions[0], number)} {escape(says)} "
        f'<span class="by">{escape(" ".join(year(one) for one in editions))}</span></li>'
        for (number, says), editions in found.items()
    )
    return f"<ul>{''.join(items)}</ul>" if found else ""


def _verdict(played: Played) -> str:
    if not played.failures:
        return f"What the scenario expects holds under {escape(years(played.scenario.editions))}."
    wrong = (f"<li>{escape(id)}: {escape(str(failure))}</li>" for id, failure in played.failures)
    return f"<ul>{''.join(wrong)}</ul>"


def _text(lesson: Lesson) -> str:
    """The scenario as it is written, with colours."""
    text = highlight(lesson.text, YamlLexer(), HtmlFormatter())
    return f'<h2 id="yaml">The scenario as YAML</h2>{text}'


def _neighbours(place: Place) -> str:
    links = (
        f'<a class="{name}" rel="{rel}" href="{SITE}{scenario_address(lesson)}">{escape(lesson.titles[0])}</a>'
        for name, rel, lesson in (("before", "prev", place.before), ("after", "next", place.after))
        if lesson
    )
    return f'<nav class="neighbours" aria-label="Scenarios before and after">{"".join(links)}</nav>'
