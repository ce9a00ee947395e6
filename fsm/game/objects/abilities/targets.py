"""Targets of spells and abilities (cr2006 415, cr2011 114, cr2026 115)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....cards.kinds import ANY, PLAYERS, Aim, aim_of, is_spell, target_in_words
from ....edition import obeys
from ...state.refusal import Refusal, refuse
from ...state.state import Permanent, StackObject, State


def legal_targets(state: State, targets: str, controller: int) -> tuple[int, ...]:
    """The legal targets: seats, the next opponent first, or ids of permanents, the oldest first.

    Spells are listed from the top of the stack. A player who is one of ``any`` targets is ``-1 - seat``.
    """
    if targets in PLAYERS:
        return _players(state, targets, controller)
    if targets == ANY:
        players = (-1 - seat for seat in _players(state, "player", controller))
        return (*players, *legal_targets(state, _damageable(state), controller))
    aim = aim_of(targets)
    return tuple(_spells(state, aim, controller) if aim.spell else _permanents(state, aim, controller))


def _players(state: State, targets: str, controller: int) -> tuple[int, ...]:
    own = state.team(controller)
    order = state.rotation.from_seat(controller) if controller in state.rotation.seats else state.apnap()
    opponents = tuple(seat for seat in order if seat not in own)
    return opponents if targets == "opponent" else (*opponents, *(seat for seat in order if seat in own))


def _damageable(state: State) -> str:
    """The permanents that can be dealt damage by what has any target: creatures, and later others too."""
    return " or ".join(state.edition.choices["any_target"])


def _spells(state: State, aim: Aim, controller: int) -> Iterator[int]:
    for spell in reversed(state.stack):
        open_to = spell.kind == "spell" and _is_whose(state, aim, spell.controller, controller)
        if open_to and (not aim.kind or state.is_a(spell, aim.kind)):
            yield spell.id


def _permanents(state: State, aim: Aim, controller: int) -> Iterator[int]:
    for permanent in state.permanents():
        open_to = not aim.whose or _is_whose(state, aim, permanent.controller, controller)
        if open_to and _is_aimed_at(state, aim, permanent) and not _is_hexproof(state, permanent, controller):
            yield permanent.id


def _is_whose(state: State, aim: Aim, seat: int, controller: int) -> bool:
    if aim.whose == "own":
        return seat == controller
    return not aim.whose or seat not in state.team(controller)


def _is_aimed_at(state: State, aim: Aim, permanent: Permanent) -> bool:
    if aim.kind == "creature":
        return state.is_creature(permanent)
    return not aim.kind or state.is_a(permanent, aim.kind)


def _is_hexproof(state: State, permanent: Permanent, controller: int) -> bool:
    """Whether opponents cannot target it, and this is one of them (702.11b; before, cards said it in words)."""
    return state.has(permanent, "hexproof") and permanent.controller not in state.team(controller)


def settled(state: State, targets: str, target: int | None) -> tuple[str, int | None]:
    """A target that was chosen, with what it is: a player or a permanent, if it could be ``any`` of these."""
    if targets != ANY or target is None:
        return targets, target
    return ("player", -1 - target) if target < 0 else (_damageable(state), target)


def target_names(state: State, targets: str, offered: Sequence[int]) -> tuple[str, ...]:
    """The names of legal targets; ``Bear#2`` is the second of several permanents with a name."""
    if targets in PLAYERS:
        return tuple(state.name(seat) for seat in offered)
    plain = [_name(state, targets, target) for target in offered]
    return tuple(f"{name}#{plain[: n + 1].count(name)}" if name in plain[:n] else name for n, name in enumerate(plain))


def _name(state: State, targets: str, target: int) -> str:
    if targets == ANY and target < 0:
        return state.name(-1 - target)
    if is_spell(targets):
        return spell_at(state, target).name
    permanent = state.permanent(target)
    return "" if permanent is None else permanent.card.name


def spell_at(state: State, id: int | None) -> StackObject:
    """The spell on the stack with that id; ``KeyError`` if it is not there."""
    found = next((spell for spell in state.stack if spell.id == id and spell.kind == "spell"), None)
    if found is None:
        raise KeyError(id)
    return found


@obeys("targets_chosen")
def why_no_target(
    state: State, name: str, targets: str, controller: int, target: int | None, topic: str
) -> Refusal | None:
    """Why something cannot be targeted, if it cannot."""
    if targets == "none" or target in legal_targets(state, targets, controller):
        return None
    return refuse(state, f"{name} needs {target_in_words(targets)} as its target", topic)
