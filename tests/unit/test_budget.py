"""The budget of a run: what goes past it ends in a message at the line that did it, before memory or time are gone."""

from __future__ import annotations

from cProfile import Profile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playing import Playing, card

from fsm.cards import Triggered
from fsm.cards import vocabulary as v
from fsm.errors import InputError, LimitReached
from fsm.game import (
    LIMITS,
    PASS,
    UNKNOWN,
    Attack,
    Card,
    Cast,
    DeclareAttackers,
    Event,
    Limits,
    Pile,
    Player,
    State,
    play,
    start_game,
    step,
)
from fsm.game.flow.running import blamed
from fsm.game.state.budget import POINTER, Ledger, weight
from fsm.scenario import judge, parse_scenarios, run_scenario
from fsm.turn import interpreter

TENTH = Limits(30_000, 200, 100_000, 25_000_000, 10_000)
"""A tenth of the limits: what does not fit into it takes a tenth of the time to say so."""

ONE = "players: {{Ann: {{battlefield: [X]}}, Bob: }}\ncards: [{{name: X, type: artifact, {}}}]\nuntil: T{}\n"
CAST = (
    "players: [Ann, Bob]\nscript:\n- {{at: T1.precombat_main, Ann: {{cast: {{name: X, effects: [{}]}}}}}}\nuntil: T{}\n"
)


def fault(text: str, limits: Limits = TENTH) -> str:
    (scenario,) = parse_scenarios(text, "f")
    with pytest.raises(InputError) as error:
        run_scenario(scenario, limits=limits)
    return str(error.value)


def triggered(when: str, do: str, until: int = 500, rest: str = "") -> str:
    return ONE.format(f"triggers: [{{when: {when}, do: [{do}]{rest}}}]", until)


