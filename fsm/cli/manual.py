"""The manual page ``fsm.1``, made from the help of the commands.

``python -m fsm.cli.manual fsm/cli/fsm.1`` writes it again.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..version import __version__
from .examples import EXAMPLES, all_commands

EXITS = (
    ("0", "yes: it was done, and everything is as expected"),
    ("1", "no: an expectation does not hold, a trace is impossible, nothing was found"),
    ("2", "the input cannot be used; the message says where and why"),
    ("130", "the program was interrupted by Ctrl-C"),
)
VARIABLES = (
    ("NO_COLOR", "if it is set, nothing is coloured"),
    ("PAGER", "the program in which fsm docs shows a document on a terminal"),
)


def manual(main: click.Group) -> str:
    """The page in the language of man."""
    context = click.Context(main, info_name="fsm")
    lines = [
        f'.TH FSM 1 "" "turn-structure {__version__}" "User Commands"',
        ".SH NAME",
        r"fsm \- run, draw and test the turn structure of Magic: The Gathering",
        ".SH SYNOPSIS",
        ".B fsm",
        _escaped(" ".join(main.collect_usage_pieces(context))),
        ".SH DESCRIPTION",
        *_paragraphs(main.help or ""),
        ".PP",
        "Wherever a command takes a scenario FILE, it also takes the name, the number or the title of one of the",
        r"scenarios that come with the package; \fBfsm scenarios\fR lists them. \fB\-\fR is standard input or output.",
        *_options(main, context),
        *_examples(""),
        ".SH COMMANDS",
    ]
    for name, command in all_commands(main):
        lines += _command(name, command)
    lines += [".SH EXIT STATUS", *_terms(EXITS), ".SH ENVIRONMENT", *_terms(VARIABLES)]
    lines += [
        ".SH SEE ALSO",
        r"\fBfsm docs\fR lists the documents that come with the package; the first is README.",
        "",
    ]
    return "\n".join(lines)


def _command(name: str, command: click.Command) -> Iterator[str]:
    """A section about one command."""
    context = click.Context(command, info_name=f"fsm {name}")
    yield f".SS fsm {name}"
    yield rf"\fBfsm {name}\fR {_escaped(' '.join(command.collect_usage_pieces(context)))}"
    yield ".PP"
    yield from _paragraphs(command.help or "")
    yield from _options(command, context)
    yield from _examples(name)


def _paragraphs(text: str) -> Iterator[str]:
    paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(text).partition("\f")[0])
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        yield _escaped(" ".join(paragraph.split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for option in command.get_params(context):
        if isinstance(option, click.Option) and "--help" not in option.opts:
            yield from _terms([(_called(option), option.help or "")])


def _called(option: click.Option) -> str:
    """The names of an option, and the value that it takes; versions of click say it differently."""
    names = ", ".join(sorted(option.opts, key=len))
    if option.is_flag:
        return names
    choices = option.type.choices if isinstance(option.type, click.Choice) else ()
    return f"{names} {option.metavar or '|'.join(map(str, choices)) or (option.name or '').upper()}"


def _examples(name: str) -> Iterator[str]:
    if name in EXAMPLES:
        yield from (
            ".PP",
            f"Example{'s' * (len(EXAMPLES[name]) > 1)}:",
            ".PP",
            ".nf",
            ".RS",
            *map(_escaped, EXAMPLES[name]),
            ".RE",
            ".fi",
        )


def _terms(terms: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, text in terms:
        yield from (".TP", rf"\fB{_escaped(term)}\fR", _escaped(" ".join(text.split())))


def _escaped(text: str) -> str:
    r"""A text on one line that man shows as it is.

    >>> print(_escaped("--at .x"), _escaped(".x"))
    \-\-at .x \&.x
    """
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return rf"\&{plain}" if plain.startswith(".") else plain


def _write(file: str) -> None:
    from . import main

    Path(file).write_text(manual(main), encoding="utf-8")


if __name__ == "__main__":
    _write(*sys.argv[1:])
