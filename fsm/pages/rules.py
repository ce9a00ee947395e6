"""The index of an edition as a page of its own: each rule with its code, its scenarios, and the rewrite that it is."""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from ..diagram import THEMES, rule_diagram
from ..diagram.drawing.theme import FONTS
from ..diagram.errors import NoGraphviz
from ..edition import Edition, edition_ids, load_edition
from ..errors import FsmError
from ..rulebook import WHY_UNTESTED, Entry, Shown, counterparts, entries, known_from, showing
from ..turn import REWRITES, TURN_REWRITES

FEW = 4
"""How many scenarios of a rule are seen at once; the others unfold."""
ROLES = ("paper", "ink", "muted", "accent", "lane", "lane_tint", "beginning")
"""The colours of the pictures that the page uses too."""


def rules_page(edition: Edition, folder: Path | None = None, beside: Path = Path()) -> str:
    """The page as HTML, whole in one file; ``folder`` has the scenarios, and links go out from ``beside``."""
    known = list(entries(edition, showing(folder)))
    drawn = drawn_rules(edition)
    sections = [(number, list(rules)) for number, rules in groupby(known, lambda one: one.rule.number.split(".")[0])]
    style = _style()
    body = [
        f"<header><h1>{escape(edition.title)}</h1>",
        *(f'<p class="sum">{escape(line.strip())}</p>' for line in known_from(edition)),
        f'<p class="sum">{escape(summary(known))}</p></header>',
        "<nav><ul>",
        *(f'<li><a href="#{_id(number)}">{_heading(number, rules)}</a></li>' for number, rules in sections),
        "</ul></nav>",
        "<main>",
        *(line for number, rules in sections for line in _section(edition, number, rules, drawn, beside)),
        "</main>",
    ]
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_policy(style))}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(edition.title)}: the index of its rules</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(body) + "\n</body>\n</html>\n"


def summary(known: list[Entry]) -> str:
    """How many rules there are, and how many of them are implemented and shown."""
    testable = [one for one in known if not one.rule.untested]
    missing = sum(bool(one.rule.missing or one.in_part) for one in testable)
    bare = sum(bool(one.lacks()) for one in testable) - missing
    said = f"{len(known)} rules, each in one line of our own words"
    if not testable:
        return f"{said}; no scenario can show any."
    said = f"{said}. {len(testable)} of them can be shown by a scenario"
    if not missing + bare:
        return f"{said}; each of these is implemented, and has one."
    return f"{said}. Of these, {missing} are not or only partly implemented, and {bare} lack code or a scenario."


def drawn_rules(edition: Edition) -> dict[str, tuple[str, ...]]:
    """The rewrites of a turn, or of the order of turns, by the first rule that says so."""
    found: dict[str, tuple[str, ...]] = {}
    for rule in (*REWRITES.values(), *TURN_REWRITES.values()):
        for number in rule.cited(edition)[:1]:
            found[number] = (*found.get(number, ()), rule.name)
    return found


def _heading(number: str, rules: list[Entry]) -> str:
    """A section by its number and what it is about, or how many rules of it are in the index."""
    if rules[0].rule.number == number:
        return f"<b>{escape(number)}</b> {escape(rules[0].rule.says)}"
    return f'<b>{escape(number)}</b> <span class="none">{len(rules)} rule{"s" if len(rules) > 1 else ""}</span>'


