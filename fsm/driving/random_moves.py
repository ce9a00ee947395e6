"""What a random game is: its moves, the text of the scenario that it makes, and the kinds of made-up spells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from ..edition import load_edition
from .capabilities import Capability, Group

Said = dict[str, Any]

TURNS = 5
"""How many turns a game has at most."""

NAMES = ("Ann", "Bob", "Cleo", "Dan")
BEAR: Said = {"type": "creature", "power": 0, "toughness": 9}
BEARS = ("Bear", "Quick Bear", "Twin Bear")
WITNESS = "Witness"
PERMANENTS: dict[str, Said] = {
    "Bear": BEAR,
    "Quick Bear": {**BEAR, "keywords": ["first strike"]},
    "Twin Bear": {**BEAR, "keywords": ["double strike"]},
    WITNESS: {"type": "enchantment", "triggers": [{"when": "your creature enters", "do": [{"life": 0}]}]},
}
"""What players have on the battlefield, if they attack with it, or if a spell needs it."""

TOPICS = {"mana": ("mana_empties", "mana_burn"), "delayed": ("delayed_trigger",), "daytime": ("day_night",)}
"""What is seen to end is told in a scenario that is about these rules."""


Kind = Callable[[Random, "RandomGame", str], Said]
"""How a kind of spell is made: what its card has, in a game, at a place."""


class Move(msgspec.Struct, frozen=True):
    """What a player does at a place: they cast a made-up spell, attack, or choose which effect skips something."""

    at: str
    player: str
    does: str
    what: Any

    @property
    def effects(self) -> dict[str, Any]:
        """The effects of the spell."""
        said = self.what.get("effects", ()) if self.does == "cast" else ()
        return {kind: fields for one in said for kind, fields in one.items()}

    @property
    def needs(self) -> tuple[str, ...]:
        """What they have on the battlefield for it."""
        if self.does == "attack":
            return tuple(self.what)
        return (WITNESS,) if "token" in self.effects else ()


class RandomGame(msgspec.Struct, frozen=True):
    """A random game, which is a scenario: the edition, who plays, in which teams, for how many turns, and the moves."""

    name: str
    edition: str
    players: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...] = ()
    turns: int = TURNS
    moves: tuple[Move, ...] = ()

    def text(self) -> str:
        """The text of a scenario file."""
        used = {name for move in self.moves for name in move.needs}
        cards = [_flow({"name": name, **fields}) for name, fields in PERMANENTS.items() if name in used]
        lines = [f"name: {self.name}", f"edition: {self.edition}", *self._about(), "players:"]
        for player in self.players:
            has = {name: None for move in self.moves if move.player == player for name in move.needs}
            lines.append(f"  {player}: {_flow({'battlefield': list(has)} if has else {})}")
        if self.teams:
            lines.append(f"teams: {_flow(self.teams)}")
        lines += ["cards:", *(f"  - {card}" for card in cards)] if cards else []
        lines += ["script:"] if self.moves else []
        for move in self.moves:
            lines += [f"  - at: {move.at}", f"    {move.player}: {_flow({move.does: move.what})}"]
        return "\n".join([*lines, f"until: T{self.turns}", ""])

    def _about(self) -> Iterator[str]:
        """The rules that it is about, if what is seen to end has to be told."""
        topics = [topic for kind in TOPICS for move in self.moves if kind in move.effects for topic in TOPICS[kind]]
        edition = load_edition(self.edition)
        numbers = dict.fromkeys(number for topic in topics for number in edition.cite(topic))
        if numbers:
            yield f"rules: {_flow([repr(number) for number in numbers])}"


def _flow(value: object) -> str:
    """A value of plain words and numbers on one line, as scenario files have it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _effect(kind: str, /, **fields: Any) -> Said:
    return {"effects": [{kind: fields}]}


def _who(random: Random, game: RandomGame) -> str:
    return random.choice(("you", "you", "opponents" if len(game.players) == 2 else "you"))


def _extra_turn(random: Random, game: RandomGame, _: str) -> Said:
    riders = [{"skip": {"what": "untap", "until": "end_of_turn"}}] if random.random() < 0.2 else []
    return _effect("extra_turn", player=_who(random, game), **({"riders": riders} if riders else {}))


def _extra_phases(random: Random, _: RandomGame, __: str) -> Said:
    phases = random.choice((["combat"], ["combat"], ["beginning"], ["combat", "main"], ["ending"]))
    after = random.choice(("this_phase", "this_phase", "this_main_phase", "this_combat_phase"))
    return _effect("extra_phases", phases=phases, after=after)


