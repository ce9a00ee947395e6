"""The gallery: pictures of turns, machines, rules and editions, of scenarios and whole games, and a page of them.

``python -m fsm.pages.gallery FOLDER [SCENARIOS]`` makes it. To add a picture, add an ``Exhibit`` to a section.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..diagram import Diagram, compare_diagram, rule_diagram, scenario_diagram, timeline_diagram, turn_diagram
from ..edition import DEFAULT, edition_ids, load_edition
from ..errors import FsmError
from ..files import write_file
from ..turn import base_turn

if TYPE_CHECKING:
    from ..recording import Recording

Maker = Callable[[Path], Diagram]
"""Makes a picture; it is given the folder in which the scenarios lie."""


class Exhibit(NamedTuple):
    """A picture of the gallery: its file's name without suffix, a heading, a line about it, and how it is made."""

    name: str
    heading: str
    line: str
    make: Maker


class Section(NamedTuple):
    """Pictures that belong together."""

    heading: str
    line: str
    exhibits: tuple[Exhibit, ...]


def _base(edition: str, folder: Path) -> Diagram:
    return turn_diagram(base_turn(edition), title="The turn")


def _machine(edition: str, folder: Path) -> Diagram:
    return turn_diagram(base_turn(edition), level="machine")


def _rule(number: str, edition: str, folder: Path) -> Diagram:
    return rule_diagram(number, edition)


def _compared(one: str, other: str, folder: Path) -> Diagram:
    return compare_diagram(one, other)


def _house_rule(file: str, folder: Path) -> Diagram:
    return compare_diagram(DEFAULT, str(folder / "27-house-rules" / file))


def _scenario(file: str, edition: str, turn: int | None, folder: Path) -> Diagram:
    return scenario_diagram(_played(folder / file, edition).turn(turn))


def _events(file: str, edition: str, turn: int | None, folder: Path) -> Diagram:
    return scenario_diagram(_played(folder / file, edition).turn(turn), events=True)


def _timeline(file: str, edition: str, folder: Path) -> Diagram:
    return timeline_diagram(_played(folder / file, edition))


def _played(file: Path, edition: str) -> Recording:
    from ..scenario import read_scenarios, run_scenario

    return run_scenario(read_scenarios(str(file))[0], edition)


_REGULAR = tuple(
    Exhibit(
        f"turn-{edition}",
        load_edition(edition).title,
        "Five phases, and what a guard may change in them.",
        partial(_base, edition),
    )
    for edition in edition_ids()
)