def _section(
    edition: Edition, number: str, rules: list[Entry], drawn: dict[str, tuple[str, ...]], beside: Path
) -> Iterator[str]:
    headed = rules[0].rule.number == number
    plain = headed and rules[0].rule.untested == "heading"
    yield f'<section><h2 id="{_id(number)}">{_heading(number, rules)}</h2>'
    for one in rules[1:] if plain else rules:
        rewrites = drawn.get(one.rule.number, ())
        rule = one.rule
        id = _id(rule.number) if "." in rule.number else f"{_id(rule.number)}-itself"
        yield f'<article id="{id}">'
        yield f'<h3><a href="#{id}">{escape(rule.number)}</a></h3>'
        yield f"<p>{escape(rule.says)}</p>"
        if rule.untested:
            yield f'<p class="note">No scenario can show this: {escape(WHY_UNTESTED[rule.untested])}.</p>'
        if rule.missing:
            yield f'<p class="missing">Not implemented: {escape(rule.missing)}.</p>'
        if rule.partly:
            yield f'<p class="missing">Implemented in part; not: {escape(rule.partly)}.</p>'
        told = [
            ("also", " · ".join(escape(other) for other in _also(edition, one))),
            ("code", ", ".join(f"<code>{escape(place)}</code>" for place in _files(one.places))),
            ("shown by", _scenarios(one.scenarios, beside)),
        ]
        yield "<dl>" + "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in told if text) + "</dl>"
        yield (_figure(edition, rule.number, rewrites) if rewrites else "") + "</article>"
    yield "</section>"


SCALE = 1.2
"""How much larger than its points a picture is shown: its least letters have 12 pixels."""


def _figure(edition: Edition, number: str, rewrites: tuple[str, ...]) -> str:
    """The picture as an image, if it can be drawn: its style and its identifiers stay inside of it."""
    try:
        svg = rule_diagram(number, edition.id).svg()
    except NoGraphviz:
        return '<p class="note">There is no picture, because Graphviz was not installed.</p>'
    except FsmError:  # the rewrite's example is about a phase or a step that this edition does not have
        return '<p class="note">There is no picture, because turns of this edition have no place for it.</p>'
    width = svg.partition('viewBox="')[2].split()[2]
    text = escape(f"Before and after: {', '.join(rewrites)}")
    return f'<figure><img src="{_data_address(svg)}" width="{float(width) * SCALE:.0f}" alt="{text}"></figure>'


def _data_address(svg: str) -> str:
    r"""An SVG as an address, for an attribute of HTML; base64 would be a third longer.

    >>> _data_address('<svg width="1">\n<text>5 % &amp; #1</text></svg>')
    "data:image/svg+xml,<svg width='1'> <text>5 %25 &amp;amp; %231</text></svg>"
    """
    plain = svg.replace('"', "'").replace("\n", " ").replace("%", "%25").replace("#", "%23")
    return "data:image/svg+xml," + plain.replace("&", "&amp;")


def _also(edition: Edition, one: Entry) -> Iterator[str]:
    for other in map(load_edition, edition_ids()):
        found = counterparts(one.rule, other) if other.id != edition.id else ()
        if found:
            yield f"{other.id} {', '.join(rule.number for rule in found)}"


def _files(places: Iterable[str]) -> tuple[str, ...]:
    """The files of places; their lines change too often for a page that is kept."""
    return tuple(dict.fromkeys(place.rpartition(":")[0] for place in places))


def _scenarios(shown: tuple[Shown, ...], beside: Path) -> str:
    links = [quote(Path(os.path.relpath(one.file, beside)).as_posix()) for one in shown]
    named = zip(shown, links, strict=True)
    items = [f'<li><a href="{escape(link)}">{escape(one.name)}</a></li>' for one, link in named]
    rest = f"<details><summary>and {len(items) - FEW} more</summary><ul>{''.join(items[FEW:])}</ul></details>"
    return (f"<ul>{''.join(items[:FEW])}</ul>" + (rest if items[FEW:] else "")) if items else ""


def _id(number: str) -> str:
    return f"rule-{escape(number)}"


@cache
def _style() -> str:
    light, dark = ("".join(f"--{role}:{THEMES[name][role]};" for role in ROLES) for name in ("light", "dark"))
    fonts = ",".join(f'"{name}"' if " " in name else name for name in FONTS.split(","))
    own = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    return f":root{{--font:{fonts};{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{own}"


def _policy(style: str) -> str:
    """The content security policy: nothing is loaded, and only this style is obeyed."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
