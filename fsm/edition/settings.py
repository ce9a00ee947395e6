"""What the game asks of an edition, as flat data: two editions can be compared by it, and mixed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

from msgspec.structs import replace

from .model import Edition, PhaseSpec, Priority, StepSpec

Settings = Mapping[str, tuple[str, ...]]

RULE = "rule:"
"""Before the name of a topic: the setting whether an edition has a rule for it."""


@lru_cache(128)
def settings(edition: Edition) -> Settings:
    """All that a game can ask of an edition, by name; numbers, words and the names of phases and steps are left out.

    A choice has its own name, ``extra_turns``. ``draw.actions`` and ``draw.priority`` are those of a phase or step,
    ``leaving.step`` what is done as one ends, ``end_turn`` the parts of a procedure, and ``rule:extra_turn`` is there
    if the edition has a rule for that topic.

    >>> from fsm.edition import load_edition
    >>> settings(load_edition("cr2026"))["leaving.step"]
    ('until_end_of', 'mana_empties')
    """
    return MappingProxyType(dict(_settings(edition)))


def _settings(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield from edition.choices.items()
    for kind, phase in edition.all_phases.items():
        if phase.steps:
            yield f"{kind}.actions", phase.actions
    for kind, step in edition.all_steps.items():
        yield from ((f"{kind}.actions", step.actions), (f"{kind}.priority", (step.priority,)))
    yield from (("leaving.step", edition.leaving_step), ("leaving.phase", edition.leaving_phase))
    yield from edition.procedures.items()
    yield from ((f"{RULE}{topic}", (topic,)) for topic, numbers in edition.cites.items() if numbers)


def differing(one: Edition, other: Edition) -> tuple[str, ...]:
    """The names of the settings that differ in two editions; those of rules come last.

    >>> from fsm.edition import load_edition
    >>> differing(load_edition("cr2001-07-23"), load_edition("cr2002-02-20"))
    ('extra_turns', 'rule:madness', 'rule:summoning_sickness')
    """
    mine, theirs = settings(one), settings(other)
    names = dict.fromkeys((*mine, *theirs))
    return tuple(sorted((n for n in names if mine.get(n) != theirs.get(n)), key=lambda name: name.startswith(RULE)))


def mixed(edition: Edition, other: Edition, names: Collection[str]) -> Edition:
    """An edition with some settings of another, and with the numbers that belong to them there.

    >>> from fsm.edition import load_edition
    >>> early, late = load_edition("cr2001-07-23"), load_edition("cr2002-02-20")
    >>> mixed(early, late, ["extra_turns"]).choices["extra_turns"]
    ('newest_first',)
    """
    taken = settings(other)
    topics = {name.removeprefix(RULE) for name in names if name.startswith(RULE)}
    needed = {topic for name in names if not name.startswith(RULE) for topic in taken.get(name, ())}
    topics |= {topic for topic in needed if topic in edition.cites and not edition.cites[topic]}
    changes: dict[str, Any] = {
        "choices": {**edition.choices, **{name: taken[name] for name in names if name in edition.choices}},
        "procedures": _procedures(edition, other, names),
        "cites": {**edition.cites, **{topic: other.cites[topic] for topic in topics}},
        "all_phases": {kind: _phase(phase, taken, names) for kind, phase in edition.all_phases.items()},
        "all_steps": {kind: _step(step, taken, names) for kind, step in edition.all_steps.items()},
    }
    for part in ("step", "phase"):
        if f"leaving.{part}" in names:
            changes[f"leaving_{part}"] = taken[f"leaving.{part}"]
    phases = tuple(changes["all_phases"][phase.kind] for phase in edition.phases)
    return replace(edition, phases=phases, **changes)


def _procedures(edition: Edition, other: Edition, names: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    both = dict.fromkeys((*edition.procedures, *other.procedures))
    chosen = {name: (other if name in names else edition).procedures for name in both}
    return {name: procedures[name] for name, procedures in chosen.items() if name in procedures}


def _phase(phase: PhaseSpec, taken: Settings, names: Collection[str]) -> PhaseSpec:
    steps = tuple(_step(step, taken, names) for step in phase.steps)
    inside = _step(phase.inside, taken, names) if phase.inside else None
    name = f"{phase.kind}.actions"
    actions = taken[name] if phase.steps and name in names else phase.actions
    return replace(phase, steps=steps, inside=inside, actions=actions)


def _step(step: StepSpec, taken: Settings, names: Collection[str]) -> StepSpec:
    said = {name: taken[name] for name in (f"{step.kind}.actions", f"{step.kind}.priority") if name in names}
    actions = said.get(f"{step.kind}.actions", step.actions)
    (priority,) = said.get(f"{step.kind}.priority", (step.priority,))
    return replace(step, actions=actions, priority=cast("Priority", priority))
