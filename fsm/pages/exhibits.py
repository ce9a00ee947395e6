"""The pictures of the gallery: turns, machines, rules, editions, scenarios, games and explorations.

To add a picture, add an ``Exhibit`` to a section.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
from ..edition import DEFAULT, edition_ids, load_edition
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


def _slide(folder: Path) -> Diagram:
    return turn_diagram(base_turn(DEFAULT), title="The turn").with_look(aspect="16:9")


def _poster(edition: str, folder: Path) -> Diagram:
    return poster_diagram(base_turn(edition), title="The turn")


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


def _many_turns(file: str, edition: str, folder: Path) -> Diagram:
    return _timeline(file, edition, folder).with_look(aspect="16:9")


def _explored(file: str, edition: str, folder: Path) -> Diagram:
    from ..exploring import explore, sequences
    from ..scenario import read_scenarios

    scenario = read_scenarios(str(folder / file))[0]
    return explored_diagram(explore(scenario, edition, whole=True), sequences(scenario, FEW, edition))


def _counterexample(file: str, edition: str, folder: Path) -> Diagram:
    from ..exploring import explore
    from ..scenario import parse_scenarios, read_scenarios, run_scenario

    explored = explore(read_scenarios(str(folder / file))[0], edition)
    (way,) = (finding.way for finding in explored.findings if not finding.holds)
    return timeline_diagram(run_scenario(parse_scenarios(way)[0]))


def _played(file: Path, edition: str) -> Recording:
    from ..scenario import read_scenarios, run_scenario

    return run_scenario(read_scenarios(str(file))[0], edition)


_REGULAR = tuple(
    Exhibit(
        f"turn-{edition}",
        load_edition(edition).title,
        "Five phases, and the steps that a guard may skip or repeat.",
        partial(_base, edition),
    )
    for edition in edition_ids()
)

_SLIDES = (
    Exhibit(
        "turn-slide",
        "The turn on a slide",
        "`--aspect 16:9`: at 1280 by 720 pixels the smallest text has 18. `--width 390` makes one column, for a phone.",
        _slide,
    ),
)

_POSTERS = tuple(
    Exhibit(
        f"poster-{edition}",
        f"The turn on one sheet, {load_edition(edition).title}",
        "What happens in each step, priority, the guards, and the rule numbers; a PDF of it is an A4 or A3 sheet.",
        partial(_poster, edition),
    )
    for edition in ("cr2026", "cr2006")
)

_REWRITTEN = (
    Exhibit(
        "relentless-assault",
        "Relentless Assault in the first main phase",
        "An extra combat and an extra main phase come, as one unit, directly after the main phase of the spell.",
        partial(_scenario, "relentless-assault.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "two-assaults",
        "Two Relentless Assaults in one main phase",
        "Each pair is inserted directly after that phase, so the newer pair comes first.",
        partial(_scenario, "12-extra-phases/02-two-assaults-in-one-main-phase.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "aurelia",
        "Aurelia attacks",
        "Her ability resolves in the declare attackers step. The combat that it adds follows the current one.",
        partial(_events, "12-extra-phases/10-aurelia.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "aurelia-and-obeka",
        "Aurelia and Obeka in one combat",
        "An extra combat, and before it two phases with an upkeep step each, because they were added later.",
        partial(_events, "13-extra-steps/08-aurelia-and-obeka.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "paradox-haze",
        "Paradox Haze twice",
        "Two extra upkeep steps come directly after the first one, the newer one first.",
        partial(_events, "16-three-orders/05-paradox-haze-twice-for-two-players.turn.yaml", "cr2026", 3),
    ),
    Exhibit(
        "skipped-extra-combat",
        "A skip meets an extra combat",
        "The extra combat is the next one, so it is skipped. The regular combat happens.",
        partial(_scenario, "11-skipped-steps-and-phases/07-an-extra-combat-is-the-next-combat.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "first-strike",
        "First strike makes a second damage step",
        "The rules insert this step, not an effect, so the picture names only the rule.",
        partial(_events, "06-combat/06-first-strike-makes-two-damage-steps.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "mana-burn",
        "Two mana made in the upkeep, 2006",
        "Unused mana stays in the pool from step to step, and burns as the phase ends.",
        partial(_events, "02-mana/01-mana-is-kept-between-steps-and-burns.turn.yaml", "cr2006", 3),
    ),
    Exhibit(
        "second-cleanup",
        "A discard that triggers something makes a second cleanup",
        "Players get priority in a cleanup step, so another cleanup step follows.",
        partial(_events, "07-the-end-of-the-turn/03-a-discard-that-triggers.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "ended-turn",
        "The turn is ended while blockers are declared",
        "Time Stop: everything up to the cleanup step is skipped.",
        partial(_events, "14-ending-the-turn/08-in-combat.turn.yaml", "cr2026", 1),
    ),
    Exhibit(
        "reversed-turn",
        "The phases come in reverse order",
        "Topsy Turvy: the turn begins with its ending phase. Its first main phase is the precombat main phase.",
        partial(_events, "23-order-and-restart/01-the-phases-come-in-reverse.turn.yaml", "cr2026", 1),
    ),
)

_MACHINES = (
    Exhibit(
        "machine-cr2026",
        "The machine of the turn",
        "The inside of a step, drawn once, and the steps that differ from it, as found in the generated machine.",
        partial(_machine, "cr2026"),
    ),
)

_RULES = (
    Exhibit(
        "rule-300.6",
        "Extra turns, 300.6",
        "An extra turn is added directly after the current turn, so the newest is taken first.",
        partial(_rule, "300.6", "cr2006"),
    ),
    Exhibit(
        "rule-300.7",
        "Extra phases, 300.7",
        "Extra phases of one effect are added as a unit directly after a phase. A newer effect's come before them.",
        partial(_rule, "300.7", "cr2006"),
    ),
    Exhibit(
        "rule-300.8",
        "Extra steps, 300.8",
        "Extra steps are added directly after a step, or directly before one.",
        partial(_rule, "300.8", "cr2006"),
    ),
    Exhibit(
        "rule-300.9",
        "Skipping, 300.9",
        "Play goes past a skipped turn, phase or step as if it did not exist.",
        partial(_rule, "300.9", "cr2006"),
    ),
)

_COMPARED = (
    Exhibit(
        "compare-cr2006-cr2026",
        "2006 and today",
        "What matters most stands on top: mana no longer burns, nor lasts from step to step, and combat damage"
        " no longer uses the stack. All smaller differences are in the list.",
        partial(_compared, "cr2006", "cr2026"),
    ),
    Exhibit(
        "compare-cr2006-cr2011",
        "2006 and 2011",
        "New names, ordered blockers, damage that does not use the stack, and pools that empty as each step ends.",
        partial(_compared, "cr2006", "cr2011"),
    ),
    Exhibit(
        "compare-mana-burn",
        "A house rule: mana burn comes back",
        "An edition file like today's rules, except for unused mana as a phase ends.",
        partial(_house_rule, "mana-burn.toml"),
    ),
    Exhibit(
        "compare-reflection",
        "A house rule: one more step",
        "An edition file that adds a new step to the ending phase.",
        partial(_house_rule, "reflection.toml"),
    ),
)

_TIMELINES = (
    Exhibit(
        "timeline-newest-first",
        "Two players make extra turns in one turn",
        "The newest extra turn is taken first. After the extra turns the turn order continues where it was.",
        partial(_timeline, "16-three-orders/02-two-extra-turns-in-one-turn-of-three-players.turn.yaml", "cr2006"),
    ),
    Exhibit(
        "timeline-controlled",
        "Two players would control the same turn",
        "The newer effect applies. Each of the two effects gives an extra turn after the controlled turn.",
        partial(_timeline, "20-control-and-turn-order/03-the-last-of-two-controllers-wins.turn.yaml", "cr2026"),
    ),
    Exhibit(
        "timeline-thirty-turns",
        "Thirty turns of eight players",
        "Extra, skipped, controlled and ended turns. The turn order is reversed, and two players leave. `--aspect 16:9`"
        " puts many turns in rows that can be read on a slide.",
        partial(_many_turns, "09-extra-turns/26-thirty-turns-of-eight-players.turn.yaml", "cr2026"),
    ),
)

_EXPLORED = (
    Exhibit(
        "explored-few",
        "A few ways",
        "Whether the creature attacks is open. Steps that a way shares with one above it are dimmed.",
        partial(_explored, "28-explored/01-a-creature-attacks-in-one-of-two-combats.turn.yaml", "cr2026"),
    ),
    Exhibit(
        "explored-many",
        "Many ways",
        "Four sorceries in any order: how many states there are in each step.",
        partial(_explored, "28-explored/04-what-may-become-of-a-turn.turn.yaml", "cr2026"),
    ),
    Exhibit(
        "explored-counterexample",
        "A counterexample",
        "The shortest way that breaks a claim: Bob makes an extra turn after Ann's, and takes it first.",
        partial(_counterexample, "28-explored/05-a-claim-that-is-wrong.turn.yaml", "cr2026"),
    ),
)

SECTIONS = (
    Section("Regular turns", "The turn of each edition, before anything changes it.", _REGULAR),
    Section("Slides", "The same turn, arranged for the page on which it is to be read.", _SLIDES),
    Section("Posters", "`fsm diagram poster -o turn.pdf`; `--theme print` is for printers without colour.", _POSTERS),
    Section("Machines", "What happens inside the steps, as a state machine.", _MACHINES),
    Section("Rewrite rules", "The rules of 2006 that change a turn: a turn before and after each rewrite.", _RULES),
    Section("Rewritten turns", "Turns of scenarios, with all their rewrites.", _REWRITTEN),
    Section("Editions", "The turn in two editions, side by side, with all differences.", _COMPARED),
    Section("Timelines", "Whole games: a lane for each player, a tile for each turn.", _TIMELINES),
    Section("Explorations", "Every way that the open choices of a scenario can go.", _EXPLORED),
)
"""All pictures of the gallery, in the order in which they are shown."""


def exhibits() -> tuple[Exhibit, ...]:
    """All pictures of all sections."""
    return tuple(exhibit for section in SECTIONS for exhibit in section.exhibits)
