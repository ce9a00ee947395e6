"""``fsm rules``: the index of an edition, listed, searched, compared and explained."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from ...errors import InputError
from ..common import EDITION, option
from ..streams import echo, echo_error
from ..values import EDITION as OTHER
from ..values import FILE, RULE

if TYPE_CHECKING:
    from ...edition import Edition


@click.command()
@click.argument("what", metavar="[NUMBER | WORD...]", type=RULE, nargs=-1)
@EDITION
@option("--all", "Name all scenarios of a rule.", name="everything")
@option("--uncovered", "List testable rules that lack code, a scenario or a part.")
@option("--output -o OUT", "Write the index as a page (HTML); - is standard output.", FILE)
@option("--compare ID", "Show the rules of this edition beside them.", OTHER, name="other")
@option("--history", "Show the rule NUMBER through time: its numbers, and what it said.")
def rules(
    what: tuple[str, ...], edition: str | None, everything: bool, uncovered: bool, output: str | None,
    other: str | None, history: bool,
) -> None:  # fmt: skip
    """List, explain, find and compare rules.

    Each rule has one line, in our own words. With NUMBER, its counterparts in other editions follow, the code that
    implements it and the scenarios that show it, most specific first. With one WORD or more, the rules are listed that
    have all of them, or words that mean the same, the best first; the exit code is 1 if there are none. The newest
    edition comes first. The exit code of
    --uncovered is 1 if any testable rule lacks a place in the code or a scenario, or is covered only in part. -o
    rules.html writes the whole index of an edition, with pictures of the rewrites that its rules are.
    """
    from ...edition import DEFAULT, load_edition
    from ...rulebook import list_rules

    _check(what, uncovered, output is not None, other is not None)
    if history:
        _through_time(what, edition, everything or other is not None or output is not None or uncovered)
        return
    editions = [*map(load_edition, [edition] if edition else _usual(what))]
    if uncovered:
        sys.exit(_uncovered(editions))
    if output is not None:
        _page(load_edition(edition or DEFAULT), output)
    elif other is not None:
        _compare(what, edition, other)
    elif what:
        _explained(what, editions, everything)
    else:
        echo("\n".join(list_rules(load_edition(edition or DEFAULT))))


def _usual(what: tuple[str, ...]) -> list[str]:
    """The editions to look in, newest first: those called by a year or, if none has a number, all that have it."""
    from ...edition import edition_ids, every_edition_id, load_edition

    named = [*reversed(edition_ids())]
    if len(what) != 1 or "." not in what[0] or any(what[0] in load_edition(id).rules for id in named):
        return named
    return [id for id in reversed(every_edition_id()) if what[0] in load_edition(id).rules] or named


def _check(what: tuple[str, ...], uncovered: bool, written: bool, compared: bool) -> None:
    if not all(word.strip() for word in what):
        raise InputError("found an empty text, expected the number of a rule, or words to look for")
    if (uncovered or written) and (what or compared or (uncovered and written)):
        option = "--uncovered" if uncovered else "--output"
        raise InputError(f"{option} is about all rules of an edition; name nothing else than --edition")


def _explained(what: tuple[str, ...], editions: list[Edition], everything: bool) -> None:
    """Explains the rule with a number, or lists those with some words."""
    from ...rulebook import FEW, explain, find, is_number, section
    from ...wording import glossary

    if len(what) == 1 and is_number(what[0], editions):
        listed = not any(what[0] in edition.rules for edition in editions) and [*section(what[0], editions)]
        if listed:
            echo("\n".join(listed[:-1]))
            return
        echo("\n".join(explain(what[0], editions, None if everything else FEW)))
        return
    found = list(find(" ".join(what).split(), editions))
    if not found:
        echo_error(f"no rule says {' '.join(what)!r}; fsm rules lists them all")
        sys.exit(1)
    word = " ".join(what).lower()
    if word in glossary():
        echo(f"{word}: {glossary()[word].says} (fsm docs GLOSSARY)\n")
    echo("\n".join(found[:-1]))


def _through_time(what: tuple[str, ...], edition: str | None, more: bool) -> None:
    """Shows a rule of the edition that a user names, or of the newest that has the number."""
    from ...edition import every_edition_id, load_edition
    from ...history.numbers import through_time
    from ...rulebook import having

    if len(what) != 1 or more:
        raise InputError(
            "--history takes the number of one rule, and only --edition beside it: fsm rules 500.7 --history"
        )
    among = [load_edition(id) for id in ([edition] if edition else reversed(every_edition_id()))]
    number, found = having(what[0], among)
    echo("\n".join(through_time(number, found[0], shutil.get_terminal_size((100, 24)).columns)))


def _uncovered(editions: list[Edition]) -> int:
    from ...rulebook import showing, uncovered

    shown = showing()
    told = [uncovered(edition, shown) for edition in editions]
    echo("\n\n".join("\n".join(lines) for lines in told))
    return int(any(len(lines) > 1 for lines in told))


def _page(edition: Edition, output: str) -> None:
    from pathlib import Path

    from ...edition import is_file
    from ...files import STANDARD, output_name, write_file
    from ...pages.rules import rules_page

    name = output_name(output, *([edition.id] if is_file(edition.id) else []))
    beside = Path() if name == STANDARD else Path(name).parent
    write_file(name, rules_page(edition, beside=beside).encode())


def _compare(what: tuple[str, ...], edition: str | None, other: str) -> None:
    """The edition that is not named is the default, or the first other one that has the number."""
    from ...edition import DEFAULT, edition_ids, load_edition
    from ...rulebook import compare, is_number

    second, number = load_edition(other), what[0] if what else ""
    known = [second, *([load_edition(edition)] if edition else [])]
    if what and not (len(what) == 1 and is_number(number, known)):
        raise InputError("--compare takes the number of one rule, or none for all rules")
    if edition is None:
        having = (id for id in edition_ids() if id != second.id and number in load_edition(id).rules)
        edition = next(having, DEFAULT)
    first = load_edition(edition)
    if first is second:
        raise InputError(f"--compare {other} compares an edition with itself; name another one with --edition")
    echo("\n".join(compare(first, second, number, shutil.get_terminal_size((100, 24)).columns)))
