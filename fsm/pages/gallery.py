"""The gallery: a page of pictures, and a page of the rules of each edition.

``python -m fsm.pages.gallery FOLDER [SCENARIOS]`` makes it. To add a picture, add it to a section of ``exhibits.toml``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..diagram import (
    Diagram,
    compare_diagram,
    explored_diagram,
    history_diagram,
    poster_diagram,
    rule_diagram,
    scenario_diagram,
    timeline_diagram,
    turn_diagram,
)
from ..diagram.pictures.explored import FEW
from ..edition import edition_ids, load_edition
from ..errors import FsmError
from ..files import packaged_data, write_file
from ..turn import base_turn
from .rules import rules_page

if TYPE_CHECKING:
    from ..recording import Recording


class Exhibit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of the gallery: its file's name without suffix, a heading, a line about it, and how it is made."""

    name: str
    heading: str
    line: str
    draws: str
    of: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    turn: int | None = None
    events: bool = False
    level: str = "step"
    aspect: str = ""
    width: int = 0

    def make(self, folder: Path) -> Diagram:
        """Make the picture; the scenarios lie in a folder."""
        diagram = self._drawn(folder)
        return diagram.with_look(aspect=self.aspect, width=self.width) if self.aspect or self.width else diagram

    def _drawn(self, folder: Path) -> Diagram:
        one, *_ = self.of or ("",)
        edition = "".join(self.editions)
        match self.draws:
            case "turn":
                return turn_diagram(base_turn(edition), title="The turn")
            case "machine":
                return turn_diagram(base_turn(edition), level="machine")
            case "poster":
                return poster_diagram(base_turn(edition), title="The turn")
            case "rule":
                return rule_diagram(one, edition)
            case "compare":
                return compare_diagram(*(str(folder / name) if name.endswith(".toml") else name for name in self.of))
            case "history":
                return history_diagram()
            case "scenario":
                turn = _played(folder / one, edition).turn(self.turn)
                return scenario_diagram(turn, events=self.events, level=self.level)
            case "timeline":
                return timeline_diagram(_played(folder / one, edition))
            case _:
                return _explored(folder / one, edition, counterexample=self.draws == "counterexample")


class Section(msgspec.Struct, frozen=True):
    """Pictures that belong together."""

    heading: str
    line: str
    exhibits: tuple[Exhibit, ...]


def _explored(file: Path, edition: str, *, counterexample: bool) -> Diagram:
    from ..exploring import explore, sequences
    from ..scenario import parse_scenarios, read_scenarios, run_scenario

    scenario = read_scenarios(str(file))[0]
    if not counterexample:
        return explored_diagram(explore(scenario, edition, whole=True), sequences(scenario, FEW, edition))
    (way,) = (finding.way for finding in explore(scenario, edition).findings if not finding.holds)
    return timeline_diagram(run_scenario(parse_scenarios(way)[0]))


def _played(file: Path, edition: str) -> Recording:
    from ..scenario import read_scenarios, run_scenario

    return run_scenario(read_scenarios(str(file))[0], edition)


def _of_each(exhibit: Exhibit) -> Iterator[Exhibit]:
    """An exhibit of several editions as one of each."""
    for id in edition_ids() if exhibit.editions == ("every",) else exhibit.editions or ("",):
        named = {"id": id, "title": load_edition(id).title if id else ""}
        name, heading = exhibit.name.format_map(named), exhibit.heading.format_map(named)
        yield msgspec.structs.replace(exhibit, name=name, heading=heading, editions=(id,))


_WRITTEN = packaged_data("pages/exhibits.toml")
SECTIONS = tuple(
    msgspec.structs.replace(one, exhibits=tuple(each for exhibit in one.exhibits for each in _of_each(exhibit)))
    for one in msgspec.convert(_WRITTEN["sections"], tuple[Section, ...])
)
"""All pictures of the gallery, in the order in which they are shown."""

EXHIBITS = tuple(exhibit for section in SECTIONS for exhibit in section.exhibits)

RULES = "rules"
"""The folder of the pages of rules."""


def page() -> str:
    """The page that shows the gallery, as Markdown."""
    lines = ["# Gallery", "", "Drawn from turn graphs and recordings, by `make diagrams`."]
    for section in SECTIONS:
        lines += ["", f"## {section.heading}", "", section.line]
        for exhibit in section.exhibits:
            picture = f"![{exhibit.heading}]({exhibit.name}.svg)"
            lines += ["", f"### {exhibit.heading}", "", exhibit.line, "", picture]
    lines += [
        "",
        "## Rules",
        "",
        "The rules of each edition, with their code, their scenarios and their rewrites, as pages",
        "to open in a browser:",
        "",
    ]
    lines += [f"- [{load_edition(id).title}]({RULES}/{id}.html)" for id in edition_ids()]
    return "\n".join([*lines, ""])


def gallery(folder: str | Path, scenarios: str | Path) -> Iterator[Path]:
    """Writes the gallery into a folder, each picture as SVG and DOT; yields what is written."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for exhibit in EXHIBITS:
        diagram = exhibit.make(Path(scenarios))
        for suffix, drawn in (("dot", diagram.dot()), ("svg", diagram.svg())):
            path = target / f"{exhibit.name}.{suffix}"
            write_file(path, drawn.encode())
            yield path
    (target / RULES).mkdir(exist_ok=True)
    for id in edition_ids():
        path = target / RULES / f"{id}.html"
        write_file(path, rules_page(load_edition(id), Path(scenarios), path.parent).encode())
        yield path
    write_file(target / "README.md", page().encode())
    yield target / "README.md"


def main(arguments: list[str]) -> int:
    """Makes the gallery in the folder that is named, and tells of each file."""
    if not 1 <= len(arguments) <= 2:
        sys.stderr.write("usage: python -m fsm.pages.gallery FOLDER [SCENARIOS]\n")
        return 2
    folder, scenarios = (*arguments, "scenarios")[:2]
    count = 2 * len(EXHIBITS) + len(edition_ids()) + 1
    try:
        for number, path in enumerate(gallery(folder, scenarios), 1):
            sys.stdout.write(f"[{number:>{len(str(count))}}/{count}] {path}\n")
            sys.stdout.flush()
    except (FsmError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
