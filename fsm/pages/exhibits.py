"""The pictures of the gallery: turns, machines, rules, editions, scenarios, games and explorations.

To add a picture, add it to a section of ``exhibits.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..diagram import (
    Diagram,
    compare_diagram,
    explored_diagram,
    poster_diagram,
    rule_diagram,
    scenario_diagram,
    timeline_diagram,
    turn_diagram,
)
from ..diagram.pictures.explored import FEW
from ..edition import edition_ids, load_edition
from ..turn import base_turn

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
    aspect: str = ""

    def make(self, folder: Path) -> Diagram:
        """Make the picture; the scenarios lie in a folder."""
        diagram = self._drawn(folder)
        return diagram.with_look(aspect=self.aspect) if self.aspect else diagram

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
            case "scenario":
                return scenario_diagram(_played(folder / one, edition).turn(self.turn), events=self.events)
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


_WRITTEN = tomllib.loads((files("fsm.pages") / "exhibits.toml").read_text(encoding="utf-8"))
SECTIONS = tuple(
    msgspec.structs.replace(one, exhibits=tuple(each for exhibit in one.exhibits for each in _of_each(exhibit)))
    for one in msgspec.convert(_WRITTEN["sections"], tuple[Section, ...])
)
"""All pictures of the gallery, in the order in which they are shown."""


def exhibits() -> tuple[Exhibit, ...]:
    """All pictures of all sections."""
    return tuple(exhibit for section in SECTIONS for exhibit in section.exhibits)
