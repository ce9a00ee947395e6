"""What is found by words: the best first, with synonyms, forms and parts of words."""

from __future__ import annotations

import pytest

from fsm.finding import find
from fsm.library import matching
from fsm.search import Findable, Index, tokens
from fsm.search.ranking import terms, words


def found(query: str, *texts: str, part: bool = False) -> list[str]:
    return [hit.what for hit in Index(Findable(text, ((2, text),)) for text in texts).ranked([query], part)]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("skip draw", ["skip draw", "draw and skip", "draw that is skipped"]),
        ("skip", ["a skip", "it skips", "the skipper"]),
        ("skipped draws", ["skip a draw"]),
        ("additional upkeep", ["an additional upkeep", "an extra upkeep"]),
        ("second main", ["second main phase", "the postcombat main phase"]),
        ("additional combat", ["an extra combat", "an extra phase"]),
        ("does the turn end", ["the turn ends"]),
        ("Gotterdammerung", ["Götterdämmerung"]),
        ("yshtola", ["Y'shtola"]),
        ("ttack", ["attack"]),
    ],
)
def test_words_are_found_in_this_order(query: str, texts: list[str]) -> None:
    assert found(query, "mana pools empty", *reversed(texts), "nobody blocks") == texts


def test_what_is_short_and_rare_and_exact_comes_first() -> None:
    assert found("mana", "mana of a land that makes mana for all", "mana burn")[0] == "mana burn"
    texts = ["turn skip", "turn order", "turn order", "turn order", "skip a card"]
    assert found("turn skip", *texts, part=True)[:2] == ["turn skip", "skip a card"]
    assert found("extra turn", "another turn", "extra turn") == ["extra turn", "another turn"]


def test_all_words_are_wanted_unless_most_will_do() -> None:
    assert found("aurelia attacks twice", "aurelia attacks", "aurelia") == []
    assert found("aurelia attacks twice", "aurelia", "aurelia attacks", part=True) == ["aurelia attacks"]
    assert found("zeppelin", "aurelia", part=True) == []
    assert found("", "aurelia") == []


def test_a_part_of_a_word_is_found_only_if_no_word_begins_so() -> None:
    assert found("opt", "adopt") == ["adopt"]
    assert found("opt", "adopt", "options") == ["options"]


def test_phrases_are_one_term_and_small_words_are_passed_over_unless_alone() -> None:
    assert terms(["What comes after the", "second main", "of Ann?"]) == [
        ("comes",), ("after",), ("second", "main"), ("ann",)
    ]  # fmt: skip
    assert terms(["the"]) == [("the",)]
    assert tokens("T1.postcombat_main, 500.8a.") == ("t1", "postcombat", "main", "500.8a")


def test_the_table_of_words_means_no_word_twice() -> None:
    rows = set(words().same.values())
    assert sum(map(len, rows)) == len(words().same)
    assert not words().passed_over & {phrase[0] for phrase in words().same if len(phrase) == 1}


FIRST = {
    "relentless assault second main": "12/01",
    "aurelia": "12/10",
    "mindslaver": "20/01",
    "skip two draw steps": "11/03",
}


@pytest.mark.parametrize("query", FIRST)
def test_scenarios_are_found_by_what_they_are_about(query: str) -> None:
    assert FIRST[query] in [lesson.short for lesson in matching([query])[:3]]
    assert matching(["relentless assault second main"])[0].short == "12/01"


QUESTIONS = {
    "does an extra main phase let me play another land": ("arguments", "4"),
    "additional combat": ("rules", "500.8 (cr2026)"),
    "mana burn": ("rules", "300.3 (cr2008)"),
    "Relentless Assault": ("cards", "Relentless Assault"),
    "what is an anchor": ("words", "anchor"),
    "breakpoint": ("documents", "DEBUGGING"),
    "relentless assault in the second main": ("scenarios", "12/01"),
}


@pytest.mark.parametrize("query", QUESTIONS)
def test_one_search_finds_all_kinds(query: str) -> None:
    kind, name = QUESTIONS[query]
    alike = [one for one in find([query]) if one.kind == kind]
    assert alike[0].name == name
    assert alike[0].command.startswith("fsm ")
