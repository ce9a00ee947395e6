"""Turns ended before they begin, skipped piece by piece, restarted: play goes on, and all of it can be told."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import card
from random_games import CARDS, RandomGame

from fsm.edition import edition_ids
from fsm.errors import LimitReached
from fsm.recording import Frame, Recording, play_by_play, read_trace, recorded_turns, short_lines, trace_lines
from fsm.turn import parse_address, parse_turn
from fsm.turn.part import ROOT

PHASES = ("beginning", "main", "combat", "ending")
STEPS = ("untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "end_of_combat", "end", "cleanup")


def skips(*kinds: str, **more: Any) -> list[Any]:
    """Everybody skips these until the controller's next turn."""
    lasting = {"player": "each", "all": True, "until": "your_next_turn", **more}
    return [{"skip": {"what": kind, **lasting}} for kind in kinds]


def mana(amount: int, *effects: Any) -> dict[str, Any]:
    """A mana ability that does more than make mana."""
    return {"tap": True, "mana_ability": True, "do": [{"mana": amount}, *effects]}


MAY_END = {"may": ["end_turn"]}
SPELLS = (
    card("Ended Twice", effects=[{"extra_turn": {"riders": ["end_turn", "end_turn", {"life": 1}]}}]),
    card("Ended Perhaps", effects=[{"control_turn": {"player": "each", "riders": ["end_turn", MAY_END]}}]),
    card("No Phases", effects=skips(*PHASES)),
    card("No Steps", effects=skips(*STEPS, then=[{"life": 1}])),
    card("Once More", effects=[{"extra_steps": "declare_attackers"}]),
    card("Late Blocks", effects=[{"extra_steps": {"step": "declare_blockers", "where": "before_next"}}]),
    card("No Attack", effects=[{"skip": "declare_attackers"}]),
    card("Ghosts", effects=[{"token": {"name": "Ghost", "keywords": ["phasing"]}}, {"extra_phases": ["beginning"]}]),
    card("Reset", effects=["restart_game", "end_turn", {"extra_turn": "each"}]),
    card("Reset Then", effects=[{"extra_turn": {"player": "each", "riders": ["restart_game"]}}]),
    card("Lost Then", effects=[{"extra_turn": {"player": "each", "riders": [{"lose_game": "you"}]}}]),
    card("Two Ends", effects=["end_combat", "end_turn"]),
    card("Ends", effects=[{"delayed": {"at": at, "do": ["end_turn"]}} for at in ("cleanup", "beginning")]),
)
PERMANENTS = (
    card(
        "Perhaps",
        type="enchantment",
        static=[{"skip": s, "optional": True, "then": [MAY_END]} for s in (*STEPS[::3], "beginning")],
    ),
    card("Two Ways", type="enchantment", static=[{"skip": step, "player": "each"} for step in STEPS[:4]]),
    card("Spring", type="artifact", abilities=[mana(1, "end_turn"), mana(2, {"lose_game": "you"})]),
    card("Well", type="artifact", abilities=[mana(3, "restart_game"), mana(3, "end_combat", {"life": -1})]),
    card("Bell", type="enchantment", triggers=[{"when": at, "do": ["end_turn"]} for at in ("combat", "upkeep")]),
    card("Toll", type="enchantment", static=[{"attack_cost": 1, "player": "each"}]),
)


DEALT = (*SPELLS * 3, *PERMANENTS, *CARDS[::9])


@given(
    edition=st.sampled_from(edition_ids()),
    players=st.integers(2, 4),
    on_board=st.lists(st.sampled_from(PERMANENTS), max_size=2),
    numbers=st.lists(st.integers(0, 2_000), min_size=20, max_size=80),
)
@pytest.mark.slow
def test_all_that_happens_can_be_told(edition: str, players: int, on_board: list[Any], numbers: list[int]) -> None:
    class Game(RandomGame):
        pass

    Game.on_board = tuple(on_board)
    game = Game(edition, players, numbers, cards=DEALT)
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.finish(turns=1)
    recording = Recording(tuple(Frame(number, event) for number, event in enumerate(game.events, 1)))
    check_lines(recording)
    check_trace(recording)
    check_turns(recording)


def check_lines(recording: Recording) -> None:
    """Each event has its line, with its rules; a picture tells of what happened where it did."""
    lines = [line for line in play_by_play(recording, everything=True) if line]
    for frame, line in zip(recording.frames, lines[2:], strict=False):
        told = line.removesuffix(", ".join(frame.event.rules)).strip()
        assert told != line.strip()
        assert told.isprintable()
        assert told[0].isalnum() or told[0] in "+-", line
    assert len(lines) >= 2 + len(recording.frames)
    stops = {stop for graph in recording.graphs.values() for stop in (ROOT, *graph.stops)}
    short = list(short_lines(recording.frames))
    assert short
    assert {stop for stop, _ in short} <= stops
    assert all(text.isprintable() for _, text in short)


def check_trace(recording: Recording) -> None:
    some = Recording(recording.frames[::5])  # what is to come is much to tell
    assert len(list(trace_lines(some, schedule=True))) == len(some.frames) + 2
    trace = read_trace("\n".join(trace_lines(recording)))
    assert trace.status == "ok"
    for told, frame in zip(trace.events, recording, strict=True):
        event, state = frame.event, frame.state
        assert (told.kind, told.turn, told.rules) == (event.kind, state.turn, event.rules)
        assert not state.turn or parse_address(told.node).locate(state.graph) == event.node


def check_turns(recording: Recording) -> None:
    turns = recorded_turns(recording)
    assert [turn.number for turn in turns if turn.number] == sorted(dict(recording.turns))
    begun = [frame for frame in recording if frame.event.kind in ("turn.begin", "turn.skip")]
    assert [turn.frames[0] for turn in turns] == begun
    assert [frame for turn in turns for frame in turn.frames] == list(recording.frames[begun[0].seq - 1 :])
    for turn in recording.graphs.values():  # however often it is ended, a turn keeps a cleanup step
        cleanups = [node.skipped for node in turn if node.kind == "cleanup"]
        assert any(mark is None or mark.topic == "skip" for mark in cleanups)
        assert parse_turn(turn.notation(exact=True), turn.edition) is turn
