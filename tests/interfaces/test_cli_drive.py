"""``fsm drive``: engines as Python classes and as programs, good ones and bad ones."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cases import every_day
from commands import ROOT, Fsm, Program, environment

from fsm.driving.wire import WireEngine

TESTS = ROOT / "tests"
TODAY = ("-e", "cr2026")
EXTRA_TURNS = ("--from", "extra-turns")
"""The vectors of that topic: see ``planted``."""

ONE = ("--from", str(ROOT / "scenarios/09-extra-turns/27-a-copied-time-walk.turn.yaml"))
"""What is asked where it makes no difference how much: one scenario, in which extra turns come in an order."""

SERVED = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from engines.served import main; main('reference:Engine')"
HELLO = '{"can": ["extra_turns"]}'


def command(code: str) -> tuple[str, ...]:
    """An engine of a few lines of Python, after the dashes."""
    return ("--", sys.executable, "-c", code)


def bad(code: str) -> tuple[str, ...]:
    """An engine that says hello, and then does something bad."""
    return command(f"import sys, time, os\ninput()\nprint('{HELLO}', flush=True)\ninput()\n{code}")


@pytest.fixture
def planted(tmp_path: Path, extra_turns: Path) -> Path:
    """A folder with the engines of these tests as one module each, and vectors."""
    (tmp_path / "extra-turns").symlink_to(extra_turns, target_is_directory=True)
    for module in ("reference", "wrong"):
        (tmp_path / f"my_{module}.py").write_text(
            f"import sys\nsys.path.insert(0, {str(TESTS)!r})\nfrom engines.{module} import *\n", encoding="utf-8"
        )
    return tmp_path


@pytest.mark.usefixtures("planted")
def test_a_right_engine_of_python(fsm: Fsm) -> None:
    done = fsm("drive", "my_reference:Engine", *EXTRA_TURNS, *TODAY)
    assert done.exit_code == 0, done.output
    assert "differ" in done.stdout
    assert " 0 differ." in done.stdout


@pytest.mark.usefixtures("planted")
def test_the_first_difference_is_told_with_the_rule_in_words(fsm: Fsm) -> None:
    done = fsm("drive", "my_wrong:OldestExtraTurnFirst", *EXTRA_TURNS, *TODAY, "-x")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    expected = next(line for line in lines if line.startswith("  expected   T2 "))
    found = next(line for line in lines if line.startswith("  found      T2 "))
    assert expected.split()[1:] != found.split()[1:]
    assert any(line.startswith("  500.7      An extra turn is added directly after") for line in lines)
    assert "Broken rules:" in lines


@pytest.mark.usefixtures("planted")
def test_reports_for_programs(fsm: Fsm, tmp_path: Path) -> None:
    done = fsm("drive", "my_wrong:OldestExtraTurnFirst", *EXTRA_TURNS, *TODAY, "--json", "--junitxml", "out.xml")
    report: dict[str, Any] = json.loads(done.stdout)
    assert (done.exit_code, report["broken"][0]["number"]) == (1, "500.7")
    assert report["differ"] == len(report["differences"]) > 3
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()[0]  # noqa: S314  # our own file
    assert len(suite) == report["scenarios"] == int(suite.attrib["tests"])
    assert len(suite.findall("testcase/failure")) == report["differ"]


def test_a_program_is_driven_through_pipes(fsm: Fsm) -> None:
    done = fsm("drive", *ONE, *command(SERVED))
    assert done.exit_code == 0, done.output


NONSENSE = {
    "hangs": ("time.sleep(60)", "did not answer within 0.5 seconds"),
    "dies": ("sys.exit(3)", "ended with exit code 3"),
    "is killed": ("os.kill(os.getpid(), 9)", "ended by signal 9"),
    "closes its output": ("os.close(1); time.sleep(60)", "closed its output"),
    "is no JSON": ("print('hello there', flush=True); time.sleep(60)", "it wrote 'hello there', which is no line"),
    "is another shape": ("print('[1]', flush=True); time.sleep(60)", "answered nonsense"),
    "has another type": ('print(\'{"seen": [{"turn": true}]}\', flush=True)', "answered nonsense"),
    "floods one line": ("while True: sys.stdout.write('x' * 65536)", "more than 1,048,576 bytes in one line"),
    "floods lines": ("while True: print('{}')", "more than one line"),
    "is nested too deeply": (
        """print('{"more": ' + '[' * 500_000, flush=True); time.sleep(60)""",
        "expected a line of JSON",
    ),
    "closes its input": (
        """os.close(0); print('{"seen": [{"begins": "turn", "active": "Ann"}]}', flush=True); time.sleep(60)""",
        "did not answer|closed its output|ended",
    ),
    "is cut inside a letter": (
        r"""os.write(1, b'{"error": "\xff"}\n'); time.sleep(60)""",
        "expected a line of JSON|answered nonsense",
    ),
    "has half a letter": (r"""print('{"error": "\\ud800"}', flush=True); time.sleep(60)""", "expected a line of JSON"),
    "is no text": ("os.write(1, bytes([255, 254, 10])); time.sleep(60)", "which is no line of JSON"),
    "floods lines of no JSON": ("while True: print('hello')", "1,000 lines of no JSON|more than one line"),
}


@pytest.mark.parametrize("what", every_day(NONSENSE, "hangs", "dies", "is no JSON", "floods one line"))
def test_an_engine_that_cannot_be_used(fsm: Fsm, what: str) -> None:
    code, said = NONSENSE[what]
    before = time.monotonic()
    done = fsm("drive", *ONE, *TODAY, "--timeout", "0.5", *bad(code))
    assert time.monotonic() - before < 20
    assert (done.exit_code, done.stderr) == (1, "")
    assert re.search(said, done.stdout)
    assert "0 differ. In 1 the engine failed" in done.stdout


CRASHES = """
import sys; sys.path.insert(0, {tests!r})
from engines.reference import Engine as Right
class Engine(Right):
    def act(self, act):
        if act["name"] == "Time Stretch":
            {code}
        return super().act(act)
