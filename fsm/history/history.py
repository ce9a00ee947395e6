"""One scenario under every edition: which outcomes there were, from when to when, and what decided between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ..edition import Edition, differing, load_edition, played_ids, settings
from ..errors import ArgumentError, InputError, expect_type
from ..game import LIMITS, Limits
from ..scenario import Scenario, run_so_far
from ..shape import describe
from ..turn import Address
from ..words import listed, nearest
from .deciding import deciding
from .outcome import BY, Outcome, outcome

FAR = 100
"""A turn that no scenario needs to be compared in; one that expects a winner names no last turn."""


class Span(msgspec.Struct, frozen=True):
    """The editions from one to another, under all of which a game comes out the same.

    ``why`` says why the script cannot be played to its end under the first of them, in the words of that edition.
    """

    editions: tuple[str, ...]
    outcome: Outcome
    why: str = ""


class Change(msgspec.Struct, frozen=True):
    """Between two spans: the editions before and after, the settings that decided it, and how many differ.

    ``deciding`` are the smallest sets of settings that do; of several, each would have been enough. There is none if
    the settings of the editions do not tell the outcomes apart.
    """

    older: str
    newer: str
    deciding: tuple[tuple[str, ...], ...]
    differing: int

    @property
    def settings(self) -> tuple[str, ...]:
        """The first of the smallest sets of settings that decided it; empty if there is none."""
        return next(iter(self.deciding), ())


class History(msgspec.Struct, frozen=True):
    """The outcomes of a scenario through time, and the change between each and the next.

    ``missing`` are the editions under which it cannot begin, each with the reason.
    """

    scenario: Scenario
    spans: tuple[Span, ...]
    changes: tuple[Change, ...]
    missing: tuple[tuple[str, str], ...] = ()

    @property
    def telling(self) -> tuple[str, ...]:
        """The names of the facts by which the outcomes differ, where the script is played to its end."""
        played = [span.outcome for span in self.spans if not span.why]
        names = dict.fromkeys(name for facts in played for name in facts)
        return tuple(name for name in names if len({facts.get(name) for facts in played}) > 1)


def history_of(scenario: Scenario, by: str = "all", editions: Sequence[str] = (), limits: Limits = LIMITS) -> History:
    """Runs a scenario under every edition, or under the given ones, and finds what decided where its outcome changed.

    ``by`` says what is compared: ``all`` are the turns, their steps and the state at the end. ``ArgumentError`` if it
    is unknown, ``InputError`` if the scenario can begin under no edition.

    >>> from fsm import read_scenarios
    >>> history_of(read_scenarios("45/01")[0], "turns").changes
    (Change(older='cr2001-07-23', newer='cr2002-02-20', deciding=(('extra_turns',),), differing=3),)
    """
    expect_type(scenario, Scenario, "a scenario, such as one of read_scenarios(path)")
    if by not in BY:
        raise ArgumentError(f"found {describe(by)}{nearest(str(by), BY)}, expected {listed(BY, 'or')} to compare")
    ids = tuple(editions) or played_ids()
    runs = _Runs(replace(scenario, until=scenario.until or _goal(scenario, limits)), by, limits)
    outcomes: list[tuple[str, Run]] = []
    missing: list[tuple[str, str]] = []
    for id in ids:
        try:
            outcomes.append((id, runs.under(load_edition(id))))
        except InputError as error:
            missing.append((id, error.message))
    if not outcomes:
        raise scenario.error(f"it can begin under no edition: {missing[0][1]}", ())
    spans: list[Span] = []
    for id, (come, why) in outcomes:
        if spans and spans[-1].outcome == come:
            spans[-1] = replace(spans[-1], editions=(*spans[-1].editions, id))
        else:
            spans.append(Span((id,), come, why))
    return History(scenario, tuple(spans), tuple(_change(runs, *two) for two in pairwise(spans)), tuple(missing))


def _change(runs: _Runs, before: Span, after: Span) -> Change:
    older, newer = load_edition(before.editions[-1]), load_edition(after.editions[0])

    def is_newer(edition: Edition) -> bool:
        try:
            return runs.under(edition)[0] == after.outcome
        except InputError:
            return False

    return Change(older.id, newer.id, deciding(older, newer, is_newer), len(differing(older, newer)))


def _goal(scenario: Scenario, limits: Limits) -> Address:
    """The last turn that is compared: the last one that the scenario reaches under its own newest edition."""
    recording, _ = run_so_far(scenario, None, limits)
    return Address(min(max(recording.final.turn, 1), FAR))


Run = tuple[Outcome, str]
"""An outcome, and why the script could not be played to its end."""


class _Runs:
    """The runs of a scenario; editions of which no setting differs give the same outcome, and are run once."""

    def __init__(self, scenario: Scenario, by: str, limits: Limits) -> None:
        self.scenario, self.by, self.limits = scenario, by, limits
        self.known: dict[frozenset[tuple[str, tuple[str, ...]]], Run] = {}

    def under(self, edition: Edition) -> Run:
        key = _key(edition)
        if key not in self.known:
            recording, error = run_so_far(self.scenario, edition, self.limits)
            came = outcome(self.scenario, recording, error, self.by)
            self.known[key] = came, error.message if error else ""
        return self.known[key]


@lru_cache(128)
def _key(edition: Edition) -> frozenset[tuple[str, tuple[str, ...]]]:
    """What is equal for two editions of which no setting differs."""
    return frozenset(settings(edition).items())
