"""What a difference between two editions does to a game: its weight, and the words for what each edition does.

The data are in ``stories.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import msgspec

from ....edition import Edition
from ..find_rules import all_rules

MOST = 3
"""How many differences stand above all others."""

LEAST_WEIGHT = 30
"""The least weight of a difference that may stand there; the weights go up to 100."""


@dataclass(frozen=True, slots=True)
class Story:
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
        known = facts(edition)
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


DATA = msgspec.convert(
    tomllib.loads((files("fsm.diagram.pictures.compare") / "stories.toml").read_text(encoding="utf-8")), Data
)
STORIES = DATA.stories
_BY_KEY = {key: story for story in STORIES for key in story.keys}


def known_story(key: str) -> Story | None:
    """The story with a key, if there is one."""
    return _BY_KEY.get(key)


def weight(key: str) -> int:
    """The weight of a difference without a story."""
    return DATA.rare.get(key, DATA.usual.get(key.partition("/")[0], 0))


def facts(edition: Edition) -> frozenset[str]:
    """All facts of an edition that a story may ask for."""
    return frozenset(_facts(edition))


def _facts(edition: Edition) -> Iterator[str]:
    for phase in edition.phases:
        steps = phase.steps or ((phase.inside,) if phase.inside else ())
        for kind, actions in ((phase.kind, phase.actions), *((step.kind, step.actions) for step in steps)):
            yield from actions
            yield from (f"{kind}/{name}" for name in actions)
    yield from (f"step_ends/{name}" for name in edition.leaving_step)
    yield from (f"phase_ends/{name}" for name in edition.leaving_phase)
    yield from (f"rule/{rule.name}" for rule in all_rules().values() if edition.number(rule.topic))
    yield from (f"{name}={','.join(values)}" for name, values in edition.choices.items())
