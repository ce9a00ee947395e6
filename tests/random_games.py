"""Random games for properties: what is legal is done, cards of the whole vocabulary are cast."""

from __future__ import annotations

from itertools import islice
from typing import Any

from playing import NAMES, card

from fsm.errors import IllegalAction
from fsm.game import (
    Action,
    Card,
    Cast,
    Concede,
    Deck,
    Event,
    Options,
    Player,
    Priority,
    State,
    legal_actions,
    start_game,
    step,
)
from fsm.game.priority.casting import why_not_cast
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
_UNTIL = (
    "end_of_turn",
    "end_of_combat",
    "end_of_upkeep",
    "end_of_your_next_turn",
    "next_end",
    "your_next_turn",
    "your_next_upkeep",
    "game",
)
_WHO = ("you", "each", "opponents", "active")
_CREATURE: dict[str, Any] = {"type": "creature", "power": 2, "toughness": 2}

_LATER: dict[str, Any] = {"delayed": {"at": "end", "do": [{"put": {"card": "those", "out_of": "exile"}}]}}
"""What an effect has exiled comes back."""

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
    {"mana": {"amount": 1, "for_each": "own creature", "until": "end_of_turn"}},
    {"life": {"amount": -1, "player": "each", "for_each": "half life down"}},
    {"damage": {"amount": 1, "player": "opponents", "for_each": "hand"}},
    {"draw": {"amount": 1, "player": "each", "for_each": "their creature"}},
    {"counter": {"goes": "hand"}},
    {"may_play": {"what": "top", "now": True, "exiled": True}},
    {"may_play": {"what": "Lion", "of": ["creature"], "until": "your_next_turn"}},
    {"token": {"name": "Sage", "type": "planeswalker", "loyalty": 1}},
    {"counter": {"of": ["sorcery"], "goes": "exile"}},
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
    {"move": {"what": "Lion", "to": "exile", "then": [_LATER]}},
    {"move": {"what": "creatures", "to": "hand"}},
    {"move": {"what": "creatures", "to": "library", "place": 3}},
    {"move": {"what": "top", "out_of": "library", "player": "each", "amount": 3, "to": "exile"}},
    {"move": {"what": "top", "out_of": "graveyard", "to": "library", "place": "bottom"}},
    {"put": {"card": "Lion", "out_of": "hand", "then": [{"move": {"what": "those", "to": "exile", "then": [_LATER]}}]}},
    {"move": {"what": "Lion", "out_of": "exile", "player": "each", "to": "exile"}},
    {"remove_from_combat": "Knight"},
    {"remove_from_combat": "Lion"},
    {"token": {"name": "Raider", "attacking": True, "whom": "opponents"}},
    {"attack_anew": "Lion"},
    {"attack_anew": "Knight"},
    {"let_attack": "Lion"},
    {"let_attack": {"what": "Knight", "whom": "opponents"}},
    {"must_attack": {"player": "each"}},
    {"must_attack": {"player": "each", "of": "other untapped creature", "next_turn": True}},
    {"must_attack": {"player": "opponents", "attacked": "Sage", "until": "your_next_turn"}},
    {"untap": {"player": "each", "of": "attacked creature"}},
    {"stay_tapped": {"what": "creatures", "whose": "you"}},
    {"stay_tapped": {"player": "opponents", "of": "other creature"}},
    {"stay_tapped": {"player": "each", "whose": "you"}},
    {"stay_tapped": "Lion"},
    {"damage": {"amount": 1, "player": "opponents", "for_each": "other attacking creature"}},
    {"must_attack": {"what": "creatures", "until": "game"}},
    *({"must_attack": {"player": "each", "whom": whom}} for whom in ("you", "opponents")),
    {"goad": {"player": "opponents"}},
    {"goad": {"player": "each", "of": "Knight", "until": "game"}},
    {"untap": {"player": "each", "of": "nontoken creature"}},
    {"remove_from_combat": {"player": "opponents"}},
    *(
        {"pump": {"what": "creatures", "keywords": [word], "until": "your_next_turn"}}
        for word in (
            "can't attack",
            "can't attack alone",
            "can't block",
            "attacks each combat if able",
            "vigilance",
            "trample",
            "may deal combat damage as if not blocked",
        )
    ),
    {"pump": {"what": "creatures", "ward": 1}},
    {"token": {"name": "Lion", "ward": {"life": 1}}},
    *({"lasting": {"name": "mark", "until": until}} for until in _UNTIL),
    *({"pump": {"what": "Lion", "power": 1, "keywords": ["double strike"], "until": until}} for until in _UNTIL),
    {"pump": {"what": "Lion", "toughness": -9, "loses": ["first strike"]}},
    *({"delayed": {"at": at, "do": [{"life": 1}]}} for at in ("upkeep", "end", "cleanup", "end_of_combat", "combat")),
    {"delayed": {"at": "end", "do": ["end_turn"], "this_turn": True}},
    *(
        {"delayed": {"at": at, "do": [{"life": 1}], "until": until, "each": until != "game"}}
        for at, until in (
            ("a creature attacks", "your_next_turn"),
            ("your creature deals combat damage", "end_of_your_next_turn"),
            ("your creature enters", "game"),
            ("a permanent enters", "end_of_turn"),
            ("your creature dies", "next_end"),
            ("a player draws", "end_of_combat"),
            ("you are attacked", "your_next_turn"),
            ("upkeep", "your_next_turn"),
        )
    ),
    {"token_copy": {"what": "Lion", "without": ["legendary"], "keywords": ["haste"]}},
    {"delayed": {"at": "you cast", "of": ["sorcery"], "until": "end_of_turn", "do": [{"copy": "that"}]}},
    {
        "delayed": {
            "at": "a creature attacks",
            "while": ["attacks_you"],
            "whose": "any",
            "do": [{"pump": {"what": "that"}}],
        }
    },
    {"delayed": {"at": "a permanent untaps", "whose": "opponents", "do": [{"move": "that"}]}},
    {"delayed": {"at": "a player discards", "do": [{"move": {"what": "that", "out_of": "graveyard", "to": "exile"}}]}},
    {"delayed": {"at": "upkeep", "do": [{"extra_steps": "upkeep"}], "whose": "you"}},
    {"daytime": "day"},
    {"daytime": "night"},
    {"monarch": "you"},
    {"speed": {"player": "each"}},
    {"pump": {"what": "creatures", "keywords": ["start your engines"]}},
    {"if": {"is": ["max_speed"], "do": ["draw"]}},
    {"initiative": "opponents"},
    *({"control_turn": who} for who in ("each", "opponents")),
    {"choose_player": {"do": [{"control_turn": {"player": "each", "controller": "chosen"}}]}},
    "reverse_turn_order",
    "restart_game",
    {"move": {"what": "Lion", "to": "exile", "link": "den"}},
    {"may": [{"extra_turn": "you"}]},
    {"may": {"player": "each", "do": [{"draw": {"player": "chooser"}}, {"life": {"amount": -1, "player": "chooser"}}]}},
    {"may": {"player": "opponents", "do": [{"may": {"player": "active", "do": ["end_turn"]}}, {"mana": 1}]}},
    {
        "choose_one": {
            "player": "each",
            "options": {
                "skip": [{"skip": {"what": "draw", "player": "chooser"}}],
                "turn": [{"extra_turn": "chooser"}],
                "combat": [{"extra_phases": ["combat"]}, "end_combat"],
            },
        }
    },
    {"delayed": {"at": "upkeep", "do": [{"choose_one": {"options": {"a": ["draw"], "b": [{"discard": 1}]}}}]}},
    {"extra_turn": {"player": "each", "riders": [{"may": [{"life": 1}]}, "no_schemes"]}},
    *({"mana": {"amount": 2, "player": "each", "until": until}} for until in ("end_of_combat", "end_of_turn")),
    *({"skip": {"what": what, "player": "each", "all": True, "next_turn": True}} for what in ("combat", "main")),
    *({"skip": {"what": what, "then": [{"may": [{"draw": 2}]}]}} for what in ("turn", "combat", "end", "cleanup")),
    {"mill": {"amount": 2, "player": "each"}},
    {"extra_lands": {"amount": 2, "player": "each", "until": "your_next_turn"}},
    *({"cannot": {"outcome": outcome, "player": who}} for outcome in ("lose", "win") for who in ("you", "opponents")),
    "proliferate",
    {"counters": {"what": "Lion", "kind": "charge"}},
    {"counters": {"what": "Lion", "amount": -1, "kind": "charge"}},
    {"counters": {"what": "Lion", "kind": "+1/+1"}},
    {"adjust_counters": {"what": "Lion"}},
    {"adjust_counters": {"what": "Lion", "kind": "+1/+1", "optional": True}},
    {"counters": {"what": "creatures", "kind": "-1/-1"}},
    {"player_counters": {"kind": "energy", "amount": 3, "player": "each"}},
    {"cannot": {"outcome": "change_life", "player": "each"}},
    "copy",
    {"copy": {"new_target": True}},
    {"win_game": "you"},
    "draw_game",
    {"cast_any_time": {"name": "hurry", "of": "nonland"}},
    {"phase_out": {"player": "you"}},
    {"phase_out": "attacking"},
    {"phase_out": {"player": "each", "of": "creature", "stay_out": "end_of_your_next_turn"}},
    {"phase_out": {"what": "Lion", "until": "end_of_turn", "tapped": True}},
    {"if": {"is": "you_attacked", "do": ["draw"], "otherwise": [{"phase_out": "creatures"}]}},
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
    card("Topsy Turvy", type="enchantment", static=[{"reverse_phases": True}]),
    card("Toll", type="enchantment", static=[{"attack_cost": 1}]),
    card("Steward", type="enchantment", static=[{"attack_cost": 1, "planeswalkers_too": True}]),
    card("Tax", type="enchantment", static=[{"attack_cost": 1, "player": "each"}]),
    card("Arbiter", type="artifact", static=[{"most_attackers": 1}]),
    card("Angel", **_CREATURE, static=[{"cannot": "lose"}, {"cannot": "win", "player": "opponents"}]),
    card("Muse", **_CREATURE, static=[{"also_untaps": "yours"}, {"cannot": "cast", "player": "each", "if": "in_end"}]),
    card("Chimes", type="artifact", static=[{"also_untaps": "self", "if": "untapped"}]),
    card(
        "Solitude",
        type="enchantment",
        static=[
            {"cannot": "cast", "cannot_kind": "creature", "player": "each", "if": "not_their_turn"},
            {"cannot": "activate", "cannot_kind": "artifact", "player": "opponents", "if": "your_turn"},
        ],
    ),
    card("Mask", type="enchantment", static=[{"cannot": "be_targeted"}]),
    card("Homebody", **_CREATURE, static=[{"cannot_attack": True, "if": "extra_turn"}]),
    card("Tower", type="land", static=[{"no_hand_limit": True}, {"extra_lands": 1, "player": "each"}]),
    card("Purse", type="artifact", static=[{"hand_size": 2, "player": "opponents"}]),
    card("Orrery", type="artifact", static=[{"any_time": "nonland", "player": "each"}]),
    card("Static", type="artifact", static=[{"most_untap": 2, "player": "each", "if": "untapped"}]),
    card(
        "Vault",
        type="artifact",
        abilities=[{"tap": True, "do": ["untap"], "targets": "other tapped permanent"}],
        triggers=[
            {"when": "draw", "if": "tapped", "do": [{"life": -1}]},
            {"when": "end", "if": "monarch", "do": [{"life": 1}]},
            {"when": "upkeep", "if": "own_creature_entered_last_turn", "do": [{"life": 1}]},
            {"when": "combat", "if": "lost_1", "do": [{"life": 1}]},
            {"when": "upkeep", "if": "initiative", "do": [{"mill": 1}]},
        ],
    ),
    card("Mole", **_CREATURE, morph=0, triggers=[{"when": "is turned face up", "do": [{"life": 1}]}]),
    card("Masked", **_CREATURE, disguise=0, triggers=[{"when": "is turned face up", "do": [{"life": 1}]}]),
    card("Sprite", **_CREATURE, ward=1),
    card("Imp", **_CREATURE, ward={"life": 2, "discard": 1}),
    card("Vision", **_CREATURE, triggers=[{"when": "becomes the target", "do": [{"move": "self"}]}]),
    card("Glass", **_CREATURE, triggers=[{"when": "becomes the target", "nth": 1, "do": [{"counter": "that"}]}]),
    card("Usher", **_CREATURE, triggers=[{"when": "entering triggers an ability", "do": [{"counter": "that"}]}]),
    card(
        "Herald",
        **_CREATURE,
        triggers=[
            {"when": "attacking triggers an ability", "whose": "opponents", "do": [{"life": -1}]},
            {"when": "entering triggers an ability", "whose": "you", "do": [{"copy": {"what": "that"}}]},
        ],
    ),
    card(
        "Warden",
        **_CREATURE,
        triggers=[
            {"when": "becomes the target of a spell", "whose": "opponents", "do": [{"life": -1}]},
            {"when": "your creature becomes the target", "whose": "you", "do": [{"tap": "that"}]},
            {"when": "a creature becomes the target", "nth": 2, "do": [{"copy": {"what": "that", "new_target": True}}]},
        ],
    ),
    card("Pack", **_CREATURE, static=[{"bands_with": "creature"}]),
    card("Den", type="land", static=[{"bands_with": "Lion", "bands_of": "creature"}]),
    card("Winter", type="artifact", static=[{"most_untap": 1, "untap_kind": "creature", "player": "opponents"}]),
    card("Narrow", type="artifact", static=[{"most_at_player": 1}]),
    card("Berserker", **_CREATURE, keywords=["attacks each turn if able"]),
    card("Spirit", **_CREATURE, abilities=[{"do": [{"mana": 2}], "sacrifice": True, "mana_ability": True}]),
    card(
        "Lich",
        type="enchantment",
        static=[{"skip": "draw"}],
        triggers=[{"when": "you discard", "of": "nonland", "do": [{"draw": 1}]}],
    ),
    card(
        "Dies",
        **_CREATURE,
        triggers=[{"when": "leaves", "do": [{"token": {"name": "Goblin"}}]}, {"when": "enters", "do": []}],
    ),
    card(
        "Weapon",
        type="artifact",
        static=[{"may_stay_tapped": True}],
        abilities=[{"tap": True, "do": [{"pump": {"what": "Lion", "power": 1, "until": "while_tapped"}}]}],
    ),
    card(
        "Guard",
        **_CREATURE,
        static=[{"may_stay_tapped": True}],
        triggers=[{"when": "attacks", "do": [{"may": [{"pump": {"what": "self", "until": "while_there"}}]}]}],
    ),
    card(
        "Scepter",
        type="artifact",
        abilities=[
            {"tap": True, "do": [{"counters": {"kind": "charge"}}]},
            {"removes": 2, "removes_kind": "charge", "do": ["extra_turn"]},
            {"energy": 2, "do": [{"life": 1}]},
        ],
    ),
    card("Hours", **_CREATURE, vanishing=2),
    card(
        "Days",
        type="enchantment",
        vanishing=0,
        triggers=[
            {
                "when": "enters",
                "do": [
                    {
                        "phase_out": {
                            "player": "each",
                            "of": "creature",
                            "until": "while_there",
                            "then": [{"counters": {"kind": "time", "for_each": "those"}}],
                        }
                    }
                ],
            },
            {"when": "end", "whose": "each", "if": "entered_this_turn", "do": [{"phase_out": "self"}]},
        ],
    ),
    card("Petals", type="artifact", fading=1),
    card("Later", type="sorcery", suspend=3, effects=[{"life": 1}]),
    card("Blade", type="sorcery", suspend=1, effects=[{"life": -1}, {"suspend_itself": 2}]),
    card("Clock", type="instant", targets="permanent or suspended card", effects=["adjust_counters"]),
    card(
        "Rush",
        type="instant",
        targets="permanent or suspended card",
        effects=[{"counters": {"kind": "time", "amount": -2, "what": "target"}}],
    ),
    card("Echo", type="enchantment", static=[{"triggers_again": {}}]),
    card("Drum", type="artifact", static=[{"triggers_again": {"because": "attacks"}}]),
    card("Mirror", type="artifact", static=[{"triggers_again": {"because": "dies", "of": "creature", "whose": "you"}}]),
    card("Rings", type="artifact", triggers=[{"when": "you activate", "do": [{"copy": "that"}]}]),
    card("Orb", type="artifact", triggers=[{"when": "a permanent untaps", "do": [{"mill": {"player": "chosen"}}]}]),
    card("Fast", type="enchantment", static=[{"skip": "draw", "optional": True, "then": [{"life": 2}]}]),
    card(
        "Spring",
        type="artifact",
        abilities=[{"mana_ability": True, "once_each_turn": True, "do": [{"mana": 1}, {"may": [{"life": -1}]}]}],
    ),
    card(
        "Dye",
        type="artifact",
        abilities=[
            {
                "tap": True,
                "mana_ability": True,
                "do": [{"mana": {"amount": 2, "color": "red", "until": "end_of_turn"}}],
            },
            {
                "tap": True,
                "mana_ability": True,
                "do": [{"mana": {"amount": 3, "color": "blue", "only": "creature spell"}}],
            },
        ],
    ),
    card("Ember", type="artifact", abilities=[{"mana": "R", "do": [{"life": 1}]}, {"mana": "1C", "do": [{"draw": 1}]}]),
    card("Drake", **_CREATURE, cost="1U"),
    card(
        "Decree",
        type="enchantment",
        static=[{"chooses": "color"}, {"cannot": "cast", "cannot_kind": "chosen creature", "player": "opponents"}],
    ),
    card("Meadow", type="land", static=[{"chooses": "color"}, {"no_untap": "chosen creature"}]),
    card("Fade", type="artifact", static=[{"mana_stays": True, "as_type": "colorless"}]),
    card("Hearth", type="artifact", static=[{"mana_stays": True, "of_type": "red", "player": "each"}]),
]
_WALLS = [
    card("Wall", type="creature", toughness=4, static=[{"may_stay_tapped": True}]),
    card("Lion", **_CREATURE, keywords=["first strike"]),
]
_TOLLS = [known for known in _PERMANENTS if known.name in ("Toll", "Spirit", "Rock", "Berserker")]

