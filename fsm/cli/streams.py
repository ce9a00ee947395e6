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
from ..words import LINES, raised, safe, shown

UNUSABLE, INTERRUPTED = 2, 130

TRACEBACK = "FSM_TRACEBACK"
"""The variable of the environment that shows the traceback of an error that nobody expected."""


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
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _exit_code(run)
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except MemoryError:
        return _say("fsm: the memory is used up; give a lower bound, such as --states, or leave less open")
    except OSError as error:
        _silence(sys.stdout)
        return _say(f"fsm: standard output cannot be written: {(error.strerror or str(error)).lower()}")
    except BaseException as error:
        return _unexpected(error)
    return code


def _unexpected(error: BaseException) -> int:
    """The last line of defence: an error of this program is one line, and is no answer."""
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(error)
    return _say(
        f"fsm: an error of this program, please report it: {raised(error)}; {TRACEBACK}=1 shows where it came up"
    )


def _exit_code(run: Callable[[], object]) -> int:
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
    return code if isinstance(code, int) else _say(f"fsm: {shown(code, LONGEST)}") if isinstance(code, str) else 0


def _usage(error: click.ClickException) -> str:
    """Click's message about a wrong command line, with the usage."""
    context = getattr(error, "ctx", None)
    usage = f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n\n" if context else ""
    said = error.format_message().replace("\n\t", " ")  # it lists choices on lines of their own
    return f"{usage}Error: {shown(said, LONGEST)}"


def echo_json(data: object, indent: int | None = 2) -> None:
    """Write data to standard output as JSON that people can read."""
    import json

    echo(safe(json.dumps(data, indent=indent, ensure_ascii=False), escape=_json_escape))


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def echo(text: str, kept: str = LINES) -> None:
    """Print a text in the encoding of standard output (click would replace ASCII by UTF-8), safe for a terminal."""
    sys.stdout.write(f"{safe(text, kept)}\n")
    sys.stdout.flush()


def echo_error(text: str) -> None:
    """Print a text in the encoding of standard error, safe for a terminal."""
    sys.stderr.write(f"{safe(text)}\n")
    sys.stderr.flush()


def coloured() -> bool:
    """Whether standard output is a terminal that shows colours, and the user wants them."""
    shows = os.name != "nt" or any(name in os.environ for name in ("TERM", "WT_SESSION", "ANSICON", "ConEmuANSI"))
    return shows and sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _say(message: str) -> int:
    try:
        echo_error(message)
    except (OSError, ValueError):
        _silence(sys.stderr)
    return UNUSABLE


def _silence(stream: IO[str]) -> None:
    """Send the buffered text of a stream to the null device, so that Python does not fail on it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
