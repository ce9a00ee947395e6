"""Random games for properties: what is legal is done, cards of the whole vocabulary are cast."""

from __future__ import annotations

from itertools import islice
from typing import Any

from playing import NAMES, card

from fsm.errors import IllegalAction
from fsm.game import Action, Cast, Concede, Event, Options, Priority, State, legal_actions, start_game, step
from fsm.game.stack import why_not_cast
from fsm.scenario import default_action

Teams = tuple[tuple[int, ...], ...]

OFFERED = 40
"""How many of the legal answers are looked at."""

_SKIPPED = (
    "turn",
    "main",
    "combat",
    "beginning",
    "ending",
    "untap",
    "upkeep",
    "draw",
    "combat_damage",
    "end",
    "cleanup",
)
_UNTIL = ("end_of_turn", "end_of_combat", "end_of_upkeep", "next_end", "your_next_turn", "your_next_upkeep", "game")
_WHO = ("you", "each", "opponents", "active")
_CREATURE: dict[str, Any] = {"type": "creature", "power": 2, "toughness": 2}

_EFFECTS: list[Any] = [
    *({"extra_turn": who} for who in _WHO),
    {"extra_turn": {"player": "you", "count": 2}},
    {"extra_turn": {"riders": [{"delayed": {"at": "end", "do": [{"life": -1}]}}]}},
    {"extra_phases": ["combat", "main"]},
    {"extra_phases": {"phases": ["combat"], "after": "this_main_phase"}},
    *({"extra_phases": [phase]} for phase in ("beginning", "combat", "main", "precombat_main", "ending")),
    *(
        {"extra_steps": step}
        for step in ("upkeep", "draw", "untap", "end", "cleanup", "combat_damage", "end_of_combat")
    ),
    *(
        {"extra_steps": {"step": step, "where": "before_next"}}
        for step in ("upkeep", "end", "cleanup", "declare_attackers")
    ),
    *(
        {"extra_steps": {"step": step, "where": "after_this_phase", "count": 2}}
        for step in ("upkeep", "end", "cleanup")
    ),
    {"extra_steps": {"step": "upkeep", "player": "you"}},
    *({"skip": {"what": what, "player": who}} for what in _SKIPPED for who in _WHO),
    *({"skip": {"what": what, "player": "each", "all": True, "until": "end_of_turn"}} for what in _SKIPPED[1:]),
    *({"skip": {"what": what, "count": 2}} for what in ("turn", "combat", "draw")),
    "end_turn",
    "end_combat",
    {"mana": {"amount": 3, "player": "each"}},
    {"life": {"amount": -3, "player": "each"}},
    {"life": 5},
    {"damage": {"amount": 2, "player": "opponents"}},
    {"draw": {"amount": 2, "player": "each"}},
    {"discard": {"amount": 2, "player": "each"}},
    {"token": {"name": "Goblin", "attacking": True, "count": 2}},
    {"token": {"name": "Knight", "keywords": ["haste", "first strike"]}},
    {"token": {"name": "Ghost", "keywords": ["phasing"], "player": "each"}},
    {"tap": "creatures"},
    {"untap": "attacked"},
    {"move": {"what": "Goblin", "to": "exile"}},
    {"move": {"what": "Lion"}},
    {"remove_from_combat": "Knight"},
    *({"lasting": {"name": "mark", "until": until}} for until in _UNTIL),
    *({"pump": {"what": "Lion", "power": 1, "keywords": ["double strike"], "until": until}} for until in _UNTIL),
    {"pump": {"what": "Lion", "toughness": -9, "loses": ["first strike"]}},
    *({"delayed": {"at": at, "do": [{"life": 1}]}} for at in ("upkeep", "end", "cleanup", "end_of_combat", "combat")),
    {"delayed": {"at": "end", "do": ["end_turn"], "this_turn": True}},
    {"delayed": {"at": "upkeep", "do": [{"extra_steps": "upkeep"}], "whose": "you"}},
    {"daytime": "day"},
    {"daytime": "night"},
    {"monarch": "you"},
    {"initiative": "opponents"},
]

