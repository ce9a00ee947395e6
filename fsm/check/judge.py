"""Judges a trace event by event: whether it is possible now, and if not, what was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice

import msgspec

from ..edition import Edition
from ..errors import SetupError
from ..recording.trace import wrong_seats
from ..turn.graph import ROOT
from .explaining import explain, explain_place
from .following import Follower
from .observed import STRUCTURE, Observed, Told
from .opening import OPENING, Opening
from .position import DECLARED, NOWHERE, Position, start
from .priority import NONE, Fault, Priority
from .regular import is_stop
from .search import Search
from .verdict import MOST, Finding, Verdict
from .whole import WHOLE

FIRST = 10_000
"""In how many events a trace shows which kinds of events it tells."""

BOUND = 1_000
"""How many positions are looked at between two events."""

EFFECTS = ("told", "unknown", "none")
"""Which effects may change turns: those that the trace tells of, any, or none at all."""


class Setup(msgspec.Struct, frozen=True):
    """What is known before the first event: the players by seat, their turn order if it is another one, their teams.

    ``silent`` are the kinds of phases and steps that the trace never tells of; ``effects`` is one of ``EFFECTS``.
    """

    players: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    teams: tuple[tuple[str, ...], ...] = ()
    silent: tuple[str, ...] = ()
    effects: str = "told"
    bound: int = BOUND

    def __post_init__(self) -> None:
        wrong = wrong_seats(self.players, self.order, self.teams)
        if wrong:
            raise SetupError(wrong)


def setup_of(header: Mapping[str, object]) -> Setup:
    """What the header of a trace tells of the game."""
    teams = header.get("teams", ())
    return Setup(
        players=_texts(header["players"]),
        order=_texts(header["order"]),
        teams=tuple(_texts(team) for team in teams) if isinstance(teams, tuple | list) else (),
        silent=_texts(header.get("silent", ())),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else ()


def check_trace(
    events: Iterable[Observed], edition: Edition, setup: Setup | None = None, file: str = "trace",
    tick: Callable[[int], None] | None = None,
) -> Verdict:  # fmt: skip
    """Whether a game under an edition can give these events; the first that none can give is named.

    The events are read once, and only the first ten thousand are held at a time. ``tick`` hears of each event's number.
    """
    setup = setup or Setup()
    judge: Judge | None = None
    finding: Finding | None = None
    number = 0
    source = iter(events)
    first = list(islice(source, FIRST))
    judge = Judge(edition, first, setup)
    feed = judge.feed
    for event in chain(_emptied(first), source):
        number += 1
        if tick is not None and not number & 8191:
            tick(number)
        finding = feed(event)
        if finding is not None:
            number -= 1
            break
    return judge.verdict(file, number, finding)


def _emptied(events: list[Observed]) -> Iterator[Observed]:
    """The events of a list, which is emptied on the way."""
    events.reverse()
    while events:
        yield events.pop()


class Judge:
    """The state of a check: where the game may be, who has priority, and what was counted."""

    def __init__(self, edition: Edition, first: list[Observed], setup: Setup) -> None:
        self.edition, self.setup = edition, setup
        self.told = told = Told(edition, first, setup.silent)
        self.notes: list[str] = []
        self.names = setup.players or tuple(told.players)
        if not setup.players and self.names:
            self.notes.append(f"the turn order was taken from the trace: {self._players()}")
        teams = self._teams()
        self.search = Search(edition, told, self.names, teams, setup.bound)
        seats = self.search.seats
        order = [seats[name] for name in setup.order if name in seats]
        before, inside = _start(self.search, tuple(order), first)
        self.follow = Follower(self.search, setup.effects, before, inside)
        steps = told.tells("step.begin") and told.tells("main.begin")
        self.ends_told = told.tells("step.end") and told.tells("main.end")
        self.priority = Priority(told.stack, told.rich, inside is not None) if told.priority and steps else None
        self.opening = self._opening() if self.follow.position.turn == NOWHERE else None
        self.turns = self.unjudged = 0
        self.seq = 0
        self.over = False

    def _players(self) -> str:
        """The names of the players, or the first of very many."""
        return ", ".join(self.names[:MOST]) + (" and others" if len(self.names) > MOST else "")

    def _teams(self) -> tuple[tuple[int, ...], ...]:
        teams = self.setup.teams or tuple(self.told.teams)
        if not teams:
            return ()
        seated = [name for team in teams for name in team]
        alone = [(name,) for name in self.names if name not in seated]
        wrong = wrong_seats(self.names, (), teams)
        if wrong:
            self.notes.append(f"the game is judged as one without teams: {wrong}")
            return ()
        order = sorted((*teams, *alone), key=lambda team: self.names.index(team[0]))
        return tuple(tuple(self.names.index(name) for name in team) for team in order)

    def _opening(self) -> Opening:
        rotation = self.follow.position.rotation
        return Opening(self.edition, rotation.from_seat(rotation.due), self.names, self.search.teams)

    def feed(self, event: Observed) -> Finding | None:
        """Takes the next event; a finding if it is impossible."""
        self.told.settle(event)
        kind = event.kind
        if event.seq is not None:
            if event.seq <= self.seq:
                return self.finding(event, f"its number is {event.seq}, and that of an earlier event {self.seq}")
            self.seq = event.seq
        if self.over:
            return self.finding(event, "the game is over, and nothing happens any more", ("win", "all_lose"))
        team = event.team if kind == "turn.begin" and event.team else ()
        for name in (event.active, event.player, *team):
            if name is not None and name not in self.search.seats:
                return self.finding(event, f"there is no player {name!r}; the players are {self._players()}")
        if kind in STRUCTURAL:
            return self._structure(event)
        if kind in PRIORITY:
            return self._priority(event, PRIORITY[kind])
        return self._elsewhere(event)

    def _structure(self, event: Observed) -> Finding | None:
        letter = self.told.letter(event)
        follow, priority = self.follow, self.priority
        early = self._early(priority, letter) if priority is not None else None
        if priority is not None and early and follow.take_ended(event, letter):
            priority.ended = True
        elif early and follow.reach(event, letter, follow.most):
            return self._fault(event, early)
        else:
            fault = priority and (self._repeated(priority, event, letter) or self._untimely(priority, event, letter))
            if fault:
                return self._fault(event, fault)
            if not follow.take(event, letter):
                return explain(follow, event, letter)
        if letter == "turn.begin":
            self.turns, self.opening = self.turns + 1, None
        elif letter == "game.restart":
            self.opening = self._opening()
        elif letter == "game.end":
            self.over = True
        if priority is not None:
            self._tell_priority(priority, letter, event)
        return None

    def _early(self, priority: Priority, letter: str) -> Fault | None:
        """What is wrong if the step ends now: told by its end, or by what begins or ends after it."""
        return (self._undeclared() or priority.end()) if priority.open and letter in LEAVING else None

    def _repeated(self, priority: Priority, event: Observed, letter: str) -> Fault | None:
        """What is wrong if a step in which players got priority because they had to is not repeated (514.3a)."""
        if not priority.again:
            return None
        p = self.follow.position
        same = p.node != ROOT and p.graph.node(p.node).kind in (
            (event.step or ""),
            (event.node or "").rpartition(".")[2].partition("#")[0],
        )
        if letter == "step.skip" and same:
            priority.again = False
        if letter in ("phase.begin", "main.begin", "turn.begin", "phase.end", "turn.end"):
            return priority.goes_on()
        return None

    def _untimely(self, priority: Priority, event: Observed, letter: str) -> Fault | None:
        """What is wrong if nothing can change the turn or the turn order at this moment of a step."""
        p = self.follow.position
        self.follow.ending = False
        if p.over or p.owed or p.node == ROOT or not is_stop(p.graph, p.node):
            return None
        if letter.endswith((".insert", ".skip")) or letter == "order.reverse":
            if event.by:
                wrong = letter == "order.reverse" and priority.reverses(event, self.seat(event))
                late = priority.changes()
                self.follow.ending = bool(late) and letter.endswith(".skip") and not (self.ends_told or priority.end())
                return wrong or (None if self.follow.ending else late)
            without_attackers = letter == "step.skip" and p.graph.node(p.node).kind == "declare_attackers"
            return priority.end() if without_attackers else None
        return None

    def _tell_priority(self, priority: Priority, letter: str, event: Observed) -> None:
        priority.open = priority.open and letter not in LEAVING
        if letter in ("step.begin", "main.begin"):
            p = self.follow.position
            priority.begin(self.edition.step(p.graph.node(p.node).kind).priority)
        elif letter in ("turn.begin", "phase.begin"):
            priority.begin("never")  # until the first step begins
        elif letter == "player.leave":
            priority.loosen(self.search.seat(event.player) or 0)
        elif letter == "game.restart":
            priority.restart()

    def _undeclared(self) -> Fault | None:
        """What is wrong if attackers have to be declared first, or their declaration of none has to be told (508.1)."""
        p = self.follow.position
        if not self.told.attacks or p.over or p.combat & DECLARED or p.node == ROOT:
            return None
        if p.graph.node(p.node).kind != "declare_attackers":
            return None
        return "first the active player declares attackers, and this trace also tells of none", "declare_attackers"

    def seat(self, event: Observed) -> int:
        """The seat of an event's player, or -1."""
        return self.search.seats.get(event.player or "", -1)

    def _elsewhere(self, event: Observed) -> Finding | None:
        """An event of which only the place is judged."""
        if event.kind in OPENING and event.player is not None:
            fault = self._opens(event)
            if fault is not None:
                return self.finding(event, *fault)
        else:
            self.unjudged += 1
        if self.priority is not None:
            self.priority.act()
            if event.kind == "permanent.control":
                self.priority.give(event.object, self.seat(event))
            elif event.kind == "action.undone":
                self.priority.undo(event.object)
        return self._place(event)

    def _opens(self, event: Observed) -> tuple[str, tuple[str, ...]] | None:
        """What is wrong with a mulligan, or with what a player says or does about one."""
        if self.opening is not None:
            why = self.opening.take(event, self.seat(event))
        else:
            why = "the first turn has begun, and mulligans are taken before it" if event.kind != "choice" else ""
        return (why, ("mulligan",)) if why else None

    def _place(self, event: Observed) -> Finding | None:
        if self.follow.fits_place(event):
            return None
        return explain_place(self.follow, event)

    def _priority(self, event: Observed, judge: Callable[[Judge, Priority, Observed], Fault | None]) -> Finding | None:
        found = self._place(event)
        if found is not None or self.priority is None:
            return found
        if self.priority.mode == NONE and not self.follow.keep_stops():
            return self._fault(event, ("no player has priority before a step begins", "nothing_between"))
        fault = self._undeclared() or judge(self, self.priority, event)
        return None if fault is None else self._fault(event, fault)

    def _fault(self, event: Observed, fault: Fault) -> Finding:
        return self.finding(event, fault[0], tuple(fault[1].split()), self._could())

    def _could(self) -> tuple[str, ...]:
        """What could come instead, as far as priority is concerned."""
        p = self.follow.position
        return tuple(self.priority.possible(p.active, p.rotation, self.names)) if self.priority else ()

    def finding(
        self, event: Observed, why: str, topics: Iterable[str] = (), could: tuple[str, ...] = (), hint: str = ""
    ) -> Finding:
        """The finding for an event, by the topics of the rules that it breaks."""
        rules = dict.fromkeys(number for topic in topics for number in self.edition.cite(topic))
        return Finding(event.line, str(event), why, tuple(rules), could, hint)

    def verdict(self, file: str, events: int, finding: Finding | None) -> Verdict:
        """The answer after all events, or at the first that is impossible."""
        trail = self.follow.trail
        return Verdict(
            file=file, edition=self.edition.id, events=events, turns=self.turns, finding=finding,
            told=tuple(sorted(self.told.letters)), unjudged=self.unjudged, assumed=trail.notes,
            assumptions=trail.cost, notes=tuple(self.notes), bounded=self.search.cut,
        )  # fmt: skip


