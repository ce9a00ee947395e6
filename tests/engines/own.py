"""The engine of this project as an engine under test: each act is a made-up spell, played like any other."""

from __future__ import annotations

from typing import Any

import msgspec

from fsm.game import (
    Attack,
    Block,
    Cast,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    Event,
    Options,
    Player,
    State,
    default_action,
    play,
    read_card,
    start_game,
)  # fmt: skip
from fsm.game.state.pile import ENDLESS, UNKNOWN
from fsm.recording import Frame, seen_in

Said = dict[str, Any]
STRIKES = {"normal": [], "first": ["first strike"], "double": ["double strike"]}
BELL = {"name": "Bell", "type": "artifact", "triggers": [{"when": "you discard", "do": [{"life": 0}]}]}


class Own:
    """A game of ``fsm.game``, told what to do in neutral words."""

    def start(self, setup: Said) -> Said:
        """Begins a game; each player has a permanent with an ability that triggers when they discard a card."""
        self.names: list[str] = setup["players"]
        teams = tuple(tuple(map(self.names.index, team)) for team in setup.get("teams", ()))
        bells = [(seat, read_card(BELL)) for seat in range(len(self.names))]
        first = self.names.index(setup["first"])
        holding = Player(hand=((UNKNOWN, 1_000),), library=((UNKNOWN, ENDLESS),), hand_size=10_000)
        players = [holding] * len(self.names)
        state, events = start_game(setup["edition"], self.names, players, bells, first, options=Options(teams))
        self.state: State = state
        self.log: list[Event] = list(events)
        self.lasting: set[str] = set()
        self.plans: dict[str, list[Said]] = {}
        return self.seen()

    def pass_(self) -> Said:
        """Passes until the step is over, and a player has priority again."""
        self.clear_stack()
        here = (self.state.turn, self.state.at.stop)
        while self.state.outcome is None and not (self.asked_for_priority() and here != self.place()):
            self.go_on()
        return self.seen()

    def act(self, act: Said) -> Said:
        """What an act says: some by a spell with effects, the rest by players."""
        self.clear_stack()
        effects = [effect for do in act["do"] for effect in self.effects_of(do, act)]
        for do in act["do"]:
            for player in do["players"] if do["do"] == "leave" else ():
                if self.state.outcome is None and self.seat(player) in self.state.rotation.seats:
                    self.play(Concede(self.seat(player)))
        if effects and self.state.outcome is None:
            self.cast(act, effects)
        while self.state.outcome is None and not self.asked_for_priority():
            self.go_on()
        return self.seen()

    def cast(self, act: Said, effects: list[Said]) -> None:
        """Casts a spell, and lets it resolve."""
        seat = self.seat(act["player"])
        while self.state.priority != seat:
            self.play(default_action(self.state))
        self.play(Cast(seat, read_card({"name": act["name"], "type": "instant", "effects": effects})))
        while self.state.outcome is None and any(thing.name == act["name"] for thing in self.state.stack):
            self.go_on()

    def effects_of(self, do: Said, act: Said) -> list[Said]:
        """An act as effects of a card."""
        kind: str = do["do"]
        rest = {key: value for key, value in do.items() if key != "do"}
        if kind == "extra_turn":
            skips = rest.pop("skips", [])
            riders = [{"skip": {"what": what, "player": do["player"], "until": "end_of_turn"}} for what in skips]
            return [{"extra_turn": {**rest, "riders": riders}}]
        if kind == "extra_steps":
            rest |= {"anchor": rest.pop("before")} if "before" in rest else {}
        elif kind == "skip" and rest.get("count") == 0:
            rest = {**rest, "count": 1, "all": True}
        elif kind == "trigger":
            now = do.get("at", "now") == "now"
            return [{"discard": {}}] if now else [{"delayed": {"at": "cleanup", "do": [{"life": 0}]}}]
        elif kind in ("attack", "block"):
            self.plans.setdefault(kind, []).extend(do["creatures"])
            return [token for one in do["creatures"] for token in self.tokens(one, kind)]
        elif kind == "enter_attacking":
            return [token for one in do["creatures"] for token in self.tokens(one, kind)]
        elif kind == "control":
            return [{"control_turn": {"player": do["player"]}}]
        elif kind == "last":
            self.lasting.add(do["name"])
        elif kind == "leave":
            return []
        effect: str = {"reverse_turns": "reverse_turn_order", "last": "lasting"}.get(kind, kind)
        return [{effect: rest}]

    def tokens(self, creature: Said, kind: str) -> list[Said]:
        """A creature that can attack, or block, at once; damage does nothing to it."""
        keywords = [*STRIKES[creature.get("strikes", "normal")], "haste"]
        token = {"name": creature["name"], "power": 0, "toughness": 9, "keywords": keywords}
        return [{"token": {**token, "attacking": kind == "enter_attacking"}}]

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
        else:
            self.play(default_action(state))

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
        for event in self.log:
            if event.kind == "effect.end" and event.get("name") in self.lasting:
                found.append({"ends": event.get("name")})
            elif event.kind == "control.begin":
                turn = next(one for one in reversed(found) if one.get("begins") == "turn")
                turn["controller"] = event.get("controller")
            elif event.kind != "phase.begin" or not event.state.graph.children(event.node):
                one = seen_in(Frame(1, event))
                found += [msgspec.to_builtins(one)] if one else []
        self.log.clear()
        return {"seen": found, "over": self.state.outcome is not None}
