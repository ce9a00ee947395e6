"""How a game went, as facts by name: two editions have the same answer if all their facts are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from ..errors import InputError, ScriptError
from ..game import Permanent, State
from ..game.objects.players.mana import counters_of
from ..game.state.piles.pile import PILES
from ..recording import Recording
from ..recording.differences import happened
from ..recording.turns import recorded_turns
from ..recording.view import player_view
from ..scenario import Scenario, judge
from ..shape import describe
from ..words import counted, listed, shown

Outcome = Mapping[str, str]
"""What a game came to, each fact with its name, in the order in which they are told."""

TURNS, SCRIPT = "turns", "the script"
Facts = Callable[[Scenario, Recording], Iterator[tuple[str, str]]]


def turns(_: Scenario, recording: Recording) -> Iterator[tuple[str, str]]:
    """The players of the turns."""
    yield TURNS, ", ".join(f"{turn.player}{'' if turn.number else ' (skipped)'}" for turn in recorded_turns(recording))


def steps(scenario: Scenario, recording: Recording) -> Iterator[tuple[str, str]]:
    """The players of the turns, and the notation of each."""
    yield from turns(scenario, recording)
    yield from ((f"turn {number}", graph.notation()) for number, graph in recording.graphs.items())


def state(_: Scenario, recording: Recording) -> Iterator[tuple[str, str]]:
    """What was refused, and the state at the end."""
    for attempt in recording.attempts:
        what = f"what {shown(str(attempt.path[2]))} tries at {attempt.address}"
        yield what, "is refused" if attempt.said else "is allowed"
    final = recording.final
    if final.outcome is not None:
        winner = final.outcome.winner
        yield "the game", "is a draw" if winner is None else f"is won by {shown(final.name(winner))}"
    yield from (("it", f"is {final.designations.daytime}"),) if final.designations.daytime else ()
    yield from ((f"the {title}", shown(final.name(seat))) for title, seat in final.designations.titles)
    for seat in range(len(final.players)):
        yield from _player(final, seat)


def _player(final: State, seat: int) -> Iterator[tuple[str, str]]:
    name, seen = shown(final.name(seat)), player_view(final, seat)
    yield f"{name}'s life", str(seen["life"])
    if seen["left"]:
        yield name, "has left the game"
    yield f"{name}'s mana", str(seen["mana"])
    for pile in PILES:
        cards = seen[pile]
        yield f"{name}'s {pile}", cards if isinstance(cards, str) else counted(cards) or "nothing"
    permanents = (p for p in final.battlefield if p.controller == seat)
    yield f"{name}'s battlefield", listed(_permanent(final, one) for one in permanents) or "nothing"
    yield from ((f"{name}'s {kind} counters", str(many)) for kind, many in counters_of(final, seat).items())


def _permanent(final: State, permanent: Permanent) -> str:
    is_creature = final.is_creature(permanent)
    said = [f"{final.power(permanent)}/{final.toughness(permanent)}"] if is_creature else []
    said += ["tapped"] if permanent.tapped else []
    said += ["phased out"] if permanent.phased_out else []
    said += [f"{permanent.damage} damage"] if permanent.damage else []
    said += [f"{many} {kind or 'other'} counters" for kind, many in permanent.counters]
    said += [f"{many} {kind}" for kind, many in (("loyalty", permanent.loyalty), ("lore", permanent.lore)) if many]
    return f"{permanent.card.name} ({', '.join(said)})" if said else permanent.card.name


def events(_: Scenario, recording: Recording) -> Iterator[tuple[str, str]]:
    """Each event, with its place."""
    for frame in recording:
        yield f"event {frame.seq}", f"{frame.event.kind} at {frame.address}: {describe(happened(frame))}"


def _everything(scenario: Scenario, recording: Recording) -> Iterator[tuple[str, str]]:
    yield from steps(scenario, recording)
    yield from state(scenario, recording)


def expect(scenario: Scenario, recording: Recording) -> Iterator[tuple[str, str]]:
    """Which expectations hold, of those for all editions of the file."""
    for failure in judge(replace(scenario, expect_in={}), recording):
        yield f"line {failure.line}", f"does not hold: {failure.what}"


BY: dict[str, Facts] = {
    "all": _everything,
    "turns": turns,
    "steps": steps,
    "state": state,
    "events": events,
    "expect": expect,
}
"""What may be compared, by name: the facts of a run."""


def outcome(scenario: Scenario, recording: Recording, error: InputError | None, by: str) -> Outcome:
    """The facts of a run; if its script could not go on, only where."""
    if isinstance(error, ScriptError):
        return {SCRIPT: f"line {error.line} cannot be done"}
    if error is not None:
        raise error
    return dict(BY[by](scenario, recording))
