"""Explores a scenario: walks all ways that its open choices can go, and decides its statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any, cast

from ..edition import Edition, is_file, load_edition, naming
from ..errors import LimitReached
from ..game import Action, State
from ..game.state.action import Cast
from ..scenario import Scenario
from ..scenario.reading.openness import Condition, Exploration, Statement
from ..scenario.running.beginning import begin
from ..scenario.running.moments import NO_TURN, horizon_of
from ..scenario.writing.script import Deed, as_scenario, written
from .checks import Checks, Found
from .explored import Explored, Finding
from .local import LocalSearch, SeeEdge
from .options import Options
from .search import Bounds, Progress, Search
from .sharing import SharedSearch, Workers

BOUNDS = Bounds()

BEFORE = -2
"""The number of what was before the first state: from there the beginning of the game leads to it."""


def explore(
    scenario: Scenario,
    edition: str | None = None,
    bounds: Bounds = BOUNDS,
    progress: Callable[[Progress], None] | None = None,
    whole: bool = False,
    workers: Workers | None = None,
) -> Explored:
    """Explores a scenario under one edition, by default its newest, within bounds.

    ``progress`` is called twice a second. With ``whole`` no statement is checked, and none stops the search. With
    ``workers`` other processes do the work; what is found is the same. ``InputError`` if a game exceeds the limits
    of all games.
    """
    rules = load_edition(edition or scenario.editions[0])
    with naming([scenario.kinds, rules.kinds]):
        search = searched(scenario, rules, bounds, progress, whole, workers=workers)
        return Explored(
            scenario.name,
            scenario.file,
            rules.id,
            len(search.parents),
            search.transitions,
            tuple(search.counts),
            dict(search.places),
            dict(search.ends),
            search.cut,
            search.seconds,
            tuple(_findings(scenario, rules, search)),
        )


def searched(
    scenario: Scenario,
    rules: Edition,
    bounds: Bounds,
    progress: Callable[[Progress], None] | None = None,
    whole: bool = False,
    edge: SeeEdge | None = None,
    workers: Workers | None = None,
) -> Search[Any]:
    """The finished search; ``whole``: it checks nothing.

    Without workers ``edge`` sees every action, and the game's beginning.
    """
    exploration = scenario.explore or Exploration()
    checks = Checks(() if whole else exploration.statements)
    horizon = horizon_of(scenario, scenario.stands_for(rules))
    try:
        start, events = begin(scenario, rules)
        checks.decide_events(checks.matched(events), (0, -1))
        if edge is not None:
            edge(BEFORE, 0, list(events))
        search: Search[Any]
        if workers is None:
            search = LocalSearch(start, Options(scenario), horizon, checks, bounds, progress, edge)
        else:
            search = SharedSearch(start, scenario, rules.id, horizon, checks, bounds, progress, workers)
        search.run()
    except LimitReached as limit:
        raise scenario.error(f"{limit}; give the scenario an until:, or leave less open", ("players",)) from None
    return search


def _findings(scenario: Scenario, rules: Edition, search: Search[Any]) -> Iterator[Finding]:
    for n, statement in enumerate(search.checks.statements):
        place = scenario.error("", statement.path)
        found = search.checks.decided.get(n)
        holds = (found is not None) is (statement.kind == "reachable")
        if statement.kind == "always" and n not in search.checks.met:
            holds = False
        says = f"{statement.kind} {_short(statement.said)}"
        finding = (statement.kind, place.file, place.line, place.column, says, holds)
        yield (
            Finding(*finding) if found is None else Finding(*finding, *_way(scenario, rules, search, found, statement))
        )


def _short(words: Any) -> str:
    """What a statement says, on one line."""
    if isinstance(words, dict):
        return "{" + ", ".join(f"{key}: {_short(value)}" for key, value in words.items()) + "}"
    return f"[{', '.join(map(_short, words))}]" if isinstance(words, list) else str(words)


def _way(
    scenario: Scenario, rules: Edition, search: Search[Any], found: Found, statement: Statement
) -> tuple[str, int, str]:
    """The scenario that goes the shortest way to where a statement was decided, its length, and where it ends."""
    way, last = search.way_to(found)
    deeds: list[Deed] = [
        (state, action.player, _in_script(scenario, search.options, state, done, action)) for state, done, action in way
    ]
    horizon = search.horizon
    more: dict[str, Any] = {"until": f"T{last.turn}" if horizon.turn == NO_TURN else str(horizon)}
    if not isinstance(statement.item, Condition):
        more["expect"] = {"happens": [statement.said]}
    more["explore"] = {"choose": [], statement.kind: [statement.said]}
    name = f"{scenario.name}: how it {'fails' if statement.kind == 'always' else 'happens'}"
    edition = str(FilePath(rules.id).resolve()) if is_file(rules.id) else rules.id
    return as_scenario(scenario, name, edition, deeds, more), len(way), last.address


def _in_script(scenario: Scenario, options: Options, state: State, done: int, action: Action) -> Any:
    """What a script says for an action: what is written in the file, or else its own words."""
    act = options.scripted(state, done)
    if act is not None:
        data: Any = scenario.document.data
        for key in act:
            data = data[key]
        return data
    if isinstance(action, Cast):
        opened = (scenario.explore or Exploration()).choose or ()
        return next(
            (
                one.said
                for one in opened
                if one.act and (cast(object, one.act.cast), one.act.face_down) == (action.card, action.face_down)
            ),
            written(state, action),
        )
    return written(state, action)
