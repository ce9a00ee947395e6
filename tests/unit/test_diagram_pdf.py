"""A PDF says its title and its author, and is read as before."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fsm.diagram import turn_diagram
from fsm.diagram.drawing.render import titled
from fsm.turn import base_turn

STREAM = b"""%PDF-1.5
1 0 obj
<< /Type /Catalog >>
endobj
2 0 obj
<< /Type /XRef /Size 3 /Root 1 0 R /W [1 4 0] /Length 0 >>
stream
endstream
endobj
startxref
46
%%EOF
"""


def _said(pdf: bytes, name: str) -> str:
    found = re.findall(rb"/" + name.encode() + rb" <FEFF([0-9A-F]*)>", pdf)
    return bytes.fromhex(found[-1].decode()).decode("utf-16-be")


def test_a_pdf_says_its_title_and_its_author(tmp_path: Path) -> None:
    pdf = turn_diagram(base_turn("cr2006"), title="Ann (1) é 力").render("pdf")
    assert _said(pdf, "Title") == "Ann (1) é 力 · Comprehensive Rules, 1 October 2006"
    assert _said(pdf, "Author") == "turn-structure"
    if program := shutil.which("pdfinfo"):
        (tmp_path / "x.pdf").write_bytes(pdf)
        done = subprocess.run([program, tmp_path / "x.pdf"], capture_output=True, text=True, check=True)
        assert "Ann (1) é 力" in done.stdout
        assert not done.stderr


@pytest.mark.parametrize("pdf", [STREAM, turn_diagram(base_turn("cr2026")).render("pdf")], ids=["stream", "table"])
def test_the_new_table_is_where_the_end_says_and_knows_the_new_object(pdf: bytes) -> None:
    made = titled(pdf, "A title")
    assert made.startswith(pdf)
    start = int(made.split()[-2])
    tail = made[start:]
    number = int(re.findall(rb"/Info (\d+) 0 R", tail)[-1])
    at = made.rindex(b"%d 0 obj" % number)
    if tail.startswith(b"xref"):
        assert tail.split(b"\n")[4] == b"%010d 00000 n " % at
    else:
        row = tail.split(b"stream\n")[1]
        assert row[:10] == b"\x01" + at.to_bytes(4, "big") + b"\x01" + start.to_bytes(4, "big")
    assert b"/Prev " + pdf.split()[-2] in tail


def test_what_is_no_usual_pdf_stays_as_it_is() -> None:
    assert titled(b"%PDF-1.5 nothing", "A title") == b"%PDF-1.5 nothing"
