"""The command line: ``fsm``. Exit codes: 0 yes, 1 no, 2 unusable input."""

from __future__ import annotations

from collections import UserDict
from importlib import import_module
from typing import Any

import click

from ..version import __version__
from .common import Group
from .examples import told_examples, with_examples

_HOMES = {
    "play": "debug", "run": "run", "test": "check", "new": "writing", "expect": "writing", "watch": "writing",
    "explain": "run", "quiz": "quiz", "debug": "debug", "dap": "debug", "diagram": "diagram", "player": "run",
    "explore": "explore", "drive": "drive", "record": "drive", "vectors": "drive", "check": "check", "trace": "check",
    "find": "library", "rules": "rules", "history": "history", "scenarios": "library", "docs": "library",
    "completion": "completion", "cards": "library", "schema": "library",
}  # fmt: skip
"""The commands in the order of the help, each with its module."""


class _Commands(UserDict[str, Any]):
    """The commands; the module of one is imported when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        return with_examples(getattr(import_module(f".commands.{self.data[name]}", __package__), name), name)


@click.group(
    cls=Group, commands=_Commands(_HOMES), epilog=told_examples(""),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)  # fmt: skip
@click.version_option(__version__, prog_name="fsm")
def main() -> None:
    """The turn structure of Magic: The Gathering as a state machine you can run, draw and test.

    The exit code is 0 for yes, 1 for no, and 2 if something cannot be used, or for an error of this program itself:
    that is told on one line, and with FSM_TRACEBACK=1 in the environment also where it came up.
    """


if __name__ == "__main__":
    main()
