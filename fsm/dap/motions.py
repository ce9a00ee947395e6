"""Motions: every request that moves the cursor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..debugger.breakpoints import Stopped
from ..debugger.tape import Tape
from ..wording import event_sentence
from ..words import shown
from .adapter import REQUESTS, Adapter, request
from .arguments import Arguments, Refused
from .life import end


def step(motion: Callable[[Tape, int], int], adapter: Adapter, _: Arguments) -> None:
    """Moves the cursor, and tells of it after the response; back is the reverse of next, as editors mean it."""
    session = adapter.session
    adapter.after.append(lambda: adapter.moved(session.move(partial(motion, session.tape))))


REQUESTS |= {
    "next": partial(step, Tape.over),
    "stepIn": partial(step, Tape.into),
    "stepOut": partial(step, Tape.out),
    "stepBack": partial(step, Tape.back_over),
}


@request("continue")
def go_on(adapter: Adapter, _: Arguments) -> dict[str, Any]:
    """On to the next breakpoint; at the end of the run, it is over."""
    session = adapter.session
    over = adapter.stopped.reason == "end"
    adapter.after.append(lambda: end(adapter) if over else adapter.moved(session.run()))
    return {"allThreadsContinued": True}


@request("reverseContinue")
def reverse_continue(adapter: Adapter, _: Arguments) -> None:
    """Back to the last breakpoint, or to the start."""
    session = adapter.session
    adapter.after.append(lambda: adapter.moved(session.run(backwards=True)))


@request("pause")
def pause(adapter: Adapter, _: Arguments) -> None:
    """Play stands still already; says so."""
    adapter.session.chosen = 0
    adapter.after.append(lambda: adapter.moved(Stopped("pause")))


@request("gotoTargets")
def goto_targets(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The events that came from a line."""
    line = arguments.whole("line") + 1 - adapter.first_line
    tape = adapter.session.tape
    stops = [p for p, frame in enumerate(tape.recording) if frame.line == line]
    if not stops or not line:
        raise Refused(f"no event comes from line {line}")
    sentences = {position: shown(event_sentence(tape[position].event), 80) for position in stops[:200]}
    return {
        "targets": [
            {
                "id": position + 1,
                "label": f"{tape.address(position)}: {sentence} [{position + 1}]",
                "line": adapter.line(line),
            }
            for position, sentence in sentences.items()
        ]
    }


@request("goto")
def goto(adapter: Adapter, arguments: Arguments) -> None:
    """To one of them."""
    session, position = adapter.session, arguments.whole("targetId") - 1
    adapter.after.append(lambda: adapter.moved(session.go(position)))


@request("restartFrame")
def restart_frame(adapter: Adapter, arguments: Arguments) -> None:
    """To the beginning of a step, a phase or a turn."""
    session, position = adapter.session, adapter.position(arguments)
    adapter.after.append(lambda: adapter.moved(session.go(position)))
