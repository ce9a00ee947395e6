"""``fsm check`` and ``fsm trace diff``: verdicts, what is named, and input that cannot be used."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cases import case
from checking import Entry, at_level, entries, judged, observed, random_trace, rules_of
from commands import GOOD, Fsm, Lesson

from fsm.check import Setup, check_trace, judge
from fsm.edition import load_edition
from fsm.scenario import parse_scenarios, run_scenario

HEADER = {"type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr2026", "players": ["Ann", "Bob"]}


def trace_of(script: str = "", players: str = "[Ann, Bob]", edition: str = "cr2026", until: str = "T3") -> list[Entry]:
    (scenario,) = parse_scenarios(f"players: {players}\nedition: {edition}\nuntil: {until}\n{script}")
    return entries(run_scenario(scenario))


def steps(*lines: str, **more: Any) -> list[Entry]:
    """A coarse trace: ``T1 Ann`` is a turn, anything else a step or a phase."""
    events: list[Entry] = []
    for line in lines:
        name, _, by = line.partition(" by ")
        first, _, player = name.partition(" ")
        if player:
            event = {"kind": "turn.begin", "turn": int(first[1:]), "active": player}
        elif first in load_edition("cr2026").kinds.steps_of:
            event = {"kind": "phase.begin", "phase": first}
        else:
            event = {"kind": "step.begin", "step": first}
        events.append({"type": "event", **event, **({"by": by} if by else {})})
    return [{**HEADER, **more}, *events]


def turn(*middle: str) -> tuple[str, ...]:
    return ("untap", "upkeep", "draw", "precombat_main", *middle, "postcombat_main", "end", "cleanup")


COMBAT = ("beginning_of_combat", "declare_attackers", "end_of_combat")
FIRST = ("T1 Ann", "untap", "upkeep", "precombat_main", *COMBAT, "postcombat_main", "end", "cleanup")

WRONG: dict[str, tuple[list[Entry], int, tuple[str, ...]]] = {
    "extra turns oldest first": (
        [
            HEADER,
            *(
                {"type": "event", "kind": "turn.insert", "player": name, "by": by}
                for name, by in (("Ann", "Time Walk"), ("Bob", "Invented Hour"))
            ),
            {"type": "event", "kind": "turn.begin", "active": "Ann"},
        ],
        4,
        ("extra_turn",),
    ),
    "the rotation goes on from who took an extra turn": (
        steps("T1 Ann", "T2 Cat by Time Warp", "T3 Ann", players=["Ann", "Bob", "Cat"]),
        4,
        ("turn_order",),
    ),
    "the first draw step comes for two players": (steps("T1 Ann", "untap", "upkeep", "draw"), 5, ("first_draw",)),
    "the first draw step is left out for three": (
        steps("T1 Ann", "untap", "upkeep", "precombat_main", players=["Ann", "Bob", "Cat"]),
        5,
        ("skip",),
    ),
    "blockers without damage": (
        steps(*FIRST, "T2 Bob", *turn("beginning_of_combat", "declare_attackers", "declare_blockers", "end_of_combat")),
        20,
        ("skip",),
    ),
    "a third combat damage step": (
        steps(*FIRST, "T2 Bob", *turn(*COMBAT[:2], "declare_blockers", *["combat_damage"] * 3, "end_of_combat")),
        22,
        ("extra_step",),
    ),
    "an extra combat that nobody made": (
        steps(*FIRST, "T2 Bob", *turn(*COMBAT, "postcombat_main", *COMBAT)),
        21,
        ("extra_step",),
    ),
    "the turn ends on the end step": (steps(*FIRST[:-1], "T2 Bob"), 11, ("turn",)),
    "no upkeep": (steps("T1 Ann", "untap", "precombat_main"), 4, ("skip",)),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_engine_is_found_at_its_line_by_its_rule(name: str) -> None:
    trace, line, topics = WRONG[name]
    finding = judged(trace).finding
    assert finding is not None, "it passed"
    assert (finding.line, rules_of("cr2026", *topics) <= set(finding.rules)) == (line, True), finding
    assert finding.could, finding
    assert judged(trace[: line - 1]).possible


RIGHT = {
    "regular turns": steps(*FIRST, "T2 Bob", *turn(*COMBAT), "T3 Ann", *turn(*COMBAT)),
    "blockers and two damage steps": steps(
        *FIRST, "T2 Bob", *turn(*COMBAT[:2], "declare_blockers", "combat_damage", "combat_damage", "end_of_combat")
    ),
    "a repeated cleanup": steps(*FIRST, "cleanup", "cleanup", "T2 Bob"),
    "extra turns that say so": steps("T1 Ann", "T2 Ann by Time Walk", "T3 Bob", "T4 Ann"),
    "an extra combat that says so": steps(
        *FIRST, "T2 Bob", *turn(*COMBAT), *("T3 Ann", "untap", "upkeep", "draw", "precombat_main"),
        "beginning_of_combat by Aurelia", *COMBAT[1:], *COMBAT,
    ),
    "turns alone": steps("T1 Ann", "T2 Bob", "T3 Cat", "T4 Ann", players=["Ann", "Bob", "Cat"]),
    "a trace that begins inside a turn": steps("draw", "precombat_main", *COMBAT, "postcombat_main"),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_rules_allow_is_possible(name: str) -> None:
    verdict = judged(RIGHT[name])
    assert verdict.possible, verdict.finding
    assert not verdict.assumptions


def test_unknown_effects_are_assumed_only_when_asked() -> None:
    trace = steps("T1 Ann", "T2 Ann", "T3 Bob")
    told, unknown, none = (judged(trace, effects) for effects in ("told", "unknown", "none"))
    assert told.finding is not None
    assert "--effects unknown" in told.finding.hint
    assert unknown.possible
    assert unknown.assumed == ("line 3: an extra turn for Ann",)
    assert none.finding is not None
    assert judged(steps("T1 Ann", "T2 Ann by Time Walk"), "none").finding is not None


ASSAULT = "script: [{at: T1.precombat_main, Ann: {cast: Relentless Assault}}]\n"


@pytest.mark.parametrize(
    ("kind", "why", "topic"),
    [
        ("priority.pass", "another player's priority", "pass"),
        ("priority.get", "only the player with priority may pass", "pass"),
        ("stack.resolve", "top of the stack resolves", "all_pass_resolve"),
        ("phase.insert", "nothing told adds combat", "extra_phase"),
    ],
)
def test_an_event_left_out_of_a_full_trace_is_missed(kind: str, why: str, topic: str) -> None:
    trace = trace_of(ASSAULT)
    at = next(at for at, event in enumerate(trace) if event.get("kind") == kind)
    assert judged(trace).possible
    finding = judged([*trace[:at], *trace[at + 1 :]]).finding
    assert finding is not None
    assert rules_of("cr2026", topic) <= set(finding.rules), finding
    if kind != "phase.insert":
        assert why in finding.why


ENDLESS = "without ends"


def test_a_step_without_its_end_is_judged_by_what_begins_next() -> None:
    trace = at_level(trace_of(ASSAULT), ENDLESS)
    assert judged(trace).possible
    for step in ("upkeep", "draw", None, "declare_attackers", "end"):
        here = [at for at, e in enumerate(trace) if e.get("turn") == 2 and e.get("step") == step]
        gets = [at for at in here if trace[at]["kind"] in ("priority.get", "priority.pass")]
        for left_out in (gets, gets[:2], gets[-2:], gets[-1:]):
            with case(f"{step} without {len(left_out)}"):
                finding = judged([e for at, e in enumerate(trace) if at not in left_out]).finding
                assert finding is not None, "it passed"
                assert "priority" in finding.why or "passed" in finding.why or "pass" in finding.why, finding


@pytest.mark.parametrize("level", ["full", ENDLESS])
def test_a_step_that_an_effect_ends_needs_no_passes(level: str) -> None:
    trace = trace_of("script: [{at: T1.upkeep, Ann: {cast: Time Stop}}]")
    told = at_level(trace, level)
    assert judged(told).possible
    other = [e for e in told if not (e.get("kind", "").endswith(".skip") and e.get("by"))]
    finding = judged(other).finding
    assert finding is not None
    assert "comes next" in finding.why, finding


def attacked(*attackers: str, put: bool = False, edition: str = "cr2026") -> list[Entry]:
    """A coarse trace in which blockers and damage follow a declaration of attackers."""
    before = steps(*FIRST, "T2 Bob", *turn("beginning_of_combat", "declare_attackers")[:-3], edition=edition)
    told: list[Entry] = [{"type": "event", "kind": "combat.attack", "player": "Bob", "attackers": list(attackers)}]
    told += [{"type": "event", "kind": "combat.put", "player": "Bob", "name": "Bear"}] if put else []
    return [*before, *told, *steps("declare_blockers", "combat_damage", "end_of_combat")[1:]]


@pytest.mark.parametrize("effects", ["told", "none"])
def test_no_blockers_without_attackers_whatever_the_trace_says_of_effects(effects: str) -> None:
    assert judged(attacked("Bear"), effects).possible
    finding = judged(attacked(), effects).finding
    assert finding is not None, "it passed"
    assert (finding.line, finding.rules) == (20, ("508.8",))


def test_creatures_put_in_attacking_count_where_the_edition_says_so() -> None:
    assert judged(attacked(put=True)).possible
    assert judged(attacked(put=True, edition="cr2008")).possible
    finding = judged(attacked(put=True, edition="cr2006")).finding
    assert finding is not None, "it passed"
    assert finding.rules == ("308.4",)
    unknown = judged(attacked(), "unknown")
    assert unknown.assumed == ("line 20: a creature put onto the battlefield attacking",)


def test_attackers_are_forgotten_as_the_end_of_combat_step_ends() -> None:
    before = attacked(put=True, edition="cr2008")[:-3]
    again = {"type": "event", "kind": "step.begin", "step": "declare_attackers", "by": "Spell"}
    none = {"type": "event", "kind": "combat.attack", "player": "Bob", "attackers": []}
    blocked, ended = steps("declare_blockers")[1:], steps("declare_blockers", "combat_damage", "end_of_combat")[1:]
    assert judged([*before, again, none, *blocked]).possible
    assert judged([*before, *ended, again, none, *steps("postcombat_main")[1:]]).possible
    finding = judged([*before, *ended, again, none, *blocked]).finding
    assert finding is not None, "it passed"
    late = {"type": "event", "kind": "step.begin", "step": "end_of_combat", "by": "Spell"}
    assert judged([*before, late, *blocked]).possible, "attackers were declared before combat ended"


ENDED = (*FIRST, "T2 Bob", "untap", "upkeep", "draw", "precombat_main")


@pytest.mark.parametrize(
    ("after", "possible"),
    [
        (("cleanup by Time Stop", "T3 Ann", "untap"), True),
        (("cleanup by Time Stop", "end", "cleanup"), False),
        (("end by Time Stop", "cleanup", "T3 Ann"), False),
        (("beginning_of_combat", "postcombat_main by Mandate of Peace", "end", "cleanup"), True),
        (("beginning_of_combat", "end by Mandate of Peace"), False),
    ],
)
def test_an_effect_that_ended_the_turn_or_the_combat_is_named_by_what_begins(
    after: tuple[str, ...], possible: bool
) -> None:
    verdict = judged(steps(*ENDED, *after))
    assert verdict.possible == possible, verdict.finding


def test_kinds_that_nobody_knows_are_passed_over_wherever_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "FIRST", 3)
    trace = steps(*FIRST)
    for kind in ("phase.note", "turn.note", "step.begun", "my.note"):
        for at in (1, 2, len(trace)):
            with case(f"{kind} at {at}"):
                assert judged([*trace[:at], {"type": "event", "kind": kind}, *trace[at:]]).possible


def mark(kind: str, place: str, by: str = "Spell", **more: Any) -> Entry:
    """An event that tells of a change, at ``phase`` or ``phase.step``."""
    phase, _, step = place.partition(".")
    return {"type": "event", "kind": kind, "phase": phase, **({"step": step} if step else {}), "by": by, **more}


def between(before: tuple[str, ...], event: Entry, *after: str, **more: Any) -> list[Entry]:
    """A coarse trace with an event in the middle of it."""
    return [*steps(*before, **more), event, *steps(*after)[1:]]


THREE = {"players": ["Ann", "Bob", "Cat"]}
MAIN = ("T1 Ann", "untap", "upkeep", "draw", "precombat_main")
UNTIMELY: dict[str, tuple[list[Entry], int, tuple[str, ...]]] = {
    "an effect in an untap step": (between(("T1 Ann", "untap"), mark("phase.insert", "combat")), 4, ("extra_phase",)),
    "a step added before the one that play is in": (
        between((*MAIN, *COMBAT), mark("step.insert", "combat.end_of_combat", node="T1.combat.end_of_combat"), **THREE),
        10,
        ("extra_phase",),
    ),
    "an effect has made a step that nothing added": (
        steps("T1 Ann", "untap", "upkeep by Spell", "draw", **THREE),
        5,
        ("skip",),
    ),
    "the turn order is reversed in another step than the event names": (
        between(MAIN, mark("order.reverse", "combat.end_of_combat", turn=1), **THREE),
        7,
        ("turn",),
    ),
}


@pytest.mark.parametrize("name", UNTIMELY)
def test_a_change_at_a_moment_when_nothing_can_change_is_missed(name: str) -> None:
    trace, line, topics = UNTIMELY[name]
    finding = judged(trace).finding
    assert finding is not None, "it passed"
    assert (finding.line, rules_of("cr2026", *topics) <= set(finding.rules)) == (line, True), finding


def test_a_trace_that_tells_of_one_skipped_phase_tells_of_all() -> None:
    trace = at_level(trace_of("script: [{at: T1.precombat_main, Ann: {cast: Time Stop}}]"), "structure")
    at = first_of(trace, "phase.skip", phase="combat")
    assert judged(trace).possible
    finding = judged([*trace[:at], *trace[at + 1 :]]).finding
    assert finding is not None
    assert finding.line == at + 1


def first_of(trace: list[Entry], kind: str, **fields: Any) -> int:
    return next(at for at, e in enumerate(trace) if e.get("kind") == kind and fields.items() <= e.items())


def test_attackers_are_declared_once_by_the_active_player_before_anybody_gets_priority() -> None:
    trace = trace_of()
    at = first_of(trace, "combat.attack")
    before, event, after = trace[:at], trace[at], trace[at + 1 :]
    assert judged(trace).possible
    for changed in (
        [*before, *after],
        [*before, event, event, *after],
        [*before, after[0], event, *after[1:]],
        [*before, {**event, "player": "Bob"}, *after],
        [*before, {**event, "phase": "ending"}, *after],
    ):
        finding = judged(changed).finding
        assert finding is not None
        assert finding.line in (at + 1, at + 2)


def test_what_is_on_the_stack_stays_with_its_player() -> None:
    trace = trace_of(ASSAULT)
    at = first_of(trace, "stack.resolve")
    finding = judged([*trace[:at], {**trace[at], "player": "Bob"}, *trace[at + 1 :]]).finding
    assert finding is not None
    assert (finding.line, "another player put" in finding.why) == (at + 1, True)


def test_blockers_are_skipped_for_want_of_attackers_only_as_the_step_ends() -> None:
    trace = trace_of()
    at = first_of(trace, "step.skip", step="declare_blockers")
    assert trace[at - 1]["kind"] == "priority.pass"
    finding = judged([*trace[: at - 1], trace[at], trace[at - 1], *trace[at + 1 :]]).finding
    assert finding is not None
    assert rules_of("cr2026", "all_pass_end") <= set(finding.rules), finding


@pytest.mark.parametrize("players", ["[Ann, Bob]", "[Ann, Bob, Cat]"])
def test_a_trace_may_begin_inside_the_first_turn(players: str) -> None:
    trace = trace_of(players=players)
    events = at_level(trace, "begins")
    for first in range(2, 12):
        if events[first]["step"] != "combat_damage" or events[first]["kind"] != "step.skip":
            assert judged([trace[0], *events[first:]]).possible, events[first]


LATE = "[{name: Late, type: enchantment, triggers: [{when: cleanup, nth: 1, do: [{life: 1}]}]}]"


def test_a_cleanup_step_with_priority_is_repeated() -> None:
    trace = trace_of(players=f"{{Ann: {{battlefield: {LATE}}}, Bob: {{}}}}", until="T2")
    assert judged(trace).possible
    once = [event for event in trace if event.get("node") != "T1.ending.cleanup#2"]
    assert len(once) < len(trace)
    finding = judged(once).finding
    assert finding is not None
    assert set(finding.rules) == rules_of("cr2026", "cleanup_priority"), finding


def written(folder: Path, trace: list[Entry], name: str = "t.jsonl", end: bool = True) -> str:
    rows = [*trace, {"type": "end", "status": "ok", "events": len(trace) - 1}] if end else trace
    (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return name


def test_the_command_says_what_is_wrong_and_what_could_come(fsm: Fsm, tmp_path: Path) -> None:
    name = written(tmp_path, WRONG["no upkeep"][0])
    done = fsm("check", name)
    assert done.exit_code == 1
    assert done.output.startswith(f"{name}:4:1: impossible: phase.begin precombat_main\n")
    assert "could  step.begin T1.beginning.upkeep" in done.output
    data = json.loads(fsm("check", name, "--json").output)
    assert (data["possible"], data["finding"]["line"]) == (False, 4)
    right = fsm("check", written(tmp_path, RIGHT["turns alone"]))
    assert (right.exit_code, right.output) == (0, "t.jsonl: possible (4 events, 4 turns, cr2026)\n")


def test_a_damaged_end_line_is_said(fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / written(tmp_path, RIGHT["turns alone"])
    file.write_bytes(file.read_bytes().replace(b'"status"', b'"sta\xffus"'))
    done = fsm("check", file.name)
    assert done.exit_code == 2
    assert ":6:1: this is not UTF-8 text" in done.output


def test_a_scenario_says_exactly_what_has_to_come(fsm: Fsm, tmp_path: Path, lesson: Lesson) -> None:
    text = f"name: one\nplayers: [Ann, Bob]\n{ASSAULT}expect: {{turns: [Ann]}}\n"
    (scenario,) = parse_scenarios(text)
    trace = entries(run_scenario(scenario, "cr2026"))
    coarse = [trace[0], *(event for event in trace[1:] if event["kind"].endswith(".begin"))]
    assert fsm("check", written(tmp_path, coarse), "--scenario", lesson(text)).exit_code == 0
    short = fsm("check", written(tmp_path, coarse[:-1]), "--scenario", lesson(text))
    assert (short.exit_code, "the run of the scenario goes on" in short.output) == (1, True)
    plain = entries(run_scenario(parse_scenarios(GOOD)[0], "cr2026"))
    other = fsm("check", written(tmp_path, plain), "--scenario", lesson(text))
    assert (other.exit_code, "they differ in kind" in other.output) == (1, True)


def test_two_traces_are_compared(fsm: Fsm, tmp_path: Path) -> None:
    trace = random_trace(3)
    one = written(tmp_path, trace, "one.jsonl")
    assert fsm("trace", "diff", one, written(tmp_path, trace, "two.jsonl")).exit_code == 0
    less = fsm("trace", "diff", one, written(tmp_path, [*trace[:20], *trace[21:]], "two.jsonl"))
    assert less.exit_code == 1
    assert less.output.startswith("one.jsonl:21 and two.jsonl:21: event 20 differs")
    assert f"lengths: {len(trace) - 1:,} and {len(trace) - 2:,} events" in less.output
    cut = fsm("trace", "diff", one, written(tmp_path, trace[:-2], "two.jsonl"))
    assert "two.jsonl (its end)" in cut.output
    begins = ("--kinds", "turn.begin,step.begin", "--fields", "active,step")
    coarse = written(tmp_path, at_level(trace, "begins"), "two.jsonl")
    assert fsm("trace", "diff", one, coarse, *begins).exit_code == 0
    assert json.loads(fsm("trace", "diff", one, coarse, "--json").output)["same"] is False


GOOD_LINE = b'{"type":"event","kind":"turn.begin","turn":1,"active":"Ann"}\n'
BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "t.jsonl:1:1: the file is empty"),
    "no header": (GOOD_LINE, "t.jsonl:1:1: expected a header"),
    "binary": (b"\x00\xff\x01\x02" * 100, "t.jsonl:1:1: not JSON"),
    "another version": (json.dumps({**HEADER, "version": "2.0"}).encode(), "t.jsonl:1:1: found version '2.0'"),
    "another edition": (json.dumps({**HEADER, "edition": "cr1999"}).encode() + b"\n" + GOOD_LINE, "cr1999"),
    "cut": (json.dumps(HEADER).encode() + b"\n" + GOOD_LINE[:30], "t.jsonl:2:31: the line is cut"),
    "no UTF-8": (json.dumps(HEADER).encode() + b'\n{"type":"event","kind":"\xff"}\n', "t.jsonl:2:"),
    "no object": (json.dumps(HEADER).encode() + b"\n[1]\n", "t.jsonl:2:1: expected `object`"),
    "a wrong type": (json.dumps(HEADER).encode() + b'\n{"type":"event","kind":7}\n', "t.jsonl:2:1: expected"),
    "no event": (json.dumps(HEADER).encode() + b"\n", "tells of no event"),
    "no kind": (json.dumps(HEADER).encode() + b'\n{"type":"event"}\n', "t.jsonl:2:1: found an event without a kind"),
    "a negative turn": (
        json.dumps(HEADER).encode() + b'\n{"type":"event","kind":"turn.begin","turn":-1}\n',
        "t.jsonl:2:1: expected `int` >= 0",
    ),
    "a huge turn": (
        json.dumps(HEADER).encode() + b'\n{"type":"event","kind":"turn.begin","turn":' + b"9" * 30 + b"}\n",
        "t.jsonl:2:1: expected `int` <= 1000000",
    ),
    "a negative number": (
        json.dumps(HEADER).encode() + b'\n{"type":"event","seq":-1,"kind":"turn.begin"}\n',
        "t.jsonl:2:1: expected `int` >= 0",
    ),
    "nested": (json.dumps(HEADER).encode() + b"\n" + b"[" * 100_000 + b"\n", "t.jsonl:2:1: "),
}


def test_what_is_no_trace_is_said_with_its_place(fsm: Fsm, tmp_path: Path) -> None:
    for name, (content, said) in BAD.items():
        (tmp_path / "t.jsonl").write_bytes(content)
        for command in (("check", "t.jsonl"), ("trace", "diff", "t.jsonl", "t.jsonl")):
            with case(f"{name}: {command}"):
                done = fsm(*command)
                if command[0] == "check":
                    assert (done.exit_code, said in done.stderr) == (2, True), done.output + done.stderr
                assert done.exit_code in (0, 2)
                assert done.stderr.count("\n") <= 1


def test_a_line_of_200_megabytes_takes_neither_time_nor_memory(fsm: Fsm, tmp_path: Path) -> None:
    with (tmp_path / "t.jsonl").open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    tracemalloc.start()
    done = fsm("check", "t.jsonl")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (done.exit_code, "t.jsonl:1:1: found a line of more than" in done.stderr) == (2, True)
    assert most < 20_000_000


def many_turns(count: int) -> Iterator[Entry]:
    for number in range(1, count + 1):
        yield {"type": "event", "kind": "turn.begin", "turn": number, "active": ("Bob", "Ann")[number % 2]}


def test_memory_does_not_grow_with_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "FIRST", 100)
    edition, held = load_edition("cr2026"), []
    for count in (2_000, 10_000):
        tracemalloc.start()
        assert check_trace(observed(many_turns(count)), edition, Setup(players=("Ann", "Bob"))).turns == count
        held.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert held[1] < 1.1 * held[0]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("step", "declare_blockers", "its step is declare_blockers, and its node T1.combat.declare_attackers"),
        ("phase", "ending", "its phase is ending, and its node T1.combat.declare_attackers"),
        ("player", "Bob", "the active player is Ann, found Bob"),
    ],
)
def test_the_field_that_is_wrong_is_named(fsm: Fsm, tmp_path: Path, field: str, value: str, said: str) -> None:
    fsm("run", "relentless-assault", "--trace", "x.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    event = next(line for line in lines if line.get("kind") == "step.begin" and line["step"] == "declare_attackers")
    event[field] = value
    (tmp_path / "y.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert said in fsm("check", "y.jsonl").stdout
