"""What if: a recording up to a stop, then another action, as a scenario that reproduces it.

The recording does not change. All actions of players up to the stop become a script, the other action follows, and
the new scenario is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ..errors import FsmError, InputError, ScriptError
from ..game import Event, State
from ..game.state.piles.pile import PILES
from ..recording import Answer, Recording
from ..recording.viewed import seen_state
from ..scenario import Scenario
from ..scenario.model import VERBS, ActRef
from ..scenario.running.runner import Begun
from ..scenario.writing.script import as_scenario, entries, scenario_text, written
from ..shape import Path, ShapeError, read
from ..words import listed, nearest, shown


def next_answer(recording: Recording, at: int) -> int:
    """The index of the first answer after a stop."""
    return sum(1 for answer in recording.answers if answer.seq <= at)


def waiting(recording: Recording, at: int) -> State | None:
    """The next state after a stop that waits for a player, or None."""
    number = next_answer(recording, at)
    if number < len(recording.answers):
        return recording.answers[number].before
    last = (recording.beyond or recording.frames)[-1].state
    return last if last.decision is not None else None


LONGEST_NAME = 60
"""How many letters a name has at most; longer texts are none."""

Branch = tuple[str, Begun | None]
"""The text of a scenario, and the game that goes on by its script, if it does not begin anew."""


def branch(
    scenario: Scenario, edition: str, recording: Recording, at: int, said: Any, later: Sequence[Path] = ()
) -> Branch:
    """A scenario in which the player of the first decision after a stop acts differently, before ``later`` acts."""
    state, seat = _deciding(recording, at)
    answers = recording.answers[: next_answer(recording, at)]
    kept = [(answer.before, answer.action.player, in_script(scenario, answer)) for answer in answers]
    script = entries([*kept, (state, seat, said)], last=bool(later))
    script += [_entry(scenario, path) for path in later]
    more = {"script": script, "until": _until(recording, state)}
    return as_scenario(scenario, _title(scenario), edition, (), more), None


def later_acts(scenario: Scenario, recording: Recording, at: int) -> tuple[Path, list[Path]]:
    """The act of the script that answers the first decision after a stop, if one does, and all that come later."""
    number = next_answer(recording, at)
    done = {answer.path for answer in recording.answers[:number]}
    instead = next((answer.path for answer in recording.answers[number : number + 1]), ())
    acts = (act for entry in scenario.script for act in entry.acts)
    return instead, [path for _, act, path in acts if not act.refused and path not in done and path != instead]


MOST_TRIED = 30
"""So many acts that cannot be done any more are looked for one by one; what comes after them is left out with them."""


def failed_act(scenario: Scenario, error: InputError | None, later: Sequence[Path]) -> int | None:
    """Which of the ``later`` acts, the last entries of a script, cannot be done; None if it is none of them."""
    if not isinstance(error, ScriptError):
        return None
    number = int(error.path[1]) - len(scenario.script) + len(later)
    return number if number >= 0 else None


def _entry(scenario: Scenario, path: Path) -> dict[str, Any]:
    """An entry of the script for one of its acts."""
    entry = part_of(scenario, path[:2])
    head = {key: entry[key] for key in ("at", "responding_to") if key in entry}
    return head | {str(path[2]): part_of(scenario, path)}


def lines_in_words(lines: Iterable[int]) -> str:
    """Lines as a message names them.

    >>> lines_in_words([7, 8, 9, 12]), lines_in_words([6])
    ('lines 7-9 and 12', 'line 6')
    """
    numbers = sorted(set(lines))
    starts = [n for n in numbers if n - 1 not in numbers]
    runs = [(start, next(n for n in numbers if n >= start and n + 1 not in numbers)) for start in starts]
    told = listed(f"{first}-{last}" if last > first else str(first) for first, last in runs)
    return f"line{'s' if len(numbers) > 1 else ''} {told}"


def seen_branch(scenario: Scenario, edition: str, whole: Recording, at: int, said: Any, viewer: str) -> Branch:
    """The same for a viewer: their own action, in the game as they see it, where all other cards are unknown.

    So nothing that comes of it tells what they do not see. ``FsmError`` if another player decides, since whether
    that player's action is legal tells what they have, or if the game cannot go on without what is hidden.
    """
    state, seat = _deciding(whole, at)
    decider = state.name(seat if state.decider is None else state.decider)
    if decider != viewer:
        raise FsmError(f"{shown(decider)} decides here, and {shown(viewer)} cannot know what {shown(decider)} may do")
    seen, number, played = seen_state(state, viewer), next_answer(whole, at), Recording(whole.frames + whole.beyond)
    if seen.agenda != state.agenda:
        raise FsmError(f"what follows here depends on choices that {shown(viewer)} does not see; go on to the next one")
    mark = whole.answers[number].seq if number < len(whole.answers) else len(played)
    events = tuple(frame.event for frame in played.seen_by(viewer).frames[:mark])
    cards, told = _known(scenario.document.data.get("cards") or [], {*_names_known(events, seen)})
    first, *others = scenario.players
    data = {
        "name": _title(scenario),
        "players": {first: {"outside": sorted(told)}, **{name: {} for name in others}},  # effects may name these
        "cards": cards,
        "edition": edition,
        "script": entries([(seen, seat, said)]),
        "until": _until(whole, state),
    }
    answers = tuple(replace(answer, path=()) for answer in whole.answers[:number])
    return scenario_text(data), Begun(seen, events, answers)


def _deciding(recording: Recording, at: int) -> tuple[State, int]:
    """The next state that waits for a player, and the seat of the player who is asked."""
    state = waiting(recording, at)
    if state is None or state.decision is None:
        raise FsmError("no player has a decision after this: the game is over")
    return state, state.decision.player


def _title(scenario: Scenario) -> str:
    return f"{scenario.name}, what if"[:200]


def _until(recording: Recording, state: State) -> str:
    """The end of the recording, or of the next turn: so an extra turn is seen."""
    return f"T{max(recording.final.turn, state.turn + 1)}"


def _names_known(events: Sequence[Event], seen: State) -> Iterator[str]:
    """The names that somebody has heard or sees: in events, on the battlefield at first, and in the zones now."""
    yield from (text for event in events for _, value in event.detail for text in _texts(value))
    yield from (permanent.card.name for state in (events[0].state, seen) for permanent in state.permanents())
    yield from (str(name) for player in seen.players for pile in PILES for name, _ in getattr(player, pile))


def _known(cards: Sequence[Any], told: set[str]) -> tuple[list[Any], set[str]]:
    """The cards of a scenario that a viewer has been told of, and those that their texts name; and all such names."""
    found: list[Any] = []
    while more := [card for card in cards if card not in found and card.get("name") in told]:
        found += more
        told = told.union(*map(_texts, more))
    return found, {text for text in told if 0 < len(text) <= LONGEST_NAME and text.isprintable()}


def _texts(data: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        yield str(data)
    elif isinstance(data, dict | list | tuple):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _texts(part)


def in_script(scenario: Scenario, answer: Answer) -> Any:
    """The part of the script for an answer, or what the script would have to say."""
    return part_of(scenario, answer.path) if answer.path else written(answer.before, answer.action)


def part_of(scenario: Scenario, path: Path) -> Any:
    """What stands at a path of the file."""
    data: Any = scenario.document.data
    for key in path:
        data = data[key]
    return data


def first_difference(one: Recording, other: Recording, default: int) -> int:
    """The first position at which two recordings differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((position for position, (a, b) in pairs if _facts(a.event) != _facts(b.event)), default)


