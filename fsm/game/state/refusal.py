"""Refusals: why an action is illegal now, with the rules that say so."""

from __future__ import annotations

import msgspec

from ...errors import IllegalAction
from ...words import listed
from .state import State


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is illegal, and the numbers of the rules that say so; its text names the first of them.

    >>> str(Refusal("Forest is a land: it is played, not cast", ("505.6b",)))
    'Forest is a land: it is played, not cast (505.6b)'
    """

    why: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.why} ({self.rules[0]})" if self.rules else self.why

    def error(self) -> IllegalAction:
        """The error to raise for an action that was tried all the same."""
        return IllegalAction(str(self), self.rules)


def refuse(state: State, why: str, topics: str) -> Refusal:
    """A refusal by the rules of the first of these topics that the edition has rules for."""
    cites = state.game.edition.cites
    return Refusal(why, next((cites[topic] for topic in topics.split() if cites[topic]), ()))


def not_here(state: State, step: str, what: str) -> Refusal:
    """A refusal of what is declared only in a step of another kind."""
    name = state.edition.step(step).name
    return refuse(state, f"{what} are declared in a {name}; this is {state.address}", step)


def named(state: State, *ids: int) -> str:
    """The names of permanents, as a message lists them."""
    found = [state.permanent(id) for id in ids]
    return listed(p.card.name if p else "what is not on the battlefield" for p in found)
