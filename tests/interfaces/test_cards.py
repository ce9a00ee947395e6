"""The catalogue told in words: every effect has a sentence, every shape its cards, every card its explanation."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from cases import joined
from click.testing import CliRunner, Result
from commands import INNER

from fsm.cardbook import card_yaml, explain_card, find_cards
from fsm.cards.card import catalogue_names, written_card
from fsm.cards.vocabulary import EFFECTS, turn
from fsm.cardshapes import SHAPES, cards_of_shape, shapes
from fsm.cli import main
from fsm.edition import edition_ids, load_edition
from fsm.errors import CardError
from fsm.files import packaged
from fsm.game import Card, catalogue, read_card
from fsm.game.effects import structure
from fsm.game.effects.apply import APPLY
from fsm.library import document
from fsm.scenario import (
    judge,
    parse_scenarios,
    read_scenarios,  # noqa: F401  # pytester forgets the modules that a run imports
    run_scenario,
)
from fsm.wording import EFFECT_SENTENCES, card_sentences, effect_sentence

Run = Callable[..., Result]

FEW = {
    **dict.fromkeys(("an extra end step", "ends the combat phase", "reverses the turn order", "stops schemes"), 1),
    **dict.fromkeys(("reverses the phases", "restarts the game", "as an instant or as a sorcery"), 1),
    **dict.fromkeys(("controls a phase", "at the end of combat", "chapters"), 1),
    "an extra turn for another player": 0,
}
"""How many cards have a shape, if it is not two or more: of more than one printed, the others need other words."""


@pytest.fixture
def fsm(root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line, where the scenarios are; whatever it raises is an error."""

    def run(*arguments: str) -> Result:
        monkeypatch.chdir(root)
        return CliRunner(catch_exceptions=False).invoke(main, list(arguments), prog_name="fsm")

    return run


def card(**data: object) -> Card:
    return read_card({"name": "Test", **data})


def test_every_effect_is_carried_out_and_only_effects_have_sentences() -> None:
    assert set(EFFECTS.values()) <= set(APPLY)
    assert set(EFFECT_SENTENCES) <= set(EFFECTS.values())


def test_an_effect_without_a_sentence_is_told_by_its_docstring(monkeypatch: pytest.MonkeyPatch) -> None:
    both = card(effects=[{"mill": {"amount": 3, "player": "each"}}, "end_turn"])
    (usual,) = card_sentences(both)
    for kind in ("mill", "end_turn"):
        monkeypatch.delitem(EFFECT_SENTENCES, EFFECTS[kind])
    (line,) = card_sentences(both)
    assert line != usual
    puts = "puts cards from the top of a player's library into the graveyard, with amount 3 and player each"
    assert line == f"As it resolves: {puts}; then ends the turn."


@joined(catalogue())
def test_every_card_is_told_in_whole_sentences(name: str) -> None:
    lines = list(card_sentences(catalogue()[name]))
    assert lines
    for line in lines:
        assert line[0].isupper(), line
        assert line.endswith("."), line
        assert not {"_", "(", "{"} & set(line.replace("(a mana ability", "").replace(" (once each turn", "")) or (
            "Activated (" in line
        ), line
        assert "  " not in line, line


def test_a_card_that_is_read_alone_is_as_in_the_whole_catalogue() -> None:
    whole = tomllib.loads(packaged("cards/catalogue.toml"))
    assert {name: written_card(name) for name in catalogue_names()} == {
        n: {"name": n, **card} for n, card in whole.items()
    }


def test_every_shape_has_two_cards() -> None:
    having = Counter(shape for known in catalogue().values() for shape in set(shapes(known)))
    wanted = {shape: FEW.get(shape, 2) for shape in SHAPES}
    assert {shape for shape, count in wanted.items() if having[shape] < count} == set()


TELL_OF_THE_TURN = {
    *("mana", "lasting", "pump", "may", "choose_one", "if", "pay"),
    *("stay_tapped", "no_schemes", "cast_any_time", "monarch", "initiative", "venture"),
}
"""The effects that have shapes too, as they last, wait, ask, or do something in certain steps."""


