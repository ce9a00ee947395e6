"""Writes the actions of players as the script of a scenario that reproduces them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ...cards.kinds import OR_SUSPENDED, PLAYERS, on_stack
from ...edition import is_file
from ...files import relative
from ...game import Action, State, default_action
from ...game.objects.abilities.recasting import timers
from ...game.objects.abilities.targets import legal_targets, target_names
from ...game.state import action as a
from ...game.state import decision as d
from ...game.state.decision import Priority
from ...shape import read
from ..model import ActRef
from ..reading.reader import Scenario
from ..running.actions import activable, asks, option_names, own_permanents


def written(state: State, action: Action) -> Any:
    """The act for an action in a state, as plain data: ``{"cast": "Time Walk"}``, or ``"pass"``.

    >>> from fsm.game import Pass, start_game
    >>> state, _ = start_game("cr2026", ["Ann", "Bob"])
    >>> written(state, Pass(0))
    'pass'
    """
    return _WRITTEN[type(action)](state, action)


def _target(state: State, aimed: Any, target: int | None) -> dict[str, str]:
    """The target of a card or an ability."""
    if target is None:
        return {}
    # Without targets the number may be a player's seat or a permanent's id.
    free = aimed.targets == "none" and state.permanent(target) is None
    if free or aimed.targets in PLAYERS or target < 0:
        return {"target": state.name(-1 - target if target < 0 else target)}
    if kind := on_stack(aimed.targets):
        offered = legal_targets(state, kind, 0)
        return {"target": target_names(state, kind, offered)[offered.index(target)]}
    if aimed.targets in OR_SUSPENDED and state.permanent(target) is None:
        return {"target": next(one.name for one in timers(state) if one.id == target)}
    return {"target": _name(state, target, [p.id for p in state.permanents()])}


def _stoppable(state: State, action: a.EndEffect) -> str:
    return next(one.name for one in state.standing.stoppable if one.id == action.effect)


def _activation(state: State, action: a.Activate) -> dict[str, Any]:
    permanent = state.permanent(action.permanent)
    abilities = state.abilities(permanent) if permanent else ()
    said: dict[str, Any] = {"activate": _name(state, action.permanent, activable(state, action.player))}
    if action.ability:
        said["ability"] = action.ability + 1
    return said | _target(state, abilities[action.ability], action.target) | _mana(state, action)


def _mana(state: State, action: a.Cast | a.Activate) -> dict[str, Any]:
    """The permanents that make mana meanwhile, and the mana that is spent first."""
    names = _names(state, action.mana, own_permanents(state, action.player))
    said: dict[str, Any] = {"mana": _sources(names, action.mana_abilities)} if names else {}
    return said | ({"spend": list(action.spend)} if action.spend else {})


def _attack(state: State, action: a.Attack) -> dict[str, Any]:
    own, decision = own_permanents(state, action.player), state.decision
    attackers = _names(state, action.attackers, own)
    said: dict[str, Any] = {"attack": attackers}
    if isinstance(decision, d.DeclareAttackers) and (action.defenders or action.attacked):
        attacked = dict(action.attacked)
        seats = action.defenders or (decision.defenders[0],) * len(attackers)
        things = (*decision.attackable, *(p.id for p in state.permanents() if p.id not in decision.attackable))
        whom = [
            _name(state, attacked[id], things) if id in attacked else state.name(seat)
            for id, seat in zip(action.attackers, seats, strict=True)
        ]
        said = {"attack": dict(zip(attackers, whom, strict=True))}
    name_of = dict(zip(action.attackers, attackers, strict=True))
    if action.bands:
        said["bands"] = [[name_of[id] for id in band] for band in action.bands]
    if action.optional:
        said["optional"] = [name_of[id] for id in action.optional]
    return said | _paid(state, action, own)


def _paid(state: State, action: a.Declaration, own: Iterable[int]) -> dict[str, Any]:
    """What is paid for an attack or a block."""
    said: dict[str, Any] = {}
    if action.mana:
        said["mana"] = _sources(_names(state, action.mana, own), action.mana_abilities)
    if action.pay:
        said["pay"] = [_payment(state, payment, own) for payment in action.pay]
    return said


def _sources(names: list[str], numbers: tuple[int, ...]) -> list[Any]:
    return [{name: number + 1} for name, number in zip(names, numbers, strict=True)] if numbers else list(names)


def _payment(state: State, payment: a.Payment, own: Iterable[int]) -> str:
    what = _name(state, payment.id, own) if payment.id is not None else str(payment.card)
    return f"{payment.kind} {what}".rstrip()


def _block(state: State, action: a.Block) -> dict[str, Any]:
    decision = state.decision
    attackers = decision.attackers if isinstance(decision, d.DeclareBlockers) else ()
    own = own_permanents(state, action.player)
    blocked: dict[str, list[str]] = {}
    for blocker, attacker in action.blocks:
        blocked.setdefault(_name(state, blocker, own), []).append(_name(state, attacker, attackers))
    said = {"block": {name: many[0] if len(many) == 1 else many for name, many in blocked.items()}}
    return said | _paid(state, action, own)


def _ordered(state: State, action: a.Order) -> list[str]:
    match state.decision:
        case d.OrderTriggers(names=names) | d.ArrangeCards(names=names):
            return [str(names[at]) for at in action.order]
        case d.ChooseBottom(hand=hand):
            return [str(hand[at]) for at in action.order]
        case d.OrderDamage(others=others):
            return _names(state, [others[at] for at in action.order], others)
    return []


def _division(state: State, action: a.Assign) -> dict[str, Any]:
    decision = state.decision
    recipients = decision.recipients if isinstance(decision, d.AssignDamage) else ()
    given = zip(_names(state, recipients, recipients), action.amounts, strict=True)
    said = {name: amount for name, amount in given if amount}
    return {"assign": said or dict.fromkeys(_names(state, recipients[:1], recipients), 0)}


def _names(state: State, ids: Iterable[int], among: Iterable[int]) -> list[str]:
    among = tuple(among)
    return [_name(state, id, among) for id in ids]


def _name(state: State, id: int, among: Iterable[int]) -> str:
    """The name of a permanent, ``Bear#2`` if several have that name; or of a player, who is ``-1 - seat``."""
    if id < 0:
        return state.name(-1 - id)
    there = {p.id: p.card.name for p in state.permanents()}
    alike = [other for other in among if there.get(other) == there[id]]
    return there[id] if len(alike) < 2 else f"{there[id]}#{alike.index(id) + 1}"


