"""Plays a vector with an engine, and finds the first difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NoReturn

import msgspec

from ..edition import load_edition
from ..recording import Seen
from ..words import nearest, shown
from .capabilities import ENDINGS
from .engine import Engine, EngineError
from .naming import Place, What, later
from .words import Ask, Expected, Hello, Vector, counts, ends_by_name, same

IDLE = 50
"""How many passes in a row may show nothing: with less than that many triggers waiting, something has to come."""


OTHER = "something else came"

TELLING = 3
"""How many of the rules of a difference are told."""


class Difference(msgspec.Struct, frozen=True):
    """The first thing that an engine did otherwise.

    ``what``: something else came (``order``), a player got priority or did not get it (``priority``), they passed in
    another order (``passes``), the game was over or not (``over``), the engine refused something (``refused``), or did
    otherwise after it went ``back``; or it ``failed``: it crashed, hung, or gave no usable answer.
    ``at`` is the number of the expectation, ``after`` is what came last before, ``rules`` are the numbers of the rules
    that say so, the most telling first. It is ``certain`` if the first one says it of this place, and is not just that
    of an act before.
    """

    what: What
    says: str
    at: int
    expected: Expected | None
    found: Seen | None
    after: Seen | None
    rules: tuple[str, ...]
    certain: bool = True

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
    judged any more, ``cannot`` why the engine did not go on, and ``at`` how much was seen as expected.
    """

    difference: Difference | None = None
    followed: tuple[str, ...] = ()
    hidden: str = ""
    at: int = 0
    cannot: str = ""

    @property
    def whole(self) -> bool:
        """Whether all of it could be judged, and was right but for what is tolerated."""
        return self.difference is None and not self.hidden


class _Hidden(Exception):
    """A tolerated rule was broken in a way that leads elsewhere."""


