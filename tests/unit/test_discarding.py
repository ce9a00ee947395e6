"""A discard cites the rule by which it happens."""

from __future__ import annotations

import pytest

from fsm.scenario import parse_scenarios, run_scenario

GAME = """
edition: cr2026
players: {Ann: {hand: [Deal, Spark, Rock]}, Bob: {}}
cards:
  - {name: Deal, type: sorcery, effects: [%s]}
  - {name: Spark, type: sorcery}
  - {name: Rock, type: sorcery}
script: [{at: T1.precombat_main, Ann: [{cast: Deal}, %s{discard: Rock}]}]
until: T1
"""


@pytest.mark.parametrize(
    ("effect", "first"),
    [("discard", ""), ("{pay: {discard: 1, do: [{life: 5}]}}", '{choose: "yes"}, ')],
    ids=["told to", "as a price"],
)
def test_a_discard_that_is_chosen_as_an_effect_resolves_is_not_that_of_the_cleanup_step(
    effect: str, first: str
) -> None:
    (scenario,) = parse_scenarios(GAME % (effect, first), "x")
    (discard,) = (frame.event for frame in run_scenario(scenario) if frame.event.kind == "card.discard")
    assert dict(discard.detail)["card"] == "Rock"
    assert discard.rules == ("608.2c",)
