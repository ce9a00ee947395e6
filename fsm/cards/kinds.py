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

CHOSEN = "chosen"
"""The word of a kind for the color, the creature type or the name that was chosen as the permanent entered."""

TOKEN = "token"
"""The word of a kind for what is a token on the battlefield."""

WORDS: tuple[str, ...] = (*get_args(Supertype), *get_args(Color), *get_args(CardType), TOKEN, CHOSEN)
"""The words of a kind that stand for themselves; any other begins with a capital letter: a subtype or a name."""

STATES = ("tapped", "untapped", "attacking", "blocking", "attacked")
"""What a permanent may be besides, where those on the battlefield are meant; ``attacked`` has attacked this turn."""

OTHER = "other"
"""What begins a kind of permanents without the one whose ability it is."""


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
def speaks_of_states(kind: str) -> bool:
    """Whether a kind says whether a permanent is tapped, attacks or blocks."""
    return any(word in STATES for part in parts_of(kind) for word in (*part.has, *part.lacks))


def without_other(kind: str) -> str:
    """A kind without the word that leaves out the permanent whose ability it is.

    >>> without_other("other tapped Elf"), without_other("creature")
    ('tapped Elf', 'creature')
    """
    return kind.removeprefix(f"{OTHER} ")


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
        known = WORDS if word not in STATES and plain not in STATES else STATES
        if word in known or plain in known:
            if run:
                yield _without_non(run)
            yield word not in known, plain
            run = ""
        else:
            run = f"{run} {word}".strip()
    if run:
        yield _without_non(run)


def _without_non(name: str) -> tuple[bool, str]:
    return name.startswith("non-"), name.removeprefix("non-")


def with_word(kind: str, word: str) -> str:
    """A kind in which ``chosen`` is the word that was chosen; without one it is what nothing is.

    >>> with_word("chosen creature", "Elf"), with_word("nonchosen creature", "red")
    ('Elf creature', 'nonred creature')
    """
    if CHOSEN not in kind:
        return kind
    return " ".join(_meant(one, word or "Nothing") for one in kind.split())


def _meant(one: str, word: str) -> str:
    if one == CHOSEN:
        return word
    if one != f"non{CHOSEN}":
        return one
    return f"non{word}" if word in WORDS else f"non-{word}"


def a_kind(kind: str) -> str:
    """A kind with an article, as a sentence names it.

    >>> a_kind("nonblack creature"), a_kind("artifact or Elf"), a_kind("other attacked creature")
    ('a nonblack creature', 'an artifact or an Elf', 'another creature that attacked this turn')
    """
    return listed(map(_with_article, kind.split(" or ")), "or")


def _with_article(kind: str) -> str:
    if kind.startswith("attacked ") or " attacked " in kind:
        return f"{_with_article(kind.replace('attacked ', ''))} that attacked this turn"
    if kind.startswith(f"{OTHER} "):
        return f"an{kind}"
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def _read_kind(data: Any, path: Path, known: tuple[str, ...] = WORDS) -> Kind:
    said = check_name(shape.read(str, data, path), path)
    for part in said.split(" or "):
        words = tuple(_words(part))
        if not words:
            raise ShapeError(f"found {describe(said)}; or stands between two kinds: artifact or creature", path)
        for _, word in words:
            _check_word(word, said, path, known)
    return Kind(said)


def _check_word(word: str, said: str, path: Path, known: tuple[str, ...]) -> None:
    """Refuses a word that no object can have: not one of those ``known``, and neither a subtype nor a name."""
    if word in known or not (word[:1].islower() or word.lower() in WORDS):
        return
    first = word.split(maxsplit=1)[0]
    hint = f" (did you mean {word.lower()}?)" if word.lower() in WORDS else nearest(first.removeprefix("non"), known)
    if first == PERMANENT and said != word:
        hint = f"; leave {PERMANENT!r} out"
    found = describe(said) if said == word else f"{describe(first)} in {describe(said)}"
    why = f"found {found}{hint}, expected a kind of object: {listed(known, 'or')}, the same with non before it, "
    raise ShapeError(f"{why}or a subtype or a name, which begins with a capital letter", path)


shape.CUSTOM[Kind] = Custom(
    _read_kind,
    lambda: {"type": "string", "minLength": 1, "maxLength": 200, "examples": [*WORDS, "nonblack creature", "Goblin"]},
)


Group = NewType("Group", str)
"""A kind of permanents in words, which may say their ``STATES`` too, perhaps without the one whose ability it is."""


def _read_group(data: Any, path: Path) -> Group:
    said = shape.read(str, data, path)
    _read_kind(without_other(said), path, (*WORDS, *STATES))
    return Group(said)


shape.CUSTOM[Group] = Custom(
    _read_group,
    lambda: {"type": "string", "minLength": 1, "maxLength": 200, "examples": [*WORDS, *STATES, "other Goblin"]},
)


Target = NewType("Target", str)
"""What a spell or an ability targets: one of ``TARGETS``, or a kind of permanents or spells, perhaps with whose."""

PLAYERS = ("player", "opponent")
"""The kinds of targets that are players."""

ANY = "any"
"""The kind of targets that are players, and the permanents that can be dealt damage."""

OR_SUSPENDED = {"permanent or suspended card": "permanent", "own permanent or suspended card": "own permanent"}
"""The kinds of targets that are permanents and suspended cards, each with that of the permanents."""

TARGETS = {
    "player": "a player",
    "opponent": "an opponent",
    ANY: "a player or a permanent that can be dealt damage",
    "permanent or suspended card": "a permanent or a suspended card",
    "own permanent or suspended card": "a permanent that its controller controls or a suspended card that they own",
}
"""The kinds of targets that are a word of their own, in words."""

