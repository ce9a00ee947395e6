"""The page of the history: each change of the turn since 1993, with its rules and the scenarios that show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

from ..diagram import history_diagram
from ..edition import Point, around, edition_ids, load_edition, played_ids, points
from ..history.lines import MARKS, in_words
from ..history.points import Side, rule_numbers, sides
from ..library import Lesson, lessons
from ..words import listed
from .addresses import SITE, play_address, rules_address, scenario_address
from .documents import image
from .page import Page

ADDRESS = "history/"


def history_page(files: Path) -> Page:
    """All changes, the oldest first, by year and by day; the picture of them is written below ``files``."""
    by_year = [(year, [*these]) for year, these in groupby(points(), lambda point: point.day[:4])]
    body = [_opening(), _picture(files), '<div class="history">']
    for year, these in by_year:
        body.append(f'<h2 id="y{year}">{year}</h2>')
        for day, changes in groupby(these, lambda point: point.day):
            body += _day(day, [*changes])
    contents = tuple((f"y{year}", f"{year}: {_amount(these)}") for year, these in by_year)
    about = "How the turn changed since 1993: each change with its day, its rules and a scenario that shows both sides"
    return Page(ADDRESS, "History", "".join((*body, "</div>")), about, "history", contents)


def _amount(these: list[Point]) -> str:
    return f"{len(these)} change{'s' * (len(these) != 1)}"


def _opening() -> str:
    found = points()
    kinds = "".join(
        f'<li><span class="mark {kind}">{kind}</span> {escape(meaning)}</li>' for kind, (_, meaning) in MARKS.items()
    )
    return (
        f'<p class="lead">How the turn changed since {found[0].day[:4]}: {len(found)} changes on '
        f"{len({point.day for point in found})} days. Where a scenario shows a change, it can be played by the rules "
        "before that day and since then.</p>"
        f'<ul class="marks">{kinds}</ul>'
        f'<p class="note">A day is that of the first text of the rules that has the change. In <a href="{SITE}play/">'
        "Play</a> a slider of years runs any scenario by the rules of each day, and on the command line "
        "<code>fsm history FILE</code> finds when its answer changed.</p>"
    )


def _picture(files: Path) -> str:
    """The picture of all years as a slide, which leads to itself."""
    file = files / ADDRESS / "history.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(history_diagram(detail="names").with_look(aspect="16:9").svg(), encoding="utf-8")
    says = f"The phases and steps of a turn since {points()[0].day[:4]}, and what changed in them"
    return f'<div class="river">{image(f"{ADDRESS}history.svg", file, says)}</div>'


def _day(day: str, these: list[Point]) -> Iterator[str]:
    yield (
        f'<h3 id="{day}"><a href="#{day}"><time datetime="{day}">{in_words(day)}</time></a> '
        f'<span class="with">{escape(these[0].came_with)}</span></h3><ul class="changes">'
    )
    yield from map(_change, these)
    yield "</ul>"


def _change(point: Point) -> str:
    facts = (
        ("before", escape(point.before)),
        ("rules", _rules(point)),
        ("shown by", _shown(point)),
        ("known", "" if point.sure == "text" else "from memory and from what others wrote, not from a text"),
    )
    told = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts if text)
    more = f'<dl class="facts">{told}</dl>' if told else ""
    return f'<li><p><span class="mark {point.kind}">{point.kind}</span> {escape(point.says)}</p>{more}</li>'


def _rules(point: Point) -> str:
    """The numbers of its rules, before and since; before April 1999 rules had none."""
    sides = [id for id in around(point.day) if id in played_ids()]
    told = [(id, [_rule(number, id) for number in rule_numbers(point, id)]) for id in sides]
    if not any(numbers for _, numbers in told):
        return ""
    return " → ".join(listed(numbers) if numbers else "none" for _, numbers in told)


def _rule(number: str, id: str) -> str:
    """A number as a link to the first edition with pages in which it is the same rule; as it is if there is none."""
    says = load_edition(id).rules[number].says
    for other in (id, *edition_ids()):
        rule = load_edition(other).rules.get(number) if other in edition_ids() else None
        if rule and rule.says == says:
            return f'<a href="{SITE}{rules_address(other, number)}" title="{escape(says)}">{escape(number)}</a>'
    return f'<span title="{escape(says)}">{escape(number)}</span>'


@cache
def _lessons() -> dict[str, Lesson]:
    return {lesson.path: lesson for lesson in lessons()}


def _shown(point: Point) -> str:
    """The scenarios that show it, each with what plays it by the rules before and since; or why none can."""
    if not point.scenarios:
        return f"no scenario: {escape(point.unshown)}" if point.unshown else ""
    items = (_scenario(point, _lessons()[path]) for path in point.scenarios)
    return f"<ul>{''.join(f'<li>{one}</li>' for one in items)}</ul>"


def _scenario(point: Point, lesson: Lesson) -> str:
    link = f'<a href="{SITE}{scenario_address(lesson)}">{escape(lesson.titles[0])}</a>'
    played = [_played(lesson, *side) for side in zip(("before", "since"), sides(point, lesson), strict=True)]
    return f'{link} <span class="plays">{"".join(played)}</span>'


def _played(lesson: Lesson, when: str, side: Side | None) -> str:
    """What opens Play with a scenario on one side of a change."""
    if side is None:
        return ""
    address = play_address(lesson, side.number, side.edition)
    said = f'play it {when} <span class="by">({escape(load_edition(side.edition).effective)})</span>'
    return f' <a href="{SITE}{escape(address)}">{said}</a>'