def test_every_effect_that_changes_the_turn_has_a_shape() -> None:
    shaped = {kind for alternatives in SHAPES.values() for kind, _ in alternatives}
    places = {turn.__name__, structure.__name__}
    changing = {name for name, kind in EFFECTS.items() if {kind.__module__, APPLY[kind].__module__} & places}
    assert changing >= {"extra_turn", "skip", "end_turn"}
    assert {name for name in changing | TELL_OF_THE_TURN if EFFECTS[name] not in shaped} == set()


def test_notes_are_sentences_and_names_are_trimmed() -> None:
    for known in catalogue().values():
        assert not known.note or known.note.endswith("."), known.name
        assert known.name.strip() == known.name


ABOUT_THE_TURN = re.compile(
    r"\b(turns?|phases?|steps?|skip\w*|untap\w*|upkeeps?|combats?|extra|when\w*|times?|once|twice|timing|next|until"
    r"|begin\w*|again)\b",
    re.IGNORECASE,
)
"""Words of a note that would leave out something of the turn: what, when, which, how many or whose."""


@joined(name for name, known in catalogue().items() if known.note)
def test_no_note_concerns_the_turn(name: str) -> None:
    found = ABOUT_THE_TURN.findall(catalogue()[name].note)
    assert not found, f"what concerns the turn is not left out but made right: {found}"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"effects": [{"extra_turn": "you"}]}, "As it resolves: its controller takes an extra turn after this one."),
        (
            {"effects": [{"extra_turn": {"player": "Bob", "count": 2, "riders": ["lose_game"]}}]},
            "As it resolves: Bob takes two extra turns after this one, and as that very turn begins: "
            "its controller loses the game.",
        ),
        (
            {"targets": "player", "effects": [{"skip": {"what": "draw", "player": "target", "count": 3}}]},
            "As it resolves: the target skips the next three draw steps.",
        ),
        (
            {"effects": [{"skip": {"what": "main", "player": "each", "all": True, "until": "end_of_turn"}}]},
            "As it resolves: each player skips every main phase this turn.",
        ),
        (
            {"effects": [{"delayed": {"at": "upkeep", "whose": "you", "do": ["draw"]}}, {"life": -2}]},
            "As it resolves: at the beginning of its controller's next upkeep step: its controller draws a card; "
            "then its controller loses 2 life.",
        ),
        (
            {"effects": [{"delayed": {"at": "main", "next_turn": True, "name": "later", "do": ["draw"]}}]},
            'As it resolves: at the beginning of the main phase of the next turn ("later"): '
            "its controller draws a card.",
        ),
        (
            {
                "effects": [
                    {"delayed": {"at": "combat", "each": True, "this_turn": True, "do": [{"untap": "attacked"}]}}
                ]
            },
            "As it resolves: at the beginning of each combat phase of this turn: "
            "all creatures that attacked this turn untap.",
        ),
        (
            {"effects": [{"token": {"name": "Imp", "then": [{"delayed": {"at": "end", "do": [{"move": "those"}]}}]}}]},
            "As it resolves: its controller creates a 1/1 token called Imp, and with those: at the beginning of the "
            "next end step: those go to the graveyard.",
        ),
        (
            {"effects": [{"extra_phases": {"phases": ["combat"], "at_beginning": [{"untap": "creatures"}]}}]},
            "As it resolves: the turn gets a further combat phase after this phase, and at the beginning of the first "
            "of these: all creatures of its controller untap.",
        ),
        (
            {"effects": [{"lasting": {"name": "truce", "until": "end_of_combat"}}]},
            'As it resolves: "truce" lasts until the end of the combat phase.',
        ),
        (
            {"type": "enchantment", "triggers": [{"when": "upkeep", "whose": "you", "nth": 2, "do": ["draw"]}]},
            "At the beginning of the second upkeep step of each of its controller's turns: "
            "its controller draws a card.",
        ),
        (
            {"type": "creature", "triggers": [{"when": "attacks", "nth": 1, "do": ["end_combat"]}]},
            "Whenever it attacks, for the first time each turn: the combat phase ends: what is on the stack is exiled, "
            "and the next phase begins.",
        ),
        (
            {"type": "artifact", "abilities": [{"tap": True, "mana": 2, "do": [{"mana": 1}], "once_each_turn": True}]},
            "Activated for 2 mana and by tapping it: its controller gets 1 mana (once each turn).",
        ),
        (
            {"type": "artifact", "static": [{"skip": "untap", "player": "each"}]},
            "As long as it is there, each player skips every untap step.",
        ),
        (
            {"type": "enchantment", "static": [{"reverse_phases": True}]},
            "As long as it is there, every turn takes its phases in reverse order.",
        ),
        ({"type": "enchantment", "chapters": [["draw"]]}, "Chapter 1: its controller draws a card."),
        (
            {"targets": "creature", "effects": [{"let_attack": {"what": "target", "whom": "opponents"}}]},
            "As it resolves: the target attacks an opponent, without being declared.",
        ),
        (
            {"targets": "creature", "effects": [{"attack_anew": "target"}, {"let_attack": "target"}]},
            "As it resolves: its controller chooses anew what the target attacks; "
            "then the target attacks what its controller chooses, without being declared.",
        ),
        (
            {"effects": [{"let_block": {"what": "Wall", "attacker": "Bear"}}]},
            "As it resolves: Wall blocks Bear.",
        ),
        (
            {"type": "artifact", "abilities": [{"more_each_time": 1, "special": True, "do": ["draw"]}]},
            "Activated at no cost, and for 1 mana more each time in a turn, as a special action: "
            "its controller draws a card.",
        ),
        (
            {"targets": "permanent", "effects": [{"must_attack": "target"}]},
            "As it resolves: the target attacks if able this turn.",
        ),
        (
            {"effects": [{"must_attack": {"player": "opponents", "until": "your_next_turn"}}]},
            "As it resolves: all creatures of each opponent attack if able until its controller's next turn.",
        ),
        (
            {"targets": "creature", "effects": [{"must_attack": {"whom": "you"}}, {"goad": "target"}]},
            "As it resolves: the target attacks who controls this if able this turn; then the target is goaded until "
            "its controller's next turn: attacks if able, and a player other than who goaded it if able.",
        ),
        (
            {"effects": [{"untap": {"player": "you", "of": "Elf"}}, {"tap": {"player": "opponents"}}]},
            "As it resolves: all Elf permanents of its controller untap; then all permanents of each opponent become "
            "tapped.",
        ),
        (
            {
                "targets": "player",
                "effects": [{"token": {"name": "Raider", "attacking": True, "whom": "target"}}],
            },
            "As it resolves: its controller creates a 1/1 token called Raider, attacking the target.",
        ),
        (
            {"type": "enchantment", "static": [{"attack_cost": 2}]},
            "As long as it is there, creatures can't attack its controller "
            "unless their controller pays 2 mana for each.",
        ),
        (
            {"type": "enchantment", "static": [{"attack_toll": {"sacrifice": "land", "discard": 1}}]},
            "As long as it is there, creatures can't attack its controller "
            "unless their controller sacrifices a land and discards a card for each.",
        ),
        (
            {
                "type": "creature",
                "static": [{"own_attack": True, "attack_cost": 1, "attack_toll": {"tap": "artifact"}}],
            },
            "As long as it is there, it can't attack unless its controller pays 1 mana and taps an untapped artifact.",
        ),
        (
            {"type": "artifact", "static": [{"most_attackers": 1}]},
            "As long as it is there, no more than one creature can attack in a combat.",
        ),
        (
            {"type": "scheme", "effects": ["end_turn"]},
            "When it is set in motion: the turn ends: what is on the stack is exiled, and the cleanup step is next.",
        ),
        (
            {
                "targets": "player",
                "effects": [
                    {"may": {"player": "target", "do": ["draw", {"life": {"amount": -1, "player": "chooser"}}]}}
                ],
            },
            "As it resolves: if the target wants it: its controller draws a card; "
            "then the player who chose loses 1 life.",
        ),
        (
            {"effects": [{"choose_one": {"player": "active", "options": {"one": ["end_turn"], "two": []}}}]},
            'As it resolves: the player whose turn it is chooses "one": the turn ends: what is on the stack is exiled, '
            'and the cleanup step is next or "two": nothing.',
        ),
        (
            {"effects": [{"skip": {"what": "combat", "all": True, "next_turn": True, "then": [{"life": 1}]}}]},
            "As it resolves: its controller skips every combat phase of that player's next turn, "
            "and first thing after it: its controller gains 1 life.",
        ),
        (
            {"effects": [{"mana": {"amount": 2, "until": "end_of_combat"}}, {"mill": 2}, "no_schemes"]},
            "As it resolves: its controller gets 2 mana, which stays in the pool until the end of the combat phase; "
            "then its controller puts two cards from the top of the library into the graveyard; then "
            "no scheme can be set in motion this turn.",
        ),
        (
            {
                "targets": "permanent",
                "effects": [{"pump": {"keywords": ["haste", "does not untap"], "until": "end_of_your_next_turn"}}],
            },
            "As it resolves: the target has haste and does not untap in untap steps "
            "until the end of its controller's next turn.",
        ),
        (
            {"type": "artifact", "static": [{"may_stay_tapped": True}]},
            "As long as it is there, its controller may leave it tapped in untap steps.",
        ),
        ({"type": "creature"}, "It has no abilities."),
    ],
)
def test_what_is_told(data: dict[str, object], says: str) -> None:
    *cast_on, line = card_sentences(card(**data))
    assert line == says
    assert len(cast_on) == ("targets" in data), "only what it is cast on is told besides"


