"""Traces, logs and mappings that nobody would write: real ones with changes, and invented ones; and their check."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from mutating import HOSTILE, SCENARIOS

from fsm.check import Setup, Verdict, check_trace, read_mapping
from fsm.check.reading import TraceReader, opened
from fsm.edition import edition_ids, load_edition
from fsm.errors import LONGEST, InputError
from fsm.recording import trace_lines
from fsm.scenario import read_scenarios, run_scenario

Line = dict[str, Any]

PHASES = ("beginning", "precombat_main", "combat", "postcombat_main", "ending")
STEPS = (
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage",
    "end_of_combat", "end", "cleanup",
)  # fmt: skip
LEVELS, WHAT = ("turn", "phase", "step"), ("begin", "end", "skip", "insert")
OTHERS = (
    "priority.get", "priority.pass", "stack.push", "stack.resolve", "stack.remove", "stack.copy", "game.begin",
    "game.end", "game.restart", "order.reverse", "player.leave", "combat.attack", "combat.put", "mulligan", "choice",
    "hand.bottom", "permanent.control", "my.note",
)  # fmt: skip
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
EFFECT_NAMES = ("Time Walk", "Stasis", "")
MOST = 40


@cache
def real(number: int) -> tuple[Line, ...]:
    """The lines of the trace of a scenario of the corpus, or of the next one whose run is short."""
    files = sorted(SCENARIOS.rglob("*.turn.yaml"))
    for file in (*files[number % len(files) :], *files):
        scenario = read_scenarios(file)[0]
        recording = run_scenario(scenario, scenario.editions[0])
        if len(recording) < 300 and "." not in recording.edition.id:
            return tuple(map(json.loads, trace_lines(recording)))
    raise AssertionError


def odd_trace(seed: int) -> bytes:
    """A trace: a real one with some of it changed, or an invented one; the same for the same seed."""
    random = Random(seed)  # noqa: S311  # any traces, the same each time
    lines = [dict(line) for line in real(random.randrange(10_000))] if seed % 2 else _invented(random)
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        _changed(random, lines)
    raw = "\n".join(json.dumps(line, ensure_ascii=random.random() < 0.5) for line in lines) + "\n"
    text = raw.encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        at = random.randrange(len(text))
        text = text[:at] + random.choice((b"", b"\xff", b"\0", b"\n", b'"', b"\\ud800", b"[" * 3000)) + text[at + 1 :]
    return text


def _changed(random: Random, lines: list[Line]) -> None:
    """Does something to a line: it comes twice, elsewhere, not at all, or with other fields."""
    at = random.randrange(len(lines))
    line = lines[at]
    match random.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, dict(line))
        case 2:
            lines.insert(random.randrange(len(lines)), lines.pop(at))
        case 3:
            line[random.choice([*line, "team", "teams", "order", "players", "extra"])] = _value(random)
        case 4:
            line.pop(random.choice(list(line)))
        case 5:
            lines[at:] = lines[at : at + random.randrange(30)]
    if not lines:
        lines.append(line)


def _value(random: Random) -> Any:
    names = random.choices(NAMES, k=random.randrange(4))
    known = (*NAMES, *PHASES, *STEPS, *OTHERS, *range(-1, 4), names, [names], [names, names[:1]], [[]], "\ud800")
    return random.choice((random.choice(HOSTILE), random.choice(known)))


def _invented(random: Random) -> list[Line]:
    """A trace of an engine that has learnt the words, but not the rules; it tells only of some kinds."""
    players = list(NAMES[: random.choice((1, 2, 2, 3, 4))])
    header: Line = {"type": "header", "format": "turn-trace", "version": "1.0", "edition": random.choice(edition_ids())}
    more: list[Line] = [{"players": players}, {}, {"players": players, "teams": [players[:2], players[2:]]}]
    header |= random.choice(more)
    kinds = random.sample([f"{level}.{what}" for level in LEVELS for what in WHAT], random.choice((1, 2, 3, 6)))
    kinds += random.sample(OTHERS, random.choice((0, 0, 1, 4)))
    lines, turn, order = [header], random.choice((0, 1, 1, 3)), random.random() < 0.5
    for number in range(random.choice((5, 25, 25, MOST))):
        kind = random.choice(kinds)
        turn += random.random() < 0.1 or kind == "turn.begin"
        places = STEPS if kind.startswith("step") else PHASES
        place = places[number % len(places)] if order else random.choice(places)
        line: Line = {"type": "event", "kind": kind, "turn": turn}
        if random.random() < 0.7:
            line["active"] = players[(turn - 1) % len(players)]
        if kind.startswith(("step", "phase")) and random.random() < 0.9:
            line["step" if kind.startswith("step") else "phase"] = place
        if random.random() < 0.5:
            line["player"] = random.choice(players)
        if kind.endswith(("insert", "skip")) and random.random() < 0.7:
            line["by"] = random.choice(EFFECT_NAMES)
        lines.append(line)
    return lines


def odd_mapping(seed: int) -> tuple[bytes, bytes]:
    """A mapping, and a log that it may read."""
    random = Random(seed)  # noqa: S311  # any mappings, the same each time
    fields = ("kind", "turn", "active", "phase", "step", "player", "by")
    keys = ("a", "0", "1", "²", "٣", "", "-1", "9" * 400, "x y")
    lines = [f'edition = "{random.choice(edition_ids())}"', 'players = ["Ann", "Bob"]']
    if random.random() < 0.3:
        lines.append(f"begins = {json.dumps(random.sample(LEVELS, random.randrange(4)))}")
    if random.random() < 0.5:
        chosen = random.sample(fields, random.choice((1, 3, 5)))
        lines.append("[fields]")
        lines += [f"{name} = {json.dumps('.'.join(random.choices(keys, k=random.choice((1, 2)))))}" for name in chosen]
        lines += ["[values.kind]", *(f'"{n}" = "{random.choice(LEVELS)}.{random.choice(WHAT)}"' for n in range(3))]
        log = [json.dumps(random.choice((_log(random), _value(random), {}))) for _ in range(random.choice((1, 9)))]
    else:
        patterns = ("(?P<kind>.*)", "(?P<turn>[0-9]*)", "(a|a)*b", "(?P<step>upkeep)", "a+a+b", "(?P<x>.)", "(", "")
        for _ in range(random.choice((1, 2, 3))):
            lines += ["[[lines]]", f"match = {json.dumps(random.choice(patterns))}"]
            lines += random.choice(([], ['set = { kind = "step.begin" }'], ['set = { kind = "²", turn = "²" }']))
        log = [random.choice((*STEPS, *NAMES, "9" * 400, "\x1b[31m", "")) for _ in range(random.choice((1, 9)))]
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        at = random.randrange(len(text))
        text = text[:at] + random.choice((b"", b"\xff", b"\0", b"[", b"9" * 30)) + text[at + 1 :]
    return text, "\n".join(log).encode("utf-8", "surrogatepass") + b"\n"


def _log(random: Random) -> Line:
    values = (0, 1, 2, 2**70, "1", "²", [1], [[1], {"a": 1}], {"a": "1", "0": 2}, None, 1e300, True, "upkeep")
    return {key: random.choice(values) for key in ("a", "0", "1", "²", "", "x y")}


def read_and_check(folder: Path, trace: bytes, mapping: bytes | None = None, effects: str = "told") -> Verdict | None:
    """Does with a trace what ``fsm check`` does; nothing if it was refused at a place."""
    file, map_file = folder / "odd.jsonl", folder / "odd.toml"
    file.write_bytes(trace)
    map_file.write_bytes(mapping or b"")
    try:
        with opened(str(file)) as lines:
            reader: Any = TraceReader(lines) if mapping is None else read_mapping(map_file).reader(lines)
            header = reader.header
            edition = load_edition(header["edition"] if header["edition"] in edition_ids() else "cr2026")
            setup = Setup(players=header["players"], order=header["order"], teams=header["teams"], effects=effects)
            verdict = check_trace(reader, edition, setup, str(file))
    except InputError as refused:
        error = refused
    else:
        assert list(verdict.lines(edition))
        assert json.dumps(verdict.data())
        return verdict
    assert error.file in (str(file), str(map_file)), error
    assert error.line, error
    assert len(str(error)) <= LONGEST
    return None
