"""``fsm new``: a scenario file to start from."""

from __future__ import annotations

import os

import click

from ...errors import InputError
from ...files import STANDARD, make_folder, output_name, write_file
from ..common import EDITION, script
from ..streams import echo
from ..values import FILE, SCENARIO


@click.command()
@click.argument("title")
@EDITION
@click.option("--players", metavar="NAMES", help="The players, with commas between them; the default is Ann,Bob.")
@click.option("--like", type=SCENARIO, metavar="SCENARIO", help="Begin with a copy of this scenario.")
@click.option("--output", "-o", "output", type=FILE, metavar="OUT", help="The file to write; - is standard output.")
def new(title: str, edition: str | None, players: str | None, like: str | None, output: str | None) -> None:
    """Write a scenario file to start from, called after its TITLE.

    The file explains its keys in comments, and passes as it stands. A file that exists is never replaced. Then fsm
    watch FILE runs it whenever you save it.
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
        text = new_scenario(title, edition or DEFAULT, names, file_name(title) if file == STANDARD else file)
    make_folder(file)
    write_file(file, text.encode())
    if file != STANDARD:
        echo(f"{file}\nnext: fsm watch {file}")
