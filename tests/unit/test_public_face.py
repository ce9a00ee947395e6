"""What ``import fsm`` gives, and how its values show themselves in one line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from doctest import DocTestParser

import pytest
from cases import joined
from playing import Playing

import fsm
import fsm.diagram
import fsm.errors
import fsm.shape
from fsm import RewriteError, TurnGraph, base_turn, insert_phases, insert_steps, parse_address, skip


def test_every_name_of_the_package_is_there() -> None:
    assert sorted(fsm.__all__) == sorted(set(fsm.__all__))
    for name in fsm.__all__:
        assert getattr(fsm, name) is not None, name
    assert set(fsm.__all__) <= set(dir(fsm))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = fsm.nothing  # type: ignore[attr-defined]


FUNCTIONS = [name for name in fsm.__all__ if name.islower() and name not in ("catalogue", "edition_ids")]
"""The functions that can fail: two take no argument."""
FAILING = [*FUNCTIONS, "Action", "Diagram", "RewriteRule", "TurnMachine"]


@joined(fsm.__all__)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    """The doctests of the package run it."""
    examples = DocTestParser().get_examples(inspect.getdoc(getattr(fsm, name)) or "")
    assert any(one.want for one in examples), "an answer that is compared"
    if name in FUNCTIONS or name.endswith(("Error", "Action")):
        assert any(name in f"{one.source}{one.want}" for one in examples), "an example that has the name"


@joined(FAILING)
def test_what_can_fail_says_with_which_error(name: str) -> None:
    told = re.findall(r"``(\w+)``", inspect.getdoc(getattr(fsm, name)) or "")
    errors = [getattr(room, one) for one in told for room in (fsm.errors, fsm.shape, fsm.diagram) if hasattr(room, one)]
    assert any(isinstance(one, type) and issubclass(one, fsm.FsmError) for one in errors), told


def test_all_errors_are_of_one_tree() -> None:
    errors = [getattr(fsm, name) for name in fsm.__all__ if name.endswith("Error")]
    assert len(errors) > 5
    assert all(issubclass(error, fsm.FsmError) and issubclass(error, ValueError) for error in errors)


def test_a_state_and_an_event_are_one_line() -> None:
    game = Playing()
    assert repr(game.to("T1.precombat_main")) == "<State cr2026 T1.precombat_main: Priority of Ann, stack: []>"
    cast = game.cast(0, {"extra_turn": "you"}, name="Time Walk")
    assert repr(cast) == "<State cr2026 T1.precombat_main: Priority of Ann, stack: [Time Walk]>"
    assert "<Event stack.push T1.precombat_main: Ann name='Time Walk'" in repr(game.events)
    for _ in range(5):
        cast = game.cast(0, {"life": 1}, name="A long name " * 9)
    assert len(repr(cast)) < 200
    assert "3 more" in repr(cast)
    assert not any("\n" in repr(value) or len(repr(value)) > 250 for value in (cast, *game.events))
    over = game.do(fsm.Concede(0))
    assert repr(over).startswith("<State cr2026 T1.precombat_main: over, ")


BASE = base_turn("cr2026")
TWO = insert_phases(BASE, "combat", ("combat",), "Aurelia")


@pytest.mark.parametrize(
    ("rewritten", "by_id"),
    [
        (lambda: skip(TWO, "combat#2", "x"), lambda: skip(TWO, "combat+1", "x")),
        (lambda: skip(TWO, "combat#2.combat_damage", "x"), lambda: skip(TWO, "combat+1/combat_damage", "x")),
        (lambda: skip(TWO, "end_of_combat#2", "x"), lambda: skip(TWO, "combat+1/end_of_combat", "x")),
        (lambda: insert_steps(BASE, "end", ("end",), "x"), lambda: insert_steps(BASE, "ending/end", ("end",), "x")),
        (lambda: skip(BASE, parse_address("beginning.draw"), "x"), lambda: skip(BASE, "beginning/draw", "x")),
        (lambda: insert_phases(BASE, parse_address("combat"), ("combat",), "Aurelia"), lambda: TWO),
    ],
)  # fmt: skip
def test_a_rewrite_takes_a_place_by_its_address(
    rewritten: Callable[[], TurnGraph], by_id: Callable[[], TurnGraph]
) -> None:
    assert rewritten() is by_id()


@pytest.mark.parametrize(
    ("anchor", "says"),
    [
        ("combat#3", r"there is no combat#3 in this turn"),
        ("T1.combat", r"there is no T1\.combat in this turn; expected a place in one turn, without its number"),
        ("combat.upkeep", r"there is no node 'combat\.upkeep'"),
        ("combt", r"there is no node 'combt' in this turn \(did you mean \"combat\"\?\)"),
        (parse_address("T2"), r"there is no T2 in this turn"),
    ],
)
def test_a_place_that_is_not_there_is_refused(anchor: str, says: str) -> None:
    with pytest.raises(RewriteError, match=says):
        skip(TWO, anchor, "x")
