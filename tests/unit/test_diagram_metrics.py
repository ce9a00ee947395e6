"""Text is measured so that it keeps to its place in every font that may come."""

from __future__ import annotations

import pytest

from fsm.diagram.layout.metrics import SMALL, STEP, Run, cut, line_width, text_width, wrap


@pytest.mark.parametrize("text", ["Upkeep", "a very long name of a card " * 4, "x" * 300, "無限の力" * 30, "Ж" * 80])
@pytest.mark.parametrize("width", [5, 40, 180, 300])
def test_what_is_cut_fits(text: str, width: float) -> None:
    short = cut(text, width, STEP, bold=True)
    assert text_width(short, STEP, bold=True) <= max(width, text_width("…", STEP, bold=True))
    assert short == text or short.endswith("…")


@pytest.mark.parametrize("text", ["by Fatigue", "by a very long name of a card " * 4, "x" * 300, "無限の力" * 30])
def test_wrapped_lines_fit_and_lose_nothing_unseen(text: str) -> None:
    lines = wrap((Run("extra #1", bold=True), Run(f" {text}")), 180, 3)
    assert len(lines) <= 3
    assert all(line_width(line) <= 180 for line in lines)
    joined = "".join(run.text for line in lines for run in line).replace(" ", "")
    whole = f"extra #1 {text}".replace(" ", "")
    assert joined == whole or (joined.endswith("…") and whole.startswith(joined[:-1]))


def test_lines_begin_without_a_space_and_go_on_with_one() -> None:
    lines = wrap((Run("lead", bold=True), Run(" some words that follow the lead over lines")), 90, 5)
    assert not any(line[0].text.startswith(" ") for line in lines)
    assert all(run.text.startswith(" ") for line in lines for run in line[1:])


def test_widths_are_those_of_the_widest_font() -> None:
    assert text_width("Beginning of combat", STEP, bold=True) >= 140.4  # DejaVu Sans Bold
    assert text_width("e\u0301", SMALL) == text_width("e", SMALL) == text_width("é", SMALL)
