"""The code blocks of the README and of other pages that show what to type do what these pages say."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from commands import INNER, environment

from fsm.cards.vocabulary import EFFECTS
from fsm.cli import main
from fsm.game import remove_effect
from fsm.game.decisions.table import DECISION_KINDS
from fsm.scenario import judge, parse_scenarios, run_scenario


class Block(NamedTuple):
    """A code block: its language, what it holds, the line before it, and the text block that follows, if one does."""

    language: str
    text: str
    before: str
    shown: str | None


PAGES = ["CONTRIBUTING.md", *(f"docs/{name}.md" for name in ("HOUSE_RULES", "CHECKING"))]
USES = ["README.md", "docs/DRAWING.md", "docs/DEBUGGING.md", "docs/TESTING.md"]
"""The pages that show one use each, from nothing to the end."""
REFERENCES = {"docs/COMMANDS.md": {"console"}, "docs/PYTHON.md": {"python"}}
"""The pages that list all there is, with the languages of what they show to type."""
SHOWS = {"console", "yaml", "python"}
"""The languages of what every other page shows."""


@pytest.fixture(scope="module", params=[*PAGES, *USES, *REFERENCES])
def page(root: Path, request: pytest.FixtureRequest) -> Path:
    """A page that shows what to type."""
    page: Path = root / request.param
    assert page.is_file(), f"{page.name} is missing"
    return page


@pytest.fixture(scope="module")
def blocks(page: Path) -> list[Block]:
    """The blocks of a page; it is an error if it shows none."""
    parts = re.split(r"^```(\w*)\n(.*?)^```\n", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = []
    for at in range(1, len(parts), 3):
        shown = parts[at + 4] if at + 4 < len(parts) and parts[at + 3] == "text" and not parts[at + 2].strip() else None
        found.append(Block(parts[at], parts[at + 1], parts[at - 1].strip().rpartition("\n")[2], shown))
    assert found, f"{page.name} has no code blocks"
    return found


LONG = (
    "fsm rules --edition cr2006 -o rules.html",
    "fsm test extra-phases",
    "fsm vectors vectors --edition cr2026 --from extra-phases",
)
"""The commands that take a second; no other command needs what they make. They run with the slower proofs."""

SAVED = re.compile(r"this as `([\w.]+)`[\w ,]*:$")
"""The end of the line before a block that a reader saves as a file."""


@pytest.fixture
def _nothing_added() -> Iterator[None]:
    """What a page adds to the vocabulary and to the decisions is taken back."""
    effects, decisions = set(EFFECTS), set(DECISION_KINDS)
    yield
    for name in set(EFFECTS) - effects:
        remove_effect(name)
    for kind in set(DECISION_KINDS) - decisions:
        del DECISION_KINDS[kind]


@pytest.fixture
def here(root: Path, tmp_path: Path, page: Path, blocks: list[Block]) -> Path:
    """The repository as a reader sees it, in a folder that may be written to, with the files that the page saves there.

    A page that shows one use, or lists all there is, needs nothing but the package and these files.
    """
    for block in blocks:
        for name in SAVED.findall(block.before):
            (tmp_path / name).write_text(block.text, encoding="utf-8")
    if page.relative_to(root).as_posix() in (*USES, *REFERENCES):
        return tmp_path
    for entry in root.iterdir():
        if entry.name not in ("demo", ".git") and not entry.name.startswith(".pytest"):
            (tmp_path / entry.name).symlink_to(entry)
    (tmp_path / "demo").mkdir()
    return tmp_path


def of(blocks: list[Block], language: str) -> list[Block]:
    return [block for block in blocks if block.language == language]


def test_every_block_has_a_language(blocks: list[Block], page: Path, root: Path) -> None:
    languages = {block.language for block in blocks}
    assert languages <= {*SHOWS, "toml", "json", "text"}
    assert languages >= REFERENCES.get(page.relative_to(root).as_posix(), SHOWS)


def as_typed(command: str, here: Path) -> tuple[int, str, str]:
    """What a command answers, given to a shell."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", command], cwd=here, capture_output=True, text=True, check=False, env=environment(PATH=path)
    )
    return done.returncode, done.stdout, done.stderr


def as_called(command: str) -> tuple[int, str, str]:
    """What a command of fsm answers, run in this process: it says the same, and starts sooner."""
    program, *arguments = shlex.split(command)
    assert program == "fsm", command
    done = CliRunner(catch_exceptions=False).invoke(main, arguments, prog_name="fsm")
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("left_out", [LONG, pytest.param((), marks=pytest.mark.slow)], ids=["short", "all"])
def test_commands_do_what_is_shown(
    blocks: list[Block], here: Path, root: Path, monkeypatch: pytest.MonkeyPatch, left_out: tuple[str, ...]
) -> None:
    monkeypatch.chdir(here)
    monkeypatch.setenv("PYTEST_ADDOPTS", INNER)
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    ran = 0
    for block in of(blocks, "console"):
        for line in block.text.splitlines():
            command = line.removeprefix("$ ").strip()
            if command.startswith("make "):
                assert re.search(rf"^{command.split()[1]}:", makefile, re.MULTILINE), command
                continue
            if command.startswith("source "):  # what `make demo` has installed
                assert command == f"source {re.findall('^VENV .*= (.+)$', makefile, re.MULTILINE)[0]}/bin/activate"
                continue
            if command in left_out:
                continue
            inside = ran and command.startswith("fsm ")
            code, told, wrong = as_called(command) if inside else as_typed(command, here)
            assert (code, wrong) == (int("The exit code is 1" in block.before), ""), command
            ran += 1
            if block.shown is not None and line == block.text.splitlines()[-1]:
                assert told.strip() == block.shown.strip(), command
    if of(blocks, "console"):
        assert ran >= 3
        assert any(block.shown for block in of(blocks, "console"))


