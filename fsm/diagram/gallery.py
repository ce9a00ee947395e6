"""The gallery: base turns of all editions and some telling rewritten ones, with a page that shows them.

``python -m fsm.diagram.gallery FOLDER`` makes it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..edition import DEFAULT, edition_ids, load_edition
from ..files import write_file
from ..turn import base_turn, end_turn, insert_phases, insert_steps, reverse_phases
from .diagram import Diagram, turn_diagram

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..turn import TurnGraph


class Exhibit(NamedTuple):
    """A picture of the gallery: its file's name without suffix, a heading, a line about it, and the picture."""

    name: str
    heading: str
    line: str
    diagram: Diagram


def exhibits() -> Iterator[Exhibit]:
    """Make all pictures of the gallery, in the order in which they are shown."""
    for edition in edition_ids():
        title = load_edition(edition).title
        line = "The regular turn: five phases, and what a guard may change in them."
        yield Exhibit(f"turn-{edition}", title, line, turn_diagram(base_turn(edition), title="The turn"))
    turn = base_turn(DEFAULT)
    yield _rewritten("relentless-assault", "Relentless Assault in the first main phase", _ASSAULT, _assault(turn))
    yield _rewritten("paradox-haze", "Paradox Haze twice", _HAZE, _haze(turn))
    yield _rewritten("ended-turn", "The turn is ended while attackers are declared", _ENDED, _ended(turn))
    yield _rewritten("reversed-turn", "The phases in reverse order", _REVERSED, _turned(turn))


_ASSAULT = "An extra combat and an extra main phase come directly after the main phase that made them, as one unit."
_HAZE = "Two extra upkeep steps directly after the first; the one made last comes first."
_ENDED = "Time Stop: play goes straight to the cleanup step, and all between is skipped."
_REVERSED = (
    "Topsy Turvy: the phases come in reverse order, the steps of each as ever; the first main phase is precombat."
)


def _rewritten(name: str, title: str, line: str, graph: TurnGraph) -> Exhibit:
    return Exhibit(name, title, line, turn_diagram(graph, title=title))


def _assault(turn: TurnGraph) -> TurnGraph:
    return insert_phases(turn, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault")


def _haze(turn: TurnGraph) -> TurnGraph:
    once = insert_steps(turn, "beginning/upkeep", ("upkeep",), "Paradox Haze")
    return insert_steps(once, "beginning/upkeep", ("upkeep",), "Paradox Haze")


def _ended(turn: TurnGraph) -> TurnGraph:
    return end_turn(turn, "combat/declare_attackers", "Time Stop")


def _turned(turn: TurnGraph) -> TurnGraph:
    return reverse_phases(turn, "turn", "Topsy Turvy")


def gallery(folder: str | Path) -> Iterator[Path]:
    """Write the gallery into a folder, each picture as SVG and DOT; yields what is written."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    page = ["# Gallery", "", "Drawn from the graphs by `python -m fsm.diagram.gallery diagrams`; not edited by hand."]
    for exhibit in exhibits():
        for suffix in ("dot", "svg"):
            path = target / f"{exhibit.name}.{suffix}"
            exhibit.diagram.save(path)
            yield path
        page += ["", f"## {exhibit.heading}", "", exhibit.line, "", f"![{exhibit.heading}]({exhibit.name}.svg)"]
    write_file(target / "README.md", "\n".join([*page, ""]).encode())
    yield target / "README.md"


def main(arguments: list[str]) -> int:
    """Make the gallery in the folder that is named."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m fsm.diagram.gallery FOLDER\n")
        return 2
    for path in gallery(arguments[0]):
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
