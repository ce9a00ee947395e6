"""Systems without what only POSIX has: Windows and macOS, their paths, line ends, file systems and consoles."""

from __future__ import annotations

import io
import ntpath
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path, PureWindowsPath

import pytest
from cases import every_day
from commands import GOOD, ROOT, Fsm, Lesson, Program, environment

from fsm.check import LineRule, Mapping
from fsm.check.guard import Apart
from fsm.check.reading import Lines
from fsm.cli import main
from fsm.cli.examples import EXAMPLES, all_commands
from fsm.dap.stops import is_same
from fsm.debugger import Session
from fsm.errors import FsmError, InputError, TraceError
from fsm.files import relative, write_file
from fsm.scenario.writing.starting import file_name

ELSEWHERE = ROOT / "tests" / "elsewhere"
ENDLESS = ("watch",)
COMMANDS = ["", *(name for name, command in all_commands(main) if not hasattr(command, "commands"))]
QUICK = ("dap", "schema")
ENGINE = f"import sys\nsys.path.append({str(ROOT / 'tests')!r})\nfrom engines.reference import Engine\n"
WINDOWS = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
"""What Python on Windows does by itself with pipes."""

Elsewhere = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def elsewhere(program: Program) -> Elsewhere:
    """The command line as a process on a system without the names that only POSIX has."""
    path = os.pathsep.join((str(ELSEWHERE), str(ROOT)))

    def run(*arguments: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
        return program(*arguments, stdin=stdin, **(WINDOWS | {"PYTHONPATH": path} | more))

    return run


def test_the_names_are_missing_there(tmp_path: Path) -> None:
    """The other tests would also pass if they were not."""
    (tmp_path / "fsm.py").write_text(
        "import os, signal\nprint(hasattr(os, 'chown'), hasattr(signal, 'SIGALRM'))\nimport fcntl"
    )
    env = environment(PYTHONPATH=os.pathsep.join((str(ELSEWHERE), str(tmp_path))))
    done = subprocess.run([sys.executable, "-c", "import fsm"], cwd=tmp_path, capture_output=True, check=False, env=env)
    assert done.stdout == b"False False\n"
    assert b"ModuleNotFoundError: No module named 'fcntl'" in done.stderr


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in COMMANDS if name not in ENDLESS],
)
def test_every_command_runs_there(elsewhere: Elsewhere, tmp_path: Path, name: str) -> None:
    """What writes files does so twice, so that files which are there already are written again."""
    (tmp_path / "my_engine.py").write_text(ENGINE, encoding="utf-8")
    writes = name not in ("new", "expect") and any(
        option in example for example in EXAMPLES[name] for option in (" -o ", " --trace ")
    )
    for example in EXAMPLES[name] * (1 + writes):
        done = elsewhere(*shlex.split(example)[1:])
        assert done.returncode == 0, (example, done.stdout, done.stderr)


