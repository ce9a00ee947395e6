"""Priority and the stack as a trace tells of them: who may get priority, pass, act, and what resolves.

cr2006 408, cr2011 116, cr2026 117. It is judged if the trace tells of getting priority and of passing; the stack, if
it also tells of what is put on it and of what resolves.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..edition.model import AT_NEED
from ..turn import Rotation
from .observed import Observed
from .position import primary

Fault = tuple[str, str]
"""What is wrong, and the topics of the rules that say so."""

NONE, HELD, PASSED, ALL, RESOLVING = range(5)
"""Nobody has had priority in the step; a player has it; one has passed; all have; something resolves."""

OTHERS = "another player put the top of the stack there"


class Priority:
    """Who has priority, who has passed, and the ids of what is on the stack; unsure if a trace begins ``inside``."""

    def __init__(self, stack_told: bool, strict: bool, inside: bool = False) -> None:
        self.stack_told, self.strict = stack_told, strict
        self.holder = -1
        self.begin("always" if inside else "never")
        self.open, self.unsure = False, inside
        self.stack: list[tuple[object, int]] = []
        self.resolving: tuple[object, int] = (None, -1)
        self.name: object = None  # of what resolves

    def begin(self, gives: str) -> None:
        """A step begins that gives priority always, never, or if it is needed; or a phase, before its first step."""
        self.mode, self.passes, self.gives, self.open = NONE, 0, gives, True
        self.acted = self.ended = self.unsure = self.again = False

    def get(self, seat: int, active: int, rotation: Rotation) -> Fault | None:
        """A player gets priority."""
        expected, topics = self._next(active, rotation)
        if self.gives == "never":
            return "no player gets priority in this step", "untap_no_priority"
        if seat < 0 and expected is not None:
            seat = expected  # the trace does not say who
        if seat != expected and not self.unsure:
            return topics
        if self.mode == HELD and not self.acted and self.strict and not self.unsure:
            return "this player has priority already and has done nothing since", "pass priority_kept"
        if self.mode != PASSED:
            self.passes = 0
        self.again = self.again or (self.mode == NONE and self.gives in AT_NEED)
        self.mode, self.holder, self.acted = HELD, seat, False
        return None

    def _next(self, active: int, rotation: Rotation) -> tuple[int | None, Fault]:
        """Who gets priority now, and what is wrong with anybody else, or with everybody."""
        match self.mode:  # a trace may leave out who passed, or name somebody who stays out of a restarted game
            case 2 if self.holder in rotation.circle:
                return rotation.after(self.holder), ("the next player in turn order gets priority after a pass", "pass")
            case 1 if self.holder in rotation.circle:
                return primary(rotation, self.holder), ("this is another player's priority", "pass priority_kept")
            case 3 if self.stack and not self.unsure:
                return None, ("all players have passed: the top of the stack resolves", "all_pass_resolve")
            case 3 if self.stack_told and not self.unsure:
                return None, ("all players have passed with an empty stack: the step or phase ends", "all_pass_end")
        known = rotation.after(active) if active in rotation.circle else None  # None: no turn has begun
        first = active if active in rotation.seats else known
        topic = "priority_after_resolution" if self.mode == RESOLVING else "priority_active"
        return first, ("the active player gets priority first", topic)

    def possible(self, active: int, rotation: Rotation, names: tuple[str, ...]) -> Iterator[str]:
        """What could come now, in words."""
        if self.mode == HELD:
            yield f"priority.pass {names[self.holder]}"
            yield f"an action of {names[self.holder]}"
            return
        expected, _ = self._next(active, rotation)
        if expected is not None and self.gives != "never":
            yield f"priority.get {names[expected]}"
        if self.mode == ALL:
            yield f"stack.resolve object {self.stack[-1][0]}" if self.stack else "the end of this step or phase"

    def pass_on(self, seat: int, rotation: Rotation) -> Fault | None:
        """A player passes: the one with priority, if the trace does not say who."""
        if seat < 0 and self.mode == HELD:
            seat = self.holder
        if not self.unsure and (self.mode != HELD or seat != self.holder):
            return "only the player with priority may pass", "pass"
        if self.acted and self.strict and not self.unsure:
            return "after an action the player gets priority again, then may pass", "priority_kept"
        self.passes += 1
        self.holder, self.acted = seat, False
        self.mode = ALL if self.passes >= len(rotation.seats) else PASSED
        return None

    def act(self) -> None:
        """Something else happens; it may be what the player with priority does."""
        self.acted = True

    def give(self, object: int | None, seat: int) -> None:
        """A player gains control of what may be a spell on the stack; then it resolves as theirs."""
        self.stack = [(id, seat if id == object else holder) for id, holder in self.stack]

    def push(self, event: Observed, seat: int, rotation: Rotation) -> Fault | None:
        """A spell or an ability is put on the stack, by the player with priority or as one that triggered."""
        if seat < 0 and self.mode == HELD:
            seat = self.holder
        if event.object is not None and any(event.object == id for id, _ in self.stack):
            return "this object is on the stack already", "stack_order"
        if not self.unsure:
            if self.mode == HELD and not self.acted and primary(rotation, seat) != primary(rotation, self.holder):
                return "only the player with priority may put something on the stack now", "cast activate"
            if self.mode in (PASSED, ALL):
                return "a player has passed, and nobody may act before the next one gets priority", "pass"
        self.acted = True
        self.stack.append((event.object, seat))
        return None

    def resolve(self, event: Observed, seat: int) -> Fault | None:
        """The top of the stack resolves, as that of the player who put it there."""
        if self.mode != ALL and not self.unsure:
            return "something resolves only after all players have passed in succession", "all_pass_resolve"
        return self._leaves_top(event, seat)

    def reverses(self, event: Observed, seat: int) -> Fault | None:
        """The turn order is reversed, by what resolves and its controller if the trace says who that is."""
        if self.mode == RESOLVING and event.by == self.name and not self.unsure and -1 not in (seat, self.resolving[1]):
            return None if seat == self.resolving[1] else (OTHERS, "stack_order")
        return None

    def changes(self) -> Fault | None:
        """An effect changes the turn or the turn order in a step."""
        idle = self.mode == HELD and self.strict and not self.acted
        if self.unsure or not (idle or self.mode in (PASSED, ALL)):
            return None
        if idle:
            return "nothing has happened since this player got priority that could do this", "all_pass_resolve"
        if self.mode == ALL and self.stack:
            return "all players have passed: the top of the stack resolves", "all_pass_resolve"
        return "a player has passed, and nothing has resolved since that could do this", "pass all_pass_resolve"

    def _leaves_top(self, event: Observed, seat: int) -> Fault | None:
        if not self.unsure and not self.stack:
            return "the stack is empty: nothing can resolve", "all_pass_end"
        if not self.unsure and self.stack[-1][0] != event.object:
            return f"the top of the stack is object {self.stack[-1][0]}", "stack_order"
        if not self.unsure and -1 not in (seat, owner := self.stack[-1][1]) and seat != owner:
            return OTHERS, "stack_order"
        self.name = event.name
        self.mode, self.resolving = RESOLVING, self.stack[-1] if self.stack else (event.object, -1)
        self._drop(event.object)
        return None

    def _drop(self, id: object) -> bool:
        """Takes an object from the stack, if it is there."""
        kept = [entry for entry in self.stack if entry[0] != id]
        found = len(kept) < len(self.stack)
        self.stack = kept
        return found

    def remove(self, event: Observed, seat: int) -> Fault | None:
        """An object leaves the stack without resolving; if it is the one that resolves, the step is being ended."""
        if self.mode == ALL and not self.unsure:
            return self._leaves_top(event, seat)
        if self._drop(event.object):
            return None
        if self.resolving[0] == event.object and seat in (-1, self.resolving[1]):
            self.ended, self.resolving = True, (None, self.resolving[1])
        elif not self.unsure:
            return "this object is not on the stack", "stack_order"
        return None

    def undo(self, object: int | None) -> None:
        """An action is taken back: its spell leaves the stack, and who had priority has it without having acted."""
        self._drop(object)
        self.acted = False

    def end(self) -> Fault | None:
        """The step ends, or a phase without steps."""
        if self.ended or self.unsure:
            return None
        if self.stack and self.stack_told:
            return "a step or phase does not end before the stack is empty", "all_pass_end"
        if self.mode == ALL or (self.mode == NONE and self.gives != "always"):
            return None
        if self.mode == NONE:
            return "no player has had priority in this step", "priority_active"
        if self.mode == RESOLVING and (not self.stack_told or self.gives == "until_empty"):
            return None
        return "a step or phase ends only after all players have passed in succession", "all_pass_end step_ends"

    def goes_on(self) -> Fault | None:
        """The phase ends, or another one begins, and no step has come since this one."""
        if not self.again or self.ended or self.unsure:
            return None
        return "players got priority in this step: another one like it follows", "cleanup_priority"

    def loosen(self, seat: int) -> None:
        """A player leaves with all they own; who has priority then is known again in the next step."""
        self.unsure = True
        self.stack = [entry for entry in self.stack if entry[1] != seat]

    def restart(self) -> None:
        """A new game begins with an empty stack."""
        self.stack.clear()
        self.mode, self.ended, self.unsure, self.open = NONE, True, False, False
