"""``fsm scenarios`` and ``fsm docs``: what comes with the package, from any folder."""

from __future__ import annotations

import sys
from itertools import groupby

import click

from ..streams import echo, echo_error
from ..values import DOCUMENT


@click.command()
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option("--paths", is_flag=True, help="Print only the paths of the files.")
def scenarios(words: tuple[str, ...], paths: bool) -> None:
    """List the scenarios that come with the package.

    They are listed by topic, with their numbers and titles. With WORDs, only those are listed in which each of them
    begins a word: of a title, a card, the number of a rule, or what players do. The exit code is 1 if there are none.
    fsm run and all other commands that take a scenario FILE also take the number, the file's name, or the title.
    """
    from ...library import matching

    found = list(matching(words))
    if not found:
        echo_error(f"no scenario has {' '.join(words)!r}; fsm scenarios lists them all")
        sys.exit(1)
    if paths:
        echo("\n".join(str(lesson.file) for lesson in found))
        return
    echo(f"{len(found)} scenario file{'s' * (len(found) > 1)}; fsm run NUMBER runs one")
    for topic, lessons in groupby(found, lambda lesson: lesson.topic):
        echo(f"\n{topic}" if topic else "")
        for lesson in lessons:
            echo("\n".join(f"  {lesson.short:<5}  {title}" for title in lesson.titles))


@click.command()
@click.argument("name", required=False, type=DOCUMENT)
def docs(name: str | None) -> None:
    """List the documents of the package, or print one of them.

    On a terminal a document is shown page by page. Links within the project are shown as the command that leads there.
    """
    from ...library import document, documents, told_document

    if name is None:
        from ...library import title

        known = documents()
        width = max(map(len, known))
        echo("fsm docs NAME prints one of them")
        echo("\n".join(f"{one:<{width}}  {title(document(one)[1])}" for one in known))
    elif sys.stdout.isatty():
        click.echo_via_pager(f"{told_document(name)}\n")
    else:
        echo(told_document(name))
