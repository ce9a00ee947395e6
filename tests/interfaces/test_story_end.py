"""How a told game ends: the last change of a turn decides it, an effect that was lost, or a skip by the rules."""

from __future__ import annotations

import pytest

from fsm.recording import play_by_play
from fsm.scenario import parse_scenarios, run_scenario
from fsm.story import game_story

TIDE = "{name: Tide, type: sorcery, targets: player, effects: [{skip: {what: untap, player: target}}]}"
TWO_TIDES = f"""
edition: [cr2026, cr2011]
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: {{cast: {TIDE}, target: Bob}}
  - at: T1.postcombat_main
    Ann: {{cast: {TIDE}, target: Bob}}
until: T6
"""
SUNDIAL = """
edition: [cr2026, cr2011]
players: {Ann: {battlefield: [Sundial of the Infinite]}, Bob: {}}
script:
  - at: T1.precombat_main
    Ann: {cast: Final Fortune}
  - at: T2.end
    responding_to: Final Fortune
    Ann: {activate: Sundial of the Infinite}
until: T3
"""
STOP = """
edition: [cr2026, cr2011]
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: {cast: Last Chance}
  - at: T2.precombat_main
    Ann: {cast: Time Stop}
until: T3
"""
TWO_OPTS = """
edition: [cr2026, cr2011, cr2008, cr2006]
players: {Ann: {battlefield: [Grizzly Bears]}, Bob: {}}
script:
  - at: T1.declare_attackers
    Ann: {cast: Opt}
  - at: T1.declare_attackers
    Bob: {cast: Opt}
"""
NOTHING = "edition: cr2026\nplayers: [Ann, Bob]\nuntil: T2\n"


def end(text: str, edition: str) -> str:
    """What is said of the end of a game."""
    (scenario,) = parse_scenarios(text)
    return "\n".join(game_story(run_scenario(scenario, edition))).partition("**In the end.** ")[2]


@pytest.mark.parametrize(
    ("text", "edition", "says", "rule"),
    [
        (TWO_TIDES, "cr2026", "Turns 2 and 4 have no untap step; ", "614.10a"),
        (TWO_TIDES, "cr2011", "Turns 2 and 4 have no untap step; ", "614.10a"),
        (SUNDIAL, "cr2026", "Ann has not lost the game; ", "724.1b"),
        (SUNDIAL, "cr2011", "Ann has not lost the game; ", "712.1a"),
        (STOP, "cr2026", "Ann has not lost the game; ", "724.1d"),
        (STOP, "cr2011", "Ann has not lost the game; ", "712.1c"),
        (TWO_OPTS, "cr2026", "Turn 1 has no declare blockers step or combat damage step; ", "508.8"),
        (TWO_OPTS, "cr2011", "Turn 1 has no declare blockers step or combat damage step; ", "508.6"),
        (TWO_OPTS, "cr2008", "Turn 1 has no declare blockers step or combat damage step; ", "308.5"),
        (TWO_OPTS, "cr2006", "Turn 1 has no declare blockers step or combat damage step; ", "308.4"),
    ],
)
def test_the_end_says_what_was_changed_last_and_its_rule(text: str, edition: str, says: str, rule: str) -> None:
    told = end(text, edition)
    assert told.startswith(says)
    assert told.rpartition("What decides it: ")[2].endswith(f" [{rule}].")


def test_an_ordinary_turn_has_no_deciding_rule() -> None:
    assert end(NOTHING, "cr2026") == "Next, Ann takes a turn."


def test_who_may_still_lose_is_not_said_to_be_spared() -> None:
    waits = STOP.partition("  - at: T2")[0] + "until: T2.precombat_main\n"
    assert "has not lost" not in end(waits, "cr2026")
    loses = STOP.partition("  - at: T2")[0] + "until: T3\n"
    assert end(loses, "cr2026").startswith("Bob wins: ")


def test_an_effect_that_makes_a_player_lose_decides_the_game() -> None:
    fortune = "players: [Ann, Bob]\nscript:\n  - {at: T1.upkeep, Ann: {cast: Final Fortune}}\n"
    said = end(fortune, "cr2026")
    assert "Bob wins: the last player in the game [104.2a]; both turns are those of Ann." in said
    assert said.endswith("What decides it: an effect may make a player lose the game [104.3e].")


def test_what_an_added_phase_never_had_is_not_missing() -> None:
    obeka = """
players: {Ann: {battlefield: ["Obeka, Splitter of Seconds"]}, Bob: {}}
script:
  - {at: T1.declare_attackers, Ann: {attack: "Obeka, Splitter of Seconds"}}
"""
    assert "Turn 1 has three beginning phases; " in end(obeka, "cr2026")
    lines = list(play_by_play(run_scenario(parse_scenarios(obeka)[0])))
    added = [line for line in lines if "A further beginning phase with only its upkeep step is added" in line]
    assert len(added) == 2
    assert not [line for line in lines if "#2 is skipped" in line]
