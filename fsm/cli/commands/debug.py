"""``fsm debug`` and ``fsm dap``: a scenario stepped through in the terminal, or in an editor."""

from __future__ import annotations

import sys

import click

from ..common import AS, EDITION, FILE, LIMIT, edition_id, option
from ..streams import coloured
from ..values import PLACE


@click.command()
@FILE
@EDITION
@option("--scenario NAME", "The scenario of the file, by name or number.", name="which", default="")
@option("--command -c COMMANDS", "Run this first, as if typed.", name="commands", multiple=True)
@option("--stop-at PLACE", "Begin at an event's number, an address, a line or a rule.", PLACE, name="place")
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


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Listen on this port of the loopback interface (0: a free one)."
)
@AS
def dap(port: int | None, viewer: str | None) -> None:
    """Serve a debugging session to an editor.

    It speaks the Debug Adapter Protocol. Editors start it and use its standard input and output; with --port, they
    connect to that port. With --as, or "as" in what they launch, the script is not shown, nor what that player
    does not see.
    """
    from ...dap import serve_port, serve_streams

    if port is None:
        serve_streams(viewer or "")
    else:
        serve_port(port, viewer or "")
