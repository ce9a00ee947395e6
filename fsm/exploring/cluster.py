"""A Dask cluster grows the shares of a search; it needs the extra ``turn-structure[cluster]``."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any

from ..errors import WorkerLost
from .sharing import Grown, Share, grow

AHEAD = 3
"""How many shares are handed out for each thread of the cluster at the same time."""

SECONDS = 20
"""How long the scheduler may take to answer at first."""


class Cluster:
    """The Dask cluster whose scheduler has an address, as ``tcp://host:8786``; ``close`` or ``with`` leaves it.

    If a worker is lost, the scheduler gives its shares to others; ``WorkerLost`` if that happens too often, if there
    is no such cluster, or if its workers cannot do the work. The workers need this package, and any file of an edition
    at the same path.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise WorkerLost("Dask is not installed; pip install 'turn-structure[cluster]'") from None
        try:
            self._client: Any = distributed.Client(address, timeout=SECONDS)
        except (OSError, ValueError) as error:
            raise WorkerLost(
                f"no Dask scheduler answers at {address} ({error}); name its address as in tcp://host:8786"
            ) from None
        self._lost = distributed.scheduler.KilledWorker

    @property
    def workers(self) -> int:
        """How many threads the workers have now, at least one."""
        return sum(self._client.nthreads().values()) or 1

    def each(self, shares: Sequence[Share]) -> Generator[Grown]:
        """What was found in each share, in their order."""
        todo, ahead = deque(shares), self.workers * AHEAD
        asked: deque[Any] = deque()
        try:
            while todo or asked:
                while todo and len(asked) < ahead:
                    asked.append(self._client.submit(grow, todo.popleft(), pure=False))
                yield self._result(asked[0])
                asked.popleft()
        finally:
            self._client.cancel(list(asked))

    def close(self) -> None:
        """Leaves the cluster, which goes on."""
        self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _result(self, future: Any) -> Grown:
        try:
            grown: Grown = future.result()
        except self._lost:
            raise WorkerLost("workers of the cluster were lost on the same states; use fewer threads each") from None
        except ImportError as error:
            raise WorkerLost(
                f"a worker of the cluster cannot do the work ({error}); install this package there"
            ) from None
        return grown
