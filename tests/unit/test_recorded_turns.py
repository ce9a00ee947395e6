"""The turns of a recording, what happened in few words, and what is not known does no harm."""

from __future__ import annotations

import msgspec
import pytest

from fsm.errors import InputError
from fsm.game import Event
from fsm.recording import Frame, Recording, pending_turns, recorded_turns, short_lines
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import base_turn
from fsm.wording import EVENT_KINDS, event_label


def played(script: str, players: str = "[Ann, Bob]", until: str = "T4", edition: str = "cr2026") -> Recording:
    text = f"name: A game\nplayers: {players}\nedition: {edition}\nscript:\n{script}\nuntil: {until}\n"
    return run_scenario(parse_scenarios(text, "x.turn.yaml")[0])


@pytest.fixture(scope="module")
def extra() -> Recording:
    """Ann and Bob each make an extra turn in Ann's turn; Ann's is skipped."""
    return played(
        "  - {at: T1.precombat_main, Ann: {cast: Time Walk}}\n"
        "  - {at: T1.precombat_main, Ann: {cast: Meditate}}\n"
        "  - {at: T1.end, Bob: {cast: Nexus of Fate}}"
    )


def test_turns_come_in_order_with_those_that_were_skipped(extra: Recording) -> None:
    turns = recorded_turns(extra)
    assert [(t.at, t.number, t.player, t.extra, t.skipped) for t in turns] == [
        (0, 1, "Ann", 0, ""),
        (1, 2, "Bob", 2, ""),
        (2, 0, "Ann", 1, "Meditate"),
        (3, 3, "Bob", 0, ""),
        (4, 4, "Ann", 0, ""),
    ]
    assert [turn.by for turn in turns] == ["", "Nexus of Fate", "Time Walk", "", ""]
    assert [t.made and (t.made.turn, t.made.seat) for t in turns] == [None, (0, 1), (0, 0), None, None]
    assert turns[1].rules == ("500.1", "500.7")
    assert turns[2].graph is base_turn("cr2026")


def test_all_events_from_the_first_turn_on_are_in_one_turn_each(extra: Recording) -> None:
    frames = [frame for turn in recorded_turns(extra) for frame in turn.frames]
    begun = next(at for at, frame in enumerate(extra) if frame.event.kind == "turn.begin")
    assert frames == list(extra.frames[begun:])


def test_a_turn_is_found_by_its_number_or_as_the_one_rewritten_most(extra: Recording) -> None:
    assert extra.turn(3).player == "Bob"
    assert played("  - {at: T2.precombat_main, Bob: {cast: Relentless Assault}}").turn().number == 2
    with pytest.raises(InputError, match="there is no turn 9; the run has 4"):
        extra.turn(9)
    with pytest.raises(InputError, match="the run has 0"):
        Recording(extra.frames[:1]).turn()
    assert repr(extra.turn(1)).startswith("<RecordedTurn turn 1 of Ann: U Up")
    assert "skipped turn, by Meditate" in repr(recorded_turns(extra)[2])


@pytest.mark.slow
def test_graphs_are_those_of_the_recording(recordings: tuple[Recording, ...]) -> None:
    for recording in recordings:
        taken = [turn for turn in recorded_turns(recording) if turn.number]
        assert [(turn.number, turn.player) for turn in taken] == list(recording.turns)
        assert {turn.number: turn.graph for turn in taken} == recording.graphs


def test_who_controls_a_turn() -> None:
    recording = played(
        "  - {at: T1.precombat_main, Ann: {activate: Mindslaver, target: Bob}}",
        players="{Ann: {battlefield: [Mindslaver]}, Bob: }",
    )
    assert [turn.controller for turn in recorded_turns(recording)] == ["", "Ann", "", ""]


def test_extra_turns_that_did_not_come() -> None:
    recording = played("  - {at: T1.precombat_main, Ann: {cast: Time Walk}}", until="T1")
    assert [(made.number, made.by) for made in pending_turns(recording)] == [(1, "Time Walk")]
    left = played(
        "  - {at: T1.precombat_main, Ann: {cast: Time Walk}}\n  - {at: T1.end, Ann: concede}", "[Ann, Bob, Cleo]"
    )
    assert [made.seat for made in pending_turns(left)] == [0]


def with_event(recording: Recording, kind: str, at: int, **detail: object) -> Recording:
    """The recording with an event of another kind after the one at a place."""
    known = recording[at].event
    event = Event(kind, ("500.1",), known.state, known.node, None, tuple(detail.items()))
    frames = (*recording.frames[: at + 1], Frame(0, event), *recording.frames[at + 1 :])
    return Recording(tuple(msgspec.structs.replace(f, seq=n) for n, f in enumerate(frames, 1)), recording.name)


