"""A state as plain data: texts, numbers, lists and mappings, in the words that scenarios use.

Debuggers show it, expressions read it, pages store it. The same state gives the same data, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..game import Event, Permanent, State
from ..game.objects.cards.commanders import wounds_of
from ..game.objects.cards.links import piles
from ..game.objects.players.mana import counters_of, pool_of
from ..game.state.decision import Decision
from ..game.state.piles.pile import ENDLESS, PILES, Pile, size
from ..game.state.pool import kind_in_words
from ..turn.graph import ROOT
from ..wording.parts import said_skips

MOST_CARDS = 100
"""How many cards of a pile are listed."""


def view(state: State) -> dict[str, Any]:
    """A state as plain data: the place, the active player, the stack, the players, and the schedule.

    >>> from fsm.game import start_game
    >>> seen = view(start_game("cr2026", ["Ann", "Bob"])[0])
    >>> seen["address"], seen["priority"], seen["players"]["Bob"]["life"]
    ('T1.beginning.upkeep', 'Ann', 20)
    """
    return {key: fact(state) for key, fact in FACTS.items()}


def event_view(event: Event) -> dict[str, Any]:
    """An event as plain data: its kind, the rules it obeys, its player, and its other fields."""
    facts = {key: list(value) if isinstance(value, tuple) else value for key, value in event.detail}
    player = _name(event.state, event.player)
    return {"kind": event.kind, "rules": list(event.rules), "player": player} | facts


def _name(state: State, seat: int | None) -> str | None:
    return None if seat is None else state.name(seat)


def _decision(state: State) -> dict[str, Any] | None:
    """The open decision: its player, its kind, and what is offered."""
    decision: Decision | None = state.decision
    if decision is None:
        return None
    fields = msgspec.structs.asdict(decision)
    offered = {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}
    return {"kind": type(decision).__name__} | offered | {"player": state.name(decision.player)}


def player_view(state: State, seat: int) -> dict[str, Any]:
    """One player: numbers, piles with the top card first, permanents by name."""
    player = state.players[seat]
    shown: dict[str, Any] = {"life": player.life, "mana": player.mana}
    if player.kinds:
        shown["mana_kinds"] = {kind_in_words(kind): many for kind, many in pool_of(player)}
    shown |= {pile: _pile(getattr(player, pile)) for pile in PILES}
    permanents: dict[str, Any] = {}
    shown["battlefield"] = permanents
    for permanent in (p for p in state.battlefield if p.controller == seat):
        permanents[_label(permanents, permanent.card.name)] = _permanent(state, permanent)
    if counters := counters_of(state, seat):
        shown["counters"] = counters
    if wounds := wounds_of(state, seat):
        shown["commander_damage"] = wounds
    if player.companion:
        shown["companion"] = player.companion
    skips = [f"{said_skips(state.edition, e.what, e.left or 'all')}: {e.by}" for e in state.skips if e.player == seat]
    if skips:
        shown["is_to_skip"] = skips
    shown |= {"lands_played": player.lands_played, "hand_size": player.hand_size, "left": player.left}
    return shown


def _label(taken: dict[str, Any], name: str) -> str:
    """A distinct name for each of several equal permanents, as scenarios write it: ``Bear#2``."""
    number = 1 + sum(1 for other in taken if other.partition("#")[0] == name)
    return name if number == 1 else f"{name}#{number}"


def _pile(pile: Pile) -> list[str] | str:
    """The cards of a pile, the top one first; only their number, if they are unknown or too many."""
    count = size(pile)
    if count >= ENDLESS >> 1:
        known = [str(name) for name, many in reversed(pile) if many < MOST_CARDS for _ in range(many)]
        return [*known, "and so on"] if known else "any number"
    if count > MOST_CARDS:
        return f"{count:,} cards"
    return [str(name) for name, many in reversed(pile) for _ in range(many)]


def _counters(permanent: Permanent) -> int | str:
    """The counters of a permanent: their number, or how many of each kind."""
    if any(kind for kind, _ in permanent.counters):
        return ", ".join(f"{many} {kind or 'other'}" for kind, many in permanent.counters)
    return permanent.count()


def _permanent(state: State, permanent: Permanent) -> dict[str, Any]:
    """A permanent; empty facts are left out."""
    facts = {
        "tapped": permanent.tapped,
        "sick": permanent.sick and state.is_creature(permanent),
        "damage": permanent.damage,
        "counters": _counters(permanent),
        "loyalty": permanent.loyalty,
        "lore": permanent.lore,
        "token": permanent.token,
        "phased_out": permanent.phased_out,
        "chosen": permanent.word,
    }
    shown: dict[str, Any] = {key: value for key, value in facts.items() if value or key == "tapped"}
    if state.is_creature(permanent):
        shown |= {"power": state.power(permanent), "toughness": state.toughness(permanent)}
    return shown


def _permanent_name(state: State, id: int | None) -> str | None:
    return next((p.card.name for p in state.battlefield if p.id == id), None) if id is not None else None


def _attacking(state: State) -> list[str]:
    attackers = state.combat.attackers if state.combat else ()
    return [_permanent_name(state, attacker.id) or "a creature that left" for attacker in attackers]


def _blocking(state: State) -> list[str]:
    blocks = state.combat.blocks if state.combat else ()
    pairs = ((_permanent_name(state, blocker), _permanent_name(state, attacker)) for blocker, attacker in blocks)
    return [f"{blocker or 'a creature that left'} blocks {attacker or 'one that left'}" for blocker, attacker in pairs]


def _players(state: State) -> dict[str, Any]:
    return {state.name(seat): player_view(state, seat) for seat in range(len(state.players))}


FACTS: dict[str, Callable[[State], Any]] = {
    "turn": lambda s: s.turn,
    "active": lambda s: s.name(s.active),
    "phase": lambda s: s.graph.node(s.at.phase).kind if s.at.stop != ROOT else None,
    "step": lambda s: s.at.node.kind if s.at.node.level == "step" else None,
    "address": lambda s: s.address,
    "priority": lambda s: _name(s, s.priority),
    "passes": lambda s: s.passes,
    "decision": _decision,
    "stack": lambda s: [o.name for o in reversed(s.stack)],
    "waiting": lambda s: [o.name for o in s.waiting],
    "extra_turns": lambda s: [s.name(extra.player) for extra in s.rotation.pending],
    "extra": lambda s: s.extra.by if s.extra else None,
    "controlled_by": lambda s: _name(s, s.ahead.controlled_by),
    "turn_order": lambda s: [s.name(seat) for seat in s.rotation.seats],
    "lasting": lambda s: [{"name": e.name, "until": e.until, "on": _permanent_name(s, e.affects)} for e in s.lasting],
    "skips": lambda s: [{"by": e.by, "player": s.name(e.player), "what": e.what, "left": e.left} for e in s.skips],
    "piles": lambda s: [{"by": name, "cards": list(cards)} for name, cards in piles(s).items()],
    "delayed": lambda s: [{"name": d.name, "controller": s.name(d.controller), "at": d.at} for d in s.delayed],
    "defending": lambda s: _name(s, s.combat.defender if s.combat else None),
    "attacking": _attacking,
    "blocking": _blocking,
    "daytime": lambda s: s.designations.daytime or None,
    "titles": lambda s: {title: s.name(seat) for title, seat in s.designations.titles},
    "winner": lambda s: _name(s, s.outcome.winner if s.outcome else None),
    "over": lambda s: s.outcome.why if s.outcome else None,
    "players": _players,
}
"""The functions that make each fact of a view, by name; a reader that needs one fact calls one function."""
