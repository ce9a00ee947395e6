"""A session of the debugger as a picture: ``python -m fsm.pages.session FILE`` writes it as SVG, light and dark."""

from __future__ import annotations

import io
import re
import sys
from html import escape

from ..debugger import Session
from ..debugger.terminal import Terminal
from ..files import write_file

SCENARIO = "scenarios/relentless-assault.turn.yaml"
TYPED = ("b T1.combat", "c", "why", "r", "rs", "p stack, Ann.life", "turn", "whatif pass", "back", "q")
"""What is typed in the session that is shown."""

LINE, WIDTH, MARGIN, LETTER = 19, 960, 16, 13
_MARK = re.compile(r"\033\[([0-9]*)m")
_CLASSES = {"1": "place", "2": "rule", "33": "mark", "31": "bad"}

_STYLE = """
  text { font: 13px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #111a22; white-space: pre; }
  .paper { fill: #ffffff; stroke: #dfe3e8; }
  .place { font-weight: bold; }
  .rule { fill: #52606d; }
  .mark, .typed { fill: #8a5a00; }
  .bad { fill: #ad4300; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .paper { fill: #0f1620; stroke: #2b3642; }
    .rule { fill: #9aa7b4; }
    .mark, .typed { fill: #f0b429; }
    .bad { fill: #ff9a5c; }
  }
"""


def session(file: str = SCENARIO, typed: tuple[str, ...] = TYPED, edition: str = "cr2026") -> str:
    """What a terminal shows of a session, with the marks of its colours."""
    said = io.StringIO()
    terminal = Terminal(Session.open(file, edition), stdin=io.StringIO(), stdout=said, colour=True)
    terminal.first(typed)
    terminal.cmdloop()
    return f"$ fsm debug {file} -e {edition}\n{said.getvalue()}"


def as_svg(text: str) -> str:
    """Lines of a terminal as SVG.

    >>> as_svg("1 < 2").count("1 &lt; 2")
    1
    """
    lines = text.rstrip("\n").split("\n")
    height = 2 * MARGIN + LINE * len(lines)
    drawn = "\n".join(
        f'  <text x="{MARGIN}" y="{MARGIN + LETTER + LINE * number}">{_line(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n'
        f"  <title>A session of fsm debug</title>\n  <style>{_STYLE}  </style>\n"
        f'  <rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>\n'
        f"{drawn}\n</svg>\n"
    )


def _line(line: str) -> str:
    if line.startswith(("(fsm", "$ ")):
        return f'<tspan class="typed">{escape(line)}</tspan>'
    parts = _MARK.split(line)
    found = [escape(parts[0])]
    for code, text in zip(parts[1::2], parts[2::2], strict=True):
        kind = _CLASSES.get(code)
        found.append(f'<tspan class="{kind}">{escape(text)}</tspan>' if kind and text else escape(text))
    return "".join(found)


def main(arguments: list[str]) -> int:
    """Writes the picture to the file that is named."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m fsm.pages.session FILE.svg\n")
        return 2
    write_file(arguments[0], as_svg(session()).encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
