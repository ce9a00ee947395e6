"""Editors: the extension's files, and real clients that step through a scenario (run by ``make editors-test``)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote

import pytest
from commands import ROOT, environment
from lsp_client import language_server

from fsm.scenario import parse_scenarios, scenario_schema
from fsm.scenario.schema import readable

EXTENSION = ROOT / "editors" / "vscode"
CLIENTS = ROOT / "tests" / "editors"
ASSAULT = ROOT / "scenarios" / "relentless-assault.turn.yaml"


def missing(what: str) -> NoReturn:
    """Skip a test for want of a program, or fail it where ``make editors-test`` says that all are to be here."""
    message = f"{what} is not installed: make editors installs what steps through scenarios"
    if os.environ.get("EDITORS") == "required":
        pytest.fail(message)
    pytest.skip(message)


def test_the_extension_launches_the_adapter_with_what_it_knows() -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    (debugger,) = manifest["contributes"]["debuggers"]
    assert (debugger["runtime"], debugger["args"]) == ("fsm", ["dap"])
    source = (ROOT / "fsm" / "dap" / "life.py").read_text(encoding="utf-8")
    asked = set(re.findall(r'arguments\.\w+\("(\w+)"', source)) - {"linesStartAt1", "columnsStartAt1", "noDebug"}
    assert set(debugger["configurationAttributes"]["launch"]["properties"]) == asked
    assert "main" not in manifest, "no JavaScript: an extension without it needs no build"
    (launched,) = debugger["initialConfigurations"]
    (key,) = manifest["contributes"]["keybindings"]
    (welcome,) = manifest["contributes"]["viewsWelcome"]
    link = re.search(r"\(command:debug\.startFromConfig\?(.*)\)", welcome["contents"])
    assert link is not None
    assert key["args"] == json.loads(unquote(link[1])) == launched
    for part in (*manifest["contributes"]["snippets"],):
        assert (EXTENSION / part["path"]).is_file()


def test_the_problem_matcher_reads_our_messages(tmp_path: Path) -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    (pattern,) = manifest["contributes"]["problemPatterns"]
    file = tmp_path / "x.turn.yaml"
    file.write_text("players: [Ann]\n")
    done = subprocess.run(
        [sys.executable, "-m", "fsm", "run", str(file)], capture_output=True, check=False, env=environment()
    )
    match = re.match(pattern["regexp"], done.stderr.decode().splitlines()[0])
    assert match is not None
    assert (match[pattern["file"]], match[pattern["line"]], match[pattern["column"]]) == (str(file), "1", "10")
    assert match[pattern["message"]].startswith("found 1 player")


def test_the_snippets_are_scenarios() -> None:
    snippets = json.loads((EXTENSION / "snippets" / "scenario.json").read_text(encoding="utf-8"))

    def filled(name: str) -> str:
        text = "\n".join(snippets[name]["body"])
        text = re.sub(r"\$\{\d+\|([^,|]+)[^}]*\|\}", r"\1", text)
        return re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text)

    (scenario,) = parse_scenarios(filled("Scenario"))
    assert scenario.players == ("Ann", "Bob")
    expected = [line for name in ("Steps of a turn", "Order", "State at a place") for line in filled(name).split("\n")]
    inside = "".join(f"  {line}\n" for line in expected)
    entry = "".join(f"  {line}\n" for line in filled("Script entry").split("\n"))
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nscript:\n{entry}{filled('Card')}\nexpect:\n{inside}")
    assert list(scenario.cards) == ["Extra Combat"]


@pytest.mark.editors
def test_the_debug_client_of_visual_studio_code() -> None:
    node = shutil.which("node")
    if node is None or not (CLIENTS / "node_modules").is_dir():
        missing("the debug client of Visual Studio Code (node, npm)")
    done = subprocess.run(
        [node, "vscode.mjs", sys.executable, str(ASSAULT)],
        cwd=CLIENTS, capture_output=True, check=False, timeout=180, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert len(done.stdout.decode().splitlines()) == 5


@pytest.mark.editors
def test_visual_studio_code(tmp_path: Path) -> None:
    """The extension, launched by F5: a breakpoint, steps both ways, and the box where a phase is inserted."""
    folder, extensions = os.environ.get("CODE_SERVER"), list(EXTENSION.glob("*.vsix"))
    if folder is None or not extensions:
        missing("Visual Studio Code as a server (code-server), or the extension as a file,")
    picture = tmp_path / "vscode.png"
    done = subprocess.run(
        [sys.executable, "tests/photograph_vscode.py", folder, str(extensions[0]), str(picture)],
        cwd=ROOT, capture_output=True, check=False, timeout=180, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert picture.read_bytes().startswith(b"\x89PNG")


WRITTEN = """\
players: [Ann, Bob]
edition:\x20
cards:
  - name: War Cry
    type:\x20
    effects: [{extra_phases: {phases: [combat], after: }}]
    triggers:
      - when:\x20
        do:
          -\x20
