"""Help and manual: nothing is cut, and every command has an example that runs."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from cases import joined
from commands import ROOT, Fsm

from fsm.cli import main
from fsm.cli.examples import EXAMPLES, all_commands
from fsm.cli.manual import manual

COMMANDS = [name for name, _ in all_commands(main)]
PAGE = ROOT / "fsm" / "cli" / "fsm.1"


def test_every_command_has_an_example() -> None:
    assert {"", *COMMANDS} == set(EXAMPLES)
    assert len(COMMANDS) > 20


@joined(["", *COMMANDS])
def test_help_ends_with_the_example_and_is_not_cut(name: str) -> None:
    from click.testing import CliRunner

    done = CliRunner().invoke(main, [*name.split(), "--help"], prog_name="fsm")
    assert done.exit_code == 0
    assert done.stdout.endswith("".join(f"    {example}\n" for example in EXAMPLES[name]))
    assert "..." not in done.stdout.replace("]...", "").replace("COMMAND...", "").partition("Options:")[2]


@pytest.mark.parametrize("group", ["", "diagram", "trace"])
def test_a_group_alone_is_its_help(fsm: Fsm, group: str) -> None:
    alone, asked = fsm(*group.split()), fsm(*group.split(), "--help")
    assert (alone.exit_code, alone.stdout, alone.stderr) == (2, "", asked.stdout)


def test_lists_of_commands_have_whole_sentences() -> None:
    from click.testing import CliRunner

    listed = " ".join(CliRunner().invoke(main, ["trace", "--help"]).stdout.split())
    assert "diff Compare two traces: the first difference with its context, and the lengths of both." in listed


ENDLESS = ("trace", "diagram", "watch")
"""The groups, whose commands have the examples, and the command that never ends."""

ENGINE = f"import sys\nsys.path.append({str(ROOT / 'tests')!r})\nfrom engines.reference import Engine\n"


LONG = ("drive", "record", "vectors")
"""The commands whose examples run with the slower proofs."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG else ())
        for name in ("", *COMMANDS)
        if name not in ENDLESS
    ],
)
def test_examples_run(fsm: Fsm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "my_engine.py").write_text(ENGINE)
    for example in EXAMPLES[name]:
        program, *arguments = shlex.split(example)
        assert program == "fsm"
        done = fsm(*arguments)
        assert done.exit_code == 0, done.output
        assert len(example) <= 76
        for at, argument in enumerate(arguments):
            assert argument != "-o" or (tmp_path / arguments[at + 1]).stat().st_size


def test_examples_of_groups_are_those_of_their_commands() -> None:
    for name in ("trace", "diagram"):
        below = {
            example for other, examples in EXAMPLES.items() if other.startswith(f"{name} ") for example in examples
        }
        for example in EXAMPLES[name]:
            assert any(example.split(" -")[0] in one for one in below)


def test_the_manual_is_that_of_the_commands() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual(main), "make manual writes it again"


def test_man_reads_the_manual() -> None:
    readers = (["groff", "-man", "-ww", "-Tutf8"], ["mandoc", "-Tutf8"], ["man", "-l", "--warnings=w"])
    reader = next((reader for reader in readers if shutil.which(reader[0])), None)
    if reader is None:
        pytest.skip("needs groff, mandoc or man")
    done = subprocess.run([*reader, str(PAGE)], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    for name in COMMANDS:
        assert f"fsm {name}" in done.stdout.replace("\x1b[1m", "").replace("\x1b[0m", "").replace("\x1b[22m", "")
