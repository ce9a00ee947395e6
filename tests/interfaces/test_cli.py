"""The command line: answers, exit codes, and a message with its place for whatever is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fsm.cli import main
from fsm.recording import read_trace

Fsm = Callable[..., "subprocess.CompletedProcess[bytes]"]

GOOD = "name: a lesson\nplayers: [Ann, Bob]\nexpect: {turns: [Ann]}\n"
ESCAPE = b"\x1b["


@pytest.fixture
def fsm(tmp_path: Path) -> Fsm:
    """Runs ``python -m fsm`` in a folder of its own; there is never a traceback."""

    def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "fsm", *arguments],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1", **environment},
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done

    return run


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The same command line without a process of its own, for long lists of input; whatever it raises is an error."""

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.chdir(tmp_path)
        return CliRunner(catch_exceptions=False).invoke(main, list(arguments), input=stdin, prog_name="fsm")

    return run


@pytest.fixture
def lesson(tmp_path: Path) -> Callable[[str], str]:
    """Writes a scenario file and gives its name."""

    def write(text: str, name: str = "x.turn.yaml") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write


Lesson = Callable[[str], str]
Inside = Callable[..., Result]


def test_run_prints_the_play_by_play_with_rule_numbers(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD), "--edition", "cr2006")
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0] == "a lesson"
    assert "Turn 1 · Ann" in "\n".join(lines)
    (untap,) = (line for line in lines if line.strip().startswith("Untap step"))
    assert untap.split() == ["Untap", "step", "302"]


def test_run_verbosely_tells_of_priority_and_passes(fsm: Fsm, lesson: Lesson) -> None:
    quiet, verbose = (fsm("run", lesson(GOOD), *more).stdout.decode() for more in ([], ["-v"]))
    assert "passes" not in quiet
    assert "Bob passes" in verbose
    assert "Ann gets priority" in verbose


def test_run_as_notation(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD), "--notation")
    assert done.stdout.decode() == "T1 Ann: U Up [D] | M1 | BC DA [DB] [CD] EC | M2 | E CL\n"


def test_run_runs_each_edition_that_is_named(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(f"{GOOD}edition: [cr2006, cr2026]\n")
    both, one = fsm("run", name).stdout.decode(), fsm("run", name, "-e", "cr2006").stdout.decode()
    assert "(cr2006)" in both
    assert "(cr2026)" in both
    assert "(cr2026)" not in one


def test_an_expectation_that_does_not_hold_is_told_and_the_answer_is_no(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]")))
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "x.turn.yaml:3:18: turn 1 differs",
        "  expected  Bob",
        "  found     Ann",
    ]


def test_standard_input_and_output(fsm: Fsm) -> None:
    done = fsm("run", "-", "--trace", "-", stdin=GOOD.encode())
    assert done.returncode == 0
    trace = read_trace(done.stdout.decode())
    assert (trace.status, trace.players) == ("ok", ("Ann", "Bob"))
    wrong = fsm("run", "-", stdin=b"players: 3")
    assert (wrong.returncode, wrong.stderr.split(b":")[:3]) == (2, [b"<stdin>", b"1", b"10"])


