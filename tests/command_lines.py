"""Random command lines, for tests: commands, options and names that fit, and whatever else may be typed."""

from __future__ import annotations

import random
from pathlib import Path

from commands import GOOD
from odd_traces import odd_mapping, odd_trace

LONG = "9" * 5000
WORDS = (
    *("", " ", "-", "--", "---", "-x", "-kx", "--=", "=", "²", "٣", "-1", "0", "1", "2", "9", LONG, "1e9", "0x1"),
    *("Łukasz", "龍", "\u200b", "\x01", "\n", "\t", "\x1b[31m", "\udcff", "a" * 300, "'", '"', "%s", "{}", "*", "~"),
    *("cr2006", "cr2026", "cr1999", "cr²", "../../etc/passwd", "300.6", "500.7", "509.1a", "300.", "999.9", "²00.6"),
    *("T1.upkeep", "T1", "T9.upkeep", "T²", "upkeep#²", f"upkeep#{LONG}", "turn/beginning/upkeep/priority"),
    *("Time Walk", "time walk", "Bear#²", "insert_phases", "turn", "scenario", "trace", "timeline", "rule"),
    *("step", "phase", "machine", "svg", "dot", "mmd", "puml", "scxml", "json", "graphml", "markup.json", "gif"),
)
FILES = (
    *("good.turn.yaml", "bad.turn.yaml", "bad.turn.yaml", "two.turn.yaml", "broken.turn.yaml", "binary.turn.yaml"),
    *("empty.turn.yaml", "missing.turn.yaml", "folder", "folder/", ".", "..", "/", "link", "dangling", "loop", "no-²"),
    *("/dev/null", "/dev/zero", "/dev/full", "/proc/self/status", "good.turn.yaml/below", "x\0y"),
    *("relentless-assault", "12/02", "12/²", "savor-the-moment", "scenarios/relentless-assault.turn.yaml"),
)
TRACES = ("good.jsonl", "cut.jsonl", "odd-1.jsonl", "odd-2.jsonl", "odd-3.jsonl")
OUTPUTS = (
    *("out.jsonl", "out-2.jsonl", "out-².jsonl", "a.svg", "a.dot", "a.gif", "new/a.svg", "read-only.svg", "no-²-2"),
    *("good.turn.yaml", "./good.turn.yaml", "link", "dangling", "loop", "folder", ".", "/", "x\0y", ""),
    *("/dev/null", "/dev/full", "/dev/stdout", "-"),
)
OTHERS = ("check", "check", "trace", "drive", "explain", "explore", "player", "quiz")
FLAGS = (
    "--json",
    "-v",
    "--verbose",
    "--notation",
    "--trace-schedule",
    "--events",
    "--help",
    "-h",
    "--version",
    "--nonsense",
    "--paths",
)
FITTING = {
    "--edition": ("cr2006", "cr2008", "cr2011", "cr2026"),
    "-e": ("cr2006", "cr2026"),
    "--trace": OUTPUTS,
    "-o": OUTPUTS,
    "--output": OUTPUTS,
    "--schedule": ("T1.upkeep", "T2", "T9.draw"),
    "--format": ("svg", "dot", "mmd", "json", "markup.json"),
    "--level": ("phase", "step", "machine"),
    "--at": ("T1.upkeep", "combat", "T2"),
    "--turn": ("1", "2", "9"),
    "--map": ("map.toml", "odd.toml"),
    "--scenario": ("good.turn.yaml",),
    "--players": ("Ann,Bob", "Ann,Ann", ","),
    "--silent": ("untap,cleanup", "²"),
    "--effects": ("told", "unknown", "none"),
    "--bound": ("10", "1000"),
    "--kinds": ("step.begin", "²"),
    "--fields": ("step", "²"),
    "--from": ("good.turn.yaml", "folder"),
    "--only": ("good",),
    "--junitxml": OUTPUTS,
    "--timeout": ("1", "5"),
    "--perft": ("1", "2"),
    "--depth": ("1", "9"),
    "--seed": ("1",),
    "-n": ("1",),
}
OPTIONS = {
    "run": ("--edition", "-e", "--trace", "-v", "--verbose", "--notation", "--schedule", "--trace-schedule"),
    "rules": ("--edition", "-e"),
    "cards": ("-h",),
    "schema": ("--help",),
    "scenarios": ("--paths",),
    "docs": ("-h",),
    "diagram": ("-e", "--format", "--level", "--at", "--turn", "--events"),
    "": ("--version", "-h", "--nonsense"),
    "check": ("--edition", "--map", "--scenario", "--players", "--silent", "--effects", "--bound", "--json"),
    "trace": ("--kinds", "--fields", "--json"),
    "drive": ("--edition", "--from", "--only", "--json", "--junitxml", "--timeout"),
    "explain": ("--edition", "-h"),
    "explore": ("--edition", "-o", "--json", "--perft", "--depth"),
    "player": ("--edition", "-o"),
    "quiz": ("--edition", "--seed", "-n"),
}
KINDS: dict[str, list[tuple[str, ...]]] = {
    "turn": [()],
    "scenario": [(name,) for name in FILES],
    "timeline": [(name,) for name in FILES],
    "rule": [("300.7",), ("500.10",), ("insert_phases",), ("²",)],
    "compare": [("cr2006", "cr2026"), ("cr2006",), ("cr1999", "cr2006")],
}
SUBJECTS: dict[str, tuple[str, ...]] = {
    "run": FILES,
    "rules": ("300.6", "500.7", "²", LONG),
    "cards": ("Time Walk", "²"),
    "schema": ("trace",),
}
SUBJECTS |= {
    "scenarios": ("upwelling", "²", "500.8", LONG, "a.b.", "\udcff"),
    "docs": ("FORMAT", "readme.md", "²", ".."),
    "check": (*TRACES, *TRACES, *FILES),
    "trace": ("diff",),
    "drive": ("odd_engine:Engine", "odd_engine:Raising", "odd_engine:²", "no_engine:X", "json:JSONDecoder", "-"),
    "explain": FILES,
    "explore": FILES,
    "player": (*FILES, *TRACES),
    "quiz": FILES,
}


