"""What a player may not see makes no difference to any command of the debugger, nor to any request of its adapter."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cases import case
from dap_client import connected
from hostile import command

import fsm.dap  # noqa: F401  # it registers all requests
from fsm.dap import REQUESTS
from fsm.debugger import Session
from fsm.debugger.lines import ALIASES, GROUPS, HELP
from fsm.debugger.terminal import Terminal
from fsm.recording.viewed import NOBODY

LESSON = """
name: a lesson
cards:
  - {name: Veiled Plan, type: instant, effects: [{draw: 1}]}
  - {name: Veiled Hope, type: instant, effects: [{draw: 1}]}
  - {name: Veiled Fear, type: instant, cost: 3, effects: [{draw: 1}]}
  - {name: Study, type: instant, effects: [{move: {what: top, out_of: library, amount: 2, to: library}}]}
  - {name: Pit, type: instant, effects: [{move: {what: top, out_of: library, to: exile, face_down: true}}]}
  - {name: Probe, type: instant, effects: [{discard: {player: opponents, amount: 1}}]}
  - {name: Sinkhole, type: enchantment, flash: true, static: [{instead: {which: card, goes: library}}]}
players:
  Ann:
    hand: [Veiled Plan, Veiled Hope, Veiled Fear, Study, Pit, Sinkhole]
    library: [Veiled Isle, Veiled Peak, Veiled Moor, Veiled Wood, Veiled Vale, Veiled Lake]
    outside: [Veiled Wish]
  Bob: {hand: [Shock, Probe, a card], library: [Opt, Forest, Island, Swamp, Opt, Opt]}
script:
  - {at: T1.upkeep, Ann: [{cast: Study}, {order: [Veiled Peak, Veiled Isle]}]}
  - {at: T1.upkeep, Ann: [{cast: Veiled Fear, refused: true}, {cast: Pit}]}
  - {at: T1.precombat_main, Ann: {cast: Sinkhole}}
  - {at: T2.upkeep, Ann: {cast: Veiled Hope, refused: true}}
  - {at: T2.draw, Bob: {cast: Probe}}
  - {at: T2.draw, Ann: {discard: [Veiled Hope]}}
until: T3
expect:
  state: {T1.end: {Ann: {hand: [Veiled Fear]}}, T2.end: {Bob: {hand: [Veiled Moor]}}}
