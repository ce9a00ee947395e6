"""Traces: written in a fixed order, read forgivingly, refused where they cannot be understood."""

from __future__ import annotations

import json

import pytest

from fsm.errors import TraceError
from fsm.recording import Recording, read_trace, trace_lines
from fsm.recording.trace import MAX_LINE
from fsm.scenario import parse_scenarios, run_scenario

TEXT = """
name: a walk
edition: [cr2006, cr2026]
players: [Ann, "B\\"ö<b>"]
script:
  - at: T1.precombat_main
    Ann: {cast: Time Walk}
expect: {turns: [Ann, Ann]}
"""
HEADER = '{"type":"header","format":"turn-trace","version":"1.0","edition":"cr2026","players":["Ann","Bob"]}'
EVENT = (
    '{"type":"event","seq":1,"kind":"step.begin","turn":1,"active":"Ann","phase":"combat","step":"declare_attackers",'
    '"node":"T1.combat.declare_attackers","rules":["508.1"]}'
)


def recording(edition: str = "cr2026") -> Recording:
    (scenario,) = parse_scenarios(TEXT)
    return run_scenario(scenario, edition)


@pytest.mark.parametrize("edition", ["cr2006", "cr2026"])
def test_what_is_written_is_read_back(edition: str) -> None:
    played = recording(edition)
    trace = read_trace("\n".join(trace_lines(played)))
    assert (trace.edition, trace.players, trace.status) == (edition, played.players, "ok")
    assert len(trace.events) == len(played)
    for event, frame in zip(trace.events, played, strict=True):
        assert (event.seq, event.kind, event.turn) == (frame.seq, frame.event.kind, frame.state.turn)
        assert (event.node, event.rules) == (frame.part, frame.event.rules)


def test_the_same_recording_gives_the_same_lines() -> None:
    assert list(trace_lines(recording())) == list(trace_lines(recording()))


def test_lines_are_compact_json_without_line_ends_or_clock_times() -> None:
    for line in trace_lines(recording()):
        assert "\n" not in line
        assert json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")) == line
        assert not {"time", "date", "timestamp"} & set(json.loads(line))


def test_a_main_phase_has_no_step_and_an_extra_turn_says_by_what() -> None:
    events = [json.loads(line) for line in trace_lines(recording())]
    main = next(e for e in events if e.get("kind") == "phase.begin" and e["phase"] == "precombat_main")
    assert main["step"] is None
    assert main["node"] == "T1.precombat_main"
    extra = [e for e in events if e.get("kind") == "turn.begin"][1]
    assert (extra["by"], extra["active"], extra["phase"], extra["node"]) == ("Time Walk", "Ann", None, "T2")


def test_the_line_of_the_script_is_told() -> None:
    events = [json.loads(line) for line in trace_lines(recording())]
    cast = next(e for e in events if e.get("kind") == "stack.push")
    resolved = next(e for e in events if e.get("kind") == "stack.resolve")
    assert cast["line"] == resolved["line"] == 7


def test_unknown_fields_and_kinds_of_events_are_ignored() -> None:
    event = json.loads(EVENT) | {"kind": "weather.change", "mood": {"deep": []}}
    header = json.loads(HEADER) | {"tool": "somebody else's", "version": "1.7"}
    trace = read_trace(f"{json.dumps(header)}\n{json.dumps(event)}\n")
    assert trace.events[0].kind == "weather.change"
    assert trace.events[0].rules == ("508.1",)


def test_unknown_types_of_lines_are_ignored() -> None:
    assert read_trace(f'{HEADER}\n{{"type":"comment","text":"x"}}\n{EVENT}\n').events[0].seq == 1


