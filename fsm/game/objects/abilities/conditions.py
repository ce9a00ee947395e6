"""Conditions for an ability to trigger, to be activated, or to have its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

import msgspec

from ....cards.kinds import a_kind
from ....cards.terms import CONDITIONS, DEFENDER_HAS, NONE_OF, Color, Supertype
from ....edition import MAINS, kinds_in_use, obeys
from ...state.attackers import NO_COMBAT
from ...state.players.teams import asked_life
from ...state.players.who import defending_player
from ...state.standing import MAX_SPEED
from ...state.state import Permanent, State
from ...state.tally import entered_this_turn, other_creature_entered


class About(msgspec.Struct, frozen=True, gc=False):
    """The context of a condition: a controller, the source, and the player and the permanent concerned, if any."""

    controller: int
    source: int | None = None
    chosen: int | None = None
    that: int | None = None


ADJECTIVES = (*get_args(Supertype), *get_args(Color))
"""What a kind may end with that is no noun."""

ATTACKS = "attacks player"
"""What is counted, with their seat, as a player declares attackers against another one."""


def failing(state: State, conditions: Iterable[str], about: About) -> str:
    """The first condition that does not hold now, or an empty text."""
    return next((condition for condition in conditions if not _holds(state, condition, about)), "")


def in_words(condition: str) -> str:
    """A condition as a clause.

    >>> in_words("first_combat"), in_words("in_upkeep")
    ('it is the first combat phase of the turn', 'it is the upkeep step')
    """
    if condition in CONDITIONS:
        return CONDITIONS[condition]
    kind, _, rest = condition.partition("_")
    if kind == "paid":
        return f"{rest}{' or more' if rest.isdecimal() else ''} mana was spent to cast it"
    if kind == "counters":
        many, _, of = rest.partition("_")
        return f"this permanent has {many} or more {f'{of} '.lstrip()}counters"
    if kind == "lost":
        return f"{rest} or more players have lost the game"
    if condition.startswith(DEFENDER_HAS):
        none, kind = _kind_in(condition)
        kind += " permanent" if kind.split()[-1].removeprefix("non") in ADJECTIVES else ""
        return f"the defending player controls {f'no {kind}' if none else a_kind(kind)}"
    place = f"{rest.replace('_', ' ')} {'phase' if rest in kinds_in_use().phases else 'step'}"
    return f"it is the first {place} of the turn" if kind == "first" else f"it is the {place}"


def _kind_in(condition: str) -> tuple[bool, str]:
    """Whether there must be no such permanent, and the kind of permanent that a condition speaks of."""
    said = condition.removeprefix(DEFENDER_HAS)
    return said.startswith(NONE_OF), said.removeprefix(NONE_OF).replace("_", " ")


def main_phase_of(state: State, seat: int) -> bool:
    """Whether a player may act at sorcery speed: main phase of their own turn, empty stack (305.3, 505.5a, 505.6a).

    The turn of a team is that of each of its players (606.6, later 805.4-805.5).
    """
    return not state.stack and state.is_active(seat) and state.at.node.kind in MAINS


@obeys("main_counted")
def occurrence(state: State, kind: str, node: str) -> int:
    """The number of a phase or step among those of its kind this turn; skipped ones do not count."""
    graph = state.graph
    alike = [n for phase in graph.children() for n in (phase, *graph.children(phase)) if graph.node(n).kind == kind]
    return sum(not graph.is_skipped(n) for n in alike[: alike.index(node) + 1])


def _holds(state: State, condition: str, about: About) -> bool:
    if condition in _QUESTIONS:
        return _QUESTIONS[condition](state, about)
    kind, _, rest = condition.partition("_")
    if kind == "paid":
        return _permanent_is(state, about, lambda permanent: _is_paid(permanent, rest))
    if kind == "counters":
        many, _, of = rest.partition("_")
        return _permanent_is(state, about, lambda permanent: permanent.count(of or None) >= int(many))
    if kind == "lost":
        return sum(player.left for player in state.players) >= int(rest)
    if condition.startswith(DEFENDER_HAS):
        return _defender_has(state, about, *_kind_in(condition))
    here = next((n for n in (state.at.phase, state.at.stop) if state.graph.node(n).kind == rest), None)
    return here is not None and (kind == "in" or occurrence(state, rest, here) == 1)


@obeys("spell_known")
def _is_paid(permanent: Permanent, rest: str) -> bool:
    """Whether at least so much mana, or mana of that type, was spent to cast it."""
    return permanent.paid >= int(rest) if rest.isdecimal() else rest in permanent.spent


def _permanent_is(state: State, about: About, holds: Callable[[Permanent], bool]) -> bool:
    """Whether a fact holds for the source; for one that has left, as it was when its ability triggered."""
    permanent = state.permanent(about.source)
    return permanent is None or holds(permanent)


@obeys("departed_known")
def _most_life(state: State, about: About) -> bool:
    """Whether a player has the most life of those in the game; the life of one who has left is what it was (800.4i)."""
    life = [asked_life(state, seat) for seat in state.rotation.seats]
    return about.chosen is not None and asked_life(state, about.chosen) >= max(life)


def _defender_has(state: State, about: About, none: bool, kind: str) -> bool:
    """Whether the player whom the condition is about, or else whom its source attacks, has such a permanent or none."""
    seat = about.chosen if about.chosen is not None else defending_player(state, about.source)
    return seat is not None and any(state.is_a(p, kind) for p in state.permanents(seat)) is not none


@obeys("alone")
def _only(state: State, about: About, blocking: bool) -> bool:
    """Whether the source attacks, or blocks, and no other creature does."""
    combat = state.combat or NO_COMBAT
    there = {id for id, _ in combat.blocks} if blocking else {attacker.id for attacker in combat.attackers}
    return there == {about.source}


@obeys("alone_at_player")
def _alone_at_player(state: State, about: About) -> bool:
    """Whether only one creature is declared as attacking the player whom this is about: the source, if that attacks."""
    attackers = (state.combat or NO_COMBAT).attackers
    at_them = [a.id for a in attackers if a.declared and a.attacked is None and a.defender == about.chosen]
    return len(at_them) == 1 and (about.source in at_them or all(a.id != about.source for a in attackers))


@obeys("alone")
def _alone(state: State, _: About) -> bool:
    return state.combat is not None and sum(attacker.declared for attacker in state.combat.attackers) == 1


@obeys("max_speed_ability")
def _has_max_speed(state: State, about: About) -> bool:
    """Whether the controller has max speed; an ability of max speed is there only then (702.178a)."""
    return state.designations.speed(about.controller) == MAX_SPEED


@obeys("who_attacks")
def _attacking_you(state: State, about: About) -> bool:
    """Whether a player is attacking the controller, and not only what that player defends (508.6)."""
    seat = state.active if about.chosen is None else about.chosen
    attackers = (state.combat or NO_COMBAT).attackers
    at_them = (state.permanent(a.id) for a in attackers if a.attacked is None and a.defender == about.controller)
    return any(creature is not None and creature.controller == seat for creature in at_them)


def _attacks_you(state: State, about: About) -> bool:
    """Whether the permanent concerned attacks the controller, or a planeswalker of theirs: no battle."""
    at_them = [
        a for a in (state.combat or NO_COMBAT).attackers if a.id == about.that and a.defender == about.controller
    ]
    attacked = (state.permanent(a.attacked) for a in at_them if a.attacked is not None)
    walkers = sum(one is not None and "planeswalker" in state.types(one) for one in attacked)
    return bool(walkers or any(a.attacked is None for a in at_them))


def _attacked_you(state: State, about: About) -> bool:
    """Whether a player declared attackers against the controller this turn, whatever became of them (508.6)."""
    seat = state.active if about.chosen is None else about.chosen
    return any(count[:2] == (f"{ATTACKS} {about.controller}", seat) for count in state.this_turn.counts)


@obeys("who_attacks")
def _you_attacked(state: State, about: About) -> bool:
    """Whether the controller declared attackers this turn, whatever they attacked (508.6)."""
    return any(count[:2] == ("attack", about.controller) for count in state.this_turn.counts)


@obeys("had_to_attack")
def _had_to_attack(state: State, about: About) -> bool:
    """Whether the source had to attack as attackers were declared (506.7)."""
    combat = state.combat or NO_COMBAT
    return any(attacker.forced for attacker in (*combat.attackers, *combat.gone) if attacker.id == about.source)


_QUESTIONS: dict[str, Callable[[State, About], bool]] = {
    "your_turn": lambda state, about: state.is_active(about.controller),
    "not_their_turn": lambda state, about: about.chosen is not None and not state.is_active(about.chosen),
    "extra_turn": lambda state, _: state.extra is not None,
    "sorcery": lambda state, about: main_phase_of(state, about.controller),
    "in_main": lambda state, _: state.at.node.kind in MAINS,
    "untapped": lambda state, about: _permanent_is(state, about, lambda p: not p.tapped),
    "tapped": lambda state, about: _permanent_is(state, about, lambda p: p.tapped),
    "irradiated": lambda state, about: any(h[:2] == (about.chosen, "rad") for h in state.standing.counters),
    "monarch": lambda state, about: state.designations.holder("monarch") == about.controller,
    "initiative": lambda state, about: state.designations.holder("initiative") == about.controller,
    "empty_hand": lambda state, about: not state.players[about.controller].hand,
    "alone": _alone,
    "alone_at_player": _alone_at_player,
    "attacking_alone": lambda state, about: _only(state, about, blocking=False),
    "blocking_alone": lambda state, about: _only(state, about, blocking=True),
    "fought": lambda state, about: _permanent_is(state, about, lambda p: p.fought == state.at.phase),
    "entered_this_turn": lambda state, about: _permanent_is(state, about, lambda p: entered_this_turn(state, p.id)),
    "untimely": lambda state, about: _permanent_is(state, about, lambda p: p.untimely),
    "max_speed": _has_max_speed,
    "attacks_most_life": _most_life,
    "attacks_you": _attacks_you,
    "attacking_you": _attacking_you,
    "attacked_you": _attacked_you,
    "you_attacked": _you_attacked,
    "own_creature_entered_last_turn": lambda state, a: other_creature_entered(state, a.controller, a.source),
    "had_to_attack": _had_to_attack,
}
"""The conditions that are a word."""
