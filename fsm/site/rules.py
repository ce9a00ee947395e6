"""The index of rules as pages: of each edition one with its sections, and one for each hundred of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

from ..diagram import rule_diagram
from ..diagram.errors import NoGraphviz
from ..edition import Edition, edition_ids, load_edition
from ..errors import FsmError
from ..library import Lesson, corpus_folder, lessons
from ..pages.rules import drawn_rules, summary
from ..rulebook import WHY_UNTESTED, Entry, Shown, counterparts, entries, showing
from .addresses import SITE, rules_address, scenario_address, source_address
from .documents import image
from .page import Page

FEW = 4
"""How many scenarios of a rule are seen at once; the others unfold."""


def rules_pages(files: Path) -> Iterator[Page]:
    """All pages of rules; the pictures of rewrites are written below ``files``."""
    shown = showing(corpus_folder())
    editions = [load_edition(id) for id in reversed(edition_ids())]
    yield _front(editions)
    for edition in editions:
        known = list(entries(edition, shown))
        hundreds = {first: list(these) for first, these in groupby(known, lambda one: one.rule.number[0])}
        yield _edition_page(edition, hundreds)
        drawn = dict(_drawn(edition, files))
        for first, these in hundreds.items():
            yield _hundred_page(edition, first, these, drawn)


def _drawn(edition: Edition, files: Path) -> Iterator[tuple[str, str]]:
    """The rules that are rewrites, each with its picture as HTML."""
    for number, rewrites in drawn_rules(edition).items():
        try:
            svg = rule_diagram(number, edition.id).svg()
        except NoGraphviz:
            raise
        except FsmError:
            continue  # no turn of this edition has the place that the example of the rewrite needs
        file = files / f"{rules_address(edition.id)}{number}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(svg, encoding="utf-8")
        yield number, image(file.relative_to(files).as_posix(), file, f"Before and after: {', '.join(rewrites)}")


def _front(editions: list[Edition]) -> Page:
    items = "".join(
        f'<li><a href="{SITE}{rules_address(one.id)}">{escape(one.title)}</a>: {len(one.rules)} rules</li>'
        for one in editions
    )
    body = (
        "<p>The rules of the turn, edition by edition: each in one line of our own words, with the code that obeys it, "
        "and the scenarios that show it. Type a number into the search, such as 500.8.</p>"
        f"<ul>{items}</ul>"
    )
    return Page("rules/", "Rules", body, "The rules of the turn in each edition", "rules")


def _edition_page(edition: Edition, hundreds: dict[str, list[Entry]]) -> Page:
    body, contents = [f"<p>{escape(summary([one for these in hundreds.values() for one in these]))}</p>"], []
    for first, these in hundreds.items():
        contents.append((f"part-{first}", f"{first}00 to {first}99"))
        body.append(f'<h2 id="part-{first}">{first}00 to {first}99</h2><ul class="columns">')
        for number, rules in _sections(these):
            address = f"{SITE}rules/{edition.id}/{first}/#{number}"
            body.append(f'<li><a href="{address}"><b>{number}</b> {escape(_about(number, rules))}</a></li>')
        body.append("</ul>")
    about = f"The index of the rules of the turn, {edition.title}"
    return Page(rules_address(edition.id), edition.title, "".join(body), about, "rules", tuple(contents))


def _hundred_page(edition: Edition, first: str, these: list[Entry], drawn: Mapping[str, str]) -> Page:
    sections = _sections(these)
    body = [f'<p class="back"><a href="{SITE}{rules_address(edition.id)}">{escape(edition.title)}</a></p>']
    for number, rules in sections:
        body.append(_section(edition, number, rules, drawn))
    title = f"Rules {first}00 to {first}99, {edition.effective[:4]}"
    contents = tuple((number, f"{number} {_about(number, rules)}") for number, rules in sections)
    return Page(f"rules/{edition.id}/{first}/", title, "".join(body), f"{title}: {edition.title}", "rules", contents)


def _sections(these: list[Entry]) -> list[tuple[str, list[Entry]]]:
    return [(number, list(rules)) for number, rules in groupby(these, lambda one: one.rule.number.partition(".")[0])]


def _about(number: str, rules: list[Entry]) -> str:
    """What a section is about, if the index says it, or how many rules of it are in the index."""
    if rules[0].rule.number == number:
        return rules[0].rule.says.rstrip(".")
    return f"({len(rules)} rule{'s' if len(rules) > 1 else ''})"


def _section(edition: Edition, number: str, rules: list[Entry], drawn: Mapping[str, str]) -> str:
    headed = rules[0].rule.number == number
    heading = f'<h2 id="{number}">{number} {escape(_about(number, rules)) if headed else ""}</h2>'
    first = _facts(edition, rules[0]) if headed else ""
    return heading + first + "".join(_rule(edition, one, drawn) for one in rules[headed:])


def _rule(edition: Edition, one: Entry, drawn: Mapping[str, str]) -> str:
    number = escape(one.rule.number)
    return (
        f'<section class="rule"><h3 id="{number}" data-pagefind-weight="10"><a href="#{number}">{number}</a></h3>'
        f"<div><p>{escape(one.rule.says)}</p>{_facts(edition, one)}{drawn.get(number, '')}</div></section>"
    )


def _facts(edition: Edition, one: Entry) -> str:
    rule = one.rule
    notes = [
        f"No scenario can show this: {WHY_UNTESTED[rule.untested]}." if rule.untested not in ("", "heading") else "",
    ]
    lacks = [
        f"Not implemented: {rule.missing}." if rule.missing else "",
        f"Implemented in part; not: {rule.partly}." if rule.partly else "",
    ]
    told = (
        ("also", " · ".join(_also(edition, one))),
        ("code", ", ".join(map(_place, one.places))),
        ("shown by", _scenarios(one.scenarios)),
    )
    said = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in told if text)
    return "".join(
        (
            *(f'<p class="note">{escape(note)}</p>' for note in notes if note),
            *(f'<p class="missing">{escape(lack)}</p>' for lack in lacks if lack),
            f'<dl class="facts">{said}</dl>' if said else "",
        )
    )


def _also(edition: Edition, one: Entry) -> Iterator[str]:
    for other in map(load_edition, edition_ids()):
        for rule in counterparts(one.rule, other) if other.id != edition.id else ():
            yield f'<a href="{SITE}{rules_address(other.id, rule.number)}">{other.effective[:4]} {rule.number}</a>'


def _place(place: str) -> str:
    file, _, line = place.rpartition(":")
    address, said = source_address(file, line), f"<code>{place.replace('/', '/<wbr>')}</code>"
    return f'<a href="{escape(address)}">{said}</a>' if address else said


@cache
def _lessons() -> dict[str, Lesson]:
    return {lesson.file.as_posix(): lesson for lesson in lessons()}


def _scenarios(shown: tuple[Shown, ...]) -> str:
    items = [
        f'<li><a href="{SITE}{scenario_address(_lessons()[one.file])}">{escape(one.name)}</a></li>' for one in shown
    ]
    rest = f"<details><summary>and {len(items) - FEW} more</summary><ul>{''.join(items[FEW:])}</ul></details>"
    return (f"<ul>{''.join(items[:FEW])}</ul>" + (rest if items[FEW:] else "")) if items else ""