_PERMANENTS = [
    card("Lion", **_CREATURE, keywords=["first strike"]),
    card(
        "Wolf",
        **_CREATURE,
        keywords=["haste"],
        triggers=[{"when": "attacks", "do": [{"extra_phases": ["combat"]}], "nth": 0}],
    ),
    card("Wisp", **_CREATURE, keywords=["phasing", "vigilance"], triggers=[{"when": "untaps", "do": [{"mana": 1}]}]),
    card(
        "Clock",
        type="artifact",
        triggers=[{"when": "upkeep", "do": [{"extra_steps": "upkeep"}], "nth": 1, "whose": "you"}],
    ),
    card("Tale", type="enchantment", chapters=[[{"life": 1}], [{"extra_phases": ["combat", "main"]}]]),
    card("Late", type="enchantment", triggers=[{"when": "cleanup", "do": [{"life": 1}], "nth": 1}]),
    card(
        "Two", type="enchantment", triggers=[{"when": "end", "do": [{"life": 1}]}, {"when": "end", "do": [{"mana": 1}]}]
    ),
    card("Rock", type="artifact", abilities=[{"do": [{"mana": 1}], "tap": True, "mana_ability": True}]),
    card(
        "Altar", type="artifact", abilities=[{"do": [{"extra_turn": "you"}], "sacrifice": True, "once_each_turn": True}]
    ),
    card("Stasis", type="enchantment", static=[{"skip": "untap", "player": "each"}]),
    card(
        "Lich", type="enchantment", static=[{"skip": "draw"}], triggers=[{"when": "you discard", "do": [{"draw": 1}]}]
    ),
    card(
        "Dies",
        **_CREATURE,
        triggers=[{"when": "leaves", "do": [{"token": {"name": "Goblin"}}]}, {"when": "enters", "do": []}],
    ),
]
_WALLS = [card("Wall", type="creature", toughness=4), card("Lion", **_CREATURE, keywords=["first strike"])]

CARDS = (
    *(card(f"Spell {n}", effects=[effect]) for n, effect in enumerate(_EFFECTS)),
    *(card(f"Pair {n}", effects=[effect, _EFFECTS[-1 - n]]) for n, effect in enumerate(_EFFECTS[:30])),
    *_PERMANENTS,
)


class RandomGame:
    """A game driven by a list of numbers; each action taken, and each state before it."""

    def __init__(self, edition: str, players: int, numbers: list[int], teams: Teams = ()) -> None:
        board = [(seat, permanent) for seat in range(players) for permanent in _WALLS]
        self.state, events = start_game(edition, NAMES[:players], None, board, options=Options(teams))
        self.events: list[Event] = list(events)
        self.taken: list[tuple[State, Action]] = []
        for number in numbers:
            if self.state.outcome is not None:
                break
            self.do(self.chosen(number))

    def chosen(self, number: int) -> Action:
        """The action that a number stands for in this state."""
        state = self.state
        decision = state.decision
        assert decision is not None
        which, more = divmod(number, 10)
        if number % 211 == 0 and len(state.rotation.seats) > 2:
            return Concede(state.rotation.seats[which % len(state.rotation.seats)])
        if isinstance(decision, Priority):
            if more >= 3:
                return default_action(state)
            cast = Cast(decision.player, CARDS[which % len(CARDS)])
            if not why_not_cast(state, cast):
                return cast
        offered = list(islice(legal_actions(state), OFFERED))
        return offered[which % len(offered)]

    def finish(self, turns: int) -> None:
        """Goes on by default until so many more turns have begun."""
        last = self.state.turn + turns
        for _ in range(2_000):
            if self.state.outcome is not None or self.state.turn > last:
                return
            self.do(default_action(self.state))

    def do(self, action: Action) -> None:
        """Does what has to be possible: it was offered."""
        before = self.state
        try:
            self.state, events = step(before, action)
        except IllegalAction as error:
            raise AssertionError(f"offered at {before.address}, and refused: {action}: {error}") from error
        self.taken.append((before, action))
        self.events += events
