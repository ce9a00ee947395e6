"""Events, over the whole corpus: each tells once, as in random games."""

from __future__ import annotations

from pathlib import Path

from invariants import told_once

from fsm.scenario import parse_scenarios, run_scenario


def test_events_of_the_corpus(corpus: tuple[Path, ...]) -> None:
    for path in corpus:
        for scenario in parse_scenarios(path.read_text(encoding="utf-8"), str(path)):
            for edition in scenario.editions:
                told_once((frame.event for frame in run_scenario(scenario, edition)), f"{path} ({edition})")
