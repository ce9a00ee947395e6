"""``python -m fsm`` is ``fsm``."""

from __future__ import annotations

import sys


def program() -> None:
    """Be the program ``fsm``; it imports what it needs in here, so that Ctrl-C ends that too."""
    try:
        from .cli import main
        from .cli.streams import own_process

        own_process()
        main(prog_name="fsm")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    program()
