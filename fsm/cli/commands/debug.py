"""``fsm debug``: a scenario stepped through in the terminal."""

from __future__ import annotations

import sys

import click

from ..common import AS, EDITION, FILE, LIMIT, edition_id
from ..streams import coloured
from ..values import PLACE


@click.command()
@FILE
@EDITION
@click.option("--scenario", "which", metavar="NAME", default="", help="The scenario of the file, by name or number.")
@click.option("--command", "-c", "commands", metavar="COMMANDS", multiple=True, help="Run this first, as if typed.")
@click.option(
    "--stop-at", "place", type=PLACE, metavar="PLACE", help="Begin at an event's number, an address, a line or a rule."
)
@AS
@LIMIT
def debug(
    file: str, edition: str | None, which: str, commands: tuple[str, ...], place: str | None, viewer: str | None,
    limit: int,
) -> None:  # fmt: skip
    """Step through a scenario FILE, forwards and backwards.

    The commands are those of pdb, and more: s, n, r, c, rs, rn, rc, b T2.combat, why, legal, whatif, schedule; h
    lists them. They may come from a pipe. With --as the script and expectations are not shown.
    """
    from ...debugger import Session
    from ...debugger.terminal import Terminal
    from ...game import LIMITS

    session = Session.open(file, edition_id(edition) if edition else "", which, LIMITS.times(limit), viewer or "")
    typed = sys.stdin is not None and sys.stdin.isatty() and file != "-"
    terminal = Terminal(session, stdin=None if typed else sys.stdin, colour=typed and coloured())
    terminal.first([*([f"j {place}"] if place else []), *commands])
    try:
        terminal.cmdloop()
    except KeyboardInterrupt:
        raise click.Abort from None
