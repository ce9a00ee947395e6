"""``python -m fsm.exploring.worker``: expands batches from standard input, until it is closed."""

from __future__ import annotations

import gc
import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO

from .expanding import Expanded, expand


def work(batches: BinaryIO, answers: BinaryIO) -> None:
    """Answers each batch with what was found in it, or with the error."""
    while True:
        batch = pickle.load(batches)  # noqa: S301  # it comes from the process that started this one
        answer: Expanded | Exception
        try:
            answer = expand(batch)
        except Exception as error:  # whatever it is, the search raises it
            answer = error
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    gc.disable()  # states hold no cycles, and there are many of them
    with suppress(EOFError, BrokenPipeError), open(os.dup(1), "wb") as answers:  # noqa: PTH123  # a descriptor
        os.dup2(2, 1)  # what an effect prints is no answer
        work(sys.stdin.buffer, answers)