def test_casting_windows_are_told_first() -> None:
    first, _ = card_sentences(card(castable=["during_combat", "before_blockers"], effects=["draw"]))
    assert first == "It may be cast only during combat and before blockers are declared."


def test_the_list_names_every_card_with_its_shapes(fsm: Run) -> None:
    first, *lines = fsm("cards").stdout.splitlines()
    assert first.startswith(f"{len(catalogue())} cards")
    assert len(lines) == len(catalogue())
    (walk,) = [line for line in lines if line.startswith("Time Walk ")]
    assert walk.split() == ["Time", "Walk", "sorcery", "an", "extra", "turn"]


def test_one_card_is_explained_with_its_scenarios(fsm: Run) -> None:
    done = fsm("cards", "time walk")
    assert done.exit_code == 0
    first, says, *rest = done.stdout.splitlines()
    assert (first, says) == (
        "Time Walk · sorcery",
        "  As it resolves: its controller takes an extra turn after this one.",
    )
    assert "  in scenario  scenarios/09-extra-turns/01-time-walk.turn.yaml: Time Walk" in rest


def test_every_card_of_the_catalogue_can_be_pasted_into_a_scenario() -> None:
    texts = [card_yaml(name).removeprefix("cards:\n") for name in catalogue()]
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: T1\ncards:\n{''.join(texts)}")
    assert scenario.cards == catalogue()