CARDS = (
    *(card(f"Spell {n}", effects=[effect]) for n, effect in enumerate(_EFFECTS)),
    *(card(f"Pair {n}", effects=[effect, _EFFECTS[-1 - n]]) for n, effect in enumerate(_EFFECTS[:30])),
    *_PERMANENTS,
    card("Wonder", type="sorcery", miracle=1, effects=[{"extra_turn": "you"}]),
    card("Hasty", type="instant", split_second=True, effects=[{"life": -1}]),
    *(
        card(f"Trick {n}", castable=list(windows), effects=[{"life": 1}])
        for n, windows in enumerate([("before_attackers",), ("during_combat", "before_damage"), ("after_blockers",)])
    ),
)


class RandomGame:
    """A game driven by a list of numbers; each action taken, and each state before it."""

    on_board: tuple[Card, ...] = ()
    setups: tuple[Player, ...] | None = None
    known: tuple[Card, ...] = ()
    decks: tuple[Deck, ...] = ()
    ante = False

    def __init__(
        self, edition: str, players: int, numbers: list[int], teams: Teams = (), cards: tuple[Card, ...] = ()
    ) -> None:
        self.edition, self.players, self.teams, self.cards = edition, players, teams, cards or CARDS
        tolls = _TOLLS if sum(numbers) % 3 == 0 else []
        board = [(seat, permanent) for seat in range(players) for permanent in (*_WALLS, *tolls, *self.on_board)]
        options = Options(teams, "multiple" if sum(numbers) % 2 else "one", ante=self.ante)
        self.state, events = start_game(
            edition,
            NAMES[:players],
            self.setups,
            board,
            0,
            (*_WALLS, *self.known),
            options=options,
            decks=self.decks,
            known=False,
        )
        self.events: list[Event] = list(events)
        self.taken: list[tuple[State, Action]] = []
        self.history = [*((event.kind, event.state) for event in events), ("", self.state)]
        """All states, each with the kind of the event that led to it; none led to those that ``step`` gives."""
        self.play(numbers)

    def play(self, numbers: list[int]) -> None:
        """Takes the actions that numbers stand for, one after the other."""
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
            cast = self.cast(decision.player, which)
            if not why_not_cast(state, cast):
                return cast
        offered = list(islice(legal_actions(state), OFFERED))
        return offered[which % len(offered)]

    def cast(self, seat: int, which: int) -> Cast:
        """A card of the list, with a target of the kind that it needs."""
        card = self.cards[which % len(self.cards)]
        if card.targets == "none":
            return Cast(seat, card)
        among = self.state.rotation.seats if card.targets == "player" else [p.id for p in self.state.permanents()]
        return Cast(seat, card, among[which % len(among)] if among else None)

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
        self.history += [*((event.kind, event.state) for event in events), ("", self.state)]
