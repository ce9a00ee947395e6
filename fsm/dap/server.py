"""Where the adapter listens: standard input and output, or a port of this machine alone."""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import suppress
from typing import IO

from ..errors import InputError
from .adapter import Adapter
from .wire import Wire

LOOPBACK = "127.0.0.1"


def serve_streams(viewer: str = "") -> None:
    """Serves one client on standard input and output; whatever else is printed goes to standard error."""
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(BrokenPipeError, ConnectionError):
        serve(sys.stdin.buffer, wire, viewer)
    with suppress(OSError):
        wire.close()


def serve(reader: IO[bytes], writer: IO[bytes], viewer: str = "") -> None:
    """Serves one client, who sees what the viewer sees, if there is one."""
    Adapter(Wire(reader, writer), viewer).serve()


def serve_port(port: int, viewer: str = "") -> None:
    """Serves clients on a port of the loopback interface, one at a time; others are told to wait.

    Port 0 takes a free one; which one is written to standard error. ``InputError`` if it is not available.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        # On Windows other programs could take a port that is used again.
        listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        try:
            listening.bind((LOOPBACK, port))
            listening.listen()
        except (OSError, OverflowError) as error:
            raise InputError(f"port {port} is not available: {getattr(error, 'strerror', None) or error}") from None
        sys.stderr.write(f"fsm dap listens on {LOOPBACK}:{listening.getsockname()[1]}\n")
        sys.stderr.flush()
        busy = threading.Lock()
        while True:
            client, _ = listening.accept()
            threading.Thread(target=_one, args=(client, busy, viewer), daemon=True).start()


def _one(client: socket.socket, busy: threading.Lock, viewer: str) -> None:
    """Serves a client that has connected, or says that another one is being served."""
    with client, suppress(OSError, ValueError):
        streams = client.makefile("rb"), client.makefile("wb")
        if not busy.acquire(blocking=False):
            wire = Wire(*streams)
            wire.event("output", category="stderr", output="fsm dap serves another client; try again later\n")
            wire.event("terminated")
            return
        try:
            serve(*streams, viewer)
        finally:
            busy.release()