def test_what_is_told_of_a_card_holds_its_text_for_scenarios(fsm: Run) -> None:
    said = fsm("cards", "time walk").stdout
    assert f"\n\n{card_yaml('Time Walk')}\n" in said
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: T1\n{card_yaml('Time Walk')}")
    assert scenario.cards == {"Time Walk": catalogue()["Time Walk"]}


@joined([
    (["kiki"], {"Kiki-Jiki, Mirror Breaker"}), (["WARLEADER", "aurelia"], {"Aurelia, the Warleader"}),
    (["ime wal"], {"Time Walk"}), (["yshtola"], {"Y'shtola Rhul"}), (["obeka"], None), (["skips turns"], None),
    (["time walk"], {"Time Walk"}),
])  # fmt: skip
def test_a_card_is_found_by_words_and_their_parts(words: list[str], names: set[str] | None) -> None:
    found = {card.name for card in find_cards(" ".join(words))}
    assert found == names if names else len(found) > 1


def test_several_cards_are_listed(fsm: Run) -> None:
    first, *lines = fsm("cards", "obeka").stdout.splitlines()
    assert first == "2 cards; fsm cards NAME explains one"
    assert [line[:16] for line in lines] == ["Obeka, Brute Chr", "Obeka, Splitter "]


@joined([
    ("extra_turn", "Time Walk", "Relentless Assault"), ("extra_phases", "Relentless Assault", "Time Walk"),
    ("skip", "Yawgmoth's Bargain", "Time Walk"), ("skip", "Fatigue", "Time Walk"),
    ("an extra turn", "Time Walk", "Relentless Assault"), ("monarch", "Palace Sentinels", "Time Walk"),
    ("reverse_phases", "Topsy Turvy", "Time Walk"),
])  # fmt: skip
def test_the_cards_of_a_shape_are_found(word: str, one: str, other: str) -> None:
    found = {card.name for card in cards_of_shape(word)}
    assert one in found
    assert other not in found