class _Cannot(Exception):
    """What the engine says that it cannot do."""


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

    What the engine did then came instead of something, if it is expected later in the turn, or else in addition. That
    may be wrong where a turn has several phases of a kind: both are tried under each rule, and what leads furthest is
    told.
    """
    best = _played(_Game(engine, vector, hello, tolerate))
    for added in _subsets(best.followed):
        if best.whole or best.cannot or (best.difference and best.difference.what == "failed"):
            break
        other = _played(_Game(engine, vector, hello, tolerate, added))
        best = other if other.whole or (other.at > best.at and not best.hidden) else best
    return best


MOST_RULES = 4
"""For so many rules that are broken on the way all combinations of in addition and instead are tried."""


def _subsets(rules: tuple[str, ...]) -> Iterator[frozenset[str]]:
    some = rules[:MOST_RULES]
    for many in range(1, len(some) + 1):
        yield from map(frozenset, combinations(some, many))


def _played(game: _Game) -> Played:
    difference, hidden, cannot = None, "", ""
    try:
        game.play()
    except _Differs as found:
        difference = found.difference
    except _Hidden as tolerated:
        hidden = str(tolerated)
    except _Cannot as why:
        cannot = str(why)
    except EngineError as error:
        after = game.expect[game.seen - 1] if game.seen else None
        difference = Difference("failed", str(error), game.seen, game.coming(), None, after, ())
    return Played(difference, tuple(dict.fromkeys(game.followed)), hidden, game.seen, cannot)


class _Game:
    """A game in progress: how much has been seen, all of it as expected, or tolerated.

    What is tolerated comes instead of what was expected, or under the rules ``added`` in addition to it. While a turn
    that came in addition goes on, ``elsewhere`` is the rule that it breaks; after it, or once a turn came instead of
    another, nothing that differs is certain: ``displaced`` is the rule.
    """

    def __init__(
        self,
        engine: Engine,
        vector: Vector,
        hello: Hello,
        tolerate: Collection[str] = (),
        added: Collection[str] = (),
    ) -> None:
        self.engine, self.vector, self.can = engine, vector, hello.able
        self.tolerate, self.added = tolerate, added
        self.followed, self.missed = list[str](), set[int]()
        self.elsewhere, self.displaced = "", ""
        self.expect = vector.expect
        self.seen, self.over, self.again, self.here = 0, False, False, -1

    @property
    def place(self) -> Place:
        """Where it is, for the names of rules."""
        return Place(self.vector, self.seen, self.can, tuple(self.followed))

    def play(self) -> None:
        """The whole game; with ``back``, what follows the last act is played twice."""
        self.ask(Ask("start", setup=self.vector.setup))
        for entry in self.vector.script:
            self.come_to(entry.after)
            if self.seen > entry.after:
                self.no_priority(entry.after)
            self.ask(Ask("act", act=entry.act))
        if "back" in self.can:
            mark = self.seen, self.over, self.here
            self.ask(Ask("mark"))
            self.to_the_end()
            self.again = True
            self.ask(Ask("back"))
            self.seen, self.over, self.here = mark
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
        if answer.cannot:
            raise _Cannot(answer.cannot)
        if answer.error:
            what = ask.act.do[0].__struct_config__.tag if ask.act else ask.ask
            self.differs("refused", f"the engine refused {what}: {answer.error}", self.coming(), None)
        if answer.over:
            self.over = True
        first, here = self.seen, self.here
        for one in ends_by_name(self.wanted(answer.seen)):
            self.compare(one)
        if "priority" in self.can:
            self.compare_priority(first)
        if "passes" in self.can and here >= 0 and self.seen > first:
            self.compare_passes(here, answer.passed)

    def wanted(self, seen: tuple[Seen, ...]) -> list[Seen]:
        """What is compared."""
        lasting = not ENDINGS.isdisjoint(self.vector.needs)
        return [one for one in seen if (lasting if one.ends else counts(one))]

    def compare(self, found: Seen) -> None:
        """Compares one thing; ``here`` is then which expectation the last turn or step was, or -1 if it was none."""
        expected = self.coming()
        if not found.ends:
            self.here = -1
        if self.displaced and found.begins != "turn":
            found = msgspec.structs.replace(found, active="", turn=0)
        if self.elsewhere and (expected is None or found.begins != "turn" or not same(expected, found, self.can)):
            return
        self.elsewhere = ""
        if expected is None:
            if rule := self.tolerated(self.place.rules("order", None, found)):
                self.followed.append(rule)
                return
            self.differs("order", "the engine went on, where a player has priority", None, found)
        elif not same(expected, found, self.can):
            if self.follows(expected, found):
                return
            self.differs("order", self.unknown(found) or OTHER, expected, found)
        if not found.ends:
            self.here = self.seen
        self.seen += 1

    def follows(self, expected: Expected, found: Seen) -> bool:
        """Goes on after something else that is tolerated: past it, or past what it came instead of in this turn."""
        rule = self.tolerated(self.place.rules("order", expected, found))
        if not rule:
            return False
        if expected.begins == found.begins == "turn":
            self.displaced = rule
            self.seen += rule not in self.added
            self.elsewhere = rule if rule in self.added else ""
        elif rule not in self.added and (there := later(self.expect, self.seen, found, self.can)) is not None:
            self.missed.update(range(self.seen, there))
            self.here, self.seen = there, there + 1
        self.followed.append(rule)
        return True

    def tolerated(self, rules: tuple[str, ...]) -> str:
        """The most telling of these rules, if it is tolerated."""
        return next((rule for rule in rules[:1] if rule in self.tolerate), "")

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
        for n in (n for n in new if self.expect[n].begins in ("phase", "step")):
            stopped = n == self.here and not self.over
            if self.expect[n].priority == stopped or (self.over and n == self.here):
                continue
            if rule := self.tolerated(self.place.rules("priority", self.expect[n], None)):
                self.followed.append(rule)
            else:
                self.differs("priority", _about_priority(stopped), self.expect[n], None, n)

    def compare_passes(self, here: int, passed: tuple[str, ...]) -> None:
        """Who passed before the last step ended, if passing ended it."""
        expected = self.expect[here]
        if expected.passed and passed and passed != expected.passed and not self.displaced:
            says = f"they passed in the order {', '.join(passed)}, and not {', '.join(expected.passed)}"
            first: What = "passes" if passed[0] == expected.passed[0] else "priority"
            self.differs(first, shown(says, 200), expected, None, here)

    def no_priority(self, many: int) -> None:
        """The engine went past a place where a player had priority."""
        n = max((n for n in range(many) if self.expect[n].priority), default=0)
        self.differs("priority", _about_priority(False), self.expect[n], None, n)

    def coming(self) -> Expected | None:
        return self.expect[self.seen] if self.seen < len(self.expect) else None

    def differs(
        self, what: What, says: str, expected: Expected | None, found: Seen | None, at: int | None = None
    ) -> NoReturn:
        where = self.seen if at is None else at
        after = self.expect[where - 1] if where else None
        rules = self.place.rules(what, expected, found)
        if rule := self.tolerated(rules) or self.displaced or (self.followed[-1] if where in self.missed else ""):
            raise _Hidden(rule)
        if self.again:
            what, says = "back", f"after going back, {says}"
        certain = what != "order" or bool(self.place.own(expected, found))
        raise _Differs(Difference(what, says, where, expected, found, after, rules, certain))


def _about_priority(stopped: bool) -> str:
    return "a player got priority here, but nobody does" if stopped else "no player got priority here"
