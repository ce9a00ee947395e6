"""The differences between two editions: the structure of the turn, its actions, and what they do to a game.

This module knows no edition by name: it compares their data. ``stories.toml`` has the weights of differences and the
words for what each edition does; a word of the data that it does not translate is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec

from ...edition import Edition, PhaseSpec, StepSpec
from ...files import packaged_data
from ...turn import RewriteRule
from ...words import listed
from .naming import clean, within
from .rule import all_rules

MOST = 3
"""How many differences stand above all others."""

LEAST_WEIGHT = 30
"""The least weight of a difference that may stand there; the weights go up to 100."""


class Story(msgspec.Struct, frozen=True):
    """What differs, in a few words; the keys of the differences that it tells; and the words for what an edition does.

    The words are pairs of a fact and a clause: the clause of the first fact that holds counts; the empty fact
    always holds. ``topics`` are those whose rules it cites, of each edition the first that it has.
    """

    weight: int
    lead: str
    keys: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...] = ()
    topics: tuple[str, ...] = ()

    def clause(self, edition: Edition) -> str:
        """What an edition does; empty if this story has no words for it."""
        known = set(facts(edition))
        return next((clause for fact, clause in self.clauses if not fact or fact in known), "")

    def rule(self, edition: Edition) -> str:
        """The number of the rule of an edition."""
        return next((number for topic in self.topics if (number := edition.number(topic))), "")


class Data(msgspec.Struct, frozen=True):
    """What ``stories.toml`` says of the differences of any two editions."""

    not_of_turns: tuple[str, ...]
    step_of_choice: dict[str, str]
    words: dict[str, str]
    usual: dict[str, int]
    rare: dict[str, int]
    stories: tuple[Story, ...]


DATA = msgspec.convert(packaged_data("diagram/pictures/stories.toml"), Data)
STORIES = DATA.stories
STORY_OF = {key: story for story in STORIES for key in story.keys}
"""The story that tells of a difference, by its key; not every difference has one."""


def weight(key: str) -> int:
    """The weight of a difference without a story."""
    return DATA.rare.get(key, DATA.usual.get(key.partition("/")[0], 0))


def facts(edition: Edition) -> Iterator[str]:
    """All facts of an edition that a story may ask for."""
    for phase in edition.phases:
        steps = phase.steps or ((phase.inside,) if phase.inside else ())
        for kind, actions in ((phase.kind, phase.actions), *((step.kind, step.actions) for step in steps)):
            yield from actions
            yield from (f"{kind}/{name}" for name in actions)
    yield from (f"step_ends/{name}" for name in edition.leaving_step)
    yield from (f"phase_ends/{name}" for name in edition.leaving_phase)
    yield from (f"{name}/{action}" for name, actions in edition.procedures.items() for action in actions)
    yield from (f"rule/{rule.name}" for rule in all_rules().values() if edition.number(rule.topic))
    yield from (f"{name}={','.join(values)}" for name, values in edition.choices.items())


Both = tuple[Edition, Edition]
Spec = TypeVar("Spec", "PhaseSpec", "StepSpec")

_ACTION_OF = {"scheme_stays": "scheme"}
"""The action that a choice belongs to: without it in both editions, the choice is not compared."""

EXISTS = "exists"
"""What differs of a part or a rule that only one of the two editions has."""


class Difference(msgspec.Struct, frozen=True):
    """One difference: what differs, and how, with the names of both editions.

    Each of its ``keys`` is a kind and a name, ``action/untap``; ``stories`` tells what it does to a game.
    """

    what: str
    text: str
    keys: tuple[str, ...]


def words(name: str) -> str:
    """Translate a name of the data into words."""
    return DATA.words.get(name, name.replace("_", " "))


def aligned(one: Sequence[Spec], other: Sequence[Spec]) -> Iterator[tuple[Spec | None, Spec | None]]:
    """Pair parts of the same kind in their order; a part without a partner stands alone."""
    from difflib import SequenceMatcher

    kinds = [spec.kind for spec in one], [spec.kind for spec in other]
    for _, a, b, c, d in SequenceMatcher(None, *kinds, autojunk=False).get_opcodes():
        if kinds[0][a:b] == kinds[1][c:d]:
            yield from zip(one[a:b], other[c:d], strict=True)
        else:
            yield from ((spec, None) for spec in one[a:b])
            yield from ((None, spec) for spec in other[c:d])


def part_differences(
    both: Both, one: PhaseSpec | StepSpec | None, other: PhaseSpec | StepSpec | None
) -> Iterator[Difference]:
    """The differences of a phase or step; its number always differs, and is left out."""
    if one is None or other is None:
        has = both[0] if one else both[1]
        kinds = [spec.kind for spec in (one, other) if spec]
        part = "step" if isinstance(one or other, StepSpec) else "phase"
        yield Difference(EXISTS, f"only {within(has)} is there such a {part}", (f"structure/{kinds[0]}",))
        return
    if clean(one.name) != clean(other.name):
        names = (f"it is called {clean(spec.name)}" for spec in (one, other))
        yield Difference("name", _each(both, *names), (f"name/{one.kind}",))
    yield from _lists("actions", "action", both, one.actions, other.actions)


def step_differences(both: Both, one: StepSpec | None, other: StepSpec | None) -> Iterator[Difference]:
    """The differences of a step: its name, actions and priority, and the choices of the editions about it."""
    yield from part_differences(both, one, other)
    if one is None or other is None:
        return
    if one.priority != other.priority:
        yield Difference("priority", _each(both, words(one.priority), words(other.priority)), (f"priority/{one.kind}",))
    yield from _choices(both, [name for name in _choice_names(both) if DATA.step_of_choice.get(name) == one.kind])


def leaving_differences(
    both: Both, part: Literal["step", "phase"], one: tuple[str, ...], other: tuple[str, ...]
) -> Iterator[Difference]:
    """The differences of the end of a step or phase."""
    return _lists("what is done", part, both, one, other)


def turn_differences(both: Both) -> Iterator[Difference]:
    """The differences of the turn as a whole."""
    return _choices(
        both, [name for name in _choice_names(both) if name not in (*DATA.step_of_choice, *DATA.not_of_turns)]
    )


def rule_differences(both: Both, rule: RewriteRule) -> Iterator[Difference]:
    """The differences of a rewrite rule: whether an edition has it, and which actions go with it."""
    one, other = (edition.number(rule.topic) for edition in both)
    if bool(one) != bool(other):
        text = f"only {within(both[0 if one else 1])} is there such a rule"
        yield Difference(EXISTS, text, (f"rule/{rule.name}",))
        return
    lists = [edition.procedures.get(rule.name, ()) for edition in both]
    yield from _lists("what is done", "procedure", both, *lists)


def differing_rules(both: Both) -> list[RewriteRule]:
    """Find the rewrite rules that differ."""
    return [rule for rule in all_rules().values() if any(rule_differences(both, rule))]


def _choice_names(both: Both) -> list[str]:
    return list(dict.fromkeys(name for edition in both for name in edition.choices))


def _choices(both: Both, names: Iterable[str]) -> Iterator[Difference]:
    for name in names:
        one, other = (edition.choices.get(name, ()) for edition in both)
        if one != other and all(edition.cite(_ACTION_OF.get(name, "turn")) for edition in both):
            told = [listed(map(words, values)) if values else "not asked" for values in (one, other)]
            yield Difference(words(name), _each(both, *told), (f"choice/{name}",))


def _lists(what: str, kind: str, both: Both, one: tuple[str, ...], other: tuple[str, ...]) -> Iterator[Difference]:
    """Compare two lists of actions, and their order."""
    told: list[str] = []
    for edition, own, others in ((both[0], one, other), (both[1], other, one)):
        lone = [f"{words(name)} {edition.number(name)}".strip() for name in own if name not in others]
        if lone:
            told.append(f"only {within(edition)}: {listed(lone)}")
    if told:
        names = [name for name in dict.fromkeys((*one, *other)) if name not in one or name not in other]
        yield Difference(what, "; ".join(told), tuple(f"{kind}/{name}" for name in names))
    common = [[name for name in own if name in one and name in other] for own in (one, other)]
    if common[0] != common[1]:
        orders = (", then ".join(map(words, names)) for names in common)
        yield Difference("order", _each(both, *orders), (f"order/{kind}",))


def _each(both: Both, one: str, other: str) -> str:
    return f"{within(both[0])}, {one}; {within(both[1])}, {other}"
