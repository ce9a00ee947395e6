"""A report in brief: as Markdown with tables by rule and by capability, and as a badge in SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import msgspec

from ..words import listed, shown
from .drive import Report, summary

LEAST = 90
"""From this part in a hundred on, a badge is yellow and not red; it is green at 100."""
COLOURS = {"green": "#2e7d32", "yellow": "#8d6e00", "red": "#b3261e"}
LETTER, HEIGHT = 7.0, 20
"""The width of a letter on a badge, and its height, in pixels."""


class Part(msgspec.Struct, frozen=True):
    """The scenarios that need a capability: how many there are, were played, and went as expected."""

    name: str
    all: int
    played: int
    right: int


def by_capability(report: Report) -> list[Part]:
    """What an engine did with the scenarios of each capability, the most needed first."""
    wrong = {id(one) for one in report.otherwise} | {id(one) for one in report.results if one.hidden}
    names = dict.fromkeys(name for one in report.results for name in one.vector.needs)
    parts = []
    for name in names:
        some = [one for one in report.results if name in one.vector.needs]
        played = [one for one in some if not one.left_out]
        parts.append(Part(name, len(some), len(played), sum(id(one) not in wrong for one in played)))
    return sorted(parts, key=lambda part: (-part.all, part.name))


def markdown(report: Report) -> str:
    """A report as Markdown: what the text of ``fsm drive`` says at its end, and tables by rule and by capability."""
    return "\n".join(_markdown(report)) + "\n"


def _markdown(report: Report) -> Iterator[str]:
    yield f"## {told(report)}"
    yield ""
    yield from (_plain(line) for line in summary(report).splitlines())
    if broken := list(report.broken()):
        yield from ("", "| rule | edition | scenarios | how | what it says |", "|---|---|---:|---|---|")
        rows = ((one.number, one.edition, str(len(one.vectors)), one.way, _plain(one.says)) for one in broken)
        yield from (f"| {' | '.join(row)} |" for row in rows)
    yield from ("", "| capability | scenarios | played | as expected |", "|---|---:|---:|---:|")
    yield from (f"| `{one.name}` | {one.all} | {one.played} | {one.right} |" for one in by_capability(report))


def _plain(text: str) -> str:
    """A text in which nothing is markup."""
    return escape(text, quote=False).replace("|", "\\|").replace("`", "\\`")


def told(report: Report) -> str:
    """The result in a line: ``turn structure: cr2026 97% (361 of 373)``."""
    editions = listed(sorted({one.vector.setup.edition for one in report.results})) or "nothing"
    return f"turn structure: {editions} {percent(report)}% ({report.right} of {report.played})"


def percent(report: Report) -> int:
    """How many of a hundred scenarios that were played went as expected; 100 only if all did."""
    return 100 * report.right // report.played if report.played else 0


def badge(report: Report) -> str:
    """The result as a badge: an SVG for a page, with letters of whatever font there is."""
    name, _, said = told(report).partition(": ")
    colour = COLOURS["green" if percent(report) == 100 else "yellow" if percent(report) >= LEAST else "red"]
    left, whole = LETTER * len(name) + 12, LETTER * (len(name) + len(said)) + 24
    middles = (left / 2, (left + whole) / 2)
    texts = "".join(
        f'<text x="{x:g}" y="14" textLength="{LETTER * len(text):g}">{escape(text)}</text>'
        for x, text in zip(middles, (name, said), strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole:g}" height="{HEIGHT}" role="img"'
        f' aria-label="{escape(shown(told(report)))}">'
        f'<rect width="{whole:g}" height="{HEIGHT}" rx="3" fill="#444c56"/>'
        f'<path d="M{left:g} 0h{whole - left - 3:g}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3H{left:g}z" fill="{colour}"/>'
        f'<g fill="#fff" text-anchor="middle" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11">{texts}</g>'
        "</svg>\n"
    )