def test_an_unknown_shape_lists_them_all(fsm: Run) -> None:
    done = fsm("cards", "--shape", "extra_trun")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "the shape 'extra_trun' (did you mean \"extra_turn\"?)" in done.stderr
    assert all(name in done.stderr for name in SHAPES)
    assert done.stderr.endswith("and the effects of fsm docs FORMAT by their names\n")
    assert fsm("cards", "--shape", "skip", "Time Walk").exit_code == 2


def test_what_is_left_out_is_said(fsm: Run) -> None:
    assert "  Note: Opponents may search libraries." in fsm("cards", "Stranglehold").stdout.splitlines()


def test_a_run_says_once_what_is_left_out_of_each_card_it_uses(fsm: Run, tmp_path: Path) -> None:
    lines = ["players: {Ann: {battlefield: [Stranglehold, Stranglehold, Forest]}, Bob: {schemes: []}}", "script:"]
    lines += [f"  - {{at: T{turn}.precombat_main, Ann: {{cast: Nexus of Fate}}}}" for turn in (1, 2)]
    file = tmp_path / "used.turn.yaml"
    file.write_text("\n".join([*lines, "until: T2"]))
    said = [line for line in fsm("run", str(file)).stdout.splitlines() if line.startswith("Simplified")]
    notes = {name: catalogue()[name].note for name in ("Stranglehold", "Nexus of Fate")}
    assert said == [f"Simplified: {name}: {note}" for name, note in notes.items()]


@pytest.mark.parametrize(("options", "count"), [(["-v"], 1), ([], 0), (["-v", "-n", "1"], 1)], ids=str)
def test_tests_say_so_too_if_they_are_asked_for_more(pytester: pytest.Pytester, options: list[str], count: int) -> None:
    for number in (1, 2):
        text = "players: {Ann: {battlefield: [Stranglehold]}, Bob: }\nuntil: T1\n"
        (pytester.path / f"{number}.turn.yaml").write_text(text)
    own = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--assert=plain", *INNER.split())
    done = pytester.runpytest_inprocess(*own, *options)
    done.assert_outcomes(passed=2)
    assert done.stdout.str().count(f"Simplified: Stranglehold: {catalogue()['Stranglehold'].note}") == count


