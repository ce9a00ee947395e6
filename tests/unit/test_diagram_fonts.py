"""Pictures have the fonts of the package, whatever fonts a machine has, and text is measured with them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from fsm import base_turn
from fsm.diagram import turn_diagram
from fsm.diagram.drawing import render
from fsm.diagram.drawing.render import FOLDER, VARIABLE, own_fonts
from fsm.diagram.layout.metrics import text_width

DRAW = """
import sys
from fsm import base_turn
from fsm.diagram import turn_diagram
from fsm.diagram.drawing import render
if "program" in sys.argv:
    render._has_pygraphviz = lambda: False
sys.stdout.buffer.write(turn_diagram(base_turn("cr2026"), title="Žofie Œuvre").render("png"))
"""
OTHER_FONTS = """<fontconfig>
  <dir>/usr/share/fonts/truetype</dir>
  <alias binding="strong"><family>Inter</family><prefer><family>DejaVu Serif</family></prefer></alias>
</fontconfig>"""


def _elsewhere(folder: Path, configuration: str, *arguments: str) -> bytes:
    """The picture as it is drawn at home in another folder, with another set of fonts."""
    (folder / "system.conf").write_text(configuration)
    own = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder), VARIABLE: str(folder / "system.conf")}
    command = [sys.executable, "-c", DRAW, *arguments]
    return subprocess.run(command, env={**os.environ, **own}, capture_output=True, check=True, timeout=60).stdout


def test_a_machine_without_fonts_draws_the_same_pixels(tmp_path: Path) -> None:
    here = turn_diagram(base_turn("cr2026"), title="Žofie Œuvre").render("png")
    assert _elsewhere(tmp_path, "<fontconfig></fontconfig>") == here


@pytest.mark.slow
@pytest.mark.parametrize("way", ["wheel", "program"])
def test_a_machine_with_other_fonts_draws_the_same_pixels(tmp_path: Path, way: str) -> None:
    if way == "program" and not render._program():
        pytest.skip("Graphviz is not installed: apt-get install graphviz")
    without = _elsewhere(tmp_path, "<fontconfig></fontconfig>", way)
    assert without == _elsewhere(tmp_path, OTHER_FONTS, way)
    assert without == _elsewhere(tmp_path, "this is no configuration", way)


def test_a_pdf_carries_the_fonts_of_the_package() -> None:
    fonts = re.findall(rb"/BaseFont\s*/[A-Z]{6}\+([\w-]+)", turn_diagram(base_turn("cr2026")).render("pdf"))
    assert set(fonts) == {b"TurnStructureSans-Regular", b"TurnStructureSans-Bold"}


def test_letters_stand_where_the_fonts_put_them() -> None:
    """Graphviz would put each on a whole unit of its own, up to a twenty-fifth of the size of small text away."""
    drawn = turn_diagram(base_turn("cr2026")).render("pdf")
    packed = re.findall(rb"FlateDecode.*?stream\r?\n(.*?)\r?\nendstream", drawn, re.DOTALL)
    streams = [zlib.decompress(one) for one in packed]
    texts = [line for stream in streams for line in re.findall(rb"\[(\(.*?)\]TJ", stream, re.DOTALL)]
    moved = sorted(abs(float(one)) for line in texts for one in re.findall(rb"\)\s*(-?[\d.]+)", line))
    assert len(moved) > 100
    assert moved[len(moved) * 8 // 10] < 10, "thousandths of the size; some pairs are kerned"


@pytest.mark.parametrize("name", ["Regular", "Bold"])
def test_no_letter_of_the_fonts_is_wider_than_it_is_measured(name: str) -> None:
    font = TTFont(FOLDER / f"{name}.otf")
    widths, em = font["hmtx"], font["head"].unitsPerEm
    tolerance = 0.02  # of the em: what a bold accent adds
    wide = {
        chr(code): widths[glyph][0] / em
        for code, glyph in font.getBestCmap().items()
        if widths[glyph][0] / em > text_width(chr(code), 1, name == "Bold") + tolerance
    }
    assert not wide
    assert (FOLDER / "LICENSE.txt").read_text().startswith("Copyright (c) 2016-2022 The Inter Project Authors")


@pytest.mark.parametrize("before", [None, "/home/ann & bob/fonts.conf"])
def test_the_fonts_that_a_user_named_are_asked_next(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    if before is None:
        monkeypatch.delenv(VARIABLE, raising=False)
    else:
        monkeypatch.setenv(VARIABLE, before)
    with own_fonts():
        written = Path(os.environ[VARIABLE]).read_text()
    included = "/home/ann &amp; bob/fonts.conf" if before else "fonts.conf"
    assert f'<include ignore_missing="yes">{included}</include>' in written
    assert os.environ.get(VARIABLE) == before
    assert not written.count("{")
