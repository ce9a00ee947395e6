"""``fsm play``: what players say in words of their own, whether they can do it here, and cards that they make up."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Fsm

LOW_TIDE = "{name: Low Tide, type: instant, targets: player, effects: [{skip: {what: untap, player: target}}]}"
AURELIA = ("have aurelia", "attack aurelia", "to end of combat")
MAIN_ONLY = "Time Walk (sorcery) may be cast only in a main phase; this is T1.combat.end_of_combat [117.1a, 505.6a]"


def play(fsm: Fsm, *words: str, options: tuple[str, ...] = (), code: int = 0) -> list[str]:
    """The lines that are printed after the words are typed, without the greeting."""
    done = fsm("play", *options, stdin="\n".join((*words, "q")).encode())
    assert done.exit_code == code, done.stdout
    return done.stdout.split("h lists all words.\n", 1)[1].splitlines()


def refused(fsm: Fsm, *words: str, options: tuple[str, ...] = ()) -> str:
    """Why the last of some words cannot be done."""
    return next(line for line in play(fsm, *words, options=options, code=2) if line.startswith("*** "))


@pytest.mark.parametrize("verb", ["cast time walk", "whatif cast time walk", "Ann casts Time Walk"])
def test_what_waits_says_first_why_it_cannot_be_done_here(fsm: Fsm, verb: str) -> None:
    said = play(fsm, *AURELIA, verb)
    typed = next(at for at, line in enumerate(said) if line.endswith(verb))
    assert said[typed + 1] == f"not here: {MAIN_ONLY}; waits until T1.postcombat_main"
    assert said[-2] == "[T1.postcombat_main] Ann has priority | stack: Time Walk"


def test_what_is_done_here_does_not_wait(fsm: Fsm) -> None:
    said = play(fsm, "cast opt", "resolve", "Bob: cast opt", "resolve", "have bears", "attack grizzly bears")
    assert not [line for line in said if line.startswith("not here")]


def test_an_act_with_now_is_done_here_or_not_at_all(fsm: Fsm) -> None:
    assert refused(fsm, *AURELIA, "cast time walk now") == f"*** this cannot be done: not now: {MAIN_ONLY}"
    said = play(fsm, *AURELIA, "cast opt now")
    assert said[-2] == "[T1.combat.end_of_combat] Ann has priority | stack: Opt"
    assert "nobody has priority in the cleanup step [514.3]" in refused(fsm, "to cleanup", "cast opt now")


def test_can_answers_and_changes_nothing(fsm: Fsm) -> None:
    asked = [
        "can cast time walk", "can cast opt", "can Bob cast opt", "can attack aurelia", "Bob: can cast time walk",
        "can attack aurelia now",
    ]  # fmt: skip
    said = play(fsm, *AURELIA, *asked)
    answers = {line.partition(") ")[2]: said[at + 1] for at, line in enumerate(said) if "can " in line and ") " in line}
    assert answers["can cast time walk"] == f"no: {MAIN_ONLY}; but at T1.postcombat_main"
    assert answers["can cast opt"] == "yes, at T1.combat.end_of_combat: Ann casts Opt [601.2]"
    assert answers["can Bob cast opt"].startswith("no: Ann has priority at T1.combat.end_of_combat [117.3d]; but when")
    assert answers["can attack aurelia"].startswith("no: attackers are declared in a declare attackers step; this is")
    assert answers["can attack aurelia"].endswith("; but at T1.combat#2.declare_attackers")
    assert answers["Bob: can cast time walk"].endswith("; nor later in this turn")
    assert {line.partition(")")[0] for line in said if ") can" in line} == {"(Ann T1.combat.end_of_combat"}
    assert "can they do what?" in refused(fsm, "can fly")


def test_a_card_that_is_made_up_has_a_target_and_is_remembered(fsm: Fsm, tmp_path: Path) -> None:
    said = play(fsm, f"cast {LOW_TIDE} on Bob", "resolve", "Cast low tide on Ann", "resolve", "save own.turn.yaml")
    assert [line.split(",")[0].strip() for line in said if "is to skip" in line] == [
        "Bob is to skip the next untap step", "Ann is to skip the next untap step"
    ]  # fmt: skip
    assert fsm("run", str(tmp_path / "own.turn.yaml")).exit_code == 0


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (
            "{name: Brine, type: instant, effects: [{skip: untap, target: Bob}]}",
            "is not a card in effects: found a mapping with 'skip' and 'target', expected one effect such as "
            "{skip: {what: untap, player: Bob}}, with all that it says inside",
        ),
        (
            "{name: Brine, type: instant, effects: [{skip: {waht: untap}}]}",
            "is not a card in effects.skip: unknown key",
        ),
        (
            "{name: Brine, type: instant, effects: [{fly: up, high: 3}]}",
            "expected one effect such as {extra_turn: you}",
        ),
    ],
)
def test_a_wrong_effect_says_which_part_is_wrong_and_the_right_form(fsm: Fsm, card: str, told: str) -> None:
    assert told in refused(fsm, f"cast {card}")


def test_the_help_has_cards_that_are_ready_to_be_typed(fsm: Fsm) -> None:
    said = play(fsm, "h")
    assert any("fsm cards --shape" in line for line in said)
    own = [line.strip() for line in said if line.startswith("  cast {")]
    assert len(own) == 3
    for line in own:
        assert play(fsm, line, "resolve")[-2] == "[T1.precombat_main] Ann has priority"


def test_players_say_verbs_in_their_own_way(fsm: Fsm) -> None:
    said = play(
        fsm, "HAVE aurelia", "ann attacks with aurelia", "Resolve", "Ann Casts Opt", "next turn", "End the turn"
    )
    assert any("Ann attacks with Aurelia" in line for line in said)
    assert any("Ann casts Opt" in line for line in said)
    assert said[-2] == "[T3.beginning.upkeep] Ann has priority"
    assert "'draw a card' is not a command; cards are drawn in draw steps" in refused(fsm, "draw a card")


@pytest.mark.parametrize("line", ["turn 3", "schedule x", "explain it", "undo all"])
def test_words_after_what_takes_none_are_refused(fsm: Fsm, line: str) -> None:
    word, _, rest = line.partition(" ")
    assert refused(fsm, line) == f"*** {word} takes nothing more; leave {rest!r} out"


def test_what_is_refused_has_its_reason(fsm: Fsm) -> None:
    said = refused(fsm, "cast grizzly bears", "resolve", "attack grizzly bears")
    assert said.endswith("Grizzly Bears cannot attack now: it came this turn and has no haste (302.6)")
    said = refused(fsm, "have aurelia", "cast grizzly bears", "resolve", "attack grizzly bears")
    assert said.endswith("it came this turn and has no haste (302.6)")
    said = refused(fsm, "have aurelia", "attack aurelia", "to declare blockers", "attack aurelia now")
    assert "attackers are declared in a declare attackers step" in said
    assert "this is Ann's turn, T1.precombat_main" in refused(fsm, "Bob have sundial", "Bob: activate sundial")


def test_an_attack_on_one_of_several_players_chooses_them(fsm: Fsm) -> None:
    said = play(fsm, "have grizzly bears", "attack grizzly bears on Cat", "undo", options=("--players", "Ann,Bob,Cat"))
    assert any("Cat is the defending player" in line for line in said)
    assert any("Ann attacks with Grizzly Bears" in line for line in said)
    assert said[-2] == "[T1.precombat_main] Ann has priority"
    again = ("have hill giant", "attack hill giant on Ann")
    assert "Ann cannot be attacked now" in refused(fsm, *again, options=("--players", "Ann,Bob,Cat"))


@pytest.mark.parametrize("joint", ["on", "target", "targeting"])
def test_a_target_follows_in_a_word_of_players(fsm: Fsm, joint: str) -> None:
    said = play(fsm, f"cast paradox haze {joint} Bob", "resolve", "to T2.draw")
    assert any("Upkeep step #2" in line for line in said)


def test_a_skip_that_waits_is_told_scheduled_and_shown(fsm: Fsm) -> None:
    said = play(fsm, "cast fatigue on Bob", "resolve", "schedule", "p Bob", "to T3", "schedule", "p Bob")
    assert sum("Bob is to skip the next draw step, by Fatigue" in line for line in said) == 1
    assert said.count("  Bob is to skip the next draw step: Fatigue") == 1
    assert said.count("is_to_skip: the next draw step: Fatigue") == 1


def test_a_permanent_with_the_very_name_comes_first(fsm: Fsm) -> None:
    token = "cast {name: Call, type: instant, effects: [{token: {name: Sneak, power: 2, toughness: 3}}]}"
    said = play(
        fsm, "have {name: Sneak Attack, type: sorcery} in graveyard", token, "resolve", "p sneak", "p sneak att"
    )
    cards = [line for line in said if " · " in line]
    assert cards == ["Sneak · creature, 2/3", "Sneak Attack · sorcery"]
    assert "  in Ann's graveyard" in said


def test_what_somebody_has_says_what_has_happened_since(fsm: Fsm) -> None:
    said = play(fsm, "have grizzly bears tapped", "Bob have 2 hill giant tapped", "p Bob.battlefield")
    had = said.index("Ann has Grizzly Bears tapped from the beginning of the game")
    assert said[had + 1] == "so this has happened since:"
    assert said[had + 2].split() == ["Grizzly", "Bears", "untaps", "502.3,", "703.4c"]
    assert said[said.index("Bob has 2 Hill Giant tapped from the beginning of the game") + 1].startswith("[T1.")
    assert [line for line in said if line.startswith("Hill Giant")] == [
        "Hill Giant: 3/3, tapped", "Hill Giant#2: 3/3, tapped"
    ]  # fmt: skip


def test_the_picture_of_a_game_has_only_what_is_decided(fsm: Fsm, tmp_path: Path) -> None:
    play(fsm, "cast opt", "resolve", "diagram now.dot", "to end of combat", "diagram then.dot")
    now, then = (tmp_path / name for name in ("now.dot", "then.dot"))
    assert "The game so far" in now.read_text()
    assert [file.read_text().count('class="stop skipped') for file in (now, then)] == [1, 3]


def test_run_tells_what_is_refused_with_its_rules(fsm: Fsm) -> None:
    said = fsm("run", "24/12").stdout.splitlines()
    told = [" ".join(line.split()) for line in said if "is not allowed" in line]
    assert "What Ann tries is not allowed: Ann has no Swamp in hand 116.2a, 505.6b" in told
    assert len(told) == 9


def test_other_editions_are_named_and_two_are_refused(fsm: Fsm) -> None:
    assert fsm("explain", "06/02").stdout.splitlines()[-1] == "The game goes the same way under cr2011 and cr2006"
    same, also = fsm("explain", "02/04").stdout.splitlines()[-2:]
    assert same == "The game goes the same way under cr2011"
    assert also == "The scenario is also for cr2006: see it with --edition cr2006"
    assert "same way" not in fsm("explain", "06/02", "--edition", "all").stdout
    done = fsm("explain", "06/02", "-e", "2026", "-e", "2006")
    assert done.exit_code == 2
    assert "--edition names 2026 and 2006; name one, or all" in done.stderr


def test_resolve_stops_where_a_player_chooses_and_pay_uses_their_lands(fsm: Fsm) -> None:
    stasis = ("Bob: have Stasis", "Bob: have Island", "to T2.upkeep")
    said = play(fsm, *stasis, "resolve", "pay", "to next turn")
    asked = said.index("[T2.beginning.upkeep] Bob decides whether to pay | stack: Stasis")
    assert said[asked + 1 : asked + 3] == ["   1  {choose: 'no'}", "   2  {activate: Island}"]
    assert any("Bob chooses to pay 1 mana for Stasis" in line for line in said)
    assert not any("leaves the battlefield" in line for line in said)
    unpaid = play(fsm, *stasis, "resolve", "no")
    assert any("Stasis leaves the battlefield" in line for line in unpaid)
    assert refused(fsm, *stasis, "pay") == "*** nobody is asked to pay here; resolve goes on until somebody is"
    left = play(fsm, *stasis, "to next turn")
    assert left[-3].startswith("what players choose for effects was left to the default at T2.beginning.upkeep;")
    chosen = play(fsm, "have Fatespinner", "to T2.upkeep", "resolve", "2", "to T2.end")
    assert any("Bob chooses for Fatespinner: main phases" in line for line in chosen)
    assert not any(line.startswith("what players choose") for line in chosen)
    assert play(fsm, "cast opt", "resolve")[-2] == "[T1.precombat_main] Ann has priority"


def test_all_attack(fsm: Fsm) -> None:
    for said in ("attack all", "attack with everything", "attack all on Bob"):
        done = play(fsm, "have bears, serra angel, bears", said)
        assert any("Ann attacks with Grizzly Bears, Serra Angel and Grizzly Bears" in line for line in done), said
    assert refused(fsm, "attack all") == "*** no creature can attack before the end of this turn"


def test_a_place_that_the_game_does_not_reach_says_who_lost(fsm: Fsm) -> None:
    why = refused(fsm, "cast final fortune", "to T4.main")
    assert why == (
        "*** T4.main does not come: Ann loses the game at T2.ending.end (608.2c, 104.3e); "
        "Bob wins: the last player in the game (104.2a)."
    )


def test_what_is_had_may_be_tapped_one_by_one_and_is_had_on_nothing(fsm: Fsm) -> None:
    assert "Ann has Forest and Grizzly Bears tapped from the beginning of the game" in play(
        fsm, "have forest tapped, grizzly bears tapped"
    )
    assert refused(fsm, "have paradox haze on Bob").endswith("; cast paradox haze on Bob")


def test_why_names_no_line_of_a_file_that_is_not_there(fsm: Fsm) -> None:
    for said in (("cast opt", "resolve", "why"), ("have aurelia", "attack all", "to combat", "why combat")):
        assert not any("line " in line for line in play(fsm, *said))