def _extra_steps(random: Random, _: RandomGame, __: str) -> Said:
    where = random.choice(("after_this_step", "after_this_phase"))
    step = random.choice(("upkeep", "draw", "end"))
    return _effect("extra_steps", step=step, where=where, count=random.choice((1, 1, 2)))


def _skip(random: Random, game: RandomGame, _: str) -> Said:
    before = [move.effects["skip"] for move in game.moves if "skip" in move.effects]
    if before and random.random() < 0.5:
        other = "end_of_turn" if before[-1]["until"] == "game" else "game"
        return _effect("skip", **{**before[-1], "until": other})
    added = list(_added(game))
    if added and random.random() < 0.7:
        what = random.choice(added)
    else:
        what = random.choice(("turn", "untap", "upkeep", "draw", "combat", "beginning", "end", "declare_attackers"))
    until = random.choice(("game", "game", "end_of_turn"))
    return _effect("skip", what=what, player=_who(random, game), count=random.choice((1, 1, 2)), until=until)


def _added(game: RandomGame) -> Iterator[str]:
    """What has been added in a game: a skip of it is where two effects meet."""
    for move in game.moves:
        if "extra_turn" in move.effects:
            yield "turn"
        elif "extra_phases" in move.effects:
            yield move.effects["extra_phases"]["phases"][0]
        elif "extra_steps" in move.effects:
            yield move.effects["extra_steps"]["step"]


def leave_combat(_: Random, game: RandomGame, __: str) -> Said:
    """A spell that removes the newest attacker from combat; no spell if there is none."""
    attackers = [bear for move in game.moves if move.does == "attack" for bear in move.what]
    return _effect("remove_from_combat", what=attackers[-1]) if attackers else {}


def _leave(_: Random, game: RandomGame, at: str) -> Said:
    # A defending player who leaves before attackers are declared: the rules are silent on it.
    return {} if game.teams or at.endswith("beginning_of_combat") else _effect("lose_game", player="you")


def _last(random: Random, game: RandomGame, _: str) -> Said:
    until = random.choice(("end_of_turn", "your_next_turn", "end_of_your_next_turn"))
    return _effect("lasting", name=f"Song {len(game.moves) + 1}", until=until)


def _end_turn(random: Random, _: RandomGame, __: str) -> Said:
    triggers = [{"token": {"name": "Mouse", "power": 0, "toughness": 9}}] if random.random() < 0.3 else []
    return {"effects": [*triggers, *_effect("end_turn")["effects"]]}


def _delayed(random: Random, _: RandomGame, __: str) -> Said:
    at = random.choice(("upkeep", "draw", "main", "end", "end"))
    whose = random.choice(("any", "any", "you"))
    return _effect("delayed", at=at, whose=whose, do=[{"life": 0}])


def _daytime(random: Random, _: RandomGame, __: str) -> Said:
    return {"effects": [{"daytime": random.choice(("day", "night"))}]}


def _end_combat(*_: object) -> Said:
    return _effect("end_combat")


def _restart(*_: object) -> Said:
    return _effect("restart_game")


SPELLS: dict[Kind, Capability | Group] = {
    _extra_turn: "extra_turns",
    _extra_phases: "extra_phases",
    _extra_steps: "extra_steps",
    _skip: "skips",
    leave_combat: "leave_combat",
    _leave: "leaving",
    _last: "durations",
    _end_turn: "end_turn",
    _end_combat: "end_combat",
    lambda *_: _effect("delayed", at="cleanup", do=[{"life": 0}]): "cleanup_triggers",
    _delayed: "delays",
    _daytime: "day_night",
    lambda *_: {"effects": [{"mana": 1}]}: "mana",
    lambda *_: _effect("control_turn", player="opponents"): "control",
    lambda *_: _effect("control_phase", player="opponents", phase="combat"): "control_phase",
    lambda *_: _effect("reverse_turn_order"): "reverse_turns",
    _restart: "restart",
    lambda *_: {"type": "enchantment", "flash": True, "static": [{"reverse_phases": True}]}: "reverse_phases",
}
"""What the spells do, and the capability that it takes."""

MEETING: tuple[tuple[Kind, ...], ...] = (
    *((_extra_turn,), (_extra_phases,), (_extra_steps,), (_skip,), (_skip,), (_delayed,), (_daytime,)),
    *((_extra_turn, _skip), (_extra_phases, _skip), (_extra_steps, _skip), (_extra_turn, _extra_phases)),
    *((_extra_turn, _end_turn), (_extra_phases, _end_turn), (_extra_turn, _leave), (_extra_turn, _restart)),
    *((_extra_phases, _end_turn), (_end_combat, _extra_phases)),
)
"""Kinds of spells that touch each other, or themselves: most of what goes wrong is about these."""
