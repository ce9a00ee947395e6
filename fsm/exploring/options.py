"""What players may do in a state: what the script says, the open choices, and otherwise the defaults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import IllegalAction
from ..game import Action, State, default_action, legal_actions, why_not
from ..game.decisions.table import DECISION_KINDS
from ..game.state.action import PASS, Concede, Pass, PlayLand
from ..game.state.decision import Priority
from ..scenario import Scenario
from ..scenario.model import Act, Entry
from ..scenario.reading.openness import Exploration, OpenChoice
from ..scenario.running.actions import VERB_OF, action_of, asks
from ..scenario.running.moments import has_taken, is_now
from ..shape import Path
from ..turn import Address
from ..turn.graph import ROOT


class Options:
    """The actions that are explored in each state of a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        exploration = scenario.explore or Exploration()
        self.scenario, self.open, self.stack = scenario, exploration.choose, exploration.stack
        self.script: list[tuple[Entry, str, Act, Path]] = [
            (entry, name, act, path) for entry in scenario.script for name, act, path in entry.acts if not act.refused
        ]

    def __call__(self, state: State, done: int) -> tuple[Iterable[Action], int]:
        """The actions in a state, and how many acts of the script are done after one of them.

        ``done`` are done before. There is no action if the next act can no longer happen.
        """
        if done < len(self.script):
            entry, name, act, _ = self.script[done]
            if is_now(state, entry, name, act):
                return self._scripted(state, name, act), done + 1
            if has_taken(state, entry, name, act):
                return self(state, done + 1)
            if state.turn > (entry.at.turn or 0):
                return (), done
        decision = state.decision
        if self.stack is not None and len(state.stack) >= self.stack and type(decision) is Priority:
            return self._without_stacking(state, decision), done
        return self._open(state), done

    def scripted(self, state: State, done: int) -> Path | None:
        """The place in the file of the act that the script says for this state, if it says one."""
        if done < len(self.script):
            entry, name, act, path = self.script[done]
            if is_now(state, entry, name, act):
                return path
        return None

    def left_over(self, done: int) -> bool:
        """Whether the script says more."""
        return done < len(self.script)

    def _scripted(self, state: State, name: str, act: Act) -> tuple[Action, ...]:
        try:
            action = action_of(state, state.game.seat(name), act)
        except IllegalAction:
            return ()
        return (action,) if why_not(state, action) is None else ()

    def _without_stacking(self, state: State, decision: Priority) -> Iterable[Action]:
        if self.open is None and state.stack:
            return (PASS[decision.player],)  # lands are played while the stack is empty
        return (action for action in self._open(state) if type(action) in (Pass, PlayLand, Concede))

    def _open(self, state: State) -> Iterable[Action]:
        if self.open is None:
            return legal_actions(state)
        decision = state.decision
        here = [one for one in self.open if decision is not None and _is_here(one, state)]
        if not here:
            return (PASS[decision.player],) if type(decision) is Priority else (default_action(state),)
        return dict.fromkeys(self._chosen(state, here))

    def _chosen(self, state: State, here: list[OpenChoice]) -> Iterator[Action]:
        """The default, and the legal actions that are open here."""
        decision = state.decision
        yield default_action(state)
        verbs = {one.verb for one in here if one.act is None}
        kinds = DECISION_KINDS[type(decision)].actions if decision is not None else ()
        if any(VERB_OF[kind] in verbs for kind in kinds):
            yield from (action for action in legal_actions(state) if VERB_OF[type(action)] in verbs)
        for one in here:
            yield from self._acted(state, one, one.act)

    def _acted(self, state: State, one: OpenChoice, act: Act | None) -> Iterator[Action]:
        decision = state.decision
        if decision is None:
            return
        if one.verb == "concede":
            seats = state.rotation.seats if one.seat is None else (one.seat,)
            yield from (Concede(seat) for seat in seats if seat in state.rotation.seats)
        elif act is not None and asks(decision, act):
            try:
                action = action_of(state, decision.player, act)
            except IllegalAction:
                return
            if why_not(state, action) is None:
                yield action


def _is_here(one: OpenChoice, state: State) -> bool:
    decision = state.decision
    if decision is None or (one.seat not in (None, decision.player) and one.verb != "concede"):
        return False
    return one.at is None or is_at(state, one.at)


def is_at(state: State, address: Address) -> bool:
    """Whether play is at a place; an address without a turn names it in every turn."""
    if address.turn not in (None, state.turn):
        return False
    at = state.at
    return address.locate(at.graph) in (at.stop, at.phase, ROOT)