"""


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise KeyError('no such card')", "KeyError"),
        ("import os; os._exit(3)", "ended with exit code 3"),
        pytest.param("import time; time.sleep(60)", "did not answer within 1 seconds", marks=pytest.mark.slow),
        ("import os; os.write(1, b'x' * 2_000_000)", "KeyError|floods|did not answer|differ"),
    ],
    ids=["raises", "ends", "hangs", "floods"],
)
def test_an_engine_that_fails_in_one_scenario_is_driven_on(fsm: Fsm, tmp_path: Path, code: str, said: str) -> None:
    (tmp_path / "mine.py").write_text(CRASHES.format(tests=str(TESTS), code=code), encoding="utf-8")
    options = (*EXTRA_TURNS, *TODAY, "--timeout", "1", "--json", "--junitxml", "out.xml")
    done = fsm("drive", "mine:Engine", *options)
    report: dict[str, Any] = json.loads(done.stdout)
    assert (report["differ"], report["ended"], report["played"] > 20) == (0, "", True)
    assert report["played"] == report["scenarios"], "the right engine can do all of it"
    if code.startswith("import os; os.write"):  # standard output of a class is standard error
        assert (done.exit_code, report["failed"]) == (0, 0)
        return
    assert (done.exit_code, 0 < report["failed"] < report["played"]) == (1, True)
    assert {re.search(said, one["says"]) is not None for one in report["failures"]} == {True}
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()[0]  # noqa: S314  # our own file
    assert len(suite.findall("testcase/error")) == int(suite.attrib["errors"]) == report["failed"]
    assert not suite.findall("testcase/failure")


@pytest.mark.usefixtures("planted")
def test_an_engine_that_always_fails_is_given_up(fsm: Fsm) -> None:
    more = ("--from", str(ROOT / "scenarios/16-three-orders"))
    done = fsm("drive", *EXTRA_TURNS, *more, *TODAY, *bad("sys.exit(3)"))
    assert (done.exit_code, done.stderr) == (2, "the engine was given up: it failed in 10 scenarios in a row\n")
    assert "In 10 the engine failed" in done.stdout
    assert "The engine was given up: it failed in 10 scenarios in a row" in done.stdout
    assert "in 9 more scenarios too; --all shows all" in done.stdout


def test_a_transcript_has_each_line_asked_and_answered(fsm: Fsm, tmp_path: Path) -> None:
    fsm("drive", *ONE, "--transcript", "log.txt", *command(SERVED))
    lines = (tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()
    assert [line[0] for line in lines] == [">", "<"] * (len(lines) // 2)
    assert lines[0] == '> {"ask":"hello"}'
    assert "Time Walk" in json.loads(next(line for line in lines if '"act"' in line)[2:])["act"]["name"]
    fsm("drive", *ONE, *TODAY, "--timeout", "0.5", "--transcript", "hung.txt", *bad("time.sleep(60)"))
    assert (tmp_path / "hung.txt").read_text(encoding="utf-8").splitlines()[2].startswith('> {"ask":"start"')


def test_lines_that_are_no_answers_are_reported_and_passed_over(fsm: Fsm) -> None:
    noisy = SERVED.replace("import sys;", "import sys; print('Engine v1 is ready');")
    done = fsm("drive", *ONE, *command(noisy))
    assert done.exit_code == 0, done.output
    assert "The engine wrote lines that are no answers, such as 'Engine v1 is ready'" in done.stdout
    assert json.loads(fsm("drive", *ONE, "--json", *command(noisy)).stdout)["strays"] == ["Engine v1 is ready"]


@pytest.mark.usefixtures("planted")
def test_an_engine_that_answers_without_reading(program: Program) -> None:
    """It sees that another question came, as more bytes wait for it; at last the pipe is full."""
    code = """