_REWRITTEN = (
    Exhibit(
        "relentless-assault",
        "Relentless Assault in the first main phase",
        "An extra combat and an extra main phase come directly after the main phase that made them, as one unit.",
        partial(_scenario, "relentless-assault.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "two-assaults",
        "Two Relentless Assaults in one main phase",
        "Each pair comes directly after that phase: so the newer pair comes first.",
        partial(_scenario, "12-extra-phases/02-two-assaults-in-one-main-phase.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "aurelia",
        "Aurelia attacks",
        "Her ability resolves while attackers are declared; the combat that it adds follows the one under way.",
        partial(_events, "12-extra-phases/10-aurelia.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "aurelia-and-obeka",
        "Aurelia and Obeka in one combat",
        "An extra combat, and then two phases of one upkeep each, before it: they were made later.",
        partial(_events, "13-extra-steps/08-aurelia-and-obeka.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "paradox-haze",
        "Paradox Haze twice",
        "Two extra upkeep steps directly after the first; the one made last comes first.",
        partial(_events, "16-three-orders/05-paradox-haze-twice-for-two-players.turn.yaml", "cr2026", 3),
    ),
    Exhibit(
        "skipped-extra-combat",
        "A skip meets an extra combat",
        "The extra combat is the next one, so it is the one that is skipped; the regular one happens.",
        partial(_scenario, "11-skipped-steps-and-phases/07-an-extra-combat-is-the-next-combat.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "first-strike",
        "First strike makes a second damage step",
        "The rules themselves insert a step: no effect is named, only the rule.",
        partial(_events, "06-combat/06-first-strike-makes-two-damage-steps.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "mana-burn",
        "Two mana made in the upkeep, 2006",
        "Mana stays from step to step, and burns as the phase ends.",
        partial(_events, "02-mana/01-mana-is-kept-between-steps-and-burns.turn.yaml", "cr2006", 3),
    ),
    Exhibit(
        "second-cleanup",
        "A discard that triggers something makes a second cleanup",
        "Players get priority in a cleanup step, and another one follows.",
        partial(_events, "07-the-end-of-the-turn/03-a-discard-that-triggers.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "ended-turn",
        "The turn is ended while blockers are declared",
        "Time Stop: play goes straight to the cleanup step, and all between is skipped.",
        partial(_events, "14-ending-the-turn/08-in-combat.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "reversed-turn",
        "The phases come in reverse order",
        "Topsy Turvy: the turn begins with its ending phase; the main phase that comes first is the precombat one.",
        partial(_events, "23-order-and-restart/01-the-phases-come-in-reverse.turn.yaml", "cr2026", 1),
    ),
)

_MACHINES = (
    Exhibit(
        "machine-cr2026",
        "The machine of the turn",
        "The states inside each step, and the guards on each move: all of it is generated from the graph.",
        partial(_machine, "cr2026"),
    ),
)

_RULES = (
    Exhibit(
        "rule-300.6",
        "Extra turns, 300.6",
        "Added directly after the turn that it is, so the one made last is taken first.",
        partial(_rule, "300.6", "cr2006"),
    ),
    Exhibit(
        "rule-300.7",
        "Extra phases, 300.7",
        "Directly after a phase, those of one effect as a unit; a second effect puts its own before them.",
        partial(_rule, "300.7", "cr2006"),
    ),
    Exhibit(
        "rule-300.8",
        "Extra steps, 300.8",
        "Directly after a step, or directly before one.",
        partial(_rule, "300.8", "cr2006"),
    ),
    Exhibit(
        "rule-300.9",
        "Skipping, 300.9",
        "Play goes past what is skipped as if it did not exist.",
        partial(_rule, "300.9", "cr2006"),
    ),
)

_COMPARED = (
    Exhibit(
        "compare-cr2006-cr2026",
        "2006 and today",
        "Damage no longer uses the stack, mana no longer burns, and there are more ways to rewrite a turn.",
        partial(_compared, "cr2006", "cr2026"),
    ),
    Exhibit(
        "compare-cr2006-cr2011",
        "2006 and 2011",
        "New names, blockers in an order, damage dealt at once, and mana that empties with each step.",
        partial(_compared, "cr2006", "cr2011"),
    ),
    Exhibit(
        "compare-mana-burn",
        "A house rule: mana burn comes back",
        "An edition of one's own, like that of today but for what happens to mana as a phase ends.",
        partial(_house_rule, "mana-burn.toml"),
    ),
    Exhibit(
        "compare-reflection",
        "A house rule: one more step",
        "An edition of one's own with a step in its ending phase that no other has.",
        partial(_house_rule, "reflection.toml"),
    ),
)

_TIMELINES = (
    Exhibit(
        "timeline-newest-first",
        "Two players make extra turns in one turn",
        "What was created last is taken first; then the plain order goes on where it was.",
        partial(_timeline, "16-three-orders/02-two-extra-turns-in-one-turn-of-three-players.turn.yaml", "cr2006"),
    ),
    Exhibit(
        "timeline-controlled",
        "Two players would control the same turn",
        "The last to say so does; each of the two effects gives an extra turn after the controlled one.",
        partial(_timeline, "20-control-and-turn-order/03-the-last-of-two-controllers-wins.turn.yaml", "cr2026"),
    ),
    Exhibit(
        "timeline-thirty-turns",
        "Thirty turns of eight players",
        "Extra, skipped, controlled and ended turns; the order turns round, and two players leave.",
        partial(_timeline, "09-extra-turns/26-thirty-turns-of-eight-players.turn.yaml", "cr2026"),
    ),
)

SECTIONS = (
    Section("Regular turns", "The turn of each edition, before anything changes it.", _REGULAR),
    Section("Machines", "What happens inside the steps, as a state machine.", _MACHINES),
    Section("Rewrite rules", "The rules of 2006 that change a turn, each before and after.", _RULES),
    Section("Rewritten turns", "Scenarios, each with a turn as it was in the end.", _REWRITTEN),
    Section("Editions", "The turn in two editions, side by side, with all that differs.", _COMPARED),
    Section("Timelines", "Whole games: a lane for each player, a card for each turn.", _TIMELINES),
)
"""All pictures of the gallery, in the order in which they are shown."""


def exhibits() -> tuple[Exhibit, ...]:
    """All pictures of all sections."""
    return tuple(exhibit for section in SECTIONS for exhibit in section.exhibits)


def page() -> str:
    """The page that shows the gallery, as Markdown."""
    lines = ["# Gallery", "", "Drawn by `make diagrams` from turn graphs and recordings; not edited by hand."]
    for section in SECTIONS:
        lines += ["", f"## {section.heading}", "", section.line]
        for exhibit in section.exhibits:
            picture = f"![{exhibit.heading}]({exhibit.name}.svg)"
            lines += ["", f"### {exhibit.heading}", "", exhibit.line, "", picture]
    return "\n".join([*lines, ""])


def gallery(folder: str | Path, scenarios: str | Path) -> Iterator[Path]:
    """Writes the gallery into a folder, each picture as SVG and DOT; yields what is written."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for exhibit in exhibits():
        diagram = exhibit.make(Path(scenarios))
        for suffix in ("dot", "svg"):
            path = target / f"{exhibit.name}.{suffix}"
            diagram.save(path)
            yield path
    write_file(target / "README.md", page().encode())
    yield target / "README.md"


def main(arguments: list[str]) -> int:
    """Makes the gallery in the folder that is named, and tells of each file."""
    if not 1 <= len(arguments) <= 2:
        sys.stderr.write("usage: python -m fsm.pages.gallery FOLDER [SCENARIOS]\n")
        return 2
    folder, scenarios = (*arguments, "scenarios")[:2]
    count = 2 * len(exhibits()) + 1
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
