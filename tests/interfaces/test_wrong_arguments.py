"""Every public function, called with what makes no sense: an error of our own, or a ``TypeError``, and nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import fsm
from fsm import RewriteError, RewriteRule, base_turn
from fsm.recording import recorded_turns

GRAPH = base_turn("cr2026")
STATE, _ = fsm.start_game("cr2026", ["Ann", "Bob"])
(SCENARIO,) = fsm.parse_scenarios("{players: [Ann, Bob], expect: {turns: [Ann]}}")
RUN = fsm.run_scenario(SCENARIO)

GOOD: dict[str, tuple[Any, ...]] = {
    "base_turn": ("cr2026",),
    "catalogue": (),
    "compare_diagram": ("cr2006", "cr2026"),
    "default_action": (STATE,),
    "edition_ids": (),
    "find_card": ("Time Walk", {}),
    "insert_phases": (GRAPH, "combat", ("combat",), "x"),
    "insert_steps": (GRAPH, "upkeep", ("upkeep",), "x"),
    "judge": (SCENARIO, RUN),
    "legal_actions": (STATE,),
    "load_edition": ("cr2026",),
    "parse_address": ("T1.upkeep",),
    "parse_scenarios": ("{players: [Ann, Bob], expect: {turns: [Ann]}}",),
    "parse_turn": ("U Up D", "cr2026"),
    "play_by_play": (RUN,),
    "poster_diagram": (GRAPH,),
    "read_card": ({"name": "X", "type": "instant"},),
    "read_scenarios": ("there-is-none.turn.yaml",),
    "read_trace": ("\n".join(fsm.trace_lines(RUN)),),
    "rule_diagram": ("insert_phases",),
    "run_scenario": (SCENARIO, "cr2026"),
    "scenario_diagram": (recorded_turns(RUN)[0],),
    "skip": (GRAPH, "combat", "x"),
    "start_game": ("cr2026", ["Ann", "Bob"]),
    "step": (STATE, fsm.Pass(0)),
    "timeline_diagram": (RUN,),
    "trace_lines": (RUN,),
    "turn_diagram": (GRAPH,),
}
"""Arguments of the functions of the package that make sense."""

BAD: tuple[Any, ...] = (
    None, True, -1, 3, 2026, 10**30, 1.5, float("nan"), "", "x", "\ud800", "T1.²", "a => b", "x\0y", "x" * 5_000, b"x",
    [], [3], [None], (), (3,), {}, {"a": 1}, object(), set(), len, GRAPH, STATE, RUN, SCENARIO, fsm, type,
)  # fmt: skip


NOTHING: Any = None
NUMBER: Any = 2026


def called(function: Callable[..., Any], arguments: list[Any]) -> None:
    """Calls a function, and takes all that it gives."""
    made = function(*arguments)
    for _ in made if isinstance(made, Iterator) else ():
        pass


def test_all_functions_are_tried() -> None:
    functions = {name for name in fsm.__all__ if callable(getattr(fsm, name)) and name.islower()}
    assert functions == set(GOOD)


@pytest.mark.parametrize("name", GOOD)
def test_what_makes_no_sense_is_an_error_of_our_own(name: str) -> None:
    function, good = getattr(fsm, name), GOOD[name]
    for at in range(len(good)):
        for bad in BAD:
            try:
                called(function, [*good[:at], bad, *good[at + 1 :]])
            except (fsm.FsmError, TypeError):
                pass
            except Exception as error:
                raise AssertionError(f"{name} with {bad!r} as argument {at + 1}: {error!r}") from error


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (functools.partial(base_turn, NUMBER), r"found 2026 \(int\), expected the id of an edition, such as 'cr2026'"),
        (functools.partial(fsm.step, STATE, NOTHING), r"found None \(NoneType\), expected an action"),
        (functools.partial(fsm.step, NOTHING, NOTHING), "expected a state of a game; start_game gives the first one"),
        (functools.partial(fsm.skip, GRAPH, NUMBER, "x"), "expected a place in a turn, such as 'combat#2'"),
        (functools.partial(fsm.skip, NOTHING, "combat", "x"), "expected a turn, such as base_turn"),
    ],
)
def test_a_wrong_type_is_told_with_what_was_expected(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        call()


@pytest.mark.parametrize(
    ("topic", "matches", "puts", "said"),
    [
        ("skip", "anchor => rest", "anchor -> [rest]", "found 'anchor => rest', expected names in a chain"),
        ("skip", "anchor -> rest", "anchor -> ", "found 'anchor -> ', expected names in a chain"),
        ("skip", 3, "anchor", "found 3, expected names in a chain"),
        ("skip", "anchor -> rest", "anchor -> [rset]", r"keeps or skips 'rset', which 'anchor -> rest' has not"),
        ("skipp", "anchor -> rest", "anchor", r'there is no topic \'skipp\' \(did you mean "skip"\?\)'),
        (None, "anchor", "anchor", "there is no topic None"),
    ],
)
def test_a_rewrite_rule_that_makes_no_sense_is_refused(topic: Any, matches: Any, puts: str, said: str) -> None:
    with pytest.raises(RewriteError, match=said):
        RewriteRule("odd", topic, matches, puts)


def test_the_package_lists_its_public_names_alone() -> None:
    assert dir(fsm) == sorted(fsm.__all__)
    assert not [name for name in dir(fsm) if name.startswith("_") or name in ("Any", "TYPE_CHECKING", "import_module")]
    assert fsm.__version__


def test_nobody_decides_when_the_game_is_over() -> None:
    over, _ = fsm.step(STATE, fsm.Concede(0))
    with pytest.raises(fsm.IllegalAction, match="the game is over"):
        fsm.default_action(over)