import array, fcntl, termios
fcntl.fcntl(0, 1031, 4096)  # F_SETPIPE_SZ
had, has = 0, array.array("i", [0])
while True:
    fcntl.ioctl(0, termios.FIONREAD, has)
    if has[0] > had:
        had = has[0]
        print("{}", flush=True)
    time.sleep(0.001)
"""
    done = program("drive", *EXTRA_TURNS, *TODAY, "-x", "--timeout", "1", *bad(code))
    assert (done.returncode, done.stderr) == (1, b"")
    assert re.search(b"does not read its input|did not answer", done.stdout)


def test_an_engine_is_asked_once_what_it_can_do(fsm: Fsm) -> None:
    code = f"import sys\nfor line in sys.stdin: print('{HELLO}' if 'hello' in line else 1 / 0, flush=True)"
    once = f"import sys\ninput()\nprint('{HELLO}', flush=True)\nassert 'start' in input()\nprint('[]', flush=True)"
    assert "answered nonsense" in fsm("drive", *ONE, *TODAY, *command(once)).stdout
    assert "ended with exit code 1" in fsm("drive", *ONE, *TODAY, *command(code)).stdout


def test_an_engine_that_does_not_know_a_capability(fsm: Fsm) -> None:
    done = fsm("drive", *ONE, *command("""input(); print('{"can": ["extra_turn"]}')"""))
    assert done.exit_code == 2
    assert 'did you mean "extra_turns"' in done.stderr


def test_an_engine_that_cannot_be_started(fsm: Fsm) -> None:
    done = fsm("drive", *ONE, "--", "./no-such-engine")
    assert (done.exit_code, done.stderr) == (2, "fsm: ./no-such-engine cannot be started: no such file or directory\n")


@pytest.mark.usefixtures("planted")
def test_the_first_difference_under_each_rule_is_shown_and_with_all_every_one(fsm: Fsm) -> None:
    command = ["drive", "my_wrong:OldestExtraTurnFirst", "--from", str(ROOT / "scenarios/16-three-orders")]
    some, every = fsm(*command), fsm(*command, "--all")
    differ = int(re.search(r"(\d+) differ\.", some.stdout)[1])  # type: ignore[index]
    shown = some.stdout.count("  expected   ")
    rules = some.stdout.partition("Broken rules:\n")[2].partition("\n\n")[0].count("\n") + 1
    assert shown == rules < differ == every.stdout.count("  expected   ")
    assert f"{differ - shown} more scenarios differ in the same ways; --all shows all." in some.stdout
    assert "more scenario" not in every.stdout


def test_exactly_one_engine_is_named(fsm: Fsm) -> None:
    assert fsm("drive").exit_code == 2
    assert fsm("drive", "a:B", "--", "x").exit_code == 2


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not waited for does not."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("ended_by", every_day(["timeout", "SIGTERM"], "SIGTERM"))
def test_no_process_stays_behind(tmp_path: Path, ended_by: str) -> None:
    code = (
        "sleep 300 & echo $$ $! > pids.part; setsid sh -c 'echo $$ >> pids.part; mv pids.part pids; sleep 300' & wait"
    )
    limit = "1.5" if ended_by == "timeout" else "100"
    arguments = [sys.executable, "-m", "fsm", "drive", *ONE, "--timeout", limit, "--", "sh", "-c", code]
    with subprocess.Popen(arguments, env=environment(), cwd=tmp_path, stderr=subprocess.PIPE) as driver:
        end = time.monotonic() + 60
        while not (tmp_path / "pids").exists():
            assert time.monotonic() < end
            time.sleep(0.001)  # so that the signal often comes while the program is still being started
        if ended_by == "SIGTERM":
            os.kill(driver.pid, signal.SIGTERM)
        driver.communicate(timeout=60)
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    end = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, pids))
    assert driver.returncode == (2 if ended_by == "timeout" else 143)  # it did not say what it can do


STARTS = "for i in 1 2 3 4 5 6 7 8 9; do setsid sleep 300 & done;"


def test_what_starts_others_meanwhile_is_ended_with_them() -> None:
    for n in range(10):
        engine = WireEngine(["sh", "-c", f"setsid sh -c '{STARTS} sleep 0.01; {STARTS} wait' & wait"])
        time.sleep(0.005 * n)
        with engine:
            pass
        end = time.monotonic() + 10
        while with_token(engine.token.encode()) and time.monotonic() < end:
            time.sleep(0.05)
        assert not with_token(engine.token.encode())


def with_token(token: bytes) -> list[Path]:
    """The processes that have it in their environment."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            found += [environ] if token in environ.read_bytes() else []
    return found


