"""Reads texts of the Comprehensive Rules: their numbered rules, and how alike two of these are."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_NUMBERED = re.compile(r"(\d{3})(?:\.(\d+[a-z]*)|\.? (\d+[a-z]))?\.?\s+(\S.*)")
_LEADERS = re.compile(r"[.\s]{4,}\d*\Z")
"""What a table of contents has behind the name of a section."""
_REFERENCES = re.compile(r"\((?:see|this)[^)]*\)|see (?:rule|section)s?[^.]*\.?|\brules? \d[\w.\-–, \"“”&]*|\d{3}\.\w+")
_NEWER = (
    (r"comes? into play", "enters the battlefield"),
    (r"\b(?:in|into) play\b", "battlefield"),
    (r"leaves play", "leaves the battlefield"),
    (r"removed? from the game|removed-from-the-game", "exile"),
    (r"state-based effects?", "state-based action"),
    (r"end of turn step", "end step"),
    (r"end phase", "ending phase"),
    (r"\bhis or her\b|\bhis\b", "their"),
    (r"\b(?:he or she|him or her|he|him)\b", "they"),
    (r"\bplay(ed|s|ing)?\b", r"cast\1"),
)
"""Words of older texts, and what newer ones say for them: a rule that only changed its words is the same rule."""


def rules_of(text: str) -> dict[str, str]:
    """The rules of a text by number; of what stands twice, such as the name of a section, the longer one."""
    rules: dict[str, str] = {}
    number = ""
    for line in (line.strip() for line in text.splitlines()):
        if found := _NUMBERED.fullmatch(line):
            section, rule, said = found[1], found[2] or found[3], _LEADERS.sub("", found[4])
            number = f"{section}.{rule}" if rule else section
            rules[number] = max(rules.get(number, ""), said, key=len)
        elif line and number:
            rules[number] += f" {line}"
        else:
            number = ""
    return rules


def plain(rule: str) -> str:
    """A rule without punctuation and references, in the words of today."""
    rule = _REFERENCES.sub(" ", rule.lower())
    for old, new in _NEWER:
        rule = re.sub(old, new, rule)
    return " ".join(re.findall(r"[a-z0-9+{}/-]+", rule))


def likeness(one: str, other: str) -> float:
    """How much of two plain rules is the same, from 0 to 1."""
    return 1.0 if one == other else SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()
