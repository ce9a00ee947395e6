"""The history of a scenario as the picture of the history shows it: its answers, and which changes decided them."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from ..diagram.model import Answers
from ..diagram.model import Span as Drawn
from ..edition import days, every_edition_id, load_edition
from ..edition.stories import told
from ..errors import ArgumentError, expect_type
from .history import Change, History, Span
from .telling import deciding_points, span_told


def answers_of(history: History) -> Answers:
    """The answers to a scenario, for ``history_diagram``, in its own words or in those of ``fsm history``.

    ``ArgumentError`` for a history of other editions than those of this package.

    >>> from fsm import read_scenarios
    >>> from fsm.history import history_of
    >>> [span.text for span in answers_of(history_of(read_scenarios("45/01")[0], "turns")).spans]
    ['turns: Ann, Ann, Bob, Bob, Ann', 'turns: Ann, Bob, Ann, Bob, Ann']
    """
    expect_type(history, History, "a history, such as history_of(scenario)")
    ids = every_edition_id()
    if not {id for span in history.spans for id in span.editions} <= {*ids}:
        raise ArgumentError("found a history of other editions, expected one of those of this package, which have days")
    begins = {id: date.fromisoformat(day).toordinal() for id, day in days().items()}
    ends = {id: begins[after] for id, after in pairwise(ids)} | {ids[-1]: date.max.toordinal()}
    rules = {change.newer: _deciding_rules(change) for change in history.changes}
    concluded = [_concluded(history, one) for one in history.spans]
    alike = len({*concluded}) == 1
    spans: list[Drawn] = []
    for one, conclusion in zip(history.spans, concluded, strict=True):
        text = span_told(history, one) if alike or not conclusion else conclusion
        first, last = one.editions[0], one.editions[-1]
        spans.append(Drawn(begins[first], ends[last], text, ", ".join(rules.get(first, ()))))
    decided = tuple((begins[newer], rule) for newer, numbers in rules.items() for rule in numbers)
    deciding = tuple(point for change in history.changes for point in deciding_points(change))
    return Answers(history.scenario.name, tuple(spans), deciding, decided)


def _concluded(history: History, span: Span) -> str:
    """What the scenario itself says of the first edition of a span that it names; empty if it names none of them."""
    said = history.scenario.conclusion
    return next((said[id] for id in span.editions if id in said), "")


def _deciding_rules(change: Change) -> tuple[str, ...]:
    """The numbers of the rules that decided, in the newer edition."""
    two = load_edition(change.older), load_edition(change.newer)
    return tuple(dict.fromkeys(rule for name in change.settings for rule in told(name, *two).rules_after))
