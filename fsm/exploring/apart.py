"""The search of one process: it learns once what the actions in a core do, and applies that to every rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ..game import State
from ..turn import Address
from .checks import Checks
from .cores import Cores
from .options import Options
from .rests import BITS
from .search import Bounds, Progress, Search
from .walking import ROUND, Walk

Node = tuple[int, int]
"""The number of a state, and its node."""


class CoreSearch(Search[Node]):
    """The search of one process."""

    def __init__(
        self,
        start: State,
        options: Options,
        horizon: Address,
        checks: Checks,
        bounds: Bounds,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        super().__init__(start, options, horizon, checks, bounds, progress)
        self._walk = Walk(options, horizon)
        self.cores = Cores(self._walk, checks, len(start.players))

    @property
    def nodes(self) -> list[int]:
        """The nodes that were found, in their order."""
        return cast("list[int]", list(self._seen))

    def _first(self) -> Node:
        node = self.cores.node(self.start, 0)
        return self._begin(node), node

    def _level(self, frontier: list[Node], following: list[Node]) -> None:
        for at, node in enumerate(frontier):
            self._continue(node, following)
            if not at & ROUND:
                self._look(len(frontier) - at + len(following))
            if self.cut:
                return

    def _continue(self, found: Node, following: list[Node]) -> None:
        """Takes every action in a state; what was not seen before is to be continued."""
        number, node = found
        cores, seen, parents, which = self.cores, self._seen, self.parents, -1
        for which, deed in enumerate(cores.deeds(node)):
            to, change, address, end, matched, told = deed.always or cores.edge(node, deed)
            self.transitions += 1
            if matched:
                self._decide_events(matched, (number, which))
            if end:
                self.ends[end] += 1
            else:
                there, new = cores.there(node, to, change), len(parents)
                if seen.setdefault(there, new) == new and self._has_room():
                    self._admit((number, which), address)
                    following.append((new, there))
                    if told:
                        self._decide_state(told, new)
            if self.cut:
                return
        if which < 0:
            core = cores.cores[node >> BITS]
            self.ends[self._walk.end(core.state, core.done)] += 1
