"""The house: imports run one way, down; the engine names no edition."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from fsm.edition import edition_ids

FSM = Path(__file__).parents[2] / "fsm"
MODULES = sorted(FSM.rglob("*.py"))

FLOORS = {
    "errors": 1,
    "words": 0,
    "citing": 0,
    "shape": 2,
    "files": 2,
    "names": 3,
    "edition": 3,
    "turn": 4,
    "game": 5,
    "recording": 6,
    "scenario": 7,
    "diagram": 7,
    "rule_index": 8,
    "cards": 8,
    "gallery": 8,
    "cli_streams": 8,
    "cli_traces": 8,
    "cli_common": 9,
    "pytest_plugin": 9,
    "plugin": 10,
    "cli_test": 10,
    "cli_diagram": 10,
    "cli": 11,
    "__main__": 12,
    "__init__": 13,
}
"""How high each room stands; a module imports from its own room and from below."""

UTILITIES = {"errors", "words", "shape", "files"}
BESIDES = {"diagram": {"turn", "edition", "recording"} | UTILITIES}
"""Rooms that may not use all that is below them."""

SHOWN = ("turn/graph.py", "recording/recording.py", "recording/turns.py")
"""Modules of values that show themselves as pictures: they import ``diagram``, above them, as they are shown."""


def room(path: Path) -> str:
    first = path.relative_to(FSM).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The rooms of fsm that a module imports, with the line, wherever in it the import stands."""
    package = ("fsm", *path.relative_to(FSM).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (base, node.module) if part)
            names = [origin] if origin != "fsm" else [f"fsm.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "fsm" and isinstance(node, ast.Import | ast.ImportFrom):
                yield node.lineno, parts[1] if len(parts) > 1 else "__init__"


def inside_functions(path: Path) -> set[int]:
    """The lines of a module that run only when a function is called, or never: those for the readers of types."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if isinstance(node, ast.FunctionDef | ast.If) and (for_types or isinstance(node, ast.FunctionDef)):
            found.update(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FSM)))
def test_imports_run_down(path: Path) -> None:
    own = room(path)
    late = inside_functions(path)
    for line, other in imported(path):
        place = f"{path.relative_to(FSM.parent)}:{line}"
        if other == own or (other == "diagram" and path.relative_to(FSM).as_posix() in SHOWN and line in late):
            continue
        assert FLOORS[other] < FLOORS[own], f"{place}: {own} imports {other}, which stands no lower"
        assert other in BESIDES.get(own, {other}), f"{place}: {own} has no business with {other}"


def test_every_room_has_its_floor_and_imports_are_seen() -> None:
    assert {room(path) for path in MODULES} == set(FLOORS)
    assert {other for path in MODULES for _, other in imported(path)} >= set(FLOORS) - {"__main__", "plugin"} - {
        *("__init__", "cli", "gallery")
    }


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """All texts of a module but docstrings and the defaults of parameters."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            told.add(id(node.value))
        if isinstance(node, ast.arguments):
            told.update(id(default) for default in (*node.defaults, *node.kw_defaults) if default is not None)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


ENGINE = [path for path in MODULES if room(path) in ("game", "turn", "recording")]


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(FSM)))
def test_the_engine_names_no_edition(path: Path) -> None:
    for line, text in constants(path):
        named = [edition for edition in edition_ids() if edition in text]
        assert not named, f"{path.name}:{line} names {named}"


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(FSM)))
def test_the_engine_never_asks_which_edition_it_is(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare | ast.Match | ast.Subscript):
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and part.attr in ("id", "title", "effective"):
                    assert "edition" not in ast.unparse(part.value), f"{path.name}:{part.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("name", SHOWN)
def test_values_that_show_themselves_import_pictures(name: str) -> None:
    assert "diagram" in {other for _, other in imported(FSM / name)}


def test_recordings_are_of_use_without_pictures() -> None:
    import subprocess
    import sys

    program = (
        "import sys; sys.modules['fsm.diagram'] = None\n"
        "from fsm.recording import play_by_play; from fsm.scenario import parse_scenarios, run_scenario\n"
        "recording = run_scenario(parse_scenarios('players: [Ann, Bob]\\nuntil: T1', 'x')[0])\n"
        "print(len(list(play_by_play(recording))) > 20, recording.turn(1).player)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=FSM.parent)
    assert done.stdout == b"True Ann\n"


def test_a_drawn_turn_loads_neither_game_nor_recordings() -> None:
    import subprocess
    import sys

    program = (
        "import sys; from fsm.diagram import turn_diagram; from fsm.turn import base_turn\n"
        "turn_diagram(base_turn('cr2026')).dot()\n"
        "print([m for m in sys.modules if m.startswith(('fsm.game', 'fsm.recording', 'fsm.scenario'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=FSM.parent)
    assert done.stdout == b"[]\n"


def test_the_turn_alone_loads_neither_game_nor_scenarios() -> None:
    import subprocess
    import sys

    program = (
        "import sys, fsm.turn\n"
        "above = ('fsm.game', 'fsm.scenario', 'fsm.diagram', 'yaml')\n"
        "print([m for m in sys.modules if m.startswith(above)])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=FSM.parent)
    assert done.stdout == b"[]\n"
