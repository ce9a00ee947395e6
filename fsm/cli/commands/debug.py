"""``fsm play``, ``fsm debug`` and ``fsm dap``: a game typed, a scenario stepped through, or that in an editor."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ..common import AS, EDITION, FILE, LIMIT, option
from ..streams import UNUSABLE, coloured
from ..values import PLACE, SCENARIO

if TYPE_CHECKING:
    from ...debugger import Session


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
    from ...game import LIMITS

    session = Session.open(file, edition or "", which, LIMITS.times(limit), viewer or "")
    _typed(session, [*([f"j {place}"] if place else []), *commands], file == "-")


@click.command()
@click.argument("file", type=SCENARIO, required=False)
@EDITION
@option("--players NAMES", "The players, with commas between them; the default is Ann,Bob.")
@option(
    "--at PLACE", "Begin there; the default is T1.precombat_main.", PLACE, name="place", default="T1.precombat_main"
)
@option("--command -c COMMANDS", "Run this first, as if typed.", name="commands", multiple=True)
@LIMIT
def play(
    file: str | None, edition: str | None, players: str | None, place: str, commands: tuple[str, ...], limit: int
) -> None:
    """Play a game by typing what the players do.

    Any card of the catalogue can be cast, and costs nothing. The words are those of fsm debug, and cast, attack, block,
    pass, resolve, to, have, undo, explain; h lists them. A FILE is a scenario to go on from; save FILE writes one.
    From a pipe, the first words that cannot be done end it, with exit code 2.
    """
    from ...debugger import Session
    from ...debugger.playing import go_to, new_game, resumed
    from ...edition import load_edition
    from ...errors import InputError
    from ...game import LIMITS

    limits = LIMITS.times(limit)
    if file is not None:
        if players is not None:
            raise InputError("the players are those of the file; leave --players out", file)
        session = resumed(Session.open(file, edition or "", limits=limits))
    else:
        names = [name.strip() for name in (players or "Ann,Bob").split(",")]
        session = go_to(new_game(load_edition(edition or "today"), names, limits), place)
    _typed(session, commands, False, playing=True)


def _typed(session: Session, first: Sequence[str], by_file: bool, playing: bool = False) -> None:
    """Reads lines from a terminal or a pipe until one ends the session."""
    from ...debugger.terminal import Terminal

    typed = sys.stdin is not None and sys.stdin.isatty() and not by_file
    terminal = Terminal(session, stdin=None if typed else sys.stdin, colour=typed and coloured(), playing=playing)
    terminal.first(first)
    try:
        terminal.cmdloop()
    except KeyboardInterrupt:
        raise click.Abort from None
    if terminal.failed:
        sys.exit(UNUSABLE)


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
