"""Turns ended before they begin, skipped piece by piece, restarted: play goes on, and all of it can be told."""

from __future__ import annotations

import contextlib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from playing import card
from random_games import CARDS, RandomGame

from fsm.edition import edition_ids
from fsm.errors import LimitReached
from fsm.recording import Frame, Recording, play_by_play, recorded_turns, short_lines, trace_lines
from fsm.turn import parse_turn

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
def test_all_that_happens_can_be_told(edition: str, players: int, on_board: list[Any], numbers: list[int]) -> None:
    class Game(RandomGame):
        pass

    Game.on_board = tuple(on_board)
    game = Game(edition, players, numbers, cards=DEALT)
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        game.finish(turns=1)
    frames = tuple(Frame(number, event) for number, event in enumerate(game.events, 1))
    recording = Recording(frames)
    assert len(list(play_by_play(recording, everything=True))) >= len(frames)
    assert len(list(trace_lines(recording, schedule=True))) == len(frames) + 2
    assert all(text for _, text in short_lines(frames))
    assert [turn.number for turn in recorded_turns(recording) if turn.number] == sorted(dict(recording.turns))
    for turn in recording.graphs.values():  # however often it is ended, a turn keeps a cleanup step
        cleanups = [node.skipped for node in turn if node.kind == "cleanup"]
        assert any(mark is None or mark.topic == "skip" for mark in cleanups)
    assert all(parse_turn(turn.notation(exact=True), edition) is turn for turn in recording.graphs.values())
