"""The glossary: words of the rules and of this project, read from ``glossary.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from ..edition import Edition, edition_ids, load_edition
from ..files import packaged_data


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a word means, the topic of a rule, and the number of a scenario of the package that shows this rule."""

    says: str
    topic: str
    scenario: str

    def rule(self) -> tuple[Edition, str]:
        """The newest edition that has the rule, and its number there; mana burn is not in today's rules."""
        for edition in map(load_edition, reversed(edition_ids())):
            if numbers := edition.cite(self.topic):
                return edition, numbers[0]
        raise KeyError(self.topic)


@cache
def glossary() -> Mapping[str, Meaning]:
    """All words, in alphabetical order.

    >>> glossary()["anchor"].rule()[1]
    '500.9'
    """
    words = msgspec.convert(packaged_data("wording/glossary.toml"), dict[str, Meaning])
    return MappingProxyType(dict(sorted(words.items())))
