"""``fsm dap``: the debug adapter for editors."""

from __future__ import annotations

import click

from ..common import AS


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
