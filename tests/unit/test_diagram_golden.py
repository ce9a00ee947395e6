"""The DOT text is the same on every machine; ``REWRITE_GOLDEN=1 pytest`` on this file writes it anew."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from fsm.diagram import Diagram, compare_diagram, rule_diagram, turn_diagram
from fsm.edition import edition_ids
from fsm.pages.gallery import EXHIBITS, Exhibit, gallery, main, page
from fsm.recording import Recording
from fsm.scenario import read_scenarios, run_scenario
from fsm.turn import TurnGraph, base_turn, insert_phases, insert_steps, parse_turn, skip

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
SHOWN = ROOT / "diagrams"
SCENARIOS = ROOT / "scenarios"


def _rewritten() -> TurnGraph:
    graph = insert_phases(base_turn("cr2011"), "precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
    return skip(insert_steps(graph, "beginning/upkeep", ("upkeep",), "Paradox Haze"), "beginning/draw", "Fatigue")


GRAPHS = {"turn-cr2006": base_turn("cr2006"), "turn-cr2026": base_turn("cr2026"), "rewritten-turn-cr2011": _rewritten()}


def _recording(name: str, edition: str) -> Recording:
    return run_scenario(read_scenarios(str(GOLDEN / f"{name}.turn.yaml"))[0], edition)


DIAGRAMS: dict[str, Callable[[], Diagram]] = {
    **{name: partial(turn_diagram, graph, title="Ann, turn 3") for name, graph in GRAPHS.items()},
    "phases-cr2006": lambda: turn_diagram(base_turn("cr2006"), level="phase"),
    "phases-at-cr2011": lambda: turn_diagram(_rewritten(), level="phase", at="upkeep#2"),
    "machine-cr2006": lambda: turn_diagram(parse_turn("U Up | E CL", "cr2006"), level="machine"),
    "machine-at-cr2026": lambda: turn_diagram(parse_turn("BC DA DB CD EC"), level="machine", at="combat_damage"),
    "rule-300.6": lambda: rule_diagram("300.6"),
    "rule-500.8": lambda: rule_diagram("500.8"),
    "rule-508.8": lambda: rule_diagram("508.8"),
    "compare-cr2006-cr2026": lambda: compare_diagram("cr2006", "cr2026"),
    "timeline-extra-turns-cr2006": lambda: _recording("extra-turns", "cr2006").timeline(),
    "timeline-extra-turns-cr2026": lambda: _recording("extra-turns", "cr2026").timeline(),
    "scenario-rewritten-combat-cr2026": lambda: _recording("rewritten-combat", "cr2026").turn().diagram(events=True),
}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_golden(name: str) -> None:
    path = GOLDEN / f"{name}.dot"
    dot = DIAGRAMS[name]().dot()
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(dot, encoding="utf-8")
    assert path.exists(), f"{path} is missing: run REWRITE_GOLDEN=1 pytest {__file__} and look at what it wrote"
    assert dot == path.read_text(encoding="utf-8")


def test_the_same_turn_gives_the_same_bytes_in_another_process() -> None:
    graph = GRAPHS["rewritten-turn-cr2011"]
    program = (
        "import sys; from fsm.turn import parse_turn; from fsm.diagram import turn_diagram\n"
        "sys.stdout.buffer.write(turn_diagram(parse_turn(sys.argv[1], 'cr2011')).dot().encode())"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program, graph.notation(exact=True)]
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        assert done.stdout.decode() == turn_diagram(graph).dot()


def test_graphs_that_are_equal_are_drawn_alike() -> None:
    graph = GRAPHS["rewritten-turn-cr2011"]
    assert turn_diagram(parse_turn(graph.notation(exact=True), "cr2011")) == turn_diagram(graph)


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda exhibit: exhibit.name)
def test_the_gallery_shows_what_the_program_draws(exhibit: Exhibit) -> None:
    """If this fails: ``make diagrams``, and look at the pictures."""
    shown = SHOWN / f"{exhibit.name}.dot"
    assert shown.read_text(encoding="utf-8") == exhibit.make(SCENARIOS).dot()
    assert (SHOWN / f"{exhibit.name}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_gallery_s_page_shows_all_pictures_and_no_others_lie_there() -> None:
    assert (SHOWN / "README.md").read_text(encoding="utf-8") == page()
    names = {f"{exhibit.name}.{suffix}" for exhibit in EXHIBITS for suffix in ("dot", "svg")}
    assert {path.name for path in SHOWN.iterdir()} == names | {"README.md", "rules"}
    assert {path.name for path in (SHOWN / "rules").iterdir()} == {f"{id}.html" for id in edition_ids()}
    assert len(names) == 2 * len(EXHIBITS), "two exhibits have the same name"
    assert all(f"({exhibit.name}.svg)" in page() and exhibit.line for exhibit in EXHIBITS)


def test_the_gallery_is_no_larger_than_a_reader_waits_for() -> None:
    assert sum(path.stat().st_size for path in SHOWN.iterdir()) < 3_000_000
    assert max(path.stat().st_size for path in (SHOWN / "rules").iterdir()) < 1_000_000


@pytest.mark.slow
def test_the_gallery_is_written_whole_and_tells_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "new"), str(SCENARIOS)]) == 0
    told = capsys.readouterr().out.splitlines()
    count = 2 * len(EXHIBITS) + len(edition_ids()) + 1
    assert told[0].startswith(f"[ 1/{count}] ")
    assert told[-1] == f"[{count}/{count}] {tmp_path / 'new' / 'README.md'}"
    made = {path for path in (tmp_path / "new").rglob("*") if path.is_file()}
    assert len(made) == count
    assert set(gallery(tmp_path / "new", SCENARIOS)) == made


def test_a_gallery_that_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
    assert main([str(tmp_path), str(tmp_path / "nowhere")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file"), str(SCENARIOS)]) == 2
    assert "file" in capsys.readouterr().err
