"""The glossary is true: its rules are in the index, its scenarios show them, and the page is made from it."""

from __future__ import annotations

from pathlib import Path

from commands import Fsm

from fsm.library import documents, lessons
from fsm.pages.tables import renewed
from fsm.scenario import read_scenarios
from fsm.wording import glossary

FILES = {lesson.number: lesson.file for lesson in lessons()}


def test_each_word_has_a_rule_that_its_scenario_shows() -> None:
    assert len(glossary()) >= 30
    for word, meaning in glossary().items():
        edition, number = meaning.rule()
        assert edition.rules[number].says, word
        named = {one for scenario in read_scenarios(FILES[meaning.scenario]) for one in scenario.rules[edition.id]}
        assert number in named, f"{word}: {meaning.scenario} does not name {number} of {edition.id}"


def test_each_meaning_is_one_sentence() -> None:
    for word, meaning in glossary().items():
        assert meaning.says[0].isupper(), word
        assert meaning.says.endswith("."), word
        assert ". " not in meaning.says, word
        assert len(meaning.says) <= 140, word


def test_the_words_of_a_rule_that_is_gone_cite_the_newest_edition_that_had_it() -> None:
    edition, number = glossary()["mana burn"].rule()
    assert (edition.id, number) == ("cr2008", "300.3")


def test_the_page_has_all_words_and_is_as_the_data_is(root: Path, fsm: Fsm) -> None:
    page = root / documents()["GLOSSARY"]
    text = page.read_text(encoding="utf-8")
    assert renewed(text, page) == text, "make it anew: python -m fsm.pages.tables docs/GLOSSARY.md"
    told = fsm("docs", "glossary").stdout
    assert [word for word in glossary() if f"- **{word}**: " not in told] == []
    assert "Two Relentless Assaults in one main phase (fsm run 12/02)" in told
