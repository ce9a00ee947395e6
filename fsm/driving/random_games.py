"""Random games with an engine: scenarios of made-up spells, and the plainest one that the engine plays otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

import msgspec

from ..errors import FsmError
from ..game import ChooseSkip
from ..recording import Recording
from ..scenario import parse_scenarios
from .capabilities import parts_of
from .drive import Report, Result, drive_one, failed
from .engine import Engine
from .random_moves import BEARS, MEETING, NAMES, SPELLS, Kind, Move, RandomGame, leave_combat
from .telling import vector_of, watch
from .words import Hello, Vector

MOST_MOVES = 6
"""How many moves a game has at most."""

FEW_KINDS = (1, 2, 2, 3, 5)
"""How many kinds of spells a game has."""

TRIES = 20
"""How many spells are tried at a place before the game is left as it is."""


@lru_cache(maxsize=4)
def _told(text: str, edition: str, id: str) -> tuple[Recording, Vector]:
    """A run of a game, and the game in neutral words: both are asked for several times, one after the other."""
    scenario = parse_scenarios(text)[0]
    run = watch(scenario, edition)
    return run.recording, vector_of(scenario, edition, id, run)


def _played(game: RandomGame) -> tuple[Recording, Vector]:
    return _told(game.text(), game.edition, f"{game.name.lower().replace(' ', '-')}.{game.edition}")


def _vector(game: RandomGame) -> Vector | None:
    """A game in neutral words; none if it cannot be played, or told."""
    try:
        return _played(game)[1]
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
        run, _ = _played(game)
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
        place, kinds = here[0], (leave_combat,)
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
