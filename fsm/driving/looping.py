"""Engines that own their loop: a game runs in a thread of its own, and waits wherever players get priority."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from queue import Empty, SimpleQueue
from typing import Any, ClassVar

Said = dict[str, Any]

LONGEST = 60.0
"""How many seconds the loop may take from one place where players get priority to the next."""


class _Ended(BaseException):
    """Ends the loop of a game that is not played on."""


class LoopingEngine(ABC):
    """A rules engine whose loop asks players what they do, to be driven like any other.

    A subclass has ``can``, ``run(setup)``, which plays the game and returns as it is over, and ``do(act)``. ``run``
    calls ``saw`` for each turn, main phase and step that begins, and ``priority`` where players get priority. ``do``
    carries out an act while the loop waits there. It returns true if the loop has to go on at once, as when the turn
    ends, and else nothing; or ``{"cannot": why}``.
    """

    can: ClassVar[list[str]] = []
    _playing: ClassVar[LoopingEngine | None] = None
    _goes_on: SimpleQueue[bool]

    @abstractmethod
    def run(self, setup: Said) -> None:
        """Plays a game."""

    @abstractmethod
    def do(self, act: Said) -> bool | Said | None:
        """Carries out an act."""

    def saw(self, **what: Any) -> None:
        """Tells what begins: ``saw(begins="step", step="upkeep")``."""
        self._seen.append(what)

    def priority(self) -> None:
        """Waits until all players have passed."""
        self._waits.put(None)
        if not self._goes_on.get():
            raise _Ended

    # What the driver asks

    def start(self, setup: Said) -> Said:
        """Begins a game in a thread, which ends as the next game begins."""
        if LoopingEngine._playing is not None:
            LoopingEngine._playing._goes_on.put(False)
        LoopingEngine._playing = self
        self._seen: list[Said] = []
        self._over = False
        self._waits = SimpleQueue[BaseException | None]()
        self._goes_on = SimpleQueue()
        threading.Thread(target=self._run, args=(setup,), daemon=True).start()
        return self._answer()

    def pass_(self) -> Said:
        """All players pass."""
        if not self._over:
            self._goes_on.put(True)
        return self._answer()

    def act(self, act: Said) -> Said:
        """A spell or an ability resolves."""
        done = self.do(act)
        if isinstance(done, dict):
            return done
        return self.pass_() if done else self._told()

    def _run(self, setup: Said) -> None:
        try:
            self.run(setup)
        except _Ended:
            return
        except Exception as error:  # it is raised where the driver asks
            self._waits.put(error)
        else:
            self._over = True
            self._waits.put(None)

    def _answer(self) -> Said:
        if not self._over or not self._waits.empty():
            try:
                error = self._waits.get(timeout=LONGEST)
            except Empty:
                raise TimeoutError(f"the loop gave no player priority within {LONGEST:g} seconds") from None
            if error is not None:
                raise error
        return self._told()

    def _told(self) -> Said:
        seen, self._seen = self._seen, []
        return {"seen": seen, "over": self._over}
