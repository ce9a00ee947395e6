"""A recording: the events of a run, each with the state after it; readers move a cursor over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..edition import Edition
from ..errors import expect_type
from ..game import LIMITS, Event, Limits, Scheduled, State
from ..game.state.budget import weight
from ..showing import Diagram, Page, Showing, diagram_of, later, page_of
from ..turn import Address, TurnGraph, parse_address
from .frames import Answer, Attempt, Frame
from .places import Places
from .reasons import Reasons

if TYPE_CHECKING:
    from .turns import RecordedTurn
else:
    RecordedTurn = later("recording", "RecordedTurn")


class Recording(Showing):
    """The frames of one run, in order, the refused attempts, and the cards that are simplified.

    ``answers`` are all actions of the players, in order.

    ``limits`` are those of the run, and ``work`` the work that it took.

    ``beyond`` are the events after its end, up to the next decision, to which the last action led as well.

    ``rules`` are the numbers of the rules that it is to show, and ``conclusion`` is what it shows, in the words of its
    scenario.

    >>> from fsm import run_scenario
    >>> run_scenario("relentless-assault", "cr2026")
    <Recording 'Relentless Assault in the first main phase': 98 events, 1 turns>
    """

    def __init__(
        self,
        frames: tuple[Frame, ...],
        name: str = "",
        file: str = "",
        status: str = "ok",
        attempts: tuple[Attempt, ...] = (),
        simplified: tuple[tuple[str, str], ...] = (),
        limits: Limits = LIMITS,
        answers: tuple[Answer, ...] = (),
        work: int = 0,
        beyond: tuple[Frame, ...] = (),
        rules: tuple[str, ...] = (),
        conclusion: str = "",
    ) -> None:
        self.frames, self.name, self.file, self.status, self.attempts = frames, name, file, status, attempts
        self.simplified, self.limits, self.answers, self.work = simplified, limits, answers, work
        self.beyond, self.rules, self.conclusion = beyond, rules, conclusion

    @classmethod
    def of(cls, events: Iterable[Event], name: str = "") -> Recording:
        """The recording of a game that was played by ``start_game`` and ``step``, from the events of all their calls.

        ``ArgumentError`` if these are no events, or none at all.

        >>> from fsm import Pass, start_game, step
        >>> state, events = start_game("cr2026", ["Ann", "Bob"])
        >>> state, more = step(state, Pass(0))
        >>> Recording.of([*events, *more], "A game")
        <Recording 'A game': 10 events, 1 turns>
        """
        expect_type(name, str, "a name for the recording", "name")
        expect_type(events, Iterable, "the events of a game, as start_game and step give them")
        every = tuple(events)
        for event in every or (None,):
            expect_type(event, Event, "the events of a game, as start_game and step give them")
        return cls(tuple(Frame(number, event) for number, event in enumerate(every, 1)), name)

    def __len__(self) -> int:
        return len(self.frames)

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.frames)

    def __eq__(self, other: object) -> bool:
        """Whether the same happened in the same game: the edition, the players and the events are equal."""
        if not isinstance(other, Recording):
            return NotImplemented
        return self is other or (self._game == other._game and all(map(_is_same, self, other)))

    def __hash__(self) -> int:
        return hash(self._game)

    @property
    def _game(self) -> tuple[object, ...]:
        return self.edition.id, self.players, self.status, len(self)

    def __getitem__(self, at: int) -> Frame:
        return self.frames[at]

    @property
    def edition(self) -> Edition:
        """The edition that the run was played by."""
        return self.frames[0].state.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.frames[0].state.game.names

    @property
    def final(self) -> State:
        """The state at the end of the run."""
        return self.frames[-1].state

    @cached_property
    def left(self) -> Limits:
        """The remaining limits for further runs of the same file."""
        held = weight([frame.event for frame in self.frames])
        return self.limits.less(Limits(len(self), 0, self.work, held, len(self.answers)))

    @cached_property
    def turns(self) -> tuple[tuple[int, str], ...]:
        """The turns that began: their numbers and players."""
        begun = (self.frames[at].state for at in self.places.kinds.get("turn.begin", ()))
        return tuple((state.turn, state.name(state.active)) for state in begun)

    @cached_property
    def graphs(self) -> dict[int, TurnGraph]:
        """The final graph of each turn, with all rewrites."""
        return {turn: graph for turn, graph in self.places.graphs.items() if turn}

    def turn(self, number: int | None = None) -> RecordedTurn:
        """The turn with a number, or the most rewritten one; ``InputError`` if there is none."""
        from .turns import find_turn

        return find_turn(self, number)

    def timeline(self) -> Diagram:
        """The picture of all turns: a lane for each player, extra and skipped turns in their places."""
        return diagram_of(self)

    @cached_property
    def places(self) -> Places:
        """The positions where each place begins, and of the events in it."""
        return Places(self.frames)

    def begins(self, address: Address | str) -> tuple[int, ...]:
        """The positions of the frames in which a place begins; without a turn: in any turn.

        ``AddressError`` if the text is not an address.
        """
        return tuple(position for begins in self._begun(address).values() for position in begins)

    def _begun(self, address: Address | str) -> dict[int, list[int]]:
        """By turn, the positions where a place begins."""
        if not isinstance(address, Address):
            address = parse_address(address, self.edition.kinds)
        return self.places.by_turn(address)

    def inside(self, address: Address | str) -> tuple[int, ...]:
        """The positions of the frames that happened at a place, from its beginning to its end.

        ``AddressError`` if the text is not an address.
        """
        start = next(iter(self._begun(address).values()), None)
        if start is None:
            return ()
        begun = self.frames[start[0]]
        return tuple(self.places.inside(begun.state.turn, begun.event.node, start[0]))

    def leaving(self, address: Address | str) -> Frame | None:
        """The last frame at a place with priority, or its last frame; None if the place never began.

        ``AddressError`` if the text is not an address.
        """
        inside = [self.frames[at] for at in self.inside(address)]
        moments = [frame for frame in inside if frame.event.kind == "priority.get"] or inside
        return moments[-1] if moments else None

    def schedule(self, address: Address | str) -> tuple[Scheduled, ...]:
        """The schedule as play left a place, with the effects that changed it.

        Empty if the place never began; ``AddressError`` if the text is not an address.
        """
        frame = self.leaving(address)
        return frame.schedule if frame else ()

    def steps(self, turn: int) -> tuple[str, ...]:
        """The steps of a turn as they ran, in order; a main phase, which has no steps, stands for itself.

        ``InputError`` if there is no such turn.

        >>> from fsm import run_scenario
        >>> run_scenario("relentless-assault", "cr2026").steps(1)[2:6]
        ('precombat_main', 'beginning_of_combat', 'declare_attackers', 'end_of_combat')
        """
        from .questions import steps_of

        return steps_of(self, turn)

    @cached_property
    def attacks(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Which creatures attacked whom, by combat; combats without attackers are left out.

        Only declared creatures attack: ``happened("combat.put")`` has those that entered attacking (508.4).

        >>> from fsm import run_scenario
        >>> run_scenario("aurelia", "cr2026").attacks["T1.combat#2"]
        (('Aurelia, the Warleader', 'Bob'), ('Grizzly Bears', 'Bob'))
        """
        from .questions import attacks_in

        return attacks_in(self)

    def life(self, player: str, at: str = "") -> int:
        """The life of a player at the end, or as play left the place with the address ``at``.

        ``InputError`` if there is no such player, or the place never began; ``AddressError`` if it is no address.

        >>> from fsm import run_scenario
        >>> recording = run_scenario("aurelia", "cr2026")
        >>> recording.life("Bob", "T1.upkeep"), recording.life("Bob", "T1.combat#2")
        (20, 10)
        """
        from .questions import life_of

        return life_of(self, player, at)

    def happened(self, what: str) -> tuple[Frame, ...]:
        """The events of a kind (``turn.insert``), under a rule (``500.7``), or about words (``extra turn``); or none.

        Words are found at the beginning of the words of an event's sentence, and of the meaning of its kind; if they
        are the name of a topic of the rules, also by the rules that the event obeys. ``InputError`` if there is no
        such kind of event or rule, or no word.

        >>> from fsm import run_scenario
        >>> recording = run_scenario("relentless-assault", "cr2026")
        >>> [frame.event.kind for frame in recording.happened("combat phase added")]
        ['phase.insert']
        >>> bool(recording.happened("extra turn"))
        False
        """
        from .questions import about

        return about(self, what)

    def to_rows(self) -> list[dict[str, str | int | bool | None]]:
        """A table with a row for each event: the fields that a trace has, and ``says``, the event as a sentence.

        All rows have the same columns; values are texts, numbers, true or false, or None. A list is one text, with
        semicolons. Before the first turn, at ``T0``, there is no turn, phase or step: they are None.

        >>> from fsm import run_scenario
        >>> row = run_scenario("relentless-assault", "cr2026").to_rows()[4]
        >>> row["turn"], row["step"], row["rules"], row["says"]
        (1, 'untap', '502', 'Untap step')
        """
        from .questions import rows

        return rows(self)

    def to_dataframe(self) -> Any:
        """The table of ``to_rows`` as a ``pandas.DataFrame``; ``FsmError`` if pandas is not installed.

        Columns of numbers are of the type ``Int64``, which has whole numbers and missing ones.
        """
        from .questions import dataframe

        return dataframe(self)

    def page(self, source: str = "") -> Page:
        """One page to step through it, which shows itself in notebooks; ``source`` is the text of its script."""
        expect_type(source, str, "the text of the script, or an empty one", "source")
        return page_of((self,), source)

    def seen_by(self, name: str) -> Recording:
        """The recording as a player sees it, or ``nobody`` in particular; ``InputError`` if there is none."""
        from .viewed import seen_by

        return seen_by(self, name)

    @cached_property
    def reasons(self) -> Reasons:
        """What put the extra turns, the inserted phases and steps there."""
        return Reasons(self.frames)

    def __repr__(self) -> str:
        return f"<Recording {self.name!r}: {len(self)} events, {len(self.turns)} turns>"


def _is_same(one: Frame, other: Frame) -> bool:
    a, b = one.event, other.event
    return (a.kind, a.player, a.rules, a.detail) == (b.kind, b.player, b.rules, b.detail) and (one.part == other.part)
