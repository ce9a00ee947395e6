"""``fsm rules``: the index of an edition, listed, searched, compared and explained."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .common import EDITION
from .streams import tell, tell_error

if TYPE_CHECKING:
    from ..edition import Edition


@click.command()
@click.argument("what", metavar="[NUMBER | WORD...]", nargs=-1)
@EDITION
@click.option("--all", "everything", is_flag=True, help="Name all scenarios of a rule.")
@click.option("--uncovered", is_flag=True, help="List testable rules that no code or no scenario stands for.")
@click.option("--compare", "other", metavar="ID", help="Show the rules of this edition beside them.")
def rules(what: tuple[str, ...], edition: str | None, everything: bool, uncovered: bool, other: str | None) -> None:
    """List, explain, find and compare rules.

    Each rule has one line, in our own words. With NUMBER, its counterparts in other editions follow, the code that
    implements it and the scenarios that show it, most specific first. With one WORD or more, the rules are listed in
    which each of them begins a word; the exit code is 1 if there are none. The exit code of --uncovered is 1 if any
    testable rule lacks a place in the code or a scenario.
    """
    from ..edition import DEFAULT, edition_ids, load_edition
    from ..explain.rules import FEW, explain, find, is_number, list_rules

    if not all(word.strip() for word in what):
        raise InputError("found an empty text, expected the number of a rule, or words to look for")
    if uncovered and (what or other):
        raise InputError("--uncovered is about all rules of an edition; name nothing else than --edition")
    editions = [load_edition(id) for id in ([edition] if edition else edition_ids())]
    numbered = len(what) == 1 and is_number(what[0], editions)
    if uncovered:
        sys.exit(_uncovered(editions))
    if other is not None:
        if what and not numbered:
            raise InputError("--compare takes the number of one rule, or none for all rules")
        _compare(what[0] if what else "", edition, other)
    elif numbered:
        tell("\n".join(explain(what[0], editions, None if everything else FEW)))
    elif what:
        found = list(find(what, editions))
        if not found:
            tell_error(f"no rule says {' '.join(what)!r}; fsm rules lists them all")
            sys.exit(1)
        tell("\n".join(found[:-1]))
    else:
        tell("\n".join(list_rules(load_edition(edition or DEFAULT))))


def _uncovered(editions: list[Edition]) -> int:
    from ..explain.index import FOLDER, showing
    from ..explain.rules import uncovered

    if not FOLDER.is_dir():
        raise InputError(f"there is no folder {FOLDER}/ here, so no rule has a scenario; go to a folder that has one")
    shown = showing()
    told = [uncovered(edition, shown) for edition in editions]
    tell("\n\n".join("\n".join(lines) for lines in told))
    return int(any(len(lines) > 1 for lines in told))


def _compare(number: str, edition: str | None, other: str) -> None:
    """The edition that is not named is the default, or the first other one that has the number."""
    from ..edition import DEFAULT, edition_ids, load_edition
    from ..explain.rules import compare

    second = load_edition(other)
    if edition is None:
        having = (id for id in edition_ids() if id != second.id and number in load_edition(id).rules)
        edition = next(having, DEFAULT)
    first = load_edition(edition)
    if first is second:
        raise InputError(f"--compare {other} compares an edition with itself; name another one with --edition")
    tell("\n".join(compare(first, second, number, shutil.get_terminal_size((100, 24)).columns)))
