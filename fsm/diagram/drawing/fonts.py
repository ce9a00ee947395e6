"""The fonts that come with the package: what is drawn here has the same text on every machine.

Graphviz finds fonts by fontconfig. Around drawing, fontconfig reads a file of ours, which names
our fonts first where a picture asks for Inter, and then the system's for letters that ours lack.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

FAMILY = "Turn Structure Sans"
"""Inter under a name of its own, so that no Inter of the system takes its place."""
FOLDER = Path(__file__).parent / "fonts"
VARIABLE = "FONTCONFIG_FILE"

_FILE = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">{system}</include>
  <dir>{folder}</dir>
  <match target="pattern">
    <test name="family"><string>Inter</string></test>
    <edit name="family" mode="prepend_first" binding="strong"><string>{family}</string></edit>
  </match>
  <match target="font">
    <test name="family"><string>{family}</string></test>
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="embolden" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
  <config><rescan><int>0</int></rescan></config>
</fontconfig>
"""


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
    return _FILE.format(system=escape(system or "fonts.conf"), folder=escape(str(FOLDER)), family=FAMILY)
