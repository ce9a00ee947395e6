"""Standard input and output: terminals, pipes, and readers that go away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from commands import GOOD, Lesson, Program, environment

ESCAPE = b"\x1b["
Start = Callable[..., "subprocess.Popen[bytes]"]


def test_what_is_piped_has_no_colour(program: Program, lesson: Lesson) -> None:
    assert ESCAPE not in program("run", lesson(GOOD)).stdout


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), pytest.param({"TERM": "dumb"}, False, marks=pytest.mark.slow)],
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


COMMANDS = [
    ["run", "x.turn.yaml", "-v"],
    *(
        pytest.param([*command], marks=pytest.mark.slow)
        for command in (
            ["--help"],
            ["run", "x.turn.yaml", "--trace", "-"],
            ["run", "--help"],
            ["diagram", "turn", "-o", "-"],
            ["diagram", "turn", "-o", "-", "--format", "png"],
            ["rules"],
            ["rules", "300.6"],
            ["cards"],
            ["schema", "trace"],
        )
    ),
    ["test", "x.turn.yaml"],
]


@pytest.fixture
def start(tmp_path: Path, lesson: Lesson) -> Start:
    """Starts a command with streams of its own."""
    lesson(GOOD)

    def start(arguments: list[str], **streams: Any) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "fsm", *arguments]
        given = {"stderr": subprocess.PIPE, **streams}
        return subprocess.Popen(command, cwd=tmp_path, env=environment(), **given)

    return start


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_reader_that_goes_away_ends_a_command_quietly(start: Start, command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = start(command, stdout=writer)
    os.close(writer)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == -signal.SIGPIPE  # a shell calls it 141


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_device_is_said(start: Start, command: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = start(command, stdout=full)
        assert (
            process.communicate(timeout=60)[1] == b"fsm: standard output cannot be written: no space left on device\n"
        )
        assert process.returncode == 2


def test_a_message_that_cannot_be_written_leaves_the_exit_code(start: Start) -> None:
    with Path("/dev/full").open("wb") as full:
        assert start(["nonsense"], stdout=full, stderr=full).wait() == 2
        assert start(["run", "missing"], stdout=full, stderr=full).wait() == 2


@pytest.mark.parametrize(
    ("closed", "arguments", "code", "said"),
    [
        ("<&-", "run -", 2, "<stdin>: cannot be read: standard input is closed"),
        pytest.param("<&-", "test x.turn.yaml", 0, "", marks=pytest.mark.slow),
        (">&-", "run x.turn.yaml --trace out.jsonl", 2, "fsm: standard output is closed"),
        (">&-", "test x.turn.yaml", 2, "fsm: standard output is closed"),
        ("2>&-", "run missing", 2, ""),
        pytest.param("2>&-", "test x.turn.yaml", 0, "", marks=pytest.mark.slow),
    ],
)
def test_a_closed_stream_is_said_and_taken_by_no_file(
    lesson: Lesson, tmp_path: Path, closed: str, arguments: str, code: int, said: str
) -> None:
    lesson(GOOD)
    command = ["sh", "-c", f"{sys.executable} -m fsm {arguments} {closed}"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode().startswith(said)) == (code, True), done
    assert done.stderr.count(b"\n") == bool(said)
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    "encoding",
    [
        {"PYTHONIOENCODING": "ascii"},
        pytest.param({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, marks=pytest.mark.slow),
    ],
)
def test_what_a_terminal_cannot_write_is_escaped(program: Program, lesson: Lesson, encoding: dict[str, str]) -> None:
    done = program("run", lesson(GOOD.replace("Ann", "Łukasz")), **encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Turn 1 \\xb7 \\u0141ukasz" in done.stdout
    wrong = program("run", lesson("players: [Łukasz, Łukasz]"), **encoding)
    assert (wrong.returncode, b"two players are called '\\u0141ukasz'" in wrong.stderr) == (2, True)
    judged = program("test", lesson(GOOD.replace("a lesson", "龍").replace("[Ann]}", "[Bob]}")), **encoding)
    assert (judged.returncode, b"\\u9f8d" in judged.stdout) == (1, True)


def test_ctrl_c_ends_with_130_and_leaves_no_file(start: Start, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "slow.turn.yaml")
    before = set(tmp_path.iterdir())
    process = start(["run", "slow.turn.yaml", "--trace", "out.jsonl"], stdout=subprocess.DEVNULL)
    writer = -1
    while writer < 0 and process.poll() is None:
        with suppress(OSError):  # until the command begins to read
            writer = os.open(tmp_path / "slow.turn.yaml", os.O_WRONLY | os.O_NONBLOCK)
    message = _interrupted(process)
    os.close(writer)
    assert (process.returncode, message.strip()) == (130, b"")
    assert set(tmp_path.iterdir()) == before


def _interrupted(process: subprocess.Popen[bytes]) -> bytes:
    """What a process says that is interrupted; anew if it was just about to wait, where Python misses a signal."""
    for _ in range(5):
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=5)[1]
    process.kill()
    return process.communicate()[1]


def test_ctrl_c_ends_tests_with_130(program: Program, lesson: Lesson, tmp_path: Path) -> None:
    stop = "import os, signal\ndef pytest_runtest_setup(): os.kill(os.getpid(), signal.SIGINT)"
    (tmp_path / "conftest.py").write_text(stop)
    done = program("test", lesson(GOOD))
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.slow
def test_ctrl_c_ends_with_130_whenever_it_comes(start: Start) -> None:
    for n in range(30):
        process = start(["run", "x.turn.yaml", "-v", "--trace", "out.jsonl"], stdout=subprocess.DEVNULL)
        time.sleep(0.02 * n)
        process.send_signal(signal.SIGINT)
        message = process.communicate(timeout=60)[1]
        # Until our first line runs, the interruption is Python's own.
        assert process.returncode in (0, 130) or b"in program" not in message, message
