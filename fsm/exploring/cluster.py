"""Workers of a Dask cluster; they need the extra ``turn-structure[cluster]``."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any

from ..errors import WorkerLost
from .expanding import Batch, Expanded, expand

SECONDS = 20
"""How long the scheduler may take to answer at first."""


class Cluster:
    """The Dask cluster whose scheduler has an address, as ``tcp://host:8786``; ``close`` or ``with`` leaves it.

    If a worker is lost, the scheduler gives its batches to others; ``WorkerLost`` if that happens too often, if there
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
        self._addresses = list(self._client.nthreads())

    @property
    def count(self) -> int:
        """How many workers there were at first, at least one."""
        return len(self._addresses) or 1

    def expand(self, worker: int, batches: Sequence[Batch]) -> Generator[Expanded]:
        """Hands batches to a worker at once, or to others if it is lost; what was found in each, in their order."""
        place: dict[str, Any] = {}
        if self._addresses:
            place = {"workers": [self._addresses[worker]], "allow_other_workers": True}
        return self._results([self._client.submit(expand, batch, pure=False, **place) for batch in batches])

    def _results(self, futures: Sequence[Any]) -> Generator[Expanded]:
        try:
            for future in futures:
                yield self._result(future)
        finally:
            self._client.cancel(list(futures))

    def close(self) -> None:
        """Leaves the cluster, which goes on."""
        self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _result(self, future: Any) -> Expanded:
        try:
            expanded: Expanded = future.result()
        except self._lost:
            raise WorkerLost("workers of the cluster were lost on the same states; use fewer threads each") from None
        except ImportError as error:
            raise WorkerLost(
                f"a worker of the cluster cannot do the work ({error}); install this package there"
            ) from None
        return expanded
