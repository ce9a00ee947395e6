"""Those who grow the shares of a search: processes on this machine. For a Dask cluster see ``cluster``."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import IO

from ..errors import WorkerLost
from .sharing import Grown, Share

TRIES = 3
"""How many processes may end, one after the other, on one share."""


class Processes:
    """So many processes of this machine, each started when it is first needed; ``close`` or ``with`` ends them.

    If one ends, another one grows its share again. ``WorkerLost`` if that happens too often.

    >>> with Processes(2) as crew:
    ...     print(crew.workers)
    2
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers, "exploring", _ignore_closed_pipes)
        self._mine = threading.local()
        self._started: list[_Worker] = []
        self._closed = False

    def each(self, shares: Sequence[Share]) -> Generator[Grown]:
        """What was found in each share, in their order."""
        futures = [self._pool.submit(self._grow, share) for share in shares]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()

    def close(self) -> None:
        """Ends the processes."""
        self._closed = True
        for worker in tuple(self._started):
            worker.kill()
        self._pool.shutdown(cancel_futures=True)
        for worker in self._started:
            worker.close()
        self._started.clear()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _grow(self, share: Share) -> Grown:
        """Has the process of this thread grow a share."""
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                return self._worker().grow(share)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._end()
        raise WorkerLost(f"{TRIES} processes ended on the same states; explore with fewer processes, or more memory")

    def _worker(self) -> _Worker:
        worker: _Worker | None = getattr(self._mine, "worker", None)
        if worker is None:
            worker = self._mine.worker = _Worker()
            self._started.append(worker)
        return worker

    def _end(self) -> None:
        """Ends the process of this thread; the next share gets another one."""
        self._started.remove(self._mine.worker)
        self._mine.worker.close()
        self._mine.worker = None


class _Worker:
    """A process that grows shares. It ends when its input is closed, so also if this process is killed."""

    def __init__(self) -> None:
        path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)  # noqa: PTH100  # "" is the current one
        self._process = subprocess.Popen(  # this very program
            [sys.executable, "-P", "-m", "fsm.exploring.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C is for the search, which then ends its processes
        )

    def grow(self, share: Share) -> Grown:
        """What was found in a share; ``EOFError`` or ``OSError`` if the process has ended."""
        pickle.dump(share, _pipe(self._process.stdin), pickle.HIGHEST_PROTOCOL)
        _pipe(self._process.stdin).flush()
        answer = pickle.load(_pipe(self._process.stdout))  # noqa: S301  # from the process started here
        if isinstance(answer, Grown):
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
