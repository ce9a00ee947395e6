"""What an edition has no rule for is refused, works, or says that it does nothing; it is never ignored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fsm.game
from fsm.edition import edition_ids, load_edition
from fsm.errors import InputError
from fsm.scenario import parse_scenarios, run_scenario
from fsm.scenario.reading.references import NEEDS

SAYS = {
    "daytime": "players: [Ann, Bob]\ndaytime: night",
    "schemes": "players: {Ann: {schemes: [Plan]}, Bob: {}}\ncards: [{name: Plan, type: scheme, effects: [{life: 1}]}]",
    "command": "players: {Ann: {command: [Hero]}, Bob: {}}\ncards: [{name: Hero, type: creature}]",
    "companion": "players: {Ann: {companion: Opt}, Bob: {}}",
    "brings_day": "players: {Ann: {battlefield: [{name: Sun, type: artifact, static: [{brings_day: true}]}]}, Bob: }",
    "chapters": "players: [Ann, Bob]\nscript: [{at: T1.precombat_main, Ann: {cast: 'Summon: Choco/Mog'}}]",
    "lights": """players: {Ann: {battlefield: [Ride]}, Bob: {}}
cards: [{name: Ride, type: artifact, subtypes: [Attraction], lights: [1]}]""",
}
"""For each key that needs a rule, a scenario that says it."""

EVENT = {
    "schemes": "scheme.motion", "chapters": "permanent.lore", "lights": "die.roll",
}  # fmt: skip
"""The event that tells that it has an effect, if the state does not show it at once."""

NO_MATTER = {
    "phased_in_ready": "a rule of 2006: later editions say otherwise",
    "turn": "an event cites it",
    "golden_rule": "an event cites it",
    "choose_defender": "an event cites it",
    "departed_rule_choice": "who chooses for a player who has left: silent rules",
    "anew": "an event cites it",
    "madness_found": "a rule of today: earlier editions say otherwise",
    "command_again": "a rule of today: earlier editions say otherwise",
    "planeswalker_rule": "a rule of 2007 to 2017: other editions say otherwise",
    "departed_default": "who decides for a player who has left: later editions say so",
    "saga_done": "what has chapters is refused",
    "speed_starts": "a keyword of today, which earlier editions give no meaning",
    "commander_damage": "a rule of Commander: earlier editions do not know that game",
    "ward": "a keyword of today, which earlier editions give no meaning",
    "disguise": "a keyword of today: in earlier editions the card is not cast face down",
    "miracle": "a keyword of today, which earlier editions give no meaning",
    "commander_returns": "a rule of today: in 2011 the commander goes back instead of dying",
    "team_poison": "a rule of teams: elsewhere each player counts alone",
}
"""Why the engine asks for a rule of a topic, where that leaves nothing out that a scenario says."""

GAME = Path(fsm.game.__file__).parent


def written(key: str, edition: str) -> str:
    return f"{SAYS[key]}\nedition: {edition}\nexpect: {{turns: [Ann]}}"


def test_each_key_is_tried() -> None:
    assert set(SAYS) == set(NEEDS)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("key", NEEDS)
def test_what_an_edition_does_not_know_is_refused_where_it_is_said(key: str, edition: str) -> None:
    topic, _ = NEEDS[key]
    if load_edition(edition).cite(topic):
        (scenario,) = parse_scenarios(written(key, edition))
        run_scenario(scenario)
        return
    with pytest.raises(InputError, match=rf"{key}: {edition} has no .*; leave it out, or run it") as caught:
        parse_scenarios(written(key, edition), "some.turn.yaml")
    line = next(n for n, text in enumerate(written(key, edition).splitlines(), 1) if key in text or "Summon" in text)
    assert str(caught.value).startswith(f"some.turn.yaml:{line}:")


@pytest.mark.parametrize("key", NEEDS)
def test_another_edition_of_a_run_refuses_it_too(key: str) -> None:
    (scenario,) = parse_scenarios(written(key, "cr2026"))
    with pytest.raises(InputError, match=f"{key}: cr2006 has no"):
        run_scenario(scenario, "cr2006")


def test_several_editions_are_named_at_one_place() -> None:
    text = written("schemes", "[cr2006, cr2008, cr2011]")
    with pytest.raises(InputError, match="schemes: cr2008 and cr2006 have no schemes"):
        parse_scenarios(text)


@pytest.mark.parametrize("key", EVENT)
def test_where_it_is_known_it_works(key: str) -> None:
    (scenario,) = parse_scenarios(written(key, "cr2026"))
    assert EVENT[key] in {frame.event.kind for frame in run_scenario(scenario).frames}


def test_the_engine_leaves_nothing_else_out_for_want_of_a_rule() -> None:
    """If this fails: refuse what needs the rule, in ``NEEDS``, or say that it does nothing, as ``known_here`` does."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in GAME.rglob("*.py"))
    asked = set(re.findall(r'edition\.cite\("(\w+)"\)', source))
    assert {"scheme", "daytime"} <= set(re.findall(r'known_here\(state, log, "(\w+)"', source))
    assert asked - {topic for topic, _ in NEEDS.values()} - set(NO_MATTER) == set()
