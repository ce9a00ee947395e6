"""Mana pools with kinds of mana: its color, and what alone it may be spent on (106; cr2006 406)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ...cards.costs import COLORLESS
from ...cards.kinds import aim_of, fits, target_in_words
from ...words import listed


class ManaKind(msgspec.Struct, frozen=True, gc=False):
    """A kind of mana: its color, empty for colorless mana, and the kinds of spells and abilities it is only for."""

    color: str = ""
    only: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """The type of the mana: its color, or ``colorless``."""
        return self.color or COLORLESS


PLAIN = ManaKind()
"""Colorless mana that may be spent on anything."""

Pool = tuple[tuple[ManaKind, int], ...]
"""How much mana there is of each kind."""


class Spending(msgspec.Struct, frozen=True, gc=False):
    """What mana is spent on: a spell or an activated ability, and what that is; or anything else."""

    on: str = ""
    of: frozenset[str] = frozenset()


ANYTHING_ELSE = Spending()


class Due(msgspec.Struct, frozen=True, gc=False):
    """What is to be paid: so much mana, some of it of certain types, on what; mana of types in ``first`` goes first."""

    amount: int
    types: tuple[str, ...] = ()
    what: Spending = ANYTHING_ELSE
    first: tuple[str, ...] = ()


def merged(mana: Iterable[tuple[ManaKind, int]]) -> Pool:
    """Mana with each kind named once, in an order that depends on nothing else."""
    found: dict[ManaKind, int] = {}
    for kind, many in mana:
        found[kind] = found.get(kind, 0) + many
    return tuple(sorted(((k, many) for k, many in found.items() if many), key=lambda one: (one[0].color, one[0].only)))


def divided(mana: Iterable[tuple[ManaKind, int]]) -> tuple[int, Pool]:
    """How much mana that is, and what of it is not colorless mana for anything."""
    pool = merged(mana)
    return sum(many for _, many in pool), tuple(one for one in pool if one[0] != PLAIN)


def may_be_spent(kind: ManaKind, what: Spending) -> bool:
    """Whether mana of a kind may be spent on something (106.6)."""
    return not kind.only or any(_is_for(one, what) for one in kind.only)


def _is_for(target: str, what: Spending) -> bool:
    aim = aim_of(target)
    return aim.on_stack == what.on and (not aim.kind or fits(aim.kind, what.of))


def pool_in_words(pool: Pool) -> str:
    """Mana in words.

    >>> pool_in_words(((ManaKind("red"), 2), (ManaKind("", ("creature spell",)), 1)))
    '2 red and 1 colorless (only for a creature spell)'
    """
    return listed(f"{many} {kind_in_words(kind)}" for kind, many in pool if many)


def kind_in_words(kind: ManaKind) -> str:
    """A kind of mana in words: its type, and what it is for."""
    meant = listed(map(target_in_words, kind.only), "or")
    return f"{kind.type} (only for {meant})" if kind.only else kind.type
