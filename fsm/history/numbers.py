"""A rule through time: the numbers under which its content stood in each edition, and what the rule said in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise

import msgspec

from ..edition import Edition, Rule, around, every_edition_id, lineage, load_edition, numbers_there, points
from .lines import marked, span, wrapped


class Stage(msgspec.Struct, frozen=True):
    """The editions, one after the other, in which a rule had the same number and said the same."""

    editions: tuple[str, ...]
    number: str
    says: str


def stages(number: str, edition: Edition) -> tuple[Stage, ...]:
    """The rule with a number of an edition through all editions that have its content, oldest first.

    From one edition to the next it is the rule that the table of new numbers leads to, if that has a topic of it or
    says the same, or else the one with most of its topics.

    >>> [(stage.editions[0], stage.number) for stage in stages("500.7", load_edition("cr2026"))]
    [('cr1999-11-01', '300.6'), ('cr2001-07-23', '300.6'), ('cr2002-02-20', '300.6'), \
('cr2009-07-11', '500.7'), ('cr2014-09-25', '500.7')]
    """
    line = _line(edition)
    at = line.index(edition.id)
    back = [*_followed(number, [load_edition(id) for id in line[at::-1]])]
    ahead = [*_followed(number, [load_edition(id) for id in line[at:]])][1:]
    whole = [*reversed(back), *ahead]
    grouped = groupby(whole, lambda one: (one[1].number, one[1].says))
    return tuple(Stage(tuple(one.id for one, _ in group), *key) for key, group in grouped)


def through_time(number: str, edition: Edition, width: int = 0) -> Iterator[str]:
    """A rule of an edition in every edition that has its content, and what else its number meant; in lines."""
    found = stages(number, edition)
    yield f"{number} of {edition.id} through the editions"
    yield from _listed(found, width)
    line = _line(edition)
    first, end = line.index(found[0].editions[0]), line.index(found[-1].editions[-1]) + 1
    if first:
        yield f"it came with {_titled(line[first])}"
    if end < len(line):
        yield f"it went with {_titled(line[end])}"
    if others := [*_others(number, found, line)]:
        yield ""
        yield f"{number} was another rule:"
        yield from _listed(others, width)
    topics = {topic for stage in found for topic in load_edition(stage.editions[0]).rules[stage.number].topics}
    told = [one for one in points() if topics & set(one.topics) and around(one.day)[1] in line[first : end + 1]]
    if told:
        yield ""
        yield "what changed; fsm history DAY tells more of it:"
        for point in told:
            yield from wrapped(f"  {point.day}  ", marked(point), width)


def _titled(id: str) -> str:
    return f"{load_edition(id).title} ({id})"


def _listed(found: Sequence[Stage], width: int) -> Iterator[str]:
    numbers = max(len(stage.number) for stage in found)
    spans = [span(stage.editions[0], stage.editions[-1]) for stage in found]
    for stage, told in zip(found, spans, strict=True):
        yield from wrapped(f"  {told:<{max(map(len, spans))}}  {stage.number:<{numbers}}  ", stage.says, width)


def _others(number: str, found: Sequence[Stage], line: Sequence[str]) -> Iterator[Stage]:
    """The editions in which a number is that of a rule with another content."""
    own = {id for stage in found if stage.number == number for id in stage.editions}
    rules = [(id, load_edition(id).rules.get(number)) for id in line]
    for rule, group in groupby(rules, lambda one: one[1] and one[1].says):
        editions = tuple(id for id, _ in group)
        if rule and not own.intersection(editions):
            yield Stage(editions, number, rule)


def _line(edition: Edition) -> tuple[str, ...]:
    """All editions of the package, oldest first; for one of another file, those up to what it extends, and then it."""
    *files, base = lineage(edition)
    ids = every_edition_id()
    return (*ids[: ids.index(base) + 1], *reversed(files)) if files else ids


def _followed(number: str, editions: Sequence[Edition]) -> Iterator[tuple[Edition, Rule]]:
    """The rule with a number in the first of some editions, and what it is in each next one, until there is none."""
    rule = editions[0].rules[number]
    yield editions[0], rule
    for here, there in pairwise(editions):
        found = _same(rule, here, there)
        if found is None:
            return
        rule = found
        yield there, rule


def _same(rule: Rule, here: Edition, there: Edition) -> Rule | None:
    """The rule of another edition that has the content of this one; None if no rule has."""
    moved = there.rules.get(_moves(here.id, there.id).get(rule.number, ""))
    if moved and (moved.says == rule.says or set(moved.topics) & set(rule.topics)):
        return moved
    akin = {number for topic in rule.topics for number in there.cite(topic)}
    best = max((there.rules[number] for number in akin), key=lambda one: _likeness(rule, one), default=None)
    if best is None:
        alike = (one for one in there.rules.values() if one.says == rule.says)
        return next(alike, None) or (moved if moved and not (moved.topics and rule.topics) else None)
    rivals = {number for topic in best.topics for number in here.cite(topic)}
    mine = _likeness(rule, best)
    return best if all(_likeness(here.rules[number], best) <= mine for number in rivals) else None


def _likeness(one: Rule, other: Rule) -> tuple[int, bool, int, int]:
    """How alike two rules are: topics that both have, the same section, topics that only one has, the same beginning.

    The first digit of a number does not count: the rules about the turn moved from the 300s to the 500s.
    """
    mine, theirs = set(one.topics), set(other.topics)
    first, second = one.number[1:], other.number[1:]
    begins = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), len(min(first, second)))
    in_section = first.partition(".")[0] == second.partition(".")[0]
    return len(mine & theirs), in_section, -len(mine ^ theirs), begins


@cache
def _moves(here: str, there: str) -> Mapping[str, str]:
    """The numbers of an edition, each with the one that tables of new numbers give it in another; empty without any."""
    one, other = _extended(here), _extended(there)
    shared = next((id for id in one if id in other), "")
    if not shared:
        return {}
    to_there = {number: new for new, number in _numbers_in(there, shared).items()}
    numbers = _numbers_in(here, shared)
    return {number: to_there[base] for number, base in numbers.items() if base in to_there}


def _extended(id: str) -> tuple[str, ...]:
    """An edition, and those that it extends."""
    edition = load_edition(id)
    return (id, *(_extended(edition.like) if edition.like else ()))


@cache
def _numbers_in(id: str, base: str) -> Mapping[str, str]:
    """The numbers of an edition, each with the one in another that it extends."""
    edition = load_edition(id)
    if id == base:
        return dict(zip(edition.rules, edition.rules, strict=True))
    below = _numbers_in(edition.like, base)
    return {number: below[there] for number, there in numbers_there(edition).items() if there in below}
