"""``fsm find``: what the package has about some words, with the commands that tell more."""

from __future__ import annotations

import re

import pytest
from commands import Fsm

from fsm.finding import find
from fsm.library import matching


def test_a_question_finds_its_answer_and_commands_that_work(fsm: Fsm) -> None:
    done = fsm("find", "does an extra main phase let me play another land?")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "arguments, such as: fsm docs ARGUMENTS",
        "  4  Does an extra main phase let me play another land? No. A player may play one land each turn,",
    ]
    assert max(map(len, lines)) <= 100
    commands = re.findall(r": (fsm .+)$", done.stdout, re.MULTILINE)
    assert len(commands) > 2
    for command in commands:
        if "--all" not in command:
            assert fsm(*command.split(" ", 2)[1:2], *_words(command)).exit_code == 0, command


def _words(command: str) -> list[str]:
    """The words after the name of a command; the name of a card may have several."""
    verb, rest = command.split(" ", 2)[1:]
    return [rest] if verb == "cards" else rest.split()


def test_all_is_more_than_the_best(fsm: Fsm) -> None:
    few, all_ = fsm("find", "extra", "combat").stdout, fsm("find", "--all", "extra", "combat").stdout
    assert re.search(
        r"^rules, such as: fsm rules 500.8 --edition cr2026\n  500.8 \(cr2026\) +An extra phase", few, re.MULTILINE
    )
    assert re.search(r"and \d+ more: fsm find --all extra combat", few)
    assert "more: fsm find" not in all_
    assert len(all_.splitlines()) > 2 * len(few.splitlines())


def test_nothing_found_is_an_answer(fsm: Fsm) -> None:
    done = fsm("find", "zeppelin")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "nothing has 'zeppelin'" in done.stderr
    assert fsm("find").exit_code == 2


def test_a_name_that_no_card_has_is_told_how_to_write_it(fsm: Fsm) -> None:
    done = fsm("find", "Lightning", "Bolt")
    assert done.exit_code == 0
    assert "no card of the catalogue is called 'Lightning Bolt'; the nearest name is Lightning Blow;" in done.stderr
    assert "\ncards:\n  - {name: Lightning Bolt, type: sorcery, effects: [{extra_turn: you}]}\n" in done.stderr
    done = fsm("find", "Zeppelin", "of", "Zork")
    assert (done.exit_code, "  - {name: Zeppelin of Zork, " in done.stderr) == (1, True)
    for words in (["Time", "Walk"], ["Extra", "Turn"], ["lightning", "bolt"], ["Priority"]):
        assert fsm("find", *words).stderr == "", words


def test_rules_are_found_by_synonyms_the_newest_edition_first(fsm: Fsm) -> None:
    for query in ("extra combat", "additional combat"):
        lines = fsm("rules", query).stdout.splitlines()
        assert lines[0].startswith("Comprehensive Rules, 25 September 2026 (cr2026)")
        assert lines[1].startswith("500.8 ")
    editions = re.findall(r"\((cr\d+)\): ", fsm("rules", "mana", "burn", "priority").stdout)
    assert editions == sorted(editions, reverse=True)
    assert fsm("rules", "500.8").stdout.startswith("500.8  Comprehensive Rules, 25 September 2026")


def test_scenarios_that_fit_best_come_first(fsm: Fsm) -> None:
    lines = fsm("scenarios", "relentless", "assault", "second", "main").stdout.splitlines()
    assert lines[2] == "  12/01  Relentless Assault after combat"


def test_words_are_found_in_documents(fsm: Fsm) -> None:
    lines = fsm("docs", "breakpoint").stdout.splitlines()
    assert lines[0] == "documents, such as: fsm docs DEBUGGING"
    assert re.fullmatch(r"  DEBUGGING +2\. Stop where it happens, and ask why", lines[1])
    assert not any(line.startswith(("rules", "scenarios", "cards")) for line in lines)
    wrong = fsm("docs", "zeppelin")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "there is no document 'zeppelin'" in wrong.stderr


def test_a_word_of_the_glossary_is_found_wherever_it_is_looked_for(fsm: Fsm) -> None:
    says = "The right to cast a spell, activate an ability or pass;"
    for command in (("docs", "glossary", "priority"), ("rules", "priority"), ("find", "priority")):
        assert says in "\n".join(fsm(*command).stdout.splitlines()[:2]), command
    assert fsm("find", "glossary").stdout.startswith("documents, such as: fsm docs GLOSSARY\n  GLOSSARY  ")
    assert "fsm find glossary priority looks for that word" in fsm("glossary", "priority").stderr
    none = fsm("docs", "glossary", "zeppelin")
    assert (none.exit_code, "GLOSSARY has no 'zeppelin'" in none.stderr) == (2, True)
    assert set(re.findall(r"^  (\w+)  ", fsm("docs", "format", "effects").stdout, re.MULTILINE)) == {"FORMAT"}


def test_cards_are_found_by_synonyms(fsm: Fsm) -> None:
    assert "Relentless Assault" in fsm("cards", "additional", "combat").stdout


def names(query: str, kind: str) -> list[str]:
    return [one.name for one in find(query.split()) if one.kind == kind]


def test_what_has_the_very_words_comes_first() -> None:
    assert {"Time Stop", "Sundial of the Infinite", "Discontinuity"} < set(names("end the turn", "cards")[:7])
    assert names("end the turn", "rules")[0] == "724.1 (cr2026)"
    assert names("skip untap", "rules")[0] == "500.11 (cr2026)"
    assert "Stasis" in names("skip untap", "cards")[:4]
    assert "Time Vault" not in names("skip untap", "cards")[:4]


def test_what_fits_far_worse_than_the_best_is_not_found() -> None:
    found = [lesson.short for lesson in matching(["extra", "combat"])]
    assert found[0] == "11/07"
    assert len(found) < 100
    assert not {"24/12", "34/32"} & set(found), "a second land, and legends, are not about combats"


@pytest.mark.parametrize(("words", "day"), [("mana burn gone", "2009-07-11"), ("extra turns change", "2002-02-20")])
def test_what_changed_is_found_with_its_day(fsm: Fsm, words: str, day: str) -> None:
    told = fsm("find", *words.split()).stdout
    assert (
        f"  {day}  " in told.partition("\nchanges")[2].partition("\n\n")[0] or f"changes: fsm history {day}\n" in told
    )


def test_phasing_is_found_by_what_else_it_is_called(fsm: Fsm) -> None:
    for words in (["phase", "in"], ["phases", "in"], ["phasing"]):
        lines = fsm("docs", *words).stdout.splitlines()
        assert lines[1].split()[0] == "phasing", words
        assert next(line for line in lines if line.startswith("arguments")), words
        assert next(line for line in lines[3:] if re.match(r" +[0-9]", line)).split()[0] == "21", words
    assert "702.26 (cr2026)" in fsm("find", "phase", "in", "until", "leaves").stdout
    assert fsm("cards", "phase", "in").stdout.splitlines()[2].startswith("Breezekeeper ")
