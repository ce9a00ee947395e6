"""The streams of a command: unencodable characters are escaped, and an error of a stream ends the command.

Exit codes are those of shells: 130 after Ctrl-C, 141 if the reader of the output has closed it.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO

import click

from ..errors import LONGEST, FsmError, InputError, InputErrors
from ..words import shown

UNUSABLE, INTERRUPTED = 2, 130


def own_process() -> None:
    """Prepare the streams of a process that runs only this command.

    A closed pipe ends it, like every command of a pipeline. A closed stream is reopened on the
    null device, so that no other file gets its descriptor.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # for as long as the process


def exit_code(run: Callable[[], object]) -> int:
    """Run a command and return its exit code; an input or output error is reported on one line."""
    if sys.stdout is None:
        return _say("fsm: standard output is closed; open it, or redirect it to /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _said(run)
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except MemoryError:
        return _say("fsm: the memory is used up; give a lower bound, such as --states, or leave less open")
    except OSError as error:
        _silence(sys.stdout)
        return _say(f"fsm: standard output cannot be written: {(error.strerror or str(error)).lower()}")
    return code


def _said(run: Callable[[], object]) -> int:
    try:
        code = run()
    except SystemExit as ending:
        code = ending.code
    except click.ClickException as error:
        return _say(_usage(error))
    except InputErrors as error:
        return _say(str(error))
    except FsmError as error:
        message = shown(str(error), LONGEST)
        placed = isinstance(error, InputError) and error.file
        return _say(message if placed or ":" in message.split(" ", maxsplit=1)[0] else f"fsm: {message}")
    return code if isinstance(code, int) else 0


def _usage(error: click.ClickException) -> str:
    """Click's message about a wrong command line, with the usage."""
    context = getattr(error, "ctx", None)
    usage = f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n\n" if context else ""
    said = error.format_message().replace("\n\t", " ")  # it lists choices on lines of their own
    return f"{usage}Error: {shown(said, LONGEST)}"


def tell_json(data: object) -> None:
    """Write data to standard output as JSON that people can read."""
    import json

    tell(json.dumps(data, indent=2, ensure_ascii=False))


def tell(text: str) -> None:
    """Print a text in the encoding of standard output; click would replace ASCII by UTF-8."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def tell_error(text: str) -> None:
    """Print a text in the encoding of standard error."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def coloured() -> bool:
    """Whether standard output is a terminal that shows colours, and the user wants them."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _say(message: str) -> int:
    try:
        tell_error(message)
    except OSError:
        _silence(sys.stderr)
    return UNUSABLE


def _silence(stream: IO[str]) -> None:
    """Send the buffered text of a stream to the null device, so that Python does not fail on it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
