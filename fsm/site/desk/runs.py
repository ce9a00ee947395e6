"""The scenarios of a text and their runs; the last ones are kept."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache

from ...edition import load_edition, naming, playable
from ...errors import InputError
from ...recording import Recording
from ...scenario import Scenario, choose_scenario, parse_scenarios, run_so_far
from ...scenario.reading.yaml import MAX_BYTES
from .requests import FILE, OfRun, OfText

KEPT = 4
"""So many runs are kept: a scenario under each edition of the package."""


def scenarios_of(text: str, edition: str | None = None) -> list[Scenario]:
    """All scenarios of a text, which may name the phases and steps of the given edition; ``InputError``."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise InputError(f"the file is larger than {MAX_BYTES:,} bytes, the maximum", FILE)
    return _parsed(text, edition)


@lru_cache(maxsize=KEPT)
def _parsed(text: str, edition: str | None) -> list[Scenario]:
    with knowing(edition):
        return parse_scenarios(text, FILE)


def knowing(edition: str | None) -> AbstractContextManager[object]:
    """Lets texts name the phases and steps of an edition."""
    return naming([playable(edition).kinds] if edition else [])


def scenario_of(request: OfText, edition: str | None = None) -> Scenario:
    """The scenario that a request is about."""
    return choose_scenario(scenarios_of(request.text, edition), request.scenario)


def number_of(request: OfText) -> int:
    """The number of the scenario that a request is about, from 0."""
    return scenarios_of(request.text).index(scenario_of(request))


def run_of(request: OfRun) -> tuple[Scenario, Recording]:
    """The scenario and its run under the edition of a request, or under its newest one."""
    id = load_edition(request.edition).id if request.edition else None
    scenario = scenario_of(request, id)
    return scenario, run_under(request, id or scenario.editions[0])


def run_under(request: OfText, edition: str) -> Recording:
    """The run of the scenario of a request under an edition, by its id; the error of one that cannot be done."""
    recording, error = run_so_far_under(request, edition)
    if error is not None:
        raise error
    return recording


def run_so_far_under(request: OfText, edition: str) -> tuple[Recording, InputError | None]:
    """The run as far as it goes, and the error that ended it."""
    return _run(request.text, request.scenario, edition)


@lru_cache(maxsize=KEPT)
def _run(text: str, which: str, edition: str) -> tuple[Recording, InputError | None]:
    return run_so_far(choose_scenario(scenarios_of(text, edition), which), edition)


def forget() -> None:
    """Forgets all runs, as an edition has changed."""
    _parsed.cache_clear()
    _run.cache_clear()
