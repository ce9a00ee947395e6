"""Random games with an engine: scenarios of made-up spells, and the plainest one that the engine plays otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from ..errors import FsmError
from ..game import LIMITS
from ..scenario import Scenario, parse_scenarios, run_scenario
from .capabilities import Capability, Group, parts_of
from .drive import Report, Result, drive_one, failed
from .engine import Engine
from .telling import vector_of
from .words import Hello, Vector

Said = dict[str, Any]

TURNS = 5
"""How many turns a game has at most."""

MOST_MOVES = 6
"""How many moves a game has at most."""

FEW_KINDS = (1, 2, 2, 3, 5)
"""How many kinds of spells a game has: with few of them, those that touch each other meet more often."""

TRIES = 20
"""How many spells are tried at a place before the game is left as it is."""

NAMES = ("Ann", "Bob", "Cleo", "Dan")
BEAR: Said = {"type": "creature", "power": 0, "toughness": 9}
BEARS = {"Bear": [], "Quick Bear": ["first strike"], "Twin Bear": ["double strike"]}


Kind = Callable[[Random, "RandomGame", str], Said]
"""How a kind of spell is made: what its card has, in a game, at a place."""


class Move(msgspec.Struct, frozen=True):
    """What a player does at a place: they cast a made-up spell, or attack."""

    at: str
    player: str
    does: str
    what: Any


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
        attacks = [move for move in self.moves if move.does == "attack"]
        used = {bear for move in attacks for bear in move.what}
        bears = [_flow({"name": bear, **BEAR, "keywords": BEARS[bear]}) for bear in BEARS if bear in used]
        lines = [f"name: {self.name}", f"edition: {self.edition}", "players:"]
        for player in self.players:
            has = {bear: None for move in attacks if move.player == player for bear in move.what}
            lines.append(f"  {player}: {_flow({'battlefield': list(has)} if has else {})}")
        if self.teams:
            lines.append(f"teams: {_flow(self.teams)}")
        lines += ["cards:", *(f"  - {bear}" for bear in bears)] if bears else []
        lines += ["script:"] if self.moves else []
        for move in self.moves:
            lines += [f"  - at: {move.at}", f"    {move.player}: {_flow({move.does: move.what})}"]
        return "\n".join([*lines, f"until: T{self.turns}", ""])

    def scenario(self) -> Scenario:
        """The scenario of that text."""
        return parse_scenarios(self.text())[0]


def _flow(value: object) -> str:
    """A value of plain words and numbers on one line, as scenario files have it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _vector(game: RandomGame) -> Vector | None:
    """A game in neutral words; none if it cannot be played, or told."""
    try:
        return vector_of(game.scenario(), game.edition, game.name.lower().replace(" ", "-") + f".{game.edition}")
    except FsmError:
        return None


def random_game(random: Random, name: str, edition: str, can: Collection[str]) -> RandomGame:
    """A random game that an engine with these capabilities can play, the same for the same state of ``random``."""
    many = random.choice((2, 2, 3, 4) if "multiplayer" in can else (2,))
    teams = (NAMES[:2], NAMES[2:]) if "teams" in can and random.random() < 0.15 else ()
    game = RandomGame(name, edition, NAMES if teams else NAMES[:many], teams)
    able = [kind for kind, needs in SPELLS.items() if not set(can).isdisjoint(parts_of([needs]))]
    able += [kind for kind in able if SPELLS[kind] in OFTEN] * 2
    kinds = random.sample(able, min(len(able), random.choice(FEW_KINDS)))
    last = ""
    for _ in range(random.randint(2, MOST_MOVES)):
        places = _places(game)
        addresses = [at for at, _ in places]
        here = places[addresses.index(last) if last in addresses else 0 :]
        if not here:
            break
        longer = next(filter(None, (_longer(random, game, here, kinds, can) for _ in range(TRIES))), None)
        if longer is None:
            break
        game, last = longer, longer.moves[-1].at
    return game


def _places(game: RandomGame) -> list[tuple[str, str]]:
    """Where players get priority, in order, and whose turn it is there."""
    run = run_scenario(game.scenario(), game.edition, LIMITS)
    found = (frame for frame in run if frame.event.kind == "priority.get")
    return list({frame.address: frame.event.state.name(frame.event.state.active) for frame in found}.items())


def _longer(
    random: Random, game: RandomGame, here: Sequence[tuple[str, str]], kinds: Sequence[Kind], can: Collection[str]
) -> RandomGame | None:
    """The game with one more move at one of these places; none if it is not possible, or too much for the engine."""
    at, active = random.choice(here[: random.choice((4, 12, 40))])
    moves = list(game.moves)
    if moves and moves[-1].does == "attack" and random.random() < 0.3:
        at, kinds = moves[-1].at, (_leave_combat,)
    fights = "attacks" in can and at.endswith("declare_attackers") and not any(move.at == at for move in moves)
    if fights and random.random() < 0.6:
        moves.append(Move(at, active, "attack", [random.choice(list(BEARS))]))
    elif not kinds:
        return None
    else:
        spell = {"name": f"Invented Word {len(moves) + 1}", "type": "instant"} | random.choice(kinds)(random, game, at)
        moves.append(Move(at, random.choice(game.players), "cast", spell))
    longer = msgspec.structs.replace(game, moves=tuple(moves))
    vector = _vector(longer)
    return longer if vector is not None and set(vector.needs) <= set(can) else None


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
        for effect in move.what.get("effects", ()) if move.does == "cast" else ():
            if "extra_turn" in effect:
                yield "turn"
            elif "extra_phases" in effect:
                yield effect["extra_phases"]["phases"][0]
            elif "extra_steps" in effect:
                yield effect["extra_steps"]["step"]


