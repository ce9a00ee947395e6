"""The house: imports run one way, down; the engine names no edition."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cases import joined

from fsm.edition import edition_ids

FSM = Path(__file__).parents[2] / "fsm"
MODULES = sorted(FSM.rglob("*.py"))

FLOORS = {
    "version": 0,
    "words": 0,
    "errors": 1,
    "showing": 2,
    "shape": 2,
    "files": 2,
    "watching": 2,
    "search": 3,
    "names": 3,
    "document": 3,
    "library": 4,
    "edition": 4,
    "turn": 5,
    "cards": 6,
    "game": 7,
    "wording": 8,
    "recording": 9,
    "scenario": 10,
    "story": 10,
    "diagram": 10,
    "check": 10,
    "exploring": 11,
    "cardbook": 11,
    "cardshapes": 10,
    "rulebook": 11,
    "quiz": 11,
    "history": 11,
    "debugger": 11,
    "webpage": 11,
    "driving": 11,
    "dap": 12,
    "pages": 12,
    "pytest_plugin": 12,
    "plugin": 13,
    "finding": 12,
    "cli": 13,
    "site": 13,
    "__main__": 14,
    "__init__": 15,
}
"""How high each room stands; a module imports from its own room and from below."""

INSIDE = {
    "game": {
        "state": 0,
        "objects": 1,
        "combat": 2,
        "priority": 3,
        "flow": 4,
        "effects": 5,
        "decisions": 6,
        "engine": 7,
        "__init__": 8,
    },
    "game/objects": {"cards": 0, "abilities": 1, "permanents": 2, "players": 2, "__init__": 3},
    "scenario": {
        "model": 0,
        "reading": 1,
        "running": 2,
        "schema": 2,
        "judging": 3,
        "writing": 4,
        "__init__": 5,
    },
    "diagram": {
        "errors": 0,
        "model": 0,
        "look": 1,
        "telling": 1,
        "pictures": 2,
        "layout": 2,
        "drawing": 3,
        "formats": 4,
        "diagram": 5,
        "kinds": 6,
        "__init__": 7,
    },
}
"""How high the rooms inside a room stand."""

UTILITIES = {"errors", "words", "shape", "files"}
BESIDES = {"diagram": {"turn", "edition", "recording", "showing", "wording"} | UTILITIES}
"""Rooms that may not use all that is below them."""

SHOWING = "showing.py"
"""The module that imports ``diagram``, above it, as a value is shown."""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module's syntax."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def room(path: Path) -> str:
    first = path.relative_to(FSM).parts[0]
    return first.removesuffix(".py")


def inner(path: Path, name: str) -> str:
    """The room inside a room in which a module stands, or its own name."""
    return path.relative_to(FSM / name).with_suffix("").parts[0]


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The rooms of fsm that a module imports, with the line, wherever in it the import stands."""
    for line, parts in imported_modules(path):
        yield line, parts[0] if parts else "__init__"