def _start(search: Search, order: tuple[int, ...], first: list[Observed]) -> tuple[Position, Position | None]:
    """The position before the first turn that the trace opens, and before the one inside of which it begins, if any."""
    begins = first[0] if first else Observed()
    opening = next((e for e in first if e.kind in ("game.begin", "turn.begin")), begins)
    told = next((e.turn for e in first if e.turn), None)
    number, seat = opening.turn or told or 1, search.seat(opening.player or opening.active) or 0

    def before(seat: int, number: int, opens: bool) -> Position:
        return start(search.edition, len(search.names), order, search.teams, seat, number if opens else -number)

    opened = before(seat, number, begins.kind == "game.begin" or number == 1)
    if begins.kind in ("game.begin", "turn.begin"):
        return opened, None
    inside = number if told is None or opening is begins else min(told, number - 1)
    active = search.seat(begins.active)
    last = opened.rotation.last if opening is not begins else seat
    return opened, before(last if active is None else active, inside, inside == 1) if inside else None


STRUCTURAL = STRUCTURE | WHOLE.keys()
"""The kinds of events that change where the game may go."""

LEAVING = frozenset(f"{level}.{what}" for level in ("step", "main", "phase", "turn") for what in ("begin", "end"))
"""The events before which the step that play is in has ended."""

PRIORITY: dict[str, Callable[[Judge, Priority, Observed], Fault | None]] = {
    "priority.get": lambda j, p, e: p.get(j.seat(e), j.follow.position.active, j.follow.position.rotation),
    "priority.pass": lambda j, p, e: p.pass_on(j.seat(e), j.follow.position.rotation),
    "stack.push": lambda j, p, e: p.push(e, j.seat(e), j.follow.position.rotation),
    "stack.copy": lambda j, p, e: p.push(e, j.seat(e), j.follow.position.rotation),
    "stack.resolve": lambda j, p, e: p.resolve(e, j.seat(e)),
    "stack.remove": lambda j, p, e: p.remove(e, j.seat(e)),
}
"""The kinds of events about priority and the stack, and how each is judged."""
