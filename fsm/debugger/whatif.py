"""What if: a recording up to a stop, then another action, as a scenario that reproduces it.

The recording does not change. All actions of players up to the stop become a script, the other action follows, and
the new scenario is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import FsmError
from ..game import Event, State
from ..recording import Answer, Recording
from ..scenario import Scenario
from ..scenario.model import VERBS, ActRef
from ..scenario.script import as_scenario
from ..scenario.writing import written
from ..shape import ShapeError, read
from ..words import nearest, shown


def next_answer(recording: Recording, at: int) -> int:
    """The index of the first answer after a stop."""
    return sum(1 for answer in recording.answers if answer.seq <= at)


def waiting(recording: Recording, at: int) -> State | None:
    """The next state after a stop that waits for a player, or None."""
    number = next_answer(recording, at)
    if number < len(recording.answers):
        return recording.answers[number].before
    final = recording.final
    return final if final.decision is not None else None


def branch(scenario: Scenario, edition: str, recording: Recording, at: int, said: Any, viewer: str = "") -> str:
    """The text of a scenario in which the player of the first decision after a stop acts differently.

    A ``viewer`` can try only their own actions: whether another player's action is legal tells what that player has.
    """
    state = waiting(recording, at)
    if state is None or state.decision is None:
        raise FsmError("no player has a decision after this: the game is over")
    decider = state.name(state.decision.player if state.decider is None else state.decider)
    if viewer and decider != viewer:
        raise FsmError(f"{shown(decider)} decides here, and {shown(viewer)} cannot know what {shown(decider)} may do")
    answers = recording.answers[: next_answer(recording, at)]
    kept = [(answer.before, answer.action.player, _said(scenario, answer)) for answer in answers]
    until = f"T{max(recording.final.turn, state.turn, 1)}"
    return as_scenario(
        scenario, f"{scenario.name}, what if", edition, [*kept, (state, state.decision.player, said)], {"until": until}
    )


def _said(scenario: Scenario, answer: Answer) -> Any:
    """The part of the script for an answer, or what the script would have to say."""
    if not answer.path:
        return written(answer.before, answer.action)
    data: Any = scenario.document.data
    for key in answer.path:
        data = data[key]
    return data


def first_difference(one: Recording, other: Recording, default: int) -> int:
    """The first position at which two recordings differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((position for position, (a, b) in pairs if _told(a.event) != _told(b.event)), default)


def _told(event: Event) -> tuple[Any, ...]:
    return event.kind, event.node, event.player, event.detail


def parse_deed(text: str, options: Sequence[Any]) -> Any:
    """Reads an action that a user types: the number of an option, ``pass``, ``cast Time Walk``, or YAML.

    >>> parse_deed("cast: Time Walk", ()), parse_deed("attack Bear, Ox", ()), parse_deed("2", ("pass", "concede"))
    ({'cast': 'Time Walk'}, {'attack': ['Bear', 'Ox']}, 'concede')
    """
    text = text.strip()
    if text.isdecimal() and len(text) < 6:
        if not 1 <= int(text) <= len(options):
            raise FsmError(
                f"there is no action {int(text)}; legal lists them" + (f", 1 to {len(options)}" if options else "")
            )
        return options[int(text) - 1]
    verb, _, rest = text.partition(" ")
    if verb in VERBS and rest and not rest.lstrip().startswith((":", "{", "[")):
        said: Any = {verb: rest.strip() if verb in _ONE else [part.strip() for part in rest.split(",")]}
    else:
        said = _yaml(text)
    try:
        read(ActRef, said)
    except ShapeError as error:
        raise FsmError(f"{shown(text, 60)!r} is not an action{nearest(verb, VERBS)}: {error}") from None
    return said


_ONE = ("cast", "play", "activate", "choose")


def _yaml(text: str) -> Any:
    from ..errors import InputError
    from ..scenario.yaml import read_yaml

    try:
        document = read_yaml(text, "")[0]
        document.tell()
    except InputError as error:
        raise FsmError(f"{shown(text, 60)!r} cannot be read: {error.message}") from None
    return document.data
