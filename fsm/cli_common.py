"""What the commands of the command line share: their group, the options, the scenarios of a file."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .errors import LONGEST, FsmError
from .words import shown

if TYPE_CHECKING:
    from .scenario import Scenario

EDITION = click.option("--edition", "-e", metavar="ID", help="The edition of the rules, such as cr2006 or cr2026.")
LIMIT = click.option(
    "--limit",
    "limit",
    type=click.IntRange(1, 1000),
    default=1,
    metavar="N",
    help="Let a run take N times the usual of events, objects, work and memory.",
)


class Group(click.Group):
    """Commands in the order they were written; what is wrong with the input is said in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Name the commands in the order they were written."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what is wrong with the input is said in one line, with exit code 2."""
        try:
            return super().invoke(ctx)
        except FsmError as error:
            _fail(str(error))
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)


def _fail(message: str) -> NoReturn:
    message = shown(message, LONGEST)
    click.echo(message if ":" in message.split(" ", maxsplit=1)[0] else f"fsm: {message}", err=True)
    sys.exit(2)


def scenarios(file: str) -> list[Scenario]:
    """All scenarios of a file."""
    from .scenario import read_scenarios

    return read_scenarios(file)


def edition_id(id: str | None) -> str:
    """The id of an edition that a user names."""
    from .edition import load_edition

    return load_edition(str(id)).id
