"""Rules that only got another number: said once for a whole family, in an edition's table ``renumbered``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_PARTS = re.compile(r"[0-9]+|[.][0-9]+|[a-z]+")
"""The parts of a number: its section, the rule in it, and the letter of a part."""


def renumbered(data: dict[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """The data of editions with the numbers that their rules have under the edition of a document, which extends them.

    What comes to a number replaces what was there and did not go elsewhere.
    """
    rules = data.get("rules")
    if not (isinstance(rules, dict) and document.get("renumbered")):
        return data
    numbers = new_numbers(rules, document)
    stay = {number: rules[number] for number, new in numbers.items() if new == number}
    return data | {"rules": stay | {new: rules[number] for number, new in numbers.items() if new != number}}


def new_numbers(numbers: Iterable[str], document: Mapping[str, Any]) -> dict[str, str]:
    """Numbers, each with the new one under the edition of a document; its table has the old ones by the new.

    A number stands for the whole family below it, such as 702.26 for 702.26a, unless a part has a line of its own.

    >>> new_numbers(["702.25", "702.25a", "702.250"], {"renumbered": {"702.26": "702.25"}})
    {'702.25': '702.26', '702.25a': '702.26a', '702.250': '702.250'}
    """
    table = document.get("renumbered")
    now = {old: new for new, old in table.items() if isinstance(old, str)} if isinstance(table, dict) else {}
    return {number: _new_number(number, now) for number in numbers}


def _new_number(number: str, now: Mapping[str, str]) -> str:
    parts = _PARTS.findall(number)
    for size in range(len(parts), 0, -1):
        family = "".join(parts[:size])
        if family in now:
            return now[family] + number.removeprefix(family)
    return number
