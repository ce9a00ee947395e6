"""The kinds of diagrams, each a command of ``fsm diagram``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from .diagram import (
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


@dataclass(frozen=True, slots=True)
class DiagramKind:
    """A kind of diagram: ``fsm diagram`` has a command for each.

    ``says`` describes it; its first sentence stands in the list of commands. ``of`` names the arguments of ``draw``:
    for ``edition`` the graph of its regular turn; for ``turn`` a recorded turn; for ``recording`` a recording; for
    ``rule`` the number or name of a rule, and an edition or None; for ``editions`` the ids of two editions; for
    ``explored`` what was explored of a scenario, and its ways if they are few; for ``history`` the days from which and
    until which it goes, or None, and the answers to a scenario, or None.
    ``options`` are the keywords of ``draw`` that a user may give: ``level``, ``detail``, ``at``, ``events``, ``paper``.
    ``directed``: its pictures have a layout for each direction.
    """

    name: str
    says: str
    of: Literal["edition", "turn", "recording", "rule", "editions", "explored", "history"]
    draw: Callable[..., Diagram]
    options: tuple[str, ...] = ()
    directed: bool = False


_ALL = (
    DiagramKind(
        "turn",
        "Draw the regular turn of an edition.",
        "edition",
        partial(turn_diagram, title="A turn"),
        ("level", "detail", "at"),
        directed=True,
    ),
    DiagramKind(
        "poster",
        "Draw the turn of an edition as a sheet to print. It says what happens in each step, with the rules.",
        "edition",
        partial(poster_diagram, title="The turn"),
        ("paper", "detail"),
    ),
    DiagramKind(
        "scenario",
        "Draw a turn of a scenario FILE as it was rewritten.",
        "turn",
        scenario_diagram,
        ("events", "level", "at"),
        directed=True,
    ),
    DiagramKind(
        "timeline",
        "Draw all turns of a scenario FILE. Each player has a lane; extra and skipped turns are in their places.",
        "recording",
        timeline_diagram,
    ),
    DiagramKind(
        "rule",
        "Draw a rewrite rule, before and after. NUMBER is its number in an edition, or its name: insert_phases.",
        "rule",
        rule_diagram,
        directed=True,
    ),
    DiagramKind(
        "compare",
        "Draw the turn in two editions, side by side. The picture tells of at most twelve differences of ONE and"
        " OTHER, and with --detail rules of all.",
        "editions",
        compare_diagram,
        ("detail",),
    ),
    DiagramKind(
        "history",
        "Draw the turn under all editions, one after the other, as a river. It marks what changed in each step, and on"
        " which day: a slide says what changed most, a sheet or a phone says all. With a scenario FILE it shows its"
        " answers through the years, and what decided them.",
        "history",
        history_diagram,
        ("paper", "detail"),
        directed=True,
    ),
    DiagramKind(
        "explored",
        "Draw the ways that the open choices of a scenario FILE can go. Of many it draws the states of each step.",
        "explored",
        explored_diagram,
    ),
)

DIAGRAM_KINDS = {kind.name: kind for kind in _ALL}
"""All kinds of diagrams, by name; ``fsm diagram`` makes its commands from them."""