def _out_of(action: a.Cast | a.PlayLand) -> dict[str, Any]:
    return {} if action.at is None else {"out_of": action.at.zone}


_WRITTEN: dict[type[Action], Callable[[State, Any], Any]] = {
    a.Pass: lambda *_: "pass",
    a.Concede: lambda *_: "concede",
    a.Cast: lambda state, action: {
        "cast": action.card.name,
        **_target(state, action.card, action.target),
        **_out_of(action),
        **({"face_down": True} if action.face_down else {}),
        **_mana(state, action),
    },
    a.PlayLand: lambda _, action: {"play": action.card.name, **_out_of(action)},
    a.Suspend: lambda _, action: {"suspend": action.card.name},
    a.BringCompanion: lambda _, action: {"companion": action.card},
    a.EndEffect: lambda state, action: {"end": _stoppable(state, action)},
    a.Activate: _activation,
    a.Attack: _attack,
    a.Block: _block,
    a.DiscardCards: lambda _, action: {"discard": list(map(str, action.cards))},
    a.Order: lambda state, action: {"order": _ordered(state, action)},
    a.Assign: _division,
    a.KeepTapped: lambda state, action: {
        "keep_tapped": _names(state, action.permanents, own_permanents(state, action.player))
    },
    a.Choose: lambda state, action: {"choose": option_names(state)[action.option]},
}
"""The function that writes each kind of action."""


Deed = tuple[State, int, Any]
"""A state with an open decision, the seat of the player who answered it, and the act of a script."""


def as_scenario(
    scenario: Scenario, name: str, edition: str, deeds: Sequence[Deed], more: Mapping[str, Any] | None = None
) -> str:
    """The text of a scenario with the actions of players as its script, without default actions.

    It begins like ``scenario``; ``more`` are its keys after the script.
    """
    data = {key: value for key, value in scenario.document.data.items() if key not in _RESULT}
    data["name"] = name[:200]
    data["edition"] = edition
    data["script"] = entries(deeds)
    data |= more or {}
    return scenario_text(data)


def as_file(scenario: Scenario, edition: str, folder: Path) -> str:
    """The text of a what-if run for a file in a folder: the path of an edition file is relative to it."""
    data = scenario.document.data
    if is_file(edition):
        path = Path(relative(edition, folder)).as_posix()
        data = data | {"edition": path if is_file(path) else f"./{path}"}
    return scenario_text(data)


def scenario_text(data: dict[str, Any]) -> str:
    """A scenario file from its data."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


_RESULT = (
    "expect", "expect_in", "rules", "rulings", "about", "conclusion", "script", "until", "edition", "explore", "marks",
    "skip", "xfail", "golden",
)  # fmt: skip
"""The keys of a scenario that do not belong to its setup: they tell of what it was, or of a test of it."""


def entries(deeds: Sequence[Deed], last: bool = False) -> list[dict[str, Any]]:
    """The entries of a script: one for each place and each top object of the stack.

    Default actions are left out, unless the player's next action would then come too early, or it is the ``last`` one.
    """
    kept: list[Deed] = []
    for state, seat, said in reversed(deeds):
        needed = _too_early(state, *kept[-1]) if kept else last
        if needed or said != written(state, default_action(state)):
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
