"""Games told as a judge would tell them: every scenario can be told, with the rules of its events and no others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import ROOT, Fsm, Lesson

from fsm.recording import Recording
from fsm.scenario import parse_scenarios, read_scenarios, run_scenario
from fsm.story import game_story

CORPUS = ROOT / "scenarios"
_CITED = re.compile(r"\[([^\]]+)\]")


def runs(files: list[Path]) -> Iterator[Recording]:
    for file in files:
        for scenario in read_scenarios(file):
            for edition in scenario.editions:
                yield run_scenario(scenario, edition)


def obeyed(recording: Recording) -> set[str]:
    """The rules of the events of a run, and of what was refused."""
    rules = {number for frame in recording for number in frame.event.rules}
    rules |= {number for attempt in recording.attempts for number in attempt.by}
    return rules | set(recording.final.outcome.rules if recording.final.outcome else ())


FILES = sorted(CORPUS.rglob("*.turn.yaml"))


@pytest.mark.parametrize(
    "files", [pytest.param(FILES[::25], id="some"), pytest.param(FILES, id="all", marks=pytest.mark.slow)]
)
def test_every_scenario_can_be_told_with_its_own_rules(files: list[Path]) -> None:
    for recording in runs(files):
        lines = list(game_story(recording))
        cited = {number for line in lines for many in _CITED.findall(line) for number in many.split(", ")}
        known = obeyed(recording) | set(recording.rules)
        assert cited <= known, f"{recording.file}: {cited - known}"
        assert numbers_told(lines) == [number for number, _ in recording.turns], recording.file
        for line in lines[3:]:
            assert re.fullmatch(r"|\*\*[^*]+\.\*\*( \S.*\.)?", line), f"{recording.file}: {line}"
            assert not re.search(r"  |\.\.|[ :;,][,.;]", line), f"{recording.file}: {line}"
        assert re.match(r"\*\*In the end\.\*\* [A-Z].{10}", lines[-1]), f"{recording.file}: {lines[-1]}"
        assert len(re.findall(r"\.(?: |$)", _CITED.sub("", lines[-1]).replace(" .", "."))) <= 3 + bool(
            recording.conclusion
        )
        assert not said_three_times(lines), recording.file


def numbers_told(lines: list[str]) -> list[int]:
    """The numbers of the turns that paragraphs tell."""
    told = (re.match(r"\*\*Turns? (\d+)(?: (?:to|and) (\d+))?, ", line) for line in lines)
    return [number for one in told if one for number in range(int(one[1]), int(one[2] or one[1]) + 1)]


def said_three_times(lines: list[str]) -> list[str]:
    """The sentences that stand three times or more in a story, whatever rules they cite."""
    plain = (_CITED.sub("", re.sub(r"^\*\*[^*]+\*\* ?", "", line)).replace(" .", ".") for line in lines)
    said = Counter(one for line in plain for one in re.split(r"(?<=[^A-Z]\.) (?=[A-Z])", line) if one)
    return [one for one, times in said.items() if times > 2]


def test_inserted_skipped_and_extra_parts_are_all_told() -> None:
    for recording in runs(FILES[5::40]):
        told = "\n".join(game_story(recording))
        for frame in recording:
            by = str(frame.event.get("by", ""))
            if by and frame.event.kind in ("turn.insert", "phase.insert", "step.insert", "turn.skip"):
                assert by in told, f"{recording.file}: {by}"


def story(text: str) -> str:
    (scenario,) = parse_scenarios(text)
    return "\n".join(game_story(run_scenario(scenario)))


def test_the_newest_extra_turn_is_told_to_come_first() -> None:
    told = story(
        "edition: cr2026\nplayers: [Ann, Bob]\nscript:\n"
        "  - {at: T1.precombat_main, Ann: {cast: Time Walk}}\n"
        "  - {at: T1.precombat_main, Ann: {cast: {name: Gift, type: sorcery, effects: [{extra_turn: Bob}]}}}\n"
        "expect: {turns: [Ann, Bob, Ann, Bob]}\n"
    )
    assert "Bob will take an extra turn after this one, before the one of Ann that was added earlier" in told
    assert "This is the extra turn of Gift, which comes before the one that was added earlier" in told


def test_what_triggers_as_a_phase_begins_is_told_in_that_phase() -> None:
    told = story(
        "edition: cr2026\nplayers: {Ann: {battlefield: [{name: Horn, type: artifact, triggers: "
        "[{when: combat, do: [{life: 1}]}]}]}, Bob: {}}\n"
        "expect: {turns: [Ann]}\n"
    )
    assert (
        "until the beginning of combat step, where the ability of Horn triggers [500.6, 603.2b] and goes on the stack"
        in told
    )


SILENCE = "cards: [{name: Silence, type: instant, effects: [counter]}]\n"


def test_a_countered_ability_is_told_apart_from_its_source() -> None:
    told = story(
        "edition: cr2026\nplayers: {Ann: {battlefield: ['Aurelia, the Warleader']}, Bob: {}}\n" + SILENCE + "script:\n"
        "  - {at: T1.declare_attackers, Ann: {attack: ['Aurelia, the Warleader']}}\n"
        "  - {at: T1.declare_attackers, responding_to: 'Aurelia, the Warleader', Bob: {cast: Silence}}\n"
        "expect: {turns: [Ann]}\n"
    )
    assert "Bob casts Silence in response" in told
    assert "the ability of Aurelia, the Warleader is countered and leaves the stack [701.6a]" in told


def test_a_countered_spell_and_one_without_a_target_say_why() -> None:
    told = story(
        "edition: cr2026\nplayers: {Ann: {battlefield: [Grizzly Bears]}, Bob: {}}\n" + SILENCE + "script:\n"
        "  - {at: T1.precombat_main, Ann: {cast: Opt}}\n"
        "  - {at: T1.precombat_main, responding_to: Opt, Bob: {cast: Silence}}\n"
        "  - {at: T1.postcombat_main, Ann: {cast: Giant Growth, target: Grizzly Bears}}\n"
        "  - {at: T1.postcombat_main, responding_to: Giant Growth, Bob: {cast: Unsummon, target: Grizzly Bears}}\n"
        "expect: {turns: [Ann]}\n"
    )
    assert "it resolves [608.1]: Opt is countered and leaves the stack [701.6a]." in told
    assert "Giant Growth leaves the stack without resolving: it has no legal target [608.2b]." in told


def test_a_spell_that_is_cast_as_another_resolves_responds_to_nothing() -> None:
    (scenario,) = read_scenarios(next(CORPUS.glob("12-extra-phases/20-world-at-war-rebounds.turn.yaml")))
    told = "\n".join(game_story(run_scenario(scenario)))
    assert 'Ann chooses "yes"' in told
    assert "Ann casts World at War [601.2], and it resolves" in told
    assert "World at War in response" not in told


def test_a_skip_at_the_beginning_leaves_the_place_to_what_follows() -> None:
    told = story("edition: cr2026\nplayers: {Ann: {battlefield: [Stasis]}, Bob: {}}\nexpect: {turns: [Ann]}\n")
    assert (
        "The untap step is skipped, because of Stasis [500.11, 614.10]. "
        "In the upkeep step, the ability of Stasis triggers" in told
    )


def test_the_same_that_happens_to_several_is_told_once() -> None:
    told = story(
        "edition: cr2026\nplayers: {Ann: {battlefield: [Elf, Elf, Bear]}, Bob: {battlefield: [Bear]}}\ncards:\n"
        "  - {name: Elf, type: creature, power: 1, toughness: 1}\n"
        "  - {name: Bear, type: creature, power: 2, toughness: 2}\n"
        "script:\n  - {at: T1.declare_attackers, Ann: {attack: [Elf, Elf, Bear]}}\n"
        "  - {at: T1.declare_blockers, Bob: {block: {Bear: Bear}}}\nexpect: {turns: [Ann]}\n"
    )
    assert "Elf (two of them) deal 1 damage each to Bob (life 18)" in told
    assert "Bear (two of them) deal 2 damage to each other" in told
    assert "Bear (two of them) leave the battlefield and are put into their owners' graveyards" in told


def test_a_spell_is_not_counted_among_the_cards_that_it_mills() -> None:
    told = story(
        "edition: cr2026\nplayers: {Ann: {library: [Forest, Opt, Forest]}, Bob: {}}\ncards:\n"
        "  - {name: Landslide, type: instant, effects: [{mill: 2}]}\n"
        "script:\n  - {at: T1.upkeep, Ann: {cast: Landslide}}\nexpect: {turns: [Ann]}\n"
    )
    assert "it resolves [608.1]: Forest and Opt are put into Ann's graveyard [608.2c]." in told


def test_a_player_is_named_once_for_what_they_do_in_a_row() -> None:
    told = story(
        "edition: cr2026\nplayers: [Ann, Bob]\ncards:\n"
        "  - {name: Deal, type: instant, effects: [draw, {life: -1}, {token: {name: Elf, type: creature}}]}\n"
        "script:\n  - {at: T1.upkeep, Ann: {cast: Deal}}\n"
        "  - {at: T1.upkeep, Bob: {cast: Mandate of Peace, refused: true}}\n"
        "expect: {turns: [Ann]}\n"
    )
    assert "Ann draws a card [608.2c] and loses 1 life (life 19), and Elf enters the battlefield [111.2]." in told
    assert "may be cast only during combat; this is the upkeep step" in told


def test_a_pass_that_does_not_end_the_step_is_told() -> None:
    told = story(
        "edition: cr2026\nplayers: [Ann, Bob]\nscript:\n"
        "  - {at: T1.upkeep, Bob: {cast: {name: Spark, type: instant, effects: [{life: 2}]}}}\n"
        "expect: {turns: [Ann]}\n"
    )
    assert "Ann passes [117.3d], but Bob casts Spark, so the upkeep step goes on [601.2]" in told


def test_a_width_wraps_paragraphs_and_cuts_no_number() -> None:
    (scenario,) = read_scenarios(CORPUS / "12-extra-phases" / "10-aurelia.turn.yaml")
    recording = run_scenario(scenario, "cr2026")
    whole, wrapped = list(game_story(recording)), list(game_story(recording, width=60))
    assert max(map(len, wrapped)) <= 60 < max(map(len, whole))
    assert " ".join(" ".join(wrapped).split()) == " ".join(" ".join(whole).split())


def test_explain_tells_one_turn_or_all(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson("name: two walks\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob, Ann]}\n")
    everything = fsm("explain", name)
    assert everything.exit_code == 0
    assert everything.stdout.startswith("# two walks\n\nAnn and Bob play by the Comprehensive Rules, ")
    assert everything.stdout.count("**Turn ") == 3
    one = fsm("explain", name, "--turn", "2", "-e", "cr2006")
    assert one.stdout.count("**Turn ") == 1
    assert "(cr2006); Ann takes the first turn [101.5]" in one.stdout
    none = fsm("explain", name, "--turn", "4")
    assert (none.exit_code, none.stdout) == (2, "")
    assert "there is no turn 4; the run has 3" in none.stderr


def test_explain_hides_what_a_player_does_not_see(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(
        "players: {Ann: {library: [Opt, Shock, Forest]}, Bob: {library: [Swamp]}}\nscript:\n"
        "  - {at: T1.upkeep, Ann: {cast: {name: Look, type: instant, effects: [{draw: 1}]}}}\nuntil: T1.draw\n"
    )
    assert "Ann draws Opt" in fsm("explain", name).stdout
    assert "Opt" not in fsm("explain", name, "--as", "Bob").stdout


def ends(text: str) -> str:
    return story(text).rpartition("**In the end.** ")[2]


def test_a_story_ends_with_turns_parts_life_objects_and_what_decides() -> None:
    told = ends(
        "edition: today\nplayers: {Ann: {battlefield: [Grizzly Bears]}, Bob: {}}\nrules: ['500.8', '500.7']\nscript:\n"
        "  - {at: T1.precombat_main, Ann: [{cast: Time Walk}, {cast: Relentless Assault}]}\n"
        "  - {at: T1.combat.declare_attackers, Ann: {attack: Grizzly Bears}}\n"
        "  - {at: T1.postcombat_main, Bob: {cast: Unsummon, target: Grizzly Bears}}\n"
        "  - {at: T2.precombat_main, Ann: {cast: Time Walk}}\n"
        "until: T2\n"
    )
    assert told.startswith(
        "Both turns are those of Ann; turn 1 has two combat phases and two postcombat main phases; Bob has 18 "
        "life; Grizzly Bears is in Ann's hand; next, Ann takes an extra turn (Time Walk), then Bob takes a turn. "
        "What decides it: an extra turn is added directly after the turn named"
    )
    assert told.endswith("[500.7].")


def test_a_story_says_where_a_card_is_in_the_end_and_not_where_it_was() -> None:
    (scenario,) = read_scenarios(next(CORPUS.glob("26-when-and-if/11-*")))
    told = [*game_story(run_scenario(scenario))][-1]
    assert "Ivory Gargoyle is exiled" in told
    assert "graveyard" not in told, "it died, came back and was exiled"
    token = ends(
        "edition: today\nplayers: [Ann, Bob]\ncards:\n"
        "  - {name: Spark, type: instant, effects: [{token: {name: Elf, power: 1, toughness: 1}}]}\n"
        "script:\n  - {at: T1.upkeep, Ann: [{cast: Spark}, {cast: Unsummon, target: Elf}]}\nuntil: T1\n"
    )
    assert "Elf" not in token, "a token ceases to exist"


FORTUNE = """
edition: today
players: {Ann: {battlefield: [Sundial of the Infinite]}, Bob: {}}
script:
  - {at: T1.precombat_main, Ann: {cast: Final Fortune}}
