"""What a recording answers: the steps of a turn, who attacked whom, life, events about something, and a table."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from fsm import (
    AddressError,
    FsmError,
    InputError,
    Recording,
    default_action,
    parse_scenarios,
    run_scenario,
    start_game,
    step,
    trace_lines,
)
from fsm.errors import ArgumentError
from fsm.recording import recorded_turns

AURELIA = run_scenario("12/10", "cr2026")
HOURS = run_scenario("09/20", "cr2026")
WALK = "{players: [Ann, Bob], until: T3}"
PLANESWALKER = run_scenario("22/20", "cr2026")


@pytest.mark.parametrize("recording", [AURELIA, HOURS, run_scenario("22/01", "cr2026")], ids=lambda one: one.name)
def test_the_steps_of_a_turn_are_those_that_its_graph_does_not_skip(recording: Recording) -> None:
    turns = [turn for turn in recorded_turns(recording) if turn.number][:-1]
    assert turns
    for turn in turns:
        graph = turn.graph
        kept = tuple(graph.node(id).kind for id in graph.stops if not graph.is_skipped(id))
        assert recording.steps(turn.number) == kept


def test_a_turn_that_was_cut_has_the_steps_so_far() -> None:
    (scenario,) = parse_scenarios("{players: [Ann, Bob], until: T1.upkeep}")
    assert run_scenario(scenario).steps(1) == ("untap", "upkeep")
    given_up = "{players: [Ann, Bob], script: [{at: T1.upkeep, Ann: concede}], expect: {winner: Bob}}"
    (scenario,) = parse_scenarios(given_up)
    assert run_scenario(scenario).steps(1) == ("untap", "upkeep"), "the upkeep step never ended"
    with pytest.raises(InputError, match="there is no turn 2; the run has 1"):
        run_scenario(scenario).steps(2)


def test_who_attacked_whom_is_told_by_combat() -> None:
    assert AURELIA.attacks == {
        "T1.combat": (("Aurelia, the Warleader", "Bob"), ("Grizzly Bears", "Bob")),
        "T1.combat#2": (("Aurelia, the Warleader", "Bob"), ("Grizzly Bears", "Bob")),
        "T3.combat": (("Aurelia, the Warleader", "Bob"),),
    }
    assert HOURS.attacks == {}


def test_several_players_and_planeswalkers_are_attacked() -> None:
    assert PLANESWALKER.attacks == {"T1.combat": (("Berserker", "Karn Liberated"),)}
    assert run_scenario("22/01", "cr2026").attacks == {
        "T1.combat": (("Bear", "Bob"), ("Wolf", "Cleo")),
        "T4.combat": (("Wolf", "Bob"),),
    }


def test_what_enters_attacking_was_not_declared() -> None:
    put = run_scenario("06/05", "cr2026")
    assert put.attacks == {"T1.combat": (("Hero of Bladehold", "Bob"),)}
    assert [frame.event.get("name") for frame in put.happened("combat.put")] == ["Soldier Token", "Soldier Token"]


def test_life_is_that_of_the_end_or_of_a_place() -> None:
    assert [AURELIA.life("Bob", at) for at in ("T1.upkeep", "T1.combat#1", "T1.combat#2", "")] == [20, 15, 10, 7]
    assert AURELIA.life("Bob") == AURELIA.final.players[1].life
    with pytest.raises(InputError, match=r"no player 'Bop' \(did you mean \"Bob\"\?\); there are: Ann, Bob"):
        AURELIA.life("Bop")
    with pytest.raises(InputError, match=r"T9\.upkeep never began in this run"):
        AURELIA.life("Bob", "T9.upkeep")
    with pytest.raises(AddressError, match="'upkeeep'"):
        AURELIA.life("Bob", "T1.upkeeep")


def kinds(recording: Recording, what: str) -> set[str]:
    return {frame.event.kind for frame in recording.happened(what)}


def test_events_are_found_by_kind_rule_topic_and_words() -> None:
    assert [frame.address for frame in AURELIA.happened("turn.begin")] == ["T1", "T2", "T3"]
    assert kinds(AURELIA, "508.1a") <= kinds(AURELIA, "CR 508.1") <= kinds(AURELIA, "508")
    assert {"phase.insert", "phase.begin"} <= kinds(AURELIA, "extra phase"), "by the rule of the topic"
    assert kinds(HOURS, "extra turn") >= {"turn.insert", "turn.begin"}
    assert kinds(HOURS, "Time WARP resolves") == {"stack.resolve"}
    assert kinds(AURELIA, "untap bear") == {"permanent.untap"}
    assert not AURELIA.happened("extra turn")
    assert kinds(AURELIA, "combat damage") == {"step.begin", "step.skip", "step.end", "combat.assign", "damage"}
    assert {frame.part.rpartition(".")[2] for frame in AURELIA.happened("combat damage")} == {"combat_damage"}
    assert all(frame in AURELIA.frames for frame in AURELIA.happened("untap"))


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("turn.inser", r'no kind of event \'turn.inser\' \(did you mean "turn.insert"\?\)'),
        ("999.9", "no rule 999.9 in the index of cr2026"),
        (" ", "found '', expected a kind of event, a rule or words"),
        ("—", "found '—', expected a kind of event, a rule or words"),
    ],
)
def test_what_cannot_be_asked_is_an_error(what: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        AURELIA.happened(what)


@pytest.mark.parametrize("recording", [AURELIA, PLANESWALKER], ids=lambda one: one.name)
def test_a_table_has_what_the_trace_has(recording: Recording) -> None:
    rows = recording.to_rows()
    lines = [json.loads(line) for line in trace_lines(recording)][1:-1]
    assert len(rows) == len(lines) == len(recording)
    assert len({tuple(row) for row in rows}) == 1, "all have the same columns"
    for row, line in zip(rows, lines, strict=True):
        del line["type"]
        assert row.pop("says")
        if not line["turn"]:
            line |= {"turn": None, "phase": None, "step": None, "node": "T0"}
        told = {key: value for key, value in row.items() if value is not None}
        plain = {key: "; ".join(value) if isinstance(value, list) else value for key, value in line.items()}
        assert told == {key: value for key, value in plain.items() if value is not None}


def test_a_dataframe_is_made_of_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    class Table(tuple[Any, ...]):
        def convert_dtypes(self, **options: bool) -> tuple[Any, ...]:
            return (options, *self)

    fake = ModuleType("pandas")
    fake.DataFrame = Table  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", fake)
    assert AURELIA.to_dataframe() == ({"convert_string": False}, *AURELIA.to_rows())
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(FsmError, match=r"pandas cannot be imported: install it, or take to_rows\(\)"):
        AURELIA.to_dataframe()


def test_attackers_are_found_by_each_address_of_their_combat() -> None:
    assert AURELIA.attacks["T1.combat#1"] == AURELIA.attacks["T1.combat"]
    assert AURELIA.attacks.get("T9.combat") is None
    with pytest.raises(
        KeyError, match=r"there is no combat with attackers 'T9.combat'.*; there are: T1.combat, T1.combat#2"
    ):
        AURELIA.attacks["T9.combat"]


def test_a_game_played_by_steps_is_a_recording() -> None:
    state, first = start_game("cr2026", ["Ann", "Bob"])
    events = list(first)
    while state.turn < 3:
        state, more = step(state, default_action(state))
        events += more
    recording = Recording.of(events, "A walk")
    (walk,) = parse_scenarios(WALK)
    run = run_scenario(walk, "cr2026")
    assert recording == Recording.of(iter(events)) == Recording(run.frames[: len(recording)])
    assert (recording.name, recording.final, len(recording)) == ("A walk", events[-1].state, len(events))
    assert recording.turns == ((1, "Ann"), (2, "Bob"), (3, "Ann"))
    assert recording.turn(2).diagram().svg()
    for nonsense in (None, 3, [], [3], "events"):
        with pytest.raises(ArgumentError, match="expected the events of a game"):
            Recording.of(nonsense)  # type: ignore[arg-type]
