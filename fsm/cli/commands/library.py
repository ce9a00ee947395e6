"""``fsm scenarios``, ``docs``, ``cards`` and ``schema``: what comes with the package, from any folder."""

from __future__ import annotations

import shlex
import sys
from itertools import groupby

import click

from ...errors import InputError
from ..common import EDITION, option
from ..streams import echo, echo_error
from ..values import CARD, DOCUMENT, SHAPE


@click.command()
@click.argument("words", metavar="[WORD]...", nargs=-1)
@option("--paths", "Print only the paths of the files.")
def scenarios(words: tuple[str, ...], paths: bool) -> None:
    """List the scenarios that come with the package.

    They are listed by topic, with their numbers and titles. With WORDs, only those are listed that have all of them, or
    words that mean the same, the best first: in a title, a card, the number of a rule, or what players do. The exit
    code is 1 if there are none.
    fsm run and all other commands that take a scenario FILE also take the number, the file's name, or the title.
    """
    from ...library import lessons, matching

    found = matching(words) if words else lessons()
    if not found:
        echo_error(f"no scenario has {' '.join(words)!r}; fsm scenarios lists them all")
        sys.exit(1)
    if paths:
        echo("\n".join(str(lesson.file) for lesson in found))
        return
    echo(f"{len(found)} scenario file{'s' * (len(found) > 1)}; fsm run NUMBER runs one")
    for topic, group in groupby(found, lambda lesson: "" if words else lesson.topic):
        echo(f"\n{topic}" if topic else "")
        for lesson in group:
            echo("\n".join(f"  {lesson.short:<5}  {title}" for title in lesson.titles))


@click.command()
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@option("--all", "List all that is found, not only the best of each kind.", name="everything")
def find(words: tuple[str, ...], everything: bool) -> None:
    """Find rules, changes, scenarios, cards, arguments and documents.

    Those with all WORDs come first, or with words that mean the same; a question may be asked as it is. With the best
    of each kind stands the command that tells more. The exit code is 1 if nothing is found.
    """
    from ...cardbook import why_no_card
    from ...finding import MOST, told
    from ...finding import find as find_words

    found, text = find_words(words), " ".join(words)
    if not found:
        echo_error(f"nothing has {text!r}; fsm scenarios, fsm rules, fsm cards and fsm docs list all there is")
    else:
        echo("\n".join([*told(found, shlex.join(words), None if everything else MOST)][:-1]))
    if why := why_no_card(text):
        echo_error(f"\n{_defined(why, text)}")
    if not found:
        sys.exit(1)


@click.command()
@click.argument("words", metavar="[NAME | WORD...]", nargs=-1, type=DOCUMENT)
def docs(words: tuple[str, ...]) -> None:
    """List the documents, print one, or find words in them.

    On a terminal the document NAME is shown page by page. Links within the project are shown as the command that leads
    there. With other WORDs, the arguments, words and sections that have them are listed, the best first: those of one
    document with its NAME before the WORDs.
    """
    from ...library import document, document_name, documents, is_document, readers, told_document

    name = " ".join(words)
    if name and not is_document(name):
        from ...finding import WRITTEN, find_in, told
        from ...finding import find as find_words

        book = document_name(words[0]) if len(words) > 1 else None
        words = words[1:] if book else words
        found = find_in(book, words) if book else find_words(words, WRITTEN)
        if not found and book:
            raise InputError(f"{book} has no {' '.join(words)!r}; fsm docs {book} prints it")
        if not found:
            document(name)  # the error says which there are
        echo("\n".join([*told(found, shlex.join(words))][:-1]))
    elif not name:
        width = max(map(len, documents()))
        echo("fsm docs NAME prints one of them")
        for who, these in readers().items():
            echo(f"\n{who}")
            echo("\n".join(f"  {one:<{width}}  {about}" for one, (_, about) in these.items()))
    elif sys.stdout.isatty():
        click.echo_via_pager(f"{told_document(name)}\n")
    else:
        echo(told_document(name))


