"""The description of scenario files names every word that can be written in them."""

from __future__ import annotations

import re
from pathlib import Path

from cases import joined
from saying import Word, words

from fsm.cards.vocabulary import EFFECTS
from fsm.game import EVENT_KINDS
from fsm.pages.tables import renewed

ROOT = Path(__file__).parents[2]
FORMAT = ROOT / "scenarios" / "FORMAT.md"
SPANS = set(re.findall(r"`([^`\n]+)`", FORMAT.read_text(encoding="utf-8")))
TOKENS = {token for span in SPANS for token in (span, *re.findall(r"[a-z_]+", span))}


def listed(word: Word) -> list[str]:
    """What has to be described: the field, and the value; durations are described by their forms."""
    said = [word.field]
    if isinstance(word.value, str) and not re.match(r"(end_of|next|your_next)_", word.value):
        said.append(word.value)
    return said


@joined(sorted({word.struct.__name__ for word in words()}))
def test_every_word_is_described(struct: str) -> None:
    own = [word for word in words() if word.struct.__name__ == struct]
    missing = {said for word in own for said in listed(word)} - TOKENS
    assert not missing, f"FORMAT.md says nothing of these words of {struct}"


def test_every_effect_is_described() -> None:
    assert set(EFFECTS) <= SPANS


def test_every_kind_of_event_is_described() -> None:
    assert set(EVENT_KINDS) <= SPANS


def test_the_tables_are_as_the_code_is() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    assert renewed(text, FORMAT) == text, "make them anew: python -m fsm.pages.tables scenarios/FORMAT.md"


def test_the_places_of_the_table_of_silent_rules_are_there() -> None:
    _, _, table = FORMAT.read_text(encoding="utf-8").partition("## Where the rules are silent")
    named = re.findall(r"`(fsm/[\w/]+\.py)`(?:, `(\w+)`)?", table)
    gone = [
        (file, name)
        for file, name in named
        if not (ROOT / file).exists() or not re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))
    ]
    assert len(named) > 40
    assert not gone