def test_a_trace_is_written_whole(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    done = fsm("run", lesson(GOOD), "--trace", "out.jsonl")
    assert done.returncode == 0
    assert read_trace((tmp_path / "out.jsonl").read_text(encoding="utf-8")).status == "ok"
    assert {path.name for path in tmp_path.iterdir()} == {"out.jsonl", "x.turn.yaml"}


def test_several_runs_give_several_traces(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    fsm("run", lesson(f"{GOOD}edition: [cr2006, cr2011, cr2026]\n"), "--trace", "out.jsonl")
    traces = [
        read_trace((tmp_path / name).read_text(encoding="utf-8"))
        for name in ("out.jsonl", "out-2.jsonl", "out-3.jsonl")
    ]
    assert [trace.edition for trace in traces] == ["cr2006", "cr2011", "cr2026"]


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_what_is_piped_has_no_colour(fsm: Fsm, lesson: Lesson, environment: dict[str, str]) -> None:
    assert ESCAPE not in fsm("run", lesson(GOOD), **environment).stdout


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal_has_colour_unless_it_is_not_wanted(
    lesson: Lesson, tmp_path: Path, environment: dict[str, str], coloured: bool
) -> None:
    import pty

    ours, theirs = pty.openpty()
    base = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "fsm", "run", lesson(GOOD)],
        cwd=tmp_path,
        stdout=theirs,
        env={**base, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        pass  # a terminal whose other end has closed
    os.close(ours)
    assert process.wait() == 0
    assert (ESCAPE in shown) is coloured


def test_a_reader_that_goes_away_is_no_error(lesson: Lesson, tmp_path: Path) -> None:
    command = f"{sys.executable} -m fsm run {lesson(GOOD)} -v | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (done.stdout, done.stderr) == (b"a lesson\n", b"")


def test_test_says_yes_no_and_unusable(fsm: Fsm, lesson: Lesson) -> None:
    lesson(GOOD)
    good = fsm("test", "x.turn.yaml")
    assert (good.returncode, b"1 passed" in good.stdout) == (0, True)
    lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]"))
    bad = fsm("test", "x.turn.yaml")
    assert bad.returncode == 1
    assert b"x.turn.yaml:3:18: turn 1 differs" in bad.stdout
    assert b"line    3  expect: {turns: [Bob]}" in bad.stdout
    lesson("players: 3")
    broken = fsm("test", "x.turn.yaml")
    assert broken.returncode == 2
    assert b"x.turn.yaml:1:10: found 3" in broken.stdout
    assert fsm("test", "missing").returncode == 2


def test_test_runs_the_other_files_beside_a_broken_one(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "a.turn.yaml").write_text("players: 3")
    (tmp_path / "b.turn.yaml").write_text(GOOD)
    done = fsm("test", ".", "--continue-on-collection-errors")
    assert b"1 passed" in done.stdout
    assert done.returncode != 0


def test_rules_are_listed_and_explained(fsm: Fsm) -> None:
    listed = fsm("rules", "--edition", "cr2006").stdout.decode().splitlines()
    assert listed[0].startswith("Comprehensive Rules, 1 October 2006 (cr2006): ")
    assert len(listed) > 150
    one = fsm("rules", "300.6").stdout.decode()
    assert "300.6  Comprehensive Rules, 1 October 2006 (cr2006)" in one
    assert "500.7 in cr2026" in one
    assert "in code   fsm/game/" in one
    unknown = fsm("rules", "300.66")
    assert (unknown.returncode, unknown.stdout) == (2, b"")
    assert b'did you mean "300.6"' in unknown.stderr


@pytest.mark.parametrize("what", ["scenario", "trace"])
def test_schemas_are_printed_as_json(fsm: Fsm, what: str) -> None:
    done = fsm("schema", what)
    assert json.loads(done.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", b"<"), ("a.dot", b"digraph"), ("a.png", b"\x89PNG"), ("-", b"")]
)
def test_diagrams_are_drawn(fsm: Fsm, lesson: Lesson, tmp_path: Path, name: str, begins: bytes) -> None:
    file = lesson(GOOD)
    for command in (["turn", "-e", "cr2006"], ["scenario", file], ["scenario", file, "--events"], ["timeline", file]):
        done = fsm("diagram", *command, "-o", name)
        assert done.returncode == 0, done.stderr
        if name == "-":
            assert done.stdout.lstrip().startswith((b"digraph", b"strict", b"//", b"graph"))
        else:
            assert begins in (tmp_path / name).read_bytes()[:200]
            (tmp_path / name).unlink()
    assert {path.name for path in tmp_path.iterdir()} == {"x.turn.yaml"}


@pytest.mark.parametrize(
    "command",
    [
        ["turn", "-e", "cr2006", "--level", "phase"],
        ["turn", "--level", "machine", "--at", "T1.combat.declare_attackers"],
        ["turn", "--level", "machine", "--at", "turn/beginning/upkeep/priority"],
        ["scenario", "x.turn.yaml", "--level", "machine"],
        ["scenario", "x.turn.yaml", "--level", "phase", "--at", "upkeep"],
        ["scenario", "x.turn.yaml", "--at", "T2.upkeep"],
        ["scenario", "x.turn.yaml", "--at", "T2.upkeep", "--events"],
        ["scenario", "x.turn.yaml", "--at", "upkeep", "--turn", "2"],
        ["timeline", "x.turn.yaml"],
        ["rule", "300.7"],
        ["rule", "500.10", "-e", "cr2011"],
        ["rule", "insert_phases"],
        ["rule", "reverse_phases"],
        ["compare", "cr2006", "cr2026"],
    ],
    ids=" ".join,
)
def test_each_kind_of_diagram_is_drawn(inside: Inside, lesson: Lesson, tmp_path: Path, command: list[str]) -> None:
    lesson("name: two turns\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob]}\n")
    done = inside("diagram", *command, "-o", "a.svg")
    assert (done.exit_code, done.output) == (0, "")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_an_address_chooses_its_turn(inside: Inside, lesson: Lesson) -> None:
    file = lesson("name: two turns\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob]}\n")
    assert "turn 2, Bob" in inside("diagram", "scenario", file, "--at", "T2.upkeep", "-o", "-").output


def test_what_is_to_come_is_dimmed_with_what_happens_in_it(inside: Inside, lesson: Lesson) -> None:
    file = lesson("name: two turns\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob]}\n")
    told = {}
    for more in ([], ["--at", "draw"], ["--at", "cleanup"]):
        told[" ".join(more)] = inside("diagram", "scenario", file, "--turn", "2", "--events", *more, "-o", "-").output
        assert "discards a card" in told[" ".join(more)]
    assert ['class="stop future"' in dot for dot in told.values()] == [False, True, False]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["trun", "-o", "a.svg"], "fsm: there is no kind 'trun' (did you mean \"turn\"?); there are: turn, scenario"),
        (
            ["turn", "--level", "stpe", "-o", "a.svg"],
            "there is no level 'stpe' (did you mean \"step\"?); there are: phase",
        ),
        (["turn", "--at", "T1.upkeep#2", "-o", "a.svg"], "this turn has no T1.upkeep#2"),
        (["turn", "--at", "nonsense", "-o", "a.svg"], "this turn has beginning, beginning.untap"),
        (["scenario", "x.turn.yaml", "--at", "T9.upkeep", "-o", "a.svg"], "x.turn.yaml: there is no turn 9"),
        (
            ["scenario", "x.turn.yaml", "--at", "T1.upkeep", "--turn", "2", "-o", "a.svg"],
            "is in turn 1, and --turn says 2",
        ),
        (["scenario", "x.turn.yaml", "--at", "upkep", "-o", "a.svg"], "'upkep' in 'upkep' is no phase or step"),
        (["scenario", "x.turn.yaml", "--level", "stpe", "--events", "-o", "a.svg"], "there is no level 'stpe'"),
        (
            ["scenario", "x.turn.yaml", "--level", "machine", "--events", "-o", "a.svg"],
            "told at the level step, not at 'machine'",
        ),
        (
            ["rule", "300.2", "-o", "a.svg"],
            "no rewrite belongs to rule 300.2; one belongs to these: cr2026: 101.1, 500.7",
        ),
        (["rule", "300.7", "-e", "cr1999", "-o", "a.svg"], "cr1999"),
        (["compare", "cr2006", "cr1999", "-o", "a.svg"], "cr1999"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_what_a_diagram_cannot_be_of_is_said_in_one_line(
    inside: Inside, lesson: Lesson, tmp_path: Path, command: list[str], said: str
) -> None:
    lesson(GOOD)
    done = inside("diagram", *command)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("name", ["mmd", "puml", "scxml", "json", "graphml", "markup.json"])
def test_a_diagram_is_written_in_the_format_of_its_suffix_or_in_the_one_that_is_named(
    inside: Inside, lesson: Lesson, tmp_path: Path, name: str
) -> None:
    file = lesson(GOOD)
    for command in (
        ["turn"],
        ["scenario", file],
        ["timeline", file],
        ["rule", "300.7"],
        ["compare", "cr2006", "cr2026"],
    ):
        assert inside("diagram", *command, "-o", f"a.{name}").exit_code == 0
        assert inside("diagram", *command, "-o", "b.txt", "--format", name).exit_code == 0
        printed = inside("diagram", *command, "-o", "-", "--format", name)
        assert (tmp_path / f"a.{name}").read_bytes() == (tmp_path / "b.txt").read_bytes() == printed.stdout_bytes


def test_the_help_names_every_format(inside: Inside) -> None:
    from fsm.diagram import FORMATS

    for command in ("turn", "scenario", "timeline", "rule", "compare"):
        told = [word.rstrip(".") for word in inside("diagram", command, "--help").stdout.split()]
        assert {f".{name}" for name in FORMATS} <= set(told)


def test_an_unknown_format_is_said_with_all_there_are(inside: Inside, tmp_path: Path) -> None:
    for command in (["turn"], ["rule", "300.7"], ["compare", "cr2006", "cr2026"]):
        for arguments in (["-o", "a.svg", "--format", "gif"], ["-o", "-", "--format", "gif"], ["-o", "a.gif"]):
            done = inside("diagram", *command, *arguments)
            assert done.exit_code == 2
            assert done.stderr.count("\n") == 1
            assert done.stderr.rstrip().endswith(", mmd, puml, scxml, json, graphml, markup.json")
    assert list(tmp_path.iterdir()) == []


def test_names_reach_pictures_and_traces_escaped(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    import xml.etree.ElementTree as ET

    name = 'A<b>"&\\n龍'
    ann, other = '"<Ann>\\\\n"', '"Łukasz \\"x\\""'
    text = f"name: {json.dumps(name)}\nplayers: [{ann}, {other}]\nexpect: {{turns: [{ann}]}}\n"
    file = lesson(text)
    assert fsm("diagram", "scenario", file, "-o", "a.svg").returncode == 0
    shown = "".join(ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8")).itertext())  # noqa: S314  # our own
    assert "<Ann>" in shown
    told = fsm("run", file, "--trace", "t.jsonl")
    assert told.returncode == 0
    assert "Turn 1 · <Ann>\\n" in told.stdout.decode()
    trace = read_trace((tmp_path / "t.jsonl").read_text(encoding="utf-8"))
    assert trace.players == ("<Ann>\\n", 'Łukasz "x"')


def test_a_turn_that_is_not_there_is_said(inside: Inside, lesson: Lesson, tmp_path: Path) -> None:
    done = inside("diagram", "scenario", lesson(GOOD), "--turn", "99", "-o", "a.svg")
    assert done.exit_code == 2
    assert "there is no turn 99; the run has" in done.stderr
    assert not (tmp_path / "a.svg").exists()


BAD: list[tuple[str, str | bytes, str]] = [
    ("broken YAML", "players: [Ann, Bob\nexpect: x", "x.turn.yaml:2:7: this is not YAML"),
    ("a tab", "players:\n\t- Ann", "x.turn.yaml:2:1: this is not YAML"),
    ("empty", "", "x.turn.yaml:1:1: the file is empty"),
    ("only a comment", "# nothing", "x.turn.yaml:1:1: the file is empty"),
    ("a list", "- 1", "x.turn.yaml:1:1: found a list"),
    (
        "duplicate keys",
        f"{GOOD}name: again\n",
        'x.turn.yaml:4:1: the key "name" stands here a second time (first in line 1)',
    ),
    ("unknown key", f"{GOOD}nmae: x\n", "x.turn.yaml:4:1: unknown key 'nmae' (did you mean \"name\"?)"),
    (
        "unknown card",
        f"{GOOD}script: [{{at: T1.upkeep, Ann: {{cast: Tyme Walk}}}}]",
        "x.turn.yaml:4:38: unknown card 'Tyme Walk'",
    ),
    (
        "unknown step",
        f"{GOOD}script: [{{at: T1.upkep, Ann: pass}}]",
        "x.turn.yaml:4:15: 'upkep' in 'T1.upkep' is no phase or step",
    ),
    (
        "impossible address",
        f"{GOOD}script: [{{at: T1.combat.draw, Ann: pass}}]",
        "x.turn.yaml:4:15: 'T1.combat.draw' cannot exist",
    ),
    ("never came up", f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]", "x.turn.yaml:4:24: this never came up"),
    (
        "illegal action",
        f"{GOOD}script: [{{at: T1.upkeep, Ann: {{cast: Time Walk}}}}]",
        "x.turn.yaml:4:26: Ann cannot do this at T1.beginning.upkeep",
    ),
    ("empty expectation", "players: [Ann, Bob]\nexpect: {}", "x.turn.yaml:2:1: expect: is empty"),
    ("no expectation", "players: [Ann, Bob]\n", "x.turn.yaml:1:1: nothing is expected"),
    ("unknown edition", f"{GOOD}edition: cr2007\n", "x.turn.yaml:4:10: there is no edition 'cr2007'"),
    (
        "too many players",
        "players: [a, b, c, d, e, f, g, h, i]\nexpect: {turns: [a]}",
        "x.turn.yaml:1:10: found 9 players",
    ),
    ("not UTF-8", b"name: caf\xe9\n", "x.turn.yaml:1:10: this is not UTF-8"),
    ("UTF-16", "name: x\n".encode("utf-16"), "x.turn.yaml:1:1: this is not UTF-8"),
    ("binary", bytes(range(256)), "x.turn.yaml:"),
    ("null bytes", b"players: [A\0nn, Bob]", "x.turn.yaml:1:"),
    ("a tag", "!!python/object:os.system {}", "x.turn.yaml:1:1: the tag"),
    ("deep", "[" * 5000, "x.turn.yaml:1:"),
    ("alias to itself", "&a [*a]", "x.turn.yaml:1:"),
    ("huge number", f"{GOOD}rules: {'9' * 5000}", "x.turn.yaml:4:8"),
    ("huge life", "players: {Ann: {life: 99999999999999999999999}, Bob: }\nexpect: {turns: [Ann]}", "x.turn.yaml:1:23"),
    ("infinite number", f"{GOOD}rules: .inf", "x.turn.yaml:4:8"),
    (
        "a very long name",
        f"players: [{'A' * 1000}, Bob]\nexpect: {{turns: [Bob]}}",
        "x.turn.yaml:1:11: found 'AAA",
    ),
    ("half a surrogate", 'players: ["A\\ud800", Bob]\nexpect: {turns: [Bob]}', "x.turn.yaml:"),
    (
        "a bare value for an effect",
        f"{GOOD}cards: [{{name: x, effects: [{{delayed: end}}]}}]",
        "x.turn.yaml:4:39: found 'end'",
    ),
    ("a number for a text", f"{GOOD}about: 3", "x.turn.yaml:4:8: found 3, expected a text; put it in quotes"),
    (
        "endless",
        "cards: {name: E, type: artifact, triggers: {when: untap, do: {extra_turn: you}}}\n"
        "players: {Ann: {battlefield: E}, Bob: }\nexpect: {winner: Ann}",
        "x.turn.yaml:1:1: the game goes on after",
    ),
]


@pytest.mark.parametrize(
    ("text", "message"), [(text, message) for _, text, message in BAD], ids=[name for name, _, _ in BAD]
)
def test_unusable_input_is_said_in_one_line_with_its_place(
    inside: Inside, tmp_path: Path, text: str | bytes, message: str
) -> None:
    (tmp_path / "x.turn.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    done = inside("run", "x.turn.yaml", "--trace", "out.jsonl")
    assert done.stderr.startswith(message), done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 2_000
    assert done.exit_code == 2
    assert not (tmp_path / "out.jsonl").exists()
    assert done.stdout == ""


@pytest.mark.parametrize("text", [BAD[0][1], BAD[17][1]], ids=[BAD[0][0], BAD[17][0]])
def test_a_process_of_its_own_says_the_same(fsm: Fsm, inside: Inside, tmp_path: Path, text: str | bytes) -> None:
    (tmp_path / "x.turn.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    outside, within = fsm("run", "x.turn.yaml"), inside("run", "x.turn.yaml")
    assert (outside.returncode, outside.stderr.decode()) == (within.exit_code, within.stderr)


def test_an_alias_bomb_is_said(fsm: Fsm, lesson: Lesson) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    done = fsm("run", lesson("\n".join(lines)))
    assert done.returncode == 2
    assert b"aliases" in done.stderr


@pytest.mark.parametrize("command", [["run"], *(["diagram", kind, "-o", "a.svg"] for kind in ("scenario", "timeline"))])
def test_fifty_megabytes_are_refused(inside: Inside, tmp_path: Path, command: list[str]) -> None:
    with (tmp_path / "big.turn.yaml").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    done = inside(*command, "big.turn.yaml")
    assert (done.exit_code, done.stderr) == (
        2,
        "big.turn.yaml: the file is larger than 1,048,576 bytes, the most that is read\n",
    )


def test_fifty_megabytes_of_standard_input_are_refused(fsm: Fsm) -> None:
    done = fsm("run", "-", stdin=b"# x\n" * (13 * 1024 * 1024))
    assert done.returncode == 2
    assert b"larger than" in done.stderr


@pytest.mark.parametrize("stdin", [b"\xff\xfe", b"name: caf\xe9", b""], ids=["UTF-16", "Latin-1", "nothing"])
def test_standard_input_that_is_no_text_is_said(fsm: Fsm, stdin: bytes) -> None:
    done = fsm("run", "-", stdin=stdin)
    assert done.returncode == 2
    assert done.stderr.startswith(b"<stdin>:1:")


@pytest.mark.parametrize("name", ["missing.turn.yaml", ".", "", "x.turn.yaml/below"])
@pytest.mark.parametrize("command", [["run"], *(["diagram", kind, "-o", "a.svg"] for kind in ("scenario", "timeline"))])
def test_a_file_that_cannot_be_read_is_said(
    inside: Inside, lesson: Lesson, tmp_path: Path, name: str, command: list[str]
) -> None:
    lesson(GOOD)
    done = inside(*command, name)
    assert done.exit_code == 2
    assert "cannot be read" in done.stderr
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("output", ["missing/out", ".", "x.turn.yaml/out"])
def test_a_trace_that_cannot_be_written_is_said(inside: Inside, lesson: Lesson, output: str) -> None:
    done = inside("run", lesson(GOOD), "--trace", output)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"{output}: cannot be written: ")


@pytest.mark.parametrize("output", ["missing/out.svg", "missing/out.dot", "x.turn.yaml/a.png"])
def test_a_picture_that_cannot_be_written_is_said(inside: Inside, lesson: Lesson, output: str) -> None:
    done = inside("diagram", "scenario", lesson(GOOD), "-o", output)
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("output", ["a.gif", "a", "a.svg.zip", ".svg", "."])
def test_a_picture_in_no_known_format_is_said(inside: Inside, tmp_path: Path, output: str) -> None:
    done = inside("diagram", "turn", "-o", output)
    assert done.exit_code == 2
    assert done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["run"],
        ["nonsense"],
        ["run", "x.turn.yaml", "--edition", "cr1999"],
        ["run", "x.turn.yaml", "--nonsense"],
        ["rules", "999.9"],
        ["rules", ""],
        ["rules", "3" * 5000],
        ["rules", "--edition", "cr1999"],
        ["rules", "300.6", "--edition", "../../etc/passwd"],
        ["schema", "nonsense"],
        ["diagram", "turn", "-e", "cr1999", "-o", "a.svg"],
        ["diagram", "turn"],
        ["diagram", "scenario", "x.turn.yaml", "--turn", "9", "-o", "a.svg"],
        ["diagram", "scenario", "x.turn.yaml", "--turn", "0", "-o", "a.svg"],
        ["test", "missing.turn.yaml"],
        ["test", "missing/"],
    ],
    ids=" ".join,
)
def test_a_command_that_means_nothing_is_unusable_input(
    inside: Inside, lesson: Lesson, tmp_path: Path, arguments: list[str]
) -> None:
    lesson(GOOD)
    done = inside(*arguments)
    assert done.exit_code == 2
    assert done.stderr or done.stdout
    assert {path.name for path in tmp_path.iterdir()} <= {"x.turn.yaml", ".pytest_cache"}


def test_a_failed_run_leaves_an_older_trace_as_it_was(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("older")
    fsm("run", lesson(f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]"), "--trace", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "older"


def test_the_schedule_says_what_comes_and_what_will_be_skipped(fsm: Fsm, lesson: Lesson) -> None:
    text = """
players: [Ann, Bob]
script:
  - at: T1.upkeep
    Ann: {cast: {name: Big, type: instant, effects: [{extra_turn: Bob}, {skip: {what: combat}}]}}
expect: {turns: [Ann]}
"""
    shown = fsm("run", lesson(text), "--schedule", "T1.upkeep").stdout.decode()
    assert "    - combat, will be skipped: Big" in shown.splitlines()
    assert "  + extra turn 1 of Bob, put there by Big" in shown.splitlines()
    wrong = fsm("run", lesson(text), "--schedule", "T7.upkeep")
    assert wrong.returncode == 2
    assert b"T7.upkeep did not begin in this run" in wrong.stderr


def test_a_trace_says_what_is_still_to_come_if_asked(fsm: Fsm, lesson: Lesson) -> None:
    text = f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]".replace("T1.draw", "T1.upkeep")
    shown = fsm("run", lesson(text), "--trace", "-", "--trace-schedule").stdout.decode().splitlines()
    assert '"schedule":[{"level":' in shown[2]
    wrong = fsm("run", lesson(text), "--trace-schedule")
    assert wrong.returncode == 2
    assert b"--trace OUT" in wrong.stderr
