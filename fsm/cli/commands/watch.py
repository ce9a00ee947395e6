"""``fsm watch``: scenario files that run again as they are saved."""

from __future__ import annotations

import time

import click

from ...errors import FsmError
from ...words import COLOURS, shown
from ..common import EDITION, edition_id, scenarios
from ..streams import coloured, echo, echo_error
from ..values import SCENARIOS


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=SCENARIOS)
@EDITION
@click.option("--story", is_flag=True, help="Tell each run as fsm explain does.")
@click.option("--quiet", "-q", is_flag=True, help="Print only whether the expectations hold.")
def watch(files: tuple[str, ...], edition: str | None, story: bool, quiet: bool) -> None:
    """Run scenario FILEs again whenever they are saved.

    A FILE may be a folder; new files in it are noticed. One file is run at once, several are only judged until one of
    them is saved. Errors are shown as fsm run shows them, and watching goes on. Ctrl-C ends it.
    """
    from ...library import SUFFIX
    from ...watching import saved_files

    if edition is not None:
        edition_id(edition)  # no saved file mends an unknown one
    first = True
    for saved, gone in saved_files(files, SUFFIX):
        for file in gone:
            echo_error(f"{shown(file)}: the file is gone; it is run again when it is back")
        many = first and len(saved) > 1
        good = [_run(file, edition, story, quiet or many, silent=many) for file in saved]
        if len(saved) > 1:
            echo(f"{sum(good)} of {len(good)} files hold")
        if first:
            echo_error(f"watching {len(saved)} file{'s' * (len(saved) > 1)}; Ctrl-C ends it")
        first = False


def _run(file: str, edition: str | None, story: bool, brief: bool, silent: bool) -> bool:
    """Run one file, and print what happened, unless ``brief``; ``silent``: only what is wrong. Whether nothing is."""
    if not brief:
        echo(f"--- {time.strftime('%H:%M:%S')} {shown(file)} ---")
    try:
        failures = _failures(file, edition, story, brief)
    except FsmError as error:
        failures = [str(error)]
    for failure in failures:
        echo_error(failure)
    if not failures and not silent:
        echo(f"{shown(file)}: all expectations hold")
    return not failures


def _failures(file: str, edition: str | None, story: bool, brief: bool) -> list[str]:
    """Run and print the scenarios of a file, as far as they go; what is wrong with them."""
    from ...game import LIMITS
    from ...recording import play_by_play
    from ...scenario import judge, run_scenario
    from ...story import game_story

    failures, limits = [], LIMITS
    for scenario in scenarios(file, edition):
        for id in [edition_id(edition)] if edition else scenario.editions:
            recording = run_scenario(scenario, id, limits)
            limits = recording.left
            if not brief:
                lines = game_story(recording) if story else play_by_play(recording, colour=coloured())
                echo("\n".join(lines), COLOURS)
            if scenario.stands_for(recording.edition):
                failures += [str(failure) for failure in judge(scenario, recording)]
    return failures