@pytest.mark.parametrize(("words", "names"), [
    ("Aurelai the warleder", ["Aurelia, the Warleader"]), ("Time wlak", ["Time Walk"]), ("Tyme Walk", ["Time Walk"]),
    ("obeka spliter", ["Obeka, Splitter of Seconds"]), ("timewalk", ["Time Walk"]), ("stassis", ["Stasis"]),
])  # fmt: skip
def test_of_a_misspelt_card_the_nearest_name_is_told_and_no_more(fsm: Run, words: str, names: list[str]) -> None:
    assert [card.name for card in find_cards(words)] == names
    done = fsm("cards", words)
    assert (done.exit_code, done.stdout) == (2, "")
    first, *_ = done.stderr.splitlines()
    assert first.startswith(f"fsm: no card of the catalogue is called {words!r}; the nearest name")
    assert names[0] in first


@pytest.mark.parametrize(("words", "says"), [
    ("haste", 'it is a keyword of a card, {keywords: [haste]} (fsm docs FORMAT, "Cards and effects"); these have'),
    ("vanishing", "it is a key of a card "), ("you cast", "it is an event of triggers, {when: you cast} "),
    ("end turn", 'it is an effect: "Ends the turn." '), ("upkeep", "it is a phase or step "),
    ("monarch", 'and a condition: "'), ("legendary creature", "it is a kind of objects "),
    ("end_of_turn", "it is a duration "), ("loyalty_any_time", "it is a key of a static ability "),
])  # fmt: skip
def test_a_word_of_scenario_files_is_told_to_be_one(fsm: Run, words: str, says: str) -> None:
    done = fsm("cards", *words.split())
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"no card of the catalogue is called {words!r}; it is ")
    assert says in done.stdout
    sections = re.findall(r'fsm docs FORMAT, "([^"]+)"', done.stdout)
    told = document("FORMAT")[1]
    assert all(f"## {one}\n" in told or f"**{one}" in told for one in sections), sections


def test_words_that_no_card_is_called_list_cards_and_explain_none(fsm: Run) -> None:
    done = fsm("cards", "Out of Combat")
    none = "no card of the catalogue is called 'Out of Combat'; these have the words:"
    assert done.stdout.splitlines()[:2] == [none, "4 cards; fsm cards NAME explains one"]
    assert "  - {name: Out of Combat, type: sorcery, " in done.stderr
    for word in ("cycling", "cumulative upkeep"):
        done = fsm("cards", word)
        why = (
            f"fsm: no card of the catalogue is called {word!r}; fsm cards lists them all; scenario files have no such "
        )
        assert (done.exit_code, done.stderr.startswith(why)) == (2, True)
    assert "; perhaps this is meant: fsm cards extra turn; " in fsm("cards", "extra", "trun").stderr


def test_misspelt_words_of_an_explanation_are_found_too() -> None:
    assert find_cards("extra trun") == find_cards("extra turn")


def test_names_come_first_and_what_is_told_of_a_card_is_found_after_them() -> None:
    goblins = [card.name for card in find_cards("goblin")]
    assert all("Goblin" in name for name in goblins[:2])
    assert "Kiki-Jiki, Mirror Breaker" in goblins[2:]
    combats = [card.name for card in find_cards("combat")]
    assert combats[0] == "Combat Celebrant"
    assert "Relentless Assault" in combats


@joined([
    ("skip untap", "skips untap steps"), ("skip your turn", "skips turns"), ("take another turn", "an extra turn"),
    ("end the turn", "ends the turn"), ("control turn", "controls a turn"),
    ("skip draw", "skips every draw step"), ("second combat", "an extra combat"),
])  # fmt: skip
def test_of_what_is_asked_in_words_the_cards_of_that_shape_come_first(words: str, shape: str) -> None:
    assert all(shape in shapes(found) for found in find_cards(words)[:4])


