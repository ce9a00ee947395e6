"""Names as a picture shows them: without characters that cannot be drawn, in the words of the edition."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from ...edition import DEFAULT, MAINS, Edition, days, edition_ids
from ...turn import Mark, TurnGraph
from ...words import shown
from ..model import Note, dotted

LONGEST = 300
"""How many characters a heading has at most."""
_JOINERS = "\u200c\u200d"
_UNDRAWABLE = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    r"""Put a text on one line, without control characters, direction marks and characters that XML forbids.

    >>> clean(' <b>\n\x00 "Ann"')
    '<b> "Ann"'
    """
    kept = (c if c in _JOINERS or unicodedata.category(c) not in _UNDRAWABLE else " " for c in text)
    return " ".join("".join(kept).split())


def heading(text: str) -> str:
    """A title of any length on one line."""
    return shown(clean(text), LONGEST)


def element_id(node: str) -> str:
    """Turn a node's id into an XML id: ``combat+1/declare_attackers`` is ``combat-1.declare_attackers``."""
    return node.replace("+", "-").replace("/", ".")


def phase_names(graph: TurnGraph) -> dict[str, str]:
    """Name each phase; main phases are numbered in order: Main 1, Main 2."""
    names: dict[str, str] = {}
    mains = 0
    for phase in graph.children():
        kind = graph.node(phase).kind
        stem = _stem(clean(graph.edition.phase(kind).name))
        if kind not in MAINS:
            names[phase] = stem
        else:
            mains += 1
            names[phase] = f"{stem.split()[-1].capitalize()} {mains}"
    return names


def stop_name(edition: Edition, kind: str) -> str:
    """Name a step, or the inside of a phase without steps."""
    return _stem(clean(edition.step(kind).name))


def within_heading(name: str, heading: str) -> str:
    """The name of the inside of a phase, without the word that its heading begins with.

    >>> within_heading("Precombat main", "Main 1")
    'Precombat'
    """
    *words, last = name.split()
    return " ".join(words) if words and heading.startswith(last.capitalize()) else name


def _stem(name: str) -> str:
    """A name without the word step or phase, except "End step" and "End of turn step"."""
    stem = name.removesuffix(" step").removesuffix(" phase")
    bare = stem in ("end", "end of turn")
    return (name if bare else stem).capitalize()


def said_name(edition: Edition) -> str:
    """Name an edition as people do: "today", the year or month of an older one, or the name of a file.

    >>> from fsm.edition import load_edition
    >>> said_name(load_edition("cr2006")), said_name(load_edition("2001-12-31")), said_name(load_edition())
    ('2006', 'July 2001', 'today')
    """
    if edition.id == DEFAULT:
        return "today"
    if edition.id in edition_ids():
        return edition.effective[:4]
    day = days().get(edition.id)
    return f"{date.fromisoformat(day):%B %Y}" if day else clean(edition.name)


def within(edition: Edition) -> str:
    """Name an edition as part of a sentence: "today", "in 2006"."""
    name = said_name(edition)
    return name if name == "today" else f"in {name}"


def rule_text(edition: Edition, number: str) -> str:
    """A rule as a tooltip shows it: its number and its line."""
    return clean(f"{number} {edition.line(number)}")


def rule_texts(edition: Edition, numbers: Iterable[str]) -> str:
    """Several rules as a tooltip shows them."""
    return dotted(*(rule_text(edition, number) for number in numbers))


def rule_note(edition: Edition, text: str, topic: str) -> Note:
    """A remark with the number of the rule of a topic."""
    number = edition.number(topic)
    return Note(text, number, tooltip=rule_text(edition, number))


EXTRA = "extra"
"""What was inserted, as pills and notes call it."""


def made_by(mark: Mark) -> str:
    """What made a mark, as part of a sentence; empty if the rules themselves did."""
    by = clean(mark.by)
    return f" by {by}" if by else ""
