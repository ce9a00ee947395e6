"""``python -m fsm.exploring.worker``: grows shares from standard input, until it is closed."""

from __future__ import annotations

import gc
import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO

from .sharing import Grown, grow


def work(shares: BinaryIO, answers: BinaryIO) -> None:
    """Answers each share with what was found in it, or with the error."""
    while True:
        share = pickle.load(shares)  # noqa: S301  # it comes from the process that started this one
        answer: Grown | Exception
        try:
            answer = grow(share)
        except Exception as error:  # whatever it is, the search raises it
            answer = error
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    gc.disable()  # states hold no cycles, and there are many of them
    with open(os.dup(1), "wb") as answers, suppress(EOFError, BrokenPipeError):  # noqa: PTH123  # a descriptor
        os.dup2(2, 1)  # what an effect prints is no answer
        work(sys.stdin.buffer, answers)