script:
  - at:\x20
expect:
  happens: [{event: }]
"""
COMPLETED = [
    ("edition:", {"cr2006", "cr2026"}),
    ("    type:", {"artifact", "sorcery"}),
    ("after:", {"this_phase", "first_postcombat_main"}),
    ("when:", {"upkeep", "attacks", "a player draws"}),
    ("          -", {"extra_turn", "end_turn", "skip"}),
    ("  - at:", {"T1.upkeep", "T1.precombat_main"}),
    ("{event:", {"mana.burn", "step.skip"}),
]


@pytest.mark.editors
def test_a_language_server_completes_values_and_tells_what_fields_mean(tmp_path: Path) -> None:
    server = CLIENTS / "node_modules" / ".bin" / "yaml-language-server"
    if not server.exists():
        missing("a language server for YAML (node, npm)")
    schema = tmp_path / "scenario.schema.json"
    schema.write_text(readable(scenario_schema()), encoding="utf-8")
    with language_server([str(server), "--stdio"], schema) as editor:
        editor.open(WRITTEN)
        for after, words in COMPLETED:
            line = next(n for n, text in enumerate(WRITTEN.splitlines()) if after in text)
            character = WRITTEN.splitlines()[line].index(after) + len(after) + 1
            found = editor.at("completion", line, character)
            assert words <= {item["label"] for item in found["items"]}, after
        told = editor.at("hover", 5, WRITTEN.splitlines()[5].index("after"))["contents"]["value"]
        assert "After what the phases are added." in told
        assert "this_combat_phase" in told


@pytest.mark.editors
def test_emacs() -> None:
    emacs = shutil.which("emacs")
    if emacs is None:
        missing("Emacs")
    found = subprocess.run([emacs, "--batch", "--eval", "(require 'dap-mode)"], capture_output=True, check=False)
    if found.returncode:
        missing("dap-mode for Emacs")
    done = subprocess.run(
        [emacs, "--batch", "-l", str(CLIENTS / "emacs.el"), sys.executable, str(CLIENTS / "adapter.py"), str(ASSAULT)],
        capture_output=True, check=False, timeout=180, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines()[-4:] == ["breakpoint at line 6", "moved: t", "back at line 6", "done"]


@pytest.mark.editors
def test_a_real_terminal(tmp_path: Path) -> None:
    """Completion, history and colour, which a pipe does not have."""
    tmux = shutil.which("tmux")
    if tmux is None:
        missing("tmux")
    server = [tmux, "-S", str(tmp_path / "tmux")]

    def do(*arguments: str) -> str:
        return subprocess.run([*server, *arguments], capture_output=True, check=True, timeout=20).stdout.decode()

    def screen_with(text: str) -> str:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            screen = do("capture-pane", "-p", "-e")
            if text in screen:
                return screen
            time.sleep(0.1)
        pytest.fail(f"{text!r} is not on the screen:\n{do('capture-pane', '-p')}")

    command = f"env PYTHONPATH={ROOT} {sys.executable} -m fsm debug {ASSAULT} -e cr2026"
    do("new-session", "-d", "-x", "100", "-y", "40", command)
    try:
        screen = screen_with("before the first turn")
        assert "\x1b[1m" in screen, "the place is bold"
        do("send-keys", "sched", "Tab")
        screen_with("schedule")
        do("send-keys", "Enter")
        screen_with("Still to come")
        do("send-keys", "b T1.combat", "Enter", "c", "Enter", "Up", "Up", "Enter")
        screen_with("Breakpoint 2 at the beginning of T1.combat")
        do("send-keys", "q", "Enter")
    finally:
        subprocess.run([*server, "kill-server"], capture_output=True, check=False)
