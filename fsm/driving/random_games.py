"""Random games with an engine: scenarios of made-up spells, and the plainest one that the engine plays otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from ..edition import load_edition
from ..errors import FsmError
from ..game import LIMITS, ChooseSkip
from ..recording import Recording
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
"""How many kinds of spells a game has."""

TRIES = 20
"""How many spells are tried at a place before the game is left as it is."""

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

TOPICS = {"mana": ("mana_empties", "mana_burn"), "delayed": ("delayed_trigger",)}
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
        return (
            {kind: fields for one in self.what.get("effects", ()) for kind, fields in one.items()} if self.casts else {}
        )

    @property
    def casts(self) -> bool:
        """Whether they cast a spell."""
        return self.does == "cast"

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
    pairs = [pair for pair in MEETING if set(pair) <= set(able)]
    some = random.sample(able, min(len(able), random.choice(FEW_KINDS)))
    kinds = random.choice(pairs) if pairs and random.random() < 0.6 else some
    done = 0
    for _ in range(random.randint(2, MOST_MOVES)):
        run = run_scenario(game.scenario(), game.edition, LIMITS)
        chosen = _chosen(random, game, run, done) if "choose_skips" in can else None
        here = [place for place in _places(run) if place.seq >= done]
        if not here:
            break
        longer = chosen or next(filter(None, (_longer(random, game, here, kinds, can) for _ in range(TRIES))), None)
        if longer is None:
            break
        game, done = longer
    return game


class PlaceInGame(msgspec.Struct, frozen=True):
    """Where players get priority: at which event, its address, and whose turn it is."""

    seq: int
    at: str
    active: str


def _places(run: Recording) -> list[PlaceInGame]:
    """Where players get priority, in order."""
    found = (frame for frame in run if frame.event.kind == "priority.get")
    first = {frame.address: frame for frame in reversed(list(found))}
    places = (PlaceInGame(one.seq, at, one.event.state.name(one.event.state.active)) for at, one in first.items())
    return sorted(places, key=lambda place: place.seq)


Longer = tuple[RandomGame, int]
"""A game with one more move, and the event of a game without it where the next move may come."""


def _chosen(random: Random, game: RandomGame, run: Recording, done: int) -> Longer | None:
    """The game with a choice among effects that skip something, if there is one; else the oldest one does."""
    for answer in run.answers:
        asked = answer.before.decision
        if answer.seq >= done and isinstance(asked, ChooseSkip) and len(asked.effects) > 1 and random.random() < 0.7:
            player, name = answer.before.name(asked.player), random.choice(asked.effects[1:])
            moves = (*game.moves, Move(f"T{answer.before.turn}", player, "choose", name))
            longer = msgspec.structs.replace(game, moves=moves)
            return (longer, answer.seq) if _vector(longer) else None
    return None


def _longer(
    random: Random, game: RandomGame, here: Sequence[PlaceInGame], kinds: Sequence[Kind], can: Collection[str]
) -> Longer | None:
    """The game with one more move at one of these places; none if it is not possible, or too much for the engine."""
    place = random.choice(here[: random.choice((2, 4, 12, 40))])
    moves = list(game.moves)
    if moves and moves[-1].does == "attack" and random.random() < 0.3:
        place, kinds = here[0], (_leave_combat,)
    at = place.at
    fights = "attacks" in can and at.endswith("declare_attackers") and not any(move.at == at for move in moves)
    if fights and random.random() < 0.6:
        moves.append(Move(at, place.active, "attack", [random.choice(BEARS)]))
    elif not kinds:
        return None
    else:
        spell = {"name": f"Invented Word {len(moves) + 1}", "type": "instant"} | random.choice(kinds)(random, game, at)
        player = random.choice((random.choice(game.players), moves[-1].player if moves else game.players[0]))
        moves.append(Move(at, player, "cast", spell))
    longer = msgspec.structs.replace(game, moves=tuple(moves))
    vector = _vector(longer)
    return (longer, place.seq) if vector is not None and set(vector.needs) <= set(can) else None


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


def _leave_combat(_: Random, game: RandomGame, __: str) -> Said:
    attackers = [bear for move in game.moves if move.does == "attack" for bear in move.what]
    return _effect("remove_from_combat", what=attackers[-1]) if attackers else {}


def _leave(_: Random, game: RandomGame, at: str) -> Said:
    # A defending player who leaves before attackers are declared: the rules are silent on it.
    return {} if game.teams or at.endswith("beginning_of_combat") else _effect("lose_game", player="you")


def _last(random: Random, game: RandomGame, _: str) -> Said:
    until = random.choice(("end_of_turn", "your_next_turn", "end_of_your_next_turn"))
    return _effect("lasting", name=f"Song {len(game.moves) + 1}", until=until)


def _end_turn(random: Random, _: RandomGame, __: str) -> Said:
    ends = _effect("end_turn")
    return (
        {"effects": [{"token": {"name": "Mouse", "power": 0, "toughness": 9}}, *ends["effects"]]}
        if random.random() < 0.3
        else ends
    )


def _delayed(random: Random, _: RandomGame, __: str) -> Said:
    at = random.choice(("upkeep", "draw", "main", "end", "end"))
    whose = random.choice(("any", "any", "you"))
    return _effect("delayed", at=at, whose=whose, do=[{"life": 0}])


def _end_combat(*_: object) -> Said:
    return _effect("end_combat")


def _restart(*_: object) -> Said:
    return _effect("restart_game")


SPELLS: dict[Kind, Capability | Group] = {
    _extra_turn: "extra_turns",
    _extra_phases: "extra_phases",
    _extra_steps: "extra_steps",
    _skip: "skips",
    _leave_combat: "leave_combat",
    _leave: "leaving",
    _last: "durations",
    _end_turn: "end_turn",
    _end_combat: "end_combat",
    lambda *_: _effect("delayed", at="cleanup", do=[{"life": 0}]): "cleanup_triggers",
    _delayed: "delays",
    lambda *_: {"effects": [{"mana": 1}]}: "mana",
    lambda *_: _effect("control_turn", player="opponents"): "control",
    lambda *_: _effect("control_phase", player="opponents", phase="combat"): "control_phase",
    lambda *_: _effect("reverse_turn_order"): "reverse_turns",
    _restart: "restart",
    lambda *_: {"type": "enchantment", "flash": True, "static": [{"reverse_phases": True}]}: "reverse_phases",
}
"""What the spells do, and the capability that it takes."""

MEETING: tuple[tuple[Kind, ...], ...] = (
    *((_extra_turn,), (_extra_phases,), (_extra_steps,), (_skip,), (_skip,), (_delayed,)),
    *((_extra_turn, _skip), (_extra_phases, _skip), (_extra_steps, _skip), (_extra_turn, _extra_phases)),
    *((_extra_turn, _end_turn), (_extra_phases, _end_turn), (_extra_turn, _leave), (_extra_turn, _restart)),
    (_end_combat, _extra_phases),
)
"""Kinds of spells that touch each other, or themselves: most of what goes wrong is about these."""


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
    many = len(game.moves)
    for kept in range(many - 1, max(many - 3, -1), -1):
        for moves in combinations(game.moves, kept):
            yield msgspec.structs.replace(game, moves=moves)
    for turns in range(1, game.turns):
        yield msgspec.structs.replace(game, turns=turns)
    if game.teams:
        yield msgspec.structs.replace(game, teams=())
    elif len(game.players) > 2 and not any(move.player == game.players[-1] for move in game.moves):
        yield msgspec.structs.replace(game, players=game.players[:-1])