def imported_modules(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The modules of fsm that a module imports, as parts of their names below fsm, with the line."""
    package = ("fsm", *path.relative_to(FSM).parts[:-1])
    for node in nodes(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (base, node.module) if part)
            package_itself = FSM.parent.joinpath(*origin.split(".")).is_dir()
            names = [f"{origin}.{alias.name}" if package_itself else origin for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "fsm" and isinstance(node, ast.Import | ast.ImportFrom):
                yield node.lineno, parts[1:]


def inside_functions(path: Path) -> set[int]:
    """The lines of a module that run only when a function is called, or never: those for the readers of types."""
    found: set[int] = set()
    for node in nodes(path):
        for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if isinstance(node, ast.FunctionDef | ast.If) and (for_types or isinstance(node, ast.FunctionDef)):
            found.update(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    return found


@joined(MODULES)
def test_imports_run_down(path: Path) -> None:
    own = room(path)
    late = inside_functions(path) if path.name == SHOWING else set[int]()
    for line, other in imported(path):
        place = f"{path.relative_to(FSM.parent)}:{line}"
        showing = path.relative_to(FSM).as_posix() == SHOWING and line in late
        up = showing and other in ("diagram", "webpage", "recording")
        if other == own or up:
            continue
        assert FLOORS[other] < FLOORS[own], f"{place}: {own} imports {other}, which stands no lower"
        assert other in BESIDES.get(own, {other}), f"{place}: {own} has no business with {other}"


@joined(path for path in MODULES if room(path) in INSIDE)
def test_imports_run_down_inside_a_room(path: Path) -> None:
    for name in (name for name in INSIDE if path.is_relative_to(FSM / name)):
        own, floors, within = inner(path, name), INSIDE[name], name.split("/")
        for line, parts in imported_modules(path):
            if parts[: len(within)] == within:
                other = next(iter(parts[len(within) :]), "")
                other, place = other if other in floors else "__init__", f"{path.relative_to(FSM.parent)}:{line}"
                down = other == own or floors[other] < floors[own]
                assert down, f"{place}: {own} imports {other}, which stands no lower"


def test_every_room_has_its_floor_and_imports_are_seen() -> None:
    assert {room(path) for path in MODULES} == set(FLOORS)
    for name, floors in INSIDE.items():
        assert {inner(path, name) for path in MODULES if path.is_relative_to(FSM / name)} == set(floors)
    assert {other for path in MODULES for _, other in imported(path)} >= set(FLOORS) - {"__main__", "plugin"} - {
        *("__init__", "cli", "pages", "site")
    }


def test_the_page_for_contributors_has_every_room_on_its_floor() -> None:
    page = (FSM.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^[|] (\d+) [|] `(\w+)` [|] .+ [|]$", page, re.MULTILINE)
    assert {name: int(floor) for floor, name in rows} == FLOORS
    for name, floors in INSIDE.items():
        (line,) = re.findall(rf"^- `{name}`: (.+)$", page, re.MULTILINE)
        listed = {inside: floor for floor, part in enumerate(line.split("; ")) for inside in part[1:-1].split("`, `")}
        assert listed | {"__init__": max(listed.values()) + 1} == floors


def test_no_room_is_crowded() -> None:
    rooms = Counter(path.parent.relative_to(FSM).as_posix() for path in MODULES)
    assert not {name for name, modules in rooms.items() if modules > 20}


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """All texts of a module but docstrings and the defaults of parameters."""
    told: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            told.add(id(node.value))
        if isinstance(node, ast.arguments):
            told.update(id(default) for default in (*node.defaults, *node.kw_defaults) if default is not None)
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


ENGINE = [path for path in MODULES if room(path) in ("game", "turn", "recording")]


@joined(ENGINE)
def test_the_engine_names_no_edition(path: Path) -> None:
    for line, text in constants(path):
        named = [edition for edition in edition_ids() if edition in text]
        assert not named, f"{path.name}:{line} names {named}"


@joined(ENGINE)
def test_the_engine_never_asks_which_edition_it_is(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.Compare | ast.Match | ast.Subscript):
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and part.attr in ("id", "title", "effective"):
                    assert "edition" not in ast.unparse(part.value), f"{path.name}:{part.lineno}: {ast.unparse(node)}"


def test_one_module_reaches_up() -> None:
    assert "diagram" in {other for _, other in imported(FSM / SHOWING)}


LOADS = "print([m for m in sys.modules if m.startswith({!r})])"
ALONE = {
    "recordings are of use without pictures": (
        "import sys; sys.modules['fsm.diagram'] = None\n"
        "from fsm.recording import play_by_play; from fsm.scenario import parse_scenarios, run_scenario\n"
        "recording = run_scenario(parse_scenarios('players: [Ann, Bob]\\nuntil: T1', 'x')[0])\n"
        "print(len(list(play_by_play(recording))) > 20, recording.turn(1).player)",
        "True Ann",
    ),
    "a drawn turn loads neither game nor recordings": (
        "import sys; from fsm.diagram import turn_diagram; from fsm.turn import base_turn\n"
        "turn_diagram(base_turn('cr2026')).dot()\n" + LOADS.format(("fsm.game", "fsm.recording", "fsm.scenario")),
        "[]",
    ),
    "the turn alone loads no game and no machine": (
        "import sys, fsm.turn\n" + LOADS.format(("fsm.game", "fsm.scenario", "fsm.diagram", "yaml", "transitions")),
        "[]",
    ),
    "the package is built without its dependencies": (
        "import sys\n"
        "sys.modules |= dict.fromkeys(('click', 'graphviz', 'msgspec', 'networkx', 'transitions', 'yaml'))\n"
        "from fsm.pages.metadata import with_commands\n"
        "print('fsm docs' in with_commands('[x](docs/FORMAT.md)', '.'))",
        "True",
    ),
}


@joined(ALONE)
def test_a_room_needs_no_more_than_it_says(what: str) -> None:
    program, said = ALONE[what]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=FSM.parent)
    assert done.stdout == f"{said}\n", done.stderr


def test_one_type_stands_for_a_transition() -> None:
    """From the chart to the table, the game and the formats, what has a target and guards is a ``Transition``."""
    classes = (node for path in MODULES for node in nodes(path) if isinstance(node, ast.ClassDef))
    assert [one.name for one in classes if {"target", "guards"} <= fields_of(one)] == ["Transition"]


def fields_of(one: ast.ClassDef) -> set[str]:
    return {ast.unparse(part.target) for part in one.body if isinstance(part, ast.AnnAssign)}


def test_a_change_of_the_turn_becomes_events_in_one_place() -> None:
    changes = {f"{level}.{change}" for level in ("", "phase", "step") for change in ("insert", "skip")}
    tells = {path.name for path in ENGINE if room(path) == "game" and changes & {text for _, text in constants(path)}}
    assert not tells, "these are made of marks, by tell_changes of fsm/game/state/rewriting.py"