def test_the_long_commands_are_shown_somewhere(root: Path) -> None:
    pages = "".join((root / page).read_text(encoding="utf-8") for page in (*PAGES, *USES, *REFERENCES))
    assert [command for command in LONG if f"\n{command}\n" not in pages] == []


def test_scenarios_are_the_files_they_claim_to_be_and_hold(blocks: list[Block], root: Path) -> None:
    for block in of(blocks, "yaml"):
        named = re.search(r"`([\w/.-]+\.turn\.yaml)`", block.before)
        if named and not SAVED.search(block.before):
            assert (root / named[1]).read_text(encoding="utf-8") == block.text
        for scenario in parse_scenarios(block.text, str(root / named[1]) if named else "README.md"):
            for edition in scenario.editions:
                assert judge(scenario, run_scenario(scenario, edition)) == []


@pytest.mark.usefixtures("_nothing_added")
def test_python_prints_what_is_shown(blocks: list[Block], here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    for block in of(blocks, "python"):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, "README.md", "exec", dont_inherit=True), {"__name__": "readme"})  # noqa: S102  # that is the test
        if block.shown is not None:
            assert printed.getvalue() == block.shown
    assert not of(blocks, "python") or any(block.shown for block in of(blocks, "python"))


def test_editions_are_the_files_they_claim_to_be(blocks: list[Block], root: Path) -> None:
    for block in blocks:
        if block.language == "toml":
            named = re.search(r"`([\w/.-]+\.toml)`", block.before)
            assert named, block.before
            assert (root / named[1]).read_text(encoding="utf-8") == block.text


@pytest.mark.slow
def test_python_passes_as_a_user_s_file(blocks: list[Block], tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    for number, block in enumerate(of(blocks, "python")):
        (tmp_path / f"block_{number}.py").write_text(block.text, encoding="utf-8")
    files = sorted(path.name for path in tmp_path.iterdir())
    if not files:
        return
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *files], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """What GitHub calls the headings of a page, and what the page itself marks."""
    named = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}
    return named | set(re.findall(r'<a id="([^"]+)">', text))


def test_links_and_pictures_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    local = [target for target in re.findall(r'(?:\]\(|src="|srcset=")([^)"\s]+)[)"]', text) if "://" not in target]
    assert local
    for target in local:
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file.read_text(encoding="utf-8")), target


FIRST = 35
"""How many lines of the README the first screen shows, with the picture among them."""


def test_the_readme_is_short_and_names_what_there_is(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1200
    first = "\n".join(text.splitlines()[:FIRST])
    assert all(said in first for said in ("It is for people who", "make demo\nmake test\n", "<picture>"))
    assert text.index("source .venv/bin/activate") < text.index("\nfsm ")
    folders = {path.name for path in root.iterdir() if path.is_dir() and not path.name.startswith(".")}
    shown = {"fsm", "scenarios", "diagrams", "tests", "benchmarks", "editors"}
    assert folders >= shown
    assert all(f"`{name}/`" in text for name in shown)
    known = set(main.commands)
    assert {"debug", "player", "diagram", "drive", "test"} <= set(re.findall(r"`fsm (\w+)", text)) <= known


def test_the_page_of_commands_lists_all(root: Path) -> None:
    _, _, listed = (root / "docs" / "COMMANDS.md").read_text(encoding="utf-8").partition("## All commands\n")
    rows = re.findall(r"^\| (`.+?`) \|", listed, re.MULTILINE)
    assert sorted(word for row in rows for word in re.findall(r"`(\w+)`", row)) == sorted(main.commands)


COLUMN, PHONE = 830, 358
"""The width of GitHub's column in pixels, and that of the column on a phone of 390."""


def test_the_picture_of_the_readme_can_be_read_in_its_column_and_on_a_phone(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    (narrow,), (wide,) = (
        re.findall(r'<source media="\(max-width: 600px\)" srcset="(.+?)"', text),
        re.findall(r'src="(.+?)"', text),
    )
    for file, column in ((wide, COLUMN), (narrow, PHONE)):
        svg = (root / file).read_text(encoding="utf-8")
        view = float(re.findall(r'viewBox="\S+ \S+ (\S+) ', svg)[0])
        width = float((*re.findall(r'<svg [^>]* width="([\d.]+)"', svg), view)[0])
        least = min(map(float, re.findall(r'font-size="([\d.]+)', svg)))
        assert least * min(width, column) / view >= 11, file