HOW = """A scenario can say itself what a card does. Paste one of these under cards:, and change what it is and does;
fsm docs FORMAT has all that can be said, under "Cards and effects":"""


@click.command()
@click.argument("what", metavar="[NAME | WORD... | NUMBER]", nargs=-1, type=CARD)
@option("--shape WORD", "List the cards of a shape, such as extra_turn; an unknown word lists all shapes.", SHAPE)
@EDITION
def cards(what: tuple[str, ...], shape: str | None, edition: str | None) -> None:
    """List the catalogue of cards, or explain one of them.

    The card NAME is explained in our own words, written in YAML as a scenario can define it under cards:, and followed
    by the scenarios that use it. Words of a name are enough: fsm cards kiki. If there is more than one card with these
    words, in its name or in what is told of it, they are listed, names first. Of a word that cards of scenario files
    have, such as haste or extra_turn, it is said what it is. With the NUMBER of a rule, the cards are
    listed whose effects obey it, under today's rules or those of --edition. Of a card that is not there, it is said
    how a scenario defines it.
    """
    from ...cardbook import cards_under, list_cards
    from ...cardshapes import cards_of_shape
    from ...edition import load_edition

    words = " ".join(what)
    under = cards_under(words, load_edition(edition) if edition else None)
    if what and shape is not None:
        raise InputError("--shape lists cards; name a card, or a shape")
    if edition and not under:
        raise InputError("--edition is about the number of a rule; name one: fsm cards 500.7 --edition cr2006")
    if shape is not None:
        echo("\n".join(list_cards(cards_of_shape(shape))))
    elif under:
        having, rule, found = under
        echo("\n".join((f"{rule.number} ({having.id}): {rule.says}", *list_cards(found))))
    elif what:
        _cards_found(words)
    else:
        echo("\n".join(list_cards()))


def _defined(why: str, name: str) -> str:
    """Why there is no such card in the catalogue, and how a scenario defines it."""
    from ...cardbook import how_to_write

    return f"{why}\n\n{HOW}\n\n{how_to_write(name)}"


def _cards_found(words: str) -> None:
    """Explains the card that is meant, or lists those with the words, and says what else the words are.

    If there is none, it is said how a scenario defines it.
    """
    from ...cardbook import (
        cards_with,
        explain_card,
        is_name,
        left_out,
        list_cards,
        named_cards,
        unknown_card,
        why_no_card,
    )
    from ...cards.words import word_of_format

    found, named, told = cards_with(words), named_cards(words), word_of_format(words)
    if is_name(words) or (len(found) == len(named) == 1 and not told):
        echo("\n".join(explain_card(found[0].name)))
        return
    if not found and not told:
        a_word = words.islower() and not left_out(words)
        why = f"{unknown_card(words)}{'; scenario files have no such word' if a_word else ''}"
        echo_error(f"fsm: {_defined(why, words)}")
        sys.exit(2)
    if told or not named:
        also = f"; it is {told}" if told else ""
        these = f"; these have the word{'s' * (' ' in words)}:" if found else ""
        echo(f"no card of the catalogue is called {words[:60]!r}{also}{these}")
    if found:
        echo("\n".join(list_cards(found)))
    if not named and why_no_card(words):
        echo_error(_defined("", words))


@click.command()
@click.argument("what", type=click.Choice(["scenario", "trace", "engine", "vector"]))
@EDITION
def schema(what: str, edition: str | None) -> None:
    """Print a JSON Schema.

    scenario is for scenario files, trace for traces, engine for the lines to and from engines that fsm
    drive tests, and vector for test vectors. An edition of your own adds its phases and steps to scenarios and
    traces.
    """
    from ...driving import engine_schema, vector_schema
    from ...edition import DEFAULT, naming, playable
    from ...recording import trace_schema
    from ...scenario import scenario_schema
    from ...scenario.schema import readable

    made = {"scenario": scenario_schema, "trace": trace_schema, "engine": engine_schema, "vector": vector_schema}
    with naming([playable(edition or DEFAULT).kinds]):
        echo(readable(made[what]()))