def test_a_trace_without_its_end_is_cut() -> None:
    assert read_trace(f"{HEADER}\n{EVENT}\n").status == "cut"
    assert read_trace(f'{HEADER}\n{EVENT}\n{{"type":"end","status":"error","events":1}}').status == "error"
    assert read_trace(f'{HEADER}\r\n\r\n{EVENT}\r\n{{"type":"end","status":"ok","events":1}}\r\n').status == "ok"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f:1:1: the file is empty; a trace begins with a header line"),
        ("\n\n", "the file is empty"),
        ("garbage", "f:1:1: not JSON"),
        (f"{HEADER}\n{EVENT}\n{EVENT[:40]}", "f:3:"),
        (f"{HEADER}\n[1, 2]", 'f:2:1: expected an object with a "type"'),
        (f"{HEADER}\n3", 'f:2:1: expected an object with a "type"'),
        (f'{HEADER}\n{{"type": 3}}', 'f:2:1: expected an object with a "type"'),
        (f"{HEADER}\n{'[' * 100_000}", "f:2:1: not JSON"),
        (EVENT, 'f:1:1: expected a header with "format": "turn-trace"'),
        (HEADER.replace("turn-trace", "other"), 'expected a header with "format": "turn-trace"'),
        (HEADER.replace('"1.0"', '"2.0"'), "found version '2.0' of the format, expected 1.0"),
        (HEADER.replace('"1.0"', '"10.1"'), "version '10.1'"),
        (HEADER.replace('"1.0"', "null"), "version 'None'"),
        (HEADER.replace('["Ann","Bob"]', "3"), "f:1:1: players: found 3"),
        (HEADER.replace('"cr2026"', "{}"), "f:1:1: edition: found a mapping"),
        (f"{HEADER}\n{EVENT.replace('1,', 'true,', 1)}", "f:2:1: seq: found True"),
        (f"{HEADER}\n{EVENT.replace('508.1', 'x').replace(chr(34) + 'x' + chr(34), '5')}", "f:2:1: rules: found 5"),
        (f'{HEADER}\n{{"type":"event","seq":1}}', 'f:2:1: the key "kind" is missing'),
        (f"{HEADER}\n{EVENT[:-1]},{' ' * (MAX_LINE + 1)}" + '"x":1}', "f:2:1: found a line of"),
    ],
)
def test_what_cannot_be_read_is_shown_by_its_line(text: str, message: str) -> None:
    with pytest.raises(TraceError) as error:
        read_trace(text, "f")
    assert str(error.value).startswith(message) or message in str(error.value)


def test_a_trace_carries_the_schedule_only_if_asked_and_where_it_has_changed() -> None:
    played = recording()
    plain = [json.loads(line) for line in trace_lines(played)]
    told = [json.loads(line) for line in trace_lines(played, schedule=True)]
    assert all("schedule" not in line for line in plain)
    assert [{k: v for k, v in line.items() if k != "schedule"} for line in told] == plain
    last: list[tuple[str, str, str]] = []
    for frame, line in zip(played, told[1:-1], strict=True):
        now = [(c.address, c.by, c.removed_by) for c in frame.schedule]
        if "schedule" in line:
            said = [(c["address"], c.get("by", ""), c.get("removed_by", "")) for c in line["schedule"]]
            assert said != last
            last = said
        assert last == now
    walk = next(line for line in told if line.get("kind") == "turn.insert")
    extra = {"level": "turn", "address": "extra turn 1", "player": "Ann", "by": "Time Walk"}
    assert next(entry for entry in walk["schedule"] if entry["level"] == "turn") == extra
    assert len(read_trace("\n".join(trace_lines(played, schedule=True))).events) == len(played)


def test_the_schedule_of_a_place_is_that_of_the_moment_it_was_left() -> None:
    played = recording()
    assert [c.address for c in played.schedule("T1.precombat_main") if c.by] == ["extra turn 1"]
    assert not [c for c in played.schedule("T1.upkeep") if c.by]
    assert played.schedule("T9.upkeep") == ()


def test_a_turn_all_of_which_is_skipped_has_nothing_to_come() -> None:
    kinds = ("beginning", "main", "combat", "ending")
    skips = ", ".join(f"{{skip: {{what: {kind}, player: each, all: true, until: your_next_turn}}}}" for kind in kinds)
    void = f"{{name: The Void, type: instant, effects: [{skips}]}}"
    text = f"{{players: [Ann, Bob], until: T3, script: [{{at: T1.end, Ann: {{cast: {void}}}}}]}}"
    recording = run_scenario(parse_scenarios(text)[0])
    over = [frame for frame in recording if frame.state.turn == 2 and frame.event.kind == "turn.end"]
    assert [coming.level for coming in over[0].schedule] == ["turn", "turn"]
    assert len(list(trace_lines(recording, schedule=True))) == len(recording) + 2
