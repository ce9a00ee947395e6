"""What an edition of the rules says, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Priority = Literal["always", "never", "if_needed"]


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule: what it says in own words, and the topics it governs."""

    number: str
    topics: tuple[str, ...]
    says: str


class StepSpec(msgspec.Struct, frozen=True):
    """A step of a phase, or the inside of a phase that has no steps.

    ``actions`` are its turn-based actions, in order, each named by its topic;
    ``priority`` says whether players get priority in it.
    """

    kind: str
    name: str
    rule: str
    priority: Priority = "always"
    actions: tuple[str, ...] = ()


class PhaseSpec(msgspec.Struct, frozen=True):
    """A phase of the turn; a main phase has no ``steps`` and carries one ``inside``."""

    kind: str
    name: str
    rule: str
    steps: tuple[StepSpec, ...] = ()
    inside: StepSpec | None = None
    actions: tuple[str, ...] = ()


class Edition(msgspec.Struct, frozen=True, eq=False):
    """One edition of the rules, as data: the engine asks it and never asks which it is.

    Two editions are equal only if they are the same object.
    """

    id: str
    title: str
    effective: str
    phases: tuple[PhaseSpec, ...]
    leaving_step: tuple[str, ...]
    leaving_phase: tuple[str, ...]
    procedures: Mapping[str, tuple[str, ...]]
    choices: Mapping[str, tuple[str, ...]]
    zones: Mapping[str, str]
    terms: Mapping[str, str]
    rules: Mapping[str, Rule]
    cites: Mapping[str, tuple[str, ...]]

    def cite(self, topic: str) -> tuple[str, ...]:
        """The numbers of the rules that govern a topic; none if this edition has none.

        >>> from fsm.edition import load_edition
        >>> load_edition("cr2006").cite("extra_turn"), load_edition("cr2026").cite("extra_turn")
        (('300.6',), ('500.7',))
        """
        return self.cites.get(topic, ())

    def number(self, topic: str) -> str:
        """The first number that governs a topic, or an empty text."""
        numbers = self.cites.get(topic)
        return numbers[0] if numbers else ""

    def phase(self, kind: str) -> PhaseSpec:
        """The phase of that kind; ``KeyError`` if there is none."""
        for phase in self.phases:
            if phase.kind == kind:
                return phase
        raise KeyError(kind)

    def step(self, kind: str) -> StepSpec:
        """The step of that kind (or the inside of a phase without steps)."""
        for phase in self.phases:
            if phase.inside is not None and phase.kind == kind:
                return phase.inside
            for step in phase.steps:
                if step.kind == kind:
                    return step
        raise KeyError(kind)

    def ends_by(self, step: str) -> tuple[str, ...]:
        """The rules by which a step of that kind ends.

        Before 2008 no rule says how one without priority ends; the one that denies priority stands for it.
        """
        priority = self.step(step).priority
        if priority == "always":
            return self.cite("step_ends")
        without = "cleanup_none" if priority == "if_needed" else "untap_no_priority"
        return self.cite("no_priority_step") or self.cite(without)

    def phase_of(self, step: str) -> PhaseSpec:
        """The phase that normally contains a step of that kind."""
        for phase in self.phases:
            if any(s.kind == step for s in phase.steps):
                return phase
        raise KeyError(step)

    def term(self, word: str) -> str:
        """The edition's own word for one of ours."""
        return self.terms.get(word, word)

    def __repr__(self) -> str:
        return f"<Edition {self.id}>"