def test_watch_runs_there(lesson: Lesson, tmp_path: Path) -> None:
    lesson(GOOD)
    env = environment(PYTHONPATH=os.pathsep.join((str(ELSEWHERE), str(ROOT))), PYTHONUTF8="0")
    command = [sys.executable, "-u", "-m", "fsm", "watch", "x.turn.yaml"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"watching 1 file; Ctrl-C ends it\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_an_engine_that_is_a_program_is_ended_there(elsewhere: Elsewhere, tmp_path: Path) -> None:
    (tmp_path / "sleeps.py").write_text("import time\nprint('{}', flush=True)\ntime.sleep(600)\n", encoding="utf-8")
    done = elsewhere("drive", "--from", "12/02", "--", sys.executable, "sleeps.py")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


@pytest.mark.parametrize("code", every_day(["cp1252", "utf-8", "cp437", "ascii"], "cp1252"))
def test_bytes_that_a_console_does_not_know_are_no_traceback(program: Program, lesson: Lesson, code: str) -> None:
    typed = b"p '\x81\xff'\np 1 + 1\nq\n"
    done = program("debug", lesson(GOOD), stdin=typed, PYTHONIOENCODING=code, PYTHONUTF8="0")
    assert (done.returncode, b"\n2" in done.stdout) == (0, True)
    asked = program("quiz", lesson(GOOD), stdin=b"\x81\xff\n1\n1\n1\n1\n1\n", PYTHONIOENCODING=code, PYTHONUTF8="0")
    assert asked.returncode in (0, 1)


@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["diagram", "timeline", "-o", "-"],
        *(
            pytest.param([*one], marks=pytest.mark.slow)
            for one in (["explain"], ["test"], ["debug"], ["player", "-o", "-"])
        ),
    ],
    ids=" ".join,
)
def test_names_beyond_the_code_page_are_escaped(program: Program, lesson: Lesson, command: list[str]) -> None:
    done = program(*command, lesson(GOOD.replace("Ann", "Łukasz").replace("a lesson", "龍")), **WINDOWS)
    assert done.returncode == 0
    assert b"\\u0141" in done.stdout or "Łukasz".encode() in done.stdout or command == ["test"]


CRLF = "name: a lesson\r\nplayers: [Ann, Bob]\r\ngolden: true\r\nexpect: {turns: [Ann]}\r\n"


def test_files_with_line_ends_of_windows(fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    file.write_bytes(CRLF.encode())
    assert fsm("test", "x.turn.yaml", "--turn-update").exit_code == 0
    assert fsm("run", "x.turn.yaml", "--trace", "x.jsonl").exit_code == 0
    (golden,) = (tmp_path / "__traces__").iterdir()
    for trace in (golden, tmp_path / "x.jsonl"):
        trace.write_bytes(trace.read_bytes().replace(b"\n", b"\r\n"))
    assert fsm("test", "x.turn.yaml").exit_code == 0
    assert fsm("check", "x.jsonl").exit_code == 0
    assert fsm("debug", "x.turn.yaml", stdin=b"b T1.upkeep\r\nc\r\np turn\r\nq\r\n").stdout.count("***") == 0


def test_a_file_is_replaced_where_files_have_no_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "chown")
    for content in (b"old", b"new"):
        write_file(tmp_path / "x.svg", content)
    assert (tmp_path / "x.svg").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


def test_a_file_that_is_open_elsewhere_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows replaces no file that another program has open."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    (tmp_path / "x.svg").write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(InputError, match="cannot be written: the process cannot access the file"):
        write_file(tmp_path / "x.svg", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


def test_a_path_on_another_drive_is_told_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "relpath", ntpath.relpath)
    assert relative(r"D:\house\mine.toml", r"C:\lessons") == r"D:\house\mine.toml"
    assert relative(r"C:\house\mine.toml", r"C:\lessons") == r"..\house\mine.toml"


DRIVES = tuple(str(PureWindowsPath("C:/", *parts)) for parts in (["x.turn.yaml"], ["my lessons", "x.turn.yaml"]))


@pytest.mark.parametrize("path", [*DRIVES, "C:/x.turn.yaml", "x.turn.yaml", "/my/x.turn.yaml"])
def test_a_line_of_a_file_is_a_place_with_its_drive_and_its_column(lesson: Lesson, tmp_path: Path, path: str) -> None:
    session = Session.open(str(tmp_path / lesson(GOOD)))
    for place in (f"{path}:1", f"{path}:1:16", "1"):
        with pytest.raises(FsmError, match="line 1, or one after it: this never comes up"):
            session.find(place)
    for place in (path.replace("x.turn", "other.turn") + end for end in (":1", ":1:16")):
        with pytest.raises(FsmError, match=r"other\.turn\.yaml is not the scenario that is debugged; b 1 is a line of"):
            session.find(place)


