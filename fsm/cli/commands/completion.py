"""``fsm completion``: the script with which a shell completes commands, options and their values."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
    get_completion_class,
)

from ..common import COMPLETES
from ..streams import echo

if TYPE_CHECKING:
    _Item = CompletionItem[str]
else:  # some versions of click have no [str]
    _Item = CompletionItem

SHELLS = ("bash", "zsh", "fish")

_SPECIAL = re.compile(r"([^\w@%+=:,./#-])")


@add_completion_class
class Bash(BashComplete):
    """Bash inserts what it gets as it is: spaces and quotes are escaped, unless the word began with a quote."""

    def format_completion(self, item: _Item) -> str:
        """One completion, on one line."""
        quoted = os.environ.get("COMP_WORDS", "").rpartition("\n")[2][:1] in ("'", '"')
        value = item.value if quoted else _SPECIAL.sub(r"\\\1", item.value)
        return f"{item.type},{value}"


@add_completion_class
class Fish(FishComplete):
    """Values may have commas; the script of click cuts them off."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell.

    With it the shell completes commands, options and values: scenarios, editions, cards, rules, places, formats.
    For bash, add eval "$(fsm completion bash)" to ~/.bashrc; for zsh, eval "$(fsm completion zsh)" to ~/.zshrc, after
    compinit; for fish, write it to ~/.config/fish/completions/fsm.fish.
    """
    made = get_completion_class(shell) or Bash
    echo(made(context.find_root().command, {}, "fsm", COMPLETES).source())