"""
PEEK = "{cast: {name: Peek, type: instant, effects: [{reveal: {cards: hand, player: opponents}}]}}"
DIG = "{cast: {name: Dig, type: instant, effects: [{mill: {amount: 4, player: each}}]}}"
SECRETS = ("Veiled Plan", "Veiled Hope", "Veiled Moor", "Veiled Wish")
NAMED = (*SECRETS, "Veiled", "V")
ANYTHING = (
    "Ann", "Ann.hand", "Ann.library[0]", "players", "piles", "event", "decision", "lasting", "delayed", "line", "rules",
    *(f"'{name}' in Ann.hand + Ann.library + Ann.exile + Ann.outside" for name in SECRETS),
    *(f"{name}.life" for name in ("Veiled", "V")), "sorted(Ann.hand)", "max(Ann.library)", "Ann.hand[0] < 'N'",
)  # fmt: skip
"""Expressions about what is hidden."""

LINES = ("1", "10", "17", "24", "lesson.turn.yaml:17", "CR 508", "400.2", "card.discard", "T2.draw")
ARGUMENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("s", "n", "r", "c", "rs", "rn", "rr", "rc", "u", "d"), ("", "3")),
    "until": ("", *LINES, *NAMED),
    "j": ("start", "end", "40", *LINES, *NAMED, "start"),
    "restart": ("",),
    **dict.fromkeys(("b", "tbreak"), ("", *LINES, *(f"{place}, {ANYTHING[0]}" for place in LINES), *NAMED)),
    "watch": ANYTHING,
    "catch": ("", *(f"{name}, 'Veiled Hope' in Ann.hand" for name in ("failed", "refused", "turn")), "skipped"),
    "cl": ("1", ""),
    "enable": ("1", ""),
    "disable": ("1", ""),
    "condition": tuple(f"2 {expression}" for expression in ANYTHING),
    "ignore": ("2 3",),
    "hit": ("2 >= 1",),
    "commands": ("3\np Ann\nend",),
    "w": ("",),
    "l": ("", "1, 40", "17", "."),
    "ll": ("",),
    "p": ("", "state", *ANYTHING, *NAMED),
    "doc": ("", "priority", "508", *NAMED),
    "pp": ANYTHING,
    "display": ("", *ANYTHING[:4]),
    "undisplay": ("", *NAMED),
    **dict.fromkeys(("changed", "turn", "why", "schedule", "legal", "back"), ("",)),
    "diagram": ("turn.svg",),
    "whatif": (
        "", "cast", "attack", "1", "2", "pass", PEEK, DIG, "concede", "cast Shock", "cast Probe",
        "{cast: Shock, target: Ann}",
        "cast Veild Plan", "{cast: {name: Push, type: instant, effects: [{bounce: Veiled Hope}]}}",
        *(f"cast {name}" for name in NAMED), "discard Veiled Hope", "order Veiled Isle, Veiled Peak",
    ),
    "edition": ("", "cr2011", "2001"),
    "save": ("saved.turn.yaml", "lesson.turn.yaml"),
    **dict.fromkeys(GROUPS["Play"], ("", "Veiled Hope", "1", "T2")),
    "h": ("", "save"),
    "q": ("",),
}  # fmt: skip
"""What each command is asked; whoever adds one says here how it could tell what is hidden."""

FEW = ("j T1.upkeep", "j T2.draw", "j end")
PLACES = ("j start", "j T1.upkeep", "s 9", "s 12", "j T2.draw", "s 2", "s 5", "j T2.cleanup", "j end")
"""Where questions are asked, every day and among the slower proofs."""


def asked(places: tuple[str, ...]) -> Iterator[str]:
    """Every command at these places, and again in other runs from there."""
    for place in places:
        for name, arguments in ARGUMENTS.items():
            if name == "q":
                continue
            for argument in arguments:
                yield place
                yield f"{name} {argument}".strip()
                if name in ("whatif", "edition"):
                    yield from (
                        "s 4",
                        "p Ann",
                        "pp players",
                        "legal",
                        "why",
                        "j end",
                        "p Ann",
                        "save x.turn.yaml",
                        "back",
                    )
        yield "Ann: cast Veiled Hope"
        yield "Ann have Forest"
        yield "cl"
        yield "undisplay"


def told(session: Session, places: tuple[str, ...]) -> str:
    """All that the terminal says."""
    said = io.StringIO()
    terminal = Terminal(session, stdin=io.StringIO("\n".join(asked(places))), stdout=said)
    terminal.cmdloop()
    for text in ("", "Ann", "Ann.", "Ann.h", "Ve", "Veiled ", "T", "1"):
        for word in ("", *HELP, *ALIASES):
            completed = [
                *terminal.completenames(text),
                *terminal.completedefault(text, f"{word} {text}".strip() or "p"),
            ]
            said.write(f"{word} {text}: {completed}\n")
    return said.getvalue()


def requests(places: tuple[str, ...] = PLACES) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request of the adapter, with what could tell what is hidden; questions are asked at so many places."""
    seldom = itertools.count()
    every = len(PLACES) // len(places)
    names = [{"name": name} for name in (*NAMED, "T2.draw", "CR 504", "card.discard", "card.move")]
    told = [{"line": line, "logMessage": "{Ann} {event} {line}", "condition": "Ann"} for line in (1, 10, 17, 21)]
    yield "threads", {}
    yield "loadedSources", {}
    yield "setFunctionBreakpoints", {"breakpoints": [*names, {"name": "T2.draw", "logMessage": "{players} {event}"}]}
    yield "setExceptionBreakpoints", {"filters": ["failed", "refused", "skipped", "inserted", "turn"]}
    yield "setDataBreakpoints", {"breakpoints": [{"dataId": expression} for expression in ANYTHING]}
    for path in ("lesson.turn.yaml", "other.turn.yaml"):
        yield "setBreakpoints", {"source": {"path": path}, "breakpoints": told}
    yield "breakpointLocations", {"source": {}, "line": 1, "endLine": 99}
    for line in (0, 1, 17, 21):
        yield "gotoTargets", {"source": {}, "line": line}
    for number in (0, 1, 2):
        yield "source", {"sourceReference": number, "source": {"sourceReference": number}}
    for motion in (
        "next",
        "stepIn",
        "continue",
        "stepOut",
        "stepBack",
        "continue",
        "continue",
        "reverseContinue",
        "pause",
    ):
        yield motion, {"threadId": 1}
        if next(seldom) % every == 0:
            yield from questions()
    for target in (3, 30, 60, 90, 999):
        yield "goto", {"threadId": 1, "targetId": target}
        if next(seldom) % every == 0:
            yield from questions()
    yield "restartFrame", {"frameId": 9}
    yield "restart", {}
    yield "terminate", {}


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    yield "stackTrace", {"threadId": 1}
    yield "scopes", {"frameId": 0}
    yield "exceptionInfo", {"threadId": 1}
    yield "fsm/diagram", {}
    for number in range(1, 14):
        yield "variables", {"variablesReference": number}
        yield "dataBreakpointInfo", {"variablesReference": number, "name": "hand"}
    for expression in (
        *ANYTHING,
        "l",
        "ll",
        "save s.turn.yaml",
        "legal",
        "why",
        "p Ann",
        f"whatif {PEEK}",
        "s 6",
        "p Ann",
        "back",
    ):
        for context in ("repl", "hover"):
            yield "evaluate", {"expression": expression, "context": context}
    for text in ("Ann.", "b V", "whatif V", "p V", "j V"):
        yield "completions", {"text": text, "column": len(text) + 1}


