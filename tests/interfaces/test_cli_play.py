"""``fsm play``: a game from nothing, typed; each word is tried as a player would type it."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Fsm

from fsm.debugger.playing import go_to, new_game
from fsm.debugger.terminal import Terminal
from fsm.edition import load_edition
from fsm.scenario import read_scenarios, run_scenario


def play(fsm: Fsm, *words: str, options: tuple[str, ...] = (), code: int = 0) -> str:
    """What is printed after the words are typed, without the greeting."""
    done = fsm("play", *options, stdin="\n".join((*words, "q")).encode())
    assert done.exit_code == code
    return done.stdout.split("h lists all words.\n", 1)[1]


def test_an_argument_from_nothing_to_its_answer(fsm: Fsm, tmp_path: Path) -> None:
    said = play(
        fsm, "have grizzly bears", "attack bears", "to main", "cast relentless assault", "attack bears", "to T2", "why",
        "save twice.turn.yaml expect",
    )  # fmt: skip
    assert "(life 18)" in said
    assert "(life 16)" in said
    assert "[T2.beginning.upkeep] Bob has priority" in said
    (scenario,) = read_scenarios(tmp_path / "twice.turn.yaml")
    assert scenario.name == "twice"
    assert scenario.expect.turns == ("Ann", "Bob")
    assert run_scenario(scenario).life("Bob") == 16
    assert fsm("test", "twice.turn.yaml").exit_code == 0


def test_an_act_is_done_as_soon_as_it_can_be_and_told_what_went_before(fsm: Fsm) -> None:
    said = play(fsm, "cast time walk", "Bob: cast counterspell on time", "cast relentless assault", "pass", code=2)
    order = [
        "Ann casts Time Walk", "Bob casts Counterspell", "stack: Counterspell and Time Walk",
        "may be cast only during your own turn",
    ]  # fmt: skip
    places = [said.index(text) for text in order]
    assert places == sorted(places)
    assert "Bob puts Relentless Assault" not in said


def test_words_are_undone_one_by_one(fsm: Fsm) -> None:
    said = play(fsm, "have hill giant", "cast time walk", "to T2", "undo", "undo", "undo", "p Ann.battlefield")
    assert [line for line in said.splitlines() if line.startswith("[undone")] == [
        "[undone: to T2]", "[undone: cast time walk]", "[undone: have hill giant]"
    ]  # fmt: skip
    assert "Hill Giant" not in said[said.index("[undone: have hill giant]") + 30 :]


def test_a_place_without_a_number_is_the_next_of_its_kind(fsm: Fsm) -> None:
    said = play(fsm, "have aurelia", "attack aurelia", "to combat", "to combat", "to T9.upkeep", "to T2", code=2)
    assert "[T1.combat#2." in said
    assert "[T2.combat." in said
    assert "[T9.beginning.upkeep] Ann has priority" in said
    assert "*** T2 does not come after this; schedule lists what comes" in said


def test_what_a_player_has_is_there_from_the_beginning_on(fsm: Fsm) -> None:
    said = play(
        fsm, "to T2.upkeep", "have 2 forest, hill giant", "Ann have life 3", "have opt in graveyard", "p Bob", "p Ann",
        "have {name: Ox, type: creature, power: 1, toughness: 4}", "p Bob.battlefield",
    )  # fmt: skip
    assert "[T2.beginning.upkeep] Bob has priority" in said
    assert "graveyard: Opt" in said
    assert said.count("Forest") >= 2
    assert "\nlife: 3\n" in said
    assert "Ox: 1/4" in said


def test_names_may_stand_in_quotes(fsm: Fsm) -> None:
    said = play(
        fsm, "have 2 \"Grizzly Bears\", 'Aurelia, the Warleader'", 'cast "Terror" on "Grizzly Bears"', "resolve"
    )
    assert "Ann has 2 Grizzly Bears and Aurelia, the Warleader from" in said
    assert "Grizzly Bears leaves the battlefield" in said


def test_a_block_is_typed_with_what_blocks(fsm: Fsm) -> None:
    said = play(
        fsm, "have grizzly bears, llanowar elves", "Bob have hill giant, serra angel", "attack grizzly, elves",
        "block grizzly with hill giant, serra", "to T2",
    )  # fmt: skip
    assert (
        "Hill Giant and Serra Angel block Grizzly Bears" in said or "Grizzly Bears" in said.split("Declare blockers")[1]
    )
    assert "Grizzly Bears leaves the battlefield" in said
    assert "Llanowar Elves deals 1 damage to Bob" in said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("cast tim", "may be Time Walk, Time"),
        ("cast nothing", "unknown card 'nothing'"),
        ("attack bear", "nobody is asked to attack before the end of this turn; that takes a creature"),
        ("Bob attack bear", "Bob is not asked to attack"),
        ("assign {Bear: x}", "is not an action"),
        ("save x", "'x' is no scenario file"),
        ("why combat", "combat has not come up yet"),
        ("block x", "names no blocker"),
        ("have", "have what?"),
        ("have nothing", "unknown card 'nothing'"),
        ("have {name: Ox, tpye: creature}", "unknown key 'tpye'"),
        ("have paradox haze", "Paradox Haze is an Aura, which has to be attached"),
        ("have life x", "unknown card 'life x'"),
        ("to", "to where?"),
        ("to nowhere", "is not a phase or step"),
        ("to T1.upkeep", "T1.upkeep does not come after this"),
        ("to T200", "T200 is more than 100 turns away"),
        ("cast {name: Hour, tpye: instant}", "unknown key 'tpye'"),
        ("resolve", "the stack is empty"),
        ("undo", "nothing has been done"),
        ("9", "there is no action 9"),
        ("Bob jump", "'jump' is not what a player does"),
        ("save", "save to which file?"),
        ("choose blue", "nobody is asked to choose"),
        ("activate x", "no 'x' is available"),
        ("fly", "'fly' is not a command"),
        ("Cleo: pass", "no player 'Cleo'; there are Ann and Bob"),
    ],
)
def test_what_cannot_be_done_changes_nothing(fsm: Fsm, typed: str, told: str) -> None:
    said = play(fsm, typed, "pass", code=2)
    assert said.splitlines()[:2] == ["[T1.precombat_main] Ann has priority", f"(Ann T1.precombat_main) {typed}"]
    assert said.splitlines()[2].startswith("*** ")
    assert told in said.splitlines()[2]
    assert len(said.splitlines()) == 3, "what was to come after it would be another game"


def test_a_verb_alone_lists_what_can_be_said(fsm: Fsm) -> None:
    said = play(fsm, "cast", "have time vault", "activate", "Bob: cast", "choose", "legal")
    assert "; NUMBER does one of these, as does cast NAME" in said
    assert "Relentless Assault; " in said
    assert "{activate: Time Vault}" in said
    assert "choose is no answer to that, and legal lists what is" in said
    assert "whatif" not in said


def test_a_number_does_a_legal_action(fsm: Fsm) -> None:
    assert "[T1.precombat_main] Bob has priority" in play(fsm, "1")


def test_another_beginning_other_players_and_rules_of_any_time(fsm: Fsm, tmp_path: Path) -> None:
    said = play(fsm, "p active", options=("--players", "Zoë, Dan,Eve", "--edition", "2006", "--at", "T2.upkeep"))
    assert said.splitlines()[0] == "[T2.beginning.upkeep] Dan has priority"
    (tmp_path / "x.turn.yaml").write_text("players: [Ann, Bob]\nscript: [{at: T1.upkeep, Ann: {cast: Opt}}]\n")
    said = play(fsm, "resolve", options=("x.turn.yaml",))
    assert said.splitlines()[0] == "[T1.beginning.upkeep] Ann has priority | stack: Opt"
    assert "Opt resolves" in said
    for options in (
        ("--players", "Ann"),
        ("--players", "Ann,Ann"),
        ("--at", "T1.untp"),
        ("--at", "T900"),
        ("-e", "1066"),
    ):
        done = fsm("play", *options)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr


def test_tab_completes_names_of_several_words() -> None:
    session = go_to(new_game(load_edition("cr2026"), ["Ann", "Bob"]), "T1.precombat_main")
    terminal = Terminal(session, playing=True)

    def completed(line: str, text: str) -> list[str]:
        return terminal.completedefault(text, line, len(line) - len(text), len(line))

    assert completed("cast relentless as", "as") == ["Assault"]
    assert completed("Bob: cast Relentless As", "As") == ["Assault"]
    assert "combat" in completed("to com", "com")
    terminal.onecmd("have Grizzly Bears")
    assert completed("attack Gri", "Gri") == ["Grizzly Bears"]
    assert completed("why", "why") == []


def test_words_given_with_a_refused_one_before_them_are_left_out(fsm: Fsm) -> None:
    done = fsm("play", "-c", "cast fly", "-c", "cast time walk", "-c", "q")
    assert done.exit_code == 2
    assert done.stdout.endswith("[what was to come after it is left out]\n")


def test_a_card_is_made_up_and_the_game_told(fsm: Fsm) -> None:
    said = play(
        fsm, "cast time walk", "Bob: cast {name: Hour, type: instant, effects: [{extra_turn: you}]}",
        "to beginning of combat", "explain",
    )  # fmt: skip
    assert "[T1.combat.beginning_of_combat] Ann has priority | extra turns: Ann and Bob" in said
    assert "**In the end.**" in said
    assert "Next, Ann takes an extra turn (Time Walk), then Bob takes an extra turn (Hour)" in said


def test_why_explains_what_changed_the_turn_last_or_at_the_newest_place(fsm: Fsm) -> None:
    said = play(
        fsm, "cast relentless assault", "to main", "why", "to combat", "why combat", "to end", "why phase.insert"
    )
    answers = [part.splitlines()[1] for part in said.split(") why")[1:]]
    assert answers[0] == "+ A further postcombat main phase is added, by Relentless Assault"
    assert answers[1] == "Combat phase #2"
    assert answers[2] == "+ A further postcombat main phase is added, by Relentless Assault"


def test_explain_tells_only_what_has_happened(fsm: Fsm) -> None:
    assert "does not attack" not in play(fsm, "explain")
    said = play(fsm, "have grizzly bears", "attack bears", "explain", "pass", "pass", "pass", "pass", "explain")
    before, after = (part.partition("**In the end.**")[2].splitlines()[0] for part in said.split(") explain")[1:])
    assert before.startswith(" Next, Bob takes a turn")
    assert after.startswith(" Bob has 18 life")


def test_a_game_that_is_saved_goes_on_where_it_was(fsm: Fsm) -> None:
    play(fsm, "cast time walk", "resolve", "to T2.draw", "save late.turn.yaml expect")
    assert fsm("test", "late.turn.yaml").exit_code == 0
    said = play(fsm, "to T3", options=("late.turn.yaml",))
    assert said.splitlines()[0] == "[T2.beginning.draw] Ann has priority"
    assert "Turn 3 · Bob" in said


def test_creatures_of_one_name_are_told_apart(fsm: Fsm) -> None:
    said = play(
        fsm, "have 2 grizzly bears, hill giant", "Bob have 2 grizzly bears",
        "attack grizzly bears, grizzly bears, giant", "block hill giant with grizzly bears, grizzly bears", "to T2",
    )  # fmt: skip
    assert "Ann attacks with Grizzly Bears, Grizzly Bears and Hill Giant" in said
    assert "Hill Giant leaves the battlefield" in said
    assert "(life 16)" in said
    said = play(fsm, "have 2 grizzly bears", "attack grizzly bears#2")
    assert "Ann attacks with Grizzly Bears" in said


def test_players_of_several_words_act_attack_and_are_asked(fsm: Fsm) -> None:
    names = ("--players", "Ann,Ann Lee,Cat")
    said = play(fsm, "ann lee: cast opt", "p Ann Lee", options=names)
    assert "Ann Lee casts Opt" in said
    assert "hand: a card ×6" in said
    said = play(fsm, "Ann have grizzly bears", "to combat", "choose cat", "attack grizzly bears on cat", options=names)
    assert "Cat is the defending player" in said
    assert "Ann attacks with Grizzly Bears" in said


def test_whatif_is_an_act_in_a_game_and_undone_as_one(fsm: Fsm) -> None:
    said = play(fsm, "cast time walk", "resolve", "whatif cast shock on Bob", "undo", "back")
    assert "[undone: cast shock on Bob]" in said
    assert "[undone: resolve]" in said
    assert said.splitlines()[-2] == "[T1.precombat_main] Ann has priority | stack: Time Walk"
