"""The search of one process: it learns once what the actions in a core do, and applies that to every rest."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from .cores import Cores
from .rests import BITS
from .walking import OneProcess

CoreNode = tuple[int, int]
"""The number of a state, and its node."""


class CoreSearch(OneProcess[CoreNode]):
    """The search of one process."""

    @cached_property
    def cores(self) -> Cores:
        """What was learned of the actions."""
        return Cores(self.walk, self.checks, len(self.start.players))

    @property
    def nodes(self) -> list[int]:
        """The nodes that were found, in their order."""
        return cast("list[int]", list(self._seen))

    def _first(self) -> CoreNode:
        node = self.cores.node(self.start, 0)
        return self._begin(node), node

    def _continue(self, found: CoreNode, following: list[CoreNode]) -> None:
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
            self.ends[self.walk.end(core.state, core.done)] += 1
