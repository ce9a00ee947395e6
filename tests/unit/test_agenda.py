"""The agenda: tasks are values, each kind done by one function; a choice that nobody makes is the first."""

from __future__ import annotations

from collections.abc import Iterator

from playing import Playing, spell

from fsm.game import Choose, ChooseOption, Concede, Pass, StackObject
from fsm.game.state.agenda import TASKS, Choice, DoEffect, Task, push, push_effects


def kinds(base: type[Task]) -> Iterator[type[Task]]:
    """All kinds of tasks under one."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_each_kind_of_task_is_done_by_a_function() -> None:
    assert {kind for kind in kinds(Task) if kind is not Choice} == TASKS.keys()


def test_the_last_task_pushed_is_the_next_one() -> None:
    state, effects = Playing().state, spell({"life": 1}, {"life": 2}).effects
    source = StackObject(1, "ability", "Test", 0)
    assert push(push_effects(state, effects, source), DoEffect(effects[1], source)).agenda == (
        DoEffect(effects[1], source),
        DoEffect(effects[0], source),
        DoEffect(effects[1], source),
    )


def test_a_choice_that_a_departed_player_leaves_open_is_made_by_another() -> None:
    game = Playing(players=3)
    options = {name: [{"life": {"amount": amount, "player": "each"}}] for name, amount in (("one", 1), ("five", 5))}
    game.do(Pass(0))
    game.cast(1, {"choose_one": {"player": "each", "options": options}})
    game.until(lambda state: isinstance(state.decision, ChooseOption))
    assert isinstance(game.state.agenda[-1], Choice)
    game.do(Concede(0), Choose(2, 0), Choose(1, 1), Choose(2, 1))
    assert [player.life for player in game.state.players[1:]] == [31, 31]
