"""``fsm dap``: the debug adapter for editors."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Listen on this port of the loopback interface (0: a free one)."
)
def dap(port: int | None) -> None:
    """Serve a debugging session to an editor.

    It speaks the Debug Adapter Protocol. Editors start it and use its standard input and output; with --port, they
    connect to that port.
    """
    from ..dap import serve_port, serve_streams

    if port is None:
        serve_streams()
    else:
        serve_port(port)
