"""Workers that are processes of this machine. For a Dask cluster see ``cluster``."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import IO

from ..errors import WorkerLost
from .expanding import Batch, Expanded

TRIES = 3
"""How many processes may end, one after the other, on one batch."""


class Processes:
    """So many processes of this machine, each started when it is first needed; ``close`` or ``with`` ends them.

    If one ends, another one takes its place. ``WorkerLost`` if that happens too often.

    >>> with Processes(2) as workers:
    ...     print(workers.count)
    2
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._threads = [ThreadPoolExecutor(1, "exploring", _ignore_closed_pipes) for _ in range(count)]
        self._processes: dict[int, _Process] = {}
        self._closed = False

    def expand(self, worker: int, batches: Sequence[Batch]) -> Generator[Expanded]:
        """Hands batches to a process at once; what was found in each, in their order."""
        return _results([self._threads[worker].submit(self._expand, worker, batch) for batch in batches])

    def close(self) -> None:
        """Ends the processes."""
        self._closed = True
        for process in tuple(self._processes.values()):
            process.kill()
        for thread in self._threads:
            thread.shutdown(cancel_futures=True)
        for process in self._processes.values():
            process.close()
        self._processes.clear()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _expand(self, worker: int, batch: Batch) -> Expanded:
        """Has a process expand a batch, in the thread of that process."""
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                if worker not in self._processes:
                    self._processes[worker] = _Process()
                return self._processes[worker].expand(batch)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._processes.pop(worker).close()
        raise WorkerLost(f"{TRIES} processes ended on the same states; explore with fewer processes, or more memory")


def _results(futures: Sequence[Future[Expanded]]) -> Generator[Expanded]:
    try:
        for future in futures:
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


class _Process:
    """A process that expands batches. It ends when its input is closed, so also if this process is killed."""

    def __init__(self) -> None:
        path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)  # noqa: PTH100  # "" is the current one
        self._process = subprocess.Popen(  # this very program
            [sys.executable, "-P", "-m", "fsm.exploring.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C is for the search, which then ends its processes
        )

    def expand(self, batch: Batch) -> Expanded:
        """What was found in a batch; ``EOFError`` or ``OSError`` if the process has ended."""
        pickle.dump(batch, _pipe(self._process.stdin), pickle.HIGHEST_PROTOCOL)
        _pipe(self._process.stdin).flush()
        answer = pickle.load(_pipe(self._process.stdout))  # noqa: S301  # from the process started here
        if isinstance(answer, Expanded):
            return answer
        raise answer

    def kill(self) -> None:
        """Ends the process; who waits for its answer gets an ``EOFError``."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ends the process, if nobody waits for its answer any more."""
        self.kill()
        _pipe(self._process.stdout).close()
        with suppress(OSError):  # what it has not read
            _pipe(self._process.stdin).close()


def _ignore_closed_pipes() -> None:
    """Lets writing to a process that has ended be an ``OSError`` in this thread, and not the end of the program."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE])


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101  # both are pipes
    return pipe
