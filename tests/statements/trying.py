"""Faults put into copies of the project, several at a time, and what notices them.

Each process has a copy of its own, and tries a fault in a process that it forks: libraries are imported once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from copies import copied, with_text

from .tables import Fault, Shown

SECONDS = 120
"""How long one look at a fault may take."""
LIBRARIES = ("msgspec", "networkx", "pytest", "transitions", "yaml")
FORK = get_context("fork")
_TREE = Path()


class Tried(NamedTuple):
    """A fault, what was asked, and what of it noticed; or why it is no fault."""

    fault: Fault
    asked: Sequence[Shown]
    noticed: frozenset[Shown] = frozenset()
    wrong: str = ""


def tried(faults: Sequence[tuple[Fault, Sequence[Shown]]]) -> Iterator[Tried]:
    """Faults, each with what is to notice it, as they are done."""
    with (
        TemporaryDirectory() as folder,
        ProcessPoolExecutor(mp_context=FORK, initializer=_copy, initargs=(folder,)) as pool,
    ):
        yield from pool.map(_try, *zip(*faults, strict=True)) if faults else ()


def _copy(folder: str) -> None:
    """Makes the copy of this process, and imports what each fault needs."""
    global _TREE  # noqa: PLW0603  # a process of the pool has one copy
    _TREE = copied(Path(folder) / str(os.getpid()))
    for name in LIBRARIES:
        import_module(name)


def _try(fault: Fault, asked: Sequence[Shown]) -> Tried:
    file = _TREE / fault.file
    text = file.read_text(encoding="utf-8")
    try:
        with with_text(file, fault.put_into(text)):
            found = _answer(asked)
    except LookupError as why:
        return Tried(fault, asked, wrong=str(why))
    return Tried(fault, asked, wrong=found) if isinstance(found, str) else Tried(fault, asked, found)


def _answer(asked: Sequence[Shown]) -> frozenset[Shown] | str:
    """What a process of its own says; it is ended when it takes too long."""
    receiver, sender = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_ask, args=(sender, asked))
    process.start()
    sender.close()
    try:
        return receiver.recv() if receiver.poll(SECONDS) else f"takes longer than {SECONDS} seconds"
    except EOFError:
        return "the process ended"
    finally:
        process.kill()
        process.join()


def _ask(sender: Connection, asked: Sequence[Shown]) -> None:
    """Asks in this process, which has not imported the program yet."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    os.chdir(_TREE)
    sys.path[:0] = [str(_TREE), str(_TREE / "tests")]
    try:
        answer = frozenset(import_module("statements.judge").failing(_TREE, list(asked)))
    except BaseException as error:  # whatever a fault does, the run goes on
        sender.send(f"is no program: {type(error).__name__}: {error}")
    else:
        sender.send(answer)
