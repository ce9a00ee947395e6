"""Exploration: what is open, which states are the same, statements, bounds, and ways as scenarios."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import case
from playing import Playing

from fsm.edition import load_edition, naming
from fsm.errors import InputError
from fsm.exploring import Bounds, Explored, explore, explored_json, explored_lines, perft
from fsm.exploring.keys import Keys
from fsm.exploring.options import Options
from fsm.game import (
    NO_CARDS,
    Card,
    CardId,
    Cast,
    Concede,
    Event,
    Pass,
    Player,
    State,
    legal_actions,
    pile_of,
    play,
    replace,
)
from fsm.game.engine import carry_out
from fsm.game.objects.cards.moving import cover
from fsm.game.state.piles.pile import put, take
from fsm.scenario import Happening, Scenario, judge, parse_scenarios, read_scenarios, run_scenario
from fsm.scenario.reading.openness import Exploration, Statement
from fsm.scenario.running.beginning import begin
from fsm.scenario.writing.script import written
from fsm.wording import EVENT_KINDS

CORPUS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))

WORDS = """
cards:
  - {name: Kind Word, type: instant, effects: [{life: 3}]}
  - {name: Harsh Word, type: instant, effects: [{life: {amount: -3, player: opponents}}]}
"""
BEAR = "cards: [{name: Bear, type: creature, power: 2, toughness: 2}]\n"


ANY = Bounds()


def explored(text: str, bounds: Bounds = ANY, until: str = "T1") -> Explored:
    (scenario,) = parse_scenarios(f"{text}\nuntil: {until}\n", "test.turn.yaml")
    return explore(scenario, bounds=bounds)


def test_who_can_only_pass_has_one_way() -> None:
    found = explored("players: [Ann, Bob]")
    # upkeep, two main phases, beginning of combat, declare attackers, end of combat, end step: two players in each
    assert found.states == 2 * 7
    assert found.counts == (1,) * 14
    assert found.places["T1.beginning.upkeep"] == 2
    assert found.complete
    assert found.ends == {"over": 0, "horizon": 1, "script": 0}


def tree(state: State, turn: int) -> list[State]:
    """All states of a turn, each as often as a way leads to it."""
    if state.turn > turn:
        return []
    return [state, *(s for action in legal_actions(state) for s in tree(play(state, action), turn))]


def test_all_states_are_found_and_each_once() -> None:
    (scenario,) = parse_scenarios(f"players: {{Ann: {{hand: [Kind Word]}}, Bob: {{}}}}{WORDS}until: T1")
    keys = Keys()
    every = tree(begin(scenario, load_edition("cr2026"))[0], 1)
    distinct = {(s.address, s.decision, s.passes, s.players, tuple(o.name for o in s.stack)) for s in every}
    found = explore(scenario)
    assert found.states == len(distinct) == len({keys(state) for state in every})
    assert len(every) > found.states


def test_which_of_two_cards_lies_face_down_counts() -> None:
    game = Playing("cr2026", setups=[Player(exile=pile_of(["Opt", "Shock"])), Player()])
    one, other = (cover(game.state, CardId(0, "exile", number), ()) for number in (0, 1))
    looked_at, keys = cover(game.state, CardId(0, "exile", 0), (0,)), Keys()
    assert len({keys(state) for state in (game.state, one, other, looked_at)}) == 4


def test_a_card_that_something_refers_to_is_known_by_where_it_lies() -> None:
    """Not by its number, which depends on what has lain there before."""
    opt_and_shock = put(put(NO_CARDS, "Opt"), "Shock")
    later = take(put(put(put(NO_CARDS, "Island"), "Opt"), "Shock"), 0)
    keys, found = Keys(), set()
    for pile, numbers in ((opt_and_shock, (0, 1)), (later, (1, 2))):
        state = Playing("cr2026", setups=[Player(exile=pile), Player()]).state
        found |= {keys(cover(state, CardId(0, "exile", number), ())) for number in numbers}
    assert len(found) == 2


def test_what_a_player_did_is_not_counted_for_the_permanent_with_their_number() -> None:
    bear = Card("Bear", ("creature",), power=2, toughness=2)
    state = Playing("cr2026", 2, [(0, bear)]).state
    (first,) = state.battlefield
    other = replace(state, battlefield=(replace(first, id=2),))

    def key(state: State, what: str) -> object:
        return keys(replace(state, this_turn=replace(state.this_turn, counts=((what, 1, 1),))))

    keys = Keys()
    assert key(state, "cast") == key(other, "cast")
    assert key(state, "untaps") != key(other, "untaps")


def test_the_order_of_two_spells_does_not_count_afterwards() -> None:
    found = explored(f"players: {{Ann: {{hand: [Kind Word]}}, Bob: {{hand: [Harsh Word]}}}}{WORDS}")
    ends = [place for place in found.places if place == "T1.ending.end"]
    assert ends
    # after each spell was cast or not there are four situations; in the last step they can still be made
    assert found.complete
    assert found.transitions > found.states


@pytest.mark.parametrize("choose", ["[]", "[cast]", "[attack]", "[cast, attack]"])
def test_only_what_is_open_is_walked(choose: str) -> None:
    setup = "players: {Ann: {hand: [Kind Word], battlefield: [Bear]}, Bob: {}}\n"
    cards = WORDS + "  - {name: Bear, type: creature, power: 2, toughness: 2}\n"
    found = explored(
        f"{setup}{cards}explore: {{choose: {choose}, reachable: [{{event: stack.push}}, T1.combat_damage]}}"
    )
    cast, attack = found.findings
    assert (cast.holds, attack.holds) == ("cast" in choose, "attack" in choose)
    if choose == "[]":
        assert found.states == found.transitions == len(found.counts)


CHOICES = {
    "{Ann: cast}": (True, False),
    "{Bob: cast}": (False, True),
    "{at: T1.upkeep, Ann: cast}": (True, False),
    "{at: upkeep, Ann: [cast, attack]}": (True, False),
    "{at: T2.upkeep, Ann: cast}": (False, False),
    "{Ann: {cast: Harsh Word}}": (False, False),
    "{Bob: {cast: Harsh Word}}": (False, True),
}


def test_players_places_and_acts_can_be_named() -> None:
    for choose, wanted in CHOICES.items():
        with case(choose):
            found = explored(
                f"players: {{Ann: {{hand: [Kind Word]}}, Bob: {{hand: [Harsh Word]}}}}{WORDS}explore:\n"
                f"  choose: [{choose}]\n"
                "  reachable: [{event: stack.push, player: Ann}, {event: stack.push, player: Bob}]"
            )
            assert tuple(finding.holds for finding in found.findings) == wanted


def test_an_unknown_card_may_be_what_is_left_open() -> None:
    found = explored(
        "players: [Ann, Bob]\nexplore:\n  choose: [{Ann: {cast: {name: Walk, type: sorcery, effects: [extra_turn]}}}]\n"
        "  reachable: [{at: T2, active: Ann}]",
        until="T2",
    )
    (finding,) = found.findings
    assert finding.holds
    (again,) = parse_scenarios(finding.way)
    assert [name for _, name in run_scenario(again).turns] == ["Ann", "Ann"]


def test_conceding_is_open_only_if_it_is_named() -> None:
    text = "players: [Ann, Bob]\nexplore: {%sreachable: [{event: game.end, player: Bob}]}"
    assert not explored(text % "").holds
    assert explored(text % "choose: concede, ").holds
    assert explored(text % "choose: [{Ann: concede}], ").holds
    assert not explored(text % "choose: [{Bob: concede}], ").holds


def test_the_script_is_part_of_every_way() -> None:
    text = f"players: {{Ann: {{hand: [Kind Word]}}, Bob: {{hand: [Harsh Word]}}}}{WORDS}" + (
        "script: [{at: T1.upkeep, Ann: {cast: Kind Word}}]\n"
        "explore: {always: [{at: T1.end, Ann: {hand: 0}}], reachable: [{at: T1.upkeep, Ann: {life: 20, hand: 0}}]}"
    )
    found = explored(text)
    assert found.holds
    assert found.ends["script"] == 0
    assert explored(text.replace("explore: {", "explore: {choose: [], ")).states < found.states


def test_a_way_ends_where_the_script_cannot_go_on() -> None:
    found = explored(
        f"players: {{Ann: {{hand: [Kind Word]}}, Bob: {{}}}}{WORDS}"
        "script: [{at: T1.draw, Ann: {cast: Kind Word}}]\nexplore: {choose: cast}"
    )
    assert found.ends["script"] > 0
    assert found.ends["horizon"] == 0


def test_nothing_is_added_to_a_stack_of_the_named_height() -> None:
    text = f"players: {{Ann: {{hand: [Kind Word, Harsh Word]}}, Bob: {{}}}}{WORDS}explore: {{stack: %s, reachable: %s}}"
    assert not explored(text % (1, "[{stack: [Kind Word, Harsh Word]}]")).holds
    assert explored(text % (2, "[{stack: [Kind Word, Harsh Word]}]")).holds
    assert explored(text % (0, "[T1.end]")).states == 12


def test_conceding_is_open_with_a_full_stack() -> None:
    (scenario,) = parse_scenarios(
        f"players: {{Ann: {{hand: [Kind Word]}}, Bob: {{}}}}{WORDS}until: T1\n"
        "explore: {choose: [cast, concede], stack: 1}"
    )
    state, _ = begin(scenario, load_edition("cr2026"))
    (_, word, *_) = Options(scenario)(state, 0)[0]
    assert isinstance(word, Cast)
    assert list(Options(scenario)(play(state, word), 0)[0]) == [Pass(0), Concede(0), Concede(1)]


def test_spells_with_different_targets_are_different() -> None:
    found = explored(
        "players: {Ann: {hand: [Bolt]}, Bob: {battlefield: [Bear, Wolf]}}\ncards:\n"
        "  - {name: Bear, type: creature, power: 2, toughness: 2}\n"
        "  - {name: Wolf, type: creature, power: 2, toughness: 2}\n"
        "  - {name: Bolt, type: instant, targets: creature, effects: [{damage: {amount: 3, player: target}}]}\n"
        "explore:\n  choose: cast\n"
        "  reachable: [{event: permanent.leave, name: Bear}, {event: permanent.leave, name: Wolf}]"
    )
    assert [finding.holds for finding in found.findings] == [True, True]


def test_bounds_are_kept_and_said() -> None:
    text = f"players: {{Ann: {{hand: [Kind Word, Harsh Word]}}, Bob: {{}}}}{WORDS}"
    for bounds, cut in (
        (Bounds(states=10), "states"),
        (Bounds(depth=3), "depth"),
        (Bounds(seconds=0.0), "seconds"),
    ):
        found = explored(text, bounds)
        assert (found.cut, found.complete) == (cut, False)
        assert "not complete" in "\n".join(explored_lines(found))
    assert explored(text, Bounds(states=10)).states == 10
    assert len(explored(text, Bounds(depth=3)).counts) == 4
    whole = explored(text)
    assert whole.complete
    assert explored(text, Bounds(states=whole.states)).complete
    assert explored(text, Bounds(states=whole.states - 1)).cut == "states"
    assert sum(whole.counts) == sum(whole.places.values()) == whole.states


def test_statements_are_decided_where_they_first_can_be() -> None:
    found = explored(
        f"players: {{Ann: {{battlefield: [Bear]}}, Bob: {{}}}}\n{BEAR}explore:\n  choose: attack\n"
        "  always: [{Bob: {life: 20}}, {at: T1.upkeep, Bob: {life: 20}}, {at: T1.draw, Bob: {life: 20}}]\n"
        "  never: [T1.declare_blockers, T1.combat#2, {at: T1.end, Bob: {life: 18}}]\n"
        "  reachable: [T1.combat_damage, {at: T1.end, Bob: {life: 16}}]"
    )
    assert [finding.holds for finding in found.findings] == [False, True, False, False, True, False, True, False]
    always, _, vacuous, blockers, *_ = found.findings
    assert (always.actions, always.at) == (11, "T1.combat.combat_damage")
    assert "says nothing" in list(explored_lines(found))[-6]
    assert not vacuous.way
    assert (blockers.line, blockers.column) == (6, 11)
    assert not found.holds


def test_it_stops_when_everything_is_decided() -> None:
    found = explored("players: [Ann, Bob]\nexplore: {reachable: [T1.precombat_main]}")
    assert found.cut == "decided"
    assert found.states < 12


def test_json_says_everything() -> None:
    found = explored("players: [Ann, Bob]\nexplore: {never: [T1.combat]}")
    data = explored_json(found)
    assert data["complete"] is False
    assert data["holds"] is False
    assert data["findings"][0]["way"].startswith("players:")
    assert list(data["counts"]) == [1] * data["states"]


WRONG = {
    "explore: {chose: cast}": ":1:44: unknown key 'chose' (did you mean \"choose\"?)",
    "explore: {choose: kast}": ":1:52: found 'kast' (did you mean \"cast\"?)",
    "explore: {choose: pass}": "passing is always open",
    "explore: {choose: [{at: T1}]}": "this leaves nothing open",
    "explore: {choose: [{Cid: cast}]}": "'Cid' is no player here",
    "explore: {choose: [{Ann: {cast: No Such Card}}]}": "unknown card",
    "explore: {choose: [{Ann: {cast: Time Walk, refused: true}}]}": "cannot be refused",
    "explore: {choose: 3}": "expected a verb",
    "explore: {never: []}": "never: is empty",
    "explore: {always: [T1.combat]}": "expected what the state is",
    "explore: {always: [{at: T1, when: ends, Ann: {life: 3}}]}": "when: goes with expect",
    "explore: {always: [{at: T1}]}": "expected what the state is",
    "explore: {never: [{event: no.such}]}": "no event 'no.such'",
    "explore: {never: [{at: T1.nowhere, Ann: {life: 2}}]}": "is not a phase or step",
    "explore: {stack: many}": "expected a whole number",
    "explore: 7": "found 7, expected a mapping",
}


def test_what_is_wrong_is_said_at_its_place() -> None:
    for text, said in WRONG.items():
        with case(text), pytest.raises(InputError) as error:
            parse_scenarios("{players: [Ann, Bob], until: T1, " + text + "}", "x.turn.yaml")
        assert said in str(error.value), f"{text}: {error.value}"
        assert str(error.value).startswith("x.turn.yaml:1:"), error.value


def test_there_are_as_many_states_as_in_an_independent_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(CORPUS[0].parents[2] / "benchmarks")
    packed = importlib.import_module("packed")
    (scenario,) = parse_scenarios(packed.instants(5))
    found = explore(scenario)
    assert found.complete
    assert (found.counts, found.transitions) == packed.search(5)


def test_a_loop_of_mandatory_actions_is_still_a_draw() -> None:
    (file,) = (file for file in CORPUS if file.name.startswith("10-a-loop-that-nobody-can-stop"))
    (scenario,) = read_scenarios(file)
    ended = Statement("reachable", Happening(event="game.end"), ("players",), {"event": "game.end"})
    found = explore(msgspec.structs.replace(scenario, explore=Exploration((), (ended,))))
    assert found.holds


def everything(scenario: Scenario) -> Scenario:
    """The scenario with everything open, and every kind of event to be reached."""
    wanted = tuple(Statement("reachable", Happening(event=k), ("players",), {"event": k}) for k in EVENT_KINDS)
    return msgspec.structs.replace(scenario, explore=Exploration(None, wanted, 3))


@pytest.mark.parametrize(("every", "least"), [(180, 20), pytest.param(45, 100, marks=pytest.mark.slow)])
def test_every_way_is_a_scenario_that_goes_it(every: int, least: int) -> None:
    ways = 0
    for file in CORPUS[::every]:
        for scenario in read_scenarios(file):
            for finding in explore(everything(scenario), bounds=Bounds(states=200)).findings:
                if finding.way:
                    ways += 1
                    with case(f"{file}: {finding.says}"):
                        (again,) = parse_scenarios(finding.way, str(file))
                        assert judge(again, run_scenario(again)) == []
    assert ways > least


def behaviour(keys: Keys, options: Options, state: State, done: int) -> list[Any]:
    """What can be done in a state, what happens then, and where that leads."""
    found: list[Any] = []
    actions, after = options(state, done)
    for action in list(actions)[:6]:
        log: list[Any] = []
        child = play(state, action, log)
        found.append((written(state, action), [event.kind for event in log], keys(child, after)))
    return found


def test_states_with_one_key_behave_alike() -> None:
    merged = 0
    for file in CORPUS[::30]:
        scenario = everything(read_scenarios(file)[0])
        rules = load_edition(scenario.editions[0])
        with naming([scenario.kinds, rules.kinds]):
            keys, options = Keys(), Options(scenario)
            start = begin(scenario, rules)[0]
            seen, frontier = {keys(start): start}, [(start, 0)]
            while frontier and len(seen) < 80:
                state, done = frontier.pop(0)
                actions, after = options(state, done)
                for action in list(actions)[:6] if state.outcome is None else ():
                    child = play(state, action)  # it is legal: the search does not ask
                    assert carry_out(state, action) == child
                    there = seen.setdefault(keys(child, after), child)
                    if there is child:
                        frontier.append((child, after))
                    elif there != child and child.outcome is None:
                        merged += 1
                        assert behaviour(keys, options, there, after) == behaviour(keys, options, child, after)
    assert merged > 0


SMALL = """
players: {Ann: {hand: [Assault, Dusk], battlefield: [Bear]}, Bob: {}}
cards:
  - {name: Bear, type: creature, power: 2, toughness: 2}
  - {name: Assault, type: sorcery, effects: [{extra_phases: [combat]}]}
  - {name: Dusk, type: sorcery, effects: [end_turn]}
