"""Ranks entries by the words that they have: rare words, titles, short texts and exact words count more."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import log
from operator import mul
from typing import Any, NamedTuple

from ..files import packaged_data

Phrase = tuple[str, ...]

EXACT, INFLECTED, BEGUN, SAME, WIDER, INSIDE = 1.0, 0.9, 0.8, 0.7, 0.5, 0.2
"""How much a word counts that is there exactly, or in another form; that is begun; a synonym; what is more general; and
a part of a word."""

LENGTH = 0.75
"""How much it matters that a field is shorter than others: 1 is as much as possible."""
PHRASE = 1.0
"""How much more an entry counts for each weight of a field that has the words of a query one after the other."""
APART = 0.75
"""How much of that counts if words that are passed over stand between them."""
FLOOR = 0.12
"""What counts less than this part of the best entry is not found; half of it, among entries of several kinds."""
OFTEN = 4
"""The larger this is, the less it matters how often something is used."""
LONGEST = 3
"""The most words of a phrase."""
_WORD = re.compile(r"\d+(?:\.\d+[a-z]*)?|[^\W_]+")
_ENDINGS = ("", "s", "es", "d", "ed", "ing")


class Findable(NamedTuple):
    """Something that can be found: what it is, its texts, each with its weight, and how often it is used."""

    what: Any
    fields: tuple[tuple[float, str], ...]
    used: int = 0


class Hit(NamedTuple):
    """An entry that was found: how well it fits, and how many of the terms it has."""

    what: Any
    score: float
    terms: int


def tokens(text: str) -> Phrase:
    """The words of a text in lower case, without accents and apostrophes; the number of a rule is one.

    >>> tokens("Y'shtola: T1.upkeep, 500.8")
    ('yshtola', 't1', 'upkeep', '500.8')
    """
    if text.isascii():
        return tuple(_WORD.findall(text.lower().replace("'", "")))
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORD.findall("".join(c for c in plain if c not in "'’" and not unicodedata.combining(c))))


class Words(NamedTuple):
    """The table of words: what is passed over, what is meant instead of a phrase, its synonyms, and what is wider."""

    passed_over: frozenset[str]
    instead: Mapping[str, str]
    same: Mapping[Phrase, tuple[Phrase, ...]]
    wider: Mapping[Phrase, tuple[Phrase, ...]]

    def plain(self, phrase: Phrase) -> Phrase:
        """A phrase with the first synonym of each of its words, so that they compare equal."""
        return tuple(self.same[word,][0][0] if (word,) in self.same else word for word in phrase)

    def meanings(self, phrase: Phrase) -> Iterator[tuple[Phrase, float]]:
        """The phrase, what means the same, and what is more general, each with how much it counts."""
        yield phrase, EXACT
        for key in dict.fromkeys((phrase, self.plain(phrase))):
            yield from ((one, SAME) for one in self.same.get(key, ()) if one != phrase)
            yield from ((one, WIDER) for one in self.wider.get(key, ()))

    def knows(self, phrase: Phrase) -> bool:
        """Whether a phrase of several words is in the table."""
        return any(key in self.same or key in self.wider for key in (phrase, self.plain(phrase)))

    def telling(self, said: Phrase) -> Phrase:
        """The words that are not passed over."""
        return tuple(word for word in said if word not in self.passed_over)


@cache
def words() -> Words:
    """The table of the package."""
    data = packaged_data("search/synonyms.toml")
    rows = [tuple(map(tokens, row)) for row in data["same"]]
    wider = {tokens(phrase): tuple(map(tokens, more)) for phrase, more in data["wider"].items()}
    same = {phrase: row for row in rows for phrase in row}
    return Words(frozenset(data["passed_over"]), data["instead"], same, wider)


def meant(query: Iterable[str]) -> Phrase:
    """The words of a query, with what is meant instead of some phrases."""
    said = f" {' '.join(tokens(' '.join(query)))} "
    for phrase, other in words().instead.items():
        said = said.replace(f" {phrase} ", f" {other} ")
    return tuple(said.split())


def terms(query: Iterable[str]) -> list[Phrase]:
    """What is looked for: the known phrases, and the other words, without those that are passed over."""
    table, said = words(), meant(query)
    found: list[Phrase] = []
    at = 0
    while at < len(said):
        sizes = (size for size in range(min(LONGEST, len(said) - at), 1, -1) if table.knows(said[at : at + size]))
        size = next(sizes, 1)
        found.append(said[at : at + size])
        at += size
    kept = [phrase for phrase in found if not table.passed_over.issuperset(phrase)]
    return list(dict.fromkeys(kept or found))


class Index:
    """Entries, and their words, field by field."""

    def __init__(self, entries: Iterable[Findable]) -> None:
        self.entries = tuple(entries)
        texts = [[(weight, tokens(text)) for weight, text in entry.fields] for entry in self.entries]
        self.fields = [[(weight, said, frozenset(said)) for weight, said in fields] for fields in texts]
        self.known = frozenset[str]().union(*(kinds for fields in self.fields for _, _, kinds in fields))
        lengths = [len(said) for fields in self.fields for _, said, _ in fields[:1]]
        self.usual = max(1.0, sum(lengths) / max(1, len(lengths)))
        self.alike: dict[str, dict[str, float]] = {}

    def ranked(self, query: Sequence[str], part: bool = False) -> list[Hit]:
        """The entries that have all the words of a query, the best first, and equally good ones in the order given.

        A word may be begun, or be a synonym. With ``part``, half of the words are enough; those with more come first.
        """
        asked = [self.asked(term) for term in terms(query)]
        scores = [[self.score(one, at) for one in asked] for at in range(len(self.entries))]
        having = [sum(1 for row in scores if row[n]) for n in range(len(asked))]
        rare = [log(1 + len(self.entries) / many) if many else 0.0 for many in having]
        fits = [
            (sum(map(mul, row, rare)) * (1 + log(1 + entry.used) / OFTEN), sum(map(bool, row)), at)
            for at, (entry, row) in enumerate(zip(self.entries, scores, strict=True))
        ]
        least = max(1, (len(asked) + 1) // 2 if part else len(asked))
        floor = FLOOR * (0.5 if part else 1) * max((fit for fit, many, _ in fits if many >= least), default=0.0)
        whole = meant(query)
        hits = [
            Hit(self.entries[at].what, fit * self.phrase(whole, at), many)
            for fit, many, at in fits
            if many >= least and fit >= floor
        ]
        return sorted(hits, key=lambda hit: (-hit.terms, -hit.score))

    def phrase(self, said: Phrase, at: int) -> float:
        """How much more an entry counts, as it has all words of a query one after the other, in any form.

        It counts less if other words that are passed over stand between them.
        """
        table = words()
        runs = (
            weight * counts * _run([self.forms(word) for word in asked], text)
            for weight, there, _ in self.fields[at]
            for asked, text, counts in ((said, there, 1.0), (table.telling(said), table.telling(there), APART))
            if len(asked) > 1
        )
        return 1 + PHRASE * max(runs, default=0.0)

    def forms(self, word: str) -> dict[str, float]:
        """The known words that a word means, each with how much it counts."""
        if word not in self.alike:
            longer = [known for known in self.known if word in known]
            shorter = [word[:size] for size in range(3, len(word)) if word[:size] in self.known]
            pairs = ((known, _likeness(word, known)) for known in (*longer, *shorter))
            alike = {known: quality for known, quality in pairs if quality}
            whole = {known: quality for known, quality in alike.items() if quality > INSIDE}
            self.alike[word] = whole or alike  # parts of words count only if no word begins so
        return self.alike[word]

    def senses(self, word: str) -> dict[str, float]:
        """The known words that a word of a phrase means, or that a synonym of it is: no word that only begins so."""
        senses = dict(self.forms(word))
        for (one, *more), counts in words().meanings((word,)):
            for known, quality in self.forms(one).items() if not more else ():
                if quality >= INFLECTED:
                    senses[known] = max(senses.get(known, 0.0), quality * counts)
        return senses

    def asked(self, term: Phrase) -> list[tuple[list[dict[str, float]], float]]:
        """The meanings of a term as the known words, each with how much it counts."""
        table = words().meanings(term)
        return [([self.senses(w) if len(phrase) > 1 else self.forms(w) for w in phrase], n) for phrase, n in table]

    def score(self, asked: list[tuple[list[dict[str, float]], float]], at: int) -> float:
        """How well a term fits an entry: its best meaning in the best of the fields."""
        best = 0.0
        for forms, counts in asked:
            for weight, said, kinds in self.fields[at]:
                if quality := _found(forms, said, kinds):
                    norm = 1 - LENGTH + LENGTH * len(said) / self.usual if weight > 1 else 1.0
                    best = max(best, counts * quality * weight * 2.2 / (1 + 1.2 * norm))
        return best


def _likeness(word: str, known: str) -> float:
    if word == known:
        return EXACT
    longer, shorter = (known, word) if len(known) > len(word) else (word, known)
    if len(shorter) > 2 and longer.startswith(shorter) and longer.removeprefix(shorter) in _ENDINGS:
        return INFLECTED
    if known.startswith(word):
        return BEGUN
    if len(known) > 3 and word.startswith(known + known[-1]) and word[len(known) + 1 :] in _ENDINGS:
        return BEGUN  # skipped, skip
    return INSIDE if len(word) > 2 and word in known else 0.0


def _found(forms: Sequence[Mapping[str, float]], said: Phrase, kinds: frozenset[str]) -> float:
    """How well a phrase fits a text; half as well if its words are there, but not one after the other."""
    if any(map(kinds.isdisjoint, forms)):
        return 0.0
    single = min(max(form[word] for word in form if word in kinds) for form in forms)
    return single if len(forms) == 1 else max(_run(forms, said), single / 2)


def _run(forms: Sequence[Mapping[str, float]], said: Phrase) -> float:
    """How well the words of a phrase are in a text, one after the other."""
    first, size = forms[0], len(forms)
    runs = (
        min(form.get(word, 0.0) for form, word in zip(forms, said[at : at + size], strict=True))
        for at in range(len(said) - size + 1)
        if said[at] in first
    )
    return max(runs, default=0.0)


def ranked(query: Sequence[str], entries: Iterable[Findable]) -> list[Hit]:
    """The entries that have all the words of a query, the best first."""
    return Index(entries).ranked(query)
