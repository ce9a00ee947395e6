"""The command line: ``fsm``. Exit codes: 0 yes, 1 no, 2 unusable input."""

from __future__ import annotations

import sys

import click

from ..version import __version__
from .commands.cards import cards
from .commands.check import check, trace
from .commands.completion import completion
from .commands.dap import dap
from .commands.debug import debug
from .commands.diagram import diagram
from .commands.drive import drive, vectors
from .commands.explain import explain
from .commands.explore import explore
from .commands.library import docs, scenarios
from .commands.new import new
from .commands.player import player
from .commands.quiz import quiz
from .commands.rules import rules
from .commands.run import run
from .commands.schema import schema
from .commands.watch import watch
from .common import Group
from .examples import with_examples
from .values import TESTED


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="fsm")
def main() -> None:
    """The turn structure of Magic: The Gathering as a state machine you can run, draw and test.

    The exit code is 0 for yes, 1 for no, and 2 if something cannot be used, or for an error of this program itself:
    that is told on one line, and with FSM_TRACEBACK=1 in the environment also where it came up.
    """


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("arguments", metavar="[PATH | OPTION OF PYTEST]...", nargs=-1, type=TESTED)
def test(arguments: tuple[str, ...]) -> None:
    """Check the expectations of scenario files with pytest.

    The default are the files in scenarios/. A PATH may also be the name of a scenario of the package, or of a topic;
    --corpus checks them all. Options of pytest may come anywhere: -k extra, -x, --lf, -n 2.
    --limit N multiplies the usual limits of events, objects, work and memory by N. --edition ID runs only the
    scenarios of that edition; an edition of your own, mine.toml, runs those of the edition that it extends, and
    shows which expectations it changes. --pdb opens the debugger where a scenario fails, --turn-player DIR writes
    its page, --turn-update writes golden traces.
    """
    from .commands.test import check

    sys.exit(check(arguments))


for command in (
    *(run, test, new, watch, explain, quiz, debug, dap, diagram, player, explore, drive, vectors, check, trace),
    *(rules, scenarios, docs, completion, cards, schema),
):
    main.add_command(command)

with_examples(main, "")

if __name__ == "__main__":
    main()
