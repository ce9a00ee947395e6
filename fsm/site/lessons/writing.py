"""Writes the pages of all scenario files, by several processes, and the list of them by topic."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from html import escape
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

import msgspec

from ...library import SUFFIX, Lesson, corpus_folder, lessons, scenario_count
from ...scenario import read_scenarios
from ...webpage import shared_page
from ..addresses import SITE, scenario_address
from ..page import Page, write_page
from .files import DATA, PICTURES, write_data
from .lesson import EXTRAS, Place, lesson_page, played

SOURCE = Path(__file__).parents[3] / "web" / "scenarios"
"""The style and the script of the pages about scenarios."""

_ENTRY = re.compile(r"^- \[(.+)\]\((.+)\) · ([\d ]+)$")
_HOUSE = re.compile(r"^- \[(.+)\]\((.+)\)")


class Topic(msgspec.Struct, frozen=True):
    """A topic of the list: its title, a line about it, and its scenarios, each with title, path and years."""

    title: str
    line: str
    entries: tuple[tuple[str, str, str], ...]

    @property
    def folder(self) -> str:
        """The folder of its scenarios, which is its anchor."""
        return self.entries[0][1].partition("/")[0]


@cache
def topics() -> tuple[Topic, ...]:
    """The topics, as ``scenarios/README.md`` lists them."""
    text = (corpus_folder() / "README.md").read_text(encoding="utf-8")
    return tuple(_topic(part) for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:])


def _topic(part: str) -> Topic:
    title, *rest = part.splitlines()
    found = [match for line in rest if (match := _ENTRY.match(line) or _HOUSE.match(line))]
    about = " ".join(line for line in rest if line and not line.startswith("- "))
    entries = tuple((one[1], one[2].removesuffix(SUFFIX), one[3] if one.lastindex == 3 else "") for one in found)
    return Topic(title, about, entries)


def write_lessons(pages: Path, files: Path, workers: int = 0, only: Sequence[Lesson] = ()) -> None:
    """Write the pages of all scenario files, their data, and the player.

    ``workers`` are processes, as many as there are processors if it is 0; ``only`` these files are written.
    """
    (files / DATA / PICTURES).mkdir(parents=True, exist_ok=True)
    shutil.copytree(SOURCE, files / "scenarios", dirs_exist_ok=True)
    (files / "player").mkdir(exist_ok=True)
    for name, text in shared_page().items():
        (files / "player" / name).write_text(text, encoding="utf-8")
    write_page(pages, front_page())
    # Topics as they are: their turns are alike, and each process draws what it has not drawn before.
    chunks = [list(group) for _, group in groupby(only or lessons(), lambda lesson: lesson.topic)]
    write = partial(_write_lessons, pages, files)
    with ProcessPoolExecutor(workers or os.cpu_count(), get_context("spawn")) as pool:
        for _ in pool.map(write, sorted(chunks, key=len, reverse=True)):
            pass


def _write_lessons(pages: Path, files: Path, these: list[Lesson]) -> None:
    for lesson in these:
        write_page(pages, write_lesson(lesson, files))


def write_lesson(lesson: Lesson, files: Path) -> Page:
    """Play a scenario file, write its data, and give its page."""
    scenarios = [played(one) for one in read_scenarios(lesson.path)]
    runs = [(run, one.alike[id]) for one in scenarios for id, run in one.runs.items()]
    write_data(files, lesson, [run for run, _ in runs], [ids for _, ids in runs])
    return lesson_page(lesson, scenarios, _place(lesson), files)


def _place(lesson: Lesson) -> Place:
    among = [one for one in lessons() if one.topic == lesson.topic]
    at = [one.path for one in among].index(lesson.path)
    title = next((topic.title for topic in topics() if topic.folder == lesson.topic), "")
    anchor = f"#{lesson.topic}" if title else ""
    topic = f'<a href="{SITE}scenarios/{anchor}">{escape(title or "All scenarios")}</a>'
    return Place(topic, among[at - 1] if at else None, next(iter(among[at + 1 :]), None))


def front_page() -> Page:
    """The list of all scenarios by topic."""
    count = scenario_count()
    known = {lesson.path: lesson for lesson in lessons()}
    first = next(iter(known.values()))
    body = [
        EXTRAS,
        f"<p>{count} scenarios about the turn in {len(topics())} topics. Each is told as a judge would, and drawn; "
        "step through it event by event. The years are the editions of the rules under which it is played. "
        f'A first one: <a href="{SITE}{scenario_address(first)}">{escape(first.titles[0])}</a>.</p>',
        '<div class="scenarios">',
        *(part for topic in topics() for part in _section(topic, known)),
        "</div>",
    ]
    contents = tuple((topic.folder, topic.title) for topic in topics())
    return Page(
        "scenarios/", "Scenarios", "".join(body), f"{count} scenarios about the turn by topic", "scenarios", contents
    )


def _section(topic: Topic, known: dict[str, Lesson]) -> Iterator[str]:
    count = f'<span class="by">{len(topic.entries)}</span>'
    yield f'<details><summary><h2 id="{topic.folder}">{escape(topic.title)} {count}</h2>'
    yield f'<span class="line">{escape(topic.line)}</span></summary><ul>'
    for title, path, years in topic.entries:
        link = f'<a href="{SITE}{scenario_address(known[path])}">{escape(title)}</a>'
        yield f'<li>{link} <span class="by">{years}</span></li>'
    yield "</ul></details>"
