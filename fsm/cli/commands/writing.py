"""``fsm new``, ``fsm expect`` and ``fsm watch``: a file to start from, what it expects, and its runs as it is saved."""

from __future__ import annotations

import os
import sys
import time

import click

from ...errors import FsmError, InputError
from ...files import STANDARD, make_folder, output_name, write_file
from ...words import COLOURS, shown
from ..common import ALL, EDITION, chosen, edition_id, option, recorded, scenarios, script
from ..streams import coloured, echo, echo_error
from ..values import FILE, SCENARIO, SCENARIOS


@click.command()
@click.argument("title")
@EDITION
@option("--players NAMES", "The players, with commas between them; the default is Ann,Bob.")
@option("--like SCENARIO", "Begin with a copy of this scenario.", SCENARIO)
@option("--output -o OUT", "The file to write; - is standard output.", FILE)
def new(title: str, edition: str | None, players: str | None, like: str | None, output: str | None) -> None:
    """Write a scenario file to start from, called after its TITLE.

    The file runs as it stands, and its comments say what can be written. A file that exists is never replaced. Then
    fsm watch FILE runs it whenever you save it.
    """
    from ...edition import DEFAULT
    from ...scenario.writing.starting import file_name, new_scenario, scenario_like

    title = " ".join(title.split())
    file = output_name(output) if output is not None else file_name(title)
    if file != STANDARD and os.path.lexists(file):
        raise InputError("this file exists, and is not replaced; give another title, or another name with -o", file)
    if like is not None:
        if edition is not None or players is not None:
            raise InputError("--like keeps the edition and the players; leave --edition and --players out")
        text = scenario_like(title, script(like), file, like)
    else:
        names = tuple(name.strip() for name in (players or "Ann,Bob").split(","))
        text = new_scenario(
            title, edition_id(edition or DEFAULT), names, file_name(title) if file == STANDARD else file
        )
    make_folder(file)
    write_file(file, text.encode())
    if file != STANDARD:
        echo(f"{file}\nnext: fsm watch {file}")


@click.command()
@click.argument("file", type=FILE)
@option("--scenario NAME", "The scenario of the file, by name or number.", name="which", default="")
@option("--replace", "Write anew what the scenario expects.")
@option("--yes -y", "Write it without asking.")
def expect(file: str, which: str, replace: bool, yes: bool) -> None:
    """Write what happens into a scenario FILE, to be expected.

    It is shown first: the turns, the steps of turns that effects changed, and what the players have at the end. Look
    whether it is what you expect. All else in the file stays. From standard input (-) the whole file is printed.
    """
    from ...scenario import choose_scenario, parse_scenarios
    from ...scenario.writing.expected import with_expectations

    text, name = script(file), "<stdin>" if file == STANDARD else file
    found = parse_scenarios(text, name)
    whole, added = with_expectations(text, name, found.index(choose_scenario(found, which)), replace)
    if file == STANDARD:
        echo(whole.rstrip("\n"))
        return
    echo(added.rstrip("\n"))
    if yes or (sys.stdin.isatty() and click.confirm(f"Write this into {shown(file)}?", err=True)):
        write_file(file, whole.encode())
        echo_error(f"{shown(file)}: written; fsm test {shown(file)} judges it")
    else:
        echo_error("nothing is written; --yes writes it into the file")


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=SCENARIOS)
@EDITION
@option("--story", "Tell each run as fsm explain does.")
@option("--quiet -q", "Print only whether the expectations hold.")
def watch(files: tuple[str, ...], edition: str | None, story: bool, quiet: bool) -> None:
    """Run scenario FILEs again whenever they are saved.

    It is shown under its newest edition and judged under all that it names, or both under --edition. A FILE may be a
    folder; new files in it are noticed. One file is run at once, several are only judged until one of them is saved.
    Errors are shown as fsm run shows them, and watching goes on. Ctrl-C ends it.
    """
    from ...library import SUFFIX
    from ...watching import saved_files

    if edition is not None and edition != ALL:
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
    expected = False
    try:
        failures, expected = _failures(file, edition, story, brief)
    except FsmError as error:
        failures = [str(error)]
    for failure in failures:
        echo_error(failure)
    if not failures and not silent:
        held = "all expectations hold" if expected else f"it runs; fsm expect {shown(file)} writes what to expect"
        echo(f"{shown(file)}: {held}")
    return not failures


def _failures(file: str, edition: str | None, story: bool, brief: bool) -> tuple[list[str], bool]:
    """Run and print the scenarios of a file, as far as they go; what is wrong with them, if anything is expected."""
    from ...recording import play_by_play
    from ...scenario import judge
    from ...story import game_story

    failures, expected = [], False
    for scenario, recording in recorded(scenarios(file, edition), edition, every=True):
        if not brief and recording.edition.id in chosen(scenario, edition):
            lines = game_story(recording) if story else play_by_play(recording, colour=coloured())
            echo("\n".join(lines), COLOURS)
        expected |= scenario.expects
        if scenario.stands_for(recording.edition):
            failures += [str(failure) for failure in judge(scenario, recording)]
    return failures, expected
