"""How a recorded game stands at its end: who has won, what the turns were, who has how much life, and by which rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ..cards.terms import parts
from ..cards.vocabulary import LoseGame
from ..game import Event, State, schedule
from ..recording import Frame, RecordedTurn, Recording
from ..wording.parts import goes_to, kind_name, side, what, who, winners
from ..words import amount, counted, in_words, listed, shown
from .sentences import Piece, Sentence, sentence

FEW = 3
"""How many turns are described."""
MANY = 8
"""How many turns, and how many objects in one place, are named."""

REWRITES = ("turn.skip", "turn.insert", "phase.insert", "step.insert", "phase.skip", "step.skip")
"""The kinds of events that change turns.

Of several, and of what would have made a player lose and left the stack, the last one decides: it met what the others
did. Of its rules the last one decides, since the special ones come after the general ones.
"""

DECIDES = (
    *(
        "stack.remove",
        "trigger.lost",
        "mana.burn",
        "order.reverse",
        "turn.reverse",
        "control.begin",
        "move.replace",
        "trigger.not",
    ),
    *("mana.empty", "daytime.change", "permanent.phase", "permanent.stay", "damage.prevent"),
)
"""The kinds of events that are out of the ordinary if an effect causes them, those that decide most first."""


def in_the_end(recording: Recording, turns: tuple[RecordedTurn, ...]) -> list[Sentence]:
    """How the game stands at the end of a run, which turn comes next, and the rule that decides it."""
    facts = [*_result(recording), *_turns(turns), *_structure(turns), *_life(recording), *_objects(recording)]
    facts = [*facts, *_tally(recording)] or [*_structure(turns, by_rules=True)]
    facts += [*_coming(recording.final)]
    said = [sentence(recording.conclusion.rstrip("."))] if recording.conclusion else []
    return [*said, *([Sentence(tuple(_row(facts)))] if facts else []), *_decided(recording)]


def _row(facts: list[Piece]) -> Iterator[Piece]:
    """Facts in one sentence, with semicolons between them."""
    for n, fact in enumerate(facts):
        yield Piece(("; " if n else "") + fact.text, fact.rules)


def _result(recording: Recording) -> Iterator[Piece]:
    """Who has won; or who has lost, and who has not, although an effect or their life total would have made them."""
    final = recording.final
    if final.outcome is not None:
        yield Piece(f"{winners(final) or 'nobody wins'}: {final.outcome.why}", final.outcome.rules)
        return
    lost = {who(frame.event): frame.event.rules for frame in recording if frame.event.kind == "player.lose"}
    yield from (Piece(f"{name} has lost the game", rules) for name, rules in lost.items())
    low = {seat for seat, player in enumerate(final.players) if player.life <= 0 and not player.left}
    spared = [shown(final.name(seat)) for seat in sorted(low | _spared(recording))]
    if spared:
        yield Piece(f"{listed(spared)} {'has' if len(spared) == 1 else 'have'} not lost the game")


def _spared(recording: Recording) -> set[int]:
    """The players who would have lost by an effect that has not happened, and are still in the game."""
    found = {seat for _, seat in _unresolved(recording)} | _untriggered(recording)
    return {seat for seat in found if not recording.final.players[seat].left}


def _unresolved(recording: Recording) -> Iterator[tuple[Event, int]]:
    """The events by which what would make its controller lose leaves the stack unresolved, with that player."""
    for before, frame in pairwise(recording):
        if frame.event.kind == "stack.remove":
            gone = (one for one in before.state.stack if one.id == frame.event.get("object"))
            yield from ((frame.event, one.controller) for one in gone if _loses(one.effects))


def _untriggered(recording: Recording) -> set[int]:
    """The players who would have lost by a delayed ability whose time has passed, and which has not triggered."""
    found = set[int]()
    for before, frame in pairwise(recording):
        waited, waits = before.state.delayed, frame.state.delayed
        if waited is not waits and frame.event.kind != "trigger":
            left = {one.id for one in waits}
            found |= {one.controller for one in waited if one.id not in left and _loses(one.do)}
    return found


def _loses(effects: object) -> bool:
    """Whether effects make a player lose the game."""
    return any(isinstance(part, LoseGame) for part, _ in parts(effects))


def _turns(turns: tuple[RecordedTurn, ...]) -> Iterator[Piece]:
    """Whose turns they were, if one of them was an extra one or was skipped."""
    if any(turn.extra or not turn.number for turn in turns):
        taken = [side(turn.frames[0].event) for turn in turns if turn.number]
        more = [f"{len(taken) - MANY} more"] if len(taken) > MANY else []
        if len(taken) == 1:
            yield Piece(f"the only turn is that of {taken[0]}")
        elif len(set(taken)) == 1:
            yield Piece(f"{'both' if len(taken) == 2 else f'all {in_words(len(taken))}'} turns are those of {taken[0]}")
        else:
            yield Piece(f"the turns go to {listed([*taken[:MANY], *more])}, in this order")


def _structure(turns: tuple[RecordedTurn, ...], by_rules: bool = False) -> Iterator[Piece]:
    """What parts a turn has more than once, and which it lacks because of an effect, or also ``by_rules``."""
    alike: dict[str, list[str]] = {}
    for turn in turns:
        if turn.number and (has := _has(turn, by_rules)):
            alike.setdefault(has, []).append(str(turn.number))
    for has, numbers in [*alike.items()][:FEW]:
        many = len(numbers) > 1
        yield Piece(f"turn{'s' * many} {listed(numbers)} {'have' if many else 'has'} {has}")


def _has(turn: RecordedTurn, by_rules: bool) -> str:
    """What parts a turn has more than once, or lacks; empty if nothing changed it."""
    edition, added, lacking = turn.recording.edition, _added(turn), _lacking(turn, by_rules)
    has = [amount(many, kind_name(edition, kind)) for kind, many in added.items()]
    if len(lacking) > FEW:
        has.append(f"nothing{_after(turn)} but the {kind_name(edition, 'cleanup')}")
    elif lacking:
        has.append(f"no {listed((kind_name(edition, kind) for kind in lacking), 'or')}")
    return listed(has)


def _added(turn: RecordedTurn) -> dict[str, int]:
    """The kinds of phases and steps of which an effect or a rule added some that were taken; how many there were."""
    graph = turn.graph
    new = [id for id in turn.begun if (node := graph.nodes.get(id)) and node.inserted]
    kinds = sorted(
        {graph.node(id).kind for id in new if graph.parent(id) not in new}, key=graph.edition.kinds.places.index
    )
    return {kind: sum(id in graph.nodes and graph.node(id).kind == kind for id in turn.begun) for kind in kinds}


def _lacking(turn: RecordedTurn, by_rules: bool) -> list[str]:
    """The kinds of phases and steps of which this turn had none, by an effect or by a rule that is worth telling."""
    graph, begun = turn.graph, {turn.graph.node(id).kind for id in turn.begun if id in turn.graph.nodes}
    told = {event.node for event in _ruled(turn.recording, turn.frames)} if by_rules else set[str]()
    skipped = (id for id, node in graph.nodes.items() if node.skipped and (node.skipped.by or id in told))
    once = (id for id in skipped if graph.node(id).skipped != graph.node(graph.phase_of(id)).inserted)
    gone = [id for id in once if graph.node(id).kind not in begun]
    return list(dict.fromkeys(graph.node(id).kind for id in gone if graph.parent(id) not in gone))


def _ruled(recording: Recording, frames: Iterable[Frame]) -> Iterator[Event]:
    """The skips by the rules that are worth telling: those that the scenario shows, or where a player had acted."""
    acted = set[tuple[int, str]]()
    for frame in frames:
        event, state = frame.event, frame.state
        if frame.line:
            acted.add((state.turn, state.at.phase))
        if event.kind == "step.skip" and not event.get("by"):
            phase = state.turn, state.graph.phase_of(event.node)
            if phase in acted or set(event.rules) & set(recording.rules):
                yield event


def _after(turn: RecordedTurn) -> str:
    """After which step or main phase a turn was ended; empty if there was none."""
    graph = turn.graph
    begun = [graph.node(id).kind for id in graph.stops if id in turn.begun and graph.node(id).kind != "cleanup"]
    return f" after the {kind_name(graph.edition, begun[-1])}" if begun else ""


def _life(recording: Recording) -> Iterator[Piece]:
    """Life totals that are others than at the beginning."""
    final, first = recording.final, recording[0].state
    for seat, player in enumerate(final.players):
        team = final.team(seat)
        if team[0] == seat and not player.left and player.life != first.players[seat].life:
            names = listed(shown(final.name(one)) for one in team)
            yield Piece(f"{names} {'has' if len(team) == 1 else 'have'} {player.life:,} life")


def _objects(recording: Recording) -> Iterator[Piece]:
    """Where the permanents are now that entered or left the battlefield."""
    final, removed = recording.final, any(frame.event.kind == "stack.remove" for frame in recording)
    where: dict[object, tuple[str, int, str]] = {}
    for frame in recording:
        event = frame.event
        if event.kind in ("permanent.enter", "permanent.leave") and event.player is not None:
            where[event.get("object")] = what(event), event.player, str(event.get("to", ""))
    there, left = {permanent.id for permanent in final.battlefield}, _cards(final)
    places: dict[str, list[str]] = {}
    for id, (name, seat, zone) in where.items():
        if not zone and id in there:
            places.setdefault("on the battlefield", []).append(name)
        elif left[seat, zone, name]:
            left[seat, zone, name] -= 1
            goes = goes_to(final.edition, zone, shown(final.name(seat)))
            places.setdefault(goes.removeprefix("is ").replace("put into", "in"), []).append(name)
    for place, names in places.items():
        if len(names) <= MANY:
            stays = "stays" if removed and place.startswith("on ") else "is"
            yield Piece(f"{counted(names)} {stays if len(names) == 1 else 'are'} {place}")


def _cards(state: State) -> Counter[tuple[int, str, str]]:
    """How many cards of a name each player has in each zone."""
    found: Counter[tuple[int, str, str]] = Counter()
    for seat, player in enumerate(state.players):
        for zone in ("graveyard", "exile", "hand", "library", "command"):
            for name, many in getattr(player, zone):
                found[seat, zone, name] += many
    return found


def _tally(recording: Recording) -> Iterator[Piece]:
    """How much unused mana players lost, and how many actions of each were refused."""
    lost, refused = Counter[str](), Counter(shown(str(one.path[2])) for one in recording.attempts if one.said)
    for frame in recording:
        if frame.event.kind in ("mana.empty", "mana.burn"):
            lost[who(frame.event)] += int(frame.event.get("amount"))
    yield from (Piece(f"{name} loses {in_words(many)} unused mana") for name, many in lost.items())
    for name, many in refused.items():
        yield Piece(f"{in_words(many)} action{'s' * (many > 1)} of {name} {'is' if many == 1 else 'are'} refused")


def _coming(state: State) -> Iterator[Piece]:
    """The turns that come next: the extra ones, and the next regular one; nothing if the game is over."""
    said = []
    for coming in schedule(state):
        if coming.level != "turn":
            continue
        names = [shown(state.name(seat)) for seat in state.team(coming.player)]
        turn = f"an extra turn ({shown(coming.by)})" if coming.by else "a turn"
        control = f", which {shown(state.name(coming.controller))} controls" if coming.controller is not None else ""
        if coming.removed_by:
            said.append(f"{turn} of {listed(names)} is skipped, because of {shown(coming.removed_by)}")
        else:
            said.append(f"{listed(names)} {'takes' if len(names) == 1 else 'take'} {turn}{control}")
            if not coming.by:
                break
    if said:
        yield Piece(f"next, {', then '.join(said)}")


def _decided(recording: Recording) -> list[Sentence]:
    """What the rule says that decides it: of those that the scenario shows, or else that of what was not ordinary."""
    obeyed = {number for frame in recording for number in frame.event.rules}
    obeyed |= {number for attempt in recording.attempts for number in attempt.by}
    shows = sorted(recording.rules, key=lambda number: number not in obeyed)
    causes = [*_deciding(recording)]
    ruled = (number for event in _ruled(recording, recording.frames) for number in event.rules)
    number = next((cause for cause in causes if cause in shows), "") or next(iter((*shows, *causes, *ruled)), "")
    line = recording.edition.line(number)
    return [sentence(f"what decides it: {line[:1].lower()}{line[1:].rstrip('.')}", (number,))] if line else []


def _deciding(recording: Recording) -> Iterator[str]:
    """The rules of the events that are out of the ordinary, and of refusals, the most deciding ones first."""
    spared = {id(event) for event, _ in _unresolved(recording)}
    events: dict[str, Event] = {}
    for frame in recording:
        event = frame.event
        if (event.kind in REWRITES and event.get("by")) or id(event) in spared:
            events["change"] = event
        events.setdefault(event.kind, event)
    if recording.final.outcome is not None and "player.lose" in events:
        yield from reversed(events["player.lose"].rules)
    if "change" in events:
        yield from reversed(events["change"].rules)
    yield from (number for kind in DECIDES if kind in events for number in events[kind].rules)
    yield from (number for attempt in recording.attempts for number in attempt.by)
