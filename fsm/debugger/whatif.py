"""What if: a recording up to a stop, then another action, as a scenario that reproduces it.

The recording does not change. All actions of players up to the stop become a script, the other action follows, and
the new scenario is run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from ..edition import is_file
from ..errors import FsmError
from ..game import Event, State, default_action
from ..game.state.decision import Priority
from ..recording import Answer, Recording
from ..scenario import Scenario
from ..scenario.acting import asks
from ..scenario.model import VERBS, ActRef
from ..scenario.writing import written
from ..shape import ShapeError, read
from ..words import nearest, shown

Deed = tuple[State, int, Any]
"""A state with an open decision, the seat of the player who answered it, and the act of a script."""


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


def branch(scenario: Scenario, edition: str, recording: Recording, at: int, said: Any) -> str:
    """The text of a scenario in which the player of the first decision after a stop acts differently."""
    state = waiting(recording, at)
    if state is None or state.decision is None:
        raise FsmError("no player has a decision after this: the game is over")
    answers = recording.answers[: next_answer(recording, at)]
    kept = [(answer.before, answer.action.player, _said(scenario, answer)) for answer in answers]
    return as_scenario(scenario, edition, recording, [*kept, (state, state.decision.player, said)])


def as_scenario(scenario: Scenario, edition: str, recording: Recording, deeds: Sequence[Deed]) -> str:
    """The text of a scenario with the actions of players as its script, without default actions."""
    data = {key: value for key, value in scenario.document.data.items() if key not in _RESULT}
    data["name"] = f"{scenario.name}, what if"[:200]
    data["edition"] = edition
    data["script"] = entries(deeds)
    data["until"] = f"T{max(recording.final.turn, deeds[-1][0].turn if deeds else 1, 1)}"
    return _text(data)


def as_file(scenario: Scenario, edition: str, folder: Path) -> str:
    """The text of a what-if run for a file in a folder: the path of an edition file is relative to it."""
    data = scenario.document.data
    if is_file(edition):
        path = os.path.relpath(edition, folder)
        data = data | {"edition": path if is_file(path) else f"./{path}"}
    return _text(data)


def _text(data: dict[str, Any]) -> str:
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


_RESULT = ("expect", "expect_in", "rules", "rulings", "about", "script", "until", "edition")
"""The keys of a scenario that do not belong to its setup."""


def entries(deeds: Sequence[Deed]) -> list[dict[str, Any]]:
    """The entries of a script: one for each place and each top object of the stack.

    Default actions are left out, unless the player's next action would then come too early.
    """
    kept: list[Deed] = []
    for state, seat, said in reversed(deeds):
        if said != written(state, default_action(state)) or (kept and _too_early(state, *kept[-1])):
            kept.append((state, seat, said))
    found: list[dict[str, Any]] = []
    for state, seat, said in reversed(kept):
        name, head = state.name(seat), _head(state)
        if found and list(found[-1])[-1] == name and all(found[-1].get(key) == head.get(key) for key in _HEAD):
            found[-1][name].append(said)
        else:
            found.append(head | {name: [said]})
    return found


_HEAD = ("at", "responding_to")


def _head(state: State) -> dict[str, Any]:
    top = state.stack[-1].name if state.stack and isinstance(state.decision, Priority) else None
    return {"at": state.address} | ({"responding_to": top} if top is not None else {})


def _too_early(state: State, later: State, seat: int, said: Any) -> bool:
    """Whether the script would perform a later action of a player in this state already."""
    if said == "concede":
        return state.address == later.address
    decision = state.decision
    if decision is None or decision.player != seat or _head(state) != _head(later):
        return False
    return asks(decision, read(ActRef, said))


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
        return read_yaml(text, "")[0].data
    except InputError as error:
        raise FsmError(f"{shown(text, 60)!r} cannot be read: {error.message}") from None
