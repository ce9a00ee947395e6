"""``fsm explain``: a scenario as a judge would tell it."""

from __future__ import annotations

import shutil
import sys

import click

from ...errors import InputError
from ..common import AS, EDITION, FILE, LIMIT, as_seen, edition_id, scenarios
from ..streams import echo

WIDEST = 100
"""Longer lines are hard to read."""


@click.command()
@FILE
@EDITION
@click.option("--scenario", "which", metavar="NAME", default="", help="Only this scenario of the file: name or number.")
@click.option("--turn", "turn", type=click.IntRange(1), metavar="N", help="Tell only turn N.")
@AS
@LIMIT
def explain(file: str, edition: str | None, which: str, turn: int | None, viewer: str | None, limit: int) -> None:
    """Tell a scenario FILE as a judge would.

    Each turn is a paragraph, with rule numbers in brackets: what happened, and why the turn was not an ordinary one.
    What happens in every turn is left out. The text is Markdown; a terminal wraps it, a file gets a line for each
    paragraph. For every event on a line of its own, use fsm run.
    """
    from ...game import LIMITS
    from ...scenario import choose_scenario, run_scenario
    from ...story import game_story

    found = scenarios(file, edition)
    width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST) if sys.stdout.isatty() else 0
    limits, first = LIMITS.times(limit), True
    for scenario in [choose_scenario(found, which)] if which else found:
        for id in [edition_id(edition)] if edition else scenario.editions:
            whole = run_scenario(scenario, id, limits)
            recording, limits = as_seen(whole, viewer), whole.left
            if turn is not None and turn not in {number for number, _ in recording.turns}:
                raise InputError(f"there is no turn {turn}; the run has {len(recording.turns)}", recording.file)
            text = "\n".join(game_story(recording, turn or 0, width))
            echo(text if first else f"\n{text}")
            first = False
