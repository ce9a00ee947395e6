"""Kinds of targets: players, or permanents or spells of a kind, such as ``own nonlegendary creature``."""

from __future__ import annotations

from functools import cache
from typing import Any, NewType

import msgspec

from .. import shape
from ..shape import Custom, Path, ShapeError, describe
from ..words import nearest
from .kinds import WORDS as KINDS
from .kinds import Kind, a_kind

Target = NewType("Target", str)
"""What a spell or an ability targets: one of ``WORDS``, or a kind of permanents or spells, perhaps with whose it is."""

PLAYERS = ("player", "opponent")
"""The kinds of targets that are players."""

ANY = "any"
"""The kind of targets that are players, and the permanents that can be dealt damage."""

WORDS = {"player": "a player", "opponent": "an opponent", ANY: "a player or a permanent that can be dealt damage"}
"""The kinds of targets that are a word of their own, in words."""

PERMANENT, SPELL = "permanent", "spell"
_WHOSE = {"own": " that its controller controls", "opposing": " that an opponent controls", "": ""}
_EXAMPLES = ("none", *WORDS, PERMANENT, SPELL, "creature", "own creature", "nonblack creature", "artifact or land")


class Aim(msgspec.Struct, frozen=True):
    """What is targeted: permanents or spells, whose (``own``, ``opposing``), and of which kind, if that is said."""

    spell: bool
    whose: str
    kind: str


@cache
def aim_of(target: str) -> Aim:
    """What a kind of targets means that is none of ``WORDS``.

    >>> aim_of("own nonlegendary creature"), aim_of("instant or sorcery spell").kind
    (Aim(spell=False, whose='own', kind='nonlegendary creature'), 'instant or sorcery')
    """
    first, _, rest = target.partition(" ")
    whose, what = (first, rest) if rest and first in _WHOSE else ("", target)
    kind = "" if what == PERMANENT else what.removesuffix(SPELL).rstrip()
    return Aim(is_spell(what), whose, kind)


def is_spell(target: str) -> bool:
    """Whether these targets are spells."""
    return target == SPELL or target.endswith(f" {SPELL}")


def in_words(target: str) -> str:
    """A kind of targets in words.

    >>> in_words("own nonlegendary creature"), in_words("instant or sorcery spell"), in_words("permanent")
    ('a nonlegendary creature that its controller controls', 'an instant or a sorcery spell', 'a permanent')
    """
    if target in WORDS:
        return WORDS[target]
    aim = aim_of(target)
    what = (f"{aim.kind} {SPELL}".lstrip() if aim.spell else aim.kind) or PERMANENT
    return f"{a_kind(what)}{_WHOSE[aim.whose]}"


def _read_target(data: Any, path: Path) -> Target:
    if data in ("none", *WORDS):
        return Target(data)
    try:
        kind = aim_of(shape.read(str, data, path)).kind
        if kind:
            shape.read(Kind, kind, path)
    except ShapeError as error:
        expected = f"expected a kind of targets, such as {', '.join(_EXAMPLES)}"
        raise ShapeError(f"found {describe(data)}{nearest(str(data), _EXAMPLES)}, {expected}", path) from error
    return Target(data)


def _schema() -> dict[str, Any]:
    """A text that begins with a word of a kind of targets, or with a subtype or a name, in capitals."""
    kind = rf"(own |opposing )?({PERMANENT}$|{SPELL}$|(non)?({'|'.join(KINDS)})( |$)|(non-)?[^a-z])"
    pattern = rf"^(({'|'.join(('none', *WORDS))})$|{kind})"
    return {"type": "string", "pattern": pattern, "examples": list(_EXAMPLES)}


shape.CUSTOM[Target] = Custom(_read_target, _schema)
