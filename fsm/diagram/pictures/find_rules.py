"""Finds the rewrite rules with a number or a name, and the edition that has them."""

from __future__ import annotations

from collections.abc import Sequence

from ...edition import DEFAULT, Edition, edition_ids, in_order, load_edition
from ...turn import REWRITES, TURN_REWRITES, RewriteRule
from ...words import nearest
from ..errors import DiagramError


def all_rules() -> dict[str, RewriteRule]:
    """Collect the rules that rewrite a turn and those that rewrite the order of turns, by name."""
    return REWRITES | TURN_REWRITES


def find_rules(which: str | RewriteRule, edition: str | None) -> tuple[Edition, tuple[RewriteRule, ...]]:
    """Find the rewrite rules with a name, or with the number of a rule or section of an edition.

    A ``RewriteRule`` is returned as it is. If no edition is given, the default edition is searched
    first, then the others, oldest first. ``DiagramError`` lists the known names or numbers.
    """
    editions = [load_edition(edition)] if edition else _editions()
    if isinstance(which, RewriteRule):
        return next((one for one in editions if one.cite(which.topic)), editions[0]), (which,)
    by_number = is_number(which, editions)
    for one in editions:
        found = _with_number(which, one) if by_number else _with_name(which, one)
        if found:
            return one, found
    if by_number:
        raise DiagramError(f"no rewrite belongs to rule {which[:40]}; one belongs to these: {_known(editions)}")
    if which in all_rules():
        known = ", ".join(name for name, rule in all_rules().items() if rule.cited(editions[0]))
        raise DiagramError(f"{editions[0].id} has no rule for {which}; it has rules for {known}")
    names = ", ".join(all_rules())
    raise DiagramError(f"there is no rewrite {which[:80]!r}{nearest(which, all_rules())}; there are: {names}")


def is_number(which: str, editions: Sequence[Edition]) -> bool:
    """Whether a text is the number of a rule, also one such as H.1 that an edition of your own has."""
    return which[:1].isdigit() or any(which in edition.rules for edition in editions)


def _editions() -> list[Edition]:
    return [load_edition(id) for id in sorted(edition_ids(), key=lambda name: (name != DEFAULT, name))]


def _with_name(name: str, edition: Edition) -> tuple[RewriteRule, ...]:
    rule = all_rules().get(name)
    return (rule,) if rule is not None and rule.cited(edition) else ()


def _with_number(number: str, edition: Edition) -> tuple[RewriteRule, ...]:
    rules = all_rules().values()
    exact = tuple(rule for rule in rules if number in rule.cited(edition))
    return exact or tuple(rule for rule in rules if any(_is_under(n, number) for n in rule.cited(edition)))


def _is_under(number: str, section: str) -> bool:
    """Whether a rule belongs to a section: 724.1d to 724.1 and to 724, but 500.10 not to 500.1."""
    rest = number.removeprefix(section)
    return rest != number and not rest[:1].isdigit() and not section.endswith(".")


def _known(editions: list[Edition]) -> str:
    """List the numbers that have a rewrite; editions with the same numbers share a list."""
    lists: dict[str, list[str]] = {}
    for edition in editions:
        numbers = {number for rule in all_rules().values() for number in rule.cited(edition)}
        lists.setdefault(", ".join(sorted(numbers, key=in_order)), []).append(edition.id)
    return "; ".join(f"{', '.join(ids)}: {numbers}" for numbers, ids in lists.items())
