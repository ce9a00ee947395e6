"""Play-by-plays, stories, traces and numbers of sequences, compared word for word with the files in this folder.

``REWRITE_GOLDEN=1`` writes the files again; read the difference before you commit it.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import kept
import pytest
from kept import agrees

from fsm.exploring import perft
from fsm.recording import Recording, play_by_play, trace_lines
from fsm.scenario import read_scenarios, run_scenario
from fsm.story import game_story

HERE = Path(__file__).parent
RUNS = [
    *(("extra-turns", edition) for edition in ("cr2006", "cr2026")),
    *(("rewritten-combat", edition) for edition in ("cr2006", "cr2011", "cr2026")),
    *(("mana-and-durations", edition) for edition in ("cr2006", "cr2008", "cr2011", "cr2026")),
    *(("turn-ended", edition) for edition in ("cr2006", "cr2011", "cr2026")),
]
STORIES = HERE / "stories"
CORPUS = HERE.parents[1] / "scenarios"
TOLD = (
    ("02-mana/01-mana-is-kept-between-steps-and-burns", "cr2006"),
    ("02-mana/01-mana-is-kept-between-steps-and-burns", "cr2026"),
    ("04-abilities-of-steps/02-untap-triggers-wait-for-the-upkeep", "cr2026"),
    ("06-combat/11-damage-on-the-stack", "cr2006"),
    ("07-the-end-of-the-turn/03-a-discard-that-triggers", "cr2026"),
    ("08-priority/05-an-answer-resolves-first", "cr2026"),
    ("09-extra-turns/09-the-stack-turns-the-order-round", "cr2006"),
    ("10-skipped-turns/03-the-extra-turn-is-the-next-turn", "cr2026"),
    ("12-extra-phases/10-aurelia", "cr2026"),
    ("13-extra-steps/08-aurelia-and-obeka", "cr2026"),
    ("14-ending-the-turn/01-time-stop-in-the-upkeep", "cr2026"),
    ("14-ending-the-turn/03-triggers-of-the-end-step", "cr2011"),
    ("15-ending-combat/01-mandate-of-peace", "cr2026"),
    ("21-teams/01-from-team-to-team", "cr2026"),
)


def recorded(name: str, edition: str) -> Recording:
    (scenario,) = read_scenarios(HERE / f"{name}.turn.yaml")
    recording = run_scenario(scenario, edition)
    recording.file = f"tests/golden/{name}.turn.yaml"  # the same wherever this repository lies
    return recording


@pytest.mark.parametrize(("name", "edition"), RUNS)
def test_the_play_by_play_is_as_it_was(name: str, edition: str) -> None:
    agrees(HERE / f"{name}.{edition}.txt", list(play_by_play(recorded(name, edition), everything=True)))


@pytest.mark.parametrize(("name", "edition"), RUNS)
def test_the_trace_is_as_it_was(name: str, edition: str) -> None:
    agrees(HERE / f"{name}.{edition}.jsonl", list(trace_lines(recorded(name, edition))))


def story_file(file: str, edition: str) -> str:
    return f"{file.replace('/', '.')}.{edition}.md"


@pytest.mark.parametrize(("file", "edition"), TOLD)
def test_the_story_is_as_it_was(file: str, edition: str) -> None:
    lines: list[str] = []
    for scenario in read_scenarios(CORPUS / f"{file}.turn.yaml"):
        for line in game_story(run_scenario(scenario, edition)):
            lines += textwrap.wrap(line, 100, break_on_hyphens=False) or [""]
        lines.append("")
    agrees(STORIES / story_file(file, edition), lines[:-1])


def test_every_story_is_compared() -> None:
    assert {path.name for path in STORIES.glob("*")} == {story_file(file, edition) for file, edition in TOLD}


def test_the_sequences_of_steps_are_as_many_as_they_were() -> None:
    lines = []
    for file in sorted((HERE.parents[1] / "scenarios" / "28-explored").glob("*.turn.yaml")):
        (scenario,) = read_scenarios(file)
        for edition in scenario.editions:
            counts = perft(scenario, 40, edition)
            lines.append(f"{file.name} {edition}: {' '.join(map(str, counts)).rstrip(' 0')}")
    agrees(HERE / "sequences.perft", lines)


def test_every_golden_file_is_compared() -> None:
    kept = {path.name for path in HERE.glob("*.txt")} | {path.name for path in HERE.glob("*.jsonl")}
    assert kept == {f"{name}.{edition}.{end}" for name, edition in RUNS for end in ("txt", "jsonl")}


def test_every_scenario_is_run_under_all_of_its_editions() -> None:
    named = {
        (path.name.removesuffix(".turn.yaml"), edition)
        for path in HERE.glob("*.turn.yaml")
        for edition in read_scenarios(path)[0].editions
    }
    assert named == set(RUNS)


def test_rewriting_is_refused_where_ci_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(kept, "REWRITE", True)
    with pytest.raises(AssertionError, match="not rewritten"):
        agrees(tmp_path / "x", ["new"])
    assert not (tmp_path / "x").exists()
    monkeypatch.setattr(kept, "REWRITE", False)
    with pytest.raises(AssertionError, match="is missing"):
        agrees(tmp_path / "x", ["new"])