TRAPS = {
    "draws as they draw": (triggered("you draw", "{draw: 10000}"), "2:9", "200 spells and abilities", "X (draw)"),
    "mills": (triggered("upkeep", "{mill: 10000}"), "2:9", "30,000 events", "X (mill)"),
    "tokens": (CAST.format("{token: {name: Rat, count: 10000}}", 3), "3:32", "200 permanents", "X (token)"),
    "tokens, some at a time": (
        triggered("upkeep", "{token: {name: Rat, count: 50}}", rest=", whose: each"),
        "2:9", "200 permanents", "X (token)",
    ),
    "what lasts piles up": (
        triggered("upkeep", "{lasting: {name: y, until: game}}, {draw: 0}"),
        "2:9", "200 effects that last", "X (lasting)",
    ),
    "all turns are skipped": (
        CAST.format("{skip: {what: turn, player: each, all: true, then: [{life: 1}]}}", 5),
        "3:32", "200 effects that follow skips", "by X",
    ),
    "skips": (
        triggered("upkeep", "{skip: {what: end, player: opponents, count: 9}}"), "2:9", "200 effects that skip", "X",
    ),
    "delayed": (
        triggered("upkeep", "{delayed: {at: draw, whose: you, do: [{skip: {what: draw, all: true}}]}}", 2000),
        "2:9", "200", "X",
    ),
    "control": (CAST.format(", ".join(["{control_turn: Bob}"] * 201), 9), "3:32", "200 effects that control", "X"),
    "extra turns": (CAST.format("{extra_turn: {count: 2001}}", 9), "3:32", "2,000 extra turns", "X (extra_turn)"),
    "a hand of a million": ("players: {Ann: {hand: 1000000}, Bob: }\nuntil: T5\n", "1:1", "30,000 events", "discards"),
    "a library of names": (
        "players: {Ann: {library: [" + "A, B, " * 9000 + "], battlefield: [X]}, Bob: }\n"
        "cards: [{name: X, type: artifact, triggers: [{when: upkeep, do: [{mill: 9000}, {mill: 9000}]}]}]\nuntil: T2\n",
        "2:9", "25 MB to record", "X (mill)",
    ),
    "many effects": (CAST.format(", ".join(["{draw: 10000}"] * 900), 5), "3:32", "", "X (draw)"),
    "all that fits": ("players: {Ann: {battlefield: [" + "X, " * 201 + "]}, Bob: }\n"
                      "cards: [{name: X, type: artifact}]\nuntil: T2\n", "1:10", "200 permanents", "at first"),
    "long turns": (
        triggered("upkeep", ", ".join(["{extra_phases: {phases: [combat]}}"] * 60), rest=", whose: each"),
        "2:9", "30,000 events", "by X",
    ),
    "turns without end": ("players: [Ann, Bob]\nuntil: T99999\n", "1:1", "30,000 events", "at T4"),
    "extra turns without end": (triggered("untap", "extra_turn", 99999), "2:9", "30,000 events", "most of it by X"),
    "many to look at": (
        "players: {Ann: {battlefield: [" + "X, " * 199 + "]}, Bob: }\n"
        "cards: [{name: X, type: creature, power: 0, toughness: 1}]\nuntil: T400\n", "1:", "100,000 units of work", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_ends_at_a_limit_and_says_what_did_it(trap: str) -> None:
    text, place, limit, by = TRAPS[trap]
    said = fault(text)
    assert said.startswith(f"f:{place}"), said
    assert "more than" in said
    assert limit in said
    assert by in said
    assert said.endswith("give the scenario an until:, or stop what repeats itself, or allow more, as with --limit 10")


@pytest.mark.slow
def test_a_trap_is_told_alike_whatever_was_played_before(tmp_path: Path) -> None:
    """How play goes on from a place is kept; the message must not depend on whether that happened."""
    edition = tmp_path / "new.toml"
    edition.write_text('like = "cr2026"\ntitle = "In which nothing was played"\n')
    text = TRAPS["a hand of a million"][0].replace("until: T5", "until: T2")
    said = []
    for hand in (1_000_000, 8, 1_000_000):
        (scenario,) = parse_scenarios(text.replace("1000000", str(hand)), "f")
        try:
            run_scenario(scenario, str(edition), limits=TENTH)
        except InputError as error:
            said.append(str(error))
    assert len(said) == 2
    assert said[0] == said[1]
    assert "T1.ending.cleanup: a player discards" in said[0]


def test_more_is_allowed_by_higher_limits() -> None:
    text = CAST.format("{token: {name: Rat, count: 300}}", 1)
    assert "more than 200 permanents" in fault(text)
    (scenario,) = parse_scenarios(text)
    assert len(run_scenario(scenario, limits=TENTH.times(2)).final.battlefield) == 300


def test_runs_of_one_file_share_its_limits() -> None:
    (scenario,) = parse_scenarios("players: [Ann, Bob]\nuntil: T200\n", "f")
    first = run_scenario(scenario, limits=TENTH)
    assert first.left.events < TENTH.events - 10_000
    assert first.left.objects == TENTH.objects
    second = run_scenario(scenario, limits=first.left)
    with pytest.raises(InputError, match=r"the runs before in this file took the rest"):
        run_scenario(scenario, limits=second.left)


def test_a_turn_that_is_too_long_is_not_helped_by_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "MAX_INSERTED", 300)  # sooner there; test_rewrite looks at the real one
    said = fault(triggered("upkeep", "{extra_phases: [beginning]}"), LIMITS.times(100))
    assert "more than 300 parts inserted into one turn" in said
    assert "--limit" not in said


def test_tokens_of_one_effect_come_at_one_time() -> None:
    """One new battlefield for all of them: what it holds grows with their number, not with its square."""
    for count in (10, 100):
        (scenario,) = parse_scenarios(CAST.format(f"{{token: {{name: Rat, count: {count}}}}}", 1))
        entered = [f.state.battlefield for f in run_scenario(scenario) if f.event.kind == "permanent.enter"]
        assert len(entered) == count
        assert len({id(battlefield) for battlefield in entered}) == 1


def effects(*effects: v.Effect) -> Any:
    """Effects as cards hold them."""
    return effects


def unrecorded(card: Card, limits: Limits, permanents: tuple[Card, ...] = ()) -> State:
    """A game, nothing recorded, in which the first player casts a card in the first upkeep."""
    players = (Player(hand=Pile.of((card.name, 1)), library=Pile.of((UNKNOWN, 1 << 40))), Player())
    state, _ = start_game("cr2026", ["Ann", "Bob"], players, [(0, c) for c in permanents], limits=limits, known=False)
    state = play(state, Cast(0, card))
    for _ in range(2):
        assert state.decision is not None
        state = play(state, PASS[state.decision.player])
    return state


def test_unrecorded_play_is_bounded_too() -> None:
    much = Card("Much", ("instant",), effects=effects(*[v.Draw(10_000)] * 50))
    with pytest.raises(LimitReached, match=r"more than 100,000 units of work without a decision, by Much \(draw\)"):
        unrecorded(much, TENTH)
    again = Card("Again", ("artifact",), triggers=(Triggered("you draw", effects(v.Draw(10))),))
    with pytest.raises(LimitReached, match="more than 200 spells and abilities"):
        unrecorded(Card("One", ("instant",), effects=effects(v.Draw(1000))), TENTH, (again,))


def test_a_single_step_that_is_recorded_is_bounded_too() -> None:
    mill = Card("Mill", ("instant",), effects=effects(*[v.Mill(10_000)] * 9))
    players = (Player(hand=Pile.of(("Mill", 1)), library=Pile.of((UNKNOWN, 1 << 40))), Player())
    state, _ = start_game(
        "cr2026", ["Ann", "Bob"], players, limits=msgspec.structs.replace(TENTH, work=10**9), known=False
    )
    state, _ = step(state, Cast(0, mill))
    state, _ = step(state, PASS[0])
    with pytest.raises(LimitReached, match=r"more than 30,000 events, by Mill \(mill\)"):
        step(state, PASS[1])


def test_what_states_share_is_weighed_once() -> None:
    """The battlefield counts where it changes, not with each event."""
    bears = (
        "players: {Ann: {battlefield: [" + "X, " * 100 + "]}, Bob: }\ncards: [{name: X, type: artifact}]\nuntil: T20"
    )
    weights = []
    for text in (bears, "players: [Ann, Bob]\nuntil: T20"):
        events = [frame.event for frame in run_scenario(parse_scenarios(text)[0])]
        weights.append(weight(events))
        log: Any = Ledger()
        for event in events:
            log.append(event)
            assert log.within(weights[-1], event.state)
        assert not log.within(weights[-1] - 1, events[-1].state)
    assert weights[0] < 1.2 * weights[1]


def test_the_attackers_that_states_do_not_share_are_weighed() -> None:
    bear = card("Bear", type="creature", power=1, toughness=1)
    game = Playing("cr2026", 2, [(0, bear)] * 3)
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    game.do(Attack(0, (1, 2, 3)))
    event = next(event for event in game.events if event.state.combat and event.state.combat.attackers)
    alike = Event(event.kind, event.rules, msgspec.structs.replace(event.state, combat=None), event.node, event.player)
    assert event.state.combat is not None
    assert weight([alike, event]) - weight([alike, alike]) == 3 * POINTER


def test_a_limit_that_is_reached_as_a_spell_resolves_names_it() -> None:
    game = Playing()
    game.to("T1.precombat_main")
    game.happen(0, {"life": 1}, name="Deed")
    state = next(e.state for e in game.events if e.kind == "life.change")
    idle = msgspec.structs.replace(state, agenda=())
    limit = LimitReached("200 permanents", "", "", 0, False)
    assert blamed(limit, idle).by == "Deed"
    assert blamed(limit, game.state) is limit


@pytest.mark.parametrize(
    ("order", "many"),
    [("<".join(["end"] * 400), 1), ("end<cleanup", 200), ("<".join(["end"] * 400) + "<T9.end", 1)],
    ids=["a long one", "many", "one that no turn can have"],
)
def test_orders_of_places_have_a_part_in_the_budget(order: str, many: int) -> None:
    """Each looks for all of its places in each turn: 8 KB of them, and 5,000 turns, took ten seconds."""
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: T300\nexpect: {{order: {[order] * many}}}\n", "f")
    recording = run_scenario(scenario, limits=TENTH)
    with pytest.raises(InputError, match=r"f:3:\d+: the orders look for more than 100,000 places"):
        judge(scenario, recording)


def test_a_place_that_is_expected_often_is_looked_up_once() -> None:
    often = ["upkeep", "draw"] * 250
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: T300\nexpect: {{happens: {often}}}\n")
    recording = run_scenario(scenario)
    calls = Profile(subcalls=False)
    assert calls.runcall(judge, scenario, recording) == []
    assert sum(one.callcount for one in calls.getstats()) < 100_000
