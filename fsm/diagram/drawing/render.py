"""Drawing: passes DOT text to Graphviz, that of pygraphviz or that of the system, with the fonts of the package.

Where there is neither, as in a browser, a program registers a drawer of its own.

Graphviz finds fonts by fontconfig. Around drawing, fontconfig reads a file of ours, which names
our fonts first where a picture asks for Inter, and then the system's for letters that ours lack.
So what is drawn here has the same text on every machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from html import escape
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import IO, Any

from ..errors import DiagramError, NoGraphviz

FAMILY = "Turn Structure Sans"
"""Inter under a name of its own, so that no Inter of the system takes its place."""
FOLDER = Path(__file__).parent / "fonts"
VARIABLE = "FONTCONFIG_FILE"


@contextmanager
def fonts_file() -> Iterator[str]:
    """Write the file for fontconfig, which programs are to find by ``VARIABLE``, for as long as they draw."""
    with tempfile.TemporaryDirectory(prefix="fonts-", ignore_cleanup_errors=True) as folder:
        written = Path(folder, "fonts.conf")
        written.write_text(_configuration(os.environ.get(VARIABLE)), encoding="utf-8")
        yield str(written)


@contextmanager
def own_fonts() -> Iterator[None]:
    """Let the Graphviz of this process find our fonts; fontconfig reads its file once, for the first text."""
    before = os.environ.get(VARIABLE)
    with fonts_file() as written:
        os.environ[VARIABLE] = written
        try:
            yield
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before


def _configuration(system: str | None) -> str:
    """The file for fontconfig; a name without a folder is looked for where fontconfig has its own."""
    form = (Path(__file__).parent / "fonts.conf").read_text(encoding="utf-8")
    return form.format(system=escape(system or "fonts.conf"), folder=escape(str(FOLDER)), family=FAMILY)


SECONDS = 120
POINTS = 72.0
"""The points per inch of the layout."""

_one_at_a_time = Lock()  # Graphviz keeps global state


Drawer = Callable[[str, str, float], bytes]
"""Draws DOT text in a format, at some points per inch."""

_registered: list[Drawer] = []


def register_drawer(drawer: Drawer) -> None:
    """Let all pictures be drawn by a drawer; ``DiagramError`` should say what it cannot draw."""
    _registered[:] = [drawer]


def draw(dot: str, format: str, dpi: float = POINTS) -> bytes:
    """Draw DOT text with fixed positions as ``svg``, ``png`` or ``pdf``; 72 ``dpi`` is the size of the layout."""
    if _registered:
        return _registered[0](dot, format, dpi)
    if _has_pygraphviz():
        return _in_process(dot, format, dpi)
    if _program():
        return _by_command(dot, format, dpi)
    raise NoGraphviz(
        f"drawing as {format} needs Graphviz: pygraphviz cannot be imported, and there is no program dot on the PATH; "
        "install one of them: pip install pygraphviz, or Graphviz (apt install graphviz, apk add graphviz, or brew "
        "install graphviz); dot and the other formats that are text need neither"
    )


def _has_pygraphviz() -> bool:
    """Whether pygraphviz can be imported, which brings Graphviz along; there are systems for which it has no wheel."""
    try:
        import pygraphviz  # noqa: F401  # that is the question
    except ImportError:
        return False
    return True


def _program() -> tuple[str, ...]:
    """The program of the system that draws at given places; some packages of Graphviz have only dot."""
    return next((program for program in (("neato",), ("dot", "-Kneato")) if shutil.which(program[0])), ())


def _in_process(dot: str, format: str, dpi: float = POINTS) -> bytes:
    from pygraphviz import AGraph

    with _one_at_a_time, own_fonts(), _silence() as said:
        try:
            graph = AGraph(string=dot)
            graph.graph_attr["dpi"] = f"{dpi:.6f}"
            drawn: Any = graph.draw(format=format, prog="nop2")
            return bytes(drawn)
        except (ValueError, OSError) as error:
            raise DiagramError(f"Graphviz cannot draw this as {format}: {error} {_heard(said)}".strip()) from error


def _by_command(dot: str, format: str, dpi: float = POINTS) -> bytes:
    command = [*_program(), "-n2", f"-T{format}", f"-Gdpi={dpi:.6f}"]
    try:
        with fonts_file() as fonts:
            done = subprocess.run(  # noqa: S603
                command,
                input=dot.encode(),
                env={**os.environ, VARIABLE: fonts},
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DiagramError(f"{command[0]} cannot draw this as {format}: {error}") from error
    if done.returncode or not done.stdout:
        raise DiagramError(
            f"{command[0]} cannot draw this as {format}: {done.stderr.decode(errors='replace').strip()[:500]}"
        )
    return done.stdout


@contextmanager
def _silence() -> Iterator[IO[bytes]]:
    """Catch the messages of Graphviz and fontconfig, which would go to the terminal."""
    with tempfile.TemporaryFile() as said, redirect_stderr(StringIO()):
        try:
            before = os.dup(2)
        except OSError:  # the process has no standard error
            yield said
            return
        os.dup2(said.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(before, 2)
            os.close(before)


def _heard(said: IO[bytes]) -> str:
    said.seek(0)
    return said.read(500).decode(errors="replace").strip()


AUTHOR = "turn-structure"

_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_SIZE, _ROOT, _INFO = (re.compile(rb"/" + name + rb"\s+(\d+)") for name in (b"Size", b"Root", b"Info"))


def titled(pdf: bytes, title: str) -> bytes:
    """Add a title and an author to a PDF; one that is not built as usual stays as it is.

    The update is a new object with a table of its own, as ISO 32000 describes in 7.5.6; a file whose table is a
    stream gets a stream, as one that mixes the two is not allowed.
    """
    start = _START.search(pdf)
    if start is None:
        return pdf
    tail = pdf[int(start[1]) :]
    size, root = _SIZE.search(tail), _ROOT.search(tail)
    if size is None or root is None:
        return pdf
    number, at = int(size[1]), len(pdf)
    entries = b"/Title %s /Author %s" % (_text(title), _text(AUTHOR))
    info = b"%d 0 obj\n<< %s %s >>\nendobj\n" % (number, _known(pdf, tail), entries)
    ends = b"/Root %s 0 R /Info %d 0 R /Prev %s" % (root[1], number, start[1])
    table = at + len(info)
    if tail.startswith(b"xref"):
        rest = b"xref\n0 1\n0000000000 65535 f \n%d 1\n%010d 00000 n \ntrailer\n<< /Size %d %s >>\n" % (
            number,
            at,
            number + 1,
            ends,
        )
    else:
        row = b"\x01%s%s" % (at.to_bytes(4, "big"), b"\x01" + table.to_bytes(4, "big"))
        head = b"/Type /XRef /Size %d /W [1 4 0] /Index [%d 2] /Length %d" % (number + 2, number, len(row))
        rest = b"%d 0 obj\n<< %s %s >>\nstream\n%s\nendstream\nendobj\n" % (number + 1, head, ends, row)
    return b"%s%s%sstartxref\n%d\n%%%%EOF\n" % (pdf, info, rest, table)


def _known(pdf: bytes, tail: bytes) -> bytes:
    """What the file says of itself so far, such as the program that wrote it."""
    info = _INFO.search(tail)
    found = re.search(rb"(?:^|\s)%s 0 obj\s*<<(.*?)>>\s*endobj" % info[1], pdf, re.DOTALL) if info else None
    return found[1].strip() if found else b""


def _text(text: str) -> bytes:
    """A text as a PDF has it: UTF-16 in hexadecimal digits."""
    return b"<FEFF%s>" % text.encode("utf-16-be", "replace").hex().upper().encode()
