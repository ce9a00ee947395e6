"""The facts of a real card: from the line of the table, and from the text of the card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

TABLE = Path(__file__).parent / "cards.txt"

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_OWN_TYPES = {"kindred": "tribal"}
"""The types that vocabulary and cards of today call by different words."""

_KIND = "artifact|creature|enchantment|instant|land|opponent|permanent|planeswalker|player|sorcery|spell"
_KIND += "|(?:activated|triggered)(?: ability)?"
_STATE = "(?:attacking|blocking|tapped|untapped)"
_TARGET = re.compile(
    rf"\b(another )?target ((?:{_STATE} (?:or blocking )?)?(?:non[\w-]+,? )*(?:{_KIND})(?:,? (?:or )?(?:{_KIND}))*)"
    r"( you control| an opponent controls)?( or suspended card)?",
    re.IGNORECASE,
)
_OTHER = {"another ": "other ", "": ""}
_WHOSE = {" you control": "own ", " an opponent controls": "opposing ", "": ""}
_SAYS = {
    "may": r"\bmay\b|\bhave flash\b",
    "sorcery": r"only as a sorcery|^(?:Equip|Level up)\b",
    "your turn": r"only during your (?:turn|upkeep)|if it's your turn",
    "during combat": r"only during (?:combat|the declare attackers step)",
    "once": r"only once each turn",
    "first": r"\bfirst\b(?! (?:main|strike))|your second main phase",
    "anyone": r"any player may activate",
    "counter": r"\bcounter target",
}
"""What a text says about when, how often and by whom, by the words that say it."""


class Facts(NamedTuple):
    """What is checked of a card; each a set of words, apart from its numbers (``4/5``, ``4``, or nothing)."""

    name: str
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    colors: frozenset[str]
    numbers: str
    keywords: frozenset[str]
    targets: frozenset[str]
    says: frozenset[str]

    @property
    def line(self) -> str:
        """The line of the table."""
        return " | ".join(part if isinstance(part, str) else ", ".join(sorted(part)) for part in self).rstrip()


def table() -> dict[str, Facts]:
    """The table, by name."""
    lines = (line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#")
    return {facts.name: facts for facts in map(_from_line, lines)}


def _from_line(line: str) -> Facts:
    name, *parts = (part.strip() for part in line.split("|"))
    above, types, below, colors, _, keywords, targets, says = (frozenset(filter(None, p.split(", "))) for p in parts)
    return Facts(name, above, types, below, colors, parts[4], keywords, targets, says)


def facts_of(name: str, card: dict[str, Any]) -> Facts:
    """The facts of a card as collections of cards have it: its types, cost, numbers and text as data."""
    text = re.sub(r"\s*\([^)]*\)", "", card["text"] or "")
    types = frozenset(_OWN_TYPES.get(word.lower(), word.lower()) for word in card["types"])
    numbers = f"{card['power']}/{card['toughness']}" if card["power"] is not None else str(card["loyalty"] or "")
    colors = frozenset(COLORS[sign] for sign in re.findall("[WUBRG]", card["manaCost"] or ""))
    says = frozenset(word for word, pattern in _SAYS.items() if re.search(pattern, text, re.MULTILINE | re.IGNORECASE))
    supertypes = frozenset(map(str.lower, card["supertypes"])) - {"ongoing"}
    return Facts(
        name, supertypes, types, frozenset(card["subtypes"]), colors, numbers,
        _keywords(text, card["keywords"] or ()), _targets(text), says,
    )  # fmt: skip


def _keywords(text: str, known: Iterable[str]) -> frozenset[str]:
    """The keywords of the lines that have nothing else."""
    if not known:
        return frozenset()
    begins = re.compile(rf"({'|'.join(re.escape(word.lower()) for word in known)})\b(?! —)")
    lines = [re.split("[,;] ", line.lower()) for line in text.splitlines()]
    own = [parts for parts in lines if all(begins.match(part) and not part.startswith("goad ") for part in parts)]
    return frozenset(re.sub(r"\s*[{\d—].*|\.$", "", part) for parts in own for part in parts)


def _targets(text: str) -> frozenset[str]:
    found = {"any"} if "any target" in text else set()
    found |= {_OTHER[o.lower()] + _WHOSE[whose] + _kind(what) + more for o, what, whose, more in _TARGET.findall(text)}
    found |= {"own creature"} if re.search(r"^Equip\b", text, re.MULTILINE) else set()
    enchanted = re.findall("^Enchant ((?:non\\w+ )?(?:player|opponent|creature))", text, re.MULTILINE)
    return frozenset(found | {what.lower() for what in enchanted})


def _kind(what: str) -> str:
    if "ing or blocking " in what:
        what = what.replace("or blocking creature", "creature or blocking creature")
    return re.sub(r",? or |, (?!non)", " or ", what).replace(",", "").removeprefix("activated or triggered ")