BEFORE = ("initialize", "launch", "configurationDone", "disconnect")
"""The requests that begin and end what the others happen in."""


def answered(viewer: str, places: tuple[str, ...]) -> list[str]:
    """All that an editor is told."""
    client, thread = connected()
    client.launch("lesson.turn.yaml", **{"as": viewer})
    said = []
    for asked_for, arguments in requests(places):
        message = client.response(client.send(asked_for, False, **arguments))
        said.append(json.dumps([asked_for, arguments, message.get("message"), message.get("body")]))
    said += [json.dumps(event.get("body")) for event in client.events]
    client.response(client.send("disconnect"))
    thread.join(10)
    return said


Told = Callable[[str, tuple[str, ...]], list[str]]


def terminal(viewer: str, places: tuple[str, ...]) -> list[str]:
    return told(Session.open("lesson.turn.yaml", viewer=viewer), places).splitlines()


@pytest.mark.parametrize(
    ("viewer", "told_to", "places"),
    [
        pytest.param("Bob", terminal, FEW, marks=pytest.mark.slow),
        (NOBODY, answered, FEW),
        *(
            pytest.param(viewer, told_to, PLACES, marks=pytest.mark.slow)
            for viewer in ("Bob", NOBODY)
            for told_to in (terminal, answered)
        ),
    ],
)
def test_cards_under_other_names_make_no_difference(
    told_to: Told, viewer: str, places: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name in ("Veiled", "Masked"):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        Path("lesson.turn.yaml").write_text(LESSON.replace("Veiled", name).replace("V", name[0]), encoding="utf-8")
        found.append(told_to(viewer, places))
        left = {path.name for path in folder.iterdir()}
        assert left == {"lesson.turn.yaml", *(["turn.svg"] if told_to is terminal else [])}
    one, other = found
    for before, line, twin in zip([one[0], *one], one, other, strict=False):
        with case(before):
            assert line == twin
    assert len(one) == len(other)


def sessions(folder: Path, viewer: str) -> Iterator[tuple[Terminal, io.StringIO]]:
    """The same session on the lesson, and on the one in which the cards have other names."""
    for name in ("Veiled", "Masked"):
        file = folder / name / "lesson.turn.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(LESSON.replace("Veiled", name).replace("V", name[0]), encoding="utf-8")
        said = io.StringIO()
        yield Terminal(Session.open(str(file), viewer=viewer), stdin=io.StringIO(), stdout=said), said


def any_lines(folder: Path, seed: int, count: int) -> None:
    """Any lines, of which many name what is hidden, are answered alike."""
    random = Random(seed)  # noqa: S311  # any lines, the same each time
    one, other = sessions(folder, random.choice(("Bob", NOBODY)))
    for _ in range(count):
        line = command(random)
        for word in ("Ann", "'a'", "x", "Grizzly Bears", "Time Walk", "T9.upkeep", "99"):
            if random.random() < 0.3:
                line = line.replace(word, random.choice((*NAMED, *ANYTHING)))
        if "diagram" not in line and "draw" not in line:  # it says where the picture is: in a new folder
            with case(line):
                answers = [(terminal.onecmd(line), said.getvalue()) for terminal, said in (one, other)]
                assert answers[0] == answers[1]


def test_any_lines_are_answered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in range(3):
        with case(f"seed {seed}"):
            any_lines(tmp_path, seed, 60)


@pytest.mark.slow
def test_thousands_of_lines_are_answered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in range(3, 200):
        with case(f"seed {seed}"):
            any_lines(tmp_path, seed, 60)


@pytest.mark.slow
def test_whoever_sees_all_is_told_the_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The property would also hold if nothing was told."""
    monkeypatch.chdir(tmp_path)
    Path("lesson.turn.yaml").write_text(LESSON, encoding="utf-8")
    for told_to, viewer, known in ((terminal, "Ann", True), (answered, "Ann", True), (terminal, "Bob", False)):
        answers = "\n".join(told_to(viewer, FEW)).replace("Veiled Hope' in", "")
        assert ("'hand': ['Veiled Fear" in answers or '"Veiled Fear' in answers) == known


def test_every_command_and_every_request_is_asked() -> None:
    assert ARGUMENTS.keys() == HELP.keys()
    assert {command for command, _ in requests()} | {*BEFORE} == REQUESTS.keys()