@pytest.mark.parametrize(("number", "asked", "edition", "one", "other"), [
    ("500.7", None, "cr2026", "Time Walk", "Relentless Assault"), ("300.6", None, "cr2008", "Time Walk", "Stasis"),
    ("CR 500.8", "cr2011", "cr2011", "Relentless Assault", "Time Walk"),
    ("500.11", None, "cr2026", "Stasis", "Time Walk"), ("723.1", None, "cr2026", "Mindslaver", "Time Stop"),
    ("724.1", None, "cr2026", "Time Stop", "Mindslaver"), ("712.1", "cr2011", "cr2011", "Time Stop", "Mindslaver"),
    ("300.9", "cr2006", "cr2006", "Stasis", "Time Walk"),
])  # fmt: skip
def test_the_cards_under_a_rule_are_found(
    fsm: Run, number: str, asked: str | None, edition: str, one: str, other: str
) -> None:
    says, count, *lines = fsm("cards", number, *(["--edition", asked] if asked else [])).stdout.splitlines()
    number = number.removeprefix("CR ")
    assert says == f"{number} ({edition}): {load_edition(edition).rules[number].says}"
    assert int(count.split()[0]) == len(lines)
    assert any(line.startswith(f"{one} ") for line in lines)
    assert not any(line.startswith(f"{other} ") for line in lines)


@pytest.mark.parametrize(("arguments", "why"), [
    (("500.7", "-e", "2006"), "no rule 500.7 in the index of cr2006; fsm rules 500.7 has its counterparts"),
    (("999.9",), "no rule 999.9 in the index of any edition; fsm rules lists them"),
    (("503.1a",), "no effect of a card in the catalogue obeys rule 503.1a"),
    (("time walk", "-e", "2006"), "--edition is about the number of a rule"),
])  # fmt: skip
def test_a_rule_without_cards_is_an_error_that_says_why(fsm: Run, arguments: tuple[str, ...], why: str) -> None:
    done = fsm("cards", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"fsm: {why}")


@pytest.mark.parametrize("name", ["Xyzzy", "Yoda: the First", "Hzrt: 3", "3.5", "a" * 200])
def test_of_a_card_that_is_not_there_it_is_said_how_to_write_it(fsm: Run, name: str) -> None:
    done = fsm("cards", name)
    assert (done.exit_code, done.stdout) == (2, "")
    first, *_ = done.stderr.splitlines()
    assert first.startswith("fsm: no card of the catalogue is called ")
    _, told, snippet = done.stderr.rstrip("\n").split("\n\n")
    assert 'fsm docs FORMAT has all that can be said, under "Cards and effects"' in told
    cards, *lines = snippet.splitlines()
    cast = f"script: [{{at: T1.precombat_main, Ann: {{cast: {json.dumps(name[:60])}}}}}]"
    expected = ("turns: [Ann, Ann]", "state: {T3.end: {Ann: {life: 21}}}", "happens: [{event: permanent.enter}]")
    for line, expect in zip(lines, expected, strict=True):
        (scenario,) = parse_scenarios(f"players: [Ann, Bob]\n{cast}\nexpect: {{{expect}}}\n{cards}\n{line}\n")
        for edition in edition_ids():
            assert judge(scenario, run_scenario(scenario, edition)) == []


def test_near_names_are_told() -> None:
    with pytest.raises(CardError, match="is called 'Temporal Manipulations of Krovikan Sorcery'; the nearest name"):
        find_cards("Temporal Manipulations of Krovikan Sorcery")


@pytest.mark.parametrize("name", ["", " ", "x" * 5000, "\n", "Zzz"])
def test_strange_names_are_refused(name: str) -> None:
    with pytest.raises(CardError):
        list(explain_card(name))


def test_without_scenarios_a_card_is_explained_all_the_same(fsm: Run, tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert not [line for line in explain_card("Time Walk") if "scenario" in line]


def test_the_scenarios_of_a_card_are_all_that_name_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    found = {line.split(":")[0].split()[-1] for line in explain_card("Y'shtola Rhul") if "in scenario" in line}
    naming = {path for path in (root / "scenarios").rglob("*.turn.yaml") if "battlefield: [\"Y'sht" in path.read_text()}
    assert {str(path.relative_to(root)) for path in naming} <= found
    assert naming


def test_an_effect_is_told_by_itself() -> None:
    (effect,) = card(effects=["end_turn"]).effects
    assert effect_sentence(effect) == "the turn ends: what is on the stack is exiled, and the cleanup step is next"