CLASS = """class Mapping(dict): get = property(lambda self: 1 / 0)
class List(list): __len__ = lambda self: 1 / 0
class Odd(Exception): __str__ = None
class Engine:
    can = ['extra_turns']
    def start(self, setup):
        """

PYTHON = {
    "sleeps": ("import time; time.sleep(60)", "did not answer within 0.5 seconds"),
    "hangs": ("while True: pass", "did not answer within 0.5 seconds"),
    "cannot be stopped": (
        "while True:\n            try:\n                while True: pass\n            except BaseException: pass",
        "did not answer within 0.5 seconds",
    ),
    "raises": ("1 / 0", "my_engine.py:7: ZeroDivisionError: division by zero"),
    "answers nonsense": ("return {'seen': 3}", "answered nonsense"),
    "answers nothing": ("pass", "Engine.start() returned None; return a list of what began, or []"),
    "floods": ("return [{'begins': 'turn', 'active': 'Ann'}] * 200_000", "floods: found an answer of 200,000"),
    "ends the program": ("raise SystemExit(0)", "ended this program"),
    "ends the process": ("import os; os._exit(0)", "ended with exit code 0"),
    "ends the process in a thread": (
        "import os, threading, time; threading.Thread(target=os._exit, args=(0,)).start(); time.sleep(60)",
        "ended with exit code 0",
    ),
    "raises no Exception": ("raise BaseException('no')", "my_engine.py:7: BaseException: no"),
    "raises GeneratorExit": ("raise GeneratorExit", "my_engine.py:7: GeneratorExit"),
    "raises KeyboardInterrupt": ("raise KeyboardInterrupt", "my_engine.py:7: KeyboardInterrupt"),
    "raises what cannot be printed": ("raise Odd", "my_engine.py:7: an exception whose text cannot be told"),
    "calls itself for ever": ("return self.start(setup)", "my_engine.py:7: RecursionError"),
    "closes its streams": (
        "import sys; [one.close() for one in (sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__)]; return 3",
        "answered nonsense",
    ),
    "takes its streams away": ("import sys; sys.stdout = sys.stderr = None; return 3", "answered nonsense"),
    "closes all files": ("import os; os.closerange(0, 100); return []", "ended with exit code"),
    "answers with a hostile mapping": ("return Mapping()", "my_engine.py:1: ZeroDivisionError"),
    "answers with a hostile list": ("return List()", "my_engine.py:2: ZeroDivisionError"),
    "answers with an object": ("return [object()]", "answered nonsense: found a object"),
    "answers with what is no text": ("return [{'begins': 'turn', 'active': '\\ud800'}]", "surrogates not allowed"),
    "answers with a list in itself": ("seen = []; seen.append(seen); return seen", "RecursionError"),
    "prints": ("print('hello'); return 3", "answered nonsense"),
}