def _leave_combat(_: Random, game: RandomGame, __: str) -> Said:
    attackers = [bear for move in game.moves if move.does == "attack" for bear in move.what]
    return _effect("remove_from_combat", what=attackers[-1]) if attackers else {}


def _leave(_: Random, game: RandomGame, at: str) -> Said:
    # A defending player who leaves before attackers are declared: the rules are silent on it.
    return {} if game.teams or at.endswith("beginning_of_combat") else _effect("lose_game", player="you")


def _last(random: Random, game: RandomGame, _: str) -> Said:
    until = random.choice(("end_of_turn", "your_next_turn", "end_of_your_next_turn"))
    return _effect("lasting", name=f"Song {len(game.moves) + 1}", until=until)


SPELLS: dict[Kind, Capability | Group] = {
    _extra_turn: "extra_turns",
    _extra_phases: "extra_phases",
    _extra_steps: "extra_steps",
    _skip: "skips",
    _leave_combat: "leave_combat",
    _leave: "leaving",
    _last: "durations",
    lambda *_: _effect("end_turn"): "end_turn",
    lambda *_: _effect("end_combat"): "end_combat",
    lambda *_: _effect("delayed", at="cleanup", do=[{"life": 0}]): "cleanup_triggers",
    lambda *_: _effect("control_turn", player="opponents"): "control",
    lambda *_: _effect("control_phase", player="opponents", phase="combat"): "control_phase",
    lambda *_: _effect("reverse_turn_order"): "reverse_turns",
    lambda *_: _effect("restart_game"): "restart",
    lambda *_: {"type": "enchantment", "flash": True, "static": [{"reverse_phases": True}]}: "reverse_phases",
}
"""What the spells do, and the capability that it takes."""

OFTEN = ("extra_turns", "extra_phases", "extra_steps", "skips")
"""What there is more of: most of what goes wrong is about these."""


def drive_random(
    engine: Engine, games: int, seed: int, editions: Sequence[str], tolerate: Collection[str] = ()
) -> tuple[Report, str]:
    """Plays random games with an engine, up to the first that it plays otherwise.

    Returns the report, and the plainest game that shows the same as the text of a scenario file: with fewer moves,
    turns and players. The text is empty if all went as expected. The same seed gives the same games to an engine with
    the same capabilities. ``EngineError`` if the engine does not say what it can do, or cannot begin anew.
    """
    hello = engine.hello()
    results: list[Result] = []
    for number in range(1, games + 1):
        random = Random(f"{seed} {number}")  # noqa: S311  # any games, the same each time
        game = random_game(random, f"Random game {number} of seed {seed}", random.choice(list(editions)), hello.able)
        result = _drive(engine, game, hello, tolerate)
        if result is not None and result.difference is not None:
            game, result = plainest(game, result, lambda one: _drive(engine, one, hello, tolerate))
            return _report(engine, hello, [*results, result]), game.text()
        results += [result] if result is not None else []
    return _report(engine, hello, results), ""


def _report(engine: Engine, hello: Hello, results: list[Result]) -> Report:
    return Report(hello.engine or engine.name, hello.can, tuple(results), strays=tuple(engine.strays))


def _drive(engine: Engine, game: RandomGame, hello: Hello, tolerate: Collection[str]) -> Result | None:
    """What an engine does with a game; none if the game cannot be played, or needs more than the engine can do."""
    vector = _vector(game)
    result = None if vector is None else drive_one(engine, vector, hello, tolerate)
    if result is None or result.left_out:
        return None
    if failed(result):
        engine.anew()
    return result


def plainest(
    game: RandomGame, result: Result, again: Callable[[RandomGame], Result | None]
) -> tuple[RandomGame, Result]:
    """The plainest game that still shows the same kind of difference under the same rule, and what came of it."""
    smaller: RandomGame | None = game
    while smaller is not None:
        smaller = None
        for one in _plainer(game):
            came = again(one)
            if came is not None and _kind(came) == _kind(result):
                smaller, game, result = one, one, came
                break
    return game, result


def _kind(result: Result) -> tuple[str, ...]:
    """What makes two differences the same."""
    found = result.difference
    return ("",) if found is None else (found.what, *found.rules[:1])


def _plainer(game: RandomGame) -> Iterator[RandomGame]:
    """Games that are a little plainer: fewer moves, fewer turns, fewer players."""
    for n in range(len(game.moves)):
        yield msgspec.structs.replace(game, moves=game.moves[:n] + game.moves[n + 1 :])
    for turns in range(1, game.turns):
        yield msgspec.structs.replace(game, turns=turns)
    if game.teams:
        yield msgspec.structs.replace(game, teams=())
    elif len(game.players) > 2 and not any(move.player == game.players[-1] for move in game.moves):
        yield msgspec.structs.replace(game, players=game.players[:-1])
