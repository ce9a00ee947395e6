"""What a shell completes: commands, options, and the values of both."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem, get_completion_class
from commands import ROOT, Fsm, environment

from fsm import catalogue
from fsm.cards.vocabulary import EFFECTS
from fsm.cardshapes import done_by
from fsm.cli import main
from fsm.cli.commands.completion import SHELLS
from fsm.cli.common import COMPLETES
from fsm.cli.values import FORMATS, LEVEL
from fsm.diagram import ASPECTS, DIAGRAM_KINDS, DIRECTIONS, SHOWN_THEMES, formats
from fsm.diagram.layout.page import PAPERS
from fsm.diagram.model import DETAILS, LEVELS
from fsm.edition import edition_ids, every_edition_id, load_edition, numbers, other_names
from fsm.library import documents, lessons


def items(*words: str) -> list[CompletionItem]:
    """What is offered for the last of these words."""
    made = get_completion_class("bash")
    assert made
    return made(main, {}, "fsm", COMPLETES).get_completions(list(words[:-1]), words[-1])


def offered(*words: str) -> list[str]:
    return [item.value for item in items(*words) if item.type == "plain"]


def files_are_offered(*words: str) -> bool:
    return [item.type for item in items(*words)] == ["file"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_commands_and_options() -> None:
    assert offered("") == list(main.commands)
    assert offered("sc") == ["schema", "scenarios"] or offered("sc") == ["scenarios", "schema"]
    assert offered("diagram", "") == list(DIAGRAM_KINDS)
    assert offered("run", "--tr") == ["--trace", "--trace-schedule"]
    assert "--paths" in offered("scenarios", "--")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("run -e ", [*every_edition_id(), *other_names()]),
        ("run -e to", ["today"]),
        ("rules --compare cr20", [id for id in every_edition_id() if id.startswith("cr20")]),
        ("diagram compare cr2006 cr2026", ["cr2026-02-27", "cr2026"]),
        ("vectors x --edition cr2011", ["cr2011"]),
        ("diagram turn --format ", list(FORMATS)),
        ("diagram turn --level ", list(LEVELS)),
        ("diagram turn --detail ", list(DETAILS)),
        ("diagram rule --theme ", list(SHOWN_THEMES)),
        ("diagram timeline --aspect ", list(ASPECTS)),
        ("diagram scenario --direction ", list(DIRECTIONS)),
        ("diagram poster --paper ", list(PAPERS)),
        ("diagram history --from cr199", [id for id in every_edition_id() if id.startswith("cr199")]),
        ("diagram turn --at T2.up", ["T2.upkeep"]),
        ("run x --schedule unt", ["untap"]),
        ("rules 500.", [number for number in numbers() if number.startswith("500.")]),
        ("history 2003-07", ["2003-07-01"]),
        ("history --from cr2009-0", ["cr2009-05-01", "cr2009-07-11", "cr2009-09-04"]),
        ("diagram rule insert_p", ["insert_phases"]),
        ("diagram rule 300.7", ["300.7"]),
        ("cards time w", ["Time Walk", "Time Warp"]),
        ("cards aurelia", ["Aurelia, the Warleader"]),
        ("cards --shape extra_", ["extra_lands", "extra_phases", "extra_steps", "extra_turn"]),
        ("quiz 12/02", ["12/02"]),
        ("watch 12/02", ["12/02"]),
        ("docs f", ["FORMAT"]),
        ("docs ", list(documents())),
        ("run kiki", ["kiki-jiki-in-the-end-step"]),
        ("debug 12/02", ["12/02"]),
        ("player 12/02", ["12/02"]),
        ("explore 12/02", ["12/02"]),
        ("diagram scenario 12/02", ["12/02"]),
        ("check x --scenario 12/02", ["12/02"]),
        ("test 12/02", ["12/02"]),
        ("drive x --from 12-ex", ["12-extra-phases"]),
        ("run x --as ", ["nobody"]),
        ("schema e", ["engine"]),
        ("check x --effects ", ["told", "unknown", "none"]),
        ("completion ", list(SHELLS)),
    ],
)
def test_values(words: str, expected: list[str]) -> None:
    command, *rest = words.split(" ")
    if command == "cards" and not rest[0].startswith("-"):
        rest = [" ".join(rest)]
    assert list(dict.fromkeys(offered(command, *rest))) == expected


def test_every_card_number_and_name_is_known() -> None:
    assert offered("cards", "") == sorted(catalogue())
    rules = {number for id in edition_ids() for number in load_edition(id).rules}
    assert set(numbers()) == rules
    assert len(numbers()) == len(rules)
    assert set(offered("run", "")) == {lesson.name for lesson in lessons()}
    assert formats.FORMATS == FORMATS
    assert [item.value for item in items("diagram", "turn", "--level", "")] == list(LEVELS)
    assert LEVEL.name == "level"


def test_every_effect_that_a_card_has_is_offered() -> None:
    effects = offered("cards", "--shape", "")
    done = set[str]().union(*map(done_by, catalogue().values()))
    assert effects == sorted(done & EFFECTS.keys())
    assert len(effects) > 40


def test_scenarios_are_offered_with_their_titles() -> None:
    (item,) = items("run", "02/08")
    assert (item.value, item.help) == ("02/08", "Upwelling keeps mana in the pools")


@pytest.mark.parametrize(
    "words",
    ["run -e mine", "diagram turn -o ", "check ", "run x --trace ", "player x -o ", "rules -o ", "trace diff a "],
)
def test_files_are_left_to_the_shell(words: str) -> None:
    assert files_are_offered(*words.split(" "))


def test_a_file_that_is_here_comes_before_names(tmp_path: Path) -> None:
    assert "relentless-assault" in offered("run", "rel")
    (tmp_path / "relay.turn.yaml").touch()
    assert files_are_offered("run", "rel")
    assert files_are_offered("run", "relay")
    assert offered("run", "kiki")
    assert not offered("run", "no/such/folder/kiki")


def asked(shell: str, words: list[str], **more: str) -> list[str]:
    command = [sys.executable, "-m", "fsm"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60,
        env=environment(**{COMPLETES: f"{shell}_complete", "COMP_WORDS": "\n".join(words), **more}),
    )  # fmt: skip
    return done.stdout.splitlines()


def test_bash_gets_escaped_names_and_the_others_plain_ones() -> None:
    assert asked("bash", ["fsm", "cards", "Aurelia"], COMP_CWORD="2") == ["plain,Aurelia,\\ the\\ Warleader"]
    assert asked("bash", ["fsm", "cards", '"Aurelia, t'], COMP_CWORD="2") == ["plain,Aurelia, the Warleader"]
    assert asked("bash", ["fsm", "cards", "Time\\ Wal"], COMP_CWORD="2") == ["plain,Time\\ Walk"]
    assert "Time Walk" in asked("zsh", ["fsm", "cards", "Time"], COMP_CWORD="2")
    assert any("Time Walk" in line for line in asked("fish", ["fsm", "cards", "Time"], COMP_CWORD="Time"))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_this_program(fsm: Fsm, shell: str) -> None:
    done = fsm("completion", shell)
    assert done.exit_code == 0
    assert f"{COMPLETES}={shell}_complete" in done.stdout
    if shell == "fish":
        assert "string split --max 1" in done.stdout
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=done.stdout, text=True, check=False).returncode == 0


def test_completing_loads_neither_the_game_nor_networkx() -> None:
    program = (
        "import sys; from click.shell_completion import get_completion_class as found; from fsm.cli import main\n"
        "complete = found('bash')(main, {}, 'fsm', '_FSM_COMPLETE').get_completions\n"
        "for line in ('run re', 'cards T', 'rules 500', 'run -e c', 'docs F', 'diagram t'):\n"
        "    *args, word = line.split()\n"
        "    assert complete(args, word), line\n"
        "heavy = ('networkx', 'transitions', 'yaml', 'fsm.game', 'fsm.turn', 'fsm.diagram')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout == b"[]\n"


def test_completing_imports_few_modules() -> None:
    """What it takes of a processor is in proportion: about 150, with all that Python itself starts with."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "fsm"], capture_output=True, text=True, check=True,
        env=environment(**{COMPLETES: "bash_complete", "COMP_WORDS": "fsm\nrun\nrel", "COMP_CWORD": "2"}),
    )  # fmt: skip
    assert "plain,relentless-assault" in done.stdout.splitlines()
    modules = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line]
    assert "fsm.cli" in modules
    assert len(modules) < 200, modules


def test_an_unknown_shell_is_refused_in_one_line_with_those_that_are_known(fsm: Fsm) -> None:
    missing = fsm("completion")
    assert missing.exit_code == 2
    assert missing.stderr.endswith("Choose from: bash, zsh, fish\n")
