"""Runs the command line: ``python -m fsm`` does what ``fsm`` does."""

from __future__ import annotations

import sys


def program() -> None:
    """Run the program ``fsm``; it imports its modules in here, so that Ctrl-C can interrupt the imports."""
    try:
        from .cli import main
        from .cli.streams import own_process

        own_process()
        main(prog_name="fsm")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    program()
