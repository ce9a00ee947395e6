"""What editions are told apart by, in words: what a setting is called, and what it does to a game.

No edition is named here: a story is about facts of an edition's data. ``stories.toml`` has the words; a name in the
data that it does not translate is shown as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from ..files import packaged_data
from .model import Edition
from .settings import RULE, settings


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
        return self.clause_of(set(facts(edition)))

    def clause_of(self, known: Collection[str]) -> str:
        """What an edition with some facts does; empty if this story has no words for it."""
        return next((clause for fact, clause in self.clauses if not fact or fact in known), "")

    def rule(self, edition: Edition) -> str:
        """The number of the rule of an edition."""
        return next((number for topic in self.topics if (number := edition.number(topic))), "")


class Data(msgspec.Struct, frozen=True):
    """What ``stories.toml`` says of the differences of any two editions."""

    not_of_turns: tuple[str, ...]
    step_of_choice: dict[str, str]
    topics_of_choice: dict[str, tuple[str, ...]]
    words: dict[str, str]
    usual: dict[str, int]
    rare: dict[str, int]
    stories: tuple[Story, ...]


DATA = msgspec.convert(packaged_data("edition/data/stories.toml"), Data)
STORIES = DATA.stories
NOT_OF_TURNS, STEP_OF_CHOICE = DATA.not_of_turns, DATA.step_of_choice
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
        yield from (f"priority/{step.kind}={step.priority}" for step in steps)
    yield from (f"step_ends/{name}" for name in edition.leaving_step)
    yield from (f"phase_ends/{name}" for name in edition.leaving_phase)
    yield from (f"{name}/{action}" for name, actions in edition.procedures.items() for action in actions)
    yield from (f"rule/{topic}" for topic, numbers in edition.cites.items() if numbers)
    yield from (f"{name}={','.join(values)}" for name, values in edition.choices.items())


def words(name: str) -> str:
    """Translate a name of the data into words."""
    return DATA.words.get(name, name.replace("_", " "))


class Told(msgspec.Struct, frozen=True):
    """What a setting is in two editions: what it is about, then for each what it does and the rules that say so."""

    what: str
    before: str
    after: str
    rules_before: tuple[str, ...]
    rules_after: tuple[str, ...]


def told(setting: str, older: Edition, newer: Edition) -> Told:
    """A setting that differs in two editions, in words.

    >>> from fsm.edition import load_edition
    >>> told("extra_turns", load_edition("cr2001-07-23"), load_edition("cr2002-02-20"))
    Told(what='Extra turns', before='the oldest one is taken first', after='the newest one is taken first', \
rules_before=('300.6',), rules_after=('300.6',))
    """
    both = older, newer
    mine, theirs = (settings(edition).get(setting) for edition in both)
    keys = [*_keys(setting, mine or (), theirs or ())]
    for story in dict.fromkeys(STORY_OF[key] for key in keys if key in STORY_OF):
        before, after = (story.clause(edition) for edition in both)
        if before != after:
            numbers = [tuple(filter(None, (story.rule(edition),))) for edition in both]
            return Told(story.lead, before, after, *numbers)
    topics = DATA.topics_of_choice.get(setting) or [key.partition("/")[2] for key in keys]
    numbers = [tuple(number for topic in topics for number in edition.cite(topic)[:1]) for edition in both]
    return Told(
        _setting_name(setting, newer if mine is None else older), _said(setting, mine), _said(setting, theirs), *numbers
    )


def _keys(setting: str, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[str]:
    """The keys of the differences that a setting may make."""
    part, _, what = setting.rpartition(".")
    changed = [name for name in (*mine, *theirs) if name not in mine or name not in theirs] or [*mine]
    if setting.startswith(RULE):
        yield f"rule/{setting.removeprefix(RULE)}"
    elif what == "priority":
        yield f"priority/{part}"
    elif part == "leaving":
        yield from (f"{what}/{name}" for name in changed)
    elif part:
        yield from (f"action/{name}" for name in changed)
    elif setting in ("end_turn", "end_combat"):
        yield from (f"rule/{setting}", *(f"procedure/{name}" for name in changed))
    else:
        yield f"choice/{setting}"


def _setting_name(setting: str, edition: Edition) -> str:
    part, _, what = setting.rpartition(".")
    if setting.startswith(RULE):
        return f"a rule about {words(setting.removeprefix(RULE))}"
    if part == "leaving":
        return f"as a {what} ends"
    if part:
        name = edition.step(part).name if edition.kinds.phase_of.get(part) else edition.phase(part).name
        return f"{name}: {'who gets priority' if what == 'priority' else 'what is done as it begins'}"
    return words(setting)


def _said(setting: str, values: tuple[str, ...] | None) -> str:
    if setting.startswith(RULE):
        return "there is none" if values is None else "there is one"
    return ", then ".join(map(words, values)) if values else "nothing"
