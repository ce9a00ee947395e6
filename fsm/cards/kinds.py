"""Kinds of objects and of targets, as cards name them: types, supertypes, subtypes, colors and names, all together.

One text says a kind: ``legendary creature``, ``nonblack nonartifact creature``, ``artifact or creature or land``,
``non-Goblin creature``, ``Time Vault``. What an object is compared with is the set of all its characteristics.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NewType, get_args

import msgspec

from .. import shape
from ..names import check_name
from ..shape import Custom, Path, ShapeError, describe
from ..words import listed, nearest
from .terms import CardType, Color, Supertype

Kind = NewType("Kind", str)
"""A kind of object in words: all of them have to fit; ``or`` stands between alternatives."""

WORDS: tuple[str, ...] = (*get_args(Supertype), *get_args(Color), *get_args(CardType))
"""The words of a kind that stand for themselves; any other begins with a capital letter: a subtype or a name."""


class Part(msgspec.Struct, frozen=True):
    """One alternative of a kind: what an object has, and what it must not have."""

    has: tuple[str, ...]
    lacks: tuple[str, ...]

    def fits(self, of: frozenset[str]) -> bool:
        """Whether an object with these characteristics is of this kind."""
        return all(_is(one, of) for one in self.has) and not any(_is(one, of) for one in self.lacks)


def _is(word: str, of: frozenset[str]) -> bool:
    """Whether an object has a characteristic; ``Goblin Elf`` are two subtypes, if it is not one name."""
    return word in of or (" " in word and of.issuperset(word.split()))


def fits(kind: str, characteristics: frozenset[str]) -> bool:
    """Whether an object with these characteristics, its name among them, is of a kind.

    >>> fits("legendary creature", frozenset({"creature", "legendary", "Karn"})), fits("nonblack", frozenset({"black"}))
    (True, False)
    >>> fits("Elf or Time Lord", frozenset({"creature", "Time Lord"})), fits("Bear", frozenset({"creature"}))
    (True, False)
    """
    return kind in characteristics or any(part.fits(characteristics) for part in parts_of(kind))


@cache
def parts_of(kind: str) -> tuple[Part, ...]:
    """The alternatives of a kind."""
    return tuple(_part(list(_words(said))) for said in kind.split(" or "))


def _part(words: list[tuple[bool, str]]) -> Part:
    return Part(tuple(word for non, word in words if not non), tuple(word for non, word in words if non))


def _words(said: str) -> Iterator[tuple[bool, str]]:
    """The words of an alternative, each with whether it has ``non`` before it; a name of several words is one."""
    run = ""
    for word in said.split():
        plain = word.removeprefix("non")
        if word in WORDS or plain in WORDS:
            if run:
                yield _without_non(run)
            yield word not in WORDS, plain
            run = ""
        else:
            run = f"{run} {word}".strip()
    if run:
        yield _without_non(run)


def _without_non(name: str) -> tuple[bool, str]:
    return name.startswith("non-"), name.removeprefix("non-")


def a_kind(kind: str) -> str:
    """A kind with an article, as a sentence names it.

    >>> a_kind("nonblack creature"), a_kind("artifact or Elf")
    ('a nonblack creature', 'an artifact or an Elf')
    """
    return listed((f"{'an' if one[0] in 'aeiouAEIOU' else 'a'} {one}" for one in kind.split(" or ")), "or")


def _read_kind(data: Any, path: Path) -> Kind:
    said = check_name(shape.read(str, data, path), path)
    for part in said.split(" or "):
        words = tuple(_words(part))
        if not words:
            raise ShapeError(f"found {describe(said)}; or stands between two kinds: artifact or creature", path)
        for _, word in words:
            _check_word(word, said, path)
    return Kind(said)


def _check_word(word: str, said: str, path: Path) -> None:
    """Refuses a word that no object can have: not one of ``WORDS``, and neither a subtype nor a name."""
    if word in WORDS or not (word[:1].islower() or word.lower() in WORDS):
        return
    first = word.split(maxsplit=1)[0]
    hint = f" (did you mean {word.lower()}?)" if word.lower() in WORDS else nearest(first.removeprefix("non"), WORDS)
    found = describe(said) if said == word else f"{describe(first)} in {describe(said)}"
    why = f"found {found}{hint}, expected a kind of object: {listed(WORDS, 'or')}, the same with non before it, "
    raise ShapeError(f"{why}or a subtype or a name, which begins with a capital letter", path)


shape.CUSTOM[Kind] = Custom(
    _read_kind,
    lambda: {"type": "string", "minLength": 1, "maxLength": 200, "examples": [*WORDS, "nonblack creature", "Goblin"]},
)


Target = NewType("Target", str)
"""What a spell or an ability targets: one of ``TARGETS``, or a kind of permanents or spells, perhaps with whose."""

PLAYERS = ("player", "opponent")
"""The kinds of targets that are players."""

ANY = "any"
"""The kind of targets that are players, and the permanents that can be dealt damage."""

TARGETS = {"player": "a player", "opponent": "an opponent", ANY: "a player or a permanent that can be dealt damage"}
"""The kinds of targets that are a word of their own, in words."""

PERMANENT, SPELL, ABILITY = "permanent", "spell", "ability"
_HOW = {SPELL: (PERMANENT,), ABILITY: ("activated", "triggered")}
"""What a spell or an ability may have to be as a target, besides kinds of objects."""
_WHOSE = {"own": " that its controller controls", "opposing": " that an opponent controls", "": ""}
_EXAMPLES = (
    *("none", *TARGETS, PERMANENT, SPELL, ABILITY, "own triggered ability"),
    *("creature", "own creature", "nonblack creature", "artifact or land"),
)


class Aim(msgspec.Struct, frozen=True):
    """What is targeted: permanents, spells or abilities, whose (``own``, ``opposing``), and of which kind, if said."""

    on_stack: str
    whose: str
    kind: str


@cache
def aim_of(target: str) -> Aim:
    """What a kind of targets means that is none of ``TARGETS``.

    >>> aim_of("own nonlegendary creature"), aim_of("instant or sorcery spell").kind, aim_of("nonland permanent").kind
    (Aim(on_stack='', whose='own', kind='nonlegendary creature'), 'instant or sorcery', 'nonland')
    """
    first, _, rest = target.partition(" ")
    whose, what = (first, rest) if rest and first in _WHOSE else ("", target)
    stacked = on_stack(what)
    return Aim(stacked, whose, what.removesuffix(stacked or PERMANENT).rstrip())


def on_stack(target: str) -> str:
    """What on the stack these targets are, ``spell`` or ``ability``; nothing if they are elsewhere."""
    last = target.rpartition(" ")[2]
    return last if last in (SPELL, ABILITY) else ""


def is_spell(target: str) -> bool:
    """Whether these targets are spells."""
    return on_stack(target) == SPELL


def target_in_words(target: str) -> str:
    """A kind of targets in words.

    >>> [target_in_words(target) for target in ("own green creature", "instant or sorcery spell", "nonland permanent")]
    ['a green creature that its controller controls', 'an instant or a sorcery spell', 'a nonland permanent']
    """
    if target in TARGETS:
        return TARGETS[target]
    whose = aim_of(target).whose
    return f"{a_kind(target.removeprefix(whose).lstrip())}{_WHOSE[whose]}"


def _read_target(data: Any, path: Path) -> Target:
    if data in ("none", *TARGETS):
        return Target(data)
    try:
        aim = aim_of(shape.read(str, data, path))
        if aim.kind and aim.kind not in _HOW.get(aim.on_stack, ()):
            shape.read(Kind, "" if aim.on_stack == ABILITY else aim.kind, path)
    except ShapeError as error:
        expected = f"expected a kind of targets, such as {', '.join(_EXAMPLES)}"
        raise ShapeError(f"found {describe(data)}{nearest(str(data), _EXAMPLES)}, {expected}", path) from error
    return Target(data)


def _target_schema() -> dict[str, Any]:
    """A text that begins with a word of a kind of targets, or with a subtype or a name, in capitals."""
    stacked = rf"({PERMANENT} )?{SPELL}$|(({'|'.join(_HOW[ABILITY])}) )?{ABILITY}$"
    kind = rf"(own |opposing )?({PERMANENT}$|{stacked}|(non)?({'|'.join(WORDS)})( |$)|(non-)?[^a-z])"
    pattern = rf"^(({'|'.join(('none', *TARGETS))})$|{kind})"
    return {"type": "string", "pattern": pattern, "examples": list(_EXAMPLES)}


shape.CUSTOM[Target] = Custom(_read_target, _target_schema)


Each = NewType("Each", str)
"""What an amount counts for each of: one of ``COUNTED``, or a kind of permanents, perhaps with whose."""

COUNTED = {
    "hand": "card in that player's hand",
    "graveyard": "card in that player's graveyard",
    "half life up": "half of that player's life, rounded up",
    "half life down": "half of that player's life, rounded down",
}
"""What is counted of the player whom an effect is about, besides permanents, in words."""

THEIRS = "their"
_COUNTED_WHOSE = {**_WHOSE, THEIRS: " that that player controls"}
_EACH_EXAMPLES = (*COUNTED, "creature", "own creature", "opposing artifact", "their nonbasic land")


def counted_kind(each: str) -> tuple[str, str]:
    """Whose permanents are counted (``own``, ``opposing``, ``their``, or everybody's), and of which kind.

    >>> counted_kind("their nonbasic land"), counted_kind("Elf")
    (('their', 'nonbasic land'), ('', 'Elf'))
    """
    first, _, rest = each.partition(" ")
    return (first, rest) if rest and first in _COUNTED_WHOSE else ("", each)


def counted_in_words(each: str) -> str:
    """What is counted, as a sentence says it after "for each".

    >>> counted_in_words("own Elf"), counted_in_words("hand")
    ('Elf that its controller controls', "card in that player's hand")
    """
    whose, kind = counted_kind(each)
    return COUNTED.get(each) or f"{kind}{_COUNTED_WHOSE[whose]}"


def _read_each(data: Any, path: Path) -> Each:
    if data in COUNTED:
        return Each(data)
    try:
        shape.read(Kind, counted_kind(shape.read(str, data, path))[1], path)
    except ShapeError as error:
        expected = f"expected what is counted, such as {listed(_EACH_EXAMPLES, 'or')}"
        raise ShapeError(f"found {describe(data)}{nearest(str(data), _EACH_EXAMPLES)}, {expected}", path) from error
    return Each(data)


shape.CUSTOM[Each] = Custom(
    _read_each, lambda: {"type": "string", "minLength": 1, "maxLength": 200, "examples": list(_EACH_EXAMPLES)}
)