def test_an_engine_is_named_by_a_file_on_a_drive(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / r"C:\engine.py").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "other.py").write_text(ENGINE, encoding="utf-8")
    for named in (r"C:\engine.py:Engine", "deep/other.py:Engine"):
        done = fsm("drive", named, "--edition", "cr2026", "--from", "12/02")
        assert (done.exit_code, done.stderr) == (0, ""), done
    missing = fsm("drive", r"C:\none.py:Engine", "--from", "12/02")
    assert (missing.exit_code, missing.stderr.count("\n")) == (2, 1)


def test_an_editor_names_the_file_in_any_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Upper and lower case are the same on macOS and Windows, also in the letter of a drive."""
    file = tmp_path / "x.turn.yaml"
    file.write_text(GOOD, encoding="utf-8")
    (tmp_path / "link.turn.yaml").hardlink_to(file)
    assert is_same(str(tmp_path / "link.turn.yaml"), str(file)), "as the file system says"
    monkeypatch.chdir(tmp_path)
    assert is_same(str(file), "x.turn.yaml")
    for other in ("", "\0", "none.turn.yaml", str(tmp_path)):
        assert not is_same(other, str(file))


@pytest.mark.parametrize("title", ["Con", "NUL", "com1", "Aux?"])
def test_a_new_file_has_no_name_of_a_device(fsm: Fsm, tmp_path: Path, title: str) -> None:
    done = fsm("new", title)
    assert done.exit_code == 0, done.output
    (written,) = tmp_path.iterdir()
    assert not ntpath_reserved(written.name)
    assert file_name("Conan") == "conan.turn.yaml"


def ntpath_reserved(name: str) -> bool:
    """Whether Windows takes a name for a device: the part before the first dot is one."""
    return name.partition(".")[0].upper() in {"CON", "PRN", "AUX", "NUL", *(f"COM{n}" for n in range(10))}


def test_two_golden_traces_are_not_one_file(fsm: Fsm, tmp_path: Path) -> None:
    texts = (f"name: {name}\nplayers: [Ann, Bob]\ngolden: true\n" for name in ("A lesson", "a lesson"))
    (tmp_path / "x.turn.yaml").write_text("---\n".join(texts), encoding="utf-8")
    done = fsm("test", "x.turn.yaml", "--turn-update")
    assert done.exit_code == 2
    assert "on macOS and Windows" in done.stdout
    assert len(list((tmp_path / "__traces__").iterdir())) == 1


def test_where_nobody_has_a_home(program: Program, lesson: Lesson) -> None:
    done = program("test", lesson(GOOD), HOME="", XDG_CACHE_HOME="", LOCALAPPDATA="")
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["forge.log", pytest.param("xmage.log", marks=pytest.mark.slow)])
def test_logs_are_read_without_timers(elsewhere: Elsewhere, program: Program, tmp_path: Path, name: str) -> None:
    for file in (name, f"{name.removesuffix('.log')}.toml"):
        (tmp_path / file).write_bytes((ROOT / "tests" / "logs" / file).read_bytes())
    asked = ("check", name, "--map", f"{name.removesuffix('.log')}.toml")
    there, here = elsewhere(*asked), program(*asked)
    assert (there.returncode, there.stdout, there.stderr) == (0, here.stdout, b"")


def test_an_expression_that_takes_for_ever_is_ended_without_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsm.check.mapping.has_timers", lambda: False)
    monkeypatch.setattr("fsm.check.guard.PATIENCE", 1.0)
    lines = Lines(io.BytesIO(b"step untap\n" + b"x" * 1_900 + b"\n"), "log")
    rules = tuple(LineRule(pattern, {"kind": "step.begin"}) for pattern in ("step (?P<step>[a-z]+)", "x*x*x*x*x*x*y"))
    reader = Mapping(lines=rules).reader(lines)
    found = iter(reader)
    assert next(found).step == "untap"
    with pytest.raises(TraceError, match="log:2:1: a regular expression of the mapping takes longer than 1 s"):
        next(found)
    assert isinstance(reader.looking, Apart)
    assert reader.looking.process is None, "it is ended"
