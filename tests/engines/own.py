"""The engine of this project as an engine under test: each act is a made-up spell, played like any other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from fsm.driving import CAPABILITIES
from fsm.game import (
    ENDLESS,
    UNKNOWN,
    Attack,
    Block,
    Cast,
    Choose,
    ChooseSkip,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    Event,
    Options,
    Pile,
    Player,
    State,
    default_action,
    play,
    read_card,
    start_game,
)  # fmt: skip
from fsm.recording import Frame, seen_in

Said = dict[str, Any]
STRIKES = {"normal": [], "first": ["first strike"], "double": ["double strike"]}
BELL = {"name": "Bell", "type": "artifact", "triggers": [{"when": "you discard", "do": [{"life": 0}]}]}


def tokens(said: Said, attacking: bool = False) -> list[Said]:
    """Creatures that can attack or block at once; damage does nothing to them."""
    body = {"power": 0, "toughness": 9, "attacking": attacking}
    return [
        {"token": {"name": one["name"], "keywords": [*STRIKES[one.get("strikes", "normal")], "haste"], **body}}
        for one in said["creatures"]
    ]


def extra_turn(said: Said) -> list[Said]:
    """An extra turn, with what is skipped in it."""
    skips = [{"what": what, "player": said["player"], "until": "end_of_turn"} for what in said.get("skips", [])]
    return [{"extra_turn": {"player": said["player"], "riders": [{"skip": skip} for skip in skips]}}]


def extra_steps(said: Said) -> list[Said]:
    """Extra steps; the step before which they come has another name here."""
    return [{"extra_steps": {"anchor" if key == "before" else key: value for key, value in said.items()}}]


def skip(said: Said) -> list[Said]:
    """A skip, of some or of all."""
    return [{"skip": {**said, "count": 1, "all": True} if said.get("count") == 0 else said}]


def trigger(said: Said) -> list[Said]:
    """Something that lets an ability trigger: the Bell at once, a delayed one in the cleanup step."""
    if said.get("at") == "cleanup":
        return [{"delayed": {"at": "cleanup", "do": [{"life": 0}]}}]
    return [{"discard": {}}]


EFFECTS: dict[str, Callable[[Said], list[Said]]] = {
    "extra_turn": extra_turn,
    "extra_steps": extra_steps,
    "skip": skip,
    "trigger": trigger,
    "attack": tokens,
    "block": tokens,
    "enter_attacking": partial(tokens, attacking=True),
    "leave_combat": lambda said: [{"remove_from_combat": {"what": name}} for name in said["names"]],
    "control": lambda said: [{"control_turn": {"player": said["player"], "controller": said["by"]}}],
    "reverse_turns": lambda said: [{"reverse_turn_order": said}],
    "last": lambda said: [{"lasting": said}],
    "control_phase": lambda said: [{"control_phase": {"player": said["player"], "phase": said["phase"]}}],
    "restart": lambda _: [{"restart_game": {}}],
    **dict.fromkeys(("leave", "choose_skip", "reverse_phases"), lambda _: []),
}
"""The acts that cards say otherwise."""


class Own:
    """A game of ``fsm.game``, told what to do in neutral words."""

    can = tuple(name for name in CAPABILITIES if name not in ("back", "passes", "mana", "delays"))

    def start(self, setup: Said) -> Said:
        """Begins a game; each player has a permanent with an ability that triggers when they discard a card."""
        self.names: list[str] = setup["players"]
        teams = tuple(tuple(map(self.names.index, team)) for team in setup.get("teams", ()))
        bells = [(seat, read_card(BELL)) for seat in range(len(self.names))]
        first = self.names.index(setup["first"])
        holding = Player(hand=Pile.of((UNKNOWN, 1_000)), library=Pile.of((UNKNOWN, ENDLESS)), hand_size=10_000)
        players = [holding] * len(self.names)
        state, events = start_game(setup["edition"], self.names, players, bells, first, options=Options(teams))
        self.state: State = state
        self.log: list[Event] = list(events)
        self.lasting: set[str] = set()
        self.plans: dict[str, list[Said]] = {}
        self.choices: list[Said] = []
        return self.seen()

    def pass_(self) -> Said:
        """Passes until the step is over, and a player has priority again."""
        here = self.place()
        self.clear_stack()  # a step may end with its stack
        while self.state.outcome is None and not (self.asked_for_priority() and here != self.place()):
            self.go_on()
        return self.seen()

    def act(self, act: Said) -> Said:
        """What an act says: some by a spell with effects, the rest by players."""
        self.clear_stack()
        effects = [effect for do in act["do"] for effect in self.effects_of(do)]
        for do in act["do"]:
            for player in do["players"] if do["do"] == "leave" else ():
                if self.state.outcome is None and self.seat(player) in self.state.rotation.seats:
                    self.play(Concede(self.seat(player)))
        reversing = any(do["do"] == "reverse_phases" for do in act["do"])
        if (effects or reversing) and self.state.outcome is None:
            self.cast(act, effects, [{"reverse_phases": True}] if reversing else [])
        while self.state.outcome is None and not self.asked_for_priority():
            self.go_on()
        return self.seen()

    def cast(self, act: Said, effects: list[Said], static: list[Said]) -> None:
        """Casts a spell, and lets it resolve; with static abilities it is a permanent."""
        seat = self.seat(act["player"])
        while self.state.priority != seat:
            self.play(default_action(self.state))
        card = {"type": "enchantment", "flash": True, "static": static} if static else {"type": "instant"}
        self.play(Cast(seat, read_card({"name": act["name"], "effects": effects, **card})))
        while self.state.outcome is None and any(thing.name == act["name"] for thing in self.state.stack):
            self.go_on()

    def effects_of(self, do: Said) -> list[Said]:
        """An act as effects of a card; attacks and blocks are kept for their step."""
        kind: str = do["do"]
        rest = {key: value for key, value in do.items() if key != "do"}
        if kind in ("attack", "block"):
            self.plans.setdefault(kind, []).extend(do["creatures"])
        if kind == "choose_skip":
            self.choices.append(do)
        if kind == "last":
            self.lasting.add(do["name"])
        return EFFECTS[kind](rest) if kind in EFFECTS else [{kind: rest}]

    # Going on

    def go_on(self) -> None:
        """The next action: what was planned, or the default."""
        state, asked = self.state, self.state.decision
        if isinstance(asked, DeclareAttackers) and "attack" in self.plans:
            ids = self.ids(self.plans.pop("attack"), asked.candidates)
            self.play(Attack(asked.player, ids))
        elif isinstance(asked, DeclareBlockers) and "block" in self.plans:
            ids = self.ids(self.plans.pop("block"), asked.candidates)
            self.play(Block(asked.player, tuple((id, asked.attackers[0]) for id in ids)))
        elif isinstance(asked, ChooseSkip) and (choice := self.choice(asked)):
            self.play(Choose(asked.player, asked.effects.index(choice["name"])))
        else:
            self.play(default_action(state))

    def choice(self, asked: ChooseSkip) -> Said | None:
        """What was told about this choice, which it is used up by."""
        told = next((choice for choice in self.choices if self.seat(choice["player"]) == asked.player), None)
        if told:
            self.choices.remove(told)
        return told

    def ids(self, creatures: list[Said], candidates: tuple[int, ...]) -> tuple[int, ...]:
        names = [one["name"] for one in creatures]
        return tuple(id for id in candidates if (p := self.state.permanent(id)) and p.card.name in names)

    def play(self, action: Any) -> None:
        turn = self.state.turn
        self.state = play(self.state, action, self.log)
        if self.state.turn != turn:
            self.plans = {}

    def clear_stack(self) -> None:
        """What is on the stack resolves."""
        while self.state.outcome is None and self.state.stack:
            self.play(default_action(self.state))

    def asked_for_priority(self) -> bool:
        return self.state.priority is not None

    def place(self) -> tuple[int, str]:
        return self.state.turn, self.state.at.stop

    def seat(self, player: str) -> int:
        return self.names.index(player)

    def seen(self) -> Said:
        """What has been seen since the last answer, and whether the game is over."""
        found: list[Said] = []
        controller = ""
        for event in self.log:
            if event.kind == "effect.end" and event.get("name") in self.lasting:
                found.append({"ends": event.get("name")})
            elif event.kind == "control.begin" and event.get("what"):
                newest = event.state.ahead.in_force[-1]
                controller = event.state.name(newest.controller) if newest.phase else ""
            elif event.kind == "control.begin":
                turn = next(one for one in reversed(found) if one.get("begins") == "turn")
                turn["controller"] = event.get("controller")
            elif event.kind != "phase.begin" or not event.state.graph.children(event.node):
                one = seen_in(Frame(1, event))
                found += [msgspec.to_builtins(one) | {"controller": controller}] if one else []
                controller = ""
        self.log.clear()
        return {"seen": found, "over": self.state.outcome is not None}