def command_line(chance: random.Random) -> list[str]:
    """A command line, more often than not one that could mean something; ``fsm test`` is asked elsewhere."""
    command = chance.choice(
        (*("run", "run", "run", "diagram", "diagram", "rules", "cards", "schema", "scenarios", "docs", ""), *OTHERS)
    )
    line = [command] if command else []
    if command in SUBJECTS and chance.random() < 0.9:
        line.append(chance.choice(SUBJECTS[command]))
    if command == "trace":
        line += chance.choices((*TRACES, *FILES), k=2)
    if command == "drive" and chance.random() < 0.9:
        line += ["--from", "good.turn.yaml"]
    if command == "diagram" and chance.random() < 0.9:
        kind = chance.choice(list(KINDS))
        line += [kind, *chance.choice(KINDS[kind]), "-o", chance.choice(OUTPUTS)]
    for _ in range(chance.randrange(3)):
        line += _option(chance, command)
    if chance.random() < 0.3:
        line.insert(chance.randrange(len(line) + 1), _value(chance))
    return line


def _option(chance: random.Random, command: str) -> list[str]:
    option = chance.choice(OPTIONS[command] if chance.random() < 0.9 else (*FITTING, *FLAGS))
    if option in FLAGS:
        return [option]
    value = chance.choice(FITTING[option]) if chance.random() < 0.7 else _value(chance)
    return [f"{option}={value}"] if chance.random() < 0.2 else [option, value]


def _value(chance: random.Random) -> str:
    if chance.random() < 0.8:
        return chance.choice(WORDS)
    return "".join(chr(chance.choice((chance.randrange(1, 128), chance.randrange(1, 0x3000)))) for _ in range(9))


def fill(folder: Path) -> None:
    """Writes the files that command lines name."""
    (folder / "folder").mkdir()
    texts = {
        "good.turn.yaml": GOOD,
        "bad.turn.yaml": GOOD.replace("turns: [Ann]", "turns: [Bob]"),
        "broken.turn.yaml": "players: [Ann",
        "two.turn.yaml": f"{GOOD}edition: [cr2006, cr2026]\n---\n{GOOD}",
        "empty.turn.yaml": "",
        "no-²": GOOD,
        "read-only.svg": "old",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for number in (1, 2, 3):
        (folder / f"odd-{number}.jsonl").write_bytes(odd_trace(number))
    header = '{"type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr2026", "players": ["Ann"]}\n'
    (folder / "good.jsonl").write_text(header + '{"type": "event", "kind": "turn.begin", "turn": 1}\n')
    (folder / "cut.jsonl").write_text(header + '{"type": "event", "kin')
    (folder / "map.toml").write_text('players = ["Ann"]\n[fields]\nkind = "kind"\nturn = "turn"\n')
    (folder / "odd.toml").write_bytes(odd_mapping(4)[0])
    (folder / "odd_engine.py").write_text(
        "class Engine:\n    can = ['extra_turns']\n    start = pass_ = act = lambda self, *_: []\n"
        "class Raising(Engine):\n    start = lambda self, _: exec('raise SystemExit')\n"
    )
    (folder / "binary.turn.yaml").write_bytes(bytes(range(256)))
    (folder / "read-only.svg").chmod(0o444)
    for name, target in {"link": "good.turn.yaml", "dangling": "nowhere", "loop": "loop"}.items():
        (folder / name).symlink_to(target)
