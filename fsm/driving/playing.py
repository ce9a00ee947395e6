"""Plays a vector with an engine, and finds the first difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Literal, NoReturn

import msgspec

from ..edition import Edition, load_edition
from ..recording import Seen
from ..words import nearest, shown
from .engine import Engine, EngineError
from .instructions import AnyInstruction, ExtraTurn, Leave, Restart, Skip, topics_of
from .words import Act, Ask, Expected, Hello, Vector, ends_by_name

IDLE = 50
"""How many passes in a row may show nothing: with less than that many triggers waiting, something has to come."""


OTHER = "something else came"

TELLING = 3
"""How many of the rules of a difference are looked at for one that is tolerated."""

What = Literal["order", "priority", "over", "refused", "back", "failed"]


class Difference(msgspec.Struct, frozen=True):
    """The first thing that an engine did otherwise.

    ``what``: something else came (``order``), a player got priority or did not get it (``priority``), the game was
    over or not (``over``), the engine refused something (``refused``), or did otherwise after it went ``back``; or it
    ``failed``: it crashed, hung, or gave no usable answer.
    ``at`` is the number of the expectation, ``after`` is what came last before, ``rules`` are the numbers of the rules
    that say so, the most telling first.
    """

    what: What
    says: str
    at: int
    expected: Expected | None
    found: Seen | None
    after: Seen | None
    rules: tuple[str, ...]

    @property
    def wanted(self) -> str:
        """What should have come, in words."""
        return str(self.expected or ("the end of the game" if self.what == "over" else "nothing more yet"))

    @property
    def came(self) -> str:
        """What came instead, in words, and what is special about it."""
        if self.found is None:
            return self.says
        return str(self.found) if self.says == OTHER else f"{self.found} ({self.says})"

    def __repr__(self) -> str:
        """One line, as a failed test shows it."""
        after, rule = self.after or "the beginning of the game", "".join(f"; {rule}" for rule in self.rules[:1])
        return f"<after {after}; expected {self.wanted}; found {self.came}{rule}>"


class Played(msgspec.Struct, frozen=True):
    """What came of a vector: the first difference that is not tolerated, or none.

    ``followed`` are the tolerated rules that the engine broke on the way, ``hidden`` that after which nothing could be
    judged any more, and ``at`` how much was seen as expected.
    """

    difference: Difference | None = None
    followed: tuple[str, ...] = ()
    hidden: str = ""
    at: int = 0

    @property
    def whole(self) -> bool:
        """Whether all of it could be judged, and was right but for what is tolerated."""
        return self.difference is None and not self.hidden


class _Hidden(Exception):
    """A tolerated rule was broken in a way that leads elsewhere."""


class _Differs(Exception):
    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.says)
        self.difference = difference


def play_vector(engine: Engine, vector: Vector, hello: Hello | None = None) -> Difference | None:
    """Plays a vector to its end, or to the first difference, or until the engine fails.

    ``hello`` is what the engine can do, if it has been asked already; ``EngineError`` if it does not say so.
    """
    return played(engine, vector, hello or engine.hello()).difference


def played(engine: Engine, vector: Vector, hello: Hello, tolerate: Collection[str] = ()) -> Played:
    """Plays a vector, and goes on after differences under the rules that are tolerated.

    What the engine did then may have come in addition, or instead of something: both are tried, and what leads further
    is told.
    """
    first = _played(_Game(engine, vector, hello, tolerate))
    if first.whole or not first.followed or (first.difference and first.difference.what == "failed"):
        return first
    other = _played(_Game(engine, vector, hello, tolerate, instead=True))
    return other if other.whole or other.at > first.at else first


def _played(game: _Game) -> Played:
    difference, hidden = None, ""
    try:
        game.play()
    except _Differs as found:
        difference = found.difference
    except _Hidden as tolerated:
        hidden = str(tolerated)
    except EngineError as error:
        after = game.expect[game.seen - 1] if game.seen else None
        difference = Difference("failed", str(error), game.seen, game.coming(), None, after, ())
    return Played(difference, tuple(dict.fromkeys(game.followed)), hidden, game.seen)


class _Game:
    """A game in progress: how much has been seen, all of it as expected, or tolerated.

    What is tolerated comes in addition to what was expected, or ``instead`` of some of it.
    """

    def __init__(
        self, engine: Engine, vector: Vector, hello: Hello, tolerate: Collection[str] = (), instead: bool = False
    ) -> None:
        self.engine, self.vector, self.can = engine, vector, frozenset(hello.can)
        self.tolerate, self.instead = tolerate, instead
        self.followed, self.missed = list[str](), set[int]()
        self.expect = vector.expect
        self.seen, self.over, self.again = 0, False, False

    def play(self) -> None:
        """The whole game; with ``back``, what follows the last act is played twice."""
        self.ask(Ask("start", setup=self.vector.setup))
        for entry in self.vector.script:
            self.come_to(entry.after)
            if self.seen > entry.after:
                self.no_priority(entry.after)
            self.ask(Ask("act", act=entry.act))
        if "back" in self.can:
            mark, over = self.seen, self.over
            self.ask(Ask("mark"))
            self.to_the_end()
            self.again = True
            self.ask(Ask("back"))
            self.seen, self.over = mark, over
        self.to_the_end()

    def to_the_end(self) -> None:
        self.come_to(len(self.expect))
        if self.over != self.vector.over:
            says = "the game is over" if self.over else "the game goes on, but nobody is left to play"
            self.differs("over", says, None, None)

    def come_to(self, many: int) -> None:
        """Passes until that much has been seen."""
        idle = 0
        while self.seen < many:
            if self.over:
                self.differs("over", "the game is over too early", self.expect[self.seen], None)
            before = self.seen
            self.ask(Ask("pass"))
            idle = idle + 1 if self.seen == before else 0
            if idle >= IDLE:
                self.differs("order", f"nothing came after {IDLE} passes", self.expect[self.seen], None)

    def ask(self, ask: Ask) -> None:
        """Asks, and compares what was seen."""
        answer = self.engine.ask(ask)
        if answer.error:
            what = ask.act.do[0].__struct_config__.tag if ask.act else ask.ask
            self.differs("refused", f"the engine refused {what}: {answer.error}", self.coming(), None)
        if answer.over:
            self.over = True
        first = self.seen
        for one in ends_by_name(self.wanted(answer.seen)):
            self.compare(one)
        if "priority" in self.can:
            self.compare_priority(first)

    def wanted(self, seen: tuple[Seen, ...]) -> list[Seen]:
        """What counts: a phase that has steps is not compared, its steps are."""
        lasting = "durations" in self.vector.needs
        return [one for one in seen if (lasting if one.ends else one.begins != "phase" or "main" in one.phase)]

    def compare(self, found: Seen) -> None:
        expected = self.coming()
        if expected is None:
            self.differs("order", "the engine went on, where a player has priority", None, found)
        elif not same(expected, found, self.can):
            if self.follows(expected, found):
                return
            self.differs("order", self.unknown(found) or OTHER, expected, found)
        self.seen += 1

    def follows(self, expected: Expected, found: Seen) -> bool:
        """Goes on after something else that is tolerated: past it, or past what it came instead of in this turn."""
        rule = self.tolerated(self.rules("order", expected, found))
        if not rule:
            return False
        if self.instead:
            ahead = range(self.seen + 1, len(self.expect))
            turn = next((n for n in ahead if self.expect[n].begins == "turn"), len(self.expect))
            there = next((n for n in range(self.seen + 1, turn) if same(self.expect[n], found, self.can)), None)
            if there is None:
                return False
            self.missed.update(range(self.seen, there))
            self.seen = there + 1
        self.followed.append(rule)
        return True

    def tolerated(self, rules: tuple[str, ...]) -> str:
        """The first of the most telling rules that is tolerated."""
        return next((rule for rule in rules[:TELLING] if rule in self.tolerate), "")

    def unknown(self, found: Seen) -> str:
        """What is wrong with the name of a phase or step that the edition has not; an empty text if it has it."""
        edition = load_edition(self.vector.setup.edition)
        for what, said, known in (("step", found.step, edition.all_steps), ("phase", found.phase, edition.all_phases)):
            if said and said not in known and (what, said) != ("phase", "main"):
                return f"there is no {what} {shown(said, 40)!r}{nearest(said, known)}"
        return ""

    def compare_priority(self, first: int) -> None:
        """A player has priority in the last step that began, and had it in none before."""
        new = (n for n in range(first, self.seen) if n not in self.missed)
        stops = [n for n in new if self.expect[n].begins in ("phase", "step")]
        for n in stops:
            stopped = n == stops[-1] and not self.over
            if self.expect[n].priority != stopped and not (self.over and n == stops[-1]):
                self.differs("priority", _about_priority(stopped), self.expect[n], None, n)

    def no_priority(self, many: int) -> None:
        """The engine went past a place where a player had priority."""
        n = max((n for n in range(many) if self.expect[n].priority), default=0)
        self.differs("priority", _about_priority(False), self.expect[n], None, n)

    def coming(self) -> Expected | None:
        return self.expect[self.seen] if self.seen < len(self.expect) else None

    def differs(
        self, what: What, says: str, expected: Expected | None, found: Seen | None, at: int | None = None
    ) -> NoReturn:
        place = self.seen if at is None else at
        after = self.expect[place - 1] if place else None
        rules = self.rules(what, expected, found)
        if rule := self.tolerated(rules) or (self.followed[-1] if self.missed and place in self.missed else ""):
            raise _Hidden(rule)
        if self.again:
            what, says = "back", f"after going back, {says}"
        raise _Differs(Difference(what, says, place, expected, found, after, rules))

    def rules(self, what: What, expected: Expected | None, found: Seen | None) -> tuple[str, ...]:
        """The rules that something is about: its own, those of what was done, those of the scenario, or its step's."""
        edition = load_edition(self.vector.setup.edition)
        own = expected.rules if expected else ()
        if expected and found and expected.begins == "turn" and found.begins in ("phase", "step"):
            own = ()  # the turn goes on: who takes the next one is not the question
        if found and found.begins == "turn" and found.active in self.gone():
            own = (*edition.cite("departed_turn"), *own)
        if found and set(own) & set(edition.cite("skip")) and self.is_the_second_skip(found, edition):
            own = (*edition.cite("skip_next"), *own)
        if expected and found and same(expected, found, self.can - {"control", "control_phase"}):
            own = (*edition.cite("control_turn"), *own)
        if "choose_skips" in self.vector.needs and set(own) & set(edition.cite("skip")):
            own = (*edition.cite("skip_choice"), *own)
        spec = expected and (edition.all_steps.get(expected.step) or edition.all_phases.get(expected.phase))
        if what == "order" and found is None:  # the engine stands still: nothing is known of what it does with acts
            return own or ((spec.rule,) if spec else edition.cite("turn"))
        acts = tuple(self.of_the_acts(expected, found, edition))
        rules = (*own, *acts)
        if what == "priority" and expected is not None:
            about = edition.cite("priority_active" if expected.priority else "no_priority_step")
            rules = (*own, *about) if expected.priority else (*acts, *own, *about)
        rules += self.vector.shows
        return tuple(dict.fromkeys(rules or ((spec.rule,) if spec else edition.cite("turn"))))

    def done(self) -> Iterator[AnyInstruction]:
        """What has been done so far."""
        return (do for entry in self.vector.script if entry.after <= self.seen for do in entry.act.do)

    def gone(self) -> set[str]:
        """The players who have left."""
        return {player for do in self.done() if isinstance(do, Leave) for player in do.players}

    def is_the_second_skip(self, found: Seen, edition: Edition) -> bool:
        """Whether players skip several of a kind, one effect for each, and something was skipped before this one."""
        kinds = {"turn"} if found.begins == "turn" else {found.phase, found.step}
        many = Counter[tuple[str, str]]()
        for do in self.done():
            if isinstance(do, Skip) and do.what in kinds:
                many[do.what, do.player] += do.count
        skip = set(edition.cite("skip"))
        return max(many.values(), default=0) > 1 and any(skip & set(one.rules) for one in self.expect[: self.seen])

    def of_the_acts(self, expected: Expected | None, found: Seen | None, edition: Edition) -> Iterator[str]:
        """The rules about what has been done, the last first: for a turn, what changes the turns."""
        turn = expected is not None and expected.begins == "turn" and (found is None or found.begins == "turn")
        acts = [entry.act for entry in reversed(self.vector.script) if entry.after <= self.seen]
        acts += self.vector.setup.acts
        acts = acts[: next((n for n, act in enumerate(acts, 1) if _restarts(act)), len(acts))]
        acts.sort(key=lambda act: found is None or not found.by or act.name != found.by)
        for do in (do for act in acts for do in act.do):
            riding = isinstance(do, ExtraTurn) and expected is not None and expected.step in do.skips
            if do.turns == turn or getattr(do, "what", "") == "turn" or riding:
                yield from (number for topic in topics_of(do).split() for number in edition.cite(topic))


def _restarts(act: Act) -> bool:
    """Whether nothing of what was done before counts any more."""
    return any(isinstance(do, Restart) for do in act.do)


def _about_priority(stopped: bool) -> str:
    return "a player got priority here, but nobody does" if stopped else "no player got priority here"


def same(expected: Expected, found: Seen, can: frozenset[str]) -> bool:
    """Whether an engine saw what was expected; what it did not tell is not compared."""
    if (expected.ends, expected.begins) != (found.ends, found.begins) or expected.ends:
        return expected.ends == found.ends and expected.begins == found.begins
    needed = {"turn": ("active",), "phase": ("phase",), "step": ("step",)}[expected.begins]
    told = ("turn", "active", "phase", "step", *(("by",) if "by" in can else ()))
    for field in told:
        said = getattr(found, field)
        if (said or field in needed or field == "by") and not _agree(field, getattr(expected, field), said):
            return False
    telling = "control" if expected.begins == "turn" else "control_phase"
    return telling not in can or expected.controller == found.controller


def _agree(field: str, expected: object, said: object) -> bool:
    return expected == said or (field == "phase" and said == "main" and str(expected).endswith("main"))
