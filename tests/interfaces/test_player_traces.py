"""Traces of other programs in the player: whatever they leave out, the turns that they tell of are shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import every_day
from commands import Fsm, Lesson

from fsm.recording import read_trace, trace_lines
from fsm.scenario import read_scenarios, run_scenario
from fsm.webpage import Page
from fsm.webpage.record import SAID

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ASSAULT = SCENARIOS / "relentless-assault.turn.yaml"
HEADER = {"type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr2026", "players": ["Ann", "Bob"]}

Event = dict[str, Any]


def event(kind: str, phase: str | None = None, step: str | None = None, turn: int = 1, **more: Any) -> Event:
    """An event with as little as a trace may have."""
    fields = {"kind": kind, "turn": turn, "phase": phase, "step": step, **more}
    return {key: value for key, value in fields.items() if value is not None}


def shown(events: list[Event], header: dict[str, Any] = HEADER) -> dict[str, Any]:
    """What the player shows of a trace of these events."""
    lines = [json.dumps({"type": "event", **one}) for one in events]
    data: dict[str, Any] = Page((read_trace("\n".join([json.dumps(header), *lines])),)).data()["recordings"][0]
    return data


def notations(events: list[Event], header: dict[str, Any] = HEADER) -> list[str]:
    return [turn["notation"] for turn in shown(events, header)["turns"]]


def nodes(data: dict[str, Any]) -> list[list[Any]]:
    """The place of each event: phase, step, address, ids in pictures, what inserted it."""
    said, table = data["tables"]["said"], data["tables"]["node"]
    return [table[said[number][SAID.index("node")]] for number in data["columns"]["said"]]


def combat(*steps: str) -> list[Event]:
    return [event("step.begin", "combat", step) for step in steps]


FOLDERS = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", every_day(FOLDERS, *FOLDERS[::6]))
@pytest.mark.slow
def test_a_trace_of_ours_shows_the_turns_as_they_were_rewritten(folder: str) -> None:
    for file in sorted((SCENARIOS / folder).glob("*.turn.yaml"))[-2:]:
        recording = run_scenario(read_scenarios(file)[0])
        data = Page((read_trace("\n".join(trace_lines(recording))),)).data()["recordings"][0]
        ended = {frame.event.state.turn for frame in recording if frame.event.kind == "turn.end"}
        turns = {turn["number"]: turn["notation"] for turn in data["turns"] if turn["number"] in ended}
        assert turns == {number: recording.graphs[number].notation() for number in turns}, file.name
        own = recording.page().data()["recordings"][0]
        for told, ours in zip(nodes(data), nodes(own), strict=True):
            if told[0] and ours[2]:
                assert told[:3] == ours[:3]


def test_turns_alone_are_a_timeline() -> None:
    events = [event("turn.begin", turn=n, active=name) for n, name in ((1, "Ann"), (2, "Bob"), (3, "Ann"))]
    data = shown(events)
    assert [(turn["number"], turn["seat"], turn["first"]) for turn in data["turns"]] == [
        (1, 0, 1),
        (2, 1, 2),
        (3, 0, 3),
    ]
    assert {turn["notation"] for turn in data["turns"]} == {""}
    assert data["pictures"] == []


def test_phases_alone_are_drawn_with_the_steps_of_the_edition() -> None:
    phases = ("beginning", "precombat_main", "combat", "postcombat_main", "ending")
    data = shown([event("phase.begin", phase) for phase in phases])
    assert data["turns"][0]["notation"] == "U Up D | M1 | BC DA DB CD EC | M2 | E CL"
    assert [place[3] for place in nodes(data)] == list(phases)


def test_steps_alone_make_a_turn_of_what_they_tell() -> None:
    steps = [event("step.begin", None, step) for step in ("untap", "upkeep", "draw", "end", "cleanup", "cleanup")]
    data = shown(steps)
    assert data["turns"][0]["notation"] == "U Up D | E CL +1:CL"
    assert nodes(data)[2][:4] == ["beginning", "draw", "beginning.draw", "beginning.draw"]
    assert nodes(data)[5][3:] == ["ending.cleanup-1", "ending", "an unnamed effect"]


def test_a_step_that_comes_too_early_begins_another_phase() -> None:
    one, two = combat("beginning_of_combat", "declare_attackers", "end_of_combat"), combat("beginning_of_combat")
    assert notations([*one, *two]) == ["BC DA EC | +1:(BC)"]
    assert notations([event("phase.begin", "combat"), *one, *two]) == ["BC DA EC +1:BC"]  # a phase says when it begins


def test_what_comes_twice_under_one_address_is_told_apart() -> None:
    places = [("combat", "T1.combat"), ("postcombat_main", "T1.main"), ("combat", "T1.combat")]
    data = shown([event("phase.begin", phase, node=node) for phase, node in places])
    assert data["turns"][0]["notation"] == "BC DA DB CD EC | M1 | +1:(BC DA DB CD EC)"
    assert [place[3] for place in nodes(data)] == ["combat", "precombat_main", "combat-1"]


def test_insertions_keep_their_names_though_later_ones_come_before_them() -> None:
    first = event("phase.insert", "combat", node="T1.combat#2", by="Aurelia")
    second = event("phase.insert", "combat", node="T1.combat#2", by="World at War")
    begins = [event("phase.begin", "combat", node=f"T1.combat{number}") for number in ("", "#2", "#3")]
    data = shown([begins[0], first, second, *begins[1:]])
    assert data["turns"][0]["notation"] == "BC DA DB CD EC | +2:(BC DA DB CD EC) | +1:(BC DA DB CD EC)"
    assert [place[5] for place in nodes(data)] == [None, "Aurelia", "World at War", "World at War", "Aurelia"]


def test_an_insertion_without_an_address_comes_next() -> None:
    events = [event("phase.begin", "precombat_main"), event("phase.insert", "combat", by="Aurelia")]
    data = shown([*events, event("phase.begin", "combat"), event("phase.begin", "combat")])
    assert [place[5] for place in nodes(data)] == [None, "Aurelia", "Aurelia", None]


def test_events_in_places_that_nothing_began_are_shown_there() -> None:
    data = shown([event("priority.get", None, "upkeep", player="Ann"), event("life.lose", "precombat_main")])
    assert data["turns"][0]["notation"] == "Up | M1"
    assert [place[3] for place in nodes(data)] == ["beginning.upkeep", "precombat_main"]


def test_a_turn_with_another_number_has_begun() -> None:
    data = shown([event("step.begin", None, "upkeep", n, active=name) for n, name in ((1, "Ann"), (2, "Bob"))])
    assert [(t["number"], t["seat"], t["first"]) for t in data["turns"]] == [(1, 0, 1), (2, 1, 2)]


def test_what_created_an_extra_turn_is_told() -> None:
    turns = shown(
        [event("turn.begin", turn=1, active="Ann"), event("turn.begin", turn=2, active="Ann", by="Time Walk")]
    )
    assert [turn["by"] for turn in turns["turns"]] == ["", "Time Walk"]


def test_a_trace_without_players_has_a_lane_for_somebody() -> None:
    data = shown([event("step.begin", None, "upkeep")], {**HEADER, "players": []})
    assert (data["players"], data["turns"][0]["seat"]) == (["somebody"], 0)


@pytest.mark.parametrize(
    ("edition", "title"),
    [("", "no edition named, drawn as Comprehensive Rules"), ("magic", "magic, drawn as Comprehensive Rules")],
)
def test_of_an_unknown_edition_turns_are_drawn_by_today_s_rules(edition: str, title: str) -> None:
    data = shown([event("step.begin", None, "upkeep", rules=["503.1"])], {**HEADER, "edition": edition})
    assert data["edition"]["title"].startswith(title)
    assert data["turns"][0]["notation"] == "Up"
    assert data["rules"] == {}  # a number of another edition may mean another rule


def test_a_turn_of_very_many_phases_is_told_by_its_notation() -> None:
    data = shown([event("phase.begin", phase) for phase in ("combat", "postcombat_main") * 501])
    assert data["pictures"] == []
    assert data["turns"][0]["notation"].count("|") == 1001


def change(number: int) -> Callable[[list[str]], list[str]]:
    """One of many changes that a program could make to a trace by mistake."""

    def changed(lines: list[str]) -> list[str]:
        at = 1 + number * 7919 % (len(lines) - 2)
        other = 1 + number * 104729 % (len(lines) - 2)
        lines = list(lines)
        if number % 3 == 0:
            lines[at], lines[other] = lines[other], lines[at]
        elif number % 3 == 1:
            lines.insert(at, lines[other])
        else:
            del lines[at]
        return lines

    return changed


@pytest.mark.parametrize("changes", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_no_order_of_events_is_too_odd_to_be_shown(changes: int) -> None:
    lines = list(trace_lines(run_scenario(read_scenarios(ASSAULT)[0], "cr2026")))
    for number in range(changes):
        lines = change(number)(lines)
        data = Page((read_trace("\n".join(lines)),)).data()["recordings"][0]
        assert len(data["columns"]["said"]) == len(lines) - 2
        assert [turn["number"] for turn in data["turns"]].count(1) >= 1


def test_a_trace_with_no_more_than_kinds_turns_and_steps_is_a_page(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    lines = [HEADER, *({"type": "event", **one} for one in combat("declare_attackers", "end_of_combat"))]
    for name in ("x.jsonl", "x.log"):
        lesson("\n".join(map(json.dumps, lines)), name)
        done = fsm("player", name, "-o", "x.html")
        assert (done.exit_code, done.output) == (0, "")
        assert "<title>A game</title>" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_a_trace_keeps_the_rules_and_the_numbers_that_it_tells(fsm: Fsm, tmp_path: Path) -> None:
    fsm("run", "relentless-assault", "--trace", "x.jsonl")
    fsm("player", "x.jsonl", "-o", "x.html")
    page = (tmp_path / "x.html").read_text()
    assert "first turn of two players. 103.8a " in page
    assert "skipped. 500.11 " not in page
    assert '"Declare attackers step #2"' in page