def test_unknown_events_do_no_harm(extra: Recording) -> None:
    strange = with_event(extra, "never.heard.of", 20, extra="?", by=3)
    told = [(turn.number, turn.player, turn.extra) for turn in recorded_turns(strange)]
    assert told == [(turn.number, turn.player, turn.extra) for turn in recorded_turns(extra)]
    assert event_label(strange[21].event) == ""
    assert "skipped-1" in strange.timeline().dot()


def test_after_a_restart_turns_are_numbered_anew(extra: Recording) -> None:
    again = Recording((*with_event(extra, "game.restart", len(extra) - 1).frames, *extra.frames[1:]))
    turns = recorded_turns(again)
    assert [turn.number for turn in turns] == [1, 2, 0, 3, 4, 1, 2, 0, 3, 4]
    assert [turn.made and turn.made.turn for turn in turns] == [None, 0, 0, None, None, None, 5, 5, None, None]
    dot = again.timeline().dot()
    assert "turn-4-again-1" in dot
    assert "skipped-2" in dot
    assert "game restarted" in dot


def lines(recording: Recording, turn: int = 1) -> list[str]:
    return [text for _, text in short_lines(recording.turn(turn).frames)]


def test_what_happened_in_few_words() -> None:
    recording = played(
        "  - {at: T1.precombat_main, Ann: {cast: Relentless Assault}}\n"
        "  - {at: T1.declare_attackers, Ann: {attack: [Grizzly Bears]}}\n"
        "  - {at: T1.end, Bob: {cast: Nexus of Fate}}\n"
        "  - {at: T2.upkeep, Bob: {cast: Meditate}}",
        players="{Ann: {battlefield: [Grizzly Bears]}, Bob: }",
    )
    assert lines(recording) == [
        "Ann casts Relentless Assault",
        "Relentless Assault resolves",
        "+ combat phase",
        "+ postcombat main phase",
        "Ann attacks: Grizzly Bears",
        "Grizzly Bears: 2 damage to Bob (life 18)",
        "Bob casts Nexus of Fate",
        "Nexus of Fate resolves",
        "extra turn #1 for Bob: Nexus of Fate",
    ]
    assert "Bob is to skip the next turn: Meditate" in lines(recording, 2)


def test_stops_where_it_happened() -> None:
    recording = played("  - {at: T1.precombat_main, Ann: {cast: Relentless Assault}}")
    stops = dict.fromkeys(stop for stop, _ in short_lines(recording.turn(1).frames))
    assert list(stops) == ["precombat_main"]


def test_mana_and_life() -> None:
    script = "  - {at: T1.upkeep, Ann: {activate: Forest}}"
    players = "{Ann: {battlefield: [Forest]}, Bob: }"
    assert lines(played(script, players, edition="cr2006"))[:2] == ["Ann: +1 mana", "Ann: 1 mana burns (life 19)"]
    assert lines(played(script, players))[:2] == ["Ann: +1 mana", "Ann: 1 mana empties"]


def test_a_trigger_is_told_once_and_what_ends_the_turn_does_resolve() -> None:
    haze = played("  - {at: T1.precombat_main, Ann: {cast: Paradox Haze, target: Ann}}", "[Ann, Bob]", until="T3")
    assert lines(haze, 3)[:3] == [
        "The ability of Paradox Haze triggers",
        "The ability of Paradox Haze resolves",
        "+ upkeep step",
    ]
    ended = played(
        "  - {at: T1.upkeep, Ann: {cast: Opt}}\n  - {at: T1.upkeep, responding_to: Opt, Bob: {cast: Time Stop}}",
        until="T1",
    )
    assert lines(ended) == ["Ann casts Opt", "Bob casts Time Stop", "Time Stop resolves", "Opt does not resolve"]


@pytest.mark.slow
def test_every_event_of_the_corpus_has_short_words_or_none(recordings: tuple[Recording, ...]) -> None:
    seen: dict[str, str] = {}
    for recording in recordings:
        for frame in recording:
            text = event_label(frame.event)
            assert "\n" not in text
            seen.setdefault(frame.event.kind, text)
    told = {kind for kind, text in seen.items() if text}
    assert told >= {"stack.push", "stack.resolve", "trigger", "damage", "life.change", "mana.add", "turn.insert"}
    assert not told & {"priority.get", "priority.pass", "turn.begin", "step.begin", "step.end", "card.draw"}
    assert set(seen) <= set(EVENT_KINDS)


def test_a_game_that_ends_past_the_last_place_is_told_up_to_that_place() -> None:
    """Ann burns as her turn ends and loses before anybody gets priority again: of that nothing is told."""
    ritual = "{name: Ritual, type: instant, effects: [{mana: 30}]}"
    text = f"{{players: [Ann, Bob], edition: cr2006, until: T1, script: [{{at: T1.end, Ann: {{cast: {ritual}}}}}]}}"
    recording = run_scenario(parse_scenarios(text)[0])
    assert [frame.seq for frame in recording] == list(range(1, len(recording) + 1))
    assert recording.final.players[0].life == -10
    assert recording.final.outcome is None
    assert set(recording.graphs) == set(dict(recording.turns)) == {1}
