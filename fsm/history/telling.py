"""The history of a scenario in words: each outcome with its days, and what decided between one and the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..edition import Point, around, days, hole, load_edition, points
from ..edition.stories import told
from ..words import amount, listed, shown
from .history import Change, History, Span
from .lines import day_beside, span, wrapped
from .outcome import SCRIPT

MOST = 6
"""How many facts of an outcome are told; the others differ as well."""
LONGEST = 300

NOUNS = {
    "all": "the turns, their steps and the end",
    "turns": "the players of the turns",
    "steps": "the turns and their steps",
    "state": "the end",
    "events": "all events",
    "expect": "what is expected",
}
"""What is compared, as the subject of a sentence."""


def history_lines(history: History, by: str, width: int = 100) -> Iterator[str]:
    """The history of a scenario for a terminal: the days of each outcome, and what decided between them."""
    yield shown(history.scenario.name, LONGEST)
    if len(history.spans) == 1:
        alike = amount(len(history.spans[0].editions), "edition")
        more = "; --by events compares each event" if by == "all" else ""
        same = f"{NOUNS[by]} are the same under all {alike}{more}" if by != "expect" else _expected(history, alike)
        yield from _in_force(history.spans[0].editions, same, width)
    else:
        yield from (line for one in history.spans for line in _span(history, one, width))
    for change in history.changes:
        yield ""
        yield from _change(change, width)
    for why, several in groupby(history.missing, key=lambda one: one[1]):
        yield from _in_force([id for id, _ in several], f"it cannot begin: {why}", width)


def _expected(history: History, alike: str) -> str:
    fails = history.spans[0].outcome
    return f"{'the same does not hold' if fails else 'all that is expected holds'} under all {alike}"


def _in_force(editions: Sequence[str], text: str, width: int) -> Iterator[str]:
    """What is so under the editions from the first to the last of some, after their days."""
    yield from wrapped(f"  {span(editions[0], editions[-1]):<24}  ", text, width)


def _span(history: History, one: Span, width: int) -> Iterator[str]:
    yield from _in_force(one.editions, span_told(history, one), width)


def span_told(history: History, one: Span) -> str:
    """What came under the editions of a span: the facts by which the outcomes differ, or where its script ends."""
    if one.why:
        return f"{one.outcome[SCRIPT]}: {shown(one.why, LONGEST)}"
    facts = [(name, one.outcome.get(name)) for name in history.telling]
    said = [f"{name}: {shown(fact, LONGEST)}" if fact is not None else f"{name}: none" for name, fact in facts]
    said += [f"and {len(said) - MOST} more"] if len(said) > MOST else []
    return "; ".join([*said[:MOST], *said[MOST:][-1:]]) or "the script is played to its end"


def _change(change: Change, width: int) -> Iterator[str]:
    day, many = days()[change.newer], change.differing
    if not change.settings:
        yield f"{day}: none of the {many} settings that differ decides it"
        return
    older, newer = load_edition(change.older), load_edition(change.newer)
    sets = [listed(dict.fromkeys(told(name, older, newer).what for name in names)) for names in change.deciding]
    every = list(dict.fromkeys(told(name, older, newer) for names in change.deciding for name in names))
    keys = " or ".join(" with ".join(names) for names in change.deciding)
    decided = f"{len(change.settings)} of {many} settings that {'differs' if many == 1 else 'differ'}"
    what = listed(dict.fromkeys(sets), "or")
    yield from wrapped(f"{day}  ", f"what decided it: {what} ({keys}: {decided})", width)
    for one in every:
        for when, what, rules in (("before", one.before, one.rules_before), ("since", one.after, one.rules_after)):
            cited = f" [{', '.join(rules)}]" if rules else ""
            yield from wrapped(f"  {when:<8}  ", f"{what}{cited}", width)
    yield from (line for point in deciding_points(change) for line in wrapped("  ", point.says, width))
    if unsure := hole(day_beside(day, -1)):
        yield from wrapped("  ", unsure, width)


def deciding_points(change: Change) -> list[Point]:
    """The changes of the rules that decided between two outcomes, as the list of changes has them."""
    names = {name for names in change.deciding for name in names}
    return [one for one in points() if around(one.day)[1] == change.newer and names.intersection(one.settings)]
