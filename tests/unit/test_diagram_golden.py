"""The DOT text is the same on every machine; ``REWRITE_GOLDEN=1 pytest`` on this file writes it anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fsm.diagram import compare_diagram, rule_diagram, turn_diagram
from fsm.diagram.gallery import exhibits, gallery, main
from fsm.turn import TurnGraph, base_turn, insert_phases, insert_steps, parse_turn, skip

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
SHOWN = ROOT / "diagrams"


def _rewritten() -> TurnGraph:
    graph = insert_phases(base_turn("cr2011"), "precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
    return skip(insert_steps(graph, "beginning/upkeep", ("upkeep",), "Paradox Haze"), "beginning/draw", "Fatigue")


GRAPHS = {"turn-cr2006": base_turn("cr2006"), "turn-cr2026": base_turn("cr2026"), "rewritten-turn-cr2011": _rewritten()}


DIAGRAMS = {name: turn_diagram(graph, title="Ann, turn 3") for name, graph in GRAPHS.items()} | {
    "phases-cr2006": turn_diagram(base_turn("cr2006"), level="phase"),
    "phases-at-cr2011": turn_diagram(_rewritten(), level="phase", at="upkeep#2"),
    "machine-cr2006": turn_diagram(parse_turn("U Up | E CL", "cr2006"), level="machine"),
    "machine-at-cr2026": turn_diagram(parse_turn("BC DA DB CD EC"), level="machine", at="combat_damage"),
    "rule-300.6": rule_diagram("300.6"),
    "rule-500.8": rule_diagram("500.8"),
    "rule-508.8": rule_diagram("508.8"),
    "compare-cr2006-cr2026": compare_diagram("cr2006", "cr2026"),
}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_golden(name: str) -> None:
    path = GOLDEN / f"{name}.dot"
    dot = DIAGRAMS[name].dot()
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


def test_the_gallery_shows_what_the_program_draws() -> None:
    """If this fails: ``python -m fsm.diagram.gallery diagrams``, and look at the pictures."""
    for exhibit in exhibits():
        shown = SHOWN / f"{exhibit.name}.dot"
        assert shown.read_text(encoding="utf-8") == exhibit.diagram.dot(), exhibit.name
        assert f"({exhibit.name}.svg)" in (SHOWN / "README.md").read_text(encoding="utf-8")


def test_the_gallery_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = list(gallery(tmp_path / "new"))
    assert len(written) == 2 * len(list(exhibits())) + 1
    assert sorted(written) == sorted((tmp_path / "new").iterdir())
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
