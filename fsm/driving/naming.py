"""Names the rules that a difference is about, the most telling first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ..edition import Edition, load_edition
from ..recording import Seen
from .instructions import AnyInstruction, ChooseSkip, ExtraTurn, Leave, Restart, ReverseTurns, Skip, topics_of
from .words import Act, Expected, Vector, same

What = Literal["order", "priority", "passes", "over", "refused", "back", "failed"]


class Place(msgspec.Struct, frozen=True):
    """Where a game differs: how much of a vector was ``seen``, and the tolerated rules ``followed`` before."""

    vector: Vector
    seen: int
    can: frozenset[str]
    followed: tuple[str, ...] = ()

    @property
    def edition(self) -> Edition:
        """The rules of the game."""
        return load_edition(self.vector.setup.edition)

    def rules(self, what: What, expected: Expected | None, found: Seen | None) -> tuple[str, ...]:
        """The rules that something is about: its own, those of what was done, those of the scenario, or its step's."""
        edition, own = self.edition, self.own(expected, found)
        spec = expected and (edition.all_steps.get(expected.step) or edition.all_phases.get(expected.phase))
        if what == "order" and found is None:  # the engine stands still: nothing is known of what it does with acts
            return own or ((spec.rule,) if spec else edition.cite("turn"))
        acts = tuple(self.of_the_acts(expected, found))
        rules = (*own, *acts)
        if what == "priority" and expected is not None:
            about = edition.cite("priority_active" if expected.priority else "no_priority_step")
            rules = (*about, *own) if expected.priority else (*acts, *own, *about)
        if what == "passes":
            order = edition.cite("turn_order") if any(isinstance(do, ReverseTurns) for do in self.done()) else ()
            rules = (*order, *edition.cite("pass"), *rules)
        if expected is None and found and not self.vector.over:  # it went past the last place where it should stop
            rules = (*edition.cite("priority_active"), *rules)
        rules += self.vector.shows
        return tuple(dict.fromkeys(rules or ((spec.rule,) if spec else edition.cite("turn"))))

    def own(self, expected: Expected | None, found: Seen | None) -> tuple[str, ...]:
        """The rules that put something where it is expected, or that keep away what was found."""
        edition = self.edition
        own = expected.rules if expected else ()
        if expected and found and expected.begins == "turn" and found.begins in ("phase", "step"):
            own = ()  # the turn goes on: who takes the next one is not the question
        skip = edition.cite("skip")
        if expected and expected.by and found and later(self.vector.expect, self.seen, found, self.can):
            # what was added was left out
            own = tuple(sorted(own, key=lambda number: number in (*skip, *edition.cite("skip_next"))))
        if found and found.begins == "turn":
            gone = self.gone()
            if expected and self.seen and self.vector.expect[self.seen - 1].active in gone:
                own = (*edition.cite("departed_active"), *own)
            if found.active in gone:
                own = (*edition.cite("departed_turn"), *own)
        if any(isinstance(do, ChooseSkip) for do in self.done()) and (set(own) & set(skip) or not own):
            own = (*edition.cite("skip_choice"), *own)
        if found and set(own) & set(skip) and self.is_the_second_skip(found):
            own = (*edition.cite("skip_next"), *own)
        if expected and found and same(expected, found, self.can - {"control", "control_phase"}):
            own = (*edition.cite("control_turn"), *own)
        return own

    def done(self) -> Iterator[AnyInstruction]:
        """What has been done so far."""
        return (do for entry in self.vector.script if entry.after <= self.seen for do in entry.act.do)

    def gone(self) -> set[str]:
        """The players who have left."""
        return {player for do in self.done() if isinstance(do, Leave) for player in do.players}

    def is_the_second_skip(self, found: Seen) -> bool:
        """Whether players skip several of a kind, one effect for each, and something was skipped before this one."""
        kinds = {"turn"} if found.begins == "turn" else {found.phase, found.step}
        many = Counter[tuple[str, str]]()
        for do in self.done():
            if isinstance(do, Skip) and do.what in kinds:
                many[do.what, do.player] += do.count
        skip = set(self.edition.cite("skip"))
        if skip & set(self.followed):  # the engine did not skip what it should have
            return False
        return max(many.values(), default=0) > 1 and any(
            skip & set(one.rules) for one in self.vector.expect[: self.seen]
        )

    def of_the_acts(self, expected: Expected | None, found: Seen | None) -> Iterator[str]:
        """The rules about what has been done, the last first: for a turn, what changes the turns."""
        turn = expected is not None and expected.begins == "turn" and (found is None or found.begins == "turn")
        acts = [entry.act for entry in reversed(self.vector.script) if entry.after <= self.seen]
        acts += self.vector.setup.acts
        acts = acts[: next((n for n, act in enumerate(acts, 1) if _restarts(act)), len(acts))]
        acts.sort(key=lambda act: found is None or not found.by or act.name != found.by)
        for do in (do for act in acts for do in act.do):
            riding = isinstance(do, ExtraTurn) and expected is not None and expected.step in do.skips
            if do.turns == turn or getattr(do, "what", "") == "turn" or riding:
                yield from (number for topic in topics_of(do).split() for number in self.edition.cite(topic))


def _restarts(act: Act) -> bool:
    """Whether nothing of what was done before counts any more."""
    return any(isinstance(do, Restart) for do in act.do)


def later(expect: Sequence[Expected], seen: int, found: Seen, can: frozenset[str]) -> int | None:
    """Where something that was found is expected later in this turn, or as the next turn."""
    for n in range(seen + 1, len(expect)):
        if same(expect[n], found, can):
            return n
        if expect[n].begins == "turn":
            break
    return None
