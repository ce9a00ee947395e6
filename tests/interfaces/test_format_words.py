"""The description of scenario files names every word that can be written in them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
import yaml
from cases import joined
from saying import Word, words

from fsm import shape
from fsm.cards.vocabulary import EFFECTS
from fsm.pages.tables import ABILITIES, renewed
from fsm.wording import EVENT_KINDS

ROOT = Path(__file__).parents[2]
FORMAT = ROOT / "docs" / "FORMAT.md"
SPANS = set(re.findall(r"`([^`\n]+)`", FORMAT.read_text(encoding="utf-8")))
TOKENS = {token for span in SPANS for token in (span, *re.findall(r"[a-z_]+", span))}


def listed(word: Word) -> list[str]:
    """What has to be described: the field, and the value; durations are described by their forms."""
    said = [word.field]
    if isinstance(word.value, str) and not re.match(r"(end_of|next|your_next)_", word.value):
        said.append(word.value)
    return said


WORDS = words()


@joined(sorted({word.struct.__name__ for word in WORDS}))
def test_every_word_is_described(struct: str) -> None:
    own = [word for word in WORDS if word.struct.__name__ == struct]
    missing = {said for word in own for said in listed(word)} - TOKENS
    assert not missing, f"FORMAT.md says nothing of these words of {struct}"


def test_every_effect_is_described() -> None:
    assert set(EFFECTS) <= SPANS


def test_every_kind_of_event_is_described() -> None:
    assert set(EVENT_KINDS) <= SPANS


def test_the_tables_are_as_the_code_is() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    assert renewed(text, FORMAT) == text, "make them anew: python -m fsm.pages.tables docs/FORMAT.md"


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


STRUCTS = {f"`{name}`": type_ for name, type_ in EFFECTS.items()} | ABILITIES
ROWS = re.findall(r"^\| ([^|]+) \| `(\w+)` \| ([^|]+) \| ([^|]*) \|$", FORMAT.read_text(encoding="utf-8"), re.MULTILINE)
FIELDS = [(of, field, says, default.strip()) for of, field, says, default in ROWS if of in STRUCTS]


def test_every_field_of_effects_and_cards_has_a_row() -> None:
    assert {(of, field) for of, field, _, _ in FIELDS} == {
        (of, field) for of, struct in STRUCTS.items() for field in shape.fields(struct)
    }


@joined(FIELDS)
def test_each_word_of_a_field_is_read_and_the_default_is_what_counts_without_one(
    of: str, field: str, says: str, default: str
) -> None:
    struct = STRUCTS[of]
    hint = shape.fields(struct)[field]
    for word in re.findall(r"`([^`]+)`", says):
        shape.read(hint, {"true": True, "false": False}.get(word, word))
    declared = next(f for f in msgspec.structs.fields(struct) if f.encode_name == field)
    assert (default == "has to be said") is declared.required
    if default.startswith("`") and not default.startswith("`["):
        plain = yaml.safe_load(default.strip("`"))
        assert shape.read(hint, plain) == declared.default


def test_a_word_that_no_field_lists_is_refused() -> None:
    with pytest.raises(shape.ShapeError):
        shape.read(shape.fields(EFFECTS["extra_phases"])["after"], "second_main")


def test_the_links_of_the_tables_lead_somewhere() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    titles = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^##+ (.*)$", text, re.MULTILINE)
    }
    places = titles | set(re.findall(r'<a id="([\w-]+)">', text))
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= places
