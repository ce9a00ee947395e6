"""``--as PLAYER``: what commands show of a run is what that player sees, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Fsm, Lesson
from dap_client import Client, connected

from fsm.debugger import Session
from fsm.errors import FsmError, InputError
from fsm.game import UNKNOWN
from fsm.turn import parse_address

SECRETS = """
name: a secret
players: {Ann: {hand: [Opt], top: [Island]}, Bob: {hand: [Shock], top: [Giant Growth]}}
script:
  - {at: T2.upkeep, Ann: {cast: Opt}}
expect: {state: {T2.draw: {Bob: {hand: [Shock, Giant Growth, Duress]}}}}
"""
HIDDEN = ("Shock", "Giant Growth", "Duress")
"""The cards of Bob that nobody else sees, and one that only the file names."""


@pytest.mark.parametrize("more", [[], ["-v"], ["--notation"], ["--trace", "-"]])
def test_a_run_tells_nothing_that_the_player_does_not_see(fsm: Fsm, lesson: Lesson, more: list[str]) -> None:
    done = fsm("run", lesson(SECRETS), "--as", "Ann", *more)
    assert (done.exit_code, done.stderr) == (0, "")
    assert not any(name in done.stdout for name in HIDDEN)
    whole = fsm("run", lesson(SECRETS), *more)
    assert whole.exit_code == 1
    assert "Duress" in whole.stderr


def test_the_player_sees_what_they_draw(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(SECRETS)
    assert "Bob draws Giant Growth" in fsm("run", name, "--as", "Bob").stdout
    for viewer in ("Ann", "nobody"):
        assert "Bob draws a card" in fsm("run", name, "--as", viewer).stdout


def test_a_trace_has_no_lines_of_the_script(fsm: Fsm, lesson: Lesson) -> None:
    lines = fsm("run", lesson(SECRETS), "--as", "Ann", "--trace", "-").stdout.splitlines()
    events = [json.loads(line) for line in lines]
    assert any(event.get("name") == "Opt" for event in events)
    assert not any("line" in event for event in events)


@pytest.mark.parametrize("command", [["player", "-o", "-"], ["run", "--player", "page.html"]])
def test_a_page_has_neither_the_script_nor_what_is_hidden(fsm: Fsm, lesson: Lesson, command: list[str]) -> None:
    verb, *more = command
    done = fsm(verb, lesson(SECRETS), *more, "--as", "Ann")
    assert done.exit_code == 0
    text = Path("page.html").read_text(encoding="utf-8") if verb == "run" else done.stdout
    assert "Opt" in text
    assert not any(name in text for name in HIDDEN)


def test_the_debugger_shows_no_more(fsm: Fsm, lesson: Lesson) -> None:
    asked = "j T2.draw\nc\np Bob\nl\nll\nlegal\nwhy\nb Shock\nb 3\nwhatif pass\np Bob\nq\n"
    done = fsm("debug", lesson(SECRETS), "--as", "Ann", stdin=asked.encode())
    answers = "\n".join(line for line in done.stdout.splitlines() if not line.startswith("(fsm) b "))
    assert done.exit_code == 0
    assert not any(name in answers for name in HIDDEN[1:])
    assert "hand: a card ×" in answers


def everything_of(client: Client) -> str:
    """What an editor is told of the place where play stands: frames, variables, and what its console answers."""
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    told: list[object] = [frames, client.ask("loadedSources")]
    for scope in client.ask("scopes", frameId=frames[0]["id"])["scopes"]:
        if number := scope["variablesReference"]:
            found = client.ask("variables", variablesReference=number)["variables"]
            inner = [one["variablesReference"] for one in found if one["variablesReference"]]
            told += [found, *(client.ask("variables", variablesReference=number) for number in inner)]
    told += [client.ask("evaluate", expression=word, context="repl") for word in ("p Bob", "l", "legal", "why")]
    return json.dumps(told)


@pytest.mark.parametrize(("viewer", "known"), [("Ann", False), ("nobody", False), ("Bob", True), ("", True)])
def test_an_editor_is_told_no_more(lesson: Lesson, tmp_path: Path, viewer: str, known: bool) -> None:
    client, thread = connected()
    client.launch(str(tmp_path / lesson(SECRETS)), **{"as": viewer})
    client.stopped()
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "T2.draw"}, {"name": "T2.precombat_main"}])
    said = everything_of(client)
    for _ in range(2):
        client.ask("continue", threadId=1)
        client.stopped()
        said += everything_of(client)
    assert ("Giant Growth" in said, "Shock" in said) == (known, known)
    assert ("Duress" in said, '"source"' in said) == (not viewer, not viewer)
    if viewer:
        assert "there is no source 0" in client.refused("source", sourceReference=0)
    client.send("disconnect")
    thread.join(10)


@pytest.mark.parametrize(("viewer", "known"), [("Ann", False), ("nobody", False), ("Bob", True)])
def test_legal_actions_are_those_that_the_player_knows_of(
    lesson: Lesson, tmp_path: Path, viewer: str, known: bool
) -> None:
    session = Session.open(str(tmp_path / lesson(SECRETS)), viewer=viewer)
    session.stop_at("T2.draw")
    session.run()
    state = session.waiting()
    assert state is not None
    assert state.priority == 1
    assert any("Shock" in str(act) for act in session.legal()) is known


@pytest.mark.parametrize(("viewer", "known"), [("Ann", False), ("nobody", False), ("Bob", True)])
def test_a_counterexample_is_told_as_the_player_sees_it(fsm: Fsm, lesson: Lesson, viewer: str, known: bool) -> None:
    wind = "{cast: {name: Wind, type: instant, effects: [{discard: 1}]}}"
    says = f"choose: [discard, {{at: T2.draw, Bob: {wind}}}], never: [{{event: card.discard, card: Shock}}]"
    text = f"players: {{Ann: {{}}, Bob: {{hand: [Shock, Wind], top: [Duress]}}}}\nuntil: T2.draw\nexplore: {{{says}}}\n"
    done = fsm("explore", lesson(text), "--as", viewer, "-q")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "never: does not hold after" in done.stdout
    assert "Bob discards Shock" in done.stdout
    written = fsm("explore", lesson(text), "--as", viewer, "-q", "-o", "way.txt")
    assert written.exit_code == 1
    for said in (done.stdout, Path("way.txt").read_text(encoding="utf-8")):
        assert "cast:" not in said
        assert ("Duress" in said) is known


def test_an_unknown_player_is_refused(fsm: Fsm, lesson: Lesson) -> None:
    for command in (["run"], ["debug"], ["explore", "-q"], ["player", "-o", "-"]):
        done = fsm(*command, lesson(SECRETS), "--as", "Anm")
        assert done.exit_code == 2
        assert "no player 'Anm' who could see this (did you mean \"Ann\"?)" in done.stderr


def test_a_session_of_an_unknown_player_is_refused(lesson: Lesson, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="known here: Ann, Bob, nobody"):
        Session.open(str(tmp_path / lesson(SECRETS)), viewer="Cat")


def test_a_viewer_tries_only_their_own_actions(lesson: Lesson, tmp_path: Path) -> None:
    name = str(tmp_path / lesson(SECRETS))
    for viewer in ("Ann", "nobody"):
        session = Session.open(name, viewer=viewer)
        session.stop_at("T2.draw")
        session.run()
        with pytest.raises(FsmError, match=f"Bob decides here, and {viewer} cannot know"):
            session.what_if("cast Shock")
    own = Session.open(name, viewer="Bob")
    own.stop_at("T2.draw")
    own.run()
    other = own.what_if("{cast: Shock, target: Ann}")
    assert (other.viewer, other.recording.final.players[0].life) == ("Bob", 18)
    assert other.recording.final.players[0].hand.runs[0].name is UNKNOWN


def test_why_a_run_ends_early_is_not_told(fsm: Fsm, lesson: Lesson) -> None:
    wrong = SECRETS.replace("Ann: {cast: Opt}", "Bob: {cast: Giant Growth}")
    assert "Giant Growth" in fsm("debug", lesson(wrong), stdin=b"q\n").stdout
    done = fsm("debug", lesson(wrong), "--as", "Ann", stdin=b"q\n")
    assert "The run ends early" in done.stdout
    assert "Giant Growth" not in done.stdout


def test_a_picture_of_the_events_names_nothing_hidden(fsm: Fsm, lesson: Lesson) -> None:
    telling = "{cast: {name: Telling, type: instant, effects: [{reveal: hand}]}}"
    replaced = "{name: Well, type: enchantment, static: [{instead: {which: card, goes: library}}]}"
    waste = "{cast: {name: Waste, type: instant, effects: [{discard: 1}]}}"
    players = f"players: {{Ann: {{}}, Bob: {{hand: [Shock, Duress, a card, a card], battlefield: [{replaced}]}}}}\n"
    script = f"script: [{{at: T1.upkeep, Bob: [{waste}, {{discard: [Shock]}}]}}, {{at: T1.end, Bob: {telling}}}]\n"
    text = f"{players}{script}until: T1\n"
    for viewer, known in (("Bob", True), ("Ann", False)):
        drawn = fsm("diagram", "scenario", lesson(text), "--events", "-o", "-", "--as", viewer).stdout
        assert ("Shock" in drawn) is known
        assert "Bob reveals Duress" in drawn


def test_what_a_player_tries_is_tried_with_what_they_know(lesson: Lesson, tmp_path: Path) -> None:
    """A card that shows others' cards shows unknown ones; what the player would draw is unknown too."""
    session = Session.open(str(tmp_path / lesson(SECRETS.replace("[Shock]", "[Shock, a card]"))), viewer="Bob")
    session.go(session.recording.begins(parse_address("T2.draw"))[0] + 1)
    peek = "effects: [{reveal: {cards: hand, player: opponents}}, {draw: 2}]"
    other = session.what_if(f"{{cast: {{name: Peek, type: instant, {peek}}}}}")
    revealed = [frame.event.get("card") for frame in other.whole if frame.event.kind == "card.reveal"]
    assert revealed == ["a card"], "it is the Island"
    assert [str(name) for name, _ in other.whole.final.players[1].hand].count("Giant Growth") == 1
    again = other.what_if("pass")
    assert again.recording.final.turn == other.recording.final.turn == 3


def test_no_scenario_is_saved_for_a_player(fsm: Fsm, lesson: Lesson) -> None:
    for tried in ("", "whatif pass\n"):
        done = fsm(
            "debug", lesson(SECRETS), "--as", "Bob", stdin=f"j T2.draw\ns\n{tried}save saved.turn.yaml\n".encode()
        )
        assert (
            "*** a scenario of this run would tell what Bob does not see; debug without --as to save one" in done.stdout
        )
        assert not Path("saved.turn.yaml").exists()


def test_an_adapter_for_a_player_shows_nobody_elses_cards(lesson: Lesson, tmp_path: Path) -> None:
    client, thread = connected("Bob")
    program = str(tmp_path / lesson(SECRETS))
    assert "--as Bob" in client.refused("launch", False, program=program, **{"as": "Ann"})
    client.launch(program, **{"as": "nobody"})
    client.response(client.send("disconnect"))
    thread.join(10)