def _facts(event: Event) -> tuple[Any, ...]:
    return event.kind, event.node, event.player, event.detail


def parse_deed(text: str, options: Sequence[Any]) -> Any:
    """Reads an action that a user types: the number of an option, ``pass``, ``cast Time Walk``, or YAML.

    >>> parse_deed("cast: Time Walk", ()), parse_deed("attack Bear, Ox", ()), parse_deed("2", ("pass", "concede"))
    ({'cast': 'Time Walk'}, {'attack': ['Bear', 'Ox']}, 'concede')
    """
    text = text.strip()
    if text.isdecimal() and len(text) < 6:
        if not 1 <= int(text) <= len(options):
            raise FsmError(
                f"there is no action {int(text)}; legal lists them" + (f", 1 to {len(options)}" if options else "")
            )
        return options[int(text) - 1]
    verb, _, rest = text.partition(" ")
    if verb in VERBS and rest and not rest.lstrip().startswith((":", "{", "[")):
        said: Any = {verb: rest.strip() if verb in _ONE else [part.strip() for part in rest.split(",")]}
    else:
        said = flow_yaml(text)
    try:
        read(ActRef, said)
    except ShapeError as error:
        raise FsmError(f"{shown(text, 60)!r} is not an action{nearest(verb, VERBS)}: {error}") from None
    return said


_ONE = ("cast", "play", "activate", "choose")


def flow_yaml(text: str) -> Any:
    """The data of a text on one line; ``FsmError`` if it cannot be read."""
    from ..scenario.reading.yaml import read_yaml

    try:
        document = read_yaml(text, "")[0]
        document.raise_any()
    except InputError as error:
        raise FsmError(f"{shown(text, 60)!r} cannot be read: {error.message}") from None
    return document.data
