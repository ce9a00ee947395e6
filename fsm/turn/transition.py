"""A transition of a turn: from one state to another, under guards, by a rule. States are named by their paths."""

from __future__ import annotations

import msgspec

from .part import ROOT

SEPARATOR = "/"
OVER = "over"
SUBSTATES = ("beginning", "priority", "resolving", "ending")

Guards = tuple[tuple[str, bool], ...]
"""The names of guards, each with the required answer."""


class Transition(msgspec.Struct, frozen=True, gc=False):
    """A transition, made if its guards have the required answers.

    ``topic`` and ``rule`` are the topic and the number of its rule; ``rewrites``: it stands for a rewrite of the
    turn, so that a host that rewrites the turn never makes it. Those of a state are tried in order, and the first
    whose guards hold is made.

    >>> from fsm.turn import base_turn
    >>> row = base_turn("cr2026").table["turn/beginning/draw/ending"]
    >>> row.regular[0].exits
    ('turn/beginning/draw/ending', 'turn/beginning/draw', 'turn/beginning')
    >>> row.regular[0].enters
    ('turn/precombat_main', 'turn/precombat_main/beginning')
    """

    source: str
    target: str
    guards: Guards = ()
    topic: str = ""
    rule: str = ""
    rewrites: bool = False

    @property
    def exits(self) -> tuple[str, ...]:
        """The paths of the states that it exits, innermost first."""
        kept = _ancestry(self.target)
        return tuple(path for path in _ancestry(self.source) if path not in kept)

    @property
    def enters(self) -> tuple[str, ...]:
        """The paths of the states that it enters, outermost first."""
        kept = _ancestry(self.source)
        return tuple(path for path in reversed(_ancestry(self.target)) if path not in kept)

    @property
    def leaves(self) -> str:
        """The stop that it comes from."""
        return stop_of(self.source)

    @property
    def reaches(self) -> str:
        """The stop that it leads to; empty at the end of the turn."""
        return stop_of(self.target)


def _ancestry(path: str) -> tuple[str, ...]:
    """The path of a state and the paths of its ancestors, innermost first."""
    parts = path.split(SEPARATOR)
    return tuple(SEPARATOR.join(parts[:n]) for n in range(len(parts), 0, -1))


def stop_of(path: str) -> str:
    """The id of the stop that a state belongs to; empty at the end of the turn."""
    return path.rpartition(SEPARATOR)[0].removeprefix(ROOT + SEPARATOR)


def state_name(stop: str, substate: str) -> str:
    """The full path of a state: the node's id, then the substate."""
    return f"{ROOT}{SEPARATOR}{stop}{SEPARATOR}{substate}"


def beginning_of(stop: str | None) -> str:
    """The state in which a stop begins; ``over`` if there is none."""
    return OVER if stop is None else state_name(stop, "beginning")