until: T1
"""


def sequences(state: State, so_far: tuple[str, ...], found: set[tuple[str, ...]]) -> None:
    """All sequences of steps of the first turn, by walking every single way."""
    for action in legal_actions(state):
        log: list[Event] = []
        after = play(state, action, log)
        steps = so_far
        for event in log:
            begins = event.kind == "step.begin" or (
                event.kind == "phase.begin" and not event.state.graph.children(event.node)
            )
            if begins and event.state.turn == 1:
                steps = (*steps, event.state.graph.node(event.node).kind)
                found.add(steps)
        if after.turn == 1:
            sequences(after, steps, found)


def test_sequences_are_those_of_all_single_ways() -> None:
    (scenario,) = parse_scenarios(SMALL)
    found: set[tuple[str, ...]] = set()
    sequences(begin(scenario, load_edition("cr2026"))[0], ("untap", "upkeep"), found)
    counts = perft(scenario, 40)
    assert counts[:2] == (1, 1)
    assert list(counts[2:]) == [sum(1 for steps in found if len(steps) == n) for n in range(3, 41)]
    assert max(counts) > 3


def test_a_named_only_target_is_no_act_that_is_left() -> None:
    script = "script: [{at: T1.precombat_main, Ann: [{cast: Stonehorn Dignitary}, {choose: Bob}]}]"
    whole = "\n".join(explored_lines(explored(f"players: [Ann, Bob]\n{script}")))
    assert "complete: every way was walked to its end" in whole
    assert "before the script was done" not in whole
    wrong = explored(f"players: [Ann, Bob]\n{script}".replace("choose: Bob", "choose: Eve"), until="T2")
    assert "before the script was done" in "\n".join(explored_lines(wrong))