until: T2
"""


def test_a_story_says_who_did_not_lose_and_otherwise_who_did() -> None:
    ended = "  - {at: T2.end, responding_to: Final Fortune, Ann: {activate: Sundial of the Infinite}}\nuntil"
    spared = ends(FORTUNE.replace("until", ended))
    assert spared.startswith("Ann has not lost the game; both turns are those of Ann;")
    assert "What decides it:" in spared
    lost = ends(FORTUNE)
    assert lost.startswith("Bob wins: ")
    assert "takes a turn" not in lost


def test_a_story_ends_with_the_scenario_s_conclusion_under_its_edition(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(
        "players: {Ann: {mana: 1}, Bob: {}}\nedition: [2026, 2006]\nexpect: {turns: [Ann]}\n"
        "conclusion: {2006: Mana burns., today: The mana\n  is lost.}\n"
    )
    assert "**In the end.** The mana is lost. " in fsm("explain", name).stdout
    assert "**In the end.** Mana burns. " in fsm("explain", name, "-e", "2006").stdout
    assert "is lost" not in fsm("explain", name, "--as", "Bob").stdout.partition("In the end")[2]


def test_what_was_said_twice_is_counted_and_ordinary_turns_are_told_together() -> None:
    told = story(
        "edition: today\nplayers: {Ann: {battlefield: [Bell]}, Bob: {}}\nuntil: T4\ncards:\n"
        "  - {name: Bell, type: artifact, triggers: [{when: upkeep, whose: each, do: [{mill: 1}]}]}\n"
    )
    assert told.count("In the upkeep step, the ability of Bell triggers") == 2
    assert "For the third time, in the upkeep step, the ability of Bell triggers" in told
    assert "For the fourth time, in the upkeep step" in told
    assert not said_three_times(told.splitlines())
    plain = story("edition: today\nplayers: [Ann, Bob]\nuntil: T7\n")
    assert "**Turns 3 to 7, Ann, Bob, Ann, Bob, Ann: ordinary turns.**" in plain
    assert plain.count("An ordinary turn:") == 2


def test_a_player_whose_name_has_several_words_is_named_whole_and_once() -> None:
    (scenario,) = parse_scenarios("players: [Ann Lee, Ann Bee]\nexpect: {turns: [Ann Lee, Ann Bee]}\n")
    told = "\n".join(game_story(run_scenario(scenario, "cr2026")))
    assert "An ordinary turn: Ann Bee draws a card [504.1, 703.4d], does not attack [" in told
    assert told.count("Ann Bee") == told.count("Bee") == 3


def test_a_sacrifice_as_a_cost_is_told_with_what_it_pays_for() -> None:
    (scenario,) = read_scenarios(CORPUS / "06-combat" / "11-damage-on-the-stack.turn.yaml")
    told = "\n".join(game_story(run_scenario(scenario, "cr2006")))
    assert "Ann sacrifices Bottle Gnomes to activate its ability in response [409.1], and it resolves [413.1]" in told
    turns, _, end = told.partition("**In the end.**")
    assert "removed from combat" not in turns
    assert "graveyard" not in turns
    assert "Bottle Gnomes is in Ann's graveyard" in end


def test_names_are_shown_by_markdown_as_they_stand() -> None:
    told = story(
        "name: two * stars\nedition: cr2026\nplayers: [Ann, '*Bob*']\nscript:\n"
        "  - {at: T1.precombat_main, Ann: {cast: {name: '_A_ [b] <i>', type: sorcery, effects: [{extra_turn: Ann}]}}}\n"
        "expect: {turns: [Ann, Ann]}\n"
    )
    assert told.startswith("# two \\* stars\n\nAnn and \\*Bob\\* play by")
    assert "Ann casts \\_A\\_ \\[b\\] \\<i> [" in told


def test_damage_and_counters_are_told_as_a_judge_says_them() -> None:
    told = story(
        "edition: cr2026\n"
        "players: {Ann: {battlefield: [Grizzly Bears, Raging Goblin]}, Bob: {battlefield: [Karn Liberated]}}\n"
        "script:\n  - {at: T1.declare_attackers, Ann: {attack: {Grizzly Bears: Karn Liberated, Raging Goblin: Bob}}}\n"
        "expect: {turns: [Ann]}\n"
    )
    assert re.search(r"Nobody blocks \[[^]]+\]; Grizzly Bears deals 2 damage to Karn Liberated", told)
    assert "Karn Liberated loses two counters (four left)" in told


def test_mulligans_are_told_with_the_hands_that_are_kept() -> None:
    told = story(
        "edition: cr2026\nplayers: {Ann: {deck: 40}, Bob: {deck: 40, mulligans: 1}, Cat: {deck: 40}}\n"
        "script: [{at: T0, Ann: [{choose: mulligan}, {choose: mulligan}, {choose: keep}]}]\nexpect: {turns: [Ann]}\n"
    )
    assert (
        "\n\n**Before the first turn.** Ann takes two mulligans and keeps six cards [103.5, 402.1, 103.5c, 800.6]; "
        "Bob takes one mulligan and keeps seven cards; and Cat keeps seven cards.\n\n**Turn 1, Ann.**"
    ) in told
    assert "Before" not in story("edition: cr2026\nplayers: {Ann: {deck: 9}, Bob: {}}\nexpect: {turns: [Ann]}\n")


LEGAL = """
name: A bear may attack
players: {Ann: {battlefield: [Grizzly Bears]}, Bob: {}}
script:
  - {at: T1.combat.declare_attackers, Ann: {attack: [Grizzly Bears], refused: true}}
until: T1
"""


@pytest.mark.parametrize("command", ["explain", "run"])
def test_what_was_to_be_refused_and_is_legal_is_told_as_legal(fsm: Fsm, lesson: Lesson, command: str) -> None:
    done = fsm(command, lesson(LEGAL))
    assert done.exit_code == 1
    assert "what ann tries is legal, although the script expects a refusal; it is not done" in done.stdout.lower()
    assert "this was not refused: it is legal at T1.combat.declare_attackers" in done.stderr
    assert "not allowed" not in done.stdout
    assert "refused" not in done.stdout
