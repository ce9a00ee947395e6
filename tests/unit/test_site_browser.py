"""The desk in a browser: a function of the page draws, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fsm.diagram.drawing import render
from fsm.site.browser import start

PICTURE = json.dumps({"do": "picture", "text": "players: [Ann, Bob]\n"})
SVG = render.draw('digraph { a [pos="10,10"] }', "svg").decode()


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    render._registered.clear()


def test_pictures_are_drawn_by_the_page(tmp_path: Path) -> None:
    asked: list[tuple[str, float]] = []

    def draw(dot: str, dpi: float) -> str:
        asked.append((dot.splitlines()[0], dpi))
        return SVG

    answer = start(draw, str(tmp_path))
    assert json.loads(answer(PICTURE))["svg"].startswith("<svg")
    assert asked == [("digraph turn {", 72.0)]


def test_what_the_page_cannot_draw_is_an_error(tmp_path: Path) -> None:
    def broken(dot: str, dpi: float) -> str:
        raise RuntimeError("no memory")

    answer = start(broken, str(tmp_path))
    assert json.loads(answer(PICTURE))["errors"][0]["message"] == "this cannot be drawn: no memory"
    run = json.loads(answer(PICTURE.replace("picture", "run")))
    assert run["picture"] == {"turn": 1, "svg": "", "why": "this cannot be drawn: no memory"}
    with pytest.raises(ValueError, match="png cannot be drawn here; draw svg"):
        render.draw("digraph { }", "png")