PERMANENT, SPELL, ABILITY = "permanent", "spell", "ability"
_HOW = {SPELL: (PERMANENT,), ABILITY: ("activated", "triggered")}
"""What a spell or an ability may have to be as a target, besides kinds of objects."""
_WHOSE = {"own": " that its controller controls", "opposing": " that an opponent controls", "": ""}
_EXAMPLES = (
    *("none", *TARGETS, PERMANENT, SPELL, ABILITY, "own triggered ability"),
    *("creature", "own creature", "nonblack creature", "artifact or land", "attacking creature", "other own creature"),
)


class Aim(msgspec.Struct, frozen=True):
    """What is targeted: permanents, spells or abilities, whose (``own``, ``opposing``), and of which kind, if said.

    ``other``: not the permanent whose ability it is.
    """

    on_stack: str
    whose: str
    kind: str
    other: bool = False


@cache
def aim_of(target: str) -> Aim:
    """What a kind of targets means that is none of ``TARGETS``.

    >>> aim_of("own nonlegendary creature"), aim_of("instant or sorcery spell").kind, aim_of("nonland permanent").kind
    (Aim(on_stack='', whose='own', kind='nonlegendary creature', other=False), 'instant or sorcery', 'nonland')
    """
    said = without_other(target)
    first, _, rest = said.partition(" ")
    whose, what = (first, rest) if rest and first in _WHOSE else ("", said)
    stacked = on_stack(what)
    return Aim(stacked, whose, what.removesuffix(stacked or PERMANENT).rstrip(), said != target)


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
    aim, said = aim_of(target), without_other(target)
    kind = said.removeprefix(aim.whose).lstrip()
    return f"{a_kind(f'{OTHER} {kind}' if aim.other else kind)}{_WHOSE[aim.whose]}"


def _read_target(data: Any, path: Path) -> Target:
    if data in ("none", *TARGETS):
        return Target(data)
    try:
        aim = aim_of(shape.read(str, data, path))
        no_other = bool(aim.on_stack) and aim.other
        if no_other or (aim.kind and aim.kind not in _HOW.get(aim.on_stack, ())):
            words = WORDS if aim.on_stack else (*WORDS, *STATES)
            _read_kind("" if no_other or aim.on_stack == ABILITY else aim.kind, path, words)
    except ShapeError as error:
        expected = f"expected a kind of targets, such as {', '.join(_EXAMPLES)}"
        raise ShapeError(f"found {describe(data)}{nearest(str(data), _EXAMPLES)}, {expected}", path) from error
    return Target(data)


def _target_schema() -> dict[str, Any]:
    """A text that begins with a word of a kind of targets, or with a subtype or a name, in capitals."""
    stacked = rf"({PERMANENT} )?{SPELL}$|(({'|'.join(_HOW[ABILITY])}) )?{ABILITY}$"
    words = "|".join((*WORDS, *STATES))
    kind = rf"({OTHER} )?(own |opposing )?({PERMANENT}$|{stacked}|(non)?({words})( |$)|(non-)?[^a-z])"
    pattern = rf"^(({'|'.join(('none', *TARGETS))})$|{kind})"
    return {"type": "string", "pattern": pattern, "examples": list(_EXAMPLES)}


shape.CUSTOM[Target] = Custom(_read_target, _target_schema)


Each = NewType("Each", str)
"""What an amount counts for each of: one of ``COUNTED``, or a kind of permanents, perhaps with whose."""

THOSE = "those"
"""What is counted: the permanents that an effect has just made, moved or phased out."""

COUNTED = {
    THOSE: "of those permanents",
    "hand": "card in that player's hand",
    "graveyard": "card in that player's graveyard",
    "half life up": "half of that player's life, rounded up",
    "half life down": "half of that player's life, rounded down",
}
"""What is counted besides permanents of a kind, most of it of the player whom an effect is about, in words."""

THEIRS = "their"
_COUNTED_WHOSE = {**_WHOSE, THEIRS: " that that player controls"}
_EACH_EXAMPLES = (*COUNTED, "creature", "own creature", "other own Elf", "opposing artifact", "their tapped land")


def counted_kind(each: str) -> tuple[str, str]:
    """Whose permanents are counted (``own``, ``opposing``, ``their``, or everybody's), and of which kind.

    >>> counted_kind("their nonbasic land"), counted_kind("Elf")
    (('their', 'nonbasic land'), ('', 'Elf'))
    """
    said = without_other(each)
    first, _, rest = said.partition(" ")
    return (first, rest) if rest and first in _COUNTED_WHOSE else ("", said)


def counted_in_words(each: str) -> str:
    """What is counted, as a sentence says it after "for each".

    >>> counted_in_words("own Elf"), counted_in_words("hand")
    ('Elf that its controller controls', "card in that player's hand")
    """
    whose, kind = counted_kind(each)
    other = "other " if each != without_other(each) else ""
    return COUNTED.get(each) or f"{other}{kind}{_COUNTED_WHOSE[whose]}"


def _read_each(data: Any, path: Path) -> Each:
    if data in COUNTED:
        return Each(data)
    try:
        _read_kind(counted_kind(shape.read(str, data, path))[1], path, (*WORDS, *STATES))
    except ShapeError as error:
        expected = f"expected what is counted, such as {listed(_EACH_EXAMPLES, 'or')}"
        raise ShapeError(f"found {describe(data)}{nearest(str(data), _EACH_EXAMPLES)}, {expected}", path) from error
    return Each(data)


shape.CUSTOM[Each] = Custom(
    _read_each, lambda: {"type": "string", "minLength": 1, "maxLength": 200, "examples": list(_EACH_EXAMPLES)}
)