@pytest.mark.parametrize("what", every_day(PYTHON, "sleeps", "raises", "ends the process", "closes its streams"))
def test_a_class_that_cannot_be_used(program: Program, tmp_path: Path, what: str) -> None:
    code, said = PYTHON[what]
    (tmp_path / "my_engine.py").write_text(CLASS + code + "\n", encoding="utf-8")
    done = program("drive", "my_engine:Engine", *ONE, *TODAY, "--timeout", "0.5")
    assert done.returncode == 1
    assert said in done.stdout.decode()
    assert done.stderr.count(b"\n") == ("print(" in code)


ON_IMPORT = {
    "import sys; sys.exit(0)": "cannot be imported: SystemExit: 0",
    "import sys; sys.exit('bye')": "cannot be imported: SystemExit: bye",
    "raise KeyboardInterrupt": "cannot be imported: KeyboardInterrupt",
    "raise BaseException('no')": "cannot be imported: BaseException: no",
    "import os; os._exit(0)": "the engine ended with exit code 0",
    "import sys; sys.modules[__name__] = 3": "has no class Engine",
    "def __getattr__(name): raise SystemExit(0)": "SystemExit: 0",
    "class Meta(type): __getattribute__ = None\nclass Engine(metaclass=Meta): pass": "TypeError",
    "class Engine: pass": "class Engine has no list can: write what it can do, such as can = ['extra_turns']",
    "class Engine: can = property()": "class Engine has <property",
    "class Engine: can = iter(())": "no list, as can: write what it can do",
}


@pytest.mark.parametrize("code", every_day(ON_IMPORT, "import sys; sys.exit(0)", "import os; os._exit(0)"))
def test_a_module_that_cannot_be_used(program: Program, tmp_path: Path, code: str) -> None:
    (tmp_path / "my_engine.py").write_text(code + "\n", encoding="utf-8")
    done = program("drive", "my_engine:Engine", *ONE, *TODAY)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert ON_IMPORT[code] in done.stderr.decode()


STARTED = (
    "threading.Thread(target=time.sleep, args=(100,)).start()",
    "atexit.register(time.sleep, 100)",
    "subprocess.Popen(['sleep', '100'])",
    "atexit.register(os._exit, 0)",
)


@pytest.mark.parametrize("started", every_day(STARTED, STARTED[0], STARTED[2]))
def test_what_a_class_started_ends_with_it(program: Program, planted: Path, started: str) -> None:
    with (planted / "my_wrong.py").open("a", encoding="utf-8") as module:
        module.write(f"\nimport atexit, os, subprocess, threading, time\n{started}\n")
    before = time.monotonic()
    done = program("drive", "my_wrong:OldestExtraTurnFirst", *ONE, *TODAY, "-x")
    assert done.returncode == 1
    assert b" 1 differ." in done.stdout
    assert time.monotonic() - before < 30


def test_what_a_class_prints_is_no_part_of_the_report(program: Program, planted: Path) -> None:
    with (planted / "my_reference.py").open("a", encoding="utf-8") as module:
        module.write("\nprint('hello')\n")
    done = program("drive", "my_reference:Engine", *ONE, *TODAY, "--json")
    assert (done.returncode, done.stderr) == (0, b"hello\n")
    assert json.loads(done.stdout)["differ"] == 0


def test_a_class_that_is_not_there(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "some_engine.py").write_text("class Motor: ...\n", encoding="utf-8")
    assert "no class Moto (did you mean" in fsm("drive", "some_engine:Moto").stderr
    assert "cannot be imported" in fsm("drive", "no_such_module:X").stderr
    assert "expected module:Class" in fsm("drive", "motor").stderr


@pytest.mark.usefixtures("planted")
def test_nothing_to_play_is_an_error(fsm: Fsm) -> None:
    assert "no scenario has 'nowhere' in its id" in fsm("drive", "my_reference:Engine", *ONE, "-k", "nowhere").stderr
    (Path.cwd() / "empty").mkdir()
    assert fsm("drive", "my_reference:Engine", "--from", "empty").exit_code == 2
