"""Which player a word of an effect means, where it may be one of several: the effect's controller chooses.

These are "the defending player" of an effect that is about no attacker (802.2a), and "the active player" of a team
(805.9). In all that the same spell or ability still does, the same player is meant.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.terms import PLAYER_FIELDS, each_player
from ...edition import obeys
from ..state.agenda import Choice, DoEffect, Task, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.players.who import defenders, defending_player
from ..state.state import StackObject, State, replace

OF_THE_TEAM = (v.ExtraTurns, v.ExtraSteps, v.Skip, v.ControlTurn, v.ControlPhase)
"""Effects that the whole team gets, whichever of its players they name."""

FIELDS = {"defending": "defender", "active": "active"}
"""The words, each with the field of the spell or ability that holds the player who was chosen."""


class PlayerMeant(Choice, frozen=True):
    """The controller of an effect chooses which of several players a word means."""

    done: DoEffect
    word: str
    seats: tuple[int, ...]


def ask_meant(state: State, done: DoEffect) -> State | None:
    """The state in which the controller is asked whom an effect means; None if that is clear."""
    source = done.source
    if source.controller not in state.rotation.seats:
        return None
    said = {who for field in PLAYER_FIELDS for who in each_player(getattr(done.effect, field, None))}
    for word, field in FIELDS.items():
        if word in said and getattr(source, field) is None:
            seats = _defending(state, source) if word == "defending" else _active(state, done.effect)
            if len(seats) > 1:
                decision = ChooseOption(source.controller, source.name, tuple(map(state.name, seats)))
                return replace(push(state, PlayerMeant(done, word, seats)), decision=decision)
    return None


@obeys("defending_each")
def _defending(state: State, source: StackObject) -> tuple[int, ...]:
    """All defending players, if it is not clear who is meant."""
    clear = state.combat is None or defending_player(state, source.that, source.source) is not None
    return () if clear else defenders(state)


@obeys("team_active")
def _active(state: State, effect: v.Effect) -> tuple[int, ...]:
    """The players of the active team; what the team gets as a whole means none of them."""
    return () if isinstance(effect, OF_THE_TEAM) else state.team(state.active)


@task(PlayerMeant)
@obeys("choice", "defending_each", "team_active")
def _player_meant(state: State, log: Log, chosen: PlayerMeant) -> State:
    source, seat = chosen.done.source, chosen.seats[chosen.option]
    topics = "defending_each choice" if chosen.word == "defending" else "team_active choice"
    emit(log, "choice", state, topics, source.controller, name=source.name, option=state.name(seat))
    tasks = (*state.agenda, chosen.done)
    return replace(state, agenda=tuple(_knowing(one, source.id, FIELDS[chosen.word], seat) for one in tasks))


def _knowing(one: Task, source: int, field: str, seat: int) -> Task:
    """A task of the same spell or ability, which knows the player."""
    if not isinstance(one, DoEffect) or one.source.id != source:
        return one
    return replace(one, source=replace(one.source, **{field: seat}))
